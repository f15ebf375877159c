// SPDX-License-Identifier: Apache-2.0
// Rows of up to 100 elements that a warp goes along with gathers: of those with no
// more than a round, and of the last round of the others, either no lane of the
// second half is there, or all of the first half are.
// SHAPES: 3:256 2:64 1:96
// WIDTHS: 32
extern "C" __global__ void regression(const unsigned *a, const float *f,
                                      unsigned *out, unsigned *, unsigned n,
                                      unsigned total) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  const int row = i / 32, lane = (int)threadIdx.x % 32;
  const int start = (int)a[row] >> 27, end = ((int)a[row + 9] >> 25) + 20;
  unsigned sum = 0;
  for (int k = start + lane; k < end; k += 32)
    sum = sum * 7 + a[a[k + 64] & 1023];
  out[i] = sum + __shfl_xor_sync(~0u, sum, 1);
  // Up to the limit, of rows that may have nothing, in numbers of 64 bits.
  const long long first = (int)a[row + 3] >> 28, last = (int)a[row + 5] >> 26;
  float most = (float)row;
  for (long long k = first + lane; k <= last; k += 32)
    most = most < f[a[k + 64] & 511] ? f[a[k + 64] & 511] : most;
  out[total + i] = __float_as_uint(most);
}

// Several rows, one after the other, each of which adds to what the ones before
// it left, with lanes that do nothing in a round.
extern "C" __global__ void regression_rows(const unsigned *a, const float *,
                                           unsigned *out, unsigned *,
                                           unsigned n) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  const int lane = (int)threadIdx.x % 32;
  unsigned sum = (unsigned)i;
  for (int row = i / 32; row < i / 32 + 9; ++row) {
    const int start = (int)a[row] >> 29, end = ((int)a[row + 3] >> 25) + 10;
    for (int k = start + lane; k < end; k += 32)
      if ((a[k + 64] & 31) != 5)
        sum ^= a[(a[k + row + 64] + sum) & 1023] + (unsigned)k;
    sum = sum * 3 + __shfl_down_sync(~0u, sum, 1);
  }
  out[i] = sum;
}
