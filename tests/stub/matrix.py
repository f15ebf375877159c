#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""quern stub on what compilers make: every cell of the matrix of machines,
compilers, ways to keep debug information, types, identities and faults.

  matrix.py QUERN [CHECK]...

The layouts that are expected come from the same compiler: offsetof, sizeof and
alignof of a structure with the kernel's parameters as members.
Exit status: 0 all as expected, 1 a difference, 77 nothing could be run.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

QUERN = None
CLANG = shutil.which("clang-22") or shutil.which("clang")


class Skip(Exception):
    pass


class Differs(Exception):
    pass


def need(name):
    path = shutil.which(name)
    if not path:
        raise Skip(f"no {name}")
    return path


def run(*args, **more):
    done = subprocess.run([str(a) for a in args], capture_output=True,
                          check=False, **more)
    if done.returncode:
        raise Differs(f"{' '.join(map(str, args))}: exit {done.returncode}\n"
                      + done.stderr.decode(errors="replace"))
    return done.stdout


def stub(*args, code=0):
    """The kernels, by name; or for a code that is not 0 what was said."""
    done = subprocess.run([QUERN, "stub", "--lang", "json",
                           *map(str, args)], capture_output=True, text=True,
                          check=False)
    if done.returncode != code:
        raise Differs(f"quern stub {' '.join(map(str, args))}: exit "
                      f"{done.returncode}, expected {code}\n{done.stderr}")
    if code:
        if done.stdout:
            raise Differs("a failure wrote to standard output")
        return done.stderr
    return {k["name"]: k for f in json.loads(done.stdout)["files"]
            for k in f["kernels"]}


def expect_text(what, text, *wanted):
    for one in wanted:
        if one not in text:
            raise Differs(f"{what}: '{one}' is not in\n{text}")


# ---- Compilers

class Compiler:
    """`cxx` False: C only."""

    def __init__(self, name, command, cxx=True):
        self.name, self.command, self.cxx = name, command, cxx

    def compile(self, source, out, *flags, language=None):
        suffix = ".cpp" if (language or ("c++" if self.cxx else "c")) == "c++" \
            else ".c"
        path = pathlib.Path(str(out) + suffix)
        path.write_text(source)
        run(*self.command, *flags, "-c", path, "-o", out)
        return out


def clang(triple, *flags):
    if not CLANG:
        return None
    return Compiler(f"clang {triple}", [CLANG, f"--target={triple}",
                                        "-ffreestanding", "-w",
                                        "-std=gnu++20", *flags])


def compilers():
    found = [clang("riscv32-unknown-elf", "-march=rv32imaf", "-mabi=ilp32f"),
             clang("riscv64-unknown-elf", "-march=rv64imafd", "-mabi=lp64d"),
             clang("x86_64-linux-gnu"), clang("aarch64-linux-gnu")]
    if shutil.which("g++"):
        found.append(Compiler("g++", ["g++", "-w", "-std=gnu++20"]))
    for machine in ("riscv64", "aarch64"):
        gcc = shutil.which(f"{machine}-linux-gnu-gcc")
        if gcc:
            found.append(Compiler(f"gcc {machine}", [gcc, "-w"], cxx=False))
    found = [c for c in found if c]
    if not found:
        raise Skip("no compiler")
    return found


def read_words(path):
    """The section .qlayout, as unsigned 64-bit words."""
    out = str(path) + ".layout"
    run(need("llvm-objcopy-22"), "-O", "binary", "--only-section=.qlayout",
        path, out)
    data = pathlib.Path(out).read_bytes()
    return [int.from_bytes(data[i:i + 8], "little")
            for i in range(0, len(data), 8)]


def layout_source(prelude, kernels, cxx):
    """A structure with the parameters of each kernel, and its layout."""
    # GCC says 16 for alignof of any larger vector, and lays it out by its size.
    align = "__alignof__"
    lines, words = [prelude, "#define Q_OFFSET __builtin_offsetof"], []
    for name, types in kernels:
        if not types:
            continue
        members = " ".join(f"__typeof__({t}) a{i};" if "(*" not in t
                           else f"{t.replace('(*', f'(*a{i}', 1)};"
                           for i, t in enumerate(types))
        lines.append(f"struct layout_{name} {{ {members} }};")
        for i, _ in enumerate(types):
            member = f"((struct layout_{name}*)0)->a{i}"
            kind = f"__typeof__({member})" if not cxx else \
                f"decltype(layout_{name}::a{i})"
            words += [f"Q_OFFSET(struct layout_{name}, a{i})",
                      f"sizeof({member})", f"{align}({kind})"]
    lines.append('__attribute__((section(".qlayout"), used)) const unsigned '
                 f"long long qlayout[] = {{{', '.join(words)}}};")
    return "\n".join(lines)


def declare(types):
    return ", ".join(f"{t} a{i}" if "(*" not in t
                     else t.replace("(*", f"(*a{i}", 1)
                     for i, t in enumerate(types))


def check_layouts(folder, compiler, prelude, kernels, flags, label):
    """Compiles kernels and compares each argument."""
    extern = 'extern "C" ' if compiler.cxx else ""
    source = prelude + "\n" + "\n".join(
        f"{extern}void {name}({declare(types) if types else 'void'}) "
        f"{{ __asm__ volatile(\"\"); }}" for name, types in kernels)
    name = re.sub(r"\W", "_", f"{compiler.name}_{label}")
    made = compiler.compile(source, folder / f"{name}.o", *flags)
    probe = compiler.compile(layout_source(prelude, kernels, compiler.cxx),
                             folder / f"{name}_probe.o")
    words = iter(read_words(probe))
    got = stub("--assume", "natural",
               *[w for k, _ in kernels for w in ("--kernel", k)], made)
    for kernel, types in kernels:
        arguments = got[kernel]["arguments"]
        if len(arguments) != len(types):
            raise Differs(f"{name}: {kernel} has {len(arguments)} arguments, "
                          f"expected {len(types)}")
        for i, kind in enumerate(types):
            wanted = [next(words) for _ in range(3)]
            a = arguments[i]
            have = [a["offset"], a["size"], a["alignment"]]
            if have != wanted:
                raise Differs(f"{name}: {kernel}, argument {i} ({kind}): "
                              f"offset, size, alignment {have}, the compiler "
                              f"says {wanted}")
            pointer = kind.rstrip().endswith(("*", "&", "restrict")) or \
                "(*" in kind or kind in ("cpv", "fnp", "rip")
            if a["is_pointer"] != pointer:
                raise Differs(f"{name}: {kernel}, argument {i} ({kind}): "
                              f"is_pointer is {a['is_pointer']}")


