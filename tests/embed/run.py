#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""quern embed in programs.

usage: run.py BUILD objects|programs|wrong_types|projects
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent.parent
EXAMPLE = SOURCE / "examples" / "embed"
sys.path.insert(0, str(SOURCE / "tests" / "support"))
# pylint: disable=wrong-import-position
import sanitized

LLVM = Path("/usr/lib/llvm-22/bin")
ELF, COFF, MACHO = "elf", "coff", "macho"
# Host, format, the linker's words for a shared library, word size.
HOSTS = [
    ("x86-64-linux", ELF, ("-m", "elf_x86_64"), 8),
    ("aarch64-linux", ELF, ("-m", "aarch64linux"), 8),
    ("riscv64-linux", ELF, ("-m", "elf64lriscv"), 8),
    ("ppc64le-linux", ELF, ("-m", "elf64lppc"), 8),
    ("s390x-linux", ELF, ("-m", "elf64_s390"), 8),
    ("loongarch64-linux", ELF, ("-m", "elf64loongarch"), 8),
    ("i386-linux", ELF, ("-m", "elf_i386"), 4),
    ("arm-linux", ELF, ("-m", "armelf_linux_eabi"), 4),
    ("riscv32-linux", ELF, ("-m", "elf32lriscv"), 4),
    ("x86-64-windows", COFF, ("/machine:x64",), 8),
    ("aarch64-windows", COFF, ("/machine:arm64",), 8),
    ("i386-windows", COFF, ("/machine:x86",), 4),
    ("x86-64-macos", MACHO, ("-arch", "x86_64"), 8),
    ("aarch64-macos", MACHO, ("-arch", "arm64"), 8),
]


class Failure(Exception):
    """A check did not hold."""


def check(good, what):
    if not good:
        raise Failure(what)


