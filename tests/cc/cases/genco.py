# SPDX-License-Identifier: Apache-2.0
"""Device code alone, as hipcc writes it: --genco is clang's --cuda-device-only,
and clang 22 beside is asked what that writes."""
import json
import os
import pathlib
import shutil
import subprocess

from support import QUERN, Skip, cc, inspect, must, run

# What clang compiles without headers, and hipcc with its own before it.
SOURCE = """#ifndef __global__
#define __global__ __attribute__((global))
#endif
extern "C" __global__ void twice(float *x, int n) { x[n - 1] *= 2; }
"""
FIRST = "--offload-arch=gfx942"
SECOND = "--offload-arch=gfx90a"
NAMED = ["-o", "out"]
# Options, and the targets: each file by each rule once.
FORMS = [
    ("", [FIRST], []),
    ("", [SECOND, FIRST], NAMED),
    ("--no-gpu-bundle-output", [SECOND, FIRST], []),
    ("--no-gpu-bundle-output", [FIRST], NAMED),
    ("--no-gpu-bundle-output", [SECOND, FIRST], NAMED),
    ("-c", [FIRST], []),
    ("-S", [SECOND, FIRST], []),
    ("-S", [SECOND, FIRST], NAMED),
    ("-S --gpu-bundle-output", [SECOND, FIRST], []),
    ("-S -emit-llvm", [FIRST], []),
    ("-S -emit-llvm --gpu-bundle-output", [FIRST], []),
    ("-c -emit-llvm", [FIRST], []),
    ("-c -emit-llvm --gpu-bundle-output", [SECOND, FIRST], []),
    ("-fgpu-rdc", [FIRST], []),
    ("-fgpu-rdc --no-gpu-bundle-output", [SECOND, FIRST], []),
    ("-c -fgpu-rdc", [FIRST], []),
]


def tool(name):
    tools = json.loads(run(QUERN, "doctor", "--format", "json").out)["tools"]
    path = next((t["path"] for t in tools if t["name"] == name), None)
    path = path or shutil.which(name + "-22") or shutil.which(name)
    if not path:
        raise Skip(f"there is no {name}")
    return path


def unbundle(*words):
    """It calls llvm-objcopy by that name, which is beside it alone on some machines."""
    bundler = tool("clang-offload-bundler")
    beside = pathlib.Path(bundler).resolve().parent
    subprocess.run([bundler, "--unbundle", *words], check=True,
                   env=dict(os.environ, PATH=f"{beside}:{os.environ['PATH']}"))


def hipcc(*words, **more):
    return cc("--as", "hipcc", "--genco", *words, **more)


def bundled(path):
    """What clang-offload-bundler lists; text has a type of its own."""
    text = pathlib.Path(path).read_bytes()[:200]
    kind = "o"
    if b"OFFLOAD_BUNDLE____START__" in text:
        kind = "s" if text.lstrip().startswith(b"#") else "ll"
    done = subprocess.run([tool("clang-offload-bundler"), "--list",
                           f"--type={kind}", f"--input={path}"],
                          capture_output=True, check=False)
    # clang's bundles of bitcode have no host and no version.
    return sorted(i.replace("hipv4-", "hip-")
                  for i in done.stdout.decode().split()
                  if not i.startswith("host-"))


def kind_of(path):
    head = pathlib.Path(path).read_bytes()[:64].lstrip()
    for kind, begins in (("elf", b"\x7fELF"), ("bundle", b"__CLANG_OFF"),
                         ("bitcode", b"BC\xc0\xde"),
                         ("llvm", b"; ModuleID"), ("text", b"# __CLANG"),
                         ("text", b"; __CLANG")):
        if head.startswith(begins):
            return kind
    return "assembly"


def written(folder, compile_there):
    """Each file that it writes in an empty folder, or that it failed."""
    os.mkdir(folder)
    os.chdir(folder)
    try:
        code = compile_there().code
        return (code != 0, {p.name: (kind_of(p), bundled(p))
                            for p in sorted(pathlib.Path(".").iterdir())})
    finally:
        os.chdir("..")


def case_genco_as_clang():
    """Files, their names, kinds and entries."""
    clang = tool("clang")
    pathlib.Path("a.hip").write_text(SOURCE)
    theirs = [clang, "-x", "hip", "-nogpulib", "-nogpuinc", "-nostdinc",
              "--no-offload-new-driver", "--cuda-device-only"]
    for i, (mode, targets, output) in enumerate(FORMS):
        words = [*mode.split(), *targets, *output, "../a.hip"]
        ours = written(f"ours{i}", lambda w=words: run(
            QUERN, "cc", "--as", "hipcc", "--genco", *w))
        clangs = written(f"clang{i}", lambda w=words: run(*theirs, *w))
        must(ours == clangs, f"{words}:\n{ours}\nclang:\n{clangs}")


