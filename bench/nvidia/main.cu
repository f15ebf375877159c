// SPDX-License-Identifier: Apache-2.0
// Times of the kernels of this folder on an NVIDIA GPU, one line each: name,
// microseconds a launch (the least of the rounds), a sum over the result.
//
//   main [ROUNDS [NAME]]
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "bench.h"

static void must(cudaError_t error, const char *what) {
  if (error == cudaSuccess)
    return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(error == cudaErrorNoDevice ? 77 : 1);
}

__global__ void fill(float *numbers, uint32_t *words, int count,
                     uint32_t seed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  uint32_t x = (i + seed) * 0x9e3779b9u;
  x = (x ^ (x >> 16)) * 0x85ebca6bu;
  x = (x ^ (x >> 13)) * 0xc2b2ae35u;
  x ^= x >> 16;
  numbers[i] = 0.5f + (x >> 8) * (1.f / 16777216.f);
  words[i] = x;
}

static Data allocate() {
  Data d;
  const size_t bytes = (size_t)COUNT * 4;
  for (int i = 0; i < ARRAYS; ++i) {
    must(cudaMalloc((void **)&d.in[i], bytes), "memory");
    must(cudaMalloc((void **)&d.words[i], bytes), "memory");
    must(cudaMalloc((void **)&d.out[i], bytes), "memory");
    must(cudaMalloc((void **)&d.bits[i], bytes), "memory");
    fill<<<blocks_for(COUNT, 256), 256>>>(d.in[i], d.words[i], COUNT, i << 26);
  }
  must(cudaDeviceSynchronize(), "fill");
  return d;
}

static void clear(const Data &d) {
  for (int i = 0; i < ARRAYS; ++i) {
    must(cudaMemset(d.out[i], 0, (size_t)COUNT * 4), "clear");
    must(cudaMemset(d.bits[i], 0, (size_t)COUNT * 4), "clear");
  }
}

// Of what the row wrote: all that is a number, with weights, as exchanged
// numbers are wrong, too.
static double sum_up(const Row &row, const Data &d) {
  const int count = COUNT / 4;
  std::vector<uint32_t> host(count);
  must(cudaMemcpy(host.data(), row.floats ? (void *)d.out[0] : d.bits[0],
                  (size_t)count * 4, cudaMemcpyDeviceToHost),
       "result");
  double sum = 0.0;
  for (int i = 0; i < count; ++i) {
    float f;
    std::memcpy(&f, &host[i], 4);
    const double x = row.floats ? f : host[i] * (1.0 / 4294967296.0);
    if (std::isfinite(x))
      sum += x * (1 + i % 7);
  }
  return sum;
}

static double time_row(const Row &row, const Data &d, int rounds) {
  cudaEvent_t from, to;
  must(cudaEventCreate(&from), "event");
  must(cudaEventCreate(&to), "event");
  double least = 1e30;
  for (int r = 0; r < rounds; ++r) {
    float ms;
    must(cudaEventRecord(from), "event");
    for (int i = 0; i < 4; ++i)
      row.launch(d);
    must(cudaEventRecord(to), "event");
    must(cudaEventSynchronize(to), row.name);
    must(cudaEventElapsedTime(&ms, from, to), "event");
    least = std::fmin(least, ms * 1e3 / 4);
  }
  must(cudaEventDestroy(from), "event");
  must(cudaEventDestroy(to), "event");
  return least;
}

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 10;
  const Data d = allocate();
  for (const Row *rows : {optimiser_rows, cipher_rows, grid_rows, row_rows,
                          search_rows, path_rows})
    for (const Row *row = rows; row->name; ++row) {
      if (argc > 2 && std::strcmp(argv[2], row->name))
        continue;
      clear(d);
      row->launch(d);
      must(cudaDeviceSynchronize(), row->name);
      const double sum = sum_up(*row, d);
      std::printf("%s %.3f %.9g\n", row->name, time_row(*row, d, rounds), sum);
      std::fflush(stdout);
    }
  return 0;
}
