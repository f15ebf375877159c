// SPDX-License-Identifier: Apache-2.0
// cuBLASLt's products of 8-bit matrices with a factor for each row of A and each
// column of B, batches by arrays of addresses, and the descriptors of how products
// may be emulated, which change nothing of float's results; wrong ones are refused.
// FLAGS: -lcublasLt -lcublas -std=c++17
// DEVICES: cpu cuda
#include <cublasLt.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "program.h"

static cublasLtHandle_t handle;
static bool on_cpu;
static int cases;

template <typename T> struct Array {
  T *p = nullptr;
  explicit Array(size_t n) {
    OK(cudaMallocManaged((void **)&p, (n + 1) * sizeof(T)));
    std::memset((void *)p, 0, (n + 1) * sizeof(T));
  }
  ~Array() { (void)cudaFree(p); }
};

static double number(size_t i) { return double(i * 2654435761u % 33) / 16 - 1; }

template <typename T>
static void set(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t which,
                T value) {
  T back{};
  size_t written = 0;
  OK(cublasLtMatmulDescSetAttribute(desc, which, &value, sizeof(value)));
  OK(cublasLtMatmulDescGetAttribute(desc, which, &back, sizeof(back), &written));
  CHECK(back == value && written == sizeof(value));
}

struct Layout {
  cublasLtMatrixLayout_t p;
  Layout(cudaDataType type, size_t rows, size_t columns) {
    OK(cublasLtMatrixLayoutCreate(&p, type, rows, columns, (int64_t)rows));
  }
  ~Layout() { OK(cublasLtMatrixLayoutDestroy(p)); }
};

static cublasStatus_t multiply(cublasLtMatmulDesc_t desc, const void *a,
                               const Layout &la, const void *b, const Layout &lb,
                               void *d, const Layout &ld, float beta = 0) {
  const float alpha = 1.5f;
  static Array<char> workspace(32 << 20);
  const cublasStatus_t status =
      cublasLtMatmul(handle, desc, &alpha, a, la.p, b, lb.p, &beta, d, ld.p, d,
                     ld.p, nullptr, workspace.p, 32 << 20, nullptr);
  OK(cudaDeviceSynchronize());
  return status;
}

// Both operands' sums go along their columns, as the hardware has it.
static void check_outer(int m, int n, int k, bool of_a, bool of_b, float beta) {
  Array<__nv_fp8_e4m3> a(size_t(m * k)), b(size_t(n * k));
  Array<float> by_a(size_t(m < 4 ? 4 : m)), by_b(size_t(n < 4 ? 4 : n)),
      d(size_t(m * n));
  for (int i = 0; i < m * k; ++i)
    a.p[i] = __nv_fp8_e4m3(float(number(size_t(i))));
  for (int i = 0; i < n * k; ++i)
    b.p[i] = __nv_fp8_e4m3(float(number(size_t(i) + 7)));
  for (int i = 0; i < m; ++i)
    by_a.p[i] = 0.5f + float(i % 13) / 8;
  for (int i = 0; i < n; ++i)
    by_b.p[i] = 2 - float(i % 11) / 8;
  for (int i = 0; i < m * n; ++i)
    d.p[i] = float(number(size_t(i) * 3));
  std::vector<double> wanted(size_t(m * n));
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      double sum = 0;
      for (int x = 0; x < k; ++x)
        sum += double(float(a.p[x + i * k])) * double(float(b.p[x + j * k]));
      wanted[size_t(i + j * m)] =
          1.5 * sum * double(by_a.p[of_a ? i : 0]) * double(by_b.p[of_b ? j : 0]) +
          double(beta) * double(d.p[i + j * m]);
    }
  cublasLtMatmulDesc_t desc;
  const auto mode = [](bool of) {
    return int(of ? CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F
                  : CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F);
  };
  OK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  set(desc, CUBLASLT_MATMUL_DESC_TRANSA, int(CUBLAS_OP_T));
  set(desc, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, (const float *)by_a.p);
  set(desc, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, (const float *)by_b.p);
  set(desc, CUBLASLT_MATMUL_DESC_A_SCALE_MODE, mode(of_a));
  set(desc, CUBLASLT_MATMUL_DESC_B_SCALE_MODE, mode(of_b));
  const Layout la(CUDA_R_8F_E4M3, size_t(k), size_t(m)),
      lb(CUDA_R_8F_E4M3, size_t(k), size_t(n)),
      ld(CUDA_R_32F, size_t(m), size_t(n));
  OK(multiply(desc, a.p, la, b.p, lb, d.p, ld, beta));
  for (int i = 0; i < m * n; ++i)
    CHECK(std::fabs(double(d.p[i]) - wanted[size_t(i)]) <
          1e-3 * (1 + std::fabs(wanted[size_t(i)])));
  // Rows one after another are the transposed product.
  if (on_cpu) {
    cublasLtMatrixLayout_t rows;
    const int order = CUBLASLT_ORDER_ROW;
    OK(cublasLtMatrixLayoutCreate(&rows, CUDA_R_32F, size_t(m), size_t(n), n));
    OK(cublasLtMatrixLayoutSetAttribute(rows, CUBLASLT_MATRIX_LAYOUT_ORDER,
                                        &order, sizeof(order)));
    const float alpha = 1.5f, zero = 0;
    OK(cublasLtMatmul(handle, desc, &alpha, a.p, la.p, b.p, lb.p, &zero, d.p,
                      rows, d.p, rows, nullptr, nullptr, 0, nullptr));
    OK(cudaDeviceSynchronize());
    for (int j = 0; j < n && beta == 0; ++j)
      for (int i = 0; i < m; ++i)
        CHECK(std::fabs(double(d.p[j + i * n]) - wanted[size_t(i + j * m)]) <
              1e-3 * (1 + std::fabs(wanted[size_t(i + j * m)])));
    OK(cublasLtMatrixLayoutDestroy(rows));
  }
  OK(cublasLtMatmulDescDestroy(desc));
  ++cases;
}

