// SPDX-License-Identifier: Apache-2.0
// Gradients averaged over ranks of NCCL: four ranks with a quarter of the data
// each, a thread for each rank, do what one with all of it does; the parameters
// begin as the first rank's.
// FLAGS: -lcublas -lnccl -std=c++17 -pthread
// DEVICES: cpu
#include <cublas_v2.h>
#include <nccl.h>

#include <thread>

#include "whole/array.h"

enum { ROWS = 256, D = 10, RANKS = 4, STEPS = 50 };
static std::vector<double> x, y;

__global__ void subtract(double *prediction, const double *y, int rows) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows)
    prediction[i] -= y[i];
}

// Rank `rank` of `ranks`, alone without a communicator.
static std::vector<double> train(ncclComm_t comm, int rank, int ranks) {
  const int rows = ROWS / ranks, first = rank * rows;
  std::vector<double> own(rows * D), labels(rows);
  for (int i = 0; i < rows; ++i) {
    labels[i] = y[first + i];
    for (int d = 0; d < D; ++d)
      own[i + d * rows] = x[first + i + d * ROWS];
  }
  cudaStream_t stream;
  cublasHandle_t blas;
  OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  GOOD(cublasCreate(&blas));
  GOOD(cublasSetStream(blas, stream));
  Array<double> data(own), target(labels), gradient(D), prediction(rows);
  Array<double> w(std::vector<double>(D, rank == 0 ? 0.25 : 99.0));
  // Not the device: on it may be other ranks, which wait for this one.
  OK(cudaStreamSynchronize(nullptr));
  if (comm)
    GOOD(ncclBroadcast(w.p, w.p, D, ncclDouble, 0, comm, stream));
  const double one = 1, zero = 0, rate = -0.05 / rows;
  for (int step = 0; step < STEPS; ++step) {
    GOOD(cublasDgemv(blas, CUBLAS_OP_N, rows, D, &one, data.p, rows, w.p, 1, &zero,
                     prediction.p, 1));
    subtract<<<blocks_for(rows, 64), 64, 0, stream>>>(prediction.p, target.p,
                                                      rows);
    GOOD(cublasDgemv(blas, CUBLAS_OP_T, rows, D, &one, data.p, rows, prediction.p,
                     1, &zero, gradient.p, 1));
    if (comm)
      GOOD(ncclAllReduce(gradient.p, gradient.p, D, ncclDouble, ncclAvg, comm,
                         stream));
    GOOD(cublasDaxpy(blas, D, &rate, gradient.p, 1, w.p, 1));
  }
  OK(cudaStreamSynchronize(stream));
  const std::vector<double> result = w.get();
  GOOD(cublasDestroy(blas));
  OK(cudaStreamDestroy(stream));
  return result;
}

int main() {
  x = normal_numbers<double>(ROWS * D, 121);
  y = normal_numbers<double>(ROWS, 122);
  for (int i = 0; i < ROWS; ++i)
    for (int d = 0; d < D; ++d)
      y[i] = 0.1 * y[i] + (d - 4) * x[i + d * ROWS];
  const std::vector<double> alone = train(nullptr, 0, 1);
  std::vector<double> results[RANKS];
  std::thread threads[RANKS];
  ncclUniqueId id;
  GOOD(ncclGetUniqueId(&id));
  for (int r = 0; r < RANKS; ++r)
    threads[r] = std::thread([&, r] {
      ncclComm_t comm;
      GOOD(ncclCommInitRank(&comm, RANKS, id, r));
      results[r] = train(comm, r, RANKS);
      GOOD(ncclCommDestroy(comm));
    });
  for (std::thread &t : threads)
    t.join();
  double moved = 0;
  for (int d = 0; d < D; ++d) {
    moved += std::fabs(alone[d] - 0.25);
    for (int r = 0; r < RANKS; ++r) {
      CHECK(results[r][d] == results[0][d]);
      CHECK(is_near(results[r][d], alone[d], 1e-10));
    }
  }
  CHECK(moved > 1);
  std::printf("ok\n");
  return 0;
}
