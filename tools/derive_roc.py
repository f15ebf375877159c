#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes src/hipify/names/roc.tsv: what AMD's own libraries (rocBLAS, rocSPARSE,
rocSOLVER, rocRAND, MIOpen) call the names of cuda2hip.tsv.

usage: derive_roc.py [--check] [--cuda DIR] [--roc DIR]...

Names come of prefix rules, and count where a header has them: those of
include/, and of packages such as Debian's librocsparse-dev below --roc. A
function must also take as many arguments as CUDA's, each as often a pointer,
and none of a type that the two have under other values; else it is unsupported,
and only the nearest. Rows of roc_by_hand.tsv win; MIOpen's are all there.
--check compares what can be: without --roc no name may be missing in the table,
and without the toolkit only rows by hand are compared.
"""
import argparse
import csv
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import derive_hipify as derive

ROOT = derive.ROOT
FOLDER = derive.FOLDER
COLUMNS = ["cuda", "roc", "status", "evidence"]
SECTIONS = ("cublas", "cusparse", "cusolver", "curand", "cudnn")
CUDA_HEADERS = ("cublas_v2.h", "cusparse.h", "cusolverDn.h", "curand.h")
ROC_HEADERS = ("rocblas/rocblas.h", "rocsparse/rocsparse.h",
               "rocsolver/rocsolver.h", "rocrand/rocrand.h")
# Types whose values are not those of rocBLAS and rocSPARSE.
OTHER_VALUES = re.compile(r"cudaDataType|ComputeType|cublasGemmAlgo_t|"
                          r"cusparse\w+Alg_t")
HEAD = """# SPDX-License-Identifier: Apache-2.0
# What AMD's own libraries call names of cuda2hip.tsv; unsupported: they have
# nothing with the same arguments, and `roc` is the nearest. Names of these
# libraries that are not here have none. Made by tools/derive_roc.py. Sorted.
"""


# ---- Functions of headers: the parameters of each


def parameters(text):
    """The types of a parameter list, by commas outside parentheses."""
    depth, parts = 0, [""]
    for c in text:
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    parts = [" ".join(part.split()) for part in parts]
    return [] if parts in ([""], ["void"]) else parts


def functions(header, folders):
    """{name: parameters} of a header, as a C compiler sees it."""
    done = subprocess.run(
        ["gcc", "-E", "-P", "-x", "c", *(f"-I{f}" for f in folders),
         "-D__HIP_PLATFORM_AMD__", "-"], input=f"#include <{header}>\n",
        capture_output=True, text=True, check=False)
    return {m[1]: parameters(m[2]) for m in
            re.finditer(r"\b(\w+)\s*\(([^;{}]*)\)\s*;", done.stdout)}


def words(header, folders):
    done = subprocess.run(
        ["gcc", "-E", "-P", "-x", "c", *(f"-I{f}" for f in folders),
         "-D__HIP_PLATFORM_AMD__", "-"], input=f"#include <{header}>\n",
        capture_output=True, text=True, check=False)
    return set(re.findall(r"\bROCRAND_\w+|\broc[a-z]+_\w+", done.stdout))


def differs(cuda, roc):
    """Why a call cannot just be renamed; None when it can."""
    if len(cuda) != len(roc):
        return f"takes {len(roc)} arguments, not {len(cuda)}"
    for one, two in zip(cuda, roc):
        if OTHER_VALUES.search(one):
            return "takes types with other values"
        if one.count("*") + one.count("[") != two.count("*") + two.count("["):
            return "takes other arguments"
    return None


# ---- Rules

PREFIXES = (("cublas", "rocblas_"), ("cusparse", "rocsparse_"),
            ("cusolverDn", "rocsolver_"), ("curand", "rocrand_"))
ENUMERATORS = (("CUBLAS_", "rocblas_", str.lower),
               ("CUSPARSE_", "rocsparse_", str.lower),
               ("CURAND_", "ROCRAND_", str))


def snake(text):
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text)
    return re.sub(r"(?<=[A-Z])(?=[A-Z][a-z])", "_", text).lower()


def candidates(name, kind):
    """Spellings in AMD's libraries, likeliest first."""
    bare = re.sub(r"_v2(_64)?$", r"\1", name)
    if kind == "enumerator":
        return [roc + change(bare[len(cuda):]) for cuda, roc, change in
                ENUMERATORS if bare.startswith(cuda)]
    for cuda, roc in PREFIXES:
        if not bare.startswith(cuda):
            continue
        rest = bare[len(cuda):]
        if kind == "type":
            text = snake(re.sub(r"_t$", "", rest))
            text = re.sub(r"^(const_)?(sp|dn)_(mat|vec)_", r"\1\2\3_", text)
            return [roc + text]
        blas = re.sub(r"(Strided)?Batched|Ex(?=$|_)",
                      lambda m: "_" + snake(m[0]), rest)
        text = snake(rest)
        described = re.sub(r"^(create|destroy)_(\w+)$", r"\1_\2_descr", text)
        described = re.sub(r"(sp|dn)_(mat|vec)", r"\1\2", described)
        return [roc + blas.lower(), roc + text, roc + re.sub("^x", "", text),
                roc + re.sub(r"(sp|dn)_(mat|vec)", r"\1\2", text),
                roc + described, roc + re.sub("^[Xx]", "", rest).lower()]
    return []


