#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The shipped kernels (kernels/) as AMD's machine code, simulated, by the tests and
references of tests/ggml: products through MFMA and WMMA where the chip has them.

usage: ggml.py BUILD [--chip NAME] [--suite NAME...] [--long]

Exits with 1 when a case is wrong, with 77 where the simulator is not built.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SKIPPED = 77
SUITES = ("unary", "binary", "quants", "mul_mat")
LAST = re.compile(r"(\d+) passed, (\d+) failed")


def call(args, suite, *words, **environment):
    done = subprocess.run(
        [sys.executable, "-B", str(HERE.parent / "ggml" / "run.py"),
         str(args.build), suite, *words, *(["--long"] if args.long else [])],
        env=dict(os.environ, **environment), capture_output=True, text=True)
    return done.stdout.strip().splitlines(), done


def run(args, suite):
    """Cases right, and lines that say what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        _, done = call(args, suite, "--prepare", folder, "--target", args.chip)
        if done.returncode:
            return 0, [f"does not compile: {done.stdout}{done.stderr}"]
        lines, done = call(args, suite, "--prepared", folder,
                           QUERN_DEVICE=f"amdsim:{args.chip}")
    last = LAST.fullmatch(lines[-1]) if lines else None
    if not last:
        return 0, [f"came to no end: {done.stdout}{done.stderr}"]
    wrong = lines[:-1]
    if int(last[2]) > len(wrong):
        wrong.append(f"{last[2]} failures, of which not all are named")
    return int(last[1]), wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--chip", default="gfx1100")
    parser.add_argument("--suite", nargs="+", default=SUITES, choices=SUITES)
    parser.add_argument("--long", action="store_true")
    args = parser.parse_args()
    if not (args.build / "lib" / "quern" / "libquern-amdsim.so").exists():
        print("the simulator is not built")
        return SKIPPED
    failed = False
    for suite in args.suite:
        right, wrong = run(args, suite)
        for line in wrong:
            print(f"WRONG {line}")
        print(f"{suite} on {args.chip}: {right} right, {len(wrong)} wrong", flush=True)
        failed |= bool(wrong)
    return failed


if __name__ == "__main__":
    sys.exit(main())
