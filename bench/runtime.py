#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the HIP runtime's calls cost, beside PoCL's where OpenCL can say it.

  runtime.py BUILD [--rounds N] [--device NAME] [--no-opencl]

Compiles runtime/runtime.hip with `quern cc` and runtime/opencl.c with cc, runs
them in turns and takes medians over the rounds. A table on standard error, one
JSON object on standard output; exit status 1 when a target is missed. The first
launch is timed in fresh processes; PoCL's finds its kernels in its cache, as in
any run but the first.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent / "runtime"
FIRST_RUNS = 5  # in a round
# name, unit, what at most (None: no target), what it is
ROWS = (
    ("launch_sync_ns", "ns", 1000, "empty launch and wait for its stream"),
    ("launch_sync_null_ns", "ns", None, "the same, null stream and device"),
    ("launch_ns", "ns", None, "empty launch alone"),
    ("malloc_free_ns", "ns", 300, "allocate and free 192 bytes"),
    ("first_launch_ms", "ms", 2, "first launch of a process, from main"),
    ("overlap_ratio", "", 1.5, "two kernels in two streams, by one"),
    ("copy_ns", "ns", None, "copy of 256 bytes"),
    ("copy_many_ns", "ns", None, "the same with 100,000 live allocations"),
    ("copy_many_ratio", "", 1.1, "the latter by the former"),
    ("calls_100_ns", "ns", None, "100 empty launches and a wait"),
    ("graph_100_ns", "ns", None, "the same as one graph"),
    ("graph_ratio", "", 1, "the latter by the former"),
)


def run(command, env, into):
    done = subprocess.run(command, env=env, capture_output=True, text=True,
                          check=False)
    if done.returncode:
        raise RuntimeError(f"{command[0]}: {done.stderr.strip()}")
    for line in done.stdout.splitlines():
        row = json.loads(line)
        into.setdefault(row["name"], []).append(row["value"])


def build_opencl(out):
    done = subprocess.run(["cc", "-O2", "-o", out, FOLDER / "opencl.c",
                           "-lOpenCL"], capture_output=True, text=True,
                          check=False)
    if done.returncode:
        print("no comparison: it needs opencl-headers and ocl-icd-opencl-dev",
              file=sys.stderr)
    return done.returncode == 0


def measure(programs, env, rounds):
    found = {name: {} for name in programs}
    for _ in range(rounds):
        for name in list(programs):
            try:
                run([programs[name]], env, found[name])
                for _ in range(FIRST_RUNS):
                    run([programs[name], "first"], env, found[name])
            except RuntimeError as error:
                if name == "quern":
                    sys.exit(str(error))
                print(f"no comparison: {error}", file=sys.stderr)
                del programs[name]
    return {name: {row: statistics.median(values)
                   for row, values in rows.items()}
            for name, rows in found.items() if name in programs}


def table(medians):
    ours, theirs = medians["quern"], medians.get("pocl", {})
    missed = []
    print(f"{'':44}{'quern':>10}{'target':>9}{'pocl':>11}{'ratio':>8}",
          file=sys.stderr)
    for name, unit, limit, text in ROWS:
        value, other = ours[name], theirs.get(name)
        if limit is not None and value > limit:
            missed.append(name)
        print(f"{text + (', ' + unit if unit else ''):44}{value:10.4g}"
              f"{'' if limit is None else limit:>9}"
              f"{'' if other is None else format(other, '.4g'):>11}"
              f"{'' if other is None else format(value / other, '.3f'):>8}"
              f"{'  missed' if name in missed else ''}", file=sys.stderr)
    return missed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--no-opencl", action="store_true")
    args = parser.parse_args()
    env = dict(os.environ, QUERN_DEVICE=args.device)
    with tempfile.TemporaryDirectory() as folder:
        programs = {"quern": pathlib.Path(folder) / "runtime",
                    "pocl": pathlib.Path(folder) / "opencl"}
        subprocess.run([args.build.resolve() / "bin" / "quern", "cc", "-O2",
                        FOLDER / "runtime.hip", "-o", programs["quern"]],
                       check=True)
        if args.no_opencl or not build_opencl(programs["pocl"]):
            del programs["pocl"]
        medians = measure(programs, env, args.rounds)
    missed = table(medians)
    print(json.dumps({"device": args.device, "rounds": args.rounds,
                      "missed": missed, **medians}))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