def rows_of(table, cuda, roc, known, hand):
    """The rows of names that are in both; `known`: all words of the headers."""
    made = {}
    for row in table:
        name = row["cuda"]
        if row["section"] not in SECTIONS or name in hand:
            continue
        found = next((c for c in candidates(name, row["kind"])
                      if c in (roc if row["kind"] == "function" else known)),
                     None)
        if not found:
            continue
        status, evidence = "ok", "rule"
        if row["kind"] == "function":
            mine = cuda.get(name, cuda.get(name + "_v2"))
            why = differs(mine, roc[found]) if mine is not None else \
                "of older toolkits: its arguments are not known"
            if why:
                status, evidence = "unsupported", why
        made[name] = {"cuda": name, "roc": found, "status": status,
                      "evidence": evidence}
    return {**made, **hand}


def text_of(rows):
    return HEAD + "".join("\t".join(line) + "\n" for line in
                          [COLUMNS] + [[rows[n][c] for c in COLUMNS]
                                       for n in sorted(rows)])


def read(path):
    with open(path, newline="") as file:
        lines = [line for line in file if not line.startswith("#")]
    return {row["cuda"]: row for row in
            csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--cuda", default="/usr/local/cuda/include")
    parser.add_argument("--roc", action="append", default=[])
    options = parser.parse_args()
    hand = read(FOLDER / "roc_by_hand.tsv")
    table = derive.read(FOLDER / "cuda2hip.tsv")
    have = read(FOLDER / "roc.tsv") if (FOLDER / "roc.tsv").exists() else {}
    for name in hand:
        if options.check and have.get(name) != hand[name]:
            sys.exit(f"roc.tsv: {name}: roc_by_hand.tsv says otherwise")
    if not (Path(options.cuda) / "cusparse.h").exists():
        print("derive_roc: no CUDA toolkit here: skipped")
        return
    cuda = {}
    for header in CUDA_HEADERS:
        cuda.update(functions(header, [options.cuda]))
    roc, known = {}, set()
    ours = [ROOT / "include", ROOT / "include/cuda"]
    for folders in [[folder, *ours] for folder in options.roc] + [ours]:
        for header in ROC_HEADERS:
            if (Path(folders[0]) / header).exists():
                known |= words(header, folders)
                roc.update(functions(header, folders))
    rows = rows_of(table, cuda, roc, known, hand)
    if options.check:
        for name, row in rows.items():
            if name not in have or options.roc and have[name] != row:
                sys.exit(f"roc.tsv: {name}: the headers say otherwise")
    else:
        (FOLDER / "roc.tsv").write_text(text_of(rows))


if __name__ == "__main__":
    main()
