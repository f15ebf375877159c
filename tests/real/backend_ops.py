#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds llama.cpp with Quern as its nvcc and runs its test-backend-ops, which
compares each operation of ggml's CUDA back end with ggml's CPU back end.

usage: backend_ops.py BUILD [--work FOLDER] [--targets LIST] [--device NAME]
                      [--op NAME...] [--jobs N] [--pin N] [--cases N]
                      [--limit SECONDS] [--within SECONDS] [--done FILE]
                      [--program FILE]

The build takes two hours of processor time, and is kept in FOLDER for the next
run (default: ggml-build beside the corpus); with --program it is there already.
The cases that the back end says it supports are run in parts of N, the slow
operations and large cases first, a process a part; --pin gives each that many
processors for itself. What --within cuts off is counted as not run; parts that
came to their end are kept in --done's file, and the next run with it does the
others. Exit 77: the source package is not there (fetch.py), or CMake or Ninja is
not.
"""
import argparse
import concurrent.futures
import csv
import hashlib
import json
import math
import os
import queue
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent / "support"))
from packages import missing, packages  # noqa: E402
from sanitized import environment  # noqa: E402

SKIPPED = 77
OPTIONS = ["GGML_CUDA=ON", "GGML_CUDA_NCCL=OFF", "LLAMA_CURL=OFF",
           "LLAMA_BUILD_TESTS=ON", "LLAMA_BUILD_TOOLS=OFF",
           "LLAMA_BUILD_EXAMPLES=OFF", "LLAMA_BUILD_SERVER=OFF",
           "CMAKE_BUILD_TYPE=Release", "CMAKE_CUDA_ARCHITECTURES=80-virtual",
           "CMAKE_CUDA_FLAGS_RELEASE=-O1 -DNDEBUG"]


# Whose cases take long on a CPU, the longest first.
SLOW = ["FLASH_ATTN_EXT", "LIGHTNING_INDEXER", "CONV_2D", "MUL_MAT_ID", "TOP_K",
        "MUL_MAT", "CONV_3D", "ARGSORT"]


class Part(NamedTuple):
    op: str
    cases: list  # as -o takes them
    count: int  # of tests that these name: some are there twice


class Outcome(NamedTuple):
    op: str
    asked: int
    right: int
    wrong: int
    unsupported: int
    ended: str  # how it failed to end; empty when it did


def source():
    """The root of llama.cpp inside the package; None without it."""
    if missing("ggml"):
        return None
    cuda = next(p.path for p in packages() if p.corpus == "ggml")
    return cuda.parents[2]


def build(args, root):
    toolkit = args.build / "lib" / "quern" / "toolkit"
    words = [f"-D{o}" for o in OPTIONS]
    words += [f"-DCMAKE_CUDA_COMPILER={toolkit / 'bin' / 'nvcc'}",
              f"-DCUDAToolkit_ROOT={toolkit}",
              f"-DCMAKE_CUDA_FLAGS=--targets={args.targets}"]
    subprocess.run(["cmake", "-S", root, "-B", args.work, "-G", "Ninja",
                    *words], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", args.work, "-k", "0", "-j", str(args.jobs),
                    "test-backend-ops"], check=True)
    return args.work / "bin" / "test-backend-ops"


def supported(program, env, backend):
    """Cases that the back end says it supports: by operation, with how often
    each is there."""
    said = subprocess.run([program, "support", "-b", backend, "--output",
                           "csv"], env=env, check=True, capture_output=True,
                          text=True).stdout
    head = said[said.index('"backend_name"'):].splitlines()[0]
    names = next(csv.reader([head]))
    found = {}
    for row in csv.reader(said[said.index(head):].splitlines()[1:]):
        if len(row) == len(names):
            case = dict(zip(names, row))
            if case["supported"] in ("1", "true", "yes"):
                name = f"{case['op_name']}({case['op_params']})"
                here = found.setdefault(case["op_name"], {})
                here[name] = here.get(name, 0) + 1
    return found


def size_of(case):
    """About how much a case has to do: its numbers, multiplied."""
    numbers = re.findall(r"(?<![\w.])[0-9]+(?![\w.])", case)
    return math.prod(int(n) for n in numbers if int(n))


def split(cases, size):
    """Parts of about that many cases, neighbours, which cost alike, apart."""
    parts = []
    for op, counts in cases.items():
        names, count = list(counts), -(-len(counts) // size)
        for mine in (names[i::count] for i in range(count)):
            parts.append(Part(op, mine, sum(counts[n] for n in mine)))
    order = {op: i for i, op in enumerate(SLOW)}
    return sorted(parts, key=lambda p: (order.get(p.op, len(order)),
                                        -max(map(size_of, p.cases))))


def try_part(part, program, env, limit, backend, processors=()):
    """Runs one; with a limit that is over, not even that."""
    if limit <= 0:
        return Outcome(part.op, part.count, 0, 0, 0, "not begun")
    words = [program, "test", "-b", backend, "-o", ",".join(part.cases)]
    if processors:
        words = ["taskset", "-c", ",".join(map(str, processors)), *words]
    ended = ""
    try:
        done = subprocess.run(words, env=env, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=limit)
        said = done.stdout
        if done.returncode < 0:
            ended = f"signal {-done.returncode}"
    except subprocess.TimeoutExpired as late:
        said = late.stdout or b""
        ended = f"not done in {limit:.0f} s"
    text = re.sub(r"\x1b\[[0-9;]*m", "", said.decode(errors="replace"))
    return Outcome(part.op, part.count, len(re.findall(r"\): OK$", text, re.M)),
                   len(re.findall(r": FAIL$", text, re.M)),
                   text.count(f"not supported [{backend}]"), ended)


def places(jobs, pin):
    """Who may run where: as many sets of processors as there are jobs."""
    free = queue.Queue()
    mine = sorted(os.sched_getaffinity(0))
    for i in range(jobs):
        at = i * pin % len(mine)
        free.put(mine[at:at + pin] if pin else ())
    return free


def key(part):
    return hashlib.sha256(",".join(part.cases).encode()).hexdigest()


def kept(file):
    """Outcomes of an earlier run by the keys of their parts."""
    if not file or not file.exists():
        return {}
    lines = map(json.loads, file.read_text().splitlines())
    return {line["key"]: Outcome(*line["outcome"]) for line in lines}


def keep(file, part, outcome):
    if file and not outcome.ended:
        with open(file, "a") as f:
            f.write(json.dumps({"key": key(part), "outcome": outcome}) + "\n")


def run_all(args, program, env, backend="CUDA0"):
    """An outcome for each part of the cases that are supported."""
    if args.pin:  # ggml's CPU back end would start four threads
        env = dict(env, OMP_THREAD_LIMIT=str(args.pin))
    cases = supported(program, env, backend)
    wanted = split({op: c for op, c in cases.items()
                    if not args.op or op in args.op}, args.cases)
    free, end = places(args.jobs, args.pin), time.monotonic() + args.within

    def run(part):
        place, begun = free.get(), time.monotonic()
        try:
            one = try_part(part, program, env, min(args.limit, end - begun),
                           backend, place)
            return one, time.monotonic() - begun
        finally:
            free.put(place)

    before = kept(args.done)
    outcomes = [before[key(p)] for p in wanted if key(p) in before]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        running = {pool.submit(run, p): p for p in wanted
                   if key(p) not in before}
        for done in concurrent.futures.as_completed(running):
            o, seconds = done.result()
            outcomes.append(o)
            keep(args.done, running[done], o)
            print(f"[{len(outcomes)}/{len(wanted)}] {o.op}: {o.right} right, "
                  f"{o.wrong} wrong, {o.unsupported} not supported in "
                  f"{seconds:.0f} s{'; ' + o.ended if o.ended else ''}",
                  flush=True)
    return outcomes


def summarize(outcomes):
    """Prints what there was; true when all of it was right."""
    right, wrong, asked = (sum(getattr(o, name) for o in outcomes)
                           for name in ("right", "wrong", "asked"))
    late = [o for o in outcomes if o.ended]
    for op in sorted({o.op for o in late}):
        here = [o for o in late if o.op == op]
        print(f"{op}: {len(here)} parts did not end "
              f"({sum(o.asked - o.right - o.wrong for o in here)} cases): "
              f"{', '.join(sorted({o.ended for o in here}))}")
    print(f"{right} of {right + wrong} tests of "
          f"{len({o.op for o in outcomes if o.right})} operations are right; "
          f"{asked} cases are supported, {len(late)} of {len(outcomes)} parts "
          f"did not end")
    return right > 0 and not wrong and not late


def options(description):
    """What both back ends' runs take."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("build", type=Path)
    parser.add_argument("--work", type=Path)
    parser.add_argument("--targets", default="native")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--op", nargs="+", default=[])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--pin", type=int, default=0,
                        help="processors for each process alone")
    parser.add_argument("--cases", type=int, default=24,
                        help="cases of one process")
    parser.add_argument("--limit", type=int, default=3600,
                        help="seconds for one process")
    parser.add_argument("--within", type=int, default=24 * 3600,
                        help="seconds for all")
    parser.add_argument("--done", type=Path,
                        help="what ended before, by the same numbers of cases")
    return parser


def main():
    parser = options(__doc__.split("\n\n")[0])
    parser.add_argument("--program", type=Path,
                        help="test-backend-ops, built already")
    args = parser.parse_args()
    args.build = args.build.resolve()
    program = args.program
    if not program:
        root = source()
        if not root or not shutil.which("cmake") or not shutil.which("ninja"):
            print("the corpus ggml (tests/real/fetch.py), cmake and ninja are "
                  "needed")
            return SKIPPED
        args.work = (args.work or root.parent / "ggml-build").resolve()
        program = build(args, root)
    env = dict(os.environ, QUERN_DEVICE=args.device, **environment(args.build))
    return 0 if summarize(run_all(args, program, env)) else 1


if __name__ == "__main__":
    sys.exit(main())
