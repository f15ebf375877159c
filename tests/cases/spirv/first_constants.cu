// SPDX-License-Identifier: Apache-2.0
// Constants as their initialisers have them, and as the host writes them later,
// by each way that it can: launches see what was there when they were reached.
#include "program.h"

struct settings {
  float scale;
  short steps[3];
  double offset;
  bool on;
};

__constant__ float weights[4] = {1, 2, 3, 4};
__constant__ float4 four = {0.5f, 1.5f, 2.5f, 3.5f};
__constant__ settings all = {2, {10, 20, 30}, 0.25, true};
__constant__ unsigned long long wide = 1ull << 40;
__constant__ int seen = 7;   // whose address kernels give away
__constant__ int later = 11; // written through an address
__constant__ int table[3] = {100, 200, 300}; // of which one is picked

enum { RESULTS = 8 };

__global__ void read_all(float *out, const int *pick) {
  out[0] = weights[0] + 10 * weights[1] + 100 * weights[3];
  out[1] = four.x + four.w;
  out[2] = all.on ? all.scale * all.steps[1] : -1;
  out[3] = (float)all.offset;
  out[4] = (float)(wide >> 40);
  out[5] = (float)seen;
  out[6] = (float)later;
  out[7] = (float)table[*pick] + table[0];
}

__global__ void give_address(const int **out) { *out = &seen; }
__global__ void put(int *where, int value) { *where = value; }

static float *out;
static int *pick;

static void expect(const float (&wanted)[RESULTS]) {
  float found[RESULTS];
  OK(cudaMemcpy(found, out, sizeof(found), cudaMemcpyDeviceToHost));
  for (int i = 0; i < RESULTS; ++i)
    CHECK(found[i] == wanted[i]);
}

static void launch(const float (&wanted)[RESULTS]) {
  OK(cudaMemset(out, 0xff, RESULTS * sizeof(float)));
  read_all<<<1, 1>>>(out, pick);
  expect(wanted);
}

// Launches that follow one another may be recorded by the driver.
static cudaGraphExec_t make_graph(cudaStream_t stream) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  for (int i = 0; i < 6; ++i)
    read_all<<<1, 1, 0, stream>>>(out, pick);
  OK(cudaStreamEndCapture(stream, &graph));
  OK(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
  OK(cudaGraphDestroy(graph));
  return exec;
}

int main(void) {
  const int one = 1;
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  OK(cudaMalloc(&out, RESULTS * sizeof(float)));
  OK(cudaMalloc(&pick, sizeof(*pick)));
  OK(cudaMemcpy(pick, &one, sizeof(one), cudaMemcpyHostToDevice));
  float wanted[RESULTS] = {421, 4, 40, 0.25f, 1, 7, 11, 300};
  launch(wanted);

  cudaGraphExec_t exec = make_graph(stream);
  OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  expect(wanted);

  // A launch before the write, which it must not see, and one behind.
  const float other[4] = {5, 6, 7, 8};
  float *first;
  OK(cudaMalloc(&first, RESULTS * sizeof(float)));
  read_all<<<1, 1>>>(first, pick);
  OK(cudaMemcpyToSymbol(weights, other, sizeof(other)));
  float before;
  OK(cudaMemcpy(&before, first, sizeof(before), cudaMemcpyDeviceToHost));
  CHECK(before == wanted[0]);
  wanted[0] = 865;
  launch(wanted);
  OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  expect(wanted);

  // Through an address: by a copy, and by a kernel.
  int *address;
  const int twelve = 12;
  OK(cudaGetSymbolAddress((void **)&address, later));
  OK(cudaMemcpy(address, &twelve, sizeof(twelve), cudaMemcpyHostToDevice));
  wanted[6] = 12;
  launch(wanted);
  put<<<1, 1>>>(address, 13);
  wanted[6] = 13;
  launch(wanted);

  // Through an address that a kernel gave away.
  const int **given, *from_kernel;
  OK(cudaMalloc(&given, sizeof(*given)));
  // Where the device's addresses have fewer bits, it writes the low ones.
  OK(cudaMemset(given, 0, sizeof(*given)));
  give_address<<<1, 1>>>(given);
  OK(cudaMemcpy(&from_kernel, given, sizeof(from_kernel),
                cudaMemcpyDeviceToHost));
  put<<<1, 1>>>(const_cast<int *>(from_kernel), 70);
  wanted[5] = 70;
  launch(wanted);
  OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  expect(wanted);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaStreamDestroy(stream));
  OK(cudaFree(out));
  OK(cudaFree(pick));
  OK(cudaFree(first));
  OK(cudaFree(given));
  return 0;
}
