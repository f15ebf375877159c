#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes docs/features.md of the tables of the sources: what this version has.

  features.py           rewrite it
  features.py --check   fail when it is not what would be written, or when
                        tools/packages.txt names a version of LLVM that
                        cmake/llvm.txt lacks
"""

import csv
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT = ROOT / "docs" / "features.md"
ROOMS = {
    "blas": "BLAS", "fft": "Fourier transforms", "rand": "random numbers",
    "sparse": "sparse matrices", "solver": "systems, eigenvalues",
    "ml": "what a device is and does", "comm": "collectives",
    "cupti": "records and callbacks for profilers",
}
FILTERS = {"cupti": "libcupti"}  # made in names/CMakeLists.txt


class Wrong(Exception):
    """What is wrong, in words."""


def text(path):
    return (ROOT / path).read_text()


def rows(path, pattern):
    """The rows of a table in C; none is a mistake of ours."""
    found = re.findall(pattern, text(path), re.M)
    if not found:
        raise Wrong(f"{path}: no row matches '{pattern}'")
    return found


def table(*head):
    """Its head; columns of numbers begin with '> '."""
    return ["| " + " | ".join(h.removeprefix("> ") for h in head) + " |",
            "|" + "|".join("--:" if h.startswith(">") else "---"
                           for h in head) + "|"]


def summaries(folder, struct):
    """`.summary` of each `const STRUCT <name>... = {` under a folder. A summary
    may also stand as the last text of a row that a macro expands."""
    found = {}
    for path in sorted((ROOT / folder).rglob("*.c")):
        source = path.read_text()
        for name, body in re.findall(
                rf"\b{struct}_(\w+) = {{(.*?)^}};", source, re.M | re.S):
            said = re.search(r'\.summary = ((?:\s*"[^"]*")+)', body)
            if said:
                found[name] = "".join(re.findall(r'"([^"]*)"', said[1]))
    return found


def said(found, name, where):
    if name not in found:
        raise Wrong(f"{where}: '{name}' has no summary that could be found")
    return found[name]


# ---- The sections

def llvm():
    versions = re.findall(r"^(\d+)\s+(\S.*)$", text("cmake/llvm.txt"), re.M)
    if not versions:
        raise Wrong("cmake/llvm.txt: no version")
    out = ["Only commands that compile need it, and the build of "
           "`libquern-compiler.so`, which takes one of these and no other "
           "([cmake/llvm.txt](../cmake/llvm.txt)).", ""]
    out += table("LLVM", "tested with")
    return out + [f"| {number} | {how} |" for number, how in versions]


def commands():
    found = summaries("src/cli", "qn_command")
    out = table("command", "what for")
    for name in rows("src/cli/core/commands.def", r"^QN_COMMAND\((\w+)\)"):
        if name != "completions":  # hidden
            out.append(f"| `quern {name}` | "
                       f"{said(found, name, 'commands.def')} |")
    return out


def targets():
    with open(ROOT / "src/targets/targets.csv", newline="") as file:
        of = [row["family"] for row in
              csv.DictReader(l for l in file if not l.startswith("#"))]
    out = ["All of them: [targets.md](targets.md).", ""]
    out += table("for", "image", "> targets")
    for family, title, image in rows(
            "src/targets/families.def",
            r'^QN_FAMILY\(\w+, (\w+), .*"([^"]*)", "([^"]*)"\)$'):
        out.append(f"| {title} | {image} | {of.count(family)} |")
    return out


def formats():
    found = summaries("src/formats", "qn_format")
    out = table("format", "what it is", "kernels are read")
    for name, kernels in rows("src/formats/core/formats.def",
                              r"^QN_FORMAT\((\w+), (\w+)\)"):
        out.append(f"| `{name.replace('_', '-')}` | "
                   f"{said(found, name, 'formats.def')} | "
                   f"{'yes' if kernels == 'KERNELS' else 'of what is in it'} |")
    return out


def backends():
    found = summaries("src/runtime/backends", "qn_backend")
    out = ["How a device is chosen, and what each needs: "
           "[backends.md](backends.md).", ""]
    out += table("back end", "devices")
    for name in rows("src/runtime/contract/backends.def",
                     r"^QN_BACKEND\((\w+)\)"):
        out.append(f"| `{name.replace('_', '-')}` | "
                   f"{said(found, name, 'backends.def')} |")
    return out


def vendor_apis():
    counts = re.findall(r"^\| ([\w ]+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|",
                        text("docs/hip-api.md"), re.M)
    if not counts:
        raise Wrong("docs/hip-api.md: no table of counts")
    out = ["Each function by name: [hip-api.md](hip-api.md).", ""]
    out += table("API", "> declared", "> there", "> for lack of hardware",
                 "> not there")
    return out + ["| " + " | ".join(row) + " |" for row in counts]


def libraries():
    source = text("cmake/vendor_names.cmake")
    order = re.search(r"set\(QUERN_VENDOR_LIBRARIES ([^)]*)\)", source)
    if not order or set(order[1].split()) != set(ROOMS):
        raise Wrong("cmake/vendor_names.cmake: QUERN_VENDOR_LIBRARIES are not "
                    "those that tools/features.py knows")
    out = ["Which functions of each: [libraries.md](libraries.md).", ""]
    out += table("library", "what for", "in the place of")
    for room in order[1].split():
        entries = re.search(rf"set\(QUERN_NAMES_{room} ([^)]*)\)", source)
        if not entries:
            raise Wrong(f"cmake/vendor_names.cmake: no QUERN_NAMES_{room}")
        names = [f"`lib{entry.split(':')[0]}`" for entry in entries[1].split()]
        if room in FILTERS:
            names.insert(0, f"`{FILTERS[room]}`")
        out.append(f"| `libquern{room}` | {ROOMS[room]} | "
                   f"{', '.join(names)} |")
    return out


def c_api():
    out = ["Rules and pages: [api.md](api.md), and for the libraries' ABI "
           "[abi.md](abi.md).", ""]
    out += table("header", "> functions and data")
    for folder in ("quern", "metadata"):
        for path in sorted((ROOT / "include" / folder).glob("*.h")):
            count = len(re.findall(r"^QUERN_API\b", path.read_text(), re.M))
            if count:
                out.append(f"| `{folder}/{path.name}` | {count} |")
    return out


SECTIONS = (
    ("LLVM", llvm),
    ("Commands", commands),
    ("Targets", targets),
    ("Formats that are read", formats),
    ("Back ends of the runtime", backends),
    ("CUDA's and HIP's functions", vendor_apis),
    ("Vendors' libraries", libraries),
    ("The C API", c_api),
)


def render():
    out = ["# Features", "",
           "<!-- Generated by tools/features.py from the tables of the sources: "
           "do not edit. -->", "",
           "What this version has; [CHANGES](../CHANGES) says what is new in it, "
           "and the [README](../README.md#status) on what it was run."]
    for title, section in SECTIONS:
        out += ["", f"## {title}", "", *section()]
    return "\n".join(out) + "\n"


def check_packages():
    supported = set(re.findall(r"^(\d+)\s", text("cmake/llvm.txt"), re.M))
    for version in re.findall(r"^llvm-(\d+)-dev\s", text("tools/packages.txt"),
                              re.M):
        if version not in supported:
            raise Wrong(f"tools/packages.txt: LLVM {version} is not in "
                        "cmake/llvm.txt")


def main():
    try:
        made = render()
        check_packages()
    except Wrong as wrong:
        sys.exit(f"features: {wrong}")
    if "--check" not in sys.argv:
        OUT.write_text(made)
    elif not OUT.exists() or OUT.read_text() != made:
        sys.exit("docs/features.md is stale: run tools/features.py")


main()
