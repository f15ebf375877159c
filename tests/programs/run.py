#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles a program with quern cc and runs it.

usage: run.py BUILD SOURCE [--device NAME] [--ways NAMES] [--quick]
                           [--target TARGETS]
       run.py BUILD SOURCE --prepare DIR --target TARGETS

With --ways it is compiled and run once for each way of the CPU engine that is
named (packets, scalar, fibers; see QUERN_CPU_ENGINE). With --quick it is run once,
with the last level of OPTIMIZE. With --target it and its modules are for those
targets and LEVELS do not count: what a GPU needs.

A program checks itself. Comments in its source say what else it needs:
  // FLAGS: words      for the compiler
  // LEVELS: targets   a run as well for each of these that this machine has
  // OPTIMIZE: levels  a run as well with -O and each of these
  // MODULE: file      compiled by `quern compile` to file.hipfb, whose folder
                       the program finds in PROGRAM_DATA
  // LIBRARY: file     compiled to lib<name>.so in PROGRAM_DATA
  // ARCHIVE: file     compiled to an archive that the program is linked with
  // ENV: NAME=VALUE   for the run
  // ARGS: words       one run for each line; without one, a run without
  // EXIT: code        that is right; 0 without it
  // OUTPUT: text      must be a line of standard output, in this order
  // ERRORS: text      must be somewhere in standard error
  // DEVICES: names    back ends that it is for; all without it
