#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of quern cc, hiprtc and nvrtc.

  run.py BUILD CASE...

Every `case_NAME` below is one test; it runs in an empty folder with the folder
data/ of this one in DATA. A case that raises fails; Skip says why it cannot run.
"""

import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
from sanitized import environment  # noqa: E402

DATA = HERE / "data"
BUILD = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None
QUERN = BUILD / "bin" / "quern" if BUILD else None
TIMEOUT_S = 240


class Skip(Exception):
    pass


class Done:
    def __init__(self, done):
        self.code = done.returncode
        self.out = done.stdout.decode("utf-8", "replace")
        self.err = done.stderr.decode("utf-8", "replace")

    def __str__(self):
        return f"exit {self.code}\n{self.out}{self.err}"


SANITIZED = environment(BUILD) if BUILD else {}
# Compiling at run time is tested, not its cache, but where a case asks for it.
os.environ["QUERN_CACHE"] = "off"
os.environ["QUERN_CPU_ENGINE"] = "scalar"  # packets take longer to compile


def run(*words, **more):
    env = dict(os.environ, **more.pop("env", {}))
    # What was just built runs with the sanitizers of the libraries.
    program = pathlib.Path(words[0])
    if len(program.parts) > 1 and not program.is_absolute() or \
            str(words[0]).startswith("./"):
        env = dict(SANITIZED, **env)
    return Done(subprocess.run([str(w) for w in words], capture_output=True,
                               stdin=subprocess.DEVNULL, env=env,
                               timeout=TIMEOUT_S, check=False, **more))


def cc(*words, **more):
    """quern cc that must succeed."""
    done = run(QUERN, "cc", *words, **more)
    must(done.code == 0, f"quern cc {' '.join(map(str, words))}: {done}")
    return done


def must(truth, message=""):
    if not truth:
        raise AssertionError(str(message))


def must_print(program, expected, **more):
    done = run(program, **more)
    must(done.code == 0 and done.out == expected,
         f"{program}: expected {expected!r}: {done}")


def commands(*words):
    """The commands of a dry run: device front ends, host compiles, links."""
    lines = cc("-###", *words).out.splitlines()
    device = [l for l in lines if " -cc1 " in l]
    host = [l for l in lines if "clang" in l and "-cc1" not in l
            and " --driver-mode=g++ " not in l]
    link = [l for l in lines if " --driver-mode=g++ " in l]
    return device, host, link


# ---- Options

# words -> what the device's front end, the host's compiler and the linker get;
# "!x" must not be there.
MAPPINGS = [
    (["-DA=1", "-UB", "-Iinc"], "-DA=1 -UB -Iinc", "-DA=1 -UB -Iinc", ""),
    (["-D", "A"], "-D A", "-D A", ""),
    (["--define-macro", "A=2"], "-D A=2", "-D A=2", ""),
    (["--define-macro=A=2"], "-D A=2", "-D A=2", ""),
    (["--include-path=inc"], "-I inc", "-I inc", ""),
    (["-isystem=inc"], "-isystem inc", "-isystem inc", ""),
    (["-isysteminc"], "-isystem inc", "-isystem inc", ""),
    (["-include", "x.h"], "-include x.h", "-include x.h", ""),
    (["--pre-include", "x.h"], "-include x.h", "-include x.h", ""),
    (["-std=c++20"], "-std=c++20", "-std=c++20", ""),
    (["--std", "c++14"], "-std=c++14", "-std=c++14", ""),
    (["-O2"], "-O2", "-O2", ""),
    (["-O", "-w"], "-O1 -w", "-O1 -w", ""),
    (["-Os"], "-O2", "-Os", ""),
    (["-O1", "-G"], "-O0", "-O1", ""),
    (["-g"], "-O0", "-g", ""),
    (["-g", "-O3"], "-O3", "-g -O3", ""),
    (["-lineinfo"], "-O3", "!-g", ""),
    (["-g", "-lineinfo"], "-O3", "-g", ""),
    (["-g1"], "-O3", "-g1", ""),
    (["--use_fast_math"], "-D__USE_FAST_MATH__=1 -fapprox-func",
     "!-ffast-math", ""),
    (["-Ofast"], "-O3 -ffast-math", "-O3 -ffast-math", ""),
    (["--fmad=false"], "-ffp-contract=off", "!-ffp-contract=off", ""),
    (["-ftz=true"], "-fdenormal-fp-math-f32=preserve-sign,preserve-sign", "",
     ""),
    (["-Wall"], "-Wall", "-Wall", ""),
    (["-Werror", "-Wno-unused"], "-Werror -Wno-unused", "-Werror", ""),
    (["-Werror=all-warnings"], "-Werror", "-Werror", ""),
    (["-fPIC"], "!-fPIC", "-fPIC", "-fPIC"),
    (["-Xcompiler", "-fPIC,-fno-common"], "!-fPIC", "-fPIC -fno-common",
     "-fPIC"),
    (["-Xcompiler=-fopenmp"], "", "-fopenmp", "-fopenmp"),
    (["-Xcompiler", "-fopenmp -Wall,-Wextra"], "!-Wall",
     "-fopenmp -Wall -Wextra", "-fopenmp"),
    (["--compiler-options", "-fstack-protector"], "", "-fstack-protector", ""),
    (["-fno-strict-aliasing", "-march=native"], "!-march=native",
     "-fno-strict-aliasing -march=native", ""),
    (["-Xlinker", "-z,now"], "", "", "-Xlinker -z -Xlinker now"),
    (["-Wl,-z,now", "-pthread"], "!-pthread", "-pthread",
     "-Wl,-z,now -pthread"),
    (["-rpath", "/x"], "", "", "-Wl,-rpath,/x"),
    (["-Lx", "-lfoo", "-l", "bar"], "", "!-lfoo", "-Lx -lfoo -l bar"),
    (["-lcudart", "-lamdhip64", "-lm"], "", "", "-lm !-lcudart !-lamdhip64"),
    (["-shared", "-fPIC"], "", "!-shared", "-shared"),
    (["-default-device"], "quern/device/rtc/default_device.h",
     "!default_device.h", ""),
    (["-rdc=true"], "-fgpu-rdc", "-fgpu-rdc", ""),
    (["-compress-mode=size", "-noeh", "--ftemplate-depth", "2000", "--m64"],
     "-ftemplate-depth=2000 !-fno-exceptions",
     "-fno-exceptions -ftemplate-depth=2000", ""),
    (["-lcublas", "-lcublasLt_static"], "", "", "-lquernblas !-lcublas"),
    (["-fgpu-rdc", "-fno-gpu-rdc"], "!-fgpu-rdc", "!-fgpu-rdc", ""),
    (["--default-stream=per-thread"], "", "-fgpu-default-stream=per-thread",
     ""),
    (["--expt-relaxed-constexpr", "--extended-lambda", "-Xptxas", "-v",
      "-maxrregcount=32", "-ccbin", "g++", "--rocm-path=/opt/rocm",
      "-Xcudafe", "--diag_suppress=1", "--hip-link"],
     "!-maxrregcount", "!-ccbin !g++", "!/opt/rocm"),
    (["-Xarch_host", "-fno-inline", "-Xarch_device", "-fno-rtti"],
     "-fno-rtti !-fno-inline", "-fno-inline !-fno-rtti", ""),
    (["-Xclang", "-fno-signed-char"], "-fno-signed-char",
     "-Xclang -fno-signed-char", ""),
    (["-forward-unknown-to-host-compiler", "--weird"], "!--weird", "--weird",
     ""),
    (["-fsanitize=undefined"], "-O3", "-fsanitize=undefined",
     "-fsanitize=undefined"),
    (["-fsanitize=shared-race,undefined"], "", "-fsanitize=undefined",
     "-fsanitize=undefined"),
    (["-fsanitize=shared-race"], "", "!-fsanitize", "!-fsanitize"),
]


def compare(what, wanted, lines, words):
    text = " " + " ".join(lines) + " "
    for part in re.findall(r"!\S+|[^!]+", wanted):
        if part.startswith("!"):
            must(f" {part[1:]}" not in text,
                 f"{words}: {what} got '{part[1:]}'\n{text}")
            continue
        for word in part.split():
            must(f" {word} " in text,
                 f"{words}: {what} did not get '{word}'\n{text}")


def case_options():
    pathlib.Path("a.cu").write_text("")
    for words, device, host, link in MAPPINGS:
        got = commands("--targets=x86-64-v3", *words, "a.cu", "-o", "a")
        compare("the device", device, got[0], words)
        compare("the host", host, got[1], words)
        compare("the linker", link, got[2], words)


# How each toolchain names a target, and the front ends that then run.
ARCHITECTURES = [
    (["--offload-arch=gfx942"], ["gfx942"]),
    (["--offload-arch=gfx90a:xnack+,gfx1100"], ["gfx90a", "gfx1100"]),
    (["--offload-arch", "gfx942", "--offload-arch=sm_90"], ["gfx942", "sm_90"]),
    (["--amdgpu-target=gfx908"], ["gfx908"]),
    (["--cuda-gpu-arch=sm_80"], ["sm_80"]),
    (["-arch=sm_90"], ["sm_90"]),
    (["-arch", "sm_90"], ["sm_90"]),
    (["--gpu-architecture=compute_80"], ["sm_80"]),
    (["-arch=compute_80", "-code=sm_80,sm_86"], ["sm_80", "sm_86"]),
    (["-gencode", "arch=compute_75,code=sm_75"], ["sm_75"]),
    (["-gencode=arch=compute_80,code=[sm_80,compute_80]"], ["sm_80", "sm_80"]),
    (["--generate-code=arch=compute_80,code=[compute_80,sm_80]"],
     ["sm_80", "sm_80"]),
    (["--offload-arch=gfx942,gfx1100", "--no-offload-arch=gfx942"],
     ["gfx1100"]),
    (["--offload-arch=gfx942", "--no-offload-arch=all"], []),
    ([], []),
]


def case_architectures():
    pathlib.Path("a.cu").write_text("")
    for words, wanted in ARCHITECTURES:
        device = commands("-c", *words, "a.cu")[0]
        # This machine's CPU, last, compiles for the NVPTX triple.
        must("__QUERN_TARGET_CPU__" in device[-1], f"{words}: no CPU")
        found = [re.search(r"-target-cpu (\S+)", l).group(1)
                 for l in device[:-1]]
        must(found == wanted, f"{words}: {found} instead of {wanted}")
    device = commands("-c", "--targets=gfx942", "a.cu")[0]
    must(len(device) == 1 and "gfx942" in device[0], device)
    for words in (["--targets=native", "-arch=sm_90"],
                  ["-arch=sm_90", "--targets=native"]):
        device = commands("-c", *words, "a.cu")[0]
        must("__QUERN_TARGET_CPU__" in device[-1] and
             not any("sm_90 " in line for line in device[:-1]), device)


WRONG = [
    (["a.cu", "--frobnicate"], "unknown option '--frobnicate'", "-Xcompiler"),
    (["a.cu", "--extended-lambd"], "unknown option", "--extended-lambda"),
    (["a.cu", "--offload-arch=gfx941x"], "gfx941x", "gfx94"),
    (["a.cu", "-arch=compute_8"], "ptx8", "compute_8"),
    (["a.cu", "-gencode", "sm_80"], "arch=compute_NN,code=sm_NN", ""),
    (["a.cu", "--lib"], "'--lib' is not supported", "with ar"),
    (["a.cu", "-m32"], "'-m32' is not supported", "32-bit"),
    (["a.cu", "-static"], "'-static' is not supported", "drivers"),
    (["a.cu", "-x", "cudda"], "'-x' cannot be 'cudda'", "'cuda'"),
    (["a.cu", "-rdc=maybe"], "true or false", ""),
    (["a.cu", "-O7"], "'-O' cannot be '7'", ""),
    (["a.cu", "-o"], "'-o' needs a value", ""),
    (["-c", "a.cu", "b.cu", "-o", "x.o"], "'-o' names one file", ""),
    (["-O2"], "no input files", "--help"),
    (["a.cu", "-fsanitize=memory"], "'-fsanitize=memory' is not supported",
     "address"),
    (["a.cu", "-fsanitize=address,thread"], "exclude each other", ""),
    (["a.cu", "--target=aarch64-linux-gnu"], "aarch64", "--offload-arch"),
    (["a.cu", "-emit-llvm"], "--cuda-device-only", ""),
    (["@missing.rsp"], "missing.rsp", ""),
]


def case_wrong_use():
    for name in "ab":
        pathlib.Path(f"{name}.cu").write_text("")
    for words, message, hint in WRONG:
        done = run(QUERN, "cc", *words)
        must(done.code == 2, f"{words}: {done}")
        must(message in done.err and hint in done.err, f"{words}: {done}")
    done = run(QUERN, "cc", "missing.cu")
    must(done.code == 1 and "missing.cu" in done.err, done)
    done = run(QUERN, "cc", "a.cu", env={"QUERN_CLANG": "/nowhere"})
    must(done.code == 3 and "cannot find clang" in done.err, done)


def case_response_files():
    pathlib.Path("a.cu").write_text("#ifdef VALUE\nint f(void) { return VALUE; }\n"
                                    "#endif\n")
    pathlib.Path("x.rsp").write_text("-c a.cu\n-DVALUE=1")
    cc("@x.rsp", "-o", "a.o")
    must("_Z1fv" in run("nm", "a.o").out)
    cc("--options-file", "x.rsp", "-o", "b.o")
    must("_Z1fv" in run("nm", "b.o").out)


def case_messages():
    pathlib.Path("a.cu").write_text(
        "__global__ void k(int *p) { int unused; *p = 1; }\n"
        "#ifdef __CUDA_ARCH__\n__device__ int f() { int own; return 0; }\n"
        "#endif\n")
    done = cc("-Wall", "--targets=x86-64-v3,gfx942", "-c", "a.cu")
    must(done.err.count("unused variable 'unused'") == 1, done)
    must(done.err.count("unused variable 'own'") == 1, done)
    pathlib.Path("b.cu").write_text("__global__ void k() { wrong; }\n")
    done = run(QUERN, "cc", "-c", "b.cu")
    must(done.code == 1 and done.err.count("'wrong'") == 1, done)
    must(not pathlib.Path("b.o").exists())
    pathlib.Path("c.cu").write_text("int main() { return missing(); }\n")
    done = run(QUERN, "cc", "-c", "c.cu")
    must(done.code == 1 and "c.cu:1:" in done.err, done)


# ---- Modes

def inspect(path):
    done = run(QUERN, "inspect", "--format", "json", path)
    must(done.code == 0, done)
    images = json.loads(done.out)["files"][0]["images"]
    return {i["target"]: sorted(k["name"] for k in i["kernels"])
            for i in images if i["target"]}


KERNEL = "__global__ void k(int *p) { *p = threadIdx.x; }\n"


def has_ptxas():
    tools = json.loads(run(QUERN, "doctor", "--format", "json").out)["tools"]
    return any(t["name"] == "ptxas" and t["path"] for t in tools)


NO_PTXAS = {"QUERN_PTXAS": "/none"}  # an empty value would mean "look for it"


def bundles(env, nvidia):
    """Every form of bundle; the NVIDIA image is a cubin, or PTX."""
    targets = "--targets=x86-64-v3,gfx942,sm_80"
    must(cc(targets, "-c", "a.cu", env=env).err == "")
    found = inspect("a.o")
    must(set(found) == {"x86-64-v3", "gfx942", nvidia}, found)
    must(all(k == ["_Z1kPi"] for k in found.values()), found)
    cc(targets, "--genco", "a.cu", "-o", "a.hipfb", env=env)
    must(inspect("a.hipfb") == found)
    cc("--offload-compress", targets, "--genco", "a.cu", "-o", "z.hipfb",
       env=env)
    must(inspect("z.hipfb") == found)
    must(pathlib.Path("z.hipfb").stat().st_size <
         pathlib.Path("a.hipfb").stat().st_size)


def case_modes():
    pathlib.Path("a.cu").write_text(KERNEL + "int main() { return 0; }\n")
    bundles(NO_PTXAS, "ptx80")
    if has_ptxas():
        bundles({}, "sm_80")
    cc("--ptx", "-arch=sm_80", "a.cu")
    must(".visible .entry _Z1kPi" in pathlib.Path("a.ptx").read_text())
    cc("--cuda-device-only", "-S", "--targets=gfx942", "a.cu", "-o", "a.s")
    must("amdgcn" in pathlib.Path("a.s").read_text())
    cc("--cuda-device-only", "-emit-llvm", "-c", "--targets=sm_80", "a.cu",
       "-o", "a.ll")
    must("ptx_kernel" in pathlib.Path("a.ll").read_text())
    cc("-S", "a.cu", "-o", "host.s")
    must("__hipRegisterFunction" in pathlib.Path("host.s").read_text())
    cc("--cuda-host-only", "-c", "a.cu", "-o", "host.o")
    must(inspect("host.o") == {})
    must("# 1 \"a.cu\"" in cc("-E", "a.cu").out)
    cc("-fsyntax-only", "a.cu")
    must("quern cc" in cc("--version").out)
    must("linux-gnu" in cc("-dumpmachine").out)
    done = run(QUERN, "cc", "--cubin", "-arch=sm_80", "a.cu", env=NO_PTXAS)
    must(done.code and "no cubin for 'sm_80' without ptxas" in done.err, done)
    if has_ptxas():
        cc("--cubin", "-arch=sm_80", "a.cu")
        must(pathlib.Path("a.cubin").read_bytes()[:4] == b"\x7fELF")


def case_deterministic():
    pathlib.Path("a.cu").write_text(KERNEL)
    for words in (["-c"], ["-dc"]):
        seen = set()
        for _ in range(2):
            cc(*words, "a.cu", "-o", "a.o")
            seen.add(pathlib.Path("a.o").read_bytes())
        must(len(seen) == 1, words)


def case_dependencies():
    pathlib.Path("a.h").write_text("#define A 1\n")
    pathlib.Path("a.cu").write_text('#include "a.h"\n' + KERNEL)
    cc("-MD", "-c", "a.cu", "-o", "x.o")
    rule = pathlib.Path("x.d").read_text()
    must(rule.startswith("x.o:") and " a.h" in rule, rule)
    cc("-MMD", "-MF", "y.dep", "-MT", "goal", "-c", "a.cu", "-o", "x.o")
    rule = pathlib.Path("y.dep").read_text()
    must(rule.startswith("goal:") and " a.h" in rule and "stdio" not in rule,
         rule)
    for mode in ("--genco", "--ptx"):
        cc("-MD", "-MF", "code.d", mode, "-arch=sm_90", "a.cu", "-o", "x.code")
        rule = pathlib.Path("code.d").read_text()
        must(rule.startswith("x.code:") and "  a.cu" in rule and "  a.h" in rule,
             f"{mode}: {rule}")
    cc("-MD", "-MP", "-c", "a.cu", "-o", "x.o")
    must("\na.h:" in pathlib.Path("x.d").read_text())
    must(cc("-M", "a.cu").out.startswith("a.o:"))
    must("a.h" in cc("-MM", "a.cu").out)


def case_toolchain_names():
    """Under its own name, and as a compiler that others ask questions."""
    done = run(BUILD / "bin" / "quern-cc", "--version")
    must(done.code == 0 and "clang version" in done.out, done)
    pathlib.Path("a.c").write_text("int f(void) { return 1; }\n")
    must(run(BUILD / "bin" / "quern-cc", "-std=c11", "-c", "a.c").code == 0)


# ---- Programs

PROGRAM = ("saxpy 30 2028\nfill 2.5 42\n"
           "reverse 63 0 managed 8 table 8\nhidden 11 counter 1\n")


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


def case_names():
    """nvcc, hipcc and hipconfig, as build systems call and question them."""
    names = BUILD / "lib/quern/toolkit/bin"
    shutil.copy(DATA / "program.hip", "p.cpp")
    must(run(names / "hipcc", "-I", DATA, "p.cpp", "-o", "p").code == 0)
    must_print("./p", PROGRAM)
    cc("--as", "hipcc", "-c", "-I", DATA, "p.cpp", "-o", "p.o")
    must(run(names / "nvcc", "-std=c++17", DATA / "program.cu", "-o",
             "p").code == 0)
    must_print("./p", PROGRAM)
    # What nvcc is told is C++ has no kernels.
    pathlib.Path("k.cpp").write_text(
        "#include <cuda_runtime.h>\nint f(void) { return sizeof(float4); }\n")
    must(run(names / "nvcc", "-c", "k.cpp").code == 0)
    must(run(names / "hipcc", "-c", "k.cpp").code == 0)
    done = run(names / "nvcc", "--version")
    header = (BUILD / "lib/quern/include/quern/host/cuda_types.h").read_text()
    number = int(re.search(r"define CUDART_VERSION (\d+)", header)[1])
    must(done.code == 0 and f"release {number // 1000}.{number % 1000 // 10}, V"
         in done.out, done)
    done = run(names / "nvcc", "--list-gpu-arch")
    must("compute_90\n" in done.out and "sm_" not in done.out, done)
    must(run(names / "hipcc", "--version").out.startswith("HIP version: "))
    done = run(names / "hipconfig", "--version")
    must(re.fullmatch(r"\d+\.\d+\.\d+-quern", done.out), done)
    root = run(names / "hipconfig", "--path").out
    for wanted in ("bin/hipcc", "include/hip/hip_runtime.h",
                   "include/cuda_runtime.h"):
        must((pathlib.Path(root) / wanted).exists(), wanted)
    must(run(names / "hipconfig", "--wrong").code == 2)
    done = run(QUERN, "cc", "--as", "icc", "p.cpp")
    must(done.code == 2 and "expected nvcc, hipcc or quern" in done.err, done)


def case_variables():
    """Options that nvcc and hipcc take from the environment."""
    pathlib.Path("v.cu").write_text(
        "#if FIRST != 1 || LAST != 2\n#error not given\n#endif\n"
        "#ifdef TWO_WORDS\n#error 'a b' was split\n#endif\n")
    given = {"NVCC_PREPEND_FLAGS": "-DFIRST=1 -ULAST",
             "NVCC_APPEND_FLAGS": "-DLAST=2 -DTEXT='a -DTWO_WORDS'"}
    cc("--as", "nvcc", "-c", "v.cu", env=given)
    must(run(BUILD / "lib/quern/toolkit/bin/nvcc", "-c", "v.cu",
             env=given).code == 0)
    must(run(QUERN, "cc", "-c", "v.cu", env=given).code == 1)
    cc("--as", "hipcc", "-c", "v.cu",
       env={"HIPCC_COMPILE_FLAGS_APPEND": "-DFIRST=1 -DLAST=2"})
    done = run(QUERN, "cc", "--as", "nvcc", "-c", "v.cu",
               env={"NVCC_APPEND_FLAGS": "--nonsense"})
    must(done.code == 2 and "variable NVCC_APPEND_FLAGS" in done.err, done)


def case_nvcc_spellings():
    """Options in forms that only nvcc has."""
    pathlib.Path("s.cu").write_text("__global__ void k() {}\n")
    for given in ("-Xfatbin=-compress-all", "-Xfatbin -compress-all", "-t1",
                  "-t=2", "-t 0", "-O=3", "-Xcicc -x", "-Xcudafe=--w"):
        cc("--as", "nvcc", *given.split(), "-c", "s.cu")
    # It passes these on through a shell.
    pathlib.Path("q.cu").write_text(
        "__global__ void k() {}\n#ifndef __CUDA_ARCH__\n"
        "#if A != 1 || B != 2 || C != 3\n#error quotes\n#endif\n"
        "#define TEXT(...) #__VA_ARGS__\n#define TEXT_OF(x) TEXT(x)\n"
        "static_assert(sizeof(TEXT_OF(D)) == 4, \"a,b\");\n#endif\n")
    cc("--as", "nvcc", "--compiler-options", "'-fPIC'", "-Xcompiler",
       '"-DA=1" -DB=2,\'-DC=3\'', '-Xcompiler=\'-DD=a,b\'', "-c", "q.cu")
    cc("--as", "nvcc", "-shared", "-Xcompiler='-fPIC'",
       "-Xlinker='--no-undefined'", "s.cu", "-o", "s.so")


def case_cxx_libraries():
    """Both sides have one C++ library: libstdc++, libc++, or a source's own."""
    pathlib.Path("a.cu").write_text("""#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>
#ifdef _LIBCPP_VERSION
#define HAS 1
#else
#define HAS 0
#endif
static_assert(HAS == LIBCPP, "another library");
__global__ void roots(float *x) { *x = std::sqrt(std::max(*x, 2.0f)); }
int main() {
  std::vector<float> v{16};
  float *p;
  cudaMallocManaged(&p, sizeof(*p));
  *p = v[0];
  roots<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  std::printf("%g", *p);
}
""")
    def compiles(*words):
        return run(QUERN, "cc", "--as", "nvcc", *words, "a.cu", "-o", "a")
    done = compiles("-stdlib=none", "-DLIBCPP=0")
    must(done.code == 2 and "libstdc++ or libc++" in done.err, done)
    for words in ("-nostdinc++", "-Xcompiler -nostdinc++"):
        done = compiles(*words.split(), "-DLIBCPP=0")
        must(done.code == 1 and "'cmath' file not found" in done.err, done)
    must(not compiles("-stdlib=libstdc++", "-DLIBCPP=0").err)
    must(run("./a").out == "4")
    device, _, _ = commands("-c", "-DLIBCPP=0", "a.cu")
    clang = pathlib.Path(device[0].split()[0]).resolve()
    own = clang.parent.parent / "include/c++/v1"
    if not own.is_dir():
        done = compiles("-stdlib=libc++", "-DLIBCPP=1")
        must(done.code == 1 and "Install Debian's package libc++" in done.err)
        raise Skip("libc++ is not here")
    for words in ("-stdlib=libc++", "--stdlib=libc++", "-Xcompiler "
                  "-stdlib=libc++", f"-nostdinc++ -isystem {own} -lc++"):
        done = compiles(*words.split(), "-DLIBCPP=1")
        must(not done.err, done)
        must(run("./a").out == "4")


