// SPDX-License-Identifier: Apache-2.0
// Products of all types of elements and sums, against sums in double; work in
// order with kernels, captured and replayed; factorisations; wrong calls.
// FLAGS: -lcublas -std=c++17
// DEVICES: cpu opencl
#include <cublas_v2.h>
#include <cuda_fp8.h>
#include <quern/run.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <vector>

#include "program.h"

static cublasHandle_t handle;

static double random_number() {
  static unsigned state = 7;
  state = state * 1664525u + 1013904223u;
  return (double)((int)(state >> 8 & 0xffff) - 0x8000) / 0x8000;
}

// ---- Elements by their type, through the types of the device's headers

static size_t size_of(cudaDataType type) {
  switch (type) {
  case CUDA_R_64F:
    return 8;
  case CUDA_R_32F:
  case CUDA_R_32I:
    return 4;
  case CUDA_R_16F:
  case CUDA_R_16BF:
    return 2;
  default:
    return 1;
  }
}

static double get(const void *from, cudaDataType type, size_t i) {
  switch (type) {
  case CUDA_R_64F:
    return ((const double *)from)[i];
  case CUDA_R_32F:
    return ((const float *)from)[i];
  case CUDA_R_32I:
    return ((const int *)from)[i];
  case CUDA_R_16F:
    return __half2float(((const __half *)from)[i]);
  case CUDA_R_16BF:
    return __bfloat162float(((const __nv_bfloat16 *)from)[i]);
  case CUDA_R_8I:
    return ((const signed char *)from)[i];
  case CUDA_R_8F_E4M3:
    return (float)((const __nv_fp8_e4m3 *)from)[i];
  default:
    return (float)((const __nv_fp8_e5m2 *)from)[i];
  }
}

static void set(void *to, cudaDataType type, size_t i, double value) {
  switch (type) {
  case CUDA_R_64F:
    ((double *)to)[i] = value;
    break;
  case CUDA_R_32F:
    ((float *)to)[i] = (float)value;
    break;
  case CUDA_R_32I:
    ((int *)to)[i] = (int)value;
    break;
  case CUDA_R_16F:
    ((__half *)to)[i] = __float2half((float)value);
    break;
  case CUDA_R_16BF:
    ((__nv_bfloat16 *)to)[i] = __float2bfloat16((float)value);
    break;
  case CUDA_R_8I:
    ((signed char *)to)[i] = (signed char)value;
    break;
  case CUDA_R_8F_E4M3:
    ((__nv_fp8_e4m3 *)to)[i] = __nv_fp8_e4m3((float)value);
    break;
  default:
    ((__nv_fp8_e5m2 *)to)[i] = __nv_fp8_e5m2((float)value);
  }
}

struct Matrix {
  cudaDataType type;
  int rows, columns, ld, stride;
  void *p; // managed: the host's as well
  Matrix(cudaDataType t, int m, int n, int more, int count)
      : type(t), rows(m), columns(n), ld((m > 1 ? m : 1) + more),
        stride(ld * n + more), p(nullptr) {
    OK(cudaMallocManaged(&p, size_of(t) * (size_t)(stride * count + 1)));
    const bool whole = t == CUDA_R_8I || t == CUDA_R_32I;
    for (int i = 0; i < stride * count; ++i)
      set(p, t, (size_t)i,
          whole ? std::floor(random_number() * 100) : random_number());
  }
  ~Matrix() { (void)cudaFree(p); }
  size_t at(int b, int i, int j) const {
    return (size_t)(b * stride + i + j * ld);
  }
  double operator()(int b, int i, int j) const { return get(p, type, at(b, i, j)); }
};

struct Kind {
  cudaDataType a, b, c;
  cublasComputeType_t compute;
  double precision; // of a rounding to c
};
static const Kind kinds[] = {
    {CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F, 1e-3},
    {CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F_PEDANTIC, 1e-3},
    {CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F, 1e-3},
    {CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F, 1e-5},
    {CUDA_R_16BF, CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F, 8e-3},
    {CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F_PEDANTIC, 1e-5},
    {CUDA_R_8I, CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I, 0},
    {CUDA_R_8I, CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I_PEDANTIC, 0},
    {CUDA_R_8I, CUDA_R_8I, CUDA_R_32F, CUBLAS_COMPUTE_32F, 1e-5},
    {CUDA_R_8F_E4M3, CUDA_R_8F_E4M3, CUDA_R_16F, CUBLAS_COMPUTE_32F, 1e-3},
    {CUDA_R_8F_E4M3, CUDA_R_8F_E5M2, CUDA_R_32F, CUBLAS_COMPUTE_32F, 1e-5},
    {CUDA_R_8F_E5M2, CUDA_R_8F_E4M3, CUDA_R_16BF, CUBLAS_COMPUTE_32F, 8e-3},
    {CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F, 1e-5},
    {CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_16F, 1e-5},
    {CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_16BF, 1e-5},
    {CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32, 1e-5},
    {CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F, 1e-14},
    {CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F_PEDANTIC, 1e-14},
};

