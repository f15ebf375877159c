#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs conformance kernels and whole programs as AMD's machine code, simulated.

usage: run.py BUILD [NAME...] [--chip NAME] [--kernels] [--programs] [--cases]
              [-O LEVEL] [-j N] [--all]

Without a kind these are kernels and programs.

What is known not to pass is in exceptions.txt beside this file, with the reason;
what is listed there and passes is a failure, too. A name behind a '-' is not run
at all. Exits with 77 where the simulator is not built.
"""
import argparse
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "support")]
from chosen import choose, kernels, programs  # noqa: E402

SKIPPED = 77


def exceptions(chip):
    """Names of runs that do not pass, and why. A line that begins with '@chip'
    is for that chip only."""
    found = {}
    for line in (HERE / "exceptions.txt").read_text().splitlines():
        words = line.split(None, 1)
        if not words or line.startswith("#"):
            continue
        if words[0].startswith("@"):
            if words[0][1:] != chip:
                continue
            words = words[1].split(None, 1)
        found[words[0]] = words[1]
    return found


def run_kernels(build, source, chip, level):
    """Pairs of a name, and None or what is wrong."""
    quern = str(build / "bin" / "quern")
    cases = kernels.read_runs(source)
    with tempfile.TemporaryDirectory() as folder:
        bundle = str(Path(folder) / (source.stem + ".hipfb"))
        done = kernels.run([quern, "compile", str(source), "-q", "-t", chip,
                            f"-O{level}", "-o", bundle], source.parent)
        if done.returncode:
            return [(source.name, f"does not compile: {done.stderr}")]
        return [(f"{source.name}:{case['kernel']}",
                 kernels.launch(quern, bundle, case, source.parent,
                                f"amdsim:{chip}")) for case in cases]


def run_program(build, source, chip, level):
    wanted = programs.directives(source)
    name = f"{source.parent.name}/{source.name}"
    with tempfile.TemporaryDirectory() as folder:
        try:
            program = programs.compile_program(build, source, Path(folder),
                                               wanted, chip, level)
        except Exception as error:  # its reason is on standard error
            return [(name, f"does not compile: {error}")]
        try:
            wrong = programs.run_program(program, Path(folder), wanted,
                                         f"amdsim:{chip}", {})
        except SystemExit:
            return []
        except subprocess.TimeoutExpired:
            wrong = "no end"
    return [(name, wrong)]


def has_device(build, chip):
    done = subprocess.run([str(build / "bin" / "quern"), "run", "--device",
                           f"amdsim:{chip}", "/dev/null", "none"],
                          capture_output=True, text=True)
    return "is not installed" not in done.stderr, done.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--chip", default="gfx1100")
    parser.add_argument("-O", default=None, dest="level")
    for kind in ("kernels", "programs", "cases"):
        parser.add_argument(f"--{kind}", action="append_const", dest="kinds",
                            const=kind)
    parser.add_argument("-j", type=int, default=1)
    parser.add_argument("--all", action="store_true",
                        help="as if nothing were excepted")
    args = parser.parse_intermixed_args()
    build = args.build.resolve()
    there, why = has_device(build, args.chip)
    if not there:
        print(f"no simulator: {why}")
        return SKIPPED
    excepted = {} if args.all else exceptions(args.chip)
    chosen = choose(parser, args.kinds or ["kernels", "programs"], args.names,
                    "amdsim",
                    lambda p: f"-{p.parent.name}/{p.name}" in excepted)

    def one(item):
        kind, source = item
        if kind == "kernel":
            return run_kernels(build, source, args.chip, args.level or "3")
        return run_program(build, source, args.chip, args.level or "1")

    passed = failed = known = 0
    with ThreadPoolExecutor(args.j) as pool:
        for (kind, source), results in zip(chosen, pool.map(one, chosen)):
            for name, wrong in results:
                if wrong and (name in excepted or source.name in excepted):
                    known += 1
                elif name in excepted and not wrong:
                    failed += 1
                    print(f"{name} passes: take it off exceptions.txt")
                elif wrong:
                    failed += 1
                    print(f"FAIL {name}: {wrong.strip()[-700:]}", flush=True)
                else:
                    passed += 1
    print(f"{passed} passed, {failed} failed, {known} known not to pass")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