static void check_arrays(int m, int n, int k, int count) {
  Array<float> a(size_t(m * k * count)), b(size_t(k * n * count)),
      d(size_t(m * n * count));
  Array<void *> pa((size_t)count), pb((size_t)count), pd((size_t)count);
  for (int i = 0; i < m * k * count; ++i)
    a.p[i] = float(number(size_t(i)));
  for (int i = 0; i < k * n * count; ++i)
    b.p[i] = float(number(size_t(i) + 3));
  for (int i = 0; i < count; ++i) { // in no order that a stride has
    pa.p[i] = a.p + i * m * k;
    pb.p[i] = b.p + (count - 1 - i) * k * n;
    pd.p[i] = d.p + (i * 7 % count) * m * n;
  }
  const Layout la(CUDA_R_32F, size_t(m), size_t(k)),
      lb(CUDA_R_32F, size_t(k), size_t(n)), ld(CUDA_R_32F, size_t(m), size_t(n));
  const unsigned mode = CUBLASLT_BATCH_MODE_POINTER_ARRAY;
  for (const Layout *l : {&la, &lb, &ld}) {
    OK(cublasLtMatrixLayoutSetAttribute(l->p, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT,
                                        &count, sizeof(count)));
    OK(cublasLtMatrixLayoutSetAttribute(l->p, CUBLASLT_MATRIX_LAYOUT_BATCH_MODE,
                                        &mode, sizeof(mode)));
  }
  cublasLtMatmulDesc_t desc;
  OK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  OK(multiply(desc, pa.p, la, pb.p, lb, pd.p, ld));
  for (int at = 0; at < count; ++at)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i) {
        double sum = 0;
        for (int x = 0; x < k; ++x)
          sum += double(((float *)pa.p[at])[i + x * m]) *
                 double(((float *)pb.p[at])[x + j * k]);
        CHECK(std::fabs(double(((float *)pd.p[at])[i + j * m]) - 1.5 * sum) <
              1e-4 * (1 + std::fabs(sum)));
      }
  // Not some by address and some by stride.
  const unsigned strided = CUBLASLT_BATCH_MODE_STRIDED;
  OK(cublasLtMatrixLayoutSetAttribute(lb.p, CUBLASLT_MATRIX_LAYOUT_BATCH_MODE,
                                      &strided, sizeof(strided)));
  if (on_cpu)
    CHECK(multiply(desc, pa.p, la, pb.p, lb, pd.p, ld) ==
          CUBLAS_STATUS_NOT_SUPPORTED);
  OK(cublasLtMatmulDescDestroy(desc));
  ++cases;
}

