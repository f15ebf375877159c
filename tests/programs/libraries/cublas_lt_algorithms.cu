// SPDX-License-Identifier: Apache-2.0
// cuBLASLt's algorithms by their ids, as programs that search for the best one
// go about it: each that passes the check makes the right product; what they
// say of themselves, and wrong calls.
// FLAGS: -lcublasLt -std=c++17
#include <cublasLt.h>
#include <quern/run.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "program.h"

static cublasLtHandle_t handle;

struct Problem {
  cudaDataType type;
  int m, n, k;
  float *a, *b, *c;
  cublasLtMatmulDesc_t desc;
  cublasLtMatrixLayout_t layouts[3];
};

static float *filled(size_t count) {
  float *p = nullptr;
  OK(cudaMallocManaged((void **)&p, (count + 1) * sizeof(float)));
  for (size_t i = 0; i < count; ++i)
    p[i] = float((i * 7 + 3) % 23) / 16 - 0.5f;
  return p;
}

static Problem make(int m, int n, int k) {
  Problem p = {CUDA_R_32F, m, n, k, filled(size_t(m) * k), filled(size_t(k) * n),
               filled(size_t(m) * n)};
  OK(cublasLtMatmulDescCreate(&p.desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  OK(cublasLtMatrixLayoutCreate(&p.layouts[0], CUDA_R_32F, m, k, m));
  OK(cublasLtMatrixLayoutCreate(&p.layouts[1], CUDA_R_32F, k, n, k));
  OK(cublasLtMatrixLayoutCreate(&p.layouts[2], CUDA_R_32F, m, n, m));
  return p;
}

static void drop(Problem &p) {
  for (auto layout : p.layouts)
    OK(cublasLtMatrixLayoutDestroy(layout));
  OK(cublasLtMatmulDescDestroy(p.desc));
  OK(cudaFree(p.a));
  OK(cudaFree(p.b));
  OK(cudaFree(p.c));
}

static void check_product(const Problem &p) {
  for (int j = 0; j < p.n; ++j)
    for (int i = 0; i < p.m; ++i) {
      double sum = 0;
      for (int k = 0; k < p.k; ++k)
        sum += double(p.a[i + k * p.m]) * p.b[k + j * p.k];
      CHECK(std::fabs(sum - p.c[i + j * p.m]) <= 1e-3 * (1 + std::fabs(sum)));
    }
}

static std::vector<uint32_t> list(const cublasLtMatmulAlgo_t &algo,
                                  cublasLtMatmulAlgoCapAttributes_t which) {
  size_t size = 0;
  OK(cublasLtMatmulAlgoCapGetAttribute(&algo, which, nullptr, 0, &size));
  std::vector<uint32_t> all(size / sizeof(uint32_t));
  if (size)
    OK(cublasLtMatmulAlgoCapGetAttribute(&algo, which, all.data(), size, &size));
  return all;
}

// Every id with the first tiles and stages it names; how many were right.
static int search(Problem &p, void *space, size_t space_size) {
  int ids[8], count = 0, tried = 0;
  OK(cublasLtMatmulAlgoGetIds(handle, CUBLAS_COMPUTE_32F, CUDA_R_32F, p.type,
                              p.type, p.type, p.type, 8, ids, &count));
  CHECK(count >= 1 && count <= 8);
  for (int i = 0; i < count; ++i) {
    cublasLtMatmulAlgo_t algo;
    cublasLtMatmulHeuristicResult_t result;
    int id = -1;
    size_t written = 0;
    uint32_t epilogues = 0;
    OK(cublasLtMatmulAlgoInit(handle, CUBLAS_COMPUTE_32F, CUDA_R_32F, p.type,
                              p.type, p.type, p.type, ids[i], &algo));
    OK(cublasLtMatmulAlgoConfigGetAttribute(&algo, CUBLASLT_ALGO_CONFIG_ID, &id,
                                            sizeof(id), &written));
    CHECK(id == ids[i] && written == sizeof(id));
    OK(cublasLtMatmulAlgoCapGetAttribute(&algo, CUBLASLT_ALGO_CAP_EPILOGUE_MASK,
                                         &epilogues, sizeof(epilogues),
                                         &written));
    CHECK(epilogues & CUBLASLT_EPILOGUE_DEFAULT);
    const auto tiles = list(algo, CUBLASLT_ALGO_CAP_TILE_IDS);
    const auto stages = list(algo, CUBLASLT_ALGO_CAP_STAGES_IDS);
    const uint32_t tile = tiles.empty() ? 0 : tiles[0];
    const uint32_t stage = stages.empty() ? 0 : stages[0];
    OK(cublasLtMatmulAlgoConfigSetAttribute(&algo, CUBLASLT_ALGO_CONFIG_TILE_ID,
                                            &tile, sizeof(tile)));
    OK(cublasLtMatmulAlgoConfigSetAttribute(
        &algo, CUBLASLT_ALGO_CONFIG_STAGES_ID, &stage, sizeof(stage)));
    if (cublasLtMatmulAlgoCheck(handle, p.desc, p.layouts[0], p.layouts[1],
                                p.layouts[2], p.layouts[2], &algo, &result) ||
        result.workspaceSize > space_size)
      continue;
    const float one = 1, zero = 0;
    std::memset(p.c, 0xff, sizeof(float) * size_t(p.m) * p.n);
    OK(cublasLtMatmul(handle, p.desc, &one, p.a, p.layouts[0], p.b,
                      p.layouts[1], &zero, p.c, p.layouts[2], p.c, p.layouts[2],
                      &algo, space, space_size, nullptr));
    OK(cudaDeviceSynchronize());
    check_product(p);
    ++tried;
  }
  return tried;
}

static void check_wrong() {
  int ids[1], count = 0, number = 0;
  size_t written = 0;
  cublasLtMatmulAlgo_t algo;
#define IDS(h, requested, to, n)                                               \
  cublasLtMatmulAlgoGetIds(h, CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F,      \
                           CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, requested, to,  \
                           n)
#define INIT(h, id, to)                                                        \
  cublasLtMatmulAlgoInit(h, CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F,        \
                         CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, id, to)
  CHECK(IDS(nullptr, 1, ids, &count) == CUBLAS_STATUS_NOT_INITIALIZED);
  CHECK(IDS(handle, 0, ids, &count) == CUBLAS_STATUS_INVALID_VALUE);
  CHECK(IDS(handle, 1, ids, nullptr) == CUBLAS_STATUS_INVALID_VALUE);
  OK(IDS(handle, 1, ids, &count));
  CHECK(count == 1);
  CHECK(INIT(nullptr, ids[0], &algo) == CUBLAS_STATUS_NOT_INITIALIZED);
  CHECK(INIT(handle, ids[0], nullptr) == CUBLAS_STATUS_INVALID_VALUE);
  CHECK(INIT(handle, 1 << 20, &algo) != CUBLAS_STATUS_SUCCESS);
  OK(INIT(handle, ids[0], &algo));
  CHECK(cublasLtMatmulAlgoConfigGetAttribute(&algo, CUBLASLT_ALGO_CONFIG_ID,
                                             &number, 1, &written) ==
        CUBLAS_STATUS_INVALID_VALUE);
  CHECK(cublasLtMatmulAlgoCapGetAttribute(
            &algo, CUBLASLT_ALGO_CAP_EPILOGUE_MASK, &number, 1, &written) ==
        CUBLAS_STATUS_INVALID_VALUE);
  CHECK(cublasLtMatmulAlgoConfigSetAttribute(nullptr,
                                             CUBLASLT_ALGO_CONFIG_TILE_ID,
                                             &number, sizeof(number)) ==
        CUBLAS_STATUS_INVALID_VALUE);
}

int main() {
  enum : size_t { SPACE = 32 << 20 };
  static const int sizes[][3] = {{1, 1, 1}, {5, 3, 7}, {64, 32, 16},
                                 {129, 65, 33}};
  void *space = nullptr;
  int tried = 0;
  OK(cublasLtCreate(&handle));
  OK(cudaMalloc(&space, SPACE));
  for (const auto &size : sizes) {
    Problem p = make(size[0], size[1], size[2]);
    tried += search(p, space, SPACE);
    drop(p);
  }
  CHECK(tried >= 1);
  check_wrong();
  OK(cudaFree(space));
  OK(cublasLtDestroy(handle));
  return done();
}
