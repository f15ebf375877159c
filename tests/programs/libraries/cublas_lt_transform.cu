// SPDX-License-Identifier: Apache-2.0
// cublasLtMatrixTransform: orders, types, transposes, factors and batches,
// compared with the definition in double.
// FLAGS: -lcublasLt -std=c++17
// DEVICES: cpu opencl
#include <cmath>
#include <cstdint>
#include <cublasLt.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "program.h"

#define GOOD(call)                                                             \
  do {                                                                         \
    const int check_ = (int)(call);                                            \
    if (check_) {                                                              \
      std::printf("%s:%d: %s gave %d\n", __FILE__, __LINE__, #call, check_);   \
      go_wrong();                                                              \
    }                                                                          \
  } while (0)

static cublasLtHandle_t handle;
static int cases;

static size_t size_of(int type) {
  return type == CUDA_R_8I                               ? 1
         : type == CUDA_R_16F || type == CUDA_R_16BF     ? 2
         : type == CUDA_R_64F || type == CUDA_C_32F      ? 8
                                                         : 4;
}

struct number {
  double re, im;
};

static number get(int type, const uint8_t *p, int64_t at) {
  switch (type) {
  case CUDA_R_8I:
    return {(double)((const int8_t *)p)[at], 0};
  case CUDA_R_32I:
    return {(double)((const int32_t *)p)[at], 0};
  case CUDA_R_16F:
    return {(double)__half2float(((const __half *)p)[at]), 0};
  case CUDA_R_16BF:
    return {(double)__bfloat162float(((const __nv_bfloat16 *)p)[at]), 0};
  case CUDA_R_64F:
    return {((const double *)p)[at], 0};
  case CUDA_C_32F:
    return {((const float *)p)[2 * at], ((const float *)p)[2 * at + 1]};
  default:
    return {(double)((const float *)p)[at], 0};
  }
}

static void put(int type, uint8_t *p, int64_t at, number x) {
  switch (type) {
  case CUDA_R_8I:
    ((int8_t *)p)[at] = (int8_t)x.re;
    break;
  case CUDA_R_32I:
    ((int32_t *)p)[at] = (int32_t)x.re;
    break;
  case CUDA_R_16F:
    ((__half *)p)[at] = __float2half((float)x.re);
    break;
  case CUDA_R_16BF:
    ((__nv_bfloat16 *)p)[at] = __float2bfloat16((float)x.re);
    break;
  case CUDA_R_64F:
    ((double *)p)[at] = x.re;
    break;
  case CUDA_C_32F:
    ((float *)p)[2 * at] = (float)x.re;
    ((float *)p)[2 * at + 1] = (float)x.im;
    break;
  default:
    ((float *)p)[at] = (float)x.re;
  }
}

struct matrix {
  int type, order;
  int64_t rows, columns, ld, stride;
  int count;
  std::vector<uint8_t> host;
  void *device = nullptr;
  cublasLtMatrixLayout_t layout;

  int64_t place(int64_t r, int64_t c, int64_t member) const {
    return member * stride + (order == CUBLASLT_ORDER_COL   ? r + c * ld
                              : order == CUBLASLT_ORDER_ROW ? r * ld + c
                                                            : c / 32 * ld + r * 32 + c % 32);
  }
  matrix(int t, int o, int64_t m, int64_t n, int members)
      : type(t), order(o), rows(m), columns(n), count(members) {
    ld = o == CUBLASLT_ORDER_COL ? m + 3 : o == CUBLASLT_ORDER_ROW ? n + 1 : 32 * m;
    const int64_t lines = o == CUBLASLT_ORDER_COL   ? n
                          : o == CUBLASLT_ORDER_ROW ? m
                                                    : (n + 31) / 32;
    stride = ld * lines + 5;
    host.assign((size_t)(stride * count) * size_of(t) + 16, 0x7b);
    for (int b = 0; b < count; ++b)
      for (int64_t j = 0; j < n; ++j)
        for (int64_t i = 0; i < m; ++i)
          put(t, host.data(), place(i, j, b),
              {(double)((i * 7 + j * 5 + b * 3) % 41 - 20),
               (double)((i + 2 * j) % 9 - 4)});
    GOOD(cudaMalloc(&device, host.size()));
    GOOD(cudaMemcpy(device, host.data(), host.size(), cudaMemcpyDefault));
    GOOD(cublasLtMatrixLayoutCreate(&layout, (cudaDataType)t, (uint64_t)m,
                                    (uint64_t)n, ld));
    const int32_t own = o;
    GOOD(cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_ORDER,
                                          &own, sizeof(own)));
    GOOD(cublasLtMatrixLayoutSetAttribute(
        layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof(count)));
    GOOD(cublasLtMatrixLayoutSetAttribute(
        layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &stride,
        sizeof(stride)));
  }
  ~matrix() {
    GOOD(cublasLtMatrixLayoutDestroy(layout));
    GOOD(cudaFree(device));
  }
};

