#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs random kernels (generate.py) in packets of each width, one work-item at
a time and on stacks of their own, and compares every byte they write.

usage: run.py QUERN COMPARE [--seed N] [--sources N] [--kernels N]
              [--features barriers,warps] [--widths 8,32] [--rows] [--fiber]
              [--target NAME] [--file SOURCE]
A file has a kernel 'regression' and a line "// SHAPES: grid:block ...", and may
have one "// WIDTHS: 8,32" with those that are enough, and "// X86-64: NAME" with
the target on such machines, so that theirs are tested too that have no masks in
registers. Prints each difference and closes with "N passed, N failed".
"""
import argparse
import os
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).resolve().parent))
import generate  # noqa: E402

SHAPES = ["3:64", "2:37", "2:16,4", "1:7,3", "2:5", "1:32,8"]
TIMEOUT_S = 300


def compile_source(options, source, bundle, variant):
    engine, width, rows = variant
    env = dict(os.environ, QUERN_CPU_ENGINE=engine, QUERN_CPU_WIDTH=str(width),
               QUERN_CPU_ROWS=str(rows))
    done = subprocess.run([options.quern, "compile", str(source), "-q", "-t",
                           options.target, "--no-cache", "-O1", "-ffp-contract=off",
                           "-Wno-everything", "-o", str(bundle)], env=env,
                          capture_output=True, text=True, timeout=TIMEOUT_S)
    return None if done.returncode == 0 else done.stderr.strip()


def variants_of(options):
    """Engine, width, and whether packets of several rows are made."""
    made = [("loop", 8, 0), *(("vector", w, 0) for w in options.widths)]
    if options.rows:
        # Of random kernels, which take long to compile, those of one width.
        widths = options.widths if options.all_rows else [max(options.widths)]
        made += [("vector", w, 2) for w in widths]
    if options.fiber:
        made.append(("fiber", 8, 0))
    return made


def check_source(options, text, label, temp, kernels, shapes):
    """How many kernels write the same in all variants, and how many do not."""
    source = Path(temp) / "random.cu"
    source.write_text(text)
    bundles = []
    for variant in variants_of(options):
        name = "{}{}{}".format(*variant[:2], ".rows" * (variant[2] > 0))
        bundle = Path(temp) / f"{name}.hipfb"
        why = compile_source(options, source, bundle, variant)
        if why:
            print(f"{label} {name}: does not compile\n{why}")
            return 0, 1
        bundles.append(f"{name}={bundle}")
    done = subprocess.run([options.compare, ",".join(kernels), *shapes, "--",
                           *bundles], env=dict(os.environ, QUERN_DEVICE="cpu"),
                          capture_output=True, text=True, timeout=TIMEOUT_S)
    wrong = {line.split()[0] for line in done.stdout.splitlines()}
    for line in done.stdout.splitlines():
        print(f"{label} {line}")
    if done.returncode not in (0, 1):
        last = done.stderr.splitlines()[-1] if done.stderr else ""
        print(f"{label} {last}: exit status {done.returncode}")
        return 0, max(len(wrong), 1)
    return len(kernels) - len(wrong), len(wrong)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("quern")
    parser.add_argument("compare", help="the program of compare.c")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sources", type=int, default=1)
    parser.add_argument("--kernels", type=int, default=20)
    parser.add_argument("--features", default="")
    parser.add_argument("--widths", default="4,8,16,32")
    parser.add_argument("--fiber", action="store_true")
    parser.add_argument("--rows", action="store_true")
    parser.add_argument("--target", default="native",
                        help="one that this machine runs")
    parser.add_argument("--file", type=Path)
    options = parser.parse_args()
    options.widths = [int(w) for w in options.widths.split(",")]
    features = options.features.split(",")
    flags = SimpleNamespace(barriers="barriers" in features,
                            warps="warps" in features)
    options.all_rows = options.file is not None
    passed = failed = 0
    kernels = [f"k{i}" for i in range(options.kernels)]
    with tempfile.TemporaryDirectory() as temp:
        if options.file:
            text = options.file.read_text()
            target = re.search(r"^// X86-64: (.*)$", text, re.M)
            if target and platform.machine() == "x86_64":
                options.target = target.group(1)
            widths = re.search(r"^// WIDTHS: (.*)$", text, re.M)
            if widths:
                options.all_rows = False
                options.widths = [int(w) for w in widths.group(1).split(",")]
            shapes = re.search(r"^// SHAPES: (.*)$", text, re.M).group(1)
            passed, failed = check_source(options, text, options.file.name,
                                          temp, ["regression"], shapes.split())
        else:
            for seed in range(options.seed, options.seed + options.sources):
                text = generate.generate(seed, options.kernels, flags)
                good, bad = check_source(options, text, f"seed {seed}", temp,
                                         kernels, SHAPES)
                passed += good
                failed += bad
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
