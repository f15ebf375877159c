#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels on the CPU beside plain C with OpenMP, PoCL and the machine's peak.

  cpu.py BUILD [--rounds N] [--threads N] [--target NAME] [--side NAME[:VAR=VALUE,...]]...
               [--row NAME,...] [--no-opencl] [--least] [--chart FILE.svg]

Compiles cpu/kernels*.cu with `quern compile`, cpu/plain*.c with clang -O3 of
the same level, and runs all in one process in turns (cpu/main.c); figures are
medians over the rounds of the mean of calls for 2 ms. The ceiling of a row is
the longer of two times: its arithmetic at the measured peak, and its bytes at
the measured rate of memory, or of the cache that they fit in. A side is a bundle made
under the given environment, such as w8:QUERN_CPU_WIDTH=8; the default is one
named quern. A table on standard error, one JSON object on standard output; the
exit status is 1 when a target is missed.
"""
import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent / "cpu"
MARCH = {"native": "native", "x86-64-v2": "x86-64-v2",
         "x86-64-v3": "x86-64-v3", "x86-64-v4": "x86-64-v4",
         "x86-64-v4-fp16": "sapphirerapids"}
# Least speed by plain C's, and by PoCL's (issue: the CPU engine).
MIN_BY_C = {"saxpy": 0.9, "stencil": 0.9, "gelu": 0.9, "softmax": 0.9,
              "matmul": 0.9, "tiled16": 0.9, "tiled32": 0.9, "reduction": 0.5}
MIN_BY_POCL = {"tiled16": 15, "tiled32": 15, "reduction": 10, "softmax": 10,
                 "mandelbrot": 5, "saxpy_stream": 1.5, "copy_stream": 1.5,
                 "stencil_stream": 1.5}
MIN_OF_PEAK = {"tiled32": 0.55}


def output_of(command, env=None):
    done = subprocess.run([str(c) for c in command], text=True, check=False,
                          env=dict(os.environ, **(env or {})),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout


def build(options, temp):
    """The program and its arguments that name bundles."""
    quern = pathlib.Path(options.build) / "bin" / "quern"
    if not quern.exists():
        sys.exit(f"'{options.build}' has no bin/quern: expected a build folder, "
                 "such as build/dev")
    clang = os.environ.get("CC", "clang-22")
    objects = []
    for source in ("plain", "plain_blocks", "plain_maths", "plain_steps",
                   "rows", "fill", "ceiling"):
        objects.append(temp / f"{source}.o")
        output_of([clang, "-O3", f"-march={MARCH[options.target]}", "-fopenmp",
                   "-ffp-contract=fast", "-fno-math-errno",
                   "-fveclib=libmvec", "-c", FOLDER / f"{source}.c", "-o",
                   objects[-1]])
    command = [quern, "cc", "-O2", FOLDER / "main.c", *objects, "-fopenmp",
               "-o", temp / "bench", "-lm"]
    with_opencl = not options.no_opencl and subprocess.run(
        [*map(str, command), "-DWITH_OPENCL", "-lOpenCL"], check=False,
        capture_output=True).returncode == 0
    if not with_opencl:
        if not options.no_opencl:
            print("no comparison with PoCL: it needs pocl-opencl-icd, "
                  "opencl-headers and ocl-icd-opencl-dev", file=sys.stderr)
        output_of(command)
    bundles = []
    for side in options.side or ["quern"]:
        name, _, variables = side.partition(":")
        env = dict(v.split("=", 1) for v in variables.split(",") if v)
        bundle = temp / f"{name}.hipfb"
        output_of([quern, "compile", *sorted(FOLDER.glob("kernels*.cu")), "-q",
                   "-t", options.target, "-o", bundle], env)
        bundles.append(f"{name}={bundle}")
    opencl = temp / "kernels.cl"
    opencl.write_text("".join(path.read_text(encoding="utf-8") for path in
                              sorted(FOLDER.glob("kernels*.cl"))))
    return [temp / "bench", options.rounds, options.row,
            opencl if with_opencl else "", *bundles]


def measure(options):
    with tempfile.TemporaryDirectory() as temp:
        command = build(options, pathlib.Path(temp))
        text = output_of(command, {
            "QUERN_DEVICE": "cpu", "QUERN_CPU_THREADS": str(options.threads),
            "OMP_NUM_THREADS": str(options.threads),
            "POCL_MAX_PTHREAD_COUNT": str(options.threads),
            # Idle threads of OpenMP would keep cores from the other sides.
            "KMP_BLOCKTIME": "0"})
    lines = [json.loads(line) for line in text.splitlines()]
    return lines[0], lines[1:]


def judge(row, threads):
    """The targets that a row misses."""
    missed = []
    for table, key in ((MIN_BY_C, "by_c"), (MIN_BY_POCL, "by_pocl"),
                       (MIN_OF_PEAK, "of_peak")):
        minimum = table.get(row["row"])
        if minimum is None or row.get(key) is None or \
                (key == "of_peak" and threads > 1):
            continue
        if row[key] < minimum:
            missed.append(f"{key} {row[key]:.2f}, at least {minimum}")
    return missed


def collect(options, peaks, lines):
    rows = {}
    for line in lines:
        row = rows.setdefault(line["row"], {"row": line["row"], "ns": {},
                                            "flops": line["flops"],
                                            "bytes": line["bytes"],
                                            "memory_ns": line["memory_ns"]})
        row["ns"][line["side"]] = line["least" if options.least else "ns"]
    main = (options.side or ["quern"])[0].partition(":")[0]
    for row in rows.values():
        ns = row["ns"]
        row["by_c"] = round(ns["c"] / ns[main], 3)
        if "pocl" in ns:
            row["by_pocl"] = round(ns["pocl"] / ns[main], 2)
        if row["flops"]:
            row["of_peak"] = round(row["flops"] / ns[main]
                                   / peaks["peak_gflops"], 3)
        if row["bytes"]:
            row["gbytes_per_s"] = round(row["bytes"] / ns[main], 1)
        row["ceiling_ns"] = max(row["flops"] / peaks["peak_gflops"],
                                row.pop("memory_ns"))
        if row["ceiling_ns"]:
            row["of_ceiling"] = round(row["ceiling_ns"] / ns[main], 3)
        row["missed"] = judge(row, options.threads)
    return list(rows.values())


def report(rows, peaks):
    print(f"peak {peaks['peak_gflops']} GFLOP/s", file=sys.stderr)
    for row in rows:
        text = f"{row['row']:15}" + "".join(
            f" {side} {ns / 1e3:9.1f} us" for side, ns in row["ns"].items())
        text += f"  by C {row['by_c']:5.2f}"
        if "by_pocl" in row:
            text += f"  by PoCL {row['by_pocl']:6.1f}"
        if "of_ceiling" in row:
            text += f"  of ceiling {row['of_ceiling']:.2f}"
        if "gbytes_per_s" in row:
            text += f"  {row['gbytes_per_s']} GB/s"
        if row["missed"]:
            text += "  MISSED " + "; ".join(row["missed"])
        print(text, file=sys.stderr)


BARS = (("by_c", "#2a6fb0", "plain C"), ("by_pocl", "#c8762c", "PoCL"),
        ("of_ceiling", "#7a7a7a", "the machine's ceiling"))


def bar(key, colour, row, y):
    """A bar from the line of the same speed, with its figure."""
    x = math.log2(min(max(row[key], 2 ** -4), 2 ** 8)) * SCALE
    start = ZERO + min(x, 0)
    return (f'<rect x="{start:.1f}" y="{y}" width="{max(abs(x), 1):.1f}" '
            f'height="9" fill="{colour}"/><text x="{max(ZERO, ZERO + x) + 4:.1f}"'
            f' y="{y + 8}" font-size="9">{row[key]:.2f}</text>')


SCALE, ZERO, TOP = 55, 370, 56  # pixels: a doubling, the same speed, the first


def chart(rows, path):
    """Bars of speed by the others', on a scale of doublings."""
    parts, y = [], TOP
    for row in rows:
        present = [b for b in BARS if row.get(b[0])]
        for k, (key, colour, _) in enumerate(present):
            parts.append(bar(key, colour, row, y + 10 * k))
        parts.append(f'<text x="4" y="{y + 5 * len(present) + 4}">{row["row"]}'
                     '</text>')
        y += 10 * len(present) + 8
    lines = [f'<line x1="{ZERO + k * SCALE}" y1="{TOP - 6}" x2="'
             f'{ZERO + k * SCALE}" y2="{y}" stroke="{"#444" if not k else "#ddd"}"'
             f'/><text x="{ZERO + k * SCALE}" y="{TOP - 10}" font-size="9" '
             f'text-anchor="middle">{2.0 ** k:g}</text>' for k in range(-4, 8)]
    legend, x = [], 4
    for _, colour, name in BARS:
        legend.append(f'<rect x="{x}" y="24" width="10" height="10" fill='
                      f'"{colour}"/><text x="{x + 14}" y="33">{name}</text>')
        x += 30 + 7 * len(name)
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="860" height="{y + 8}" '
        'font-family="sans-serif" font-size="11"><rect width="100%" '
        'height="100%" fill="#fff"/><text x="4" y="16">Speed of Quern by that of'
        ' the same work; 1 is the same speed</text>'
        + "".join(legend + lines + parts) + "</svg>\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--target", default="x86-64-v3", choices=MARCH)
    parser.add_argument("--side", action="append")
    parser.add_argument("--row", default="all")
    parser.add_argument("--no-opencl", action="store_true")
    parser.add_argument("--least", action="store_true",
                        help="the best round of each, for busy machines")
    parser.add_argument("--chart", type=pathlib.Path)
    options = parser.parse_args()
    peaks, lines = measure(options)
    rows = collect(options, peaks, lines)
    report(rows, peaks)
    if options.chart:
        chart(rows, options.chart)
    print(json.dumps({"schema": "quern.bench.cpu/3", "target": options.target,
                      "threads": options.threads, **peaks, "rows": rows}))
    return any(row["missed"] for row in rows)


if __name__ == "__main__":
    sys.exit(main())