static number term(const matrix &m, bool turned, double factor, int64_t i,
                   int64_t j, int b) {
  const number x =
      get(m.type, m.host.data(), turned ? m.place(j, i, b) : m.place(i, j, b));
  return {factor * x.re, factor * x.im};
}

struct what {
  int from, to, scale, order_a, order_c;
  bool turned, has_b, on_device;
};

static double rounded(int type, double x) {
  if (type == CUDA_R_8I)
    return std::fmin(127, std::fmax(-128, std::nearbyint(x)));
  if (type == CUDA_R_32I)
    return std::nearbyint(x);
  return x;
}

static double tolerance(int type) {
  return type == CUDA_R_16BF  ? 1. / 128
         : type == CUDA_R_16F ? 1. / 1024
         : type == CUDA_R_64F ? 1e-15
                              : 1e-6;
}

static void run(const what &w, int64_t m, int64_t n, int count) {
  matrix a(w.from, w.order_a, w.turned ? n : m, w.turned ? m : n, count);
  matrix b(w.to, CUBLASLT_ORDER_COL, m, n, count);
  matrix c(w.to, w.order_c, m, n, count);
  const double alpha = w.scale == CUDA_R_32I ? 3 : 2.5, beta = -2;
  uint8_t scalars[2][16] = {};
  put(w.scale, scalars[0], 0, {alpha, 0});
  put(w.scale, scalars[1], 0, {beta, 0});
  const void *pa = scalars[0], *pb = scalars[1];
  void *there;
  GOOD(cudaMalloc(&there, sizeof(scalars)));
  GOOD(cudaMemcpy(there, scalars, sizeof(scalars), cudaMemcpyDefault));
  if (w.on_device) {
    pa = there;
    pb = (char *)there + 16;
  }
  cublasLtMatrixTransformDesc_t desc;
  const int32_t op = w.turned ? CUBLAS_OP_T : CUBLAS_OP_N;
  const int32_t mode =
      w.on_device ? CUBLASLT_POINTER_MODE_DEVICE : CUBLASLT_POINTER_MODE_HOST;
  GOOD(cublasLtMatrixTransformDescCreate(&desc, (cudaDataType)w.scale));
  GOOD(cublasLtMatrixTransformDescSetAttribute(
      desc, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, &op, sizeof(op)));
  GOOD(cublasLtMatrixTransformDescSetAttribute(
      desc, CUBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE, &mode, sizeof(mode)));
  GOOD(cublasLtMatrixTransform(handle, desc, pa, a.device, a.layout,
                               w.has_b ? pb : nullptr,
                               w.has_b ? b.device : nullptr,
                               w.has_b ? b.layout : nullptr, c.device,
                               c.layout, nullptr));
  GOOD(cudaDeviceSynchronize());
  std::vector<uint8_t> is(c.host.size());
  GOOD(cudaMemcpy(is.data(), c.device, is.size(), cudaMemcpyDefault));
  for (int e = 0; e < count; ++e)
    for (int64_t j = 0; j < n; ++j)
      for (int64_t i = 0; i < m; ++i) {
        number wanted = term(a, w.turned, alpha, i, j, e);
        if (w.has_b) {
          const number more = term(b, false, beta, i, j, e);
          wanted.re += more.re;
          wanted.im += more.im;
        }
        const number got = get(w.to, is.data(), c.place(i, j, e));
        const double bound = tolerance(w.to) * (1 + std::fabs(wanted.re));
        if (!(std::fabs(got.re - rounded(w.to, wanted.re)) <= bound) ||
            !(std::fabs(got.im - wanted.im) <= bound)) {
          std::printf("%d to %d, orders %d and %d, %d %d: (%d, %d) is %g, not "
                      "%g\n",
                      w.from, w.to, w.order_a, w.order_c, w.turned, w.has_b,
                      (int)i, (int)j, got.re, wanted.re);
          go_wrong();
          return;
        }
        put(w.to, is.data(), c.place(i, j, e),
            get(w.to, c.host.data(), c.place(i, j, e)));
      }
  // In columns of a tile that the matrix has not, and between members, nothing
  // is written.
  if (is != c.host) {
    std::printf("%d to %d, orders %d and %d: written beside the matrix\n",
                w.from, w.to, w.order_a, w.order_c);
    go_wrong();
  }
  GOOD(cublasLtMatrixTransformDescDestroy(desc));
  GOOD(cudaFree(there));
  ++cases;
}

