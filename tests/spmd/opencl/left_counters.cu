// SPDX-License-Identifier: Apache-2.0
// What a loop's counter was in the last round is used behind the loop, by itself
// or in what it is used for: Intel's OpenCL compiler for CPUs gave work-items
// that are no whole vector other values, or ended the process (seed 8039, k2).
// SHAPES: 2:37 1:5 2:64 3:33
typedef unsigned u32;
static __device__ u32 by_two(const u32 *a, u32 i, u32 end) {
  u32 last = 77, sum = 1;
  for (; i < end; i += 2) {
    last = i;
    sum += a[i & 63];
  }
  return (last ^ sum) + i;
}
static __device__ u32 by_three(const u32 *a, u32 i, u32 end) {
  u32 last = 77, sum = 1;
  do {
    last = i * 5;
    sum += a[i & 63];
    i += 3;
  } while (i < end);
  return (last ^ sum) + i;
}
static __device__ u32 down(const u32 *a, int i, u32 step) {
  int last = 77;
  u32 sum = 1;
  for (; i > 2; i -= (int)step) {
    last = i;
    sum ^= a[i & 63];
  }
  return (u32)last * 3 + sum + (u32)i;
}
static __device__ u32 of_loads(const u32 *a, u32 start, u32 rounds, u32 *own) {
  u32 last = start;
  for (u32 i = 0;; ++i) {
    if (start == 210) {
      for (u32 k = 0; k < 16; ++k)
        own[k] = k * last;
      own[own[last & 15] & 15] = last % 5;
    }
    last = a[i & 31] * 3 + i + 1;
    if (i >= rounds)
      break;
    last ^= i;
  }
  return last;
}
// A round before the last: who knows the number of the block knows the hidden
// zero, if that is made of it.
static __device__ u32 fibonacci(u32 n) {
  u32 x = 0, y = 1;
  while (n--) {
    const u32 z = x + y;
    x = y;
    y = z;
  }
  return y;
}
static __device__ u32 of_block(const u32 *a, u32 id, u32 rounds) {
  u32 x = id;
  for (u32 i = 0; i < rounds; ++i) {
    x = fibonacci((a[id & 127] ^ (blockIdx.x < 1022 ? a[blockIdx.x] : 1)) & 7);
    x += i;
  }
  return x;
}
extern "C" __global__ void regression(const u32 *a, const float *, u32 *out,
                                      u32 *, u32 n, u32 total) {
  const u32 t = threadIdx.x, id = blockIdx.x * blockDim.x + t;
  const u32 end = (n & 31) + (t & 3);
  u32 own[16];
  out[id] ^= by_two(a, 0, end) + by_two(a, t & 7, end + 20);
  out[total + id] ^= by_three(a, 0, end) + by_three(a, a[t & 63] & 7, end + 20);
  out[2 * total + id] ^= down(a, (int)end, 2) + down(a, 60, (n & 3) + 1);
  if (((total - id) & 7) == 6)
    out[3 * total + id] ^= of_loads(a, t, n & 3, own);
  out[4 * total + id] ^= of_block(a, id, n & 3);
}
