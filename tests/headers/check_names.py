#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Macros of a program do not reach into our headers: all of them are read with
every name of names_begin.inc defined, on the device's side and on the host's, and
by a plain C compiler.

usage: check_names.py QUERN
"""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from check_includes import HERE, rows

INCLUDE = Path(__file__).resolve().parent.parent.parent / "include"
KERNEL = """
#if N != 5 || SIZE != 5 || value != 5
#error "the program's macros are gone"
#endif
extern "C" __global__ void %s(float *__p) {
  __shared__ float __kept[32];
  assert(__p);
  __kept[0] = atomicAdd(__p, fmaxf(1.0f, 2.0f));
  __syncthreads();
  __p[1] = __shfl_sync(~0u, __kept[0], 0) + rsqrtf(__p[2]) + %s;
}
"""
CUDA = KERNEL % ("__both", "CUDART_PI_F") + """
int main() {
  float *__p;
  if (cudaMalloc(&__p, 64) == cudaSuccess)
    __both<<<1, 32>>>(__p);
  return cudaDeviceSynchronize() != cudaSuccess;
}
"""
HIP = KERNEL % ("__both", "HIP_PI_F") + """
int main() {
  float *__p;
  if (hipMalloc(&__p, 64) == hipSuccess)
    hipLaunchKernelGGL(__both, dim3(1), dim3(32), 0, nullptr, __p);
  return hipDeviceSynchronize() != hipSuccess;
}
"""
LIBRARIES = "#include <hipblas.h>\n#include <rocblas.h>\n"
PLAIN = ("cuda_runtime_api.h", "cuda.h", "nvrtc.h", "hip/hip_runtime_api.h",
         "hip/hiprtc.h", "cublas_v2.h", "hipblas/hipblas.h",
         "rocblas/rocblas.h")


def names():
    """Those that are put by: brought back, too, each once, and no others."""
    device = INCLUDE / "quern" / "device"
    begin = (device / "names_begin.inc").read_text()
    end = (device / "names_end.inc").read_text()
    pushed = re.findall(r'^#pragma push_macro\("(\w+)"\)\n#undef \1$', begin, re.M)
    popped = re.findall(r'^#pragma pop_macro\("(\w+)"\)$', end, re.M)
    if pushed != popped or len(set(pushed)) != len(pushed) or \
            len(pushed) != len(re.findall("^#undef", begin, re.M)):
        sys.exit("names_begin.inc and names_end.inc differ")
    return pushed


def absent(quern):
    """The headers that need what this machine does not have."""
    needy = [n for n, mark, _ in rows(HERE / "cuda_names.txt") if mark == "?"]
    return [n for n in needy if "#error" in subprocess.run(
        [quern, "cc", "-x", "cu", "-fsyntax-only", "-"], capture_output=True,
        input=f"#include <{n}>\n", text=True, check=False).stderr]


def headers(folder, prefix, without):
    """All that programs include; compat headers of the C library are none, and
    cublas.h has functions of the same names as cublas_v2.h."""
    paths = [p for p in sorted((INCLUDE / folder).rglob("*"))
             if p.is_file() and p.name not in ["cublas.h", *without]]
    return "".join(f"#include <{prefix}{p.relative_to(INCLUDE / folder)}>\n"
                   for p in paths)


def run(what, *command, **more):
    """True when it went well; tells otherwise."""
    done = subprocess.run([str(w) for w in command], capture_output=True,
                          text=True, check=False, **more)
    if done.returncode == 0:
        return True
    print(f"FAIL {what}\n{done.stderr[:4000]}")
    return False


def main():
    quern = Path(sys.argv[1]).resolve()
    macros = [f"-D{name}=5" for name in names()]
    good = []
    without = absent(quern)
    with tempfile.TemporaryDirectory() as temp:
        folder = Path(temp)
        for source, text, target in (
                ("all.cu", headers("cuda", "", without) + CUDA, "x86-64"),
                ("all.hip", headers("hip", "hip/", without) + LIBRARIES + HIP,
                 "gfx942")):
            (folder / source).write_text(text)
            good.append(run(f"{source} for {target}", quern, "compile", "-O0",
                            "--no-cache", "-t", target, *macros, source, "-o",
                            "out", cwd=folder))
            good.append(run(f"{source} on the host's side", quern, "cc",
                            "-fsyntax-only", *macros, source, cwd=folder))
    includes = "".join(f"#include <{name}>\n" for name in PLAIN)
    for compiler in filter(shutil.which, ("gcc", "clang-22")):
        good.append(run(compiler, compiler, "-std=c11", "-Wall", "-Wextra",
                        "-pedantic", "-Werror", "-fsyntax-only",
                        f"-I{INCLUDE}/cuda", f"-I{INCLUDE}", *macros, "-x", "c",
                        "-", input=includes))
    # The C API has whole words for names: only letters are not in it.
    own = "".join(f"#include <{p.relative_to(INCLUDE)}>\n" for p in
                  sorted([*INCLUDE.glob("quern/*.h"), *INCLUDE.glob("metadata/*.h")]))
    good.append(run("the C API", "gcc", "-std=c11", "-fsyntax-only",
                    f"-I{INCLUDE}", *(m for m in macros if len(m) == 5), "-x",
                    "c", "-", input=own))
    print(f"{good.count(True)} passed, {good.count(False)} failed "
          f"({len(macros)} names)")
    return not all(good)


if __name__ == "__main__":
    sys.exit(main())
