#!/bin/sh
# Builds and runs the tests.  The last line is `N passed, M failed`.
#
#   ./test.sh                   everything, in the release build
#   ./test.sh PART              a part: ir, findings/stack-escape, cli/bad_input.test, store, layers
#   ./test.sh --accept [PART]   rewrites the goldens and marks that differ; read the diff afterwards
#   ./test.sh --all             also by the second compiler, with address and undefined sanitizers
#   ./test.sh --preset NAME …   in another build: debug, asan, tsan, clang
set -eu
root=$(dirname "$(readlink -f "$0")")
cd "$root"

presets=release
accept=
part=
while [ $# -gt 0 ]; do
  case $1 in
    --all) presets='release asan' ;;
    --accept) accept=--accept ;;
    --preset)
      [ $# -gt 1 ] || { echo "test.sh: --preset needs a name" >&2; exit 2; }
      presets=$2
      shift
      ;;
    -h | --help)
      sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"
      exit 0
      ;;
    -*)
      echo "test.sh: unknown option $1 (see ./test.sh --help)" >&2
      exit 2
      ;;
    *) part=${1#tests/} ;;
  esac
  shift
done

# LLVM's allocator marks memory as its own where our code instantiates it, and uses it unmarked where
# its library does.  Tests of workers that crash expect the signal.
export ASAN_OPTIONS="allow_user_poisoning=0:handle_segv=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}"

passed=0
failed=0
skipped=0

# run_tests PROGRAM: in one process per core; adds to the counts.  A process that dies before it
# has written its count is one failure.
run_tests() {
  program=$1
  name=$(basename "$program")
  results=$(mktemp -d)
  shards=$(nproc)
  [ -z "$accept" ] || shards=1
  shard=0
  while [ "$shard" -lt "$shards" ]; do
    GTEST_TOTAL_SHARDS=$shards GTEST_SHARD_INDEX=$shard "$program" --gtest_brief=1 \
      "--gtest_output=xml:$results/$shard.xml" ${part:+"--part=$part"} $accept \
      >"$results/$shard.log" 2>&1 &
    shard=$((shard + 1))
  done
  wait
  shard=0
  while [ "$shard" -lt "$shards" ]; do
    grep -v -e '^Note: ' -e '^\[==========\]' -e '^\[  PASSED  \]' -e '^$' \
      "$results/$shard.log" || true
    counts=$(sed -n 's/.*<testsuites tests="\([0-9]*\)" failures="\([0-9]*\)".*/\1 \2/p' \
      "$results/$shard.xml" 2>/dev/null || true)
    if [ -n "$counts" ]; then
      left_out=$(grep -c 'result="skipped"' "$results/$shard.xml" || true)
      passed=$((passed + ${counts% *} - ${counts#* } - left_out))
      skipped=$((skipped + left_out))
      failed=$((failed + ${counts#* }))
    else
      echo "$name: died (process $shard)"
      failed=$((failed + 1))
    fi
    shard=$((shard + 1))
  done
  rm -rf "$results"
}

for preset in $presets; do
  [ "$presets" = "$preset" ] || echo "== $preset" >&2
  if scripts/build.sh "$preset" all; then
    for program in "build/$preset"/bin/assay_*_tests; do
      run_tests "$program"
    done
  else
    echo "the $preset build failed"
    failed=$((failed + 1))
  fi
done

if [ "$((passed + failed))" = 0 ]; then
  echo "no test matches '$part'"
  failed=1
fi
[ "$skipped" = 0 ] || echo "$skipped skipped: they cannot be run in this build, or on this machine"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
