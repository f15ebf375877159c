#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs random kernels (generate.py) in packets of each width, one work-item at
a time, on stacks of their own and as plain C++, and compares every byte they
write.

usage: run.py IMAGES COMPARE [--seed N] [--sources N] [--kernels N]
              [--features plain,barriers,warps,returns,fused] [--ways N] [--full]
              [--oracle CLANG++] [--keep FOLDER] [--seconds S]
              [--file SOURCE [--widths 8,32] [--rows]]
              [--opencl QUERN [--levelzero DRIVER | --vortex FORM | --amdsim CHIP]]
Of each source's kernels one seed says all, so a failure is repeated with --seed
and --sources 1 and the same other options. A file has kernels 'regression...' and
a line "// SHAPES: grid:block ...", and may have one "// WIDTHS: 8,32" with those
that are enough, and "// X86-64: NAME" with the target on such machines, some of
which have no masks in registers. With --opencl the kernels run on an OpenCL device
that takes SPIR-V instead of in packets, with --levelzero through Level Zero's loader
and the test driver, with --amdsim as AMD's machine code, simulated. Prints each difference and closes with
"N passed, N failed".
"""
import argparse
import collections
import os
import platform
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "opencl"),
                str(HERE.parent / "support")]
import device  # noqa: E402
import generate  # noqa: E402
from patience import patience  # noqa: E402

TIMEOUT_S = 120  # of launches; of a compilation more; see patience.py
# Blocks of whole packets, of parts of packets, and others, by dimensions.
SHAPES = {
    1: [["3:64", "2:128", "1:256", "2:32"],
        ["2:37", "3:5", "5:33", "7:17", "40:3"],
        ["1:100", "2:250", "2:96", "9:8", "30:32", "2:1", "70:1"]],
    2: [["2:32,8", "2:16,4", "2:16,12", "2:64,4", "4:32,4"],
        ["2:5,3", "1:37,2", "3:7,5", "2:33,3", "3:1,9"],
        ["2:16,3", "1:7,3", "3:16,4", "2:24,5", "2:48,2", "1:64,3",
         "33:1,1"]],
    3: [["2:32,4,2", "2,2:16,4,2", "1,1,2:32,8"],
        ["3:5,3,2", "1:3,5,7", "2,3:7,1,2"],
        ["2,2:4,4,2", "1,1,3:8,2,4", "3:64", "1:1,2,33"]]}
WAYS = ["packets:4:0", "packets:8:0", "packets:16:0", "packets:32:0",
        "packets:16:2", "scalar:8:0"]
WEIGHTS = [3, 4, 4, 3, 2, 1]
REFERENCE = "fibers:8:0"
KINDS = ["plain", "plain", "barriers", "plain", "warps", "barriers",
         "barriers,warps", "plain"]


VORTEX = ["rv64", "rv32", "rv64-v3", "rv32-v3"]  # in the order of its devices


def plan(options, seed):
    """What is done with a source: kernels of which kind, in which ways, on
    which machine, with blocks of which shapes."""
    rng = random.Random(f"plan {seed}")
    features = (options.features or KINDS[seed % len(KINDS)]).split(",")
    target = "native"
    if platform.machine() == "x86_64" and not options.target:
        target = rng.choices(["native", "x86-64-v3", "x86-64"], [12, 4, 1])[0]
    dimensions = rng.choices([1, 2, 3], [5, 4, 1])[0]
    # Packets of several rows are made of kernels that read y.
    ways = [way for way in WAYS if dimensions > 1 or not way.endswith("2")]
    if "warps" in features: # packets are warps then, whatever the width
        ways = [rng.choice(ways[:4])]
    if options.opencl:
        ways = []
    while options.ways and len(ways) > options.ways:
        ways.pop(rng.choices(range(len(ways)),
                             [1 / WEIGHTS[WAYS.index(w)] for w in ways])[0])
    shapes = whole_warps(options, features, dimensions) or \
        [rng.choice(some) for some in SHAPES[dimensions]]
    return SimpleNamespace(
        flags=SimpleNamespace(barriers="barriers" in features,
                              warps="warps" in features,
                              returns="returns" in features,
                              fused="fused" in features,
                              rounds="rounds" in features,
                              whole_warps=bool(options.amdsim) and
                              "warps" in features,
                              dimensions=dimensions),
        target=options.target or target, fused="fused" in features,
        full=options.full or seed % 16 == 5,
        oracle=options.oracle if seed % 8 in (0, 2, 4, 6) else None, ways=ways,
        # Blocks of the first shape have straight code, wherever that can be.
        shapes=shapes, size=re.match(r"\d+", shapes[0].split(":")[1])[0])


def whole_warps(options, features, dimensions):
    """What lanes that are not there give to others is not defined, and AMD's
    hardware gives 0. (Kernels for it return by whole warps, too.)"""
    return SHAPES[dimensions][0] if options.amdsim and "warps" in features \
        else None


def run(args, timeout=TIMEOUT_S, **more):
    timeout = patience(timeout)
    try:
        return subprocess.run(args, capture_output=True, text=True,
                              timeout=timeout, errors="replace", **more)
    except subprocess.TimeoutExpired as ended:
        told = (ended.stderr or b"").decode(errors="replace")
        return SimpleNamespace(returncode=-1, stdout="", stderr=told or
                               f"no end after {timeout:.0f} s")


def way_path(temp, way):
    return f"{temp}/{way.replace(':', '-')}.so"


def compile_images(options, source, temp, todo):
    """The arguments NAME=IMAGE of compare.c, or a failure's text and None."""
    ways = [REFERENCE] + todo.ways
    # Of "fused" kernels products and sums may be one operation where what is
    # compared with has two: on a device, or beside plain C++.
    args = [options.images] + ["--quick"] * (not todo.full) + \
        ["--contract"] * (todo.fused and not options.opencl)
    done = run(args + [str(source), todo.target, temp] + ways, 10 * TIMEOUT_S,
               env=dict(os.environ, QUERN_CPU_NOTES="1", QUERN_CPU_SIZED=todo.size))
    todo.notes = re.findall(r"note: '\w+' (.*)", done.stdout)
    images = [f"{way}={way_path(temp, way)}" for way in ways]
    if done.returncode:
        return done.stdout + done.stderr, None
    if options.opencl:
        path = f"{temp}/spirv.hipfb"
        # Single roundings as in images.c: which products and sums are one
        # operation is each target's own choice.
        rounding = "fast" if todo.fused else "off"
        done = run([options.opencl, "compile", "-q", "-O3",
                    f"-ffp-contract={rounding}", str(source), "-t",
                    "vortex-" + options.vortex if options.vortex else
                    options.amdsim or
                    ("spirv64v1.0" if options.emulate else "spirv64"),
                    "-o", path], 10 * TIMEOUT_S)
        if done.returncode:
            return done.stdout + done.stderr, None
        images.append(f"other={path}")
    if todo.oracle:
        path = f"{temp}/oracle.so"
        done = run([todo.oracle, "-x", "c++", "-std=c++17", "-O0", "-w",
                    "-ffp-contract=off", "-Xclang",
                    "-ffloat16-excess-precision=none",
                    "-include", str(HERE / "oracle.h"), "-shared", "-fPIC",
                    str(source), "-o", path])
        if done.returncode:
            return done.stderr, None
        images.append(f"oracle={path}")
    return "", images


