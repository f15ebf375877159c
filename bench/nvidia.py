# SPDX-License-Identifier: Apache-2.0
"""Kernels in the style of benchmarks on an NVIDIA GPU, compiled by quern cc and by
nvcc from the same text: the least time of each, and how many times as fast ours is.

  nvidia.py BUILD [--nvcc NVCC] [--arch sm_90] [--turns N] [--rounds N]
            [--row A,B] [--prepare FOLDER | --prepared FOLDER] [--json]

--prepare only builds both programs into FOLDER, which another machine with a GPU runs
by --prepared. Programs take turns. The sums over the results must be the
same but for rounding. The exit status is 77 without nvcc or GPU, 1 when a row
is below 0.9, a sum differs, or the geometric mean is below 1.
"""
import argparse
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77
SPEED_MIN, MEAN_MIN = 0.9, 1.0
# Random paths add up what rounds otherwise: sines by one ulp, say.
SAME = 1e-4


def build(args, folder):
    sources = sorted(str(s) for s in (HERE / "nvidia").glob("*.cu"))
    subprocess.run([args.build / "bin" / "quern", "cc", "-O3",
                    f"--targets={args.arch}", *sources, "-o",
                    folder / "quern"], check=True)
    subprocess.run([args.nvcc, "-O3", f"-arch={args.arch}", *sources, "-o",
                    folder / "nvcc"], check=True)


def run(args, program):
    env = dict(os.environ, QUERN_DEVICE="cuda", LD_LIBRARY_PATH=":".join(
        [str(args.build / "lib"), os.environ.get("LD_LIBRARY_PATH", "")]))
    rows = {}
    for row in args.row.split(",") if args.row else [""]:
        done = subprocess.run([program, str(args.rounds), *([row] if row else [])],
                              env=env, capture_output=True, text=True)
        if done.returncode == SKIPPED:
            print("there is no GPU of NVIDIA's")
            sys.exit(SKIPPED)
        if done.returncode:
            sys.exit(f"{program}: {done.stderr}")
        for line in done.stdout.splitlines():
            name, us, total = line.split()
            rows[name] = (float(us), float(total))
    return rows


def measure(args, folder):
    """Name to the least time of each, and the sums of each."""
    best = {}
    for _ in range(args.turns):
        for side, program in enumerate(("quern", "nvcc")):
            for name, (us, total) in run(args, folder / program).items():
                row = best.setdefault(name, {"us": [1e30, 1e30],
                                             "sum": [0.0, 0.0]})
                row["us"][side] = min(row["us"][side], us)
                row["sum"][side] = total
    return best


def show(best, as_json):
    good, logs = True, []
    for name, row in best.items():
        ours, theirs = row["us"]
        row["speed"] = theirs / ours
        a, b = row["sum"]
        row["same"] = abs(a - b) <= SAME * max(abs(a), abs(b))
        logs.append(math.log(row["speed"]))
        good &= row["same"] and row["speed"] >= SPEED_MIN
    mean = math.exp(sum(logs) / len(logs))
    if as_json:
        print(json.dumps({"rows": best, "mean": mean}))
    else:
        print(f"{'kernel':16} {'quern us':>10} {'nvcc us':>10} {'speed':>6}")
        for name, row in best.items():
            print(f"{name:16} {row['us'][0]:10.1f} {row['us'][1]:10.1f} "
                  f"{row['speed']:6.2f}" + ("" if row["same"] else
                                            f"  sums differ: {row['sum']}"))
        print(f"geometric mean of {len(best)}: {mean:.3f}")
    return good and mean >= MEAN_MIN


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--nvcc", default=shutil.which("nvcc"))
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--row", default="")
    parser.add_argument("--prepare", type=pathlib.Path)
    parser.add_argument("--prepared", type=pathlib.Path)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    args.build = args.build.resolve()
    if not args.prepared and not args.nvcc:
        print("nvcc is not there")
        return SKIPPED
    if args.prepare:
        args.prepare.mkdir(parents=True, exist_ok=True)
        build(args, args.prepare)
        return 0
    with tempfile.TemporaryDirectory() as name:
        folder = args.prepared or pathlib.Path(name)
        if not args.prepared:
            build(args, folder)
        return 0 if show(measure(args, folder), args.json) else 1


if __name__ == "__main__":
    sys.exit(main())
