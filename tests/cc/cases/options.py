# SPDX-License-Identifier: Apache-2.0
"""The options: what they mean, for nvcc, hipcc and clang, and wrong ones."""
import pathlib
import re

from support import QUERN, run, cc, must, commands


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
    for triple in ("spirv64", "spirv64-unknown-unknown"):
        device = commands("-c", "-x", "hip", f"--offload={triple}",
                          "-nohipwrapperinc", "a.cu")[0]
        must(len(device) == 2 and " -triple spirv64" in device[0] and
             "__QUERN_TARGET_CPU__" in device[1], device)
    for words in (["--targets=native", "-arch=sm_90"],
                  ["-arch=sm_90", "--targets=native"]):
        device = commands("-c", *words, "a.cu")[0]
        must("__QUERN_TARGET_CPU__" in device[-1] and
             not any("sm_90 " in line for line in device[:-1]), device)


WRONG = [
    (["a.cu", "--frobnicate"], "unknown option '--frobnicate'", "-Xcompiler"),
    (["a.cu", "--extended-lambd"], "unknown option", "--extended-lambda"),
    (["a.cu", "--offload-arch=gfx941x"], "gfx941x", "gfx94"),
    (["a.cu", "--offload=amdgcn-amd-amdhsa"], "expected --offload=spirv64",
     "--offload-arch"),
    (["a.cu", "--offload=spirv64,nvptx64"], "'--offload=nvptx64'",
     "--offload-arch"),
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