def case_unused_templates():
    """Names in templates of headers that nobody instantiates, as nvcc takes."""
    pathlib.Path("box.h").write_text("""
template <class T> struct box {
  T value;
  __host__ __device__ T get() const { return value; }
  template <class U> __host__ __device__ T &emplace(U other) {
    this->construct(other);
    return no_such_function(value);
  }
};
""")
    text = """#include "box.h"
#include <cstdio>
__global__ void kernel(int *p, box<int> b) { *p = b.get(); }
int main() {
  int *p;
  cudaMallocManaged(&p, sizeof(*p));
  kernel<<<1, 1>>>(p, box<int>{7});
  cudaDeviceSynchronize();
  std::printf("%d", *p);
}
"""
    pathlib.Path("a.cu").write_text(text)
    for standard in ("17", "20"):
        done = cc("--as", "nvcc", f"-std=c++{standard}", "a.cu", "-o", "a")
        must(not done.err, done)
        must(run("./a").out == "7")
    # Who instantiates it is told, and names of the program's own.
    pathlib.Path("b.cu").write_text(text.replace("b.get()", "b.emplace(1)"))
    done = run(QUERN, "cc", "--as", "nvcc", "-c", "b.cu")
    must(done.code == 1 and "no member named 'construct'" in done.err and
         "b.cu:3" in done.err, done)
    pathlib.Path("c.cu").write_text(text.replace("b.get()", "unknown"))
    done = run(QUERN, "cc", "--as", "nvcc", "-c", "c.cu")
    must(done.code == 1 and "undeclared identifier 'unknown'" in done.err, done)