# ---- Types

C_PRELUDE = """
typedef __SIZE_TYPE__ size_t;
typedef __WCHAR_TYPE__ wchar_like;
typedef unsigned short char16_like;
typedef const void *cpv;
typedef void (*fnp)(int);
typedef int *__restrict__ rip;
struct incomplete;
struct pair { int a, b; };
struct mixed { char c; double d; float f[3]; short s; };
struct nested { struct mixed m; char tail; struct { int x; char y; } inner; };
struct bits { unsigned a : 3, b : 7; int c : 20; char d; };
struct empty { };
struct aligned16 { _Alignas16 float v[4]; };
struct aligned_member { char c; __attribute__((aligned(32))) char d; };
struct __attribute__((aligned(32))) over { char c[5]; };
struct __attribute__((packed)) seen { char c; int i; short s; };
struct __attribute__((packed, aligned(2))) half_packed { char c; int i; };
struct members { struct seen s; char c; };
typedef int low_int __attribute__((aligned(2)));
typedef struct pair chain0; typedef const chain0 chain1;
typedef chain1 chain2;
union both { int i; double d; char c[13]; };
union small { char c[3]; short s; };
enum plain { A, B };
typedef float f2 __attribute__((vector_size(8)));
typedef float f4 __attribute__((vector_size(16)));
typedef double d4 __attribute__((vector_size(32)));
struct huge { char data[5000]; };
struct inside { f4 v; char c; };
""".replace("_Alignas16", "__attribute__((aligned(16)))")

C_KERNELS = [
    ("pointers", ["int *", "const float *", "volatile char *", "cpv", "fnp",
                  "struct incomplete *", "int **", "rip"]),
    ("scalars", ["char", "signed char", "short", "int", "unsigned char", "long",
                 "char", "long long", "unsigned short", "unsigned", "char",
                 "unsigned long", "float", "char", "double", "size_t",
                 "wchar_like", "char16_like"]),
    ("wide", ["char", "long double", "char", "__complex__ float", "char",
              "__complex__ double"]),
    ("structs", ["char", "struct pair", "char", "struct mixed", "char",
                 "struct nested", "char", "struct bits", "char", "union both",
                 "char", "union small"]),
    ("aligned", ["char", "struct aligned16", "char", "struct aligned_member",
                 "char", "struct over", "char", "low_int", "char"]),
    ("packed", ["char", "struct seen", "short", "struct half_packed", "int",
                "struct members", "char"]),
    ("chains", ["char", "chain2", "chain1", "enum plain", "char"]),
    ("vectors", ["char", "f2", "char", "f4", "char", "d4", "char",
                 "struct inside"]),
    ("large", ["int", "struct huge", "double"]),
    ("nothing", []),
    ("probe0", ["const float *", "const float *", "const float *", "double",
                "int"]),
    ("probe1", ["float", "const float *", "float *", "int"]),
]

CXX_PRELUDE = """
enum class tiny : unsigned char { one };
enum class wider : long long { two };
enum lone : short { three };
struct base { int i; char c; };
struct derived : base { char d; double e; };
struct statics { static int s; int i; template <class T> void f(T); };
struct ctor { int i; ctor(int j) : i(j) {} ctor() = default; };
struct defaulted { int i; defaulted(const defaulted &) = default;
                   ~defaulted() = default; };
namespace outer { namespace { struct hidden { float x; char c; }; }
template <class T, int N> struct array { T data[N]; }; }
typedef decltype(nullptr) null;
typedef int base::*data_member;
typedef void (base::*function_member)(int);
struct anonymous { union { int i; float f; }; struct { char c; short s; }; };
struct captures { int i; double d; };
typedef decltype([](int i) { return i; }) plain_lambda;
typedef _Float16 half;
"""
CXX_KERNELS = [
    ("lambdas", ["char", "plain_lambda", "char", "captures"]),
    ("enums", ["char", "tiny", "wider", "char", "lone"]),
    ("classes", ["char", "base", "derived", "char", "statics", "ctor",
                 "defaulted", "char", "anonymous"]),
    ("templates", ["char", "outer::array<double, 3>", "char",
                   "outer::array<char, 5>", "outer::hidden"]),
    ("odd", ["char", "null", "char", "data_member", "char",
             "function_member", "bool", "char16_t", "char", "char32_t",
             "char", "wchar_t"]),
]
CLANG_PRELUDE = """
typedef float f3 __attribute__((ext_vector_type(3)));
typedef char c3 __attribute__((ext_vector_type(3)));
typedef bool b8 __attribute__((ext_vector_type(8)));
typedef bool b64 __attribute__((ext_vector_type(64)));
"""
CLANG_KERNELS = [
    ("extended", ["char", "f3", "char", "c3", "char", "half", "char"]),
    ("bools", ["char", "b8", "char", "b64", "char"]),
    ("bitwide", ["char", "_BitInt(100)", "char", "_BitInt(128)", "char",
                 "unsigned _BitInt(100)", "char"]),
    ("bitint", ["char", "_BitInt(37)", "char", "unsigned _BitInt(9)",
                "char"]),
]


def all_kernels(compiler):
    prelude, kernels = C_PRELUDE, list(C_KERNELS)
    if "64" in compiler.name or compiler.name == "g++":
        kernels.append(("int128", ["char", "__int128", "char"]))
    if compiler.cxx:
        prelude += CXX_PRELUDE
        kernels += CXX_KERNELS
        kernels = [(n, [t.replace("struct empty", "empty") for t in k])
                   for n, k in kernels]
        if compiler.name == "g++":
            prelude = prelude.replace("typedef _Float16 half;", "")
    else:
        # C++ has no empty structure of size 0, and C no way to pass one.
        pass
    if compiler.name.startswith("clang"):
        prelude += CLANG_PRELUDE
        kernels += CLANG_KERNELS
    return prelude, kernels


