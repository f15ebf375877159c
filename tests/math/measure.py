#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the errors of the device's mathematical functions on this machine's
CPU, with measure.cu, against CUDA's documented bounds.

usage: measure.py BUILD [--stride N] [--samples N] [--target NAME]
                  [--quick] [--every] [--jobs N] [--write FILE] [--merge]
                  [NAME...]

Fails when a function breaks its bound. --quick: only the common functions.
--write FILE makes the table docs/math.md, after each of the NAMEs anew; --merge
keeps FILE's rows of functions that were not measured now, and those for which
more arguments were tried. --every tries every float, for functions of one
that have a bound in ulps: half a minute for each (name them as float:exp).
"""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
FIELDS = ("name type rule bound ulp x y tried excess wrong wrong_x wrong_y"
          .split())
# What CUDA says instead of ulps, by measure.cu's rules.
SAYS = {
    "j0": "{} below 8, then an absolute error", "j1": "as j0", "y0": "as j0",
    "y1": "as j0",
    "lgamma": "{} outside of -10.001 to -2.264 (double: -23 to -2.264)",
    "__expf": "2 + floor(1.173 abs(x))", "__exp10f": "2 + floor(2.97 abs(x))",
    "__logf": "2^-21.41 absolute from 0.5 to 2, then 3",
    "__log2f": "2^-22 absolute from 0.5 to 2, then 2",
    "__log10f": "2^-24 absolute from 0.5 to 2, then 3",
    "__sinf": "2^-21.41 absolute to pi", "__cosf": "2^-21.19 absolute to pi",
    "__tanhf": "2^-11 relative",
    "__fdividef": "{} for abs(y) from 2^-126 to 2^126",
    "__tanf": "none", "__powf": "none",
}
BEGIN, END = "<!-- rows -->\n", "<!-- end of rows -->\n"
INTRO = """# Accuracy of the maths functions on CPUs

Made by `tests/math/measure.py BUILD --write docs/math.md`, which runs every
function as `quern` compiles it for this machine and compares with results in at
least twice the digits (float) or 11 bits more (double; Bessel functions 60 bits
more). "ulp" is the largest error found where CUDA's guide gives a bound in ulps,
"at" the argument where it was found, "tried" how many arguments. Functions of one
float have been tried with every `2^32 / tried`-th bit pattern (4294967296: all of
them, looked through beside the function of double, the worst of them exactly) and
with special values, others with random and special ones; those of half with all. "of the
bound" is the largest quotient of an error and what CUDA allows there, absolute
bounds included.

The functions are `device/cpu/math` (ours, made for vectors), `libclc` for what it
lacks (lgamma, fmod and remainder of double) and `include/quern/device`. GPUs use
their vendor's library or libclc; this table does not speak of them.

"""
HEADER = ("| function | type | ulp | at | tried | CUDA's bound | of the bound |"
          " met |\n|---|---|---|---|---|---|---|---|\n")


def compile_program(build, target, quick, every, out):
    quern = build / "bin" / "quern"
    words = [quern, "cc", HERE / "measure.cu", "-pthread", "-o", out]
    # Device code is optimised either way; the host's, which takes as long to
    # compile, where there is much to do.
    words.append("-DQUICK" if quick else "-O3")
    if every:
        words.append("-DEVERY")
    if target:
        words.append(f"--targets={target}")
    subprocess.run(words, check=True)


def measure(program, args, names):
    words = [program, "--stride", str(args.stride), "--samples",
             str(args.samples), "--threads", str(args.jobs), *names]
    out = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True,
                         env={**os.environ, "QUERN_DEVICE": "cpu"}).stdout
    return [dict(zip(FIELDS, line.split("\t"))) for line in out.splitlines()]


def is_met(row):
    return float(row["excess"]) <= 1 and row["wrong"] == "0"


def short(text):
    return f"{float.fromhex(text):.9g}"


def as_line(row):
    bound = SAYS.get(row["name"], "{}").format(row["bound"])
    at = short(row["x"])
    if row["y"] != "0x0p+0":
        at += ", " + short(row["y"])
    name = row["name"]
    if row["type"] == "float" and not name.startswith("__"):
        name += "f"
    return (f"| `{name}` | {row['type']} | {float(row['ulp']):.3f} | {at} | "
            f"{row['tried']} | {bound} | {float(row['excess']):.2f} | "
            f"{'yes' if is_met(row) else 'NO'} |\n")


def tried(line):
    return int(line.split("|")[5])


def key(line):
    return tuple(line.split("|")[1:3])


def write(path, rows, merge):
    lines = [as_line(row) for row in rows]
    if merge and path.exists():
        old = path.read_text().split(BEGIN)[1].split(END)[0]
        known = {key(line): line for line in old.splitlines(True)[2:]}
        new = {key(line): line for line in lines}
        for k, line in new.items():
            if k not in known or tried(line) >= tried(known[k]):
                known[k] = line
        lines = list(known.values())
    path.write_text(INTRO + BEGIN + HEADER + "".join(lines) + END)


def measure_all(program, args):
    """Named functions one by one, written as they come: hours of work are not
    lost with the rest."""
    rows = []
    for names in [[name] for name in args.names] or [[]]:
        rows += measure(program, args, names)
        if args.write:
            write(args.write, rows, args.merge)
    return rows


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("build", type=Path)
    p.add_argument("--stride", type=int, default=1000003)
    p.add_argument("--samples", type=int, default=4000)
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    p.add_argument("--quick", action="store_true")
    p.add_argument("--every", action="store_true")
    p.add_argument("--target")
    p.add_argument("--write", type=Path)
    p.add_argument("--merge", action="store_true")
    p.add_argument("names", nargs="*")
    args = p.parse_intermixed_args()
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "measure"
        compile_program(args.build, args.target, args.quick, args.every,
                        program)
        rows = measure_all(program, args)
    for row in rows:
        if not is_met(row):
            print(f"{row['type']} {row['name']}: {row['ulp']} ulp at "
                  f"{row['x']} {row['y']}, {row['excess']} of the bound; "
                  f"{row['wrong']} wrong, as at {row['wrong_x']} "
                  f"{row['wrong_y']}")
    met = sum(map(is_met, rows))
    print(f"{met} of {len(rows)} functions within CUDA's bounds")
    return 0 if met == len(rows) and rows else 1


if __name__ == "__main__":
    sys.exit(main())