def case_nvcc_habits():
    """Launches in words, also in headers, a missing "template", and deduction
    guides for one side: nvcc takes them."""
    pathlib.Path("launch.h").write_text(
        "template <class T> __global__ void more(T *p) { *p += 100; }\n"
        "template <class T> void go(T *p) { more<T> << < 1, 1 >> > (p); }\n"
        "template <class T> struct box {\n  T value;\n"
        "  template <class U> box(U p) : value(*p) {}\n};\n"
        "template <class T> __host__ box(T *) -> box<T>;\n")
    text = """#include "launch.h"
#include <cstdio>
__global__ void kernel(int *p, int n) { *p += n >> 1 > 2 ? 1 : 0; }
template <int N> struct adder {
  int v;
  template <int K> __device__ int add(int x) { return x + v * K * N; }
};
template <class A> __global__ void add(int *p, A a) { *p += a.add<3>(1); }
int main() {
  int *p;
  cudaMallocManaged(&p, sizeof(*p));
  *p = 0;
  kernel << < 1, dim3(32 >> 5) >> > (p, 10);
  add<adder<2>> << <1, 1>> >(p, adder<2>{5});
  go(p);
  cudaDeviceSynchronize();
  std::printf("%d %s", *p + box(p).value, "k << < 1, 1 >> > (p)");
}
"""
    pathlib.Path("a.cu").write_text(text)
    done = cc("--as", "nvcc", "a.cu", "-o", "a")
    must(not done.err, done)
    must(run("./a").out == "264 k << < 1, 1 >> > (p)")
    # What is wrong beside them is told, at its place.
    pathlib.Path("b.cu").write_text(text.replace("box(p).value", "missing"))
    done = run(QUERN, "cc", "--as", "nvcc", "-c", "b.cu")
    must(done.code == 1 and "b.cu:17" in done.err and "'missing'" in done.err
         and "expected expression" not in done.err, done)