// A scalar in the type of the sums.
static void put_scalar(const Kind &kind, double value, void *to) {
  const cudaDataType type =
      kind.compute == CUBLAS_COMPUTE_16F ||
              kind.compute == CUBLAS_COMPUTE_16F_PEDANTIC
          ? CUDA_R_16F
      : kind.c == CUDA_R_64F ? CUDA_R_64F
      : kind.c == CUDA_R_32I ? CUDA_R_32I
                             : CUDA_R_32F;
  set(to, type, 0, value);
}

static void check_product(const Kind &kind, int form, const int *sizes,
                          unsigned turn) {
  const int m = sizes[0], n = sizes[1], k = sizes[2], count = form ? 3 : 1;
  const bool ta = turn & 1, tb = turn & 2, device = turn & 4;
  const int more = turn & 8 ? 5 : 0;
  Matrix a(kind.a, ta ? k : m, ta ? m : k, more, count);
  Matrix b(kind.b, tb ? n : k, tb ? k : n, more, count);
  Matrix c(kind.c, m, n, more, count);
  const double alpha = 2, beta = turn % 3 ? -1 : 0;
  std::vector<double> old((size_t)(c.stride * count + 1));
  for (size_t i = 0; i + 1 < old.size(); ++i)
    old[i] = get(c.p, c.type, i);
  char on_host[2][8];
  void *scalars[2] = {on_host[0], on_host[1]};
  void **tables[3];
  char *space;
  OK(cudaMallocManaged(&space, 512));
  for (int i = 0; i < 2; ++i) {
    scalars[i] = device ? space + 8 * i : on_host[i];
    put_scalar(kind, i ? beta : alpha, scalars[i]);
  }
  const Matrix *all[] = {&a, &b, &c};
  for (int i = 0; i < 3; ++i) {
    tables[i] = (void **)(space + 64 + 64 * i);
    for (int at = 0; at < count; ++at)
      tables[i][at] = (char *)all[i]->p +
                      size_of(all[i]->type) * all[i]->at(at, 0, 0);
  }
  const cublasOperation_t op_a = ta ? CUBLAS_OP_T : CUBLAS_OP_N;
  const cublasOperation_t op_b = tb ? CUBLAS_OP_C : CUBLAS_OP_N;
  OK(cublasSetPointerMode(handle, device ? CUBLAS_POINTER_MODE_DEVICE
                                         : CUBLAS_POINTER_MODE_HOST));
  if (form == 0)
    OK(cublasGemmEx(handle, op_a, op_b, m, n, k, scalars[0], a.p, a.type, a.ld,
                    b.p, b.type, b.ld, scalars[1], c.p, c.type, c.ld,
                    kind.compute, CUBLAS_GEMM_DEFAULT));
  else if (form == 1)
    OK(cublasGemmBatchedEx(handle, op_a, op_b, m, n, k, scalars[0], tables[0],
                           a.type, a.ld, tables[1], b.type, b.ld, scalars[1],
                           tables[2], c.type, c.ld, count, kind.compute,
                           CUBLAS_GEMM_DEFAULT_TENSOR_OP));
  else
    OK(cublasGemmStridedBatchedEx_64(
        handle, op_a, op_b, m, n, k, scalars[0], a.p, a.type, a.ld, a.stride,
        b.p, b.type, b.ld, b.stride, scalars[1], c.p, c.type, c.ld, c.stride,
        count, kind.compute, CUBLAS_GEMM_DEFAULT));
  OK(cudaDeviceSynchronize());
  for (int at = 0; at < count; ++at)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < c.ld; ++i) {
        double sum = beta * old[c.at(at, i, j)];
        for (int l = 0; l < k && i < m; ++l)
          sum += alpha * (ta ? a(at, l, i) : a(at, i, l)) *
                 (tb ? b(at, j, l) : b(at, l, j));
        // Between the columns nothing changes.
        NEAR(c(at, i, j), i < m ? sum : old[c.at(at, i, j)],
             kind.precision * (kind.c == CUDA_R_32F ? 8 : 2));
      }
  OK(cudaFree(space));
}