WAYS = [("dwarf4", ["-g", "-gdwarf-4"]), ("dwarf5", ["-g", "-gdwarf-5"]),
        ("o2", ["-g", "-O2"]), ("types5", ["-g", "-gdwarf-5",
                                          "-fdebug-types-section"]),
        ("types4", ["-g", "-gdwarf-4", "-fdebug-types-section"]),
        ("split5", ["-g", "-gdwarf-5", "-gsplit-dwarf"]),
        ("split4", ["-g", "-gdwarf-4", "-gsplit-dwarf",
                    "-fdebug-types-section"]),
        ("split5types", ["-g", "-gdwarf-5", "-gsplit-dwarf",
                         "-fdebug-types-section"]),
        ("zlib", ["-g", "-gz=zlib"]), ("sections", ["-g", "-ffunction-sections",
                                                    "-fdata-sections"])]


def check_types(folder):
    """Machines, compilers, DWARF versions, levels: every type."""
    for compiler in compilers():
        prelude, kernels = all_kernels(compiler)
        for label, flags in WAYS:
            # Version 4 has no way to say "= default", and clang does not say
            # the alignment of a typedef in it.
            if "4" in label:
                chosen = [(n, [t for t in k
                               if t not in ("defaulted", "low_int")])
                          for n, k in kernels]
            else:
                chosen = kernels
            if "standalone" not in " ".join(flags) and \
                    compiler.name.startswith("clang"):
                flags = [*flags, "-fstandalone-debug"]
            check_layouts(folder, compiler, prelude, chosen, flags, label)
    if CLANG:
        compiler = clang("x86_64-linux-gnu")
        prelude, kernels = all_kernels(compiler)
        for label, flags in (("dwarf64", ["-g", "-gdwarf64"]),
                             ("zstd", ["-g", "-gz=zstd"]),
                             ("simple", ["-g", "-gsimple-template-names"])):
            check_layouts(folder, compiler, prelude, kernels, flags, label)
    compiler = Compiler("gcc", [need("gcc"), "-w"], cxx=False)
    for label, flags in (("dwarf64", ["-g", "-gdwarf64"]),
                         ("dwarf2", ["-g", "-gdwarf-2"]),
                         ("dwarf3", ["-g", "-gdwarf-3", "-gstrict-dwarf"])):
        # Before version 5 strict DWARF does not say alignments.
        kernels = [k for k in C_KERNELS if "strict" not in " ".join(flags) or
                   k[0] in ("pointers", "scalars", "probe0", "probe1", "large")]
        check_layouts(folder, compiler, C_PRELUDE, kernels, flags, label)


def check_amdgcn(folder):
    """AMD GPUs: kernels are found by NAME.kd."""
    if not CLANG:
        raise Skip("no clang")
    source = folder / "k.hip"
    source.write_text(
        "struct pair { float x; int n; };\n"
        '#define KERNEL extern "C" __attribute__((global)) void\n'
        "KERNEL saxpy(float a, const float *x, float *y, int n) "
        "{ y[n] = a * x[n]; }\n"
        "KERNEL later(double d, pair p, char *c) { *c = p.n + d; }\n")
    out = folder / "k.hsaco"
    need("ld.lld-22")
    run(CLANG, "-x", "hip", "--offload-arch=gfx90a", "--cuda-device-only",
        "--no-gpu-bundle-output", "-nogpuinc", "-nogpulib", "-O2", "-g",
        source, "-o", out)
    got = stub(out)
    if sorted(got) != ["later", "saxpy"]:
        raise Differs(f"kernels: {sorted(got)}")
    offsets = [a["offset"] for a in got["saxpy"]["arguments"]]
    if offsets != [0, 8, 16, 24]:
        raise Differs(f"saxpy: {offsets}")
    sizes = [(a["offset"], a["size"]) for a in got["later"]["arguments"]]
    if sizes != [(0, 8), (8, 8), (16, 8)]:
        raise Differs(f"later: {sizes}")
    if got["saxpy"]["source"] != "dwarf":
        raise Differs(got["saxpy"]["source"])
    # The note of the compiler itself says the same.
    document = json.loads(run(QUERN, "inspect", "--format", "json", out))
    for kernel in document["files"][0]["images"][0]["kernels"]:
        noted = [(a["offset"], a["size"]) for a in kernel["arguments"]]
        ours = [(a["offset"], a["size"])
                for a in got[kernel["name"]]["arguments"]]
        if noted != ours:
            raise Differs(f"{kernel['name']}: {ours}, the note says {noted}")


# ---- Where debug information is kept

SMALL = """struct args { int n; double d; };
extern "C" void saxpy(float a, const float *x, float *y, int n)
{ y[n] = a * x[n]; }
extern "C" void other(struct args *p) { p->d = p->n; }
int main() { return 0; }
"""
SAXPY = [(0, 4), (8, 8), (16, 8), (24, 4)]


def check_saxpy(path, what, *more):
    got = stub("--kernel", "saxpy", *more, path)["saxpy"]
    have = [(a["offset"], a["size"]) for a in got["arguments"]]
    if have != SAXPY:
        raise Differs(f"{what}: {have}")
    return got