def case_before_the_first_line():
    """What nvcc and hipcc bring before a program's first line."""
    for name in ("a.cu", "a.hip"):
        pathlib.Path(name).write_text("""
template <class T> int finite(T x) { return isfinite(x) && !isnan(x); }
int limits() { return INT_MAX == 2147483647 && CHAR_BIT == 8; }
void *memory() { return realloc(malloc(4), 8); }
size_t length() { return strlen("a") + sizeof(float4) + finite(1.0f); }
__global__ void kernel(float *x) { x[threadIdx.x] = sinf(x[threadIdx.x]); }
""")
        cc("-c", name)
    pathlib.Path("b.cu").write_text("cudaDataType_t f() { return CUDA_R_16BF; }")
    cc("-c", "b.cu")
    # Before what -include names, too.
    pathlib.Path("more.h").write_text(
        "__device__ inline int twice(int x) { return 2 * x; }")
    pathlib.Path("c.cu").write_text(
        "__global__ void kernel(int *x) { *x = twice(*x); }")
    cc("-c", "-include", "more.h", "c.cu")
    pathlib.Path("b.hip").write_text("""
auto now() { return std::chrono::steady_clock::now(); }
hipError_t f(void **p) { return hipMalloc(p, 4); }""")
    cc("-c", "b.hip")


def case_guards():
    """Programs ask the guards of CUDA's headers whether these were read."""
    pathlib.Path("a.cu").write_text("""
#if !defined(__CUDA_RUNTIME_H__) || !defined(__DRIVER_TYPES_H__) || \\
    !defined(__VECTOR_TYPES_H__) || !defined(__SM_61_INTRINSICS_H__) || \\
    defined(__cuda_cuda_h__) || defined(__CUDA_FP16_H__)
#error "not as nvcc has them"
#endif
#include <cuda.h>
#include <cuda_fp16.h>
#if !defined(__cuda_cuda_h__) || !defined(__CUDA_FP16_H__)
#error "not defined"
#endif
""")
    cc("-c", "a.cu")
    include = BUILD / "lib/quern/include/cuda"
    pathlib.Path("a.c").write_text("""#include <cuda_runtime_api.h>
#if !defined(__DRIVER_TYPES_H__) || defined(__CUDA_RUNTIME_H__)
#error "not as C has them"
#endif
cudaError_t f(void **p) { return cudaMalloc(p, 4); }
""")
    for compiler in ("gcc", QUERN):
        words = [compiler] + (["cc"] if compiler is QUERN else [
            "-I", include, "-I", include.parent])
        done = run(*words, "-c", "a.c")
        must(done.code == 0, done)


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


def compile_units():
    for part in ("main", "other", "a_library_with_a_long_name", "deeper"):
        cc("-fgpu-rdc", "-c", DATA / f"{part}.hip", "-o", f"{part}.o")


UNITS = "142 5 5 100 6\n"
OBJECTS = ["main.o", "other.o", "a_library_with_a_long_name.o", "deeper.o"]


