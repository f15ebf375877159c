#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Calls of kernels to the host (hostcall.hip), on the simulator: functions,
printf, memory, a failed assertion, a service that there is not.

usage: hostcall.py BUILD [--chip NAME] [--rocm]

With --rocm, calls are made by ROCm's device libraries, which QUERN_REAL has
(tests/real/fetch.py amd-device-libs). Exits with 77 without them, or without the
simulator.
"""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "real"))
from packages import cache  # noqa: E402

SKIPPED = 77
TIMEOUT_S = 300
TEXT = ("a text that is longer than the fifty-six bytes that one call has room "
        "for")


def find_rocm():
    found = sorted(cache().glob("amd-device-libs/**/amdgcn/bitcode/ockl.bc"))
    return found[0].parent.parent.parent if found else None


def expected_lines():
    return sorted(f"{TEXT}: work-item {i:3} of 100 has {i / 8:.3f}, "
                  f"'{chr(ord('a') + i % 26)}' and %"
                  for i in range(100) if i % 7 == 2)


def check_empty(done):
    return done.returncode == 0 and not done.stdout


def check_print(done):
    return done.returncode == 0 and \
        sorted(done.stdout.splitlines()) == expected_lines()


def check_assertion(done):
    return done.stdout == "result 710\n" and done.stderr.count(
        "some.hip:42: fail: Device-side assertion `value != 3' failed.\n") == 1


def check_unknown(done):
    return done.stdout == "result 719\n" and \
        "calls the host for service 9" in done.stderr


CHECKS = {"call": check_empty, "print": check_print, "memory": check_empty,
          "fail": check_assertion, "unknown": check_unknown}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("--chip", default="gfx1100")
    parser.add_argument("--rocm", action="store_true")
    args = parser.parse_args()
    rocm = find_rocm() if args.rocm else None
    if args.rocm and not rocm:
        print("ROCm's device libraries are not in the cache")
        return SKIPPED
    environment = dict(os.environ, QUERN_DEVICE=f"amdsim:{args.chip}",
                       QUERN_LOG="error", ROCM_PATH=str(rocm or ""))
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for level in "012":
            program = Path(folder) / "hostcall"
            subprocess.run(
                [args.build / "bin" / "quern", "cc",
                 Path(__file__).with_suffix(".hip"), f"-O{level}", "-o",
                 program, f"--targets={args.chip}",
                 *(["-DROCM"] if rocm else [])],
                check=True, timeout=TIMEOUT_S, env=environment)
            for what, check in CHECKS.items():
                done = subprocess.run([program, what], capture_output=True,
                                      text=True, timeout=TIMEOUT_S,
                                      env=environment)
                if check(done):
                    continue
                wrong += 1
                print(f"-O{level} {what}: ends with {done.returncode}\n"
                      f"{done.stdout}{done.stderr}")
    print(f"{3 * len(CHECKS) - wrong} of {3 * len(CHECKS)} right")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
