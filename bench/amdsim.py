#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many instructions of a wave the simulator of AMD's GPUs carries out a second,
on one core.

  amdsim.py BUILD [--chip NAME...] [--least N] [--runs N]

Runs each kernel of amdsim/kernels.cu on one thread and takes what the simulator
says of its processor time, the best of the runs. JSON lines on standard output. Exits with 1 when a
figure is below --least million (default 0).
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROUNDS = {"fused": 20000, "sums": 600, "stencil": 4000, "collatz": 60}
SAID = re.compile(r"(\d+) wave instructions in \d+ us of the process, ([\d.]+) a us")


def measure(quern, bundle, chip, kernel):
    environment = dict(os.environ, QUERN_AMDSIM_THREADS="1",
                       QUERN_LOG="debug,amdsim")
    done = subprocess.run(
        [str(quern), "run", bundle, kernel, "--device", f"amdsim:{chip}", "-g", "8",
         "-b", "256", "f32[2048]=zero", f"i32={ROUNDS[kernel]}"],
        env=environment, capture_output=True, text=True)
    found = SAID.search(done.stderr)
    if done.returncode or not found:
        sys.exit(f"{kernel} on {chip}: {done.stderr}")
    return int(found[1]), float(found[2])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--chip", nargs="+", default=["gfx1100", "gfx90a"])
    parser.add_argument("--least", type=float, default=0)
    parser.add_argument("--runs", type=int, default=3)
    args = parser.parse_args()
    quern = args.build / "bin" / "quern"
    slow = False
    for chip in args.chip:
        with tempfile.TemporaryDirectory() as folder:
            bundle = str(Path(folder) / "kernels.hipfb")
            subprocess.run([str(quern), "compile", "-q", "-t", chip, "-O3", "-o",
                            bundle, str(HERE / "amdsim" / "kernels.cu")], check=True)
            for kernel in ROUNDS:
                runs = [measure(quern, bundle, chip, kernel)
                        for _ in range(args.runs)]
                best = max(speed for _, speed in runs)
                slow |= best < args.least
                print(json.dumps({"chip": chip, "kernel": kernel,
                                  "instructions": runs[0][0],
                                  "million_a_second": best}), flush=True)
    return slow


if __name__ == "__main__":
    sys.exit(main())
