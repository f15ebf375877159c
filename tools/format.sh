#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Formats the sources with clang-format 22; --check only says what differs.
set -u
cd "$(dirname "$0")/.." || exit 1
command -v clang-format-22 >/dev/null ||
  { echo "format: no clang-format-22; bash tools/setup.sh --lint" >&2; exit 3; }
mapfile -t files < <(git ls-files --cached --others --exclude-standard -- \
  'src/*.c' 'src/*.h' 'tests/support/*.[ch]' ':(glob)include/quern/*.h' \
  'device/*.[ch]' 'bench/*.[ch]' 'plugin/*.[ch]' 'plugin/*.cpp' 'ggml/*.[ch]')
if [ "${1:-}" = --check ]; then
  clang-format-22 --dry-run --Werror "${files[@]}" 2>&1 |
    sed -n 's/^\([^:]*\):[0-9]*:[0-9]*: error: code should be.*/\1/p' | sort | uniq -c |
    awk '{print $2 ": not formatted, " $1 " places; make fmt"} END {exit NR > 0}'
else
  clang-format-22 -i "${files[@]}"
fi
