// SPDX-License-Identifier: Apache-2.0
// Heat on a rod by Crank and Nicolson: a batch of tridiagonal systems for each
// step, captured into a graph, for rods of several conductivities. Each mode
// decays by the factor that the scheme has for it.
// FLAGS: -lcusparse -std=c++17
#include <cusparse.h>

#include "whole/array.h"

enum { N = 127, RODS = 5, STEPS = 200, MODE = 3 };
static const double pi = 3.14159265358979323846;

// Theirs of rod r: dt k / h^2.
__host__ __device__ static double ratio(int rod) { return 0.4 * (rod + 1); }

__global__ void fill(double *lower, double *middle, double *upper) {
  const int i = threadIdx.x, rod = blockIdx.x;
  const double r = ratio(rod) / 2;
  lower[rod * N + i] = i ? -r : 0;
  middle[rod * N + i] = 1 + 2 * r;
  upper[rod * N + i] = i < N - 1 ? -r : 0;
}

__global__ void explicit_half(const double *u, double *right) {
  const int i = threadIdx.x, rod = blockIdx.x;
  const double r = ratio(rod) / 2, *at = u + rod * N;
  const double before = i ? at[i - 1] : 0, after = i < N - 1 ? at[i + 1] : 0;
  right[rod * N + i] = at[i] + r * (before - 2 * at[i] + after);
}

int main() {
  std::vector<double> u(RODS * N);
  for (int rod = 0; rod < RODS; ++rod)
    for (int i = 0; i < N; ++i)
      u[rod * N + i] = std::sin(pi * MODE * (i + 1) / (N + 1)) +
                       0.5 * std::sin(pi * 20 * (i + 1) / (N + 1));
  Array<double> heat(u), right(RODS * N), lower(RODS * N), middle(RODS * N),
      upper(RODS * N);
  cusparseHandle_t sparse;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec = nullptr;
  size_t size = 0;
  OK(cudaStreamCreate(&stream));
  GOOD(cusparseCreate(&sparse));
  GOOD(cusparseSetStream(sparse, stream));
  GOOD(cusparseDgtsv2StridedBatch_bufferSizeExt(sparse, N, lower.p, middle.p,
                                                upper.p, right.p, RODS, N,
                                                &size));
  Array<char> buffer(size);
  fill<<<RODS, N, 0, stream>>>(lower.p, middle.p, upper.p);
  OK(cudaStreamSynchronize(stream));
  const auto step = [&] {
    explicit_half<<<RODS, N, 0, stream>>>(heat.p, right.p);
    const cusparseStatus_t status = cusparseDgtsv2StridedBatch(
        sparse, N, lower.p, middle.p, upper.p, right.p, RODS, N, buffer.p);
    OK(cudaMemcpyAsync(heat.p, right.p, RODS * N * sizeof(double),
                       cudaMemcpyDeviceToDevice, stream));
    return status;
  };
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  const cusparseStatus_t captured = step();
  OK(cudaStreamEndCapture(stream, &graph));
  // NVIDIA's library is not captured: then step by step.
  CHECK(captured == CUSPARSE_STATUS_SUCCESS ||
        captured == CUSPARSE_STATUS_NOT_SUPPORTED);
  if (captured == CUSPARSE_STATUS_SUCCESS)
    OK(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < STEPS; ++i)
    if (exec)
      OK(cudaGraphLaunch(exec, stream));
    else
      GOOD(step());
  OK(cudaStreamSynchronize(stream));
  const std::vector<double> got = heat.get();
  for (int rod = 0; rod < RODS; ++rod)
    for (int i = 0; i < N; ++i) {
      double wanted = 0;
      for (int mode : {(int)MODE, 20}) {
        const double angle = pi * mode / (2 * (N + 1));
        const double x = 2 * ratio(rod) * std::sin(angle) * std::sin(angle);
        wanted += (mode == MODE ? 1 : 0.5) *
                  std::pow((1 - x) / (1 + x), STEPS) *
                  std::sin(pi * mode * (i + 1) / (N + 1));
      }
      CHECK(is_near(got[rod * N + i], wanted, 1e-11));
    }
  if (exec)
    OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  GOOD(cusparseDestroy(sparse));
  OK(cudaStreamDestroy(stream));
  std::printf("ok\n");
  return 0;
}
