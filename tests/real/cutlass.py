#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds CUTLASS's examples with Quern as their nvcc and runs them on the CPU;
they compare their results with references of CUTLASS's own.

usage: cutlass.py BUILD [--only NAME...] [--jobs N]

The examples are those of cutlass.txt; sizes in their sources become small. Exits
with 1 when one is not right, with 77 without the package (fetch.py).
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent / "support"))
from packages import missing, packages  # noqa: E402
from sanitized import environment  # noqa: E402

SKIPPED = 77
ARGUMENTS = {"G": "--m=128 --n=128 --k=64 --iterations=1".split(),
             "C": ("--n=1 --h=8 --w=8 --c=32 --k=32 --r=3 --s=3 --iterations=1 "
                   "--ref-check=true").split()}
# Sizes as the examples write them: a product of thousands takes a CPU minutes.
SIZES = re.compile(r"((?:length_[mnk]|problem_size_[mnk]|(?:const int|int const)"
                   r" [mnk]) = )\d+")
LIMIT_S = 600


def rows():
    lines = (HERE / "cutlass.txt").read_text().splitlines()
    return [line.split() for line in lines if line and line[0] != "#"]


def is_right(done):
    if done.returncode or re.search(r"(?i)incorrect|failed", done.stdout):
        return False
    error = re.search(r"3xTF32 error with FP64 reference : (\S+)", done.stdout)
    return float(error[1]) < 1e-5 if error else "Passed" in done.stdout


def run(build, words):
    return subprocess.run(words, stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.STDOUT, timeout=LIMIT_S,
                          env={**os.environ, **environment(build)})


def try_one(build, root, source, arguments):
    """None when it is right, else what was wrong."""
    source = root / "examples" / source
    size = next((a for a in arguments if a.isdigit()), "128")
    folders = [root / "include", root / "tools/util/include",
               root / "examples/common", source.parent]
    with tempfile.TemporaryDirectory() as folder:
        small, program = Path(folder) / source.name, Path(folder) / "program"
        small.write_text(SIZES.sub(rf"\g<1>{size}", source.read_text()))
        done = run(build, [
            build / "lib/quern/toolkit/bin/nvcc", "-std=c++17", "-O1",
            "--expt-relaxed-constexpr", "-w", "-arch=sm_80",
            "--targets=native",
            *[f"-I{f}" for f in folders], small, "-o", program])
        if done.returncode:
            return "does not compile: " + done.stdout[-2000:]
        done = run(build, [
            program, *[w for a in arguments if a in ARGUMENTS
                      for w in ARGUMENTS[a]]])
        return None if is_right(done) else \
            f"exit {done.returncode}: {done.stdout[-2000:]}"


def timed(build, root, row):
    start = time.monotonic()
    try:
        wrong = try_one(build, root, row[0], row[1:])
    except subprocess.TimeoutExpired as late:
        wrong = f"not done in {LIMIT_S} s: {late.cmd[0]}"
    took = time.monotonic() - start
    print(f"{Path(row[0]).stem} ({took:.0f} s): {wrong or 'right'}", flush=True)
    return wrong is None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("--only", nargs="+")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    if missing("cutlass"):
        print("CUTLASS is not there: fetch.py")
        return SKIPPED
    root = next(p.path for p in packages() if p.corpus == "cutlass")
    chosen = [r for r in rows()
              if not args.only or Path(r[0]).stem in args.only]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        right = list(pool.map(
            lambda r: timed(args.build.resolve(), root, r), chosen))
    print(f"cutlass: {sum(right)} of {len(right)} right")
    return 0 if all(right) and right else 1


sys.exit(main())
