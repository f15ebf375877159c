// SPDX-License-Identifier: Apache-2.0
// Attributes of functions, occupancy, limits of launches.
#include <hip/hip_runtime.h>

#include "program.h"

__global__ void plain(float *p) { p[threadIdx.x] = 1; }
__global__ void __launch_bounds__(128) bounded(float *p) { p[threadIdx.x] = 2; }
__global__ void shares(float *p) {
  __shared__ float cells[1024];
  cells[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = cells[blockDim.x - 1 - threadIdx.x];
}
extern __shared__ char dynamic[];
__global__ void asks(char *p) {
  dynamic[threadIdx.x] = 1;
  p[threadIdx.x] = dynamic[threadIdx.x];
}

int main() {
  hipFuncAttributes a;
  int value = 0, grid = 0, block = 0, few = 0, many = 0;
  OK(hipFuncGetAttributes(&a, (const void *)plain));
  CHECK(a.maxThreadsPerBlock >= 256 && a.sharedSizeBytes == 0);
  OK(hipFuncGetAttributes(&a, (const void *)bounded));
  CHECK(a.maxThreadsPerBlock == 128);
  OK(hipFuncGetAttributes(&a, (const void *)shares));
  CHECK(a.sharedSizeBytes == 4096);
  FAILS(hipFuncGetAttributes(&a, (const void *)&value),
        hipErrorInvalidDeviceFunction);
  FAILS(hipFuncGetAttributes(nullptr, (const void *)plain),
        hipErrorInvalidValue);
  hipFunction_t f;
  OK(hipGetFuncBySymbol(&f, (const void *)shares));
  OK(hipFuncGetAttribute(&value, HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, f));
  CHECK(value == 4096);

  OK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&few, asks, 1024, 0));
  OK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&many, asks, 64, 0));
  CHECK(few >= 1 && many >= few);
  OK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&few, asks, 64, 48 << 10));
  CHECK(few >= 1 && few <= many);
  OK(hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      &few, asks, 64, 0, hipOccupancyDefault));
  CHECK(few == many);
  FAILS(hipOccupancyMaxActiveBlocksPerMultiprocessor(&few, asks, 0, 0),
        hipErrorInvalidValue);
  OK(hipOccupancyMaxPotentialBlockSize(&grid, &block, plain, 0, 0));
  CHECK(grid >= 1 && block >= 32 && block <= 1024);
  OK(hipOccupancyMaxPotentialBlockSize(&grid, &block, plain, 0, 100));
  CHECK(block <= 100);
  OK(hipOccupancyMaxPotentialBlockSize(&grid, &block, bounded, 0, 0));
  CHECK(block <= 128);

  (void)hipGetLastError();

  // Launch limits are those that the device tells.
  hipDeviceProp_t device;
  OK(hipGetDeviceProperties(&device, 0));
  float *p;
  OK(hipMalloc(&p, 4096 * sizeof(float)));
  plain<<<1, device.maxThreadsPerBlock>>>(p);
  OK(hipGetLastError());
  plain<<<1, device.maxThreadsPerBlock + 1>>>(p);
  FAILS(hipGetLastError(), hipErrorInvalidConfiguration);
  bounded<<<1, 128>>>(p);
  OK(hipGetLastError());
  bounded<<<1, 129>>>(p);
  CHECK(hipGetLastError() != hipSuccess);
  plain<<<1, dim3(1, 1, device.maxThreadsDim[2] + 1)>>>(p);
  CHECK(hipGetLastError() != hipSuccess);
  plain<<<dim3(1, 65536), 32>>>(p);
  CHECK(hipGetLastError() != hipSuccess);

  // More dynamic shared memory than by default needs the attribute.
  const int max = (int)device.sharedMemPerBlockOptin;
  CHECK(max >= 64 << 10);
  char *bytes;
  OK(hipMalloc(&bytes, 1024));
  asks<<<1, 32, max + 4096>>>(bytes);
  CHECK(hipGetLastError() != hipSuccess);
  OK(hipFuncSetAttribute((const void *)asks,
                         hipFuncAttributeMaxDynamicSharedMemorySize, max));
  asks<<<1, 32, max>>>(bytes);
  OK(hipGetLastError());
  OK(hipDeviceSynchronize());
  CHECK(hipFuncSetAttribute((const void *)asks,
                            hipFuncAttributeMaxDynamicSharedMemorySize,
                            max + 4096) != hipSuccess);
  OK(hipFuncSetCacheConfig((const void *)asks, hipFuncCachePreferShared));
  OK(hipFuncSetSharedMemConfig((const void *)asks,
                               hipSharedMemBankSizeFourByte));
  OK(hipFree(p));
  OK(hipFree(bytes));
  return done();
}