With --prepare it is compiled only, with what its runs need, for another machine.
"""
import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from patience import patience  # noqa: E402
from sanitized import environment  # noqa: E402

HERE = Path(__file__).resolve().parent  # program.h is here
DATA = HERE / "data"  # the files that MODULE, LIBRARY and ARCHIVE name
# HIP in files that say C++, as hipcc takes them.
LANGUAGES = {".cpp": ["--as", "hipcc"]}
TIMEOUT_S = 120  # on a machine that does nothing else
SKIPPED = 77


def directives(source):
    found = {}
    for name, value in re.findall(r"^// ([A-Z]+): (.*)$",
                                  source.read_text(), re.M):
        found.setdefault(name, []).append(value.strip())
    return found


def compile_other(quern, source, out, targets, words):
    words = [quern, "cc", source, "-o", out, "-O1", "-fPIC", *words]
    if targets:
        words.append(f"--targets={targets}")
    subprocess.run(words, check=True, timeout=patience(TIMEOUT_S))


def compile_library(quern, source, out, targets):
    compile_other(quern, source, out / f"lib{source.stem}.so", targets,
                  ["-shared"])


def compile_archive(quern, source, out, targets):
    member = out / f"{source.stem}.o"
    archive = out / f"lib{source.stem}.a"
    compile_other(quern, source, member, targets, ["-c"])
    subprocess.run(["ar", "rcs", archive, member], check=True,
                   timeout=patience(TIMEOUT_S))
    return archive


def compile_program(build, source, out, wanted, targets, optimize="1"):
    quern = build / "bin" / "quern"
    program = out / source.stem
    words = [quern, "cc", *LANGUAGES.get(source.suffix, []), source, "-o", program,
             f"-O{optimize}", "-pthread", f"-I{HERE}"]
    words += [w for line in wanted.get("FLAGS", []) for w in shlex.split(line)]
    for file in wanted.get("LIBRARY", []):
        compile_library(quern, DATA / file, out, targets)
    words += [compile_archive(quern, DATA / file, out, targets)
              for file in wanted.get("ARCHIVE", [])]
    if targets:
        words.append(f"--targets={targets}")
    subprocess.run(words, check=True, timeout=patience(TIMEOUT_S))
    for module in wanted.get("MODULE", []):
        path = DATA / module
        subprocess.run([quern, "compile", "-q", path, "-t", targets or "native",
                        "-o", out / (path.stem + ".hipfb")], check=True,
                       timeout=patience(TIMEOUT_S))
    return program


def list_targets(build):
    return json.loads(subprocess.run(
        [build / "bin" / "quern", "targets", "--format", "json"], check=True,
        stdout=subprocess.PIPE, timeout=patience(TIMEOUT_S)).stdout)


def levels_here(build, wanted):
    """Those of LEVELS that this machine runs, beside its own target."""
    words = shlex.split(wanted.get("LEVELS", [""])[0])
    if not words:
        return []
    listed = list_targets(build)
    return [t["name"] for t in listed["targets"] if t["name"] in words and
            t["runs_here"] and t["name"] != listed["native"]]


def variants(build, wanted, target):
    """Pairs of a target, None for its own, and a level of optimisation."""
    levels = [] if target else levels_here(build, wanted)
    # What is not for NVIDIA's GPUs is not made for one that is here.
    devices = wanted.get("DEVICES", ["cuda"])[0].split()
    named = any(word in line for line in wanted.get("FLAGS", [])
                for word in ("--targets", "-arch", "-gencode"))
    if not target and not named and "cuda" not in devices:
        target = list_targets(build)["native"]
    return ([(target, "1")] + [(level, "1") for level in levels] +
            [(target, o) for o in shlex.split(wanted.get("OPTIMIZE", [""])[0])])


def check_output(done, wanted):
    lines = done.stdout.splitlines()
    at = 0
    for text in wanted.get("OUTPUT", []):
        if text not in lines[at:]:
            return f"no line '{text}' behind line {at} of its output"
        at += lines[at:].index(text) + 1
    for text in wanted.get("ERRORS", []):
        if text not in done.stderr:
            return f"'{text}' is not in its standard error"
    code = int(wanted.get("EXIT", ["0"])[0])
    if done.returncode != code:
        return f"exit {done.returncode}, not {code}"
    return None


def run_program(program, folder, wanted, device, more):
    env = dict(os.environ, PROGRAM_DATA=str(folder), **more)
    env.update(line.split("=", 1) for line in wanted.get("ENV", []))
    if device:
        env["QUERN_DEVICE"] = device
    for words in wanted.get("ARGS", [""]):
        limit = patience(TIMEOUT_S)
        try:
            done = subprocess.run([program, *shlex.split(words)], env=env,
                                  capture_output=True, text=True,
                                  errors="replace", timeout=limit)
        except subprocess.TimeoutExpired:
            return f"{program.name} {words}: not done in {limit:.0f} s"
        if done.returncode == SKIPPED:
            print(done.stdout)
            sys.exit(SKIPPED)
        wrong = check_output(done, wanted)
        if wrong:
            return (f"{program.name} {words}: {wrong}\n{done.stdout}"
                    f"{done.stderr}")
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("source", type=Path)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--ways", default="")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--prepare", type=Path)
    parser.add_argument("--target")
    args = parser.parse_args()
    build, source = args.build.resolve(), args.source.resolve()
    wanted = directives(source)
    if args.prepare:
        args.prepare.mkdir(parents=True, exist_ok=True)
        compile_program(build, source, args.prepare, wanted, args.target)
        shutil.copy(source, args.prepare)
        return 0
    if args.device not in shlex.split(wanted.get("DEVICES", [args.device])[0]):
        print(f"not for {args.device}")
        return SKIPPED
    for way in args.ways.split(",") if args.ways else [None]:
        if way:
            os.environ["QUERN_CPU_ENGINE"] = way
        runs = variants(build, wanted, args.target)
        for level, optimize in runs[-1:] if args.quick else runs:
            with tempfile.TemporaryDirectory() as folder:
                program = compile_program(build, source, Path(folder), wanted,
                                          level, optimize)
                wrong = run_program(program, Path(folder), wanted, args.device,
                                    environment(build))
            if wrong:
                print(f"{way or 'its own way'}, {level or 'native'}, "
                      f"-O{optimize}: {wrong}", file=sys.stderr)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
