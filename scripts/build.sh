#!/bin/sh
# scripts/build.sh PRESET [TARGET...]: set-up, configure and build, with progress on stderr.
# The program ends up in build/PRESET/bin/.
set -eu
root=$(dirname "$(dirname "$(readlink -f "$0")")")
preset=$1
shift
directory=$root/build/$preset

"$root/scripts/setup.sh"
mkdir -p "$directory"

# Two calls at once build one after the other.
exec 9>"$directory/.lock"
flock 9

# Taken before the build: a source edited while it runs is newer than the mark.
touch "$directory/.started"
if [ ! -f "$directory/build.ninja" ]; then
  echo "build: configuring build/$preset" >&2
  # A half-written cache of a configuration that failed would hide what is now installed.
  rm -f "$directory/CMakeCache.txt"
  (cd "$root" && cmake --preset "$preset" >"$directory/configure.log" 2>&1) || {
    cat "$directory/configure.log" >&2
    exit 1
  }
fi
# The same source in another build folder is the same to the compiler cache.
export CCACHE_NOHASHDIR=1
NINJA_STATUS="[%f/%t, %es] " ninja -C "$directory" "$@" >&2
case ${1:-all} in
  all | assay) mv "$directory/.started" "$directory/.built" ;;
esac
