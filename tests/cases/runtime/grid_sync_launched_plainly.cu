// SPDX-License-Identifier: Apache-2.0
// A kernel that synchronises its grid, launched as any other: it runs where the
// device has all blocks resident, and is refused elsewhere, in graphs, too.
#include "program.h"

#include <cooperative_groups.h>

enum { BLOCKS = 4, THREADS = 64 };

static __global__ void ring(int *cells, int *out) {
  const auto grid = cooperative_groups::this_grid();
  const int self = (int)grid.thread_rank(), size = (int)grid.size();
  cells[self] = self;
  grid.sync();
  out[self] = cells[(self + THREADS) % size];
}

static int *cells, *out;

// Whether the device ran `blocks` of it, rightly.
static void check_ran(int blocks) {
  OK(cudaDeviceSynchronize());
  int wrong = 0;
  for (int i = 0; i < blocks * THREADS; ++i)
    wrong += out[i] != (i + THREADS) % (blocks * THREADS);
  CHECK(wrong == 0);
}

// As many as the device has resident.
static int blocks_at_a_time() {
  int blocks = 0, processors = 0;
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, ring, THREADS, 0));
  OK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  return blocks * processors < BLOCKS ? blocks * processors : BLOCKS;
}

static cudaError_t add_node(cudaGraph_t graph, int blocks) {
  cudaGraphNode_t node;
  void *arguments[] = {&cells, &out};
  cudaKernelNodeParams params = {};
  params.func = (void *)ring;
  params.gridDim = (unsigned)blocks;
  params.blockDim = THREADS;
  params.kernelParams = arguments;
  return cudaGraphAddKernelNode(&node, graph, NULL, 0, &params);
}

int main() {
  int has = 0;
  cudaGraph_t graph;
  OK(cudaDeviceGetAttribute(&has, cudaDevAttrCooperativeLaunch, 0));
  OK(cudaMallocManaged(&cells, BLOCKS * THREADS * sizeof(int)));
  OK(cudaMallocManaged(&out, BLOCKS * THREADS * sizeof(int)));
  ring<<<1, THREADS>>>(cells, out);
  OK(cudaGetLastError());
  check_ran(1);
  OK(cudaGraphCreate(&graph, 0));
  if (has) {
    const int blocks = blocks_at_a_time();
    ring<<<blocks, THREADS>>>(cells, out);
    OK(cudaGetLastError());
    check_ran(blocks);
    OK(add_node(graph, blocks));
    cudaGraphExec_t ready;
    OK(cudaGraphInstantiate(&ready, graph, 0));
    OK(cudaGraphLaunch(ready, 0));
    check_ran(blocks);
    OK(cudaGraphExecDestroy(ready));
  } else {
    ring<<<BLOCKS, THREADS>>>(cells, out);
    FAILS(cudaGetLastError(), cudaErrorNotSupported);
    FAILS(add_node(graph, BLOCKS), cudaErrorNotSupported);
  }
  OK(cudaGraphDestroy(graph));
  OK(cudaFree(cells));
  OK(cudaFree(out));
  return done();
}
