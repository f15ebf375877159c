#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The conformance kernels as machine code of Intel's GPUs: Intel's own compiler has
to take what ours makes, and its driver's decoder what becomes of it.

usage: ocloc.py QUERN FOLDER [--targets intel-pvc,...] [FILE...]
FOLDER has the kernels. ocloc is that of QUERN_OCLOC, or in PATH; exits with 77
where there is none, or where it does not know a target.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
TIMEOUT_S = 300
# What SPIR-V does not have, and what GPUs do not.
# 22.43's decoder does not know how large registers of its own targets are.
KNOWN = re.compile("Invalid size for argument of type local_id")
REFUSED = {"calls.cu": "SPIR-V does not have recursion"}


def run(command):
    try:
        return subprocess.run([str(c) for c in command], capture_output=True,
                              text=True, timeout=TIMEOUT_S, check=False)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, -1, "",
                                           f"no end after {TIMEOUT_S} s")


def check(quern, ocloc, source, target):
    """What is wrong; None: nothing."""
    with tempfile.TemporaryDirectory() as folder:
        image = Path(folder) / "image.bin"
        done = run([quern, "compile", "-q", "-O3", source, "-t", target, "--emit",
                    "image", "-o", image])
        refused = REFUSED.get(source.name)
        if refused and refused in done.stderr:
            return None
        if done.returncode:
            return done.stderr
        done = run([ocloc, "validate", "-file", image])
        wrong = [line for line in done.stdout.splitlines()
                 if "Invalid" in line and not KNOWN.search(line)]
        if "VALID (decoded" in done.stdout or (
                KNOWN.search(done.stdout) and not wrong):
            return None
        return done.stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("quern")
    parser.add_argument("folder", type=Path)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--targets", default="intel-pvc")
    options = parser.parse_args()
    ocloc = shutil.which(os.environ.get("QUERN_OCLOC") or "ocloc")
    if not ocloc:
        print("ocloc is not installed (Debian: intel-opencl-icd)")
        return SKIPPED
    passed = failed = 0
    for source in sorted(options.folder.glob("*.cu")):
        if options.files and source.stem not in options.files:
            continue
        for target in options.targets.split(","):
            wrong = check(options.quern, ocloc, source, target)
            if wrong and "Cannot get HW Info" in wrong:
                print(f"this ocloc does not know {target}")
                return SKIPPED
            passed += not wrong
            failed += bool(wrong)
            if wrong:
                print(f"{source.name}, {target}: {wrong}")
    print(f"{passed} passed, {failed} failed")
    return failed != 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
