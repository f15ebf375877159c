// SPDX-License-Identifier: Apache-2.0
// Words that lanes of a block of 18 or 36 bytes have by turns: halves, words and
// floats that make up 8 bytes, some by an index put together by bits, and some of
// which a part is missing (find_words in spmd/emit/divergent.c).
// SHAPES: 2:64 3:32 1:100 2:32,4
typedef unsigned u32;

extern "C" __global__ void regression_words(const u32 *a, const float *x,
                                            u32 *out, u32 *, u32 n, u32 total) {
  const u32 t = blockIdx.x * blockDim.x + threadIdx.x;
  const u32 id = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const int lane = (int)threadIdx.x, part = lane % 2 * 2;
  u32 sum = 0;
  float real = 0;
  for (int k = lane / 2; k < 40; k += 16) {
    const unsigned short *halves = (const unsigned short *)((const char *)a + 18 * k + 2);
    const u32 *words = a + 9 * k + 1;
#pragma unroll
    for (int j = part; j < part + 2; ++j) {
      sum = sum * 31 + (halves[2 * j] | halves[2 * j + 1] << 16);
      sum = sum * 31 + (words[j + 4] ^ words[j]);
    }
    real += x[6 * k + part + 1] * 2 - x[6 * k + part];
    sum += halves[2 * part + (n & 1)] + words[part + 3];
  }
  out[id] = sum;
  out[total + id] = t;
  ((float *)out)[2 * total + id] = real;
}