def run(*command, **more):
    """Runs a command that has to succeed; returns what it printed."""
    done = subprocess.run([str(word) for word in command], capture_output=True,
                          text=True, check=False, **more)
    check(done.returncode == 0,
          f"{' '.join(str(word) for word in command)}: exit status "
          f"{done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


class Test:
    def __init__(self, build, folder):
        self.build, self.folder = build, folder
        self.quern = build / "bin" / "quern"
        self.bundle = folder / "affine.hipfb"

    def compile(self, targets="native"):
        run(self.quern, "compile", "-q", "-t", targets, "-o", self.bundle,
            EXAMPLE / "affine.cu")

    def embed(self, *words):
        return run(self.quern, "embed", "-q", self.bundle, *words,
                   cwd=self.folder)


# ---- Objects for every host

def link(test, host, kind, words, output):
    obj = test.folder / f"{host}.o"
    if kind == ELF:
        run(LLVM / "ld.lld", *words, "-shared", "--fatal-warnings",
            "--undefined=affine", obj, "-o", output)
    elif kind == COFF:
        exported = ["/export:affine,data", "/export:affine_size,data"]
        run(LLVM / "lld-link", *words, "/dll", "/noentry", "/WX", *exported,
            obj, f"/out:{output}")
    else:
        run(LLVM / "ld64.lld", *words, "-platform_version", "macos", "11", "11",
            "-dylib", "-fatal_warnings", obj, "-o", output)


def symbols_of(path):
    """Name to (section, value) by LLVM's reader, as C writes the names."""
    printed = run(LLVM / "llvm-readobj", "--symbols", path)
    found = {}
    for part in re.findall(r"Symbol \{.*?\n  \}", printed, re.S):
        name = re.search(r"Name: _?([a-z]\w*)", part)
        if name:
            section = re.search(r"Section: (\S+)", part)[1]
            value = int(re.search(r"Value: (\S+)", part)[1], 0)
            found[name[1]] = section, value
    return found


def sections_of(path):
    """Name to (offset in the file, size, alignment) of an object."""
    printed = run(LLVM / "llvm-readobj", "--sections", path)
    found = {}
    for part in re.findall(r"Section \{.*?\n  \}", printed, re.S):
        def number(*names, text=part):
            for name in names:
                match = re.search(rf"\b{name}: (\w+)", text)
                if match:
                    return int(match[1], 0)
            return None
        name = re.search(r"Name: *(\S+)", part)[1]
        alignment = number("AddressAlignment")
        if alignment is None and "IMAGE_SCN_ALIGN" in part:
            alignment = int(re.search(r"IMAGE_SCN_ALIGN_(\d+)BYTES", part)[1])
        elif alignment is None:
            alignment = 1 << number("Alignment")
        found[name] = (number("Offset", "PointerToRawData"),
                       number("Size", "RawDataSize"), alignment)
    return found


def check_object(test, host, kind, words, word):
    path = test.folder / f"{host}.o"
    test.embed("--host", host, "-o", path)
    again = test.folder / "again.o"
    test.embed("--host", host, "-o", again)
    check(path.read_bytes() == again.read_bytes(), "two runs, two objects")
    symbols, raw = symbols_of(path), path.read_bytes()
    bundle = test.bundle.read_bytes()
    constant = {ELF: ".rodata.quern", COFF: ".rdata", MACHO: "__const"}[kind]
    offset, size, alignment = sections_of(path)[constant]
    check(alignment == 4096, f"aligned to {alignment}")
    check(symbols["affine"] == (constant, 0), f"affine is {symbols['affine']}")
    check(raw[offset:offset + len(bundle)] == bundle, "the bytes are others")
    check(symbols["affine_end"] == (constant, len(bundle)),
          "the end is elsewhere")
    at = symbols["affine_size"][1]
    check(at + word <= size, "the size is beyond the section")
    order = "big" if host.startswith("s390x") else "little"
    check(int.from_bytes(raw[offset + at:offset + at + word], order) ==
          len(bundle), "the size is another")
    check(symbols["affine_state"][0] != constant, "the state cannot be written")
    output = test.folder / f"{host}.linked"
    link(test, host, kind, words, output)
    check(bundle in output.read_bytes(), "the linked file has not the bytes")


def objects(test):
    test.compile("x86-64,spirv64")
    for row in HOSTS:
        try:
            check_object(test, *row)
        except Failure as failure:
            raise Failure(f"{row[0]}: {failure}") from None
    return f"{len(HOSTS)} hosts"


# ---- Programs of this machine

def flags(build, library=True):
    words = ["-Wall", "-Wextra", "-Werror", f"-I{SOURCE / 'include'}"]
    if library:
        lib = build / "lib"
        words += [f"-L{lib}", "-lquernhip", "-lquern", f"-Wl,-rpath,{lib}"]
    return words


def compilers():
    """(name, language, standard) of what is installed."""
    rows = [("gcc", "c", "-std=c11"), ("clang-22", "c", "-std=c11"),
            ("g++", "c++", "-std=c++17"), ("clang++-22", "c++", "-std=c++20")]
    return [row for row in rows if shutil.which(row[0])]


def programs(test):
    test.compile()
    environment = {**os.environ, **sanitized.environment(test.build)}
    shutil.copy(test.bundle, test.folder / "scaled.hipfb")
    done = 0
    for compiler, language, standard in compilers():
        main, name = ("main.c", "affine") if language == "c" else \
            ("main.cpp", "scaled")
        for form in ("obj", language):
            output = test.folder / (name + {"obj": ".o", "c": ".c",
                                            "c++": ".cpp"}[form])
            test.embed("--name", name, "--lang", form, "-o", output, "--header",
                       test.folder / f"{name}.h")
            program = test.folder / "program"
            run(compiler, standard, EXAMPLE / main, output, f"-I{test.folder}",
                *flags(test.build), "-o", program)
            said = run(program, env=environment)
            check("2 x + 1 for 1024" in said or said.endswith("step 1\n"), said)
            done += 1
    return f"{done} programs"


# A call that compiles, and others that may not, by language.
CALL = """
#include "affine.h"
struct range { float low, high; };
struct other { double low, high; };
hipError_t call(dim3 grid, dim3 block, const float *x, float *y, double *wide,
                void *any, struct range r, struct other o, long long far) {
  (void)wide, (void)any, (void)r, (void)o, (void)far, (void)x, (void)y;
  return %s;
}
"""
GOOD = ["affine_affine(grid, block, 0, 0, x, y, 2.0f, 1.0f, 5)",
        "affine_affine(grid, block, 0, 0, y, y, 2.0f, 1.0f, 5)"]
BAD = ["affine_affine(grid, block, 0, 0, x, y, 2.0, 1.0f, 5)",
       "affine_affine(grid, block, 0, 0, x, y, 2, 1.0f, 5)",
       "affine_affine(grid, block, 0, 0, x, y, 2.0f, 1.0f, 5u)",
       "affine_affine(grid, block, 0, 0, x, y, 2.0f, 1.0f, far)",
       "affine_affine(grid, block, 0, 0, x, x, 2.0f, 1.0f, 5)",
       "affine_affine(grid, block, 0, 0, x, wide, 2.0f, 1.0f, 5)",
       "affine_affine(grid, block, 0, 0, x, 5, 2.0f, 1.0f, 5)",
       "affine_affine(grid, block, 0, 0, x, y, 2.0f, 1.0f)",
       "affine_affine(grid, block, 0, 0, x, y, 2.0f, 1.0f, 5, 6)",
       "affine_no_such_kernel(grid, block, 0, 0, x)",
       "affine_clamp_to(grid, block, 0, 0, o, y, 5)"]


def wrong_types(test):
    test.compile("x86-64")
    test.embed("-o", test.folder / "affine.o", "--header",
               test.folder / "affine.h")
    done = 0
    one_each = {row[1]: row for row in compilers()}
    for compiler, language, standard in one_each.values():
        extension = {"c": ".c", "c++": ".cpp"}[language]
        good = GOOD + (["affine_clamp_to(grid, block, 0, 0, r, y, 5)"]
                       if language == "c++" else [])
        for call in good + BAD:
            source = test.folder / f"call{extension}"
            source.write_text(CALL % call)
            result = subprocess.run(
                [compiler, standard, "-fsyntax-only", source, f"-I{test.folder}",
                 *flags(test.build, False)],
                capture_output=True, text=True, check=False)
            check((result.returncode == 0) == (call in good),
                  f"{compiler}: {call}: exit status {result.returncode}\n"
                  f"{result.stderr}")
            done += 1
    return f"{done} calls"


# ---- The installed tree

def built(build, target):
    return run("cmake", "--build", build, "--target", target)


def projects(test):
    if sanitized.environment(test.build):
        print("skipped: instrumented libraries need instrumented programs")
        sys.exit(77)
    prefix = test.folder / "prefix"
    run("cmake", "--install", test.build, "--prefix", prefix)
    project = test.folder / "project"
    shutil.copytree(prefix / "share" / "quern" / "examples" / "embed", project)
    lines = (project / "CMakeLists.txt").read_text()
    (project / "CMakeLists.txt").write_text(
        lines.replace(" gfx942 sm_90 spirv64", " spirv64"))
    out = test.folder / "cmake"
    run("cmake", "-S", project, "-B", out, "-G", "Ninja",
        f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", out)
    check("2 x + 1 for 1024" in run(out / "affine"), "the C program is wrong")
    check("step 4" in run(out / "affine_cxx"), "the define did not arrive")
    check("no work to do" in built(out, "all"), "it is built again")
    # A header of the kernels changes: the program is made again.
    time.sleep(0.01)
    header = project / "step.h"
    header.write_text(header.read_text() + "// changed\n")
    check("quern compile affine" in built(out, "affine"),
          "a changed header is not noticed")
    check("2 x + 1 for 1024" in run(out / "affine"), "it is wrong afterwards")
    # make and pkg-config.
    lib = next(prefix.rglob("pkgconfig")).resolve()
    run("make", "-C", project, "TARGETS=native",
        env={**os.environ, "PKG_CONFIG_PATH": str(lib)})
    check("2 x + 1 for 1024" in run(project / "affine"), "make's is wrong")
    done = "CMake and make"
    if subprocess.run([test.quern, "help", "pregen"], capture_output=True,
                      check=False).returncode == 0:
        pregenerate(test, prefix)
        done += ", and pregenerated kernels"
    return done


PREGENERATE = """
cmake_minimum_required(VERSION 3.25)
project(tree LANGUAGES C)
find_package(Quern 0.1 REQUIRED)
quern_pregenerate(kernels CONFIG kernels.json OUTPUT_DIR tree ALL
  INSTALL_DIR share/kernels)
"""
CONFIG = """{"kernels": [{"kernel_name": "ggml_op_add",
  "kernel_source": "binary_ops.py", "arch": "x86-64",
  "input_tensors": ["(%d,1,1,1)/f32", "(%d,1,1,1)/f32"],
  "output_tensor": "(%d,1,1,1)/f32", "exported_name": "sum"}]}
"""


def pregenerate(test, prefix):
    project, out = test.folder / "tree", test.folder / "tree-build"
    project.mkdir()
    (project / "CMakeLists.txt").write_text(PREGENERATE)
    (project / "kernels.json").write_text(CONFIG % (64, 64, 64))
    run("cmake", "-S", project, "-B", out, "-G", "Ninja",
        f"-DCMAKE_PREFIX_PATH={prefix}",
        f"-DCMAKE_INSTALL_PREFIX={test.folder / 'installed'}")
    built(out, "all")
    made = [path.name for path in out.glob("tree/x86-64/*.hipfb")]
    check(made == ["add-64f32-64f32-64f32.hipfb"], f"pregenerated {made}")
    check("no work to do" in built(out, "all"), "they are generated again")
    time.sleep(0.01)
    (project / "kernels.json").write_text(CONFIG % (32, 32, 32))
    built(out, "all")
    check((out / "tree/x86-64/add-32f32-32f32-32f32.hipfb").exists(),
          "a changed configuration is not noticed")
    run("cmake", "--install", out)
    check(list((test.folder / "installed").rglob("add-32f32*.hipfb")),
          "the tree is not installed")


def main():
    build, name = Path(sys.argv[1]).resolve(), sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        try:
            what = {"objects": objects, "programs": programs,
                    "wrong_types": wrong_types,
                    "projects": projects}[name](Test(build, Path(folder)))
        except Failure as failure:
            print(failure)
            return 1
    print(f"passed: {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
