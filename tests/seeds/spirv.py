# SPDX-License-Identifier: Apache-2.0
"""Document 004: how chipStar (CHIP-SPV) compiles HIP to SPIR-V."""

import os
import subprocess
from pathlib import Path

from support import must, need, shell

PROGRAM = """#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdio>
__device__ int calls;
__global__ void roots(float *x, int n) {
  extern __shared__ float part[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? sqrtf(x[i]) : 0;
  __syncthreads();
  if (i < n)
    x[i] = part[threadIdx.x] + rhypotf(3, 4);
  if (i == 0)
    calls = n;
}
int main() {
  float h[64], *d;
  int seen = 0;
  for (int i = 0; i < 64; ++i)
    h[i] = i * i;
  if (hipMalloc(&d, sizeof h))
    return 1;
  hipMemcpy(d, h, sizeof h, hipMemcpyHostToDevice);
  roots<<<2, 32, 32 * sizeof(float)>>>(d, 64);
  hipMemcpy(h, d, sizeof h, hipMemcpyDeviceToHost);
  if (hipMemcpyFromSymbol(&seen, HIP_SYMBOL(calls), sizeof seen) || seen != 64)
    return 2;
  for (int i = 0; i < 64; ++i)
    if (fabsf(h[i] - i - 0.2f) > 1e-5f)
      return 3;
  std::puts("right");
}
"""
# The document's command, whose paths are of another machine.
COMMAND = """hipcc -DLLVMHipPasses_EXPORTS -I/usr/lib/llvm-14/include -Wall \\
  -D__HIP_PLATFORM_SPIRV__= -x hip --target=x86_64-linux-gnu --offload=spirv64 \\
  -nohipwrapperinc --hip-path=/path/to/chip/build -std=c++17 -MD \\
  -MT samples/hipmath/CMakeFiles/hipmath.dir/hipmath.cc.o \\
  -MF CMakeFiles/hipmath.dir/hipmath.cc.o.d \\
  -o CMakeFiles/hipmath.dir/hipmath.cc.o -c samples/hipmath/hipmath.cc"""


def prepare():
    os.makedirs("samples/hipmath")
    os.makedirs("CMakeFiles/hipmath.dir")
    Path("samples/hipmath/hipmath.cc").write_text(PROGRAM)


def case_command():
    """The compilation's command, its steps, and the names in the object."""
    need("g++", "nm")
    prepare()
    shell(COMMAND)
    rule = Path("CMakeFiles/hipmath.dir/hipmath.cc.o.d").read_text()
    must(rule.startswith("samples/hipmath/CMakeFiles/hipmath.dir/hipmath.cc.o:"),
         rule)
    shell("hipcc CMakeFiles/hipmath.dir/hipmath.cc.o -o app")
    must(shell("./app", QUERN_DEVICE="cpu").out == "right\n")
    names = shell("nm -u CMakeFiles/hipmath.dir/hipmath.cc.o").out.split()
    for name in ("__hipRegisterFatBinary", "__hipRegisterFunction",
                 "__hipRegisterVar", "__hipUnregisterFatBinary"):
        must(name in names, name, names)
    done = shell(COMMAND + " -v --save-temps")
    for step in ("-triple spirv64", "-x hip", "-c"):
        must(step in done.err, step, done)
    left = sorted(p.name for p in Path(".").glob("hipmath*"))
    for suffix in (".ll", ".bc", ".hipfb"):
        must(any(name.endswith(suffix) for name in left), suffix, left)


def case_bundle():
    """Step 5's bundle: the same entries as clang-offload-bundler writes."""
    need("clang-offload-bundler-22", "spirv-val")
    prepare()
    shell("hipcc --targets=spirv64 --genco samples/hipmath/hipmath.cc -o b.hipfb")
    done = shell("clang-offload-bundler-22 --list --type=o --input=b.hipfb")
    must(sorted(done.out.split()) == ["hip-spirv64----generic",
                                      "host-x86_64-unknown-linux-gnu-"], done)
    shell("quern compile -x hip samples/hipmath/hipmath.cc -t spirv64 --emit image "
          "-o roots.spv && spirv-val roots.spv")


# What the nine passes are for, as one kernel each.
PASSES = """#include <hip/hip_runtime.h>
#include <cstdio>
__device__ int counter;
__global__ void aborts(int *x) { if (*x == 7) abort(); *x = 1; }
__global__ void dynamic(float *x) {
  extern __shared__ float part[];
  part[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = part[blockDim.x - 1 - threadIdx.x];
}
__global__ void global(int n) { atomicAdd(&counter, n); }
__global__ void prints(int n) { printf("%d of %s\\n", n, "prints"); }
__global__ void textures(hipTextureObject_t t, float *x) {
  x[threadIdx.x] = tex1Dfetch<float>(t, threadIdx.x);
}
__global__ void warps(float *x) {
  float v = x[threadIdx.x];
  for (int m = 16; m; m /= 2)
    v += __shfl_xor(v, m);
  x[threadIdx.x] = v;
}
__global__ void freezes(int *x, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    if (x[i] > 3)
      sum += i;
  x[0] = sum;
}
"""


def case_passes():
    """What chipStar's passes are for: each compiles to valid SPIR-V."""
    need("spirv-val")
    Path("passes.hip").write_text(PASSES)
    done = shell("quern compile passes.hip -t spirv64 --emit image -o p.spv\n"
                 "spirv-val --target-env spv1.3 p.spv\nquern inspect p.spv")
    for text in ("aborts(int*)", "void* __dynamic_shared", "counter",
                 "hipTextureObject_t t", "prints(int)", "freezes(int*, int)"):
        must(text in done.out, text, done)
    warps = next(line for line in done.out.splitlines() if "warps(float*)" in line)
    must(" 32 " in warps, warps)  # the sub-group that the kernel demands
    must(b"llvm.used" not in Path("p.spv").read_bytes())


def case_cuda():
    """CUDA sources without translation: nvcc stands where cuspv does."""
    need("g++")
    Path("a.cu").write_text(PROGRAM.replace("hip/hip_runtime.h", "cuda_runtime.h")
                            .replace("HIP_SYMBOL(calls)", "calls")
                            .replace("hip", "cuda"))
    shell("nvcc --offload-arch=spirv64 a.cu -o app")
    must(shell("./app", QUERN_DEVICE="cpu").out == "right\n")
    text = subprocess.run(["quern", "inspect", "app"], capture_output=True,
                          text=True, check=True).stdout
    must("spirv64" in text, text)
