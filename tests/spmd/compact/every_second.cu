// SPDX-License-Identifier: Apache-2.0
// Work for every second and every fourth work-item (cpu/compact.h).
// SHAPES: 2:64 1:37 1:256 2:100 3:1 2:2 1:7 1:33 1:130
template <typename T> __device__ T by_turns(T value, T *keys, unsigned n) {
  const unsigned t = threadIdx.x, size = blockDim.x;
  keys[t] = value;
  keys[size + t] = value; // nobody's
  for (unsigned turn = 0; turn < 9 + (n & 3); ++turn) {
    __syncthreads();
    if ((t & 1) == (turn & 1) && t + 1 < size && keys[t] > keys[t + 1]) {
      const T key = keys[t];
      keys[t] = keys[t + 1];
      keys[t + 1] = key;
    }
    __syncthreads();
    // Two ways on, one of which ends early.
    if ((t & 3) == 2) {
      const T key = keys[t] + T(turn);
      if (key & 1)
        keys[t] = key + T(t);
      else if (t > 5)
        keys[t - 1] ^= key;
    }
    __syncthreads();
    if (t & 1)
      keys[t] += T(turn) + keys[t & ~2u];
  }
  __syncthreads();
  return keys[t] + T(7) * keys[size + t];
}

extern "C" __global__ void regression(const unsigned *a, const float *,
                                      unsigned *out, unsigned *, unsigned n) {
  __shared__ unsigned words[512];
  __shared__ unsigned long long longs[512];
  const unsigned t = threadIdx.x, id = blockIdx.x * blockDim.x + t;
  const unsigned count = gridDim.x * blockDim.x, x = a[id] >> 3;
  out[id] = by_turns(x, words, n);
  out[count + id] = (unsigned)by_turns((unsigned long long)x, longs, n);
}
