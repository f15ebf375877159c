#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""CPU time of `quern compile` against the same work by hand.

  overhead.py QUERN [--runs N] [--targets LIST] [--each] [SOURCE]

By hand is what `quern compile -n` prints, with clang doing all of it: the same
front-end options, but -O3 with its passes, the object or PTX directly, libclc
by -mlink-builtin-bitcode and no debug information, then the same ld.lld and
ptxas commands. For CPUs clang's triple is the CPU's, so clang makes neither
work-item loops nor barriers and its code is not runnable: its work is less.

Runs of both sides alternate; times are user and system of all children;
medians are compared. One JSON line as of tests/support/bench.h, and a table on
standard error. Exit status 1 beyond 3 % plus 30 ms.
"""
import argparse
import json
import pathlib
import re
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEN = ("x86-64-v3,aarch64,riscv64,riscv32,gfx90a,gfx942,gfx1100,sm_80,sm_90,"
       "spirv64")
RATIO, EXTRA_S = 1.03, 0.030
UNWANTED = {"-disable-llvm-passes", "-disable-O0-optnone",
            "-debug-info-kind=limited", "-dwarf-version=5"}
CLC = pathlib.Path("/usr/lib/clc")


def cpu_seconds(commands, folder):
    """User and system time of the commands and all that they start."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for command in commands:
        done = subprocess.run(command, cwd=folder, capture_output=True,
                              text=True, check=False)
        if done.returncode:
            sys.exit(f"{shlex.join(command)}\n{done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime
            + after.ru_stime - before.ru_stime)


def replace(command, option, value):
    command[command.index(option) + 1] = value


def library(name):
    path = CLC / name
    return ["-mlink-builtin-bitcode", str(path)] if path.exists() else []


def cpu_options(ir):
    """What the CPU's own code was made with, off the IR that was kept."""
    triple = re.search(r'^target triple = "(.*)"', ir, re.MULTILINE).group(1)
    cpu = re.search(r'"target-cpu"="([^"]*)"', ir)
    features = re.search(r'"target-features"="([^"]*)"', ir)
    options = ["-mrelocation-model", "pic", "-pic-level", "2",
               *library("nvptx64--.bc")]
    for feature in features.group(1).split(",") if features else []:
        options += ["-target-feature", feature]
    return triple, cpu.group(1) if cpu else None, options


def whole_cpu(command, ir):
    at = command.index("-target-feature")
    del command[at:at + 2]
    triple, cpu, options = cpu_options(ir)
    replace(command, "-triple", triple)
    at = command.index("-target-cpu")
    del command[at:at + 2]
    return options + (["-target-cpu", cpu] if cpu else []), "-emit-obj"


def whole_options(command, ir):
    """The options that make this front-end command a whole compilation."""
    if "-D__QUERN_TARGET_CPU__=1" in command:
        return whole_cpu(command, ir)
    triple = command[command.index("-triple") + 1]
    if triple.startswith("nvptx"):
        return library("nvptx64--.bc"), "-S"
    if triple.startswith("amdgcn"):
        return library("amdgcn-amd-amdhsa.bc"), "-emit-obj"
    replace(command, "-triple", triple.replace("v1.2", "v1.3"))
    return ["-mllvm", "-spirv-ext=all"], "-emit-obj"


def by_hand(commands, temps):
    """The commands of -n with clang doing the middle, too."""
    made = []
    for line in commands.splitlines():
        command = shlex.split(line)
        if "-cc1" not in command:
            made.append(command)
            continue
        output = pathlib.Path(command[command.index("-o") + 1])
        ir = (temps / output.name).with_suffix(".ll").read_text()
        options, emit = whole_options(command, ir)
        command[command.index("-emit-llvm-bc")] = emit
        replace(command, "-o", "by-hand.out")
        command = [word for word in command if word not in UNWANTED]
        # The linkers' own inputs are of Quern's run: the same kernels.
        made.append(command[:-1] + ["-w", *options, command[-1]])
    return made


def measure(options, targets):
    with tempfile.TemporaryDirectory() as name:
        temps = pathlib.Path(name)
        base = [options.quern, "compile", "-q", "-t", targets,
                str(options.source)]
        subprocess.run([*base, "--save-temps", name, "-o", f"{name}/k"],
                       check=True)
        commands = subprocess.run([*base, "--save-temps", name, "-n"],
                                  check=True, capture_output=True,
                                  text=True).stdout
        hand = by_hand(commands, temps)
        ours, theirs = [], []
        for _ in range(options.runs):
            ours.append(cpu_seconds([[*base, "-j1", "-o", "k"]], name))
            theirs.append(cpu_seconds(hand, name))
        return statistics.median(ours), statistics.median(theirs)


def report(targets, ours, theirs):
    more = (ours - theirs) * 1e3
    good = ours <= theirs * RATIO + EXTRA_S
    print(f"{targets:12} quern {ours:.3f} s  by hand {theirs:.3f} s  "
          f"ratio {ours / theirs:.3f}  {more:+.0f} ms  "
          f"{'within' if good else 'BEYOND'} 3 % + 30 ms", file=sys.stderr)
    print(json.dumps({"name": f"compile overhead {targets}",
                      "ns_min": ours * 1e9, "ns_median": ours * 1e9,
                      "by_hand_ns": theirs * 1e9, "ratio": ours / theirs}))
    return good


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("quern")
    parser.add_argument("source", nargs="?", type=pathlib.Path,
                        default=ROOT / "examples" / "demo.cu")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--targets", default=TEN)
    parser.add_argument("--each", action="store_true",
                        help="each target by itself as well")
    options = parser.parse_args()
    options.quern = str(pathlib.Path(options.quern).resolve())
    options.source = options.source.resolve()
    for target in options.targets.split(",") if options.each else []:
        report(target, *measure(options, target))
    count = len(options.targets.split(","))
    return not report(f"{count} targets", *measure(options, options.targets))


if __name__ == "__main__":
    sys.exit(main())
