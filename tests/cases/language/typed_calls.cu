// SPDX-License-Identifier: Apache-2.0
// Functions of the runtime that CUDA declares for typed pointers and for kernels,
// also for those of a template, beside their forms for void.
#include <cstring>

#include "program.h"

template <typename T, int N> __global__ void store(T *to) { to[0] = N; }

struct Counted {
  int *gone;
  ~Counted() { ++*gone; }
};

int main() {
  const char *name = nullptr;
  cudaKernel_t kernel = nullptr;
  cudaFunction_t function = nullptr;
  OK(cudaFuncGetName(&name, store<float, 3>));
  CHECK(name && std::strstr(name, "store"));
  OK(cudaFuncSetSharedMemConfig(store<float, 3>, cudaSharedMemBankSizeEightByte));
  OK(cudaFuncSetCacheConfig(store<float, 3>, cudaFuncCachePreferShared));
  OK(cudaGetKernel(&kernel, store<float, 3>));
  OK(cudaGetFuncBySymbol(&function, store<float, 3>));
  CHECK(kernel && function);

  size_t size = 0;
  int count = 0;
  cudaLaunchConfig_t config = {};
  config.gridDim = config.blockDim = dim3(1);
  OK(cudaOccupancyAvailableDynamicSMemPerBlock(&size, store<float, 3>, 1, 64));
  CHECK(size > 0);
  // Whether there are clusters is the device's affair, not the compiler's.
  (void)cudaOccupancyMaxActiveClusters(&count, store<float, 3>, &config);
  (void)cudaOccupancyMaxPotentialClusterSize(&count, store<float, 3>, &config);

  float *f;
  double *d;
  cudaMemPool_t pool;
  OK(cudaMallocPitch(&f, &size, 16, 4));
  OK(cudaFree(f));
  OK(cudaDeviceGetDefaultMemPool(&pool, 0));
  OK(cudaMallocAsync(&f, 16, cudaStream_t(0)));
  OK(cudaFreeAsync(f, 0));
  OK(cudaMallocFromPoolAsync(&f, 16, pool, 0));
  OK(cudaFreeAsync(f, 0));
  OK(cudaHostAlloc(&f, 16, 0));
  OK(cudaHostGetDevicePointer(&d, f, 0));
  OK(cudaFreeHost(f));

  int gone = 0;
  cudaUserObject_t object;
  OK(cudaUserObjectCreate(&object, new Counted{&gone}, 1,
                          cudaUserObjectNoDestructorSync));
  OK(cudaUserObjectRelease(object, 1));
  OK(cudaDeviceSynchronize());
  CHECK(gone == 1);

  cudaLibrary_t none = nullptr;
  void (*code)();
  CHECK(cudaLibraryGetGlobal(&f, &size, none, "x") != cudaSuccess);
  CHECK(cudaLibraryGetManaged(&d, &size, none, "x") != cudaSuccess);
  CHECK(cudaLibraryGetUnifiedFunction(&code, none, "x") != cudaSuccess);
  return 0;
}
