// SPDX-License-Identifier: Apache-2.0
// Rows of a packet whose lanes part before anything is done: each is done again
// by packets of one row, all of its columns. Rows that go round a loop as often as
// a number of theirs says, which is another once it was tested.
// SHAPES: 1:16,4 2:32,8 3:16,12
extern "C" __global__ void regression(const unsigned *a, const float *,
                                      unsigned *out, unsigned *, unsigned n) {
  const unsigned x = threadIdx.x, y = threadIdx.y;
  if (x * 7 % 16 == 3 || y * 5 % 8 == 1)
    return;
  unsigned sum = 0;
  for (unsigned k = 0; k < n % 32; ++k)
    sum += a[k * 16 + x] * a[y * 32 + k];
  out[(blockIdx.x * blockDim.y + y) * blockDim.x + x] = sum;
}

extern "C" __global__ void regression_before(const unsigned *a, const float *,
                                             unsigned *out, unsigned *sums,
                                             unsigned n, unsigned total) {
  const unsigned x = threadIdx.x, y = threadIdx.y;
  __shared__ unsigned shared[1024];
  shared[y * blockDim.x + x] = x;
  __syncthreads();
  unsigned left = (x >> 5) + (y & 3), sum = n;
  if (x < n / 4)
    goto middle;
  do {
    sum ^= a[sum & 15];
  middle:
    if ((sum & 3) == 0)
      atomicAdd(&sums[n & 31], sum);
  } while (left-- > 0);
  unsigned rounds = y & 3;
  do {
    sum = sum * 31 + a[(x + sum) & 1023];
  } while (rounds-- > 0);
  out[total + (blockIdx.x * blockDim.y + y) * blockDim.x + x] = sum;
}