def check_containers(folder):
    """Objects, partial links, programs, libraries, LTO, split, stripped."""
    (folder / "s.cpp").write_text(SMALL)
    (folder / "t.cpp").write_text("extern \"C\" void second(char c, int i) "
                                  "{ (void)c; (void)i; }")
    builders = [(name, [path]) for name in ("g++", "clang++-22")
                if (path := shutil.which(name))]
    for name, command in builders:
        for version in ("4", "5"):
            at = folder / f"{name}-{version}"
            at.mkdir()
            flags = ["-g", f"-gdwarf-{version}", "-w"]
            run(*command, *flags, "-c", folder / "s.cpp", "-o", at / "s.o")
            run(*command, *flags, "-c", folder / "t.cpp", "-o", at / "t.o")
            check_saxpy(at / "s.o", "object")
            run("ld", "-r", at / "s.o", at / "t.o", "-o", at / "r.o")
            check_saxpy(at / "r.o", "-r")
            second = stub("--kernel", "second", at / "r.o")["second"]
            if [a["offset"] for a in second["arguments"]] != [0, 4]:
                raise Differs("-r: the second unit")
            run(*command, at / "s.o", at / "t.o", "-o", at / "p")
            check_saxpy(at / "p", "program")
            run(*command, *flags, "-shared", "-fPIC", folder / "s.cpp", "-o",
                at / "l.so")
            check_saxpy(at / "l.so", "library")
            # Stripped, with a link; and without its file.
            run("objcopy", "--only-keep-debug", at / "p", at / "p.debug")
            run("objcopy", "--strip-debug", at / "p", at / "q")
            run("objcopy", f"--add-gnu-debuglink={at / 'p.debug'}", at / "q")
            check_saxpy(at / "q", "debuglink")
            (at / ".debug").mkdir()
            (at / "p.debug").rename(at / ".debug" / "p.debug")
            check_saxpy(at / "q", "debuglink in .debug")
            (at / ".debug" / "p.debug").write_bytes(
                (at / "p").read_bytes())  # another file of that name
            expect_text("foreign debuglink",
                        stub("--kernel", "saxpy", at / "q", code=1),
                        "debug information is in 'p.debug'")
            # Split.
            run(*command, *flags, "-gsplit-dwarf", "-c", folder / "s.cpp", "-o",
                at / "s.o", cwd=at)
            run(*command, at / "s.o", "-o", at / "split")
            check_saxpy(at / "s.o", f"{name} split object")
            check_saxpy(at / "split", f"{name} split program")
            dwo = next(at.glob("*.dwo"))
            if shutil.which("llvm-dwp-22"):
                run("llvm-dwp-22", dwo, "-o", at / "split.dwp")
                hidden = dwo.with_suffix(".gone")
                dwo.rename(hidden)
                check_saxpy(at / "split", f"{name} package")
                (at / "split.dwp").unlink()
                expect_text("missing .dwo",
                            stub("--kernel", "saxpy", at / "split", code=1),
                            "is missing", "no debug information about 'saxpy'")
                hidden.rename(dwo)
    for name, command in builders:
        if name == "g++":
            run(*command, "-g", "-O2", "-flto", folder / "s.cpp",
                folder / "t.cpp", "-o", folder / "glto",
                "-Wl,-u,saxpy", "-rdynamic")
            check_saxpy(folder / "glto", "GCC LTO")
            run(*command, "-g", "-O2", "-flto", "-c", folder / "s.cpp", "-o",
                folder / "slim.o")
            expect_text("slim LTO", stub("--kernel", "saxpy",
                                         folder / "slim.o", code=1),
                        "link-time optimisation")
        elif shutil.which("ld.lld-22"):
            for kind in ("full", "thin"):
                run(*command, "-g", "-O2", f"-flto={kind}",
                    "-fuse-ld=lld", folder / "s.cpp", folder / "t.cpp", "-o",
                    folder / "clto", "-rdynamic")
                check_saxpy(folder / "clto", f"clang LTO {kind}")
            run(*command, "-g", "-O2", "-flto", "-c", folder / "s.cpp", "-o",
                folder / "bitcode.o")
            expect_text("bitcode", stub("--kernel", "saxpy",
                                        folder / "bitcode.o", code=1),
                        "not an ELF file", "LLVM bitcode", "-flto")


# ---- Which function is meant

def check_identity(folder):
    """extern "C", mangled, templates, aliases, clones, folding, twins."""
    source = """
namespace outer { void inside(int a, char b) { asm volatile(""); }
namespace { void hidden(char a, long b) { asm volatile(""); } }
struct holder { static void member(short a, double *b); };
void holder::member(short a, double *b) { asm volatile(""); } }
template <class... T> void pack(T... t) { asm volatile(""); }
template void pack<int, char, double>(int, char, double);
extern "C" void plain(char c, int i) { asm volatile(""); }
extern "C" void plain_alias(char c, int i) __attribute__((alias("plain")));
struct thing { void method(int i); };
void thing::method(int i) { asm volatile(""); }
extern "C" void elsewhere(int);
inline void comdat(char c, double d) { asm volatile(""); }
extern "C" int varied(int a, ...) { return a; }
static void twin(char a, int b) { asm volatile(""); }
void call(int);
void (*keep[])(char, long) = {outer::hidden};
void use() { elsewhere(1); comdat(1, 2); twin(1, 2); call(3); }
"""
    second = """
static void twin(double a, int *b) { asm volatile(""); }
inline void comdat(char c, double d) { asm volatile(""); }
void call(int) { twin(1, 0); comdat(1, 2); }
extern "C" void elsewhere(int) {}
void use();
int main() { use(); }
"""
    wanted = {"_ZN5outer6insideEic": [0, 4],
              "_ZN5outer12_GLOBAL__N_16hiddenEcl": [0, 8],
              "_ZN5outer6holder6memberEsPd": [0, 8],
              "_Z4packIJicdEEvDpT_": [0, 4, 8],
              "plain": [0, 4], "plain_alias": [0, 4],
              "_Z6comdatcd": [0, 8]}
    for name in ("g++", "clang++-22"):
        if not shutil.which(name):
            continue
        for flags in (["-O0"], ["-O2", "-gsimple-template-names"
                                if "clang" in name else "-O2"]):
            for part, text in (("a", source), ("b", second)):
                (folder / f"{part}.cpp").write_text(text)
                run(name, "-g", "-w", *flags, "-c", folder / f"{part}.cpp",
                    "-o", folder / f"{part}.o")
            run(name, folder / "a.o", folder / "b.o", "-o", folder / "p")
            for file in ("a.o", "p"):
                for kernel, offsets in wanted.items():
                    try:
                        got = stub("--kernel", kernel, folder / file)[kernel]
                    except Differs as error:
                        # What the optimiser has removed is not there.
                        if "-O2" in flags and "no function" in str(error) and \
                                kernel in ("_Z6comdatcd",):
                            continue
                        raise
                    have = [a["offset"] for a in got["arguments"]]
                    if have != offsets:
                        raise Differs(f"{name} {flags} {file}: {kernel} has "
                                      f"{have}, expected {offsets}")
            expect_text("member function",
                        stub("--kernel", "_ZN5thing6methodEi", folder / "p",
                             code=1), "is a member function")
            expect_text("variadic", stub("--kernel", "varied", folder / "p",
                                         code=1), "variable number")
            expect_text("undefined", stub("--kernel", "elsewhere",
                                          folder / "a.o", code=1),
                        "used here, but not defined")
            expect_text("similar names", stub("--kernel", "plaim", folder / "p",
                                           code=1), "Did you mean 'plain'")
            if "-O0" in flags:
                # Two functions of one name: the symbol's address decides, where
                # there is one symbol; both are there, so the last one counts.
                got = subprocess.run(
                    [QUERN, "stub", "--lang", "json", "--kernel",
                     "_ZL4twinci", folder / "p"], capture_output=True,
                    text=True, check=False)
                if "_ZL4twinci" not in got.stdout or got.returncode:
                    raise Differs(f"twin: {got.stderr}")
    clones(folder)
    folding(folder)


