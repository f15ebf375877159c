// SPDX-License-Identifier: Apache-2.0
// A loop whose number of rounds is known of each thread, with jumps into other
// loops in it: Intel's compiler for CPUs gave up the kernel's vectors, and
// ended the process at its warp operations (seed 6000382).
// SHAPES: 2:128
typedef unsigned u32;

extern "C" __global__ void regression(const u32 *a, const float *b, u32 *out,
                                      u32 *sums, u32 n, u32 total) {
  __shared__ u32 shared[1024];
  const u32 t = threadIdx.x, size = blockDim.x, id = blockIdx.x * size + t;
  u32 v1 = 0x80000000, v2 = (id - n) >> 19;
  shared[t] = t * 5;
  __syncthreads();
  __syncwarp();
  for (u32 i = t; i < (t & 3) * size; i += size) {
    if (!(a[t * 4] & 1)) {
      u32 rounds = (n + 3) & 3;
      if (!(v1 & 1))
        goto middle;
    top: {
      u32 inner = i & 3;
      if ((v2 & 3) != 1)
        v1 = a[((gridDim.x + n + 3) & 511) * 2 + 1];
    again:
      v2 ^= shared[(v1 + 5) % size];
      if (inner-- > 0)
        goto again;
    }
    middle:
      if (rounds-- > 0)
        goto top;
      v2 ^= 3;
    }
    v2 ^= a[((t + 8) & 511) * 2];
    v1 += i;
  }
  out[total - 1 - id] ^= v1 + v2;
}
