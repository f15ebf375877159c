#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the numbers of libquernrand with recorded ones of NVIDIA's libcurand.

  check.py PROGRAM LIBRARY RECORDED
  check.py PROGRAM LIBRARY RECORDED RUNTIME

PROGRAM prints a line for each generator, setting and kind of numbers
(sequences.c). Hashes must be equal; of normal numbers, which go through libm,
samples must agree to four units of their last place, and MTGP32's double ones,
which some of NVIDIA's libraries make in float, to those of a float. Rows that
need NVIDIA's tables, of Sobol's direction vectors or of MTGP32's parameters, are
left out where those are not. With RUNTIME they are generators of the device,
and the rows those that have been recorded of an NVIDIA device's: orderings that
ours refuse are left out.
"""
import pathlib
import subprocess
import sys

EPSILON = {"normal:": 2 ** -23, "log_normal:": 2 ** -23}
MTGP32, SOBOL, SCRAMBLED = 141, 201, (202, 204)


def needs_tables(words):
    return (int(words[0]) in (MTGP32, *SCRAMBLED) or
            (int(words[0]) >= SOBOL and int(words[4]) > 1))


def agrees(ours, theirs):
    kind = theirs[5]
    if "normal" not in kind:
        return ours == theirs
    if ours[:7] != theirs[:7] or len(ours) != len(theirs):
        return False
    epsilon = EPSILON.get(kind, 2 ** -52)
    if int(theirs[0]) == MTGP32:
        epsilon = 2 ** -23
    return all(abs(float(a) - float(b)) <= 4 * epsilon * max(abs(float(b)), 1)
               for a, b in zip(ours[7:], theirs[7:]))


DYNAMIC = "104"


def compare_device(rows, printed):
    ours = {tuple(line.split()[:6]): line.split() for line in printed}
    wrong = left_out = 0
    for theirs in rows:
        row = ours[tuple(theirs[:6])]
        if theirs[1] == DYNAMIC and row[6] == "-1":
            left_out += 1
        elif not agrees(row, theirs):
            wrong += 1
            print("ours:  ", " ".join(row))
            print("theirs:", " ".join(theirs))
    print(f"{len(rows) - left_out - wrong} rows agree, {wrong} do not, "
          f"{left_out} are of orderings that ours refuse")
    return 1 if wrong or left_out == len(rows) else 0


def main():
    program, library, recorded, *runtime = sys.argv[1:]
    rows = [line.split() for line in
            pathlib.Path(recorded).read_text().splitlines()
            if not line.startswith("#")]
    printed = subprocess.run([program, library, *runtime], check=True, text=True,
                             stdout=subprocess.PIPE).stdout.splitlines()
    if runtime:
        return compare_device(rows, printed)
    if len(printed) != len(rows):
        print(f"{len(printed)} rows, and {len(rows)} are recorded")
        return 1
    wrong = left_out = 0
    for ours, theirs in zip((line.split() for line in printed), rows):
        if ours[6] == "-1" and theirs[6] != "-1" and needs_tables(theirs):
            left_out += 1
        elif not agrees(ours, theirs):
            wrong += 1
            print("ours:  ", " ".join(ours))
            print("theirs:", " ".join(theirs))
    print(f"{len(rows) - left_out - wrong} rows agree, {wrong} do not, "
          f"{left_out} need NVIDIA's tables")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
