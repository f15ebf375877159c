// SPDX-License-Identifier: Apache-2.0
// cublasLtMatmul: orders, batches, types, scales and every epilogue, against
// sums in double; attributes, the choice of an algorithm, and wrong calls.
// FLAGS: -lcublasLt -std=c++17
// DEVICES: cpu opencl
#include <cublasLt.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <quern/run.h>

#include <cmath>
#include <functional>
#include <vector>

#include "program.h"

static cublasLtHandle_t handle;

static double random_number() {
  static unsigned state = 3;
  state = state * 1664525u + 1013904223u;
  return (double)((int)(state >> 8 & 0xffff) - 0x8000) / 0x8000;
}

// ---- Matrices in managed memory, in either order

static size_t size_of(cudaDataType type) {
  return type == CUDA_R_32F ? 4 : type == CUDA_R_8F_E4M3 ? 1 : 2;
}
static double get(const void *p, cudaDataType type, size_t i) {
  return type == CUDA_R_32F    ? ((const float *)p)[i]
         : type == CUDA_R_16F  ? __half2float(((const __half *)p)[i])
         : type == CUDA_R_16BF ? __bfloat162float(((const __nv_bfloat16 *)p)[i])
                               : (float)((const __nv_fp8_e4m3 *)p)[i];
}
static void set(void *p, cudaDataType type, size_t i, double value) {
  if (type == CUDA_R_32F)
    ((float *)p)[i] = (float)value;
  else if (type == CUDA_R_16F)
    ((__half *)p)[i] = __float2half((float)value);
  else if (type == CUDA_R_16BF)
    ((__nv_bfloat16 *)p)[i] = __float2bfloat16((float)value);
  else
    ((__nv_fp8_e4m3 *)p)[i] = __nv_fp8_e4m3((float)value);
}

struct Matrix {
  cudaDataType type;
  int rows, columns, ld, stride;
  bool by_rows;
  void *p = nullptr;
  cublasLtMatrixLayout_t layout = nullptr;
  Matrix(cudaDataType t, int m, int n, bool row_order, int count)
      : type(t), rows(m), columns(n), ld((row_order ? n : m) + 3),
        stride(ld * (row_order ? m : n) + 5), by_rows(row_order) {
    OK(cudaMallocManaged(&p, size_of(t) * (size_t)(stride * count)));
    for (int i = 0; i < stride * count; ++i)
      set(p, t, (size_t)i, random_number());
    OK(cublasLtMatrixLayoutCreate(&layout, t, (uint64_t)m, (uint64_t)n, ld));
    const int order = by_rows ? CUBLASLT_ORDER_ROW : CUBLASLT_ORDER_COL;
    const int64_t apart = stride;
    OK(cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_ORDER,
                                        &order, sizeof(order)));
    OK(cublasLtMatrixLayoutSetAttribute(layout,
                                        CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT,
                                        &count, sizeof(count)));
    OK(cublasLtMatrixLayoutSetAttribute(
        layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &apart,
        sizeof(apart)));
  }
  ~Matrix() {
    (void)cublasLtMatrixLayoutDestroy(layout);
    (void)cudaFree(p);
  }
  size_t at(int b, int i, int j) const {
    return (size_t)(b * stride + (by_rows ? i * ld + j : i + j * ld));
  }
  double operator()(int b, int i, int j) const {
    return get(p, type, at(b, i, j));
  }
};

template <class T>
static void attribute(cublasLtMatmulDesc_t desc,
                      cublasLtMatmulDescAttributes_t which, T value) {
  T back{};
  size_t written = 0;
  OK(cublasLtMatmulDescSetAttribute(desc, which, &value, sizeof(value)));
  OK(cublasLtMatmulDescGetAttribute(desc, which, &back, sizeof(back),
                                    &written));
  CHECK(back == value && written == sizeof(value));
}

// ---- One product

