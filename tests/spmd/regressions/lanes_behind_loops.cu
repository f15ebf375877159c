// SPDX-License-Identifier: Apache-2.0
// Numbers of lanes at known distances that loops count, behind loops which lanes
// leave in different rounds: they are no more at those distances.
// SHAPES: 2:64 2:37 1:256
typedef unsigned u32;
extern "C" __global__ void regression(const u32 *a, const float *, u32 *out, u32 *, u32 n, u32 total) {
  const u32 t = threadIdx.x, id = blockIdx.x * blockDim.x + t;
  __shared__ u32 s[512];
  u32 i = t; const u32 e = t + (a[t & 63] & 31);
  while (i < e) i += 1;
  out[id] ^= a[i];
  int j = (int)t; const int f = (int)(t + (a[(t + 5) & 63] & 15));
  do { j += 2; } while (j < f);
  out[total + id] ^= a[j];
  u32 k = t / 2, r = a[t & 31] & 7;
  for (u32 q = 0; q < r; ++q) k += 3;
  out[2 * total + id] ^= a[k];
  u32 m = t / 2, x = 0;
  for (u32 q = 0; q < 9; ++q) { if (a[(t + q) & 63] & 1) continue; x += a[m]; m += 3; }
  out[3 * total + id] ^= x + a[m];
  u32 p = t & 3, y = 0;
  for (u32 q = 0;; ++q) { y += a[p]; if (q > (a[t & 31] & 3)) break; p += 4; }
  out[4 * total + id] ^= y + a[p];
  for (u32 q = t; q < 512; q += blockDim.x) s[q] = a[q];
  __syncthreads();
  u32 z = t / 2, w = a[t & 63] & 7; do { z += 4; } while (w-- > 0);
  out[5 * total + id] ^= s[z & 511] + s[z];
}
