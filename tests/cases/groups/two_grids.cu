// SPDX-License-Identifier: Apache-2.0
// Grids that wait for themselves, of as many blocks as the device holds, in two
// streams at a time, and with nobody who waits for them.
// DEVICES: cpu cuda opencl
#include "program.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

enum { THREADS = 64, STEPS = 20, ROUNDS = 25, GRIDS_MAX = 16 };

// Each step adds what the next block had, so no block may be left behind.
static __global__ void steps(int *cells, int count) {
  const cg::grid_group grid = cg::this_grid();
  const int self = (int)blockIdx.x, next = (self + 1) % (int)gridDim.x;
  for (int i = 0; i < count; ++i) {
    int *const from = cells + (i & 1) * GRIDS_MAX;
    int *const to = cells + (~i & 1) * GRIDS_MAX;
    if (threadIdx.x == 0)
      to[self] = from[self] + from[next];
    grid.sync();
  }
}

static unsigned blocks_at_a_time(void) {
  int blocks = 0, processors = 0;
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, steps, THREADS, 0));
  OK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  return blocks * processors < GRIDS_MAX ? (unsigned)(blocks * processors)
                                         : (unsigned)GRIDS_MAX;
}

static void start(int *cells, unsigned blocks, cudaStream_t stream) {
  int ones[2 * GRIDS_MAX], count = STEPS;
  for (int &one : ones)
    one = 1;
  OK(cudaMemcpyAsync(cells, ones, sizeof(ones), cudaMemcpyHostToDevice,
                     stream));
  void *args[] = {&cells, &count};
  OK(cudaLaunchCooperativeKernel(steps, blocks, THREADS, args, 0, stream));
}

static void expect(const int *cells, unsigned blocks) {
  int found[2 * GRIDS_MAX];
  OK(cudaMemcpy(found, cells, sizeof(found), cudaMemcpyDeviceToHost));
  for (unsigned i = 0; i < blocks; ++i)
    CHECK(found[i] == 1 << STEPS);
}

int main(void) {
  const unsigned blocks = blocks_at_a_time();
  cudaStream_t streams[2];
  int *cells[2];
  CHECK(blocks >= 1);
  for (int k = 0; k < 2; ++k) {
    OK(cudaStreamCreateWithFlags(&streams[k], cudaStreamNonBlocking));
    OK(cudaMalloc(&cells[k], 2 * GRIDS_MAX * sizeof(int)));
  }
  for (int round = 0; round < ROUNDS; ++round) {
    for (int k = 0; k < 2; ++k)
      start(cells[k], blocks, streams[k]);
    for (int k = 0; k < 2; ++k)
      while (cudaStreamQuery(streams[k]) == cudaErrorNotReady)
        continue;
    for (int k = 0; k < 2; ++k) {
      OK(cudaStreamSynchronize(streams[k]));
      expect(cells[k], blocks);
    }
  }
  for (int k = 0; k < 2; ++k) {
    OK(cudaStreamDestroy(streams[k]));
    OK(cudaFree(cells[k]));
  }
  return 0;
}
