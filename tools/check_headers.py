#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every header compiles alone: those of src/ as C17, those of
include/quern/ and include/metadata/ as C11 and as C++17, with every compiler that is installed."""

import concurrent.futures
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wno-missing-field-initializers",
            "-Wno-unused-function", "-fsyntax-only"]


def llvm_include():
    tool = shutil.which("llvm-config-22")
    if not tool:
        return None
    return subprocess.run([tool, "--includedir"], capture_output=True, text=True,
                          check=True).stdout.strip()


def jobs():
    llvm = llvm_include()
    c = [name for name in ("gcc", "clang-22") if shutil.which(name)]
    cxx = [name for name in ("g++", "clang++-22") if shutil.which(name)]
    for path in sorted((ROOT / "src").rglob("*.h")):
        flags = ["-D_GNU_SOURCE"]
        if "compiler" in path.relative_to(ROOT).parts:
            if not llvm:
                continue
            flags += ["-isystem", llvm]
        for compiler in c:
            yield path, [compiler, "-std=c17", "-x", "c", *flags]
    for path in sorted([*(ROOT / "include" / "quern").glob("*.h"),
                        *(ROOT / "include" / "metadata").glob("*.h")]):
        for compiler in c:
            yield path, [compiler, "-std=c11", "-pedantic", "-x", "c"]
        for compiler in cxx:
            yield path, [compiler, "-std=c++17", "-pedantic", "-x", "c++"]


def run(job):
    path, command = job
    # Included, not compiled itself: a header is no main file.
    done = subprocess.run(
        [*command, *WARNINGS, f"-I{ROOT}/src", f"-I{ROOT}/include", "-"],
        input=f'#include "{path}"\n#include "{path}"\n', capture_output=True,
        text=True, check=False)
    if done.returncode == 0:
        return None
    return f"{path.relative_to(ROOT)}: does not compile alone: " \
           f"{' '.join(command[:2])}\n{done.stderr}"


def main():
    todo = list(jobs())
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        wrong = [text for text in pool.map(run, todo) if text]
    print("".join(wrong) if wrong else f"headers: ok ({len(todo)} compilations)")
    sys.exit(1 if wrong else 0)


main()
