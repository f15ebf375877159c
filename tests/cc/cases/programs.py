# SPDX-License-Identifier: Apache-2.0
"""Whole programs."""
import pathlib
import shutil

from support import DATA, BUILD, QUERN, run, cc, must, must_print, PROGRAM


def case_program_hip():
    cc("-O2", DATA / "program.hip", "-o", "p")
    must_print("./p", PROGRAM)


def case_program_cuda():
    cc("-O2", "-std=c++17", "-arch=sm_80", DATA / "program.cu", "-o", "p")
    must_print("./p", PROGRAM)


def case_host_code():
    cc("-O2", "-Wall", "-Werror", DATA / "host_code.cu", "-o", "p")
    must_print("./p", "34 1.5\n9 18\ncudaSuccess\n")


def case_program_levels():
    for level in ("-O0", "-O3", "-g"):
        cc(level, DATA / "program.hip", "-o", "p")
        must_print("./p", PROGRAM)


def case_language_by_option():
    shutil.copy(DATA / "program.hip", "p.cpp")
    cc("-x", "hip", "-I", DATA, "p.cpp", "-o", "p")
    must_print("./p", PROGRAM)


def case_drop_in():
    """HIPCC="quern-cc -x hip", for compiling and for linking."""
    shutil.copy(DATA / "program.hip", "p.cc")
    cc("-x", "hip", "-I", DATA, "-c", "p.cc", "-o", "p.o")
    cc("-x", "hip", "p.o", "-o", "p")
    must_print("./p", PROGRAM)
    text = pathlib.Path("p.cc").read_text()
    pathlib.Path("q.cc").write_text(
        text.replace("#include <hip/hip_runtime.h>", ""))
    done = run(QUERN, "cc", "-I", DATA, "-c", "q.cc")
    must(done.code == 1 and "-x hip or -x cu" in done.err, done)


def case_plain_hip():
    """hip_runtime.h in files without kernels, by any compiler."""
    pathlib.Path("a.c").write_text("""#include <hip/hip_runtime.h>
float4 v;
hipError_t f(void **p) { dim3 d = {1, 2, 3}; return hipMalloc(p, d.x); }
""")
    shutil.copy("a.c", "a.cpp")
    include = BUILD / "lib/quern/include"
    for compiler, name in (("gcc", "a.c"), ("g++", "a.cpp")):
        done = run(compiler, "-Wall", "-Werror", "-I", include, "-c", name)
        must(done.code == 0, done)
    cc("-c", "a.c")
    cc("-c", "a.cpp")


def case_mixed_languages():
    cc(DATA / "mixed.cpp", DATA / "mixed.c", DATA / "mixed.hip", "-o", "p")
    must_print("./p", "42\n")
    for part in ("mixed.cpp", "mixed.hip"):
        cc("-c", DATA / part, "-o", part + ".o")
    cc("-std=c11", "-c", DATA / "mixed.c", "-o", "mixed.c.o")
    cc("mixed.cpp.o", "mixed.c.o", "mixed.hip.o", "-o", "q")
    must_print("./q", "42\n")
