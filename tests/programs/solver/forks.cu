// SPDX-License-Identifier: Apache-2.0
// Processes are forked while factorisations are in progress on a stream: both
// end, and the results are right. OpenBLAS ends its threads at a fork.
// FLAGS: -lcusolver -lcublas
// DEVICES: cpu
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cusolverDn.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <vector>

#include "program.h"

enum { N = 300, ROUNDS = 30 };

// Diagonally dominant: L U is close to what it is made of.
static std::vector<double> matrix(int round) {
  std::vector<double> a(size_t(N) * N);
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < N; ++i)
      a[size_t(j) * N + i] =
          i == j ? N + round : ((i * 7 + j * 3 + round) % 11) / 11.0;
  return a;
}

int main() {
  cusolverDnHandle_t solver;
  cublasHandle_t blas;
  cudaStream_t stream;
  int room = 0, *pivots, *info;
  double *a, *b, *work;
  OK(cudaStreamCreate(&stream));
  OK(cusolverDnCreate(&solver));
  OK(cusolverDnSetStream(solver, stream));
  OK(cublasCreate(&blas));
  OK(cublasSetStream(blas, stream));
  OK(cudaMallocManaged(&a, sizeof(double) * N * N));
  OK(cudaMallocManaged(&b, sizeof(double) * N * N));
  OK(cudaMallocManaged(&pivots, sizeof(int) * N));
  OK(cudaMallocManaged(&info, sizeof(int)));
  OK(cusolverDnDgetrf_bufferSize(solver, N, N, a, N, &room));
  OK(cudaMallocManaged(&work, sizeof(double) * size_t(room + 1)));
  for (int round = 0; round < ROUNDS; ++round) {
    const std::vector<double> from = matrix(round);
    const double one = 1, none = 0;
    OK(cudaMemcpy(a, from.data(), sizeof(double) * N * N, cudaMemcpyDefault));
    // b = a times the identity that getrs solves for: the inverse times a.
    OK(cublasDgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, N, a, N,
                   &none, b, N));
    OK(cusolverDnDgetrf(solver, N, N, a, N, work, pivots, info));
    OK(cusolverDnDgetrs(solver, CUBLAS_OP_N, N, N, a, N, pivots, b, N, info));
    for (int i = 0; i < 4; ++i) {
      const pid_t child = fork();
      CHECK(child >= 0);
      if (child == 0)
        _exit(7);
      int status = 0;
      CHECK(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 7);
    }
    OK(cudaStreamSynchronize(stream));
    double worst = 0;
    for (size_t i = 0; i < from.size(); ++i)
      worst = std::fmax(worst, std::fabs(b[i] - from[i]));
    CHECK(worst < 1e-9);
  }
  OK(cublasDestroy(blas));
  OK(cusolverDnDestroy(solver));
  OK(cudaStreamDestroy(stream));
  for (void *p : {(void *)a, (void *)b, (void *)pivots, (void *)info,
                  (void *)work})
    OK(cudaFree(p));
  return done();
}
