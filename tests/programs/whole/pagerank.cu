// SPDX-License-Identifier: Apache-2.0
// PageRank of a random graph with pages that lead nowhere: products with a
// matrix in coordinates, until the ranks do not move; against the same on the
// host in double.
// FLAGS: -lcusparse -lcublas -std=c++17
#include <cublas_v2.h>
#include <cusparse.h>

#include <algorithm>

#include "whole/array.h"

enum { PAGES = 2500 };
static const double damping = 0.85;

__global__ void teleport(float *next, const float *rank, float lost,
                         float *change) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= PAGES)
    return;
  next[i] += lost / PAGES + 0.15f / PAGES;
  change[i] = fabsf(next[i] - rank[i]);
}

__global__ void lose(const float *rank, const int *links, float *lost) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < PAGES && links[i] == 0)
    atomicAdd(lost, 0.85f * rank[i]);
}

int main() {
  std::mt19937 engine(17);
  std::vector<std::pair<int, int>> edges; // to, from
  std::vector<int> links(PAGES, 0);
  for (int from = 0; from < PAGES; ++from) {
    const int count = from % 9 == 0 ? 0 : (int)(engine() % 12);
    for (int e = 0; e < count; ++e) {
      // Small numbers are popular.
      const int to = (int)(std::pow((double)engine() / 4294967296.0, 3) * PAGES);
      edges.push_back({to, from});
    }
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  for (auto &e : edges)
    ++links[e.second];
  std::vector<int> rows, columns;
  std::vector<float> values;
  for (auto &e : edges) {
    rows.push_back(e.first);
    columns.push_back(e.second);
    values.push_back((float)(damping / links[e.second]));
  }

  std::vector<double> wanted(PAGES, 1.0 / PAGES);
  for (int step = 0; step < 200; ++step) {
    double lost = 0;
    for (int i = 0; i < PAGES; ++i)
      lost += links[i] ? 0 : damping * wanted[i];
    std::vector<double> next(PAGES, (lost + 1 - damping) / PAGES);
    for (auto &e : edges)
      next[e.first] += damping / links[e.second] * wanted[e.second];
    wanted = next;
  }

  Array<int> r(rows), c(columns), l(links);
  Array<float> v(values), rank(std::vector<float>(PAGES, 1.0f / PAGES)),
      next(PAGES), change(PAGES), lost(1);
  cusparseHandle_t sparse;
  cublasHandle_t blas;
  cusparseSpMatDescr_t matrix;
  cusparseDnVecDescr_t from, to;
  GOOD(cusparseCreate(&sparse));
  GOOD(cublasCreate(&blas));
  GOOD(cusparseCreateCoo(&matrix, PAGES, PAGES, (int64_t)values.size(), r.p, c.p,
                         v.p, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                         CUDA_R_32F));
  GOOD(cusparseCreateDnVec(&from, PAGES, rank.p, CUDA_R_32F));
  GOOD(cusparseCreateDnVec(&to, PAGES, next.p, CUDA_R_32F));
  const float one = 1, zero = 0;
  size_t size = 0;
  GOOD(cusparseSpMV_bufferSize(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one,
                               matrix, from, &zero, to, CUDA_R_32F,
                               CUSPARSE_SPMV_ALG_DEFAULT, &size));
  Array<char> buffer(size);
  float moved = 1;
  int steps = 0;
  for (; moved > 1e-6f && steps < 200; ++steps) {
    lost.put({0});
    lose<<<blocks_for(PAGES, 256), 256>>>(rank.p, l.p, lost.p);
    GOOD(cusparseSpMV(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix,
                      from, &zero, to, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT,
                      buffer.p));
    teleport<<<blocks_for(PAGES, 256), 256>>>(next.p, rank.p, lost.get()[0],
                                              change.p);
    GOOD(cublasSasum(blas, PAGES, change.p, 1, &moved));
    GOOD(cublasScopy(blas, PAGES, next.p, 1, rank.p, 1));
  }
  CHECK(steps < 100);
  const std::vector<float> got = rank.get();
  double sum = 0;
  for (int i = 0; i < PAGES; ++i) {
    sum += got[i];
    CHECK(is_near(got[i], wanted[i], 1e-4 * wanted[i] + 1e-8));
  }
  CHECK(is_near(sum, 1, 1e-4));
  GOOD(cusparseDestroyDnVec(from));
  GOOD(cusparseDestroyDnVec(to));
  GOOD(cusparseDestroySpMat(matrix));
  GOOD(cusparseDestroy(sparse));
  GOOD(cublasDestroy(blas));
  std::printf("ok, %d steps\n", steps);
  return 0;
}
