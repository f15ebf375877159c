#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles and runs our programs over libraries that others made.

usage: run.py BUILD [--corpus NAME...] [--program NAME...] [--jobs N] [--write]
       run.py BUILD --device opencl:0 --targets spirv64 --limit 200
       run.py BUILD --device cpu cuda --targets x86-64-v3,sm_90

Each program of the folders beside this file checks itself and is run with every corpus
that has its library, or those of its `// ONLY: names`.
Of the corpus ggml and of the source packages of sources.txt every .cu file is
compiled. `fetch.py` gets the corpora.
Exit 77: the packages are not there.
"""
import argparse
import concurrent.futures
import itertools
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent / "support"))
from packages import USES, missing, packages_of  # noqa: E402
from report import write_report  # noqa: E402
from sanitized import environment  # noqa: E402
import sources  # noqa: E402

COMPILE_S = 900
RUN_S = 300
SKIPPED = 77
CUDA_ROOMS = ["thrust", "thrust_data", "cub_device", "cub_block", "libcu"]
ROCM_ROOMS = ["rocprim", "rocprim_block", "rocprim_warp", "rocprim_device",
              "rocprim_iterators"]
CUDA = ["--as", "nvcc", "-O1"]
HIP = ["--as", "hipcc", "-O1", "-DREAL_HIP"]
ROOMS = {
    "debian-1.17": (CUDA_ROOMS, "*.cu", CUDA),
    "cccl-12.9": (CUDA_ROOMS, "*.cu", CUDA),
    "cccl-13.3": (CUDA_ROOMS, "*.cu", CUDA),
    "rocm": (ROCM_ROOMS, "*.hip", HIP),
    # CUB's programs, translated by `quern hipify`, and ours, over our hipCUB.
    "hipcub": (["cub_device", "cub_block", "hipcub"], "*.*", HIP),
    # CUDA's programs, translated, over the same headers.
    "cccl-as-hip": (CUDA_ROOMS, "*.cu", HIP),
    # It writes kernels, and compiles them by NVRTC and by hiprtc.
    "vkfft": (["vkfft"], "*.cu", CUDA + ["-lnvrtc", "-lcuda"]),
    "vkfft-as-hip": (["vkfft"], "*.cu", HIP),
    # Its own tests, with the definitions of its build. With -O1 they are right
    # and slow (docs/real.md).
    "eigen": (["eigen"], "*.cu", ["--as", "nvcc", "-O2", "-std=c++17",
                                  "-DEIGEN_TEST_PART_ALL=1",
                                  "-DEIGEN_TEST_MAX_SIZE=320"]),
}
# The launch mode of those that are translated.
TRANSLATED = {"hipcub": "keep", "cccl-as-hip": "ggl"}
# The options of ggml's own CMake file for its CUDA back end.
GGML = ["--as", "nvcc", "-c", "-O0", "-std=c++17", "-use_fast_math",
        "-extended-lambda", "-DGGML_CUDA_USE_GRAPHS", "-DGGML_USE_CUDA",
        "-DGGML_SCHED_MAX_COPIES=4", "-D_GNU_SOURCE", "-D_XOPEN_SOURCE=600"]
# Which pairs of types its attention has: its own build says it of each.
GGML_TYPES = ["F16", "Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "BF16"]
GGML_PAIRS = ["F16_F16", "BF16_BF16", "Q4_0_Q4_0", "Q8_0_Q8_0"]


class Case(NamedTuple):
    corpus: str
    name: str
    source: Path
    words: list
    runs: bool


class Outcome(NamedTuple):
    case: Case
    device: str
    compiled: bool
    wrong: str  # why not; empty when all is right
    seconds: float


def package_paths(corpus):
    return [p.path for p in packages_of(corpus) if p.path.is_dir()]


def program_cases(corpus):
    rooms, pattern, words = ROOMS[corpus]
    words = words + [f"-I{HERE}"] + [f"-I{p}" for p in package_paths(corpus)
                                     if p.name in ("include", "vkFFT", "eigen")
                                     or "cccl" in p.name]
    words += [f"-I{p / name}" for p in package_paths(corpus)
              if p.name == "eigen" for name in ("test", "unsupported")]
    for room in rooms:
        for source in sorted((HERE / room).glob(pattern)):
            only = re.search(r"^// ONLY: (.*)$", source.read_text(), re.M)
            if not only or {corpus, USES.get(corpus)} & set(
                    only.group(1).split()):
                yield Case(corpus, f"{room}.{source.stem}", source, words, True)


def ggml_cases():
    folder = package_paths("ggml")[0]
    words = GGML + [f"-I{folder}", f"-I{folder.parent}",
                    f"-I{folder.parent.parent / 'include'}"]
    words += [f"-I{p}" for p in package_paths("cccl-12.9")]
    words += [f"-DGGML_CUDA_FA_{k}_{v}={int(f'{k}_{v}' in GGML_PAIRS)}"
              for k in GGML_TYPES for v in GGML_TYPES]
    for source in sorted(folder.rglob("*.cu")):
        name = str(source.relative_to(folder).with_suffix(""))
        yield Case("ggml", name.replace("/", "."), source, words, False)


def source_cases(corpus):
    source = sources.source(corpus)
    words = ["--as", "nvcc", "-c", "-O1", *source.words]
    for file in sorted(source.folder.rglob("*.cu")):
        name = str(file.relative_to(source.folder).with_suffix(""))
        yield Case(corpus, name.replace("/", "."), file, words, False)


def cases(corpus):
    if corpus == "ggml":
        return list(ggml_cases())
    return list(program_cases(corpus) if corpus in ROOMS else
                source_cases(corpus))


def call(words, env, limit):
    """None when it ends well, or why not."""
    try:
        done = subprocess.run(words, env=env, capture_output=True, text=True,
                              errors="replace", timeout=limit)
    except subprocess.TimeoutExpired:
        return f"not done in {limit} s"
    if done.returncode == 0:
        return None
    said = done.stderr + done.stdout
    errors = [line for line in said.splitlines() if "error" in line]
    lines = (errors or said.splitlines())[:3]
    return f"exit {done.returncode}: " + "\n    ".join(lines)


def translated(case, args, folder):
    """(the source as the corpus compiles it, why it could not be translated)"""
    if case.corpus not in TRANSLATED or case.source.suffix != ".cu":
        return case.source, None
    out = Path(folder) / f"{case.source.stem}.hip"
    return out, call([args.build / "bin" / "quern", "hipify", "-q", "--launch",
                      TRANSLATED[case.corpus], case.source, "-o", out],
                     os.environ, COMPILE_S)


def from_this_machine(dependencies):
    """What says that headers were found which other machines lack: a vendor's in
    the system's local folders; None without such."""
    if not dependencies.exists():
        return None
    found = re.findall(r"/usr/local/\S+|/opt/rocm\S+", dependencies.read_text())
    # CCCL asks for it by __has_include, and does without.
    found = [f for f in found if not f.endswith("/nvtx3/nvtx3.hpp")]
    return f"includes {' '.join(found[:3])}" if found else None


