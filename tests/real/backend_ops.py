#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds llama.cpp with Quern as its nvcc and runs its test-backend-ops, which
compares each operation of ggml's CUDA back end with ggml's CPU back end.

usage: backend_ops.py BUILD [--work FOLDER] [--targets LIST] [--device NAME]
                      [--op NAME...] [--jobs N] [--limit SECONDS]

The build takes two hours of processor time, and is kept in FOLDER for the next
run (default: ggml-build beside the corpus). Exit 77: the source package is not
there (fetch.py), or CMake or Ninja is not.
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
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


class Outcome(NamedTuple):
    op: str
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


def operations(program, env):
    said = subprocess.run([program, "--list-ops"], env=env, check=True,
                          capture_output=True, text=True).stdout
    return sorted(set(re.findall(r"^\s*([A-Z][A-Z_0-9]+)\s*$", said, re.M)))


def try_op(op, program, env, limit, backend):
    words = [program, "test", "-b", backend, "-o", op]
    ended = ""
    try:
        done = subprocess.run(words, env=env, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=limit)
        said = done.stdout
        if done.returncode < 0:
            ended = f"signal {-done.returncode}"
    except subprocess.TimeoutExpired as late:
        said = late.stdout or b""
        ended = f"not done in {limit} s"
    text = re.sub(r"\x1b\[[0-9;]*m", "", said.decode(errors="replace"))
    return Outcome(op, len(re.findall(r"\): OK$", text, re.M)),
                   len(re.findall(r": FAIL$", text, re.M)),
                   text.count(f"not supported [{backend}]"), ended)


def run_all(args, program, env, backend="CUDA0"):
    wanted = args.op or operations(program, env)
    outcomes = []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        running = [pool.submit(try_op, op, program, env, args.limit, backend)
                   for op in wanted]
        for done in concurrent.futures.as_completed(running):
            o = done.result()
            outcomes.append(o)
            print(f"[{len(outcomes)}/{len(wanted)}] {o.op}: {o.right} right, "
                  f"{o.wrong} wrong, {o.unsupported} not supported"
                  f"{'; ' + o.ended if o.ended else ''}", flush=True)
    return outcomes


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--work", type=Path)
    parser.add_argument("--targets", default="native")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--op", nargs="+", default=[])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--limit", type=int, default=3600,
                        help="seconds for one operation")
    args = parser.parse_args()
    args.build = args.build.resolve()
    root = source()
    if not root or not shutil.which("cmake") or not shutil.which("ninja"):
        print("the corpus ggml (tests/real/fetch.py), cmake and ninja are "
              "needed")
        return SKIPPED
    args.work = (args.work or root.parent / "ggml-build").resolve()
    program = build(args, root)
    env = dict(os.environ, QUERN_DEVICE=args.device, **environment(args.build))
    outcomes = run_all(args, program, env)
    right = sum(o.right for o in outcomes)
    wrong = sum(o.wrong for o in outcomes)
    broken = [o.op for o in outcomes if o.ended]
    print(f"{right} of {right + wrong} tests that the back end supports are "
          f"right; {len(broken)} operations did not end: {' '.join(broken)}")
    return 1 if wrong or broken or not right else 0


if __name__ == "__main__":
    sys.exit(main())
