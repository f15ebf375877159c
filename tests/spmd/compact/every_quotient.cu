// SPDX-License-Identifier: Apache-2.0
// Work for those of which a number, any number, is a divisor, or a bit is set
// (cpu/compact.h).
// SHAPES: 2:64 1:37 1:256 2:100 3:1 2:2 1:7 1:33 1:130
template <typename T> __device__ T quotients(T value, T *sums, unsigned n) {
  const int t = (int)threadIdx.x, size = (int)blockDim.x;
  sums[t] = value;
  sums[size + t] = value; // nobody's
  __syncthreads();
  for (int s = (int)(n & 3); s < 9; ++s) {
    if (t % s == 0)
      sums[t] += T(s);
    __syncthreads();
    if (threadIdx.x % 3 == 1 && t + s < size)
      sums[t] = sums[t] * T(3) + sums[t + s];
    __syncthreads();
    if ((t & s) == 0 && t + 1 < size)
      sums[t] += T(t);
    __syncthreads();
    if ((threadIdx.x & (unsigned)s) != 0)
      sums[t] ^= T(t * s);
    __syncthreads();
    if ((t & (s - 1)) == 0)
      sums[t] += sums[t] + T(5);
    __syncthreads();
  }
  return sums[t] + T(7) * sums[size + t];
}

extern "C" __global__ void regression(const unsigned *a, const float *,
                                      unsigned *out, unsigned *, unsigned n) {
  __shared__ unsigned words[512];
  __shared__ unsigned char bytes[512];
  const unsigned t = threadIdx.x, id = blockIdx.x * blockDim.x + t;
  const unsigned count = gridDim.x * blockDim.x, x = a[id] >> 3;
  out[id] = quotients(x, words, n);
  out[count + id] = quotients((unsigned char)x, bytes, n + 1);
}