def case_several_units():
    """Units with device code of their own, each registered for itself."""
    for i in range(3):
        pathlib.Path(f"u{i}.cu").write_text(
            f"static __device__ int own = {i + 1};\n"
            "static __global__ void k(int *p) { *p += own; }\n"
            f"void launch{i}(int *p) {{ k<<<1, 1>>>(p); }}\n")
    pathlib.Path("main.cu").write_text(
        "#include <cstdio>\n"
        "void launch0(int *), launch1(int *), launch2(int *);\n"
        "int main() { int *p; if (cudaMallocManaged(&p, 4)) return 2; *p = 36;"
        " launch0(p); launch1(p); launch2(p);"
        ' if (cudaDeviceSynchronize()) return 3; printf("%d\\n", *p); }\n')
    cc("main.cu", "u0.cu", "u1.cu", "u2.cu", "-o", "p")
    must_print("./p", "42\n")


def case_default_stream():
    for dialect, prefix in (("cu", "cuda"), ("hip", "hip")):
        pathlib.Path(f"p.{dialect}").write_text(
            f"#include <{'cuda_runtime.h' if dialect == 'cu' else 'hip/hip_runtime.h'}>\n"
            "#include <stdio.h>\n"
            "__global__ void k(int *p) { *p = 42; }\n"
            f"int main() {{ int *p; if ({prefix}MallocManaged((void **)&p, 4)) "
            f"return 2; k<<<1, 1>>>(p); if ({prefix}StreamSynchronize(0)) "
            "return 3;"
            ' printf("%d\\n", *p); }\n')
        cc("--default-stream=per-thread", f"p.{dialect}", "-o", "p")
        must("hipLaunchKernel_spt" in run("nm", "p").out)
        must_print("./p", "42\n")


def case_save_temps():
    pathlib.Path("a.cu").write_text(KERNEL)
    cc("--save-temps=kept", "--targets=x86-64-v3,gfx942", "-c", "a.cu")
    kept = sorted(os.listdir("kept"))
    must("a-gfx942.hsaco" in kept and "a-x86-64-v3.ll" in kept, kept)


def case_relocatable():
    compile_units()
    cc(*OBJECTS, "-o", "p")
    must_print("./p", UNITS)
    sources = [DATA / o.replace(".o", ".hip") for o in OBJECTS]
    cc("-rdc=true", *sources, "-o", "q")
    must_print("./q", UNITS)


def case_relocatable_archive():
    compile_units()
    must(run("ar", "rcs", "libunits.a", *OBJECTS[1:]).code == 0)
    cc("main.o", "libunits.a", "-o", "p")
    must_print("./p", UNITS)
    cc("main.o", "-L.", "-lunits", "-o", "q")
    must_print("./q", UNITS)


def case_relocatable_shared():
    """A shared library and the program each have device code of their own."""
    pathlib.Path("lib.hip").write_text(
        '#include <hip/hip_runtime.h>\n__device__ int twice(int x);\n'
        '__global__ void library_kernel(int *p) { *p = twice(*p); }\n'
        'int other(void) { int *p; if (hipMallocManaged((void **)&p, 4)) '
        'return -1; *p = 2; library_kernel<<<1, 1>>>(p); '
        'return hipDeviceSynchronize() ? -2 : *p; }\n')
    pathlib.Path("twice.hip").write_text(
        '#include <hip/hip_runtime.h>\n'
        '__device__ int twice(int x) { return 3 * x; }\n')
    compile_units()
    cc("-fgpu-rdc", "-fPIC", "-shared", "lib.hip", "twice.hip", "-o", "libl.so")
    definition = ('#include <hip/hip_runtime.h>\n'
                  '__device__ int counter = 100;\n')
    pathlib.Path("counter.hip").write_text(definition)
    cc("-fgpu-rdc", "main.o", "a_library_with_a_long_name.o", "deeper.o",
       "counter.hip", "-L.", "-ll", "-Wl,-rpath,$ORIGIN", "-o", "p")
    must_print("./p", UNITS)


def case_relocatable_dlink():
    """Device code linked beforehand; any linker can then do the rest."""
    compile_units()
    cc("-dlink", *OBJECTS, "-o", "device.o")
    cc(*OBJECTS, "device.o", "-o", "p")
    must_print("./p", UNITS)
    library = BUILD / "lib"
    done = run("g++", *OBJECTS, "device.o", "-o", "q", f"-L{library}",
               "-lquernhip", f"-Wl,-rpath,{library}")
    must(done.code == 0, done)
    must_print("./q", UNITS)


def case_relocatable_missing():
    compile_units()
    done = run(QUERN, "cc", "main.o", "other.o", "-o", "p")
    must(done.code == 1 and "undefined symbol 'twice(int)'" in done.err, done)
    must(not pathlib.Path("p").exists())


def case_shared_library():
    pathlib.Path("lib.hip").write_text(
        '#include <hip/hip_runtime.h>\n'
        '__global__ void k(int *p) { *p += 2; }\n'
        'extern "C" void launch(int *p) { k<<<1, 1>>>(p); }\n')
    pathlib.Path("main.hip").write_text(
        '#include <hip/hip_runtime.h>\n#include <dlfcn.h>\n#include <stdio.h>\n'
        '__global__ void k(int *p) { *p += 40; }\n'
        'int main() { int *p; if (hipMallocManaged((void **)&p, 4)) return 2;\n'
        '  *p = 0; k<<<1, 1>>>(p);\n'
        '  for (int i = 0; i < 2; ++i) {\n'
        '    void *library = dlopen("./libl.so", RTLD_NOW);\n'
        '    if (!library) return 3;\n'
        '    ((void (*)(int *))dlsym(library, "launch"))(p);\n'
        '    if (hipDeviceSynchronize()) return 4;\n'
        '    dlclose(library); }\n'
        '  printf("%d\\n", *p); }\n')
    cc("-fPIC", "-shared", "lib.hip", "-o", "libl.so")
    cc("main.hip", "-ldl", "-o", "p")
    must_print("./p", "44\n")


def case_archive():
    pathlib.Path("k.hip").write_text(
        '#include <hip/hip_runtime.h>\n'
        '__global__ void k(int *p) { *p += 2; }\n'
        'void launch(int *p) { k<<<1, 1>>>(p); }\n')
    pathlib.Path("main.hip").write_text(
        '#include <hip/hip_runtime.h>\n#include <stdio.h>\n'
        'void launch(int *p);\n'
        'int main() { int *p; if (hipMallocManaged((void **)&p, 4)) return 2;\n'
        '  *p = 40; launch(p); if (hipDeviceSynchronize()) return 3;\n'
        '  printf("%d\\n", *p); }\n')
    cc("-c", "k.hip")
    must(run("ar", "rcs", "libk.a", "k.o").code == 0)
    cc("main.hip", "-L.", "-lk", "-o", "p")
    must_print("./p", "42\n")


NVCC_PROJECT = """cmake_minimum_required(VERSION 3.25)
project(plain LANGUAGES CXX CUDA)
find_package(CUDAToolkit REQUIRED)
add_executable(plain plain.cu)
target_include_directories(plain PRIVATE ${CUDAToolkit_INCLUDE_DIRS})
target_link_libraries(plain PRIVATE CUDA::cudart CUDA::cublas)
"""
NVCC_PROGRAM = """#include <cstdio>
#include <cublas_v2.h>
#include <cuda_runtime.h>
__global__ void one(int *to) { *to = 1; }
int main() {
  int *to, version = 0;
  cublasHandle_t handle;
  if (cublasCreate(&handle) || cublasGetVersion(handle, &version) || !version)
    return 1;
  cudaMallocManaged(&to, sizeof(*to));
  one<<<1, 1>>>(to);
  cudaDeviceSynchronize();
  std::puts(*to == 1 ? "right" : "wrong");
  return cublasDestroy(handle);
}
"""


