#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs random kernels (generate.py) in packets of each width, one work-item at
a time and on stacks of their own, and compares every byte they write.

usage: run.py QUERN [--seed N] [--sources N] [--kernels N]
                    [--features barriers,warps] [--widths 8,32] [--fiber]
                    [--file SOURCE]
A file has a kernel 'regression' and a line "// SHAPES: grid:block ...". Prints each difference and closes with "N passed, N failed".
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).resolve().parent))
import generate  # noqa: E402

SHAPES = [("3", "64"), ("2", "37"), ("2", "16,4"), ("1", "7,3"), ("2", "5")]
TIMEOUT_S = 300


def compile_source(quern, source, bundle, engine, width):
    env = dict(os.environ, QUERN_CPU_ENGINE=engine, QUERN_CPU_WIDTH=str(width))
    done = subprocess.run([quern, "compile", str(source), "-q", "-t", "native",
                           "-ffp-contract=off", "-Wno-everything", "-o", str(bundle)], env=env,
                          capture_output=True, text=True, timeout=TIMEOUT_S)
    return None if done.returncode == 0 else done.stderr.strip()


def results(quern, bundle, kernel, shape, folder):
    """All that a launch writes, or a message."""
    grid, block = shape
    items = int(grid)
    for part in block.split(","):
        items *= int(part)
    done = subprocess.run(
        [quern, "run", str(bundle), kernel, "--device", "cpu", "-g", grid,
         "-b", block, "u32[1024]=rand:7", "f32[1024]=iota",
         f"u32[{2 * items * generate.ITEMS}]=zero", "u32[256]=zero", "u32=120",
         "--dump", str(folder)], capture_output=True, text=True,
        timeout=TIMEOUT_S)
    if done.returncode:
        return f"exit status {done.returncode}: {done.stderr.strip()}"
    return b"".join(p.read_bytes() for p in sorted(Path(folder).iterdir()))


def check_source(options, text, label, temp, cases):
    """`cases` are pairs of a kernel and a shape."""
    source = Path(temp) / "random.cu"
    source.write_text(text)
    variants = [("loop", 8), *(("vector", w) for w in options.widths)]
    if options.fiber:
        variants.append(("fiber", 8))
    bundles = []
    for engine, width in variants:
        bundle = Path(temp) / f"{engine}{width}.hipfb"
        why = compile_source(options.quern, source, bundle, engine, width)
        if why:
            print(f"{label} {engine} {width}: does not compile\n{why}")
            return 0, 1
        bundles.append(bundle)
    passed = failed = 0
    for name, shape in cases:
        wanted = None
        for (engine, width), bundle in zip(variants, bundles):
            with tempfile.TemporaryDirectory(dir=temp) as folder:
                got = results(options.quern, bundle, name, shape, folder)
            if wanted is None:
                wanted = got
            if isinstance(got, str) or got != wanted:
                failed += 1
                why = got if isinstance(got, str) else "differs"
                print(f"{label} {name} shape {shape} {engine} {width}: {why}")
                break
        else:
            passed += 1
    return passed, failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("quern")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sources", type=int, default=1)
    parser.add_argument("--kernels", type=int, default=20)
    parser.add_argument("--features", default="")
    parser.add_argument("--widths", default="4,8,16,32")
    parser.add_argument("--fiber", action="store_true")
    parser.add_argument("--file", type=Path)
    options = parser.parse_args()
    options.widths = [int(w) for w in options.widths.split(",")]
    features = options.features.split(",")
    flags = SimpleNamespace(barriers="barriers" in features,
                            warps="warps" in features)
    passed = failed = 0
    cases = [(f"k{i}", SHAPES[(i + options.seed) % len(SHAPES)])
             for i in range(options.kernels)]
    with tempfile.TemporaryDirectory() as temp:
        if options.file:
            text = options.file.read_text()
            shapes = re.search(r"^// SHAPES: (.*)$", text, re.M).group(1)
            cases = [("regression", tuple(shape.split(":")))
                     for shape in shapes.split()]
            passed, failed = check_source(options, text, options.file.name,
                                          temp, cases)
            print(f"{passed} passed, {failed} failed")
            return failed != 0
        for seed in range(options.seed, options.seed + options.sources):
            text = generate.generate(seed, options.kernels, flags)
            good, bad = check_source(options, text, f"seed {seed}", temp,
                                     cases)
            passed += good
            failed += bad
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
