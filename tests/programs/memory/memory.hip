// SPDX-License-Identifier: Apache-2.0
// Allocation of every kind, and what is said of addresses.
#include <hip/hip_runtime.h>

#include "program.h"

__global__ void fill(int *p, int n, int v) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = v + i;
}

static void check_filled(const int *p, int n, int v) {
  for (int i = 0; i < n; ++i)
    CHECK(p[i] == v + i);
}

int main() {
  enum { N = 1000 };
  int *device, *pinned, *managed, *out = (int *)malloc(N * sizeof(int));
  OK(hipMalloc(&device, N * sizeof(int)));
  CHECK((uintptr_t)device % 256 == 0);
  fill<<<4, 256>>>(device, N, 5);
  OK(hipMemcpy(out, device, N * sizeof(int), hipMemcpyDeviceToHost));
  check_filled(out, N, 5);
  OK(hipHostMalloc(&pinned, N * sizeof(int), hipHostMallocDefault));
  int *mapped;
  OK(hipHostGetDevicePointer((void **)&mapped, pinned, 0));
  fill<<<4, 256>>>(mapped, N, 7);
  OK(hipDeviceSynchronize());
  check_filled(pinned, N, 7);
  OK(hipMallocManaged(&managed, N * sizeof(int)));
  managed[0] = -1;
  fill<<<4, 256>>>(managed, N, 9);
  OK(hipDeviceSynchronize());
  check_filled(managed, N, 9);
  OK(hipHostRegister(out, N * sizeof(int), hipHostRegisterDefault));
  FAILS(hipHostRegister(out, N * sizeof(int), hipHostRegisterDefault),
        hipErrorHostMemoryAlreadyRegistered);
  OK(hipHostGetDevicePointer((void **)&mapped, out, 0));
  fill<<<4, 256>>>(mapped, N, 11);
  OK(hipDeviceSynchronize());
  check_filled(out, N, 11);
  OK(hipHostUnregister(out));
  FAILS(hipHostUnregister(out), hipErrorHostMemoryNotRegistered);
  hipPointerAttribute_t a;
  OK(hipPointerGetAttributes(&a, device + 10));
  CHECK(a.type == hipMemoryTypeDevice && a.device == 0);
  OK(hipPointerGetAttributes(&a, pinned));
  CHECK(a.type == hipMemoryTypeHost && a.hostPointer == pinned);
  OK(hipPointerGetAttributes(&a, managed));
  CHECK(a.isManaged);
  OK(hipPointerGetAttributes(&a, &a));
  CHECK(a.type == hipMemoryTypeUnregistered);
  hipDeviceptr_t base;
  size_t size, left, total;
  OK(hipMemGetAddressRange(&base, &size, device + 99));
  CHECK(base == device && size == N * sizeof(int));
  OK(hipMemGetInfo(&left, &total));
  CHECK(left <= total && left > 0);
  void *none = &none;
  OK(hipMalloc(&none, 0));
  CHECK(!none);
  FAILS(hipMalloc(&none, (size_t)1 << 62), hipErrorOutOfMemory);
  void *pitched;
  size_t pitch;
  OK(hipMallocPitch(&pitched, &pitch, 100, 10));
  CHECK(pitch >= 100);
  OK(hipFree(pitched));
  OK(hipFree(nullptr));
  OK(hipFree(device));
  FAILS(hipFree(device), hipErrorInvalidValue);
  OK(hipFree(managed));
  FAILS(hipFree(pinned), hipErrorInvalidValue);
  OK(hipHostFree(pinned));
  unsigned flags;
  FAILS(hipHostGetFlags(&flags, pinned), hipErrorInvalidValue);
  free(out);
  return done();
}
