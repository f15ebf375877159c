#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether packets of machines with masks are vector code: no lane of the
kernels of bench/cpu/kernels.cu is taken out of a register by itself. And which
widths a kernel has: those that tell rows apart and are small, a second one.

usage: check_vectors.py QUERN SOURCE TARGET...
"""
import re
import subprocess
import sys
from types import SimpleNamespace

# Moves of single lanes (what a shuffle needs is right in warp_sum), accesses
# with a mask, what every loop of vectors has, and names of kernels in other
# widths. Arm takes the edge of a matrix lane by lane, one mask for four rows.
RVV = SimpleNamespace(
    lanes=re.compile(r"^\tv(?:fmv\.f\.s|slide|fslide|rgather)"),
    masked={"load": re.compile(r"^\tvle32\.v\t.*v0\.t"),
            "store": re.compile(r"^\tvse32\.v\t.*v0\.t")},
    vector=re.compile(r"^\tvset"),
    kernels=("saxpy gelu gelu_tanh stencil stencil.w16 matmul matmul.w16 "
             "tiled16 tiled32 softmax mandelbrot"),
    useless="saxpy.w8 mandelbrot.w16 stencil.w8")
SVE = SimpleNamespace(
    lanes=re.compile(r"^\t(?:umov|smov|last[ab])\t"),
    masked={"load": re.compile(r"^\tld1w\t.*p\d+/z"),
            "store": re.compile(r"^\tst1w\t.*p\d+,")},
    vector=re.compile(r"^\t\w+\t.*\bz\d+\.s"),
    kernels="saxpy gelu gelu_tanh stencil tiled16 tiled32 mandelbrot",
    useless="")
MACHINES = {"riscv64gcv": RVV, "aarch64-sve256": SVE, "aarch64-sve512": SVE}


def functions(text):
    """Name to lines of each function."""
    found, lines = {}, []
    for line in text.splitlines():
        label = re.match(r"([\w.$]+):", line)
        if label and not label.group(1).startswith(".L"):
            lines = found.setdefault(label.group(1), [])
        lines.append(line)
    return found


def check(machine, found):
    """What is wrong, a line each."""
    for name in machine.kernels.split():
        lines = found[name]
        wrong = [line.strip() for line in lines if machine.lanes.match(line)]
        vectors = sum(map(bool, map(machine.vector.match, lines)))
        if wrong or not vectors:
            yield f"{name}: {vectors} of vectors, lane by lane: {wrong}"
    for name in machine.useless.split():
        if name in found:
            yield f"{name} is not worth having"
    for what, pattern in machine.masked.items():
        if not any(map(pattern.match, found["saxpy"])):
            yield f"saxpy: no masked {what}"


def main():
    quern, source, *targets = sys.argv[1:]
    failed = 0
    for target in targets:
        text = subprocess.run(
            [quern, "compile", "-q", "-t", target, "--emit", "asm", "-o", "-",
             source], stdout=subprocess.PIPE, check=True, text=True).stdout
        for why in check(MACHINES[target], functions(text)):
            failed += 1
            print(f"{target}, {why}")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