static void check_products() {
  static const int sizes[][3] = {{0, 3, 3},   {3, 3, 0},    {1, 1, 1},
                                 {3, 17, 65}, {65, 64, 17}, {64, 65, 64}};
  unsigned turn = 0;
  for (const Kind &kind : kinds)
    for (int form = 0; form < 3; ++form)
      for (const auto &size : sizes)
        for (int i = 0; i < 3; ++i)
          check_product(kind, form, size, turn = turn * 7 + 3);
  OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
}

// ---- Order and graphs

__global__ void fill(float *x, int n, float value) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    x[i] = value;
}
__global__ void add(float *x, int n, const float *value) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    x[i] += *value;
}

static void check_order() {
  enum { N = 64 };
  float *x, *result;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  const float one = 1, zero = 0;
  float sum = 0;
  OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  OK(cudaMalloc(&x, 3 * N * N * sizeof(float)));
  OK(cudaMalloc(&result, sizeof(float)));
  OK(cublasSetStream(handle, stream));
  for (int round = 0; round < 50; ++round) {
    fill<<<3 * N * N / 256, 256, 0, stream>>>(x, 3 * N * N, (float)round);
    OK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, N, N, N, &one, x, N,
                   x + N * N, N, &zero, x + 2 * N * N, N));
    fill<<<N * N / 256, 256, 0, stream>>>(x, N * N, 0);
    OK(cublasSasum(handle, N * N, x + 2 * N * N, 1, &sum));
    NEAR(sum, (double)round * round * N * N * N, 1e-5);
  }
  // x = 2 x + its sum, by device pointers.
  OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  const float two = 2;
  fill<<<1, N, 0, stream>>>(x, N, 1);
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  OK(cublasSscal(handle, N, &two, x, 1));
  FAILS(cublasSasum(handle, N, x, 1, &sum), CUBLAS_STATUS_NOT_SUPPORTED);
  OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
  OK(cublasSasum(handle, N, x, 1, result));
  add<<<1, N, 0, stream>>>(x, N, result);
  OK(cudaStreamEndCapture(stream, &graph));
  OK(cudaGraphInstantiate(&exec, graph, 0));
  OK(cudaGraphDestroy(graph));
  double wanted = 1;
  for (int i = 0; i < 3; ++i) {
    OK(cudaGraphLaunch(exec, stream));
    wanted = 2 * wanted + N * 2 * wanted;
  }
  float first;
  OK(cudaMemcpyAsync(&first, x, sizeof(first), cudaMemcpyDeviceToHost, stream));
  OK(cudaStreamSynchronize(stream));
  NEAR(first, wanted, 1e-6);
  OK(cudaGraphExecDestroy(exec));
  OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  OK(cublasSetStream(handle, nullptr));
  OK(cudaStreamDestroy(stream));
  OK(cudaFree(x));
  OK(cudaFree(result));
}

// ---- Factorisations: what comes back is multiplied again