def clones(folder):
    """GCC's copies list parameters in an order of their own."""
    if not shutil.which("gcc"):
        return
    (folder / "c.c").write_text("""
__attribute__((noinline)) static int work(int flag, const char *s, double d)
{ __asm__ volatile("" :: "r"(s)); return flag ? (int)d : *s; }
__attribute__((noinline, used)) void kernel(int flag, const char *s, double d)
{ __asm__ volatile("" :: "r"(s), "r"(flag)); (void)d; }
int main(int c, char **v) { kernel(1, v[0], c); return work(0, v[c - 1], c); }
""")
    run("gcc", "-g", "-O3", "-fipa-cp-clone", folder / "c.c", "-o",
        folder / "c")
    got = stub("--kernel", "kernel", folder / "c")["kernel"]
    if [a["offset"] for a in got["arguments"]] != [0, 8, 16]:
        raise Differs("clones")


def folding(folder):
    """Identical code folded: both names keep their own parameters."""
    if not CLANG or not shutil.which("ld.lld-22"):
        return
    (folder / "i.c").write_text("void first(char a, int b) {}\n"
                                "void second(double a, char b) {}\n"
                                "int main(void) { return 0; }\n")
    run(CLANG, "-g", "-O2", "-ffunction-sections", "-fuse-ld=lld",
        "-Wl,--icf=all", "-rdynamic", folder / "i.c", "-o", folder / "i")
    for name, offsets in (("first", [0, 4]), ("second", [0, 8])):
        got = stub("--kernel", name, folder / "i")[name]
        if [a["offset"] for a in got["arguments"]] != offsets:
            raise Differs(f"folded {name}")


def check_twins(folder):
    """The same name in two units, with different parameters."""
    cc = need("gcc")
    for part, text in (("a", "static void twin(char a, int b) { __asm__ "
                             "volatile(\"\"); }\nvoid ua(void) "
                             "{ twin(1, 2); }\n"),
                       ("b", "void twin(double a, int *b) { __asm__ "
                             "volatile(\"\"); }\nvoid ua(void);\nint "
                             "main(void) { ua(); twin(1, 0); return 0; }\n")):
        (folder / f"{part}.c").write_text(text)
        run(cc, "-g", "-c", folder / f"{part}.c", "-o", folder / f"{part}.o")
    # Without local symbols, one symbol is left, at one address.
    run(cc, "-Wl,-x", folder / "a.o", folder / "b.o", "-o", folder / "q")
    got = stub("--kernel", "twin", folder / "q")["twin"]
    if [a["size"] for a in got["arguments"]] != [8, 8]:
        raise Differs("twin by address")
    run("ld", "-r", folder / "a.o", folder / "b.o", "-o", folder / "r.o")
    expect_text("twins in a relocatable file",
                stub("--kernel", "twin", folder / "r.o", code=1),
                "several functions are called 'twin'")


def check_marks(folder):
    """Kernels that a file marks: Vortex's entries and tables, OpenCL, lists."""
    if not CLANG:
        raise Skip("no clang")
    for bits, flags in (("32", ["-march=rv32imaf", "-mabi=ilp32f"]),
                        ("64", ["-march=rv64imafd", "-mabi=lp64d"])):
        (folder / "v.c").write_text("""
struct header { unsigned grid[3], block[3]; unsigned long long shared; };
struct arguments { float *x; double scale; int n; struct { char c; } tail; };
__attribute__((used, retain)) void scale(struct arguments *a)
{ a->x[a->n] *= a->scale; }
extern __typeof__(scale) __vx_kentry_scale __attribute__((alias("scale")));
struct with_header { struct header h; float *x; char c; double d; };
__attribute__((used)) void headed(struct with_header *a) { a->x[0] = a->d; }
""")
        run(CLANG, f"--target=riscv{bits}-unknown-elf", *flags, "-g", "-c",
            folder / "v.c", "-o", folder / "v.o")
        word = 4 if bits == "32" else 8
        kernel = stub(folder / "v.o")["scale"]
        have = [(a["offset"], a["size"], a["is_pointer"])
                for a in kernel["arguments"]]
        if kernel["source"] != "wrapper" or have != [
                (0, word, True), (8, 8, False), (16, 4, False),
                (20, 1, False)]:
            raise Differs(f"wrapper rv{bits}: {kernel}")
        headed = stub("--kernel", "headed", "--wrapper", "--header", "32",
                      folder / "v.o")["headed"]
        have = [a["offset"] for a in headed["arguments"]]
        if have != [0, word, 8 if bits == "32" else 16]:
            raise Differs(f"header rv{bits}: {have}")
        plain = stub("--kernel", "headed", folder / "v.o")["headed"]
        if [a["is_pointer"] for a in plain["arguments"]] != [True]:
            raise Differs("a kernel that is named takes its own parameters")
        expect_text("--arch", stub("--arch", "rv64" if bits == "32" else "rv32",
                                   folder / "v.o", code=2), "not for rv")
        stub("--arch", f"rv{bits}", folder / "v.o")
        # A list of names, and the footer of a Vortex binary.
        (folder / "names").write_text("# kernels\n scale \n\nheaded # two\n")
        if sorted(stub("--kernels-from", folder / "names",
                       folder / "v.o")) != ["headed", "scale"]:
            raise Differs("--kernels-from")
        names = b"headed"
        footer = names + (0).to_bytes(4, "little") + \
            len(names).to_bytes(2, "little") + bytes(2) + bytes(8) + \
            (1).to_bytes(4, "little") + b"VXSYMTAB"
        (folder / "k.vxbin").write_bytes(bytes(16) + b"code" + footer)
        if list(stub("--kernels-from", folder / "k.vxbin",
                     folder / "v.o")) != ["headed"]:
            raise Differs("VXSYMTAB")
        (folder / "joined.o").write_bytes((folder / "v.o").read_bytes() + footer)
        got = stub(folder / "joined.o")
        if got["headed"]["source"] != "wrapper":
            raise Differs("VXSYMTAB behind an ELF file")
    (folder / "k.cl").write_text("kernel void cl(global float *x, float f, "
                                 "int n) { x[n] = f; }\n"
                                 "void helper(int i) {}\n")
    run(CLANG, "--target=x86_64-linux-gnu", "-cl-std=CL2.0", "-g", "-c",
        folder / "k.cl", "-o", folder / "cl.o")
    got = stub(folder / "cl.o")
    if list(got) != ["cl"] or \
            [a["offset"] for a in got["cl"]["arguments"]] != [0, 8, 12]:
        raise Differs(f"OpenCL: {got}")


