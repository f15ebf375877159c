#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares src/hipify/names/cuda2hip.tsv with the headers of several releases of HIP,
and makes src/hipify/names/versions.tsv of them.

usage: check_hipify.py [--write] [--names FILE] RELEASE=DIR...
       5.2=/usr/include 7.2=.../site-packages/hip

DIR has HIP's headers, or the .pxd files of hip-python. Prints for each library
how many of the table's names each release has. A name counts as new in the
oldest of the given releases that has it; two releases have only headers of
some libraries, so what is absent before the second oldest says nothing.
--write makes versions.tsv anew; without it a difference is an error.
--names writes which names of HIP's each release but the oldest has, for
tests/hipify/names.py: all that begin as the table's do.
"""
import argparse
import collections
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import derive_hipify as derive

# What no headers at hand say: by name, the first release that has it.
KNOWN = (("6.0", r"HIPBLAS_COMPUTE_\w+|hipblasComputeType_t"),
         ("6.1", r"HIPBLAS_\w+_MATH|hipblasMath_t|HIPBLAS_MATH_DISALLOW\w+"),
         ("6.3", r"HIP_R_8F_E(4M3|5M2)"),
         ("7.0", r"HIP_R_4F_E2M1|HIP_R_6F_E\w+|HIP_R_8F_UE8M0"))
# CUDA's names that one of HIP's stands for only since a release.
OF_CUDA = [(name, "0.0", "7.0", "HIP_MEMSET_NODE_PARAMS")
           for name in ("CUDA_MEMSET_NODE_PARAMS", "CUDA_MEMSET_NODE_PARAMS_st",
                        "CUDA_MEMSET_NODE_PARAMS_v1")]
HEAD = """# SPDX-License-Identifier: Apache-2.0
# Names of cuda2hip.tsv that older releases of HIP spell otherwise or are not
# known to have: from the release `from` until `until`, which is the first with
# another, HIP calls `hip` by `name`; empty: none. `hip` can be a name of CUDA's,
# for that alone. tools/check_hipify.py --write takes them
# from Debian's HIP (5.2) and PyPI's hip-python (6.2, 6.4, 7.2). Sorted.
hip\tfrom\tuntil\tname
"""


def names_of(folder):
    names = {}
    for path in sorted(Path(folder).rglob("*")):
        if path.suffix == ".pxd" and path.name.startswith("c"):
            names.update(derive.names_of_pxd(path.read_text(errors="replace")))
        elif path.suffix in (".h", ".hpp") and "nvidia_detail" not in path.parts:
            names.update(derive.names_of(path.read_text(errors="replace")))
    return {name for name in names if name.startswith(("hip", "HIP"))}


def first_of(release):
    """The first release of a major one: names change with those."""
    return release.split(".")[0] + ".0"


def older_names(hips, have):
    """[(hip, from, until, name)]: what the newest release calls `hip`."""
    *older, newest = sorted(have, key=lambda r: [int(n) for n in r.split(".")])
    middle = older[1:]  # whose headers are complete
    spelt = {release: {name.lower(): name for name in have[release]}
             for release in older}
    rows = []
    for hip in hips:
        known = next((v for v, p in KNOWN if re.fullmatch(p, hip)), None)
        if known:
            rows.append((hip, "0.0", known, ""))
        if known or hip not in have[newest]:
            continue
        six = next((r for r in middle if hip not in have[r] or
                    re.sub(r"(_64)?$", r"_v2\1", hip, count=1) in have[r]), None)
        if six is None:
            continue
        second = re.sub(r"(_64)?$", r"_v2\1", hip, count=1)
        since = next((r for r in middle if second in have[r]), None)
        if since:
            if since == middle[0]:
                since = first_of(since)
            else:
                rows.append((hip, "0.0", since, ""))
            rows.append((hip, since, first_of(newest), second))
            continue
        cased = next((spelt[r][hip.lower()] for r in reversed(older)
                      if hip.lower() in spelt[r]), None)
        until = next((r for r in middle if hip in have[r]), first_of(newest))
        if cased != hip:
            rows.append((hip, "0.0", until, cased or ""))
        elif until == first_of(newest):
            continue
        elif not any(hip in have[r] for r in older[:1]):
            rows.append((hip, "0.0", until, ""))
    return sorted(rows + OF_CUDA)


NAMES_HEAD = """# SPDX-License-Identifier: Apache-2.0
# Names that HIP's headers declare, and the releases whose headers do; made by
# tools/check_hipify.py --names of PyPI's hip-python. Sorted.
"""


def write_names(path, have):
    """A name a line, behind it the releases; the oldest is not complete."""
    newer = sorted(have, key=lambda r: [int(n) for n in r.split(".")])[1:]
    names = sorted(set().union(*(have[r] for r in newer)))
    lines = (f"{name} {' '.join(r for r in newer if name in have[r])}\n"
             for name in names)
    Path(path).write_text(NAMES_HEAD + "".join(lines))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--names")
    parser.add_argument("releases", nargs="+")
    options = parser.parse_args()
    have = {r: names_of(folder) for r, folder in
            (one.split("=", 1) for one in options.releases)}
    if len(have) < 3:
        sys.exit("check_hipify: needs three releases at least")
    table = derive.read(derive.FOLDER / "cuda2hip.tsv")
    hips = {row["hip"]: row["section"] for row in table
            if row["status"] in ("ok", "deprecated") and
            row["kind"] not in ("header", "namespace")}
    counts = {r: collections.Counter(hips[n] for n in names if n in hips)
              for r, names in have.items()}
    total = collections.Counter(hips.values())
    print("\t".join(["library", "names", *have]))
    for section in sorted(total):
        print("\t".join([section, str(total[section]),
                         *(str(counts[r][section]) for r in have)]))
    if options.names:
        write_names(options.names, have)
    text = HEAD + "".join("\t".join(row) + "\n"
                          for row in older_names(hips, have))
    path = derive.FOLDER / "versions.tsv"
    if options.write:
        path.write_text(text)
    elif path.read_text() != text:
        sys.exit("versions.tsv: these headers say otherwise; see --write")


main()
