#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# make_libdevice.sh LLVM-BIN QUERN MATHS CLC SOURCE OUTPUT: libdevice.10.bc, a module
# of bitcode for NVIDIA's GPUs with nothing undefined, of device/nvvm and what that
# calls of our maths library (maths-nvidia.bc), and of libclc (nvptx64--.bc) for what
# that lacks. Without CLC, bitcode for CPUs as our compiler takes it: not
# optimised, with calls of its device libraries.
set -euo pipefail
bin=$1 quern=$2 maths=$3 clc=$4 source=$5 output=$6
target=x86-64
[ -z "$clc" ] || target=sm_75
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$quern" cc -x cu --genco -rdc=true "--targets=$target" \
  -o "$folder/all.hipfb" "$source"
"$quern" bundle extract --target "$target" -o "$folder/all.bc" \
  "$folder/all.hipfb" 2>"$folder/said" || { cat "$folder/said" >&2; exit 1; }
mkdir -p "$(dirname "$output")"
if [ -z "$clc" ]; then
  "$bin/opt" -strip-debug -passes=globaldce "$folder/all.bc" -o "$output"
  exit
fi
# It is the same for all machines, and is said to be for one; what may not know
# C's functions would not be inlined.
"$bin/llvm-dis" "$maths" -o - |
  sed -e '/^target /d' -e 's/"no-builtins"//' -e 's/"tune-cpu"="[^"]*"//g' |
  "$bin/llvm-as" -o "$folder/maths.bc"
"$bin/llvm-link" --suppress-warnings --internalize --only-needed "$folder/all.bc" \
  "$folder/maths.bc" "$clc" -o "$folder/linked.bc"
# Callers are of any GPU, and only take in what is of none.
"$bin/opt" -strip-debug -passes='default<O2>' -S "$folder/linked.bc" |
  sed -e 's/"target-cpu"="[^"]*"//g' -e 's/"target-features"="[^"]*"//g' |
  "$bin/llvm-as" -o "$output"
