#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `quern cc` costs: processor time of one build by another's, or with and
without our headers in precompiled form.

usage: compile.py QUERN [--beside QUERN] [--rounds N] [--targets LIST] SOURCE...

In turns, the least of each; the caches are warm. The ratio is QUERN's time by the
other's.
"""
import argparse
import os
import resource
import subprocess
import tempfile
from pathlib import Path


def seconds(quern, source, args, cache, mode):
    env = dict(os.environ, QUERN_CACHE=cache, QUERN_PRECOMPILED=mode)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([quern, "cc", source, "-c", "-o", os.devnull, *args], env=env,
                   check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime -
            before.ru_stime)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("quern", type=Path)
    parser.add_argument("source", type=Path, nargs="+")
    parser.add_argument("--beside", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--targets", default="native")
    args = parser.parse_args()
    other = args.beside or args.quern
    words = [f"--targets={args.targets}"]
    with tempfile.TemporaryDirectory() as cache:
        for source in args.source:
            ways = [(args.quern, "first"),
                    (other, "first" if args.beside else "off")]
            turns = [[seconds(q, source, words, cache, mode) for q, mode in ways]
                     for _ in range(args.rounds + 1)][1:]  # the first warms
            least = [min(column) for column in zip(*turns)]
            print(f"{source.name}: {least[0]:.2f} s, other {least[1]:.2f} s, "
                  f"ratio {least[0] / least[1]:.2f}", flush=True)


if __name__ == "__main__":
    main()
