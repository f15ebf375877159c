#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast quern stub finds a kernel in 105 MB of debug information, beside
llvm-dwarfdump and readelf doing the same on the same file, in the same run.

  dwarf.py QUERN [--keep FOLDER]

Recipe of the file: one C unit of 2,000 static functions with structures,
compiled by GCC with -g, linked as often as makes 105 MB of debug sections, and
one unit with the kernel that is looked for at the end. JSON lines on standard
output: CPU seconds (user and system) and the largest resident size in MB.
"""

import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

WANTED = 105_000_000
BUDGET_S, BUDGET_MB = 0.6, 150


def unit():
    """A unit like those of a library: types, and functions with some locals."""
    pick = random.Random(1)
    types = ["int", "float", "double", "const char *", "long", "unsigned",
             "const float *", "void *"]
    lines = []
    for i in range(60):
        members = " ".join(f"{pick.choice(types)} m{k};" for k in range(8))
        lines.append(f"struct record_{i} {{ {members} }};")
        types += [f"struct record_{i} *", f"const struct record_{i} *"]
    for i in range(2000):
        count = pick.randrange(1, 7)
        parameters = ", ".join(f"{pick.choice(types)} p{k}"
                               for k in range(count))
        lines.append(f"static __attribute__((used)) int function_of_unit_{i}("
                     f"{parameters}) {{ int local_{i % 7} = {i}; "
                     f"{{ float inner = {i}; local_{i % 7} += inner; }} "
                     f"return local_{i % 7}; }}")
    return "\n".join(lines) + "\n"


def debug_size(path):
    out = subprocess.run(["readelf", "-SW", path], capture_output=True,
                         text=True, check=True).stdout
    size = 0
    for line in out.splitlines():
        words = line.replace("[ ", "[").split()
        if len(words) > 5 and words[1].startswith(".debug_"):
            size += int(words[5], 16)
    return size


def make(folder):
    (folder / "unit.c").write_text(unit())
    (folder / "kernel.c").write_text(
        "void the_kernel(const float *a, double d, int n) "
        "{ (void)a; (void)d; (void)n; }\n")
    for name in ("unit", "kernel"):
        subprocess.run(["gcc", "-g", "-fPIC", "-c", folder / f"{name}.c", "-o",
                        folder / f"{name}.o"], check=True)
    count = 8
    for _ in range(4):
        subprocess.run(["gcc", "-shared", "-nostdlib", "-o",
                        folder / "large.so", *[folder / "unit.o"] * count,
                        folder / "kernel.o"], check=True)
        size = debug_size(folder / "large.so")
        if size >= WANTED:
            break
        count = count * WANTED // size + 2
    return folder / "large.so", size


def measure(what, command, size, runs=1):
    """The best of some runs in CPU time."""
    best = None
    for _ in range(runs):
        pid = os.fork()
        if pid == 0:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 1)
            os.execv(command[0], [str(c) for c in command])
        _, status, usage = os.wait4(pid, 0)
        cpu = usage.ru_utime + usage.ru_stime
        if status:
            sys.exit(f"{what}: failed")
        if best is None or cpu < best[0]:
            best = (cpu, usage.ru_maxrss / 1024)
    print(json.dumps({"name": what, "cpu_s": round(best[0], 3),
                      "peak_mb": round(best[1], 1),
                      "debug_bytes": size}), flush=True)
    return best


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    quern = os.path.abspath(sys.argv[1])
    keep = sys.argv[sys.argv.index("--keep") + 1] if "--keep" in sys.argv \
        else None
    with tempfile.TemporaryDirectory(prefix="quern-dwarf-") as temp:
        folder = pathlib.Path(keep or temp)
        folder.mkdir(exist_ok=True)
        path, size = make(folder)
        cpu, peak = measure("stub.quern", [quern, "stub", "--lang", "json",
                                           "--kernel", "the_kernel", path],
                            size, 3)
        others = [("stub.llvm-dwarfdump", shutil.which("llvm-dwarfdump-22"),
                   ["--name=the_kernel", "--show-children"]),
                  ("stub.readelf", shutil.which("readelf"),
                   ["--debug-dump=info"])]
        for name, tool, arguments in others:
            if tool:
                measure(name, [tool, *arguments, path], size)
    if cpu > BUDGET_S or peak > BUDGET_MB:
        sys.exit(f"over the budget of {BUDGET_S} s and {BUDGET_MB} MB")


main()