def check_source(options, text, label, temp, kernels, todo):
    """Prints what goes wrong; how many kernels do not."""
    source = Path(temp) / "random.cu"
    source.write_text(text)
    why, images = compile_images(options, source, temp, todo)
    if not images:
        print(f"{label}: does not compile\n{why}", flush=True)
        return set(kernels)
    wrong, left = set(), list(kernels)
    while left:
        done = run([options.compare, ",".join(left), *todo.shapes, "--",
                    *images], env=dict(os.environ, **options.devices))
        for line in done.stdout.splitlines():
            print(f"{label} {line}", flush=True)
        wrong |= {line.split()[0] for line in done.stdout.splitlines()} & \
            set(kernels)
        if done.returncode in (0, 1):
            break
        # The process ended in a kernel, which may be refused: the others are
        # tried without it. What says which comes before what a driver may say
        # of its end.
        told = done.stderr.splitlines() or [""]
        last = ([line for line in told if line.split(" ")[0] in left] or
                told)[-1]
        name = (last.split() or [""])[0]
        print(f"{label} {last}: exit status {done.returncode}", flush=True)
        if name not in left:
            return set(kernels)
        wrong.add(name)
        left = left[left.index(name) + 1:]
    return wrong


def check_file(options):
    text = options.file.read_text()
    shapes = re.search(r"^// SHAPES: (.*)$", text, re.M).group(1)
    enough = re.search(r"^// WIDTHS: (.*)$", text, re.M)
    widths = (enough.group(1) if enough else options.widths).split(",")
    named = re.search(r"^// X86-64: (.*)$", text, re.M)
    own = named and platform.machine() == "x86_64"
    todo = SimpleNamespace(
        target=options.target or (named.group(1) if own else "native"),
        full=True, fused=False, oracle=None, shapes=shapes.split(), size="256",
        ways=["scalar:8:0"] + [f"packets:{w}:0" for w in widths] +
        [f"packets:{w}:2" for w in widths if options.rows])
    kernels = re.findall(r"__global__ (?:__launch_bounds__\(\d+\) )?"
                         r"void (regression\w*)\(", text)
    with tempfile.TemporaryDirectory() as temp:
        wrong = check_source(options, text, options.file.name, temp, kernels,
                             todo)
    return len(kernels) - len(wrong), len(wrong)