static double gelu(double x) {
  return 0.5 * x *
         (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
}

struct Case {
  cudaDataType in, out;
  bool rows_a, rows_b, rows_d, ta, tb, scaled, device;
  int epilogue, m, n, k, count;
};

static void check_case(const Case &c) {
  Matrix a(c.in, c.ta ? c.k : c.m, c.ta ? c.m : c.k, c.rows_a, c.count);
  Matrix b(c.in, c.tb ? c.n : c.k, c.tb ? c.k : c.n, c.rows_b, c.count);
  Matrix from(c.out, c.m, c.n, c.rows_d, c.count);
  Matrix d(c.out, c.m, c.n, c.rows_d, c.count);
  const int e = c.epilogue, longest = c.m > c.n ? c.m : c.n;
  const bool relu = e & 2 || e & 8;
  cublasLtMatmulDesc_t desc;
  OK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  attribute(desc, CUBLASLT_MATMUL_DESC_TRANSA,
            (int)(c.ta ? CUBLAS_OP_T : CUBLAS_OP_N));
  attribute(desc, CUBLASLT_MATMUL_DESC_TRANSB,
            (int)(c.tb ? CUBLAS_OP_T : CUBLAS_OP_N));
  attribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, (unsigned)e);
  attribute(desc, CUBLASLT_MATMUL_DESC_POINTER_MODE, (int)c.device);
  // Bias, aux, scalars and scales
  float *space;
  const size_t aux_ld = (size_t)((c.m + 127) / 128 * 128);
  const size_t aux_stride = aux_ld * (size_t)c.n;
  OK(cudaMallocManaged(&space, 4096 + 4 * (aux_stride + 128) * (size_t)c.count));
  float *bias = space + 32;
  void *aux = space + 1024;
  for (int i = 0; i < longest * c.count; ++i)
    bias[i] = (float)random_number();
  std::vector<unsigned char> mask(aux_stride * (size_t)c.count / 8 + 1);
  for (size_t i = 0; i < aux_stride * (size_t)c.count; ++i)
    if (!relu)
      ((float *)aux)[i] = (float)random_number() * 2;
  for (size_t i = 0; i < mask.size() && relu; ++i)
    mask[i] = ((unsigned char *)aux)[i] = (unsigned char)(random_number() * 127);
  const std::vector<float> aux_before((float *)aux, (float *)aux + (relu ? 0 : aux_stride * (size_t)c.count));
  attribute(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, (void *)bias);
  attribute(desc, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, (int)CUDA_R_32F);
  attribute(desc, CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, (int64_t)longest);
  attribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, aux);
  attribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, (int)CUDA_R_32F);
  attribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, (int64_t)aux_ld);
  attribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE,
            (int64_t)aux_stride);
  float scalars[2] = {0.5f, e == 1 ? -1.0f : 0.0f};
  const double alpha = c.scaled ? 0.5 * 2 * 3 : 0.5;
  const double beta = scalars[1], last = c.scaled ? 0.25 : 1;
  space[0] = scalars[0], space[1] = scalars[1];
  space[2] = 2, space[3] = 3, space[4] = 0.25f;
  if (c.scaled) {
    attribute(desc, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, (void *)(space + 2));
    attribute(desc, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, (void *)(space + 3));
    attribute(desc, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, (void *)(space + 4));
    attribute(desc, CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, (void *)(space + 5));
  }
  const std::vector<float> bias_before(bias, bias + longest * c.count);
  cublasLtMatmulPreference_t preference;
  cublasLtMatmulHeuristicResult_t found;
  int count = 0;
  OK(cublasLtMatmulPreferenceCreate(&preference));
  OK(cublasLtMatmulAlgoGetHeuristic(handle, desc, a.layout, b.layout,
                                    from.layout, d.layout, preference, 1,
                                    &found, &count));
  CHECK(count == 1 && found.state == CUBLAS_STATUS_SUCCESS);
  float *const s = c.device ? space : scalars;
  OK(cublasLtMatmul(handle, desc, s, a.p, a.layout, b.p, b.layout, s + 1,
                    from.p, from.layout, d.p, d.layout, &found.algo, nullptr, 0,
                    nullptr));
  OK(cudaDeviceSynchronize());
  const double near = c.out == CUDA_R_32F    ? 2e-5
                      : c.out == CUDA_R_16F  ? 2e-3
                      : c.out == CUDA_R_16BF ? 1.6e-2
                                             : 0.13;
  double most = 0;
  std::vector<double> sums((size_t)(longest * c.count));
  for (int at = 0; at < c.count; ++at)
    for (int j = 0; j < c.n; ++j)
      for (int i = 0; i < c.m; ++i) {
        double x = beta * from(at, i, j);
        for (int l = 0; l < c.k; ++l)
          x += alpha * (c.ta ? a(at, l, i) : a(at, i, l)) *
               (c.tb ? b(at, j, l) : b(at, l, j));
        if (e & 4)
          x += bias_before[(size_t)(at * longest + i)];
        const size_t place =
            (size_t)at * aux_stride + (size_t)i + (size_t)j * aux_ld;
        const bool bit = relu && ((unsigned char *)aux)[place / 8] >> (place % 8) & 1;
        if (e & 8)
          x = mask[place / 8] >> (place % 8) & 1 ? x : 0;
        if ((e & 130) == 130 && std::fabs(x) > 1e-4)
          CHECK(bit == (x > 0));
        if ((e & 160) == 160)
          NEAR(((float *)aux)[place], x, 2e-5);
        if (e & 64) { // the slope, by a difference
          const double at_x = aux_before[place], h = 1e-5;
          x *= (gelu(at_x + h) - gelu(at_x - h)) / (2 * h);
        }
        x = e & 2 ? std::fmax(x, 0) : e & 32 ? gelu(x) : x;
        most = std::fmax(most, std::fabs(x));
        sums[(size_t)(at * longest + i)] += x;
        NEAR(d(at, i, j), x * last, near);
      }
  for (int at = 0; at < c.count && e & (16 | 256 | 512); ++at)
    for (int i = 0; i < (e & 512 ? c.n : c.m); ++i) {
      double sum = e & 16 ? sums[(size_t)(at * longest + i)] : 0;
      for (int l = 0; l < c.k && !(e & 16); ++l)
        sum += e & 256 ? (c.ta ? a(at, l, i) : a(at, i, l))
                       : (c.tb ? b(at, i, l) : b(at, l, i));
      NEAR(bias[at * longest + i], sum, 1e-4);
    }
  if (c.scaled)
    NEAR(space[5], most, 1e-4);
  OK(cublasLtMatmulPreferenceDestroy(preference));
  OK(cublasLtMatmulDescDestroy(desc));
  OK(cudaFree(space));
}

