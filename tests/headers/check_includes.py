#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The header names of CUDA's toolkit (cuda_names.txt) and of HIP (hip_names.txt) are
there, and programs that include them compile: many at a time, in two orders; with
--alone each by itself.

usage: check_includes.py QUERN [--alone]
"""
import concurrent.futures
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
INCLUDE = HERE.parent.parent / "include"
LISTS = [("cuda_names.txt", INCLUDE / "cuda", ".cu"),
         ("hip_names.txt", INCLUDE, ".hip")]
BATCHES = 8
APART = ["cublas.h"]  # its functions have the names of cublas_v2.h's


def rows(path):
    """Triples of a name, a mark and a reason."""
    for line in path.read_text().splitlines():
        if line and not line.startswith("#"):
            name, mark, why = (line.split(" ", 2) + ["", ""])[:3]
            yield name, mark, why


def compile_all(quern, names, source):
    """What is wrong, if anything."""
    source.write_text("".join(f"#include <{name}>\n" for name in names) +
                      "__global__ void kernel(int *p) { *p = 1; }\n")
    done = subprocess.run([quern, "cc", "-c", "-O0", source, "-o",
                           source.with_suffix(".o")], capture_output=True,
                          text=True)
    return None if done.returncode == 0 else \
        f"{' '.join(names)}:\n{done.stderr[:2000]}"


def batches(names, alone):
    if alone:
        return [[name] for name in names]
    several = [name for name in names if name not in APART]
    shuffled = random.Random(5).sample(several, len(several))
    return [order[i::BATCHES] for order in (several, shuffled)
            for i in range(BATCHES)] + [[n] for n in APART if n in names]


def check_names(list_name, folder):
    """The names that are to compile, what is wrong, and how many are excepted."""
    wrong, wanted, extra = [], [], 0
    for name, mark, why in rows(HERE / list_name):
        there = (folder / name).exists()
        if mark in ("-", "?") and not why:
            wrong.append(f"{name}: no reason")
        if there != (mark != "-"):
            wrong.append(f"{name}: is {'' if there else 'not '}there")
        elif not mark:
            wanted.append(name)
        else:
            extra += 1
    return wanted, wrong, extra


def main():
    failures = 0
    for list_name, folder, suffix in LISTS:
        wanted, wrong, extra = check_names(list_name, folder)
        lists = batches(wanted, "--alone" in sys.argv)
        with tempfile.TemporaryDirectory() as work, \
                concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            wrong += filter(None, pool.map(
                lambda pair: compile_all(
                    sys.argv[1], pair[1],
                    Path(work) / f"all{pair[0]}{suffix}"),
                enumerate(lists)))
        for text in wrong:
            print("FAIL", text)
        failures += len(wrong)
        print(f"{list_name}: {len(wanted)} compile, {extra} are excepted")
    return 1 if failures else 0


sys.exit(main())