def case_genco_forms():
    """Both spellings, the order of options, and what is refused."""
    pathlib.Path("a.cpp").write_text(SOURCE)
    name = "a.cpp-hip-amdgcn-amd-amdhsa.hipfb"
    hipcc(FIRST, "a.cpp")
    first = pathlib.Path(name).read_bytes()
    os.remove(name)
    cc("--as", "hipcc", "-c", "--offload-device-only", FIRST, "a.cpp")
    must(pathlib.Path(name).read_bytes() == first)
    # The mode does not depend on which of the two comes first.
    for words in (["--genco", "-S"], ["-S", "--genco"]):
        cc("--as", "hipcc", *words, FIRST, "a.cpp", "-o", "a.s")
        must("amdgcn-amd-amdhsa--gfx942" in pathlib.Path("a.s").read_text())
    # Each input has a file of its own, unless one name is given for all.
    pathlib.Path("b.cpp").write_text(SOURCE)
    hipcc(FIRST, "a.cpp", "b.cpp")
    must(pathlib.Path("b.cpp-hip-amdgcn-amd-amdhsa.hipfb").exists())
    for words, why in (
            (["a.cpp", "b.cpp", "-o", "x"], "'-o' names one file"),
            (["-emit-llvm", "a.cpp"], "'-emit-llvm' needs -S or -c"),
            (["-S", SECOND, "a.cpp", "-o", "x"], "2 targets give one each"),
            (["-fhip-emit-relocatable", "a.cpp"], "is not supported"),
            (["-E", "a.cpp"], "the preprocessor runs for the host only")):
        done = run(QUERN, "cc", "--as", "hipcc", "--genco", FIRST, *words)
        must(done.code == 2 and why in done.err, f"{words}: {done}")
        must(not pathlib.Path("x").exists())


def case_genco_tools():
    """A code object and a bundle of it are read by LLVM's tools and ours."""
    pathlib.Path("a.hip").write_text(SOURCE)
    hipcc(FIRST, "a.hip", "-o", "a.hipfb")
    hipcc(FIRST, "--no-gpu-bundle-output", "a.hip", "-o", "a.hsaco")
    for path in ("a.hipfb", "a.hsaco"):
        must(inspect(path) == {"gfx942": ["twice"]}, path)
    notes = subprocess.run([tool("llvm-readelf"), "--notes", "a.hsaco"],
                           capture_output=True, check=True).stdout.decode()
    must("amdhsa.target:" in notes and "twice" in notes, notes)
    unbundle("--type=o", "--targets=hipv4-amdgcn-amd-amdhsa--gfx942",
             "--input=a.hipfb", "--output=out.hsaco")
    must(pathlib.Path("out.hsaco").read_bytes() ==
         pathlib.Path("a.hsaco").read_bytes())
    # Text of two targets, taken apart again.
    hipcc(FIRST, SECOND, "-S", "--gpu-bundle-output", "a.hip", "-o", "both.s")
    hipcc(FIRST, "-S", "a.hip", "-o", "one.s")
    unbundle("--type=s", "--targets=hip-amdgcn-amd-amdhsa--gfx942",
             "--input=both.s", "--output=out.s")
    must(pathlib.Path("out.s").read_text().strip() ==
         pathlib.Path("one.s").read_text().strip())
    # Bitcode is what llvm-dis reads, of the code that -S shows.
    hipcc(FIRST, "-c", "-emit-llvm", "a.hip", "-o", "a.bc")
    text = subprocess.run([tool("llvm-dis"), "a.bc", "-o", "-"],
                          capture_output=True, check=True).stdout.decode()
    must("amdgpu_kernel void @twice" in text, text)


def case_genco_links():
    """-fgpu-rdc without -c links the inputs' device code."""
    pathlib.Path("a.hip").write_text(
        "__device__ int half(int);\n"
        'extern "C" __global__ void k(int *p) { *p = half(*p); }\n')
    pathlib.Path("b.hip").write_text(
        "__device__ int half(int x) { return x / 2; }\n")
    hipcc("-fgpu-rdc", FIRST, "a.hip", "b.hip", "-o", "all.hipfb")
    must(inspect("all.hipfb") == {"gfx942": ["k"]})
    hipcc("-fgpu-rdc", FIRST, "--no-gpu-bundle-output", "a.hip", "b.hip", "-o",
          "all.hsaco")
    must(kind_of("all.hsaco") == "elf")
    must(inspect("all.hsaco") == {"gfx942": ["k"]})


LOADER = """#include <hip/hip_runtime.h>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <cstring>
int main(int argc, char **argv) {
  hipModule_t module;
  hipFunction_t kernel;
  float host[4] = {1, 2, 3, 4}, *memory;
  int n = 4;
  std::ifstream file(argv[1], std::ios::binary);
  std::string image(std::istreambuf_iterator<char>(file), {});
  if (argc != 3 || (std::strcmp(argv[2], "file") == 0
                        ? hipModuleLoad(&module, argv[1])
                        : hipModuleLoadData(&module, image.data())))
    return 1;
  if (hipModuleGetFunction(&kernel, module, "twice") ||
      hipMalloc((void **)&memory, sizeof(host)) ||
      hipMemcpy(memory, host, sizeof(host), hipMemcpyHostToDevice))
    return 2;
  void *args[] = {&memory, &n};
  if (hipModuleLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, 0, args, 0) ||
      hipMemcpy(host, memory, sizeof(host), hipMemcpyDeviceToHost))
    return 3;
  std::printf("%g %g\\n", host[2], host[3]);
  return 0;
}
"""


def case_genco_loads():
    """On this CPU: a bundle, a code object, linked code, with and without a
    named target."""
    pathlib.Path("a.hip").write_text(SOURCE)
    pathlib.Path("load.cpp").write_text(LOADER)
    cc("--as", "hipcc", "load.cpp", "-o", "load")
    named = ["--targets=native"]
    forms = {"plain": [], "bundle": named,
             "image": [*named, "--no-gpu-bundle-output"],
             "linked": [*named, "-fgpu-rdc"],
             "linked-image": [*named, "-fgpu-rdc", "--no-gpu-bundle-output"],
             "small": [*named, "--offload-compress"]}
    for form, words in forms.items():
        hipcc(*words, "a.hip", "-o", form)
        for way in ("file", "data"):
            done = run("./load", form, way, env={"QUERN_DEVICE": "cpu"})
            must(done.code == 0 and done.out == "3 8\n", f"{form} {way}: {done}")
