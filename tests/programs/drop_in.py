#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The libraries with the vendors' names: programs that a C compiler links with
them run, and programs that open them by name find the functions.

usage: drop_in.py BUILD CC
"""
import os
import re
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
    "libcufftw.so.12": ["fftw_plan_many_dft", "fftwf_execute"],
    "libnvblas.so.13": ["dgemm_", "zherk"],
    "libnvJitLink.so.12": ["nvJitLinkCreate", "__nvJitLinkComplete_12_0"],
    "libnvvm.so.4": ["nvvmCompileProgram", "nvvmLLVMVersion"],
    "libnvptxcompiler.so.13": ["nvPTXCompilerCompile"],
    "libnvJitLink.so.13": ["nvJitLinkVersion", "__nvJitLinkCreate_13_0"],
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


# What programs were linked with: a library's file, the version of its symbols
# (the vendors' as nm prints them), functions of it, and a program's body.
VERSIONED = [
    ("libcudart.so.12", "libcudart.so.12", "cudaGetDeviceCount",
     "int n = 0; return cudaGetDeviceCount(&n) || n < 1;"),
    ("libcudart.so.13", "libcudart.so.13", "cudaGetDeviceCount",
     "int n = 0; return cudaGetDeviceCount(&n) || n < 1;"),
    ("libcudart.so.11.0", "libcudart.so.11.0", "cudaGetDeviceCount",
     "int n = 0; return cudaGetDeviceCount(&n) || n < 1;"),
    ("libnvrtc.so.12", "libnvrtc.so.12", "nvrtcVersion",
     "int a = 0, b = 0; return nvrtcVersion(&a, &b) || a < 11;"),
    ("libnvJitLink.so.12", "libnvJitLink.so.12", "__nvJitLinkCreate_12_8",
     "void *h = 0; const char *o[] = {\"-arch=sm_80\"}; "
     "return __nvJitLinkCreate_12_8(&h, 1, o) || !h;"),
    ("libcublas.so.12", "libcublas.so.12", "cublasCreate_v2",
     "void *h = 0; return cublasCreate_v2(&h) || !h;"),
    ("libcublasLt.so.13", "libcublasLt.so.13", "cublasLtCreate",
     "void *h = 0; return cublasLtCreate(&h) || !h;"),
    ("libcufft.so.11", "libcufft.so.11", "cufftGetVersion",
     "int v = 0; return cufftGetVersion(&v) || v < 1000;"),
    ("libcufftw.so.11", "libcufftw.so.11", "fftw_plan_dft_1d",
     "static double x[16], y[16]; void *(*plan)() = (void *(*)())fftw_plan_dft_1d; "
     "return !plan(8, x, y, -1, 1);"),
    ("libnvblas.so.12", "libnvblas.so.12", "dgemm_",
     "int n = 1; double a = 2, b = 3, c = 0, one = 1; "
     "dgemm_(\"N\", \"N\", &n, &n, &n, &one, &a, &n, &b, &n, &one, &c, &n); "
     "return c != 6;"),
    ("libcurand.so.10", "libcurand.so.10", "curandGetVersion",
     "int v = 0; return curandGetVersion(&v) || v < 1000;"),
    ("libcusparse.so.12", "libcusparse.so.12", "cusparseCreate",
     "void *h = 0; return cusparseCreate(&h) || !h;"),
    ("libcusolver.so.11", "libcusolver.so.11", "cusolverDnCreate",
     "void *h = 0; return cusolverDnCreate(&h) || !h;"),
    ("libamdhip64.so.6", "hip_4.2", "hipGetDeviceCount",
     "int n = 0; return hipGetDeviceCount(&n) || n < 1;"),
    ("libamdhip64.so.7", "hip_7.1", "hipStreamGetId",
     "unsigned long long id; return hipStreamGetId(0, &id);"),
]
# HIP 5's numbers and layouts: of hipDeviceProp_t the name and gcnArchName, of
# hipPointerAttribute_t the type, 1 of device memory, 3 of managed memory, 0 of
# the host's, and unknown memory is an error.
HIP_5 = r"""
char p[792 + 64];
for (int i = 0; i < 64; ++i) p[792 + i] = 0x5a;
if (hipGetDeviceProperties(p, 0) || !p[0] || p[396] == 0) return 1;
for (int i = 0; i < 64; ++i) if (p[792 + i] != 0x5a) return 2;
int attributes[16], v = 0;
void *d = 0, *m = 0, *h = 0;
if (hipMalloc(&d, 64) || hipMallocManaged(&m, 64, 1) || hipHostMalloc(&h, 64, 0))
  return 3;
