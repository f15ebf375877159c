#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A CUDA program with --roc calls AMD's own libraries, and gives the same.

usage: roc.py BUILD
"""
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = r"""
#include <cstdio>
#include <cublas_v2.h>
#include <curand_kernel.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <vector>

__global__ void draw(float *x) {
  curandStatePhilox4_32_10_t state;
  curand_init(7, threadIdx.x, 0, &state);
  x[threadIdx.x] = curand_uniform(&state);
}

int main() {
  enum { N = 4 };
  cublasHandle_t blas;
  if (cublasCreate(&blas) != CUBLAS_STATUS_SUCCESS)
    return 1;
  float *a, *b, *c, one = 1, zero = 0;
  cudaMallocManaged(&a, N * N * sizeof(float));
  cudaMallocManaged(&b, N * N * sizeof(float));
  cudaMallocManaged(&c, N * N * sizeof(float));
  for (int i = 0; i < N * N; ++i) {
    a[i] = i;
    b[i] = i % 3;
  }
  cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_T, N, N, N, &one, a, N, b, N, &zero,
              c, N);
  float sum = 0, norm = 0;
  cublasSdot(blas, N * N, c, 1, b, 1, &sum);
  cublasSnrm2_v2(blas, N * N, b, 1, &norm);
  cudaDeviceSynchronize();
  std::printf("%g %.4f", sum, norm);
  cublasDestroy(blas);

  // Two matrices that are positive definite, factored at once.
  cusolverDnHandle_t solver;
  cusolverDnCreate(&solver);
  float **matrices;
  int *info;
  cudaMallocManaged(&matrices, 2 * sizeof(*matrices));
  cudaMallocManaged(&info, 2 * sizeof(*info));
  for (int i = 0; i < 8; ++i)
    a[i] = i % 4 == 0 ? 4 : i % 4 == 3 ? 10 : 2;
  matrices[0] = a;
  matrices[1] = a + 4;
  cusolverDnSpotrfBatched(solver, CUBLAS_FILL_MODE_LOWER, 2, matrices, 2, info,
                          2);
  cudaDeviceSynchronize();
  std::printf(" %g %g %g %d", a[0], a[5], a[7], info[0] + info[1]);
  cusolverDnDestroy(solver);

  cusparseHandle_t sparse;
  cusparseMatDescr_t about;
  cusparseCreate(&sparse);
  cusparseCreateMatDescr(&about);
  cusparseSetMatIndexBase(about, CUSPARSE_INDEX_BASE_ONE);
  std::printf(" %d", cusparseGetMatIndexBase(about) == CUSPARSE_INDEX_BASE_ONE);
  cusparseDestroyMatDescr(about);
  cusparseDestroy(sparse);

  draw<<<1, N>>>(c);
  cudaDeviceSynchronize();
  std::printf(" %.5f %.5f\n", c[0], c[3]);
}
"""
LIBRARIES = ["-lcublas", "-lcusolver", "-lcusparse", "-lrocblas", "-lrocsolver",
             "-lrocsparse"]


def run(*words):
    done = subprocess.run([str(w) for w in words], capture_output=True,
                          text=True, timeout=250, check=False)
    if done.returncode:
        sys.exit(f"{words}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def main():
    quern = Path(sys.argv[1]).resolve() / "bin" / "quern"
    with tempfile.TemporaryDirectory() as temp:
        folder = Path(temp)
        source, fresh = folder / "p.cu", folder / "p.hip"
        source.write_text(PROGRAM)
        done = run(quern, "hipify", "--roc", source, "-o", fresh)
        if "error" in done.stderr:
            sys.exit(done.stderr)
        text = fresh.read_text()
        for left in ("cublas", "CUBLAS", "cusolver", "cusparse", "CUSPARSE",
                     "curand", "hipblas", "hipsparse", "hipsolver", "hiprand"):
            if left in text:
                sys.exit(f"{left} is in the translation:\n{text}")
        said = []
        for path in (source, fresh):
            run(quern, "cc", path, "-o", folder / "p", *LIBRARIES)
            said.append(run(folder / "p").stdout)
        if said[0] != said[1] or said[0].count(" ") != 8:
            sys.exit(f"CUDA's: {said[0]}AMD's: {said[1]}")


main()
