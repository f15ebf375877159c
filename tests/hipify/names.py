#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What becomes of names, a name a line: each of expectations.tsv as it says;
and each of CUDA's that has a counterpart, for each release of HIP whose names
hip_names.txt has, becomes one that the release declares, or is reported.

usage: names.py BUILD
"""
import csv
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
QUERN = Path(sys.argv[1]).resolve() / "bin" / "quern"
TABLE = HERE.parents[1] / "src/hipify/names/cuda2hip.tsv"
# Names that the bindings lack: those of C++ headers and of device code, aliases.
UNSEEN_MAX = 0.06


def read(path):
    lines = [line for line in path.read_text().splitlines()
             if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t",
                               quoting=csv.QUOTE_NONE))


def translate(names, *options):
    """[(what a name becomes, whether it was reported)] in the names' order."""
    with tempfile.TemporaryDirectory() as folder:
        source, fresh = Path(folder) / "n.cpp", Path(folder) / "n.hip"
        source.write_text("".join(f"{name}\n" for name in names))
        done = subprocess.run(
            [str(QUERN), "hipify", *options, "--report", "csv", str(source),
             "-o", str(fresh)], capture_output=True, text=True, check=False)
        if not fresh.exists():
            sys.exit(f"{options}: {done.stderr[-2000:]}{done.stdout[-500:]}")
        lines = fresh.read_text().splitlines()
        lines = lines[len(lines) - len(names):]  # an include may come first
        found = csv.DictReader(done.stdout.splitlines())
        reported = {int(row["line"]) for row in found
                    if row["rule"] in ("hipify-unsupported", "hipify-unknown")}
    return [(line, at in reported) for at, line in enumerate(lines, 1)]


def check_expectations():
    by_options = defaultdict(list)
    for row in read(HERE / "expectations.tsv"):
        by_options[row["options"]].append((row["name"], row["wanted"]))
    wrong = []
    for options, rows in by_options.items():
        results = translate([name for name, _ in rows], *options.split())
        for (name, wanted), (fresh, reported) in zip(rows, results):
            right = (fresh == name and reported if wanted == "-" else
                     fresh == wanted)
            if not right:
                wrong.append(f"{name} {options}: {fresh}, not {wanted}"
                             f"{' (reported)' if reported else ''}")
    return wrong, sum(map(len, by_options.values()))


def check_releases():
    """Only sections most of whose names a release's headers have are checked."""
    declares = {}
    for line in (HERE / "hip_names.txt").read_text().splitlines():
        if not line.startswith("#"):
            name, *releases = line.split()
            declares[name] = set(releases)
    rows = [row for row in read(TABLE) if row["status"] in ("ok", "deprecated")
            and row["kind"] not in ("header", "namespace", "macro")
            and not row["transform"]]
    releases = sorted({r for v in declares.values() for r in v},
                      key=lambda r: [int(n) for n in r.split(".")])
    total = Counter(row["section"] for row in rows)
    wrong, count, unseen = [], 0, 0
    for release in releases:
        known = Counter(row["section"] for row in rows
                        if release in declares.get(row["hip"], ()))
        some = [row for row in rows
                if 2 * known[row["section"]] > total[row["section"]]]
        results = translate([row["cuda"] for row in some], "--hip", release)
        for row, (fresh, reported) in zip(some, results):
            if fresh == row["cuda"] and reported and release != releases[-1]:
                continue
            if reported and release == releases[-1]:
                wrong.append(f"{row['cuda']}: reported, though it has "
                             f"{row['hip']}")
            count += 1
            unseen += fresh not in declares
            if fresh in declares and release not in declares[fresh]:
                wrong.append(f"{row['cuda']} --hip {release}: {fresh}")
    if unseen > UNSEEN_MAX * count:
        wrong.append(f"{unseen} of {count} translations are in no header")
    return wrong, count, unseen


def main():
    wrong, count = check_expectations()
    bad, names, unseen = check_releases()
    print("\n".join(wrong + bad))
    print(f"{count} expectations, {len(wrong)} wrong; {names} names of "
          f"releases, {len(bad)} wrong, {unseen} that no header declares")
    return bool(wrong or bad)


if __name__ == "__main__":
    sys.exit(main())
