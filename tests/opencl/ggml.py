#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The kernels that ship (kernels/) on an OpenCL device, against references in double
precision: the suites of tests/ggml/run.py, compiled for spirv64.

usage: ggml.py BUILD [SUITE...] [--long] [--levelzero]

Exits with 77 where there is no device that takes SPIR-V.
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

SUITES = ["unary", "binary", "mul_mat", "quants"]


def run(options, suite, more, backend):
    command = [sys.executable, "-B", HERE.parent / "ggml" / "run.py",
               options.build.resolve(), suite]
    command += ["--long"] if options.long else []
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([*command, "--prepare", folder, "--target", "spirv64"],
                       check=True)
        print(f"{suite}: ", end="", flush=True)
        return subprocess.run([*command, "--prepared", folder],
                              env=dict(os.environ, **more,
                                       QUERN_DEVICE=f"{backend}:0"),
                              check=False).returncode


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("suites", nargs="*", default=SUITES)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--levelzero", action="store_true")
    options = parser.parse_args()
    build = options.build.resolve()
    backend = "levelzero" if options.levelzero else "opencl"
    more = (device.levelzero(build / "tests" / "libze_test_driver.so")
            if options.levelzero else device.environment())
    why = device.why_none(build / "bin" / "quern", more, backend)
    if why:
        print(f"no device of the back end '{backend}': {why}")
        return device.SKIPPED
    return any([run(options, suite, more, backend) for suite in options.suites])


if __name__ == "__main__":
    sys.exit(main())
