// SPDX-License-Identifier: Apache-2.0
// What is the same for all threads goes through a loop in which they part by a
// condition that does not change, or through one of two loops: Intel's OpenCL
// compiler for CPUs gave some threads what the others had (seed 8118, k89).
// SHAPES: 1:256 2:37 3:64 2:1
typedef unsigned u32;
static __device__ u32 by_branch(const u32 *a, u32 x, u32 rounds, bool which) {
  for (u32 i = 0; i < rounds; ++i) {
    if (which)
      x ^= x >> 3;
    else
      x = (x + 7) * 3;
    x += a[i];
  }
  return x;
}
static __device__ u32 by_choice(const u32 *, u32 x, u32 rounds, bool which) {
  for (u32 i = 0; i < rounds; ++i)
    x = which ? x ^ x >> 3 : (x + 7) * 3;
  return x;
}
static __device__ u32 by_loops(const u32 *a, u32 x, u32 rounds, bool which) {
  u32 i = 0;
  if (which) {
    do {
      x ^= x >> 3;
      x += a[i];
    } while (++i < rounds);
  } else {
    do {
      x = (x + 7) * 3;
      x += a[i];
    } while (++i < rounds);
  }
  return x;
}
static __device__ u32 by_two(const u32 *a, u32 x, u32 rounds, bool which,
                             bool other) {
  for (u32 i = 0; i < rounds; ++i)
    for (u32 k = 0; k < rounds; ++k)
      if (which)
        x ^= k;
      else
        for (u32 m = 0; m < k; ++m)
          x = other ? x * 3 : x + a[m];
  return x;
}
static __device__ u32 by_both(const u32 *a, u32 x, u32 rounds, bool which,
                              u32 bits) {
  for (u32 i = 0; i < rounds; ++i) {
    if (which && (bits >> i & 1))
      x ^= 5;
    x += a[i];
  }
  return x;
}
// Not carried from round to round.
static __device__ u32 by_last(const u32 *a, u32 x, u32 rounds, bool which) {
  float last = 0;
  u32 seen = 0;
  for (u32 i = 0; i < rounds; ++i) {
    last = which ? (float)(i * 3) : (float)(i + 500);
    seen = a[i];
    x += which ? seen : seen ^ 9;
  }
  return x + (u32)last + seen;
}
// Threads leave the inner loop in different rounds.
static __device__ u32 by_rounds(const u32 *, u32 x, u32 rounds, bool which) {
  const u32 end = which ? 0 : 3;
  for (u32 i = 0; i < (rounds & 3); ++i) {
    for (u32 k = 0;; ++k) {
      x += k;
      if (k >= end)
        break;
      x ^= k;
    }
    x += i;
  }
  return x;
}
extern "C" __global__ void regression(const u32 *a, const float *, u32 *out,
                                      u32 *, u32 n, u32) {
  const u32 t = threadIdx.x, id = blockIdx.x * blockDim.x + t;
  const u32 rounds = (a[8] & 7) + 3, size = blockDim.x;
  const bool which = t & 3;
  out[id * 8] ^= by_branch(a, size, rounds, which);
  out[id * 8 + 1] ^= by_choice(a, n, rounds, which);
  out[id * 8 + 2] ^= by_loops(a, a[0], rounds, t < 100);
  out[id * 8 + 3] ^= by_loops(a, size, rounds, which);
  out[id * 8 + 4] ^= by_two(a, size, rounds, t & 1, t & 2);
  out[id * 8 + 5] ^= by_both(a, 7, rounds, which, a[9]);
  out[id * 8 + 6] ^= by_last(a, size, rounds, which);
  out[id * 8 + 7] ^= by_rounds(a, size, rounds, which);
}
