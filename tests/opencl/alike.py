#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares what textures.cu reads on a device with what it reads on the CPU.

usage: alike.py BUILD [--levelzero | --amdsim CHIP]

Every bit has to be the same. Exits with 77 where there is no device that takes
SPIR-V, or no simulator.
"""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "support")]
import device  # noqa: E402
from patience import patience  # noqa: E402

TIMEOUT_S = 300


def output(program, on, more):
    done = subprocess.run([program], env=dict(os.environ, **more,
                                              QUERN_DEVICE=on),
                          capture_output=True, text=True,
                          timeout=patience(TIMEOUT_S))
    if done.returncode:
        sys.exit(f"on {on}: exit {done.returncode}: {done.stderr}")
    return done.stdout.splitlines()


def choose(args, build):
    """The device, the target of its code, and what the program's environment has."""
    if args.amdsim:
        return f"amdsim:{args.amdsim}", args.amdsim, {}
    if args.levelzero:
        return ("levelzero:0", "spirv64",
                device.levelzero(build / "tests" / "libze_test_driver.so"))
    return "opencl:0", "spirv64", device.environment()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("--levelzero", action="store_true")
    parser.add_argument("--amdsim", metavar="CHIP")
    args = parser.parse_args()
    build = args.build.resolve()
    name, target, more = choose(args, build)
    why = device.why_none(build / "bin" / "quern", more, name.split(":")[0])
    if why:
        print(f"no device '{name}': {why}")
        return device.SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "textures"
        subprocess.run([build / "bin" / "quern", "cc", HERE / "textures.cu",
                        "-o", program, f"--targets=native,{target}"],
                       check=True, timeout=patience(TIMEOUT_S))
        wanted = output(program, "cpu", {})
        got = output(program, name, more)
    wrong = [f"{g}\n  on the CPU: {w}" for g, w in zip(got, wanted) if g != w]
    print("\n".join(wrong[:20]))
    print(f"{len(wanted)} textures, {len(wrong)} read otherwise")
    return len(wanted) != len(got) or len(wanted) < 700 or bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