def case_cmake_nvcc():
    """CMake's language CUDA by the name nvcc alone, and its CUDAToolkit."""
    if not shutil.which("cmake") or not shutil.which("ninja"):
        raise Skip("no cmake or ninja")
    toolkit = BUILD / "lib" / "quern" / "toolkit"
    pathlib.Path("CMakeLists.txt").write_text(NVCC_PROJECT)
    pathlib.Path("plain.cu").write_text(NVCC_PROGRAM)
    done = run("cmake", "-S", ".", "-B", "b", "-G", "Ninja",
               f"-DCMAKE_CUDA_COMPILER={toolkit / 'bin' / 'nvcc'}",
               f"-DCUDAToolkit_ROOT={toolkit}",
               "-DCMAKE_CUDA_ARCHITECTURES=80-virtual",
               "-DCMAKE_CUDA_FLAGS=--targets=native")
    must(done.code == 0, done)
    done = run("cmake", "--build", "b")
    must(done.code == 0, done)
    must_print("b/plain", "right\n")


def case_cmake():
    if not shutil.which("cmake") or not shutil.which("ninja"):
        raise Skip("no cmake or ninja")
    toolchain = BUILD / "lib" / "cmake" / "Quern" / "quern-toolchain.cmake"
    done = run("cmake", "-S", DATA / "cmake", "-B", "b", "-G", "Ninja",
               f"-DCMAKE_TOOLCHAIN_FILE={toolchain}")
    must(done.code == 0, done)
    done = run("cmake", "--build", "b", "-v")
    must(done.code == 0, done)
    must("-arch" in done.out or "arch=compute_80" in done.out, done)
    must_print("b/hip_program", "42\n")
    must_print("b/cuda_program", "42\n")


PACKAGES_PROJECT = """cmake_minimum_required(VERSION 3.25)
project(packages LANGUAGES CXX CUDA)
find_package(CUDAToolkit REQUIRED)
add_executable(cuda_libraries libraries.cu)
target_link_libraries(cuda_libraries PRIVATE CUDA::cublas CUDA::cublasLt
  CUDA::curand CUDA::cufft CUDA::cusparse CUDA::cusolver
  CUDA::nvtx3 CUDA::nvToolsExt CUDA::nvml CUDA::cuda_driver)
add_executable(cuda_archives libraries.cu)
target_link_libraries(cuda_archives PRIVATE CUDA::cublas_static
  CUDA::cublasLt_static CUDA::curand_static CUDA::cufft_static
  CUDA::cusparse_static CUDA::cusolver_static)
foreach(name IN ITEMS hip hipblas rocblas hiprand hipfft rocfft hipsparse
    rocsparse)
  find_package(${name} REQUIRED)
endforeach()
add_executable(hip_libraries libraries.cpp)
target_link_libraries(hip_libraries PRIVATE hip::host roc::hipblas roc::rocblas
  hip::hiprand hip::hipfft roc::rocfft roc::hipsparse roc::rocsparse)
"""
CUDA_LIBRARIES = """#include <cublasLt.h>
#include <nvToolsExt.h>
#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>
int main() {
  cublasHandle_t blas;
  cublasLtHandle_t lt;
  curandGenerator_t random;
  cufftHandle plan;
  nvtxMark("here");
  return cublasCreate(&blas) || cublasLtCreate(&lt) ||
         curandCreateGenerator(&random, CURAND_RNG_PSEUDO_DEFAULT) ||
         cufftPlan1d(&plan, 8, CUFFT_C2C, 1);
}
"""
HIP_LIBRARIES = """#include <hip/hip_runtime_api.h>
#include <hipblas/hipblas.h>
#include <hipfft/hipfft.h>
#include <hiprand/hiprand.h>
#include <rocblas/rocblas.h>
int main() {
  hipblasHandle_t blas;
  rocblas_handle roc;
  hiprandGenerator_t random;
  hipfftHandle plan;
  return hipSetDevice(0) || hipblasCreate(&blas) ||
         rocblas_create_handle(&roc) ||
         hiprandCreateGenerator(&random, HIPRAND_RNG_PSEUDO_DEFAULT) ||
         hipfftPlan1d(&plan, 8, HIPFFT_C2C, 1);
}
"""


def case_cmake_packages():
    """CUDAToolkit's targets, and the packages that ROCm's projects look for."""
    if not shutil.which("cmake") or not shutil.which("ninja"):
        raise Skip("no cmake or ninja")
    pathlib.Path("CMakeLists.txt").write_text(PACKAGES_PROJECT)
    pathlib.Path("libraries.cu").write_text(CUDA_LIBRARIES)
    pathlib.Path("libraries.cpp").write_text(HIP_LIBRARIES)
    toolchain = BUILD / "lib" / "cmake" / "Quern" / "quern-toolchain.cmake"
    done = run("cmake", "-S", ".", "-B", "b", "-G", "Ninja",
               f"-DCMAKE_TOOLCHAIN_FILE={toolchain}")
    must(done.code == 0, done)
    done = run("cmake", "--build", "b")
    must(done.code == 0, done)
    for program in ("cuda_libraries", "cuda_archives", "hip_libraries"):
        must_print(f"b/{program}", "")
    # NVIDIA's libraries would take a libcuda.so.1 of ours for the driver.
    must(b"libcuda.so" not in pathlib.Path("b/cuda_libraries").read_bytes())


# ---- Debugging

def marked_lines(source):
    """The numbers of the lines that end in a comment of one word."""
    return {m.group(1): number for number, line
            in enumerate(source.read_text().splitlines(), 1)
            for m in [re.search(r"// (\w+)$", line)] if m}


def case_debugger():
    if SANITIZED:
        raise Skip("the libraries have a sanitizer of their own")
    """Breakpoints at a kernel's lines, in loops and between barriers."""
    if not shutil.which("gdb"):
        raise Skip("no gdb")
    lines = marked_lines(DATA / "debug.hip")
    shutil.copy(DATA / "debug.hip", "debug.hip")
    cc("-g", "debug.hip", "-o", "p")
    must_print("./p", "14\n")
    done = run("gdb", "-q", "-batch", "-nx",
               "-ex", "set debuginfod enabled off",
               "-x", BUILD / "share" / "quern" / "gdb.py",
               "-ex", f"break debug.hip:{lines['STORE']} -force-condition "
               "if value == 12",
               "-ex", f"break debug.hip:{lines['REVERSED']} -force-condition "
               "if t == 3",
               "-ex", "break helper", "-ex", "disable 3",
               "-ex", "run", "-ex", "print i", "-ex", "print threadIdx",
               "-ex", "continue", "-ex", "print t", "-ex", "work-item",
               "./p")
    if "ptrace" in done.err:
        raise Skip("gdb may not trace here")
    text = done.out
    must(f"simple (p=0x" in text and f"debug.hip:{lines['STORE']}" in text, done)
    must("$1 = 6" in text and "$2 = {x = 6, y = 0, z = 0}" in text, done)
    must("[block (0,0,0), thread (6,0,0) of blocks of (8,1,1), in simple" in text,
         done)
    must(f"debug.hip:{lines['REVERSED']}" in text and "$3 = 3" in text, done)
    must("\nblock (0,0,0), thread (3,0,0) of blocks of (8,1,1), in fibers"
         in text, done)


def case_packet_lines():
    """Line numbers of packets: valid, of the kernel, and gdb stops there."""
    dwarfdump, symbolizer, objdump = (
        shutil.which(f"llvm-{name}-22") or shutil.which(f"llvm-{name}")
        for name in ("dwarfdump", "symbolizer", "objdump"))
    if not (dwarfdump and symbolizer and objdump):
        raise Skip("no LLVM tools")
    lines = marked_lines(DATA / "debug.hip")
    shutil.copy(DATA / "debug.hip", "debug.hip")
    env = {"QUERN_CPU_ENGINE": "packets"}
    done = run(QUERN, "compile", "-q", "-lineinfo", "-t", "x86-64-v3",
               "--emit", "image", "-o", "k.so", "debug.hip", env=env)
    must(done.code == 0, done)
    done = run(dwarfdump, "--verify", "k.so")
    must(done.code == 0, done)
    image = json.loads(run(QUERN, "inspect", "--format", "json",
                           "k.so").out)["files"][0]["images"][0]
    must(all(k["entries"][0]["width"] > 1 for k in image["kernels"]), image)
    # Stores of a whole register are the packet's.
    code = run(objdump, "-d", "--no-show-raw-insn",
               "--disassemble-symbols=_Z6simplePi", "k.so").out
    stores = re.findall(r"^ *([0-9a-f]+):\s+v\w+\s+%ymm\d+, .*\(", code, re.M)
    places = run(symbolizer, "--obj=k.so", "--output-style=GNU",
                 *(f"0x{address}" for address in stores)).out
    must(re.search(rf"simple.*\n.*debug\.hip:{lines['STORE']}\n", places),
         f"{stores} {places}")
    cc("-g", "-O3", "debug.hip", "-o", "p", env=env)
    must_print("./p", "14\n", env={"QUERN_CPU_IMAGES": "."})
    kept = list(pathlib.Path().glob("quern-*-0.so"))
    must(kept, "no image was kept")
    done = run(dwarfdump, "--verify", kept[0])
    must(done.code == 0, done)
    if SANITIZED or not shutil.which("gdb"):
        raise Skip("no gdb that could run it")
    done = run("gdb", "-q", "-batch", "-nx",
               "-ex", "set debuginfod enabled off",
               "-ex", f"break debug.hip:{lines['STORE']}",
               "-ex", f"break debug.hip:{lines['REVERSED']}",
               "-ex", "run", "-ex", "continue", "-ex", "disable 1",
               "-ex", "continue", "./p")
    if "ptrace" in done.err:
        raise Skip("gdb may not trace here")
    for name in ("STORE", "REVERSED"):
        must(re.search(rf"hit Breakpoint .*debug\.hip:{lines[name]}\n",
                       done.out), done)


