// SPDX-License-Identifier: Apache-2.0
// Lanes that read what others of their warp have just stored in shared memory,
// with no barrier between and nothing volatile: one sums what all have left, as
// an integration in columns does; a neighbour's; by a stride.
// LEVELS: x86-64-v2 x86-64-v3 x86-64-v4
// OPTIMIZE: 1 2 3
// DEVICES: cpu
#include "program.h"

enum { ROW = 17, BLOCK = 64, BLOCKS = 5 };

// Each of the first lanes sums a column; the first one sums the sums.
template <typename T> static __global__ void columns(T *out) {
  __shared__ T s[BLOCK * ROW];
  const int t = threadIdx.x;
  for (int i = 0; i < ROW; ++i)
    s[ROW * t + i] = (T)((blockIdx.x + t * i) % 13);
  __syncthreads();
  if (t < ROW) {
    T sum = 0;
    for (int i = t; i < BLOCK * ROW; i += ROW)
      sum += s[i];
    s[t] = sum;
  }
  if (t == 0) {
    T all = 0;
    for (int i = 0; i < ROW; ++i)
      all += s[i] * (i + 1);
    out[blockIdx.x] = all;
  }
}

// The same in memory whose size the launch gives.
static __global__ void leaders(float *out) {
  extern __shared__ float part[];
  const int t = threadIdx.x;
  part[t] = t * 0.5f;
  if (t % 32 == 0) {
    float sum = 0;
    for (int i = 0; i < 32; ++i)
      sum += part[t + i];
    out[blockIdx.x * 2 + t / 32] = sum;
  }
}

static __global__ void neighbours(int *out, const int *in) {
  __shared__ int s[BLOCK + 1];
  const int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
  s[t] = in[i];
  out[i] = t % 32 == 31 ? 0 : s[t + 1] - s[t];
}

template <typename T> static void sum_columns() {
  T got[BLOCKS], *out;
  OK(cudaMalloc(&out, sizeof(got)));
  columns<<<BLOCKS, BLOCK>>>(out);
  OK(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
  for (int b = 0; b < BLOCKS; ++b) {
    T wanted = 0;
    for (int t = 0; t < BLOCK; ++t)
      for (int i = 0; i < ROW; ++i)
        wanted += (T)((b + t * i) % 13) * (i + 1);
    CHECK(got[b] == wanted);
  }
  OK(cudaFree(out));
}

int main() {
  int values[BLOCK * BLOCKS], got[BLOCK * BLOCKS], *in, *out;
  float sums[2 * BLOCKS], *parts;
  sum_columns<double>();
  sum_columns<int>();
  OK(cudaMalloc(&parts, sizeof(sums)));
  leaders<<<BLOCKS, BLOCK, BLOCK * sizeof(float)>>>(parts);
  OK(cudaMemcpy(sums, parts, sizeof(sums), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 2 * BLOCKS; ++i)
    CHECK(sums[i] == (i % 2 ? 760.0f : 248.0f));
  for (int i = 0; i < BLOCK * BLOCKS; ++i)
    values[i] = i * i % 101;
  OK(cudaMalloc(&in, sizeof(values)));
  OK(cudaMalloc(&out, sizeof(got)));
  OK(cudaMemcpy(in, values, sizeof(values), cudaMemcpyHostToDevice));
  neighbours<<<BLOCKS, BLOCK>>>(out, in);
  OK(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
  for (int i = 0; i < BLOCK * BLOCKS; ++i)
    CHECK(got[i] == (i % 32 == 31 ? 0 : values[i + 1] - values[i]));
  std::puts("ok");
  OK(cudaFree(in));
  OK(cudaFree(out));
  OK(cudaFree(parts));
  return 0;
}