static void refuse() {
  matrix a(CUDA_R_32F, CUBLASLT_ORDER_COL, 4, 5, 1);
  matrix c(CUDA_R_32F, CUBLASLT_ORDER_COL, 5, 5, 1);
  cublasLtMatrixTransformDesc_t desc;
  const float one = 1;
  GOOD(cublasLtMatrixTransformDescCreate(&desc, CUDA_R_32F));
  const auto call = [&](const void *from, void *to) {
    return cublasLtMatrixTransform(handle, desc, &one, from, a.layout, nullptr,
                                   nullptr, nullptr, to, c.layout, nullptr);
  };
  if (call(a.device, c.device) != CUBLAS_STATUS_INVALID_VALUE ||
      call(nullptr, c.device) != CUBLAS_STATUS_INVALID_VALUE ||
      cublasLtMatrixTransform(nullptr, desc, &one, a.device, a.layout, nullptr,
                              nullptr, nullptr, a.device, a.layout, nullptr) !=
          CUBLAS_STATUS_NOT_INITIALIZED) {
    std::printf("a wrong call is not refused\n");
    go_wrong();
  }
  int32_t type = -1;
  size_t written = 0;
  GOOD(cublasLtMatrixTransformDescGetAttribute(
      desc, CUBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE, &type, sizeof(type),
      &written));
  if (type != CUDA_R_32F || written != sizeof(type))
    go_wrong();
  GOOD(cublasLtMatrixTransformDescDestroy(desc));
}

// As the inline functions of NVIDIA's header make objects in the program's own
// memory.
static void make_in_place() {
  cublasLtMatrixLayoutOpaque_t layout;
  cublasLtMatmulDescOpaque_t desc;
  cublasLtMatmulPreferenceOpaque_t preference;
  cublasLtMatrixTransformDescOpaque_t transform;
  uint64_t rows = 0;
  int32_t type = -1;
  size_t written;
  GOOD(cublasLtMatrixLayoutInit_internal(&layout, sizeof(layout), CUDA_R_16F,
                                         12, 5, 14));
  GOOD(cublasLtMatrixLayoutGetAttribute(&layout, CUBLASLT_MATRIX_LAYOUT_ROWS,
                                        &rows, sizeof(rows), &written));
  GOOD(cublasLtMatmulDescInit_internal(&desc, sizeof(desc), CUBLAS_COMPUTE_32F,
                                       CUDA_R_32F));
  GOOD(cublasLtMatmulPreferenceInit_internal(&preference, sizeof(preference)));
  GOOD(cublasLtMatrixTransformDescInit_internal(&transform, sizeof(transform),
                                                CUDA_R_64F));
  GOOD(cublasLtMatrixTransformDescGetAttribute(
      &transform, CUBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE, &type,
      sizeof(type), &written));
  if (rows != 12 || type != CUDA_R_64F ||
      cublasLtMatmulDescInit_internal(&desc, 8, CUBLAS_COMPUTE_32F,
                                      CUDA_R_32F) !=
          CUBLAS_STATUS_INVALID_VALUE) {
    std::printf("objects in the program's memory are others\n");
    go_wrong();
  }
}

int main() {
  const int orders[] = {CUBLASLT_ORDER_COL, CUBLASLT_ORDER_ROW,
                        CUBLASLT_ORDER_COL32};
  const int types[][3] = {{CUDA_R_32F, CUDA_R_32F, CUDA_R_32F},
                          {CUDA_R_8I, CUDA_R_8I, CUDA_R_32F},
                          {CUDA_R_8I, CUDA_R_32F, CUDA_R_32F},
                          {CUDA_R_32I, CUDA_R_32I, CUDA_R_32I},
                          {CUDA_R_16F, CUDA_R_32F, CUDA_R_32F},
                          {CUDA_R_32F, CUDA_R_16BF, CUDA_R_32F},
                          {CUDA_R_16F, CUDA_R_16F, CUDA_R_16F},
                          {CUDA_R_64F, CUDA_R_64F, CUDA_R_64F},
                          {CUDA_C_32F, CUDA_C_32F, CUDA_C_32F}};
  const int64_t sizes[][2] = {{1, 1}, {5, 3}, {33, 65}, {70, 31}};
  GOOD(cublasLtCreate(&handle));
  for (const auto &t : types)
    for (int a : orders)
      for (int c : orders)
        for (const auto &size : sizes)
          for (int how = 0; how < 4; ++how)
            run({t[0], t[1], t[2], a, c, how % 2 == 1, how > 1, how == 3},
                size[0], size[1], how == 2 ? 3 : 1);
  refuse();
  make_in_place();
  GOOD(cublasLtDestroy(handle));
  std::printf("%d transforms\nok\n", cases);
  return 0;
}
