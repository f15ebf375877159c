// SPDX-License-Identifier: Apache-2.0
// Loops, one in the other, of which is known how they begin: with AVX-512,
// Intel's OpenCL compiler for CPUs let some threads go round once more (seed
// 6021423, k17).
// SHAPES: 2:16,4 3:16,4
typedef unsigned u32;

__device__ __noinline__ u32 fib(u32 n) {
  u32 x = 0, y = 1;
  while (n--) {
    y += x;
    x = y - x;
  }
  return x;
}

extern "C" __global__ void regression(const u32 *a, const float *b, u32 *out,
                                      u32 *sums, u32 n, u32 total) {
  const u32 x = blockIdx.x * blockDim.x + threadIdx.x;
  const u32 y = blockIdx.y * blockDim.y + threadIdx.y;
  const u32 id = y * gridDim.x * blockDim.x + x, row = threadIdx.y;
  u32 v1 = row / (blockDim.x | 1), v2 = 5 + v1;
  const u32 rounds = v2 & 7;
  for (u32 i = 0;; ++i) {
    v1 = 7;
    for (u32 k = 0, end = (v2 ^ row) & 7; k < end; ++k) {
      switch ((k > blockIdx.x || blockIdx.x != 3 ? v1 : blockDim.x) & 3) {
      case 0:
        v1 = fib((v1 <= 255 ? blockIdx.x : 0) & 7);
        break;
      case 3:
        v1 += v2 + v2;
        break;
      default:
        if ((v2 & 3) == 2)
          v1 = a[(id + 8) & 1023];
        else
          v1 ^= (u32)(255 >> (v1 & 7));
      }
      v2 += k;
    }
    if (i >= rounds)
      break;
    v1 ^= i;
  }
  out[(total - 1 - id) * 8 + (v1 & blockDim.x & 7)] ^= v1 + v2;
}
