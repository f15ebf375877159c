#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What host and a device of 32 bits see differently: the compiler warns of data
behind pointers, and launches refuse structs by value and values that do not fit.

usage: widths.py BUILD
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

QUERN = Path(sys.argv[1]).resolve() / "bin" / "quern"
SAME = """typedef unsigned long long wide;
struct pair { int a; float b; };
__global__ void same(float *x, const pair *p, wide *w, size_t n, void *v) {}
"""
OTHER = SAME + """typedef size_t counted;
struct row { float *values; };
template <typename T> __global__ void one(T *x, int by) { x[by] = T(); }
template __global__ void one(row *x, int by);
template __global__ void one(long *x, int by);
__global__ void two(float *x, counted *n) {}
"""
REFUSED = """#include <cstdio>
typedef size_t counted;
struct holder { counted n; float x; };
struct nested { holder h[2]; };
__global__ void by_struct(holder h) {}
__global__ void by_nested(nested n) {}
__global__ void by_value(counted n) {}
static void say() { std::puts(cudaGetErrorName(cudaGetLastError())); }
int main() {
  by_struct<<<1, 1>>>({1, 2});
  say();
  by_nested<<<1, 1>>>({});
  say();
  by_value<<<1, 1>>>((size_t)1 << 32);
  say();
  by_value<<<1, 1>>>(0xffffffff);
  say();
}
"""
SAID = ["cudaErrorNotSupported", "cudaErrorNotSupported",
        "cudaErrorInvalidValue", "cudaSuccess"]
failures = []


def check(what, condition, text):
    if not condition:
        failures.append(what)
        print(f"FAILED {what}\n{text}")


def warnings(folder, source, target):
    (folder / "kernel.cu").write_text(source)
    done = subprocess.run([QUERN, "compile", "kernel.cu", "--no-cache", "-t",
                           target, "-o", os.devnull], cwd=folder, text=True,
                          capture_output=True)
    check(f"{target}: it compiles", done.returncode == 0, done.stderr)
    return [line for line in done.stderr.splitlines() if "warning:" in line]


def check_warnings(folder, target):
    found = warnings(folder, SAME, target)
    check(f"{target}: what both see alike", not found, found)
    found = warnings(folder, OTHER, target)
    check(f"{target}: what they see differently", len(found) == 1 and
          "argument 0 of 'void one<row>(row*, int)' is 'row*'" in found[0] and
          f"32 bits on {target}" in found[0] and
          "2 more kernels" in found[0], found)


def check_launches(folder, target, device):
    (folder / "refused.cu").write_text(REFUSED)
    done = subprocess.run([QUERN, "cc", "refused.cu", f"--targets={target}",
                           "-o", "refused"], cwd=folder, text=True,
                          capture_output=True)
    check(f"{target}: the program compiles", done.returncode == 0, done.stderr)
    done = subprocess.run([folder / "refused"], text=True, capture_output=True,
                          env=dict(os.environ, QUERN_DEVICE=device))
    check(f"{target}: what launches refuse", done.stdout.split() == SAID,
          done.stdout + done.stderr)


def main():
    for target, device in (("vortex-rv32", "vortex-sim:1"),
                           ("vortex-rv32-v3", "vortex-sim:3")):
        with tempfile.TemporaryDirectory() as temp:
            check_warnings(Path(temp), target)
            check_launches(Path(temp), target, device)
    with tempfile.TemporaryDirectory() as temp:
        found = warnings(Path(temp), OTHER, "vortex-rv64")
        check("no warning where both have 64 bits", not found, found)
    print(f"{len(failures)} failed")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
