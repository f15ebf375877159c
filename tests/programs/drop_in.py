#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The libraries with the vendors' names: programs that a C compiler links with
them run, and programs that open them by name find the functions.

usage: drop_in.py BUILD CC
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

BUILD = Path(sys.argv[1]).resolve()
CC = sys.argv[2]
NAMES = BUILD / "lib" / "quern" / "drop-in"
INCLUDE = Path(__file__).resolve().parent.parent.parent / "include"

RUNTIME = """
#include <cuda_runtime_api.h>
#include <string.h>
int main(void) {
  int in = 7, out = 0, count = 0;
  void *block;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count < 1)
    return 1;
  if (cudaMalloc(&block, 4) || cudaMemcpy(block, &in, 4, cudaMemcpyDefault) ||
      cudaMemcpy(&out, block, 4, cudaMemcpyDefault) || cudaFree(block))
    return 2;
  if (strcmp(cudaGetErrorName(cudaSetDevice(99)), "cudaErrorInvalidDevice"))
    return 3;
  return out == 7 ? 0 : 4;
}
"""
DRIVER = """
#include <cuda.h>
int main(void) {
  unsigned in = 7, out = 0;
  CUdeviceptr block;
  CUdevice device;
  CUcontext context;
  if (cuInit(0) || cuDeviceGet(&device, 0) ||
      cuCtxCreate(&context, 0, device) || cuMemAlloc(&block, 4))
    return 1;
  if (cuMemcpyHtoD(block, &in, 4) || cuMemcpyDtoH(&out, block, 4) ||
      cuMemFree(block) || cuCtxDestroy(context))
    return 2;
  return out == 7 ? 0 : 3;
}
"""
HIP = """
#define __HIP_PLATFORM_AMD__ 1
#include <hip/hip_runtime_api.h>
int main(void) {
  int in = 7, out = 0;
  void *block;
  if (hipMalloc(&block, 4) || hipMemcpy(block, &in, 4, hipMemcpyDefault) ||
      hipMemcpy(&out, block, 4, hipMemcpyDefault) || hipFree(block))
    return 1;
  return out == 7 ? 0 : 2;
}
"""
NVRTC = """
#include <nvrtc.h>
int main(void) {
  int major = 0, minor = 0;
  return nvrtcVersion(&major, &minor) == NVRTC_SUCCESS && major > 10 ? 0 : 1;
}
"""
HIPRTC = """
#define __HIP_PLATFORM_AMD__ 1
#include <hip/hiprtc.h>
int main(void) {
  int major = 0, minor = 0;
  return hiprtcVersion(&major, &minor) == HIPRTC_SUCCESS && major > 5 ? 0 : 1;
}
"""
# By the names that vendors' own programs have in them.
OPENED = {
    "libcudart.so.12": ["cudaMalloc", "cudaGraphLaunch", "cudaMemcpy_spt"],
    "libcudart.so.13": ["cudaMalloc"], "libcudart.so": ["cudaMalloc"],
    "libcuda.so.1": ["cuInit", "cuMemAlloc_v2", "cuGetProcAddress_v2"],
    "libcuda.so": ["cuInit"],
    "libamdhip64.so": ["hipMalloc", "hiprtcVersion"],
    "libamdhip64.so.6": ["hipMalloc", "hipMemcpy_spt"],
    "libamdhip64.so.7": ["hipMalloc", "__hipRegisterFatBinary"],
    "libnvrtc.so.12": ["nvrtcCompileProgram"],
    "libhiprtc.so.6": ["hiprtcCompileProgram"],
}
OPEN = """
#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char **argv) {
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "%s\\n", dlerror());
    return 1;
  }
  for (int i = 2; i < argc; ++i)
    if (!dlsym(library, argv[i])) {
      fprintf(stderr, "%s\\n", dlerror());
      return 2;
    }
  int (*init)(unsigned) = (int (*)(unsigned))dlsym(library, "cuInit");
  int (*count)(int *) = (int (*)(int *))dlsym(library, "cudaGetDeviceCount");
  int n = 0;
  if ((init && init(0)) || (count && (count(&n) || n < 1)))
    return 3;
  return 0;
}
"""


def run(words, what):
    env = dict(os.environ, LD_LIBRARY_PATH=str(NAMES), QUERN_DEVICE="cpu")
    done = subprocess.run(words, env=env, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{what}: exit {done.returncode}\n{done.stderr}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for library, text in (("cudart", RUNTIME), ("cuda", DRIVER),
                              ("amdhip64", HIP), ("nvrtc", NVRTC),
                              ("hiprtc", HIPRTC), ("dl", OPEN)):
            source = folder / f"{library}.c"
            source.write_text(text)
            subprocess.run([CC, source, "-o", folder / library, f"-L{NAMES}",
                            f"-I{INCLUDE}/cuda", f"-I{INCLUDE}",
                            f"-l{library}"], check=True)
            if library != "dl":
                run([folder / library], f"linked with -l{library}")
        for name, symbols in OPENED.items():
            run([folder / "dl", name, *symbols], f"opening {name}")


main()
