#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every #include in src/ points down, as tools/layers.txt allows,
and that only src/compiler includes LLVM."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.M)


def read_layers():
    layers = {}
    for line in (ROOT / "tools" / "layers.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, _, below = line.partition(":")
            layers[name] = {name, *below.split()}
    return layers


def main():
    layers = read_layers()
    wrong = []
    for path in sorted((ROOT / "src").rglob("*")):
        if path.suffix not in (".c", ".h", ".def", ".inc"):
            continue
        where = path.relative_to(ROOT)
        folder = where.parts[1]
        if folder not in layers:
            wrong.append(f"{where}: tools/layers.txt has no '{folder}'")
            continue
        text = path.read_text()
        for match in INCLUDE.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            first = match[2].split("/")[0]
            if first.startswith(("llvm", "clang")) and folder != "compiler":
                wrong.append(f"{where}:{line}: only src/compiler may see LLVM")
            if match[1] == "<":
                continue
            if first in layers and first not in layers[folder]:
                wrong.append(f"{where}:{line}: {folder} may not include {first}")
            if "/" not in match[2] or ".." in match[2]:
                wrong.append(f"{where}:{line}: '{match[2]}' is not written from "
                             "the root of src/ or include/")
            if (ROOT / "tests" / match[2]).exists() and \
                    not where.stem.endswith(("_test", "_fuzz", "_bench")):
                wrong.append(f"{where}:{line}: only tests include '{match[2]}'")
    print("\n".join(wrong) if wrong else "layers: ok")
    sys.exit(1 if wrong else 0)


main()
