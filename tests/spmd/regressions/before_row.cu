// SPDX-License-Identifier: Apache-2.0
// A neighbour in shared memory before the first one of a row.
// SHAPES: 2:16,12 2:64
extern "C" __global__ void regression(const unsigned *a, const float *,
                                      unsigned *out, unsigned *, unsigned n) {
  __shared__ unsigned shared[1024];
  const unsigned t = threadIdx.x, row = threadIdx.y,
                 size = blockDim.x * blockDim.y;
  const unsigned l = row * blockDim.x + t, id = blockIdx.x * size + l;
  shared[l] = a[id] >> 4;
  __syncthreads();
  for (unsigned h = n & 7; h < 9; ++h) {
    if ((t & 3) == 2 && (t - 1) < blockDim.x && h != 0) {
      const unsigned x = shared[l];
      if (x > shared[l - t + (t - 1)]) {
        shared[l] = shared[l - t + (t - 1)];
        shared[l - t + (t - 1)] = x;
      }
    }
    __syncthreads();
  }
  out[id] = shared[l];
}
