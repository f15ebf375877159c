#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles each public header of the corpora by itself, with a kernel behind it.

usage: headers.py BUILD [--corpus NAME...] [--match TEXT] [--jobs N]

Programs include headers that no program of ours thought of. Exit 1 when one does
not compile, 77 when the packages are not there.
"""
import argparse
import concurrent.futures
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from packages import missing, packages_of  # noqa: E402

SKIPPED = 77
COMPILE_S = 300
CUDA = ["--as", "nvcc"]
CCCL = ["cuda/*", "cuda/std/*", "cub/*.cuh", "cub/*/*.cuh", "thrust/*.h"]
HIP = ["--as", "hipcc", "-std=c++17"]
PUBLIC = {  # options, and patterns of the headers that users include
    "debian-1.17": (CUDA, ["cub/*.cuh", "cub/*/*.cuh", "thrust/*.h"]),
    "cccl-12.9": (CUDA, CCCL),
    "cccl-13.3": (CUDA, CCCL),
    "rocm": (HIP, ["rocprim/*.hpp", "rocprim/*/*.hpp", "rocrand/rocrand.h",
                   "rocrand/rocrand_kernel.h", "hiprand/hiprand.h",
                   "hiprand/hiprand_kernel.h"]),
    "hipcub": (HIP, ["hipcub/*.hpp", "hipcub/*/*.hpp"]),
}
# Where a corpus's own headers are, if in no package: Quern's hipCUB.
OWN = {"hipcub": HERE.parents[1] / "include"}


def folders(corpus):
    return [p.path for p in packages_of(corpus)
            if p.path.is_dir() and p.path.name != "bin"]


def headers(corpus):
    """(name as it is included) of each header, sorted."""
    found = set()
    own = OWN.get(corpus)
    for folder in [own] if own else folders(corpus):
        for pattern in PUBLIC[corpus][1]:
            found |= {str(path.relative_to(folder))
                      for path in folder.glob(pattern) if path.is_file()}
    return sorted(found)


def try_header(build, corpus, name):
    """None when it compiles, or the first errors."""
    options, _ = PUBLIC[corpus]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / ("one.cu" if options is CUDA else "one.hip")
        source.write_text(f"#include <{name}>\n"
                          "__global__ void k(int *p) { *p = 1; }\n")
        words = [build / "bin" / "quern", "cc", *options, "-c", "-O0", "-w",
                 "--targets=native", *[f"-I{f}" for f in folders(corpus)],
                 source, "-o", Path(folder) / "one.o"]
        try:
            done = subprocess.run(words, capture_output=True, text=True,
                                  errors="replace", timeout=COMPILE_S)
        except subprocess.TimeoutExpired:
            return f"not done in {COMPILE_S} s"
    if done.returncode == 0:
        return None
    errors = [line for line in done.stderr.splitlines() if "error" in line]
    return "\n    ".join((errors or done.stderr.splitlines())[:2])


def try_corpus(args, corpus):
    """How many headers do not compile."""
    names = [n for n in headers(corpus) if not args.match or args.match in n]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        results = pool.map(lambda n: try_header(args.build, corpus, n), names)
        for name, wrong in zip(names, results):
            if wrong:
                failed += 1
                print(f"{corpus}: {name}\n    {wrong}", flush=True)
    print(f"{corpus}: {len(names) - failed} of {len(names)} headers compile",
          flush=True)
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--corpus", nargs="+", default=list(PUBLIC),
                        choices=list(PUBLIC))
    parser.add_argument("--match", help="only headers with this in their name")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    args.build = args.build.resolve()
    present = [c for c in args.corpus if not missing(c)]
    if not present:
        print("no corpus is fetched; see tests/real/fetch.py")
        return SKIPPED
    failed = [try_corpus(args, corpus) for corpus in present]
    return 1 if any(failed) else 0


if __name__ == "__main__":
    sys.exit(main())
