// SPDX-License-Identifier: Apache-2.0
// Numbers of lanes at known distances that loops count, behind loops which lanes
// leave in different rounds: they are no more at those distances. Rows by steps that
// are as wide as packets, wider and narrower: once a lane has left, the others have
// one round more at most, or several. Conditions at which lanes part by their index,
// which goes up or down, in numbers of all sizes.
// SHAPES: 2:64 2:37 1:256
typedef unsigned u32;
extern "C" __global__ void regression(const u32 *a, const float *, u32 *out, u32 *, u32 n, u32 total) {
  const u32 t = threadIdx.x, id = blockIdx.x * blockDim.x + t;
  __shared__ u32 s[512];
  u32 i = t; const u32 e = t + (a[t & 63] & 31);
  while (i < e) i += 1;
  out[id] ^= a[i];
  int j = (int)t; const int f = (int)(t + (a[(t + 5) & 63] & 15));
  do { j += 2; } while (j < f);
  out[total + id] ^= a[j];
  u32 k = t / 2, r = a[t & 31] & 7;
  for (u32 q = 0; q < r; ++q) k += 3;
  out[2 * total + id] ^= a[k];
  u32 m = t / 2, x = 0;
  for (u32 q = 0; q < 9; ++q) { if (a[(t + q) & 63] & 1) continue; x += a[m]; m += 3; }
  out[3 * total + id] ^= x + a[m];
  u32 p = t & 3, y = 0;
  for (u32 q = 0;; ++q) { y += a[p]; if (q > (a[t & 31] & 3)) break; p += 4; }
  out[4 * total + id] ^= y + a[p];
  for (u32 q = t; q < 512; q += blockDim.x) s[q] = a[q];
  __syncthreads();
  u32 z = t / 2, w = a[t & 63] & 7; do { z += 4; } while (w-- > 0);
  out[5 * total + id] ^= s[z & 511] + s[z];
}

typedef long long i64;
typedef unsigned long long u64;

template <int STEP, typename T>
__device__ u32 along(const u32 *a, T first, T limit, u32 sum) {
  for (T k = first; k < limit; k += STEP)
    sum = sum * 31 + a[a[k & 1023] & 1023];
  return sum;
}

template <typename T>
__device__ u32 rows(const u32 *a, T lane, T n, u32 sum) {
  sum = along<31, T>(a, lane, n, sum);
  sum = along<32, T>(a, lane, n * 2, sum);
  sum = along<15, T>(a, lane, n + 9, sum);
  sum = along<16, T>(a, lane + 3, n + 16, sum);
  return along<7, T>(a, lane, n, sum);
}

// Left at a place of its own, and with a limit that is another in each round.
__device__ u32 others(const u32 *a, int lane, int n, u32 sum) {
  for (int k = lane; k < n + 40; k += 32) {
    if (a[k & 1023] % 7 == 0)
      break;
    if (a[k & 1023] % 5 == 0)
      continue;
    sum += a[a[k & 1023] & 1023];
  }
  int limit = n;
  for (int k = lane; k < limit; k += 32) {
    sum = sum * 3 + a[a[k & 1023] & 1023];
    limit += (int)(a[n & 1023] & 15) + (k < 200 ? 9 : 0);
  }
  return sum;
}

template <typename T>
__device__ u32 parted(const u32 *a, T lane, T n, u32 sum) {
  if (lane < n)
    sum += a[(sum + 1) & 1023];
  if (lane + 5 <= n)
    sum ^= a[(sum + 2) & 1023];
  if (lane * 3 > n)
    sum += a[(sum + 3) & 1023];
  if (n - lane >= 4)
    sum ^= a[(sum + 4) & 1023];
  return sum;
}

// Tested is the number before the step, and the next round has another.
__device__ u32 tested_before(const u32 *a, int lane, int n, u32 sum) {
  int k = lane, old;
  do {
    sum = sum * 31 + a[((u32)k + sum) & 1023];
    old = k;
    k = (int)(a[(u32)n & 7] & 3) + k + 1;
  } while (old < n);
  return sum;
}

extern "C" __global__ void regression_rows(const u32 *a, const float *, u32 *out,
                                      u32 *, u32 n) {
  const u32 t = threadIdx.x, id = blockIdx.x * blockDim.x + t;
  u32 sum = 1;
  for (u32 m = n & 3; m < 70; m += 11) {
    sum = rows<int>(a, (int)t, (int)m, sum);
    sum = rows<u32>(a, t, m, sum);
    sum = rows<i64>(a, t, m, sum);
    sum = rows<int>(a, (int)t - 20, (int)m - 30, sum);
    sum = others(a, (int)t, (int)m, sum);
    sum = tested_before(a, (int)t, (int)m, sum);
    sum = parted<int>(a, (int)t - 8, (int)m - 9, sum);
    sum = parted<u32>(a, t, m, sum);
    sum = parted<i64>(a, (i64)t - 8, (i64)m - 9, sum);
    sum = parted<u64>(a, t, m, sum);
    sum = parted<short>(a, (short)t, (short)m, sum);
    sum = parted<unsigned char>(a, (unsigned char)t, (unsigned char)m, sum);
    sum = parted<int>(a, (int)(t + 0x7fffffa0), (int)(m + 0x7fffff90), sum);
    sum = parted<u32>(a, t + 0xffffffa0u, m + 0xffffff90u, sum);
  }
  out[id * 2] = sum;
  // A warp for each row, as of a sparse matrix.
  const int row = (int)(id / 32), lane = (int)(t & 31);
  const int start = (int)(a[row & 1023] & 31);
  const int end = start + (int)(a[(row + 1) & 1023] & 63);
  u32 own = 0;
  for (int k = start + lane; k < end; k += 32)
    own += a[a[k] & 1023];
  out[id * 2 + 1] = own;
}

// Rows of up to 100 elements that a warp goes along with gathers: of those with no
// more than a round, and of the last round of the others, either no lane of the
// second half is there, or all of the first half are.
extern "C" __global__ void regression_halves(const unsigned *a, const float *f,
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
extern "C" __global__ void regression_halves_of_rows(const unsigned *a, const float *,
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
