// SPDX-License-Identifier: Apache-2.0
// Loops with the grid's step ahead of a tree in shared memory: blocks of 256 have
// straight code around the rounds. Some have no round, or a part of one; loops follow
// one another; what they hand on is used in several ways.
// SHAPES: 1:256 3:256 19:256 2:128 70:256 5:64
typedef unsigned u32;
typedef unsigned long long u64;

__device__ inline u32 global_x() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

template <typename T> __device__ T tree(T value, T *sums) {
  const u32 t = threadIdx.x;
  sums[t] = value;
  __syncthreads();
  for (u32 k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k)
      sums[t] += sums[t + k];
    __syncthreads();
  }
  return sums[0];
}

extern "C" __global__ void regression(const u32 *a, const float *, u32 *out,
                                      u32 *, u32 n, u32 total) {
  __shared__ u32 sums[256];
  u32 sum = n;
  for (u32 i = global_x(); i < total * 5 / 2 + 11; i += gridDim.x * blockDim.x)
    sum += a[i & 1023] * (i + 1);
  sum = tree(sum, sums);
  out[global_x()] = sum ^ threadIdx.x;
}

// Whole rounds only, and blocks without any.
extern "C" __global__ void regression_whole(const u32 *a, const float *,
                                            u32 *out, u32 *, u32 n, u32 total) {
  __shared__ u32 sums[256];
  u32 sum = 7;
  for (int i = (int)global_x(); i < (int)(total / 512 * 256);
       i += (int)(gridDim.x * blockDim.x))
    sum = sum * 3 + a[i & 1023];
  out[global_x()] = tree(sum, sums) + n;
}

// Two numbers, branches inside, a sum of 64 bits.
extern "C" __global__ void regression_two(const u32 *a, const float *b,
                                          u32 *out, u32 *, u32 n, u32 total) {
  __shared__ u64 sums[256];
  __shared__ float reals[256];
  u64 sum = 1;
  float most = -1;
  for (u32 i = global_x(); i < total + 333;
       i += gridDim.x * blockDim.x) {
    const u32 x = a[i & 1023];
    if (x & 1)
      sum += (u64)x << 20;
    most = most > b[i & 1023] ? most : b[i & 1023];
  }
  sum = tree(sum, sums);
  const float all = tree((float)(most > 0.5f), reals);
  out[global_x()] = (u32)(sum >> 16) + (u32)all * 5;
}

// A loop behind the other's tree, from what that gave.
extern "C" __global__ void regression_again(const u32 *a, const float *,
                                            u32 *out, u32 *, u32 n, u32 total) {
  __shared__ u32 sums[256], more[256];
  u32 sum = 0, rest = 0;
  for (u32 i = global_x(); i < total * 2; i += gridDim.x * blockDim.x)
    sum += a[i & 1023];
  const u32 first = tree(sum, sums);
  for (u32 i = global_x(); i < total + (n & 1023); i += gridDim.x * blockDim.x)
    rest ^= a[(i + first) & 1023] + i;
  out[global_x()] = tree(rest, more) + sum + first;
}

// The number of rounds is the kernel's own for some blocks: none for odd ones.
extern "C" __global__ void regression_some(const u32 *a, const float *,
                                           u32 *out, u32 *, u32 n, u32 total) {
  __shared__ u32 sums[256];
  const u32 end = n & 1 ? total : 0;
  u32 sum = threadIdx.x;
  for (u32 i = global_x(); i < end; i += gridDim.x * blockDim.x)
    sum += a[i & 1023];
  sums[threadIdx.x] = sum;
  __syncthreads();
  out[global_x()] = sums[255 & (threadIdx.x + 1) & (blockDim.x - 1)] + sum;
}
