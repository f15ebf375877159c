#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The shipped mul_mat on the CPU, beside OpenBLAS and a scalar loop.

  ggml.py BUILD [--size N] [--rounds N]

Products of N by N matrices (default 1024), on one CPU and on two: f32 by Quern
and by OpenBLAS (libopenblas-dev), and q4_0 by f32 by Quern and by a plain loop
in C (gcc -O3 -march=native, one thread). Each round measures all of them in
turns, in processes with as many CPUs; the table has medians and, what is worth
comparing, the ratios. A table on standard error, one JSON object on standard
output.
"""
import argparse
import array
import ctypes
import ctypes.util
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "ggml"))
# pylint: disable=wrong-import-position
from harness import Case, CpuModule, Tensor, compile_cases
from numbers_of import QUANTS, random_block

# dst[n][m] = sum over k of the blocks of row m times row n of b.
SCALAR = r"""
#include <stdint.h>
#include <string.h>
static float half(uint16_t h) { _Float16 f; memcpy(&f, &h, 2); return f; }
struct block { uint16_t d; uint8_t q[16]; };
void scalar(float *dst, const struct block *a, const float *b, int size) {
  for (int n = 0; n < size; ++n)
    for (int m = 0; m < size; ++m) {
      float sum = 0;
      for (int k = 0; k < size / 32; ++k) {
        const struct block *x = &a[m * (size / 32) + k];
        const float *y = &b[n * size + 32 * k];
        const float d = half(x->d);
        for (int i = 0; i < 16; ++i) {
          sum += d * ((x->q[i] & 15) - 8) * y[i];
          sum += d * ((x->q[i] >> 4) - 8) * y[i + 16];
        }
      }
      dst[n * size + m] = sum;
    }
}
"""


class Bench:
    """What one process measures, on the CPUs that it has."""

    def __init__(self, build, size, folder):
        self.size = size
        rng = random.Random(1)
        self.a = self.numbers(rng)
        self.b = self.numbers(rng)
        blocks = [random_block("q4_0", rng) for _ in range(256)]
        row = size // QUANTS["q4_0"][1]
        raw = b"".join(rng.choice(blocks) for _ in range(size * row))
        self.q = ctypes.create_string_buffer(raw, len(raw))
        self.c = (ctypes.c_float * (size * size))()
        square = Tensor("f32", (size, size))
        self.cases = {
            "f32": Case("mul_mat", "mul_mat", square, square, square),
            "q4_0": Case("mul_mat", "mul_mat", square,
                         Tensor("q4_0", (size, size)), square)}
        self.module = CpuModule(build, compile_cases(
            build, list(self.cases.values()), "native", folder))
        path = pathlib.Path(folder) / "scalar.c"
        path.write_text(SCALAR)
        subprocess.run(["gcc", "-O3", "-march=native", "-shared", "-fPIC",
                        path, "-o", path.with_suffix(".so")], check=True)
        self.scalar = ctypes.CDLL(str(path.with_suffix(".so"))).scalar

    def numbers(self, rng):
        row = array.array("f", (rng.uniform(-1, 1) for _ in range(self.size)))
        rows = array.array("f")
        for i in range(self.size):
            rows.extend(row[i:] + row[:i])
        return (ctypes.c_float * len(rows)).from_buffer(rows)

    def launch(self, name):
        """Seconds of a product by Quern."""
        first = self.q if name == "q4_0" else self.a
        pointers = [ctypes.addressof(x) for x in (self.c, first, self.b)]
        start = time.perf_counter()
        self.module.start(self.cases[name], pointers)
        return time.perf_counter() - start

    def openblas(self, library, threads):
        """The same by sgemm: columns of dst are rows of b by rows of a."""
        library.openblas_set_num_threads(threads)
        n, one, zero = self.size, ctypes.c_float(1), ctypes.c_float(0)
        start = time.perf_counter()
        # Column-major, A transposed, B not: the layout that mul_mat has.
        library.cblas_sgemm(102, 112, 111, n, n, n, one, self.a, n, self.b, n,
                            zero, self.c, n)
        return time.perf_counter() - start

    def plain(self):
        start = time.perf_counter()
        self.scalar(self.c, self.q, self.b, self.size)
        return time.perf_counter() - start


def measure(options, folder):
    """In a process of its own: a JSON line for each round."""
    bench = Bench(options.build, options.size, folder)
    found = ctypes.util.find_library("openblas")
    library = ctypes.CDLL(found) if found else None
    for i in range(options.rounds + 1):
        row = {"quern_f32": bench.launch("f32"), "quern_q4_0": bench.launch("q4_0")}
        if library:
            row["openblas_f32"] = bench.openblas(library, options.cpus)
        if options.cpus == 1:
            row["scalar_q4_0"] = bench.plain()
        if i: # the first one warms up
            print(json.dumps(row), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("--size", type=int, default=1024)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cpus", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.cpus:
        with tempfile.TemporaryDirectory() as folder:
            measure(options, folder)
        return
    result, cpus = {"size": options.size}, sorted(os.sched_getaffinity(0))
    for count in (1, 2) if len(cpus) > 1 else (1,):
        done = subprocess.run(
            ["taskset", "-c", ",".join(map(str, cpus[:count])), sys.executable,
             "-B", __file__, options.build, "--cpus", str(count), "--size",
             str(options.size), "--rounds", str(options.rounds)],
            capture_output=True, text=True, check=True)
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        for name in rows[0]:
            result[f"{name}_{count}"] = statistics.median(r[name] for r in rows)
    work = 2 * options.size ** 3
    print(f"{'':24}{'ms':>10}{'Gflop/s':>10}", file=sys.stderr)
    for name, seconds in result.items():
        if name != "size":
            print(f"{name:24}{seconds * 1e3:10.1f}{work / seconds / 1e9:10.1f}",
                  file=sys.stderr)
    ratios = [(f"openblas_f32_{n}", f"quern_f32_{n}") for n in (1, 2)]
    ratios += [("scalar_q4_0_1", f"quern_q4_0_{n}") for n in (1, 2)]
    for other, ours in ratios:
        if other in result and ours in result:
            ratio = result[other] / result[ours]
            result[f"{ours}_by_{other}"] = ratio
            print(f"{ours} does {ratio:.3f} of {other}", file=sys.stderr)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
