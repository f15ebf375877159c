// SPDX-License-Identifier: Apache-2.0
// A matrix product in the CUDA dialect: tiles in shared memory, and several
// results for each thread in registers.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define OK(call)                                                               \
  do {                                                                         \
    const cudaError_t error_ = (call);                                         \
    if (error_ != cudaSuccess) {                                               \
      std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error_));     \
      std::exit(1);                                                            \
    }                                                                          \
  } while (0)

// A block makes TILE x TILE results, a thread EACH x EACH of them.
constexpr int TILE = 64, DEPTH = 16, EACH = 4, SIDE = TILE / EACH;

// c = a * b; a is m x k, b k x n, c m x n, by rows.
__global__ void __launch_bounds__(SIDE *SIDE)
    multiply(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float tile_a[DEPTH][TILE + 1], tile_b[DEPTH][TILE + 1];
  const int row0 = blockIdx.y * TILE, column0 = blockIdx.x * TILE;
  const int self = threadIdx.y * SIDE + threadIdx.x;
  float sums[EACH][EACH] = {};
  for (int first = 0; first < k; first += DEPTH) {
    for (int i = self; i < TILE * DEPTH; i += SIDE * SIDE) {
      const int row = row0 + i / DEPTH, inner = first + i % DEPTH;
      tile_a[i % DEPTH][i / DEPTH] =
          row < m && inner < k ? a[(size_t)row * k + inner] : 0;
      const int column = column0 + i % TILE, deep = first + i / TILE;
      tile_b[i / TILE][i % TILE] =
          column < n && deep < k ? b[(size_t)deep * n + column] : 0;
    }
    __syncthreads();
    for (int d = 0; d < DEPTH; ++d) {
      float x[EACH], y[EACH];
      for (int i = 0; i < EACH; ++i) {
        x[i] = tile_a[d][threadIdx.y + i * SIDE];
        y[i] = tile_b[d][threadIdx.x + i * SIDE];
      }
      for (int i = 0; i < EACH; ++i)
        for (int j = 0; j < EACH; ++j)
          sums[i][j] += x[i] * y[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < EACH; ++i)
    for (int j = 0; j < EACH; ++j) {
      const int row = row0 + threadIdx.y + i * SIDE;
      const int column = column0 + threadIdx.x + j * SIDE;
      if (row < m && column < n)
        c[(size_t)row * n + column] = sums[i][j];
    }
}

static std::vector<float> numbers(size_t count, unsigned seed) {
  std::vector<float> v(count);
  for (float &x : v) {
    seed = seed * 1664525u + 1013904223u;
    x = (float)(seed >> 8) / (1 << 23) - 1;
  }
  return v;
}

static bool check(int m, int n, int k) {
  const std::vector<float> a = numbers((size_t)m * k, 1);
  const std::vector<float> b = numbers((size_t)k * n, 2);
  std::vector<float> c((size_t)m * n);
  float *da, *db, *dc;
  OK(cudaMalloc(&da, a.size() * sizeof(float)));
  OK(cudaMalloc(&db, b.size() * sizeof(float)));
  OK(cudaMalloc(&dc, c.size() * sizeof(float)));
  OK(cudaMemcpy(da, a.data(), a.size() * sizeof(float),
                cudaMemcpyHostToDevice));
  OK(cudaMemcpy(db, b.data(), b.size() * sizeof(float),
                cudaMemcpyHostToDevice));
  const dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
  const dim3 block(SIDE, SIDE);
  multiply<<<grid, block>>>(da, db, dc, m, n, k);
  OK(cudaDeviceSynchronize());
  const auto start = std::chrono::steady_clock::now();
  multiply<<<grid, block>>>(da, db, dc, m, n, k);
  OK(cudaGetLastError());
  OK(cudaDeviceSynchronize());
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  OK(cudaMemcpy(c.data(), dc, c.size() * sizeof(float),
                cudaMemcpyDeviceToHost));
  OK(cudaFree(da));
  OK(cudaFree(db));
  OK(cudaFree(dc));
  std::printf("%d x %d x %d: %.2f GFLOP/s\n", m, n, k,
              2.0 * m * n * k / seconds / 1e9);
  // All of a small product, samples of a large one.
  const size_t stride = c.size() > 100000 ? 997 : 1;
  for (size_t i = 0; i < c.size(); i += stride) {
    const size_t row = i / n, column = i % n;
    double sum = 0;
    for (int d = 0; d < k; ++d)
      sum += (double)a[row * k + d] * b[(size_t)d * n + column];
    if (!(std::fabs(c[i] - sum) <= 1e-5 * (1 + std::sqrt((double)k) * 4))) {
      std::fprintf(stderr, "(%zu, %zu) is %g, not %g\n", row, column, c[i],
                   sum);
      return false;
    }
  }
  return true;
}

// usage: matmul [SIZE]
int main(int argc, char **argv) {
  const int size = argc > 1 ? atoi(argv[1]) : 1024;
  if (!check(1, 1, 1) || !check(65, 130, 33) || !check(size, size, size))
    return 1;
  std::puts("ok");
  return 0;
}

// The test runs it on little:
// ARGS: 256
