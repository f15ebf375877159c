// SPDX-License-Identifier: Apache-2.0
// Conditions that leave work to every second work-item, which cannot be that of
// another: values and memory of their own are around it (cpu/compact.h).
// SHAPES: 2:64 1:37 1:256 2:100 3:1 2:2 1:7 1:33 1:130
__device__ unsigned own(unsigned value, unsigned *sums, unsigned n) {
  const unsigned t = threadIdx.x;
  unsigned kept = value;
  for (unsigned s = 1; s < 64; s *= 2) {
    sums[t] = kept + s; // no barrier between
    if (t % (2 * s) == 0)
      sums[t] += kept;
    kept += sums[t];
    __syncthreads();
    if (t % 2 == 0)
      kept += sums[t] * n;
    if (t % 2 == 0)
      sums[t] = kept;
    if ((t & s) == 0)
      kept ^= sums[t];
    __syncthreads();
    for (unsigned k = 1; k < 8; k *= 2) // and none here
      if (t % (2 * k) == 0)
        sums[t] = sums[t] * 2 + k;
    __syncthreads();
  }
  return kept ^ sums[t];
}

extern "C" __global__ void regression(const unsigned *a, const float *,
                                      unsigned *out, unsigned *, unsigned n) {
  __shared__ unsigned words[256];
  const unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  out[id] = own(a[id] >> 3, words, n);
}