if (hipPointerGetAttributes(attributes, d) || attributes[0] != 1) return 4;
if (hipPointerGetAttributes(attributes, m) || attributes[0] != 3) return 5;
if (hipPointerGetAttributes(attributes, h) || attributes[0] != 0) return 6;
if (hipPointerGetAttributes(attributes, p) != 1) return 7;
if (hipRuntimeGetVersion(&v) || v / 10000000 != 5) return 8;
unsigned c[32] = {0}; /* HIP_MEMCPY3D: 8 bytes from the host to the device */
char from[16] = "0123456", to[16] = "";
*(void **)(c + 6) = from;
c[18] = 1; *(void **)(c + 22) = d; c[28] = 8; c[29] = 1; c[30] = 1;
if (hipDrvMemcpy3D(c) || hipMemcpy(to, d, 8, 2)) return 9;
return to[6] == '6' ? 0 : 10;
"""
HIP_5_NAMES = ["hipGetDeviceProperties", "hipMalloc", "hipMallocManaged",
               "hipHostMalloc", "hipPointerGetAttributes",
               "hipRuntimeGetVersion", "hipDrvMemcpy3D", "hipMemcpy"]

# CUDA's releases: cudaDeviceProp is as long as `size`, with the number of
# multiprocessors (attribute 16) at `processors`.
CUDA_PROPERTIES = r"""
char p[%(size)d + 64];
int count = 0, v = 0;
void *m = 0, *g = 0, *a = 0, *b = 0, *exec = 0, *from[2], *to[2];
unsigned long n = 2, id = 0;
for (int i = 0; i < (int)sizeof(p); ++i) p[i] = 0x5a;
if (%(get)s(p, 0) || cudaDeviceGetAttribute(&count, 16, 0)) return 1;
if (*(int *)(p + %(processors)d) != count || *(int *)(p + 308) != 32) return 2;
for (int i = 0; i < 64; ++i) if (p[%(size)d + i] != 0x5a) return 3;
if (cudaMallocManaged(&m, 4096, 1) || cudaGraphCreate(&g, 0) ||
    cudaGraphAddEmptyNode(&a, g, 0, 0l) || cudaGraphAddEmptyNode(&b, g, 0, 0l))
  return 4;
"""
# Two timelines, signalled and waited for by one call, with the structs of CUDA 10
# for the names without _v2: 32 bytes for a signal, 40 for a wait.
SEMAPHORES = r"""
unsigned long t[1], s[2];
unsigned long handle[4] = {9, 0, 0, 0}, signal[8] = {3, 0, 0, 0, 4};
unsigned long wait[10] = {3, 0, 0, 0, 0, 4}, longer[36] = {5};
int fds[2];
for (int i = 0; i < 2; ++i) {
  fds[i] = memfd_create("timeline", 0);
  *(int *)(handle + 1) = fds[i];
  if (ftruncate(fds[i], 8l) || cudaImportExternalSemaphore(s + i, handle)) return 20;
}
longer[18] = 6;
if (cudaSignalExternalSemaphoresAsync(s, signal, 2, 0l) ||
    cudaWaitExternalSemaphoresAsync_ptsz(s, wait, 2, 0l) ||
    cudaDeviceSynchronize())
  return 21;
for (int i = 0; i < 2; ++i)
  if (pread(fds[i], t, 8l, 0l) != 8 || t[0] != 3 + i) return 22;
if (cudaSignalExternalSemaphoresAsync_v2(s, longer, 2, 0l) || cudaDeviceSynchronize())
  return 23;
for (int i = 0; i < 2; ++i)
  if (pread(fds[i], t, 8l, 0l) != 8 || t[0] != 5 + i) return 24;
"""
GRAPH_END = r"""
if (n != 1 || from[0] != a || to[0] != b) return 7;
if (cudaGraphLaunch_ptsz(exec, 0l) || cudaStreamSynchronize_ptsz(0l)) return 8;
if (cudaMemsetAsync_ptsz(m, 5, 4096ul, 0l) || cudaMemcpy_ptds(&v, m, 4ul, 4))
  return 9;
return v == 0x05050505 ? 0 : 10;
"""
# No place of memory is device 7. A place is a struct of two ints: of a device 1.
CUDA_11 = CUDA_PROPERTIES % {"size": 728, "processors": 388,
                             "get": "cudaGetDeviceProperties"} + r"""
if (cudaMemPrefetchAsync(m, 4096l, 0, 0l) || !cudaMemPrefetchAsync(m, 4096l, 7, 0l))
  return 5;
if (cudaGraphAddDependencies(g, &a, &b, 1ul) || cudaGraphGetEdges(g, from, to, &n) ||
    cudaGraphInstantiate(&exec, g, &a, p, 64ul) || a || p[0] ||
    cudaStreamGetCaptureInfo(0l, &v, &id) || v)
  return 6;
a = from[0];
""" + SEMAPHORES + GRAPH_END
CUDA_12 = CUDA_PROPERTIES % {"size": 1032, "processors": 388,
                             "get": "cudaGetDeviceProperties_v2"} + r"""
char old[728 + 1] = ""; old[728] = 0x5a;
if (cudaGetDeviceProperties(old, 0) || old[728] != 0x5a || !old[0]) return 5;
if (cudaMemPrefetchAsync(m, 4096l, 0, 0l) || !cudaMemPrefetchAsync(m, 4096l, 7, 0l))
  return 5;