# ---- Faults

def check_faults(folder):
    """Each fault has its own message, and none exits with 0."""
    def compile(text, *flags, name="f.o", suffix=".cpp", command=None):
        source = folder / ("f" + suffix)
        source.write_text(text)
        run(command or CLANG or need("g++"), "-w", *flags, "-c", source, "-o",
            folder / name)
        return folder / name

    simple = 'extern "C" void k(int *p, char c) { *p = c; }'
    expect_text("no DWARF", stub("--kernel", "k", compile(simple), code=1),
                "no debug information", "-g")
    expect_text("no kernels", stub(compile(simple, "-g"), code=1),
                "no kernels found", "--kernel")
    expect_text("not found", stub("--kernel", "kk", compile(simple, "-g"),
                                  code=1), "no function 'kk'",
                "Did you mean 'k'")
    (folder / "text").write_text("hello")
    expect_text("not ELF", stub("--kernel", "k", folder / "text", code=1),
                "not an ELF file")
    expect_text("absent", stub("--kernel", "k", folder / "absent", code=1),
                "absent")
    for compiler in filter(shutil.which, ("g++", "clang++-22")):
        lean = compile(simple, "-g1", "-O1", command=compiler)
        expect_text(f"{compiler} -g1", stub("--kernel", "k", lean, code=1),
                    "debug information")
        empty = compile('extern "C" void k() { }', "-g", command=compiler)
        if stub("--kernel", "k", empty)["k"]["arguments"]:
            raise Differs("no arguments")
        for kind, body in (
                ("destructor", "struct T { int i; ~T(); };"),
                ("copy", "struct T { int i; T(const T &); };"),
                ("virtual", "struct T { int i; virtual void f() {} };"),
                ("member", "struct U { U(const U&); int i; }; "
                           "struct T { U u; };"),
                ("base", "struct U { ~U(); int i; }; struct T : U { };")):
            made = compile(f'{body} extern "C" void k(T t, int i) {{ }}', "-g",
                           "-fstandalone-debug" if "clang" in compiler
                           else "-femit-class-debug-always",
                           command=compiler)
            expect_text(f"{compiler} {kind}",
                        stub("--kernel", "k", made, code=1),
                        "argument 0 of 'k' is of class 'T'", "by reference")
    if CLANG:
        made = compile("struct D { virtual ~D(); int i; D(const D&) = default;};"
                       'struct W { D *p; }; extern "C" void k(W w, D *d) {}'
                       'void f(D); extern "C" void g(D d) {}', "-g", "-O2")
        stub("--kernel", "k", made)  # incomplete pointee
        expect_text("incomplete", stub("--kernel", "g", made, code=1),
                    "'D' is only declared", "-fstandalone-debug")
    packed = 'struct __attribute__((packed)) P { int a, b; };\n' \
             'extern "C" void k(char c, P p, float *f) { *f = p.a + c; }'
    for compiler in filter(shutil.which, ("g++", "clang++-22")):
        made = compile(packed, "-g", command=compiler)
        expect_text("ambiguous", stub("--kernel", "k", made, code=1),
                    "the alignment of argument 1 of 'k' is ambiguous",
                    "--assume")
        for assume, offsets in (("packed", [0, 1, 16]), ("natural",
                                                        [0, 4, 16])):
            got = stub("--assume", assume, "--kernel", "k", made)["k"]
            have = [a["offset"] for a in got["arguments"]]
            if have != offsets:
                raise Differs(f"--assume {assume}: {have}")
    many = "".join(f'extern "C" void f{i}(int a{i}, char b{i}) {{ }}\n'
                   for i in range(100))
    old = compile(simple, "-g", name="i386.o")
    data = bytearray(old.read_bytes())
    data[18] = 8 # MIPS
    old.write_bytes(data)
    expect_text("machine", stub("--kernel", "k", old, code=1), "e_machine 8")
    check_sections(folder, compile(many + simple, "-g", "-gz=zlib",
                                   name="z.o"))
    check_cycle(folder, compile(
        "struct A { struct A *next; int i; };\n"
        'extern "C" void k(struct A a) { (void)a; }', "-g", name="cycle.o"))
    several = stub("--kernel", "k", compile(simple, "-g", name="one.o"),
                   folder / "text", code=1)
    expect_text("several files", several, "text")


def section_of(data, name):
    """Offset and size of a section in a 64-bit little-endian ELF file."""
    def word(at, size):
        return int.from_bytes(data[at:at + size], "little")
    table, count, names = word(40, 8), word(60, 2), word(62, 2)
    strings = word(table + names * 64 + 24, 8)
    for i in range(count):
        at = table + i * 64
        start = strings + word(at, 4)
        if data[start:data.index(0, start)] == name:
            return word(at + 24, 8), word(at + 32, 8)
    raise Skip(f"no section {name}")


def check_sections(folder, made):
    """A compression that nobody knows, and one that is damaged."""
    data = bytearray(made.read_bytes())
    at, _ = section_of(data, b".debug_info")
    data[at] = 99
    (folder / "unknown.o").write_bytes(data)
    expect_text("compression", stub("--kernel", "k", folder / "unknown.o",
                                    code=1), "compression 99",
                "not supported", ".debug_info")
    data[at] = 1
    data[at + 30] ^= 0xff
    (folder / "damaged.o").write_bytes(data)
    expect_text("damaged stream", stub("--kernel", "k", folder / "damaged.o",
                                       code=1), "is damaged")


