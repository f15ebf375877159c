#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the benchmarks of a build folder.

  bench.py BUILD [--only NAME]              one line per case; JSON lines into
                                            BUILD/bench/results.jsonl
  bench.py BUILD --baseline RESULTS.jsonl   the change against earlier results
                                            of the same machine
"""

import argparse
import json
import pathlib
import platform
import subprocess
import sys


def machine():
    model = platform.machine()
    try:
        for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    return model


def read(path):
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return lines[0]["machine"], {row["name"]: row for row in lines[1:]}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--baseline", type=pathlib.Path)
    args = parser.parse_args()
    before = {}
    if args.baseline:
        where, before = read(args.baseline)
        if where != machine():
            sys.exit(f"the baseline is of another machine: {where}")
    folder = args.build / "bench"
    results = [json.dumps({"machine": machine()})]
    for program in sorted(folder.glob("bench_*")):
        if args.only not in program.name:
            continue
        done = subprocess.run([program.resolve()], capture_output=True,
                              text=True, check=False)
        if done.returncode:
            sys.exit(f"{program.name} failed: {done.stderr}")
        for line in done.stdout.splitlines():
            results.append(line)
            row = json.loads(line)
            text = f"{row['name']:28} {row['ns_median'] / 1000:12.2f} us"
            if "unit" in row:
                text += f"  {row['per_second']:10.4g} {row['unit']}/s"
            old = before.get(row["name"])
            if old:
                change = row["ns_min"] / old["ns_min"] * 100 - 100
                text += f"  {change:+6.1f} %"
            print(text, flush=True)
    (folder / "results.jsonl").write_text("\n".join(results) + "\n")


main()
