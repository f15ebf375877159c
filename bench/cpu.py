#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels on the CPU against plain C, on one core.

  cpu.py BUILD [--rounds N] [--repeats N] [--target NAME] [--engines LIST]
               [--kernel NAME]...

Compiles cpu/kernels.cu with `quern compile` and cpu/reference.c with clang -O3
-march of the same level (and OpenMP's simd directives), runs them in turns, and
compares the medians over the rounds of each run's median. For matrix products
also the share of the peak that sums by FMA reach in the same run; the C program
for the tiled ones is the untiled product. A table on standard error, one JSON
object on standard output; the exit status is 1 when a target is missed.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent / "cpu"
N, MANY = 512, 1 << 20
SQUARE = f"f32[{N * N}]"
MATMUL = [f"{SQUARE}=rand:1", f"{SQUARE}=rand:2", f"{SQUARE}=zero", f"i32={N}"]
FLOPS = 2 * N ** 3
# name, grid, block, arguments, least speed by that of C, operations
ROWS = (
    ("saxpy", "256", "256", ["f32[65536]=iota", "f32[65536]=zero", "f32=2",
                             "i32=65536"], 0.9, None),
    ("gelu", "1024", "256", [f"{SQUARE}=rand:1", f"{SQUARE}=zero",
                             f"i32={N * N}"], 0.9, None),
    ("stencil", "16,32", "32,16", [f"{SQUARE}=rand:1", f"{SQUARE}=zero",
                                   f"i32={N}", f"i32={N}"], 0.9, None),
    ("matmul", "32,32", "16,16", MATMUL, 0.9, FLOPS),
    ("tiled16", "32,32", "16,16", MATMUL, 0.9, FLOPS),
    ("tiled32", "16,16", "32,32", MATMUL, 0.9, FLOPS),
    ("reduction", "4096", "256", [f"f32[{MANY}]=rand:1", "f32[4096]=zero",
                                  f"i32={MANY}"], 0.5, None),
    ("softmax", "512", "256", [f"f32[{MANY // 2}]=rand:1",
                               f"f32[{MANY // 2}]=zero", "i32=1024"], 0.9,
     None),
    ("mandelbrot", "32,32", "16,16", [f"i32[{N * N}]=zero", f"i32={N}",
                                      f"i32={N}", "i32=256"], None, None),
    ("warp_sum", "4096", "256", [f"f32[{MANY}]=rand:1", "f32[32768]=zero"],
     None, None),
)
MARCH = {"native": "native", "x86-64-v2": "x86-64-v2",
         "x86-64-v3": "x86-64-v3", "x86-64-v4": "x86-64-v4"}
ENV = dict(os.environ, QUERN_CPU_THREADS="1", OMP_NUM_THREADS="1")


def output_of(command, env=ENV):
    done = subprocess.run([str(c) for c in command], env=env, text=True,
                          capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout


def time_kernel(quern, bundle, row, repeats):
    name, grid, block, args = row[:4]
    text = output_of([quern, "run", bundle, name, "--device", "cpu", "-g",
                      grid, "-b", block, *args, "--time", "-r", repeats,
                      "--format", "json"])
    return float(json.loads(text)["time_ns"]["median"])


def build(options, temp):
    quern = pathlib.Path(options.build) / "bin" / "quern"
    reference = temp / "reference"
    clang = os.environ.get("CC", "clang-22")
    output_of([clang, "-O3", f"-march={MARCH[options.target]}",
               "-fopenmp-simd", "-ffp-contract=fast", "-fno-math-errno",
               FOLDER / "reference.c", "-o", reference, "-lm"])
    bundles = {}
    for engine in options.engines.split(","):
        bundles[engine] = temp / f"{engine}.hipfb"
        output_of([quern, "compile", FOLDER / "kernels.cu", "-q", "-t",
                   options.target, "-o", bundles[engine]],
                  dict(ENV, QUERN_CPU_ENGINE=engine))
    return quern, reference, bundles


def measure(options, temp):
    """Times by row and side, and the peaks, one of each for every round."""
    quern, reference, bundles = build(options, temp)
    times = {}
    peaks = []
    for _ in range(options.rounds):
        peaks.append(float(output_of([reference, "peak", 5])))
        for row in ROWS:
            if options.kernel and row[0] not in options.kernel:
                continue
            times.setdefault((row[0], "C"), []).append(float(output_of(
                [reference, row[0], options.repeats])))
            for engine, bundle in bundles.items():
                times.setdefault((row[0], engine), []).append(
                    time_kernel(quern, bundle, row, options.repeats))
    return times, peaks


def report(options, times, peaks):
    peak = statistics.median(peaks)
    medians = {key: statistics.median(v) for key, v in times.items()}
    rows = []
    missed = False
    for name, _, _, _, least, flops in ROWS:
        if (name, "C") not in medians:
            continue
        c = medians[name, "C"]
        row = {"kernel": name, "c_ns": c}
        for engine in options.engines.split(","):
            row[f"{engine}_ns"] = medians[name, engine]
        speed = c / row[f"{options.engines.split(',')[0]}_ns"]
        row["speed_by_c"] = round(speed, 3)
        if flops:
            row["share_of_peak"] = round(flops * speed / c / peak, 3)
        row["target"] = least
        missed |= least is not None and speed < least
        rows.append(row)
        print(f"{name:12} C {c / 1e3:10.1f} us  "
              + "  ".join(f"{e} {row[f'{e}_ns'] / 1e3:10.1f} us"
                          for e in options.engines.split(","))
              + f"  speed {speed:6.2f}"
              + (f"  of peak {row['share_of_peak']:.2f}" if flops else "")
              + (f"  (at least {least})" if least else ""), file=sys.stderr)
    print(json.dumps({"schema": "quern.bench.cpu/1", "target": options.target,
                      "peak_gflops": peak, "rows": rows}))
    return missed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--repeats", type=int, default=20)
    parser.add_argument("--target", default="x86-64-v3", choices=MARCH)
    parser.add_argument("--engines", default="vector")
    parser.add_argument("--kernel", action="append")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temp:
        times, peaks = measure(options, pathlib.Path(temp))
    return report(options, times, peaks)


if __name__ == "__main__":
    sys.exit(main())
