#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast quern hipify translates, against Perl with the same table.

usage: hipify.py BUILD [--megabytes N]

The source is the tree's CUDA programs, repeated. Perl renames words of the
table by one regular expression and a hash, and does nothing else: no launches,
no includes, no findings. Times are of a whole process on one core, best of 3: processor time, and elapsed time, which
other work on the machine lengthens.
"""
import argparse
import csv
import os
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PERL = (r'BEGIN{open F,shift;while(<F>){chomp;my($a,$b)=split /\t/;$h{$a}=$b}}'
        r's/\b([A-Za-z_]\w*)\b/exists $h{$1}?$h{$1}:$1/ge')


def best(command, out):
    times = []
    for _ in range(3):
        start, before = time.monotonic(), os.times()
        with open(out, "wb") as file:
            subprocess.run(["taskset", "-c", "0", *map(str, command)],
                           stdout=file, stderr=subprocess.DEVNULL, check=True)
        after = os.times()
        times.append((after.children_user - before.children_user +
                      after.children_system - before.children_system,
                      time.monotonic() - start))
    return min(times)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("--megabytes", type=int, default=100)
    options = parser.parse_args()
    quern = options.build / "bin" / "quern"
    texts = b"".join(p.read_bytes()
                     for p in sorted(ROOT.glob("tests/*/*.cu")) +
                     sorted(ROOT.glob("examples/*.cu")))
    size = options.megabytes * 1000 * 1000
    with tempfile.TemporaryDirectory() as temp:
        source, table = Path(temp) / "big.cu", Path(temp) / "names.tsv"
        source.write_bytes((texts * (size // len(texts) + 1))[:size])
        with open(ROOT / "src/hipify/names/cuda2hip.tsv", newline="") as file:
            rows = [r for r in csv.DictReader(file, delimiter="\t",
                                              quoting=csv.QUOTE_NONE)
                    if r["status"] in ("ok", "deprecated")]
        table.write_text("".join(f"{r['cuda']}\t{r['hip']}\n" for r in rows))
        out = Path(temp) / "out"
        for name, command in (
                ("quern hipify", [quern, "hipify", "-q", source]),
                ("quern hipify --launch ggl, findings as CSV",
                 [quern, "hipify", "-q", "--launch", "ggl", "--report", "csv",
                  "-o", Path(temp) / "out.hip", source]),
                ("perl, names only", ["perl", "-pe", PERL, table, source])):
            busy, elapsed = (size / t / 1e6 for t in best(command, out))
            print(f"{name:<45} {busy:6.1f} MB/s, elapsed {elapsed:6.1f} MB/s")


main()