static void check_emulation() {
  cublasLtEmulationDesc_t emulation;
  cublasLtMatmulDesc_t desc;
  int eager = CUDA_EMULATION_STRATEGY_EAGER, values = 0, strategy = 0;
  size_t written = 0;
  OK(cublasLtEmulationDescCreate(&emulation));
  OK(cublasLtEmulationDescGetAttribute(
      emulation, CUBLASLT_EMULATION_DESC_SPECIAL_VALUES_SUPPORT, &values,
      sizeof(values), &written));
  CHECK(values == CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT && written == 4);
  OK(cublasLtEmulationDescSetAttribute(
      emulation, CUBLASLT_EMULATION_DESC_STRATEGY, &eager, sizeof(eager)));
  OK(cublasLtEmulationDescGetAttribute(emulation,
                                       CUBLASLT_EMULATION_DESC_STRATEGY,
                                       &strategy, sizeof(strategy), nullptr));
  CHECK(strategy == eager);
  CHECK(cublasLtEmulationDescSetAttribute(
            emulation, (cublasLtEmulationDescAttributes_t)9, &eager, 4) ==
        CUBLAS_STATUS_INVALID_VALUE);
  Array<float> a(64), b(64), d(64);
  for (size_t i = 0; i < 64; ++i) {
    a.p[i] = float(number(i));
    b.p[i] = float(number(i + 5));
  }
  const Layout l(CUDA_R_32F, 8, 8);
  OK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  if (on_cpu) // older libraries of NVIDIA's do not know it
    set(desc, CUBLASLT_MATMUL_DESC_EMULATION_DESCRIPTOR, emulation);
  OK(multiply(desc, a.p, l, b.p, l, d.p, l));
  for (int i = 0; i < 8; ++i) {
    double sum = 0;
    for (int x = 0; x < 8; ++x)
      sum += double(a.p[i + x * 8]) * double(b.p[x]);
    CHECK(std::fabs(double(d.p[i]) - 1.5 * sum) < 1e-5);
  }
  OK(cublasLtMatmulDescDestroy(desc));
  OK(cublasLtEmulationDescDestroy(emulation));
  ++cases;
}

static void check_wrong() {
  Array<__nv_fp8_e4m3> a(1024), b(1024);
  Array<float> by(64), d(1024), c(1024);
  const Layout small(CUDA_R_8F_E4M3, 32, 32), l(CUDA_R_32F, 32, 32);
  cublasLtMatmulDesc_t desc;
  OK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  set(desc, CUBLASLT_MATMUL_DESC_TRANSA, int(CUBLAS_OP_T));
  set(desc, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, (const float *)by.p);
  for (const int mode : {int(CUBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0),
                         int(CUBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F), 17}) {
    set(desc, CUBLASLT_MATMUL_DESC_A_SCALE_MODE, mode);
    CHECK(multiply(desc, a.p, small, b.p, small, d.p, l) ==
          CUBLAS_STATUS_NOT_SUPPORTED);
  }
  // Rows and columns have factors in 8 bits alone.
  set(desc, CUBLASLT_MATMUL_DESC_A_SCALE_MODE,
      int(CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F));
  CHECK(multiply(desc, c.p, l, c.p, l, d.p, l) == CUBLAS_STATUS_NOT_SUPPORTED);
  set(desc, CUBLASLT_MATMUL_DESC_A_SCALE_MODE, 0);
  set(desc, CUBLASLT_MATMUL_DESC_D_SCALE_MODE,
      int(CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F));
  CHECK(multiply(desc, a.p, small, b.p, small, d.p, l) ==
        CUBLAS_STATUS_NOT_SUPPORTED);
  OK(cublasLtMatmulDescDestroy(desc));
}

int main() {
  cudaDeviceProp properties;
  OK(cudaGetDeviceProperties(&properties, 0));
  on_cpu = std::strstr(properties.name, "NVIDIA") == nullptr;
  OK(cublasLtCreate(&handle));
  for (const int m : {16, 48, 128})
    for (const int n : {16, 80})
      for (const float beta : {0.0f, 0.75f})
        check_outer(m, n, 64, true, true, beta);
  if (on_cpu) {
    for (const int m : {1, 3, 33})
      for (const int k : {1, 5, 130}) {
        check_outer(m, 7, k, true, false, 0);
        check_outer(m, 5, k, false, true, 0.5f);
      }
    check_wrong();
  }
  for (const int count : {1, 2, 5})
    check_arrays(12, 9, 20, count);
  check_emulation();
  OK(cublasLtDestroy(handle));
  printf("%d cases\n", cases);
  return 0;
}
