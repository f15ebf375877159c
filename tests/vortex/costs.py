#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many instructions operations of double take on Vortex of 32 bits, which has
none: fails where it is more than the bound beside each.

usage: costs.py BUILD [--table]
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
QUERN = Path(sys.argv[1]).resolve() / "bin" / "quern"
# Some 5 of each are the loop's; of a sine, a sum, too.
BOUNDS = {"x * y": 110, "x + y": 120, "x / y": 190, "sqrt": 210, "fma": 260,
          "x < y": 60, "sin": 700, "cos": 700, "exp": 560, "log": 2200,
          "pow": 12500, "atan": 2200}


def main():
    with tempfile.TemporaryDirectory() as folder:
        bundle = Path(folder) / "costs.hipfb"
        subprocess.run([QUERN, "compile", HERE / "costs.cu", "-q", "-t",
                        "vortex-rv32", "-O3", "-o", bundle], check=True)
        done = subprocess.run(
            [QUERN, "run", bundle, "costs", "--device", "vortex-sim:1", "-g", "1",
             "-b", "1", "f64=0.75", "f64=1", "f64[1]=zero",
             f"f32[{len(BOUNDS)}]=zero", "--print", str(len(BOUNDS))],
            check=True, capture_output=True, text=True,
            env={**os.environ, "QUERN_VORTEX_SIM": "cores=1,warps=1"})
    found = re.search(r"argument 3: (.*)", done.stdout).group(1).split(", ")
    wrong = False
    for (name, bound), text in zip(BOUNDS.items(), found):
        cost = float(text)
        if "--table" in sys.argv:
            print(f"| `{name}` | {cost:.0f} |")
        if not 10 < cost <= bound:
            print(f"{name}: {cost:.0f} instructions, at most {bound} allowed")
            wrong = True
    return wrong


if __name__ == "__main__":
    sys.exit(main())