def check_random(options):
    passed = failed = runs = noted = 0
    reasons = collections.Counter()
    kernels = [f"k{i}" for i in range(options.kernels)]
    end = time.monotonic() + options.seconds
    for seed in range(options.seed, options.seed + options.sources):
        if options.seconds and time.monotonic() > end:
            break
        todo = plan(options, seed)
        text = generate.generate(seed, options.kernels, todo.flags)
        with tempfile.TemporaryDirectory() as temp:
            wrong = check_source(options, text, f"seed {seed}", temp, kernels,
                                 todo)
        if wrong and options.keep:
            options.keep.mkdir(parents=True, exist_ok=True)
            (options.keep / f"{seed}.cu").write_text(text)
        passed += len(kernels) - len(wrong)
        failed += len(wrong)
        runs += len(kernels) * (len(todo.ways) + (todo.oracle is not None))
        noted += len(todo.notes)
        reasons.update(todo.notes)
        if options.keep:
            log_progress(options, seed, passed, failed, runs)
    for reason, count in reasons.most_common(12 if options.notes else 0):
        print(f"{count} {reason}")
    return passed, failed


def cpu_seconds():
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    own = resource.getrusage(resource.RUSAGE_SELF)
    return (children.ru_utime + children.ru_stime + own.ru_utime +
            own.ru_stime)


def log_progress(options, seed, passed, failed, runs):
    options.keep.mkdir(parents=True, exist_ok=True)
    (options.keep / f"progress.{options.seed}").write_text(
        f"seeds {options.seed} to {seed}, {passed} passed, {failed} failed, "
        f"{runs} comparisons, {cpu_seconds():.0f} CPU s\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("images", help="the program of images.c")
    parser.add_argument("compare", help="the program of compare.c")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sources", type=int, default=1)
    parser.add_argument("--kernels", type=int, default=20)
    parser.add_argument("--features", default="")
    parser.add_argument("--ways", type=int, default=0,
                        help="of each source at random; 0: all")
    parser.add_argument("--target", default="",
                        help="one that this machine runs")
    parser.add_argument("--full", action="store_true",
                        help="images as users have them, of every source")
    parser.add_argument("--oracle", help="a C++ compiler for half the sources")
    parser.add_argument("--keep", type=Path, help="for sources that failed")
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--notes", action="store_true")
    parser.add_argument("--widths", default="4,8,16,32")
    parser.add_argument("--rows", action="store_true")
    parser.add_argument("--file", type=Path)
    parser.add_argument("--opencl", help="the program quern")
    parser.add_argument("--levelzero", help="the test driver")
    parser.add_argument("--vortex", choices=VORTEX,
                        help="with --opencl: instead of it, this form of the "
                             "simulated Vortex")
    parser.add_argument("--amdsim", metavar="CHIP", help="gfx1100, ...")
    parser.add_argument("--emulate", action="store_true",
                        help="an OpenCL device without sub-groups of 32")
    options = parser.parse_args()
    options.devices = {"QUERN_DEVICE": "cpu"}
    if options.vortex:
        number = VORTEX.index(options.vortex)
        options.devices["QUERN_DEVICE"] = f"cpu,vortex-sim:{number}"
    elif options.amdsim:
        options.devices = dict(QUERN_DEVICE=f"cpu,amdsim:{options.amdsim}",
                               QUERN_CACHE="off")
    elif options.opencl:
        backend = "levelzero" if options.levelzero else "opencl"
        found = device.levelzero(options.levelzero) if options.levelzero \
            else device.environment()
        options.devices = dict(found, QUERN_DEVICE=f"cpu,{backend}:0",
                               QUERN_CACHE="off")
        if options.emulate:
            options.devices["QUERN_OPENCL_LANES"] = "8,16"
        why = device.why_none(options.opencl, options.devices, backend)
        if why:
            print(f"no device of the back end '{backend}': {why}")
            return device.SKIPPED
    passed, failed = (check_file if options.file else check_random)(options)
    print(f"{passed} passed, {failed} failed, {cpu_seconds():.1f} CPU s")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
