#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fuzzes every target for a share of some time, starting from its corpus.
#   tools/fuzz_all.sh [SECONDS]     in all; 180 unless said
# Needs a build of PRESET=fuzz (make fuzz-all does it). What is found is kept in
# build/corpus, an input that fails in build/fuzz/found, printed in base64 too.
set -u
cd "$(dirname "$0")/.." || exit 1
seconds=${1:-180}
mapfile -t targets < <(find build/fuzz/fuzz -name 'fuzz_*' -type f -perm -1 |
  sed 's/.*fuzz_//' | LC_ALL=C sort)
[ ${#targets[@]} -gt 0 ] ||
  { echo "fuzz: no targets in build/fuzz/fuzz" >&2; exit 1; }
share=$((seconds * $(nproc) / ${#targets[@]}))
[ $share -gt 0 ] || share=1
export FUZZ_SHARE=$share FUZZ_FOUND=build/fuzz/found
FUZZ_FAILED=$(mktemp)
export FUZZ_FAILED
trap 'rm -f "$FUZZ_FAILED"' EXIT
mkdir -p $FUZZ_FOUND
# shellcheck disable=SC2016
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -n 1 bash -c '
  corpus=build/corpus/$1 log=$FUZZ_FOUND/$1.log
  mkdir -p "$corpus"
  folders=("$corpus")
  [ ! -d "tests/corpus/$1" ] || folders+=("tests/corpus/$1")
  if build/fuzz/fuzz/fuzz_$1 -max_total_time=$FUZZ_SHARE -timeout=20 \
    -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix=$FUZZ_FOUND/$1- \
    "${folders[@]}" >"$log" 2>&1; then
    printf "fuzz: %-18s %9s inputs\n" "$1" "$(sed -n \
      "s/^stat::number_of_executed_units: *//p" "$log")"
    rm -f "$log"
  else
    echo "$1" >>"$FUZZ_FAILED"
    echo "fuzz: $1 FAILED"
  fi' _
# Last, where those who keep only the end of a log find it.
while read -r name; do
  echo "fuzz: == $name"
  tail -n 40 "$FUZZ_FOUND/$name.log"
done <"$FUZZ_FAILED"
failed=$(wc -l <"$FUZZ_FAILED")
echo "fuzz: ${#targets[@]} targets, $share s each, $failed failed"
[ "$failed" -eq 0 ]
