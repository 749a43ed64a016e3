#!/bin/sh
# Installs what building and testing assay needs, on Debian 12 with apt-get, as root or by sudo.
# This is the one list of packages.  With everything there it takes some milliseconds and says
# nothing.
set -eu

packages='
cmake               configures the build
ninja-build         runs it
g++                 the compiler
mold                links in a tenth of the time
ccache              makes the second build of the same source short
libclang-22-dev     the headers of the front end: Clang
libclang-cpp22-dev  its libraries
llvm-22-dev         the headers and libraries of LLVM under it
libcli11-dev        the command line
libfmt-dev          text
nlohmann-json3-dev  JSON: compile_commands.json, SARIF
libsqlite3-dev      the program database
libcadical-dev      the SAT solver under the prover
libxxhash-dev       content keys
libzstd-dev         small stores
zlib1g-dev          LLVM links against it
libseccomp-dev      the sandbox of the workers
libjemalloc-dev     allocates memory
bear                assay capture -- BUILD
make                tests capture a small build
meson               tests read what it writes for a build
clang-22            the second compiler, and the yardstick of the benchmarks
libclang-rt-22-dev  its sanitizers, for ./test.sh --all
clang-format-22     layout of the source
clang-tidy-22       checks of the source
libgtest-dev        unit tests
libgmock-dev        matchers of the unit tests
libz3-dev           the oracle in tests of the prover
sqlite3             a look into the database
python3             the scripts under bench/
csmith              random programs to test the interpreter with
libcsmith-dev       the header that they include
valgrind            a second opinion on undefined behaviour, for bench/ub
'

names=$(echo "$packages" | sed -n 's/^\([^ ][^ ]*\) .*/\1/p')

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "setup: this is not Debian; install the counterparts of these packages yourself:" >&2
  echo "$packages" >&2
  # Whoever did that can go on: CMake names what is missing.
  command -v cmake >/dev/null && command -v ninja >/dev/null
  exit
fi

installed=" $(dpkg-query -W -f '${Status} ${Package}\n' $names 2>/dev/null |
  sed -n 's/^install ok installed //p' | tr '\n' ' ')"
missing=
for name in $names; do
  case $installed in
    *" $name "*) ;;
    *) missing="$missing $name" ;;
  esac
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
  as_root=
elif command -v sudo >/dev/null; then
  as_root=sudo
else
  echo "setup: needs root or sudo to install packages; ask someone who has it to run:" >&2
  echo "  apt-get install --no-install-recommends$missing" >&2
  exit 1
fi

echo "setup: installing$missing" >&2
export DEBIAN_FRONTEND=noninteractive
# A fresh machine has no package lists, an old one has stale ones.
$as_root apt-get update -q >&2 ||
  echo "setup: some package lists could not be fetched; going on with those at hand" >&2
if ! apt-cache show libclang-22-dev 2>/dev/null | grep -q '^Package:'; then
  echo "setup: no package libclang-22-dev: on Debian 12 it comes from bookworm-security;" >&2
  echo "setup: see that /etc/apt/sources.list or sources.list.d names that suite" >&2
  exit 1
fi
$as_root env DEBIAN_FRONTEND=noninteractive \
  apt-get install -q -y --no-install-recommends $missing >&2
echo "setup: done" >&2
