// SPDX-License-Identifier: Apache-2.0
// Searches, sorts and sparse matrices: whole numbers, branches, gathers.
#include "bench.h"

// The first of sorted numbers that is not below each of the others.
__global__ void lower_bound(const uint32_t *sorted, int count,
                            const uint32_t *keys, uint32_t *out, int many) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= many)
    return;
  const uint32_t key = keys[i];
  int first = 0, length = count;
  while (length > 0) {
    const int half = length / 2;
    // Sorted without a pass of its own: each is a multiple of its place.
    if (sorted[first + half] % 64 + (uint32_t)(first + half) * 255u < key) {
      first += half + 1;
      length -= half + 1;
    } else {
      length = half;
    }
  }
  out[i] = first;
}

__global__ void bitonic(const uint32_t *in, uint32_t *out) {
  __shared__ uint32_t s[1024];
  const int t = threadIdx.x, base = blockIdx.x * 1024;
  s[t] = in[base + t];
  s[t + 512] = in[base + t + 512];
  for (int size = 2; size <= 1024; size *= 2)
    for (int by = size / 2; by > 0; by /= 2) {
      __syncthreads();
      const int a = 2 * t - (t & (by - 1)), b = a + by;
      const bool down = (a & size) != 0;
      const uint32_t x = s[a], y = s[b];
      if ((x > y) != down) {
        s[a] = y;
        s[b] = x;
      }
    }
  __syncthreads();
  out[base + t] = s[t];
  out[base + t + 512] = s[t + 512];
}

// Rows of 0 to 63 numbers each, at columns that bits say, a row a thread.
__global__ void sparse_rows(const float *values, const uint32_t *columns,
                            const float *x, float *out, int rows, int width) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  const int from = row * width, to = from + (int)(columns[from] % width);
  float sum = 0.f;
  for (int i = from; i < to; ++i)
    sum += values[i] * x[columns[i] & (COUNT / 64 - 1)];
  out[row] = sum;
}

// The same with a warp for each row.
__global__ void sparse_warps(const float *values, const uint32_t *columns,
                             const float *x, float *out, int rows, int width) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  if (row >= rows)
    return;
  const int from = row * width, to = from + (int)(columns[from] % width);
  float sum = 0.f;
  for (int i = from + lane; i < to; i += 32)
    sum += values[i] * x[columns[i] & (COUNT / 64 - 1)];
  for (int by = 16; by > 0; by /= 2)
    sum += __shfl_down_sync(~0u, sum, by);
  if (lane == 0)
    out[row] = sum;
}

// Places of queens, from a start that each thread has of its own.
__global__ void queens(uint32_t *out, int size, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  const uint32_t all = (1u << size) - 1;
  uint32_t taken[16], left[16], right[16], free[16];
  const uint32_t one = 1u << (i % size), two = 1u << ((i / size) % size);
  taken[0] = one | two;
  left[0] = ((one << 2) | (two << 1)) & all;
  right[0] = (one >> 2) | (two >> 1);
  const bool fits = !(two & (one | (one << 1) | (one >> 1)));
  free[0] = fits ? all & ~(taken[0] | left[0] | right[0]) : 0;
  int depth = 0;
  uint32_t found = 0;
  const int last = size - 2;
  while (depth >= 0) {
    if (!free[depth]) {
      --depth;
      continue;
    }
    const uint32_t bit = free[depth] & -free[depth];
    free[depth] ^= bit;
    if (depth + 1 == last) {
      ++found;
      continue;
    }
    taken[depth + 1] = taken[depth] | bit;
    left[depth + 1] = ((left[depth] | bit) << 1) & all;
    right[depth + 1] = (right[depth] | bit) >> 1;
    free[depth + 1] =
        all & ~(taken[depth + 1] | left[depth + 1] | right[depth + 1]);
    ++depth;
  }
  out[i] = found;
}

// Distances of words of 32 letters, a row of the table in registers.
__global__ void distance(const uint8_t *a, const uint8_t *b, uint32_t *out,
                         int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  int row[33];
#pragma unroll
  for (int j = 0; j <= 32; ++j)
    row[j] = j;
  for (int k = 0; k < 32; ++k) {
    const uint8_t letter = a[k * count + i] & 3;
    int corner = row[0];
    row[0] = k + 1;
#pragma unroll
    for (int j = 1; j <= 32; ++j) {
      const int same = corner + ((b[j * count + i] & 3) != letter);
      corner = row[j];
      row[j] = min(min(row[j], row[j - 1]) + 1, same);
    }
  }
  out[i] = row[32];
}

__global__ void divisors(const uint32_t *a, uint32_t *out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  uint32_t x = a[i] | 1, y = (i * 2654435761u) | 1;
  while (y) {
    const uint32_t rest = x % y;
    x = y;
    y = rest;
  }
  out[i] = x;
}

__global__ void collatz(uint32_t *out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  uint64_t x = i + 1;
  uint32_t steps = 0;
  while (x != 1) {
    x = x % 2 ? 3 * x + 1 : x / 2;
    ++steps;
  }
  out[i] = steps;
}

// Powers modulo a number of 64 bits, by products of 128.
__global__ void powers(const uint32_t *in, uint64_t *out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  const uint64_t prime = 0xffffffff00000001ull;
  uint64_t base = in[i], result = 1;
  for (uint64_t power = 0x10001ull * (i | 1); power; power >>= 1) {
    if (power & 1) {
      const uint64_t low = result * base, high = __umul64hi(result, base);
      result = (low % prime + (high % prime) * 0xffffffffull) % prime;
    }
    const uint64_t low = base * base, high = __umul64hi(base, base);
    base = (low % prime + (high >> 32) * 0xffffffffull % prime) % prime;
  }
  out[i] = result;
}

const Row search_rows[] = {
    {"lower_bound",
     [](const Data &d) {
       lower_bound<<<blocks_for(COUNT, 256), 256>>>(
           d.words[0], COUNT, d.words[1], d.bits[0], COUNT);
     },
     false},
    {"bitonic",
     [](const Data &d) {
       bitonic<<<COUNT / 1024, 512>>>(d.words[0], d.bits[0]);
     },
     false},
    {"sparse_rows",
     [](const Data &d) {
       sparse_rows<<<blocks_for(COUNT / 64, 128), 128>>>(
           d.in[0], d.words[0], d.in[1], d.out[0], COUNT / 64, 64);
     },
     true},
    {"sparse_warps",
     [](const Data &d) {
       sparse_warps<<<blocks_for(COUNT / 2, 256), 256>>>(
           d.in[0], d.words[0], d.in[1], d.out[0], COUNT / 64, 64);
     },
     true},
    {"queens",
     [](const Data &d) {
       queens<<<blocks_for(1 << 16, 128), 128>>>(d.bits[0], 11, 1 << 16);
     },
     false},
    {"distance",
     [](const Data &d) {
       distance<<<blocks_for(1 << 20, 128), 128>>>((const uint8_t *)d.words[0],
                                                   (const uint8_t *)d.words[1],
                                                   d.bits[0], 1 << 20);
     },
     false},
    {"divisors",
     [](const Data &d) {
       divisors<<<blocks_for(COUNT, 256), 256>>>(d.words[0], d.bits[0], COUNT);
     },
     false},
    {"collatz",
     [](const Data &d) {
       collatz<<<blocks_for(COUNT, 256), 256>>>(d.bits[0], COUNT);
     },
     false},
    {"powers",
     [](const Data &d) {
       powers<<<blocks_for(1 << 20, 256), 256>>>(
           d.words[0], (uint64_t *)d.bits[0], 1 << 20);
     },
     false},
    {}};