def case_widths():
    """Each size of blocks takes the packets that suit it, chosen once."""
    shutil.copy(DATA / "widths.hip", "w.hip")
    cc("w.hip", "-o", "p", env={"QUERN_CPU_ENGINE": "packets",
                                "QUERN_CPU_WIDTH": "16,32,8"})
    found = json.loads(run(QUERN, "inspect", "--format", "json", "p").out)
    for kernel in found["files"][0]["images"][0]["kernels"]:
        must([e["width"] for e in kernel["entries"]] == [8, 16, 32], kernel)
    must_print("./p", "right\n")
    log = run("./p", env={"QUERN_LOG": "debug,cpu"}).err
    chosen = re.findall(r"cpu: blocks of (\d+) in x: '(\S+)'", log)
    expected = [("8", ".w8"), ("16", ""), ("24", ".w8"), ("32", ".w32"),
                ("37", ".w32"), ("64", ".w32")]
    for kernel in ("_Z5placePii", "_Z8reversedPii"):
        got = [c for c in chosen if c[1].startswith(kernel)]
        must(got == [(x, kernel + end) for x, end in expected], got)


def case_levels():
    """One image for several levels of x86-64: each machine takes its own."""
    if platform.machine() != "x86_64":
        raise Skip("no x86-64")
    done = run(QUERN, "compile", "-t", "aarch64", "--levels", "x86-64-v3",
               DATA / "levels.hip")
    must(done.code == 2 and "no target has 'x86-64-v3' as a better level"
         in done.err, done)
    cc("--targets=x86-64", "--levels=x86-64-v3,x86-64-v4", "-lineinfo",
       DATA / "levels.hip", "-o", "p", env={"QUERN_CPU_ENGINE": "packets"})
    image = json.loads(run(QUERN, "inspect", "--format", "json",
                           "p").out)["files"][0]["images"][0]
    must(image["target"] == "x86-64", image)
    for kernel in image["kernels"]:
        levels = [(e["isa"], e["symbol"]) for e in kernel["entries"]]
        must(levels == [(f"x86-64{v}", kernel["name"] + (f".x86-64{v}" if v
                                                         else ""))
                        for v in ("-v4", "-v3", "")], levels)
    # QEMU 7 knows no AVX-512, and errs with AVX2: there only what was chosen
    # counts.
    machines = [([], None)]
    if shutil.which("qemu-x86_64") and not SANITIZED:
        machines += [(["qemu-x86_64", "-cpu", "Nehalem"], ""),
                     (["qemu-x86_64", "-cpu", "Haswell"], ".x86-64-v3")]
    for emulator, level in machines:
        done = run(*emulator, "./p", env={"QUERN_LOG": "debug,cpu"})
        must(level == ".x86-64-v3" or
             (done.code == 0 and done.out == "10300 42\n"),
             f"{emulator}: {done}")
        must(level is None or f"'_Z3addPKfi{level}'" in done.err,
             f"{emulator}: {done}")


# Which wrong access of data/address.hip, what finds it, where.
WRONG_ACCESSES = [
    ("global", "heap-buffer-overflow", "global_loop", "(4,0,0)", "(0,0,0)"),
    ("shared", "use-after-poison", "shared_fiber", "(0,0,0)", "(7,0,0)"),
    ("dynamic", "use-after-poison", "dynamic", "(0,0,0)", "(7,0,0)"),
    ("variable", "global-buffer-overflow", "variable", "(0,0,0)", "(0,0,0)"),
    ("freed", "heap-use-after-free", "global_loop", "(0,0,0)", "(0,0,0)"),
]


def case_address_sanitizer():
    if SANITIZED:
        raise Skip("the libraries have a sanitizer of their own")
    # On one thread, so that the first block is the one that is reported.
    env = {"ASAN_OPTIONS": "detect_leaks=0:symbolize=0",
           "QUERN_CPU_THREADS": "1"}
    for level in ("-g", "-O2"):
        cc(level, "-fsanitize=address", DATA / "address.hip", "-o", "p")
        for kind, error, kernel, block, thread in WRONG_ACCESSES:
            done = run("./p", kind, env=env)
            must(done.code != 0 and error in done.err, f"{level} {kind}: {done}")
            must(re.search(rf"quern: in kernel '\S*{kernel}\S*', block "
                           rf"{re.escape(block)}, thread {re.escape(thread)}",
                           done.err), f"{level} {kind}: {done}")
        done = run("./p", "none", env=env)
        must(done.code == 0 and done.out == "clean\n", f"{level}: {done}")


def case_undefined_sanitizer():
    source = DATA / "undefined.hip"
    lines = {m.group(1).lower(): number for number, line
             in enumerate(source.read_text().splitlines(), 1)
             for m in [re.search(r"// (\w+)$", line)] if m}
    shutil.copy(source, "undefined.hip")
    for level in ("-O0", "-O2"):
        cc(level, "-fsanitize=undefined", "undefined.hip", "-o", "p")
        done = run("./p", "none")
        must(done.code == 0 and done.out == "clean\n", done)
        for kind, thread in (("index", 7), ("shift", 4), ("overflow", 0),
                             ("divide", 0)):
            done = run("./p", kind, env={"QUERN_LOG": "error"})
            must(done.code == 3 and f"undefined.hip:{lines[kind]}:" in done.err
                 and "undefined behaviour: " in done.err and
                 f"thread ({thread},0,0)" in done.err, f"{level} {kind}: {done}")


def case_shared_race():
    """A missing barrier is found, and told with both threads and lines."""
    source = DATA / "race.hip"
    lines = {m.group(1): number for number, line
             in enumerate(source.read_text().splitlines(), 1)
             for m in [re.search(r"// (\w+)$", line)] if m}
    shutil.copy(source, "race.hip")
    for level in ("-O0", "-O2"):
        cc(level, "-fsanitize=shared-race", "race.hip", "-o", "p")
        done = run("./p", "none")
        must(done.code == 0 and done.out == "clean\n" and not done.err, done)
        for kind, names in (("reduce", ["WRITTEN"]), ("warp", []),
                            ("overwrite", ["OVERWRITTEN", "STILL_READ"])):
            done = run("./p", kind)
            must(done.code == 3 and "quern: race on shared memory: in block "
                 "(0,0,0), thread (" in done.err and
                 "with no barrier between" in done.err, f"{level} {kind}: {done}")
            for name in names:
                must(f"race.hip:{lines[name]}:" in done.err,
                     f"{level} {kind}: {done}")


# ---- Our headers in precompiled form

VALUE = """#include <cassert>
#include <cstdio>
__global__ void k(int *p, float4 v, dim3 d) { assert(p); *p = v.x + d.y; }
int main() {
  int *p;
  if (cudaMallocManaged(&p, 4) != cudaSuccess)
    return 1;
  k<<<1, 1>>>(p, make_float4(3, 0, 0, 0), dim3(1, 4));
  cudaDeviceSynchronize();
#ifdef QN_TEST_MARK
  *p += QN_TEST_MARK;
#endif
  std::printf("%d\\n", *p);
}
"""


