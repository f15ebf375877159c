#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles candle's own kernels and compares what they compute with NumPy
(docs/candle.md).

usage: run.py BUILD [SOURCES] [--targets LIST] [--device NAME]
       [--target NAME] [--file GLOB] [--kernel GLOB]

SOURCES is candle-kernels' folder `src` (default: candle/src in the folder of
tests/real's packages). With --targets each file is compiled for each of them,
without the cache, and a table says how many kernels it has and how many seconds
of processor time that took; without, for the device alone. Kernels whose form
families.py does not know are counted and named. Exit 77: there are no sources,
or there is no NumPy.
"""
import argparse
import fnmatch
import importlib.util
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "real"))
from packages import cache, packages_of  # noqa: E402

SKIPPED = 77


def options_of(source):
    """moe_utils.cuh has Thrust's headers: where they are, if anywhere."""
    if '"moe_utils.cuh"' in source.read_text(errors="replace"):
        for package in packages_of("cccl-12.9"):
            if package.found:
                return ["-I", str(package.path)]
    return []


def compile_file(quern, source, target, output, *more):
    """Seconds of processor time, or what was said instead."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([quern, "compile", "-q", "-t", target, source, "-o",
                           output, *options_of(source), *more],
                          capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        return None, next((line for line in done.stderr.splitlines()
                           if "error" in line), done.stderr[-200:])
    return after.ru_utime + after.ru_stime - before.ru_utime - \
        before.ru_stime, ""


def kernels_of(quern, path):
    said = json.loads(subprocess.run(
        [quern, "inspect", "--format", "json", path], check=True,
        capture_output=True, text=True).stdout)
    return [k["name"] for k in said["files"][0]["images"][0]["kernels"]]


def tabulate(args, sources, targets, folder):
    print(f"| file | kernels | {' | '.join(targets)} |\n"
          f"|---|---:|{'---:|' * len(targets)}", flush=True)
    good = True
    for source in sources:
        count, row = 0, []
        for target in targets:
            seconds, said = compile_file(args.quern, source, target,
                                         folder / "table.hipfb", "--no-cache")
            row.append(f"{seconds:.1f}" if seconds is not None else said)
            if seconds is None:
                good = False
            else:
                count = len(kernels_of(args.quern,
                                       folder / "table.hipfb"))
        print(f"| {source.name} | {count} | {' | '.join(row)} |", flush=True)
    return good


def run_kernels(args, device, source, image, counts):
    """The kernels that have names of their own."""
    import numpy as np
    from families import Wrong, check
    module = device.module(image)
    for name in kernels_of(args.quern, image):
        if not fnmatch.fnmatch(name, args.kernel):
            continue

        def run(arguments, **more):
            device.launch(module, name, arguments, **more)
        try:
            if check(name, run, np.random.default_rng(len(name))):
                counts["right"] += 1
            else:
                counts["unknown"].append(name)
        except Wrong as error:
            counts["wrong"] += 1
            print(f"{source.name}: {name}: {error}", flush=True)


def run_launchers(args, device, source, folder, counts):
    """The functions of the host that launch kernels: templates, mostly."""
    import numpy as np
    from families import Wrong
    from launchers import LAUNCHERS, Library
    library = folder / f"lib{source.stem}.so"
    done = subprocess.run(
        [args.quern, "cc", "-shared", "-fPIC", f"--targets={args.target}",
         *options_of(source), source, "-o", library], capture_output=True, text=True)
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if "error" in line]
        print(f"{source.name} does not compile: {' '.join(said[:2])}")
        counts["wrong"] += 1
        return
    try:
        for _ in LAUNCHERS[source.stem](Library(device, library),
                                        np.random.default_rng(1)):
            counts["calls"] += 1
    except Wrong as error:
        counts["wrong"] += 1
        print(f"{source.name}: {error}", flush=True)


def run_all(args, sources, folder):
    from device import Device
    from launchers import LAUNCHERS
    device = Device(args.build / "lib" / "libquernhip.so")
    counts = {"right": 0, "wrong": 0, "calls": 0, "unknown": []}
    for source in sources:
        launched = source.stem in LAUNCHERS
        if launched and fnmatch.fnmatch(source.stem, args.kernel):
            run_launchers(args, device, source, folder, counts)
        if launched and 'extern "C" __global__' not in source.read_text():
            continue
        image = folder / f"{source.stem}.hipfb"
        seconds, said = compile_file(args.quern, source, args.target, image)
        if seconds is None:
            print(f"{source.name} does not compile: {said}")
            counts["wrong"] += 1
            continue
        run_kernels(args, device, source, image, counts)
    if counts["unknown"]:
        print(f"not run: {' '.join(counts['unknown'])}")
    print(f"{counts['right']} kernels of {len(sources)} files are right, "
          f"{counts['calls']} calls of launchers, {counts['wrong']} wrong, "
          f"{len(counts['unknown'])} kernels not run")
    return counts["right"] + counts["calls"] > 0 and not counts["wrong"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("sources", type=Path, nargs="?")
    parser.add_argument("--targets", help="for the table")
    parser.add_argument("--target", default="native", help="of the device")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--kernel", default="*")
    parser.add_argument("--file", default="*", help="its name without .cu")
    args = parser.parse_args()
    args.build = args.build.resolve()
    where = args.sources or cache() / "candle" / "src"
    sources = [s for s in sorted(where.rglob("*.cu"))
               if fnmatch.fnmatch(s.stem, args.file)]
    sources = [s for s in sources
               if re.search(r"__global__|_OP\(|<<<", s.read_text(
                   errors="replace"))]
    if not sources:
        print(f"{where} has no candle-kernels")
        return SKIPPED
    # What is compiled alone is compared with nothing.
    if not args.targets and not importlib.util.find_spec("numpy"):
        print("NumPy is not there")
        return SKIPPED
    os.environ["QUERN_DEVICE"] = args.device
    args.quern = args.build / "bin" / "quern"
    with tempfile.TemporaryDirectory() as name:
        if args.targets:
            good = tabulate(args, sources, args.targets.split(","),
                            Path(name))
        else:
            good = run_all(args, sources, Path(name))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
