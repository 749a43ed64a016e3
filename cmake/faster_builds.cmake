# A faster linker and a compiler cache where they are installed; nothing depends on them.

foreach(linker mold lld-22 lld)
  find_program(ASSAY_LINKER_${linker} NAMES ld.${linker} ${linker})
  if(ASSAY_LINKER_${linker})
    # GCC knows linkers by name only, and does not know lld's versioned name.
    if(linker STREQUAL "lld-22" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      continue()
    endif()
    add_link_options(-fuse-ld=${linker})
    break()
  endif()
endforeach()

find_program(ASSAY_CCACHE_PROGRAM ccache)
if(ASSAY_CCACHE AND ASSAY_CCACHE_PROGRAM)
  # Precompiled headers are cached only with these sloppiness settings and -fpch-preprocess.
  set(launcher ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      ${ASSAY_CCACHE_PROGRAM})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)
  else()
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
  endif()
endif()
