#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks what every source file must have and must not: the licence line, the
include guard's name, functions that cannot be used safely, paths of somebody's
machine, unfinished work."""

import pathlib
import re
import sys

import tree

ROOT = pathlib.Path(__file__).resolve().parent.parent
LICENCE = "SPDX-License-Identifier: Apache-2.0"
SOURCES = {".c", ".h", ".def", ".inc", ".cu", ".hip", ".cpp", ".py", ".sh",
           ".cmake", ".map", ".rs"}
BANNED = {
    "strcpy": "memcpy, with the size known",
    "strcat": "qn_buffer",
    "sprintf": "snprintf or qn_buffer_printf",
    "vsprintf": "vsnprintf",
    "gets": "fgets",
    "strtok": "qn_str_split",
    "memmem": "qn_str_search, which takes empty text",
    "system": "qn_process_run",
    "popen": "qn_process_run",
    "alloca": "an arena",
    "setjmp": "qn_status",
    "longjmp": "qn_status",
    "atoi": "qn_text_int",
    "strncpy": "memcpy or snprintf",
    "tmpnam": "qn_temp_create",
    "mktemp": "qn_temp_create",
    "asctime": "strftime",
}
WRAPPERS = {"memmem": "src/base/span.h"}  # the one file that may call it
# Memory of the library goes through qn_alloc.
ALLOCATION = {"malloc", "calloc", "realloc", "free", "strdup", "strndup",
              "asprintf", "aligned_alloc", "posix_memalign"}
ALLOCATION_FOLDERS = ("src/base", "src/targets", "src/formats", "src/metadata",
                      "src/package", "src/compile/", "src/compiler",
                      "src/runtime", "src/hip/", "src/pregen", "src/hipify")
ALLOCATION_FILES = {
    "src/base/alloc.c",
    "src/runtime/backends/cpu/cpu.c",  # memory of the device: the program's
    "src/runtime/backends/cpu/run.c",  # malloc of kernels
    "src/hip/rtc/decode.c",  # __cu_demangle: its callers free
}
# A status is dropped by qn_ignore, which says why, and not by its code.
DROPPED = re.compile(r"\(void\)[^;]*\)\s*\.code;")
CALL = re.compile(r"(?<![\w.>])(%s)\s*\(" % "|".join(sorted(
    set(BANNED) | ALLOCATION)))
CODE_NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)
MACHINE_PATH = re.compile(r"/(home|root|work|Users|mnt|scratch)/[\w.]")
SWITCHES = set(re.findall(r'"(\w+)"', re.search(
    r"qn_cache_switches.*?\{(.*?)\};", (
        ROOT / "src" / "package" / "cache" / "cache.c").read_text(),
    re.S)[1]))  # those that the cache's keys have
ENVIRONMENT = re.compile(r'\bgetenv\("(\w+)"\)')
KNOWN = set(re.findall(r"^QN_ENVIRONMENT\((\w+)", (
    ROOT / "src" / "cli" / "core" / "environment.def").read_text(), re.M))
GUARD = re.compile(r"^#ifndef (\w+)$", re.M)


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def check_calls(where, text):
    code = CODE_NOISE.sub(blank, text)
    for match in CALL.finditer(code):
        line = code.count("\n", 0, match.start()) + 1
        name = match[1]
        if name in BANNED and WRAPPERS.get(name) != str(where):
            yield f"{where}:{line}: '{name}' is banned: use {BANNED[name]}"
        elif name in ALLOCATION and \
                str(where).startswith(ALLOCATION_FOLDERS) and \
                str(where) not in ALLOCATION_FILES and \
                not where.stem.endswith(("_test", "_fuzz", "_bench")):
            yield f"{where}:{line}: '{name}': memory goes through qn_alloc"
    for match in DROPPED.finditer(code):
        line = code.count("\n", 0, match.start()) + 1
        yield f"{where}:{line}: '(void)...code': qn_ignore says why"


def check(path):
    where = path.relative_to(ROOT)
    try:
        text = path.read_text()
    except UnicodeDecodeError:
        return
    named = path.name in ("CMakeLists.txt", "Makefile", ".clang-format",
                          ".clang-tidy", "run")
    if (path.suffix in SOURCES or named) and \
            LICENCE not in "\n".join(text.split("\n")[:3]):
        yield f"{where}: the licence line is missing"
    for number, line in enumerate(text.split("\n"), 1):
        if MACHINE_PATH.search(line) and where.name != "check_sources.py":
            yield f"{where}:{number}: a path of somebody's machine"
        if line.endswith((" ", "\t")) and path.suffix in SOURCES:
            yield f"{where}:{number}: space at the end of the line"
    if path.suffix in (".c", ".h") and where.parts[0] in ("src", "device"):
        yield from check_calls(where, text)
        for name in ENVIRONMENT.findall(text):
            if name not in KNOWN and not where.stem.endswith("_test"):
                yield f"{where}: src/cli/core/environment.def does not know '{name}'"
            if name.startswith("QUERN_CPU_") and name not in SWITCHES and \
                    where.parts[1] == "compiler":
                yield f"{where}: the keys of src/package/cache/cache.c lack '{name}'"
    if path.suffix == ".h" and where.parts[0] == "src":
        expected = "QN_" + re.sub(r"\W", "_", "_".join(where.parts[1:])).upper()
        guard = GUARD.search(text)
        if not guard or guard[1] != expected:
            yield f"{where}: the include guard is not {expected}"


def main():
    paths = [ROOT / name for name in tree.files()]
    wrong = [message for path in paths for message in check(path)]
    print("\n".join(wrong) if wrong else "sources: ok")
    sys.exit(1 if wrong else 0)


main()
