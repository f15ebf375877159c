// SPDX-License-Identifier: Apache-2.0
// Values that a loop hands on over its barriers share their places only where
// no part needs both: neighbours that change places are not the same value.
// SHAPES: 2:64 3:100 1:17 2:32,4
extern "C" __global__ void regression(const unsigned *a, const float *,
                                      unsigned *out, unsigned *, unsigned n) {
  __shared__ unsigned all[256];
  const unsigned size = blockDim.x * blockDim.y;
  const unsigned l = threadIdx.y * blockDim.x + threadIdx.x;
  const unsigned id = blockIdx.x * size + l;
  unsigned one = a[id], two = a[id] * 3, three = l, sum = 0;
  unsigned long long wide = id;
  for (unsigned i = 0; i < n % 4 + 3; ++i) {
    all[l] = one + i;
    __syncthreads();
    const unsigned next = two + all[(l + i + 1) % size];
    sum += next * three;
    wide = wide * 5 + all[size - 1 - l];
    __syncthreads();
    if (l % 3 == i)
      three ^= one;
    one = two;
    two = three;
    three = next;
  }
  unsigned old = sum, now = one;
  for (unsigned i = 0; i < 4; ++i) {
    __syncthreads();
    all[l] = now;
    __syncthreads();
    const unsigned kept = old;
    old = now;
    now = kept + all[(l + 1) % size];
  }
  out[id] = one ^ two ^ three ^ sum ^ (unsigned)(wide >> 7) ^ now ^ (old << 3);
}
