#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks what the build's compilers found: no header from outside of a name that
one of ours has. A source that takes a vendor's by chance builds only where the
vendor's is installed.
  tools/check_found.py [BUILD-FOLDER]"""

import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("include", "include/cuda", "include/hip")


def ours():
    """Names as they stand in an #include, of headers that programs see. Not of
    those that wrap the system's."""
    names = set()
    for folder in FOLDERS:
        top = ROOT / folder
        names.update(str(path.relative_to(top)) for path in top.rglob("*.h*")
                     if "#include_next" not in path.read_text())
    return names


def is_ours(path, names):
    """Whether what ends `path`, after some folder, is such a name."""
    parts = path.parts
    return any("/".join(parts[i:]) in names
               for i in range(len(parts)) if parts[i - 1] == "include")


def main():
    build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build/dev").resolve()
    ninja = shutil.which("ninja")
    if not ninja or not (build / ".ninja_deps").exists():
        print("check_found: skipped: Ninja has built nothing in", build)
        return 0
    said = subprocess.run([ninja, "-C", build, "-t", "deps"], check=True,
                          capture_output=True, text=True).stdout
    names = ours()
    target, found = "", 0
    for line in said.splitlines():
        if not line.startswith(" "):
            target = line.split(":")[0]
            continue
        path = (build / line.strip()).resolve()
        if not path.is_relative_to(ROOT) and is_ours(path, names):
            print(f"{target}: found {path}, and not ours of that name")
            found += 1
    return found != 0


sys.exit(main())
