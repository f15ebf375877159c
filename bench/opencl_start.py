#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The first launch of a process on an OpenCL device, beside OpenCL alone.

  opencl_start.py BUILD [--rounds N] [--warm N] [--realtime]

saxpy from the start of the process to its end: opencl/start.cu, and the same SPIR-V
by OpenCL's functions in opencl/start.c; cold, when the driver compiles, and warm,
with what it had made, so many times a round. In turns, and in both orders; figures
are the least times, medians, medians of the processors' time, and the median of what
a warm start takes more than the other of its turn. With --realtime (root) nothing
else on the machine comes in between. Exit status 1:
the least cold more than 5 % over OpenCL alone, or the median warm more than 3 ms;
77: no device.
"""
import argparse
import json
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER.parent / "tests" / "opencl")]
import device  # noqa: E402

COLD_MAX, WARM_MAX_MS = 1.05, 3.0


def run(command, env):
    """Milliseconds from start to end, and of the processors' time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.perf_counter()
    done = subprocess.run([str(c) for c in command], env=env, check=False,
                          capture_output=True, text=True)
    ms = 1e3 * (time.perf_counter() - begin)
    if done.returncode:
        print(f"{' '.join(map(str, command))}: exit status {done.returncode}\n"
              f"{done.stderr}", file=sys.stderr)
        sys.exit(done.returncode if done.returncode == 77 else 1)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ms, 1e3 * (after.ru_utime + after.ru_stime - before.ru_utime -
                      before.ru_stime)


def measure(options):
    if options.realtime:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    quern = pathlib.Path(options.build).resolve() / "bin" / "quern"
    taken = {}
    with tempfile.TemporaryDirectory() as folder:
        temp = pathlib.Path(folder)
        env = dict(os.environ, QUERN_DEVICE="opencl:0",
                   QUERN_CACHE=str(temp / "cache"), **device.environment())
        run([quern, "compile", "-q", "-O3", "-t", "spirv64", "--emit", "image",
             FOLDER / "opencl/start.cu", "-o", temp / "k.spv"], os.environ)
        run([quern, "cc", "-O3", "--targets=spirv64",
             FOLDER / "opencl/start.cu", "-o", temp / "ours"], os.environ)
        run([os.environ.get("CC", "clang-22"), "-O2", "-w", "-std=gnu17",
             FOLDER / "opencl/start.c", "-o", temp / "bare", "-ldl"],
            os.environ)
        sides = {"opencl": [temp / "bare", temp / "k.spv", temp / "k.bin"],
                 "quern": [temp / "ours"]}
        for round_ in range(options.rounds):
            order = sorted(sides, reverse=round_ % 2 == 1)
            shutil.rmtree(temp / "cache", ignore_errors=True)
            (temp / "k.bin").unlink(missing_ok=True)
            for state in ["cold"] + ["warm"] * options.warm:
                for name in order:
                    taken.setdefault(f"{name}_{state}", []).append(
                        run(sides[name], env))
                order.reverse()
    return taken


def figures(taken):
    found = {}
    for key, times in sorted(taken.items()):
        wall, processors = zip(*times)
        found[f"{key}_ms"] = round(min(wall), 2)
        found[f"{key}_median_ms"] = round(statistics.median(wall), 2)
        found[f"{key}_cpu_ms"] = round(statistics.median(processors), 2)
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--warm", type=int, default=4)
    parser.add_argument("--realtime", action="store_true")
    taken = measure(parser.parse_args())
    found = figures(taken)
    cold = found["quern_cold_ms"] / found["opencl_cold_ms"]
    over = {kind: round(found[f"quern_warm{kind}_ms"] -
                        found[f"opencl_warm{kind}_ms"], 2)
            for kind in ("", "_median", "_cpu")}
    over["_paired"] = round(statistics.median(
        ours[0] - bare[0] for ours, bare in
        zip(taken["quern_warm"], taken["opencl_warm"])), 2)
    print(json.dumps({"schema": "quern.bench.opencl_start/1", **found,
                      "cold_ratio": round(cold, 3),
                      **{f"warm_over{kind}_ms": ms
                         for kind, ms in over.items()}}))
    return cold > COLD_MAX or over["_median"] > WARM_MAX_MS


if __name__ == "__main__":
    sys.exit(main())
