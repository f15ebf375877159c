#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The public C API: its names, and the program api.c in two languages.

  run.py BUILD names|c|cxx COMPILER SANITIZERS
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SKIPPED = 77
WARNINGS = ["-Wall", "-Wextra", "-pedantic", "-Werror"]
# What else the libraries export on purpose: other people's APIs, and what is
# for Quern's own programs.
FOREIGN = re.compile(r"(hip|__hip|cuda|__cuda|nvrtc|nvJitLink|nvvm|nvPTXCompiler|quern_cu)\w*$|"
                     r"__cu_demangle$|"
                     r"qn_\w+@@QUERN_PRIVATE$|QUERN\w+@@\w+$|QUERN\w*$")


def public_names(library):
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "gen_map.py", "--names", library],
        capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def exported(path):
    """Names with versions, as the loader sees them."""
    done = subprocess.run(["nm", "-D", "--defined-only", path],
                          capture_output=True, text=True, check=True)
    return {line.split()[-1] for line in done.stdout.splitlines()}


def check_names(build):
    """The headers, the libraries and the test program have the same names."""
    wrong = []
    source = (HERE / "api.c").read_text()
    for library, version in (("libquern", "QUERN_1"),
                             ("libquernhip", "QUERNHIP_1")):
        declared = public_names(library)
        found = exported(build / "lib" / f"{library}.so")
        for name in sorted(declared):
            if f"{name}@@{version}" not in found:
                wrong.append(f"{library} does not export {name}")
            # metadata.h's own are api.cpp's of tests/metadata.
            if not name.startswith("md_") and \
                    not re.search(rf"\b{name}\b", source):
                wrong.append(f"tests/api/api.c does not use {name}")
        for name in sorted(found):
            if name.split("@")[0] not in declared and not FOREIGN.match(name):
                wrong.append(f"{library} exports {name}, which no header has")
    print("\n".join(wrong) if wrong else "names: ok")
    return 1 if wrong else 0


def run_program(build, language, compiler, sanitizers):
    if language == "cxx":
        compiler = shutil.which("g++") or shutil.which("clang++-22")
        if not compiler or sanitizers:
            print("skipped: no C++ compiler, or not the runtime of this one")
            return SKIPPED
    standard = ["-std=c11"] if language == "c" else ["-x", "c++", "-std=c++17"]
    if sanitizers:
        standard.append(f"-fsanitize={sanitizers}")
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "api"
        library = build / "lib"
        subprocess.run([compiler, *standard, *WARNINGS, f"-I{ROOT}/include",
                        HERE / "api.c", "-o", program, f"-L{library}",
                        "-lquernhip", "-lquern", f"-Wl,-rpath,{library}"],
                       check=True)
        # That there is no memory is an answer here, not the end.
        alone = dict(os.environ, ASAN_OPTIONS="allocator_may_return_null=1")
        return subprocess.run([program], check=False, cwd=folder,
                              env=alone).returncode


def main():
    build, check, compiler = pathlib.Path(sys.argv[1]), *sys.argv[2:4]
    sys.exit(check_names(build) if check == "names" else
             run_program(build, check, compiler, sys.argv[4]))


main()
