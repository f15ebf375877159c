// SPDX-License-Identifier: Apache-2.0
// Loops with the grid's step, which packets of a group do round by round
// (spmd/plan/grid_loop.h): whoever has no round keeps what was there before it; sums,
// early returns, tests at the loop's end, several loops, limits below zero; and
// counts in shared memory at places that a row says.
// SHAPES: 1:16 2:32,4 3:48 5:100
typedef unsigned u32;

extern "C" __global__ void regression(const u32 *a, const float *, u32 *out,
                                      u32 *, u32 n, u32 total) {
  const u32 t = blockIdx.x * blockDim.x + threadIdx.x;
  const u32 id = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  u32 sum = a[id & 511], last = id, seen = 5;
  for (int i = t; i < (int)(total * 2 + (n & 15)) - 7; i += blockDim.x * gridDim.x) {
    sum += a[i & 1023];
    last = a[(i + 3) & 1023];
    seen = 0x80000000;
  }
  out[id] = sum;
  out[total + id] = last;
  out[2 * total + id] = seen;
  for (long long i = t; i < (long long)(n & 31) - 9; i += blockDim.x * gridDim.x)
    out[3 * total + id] += (u32)i * 3 + 1;
  for (u32 i = t; i < total / 3; i += blockDim.x * gridDim.x)
    out[4 * total + id] ^= a[i & 1023] + i;
}

// Work-items that leave before the loop, and in it.
extern "C" __global__ void regression_left(const u32 *a, const float *,
                                           u32 *out, u32 *, u32 n, u32 total) {
  const u32 t = blockIdx.x * blockDim.x + threadIdx.x;
  const u32 id = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  if (a[id & 255] % 5 == 1)
    return;
  u32 sum = 1;
  for (int i = t; i < (int)(3 * total + 5); i += (int)(blockDim.x * gridDim.x))
    sum = sum * 31 + a[i & 1023];
  out[id] = sum;
  for (int i = t; i < (int)(2 * total); i += (int)(blockDim.x * gridDim.x)) {
    if (a[i & 1023] % 37 == n % 37)
      return;
    out[total + id] += i;
  }
  out[2 * total + id] = sum ^ 7;
}

// Counts of bytes and of words, and what is behind the barrier.
extern "C" __global__ void regression_counts(const u32 *a, const float *,
                                             u32 *out, u32 *, u32 n,
                                             u32 total) {
  __shared__ u32 counts[256], words[64];
  const unsigned char *bytes = (const unsigned char *)a;
  const u32 l = threadIdx.y * blockDim.x + threadIdx.x;
  const u32 id = blockIdx.x * blockDim.x * blockDim.y + l;
  for (u32 k = l; k < 256; k += blockDim.x * blockDim.y)
    counts[k] = words[k & 63] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (int)(1500 + n % 64);
       i += (int)(gridDim.x * blockDim.x)) {
    atomicAdd(&counts[bytes[i]], 1u);
    atomicMax(&words[a[i & 1023] & 63], (u32)i);
  }
  __syncthreads();
  for (u32 k = l, at = 0; k < 256; k += blockDim.x * blockDim.y, ++at)
    if (at < 4)
      out[at * total + id] = counts[k] * 4096 + words[k & 63];
}
