#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What is passed on to a vendor's library: each function of src/libs that says
QN_SPARSE_PASS or QN_SOLVER_PASS names all its parameters but the handle there,
in their order; with folders of the vendor's headers, that the headers of
include/cuda declare the functions with the same types; with a folder of the
vendor's libraries, that they have what they declare, or that it is known here.

usage: check_passes.py [--against FOLDER | --exported FOLDER]
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PASS = re.compile(r"QN_(?:SPARSE|SOLVER)_PASS\(")
# Arguments that only say how a parameter is passed on.
WRAPPER = re.compile(
    r"^(?:QN_[A-Z_]+|OP_OF|word_of|qn_sparse_word_op)\(\s*(\w+)\s*(?:,.*)?\)$")
HEADERS = ["cusparse.h", "cusolverDn.h", "cusolverSp.h", "cusolverRf.h",
           "cusolverMg.h", "cublasXt.h", "cufft.h", "cufftXt.h",
           "curand.h", "cublas_api.h", "cublasLt.h"]


def until_closed(text, at):
    """The text from `at` to the ')' that closes what was open there."""
    depth, start = 1, at
    while depth:
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return text[start:at - 1], at


def split(text):
    """At the commas that are in no parentheses."""
    parts, depth, last = [], 0, 0
    for i, c in enumerate(text):
        depth += {"(": 1, ")": -1}.get(c, 0)
        if c == "," and depth == 0:
            parts.append(text[last:i].strip())
            last = i + 1
    return [*parts, text[last:].strip()]


def names_of(parameters):
    return [re.search(r"(\w+)\s*(?:\[\])?$", p).group(1)
            for p in split(parameters)]


def check_file(path):
    text = re.sub(r"\\\n", " ", path.read_text())
    wrong, count = [], 0
    for call in PASS.finditer(text):
        head = text[:call.start()]
        if head[head.rfind("\n"):].lstrip().startswith("#define QN_"):
            continue
        start = max(head.rfind("cusparseStatus_t"),
                    head.rfind("cusolverStatus_t"))
        opened = re.compile(r"(cu(?:sparse|solver)[\w#]*)\s*\(").search(
            text, start + len("cusparseStatus_t"))
        parameters, _ = until_closed(text, opened.end())
        wanted = names_of(parameters)[1:]
        args, _ = until_closed(text, call.end())
        given = [m.group(1) if (m := WRAPPER.match(a)) else a
                 for a in split(args)]
        count += 1
        if given != wanted:
            wrong.append(f"{path.relative_to(ROOT)}: {opened.group(1)} passes "
                         f"{given}, not {wanted}")
    return wrong, count


def declared(folder, header, more):
    """Names and types of functions, as clang reads them."""
    with tempfile.NamedTemporaryFile("w", suffix=".c") as source:
        source.write(f"#include <{header}>\n")
        source.flush()
        text = subprocess.run(
            ["clang-22", "-xc", "-fsyntax-only", "-w", "-I", folder, *more,
             "-Xclang", "-ast-dump", "-fno-color-diagnostics", source.name],
            capture_output=True, text=True, check=False).stdout
    found = {}
    for line in text.splitlines():
        m = re.match(r"[|`]-FunctionDecl .* (\w+) '([^']*)'(?::'([^']*)')?",
                     line)
        if m and m.group(1).startswith(header.split("_")[0].split("Xt")[0]
                                       .split("Lt")[0].split(".")[0][:6]):
            found[m.group(1)] = m.group(3) or m.group(2)
    return found


def plain(kind):
    """A type without what names it in one header alone."""
    kind = re.sub(r"\b(struct|enum|union) ", "", kind)
    kind = re.sub(r"\blong long\b", "long", kind)
    kind = re.sub(r"\bint64_t\b", "long", kind)
    # Handles: an array is a pointer, and a typedef its struct.
    for ours, theirs in (("cudaDataType_t", "cudaDataType"),
                         ("cuFloatComplex", "cuComplex"),
                         ("libraryPropertyType_t", "libraryPropertyType"),
                         ("cusolver_int_t", "int")):
        kind = re.sub(rf"\b{ours}\b", theirs, kind)
    return kind.replace(" ", "")


def compare(folder):
    differ = 0
    for header in HEADERS:
        ours = declared(str(ROOT / "include/cuda"), header,
                        ["-I", str(ROOT / "include")])
        theirs = declared(folder, header, [])
        both = sorted(ours.keys() & theirs.keys())
        wrong = [n for n in both if plain(ours[n]) != plain(theirs[n])]
        differ += len(wrong)
        print(f"{header}: {len(both)} of {len(theirs)} functions, "
              f"{len(wrong)} differ")
        for name in wrong:
            print(f"  {name}\n    {ours[name]}\n    {theirs[name]}")
    return differ


# What is passed on by a name of its own library; cuBLAS's are made from parts.
LIBRARIES = {"sparse": "cusparse", "solver": "cusolver"}
# Not in NVIDIA's libraries, though in its headers. A size in bytes is asked of
# the function with an int instead (src/libs/sparse/vendor.c), the rest refused.
ABSENT = re.compile(r"cusparse(\w+_bufferSizeExt|Xgebsr2csr)$")


def exported(path):
    """The functions that a shared library of any of its versions has."""
    lines = subprocess.run(["nm", "-D", "--defined-only", path], check=True,
                           capture_output=True, text=True).stdout.split("\n")
    return {line.split()[2].split("@")[0] for line in lines if line.strip()}


def check_exported(folder):
    missing = 0
    for ours, theirs in LIBRARIES.items():
        passed = {n for n in exported(ROOT / f"build/dev/lib/libquern{ours}.so")
                  if re.match(rf"{theirs}(?!Mg)[A-Z]", n)}
        lacks = passed - exported(Path(folder) / f"lib{theirs}.so")
        unknown = sorted(n for n in lacks if not ABSENT.match(n))
        missing += len(unknown)
        print(f"{theirs}: {len(passed)} functions, of which NVIDIA's library "
              f"lacks {len(lacks)}, {len(unknown)} of them unexpected")
        for name in unknown:
            print(f"  {name}")
    return missing


def main():
    wrong, count = [], 0
    for room in ("sparse", "solver"):
        for path in sorted((ROOT / "src/libs" / room).glob("*.c")):
            more, found = check_file(path)
            wrong += more
            count += found
    for line in wrong:
        print(line)
    if count < 150:
        wrong.append(count)
        print(f"only {count} functions pass something on")
    if len(sys.argv) == 3 and sys.argv[1] == "--against":
        return 1 if compare(sys.argv[2]) or wrong else 0
    if len(sys.argv) == 3 and sys.argv[1] == "--exported":
        return 1 if check_exported(sys.argv[2]) or wrong else 0
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