def check_cycle(folder, made):
    """A structure that holds itself: the reference to the pointer's type is
    turned into one to the structure's."""
    dump = run(need("llvm-dwarfdump-22"), "--debug-info", made).decode()
    kinds = dict(re.findall(r"^0x(\w+):\s+DW_TAG_(pointer_type|structure_type)$",
                            dump, re.M)[::-1])
    where = {tag: int(offset, 16) for offset, tag in kinds.items()}
    data = bytearray(made.read_bytes())
    at, size = section_of(data, b".debug_info")
    old = where["pointer_type"].to_bytes(4, "little")
    new = where["structure_type"].to_bytes(4, "little")
    body = bytes(data[at:at + size])
    if old not in body:
        raise Skip("no reference to a pointer's type")
    data[at:at + size] = body.replace(old, new)
    (folder / "cycle2.o").write_bytes(data)
    expect_text("cycle", stub("--kernel", "k", folder / "cycle2.o", code=1),
                "contains itself")


def check_hostile(folder):
    """Damaged debug information never crashes, hangs, or exits with 0 but for
    damage that changes nothing that is read."""
    made = folder / "h.o"
    source = folder / "h.cpp"
    source.write_text(SMALL)
    run(CLANG or need("g++"), "-g", "-c", source, "-o", made)
    good = made.read_bytes()
    wanted = stub("--kernel", "saxpy", made)["saxpy"]["arguments"]
    state, wrong = 12345, 0
    for _ in range(400):
        data = bytearray(good)
        for _ in range(1 + state % 3):
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            data[(state >> 20) % len(data)] = (state >> 8) % 256
        broken = folder / "broken.o"
        broken.write_bytes(data)
        done = subprocess.run([QUERN, "stub", "--lang", "json", "--kernel",
                               "saxpy", broken], capture_output=True,
                              timeout=20, check=False)
        if done.returncode not in (0, 1):
            raise Differs(f"exit {done.returncode}: "
                          f"{done.stderr.decode(errors='replace')}")
        if done.returncode == 1:
            wrong += 1
    if not wrong or not wanted:
        raise Differs("no damage was found")


# ---- What is generated

REGISTERED = [("registered", ["float *", "double", "struct both", "half",
                              "const int *", "char", "long"]),
              ("second", ["short", "struct both *"]), ("nothing", [])]
REGISTERED_PRELUDE = """
struct both { float x; double y; };
#ifdef __riscv
typedef _Float16 half;
#endif
"""
PROGRAM = """
#include "vortex_hip_runtime.h"
#include <stdio.h>
#include <string.h>
%s
const uint8_t device_vxbin[] = {1, 2, 3};
const size_t device_vxbin_size = 3;
%s
static hipError_t launch(void *user, const hipMetadataLaunch *l) {
  const unsigned char *block = (const unsigned char *)l->arguments;
  size_t i;
  (void)user;
  printf("%%s %%zu %%zu ", l->name, l->binary_size, l->arguments_size);
  for (i = 0; i < l->arguments_size; ++i)
    printf("%%02x", block[i]);
  printf("\\n");
  return hipSuccess;
}
int main(void) {
  struct registered_argument_2 both;
  struct registered_argument_3 half;
  dim3 one = {1, 1, 1};
  memset(&both, 0x22, sizeof(both));
  memset(&half, 0x33, sizeof(half));
  __hipSetMetadataLauncher(launch, NULL);
  if (launch_registered(one, one, 0, NULL, (void *)0x1000, 2.5, both, half,
                        (const void *)0x2000, 7, -1) != hipSuccess ||
      launch_second(one, one, 0, NULL, 5, (void *)0x3000) != hipSuccess ||
      launch_nothing(one, one, 0, NULL) != hipSuccess)
    return 1;
  return 0;
}
"""


def expected_block(words, values):
    """The packed block, from the layouts that the cross compiler gives."""
    block = bytearray()
    for value in values:
        offset, size, _ = (next(words) for _ in range(3))
        block += bytes(offset + size - len(block))
        if isinstance(value, int):
            data = value.to_bytes(8, "little", signed=value < 0)[:size]
        else:
            data = value[:1] * size if len(value) == 1 else value
        block[offset:offset + size] = data
    return bytes(block)


def check_generated(folder):
    """Stubs for rv32 and rv64, C++ and C: no warnings, registered, and every
    byte of the argument block where the cross compiler puts it."""
    library = pathlib.Path(QUERN).parent.parent / "lib"
    include = pathlib.Path(__file__).resolve().parent.parent.parent / "include"
    if not (library / "libquernhip.so").exists():
        raise Skip("no libquernhip")
    for compiler in (clang("riscv32-unknown-elf", "-march=rv32imaf",
                           "-mabi=ilp32f"),
                     clang("riscv64-unknown-elf", "-march=rv64imafd",
                           "-mabi=lp64d")):
        if not compiler:
            raise Skip("no clang")
        source = REGISTERED_PRELUDE + "\n".join(
            f'extern "C" void {name}({declare(types)}) '
            f'{{ __asm__ volatile(""); }}' for name, types in REGISTERED)
        made = compiler.compile(source, folder / "device.o", "-g")
        probe = compiler.compile(
            layout_source(REGISTERED_PRELUDE, REGISTERED, True),
            folder / "probe.o")
        words = iter(read_words(probe))
        wanted = [
            ("registered", expected_block(words, [
                0x1000, b"\0\0\0\0\0\0\x04\x40", b"\x22", b"\x33", 0x2000, 7,
                -1])),
            ("second", expected_block(words, [5, 0x3000])), ("nothing", b"")]
        for lang, tools, flags in (
                ("c++", ("g++", "clang++-22"), ["-std=c++20"]),
                ("c", ("gcc", "clang-22"), ["-std=c11"])):
            # "//" comments are the seed's form; C90 is not asked for.
            stub_file = folder / ("stub.cpp" if lang == "c++" else "stub.c")
            run(QUERN, "stub", "--lang", lang, "--binary", "device",
                *[w for k, _ in REGISTERED for w in ("--kernel", k)], "-o",
                stub_file, "-MD", made)
            rule = (folder / "stub.d").read_text()
            if str(made) not in rule or str(stub_file) not in rule:
                raise Differs(f"-MD: {rule}")
            main_file = folder / ("main.cpp" if lang == "c++" else "main.c")
            extern = ("extern const uint8_t device_vxbin[];\n"
                      "extern const size_t device_vxbin_size;")
            main_file.write_text(PROGRAM % (
                extern, f'#include "{stub_file.name}"'))
            for tool in filter(shutil.which, tools):
                run(tool, *flags, "-Wall", "-Wextra", "-pedantic", "-Werror",
                    "-I", include, "-c", stub_file, "-o", folder / "stub.o")
                run(tool, *flags, "-Wall", "-Wextra", "-pedantic", "-Werror",
                    "-I", include, main_file, "-o", folder / "program",
                    f"-L{library}", "-lquernhip", "-lquern",
                    f"-Wl,-rpath,{library}")
                said = run(folder / "program").decode().splitlines()
                have = [line.split(" ") for line in said]
                if [(h[0], bytes.fromhex(h[3])) for h in have] != wanted:
                    raise Differs(f"{compiler.name} {lang} {tool}: {said}, "
                                  f"expected {wanted}")
    # Not only with Quern's HIP headers: the types alone will do.
    alone = folder / "alone"
    alone.mkdir()
    shutil.copy(include / "vortex_hip_runtime.h", alone)
    for tool in filter(shutil.which, ("g++", "clang++-22")):
        run(tool, "-std=c++20", "-Wall", "-Wextra", "-pedantic", "-Werror",
            "-I", alone, "-c", folder / "stub.cpp", "-o", folder / "stub.o")