def rule_files(path):
    """The files that a rule names, each once whatever its path."""
    words = path.read_text().replace("\\\n", " ").split()[1:]
    return {os.path.realpath(w) for w in words}


def large(cache):
    """How many of the cache's entries have precompiled headers."""
    found = [p for p in (cache / "objects").rglob("*") if p.is_file()]
    return sum(p.stat().st_size > 1 << 20 for p in found)


def case_precompiled():
    """What a compilation gives is the same with our headers in precompiled form:
    without, at the first, the second (which makes them) and the third use."""
    cache = pathlib.Path("cache").resolve()
    pathlib.Path("a.cu").write_text(VALUE)
    # Of the device and of the host; the bitcode of -rdc has debug information,
    # and the device's are not used.
    for words, both in ((["-c"], 2), (["-c", "-rdc=true", "-DNDEBUG"], 1)):
        made = []
        rounds = [("off", 0), ("", 0), ("", both), ("", both)]
        before = large(cache)
        for mode, count in rounds:
            env = {"QUERN_CACHE": str(cache), "QUERN_PRECOMPILED": mode}
            cc("a.cu", "-o", "a.o", "-MD", "-MF", "a.d", *words, env=env)
            made.append((pathlib.Path("a.o").read_bytes(),
                         rule_files(pathlib.Path("a.d"))))
            must(large(cache) - before == count, f"{mode} {words}: {count}")
        for which, other in enumerate(made[1:], 1):
            must(other[0] == made[0][0], f"objects of {words}, {which}")
            must(other[1] == made[0][1],
                 f"rules of {words}, {which}: {other[1] ^ made[0][1]}")
    cc("a.cu", "-o", "p", env={"QUERN_CACHE": str(cache)})
    must_print("./p", "7\n")


def case_precompiled_messages():
    """What clang says is the same, also of our headers."""
    cache = pathlib.Path("cache").resolve()
    pathlib.Path("a.cu").write_text(VALUE + """#warning seen
__global__ void wrong(int *p) { int unused; *p = missing; }
""")
    for words in (["-Wall"], ["-D__forceinline__=}"]):
        said = []
        for mode in ("off", "", "", ""):
            env = {"QUERN_CACHE": str(cache), "QUERN_PRECOMPILED": mode}
            done = run(QUERN, "cc", "a.cu", "-c", "-o", "a.o", *words, env=env)
            must(done.code == 1 and done.err, done)
            said.append(done.err)
        must(said.count(said[0]) == 4, "\n".join(said))


def case_precompiled_changes():
    """They are made again when a header has changed, or one is found before it."""
    home = pathlib.Path("home").resolve()
    shutil.copytree(BUILD / "lib" / "quern", home / "lib" / "quern",
                    ignore=lambda folder, names: [
                        n for n in names if n in ("drop-in", "toolkit")])
    for name in ("libquern.so", "libquern.so.0", "libquernhip.so",
                 "libquernhip.so.0"):
        if (BUILD / "lib" / name).exists():
            shutil.copy(BUILD / "lib" / name, home / "lib" / name)
    header = home / "lib" / "quern" / "include" / "quern" / "device" / "index.h"
    text = header.read_text()
    pathlib.Path("a.cu").write_text(VALUE)
    env = {"QUERN_CACHE": str(pathlib.Path("cache").resolve()),
           "QUERN_HOME": str(home), "QUERN_PRECOMPILED": "first"}
    for mark in (None, 10, 20, None):
        header.write_text(text if mark is None else
                          f"{text}\n#undef QN_TEST_MARK\n"
                          f"#define QN_TEST_MARK {mark}\n")
        for _ in range(2):
            cc("a.cu", "-o", "p", env=env)
            must_print("./p", f"{7 + (mark or 0)}\n")
    # Of two working folders with the same words.
    for name, mark in (("one", 100), ("two", 200)):
        folder = pathlib.Path(name)
        (folder / "inc").mkdir(parents=True)
        shutil.copy("a.cu", folder)
        (folder / "inc" / "cmath").write_text(
            f"#include_next <cmath>\n#define QN_TEST_MARK {mark}\n")
        cc("a.cu", "-o", "p", "-Iinc", env=env, cwd=folder)
        must_print(str((folder / "p").resolve()), f"{7 + mark}\n")
        # Folders of the environment, which are no words of the command.
        cc("a.cu", "-o", "p", env=dict(env, CPATH=str(folder.resolve() / "inc")))
        must_print("./p", f"{7 + mark}\n")


def case_precompiled_at_once():
    """Many processes that begin together."""
    pathlib.Path("a.cu").write_text(VALUE)
    cache = pathlib.Path("cache").resolve()
    env = dict(os.environ, QUERN_CACHE=str(cache), QUERN_PRECOMPILED="first")
    for i in range(5):
        pathlib.Path(str(i)).mkdir()
    running = [subprocess.Popen([QUERN, "cc", "../a.cu", "-c", "-o", "a.o"],
                                env=env, cwd=str(i)) for i in range(5)]
    must(all(p.wait(TIMEOUT_S) == 0 for p in running))
    objects = {pathlib.Path(str(i), "a.o").read_bytes() for i in range(5)}
    must(len(objects) == 1, "objects differ")
    must(large(cache) == 2, "one for each side")


# ---- Compiling at run time

def case_rtc():
    cc(HERE / "rtc_test.c", "-o", "p")
    done = run("./p")
    must(done.code == 0, done)


def case_rtc_cache():
    """Compiled once; again when a file that was read has changed, or the entry
    was damaged."""
    cc(DATA / "rtc_cache.c", "-o", "p")
    cache = pathlib.Path("cache").resolve()
    header = pathlib.Path("value.h")
    on = {"QUERN_CACHE": str(cache), "QUERN_LOG": "debug",
          "QUERN_PRECOMPILED": "off"}

    def value(expected, hit, env=on):
        done = run("./p", env=env)
        must(done.code == 0 and done.out == f"{expected}\n", done)
        must(("was in the cache" in done.err) == hit, f"hit {hit}: {done}")

    header.write_text("#define VALUE 10\n")
    value(11, hit=False)
    value(11, hit=True)
    header.write_text("#define VALUE 20\n")
    value(21, hit=False)
    value(21, hit=True)
    entries = sorted((p for p in (cache / "objects").rglob("*") if p.is_file()),
                     key=lambda p: p.stat().st_mtime_ns, reverse=True)
    must(len(entries) == 2, entries)  # one for each header, the newer first
    content = bytearray(entries[0].read_bytes())
    for at in (0, len(content) // 2, len(content) - 1):
        damaged = bytearray(content)
        damaged[at] ^= 0x40
        entries[0].write_bytes(damaged)
        value(21, hit=False)
    entries[0].write_bytes(content[:len(content) // 2])
    value(21, hit=False)
    value(21, hit=True)
    shutil.rmtree(cache)
    value(21, hit=False, env=dict(on, QUERN_CACHE="off"))
    must(not cache.exists(), "a cache that is off writes nothing")
    # A folder that cannot be made is no failure.
    pathlib.Path("file").write_text("")
    value(21, hit=False, env=dict(on, QUERN_CACHE="file/cache"))


def case_rtc_without_tool():
    """Where the tool is not, compiling says so, and nothing crashes."""
    cc(HERE / "rtc_test.c", "-o", "p")
    os.makedirs("alone")
    for library in (BUILD / "lib").glob("libquern*.so*"):
        shutil.copy(library, "alone", follow_symlinks=False)
    done = run("./p", "--absent", env={"LD_LIBRARY_PATH": f"{os.getcwd()}/alone"})
    must(done.code == 0, done)


def main():
    for name in sys.argv[2:]:
        case = globals()[f"case_{name}"]
        with tempfile.TemporaryDirectory(prefix="quern-cc-") as folder:
            os.chdir(folder)
            try:
                case()
            except Skip as reason:
                print(f"skipped: {reason}")
                return 77
            except AssertionError as why:
                print(f"FAIL {name}: {why}")
                return 1
            finally:
                os.chdir("/")
    return 0


if __name__ == "__main__":
    sys.exit(main())
