// SPDX-License-Identifier: Apache-2.0
// Which way a row of exchanges goes is a bit of the index, `(low & k) == 0`: where
// the distance of an exchange is a multiple of 32, all of a row have the same, if
// `k` is one, too. Here it seldom is.
// SHAPES: 1:256 3:64 2:128 5:32 3:96 7:17 2:160
typedef unsigned u32;

__device__ inline u32 global_x() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ inline void exchange(u32 *keys, u32 low, u32 high, bool up) {
  const u32 a = keys[low], b = keys[high];
  if ((a > b) == up) {
    keys[low] = b;
    keys[high] = a;
  }
}

// Any numbers, and the double of the distance.
extern "C" __global__ void regression(const u32 *a, const float *, u32 *out,
                                      u32 *, u32 n, u32 total) {
  __shared__ u32 keys[1024];
  const u32 t = threadIdx.x;
  for (u32 i = t; i < 1024; i += blockDim.x)
    keys[i] = a[i];
  for (u32 k = n % 7 + 1; k < 2000; k = k * 3 + n % 2 * 32)
    for (u32 j = 1; j <= 256; j *= 2) {
      __syncthreads();
      const u32 low = 2 * t - (t & (j - 1));
      exchange(keys, low, low + j, (low & k) == 0);
    }
  __syncthreads();
  out[global_x()] = keys[t] + 3 * keys[t + blockDim.x];
}

// Of the index itself, and of the other one; steps that double.
extern "C" __global__ void regression_index(const u32 *a, const float *,
                                            u32 *out, u32 *, u32 n, u32 total) {
  __shared__ u32 keys[512];
  const u32 t = threadIdx.x;
  for (u32 i = t; i < 512; i += blockDim.x)
    keys[i] = a[i] + n;
  for (u32 k = 1 + n % 3; k <= 512; k *= 2)
    for (u32 j = 128; j > 0; j /= 2) {
      __syncthreads();
      const u32 other = t ^ j;
      if (other > t)
        exchange(keys, t, other, (t & k) == 0);
      __syncthreads();
      if (other < t)
        exchange(keys, other, t, ((other + 32) & k) != 0);
    }
  __syncthreads();
  out[global_x()] = keys[t] ^ keys[t + 256];
}

// Numbers that are given, in memory that is not shared. No row has a width that
// is said, nor begins at a multiple of 32 in all blocks.
extern "C" __global__ void regression_given(const u32 *a, const float *,
                                            u32 *out, u32 *, u32 n, u32 total) {
  const u32 i = global_x(), j = 32u << n % 3;
  const u32 low = 2 * i - (i & (j - 1)), high = low + j;
  if (high >= total || high >= 1024)
    return;
  const u32 x = a[low], y = a[high];
  const bool swaps = (x > y) == ((low & n) == 0);
  out[low] = swaps ? y : x;
  out[high] = swaps ? x + (i & n) : y;
}

// Bits that are known, among them those of the lane.
extern "C" __global__ void regression_known(const u32 *a, const float *,
                                            u32 *out, u32 *, u32 n, u32 total) {
  __shared__ u32 keys[1024];
  const u32 t = threadIdx.x;
  for (u32 i = t; i < 1024; i += blockDim.x)
    keys[i] = a[i];
  for (u32 j = 256; j > 0; j /= 2) {
    __syncthreads();
    const u32 low = 2 * t - (t & (j - 1)), high = low + j;
    exchange(keys, low, high, (low & 64) == 0);
    exchange(keys, low, high, (t & 96) != 0);
    exchange(keys, low, high, ((low + 5) & 64) == 0);
    exchange(keys, low, high, (low & 20) == 0);
    exchange(keys, low, high, (2 * t & 128) == 0);
    exchange(keys, low, high, (high & j) != 0);
  }
  __syncthreads();
  out[global_x()] = keys[t] + 5 * keys[t + blockDim.x];
}
