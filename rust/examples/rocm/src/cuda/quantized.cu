// SPDX-License-Identifier: Apache-2.0
// Blocks of 32 numbers with a scale in half precision: of 8 bits each, and of 4,
// of which 8 is zero; the first 16 are the low halves of the bytes.
#include "common.cuh"
#include <cuda_fp16.h>

struct block_int8 {
  __half scale;
  signed char values[32];
};
struct block_int4 {
  __half scale;
  unsigned char values[16];
};

extern "C" __global__ void quantized_kernel(const block_int8 *blocks, float *out,
                                            unsigned n) {
  const unsigned i = global_index();
  if (i < n)
    out[i] = __half2float(blocks[i / 32].scale) * blocks[i / 32].values[i % 32];
}
extern "C" __global__ void quantized_int4(const block_int4 *blocks, float *out,
                                          unsigned n) {
  const unsigned i = global_index();
  if (i >= n)
    return;
  const block_int4 &block = blocks[i / 32];
  const unsigned at = i % 32;
  const int value = at < 16 ? block.values[at] & 15 : block.values[at - 16] >> 4;
  out[i] = __half2float(block.scale) * (value - 8);
}
