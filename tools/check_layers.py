#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every #include in src/ points down, as tools/layers.txt allows,
that every source lies in a room that it names, that no folder has more than 24
modules, and that only src/compiler and src/amdsim include LLVM.

  check_layers.py [--self-test]   --self-test: breaks rules and sees it found
"""

import collections
import pathlib
import re
import sys

from layers import ROOT, Layers

MODULES_MAX = 24  # a source with its header, tests and fuzz target is one
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.M)
SOURCES = (".c", ".h", ".def", ".inc")
TESTS = ("_test", "_fuzz", "_bench")
# Folders of which each name is one that programs include, or one input.
NOT_ROOMS = ("include/cuda", "include/hip", "tests/corpus")


def check_include(layers, where, style, name):
    """What is wrong with a line of the file `where` (from src/), if anything."""
    layer = where.parts[0]
    first = name.split("/")[0]
    if first.startswith(("llvm", "clang")) and \
            layer not in ("compiler", "amdsim"):
        yield "only src/compiler and src/amdsim may see LLVM"
    if style == "<":
        return
    if first in layers.below and (ROOT / "src" / name).exists():
        wrong = layers.allows(where, name)
        # Tests may look into all rooms of what they are linked with.
        if wrong and not (where.stem.endswith(TESTS) and
                          first in layers.below[layer]):
            yield wrong
    if "/" not in name or ".." in name:
        yield f"'{name}' is not written from the root of src/ or include/"
    if (ROOT / "tests" / name).exists() and not where.stem.endswith(TESTS):
        yield f"only tests include '{name}'"


def check_file(layers, path):
    where = path.relative_to(ROOT / "src")
    layer, room = (layers.place(where) if len(where.parts) > 1 else
                   (None, None))
    if layer not in layers.below or room is None:
        yield f"src/{where}: tools/layers.txt has no '{where.parent}'"
        return
    text = path.read_text()
    for match in INCLUDE.finditer(text):
        for wrong in check_include(layers, where, match[1], match[2]):
            line = text.count("\n", 0, match.start()) + 1
            yield f"src/{where}:{line}: {wrong}"


def check_sizes():
    """Folders with too many modules."""
    modules = collections.defaultdict(set)
    for top in ("src", "device", "ggml", "include", "kernels", "plugin", "tests"):
        for path in (ROOT / top).rglob("*"):
            folder = str(path.relative_to(ROOT).parent)
            if path.is_file() and not folder.startswith(NOT_ROOMS) and \
                    "__pycache__" not in folder:
                stem = re.sub("(%s)$" % "|".join(TESTS), "", path.stem)
                modules[folder].add(stem)
    for folder, names in sorted(modules.items()):
        if len(names) > MODULES_MAX:
            yield f"{folder}: {len(names)} modules, limit {MODULES_MAX}"


def self_test():
    layers = Layers("base:\n  .:\n  system: .\nformats: base\n  core:\n"
                    "  object: core\ntop: formats\n")
    allowed = [("base/system/a.c", "base/b.h"), ("formats/object/a.c",
               "formats/core/b.h"), ("top/a.c", "formats/object/b.h"),
               ("top/a.c", "base/b.h"), ("formats/core/a.c", "base/system/b.h")]
    refused = [("base/a.c", "base/system/b.h"), ("base/a.c", "formats/core/b.h"),
               ("formats/core/a.c", "formats/object/b.h"),
               ("formats/object/a.c", "top/b.h")]
    for source, target in allowed:
        assert layers.allows(source, target) is None, (source, target)
    for source, target in refused:
        assert layers.allows(source, target), (source, target)
    assert layers.place("formats/a.c") == ("formats", None)
    assert layers.place("top/a.c") == ("top", ".")
    print("layers: the rules hold")


def main():
    if "--self-test" in sys.argv:
        self_test()
        return
    layers = Layers()
    wrong = [message for path in sorted((ROOT / "src").rglob("*"))
             if path.suffix in SOURCES
             for message in check_file(layers, path)]
    wrong += check_sizes()
    print("\n".join(wrong) if wrong else "layers: ok")
    sys.exit(1 if wrong else 0)


main()