def check_examples(folder):
    """examples/stub, by make and by CMake, and as the metadata generator's own
    documents build: by Python, with -lhip_vortex."""
    root = pathlib.Path(__file__).resolve().parent.parent.parent
    build = pathlib.Path(QUERN).parent.parent
    need("clang++-22")
    wanted = "vectorAdd: 4 x 256 work-items"
    packed = "arguments: 00100000 00000000 00200000 00000000 00300000 " \
             "00000000 e8030000"
    shutil.copytree(root / "examples" / "stub", folder / "make")
    run(need("make"), "-C", folder / "make", f"PREFIX={build}",
        f"INCLUDE={root / 'include'}", "CXX=g++")
    expect_text("make", run(folder / "make" / "app").decode(), wanted, packed)
    run(need("cmake"), "-S", root / "examples" / "stub", "-B",
        folder / "cmake", f"-DMETADATA_GEN={build / 'bin/hip_metadata_gen'}",
        f"-DQUERN_INCLUDE={root / 'include'}",
        f"-DQUERNHIP={build / 'lib/libquernhip.so'}",
        f"-DQUERN={build / 'lib/libquern.so'}")
    run("cmake", "--build", folder / "cmake")
    expect_text("cmake", run(folder / "cmake" / "app").decode(), wanted, packed)


def check_installed(folder):
    """The installed tree, under the names of the metadata generator's own
    documents: hip_metadata_gen.py run by Python, -lhip_vortex."""
    build = pathlib.Path(QUERN).parent.parent
    prefix = folder / "prefix"
    cxx = need("g++")
    done = subprocess.run([need("cmake"), "--install", build, "--prefix",
                           prefix], capture_output=True, check=False)
    if done.returncode:
        raise Skip("the build cannot be installed")
    compiler = clang("riscv64-unknown-elf", "-march=rv64imafd", "-mabi=lp64d")
    if not compiler:
        raise Skip("no clang")
    made = compiler.compile('extern "C" void k(int *p, double d) '
                            '{ *p = d; }', folder / "kernel.elf", "-g")
    library = next(prefix.rglob("libhip_vortex.so")).parent
    text = run(sys.executable, prefix / "bin" / "hip_metadata_gen.py",
               "--arch=rv64", "--kernel", "k", made).decode()
    expect_text("generator", text, ".offset = 8, .size = 8, .alignment = 8")
    (folder / "stub.cpp").write_text(
        text + "const uint8_t k_vxbin[1] = {0};\n"
        "const size_t k_vxbin_size = 1;\nint main() { return 0; }\n")
    run(cxx, "-std=c++20", folder / "stub.cpp", "-I", prefix / "include",
        f"-L{library}", "-lhip_vortex", "-lquern", "-o", folder / "app",
        f"-Wl,-rpath,{library}")
    run(folder / "app")


# ---- The record

def check_record(folder):
    """Records of quern compile: exact where debug information is not."""
    source = folder / "r.hip"
    source.write_text(
        "struct __attribute__((packed)) P { int a, b; };\n"
        'extern "C" __global__ void k(char c, P p, float *f) '
        "{ *f = p.a + c; }\n")
    for target in ("riscv64", "riscv32", "x86-64", "aarch64"):
        out = folder / f"{target}.so"
        done = subprocess.run([QUERN, "compile", "-q", "-t", target, "--emit",
                               "image", "-o", out, source],
                              capture_output=True, text=True, check=False)
        if done.returncode:
            raise Skip(done.stderr)
        got = stub(out)["k"]
        have = [(a["offset"], a["size"], a["alignment"])
                for a in got["arguments"]]
        pointer = (12, 4, 4) if target == "riscv32" else (16, 8, 8)
        if got["source"] != "record" or have != [(0, 1, 1), (1, 8, 1),
                                                 pointer]:
            raise Differs(f"{target}: {got['source']} {have}")
        run("llvm-strip-22", "--strip-all", out)
        if stub(out)["k"] != got:
            raise Differs(f"{target}: stripping changed the record")


CHECKS = {name[6:]: f for name, f in sorted(globals().items())
          if name.startswith("check_") and name not in (
              "check_layouts", "check_saxpy", "check_sections",
              "check_cycle")}


def main():
    global QUERN
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    QUERN = os.path.abspath(sys.argv[1])
    code = 77
    for name in sys.argv[2:] or CHECKS:
        with tempfile.TemporaryDirectory(prefix="quern-stub-") as folder:
            try:
                CHECKS[name](pathlib.Path(folder))
                print(f"{name}: ok")
                code = 0 if code == 77 else code
            except Skip as reason:
                print(f"{name}: skipped: {reason}")
            except Differs as error:
                print(f"{name}: {error}")
                code = 1
    sys.exit(code)


main()
