#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The kernels that ship (kernels/) on simulated Vortex devices, against
references in double precision: the suites of tests/ggml/run.py.

usage: ggml.py BUILD [SUITE...] [--form FORM] [--long]
"""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SUITES = ["unary", "binary", "mul_mat", "quants"]
FORMS = ["rv64", "rv32", "rv64-v3", "rv32-v3"]


def run(options, suite):
    command = [sys.executable, "-B", HERE.parent / "ggml" / "run.py",
               options.build.resolve(), suite]
    command += ["--long"] if options.long else []
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([*command, "--prepare", folder, "--target",
                        "vortex-" + options.form], check=True)
        print(f"{options.form} {suite}: ", end="", flush=True)
        device = f"vortex-sim:{FORMS.index(options.form)}"
        return subprocess.run([*command, "--prepared", folder],
                              env=dict(os.environ, QUERN_DEVICE=device),
                              check=False).returncode


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("suites", nargs="*", default=SUITES)
    parser.add_argument("--form", default="rv64", choices=FORMS)
    parser.add_argument("--long", action="store_true")
    options = parser.parse_args()
    return any([run(options, suite) for suite in options.suites])


if __name__ == "__main__":
    sys.exit(main())
