#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The first launch of a process on an OpenCL device, beside OpenCL alone.

  opencl_start.py BUILD [--rounds N]

saxpy from the start of the process to its end: opencl/start.cu, and the same SPIR-V
by OpenCL's functions in opencl/start.c; cold, when the driver compiles, and warm,
with what it had made. In turns, and in both orders; figures are the least times.
Exit status 1: cold more than 5 % over OpenCL alone, or warm more than 3 ms; 77:
no device.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER.parent / "tests" / "opencl")]
import device  # noqa: E402

COLD_MAX, WARM_MAX_MS = 1.05, 3.0


def run(command, env):
    begin = time.perf_counter()
    done = subprocess.run([str(c) for c in command], env=env, check=False,
                          capture_output=True, text=True)
    if done.returncode:
        print(f"{' '.join(map(str, command))}: exit status {done.returncode}\n"
              f"{done.stderr}", file=sys.stderr)
        sys.exit(done.returncode if done.returncode == 77 else 1)
    return 1e3 * (time.perf_counter() - begin)


def measure(options):
    quern = pathlib.Path(options.build).resolve() / "bin" / "quern"
    least = {}
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
            for name in order:
                shutil.rmtree(temp / "cache", ignore_errors=True)
                (temp / "k.bin").unlink(missing_ok=True)
                for state in ("cold", "warm"):
                    ms = run(sides[name], env)
                    key = f"{name}_{state}_ms"
                    least[key] = min(ms, least.get(key, ms))
    return {key: round(ms, 2) for key, ms in sorted(least.items())}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--rounds", type=int, default=15)
    found = measure(parser.parse_args())
    cold = found["quern_cold_ms"] / found["opencl_cold_ms"]
    warm = found["quern_warm_ms"] - found["opencl_warm_ms"]
    print(json.dumps({"schema": "quern.bench.opencl_start/1", **found,
                      "cold_ratio": round(cold, 3),
                      "warm_over_ms": round(warm, 2)}))
    return cold > COLD_MAX or warm > WARM_MAX_MS


if __name__ == "__main__":
    sys.exit(main())
