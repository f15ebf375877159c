// SPDX-License-Identifier: Apache-2.0
// The last rounds of a tree, and what a few work-items do, run in packets of
// half the width, which hand on what the group has in common as the others do.
// SHAPES: 3:256 2:64 5:33 2:16 1:15 3:8 2:32,8 2:16,2 1:3
extern "C" __global__ void regression(const unsigned *a, const float *,
                                      unsigned *out, unsigned *, unsigned n) {
  __shared__ unsigned sums[256];
  const unsigned t = threadIdx.x, size = blockDim.x * blockDim.y;
  const unsigned l = threadIdx.y * blockDim.x + t;
  const unsigned id = blockIdx.x * size + l;
  sums[l] = a[id];
  __syncthreads();
  unsigned scale = n;
  for (unsigned k = 128; k > 0; k >>= 1) {
    if (l < k && l + k < size)
      sums[l] += sums[l + k] * scale;
    __syncthreads();
    scale = scale * 3 + k;
  }
  if (t <= n % 16)
    sums[l] ^= scale + t;
  __syncthreads();
  if (t == 0)
    sums[l] += 7;
  const unsigned any = (unsigned)__syncthreads_count(t < n % 9);
  if (l < 5 + any % 8)
    sums[l] = sums[l] * 5 + any;
  __syncthreads();
  out[id] = sums[l] + sums[0] + scale;
}