static void check_solvers(int n, bool exchanges) {
  enum { COUNT = 3 };
  Matrix a(CUDA_R_64F, n, n, 2, COUNT), lu(CUDA_R_64F, n, n, 2, COUNT);
  Matrix inverse(CUDA_R_64F, n, n, 1, COUNT), x(CUDA_R_64F, n, 2, 1, COUNT);
  Matrix b(CUDA_R_64F, n, 2, 1, COUNT);
  double **tables;
  int *numbers, host_info = -1;
  OK(cudaMallocManaged(&tables, 4 * COUNT * sizeof(*tables)));
  OK(cudaMallocManaged(&numbers, COUNT * (n + 1) * sizeof(int)));
  for (int at = 0; at < COUNT; ++at) {
    for (int i = 0; i < n && !exchanges; ++i)
      set(a.p, a.type, a.at(at, i, i), n + 1);
    tables[at] = (double *)lu.p + lu.at(at, 0, 0);
    tables[COUNT + at] = (double *)inverse.p + inverse.at(at, 0, 0);
    tables[2 * COUNT + at] = (double *)x.p + x.at(at, 0, 0);
    tables[3 * COUNT + at] = (double *)a.p + a.at(at, 0, 0);
  }
  int *const info = numbers + COUNT * n, *const pivots = exchanges ? numbers : nullptr;
  std::memcpy(lu.p, a.p, sizeof(double) * (size_t)(a.stride * COUNT));
  std::memcpy(x.p, b.p, sizeof(double) * (size_t)(b.stride * COUNT));
  OK(cublasDgetrfBatched(handle, n, tables, lu.ld, pivots, info, COUNT));
  OK(cublasDgetriBatched(handle, n, tables, lu.ld, pivots, tables + COUNT,
                         inverse.ld, info, COUNT));
  OK(cublasDgetrsBatched(handle, CUBLAS_OP_N, n, 2, tables, lu.ld, pivots,
                         tables + 2 * COUNT, x.ld, &host_info, COUNT));
  OK(cudaDeviceSynchronize());
  CHECK(host_info == 0);
  for (int at = 0; at < COUNT; ++at)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        double unit = 0, right = 0;
        for (int l = 0; l < n; ++l) {
          unit += a(at, i, l) * inverse(at, l, j);
          right += j < 2 ? a(at, i, l) * x(at, l, j) : 0;
        }
        NEAR(unit, i == j, 1e-9);
        NEAR(right, j < 2 ? b(at, i, j) : 0, 1e-9);
      }
  if (n <= 32) {
    std::memset(inverse.p, 0, sizeof(double) * (size_t)inverse.stride);
    OK(cublasDmatinvBatched(handle, n, tables + 3 * COUNT, a.ld, tables + COUNT,
                            inverse.ld, info, COUNT));
    OK(cudaDeviceSynchronize());
    double unit = 0;
    for (int l = 0; l < n; ++l)
      unit += a(0, 0, l) * inverse(0, l, 0);
    NEAR(unit, 1, 1e-9);
  }
  OK(cudaFree(tables));
  OK(cudaFree(numbers));
}

// ---- Wrong calls