static void check_wrong() {
  Matrix a(CUDA_R_32F, 4, 5, false, 1), b(CUDA_R_32F, 5, 6, false, 1);
  Matrix d(CUDA_R_32F, 4, 6, false, 1), odd(CUDA_R_32F, 4, 7, false, 1);
  cublasLtMatmulDesc_t desc;
  const float one = 1;
  int wrong = 7;
  OK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
#define MATMUL(h, de, al, pa, la, to, lt)                                      \
  cublasLtMatmul(h, de, al, pa, la, b.p, b.layout, &one, to, lt, to, lt,       \
                 nullptr, nullptr, 0, nullptr)
  OK(MATMUL(handle, desc, &one, a.p, a.layout, d.p, d.layout));
  FAILS(MATMUL(nullptr, desc, &one, a.p, a.layout, d.p, d.layout),
        CUBLAS_STATUS_NOT_INITIALIZED);
  FAILS(MATMUL(handle, nullptr, &one, a.p, a.layout, d.p, d.layout),
        CUBLAS_STATUS_INVALID_VALUE);
  FAILS(MATMUL(handle, desc, nullptr, a.p, a.layout, d.p, d.layout),
        CUBLAS_STATUS_INVALID_VALUE);
  FAILS(MATMUL(handle, desc, &one, nullptr, a.layout, d.p, d.layout),
        CUBLAS_STATUS_INVALID_VALUE);
  FAILS(MATMUL(handle, desc, &one, a.p, a.layout, odd.p, odd.layout),
        CUBLAS_STATUS_INVALID_VALUE);
  const char *reason = quern_reason();
  CHECK(reason && *reason);
  FAILS(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &wrong,
                                       1),
        CUBLAS_STATUS_INVALID_VALUE);
  FAILS(cublasLtMatmulDescSetAttribute(desc, (cublasLtMatmulDescAttributes_t)99,
                                       &wrong, 4),
        CUBLAS_STATUS_INVALID_VALUE);
  OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &wrong,
                                    4));
  FAILS(MATMUL(handle, desc, &one, a.p, a.layout, d.p, d.layout),
        CUBLAS_STATUS_NOT_SUPPORTED);
  wrong = CUBLASLT_EPILOGUE_BIAS;
  OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &wrong,
                                    4));
  FAILS(MATMUL(handle, desc, &one, a.p, a.layout, d.p, d.layout),
        CUBLAS_STATUS_INVALID_VALUE);
  OK(cublasLtMatmulDescDestroy(desc));
}

int main() {
  static const int epilogues[] = {1,   2,   4,   6,   130, 134, 136, 152,
                                  32,  36,  160, 164, 192, 208, 256, 512};
  static const cudaDataType types[][2] = {{CUDA_R_32F, CUDA_R_32F},
                                          {CUDA_R_16F, CUDA_R_16F},
                                          {CUDA_R_16BF, CUDA_R_16BF},
                                          {CUDA_R_16F, CUDA_R_32F},
                                          {CUDA_R_8F_E4M3, CUDA_R_16BF},
                                          {CUDA_R_8F_E4M3, CUDA_R_8F_E4M3}};
  static const int sizes[][3] = {{1, 1, 1}, {3, 17, 5}, {65, 9, 33}};
  OK(cublasLtCreate(&handle));
  for (unsigned way = 0; way < 32; ++way)
    for (int epilogue : epilogues)
      for (const auto &size : sizes) {
        const unsigned turn = way * 5 + (unsigned)epilogue / 3 + (unsigned)size[0];
        check_case({types[turn % 6][0], types[turn % 6][1], (way & 1) != 0,
                    (way & 2) != 0, (way & 4) != 0, (way & 8) != 0,
                    (way & 16) != 0, turn % 4 == 1, turn % 5 == 1, epilogue,
                    size[0], size[1], size[2], turn % 3 == 0 ? 3 : 1});
      }
  check_wrong();
  OK(cublasLtDestroy(handle));
  return done();
}
