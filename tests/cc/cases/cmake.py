# SPDX-License-Identifier: Apache-2.0
"""Projects of CMake."""
import os
import pathlib
import shutil

from support import DATA, BUILD, Skip, run, must, must_print

# Where rocPRIM's headers may be: Debian's, and as tests/real/fetch.py has them.
ROCPRIM = [pathlib.Path("/usr/include"),
           pathlib.Path(os.environ.get("QUERN_REAL") or
                        pathlib.Path.home() / ".cache" / "quern" / "real") /
           "rocm" / "librocprim-dev" / "usr" / "include"]


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
  CUDA::nvtx3 CUDA::nvToolsExt CUDA::nvml CUDA::cupti
  CUDA::cuda_driver)
add_executable(cuda_archives libraries.cu)
target_link_libraries(cuda_archives PRIVATE CUDA::cublas_static
  CUDA::cublasLt_static CUDA::curand_static CUDA::cufft_static
  CUDA::cusparse_static CUDA::cusolver_static)
foreach(name IN ITEMS hip hipblas rocblas hiprand hipfft rocfft hipsparse
    rocsparse hipcub)
  find_package(${name} REQUIRED)
endforeach()
add_executable(hip_libraries libraries.cpp)
target_link_libraries(hip_libraries PRIVATE hip::host roc::hipblas roc::rocblas
  hip::hiprand hip::hipfft roc::rocfft roc::hipsparse roc::rocsparse
  hip::hipcub)
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
#if !__has_include(<hipcub/hipcub.hpp>)
#error "hip::hipcub does not give its headers"
#endif
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


HIPCUB_PROJECT = """cmake_minimum_required(VERSION 3.25)
project(sums LANGUAGES CXX HIP)
find_package(hipcub 2.10 REQUIRED)
add_executable(sums sums.hip)
target_link_libraries(sums PRIVATE hip::hipcub)
target_include_directories(sums PRIVATE ${ROCPRIM})
"""
HIPCUB_PROGRAM = """#include <cstdio>
#include <hipcub/hipcub.hpp>
__global__ void sum(int *to) {
  using Reduce = hipcub::BlockReduce<int, 64>;
  __shared__ typename Reduce::TempStorage storage;
  const int all = Reduce(storage).Sum((int)threadIdx.x);
  if (threadIdx.x == 0)
    *to = all;
}
int main() {
  int *to;
  if (hipMallocManaged(&to, sizeof(*to)))
    return 1;
  sum<<<1, 64>>>(to);
  if (hipDeviceSynchronize())
    return 1;
  std::printf("%d\\n", *to);
}
"""


def case_cmake_hipcub():
    """hipcub's package, by CMake's language HIP, where rocPRIM's headers are."""
    rocprim = next((f for f in ROCPRIM if (f / "rocprim").is_dir()), None)
    if not rocprim:
        raise Skip("no rocPRIM")
    if not shutil.which("cmake") or not shutil.which("ninja"):
        raise Skip("no cmake or ninja")
    pathlib.Path("CMakeLists.txt").write_text(HIPCUB_PROJECT)
    pathlib.Path("sums.hip").write_text(HIPCUB_PROGRAM)
    toolchain = BUILD / "lib" / "cmake" / "Quern" / "quern-toolchain.cmake"
    done = run("cmake", "-S", ".", "-B", "b", "-G", "Ninja",
               f"-DCMAKE_TOOLCHAIN_FILE={toolchain}", f"-DROCPRIM={rocprim}")
    must(done.code == 0, done)
    done = run("cmake", "--build", "b")
    must(done.code == 0, done)
    must_print("b/sums", "2016\n")
