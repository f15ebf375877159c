// SPDX-License-Identifier: Apache-2.0
// Sums of pairs further and further apart, which the first work-items do
// (cpu/compact.h).
// SHAPES: 2:64 1:37 1:256 2:100 3:1 2:2 1:7 1:33 1:130
template <typename T>
__device__ T summed(T value, T *sums, unsigned first, unsigned factor) {
  const unsigned t = threadIdx.x;
  sums[t] = value;
  __syncthreads();
  for (unsigned s = first; s < blockDim.x; s *= factor) {
    if (t % (2 * s) == 0 && t + s < blockDim.x)
      sums[t] += sums[t + s];
    __syncthreads();
  }
  return sums[t];
}

extern "C" __global__ void regression(const unsigned *a, const float *,
                                      unsigned *out, unsigned *, unsigned n) {
  __shared__ unsigned words[256];
  __shared__ unsigned char bytes[256];
  __shared__ unsigned long long longs[256];
  const unsigned t = threadIdx.x, id = blockIdx.x * blockDim.x + t;
  const unsigned count = gridDim.x * blockDim.x, x = a[id] >> 3;
  out[id] = summed(x, words, 1, 2);
  out[count + id] = summed((unsigned char)x, bytes, 1 + (n & 1), 3);
  out[2 * count + id] = (unsigned)summed((unsigned long long)x, longs, 1, 2);
  // Behind a return a work-item has nothing to do for others.
  if (t < 10)
    return;
  __syncthreads();
  if (t % 2 == 0)
    words[t] += 7;
  __syncthreads();
  out[3 * count + id] = words[t];
}
