// SPDX-License-Identifier: Apache-2.0
// What the kernels of bench/nvidia work on, and how they say so: rows of one
// table, which main.cu runs. The same text is compiled by nvcc and by quern cc.
#ifndef QUERN_BENCH_NVIDIA_H
#define QUERN_BENCH_NVIDIA_H

#include <cuda_runtime.h>

#include <cstdint>

// Numbers of each array, all of which are larger together than any cache.
constexpr int COUNT = 1 << 24;
constexpr int ARRAYS = 4;

// Arrays of COUNT on the device. `in` and `words` are the same for all rows;
// `out` and `bits` are a row's own, and are all zero before it.
struct Data {
  float *in[ARRAYS];       // in [0.5, 1.5)
  uint32_t *words[ARRAYS]; // any bits
  float *out[ARRAYS];
  uint32_t *bits[ARRAYS];
};

struct Row {
  const char *name;
  void (*launch)(const Data &data);
  bool floats; // the result: out[0], otherwise bits[0]
};

// Each file of kernels has a table that ends with a row without a name.
extern const Row optimiser_rows[], cipher_rows[], grid_rows[], row_rows[],
    search_rows[], path_rows[];

static inline dim3 blocks_for(int count, int block) {
  return dim3((count + block - 1) / block);
}

#endif