static void check_reason(int line) {
  const char *reason = quern_reason();
  if (!reason || !*reason) {
    std::fprintf(stderr, "line %d: there is no reason\n", line);
    std::exit(1);
  }
}
#define REFUSED(call, status)                                                  \
  do {                                                                         \
    FAILS(call, CUBLAS_STATUS_##status);                                       \
    check_reason(__LINE__);                                                    \
  } while (0)

static void check_refusals() {
  float *x;
  const float one = 1;
  float result;
  OK(cudaMalloc(&x, 4096));
  const cublasOperation_t n = CUBLAS_OP_N;
#define GEMM(h, op, m, n_, k, lda, ldb, ldc, alpha, to)                        \
  cublasSgemm(h, op, CUBLAS_OP_N, m, n_, k, alpha, x, lda, x, ldb, &one, to, ldc)
  REFUSED(GEMM(nullptr, n, 4, 4, 4, 4, 4, 4, &one, x), NOT_INITIALIZED);
  REFUSED(GEMM(handle, n, -1, 4, 4, 4, 4, 4, &one, x), INVALID_VALUE);
  REFUSED(GEMM(handle, n, 4, -1, 4, 4, 4, 4, &one, x), INVALID_VALUE);
  REFUSED(GEMM(handle, n, 4, 4, -1, 4, 4, 4, &one, x), INVALID_VALUE);
  REFUSED(GEMM(handle, n, 4, 4, 4, 3, 4, 4, &one, x), INVALID_VALUE);
  REFUSED(GEMM(handle, n, 4, 4, 4, 4, 3, 4, &one, x), INVALID_VALUE);
  REFUSED(GEMM(handle, n, 4, 4, 4, 4, 4, 3, &one, x), INVALID_VALUE);
  REFUSED(GEMM(handle, CUBLAS_OP_T, 4, 4, 8, 4, 8, 4, &one, x), INVALID_VALUE);
  REFUSED(GEMM(handle, (cublasOperation_t)9, 4, 4, 4, 4, 4, 4, &one, x),
          INVALID_VALUE);
  REFUSED(GEMM(handle, n, 4, 4, 4, 4, 4, 4, (float *)nullptr, x),
          INVALID_VALUE);
  REFUSED(GEMM(handle, n, 4, 4, 4, 4, 4, 4, &one, (float *)nullptr),
          INVALID_VALUE);
  OK(GEMM(handle, n, 0, 4, 4, 4, 4, 4, &one, (float *)nullptr));
  REFUSED(cublasSgemv(handle, n, 4, 4, &one, x, 4, x, 0, &one, x, 1),
          INVALID_VALUE);
  REFUSED(cublasSdot(handle, 4, x, 1, x, 1, nullptr), INVALID_VALUE);
  REFUSED(cublasSsyrk(handle, CUBLAS_FILL_MODE_FULL, n, 4, 4, &one, x, 4, &one,
                      x, 4),
          INVALID_VALUE);
  REFUSED(cublasSasum_64(handle, INT64_MAX, x, 1, &result), NOT_SUPPORTED);
  REFUSED(cublasGemmEx(handle, n, n, 4, 4, 4, &one, x, CUDA_R_4I, 4, x,
                       CUDA_R_4I, 4, &one, x, CUDA_R_32F, 4, CUBLAS_COMPUTE_32F,
                       CUBLAS_GEMM_DEFAULT),
          NOT_SUPPORTED);
  REFUSED(cublasGemmEx(handle, n, n, 4, 4, 4, &one, x, CUDA_R_32F, 4, x,
                       CUDA_R_32F, 4, &one, x, CUDA_R_32F, 4,
                       (cublasComputeType_t)1234, CUBLAS_GEMM_DEFAULT),
          INVALID_VALUE);
  REFUSED(cublasGemmEx(handle, n, n, 4, 4, 4, &one, x, CUDA_R_32F, 4, x,
                       CUDA_R_32F, 4, &one, x, CUDA_R_32I, 4,
                       CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT),
          NOT_SUPPORTED);
  REFUSED(cublasSetPointerMode(handle, (cublasPointerMode_t)5), INVALID_VALUE);
  REFUSED(cublasGetPointerMode(handle, nullptr), INVALID_VALUE);
  REFUSED(cublasCreate(nullptr), INVALID_VALUE);
  REFUSED(cublasDestroy(nullptr), NOT_INITIALIZED);
  REFUSED(cublasSgetrfBatched(handle, -1, nullptr, 1, nullptr, nullptr, 1),
          INVALID_VALUE);
  OK(cudaFree(x));
  for (int i = 0; i < 10000; ++i) {
    cublasHandle_t one_more;
    OK(cublasCreate(&one_more));
    OK(cublasDestroy(one_more));
    if (i % 1000 == 0) {
      REFUSED(cublasSasum(one_more, 1, &one, 1, &result), NOT_INITIALIZED);
      REFUSED(cublasDestroy(one_more), NOT_INITIALIZED);
    }
  }
}

// The type of computing as CUDA 10 had it, a type of data.
static void check_old_types() {
  const float one = 1, none = 0, a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8};
  const cublasOperation_t n = CUBLAS_OP_N;
  float c[4] = {}, *x;
  OK(cudaMalloc(&x, 3 * sizeof(a)));
  OK(cudaMemcpy(x, a, sizeof(a), cudaMemcpyDefault));
  OK(cudaMemcpy(x + 4, b, sizeof(b), cudaMemcpyDefault));
  OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  OK(cublasGemmEx(handle, n, n, 2, 2, 2, &one, x, CUDA_R_32F, 2, x + 4,
                  CUDA_R_32F, 2, &none, x + 8, CUDA_R_32F, 2, CUDA_R_32F,
                  CUBLAS_GEMM_DEFAULT));
  OK(cudaMemcpy(c, x + 8, sizeof(c), cudaMemcpyDefault));
  CHECK(c[0] == 23 && c[1] == 34 && c[2] == 31 && c[3] == 46);
  FAILS(cublasGemmStridedBatchedEx(handle, n, n, 2, 2, 2, &one, x, CUDA_R_32F,
                                     2, 4, x, CUDA_R_32F, 2, 4, &none, x,
                                     CUDA_R_32F, 2, 4, 1, CUDA_R_8I,
                                     CUBLAS_GEMM_DEFAULT),
        CUBLAS_STATUS_NOT_SUPPORTED);
  OK(cudaFree(x));
}

int main() {
  OK(cublasCreate(&handle));
  check_old_types();
  check_products();
  check_order();
  for (int n : {1, 3, 17, 65}) {
    check_solvers(n, true);
    check_solvers(n, false);
  }
  check_refusals();
  OK(cublasDestroy(handle));
  return done();
}
