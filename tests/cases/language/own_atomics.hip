// SPDX-License-Identifier: Apache-2.0
// Programs for HIP define atomic operations that some releases lack; theirs are
// called, also where ours are of the same types.
#include <hip/hip_runtime.h>

__device__ int calls;

__device__ long long atomicAdd(long long *p, long long value) {
  atomicAdd(&calls, 1);
  return (long long)atomicAdd((unsigned long long *)p,
                              (unsigned long long)value);
}
__device__ long atomicMax(long *p, long value) {
  atomicAdd(&calls, 1);
  const long old = *p;
  *p = old > value ? old : value;
  return old;
}

__global__ void own(long long *sum, long *most) {
  atomicAdd(sum, (long long)-3);
  atomicMax(most, 9l);
}

// Without one of its own, ours.
__global__ void ours(long long *least) { atomicMin(least, -5ll); }

int main() {
  long long *sum;
  if (hipMallocManaged(&sum, 3 * sizeof(long long)))
    return 1;
  sum[0] = sum[1] = sum[2] = 0;
  own<<<1, 1>>>(sum, (long *)sum + 1);
  ours<<<1, 1>>>(sum + 2);
  int n = 0;
  if (hipMemcpyFromSymbol(&n, HIP_SYMBOL(calls), sizeof(n)))
    return 2;
  const bool right = n == 2 && sum[0] == -3 && sum[1] == 9 && sum[2] == -5;
  return hipFree(sum) || !right ? 3 : 0;
}
