#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares src/hipify/names/cuda2hip.tsv with the headers of several releases of HIP,
and makes src/hipify/names/versions.tsv of them.

usage: check_hipify.py [--write] [--names FILE] RELEASE=DIR...
       5.2=/usr/include 7.2=.../site-packages/hip 7.15=.../site-packages/rocm

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
         ("7.0", r"HIP_R_4F_E2M1|HIP_R_6F_E\w+|HIP_R_8F_UE8M0"),
         ("7.0", r"__hip_(cvt_)?\w*fp[46]\w*|__HIP_E(2M[13]|3M2)|hipRound[MNPZ]\w+"))
# Names of each release that the older bindings leave out.
LEFT_OUT = {"hipfftComplex", "hipfftDoubleComplex", "hipsolverDnHandle_t"}
# CUDA's names that one of HIP's stands for only since a release.
OF_CUDA = [(name, "0.0", "7.0", "HIP_MEMSET_NODE_PARAMS")
           for name in ("CUDA_MEMSET_NODE_PARAMS", "CUDA_MEMSET_NODE_PARAMS_st",
                        "CUDA_MEMSET_NODE_PARAMS_v1")]
HEAD = """# SPDX-License-Identifier: Apache-2.0
# Names of cuda2hip.tsv that older releases of HIP spell otherwise or are not
# known to have: from the release `from` until `until`, which is the first with
# another, HIP calls `hip` by `name`; empty: none. `hip` can be a name of CUDA's,
# for that alone. tools/check_hipify.py --write takes them
# from Debian's HIP (5.2), PyPI's hip-python (6.2, 6.4, 7.2) and rocm-bindings 10.0,
# which has HIP 7.15. Sorted.
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


def in_order(releases):
    return sorted(releases, key=lambda r: [int(n) for n in r.split(".")])


def since(release, releases):
    """Since when there is what is new in a release: names change with the major
    ones, so the first of these where `releases` have none that is older."""
    older = releases[releases.index(release) - 1]
    major = release.split(".")[0]
    return release if older.split(".")[0] == major else major + ".0"


def parts_of(hips, have):
    """{release: the libraries whose headers it has}"""
    return {r: {hips[n] for n in have[r] if n in hips} for r in have}


def second_of(hip, newest):
    """What hipBLAS called a function while the first had older arguments; none
    where the newest release has both, which are different ones."""
    second = re.sub(r"(_64)?$", r"_v2\1", hip, count=1)
    return None if second in newest else second


def older_names(hips, have):
    """[(hip, from, until, name)]: what the newest release calls `hip`."""
    order = in_order(have)
    *older, newest = order
    parts = parts_of(hips, have)
    spelt = {release: {name.lower(): name for name in have[release]}
             for release in older}
    rows = []
    for hip, part in hips.items():
        known = next((v for v, p in KNOWN if re.fullmatch(p, hip)), None)
        if known:
            rows.append((hip, "0.0", known, ""))
        if known or hip not in have[newest]:
            continue
        second = second_of(hip, have[newest])
        # Those whose headers are complete.
        middle = [r for r in older[1:] if part in parts[r]]
        if all(hip in have[r] and second not in have[r] for r in middle):
            continue
        begin = next(r for r in [*middle, newest] if hip in have[r] and
                     second not in have[r])
        until = since(begin, order)
        first = next((r for r in middle if second in have[r]), None)
        if first:
            if first != middle[0]:
                rows.append((hip, "0.0", first, ""))
            rows.append((hip, since(first, order), until, second))
            continue
        before = order[:order.index(begin)]
        cased = next((spelt[r][hip.lower()] for r in reversed(before)
                      if hip.lower() in spelt[r]), None)
        if cased != hip:
            rows.append((hip, "0.0", until, cased or ""))
        elif not any(hip in have[r] for r in older[:1]):
            rows.append((hip, "0.0", until, ""))
    return sorted(rows + OF_CUDA)


NAMES_HEAD = """# SPDX-License-Identifier: Apache-2.0
# Names that HIP's headers declare, and the releases whose headers do; made by
# tools/check_hipify.py --names of PyPI's bindings. Sorted.
"""


def write_names(path, have):
    """A name a line, behind it the releases; the oldest is not complete."""
    newer = in_order(have)[1:]
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
    for release in in_order(have)[1:]:
        have[release] |= LEFT_OUT
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
