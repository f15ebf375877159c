#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The demo: one source, ten targets, one bundle; what is in it; and every kernel
# on the CPU against a reference in double precision.
#   tools/demo.sh [build folder]
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/dev}
quern=$build/bin/quern
out=$build/demo
targets=x86-64-v3,aarch64,riscv64,riscv32,gfx90a,gfx942,gfx1100,sm_80,sm_90,spirv64
# One more where none of these runs on this machine.
extra=$("$quern" targets --format json | python3 -c '
import json, sys
rows = json.load(sys.stdin)
here = {row["name"] for row in rows["targets"] if row["runs_here"]}
print("" if here & set(sys.argv[1].split(",")) else "," + rows["native"])' "$targets")
targets=$targets$extra
mkdir -p "$out"

say() { printf '\n$ %s\n' "$*"; }
say quern compile examples/demo.cu -t "$targets" -o demo.hipfb
"$quern" compile examples/demo.cu -t "$targets" -o "$out/demo.hipfb"
say quern bundle list demo.hipfb
"$quern" bundle list "$out/demo.hipfb"
say quern inspect demo.hipfb --target gfx942
"$quern" inspect "$out/demo.hipfb" --target gfx942
say quern run demo.hipfb saxpy -g 16 -b 256 i32=4096 f32=2 'f32[4096]=iota' \
  'f32[4096]=fill:1' --print 8
"$quern" run "$out/demo.hipfb" saxpy -g 16 -b 256 i32=4096 f32=2 \
  'f32[4096]=iota' 'f32[4096]=fill:1' --print 8
say demo_check demo.hipfb
"$build/bin/demo_check" "$out/demo.hipfb"
