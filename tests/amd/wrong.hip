// SPDX-License-Identifier: Apache-2.0
// Kernels that are wrong, each in its way, for wrong.py. usage: wrong WHAT
#include <hip/hip_runtime.h>
#include <stdio.h>
#include <string.h>

__global__ void outside(int *to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i + n] = i; // HERE outside
}

__global__ void endless(volatile int *flag) {
  while (*flag == 0) // HERE endless
    ;
}

__global__ void waits(const int *from, int *to) {
#ifdef __AMDGCN__
  int a, b;
#if WAVE == 32
  asm volatile("global_load_b32 %0, %2, off\n\tv_add_nc_u32 %1, %0, 1\n\t"
               "s_waitcnt vmcnt(0)"
#else
  asm volatile("global_load_dword %0, %2, off\n\tv_add_u32 %1, %0, 1\n\t"
               "s_waitcnt vmcnt(0)"
#endif
               : "=&v"(a), "=&v"(b)
               : "v"(from + threadIdx.x));
  to[threadIdx.x] = a + b;
#endif
}

__global__ void unknown(int *to) {
#ifdef __AMDGCN__
  int a;
  asm volatile("v_mqsad_u32_u8 v[40:43], v[44:45], %1, v[48:51]\n\t"
               "v_mov_b32 %0, 0\n\t"
               "s_waitcnt vmcnt(0)"
               : "=v"(a)
               : "v"(threadIdx.x)
               : "v40", "v41", "v42", "v43");
  to[threadIdx.x] = a;
#endif
}

// Of which block 1 goes beyond its shared memory, also before it.
extern __shared__ int dynamic[];

__device__ int wander(volatile int *s, int from, bool reads) {
  if (blockIdx.x != 1)
    return 0;
  if (reads)
    return s[from + (int)threadIdx.x]; // HERE beyond read
  s[from + (int)threadIdx.x] = 1; // HERE beyond write
  return 0;
}

__global__ void beyond(int *to, int from, bool reads) {
  dynamic[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const int got = wander(dynamic, from, reads);
  to[threadIdx.x] = got + dynamic[63 - threadIdx.x];
}

__global__ void beyond_fixed(int *to, int from, bool reads) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const int got = wander(s, from, reads);
  to[threadIdx.x] = got + s[63 - threadIdx.x];
}

__global__ void beyond_atomic(int *to, int from) {
  dynamic[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (blockIdx.x == 1)
    atomicAdd(&dynamic[from + (int)threadIdx.x], 1);
  __syncthreads();
  to[threadIdx.x] = dynamic[63 - threadIdx.x];
}

// Memory that kernels may only read.
static int *map_for_reading(size_t size) {
  void *at = NULL;
  hipMemGenericAllocationHandle_t handle;
  hipMemAllocationProp properties = {};
  properties.type = hipMemAllocationTypePinned;
  properties.location = {hipMemLocationTypeDevice, 0};
  hipMemAccessDesc access = {{hipMemLocationTypeDevice, 0},
                             hipMemAccessFlagsProtRead};
  if (hipMemAddressReserve(&at, size, 0, NULL, 0) != hipSuccess ||
      hipMemCreate(&handle, size, &properties, 0) != hipSuccess ||
      hipMemMap(at, size, 0, handle, 0) != hipSuccess ||
      hipMemSetAccess(at, size, &access, 1) != hipSuccess)
    return NULL;
  return (int *)at;
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  enum { COUNT = 256 };
  int *to;
  if (hipMalloc((void **)&to, COUNT * sizeof(*to)) != hipSuccess ||
      hipMemset(to, 0, COUNT * sizeof(*to)) != hipSuccess)
    return 1;
  if (strcmp(what, "outside") == 0)
    hipLaunchKernelGGL(outside, dim3(2), dim3(128), 0, 0, to, 5);
  else if (strcmp(what, "reading") == 0)
    hipLaunchKernelGGL(outside, dim3(2), dim3(128), 0, 0,
                       map_for_reading(4 << 20), 0);
  else if (strcmp(what, "beyond") == 0)
    hipLaunchKernelGGL(beyond, dim3(2), dim3(64), 256, 0, to, 64, false);
  else if (strcmp(what, "beyond_read") == 0)
    hipLaunchKernelGGL(beyond, dim3(2), dim3(64), 256, 0, to, 1, true);
  else if (strcmp(what, "beyond_far") == 0)
    hipLaunchKernelGGL(beyond, dim3(2), dim3(64), 256, 0, to, 12500, true);
  else if (strcmp(what, "beyond_none") == 0)
    hipLaunchKernelGGL(beyond, dim3(2), dim3(64), 0, 0, to, 0, false);
  else if (strcmp(what, "before") == 0)
    hipLaunchKernelGGL(beyond, dim3(2), dim3(64), 256, 0, to, -1, false);
  else if (strcmp(what, "beyond_fixed") == 0)
    hipLaunchKernelGGL(beyond_fixed, dim3(2), dim3(64), 0, 0, to, 1000, false);
  else if (strcmp(what, "beyond_atomic") == 0)
    hipLaunchKernelGGL(beyond_atomic, dim3(2), dim3(64), 256, 0, to, 64);
  else if (strcmp(what, "endless") == 0)
    hipLaunchKernelGGL(endless, dim3(1), dim3(64), 0, 0, to);
  else if (strcmp(what, "waits") == 0)
    hipLaunchKernelGGL(waits, dim3(1), dim3(64), 0, 0, to, to);
  else
    hipLaunchKernelGGL(unknown, dim3(1), dim3(64), 0, 0, to);
  printf("result %d\n", (int)hipDeviceSynchronize());
  return 0;
}
