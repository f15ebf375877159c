#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares what textures.cu reads on a device with what it reads on the CPU.

usage: alike.py BUILD [--levelzero]

Every bit has to be the same. Exits with 77 where there is no device that takes
SPIR-V.
"""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import device  # noqa: E402

TIMEOUT_S = 300


def output(program, on, more):
    done = subprocess.run([program], env=dict(os.environ, **more,
                                              QUERN_DEVICE=on),
                          capture_output=True, text=True, timeout=TIMEOUT_S)
    if done.returncode:
        sys.exit(f"on {on}: exit {done.returncode}: {done.stderr}")
    return done.stdout.splitlines()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("--levelzero", action="store_true")
    args = parser.parse_args()
    build = args.build.resolve()
    backend = "levelzero" if args.levelzero else "opencl"
    more = (device.levelzero(build / "tests" / "libze_test_driver.so")
            if args.levelzero else device.environment())
    why = device.why_none(build / "bin" / "quern", more, backend)
    if why:
        print(f"no device of the back end '{backend}': {why}")
        return device.SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "textures"
        subprocess.run([build / "bin" / "quern", "cc", HERE / "textures.cu",
                        "-o", program, "--targets=native,spirv64"], check=True,
                       timeout=TIMEOUT_S)
        wanted = output(program, "cpu", {})
        got = output(program, f"{backend}:0", more)
    wrong = [f"{g}\n  on the CPU: {w}" for g, w in zip(got, wanted) if g != w]
    print("\n".join(wrong[:20]))
    print(f"{len(wanted)} textures, {len(wrong)} read otherwise")
    return len(wanted) != len(got) or len(wanted) < 700 or bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
