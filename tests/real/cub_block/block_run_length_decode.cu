// SPDX-License-Identifier: Apache-2.0
// BlockRunLengthDecode: runs of one to seven values, window by window.
#include <cub/block/block_run_length_decode.cuh>

#include "block.h"

static const int THREADS = 64, RUNS = 2, ITEMS = 4, N = THREADS * RUNS;

__global__ void decodes(const int *in, int *out) {
  typedef cub::BlockRunLengthDecode<int, THREADS, RUNS, ITEMS> decode;
  __shared__ typename decode::TempStorage shared;
  int values[RUNS], total = 0;
  unsigned lengths[RUNS];
  for (int i = 0; i < RUNS; ++i) {
    values[i] = in[threadIdx.x * RUNS + i];
    lengths[i] = 1 + values[i] % 7;
  }
  decode decoder(shared, values, lengths, total);
  for (int at = 0; at < total; at += THREADS * ITEMS) {
    int items[ITEMS];
    decoder.RunLengthDecode(items, at);
    for (int i = 0; i < ITEMS; ++i)
      if (at + (int)threadIdx.x * ITEMS + i < total)
        out[at + threadIdx.x * ITEMS + i] = items[i];
    __syncthreads();
  }
}

int main() {
  const std::vector<int> v = real::values<int>(N, 1000);
  std::vector<int> wanted;
  for (int value : v)
    wanted.insert(wanted.end(), 1 + value % 7, value);
  wanted.push_back(-1); // nothing is written behind
  real::same_all("BlockRunLengthDecode", N,
                 run_block(decodes, v, wanted.size(), THREADS), wanted);
  return real::done();
}
