// SPDX-License-Identifier: Apache-2.0
// A loop in which v3 grows by the loop's own counter, behind __syncwarp: Intel's
// OpenCL compiler for CPUs gave up the kernel's vectors and ended the process
// (seed 2111836, k10).
// SHAPES: 1:5 1:31 3:37 2:64
typedef unsigned u32;
extern "C" __global__ void regression(const u32 *a, const float *b, u32 *out,
                                      u32 *sums, u32 n, u32 total) {
  __shared__ u32 shared[1024];
  const u32 t = threadIdx.x, id = blockIdx.x * blockDim.x + t;
  u32 v1 = total - id, v2 = 65537u, v3 = n;
  shared[t] = t * 5;
  __syncwarp();
  u32 rounds = blockDim.x & 7;
  while (rounds-- > 0) {
    switch (v2 & 7) {
    case 5:
      v3 ^= 7;
    case 7: {
      u32 more = n & 3;
      while (more-- > 0)
        v3 += more;
    } break;
    default:
      switch ((t == 271 ? v3 : (t & 31)) & 3) {
      case 3:
        v1 ^= (u32)(unsigned short)(rounds * v3);
        break;
      default:
        v2 ^= v2 < rounds ? (t >> 5) : 4294967295u;
      }
    }
    v1 ^= total - id;
    v3 += rounds;
  }
  out[(total - 1 - id) * 8 + 2] ^= v1 + v2 + v3 + shared[t];
}
