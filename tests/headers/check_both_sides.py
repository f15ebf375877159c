#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What CUDA declares for both sides (both_sides.txt) can be called on both.

usage: check_both_sides.py QUERN
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
HEADERS = ("cuda_runtime.h", "cuComplex.h", "cuda_fp16.h", "cuda_bf16.h",
           "cuda_fp8.h", "cuda_fp6.h", "cuda_fp4.h")
# Of long double, which kernels do not have.
HOST_ONLY = ("__signbitl", "__finitel", "__isinfl", "__isnanl")


def calls():
    for line in (HERE / "both_sides.txt").read_text().splitlines():
        found = re.fullmatch(r"(\w+)\((.*)\)", line)
        if found:
            types = [t for t in found[2].split(", ") if t]
            yield found[1], f"(void)::{found[1]}(" + ", ".join(
                f"value<{t}>()" for t in types) + ");"


def main():
    lines = list(calls())
    text = "".join(f"#include <{h}>\n" for h in HEADERS) + (
        "template <class T> __host__ __device__ T value();\n"
        "void on_the_host() {\n" + "\n".join(c for _, c in lines) + "\n}\n"
        "__device__ void on_the_device() {\n" +
        "\n".join(c for n, c in lines if n not in HOST_ONLY) + "\n}\n")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "sides.cu"
        source.write_text(text)
        done = subprocess.run(
            [sys.argv[1], "cc", "-c", "-O0", "-ferror-limit=0", source, "-o",
             source.with_suffix(".o")], capture_output=True, text=True)
    wrong = re.findall(r"error: .*", done.stderr)
    for text in wrong:
        print("FAIL", text)
    print(f"{len(lines)} functions on both sides, {len(wrong)} errors")
    return 1 if wrong or done.returncode or len(lines) < 700 else 0


sys.exit(main())
