// SPDX-License-Identifier: Apache-2.0
// Exchanges with t ^ j, for all j, done by the first work-items
// (cpu/compact.h).
// SHAPES: 2:64 1:37 1:256 2:100 3:1 2:2 1:7 1:33 1:130
template <typename T> __device__ T exchanged(T value, T *keys, unsigned n) {
  const unsigned t = threadIdx.x, size = blockDim.x;
  keys[t] = value;
  keys[size + t] = value; // nobody's
  for (unsigned j = 0; j < 160; j = j < 8 || n & 1 ? j * 2 + !j : j + 8) {
    __syncthreads();
    const unsigned other = t ^ j;
    if (other > t && other < size && keys[t] > keys[other]) {
      const T key = keys[t];
      keys[t] = keys[other];
      keys[other] = key;
    }
    __syncthreads();
    const int before = (int)t ^ (int)j;
    if (before < (int)t && before < (int)size)
      keys[t] += keys[before] + T(j);
  }
  __syncthreads();
  return keys[t] + T(7) * keys[size + t];
}

extern "C" __global__ void regression(const unsigned *a, const float *,
                                      unsigned *out, unsigned *, unsigned n) {
  __shared__ unsigned words[512];
  __shared__ unsigned char bytes[512];
  const unsigned t = threadIdx.x, id = blockIdx.x * blockDim.x + t;
  const unsigned count = gridDim.x * blockDim.x, x = a[id] >> 3;
  out[id] = exchanged(x, words, n);
  out[count + id] = exchanged((unsigned char)x, bytes, n + 1);
}
