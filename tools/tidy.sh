#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clang-tidy over the sources. What it finds beyond tools/tidy_known.txt fails.
#   tools/tidy.sh [--known] [BUILD-FOLDER [SECONDS]]
# With SECONDS no file is begun after that time: the files that the last 30
# commits changed come first, then the others, from another one every day. Says
# how many of all were checked. --known writes the list of what is known anew.
set -u
cd "$(dirname "$0")/.." || exit 1
known=
[ "${1:-}" != --known ] || { known=1; shift; }
build=${1:-build/dev}
seconds=${2:-}
command -v clang-tidy-22 >/dev/null ||
  { echo "tidy: no clang-tidy-22; bash tools/setup.sh --lint" >&2; exit 3; }
[ -e "$build/compile_commands.json" ] ||
  { echo "tidy: no $build/compile_commands.json; make" >&2; exit 3; }

mapfile -t all < <(git ls-files 'src/*.c')
# A clone may be shallow: then its oldest commit is as far as this goes.
since=$(git rev-list -n 31 HEAD | tail -n 1)
mapfile -t files < <(
  {
    git diff --name-only --diff-filter=d "$since" -- 'src/*.c'
    printf '%s\n' "${all[@]}" |
      awk -v from=$((10#$(date +%j) * 37 % ${#all[@]})) '
        {line[NR] = $0}
        END {for (i = 0; i < NR; ++i) print line[(i + from) % NR + 1]}'
  } | awk '!seen[$0]++')

said=$(mktemp -d)
trap 'rm -rf "$said"' EXIT
export TIDY_BUILD=$build TIDY_SAID=$said
export TIDY_END=$(($(date +%s) + ${seconds:-1000000}))
# Files that GCC alone compiles with flags clang does not know are still fine.
# shellcheck disable=SC2016
printf '%s\0' "${files[@]}" | xargs -0 -P "$(nproc)" -n 1 bash -c '
  [ "$(date +%s)" -lt "$TIDY_END" ] || exit 0
  clang-tidy-22 --quiet -p "$TIDY_BUILD" \
    --extra-arg=-Wno-unknown-warning-option "$1" 2>/dev/null \
    >"$TIDY_SAID/${1//\//,}"' _

# A finding in a header is told for every source that includes it.
find "$said" -type f -exec grep -hE ' (warning|error): .*\[[a-zA-Z0-9.,-]+\]$' {} + |
  sed "s#^$PWD/##" | LC_ALL=C sort -u >"$said.found"
trap 'rm -rf "$said" "$said.found"' EXIT
count() { # lines "file check count": files by name alone, since they may move
  sed -E 's#^(.*/)?([^/:]+):.*\[([a-zA-Z0-9.-]+)[^]]*\]$#\2 \3#' "$said.found" |
    LC_ALL=C sort | uniq -c | awk '{print $2, $3, $1}'
}
if [ -n "$known" ]; then
  {
    echo "# What clang-tidy finds and nobody has looked into yet, or what its analyser"
    echo "# takes for possible and is not: file, check, how often. The list may only"
    echo "# become shorter. Written by tools/tidy.sh --known."
    count
  } >tools/tidy_known.txt
fi
new=$(awk '
  FILENAME == ARGV[1] {if (!/^#/) known[$1 " " $2] = $3; next}
  $3 > known[$1 " " $2] {print $1, $2}' tools/tidy_known.txt <(count))
while read -r file check; do
  [ -n "$file" ] && grep -E "(^|/)$file:.*\[$check[],]" "$said.found"
done <<<"$new"
echo "tidy: $(find "$said" -type f | wc -l) of ${#files[@]} files," \
  "$(wc -l <"$said.found") findings, $(grep -c . <<<"$new") kinds of them new"
[ -z "$new" ]
