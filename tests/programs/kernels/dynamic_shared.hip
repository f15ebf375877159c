// SPDX-License-Identifier: Apache-2.0
// Dynamic shared memory, up to all that a block may have.
#include <hip/hip_runtime.h>

#include "program.h"

extern __shared__ int cells[];

__global__ void reverse(int *p, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    cells[i] = p[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    p[i] = cells[n - 1 - i];
}
template <typename T> __global__ void typed(T *p) {
  HIP_DYNAMIC_SHARED(unsigned char, bytes);
  T *const own = (T *)bytes;
  __shared__ T fixed[64];
  own[threadIdx.x] = p[threadIdx.x];
  fixed[threadIdx.x] = p[threadIdx.x] * 2;
  __syncthreads();
  p[threadIdx.x] = own[63 - threadIdx.x] + fixed[threadIdx.x];
}

static void test_size(int bytes) {
  const int n = bytes / (int)sizeof(int);
  std::vector<int> h(n);
  int *p;
  for (int i = 0; i < n; ++i)
    h[i] = i;
  OK(hipMalloc(&p, bytes));
  OK(hipMemcpy(p, h.data(), bytes, hipMemcpyHostToDevice));
  reverse<<<1, 256, bytes>>>(p, n);
  OK(hipGetLastError());
  OK(hipMemcpy(h.data(), p, bytes, hipMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i)
    CHECK(h[i] == n - 1 - i);
  OK(hipFree(p));
}

int main() {
  int max = 0;
  OK(hipDeviceGetAttribute(&max, hipDeviceAttributeSharedMemPerBlockOptin, 0));
  test_size(4);
  test_size(16 << 10);
  test_size(48 << 10);
  OK(hipFuncSetAttribute((const void *)reverse,
                         hipFuncAttributeMaxDynamicSharedMemorySize, max));
  test_size(100 << 10 < max ? 100 << 10 : max);
  test_size(max);
  std::printf("%d bytes\n", max);
  double *p, h[64];
  for (int i = 0; i < 64; ++i)
    h[i] = i;
  OK(hipMalloc(&p, sizeof(h)));
  OK(hipMemcpy(p, h, sizeof(h), hipMemcpyHostToDevice));
  typed<double><<<1, 64, sizeof(h)>>>(p);
  OK(hipMemcpy(h, p, sizeof(h), hipMemcpyDeviceToHost));
  for (int i = 0; i < 64; ++i)
    CHECK(h[i] == 63 - i + 2 * i);
  OK(hipFree(p));
  return done();
}
