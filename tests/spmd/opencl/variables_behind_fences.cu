// SPDX-License-Identifier: Apache-2.0
// A kernel's own array that the vote for its fences of warps stood before: it was
// no variable of the kernel's first block any more, and our compiler ended where
// the kernel is a loop around its barriers.
// SHAPES: 2:32 3:64 2:96
typedef unsigned u32;
typedef unsigned long long u64;
struct triple {
  u32 a;
  float d;
};

extern "C" __global__ void regression(const u32 *a, const float *b, u32 *out,
                                      u32 *sums, u32 n, u32 total) {
  __shared__ u32 shared[1024];
  __shared__ triple trios[1024];
  const u32 l = threadIdx.x, id = blockIdx.x * blockDim.x + l;
  shared[l] = l * 5;
  __syncthreads();
  trios[l] = triple{l * 3, 0.5f};
  __syncwarp();
  u64 own[8] = {1, 4, 7, total - id, 13, 16, 19, 22};
  if (a[5] & 1) {
    out[id * 8 + 4] ^= l;
    __syncthreads();
    shared[l] = (l * 7 + n) & 63;
    __syncthreads();
    out[id * 8 + 5] = shared[(l + 1) % blockDim.x];
  }
  out[id * 8] ^= a[l] + trios[l ^ 1].a;
  out[id * 8 + 1] += (u32)own[l & 7] + (u32)own[3];
}