if (cudaGraphAddDependencies(g, &a, &b, 1ul) || cudaGraphGetEdges(g, from, to, &n) ||
    cudaGraphInstantiate(&exec, g, 0ul) ||
    cudaStreamGetCaptureInfo_v2(0l, &v, &id, 0l, 0l, 0l) || v)
  return 6;
""" + SEMAPHORES + GRAPH_END
CUDA_13 = CUDA_PROPERTIES % {"size": 1008, "processors": 384,
                             "get": "cudaGetDeviceProperties"} + r"""
char data[16];
const unsigned long device = 1ul, other = 1ul | 7ul << 32;
if (cudaMemPrefetchAsync(m, 4096l, device, 0, 0l) ||
    !cudaMemPrefetchAsync(m, 4096l, other, 0, 0l) || cudaMemAdvise(m, 4096l, 1, device))
  return 5;
for (int i = 0; i < 16; ++i) data[i] = 0x5a;
if (cudaGraphAddDependencies(g, &a, &b, 0l, 1ul) ||
    cudaGraphGetEdges(g, from, to, data, &n) || data[5] || data[8] != 0x5a ||
    cudaGraphInstantiate(&exec, g, 0ul) ||
    cudaStreamGetCaptureInfo(0l, &v, &id, 0l, 0l, 0l, 0l) || v)
  return 6;
""" + GRAPH_END
CUDA_RELEASES = [("libcudart.so.11.0", CUDA_11), ("libcudart.so.12", CUDA_12),
                 ("libcudart.so.13", CUDA_13)]


# Objects of our nvcc and hipcc, which makefiles link by the host's compiler.
KERNEL = """
%s
__device__ int add = 1;
__managed__ int factor = 2;
__global__ void work(int *p) { *p = *p * factor + add; }
int main() {
  int *p, result = 20;
  if (%sMalloc(&p, 4) || %sMemcpy(p, &result, 4, %sMemcpyHostToDevice))
    return 1;
  work<<<1, 1>>>(p);
  if (%sMemcpy(&result, p, 4, %sMemcpyDeviceToHost))
    return 2;
  return result == 41 ? 0 : 3;
}
"""
HIP_HEADER = "#include <hip/hip_runtime.h>"


def run(words, what):
    env = dict(os.environ, LD_LIBRARY_PATH=str(NAMES), QUERN_DEVICE="cpu")
    done = subprocess.run(words, env=env, capture_output=True, text=True)
    if done.returncode or done.stderr:
        sys.exit(f"{what}: exit {done.returncode}\n{done.stderr}")


def run_versioned(folder, library, version, names, body):
    """A program whose functions have versions, as those that were linked with
    the vendor's library have."""
    stand_in, program = folder / library, folder / f"{library}.program"
    script, source = folder / "versions", folder / "versioned.c"
    script.write_text(f"{version} {{ global: *; }};\n")
    source.write_text("".join(f"int {name}() {{ return 99; }}\n"
                              for name in names))
    subprocess.run([CC, "-w", "-shared", "-fPIC", source, "-o", stand_in,
                    f"-Wl,-soname,{library}",
                    f"-Wl,--version-script={script}"], check=True)
    source.write_text("".join(f"int {name}();\n" for name in names) +
                      f"int main(void) {{ {body} }}\n")
    subprocess.run([CC, "-w", source, stand_in, "-o", program], check=True)
    run([program], f"linked with {library}, version {version}")


def run_linked(folder, compiler, text, library, *options):
    tool = NAMES.parent / "toolkit" / "bin" / compiler
    source = folder / ("kernel.cu" if compiler == "nvcc" else "kernel.hip")
    made = folder / "kernel.o"
    source.write_text(text)
    done = subprocess.run([tool, "-c", source, "-o", made, "-Xcompiler=-fPIC",
                           *options], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{compiler}: {done.stderr}")
    for kind in (["-Wl,--no-undefined"], ["-shared", "-Wl,--no-undefined"]):
        subprocess.run([CC, made, "-o", folder / "linked", f"-L{NAMES}",
                        f"-l{library}", *kind], check=True)
        if "-shared" not in kind:
            run([folder / "linked"],
                f"{compiler}'s object, linked with -l{library}")


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
        cuda = KERNEL % ("", *["cuda"] * 5)
        run_linked(folder, "nvcc", cuda, "cudart")
        run_linked(folder, "nvcc", cuda, "cudart", "-default-stream=per-thread")
        run_linked(folder, "hipcc", KERNEL % (HIP_HEADER, *["hip"] * 5),
                   "amdhip64")
        for library, version, name, body in VERSIONED:
            run_versioned(folder, library, version, [name], body)
        run_versioned(folder, "libamdhip64.so.5", "hip_4.2", HIP_5_NAMES, HIP_5)
        for library, body in CUDA_RELEASES:
            run_versioned(folder, library, library,
                          sorted(set(re.findall(r"cuda\w+", body))), body)
        for name, symbols in OPENED.items():
            run([folder / "dl", name, *symbols], f"opening {name}")


main()
