// SPDX-License-Identifier: Apache-2.0
// Loops with the grid's step in kernels that ask for their place in the grid only:
// several groups do a round as one (QN_COST_ROUNDS_...), of which the last ones
// may have none. Sums that are kept from round to round, over more work-items than
// run as one; early returns; what is asked of the launch's size.
// SHAPES: 3:64 5:128 160:64 7:192 9:16
typedef unsigned u32;

#define X (blockIdx.x * blockDim.x + threadIdx.x)
#define STEP (blockDim.x * gridDim.x)

extern "C" __global__ void regression(const u32 *a, const float *, u32 *out,
                                      u32 *, u32 n, u32 total) {
  const u32 x = X;
  for (int i = x; i < (int)(total * 2 + (n & 15)) - 7; i += STEP)
    out[i % total] += a[i & 1023] + i;
  for (u32 i = x; i < total / 3; i += STEP)
    out[total + i] = a[i & 1023] ^ i;
  for (long long i = x; i < (long long)(n & 31) - 9; i += STEP)
    out[2 * total + x] += (u32)i * 3 + 1;
}

extern "C" __global__ void regression_sums(const u32 *a, const float *,
                                           u32 *out, u32 *, u32 n, u32 total) {
  const u32 x = X;
  u32 sum = x * 3, last = 5;
  for (int i = x; i < (int)(total * 3 - total / 4); i += (int)STEP) {
    sum = sum * 31 + a[i & 1023];
    last = i;
  }
  out[x] = sum;
  out[total + x] = last;
  for (int i = x; i < (int)(total / 2 + n); i += (int)STEP)
    last ^= a[(i + 7) & 1023] * 5;
  out[2 * total + x] = last;
}

extern "C" __global__ void regression_left(const u32 *a, const float *,
                                           u32 *out, u32 *, u32 n, u32 total) {
  const u32 x = X;
  if (a[x & 255] % 5 == 1 || x > total - 40)
    return;
  u32 sum = 1;
  for (int i = x; i < (int)(3 * total + 5); i += (int)STEP)
    sum = sum * 31 + a[i & 1023];
  out[x] = sum;
  if (sum % 7 == n % 7)
    return;
  for (int i = x; i < (int)(2 * total); i += (int)STEP)
    out[total + x] += i;
}

// What a launch's size is, is that of one group in each.
extern "C" __global__ void regression_size(const u32 *a, const float *,
                                           u32 *out, u32 *, u32 n, u32 total) {
  const u32 x = X;
  u32 sum = blockDim.x;
  for (int i = x; i < (int)(total + n); i += (int)STEP)
    sum += a[i & 1023] * gridDim.x + blockDim.x;
  out[x] = sum;
  if (n < blockDim.x * 3)
    out[total + x] = gridDim.x * 7 + x;
}
