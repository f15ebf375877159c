#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the tests of a build folder; the last line is `N passed, N failed`.
#   tools/check.sh BUILD-FOLDER [ctest options]
# Options such as -R PATTERN that leave no test are a failure.
set -u
build=${1:?usage: tools/check.sh BUILD-FOLDER [ctest options]}
shift
log=$(mktemp)
trap 'rm -f "$log"' EXIT
ctest --test-dir "$build" --output-on-failure --no-tests=error -j 2 "$@" 2>&1 |
  tee "$log"
status=${PIPESTATUS[0]}
# "98% tests passed, 2 tests failed out of 101"; skipped tests count as neither.
read -r failed total < <(sed -n \
  's/.* tests passed, \([0-9]*\) tests failed out of \([0-9]*\)/\1 \2/p' "$log")
skipped=$(grep -c '\*\*\*Skipped' "$log")
if [ -z "${total:-}" ]; then
  failed=1 total=1
  if grep -q '^No tests were found' "$log"; then
    echo "check: no test matches $*" >&2
    echo "check: 'ctest --test-dir $build -N' lists the names," \
      "'-N -C long' the long tests' too" >&2
  fi
fi
if [ "$skipped" -gt 0 ]; then
  echo "$skipped skipped:"
  # Why: what each of them said first.
  awk '
    NR == FNR && /\*\*\*Skipped/ {sub(/.*#[0-9]+: /, ""); skipped[$1]}
    NR == FNR {next}
    / Testing: / {name = $NF}
    /^-----/ {getline; if (name in skipped) print "  " name ": " $0; name = ""}
  ' "$log" "$build/Testing/Temporary/LastTest.log" | sort
fi
# Once more what those that failed said last, for logs of which the end is kept.
if [ "$failed" -gt 0 ]; then
  awk -v most=12 '
    NR == FNR && /\*\*\*/ && !/\*\*\*Skipped/ {
      sub(/.*#[0-9]+: /, "")
      failed[$1]
    }
    NR == FNR {next}
    / Testing: / {name = $NF; count = 0}
    /^<end of output>/ && name in failed {
      print name " failed:"
      for (i = count > most ? count - most : 0; i < count; ++i)
        print "  " substr(lines[i], 1, 400)
      delete failed[name]
    }
    /^-----/ {count = 0; next}
    {lines[count++] = $0}
  ' "$log" "$build/Testing/Temporary/LastTest.log"
fi
echo "$((total - failed - skipped)) passed, $failed failed"
exit "$status"
