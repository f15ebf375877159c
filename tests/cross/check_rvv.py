#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether packets of RISC-V's vectors are vector code: no lane of the kernels
of bench/cpu/kernels.cu is taken out of a register by itself.

usage: check_rvv.py QUERN SOURCE
"""
import re
import subprocess
import sys

# Moves of single lanes; what a shuffle needs is right in warp_sum.
LANES = re.compile(r"^\tv(?:fmv\.f\.s|slide|fslide|rgather)")
MASKED = {"load": re.compile(r"^\tvle32\.v\t.*v0\.t"),
          "store": re.compile(r"^\tvse32\.v\t.*v0\.t")}


def functions(text):
    """Name to lines of each function."""
    found, lines = {}, []
    for line in text.splitlines():
        label = re.match(r"([\w.$]+):", line)
        if label and not label.group(1).startswith(".L"):
            lines = found.setdefault(label.group(1), [])
        lines.append(line)
    return found


def main():
    quern, source = sys.argv[1:]
    text = subprocess.run(
        [quern, "compile", "-q", "-t", "riscv64gcv", "--emit", "asm", "-o",
         "-", source], stdout=subprocess.PIPE, check=True, text=True).stdout
    found, failed = functions(text), 0
    for name in ("saxpy", "gelu", "gelu_tanh", "stencil", "matmul", "tiled16",
                 "tiled32", "softmax", "mandelbrot"):
        lines = found[name]
        wrong = [line.strip() for line in lines if LANES.match(line)]
        vectors = sum(line.startswith("\tvset") for line in lines)
        if wrong or not vectors:
            failed += 1
            print(f"{name}: {vectors} vector settings, lane by lane: {wrong}")
    for what, pattern in MASKED.items():
        if not any(map(pattern.match, found["saxpy"])):
            failed += 1
            print(f"saxpy: no masked {what}")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
