# find_package(Assay): `assay check` as a target of a CMake project.
#
#   find_package(Assay REQUIRED)              # -DAssay_DIR=…/cmake, where this file stands
#   assay_add_check(assay)                    # cmake --build build --target assay
#   assay_add_check(assay_new ARGUMENTS --baseline ${CMAKE_SOURCE_DIR}/baseline.txt DEPENDS generated)
#
# The commands are those of the build's own compile_commands.json, which this turns on; call it at the
# top of the project, before targets are added.  Only the Makefile and Ninja generators write one.
get_filename_component(_assay_root "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
find_program(ASSAY_PROGRAM assay HINTS "${_assay_root}/build/release/bin" "${_assay_root}/bin"
             DOC "the analyser")
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Assay REQUIRED_VARS ASSAY_PROGRAM)
unset(_assay_root)

if(Assay_FOUND)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

  # assay_add_check(NAME [ARGUMENTS options of assay check...] [DEPENDS targets...])
  function(assay_add_check name)
    cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "ARGUMENTS;DEPENDS")
    if(ARG_UNPARSED_ARGUMENTS)
      message(FATAL_ERROR "assay_add_check: ${ARG_UNPARSED_ARGUMENTS}: neither ARGUMENTS nor DEPENDS")
    endif()
    add_custom_target(${name}
      COMMAND ${ASSAY_PROGRAM} check -p ${CMAKE_BINARY_DIR}/compile_commands.json
              --db ${CMAKE_BINARY_DIR}/.assay/assay.db ${ARG_ARGUMENTS}
      WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
      COMMENT "assay check"
      USES_TERMINAL VERBATIM COMMAND_EXPAND_LISTS)
    if(ARG_DEPENDS)
      add_dependencies(${name} ${ARG_DEPENDS})
    endif()
  endfunction()
endif()
