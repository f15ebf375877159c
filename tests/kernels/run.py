#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles conformance kernels and runs each "// RUN:" line through quern run.

usage: run.py QUERN SOURCE... [--target NAME] [--opt LEVEL]
Prints one line per failure and closes with "N passed, N failed".
"""
import argparse
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from patience import patience  # noqa: E402

RUN = re.compile(r"^// RUN:\s*(.*)$")
TIMEOUT_S = 120


def read_runs(source):
    """The RUN lines of a source as dictionaries."""
    runs = []
    for line in source.read_text().splitlines():
        found = RUN.match(line)
        if found:
            runs.append(dict(word.split("=", 1)
                             for word in shlex.split(found.group(1))))
    return runs


def run(command, folder):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True,
                          timeout=patience(TIMEOUT_S))


def launch(quern, bundle, case, folder, device="cpu"):
    """None, or why the launch failed."""
    words = case.get("args", "").split()
    command = [quern, "run", bundle, case["kernel"], "--device", device,
               "-g", case.get("grid", "1"), "-b", case.get("block", "1"),
               "--shared", case.get("shared", "0"), *words]
    if any("expect=" in word for word in words):
        command.append("--check")
    try:
        done = run(command, folder)
    except subprocess.TimeoutExpired as ended:
        return f"no end after {ended.timeout:.0f} s"
    wanted = int(case.get("exit", "0"))
    if done.returncode != wanted:
        return f"exit status {done.returncode}: {done.stderr.strip()}"
    printed = done.stdout.splitlines()
    if "stdout" in case and printed != [case["stdout"]]:
        return f"printed {printed}, expected {case['stdout']!r}"
    if "lines" in case and len(printed) != int(case["lines"]):
        return f"printed {len(printed)} lines, expected {case['lines']}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("quern")
    parser.add_argument("sources", nargs="+", type=Path)
    parser.add_argument("--target", default="native")
    parser.add_argument("--opt", default="3")
    options = parser.parse_args()
    quern = str(Path(options.quern).resolve())
    passed = failed = 0
    with tempfile.TemporaryDirectory() as temp:
        for source in options.sources:
            source = source.resolve()
            bundle = str(Path(temp) / (source.stem + ".hipfb"))
            done = run([quern, "compile", str(source), "-q", "-t",
                        options.target, f"-O{options.opt}", "-o", bundle],
                       source.parent)
            cases = read_runs(source)
            if done.returncode:
                failed += max(len(cases), 1)
                print(f"{source.name}: does not compile\n{done.stderr}")
                continue
            for case in cases:
                why = launch(quern, bundle, case, source.parent)
                passed += why is None
                failed += why is not None
                if why:
                    print(f"{source.name}: {case['kernel']}: {why}")
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
