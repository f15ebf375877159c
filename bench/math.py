#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Time of mathematical functions per element on one core, in vectors: quern's,
with and without -ffast-math, the C library's one after another, and glibc's
vectors (libmvec, up to 4 ulp) where clang knows them.

usage: math.py BUILD [--before BUILD] [--clang CLANG] [--target NAME] [--json]

64 K elements in the second-level cache, again and again; processor time of the
best of 7 runs, in nanoseconds. --before: a build of quern to compare with.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

# name, type, range of the first argument and of the second
FUNCTIONS = [
    ("expf", "float", -80, 80, None), ("logf", "float", 1e-3, 1e6, None),
    ("sinf", "float", -100, 100, None), ("cosf", "float", -100, 100, None),
    ("tanf", "float", -100, 100, None), ("tanhf", "float", -5, 5, None),
    ("erff", "float", -4, 4, None), ("powf", "float", 0.01, 20, (-8, 8)),
    ("cbrtf", "float", -1e6, 1e6, None), ("atanf", "float", -20, 20, None),
    ("tgammaf", "float", 0.1, 30, None), ("lgammaf", "float", 0.1, 30, None),
    ("exp", "double", -700, 700, None), ("log", "double", 1e-3, 1e6, None),
    ("sin", "double", -100, 100, None), ("cos", "double", -100, 100, None),
    ("tanh", "double", -5, 5, None), ("erf", "double", -4, 4, None),
    ("pow", "double", 0.01, 20, (-80, 80)),
]
COUNT, RUNS = 1 << 16, 7
MAIN = """
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}
static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}
"""
MEASURE = """{
    for (int i = 0; i < COUNT; ++i) {
      x_%(t)s[i] = (%(t)s)(%(lo)r + (%(hi)r - %(lo)r) * rand() / RAND_MAX);
      y_%(t)s[i] = (%(t)s)(%(lo2)r + (%(hi2)r - %(lo2)r) * rand() / RAND_MAX);
    }
    UP_%(t)s
    double times[RUNS];
    int again = 1;
    for (int run = -1; run < RUNS; ++run) {
      const double start = now();
      for (int k = 0; k < again; ++k)
        RUN(%(n)s, %(t)s);
      const double spent = now() - start;
      if (run >= 0)
        times[run] = spent / again / COUNT;
      else
        again = 1 + (int)(2e7 / spent);
    }
    qsort(times, RUNS, sizeof(double), compare);
    printf("%(n)s %%g\\n", times[0]);
  }
"""


def call(name, second):
    return f"{name}(x[i], y[i])" if second else f"{name}(x[i])"


def body():
    parts = []
    for name, kind, low, high, second in FUNCTIONS:
        low2, high2 = second or (0, 1)
        parts.append(MEASURE % {"n": name, "t": kind, "lo": float(low),
                                "hi": float(high), "lo2": float(low2),
                                "hi2": float(high2)})
    return "int main(void) {\n" + "".join(parts) + "  return 0;\n}\n"


def cuda_source():
    text = MAIN + f"enum {{ COUNT = {COUNT}, RUNS = {RUNS} }};\n"
    for t in ("float", "double"):
        text += (f"static {t} x_{t}[COUNT], y_{t}[COUNT];\n"
                 f"static {t} *dx_{t}, *dy_{t}, *dz_{t};\n"
                 f"#define UP_{t} " + "".join(
                     f"if (!d{v}_{t}) cudaMalloc((void **)&d{v}_{t}, "
                     f"sizeof(x_{t})); " for v in "xyz") + "".join(
                     f"cudaMemcpy(d{v}_{t}, {v}_{t}, sizeof(x_{t}), "
                     f"cudaMemcpyHostToDevice); " for v in "xy") + "\n")
    for name, kind, _, _, second in FUNCTIONS:
        text += (f"__global__ void k_{name}(const {kind} *x, const {kind} *y, "
                 f"{kind} *z) {{\n  const int i = blockIdx.x * blockDim.x + "
                 f"threadIdx.x;\n  z[i] = {call(name, second)};\n}}\n")
    text += ("#define RUN(n, t) (k_##n<<<COUNT / 256, 256>>>(dx_##t, dy_##t, "
             "dz_##t), cudaDeviceSynchronize())\n")
    return text + body()


def c_source():
    text = MAIN + f"enum {{ COUNT = {COUNT}, RUNS = {RUNS} }};\n"
    for t in ("float", "double"):
        text += (f"{t} x_{t}[COUNT], y_{t}[COUNT], z_{t}[COUNT];\n"
                 f"#define UP_{t}\n")
    for name, kind, _, _, second in FUNCTIONS:
        text += (f"__attribute__((noinline)) void k_{name}(const {kind} "
                 f"*restrict x, const {kind} *restrict y, {kind} *restrict z) "
                 f"{{\n  (void)y;\n  for (int i = 0; i < COUNT; ++i)\n    z[i] = "
                 f"{call(name, second)};\n}}\n")
    text += "#define RUN(n, t) k_##n(x_##t, y_##t, z_##t)\n"
    return text + body()


def run(program):
    out = subprocess.run(["taskset", "-c", "1", program], check=True,
                         stdout=subprocess.PIPE, text=True,
                         env={**os.environ, "QUERN_CPU_THREADS": "1",
                              "QUERN_DEVICE": "cpu"}).stdout
    return {line.split()[0]: float(line.split()[1])
            for line in out.splitlines()}


def measure(args, folder):
    cuda, c = folder / "math.cu", folder / "math.c"
    cuda.write_text(cuda_source())
    c.write_text(c_source())
    made = {}
    jobs = [("quern", args.build, []), ("quern fast", args.build,
                                        ["-ffast-math"])]
    if args.before:
        jobs.insert(0, ("before", args.before, []))
    for name, build, flags in jobs:
        program = folder / name.replace(" ", "_")
        subprocess.run([build / "bin" / "quern", "cc", cuda, "-O3", *flags,
                        f"--targets={args.target}", "-o", program], check=True)
        made[name] = program
    common = [args.clang, "-O3", f"-march={args.target}", c, "-lm"]
    for name, flags in (("libm", ["-fno-vectorize"]),
                        ("libmvec", ["-ffast-math", "-fveclib=libmvec"])):
        program = folder / name
        subprocess.run([*common, *flags, "-o", program], check=True)
        made[name] = program
    return {name: run(program) for name, program in made.items()}


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("build", type=Path)
    p.add_argument("--before", type=Path)
    p.add_argument("--clang", default="clang")
    p.add_argument("--target", default="x86-64-v3")
    p.add_argument("--json", action="store_true")
    args = p.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = measure(args, Path(folder))
    if args.json:
        json.dump(found, sys.stdout, indent=1)
        return
    print("| ns per element | " + " | ".join(found) + " |")
    print("|---|" + "---|" * len(found))
    for name, *_ in FUNCTIONS:
        print(f"| `{name}` | " +
              " | ".join(f"{t[name]:.2f}" for t in found.values()) + " |")


if __name__ == "__main__":
    main()
