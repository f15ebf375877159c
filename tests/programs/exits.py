#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs exits.hip many times in each of its ways; none may hang or crash.

usage: exits.py BUILD [--runs N] [--device NAME]
"""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
import run  # noqa: E402

TIMEOUT_S = 20


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--device", default="cpu")
    args = parser.parse_args()
    source = Path(__file__).parent / "runtime" / "exits.hip"
    wanted = run.directives(source)
    env = dict(os.environ, QUERN_DEVICE=args.device)
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        program = run.compile_program(args.build.resolve(), source,
                                      Path(folder), wanted, None)
        for i in range(args.runs):
            way = wanted["ARGS"][i % len(wanted["ARGS"])]
            try:
                done = subprocess.run([program, way], env=env,
                                      capture_output=True, timeout=TIMEOUT_S)
                wrong = done.returncode and f"ended with {done.returncode}"
            except subprocess.TimeoutExpired:
                wrong = f"was not done in {TIMEOUT_S} s"
            if wrong:
                failures += 1
                print(f"run {i}, {way}: {wrong}", file=sys.stderr)
    print(f"{args.runs} runs, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