def try_case(case, args):
    """Its outcome on each device."""
    began = time.monotonic()
    outcomes = []
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "program"
        dependencies = Path(folder) / "program.d"
        source, wrong = translated(case, args, folder)
        wrong = wrong or call(
            [args.build / "bin" / "quern", "cc", *case.words,
             f"--targets={args.targets}", source, "-o", out, "-MD", "-MF",
             dependencies], os.environ, COMPILE_S)
        wrong = wrong or from_this_machine(dependencies)
        compiled = wrong is None
        for device in args.device:
            if compiled and case.runs:
                env = dict(os.environ, QUERN_DEVICE=device,
                           **environment(args.build))
                wrong = call([out], env, args.limit)
            outcomes.append(Outcome(case, device, compiled, wrong or "",
                                    time.monotonic() - began))
    return outcomes


def matches(case, wanted):
    return not wanted or any(
        w in (case.name, case.name.split(".")[0], case.name.split(".")[-1])
        for w in wanted)


def run_all(todo, args):
    outcomes = []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        running = [pool.submit(try_case, case, args) for case in todo]
        for at, done in enumerate(concurrent.futures.as_completed(running), 1):
            for outcome in done.result():
                outcomes.append(outcome)
                state = ("ok" if not outcome.wrong else
                         "FAILED: " if outcome.compiled else "NOT COMPILED: ")
                print(f"[{at}/{len(todo)}] {outcome.case.corpus} "
                      f"{outcome.case.name} {outcome.device} "
                      f"({outcome.seconds:.0f} s): {state}{outcome.wrong}",
                      flush=True)
    return outcomes


def present(corpora):
    """Those that are fetched; says which are not."""
    found = []
    for corpus in corpora:
        lacking = [p.name for p in missing(corpus)]
        if corpus not in ROOMS:
            lacking += [p.name for p in missing("cccl-12.9")]
        if lacking:
            print(f"{corpus}: {', '.join(lacking)} not fetched; see "
                  "tests/real/fetch.py")
        else:
            found.append(corpus)
    return found


def known_refusals():
    """Sources that are known not to compile, and with "@" and a device those
    that a race of their library makes wrong there, each with a reason."""
    rows = [row.split() for row in (HERE / "refused.txt").read_text()
            .splitlines() if row and not row.startswith("#")]
    return {tuple(row[:3] if row[2].startswith("@") else row[:2])
            for row in rows}


def excused(outcome, known):
    case = outcome.case
    named = case.corpus, case.name
    if outcome.compiled:
        return (*named, "@" + outcome.device.split(":")[0]) in known
    return sources.lacks(outcome.wrong) or named in known


def main():
    known = [*ROOMS, "ggml", *sources.names()]
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--corpus", nargs="+", default=known, choices=known)
    parser.add_argument("--program", nargs="+", default=[])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--device", nargs="+", default=["cpu"])
    parser.add_argument("--targets", default="native")
    parser.add_argument("--limit", type=int, default=RUN_S, metavar="SECONDS",
                        help="how long a program may run")
    parser.add_argument("--write", action="store_true",
                        help="the counts into docs/real.md")
    args = parser.parse_args()
    args.build = args.build.resolve()
    corpora = present(args.corpus)
    if not corpora:
        return SKIPPED
    todo = [c for corpus in corpora for c in cases(corpus)
            if matches(c, args.program)]
    if not todo:
        parser.error("no such program")
    outcomes = run_all(todo, args)
    for corpus, device in itertools.product(corpora, args.device):
        mine = [o for o in outcomes
                if o.case.corpus == corpus and o.device == device]
        print(f"{corpus} {device}: {sum(not o.wrong for o in mine)} of "
              f"{len(mine)} right, {sum(o.compiled for o in mine)} compile")
    if args.write:
        if args.program or len(args.device) > 1:
            parser.error("--write is for all programs of a corpus, and one "
                         "device")
        write_report(outcomes, args.device[0])
    known_bad = known_refusals()
    return 1 if any(o.wrong and not excused(o, known_bad)
                    for o in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
