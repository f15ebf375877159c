#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs conformance kernels and whole programs on an OpenCL device.

usage: run.py BUILD [NAME...] [--kernels | --programs | --cases] [--levelzero] [-j N]
              [--emulate]

With --emulate kernels are compiled for devices without sub-groups of 32, and the
device has none. With --levelzero the same device is reached through Level Zero's loader and the test
driver (tests/levelzero).

What is known not to pass is in exceptions.txt beside this file, with the reason;
what is listed there and passes is a failure, too. A name behind a '-' is not run
at all: it passes or hangs as the driver likes. Exits with 77 where there is no
device that takes SPIR-V.
"""
import argparse
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
TESTS = HERE.parent
sys.path[:0] = [str(HERE), str(TESTS / "support")]
import device  # noqa: E402
from chosen import choose, kernels, programs  # noqa: E402

TARGET = "spirv64"
EMULATED = "spirv64v1.0"


def exceptions(backend):
    """Names of runs that do not pass, and why: file, folder/file where there are
    several of that name, or file:kernel; with a '-' before those not run."""
    found = {}
    files = [HERE / "exceptions.txt"]
    if backend == "levelzero":
        files.append(TESTS / "levelzero" / "exceptions.txt")
    for line in "\n".join(f.read_text() for f in files).splitlines():
        if line.strip() and not line.startswith("#"):
            name, reason = line.split(None, 1)
            found[name] = reason
    return found


def run_kernels(build, source, backend, target, excepted):
    """Pairs of a name, and None or what is wrong."""
    quern = str(build / "bin" / "quern")
    cases = [c for c in kernels.read_runs(source)
             if f"-{source.name}:{c['kernel']}" not in excepted]
    with tempfile.TemporaryDirectory() as folder:
        bundle = str(Path(folder) / (source.stem + ".hipfb"))
        done = kernels.run([quern, "compile", str(source), "-q", "-t", target,
                            "-O3", "-o", bundle], source.parent)
        if done.returncode:
            return [(source.name, f"does not compile: {done.stderr}")]
        results, seen = [], {}
        for case in cases:
            why = kernels.launch(quern, bundle, case, source.parent,
                                 f"{backend}:0")
            name = f"{source.name}:{case['kernel']}"
            seen[name] = seen.get(name) or why
        return list(seen.items())


def run_program(build, source, backend, target):
    wanted = programs.directives(source)
    with tempfile.TemporaryDirectory() as folder:
        try:
            program = programs.compile_program(build, source, Path(folder),
                                               wanted, target)
        except Exception as error:  # its reason is on standard error
            return [(source.name, f"does not compile: {error}")]
        try:
            wrong = programs.run_program(program, Path(folder), wanted,
                                         f"{backend}:0", {})
        except SystemExit:
            return []
    return [(source.name, wrong)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("names", nargs="*")
    for kind in ("kernels", "programs", "cases"):
        parser.add_argument(f"--{kind}", action="append_const", dest="kinds",
                            const=kind)
    parser.add_argument("--levelzero", dest="backend", action="store_const",
                        const="levelzero", default="opencl")
    parser.add_argument("-j", type=int, default=1)
    parser.add_argument("--all", action="store_true",
                        help="as if nothing were excepted")
    parser.add_argument("--emulate", action="store_true",
                        help="without sub-groups of 32: emulated warps")
    args = parser.parse_args()
    build = args.build.resolve()
    os.environ.update(
        device.levelzero(build / "tests" / "libze_test_driver.so")
        if args.backend == "levelzero" else device.environment())
    if args.emulate:
        os.environ["QUERN_OPENCL_LANES"] = "8,16"
    why = device.why_none(build / "bin" / "quern", {}, args.backend)
    if why:
        print(f"no device of the back end '{args.backend}': {why}")
        return device.SKIPPED
    excepted = {} if args.all else exceptions(args.backend)
    chosen = choose(parser, args.kinds or ["kernels", "programs", "cases"],
                    args.names, "opencl", lambda p: f"-{p.name}" in excepted)

    def one(item):
        kind, source = item
        where = build, source, args.backend, EMULATED if args.emulate else TARGET
        return (run_kernels(*where, excepted) if kind == "kernel" else
                run_program(*where))

    passed = failed = known = 0
    with ThreadPoolExecutor(args.j) as pool:
        for (kind, source), results in zip(chosen, pool.map(one, chosen)):
            for name, wrong in results:
                own = {name, f"{source.parent.name}/{name}"} & excepted.keys()
                if wrong and (own or source.name in excepted):
                    known += 1
                elif own and not wrong:
                    failed += 1
                    print(f"{name} passes: take it off exceptions.txt")
                elif wrong:
                    failed += 1
                    print(f"FAIL {name}: {wrong.strip()[-1500:]}", flush=True)
                else:
                    passed += 1
    print(f"{passed} passed, {failed} failed, {known} known not to pass")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
