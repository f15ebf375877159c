// SPDX-License-Identifier: Apache-2.0
// Calls that leave out what CUDA's headers give a default.
#include "program.h"

#include <vector>

static __device__ int symbol;

static __global__ void add_one(int *p) { *p = symbol + 1; }

static void copy_symbols() {
  int value = 41, back = 0;
  OK(cudaMemcpyToSymbolAsync(symbol, &value, sizeof(value)));
  OK(cudaMemcpyFromSymbolAsync(&back, symbol, sizeof(back)));
  OK(cudaDeviceSynchronize());
  CHECK(back == 41);
}

static void ask_occupancy() {
  int grid = 0, block = 0, blocks = 0;
  const auto none = [](int) { return (size_t)0; };
  OK(cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(&grid, &block,
                                                             add_one, none));
  CHECK(grid > 0 && block > 0);
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, add_one,
                                                            block, 0));
  CHECK(blocks > 0);
}

static void ask_channels() {
  CHECK(cudaCreateChannelDescHalf().x == 16 &&
        cudaCreateChannelDescHalf1().y == 0);
  CHECK(cudaCreateChannelDescHalf2().y == 16 &&
        cudaCreateChannelDescHalf2().z == 0);
  CHECK(cudaCreateChannelDescHalf4().w == 16 &&
        cudaCreateChannelDescHalf4().f == cudaChannelFormatKindFloat);
}

static void make_graphs() {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphConditionalHandle handle;
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphInstantiateWithFlags(&exec, graph));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphConditionalHandleCreate(&handle, graph));
  OK(cudaGraphDestroy(graph));
}

// CUDA 13's forms, with one attribute for all copies.
static void copy_batch() {
  int from[2] = {5, 6}, back[2] = {};
  int *p;
  OK(cudaMalloc(&p, sizeof(from)));
  void *to[2] = {p, p + 1};
  const void *sources[2] = {from, from + 1};
  size_t sizes[2] = {sizeof(int), sizeof(int)};
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  cudaMemcpyAttributes attributes = {};
  attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  OK(cudaMemcpyBatchAsync(to, sources, sizes, 2, attributes, stream));
  OK(cudaStreamSynchronize(stream));
  OK(cudaMemcpy(back, p, sizeof(back), cudaMemcpyDefault));
  CHECK(back[0] == 5 && back[1] == 6);
  OK(cudaStreamDestroy(stream));
  OK(cudaFree(p));
}

// They are the driver's functions, by its names.
static void find_entries() {
  void *entry = nullptr;
  cudaDriverEntryPointQueryResult found;
  OK(cudaGetDriverEntryPointByVersion("cuInit", &entry, 12000,
                                      cudaEnableDefault));
  CHECK(entry && ((int (*)(unsigned))entry)(0) == 0);
  OK(cudaGetDriverEntryPoint("cuMemAlloc", &entry, cudaEnableDefault, &found));
  CHECK(entry && found == cudaDriverEntryPointSuccess);
  OK(cudaGetDriverEntryPoint("cuNoSuch", &entry, cudaEnableDefault, &found));
  CHECK(!entry && found == cudaDriverEntryPointSymbolNotFound);
}

int main() {
  copy_symbols();
  ask_occupancy();
  ask_channels();
  make_graphs();
  copy_batch();
  find_entries();
  return 0;
}
