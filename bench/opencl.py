#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Our SPIR-V beside the same kernels in OpenCL C, on one OpenCL device.

  opencl.py BUILD [--rounds N] [--row NAME,...] [--cpu N]

The kernels are those of cpu.py, as far as OpenCL C can say them (cpu/kernels*.cl);
the program is opencl/main.c. Both sides run in one process in turns, on one
processor; figures are the least times of a launch as the device tells them. A
table on standard error, one JSON object on standard output; the exit status is 1
when a row has less than 0.95 of the speed of OpenCL C, 77 without a device.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER.parent / "tests" / "opencl")]
import device  # noqa: E402

MINIMUM = 0.95
SOURCES = ("opencl/main.c", "cpu/rows.c", "cpu/fill.c", "cpu/plain.c",
           "cpu/plain_blocks.c", "cpu/plain_maths.c",
           "cpu/plain_steps.c")


def run(command, **more):
    done = subprocess.run([str(c) for c in command], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          **more)
    if done.returncode:
        print(f"{' '.join(map(str, command))}\n{done.stderr}", file=sys.stderr)
        sys.exit(done.returncode if done.returncode == 77 else 1)
    return done.stdout


def measure(options):
    quern = pathlib.Path(options.build) / "bin" / "quern"
    with tempfile.TemporaryDirectory() as folder:
        temp = pathlib.Path(folder)
        program, image = temp / "bench", temp / "kernels.spv"
        run([os.environ.get("CC", "clang-22"), "-O2", "-march=native", "-w",
             *(FOLDER / s for s in SOURCES), "-o", program, "-lm", "-ldl"])
        run([quern, "compile", *sorted((FOLDER / "cpu").glob("kernels*.cu")),
             "-q", "-O3", "-t", "spirv64", "--emit", "image", "-o", image])
        source = temp / "kernels.cl"
        source.write_text("".join(p.read_text() for p in sorted(
            (FOLDER / "cpu").glob("kernels*.cl"))))
        os.sched_setaffinity(0, {options.cpu})
        text = run([program, options.rounds, options.row, source, image],
                   env=dict(os.environ, **device.environment()))
    return [json.loads(line) for line in text.splitlines()]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--row", default="all")
    parser.add_argument("--cpu", type=int,
                        default=max(os.sched_getaffinity(0)),
                        help="the processor that all runs on")
    options = parser.parse_args()
    rows = measure(options)
    for row in rows:
        missed = "  MISSED" if row["ratio"] < MINIMUM else ""
        print(f"{row['row']:16} OpenCL C {row['opencl_c_ns'] / 1e3:10.1f} us  "
              f"SPIR-V {row['spirv_ns'] / 1e3:10.1f} us  "
              f"{row['ratio']:6.3f}{missed}", file=sys.stderr)
    print(json.dumps({"schema": "quern.bench.opencl/1", "rows": rows}))
    return any(row["ratio"] < MINIMUM for row in rows)


if __name__ == "__main__":
    sys.exit(main())
