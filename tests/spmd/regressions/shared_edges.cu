// SPDX-License-Identifier: Apache-2.0
// Masked lanes beside the first and last places of shared memory: packets read
// and write back what lies there, and must change nothing of it.
// SHAPES: 2:64 1:37 1:256 1:16,8
template <typename T>
__device__ unsigned neighbours(const unsigned *a, T *values, unsigned l,
                               unsigned size) {
  values[l] = T(a[l] >> 8);
  __syncthreads();
  T sum = T(0);
  if (l >= 3)
    sum = values[l - 3];
  __syncthreads();
  if (l % 5 != 1 && l + 1 < size)
    values[l + 1] = sum;
  __syncthreads();
  if (l >= 1)
    values[l - 1] += T(l);
  __syncthreads();
  return unsigned(values[l]);
}

extern "C" __global__ void regression(const unsigned *a, const float *,
                                      unsigned *out, unsigned *, unsigned n) {
  __shared__ unsigned words[256];
  __shared__ unsigned char bytes[256];
  __shared__ double reals[256];
  __shared__ unsigned short halves[256];
  const unsigned size = blockDim.x * blockDim.y;
  const unsigned l = threadIdx.y * blockDim.x + threadIdx.x;
  const unsigned id = blockIdx.x * size + l;
  out[id * 4] = neighbours(a, words, l, size);
  out[id * 4 + 1] = neighbours(a, bytes, l, size);
  out[id * 4 + 2] = unsigned(neighbours(a, reals, l, size) + n);
  out[id * 4 + 3] = neighbours(a, halves, l, size);
}
