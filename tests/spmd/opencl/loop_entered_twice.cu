// SPDX-License-Identifier: Apache-2.0
// A loop that is entered in its middle, too, behind __syncwarp: what it was made
// into had no block of its own before it, and Intel's OpenCL compiler for CPUs
// gave up the kernel's vectors and ended the process (seed 4000134).
// SHAPES: 2:16,12 2:37 2:64
typedef unsigned u32;
extern "C" __global__ void regression(const u32 *a, const float *b, u32 *out,
                                      u32 *sums, u32 n, u32 total) {
  const u32 t = threadIdx.x;
  const u32 l = threadIdx.y * blockDim.x + t;
  const u32 id = blockIdx.x * blockDim.x * blockDim.y + l;
  u32 v1 = (a + 512)[-(int)l - 3], v2 = v1, v3 = v2 >> 1;
  __syncwarp();
  if (t == 73) {
    for (int i = (int)(t & 3), end = i + 2 * (int)(n & 3); i < end; i += 2) {
      u32 rounds = (blockDim.x == 255u ? v2 : 0u) & 3;
      if (v3 > n && n != 3u)
        goto middle;
    top:
      if ((blockDim.x & 3) != 1)
        v2 = id >> (v3 / (v3 | 1) & 31);
    middle:
      switch (v1 & 7) {
      case 0:
        v3 += 2147483648u == v2 ? (u32)(short)v1 : (u32)((int)v3 >> (v3 & 7));
        break;
      case 1:
        v1 ^= v1 | (u32)__ffs(i);
        break;
      default:
        break;
      }
      if (rounds-- > 0)
        goto top;
    }
  }
  out[id * 8 + 7] ^= v1 + v2 + v3;
}
