// SPDX-License-Identifier: Apache-2.0
// cuBLASXt's names: cuBLAS's functions of wide sizes on the first device that
// is selected, with copies of what the device does not reach.
#include "cuda/cublasXt.h"

#include <string.h>

#include "base/alloc.h"
#include "libs/blas/blas.h"
#include "libs/blas/cublas.h"

static const uint64_t magic = UINT64_C(0x54584c42204e5251); // "QRN BLXT"

struct cublasXtContext {
  uint64_t magic;
  int device;
  cublasHandle_t blas; // NULL: no device is selected yet
  int block_dim;
  cublasXtPinnedMemMode_t pinning;
};

static cublasStatus_t refuse(const char *why) {
  return qn_cublas_status(qn_blas_refuse(QN_BLAS_INVALID_VALUE, "%s", why));
}
static cublasStatus_t check(cublasXtHandle_t handle) {
  return handle && handle->magic == magic
             ? CUBLAS_STATUS_SUCCESS
             : qn_cublas_status(qn_blas_refuse(QN_BLAS_NOT_INITIALIZED,
                                               "this is no handle of cublasXt, "
                                               "or one that was destroyed"));
}
#define TRY(...)                                                               \
  do {                                                                         \
    const cublasStatus_t status_ = (__VA_ARGS__);                              \
    if (status_ != CUBLAS_STATUS_SUCCESS)                                      \
      return status_;                                                          \
  } while (0)
#define NEED(condition, why)                                                   \
  do {                                                                         \
    if (!(condition))                                                          \
      return refuse(why);                                                      \
  } while (0)

// ---- The handle

cublasStatus_t cublasXtCreate(cublasXtHandle_t *handle) {
  enum { BLOCK_DIM = 2048 }; // of cublasXt's, by default
  NEED(handle, "there is no place for the handle");
  cublasXtHandle_t h = qn_alloc_array(1, sizeof(*h));
  if (!h)
    return CUBLAS_STATUS_ALLOC_FAILED;
  h->magic = magic;
  h->block_dim = BLOCK_DIM;
  *handle = h;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle) {
  TRY(check(handle));
  if (handle->blas)
    (void)cublasDestroy_v2(handle->blas);
  handle->magic = 0;
  qn_free(handle);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtMaxBoards(int *nbGpuBoards) {
  NEED(nbGpuBoards, "there is no place for the number");
  return hipGetDeviceCount(nbGpuBoards) == hipSuccess
             ? CUBLAS_STATUS_SUCCESS
             : CUBLAS_STATUS_NOT_INITIALIZED;
}

static bool are_devices(int count, const int ids[]) {
  int all = 0;
  bool good = count > 0 && ids && hipGetDeviceCount(&all) == hipSuccess;
  for (int i = 0; i < count && good; ++i)
    good = ids[i] >= 0 && ids[i] < all;
  return good;
}

cublasStatus_t cublasXtGetNumBoards(int nbDevices, int deviceId[],
                                    int *nbBoards) {
  NEED(nbBoards && are_devices(nbDevices, deviceId),
       "there is no such device, or no place for the number");
  *nbBoards = nbDevices;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int nbDevices,
                                    int deviceId[]) {
  int current = 0;
  TRY(check(handle));
  NEED(are_devices(nbDevices, deviceId), "there is no such device");
  NEED(!handle->blas, "devices are selected already");
  if (hipGetDevice(&current) != hipSuccess ||
      hipSetDevice(deviceId[0]) != hipSuccess)
    return CUBLAS_STATUS_NOT_INITIALIZED;
  handle->device = deviceId[0];
  const cublasStatus_t status = cublasCreate_v2(&handle->blas);
  (void)hipSetDevice(current);
  return status;
}

cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int blockDim) {
  TRY(check(handle));
  NEED(blockDim > 0, "the size of a block must be 1 at least");
  handle->block_dim = blockDim;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int *blockDim) {
  TRY(check(handle));
  NEED(blockDim, "there is no place for the number");
  *blockDim = handle->block_dim;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t handle,
                                         cublasXtPinnedMemMode_t *mode) {
  TRY(check(handle));
  NEED(mode, "there is no place for the mode");
  *mode = handle->pinning;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle,
                                         cublasXtPinnedMemMode_t mode) {
  TRY(check(handle));
  NEED((unsigned)mode < 2, "there is no such mode");
  handle->pinning = mode;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtSetCpuRoutine(cublasXtHandle_t handle,
                                     cublasXtBlasOp_t blasOp,
                                     cublasXtOpType_t type, void *blasFunctor) {
  TRY(check(handle));
  NEED((unsigned)blasOp < CUBLASXT_ROUTINE_MAX && (unsigned)type < 4 &&
           blasFunctor,
       "there is no such function");
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtSetCpuRatio(cublasXtHandle_t handle,
                                   cublasXtBlasOp_t blasOp,
                                   cublasXtOpType_t type, float ratio) {
  TRY(check(handle));
  NEED((unsigned)blasOp < CUBLASXT_ROUTINE_MAX && (unsigned)type < 4 &&
           ratio >= 0 && ratio <= 1,
       "there is no such function, or the ratio is not from 0 to 1");
  return CUBLAS_STATUS_SUCCESS;
}

// ---- What the device reaches

typedef struct operand {
  const void *given;
  size_t rows, cols, ld, size; // of an element
  bool is_result;
  void *at; // where the device works on it
  bool is_copy;
} operand;

static bool is_reached(const operand *o, int device) {
  hipPointerAttribute_t what = {0};
  if (qn_libs_on_host(device) || !o->given || !o->rows || !o->cols)
    return true;
  const bool known = hipPointerGetAttributes(&what, o->given) == hipSuccess;
  if (!known)
    (void)hipGetLastError();
  return known && (what.type == hipMemoryTypeDevice ||
                   what.type == hipMemoryTypeManaged);
}

static hipError_t move(const operand *o, bool back) {
  const size_t pitch = o->ld * o->size, width = o->rows * o->size;
  return back ? hipMemcpy2D((void *)(uintptr_t)o->given, pitch, o->at, width,
                            width, o->cols, hipMemcpyDeviceToHost)
              : hipMemcpy2D(o->at, width, o->given, pitch, width, o->cols,
                            hipMemcpyHostToDevice);
}

static cublasStatus_t no_device(void) {
  return qn_cublas_status(qn_blas_refuse(
      QN_BLAS_NOT_INITIALIZED, "no device is selected: cublasXtDeviceSelect "
                               "comes before the first product"));
}

// Copies of what only the host reaches lie column behind column.
static cublasStatus_t enter(cublasXtHandle_t handle, operand *all,
                            size_t count) {
  for (size_t i = 0; i < count; ++i) {
    operand *o = &all[i];
    o->at = (void *)(uintptr_t)o->given;
    if (is_reached(o, handle->device))
      continue;
    NEED(o->ld >= o->rows, "a leading dimension is less than the rows");
    if (hipMalloc(&o->at, o->rows * o->cols * o->size) != hipSuccess)
      return CUBLAS_STATUS_ALLOC_FAILED;
    o->is_copy = true;
    if (move(o, false) != hipSuccess)
      return CUBLAS_STATUS_MAPPING_ERROR;
  }
  return CUBLAS_STATUS_SUCCESS;
}

static cublasStatus_t leave(cublasXtHandle_t handle, operand *all, size_t count,
                            cublasStatus_t status) {
  if (status == CUBLAS_STATUS_SUCCESS)
    status =
        qn_cublas_status(qn_blas_wait((const qn_blas *)(void *)handle->blas));
  for (size_t i = 0; i < count; ++i) {
    operand *o = &all[i];
    if (!o->is_copy)
      continue;
    if (status == CUBLAS_STATUS_SUCCESS && o->is_result &&
        move(o, true) != hipSuccess)
      status = CUBLAS_STATUS_MAPPING_ERROR;
    (void)hipFree(o->at);
  }
  return status;
}

static int64_t ld_of(const operand *o) {
  return (int64_t)(o->is_copy ? (o->rows ? o->rows : 1) : o->ld);
}

// ---- Products

#define IN(p, rows, cols, ld) {p, rows, cols, ld, sizeof(*(p)), false, NULL, 0}
#define OUT(p, rows, cols, ld) {p, rows, cols, ld, sizeof(*(p)), true, NULL, 0}
#define COUNT (sizeof(o) / sizeof(o[0]))
// `call` is cuBLAS's, of the operands where the device reaches them.
#define WITH(call)                                                             \
  do {                                                                         \
    int current = 0;                                                           \
    TRY(check(handle));                                                        \
    if (!handle->blas)                                                         \
      return no_device();                                                      \
    (void)hipGetDevice(&current);                                              \
    (void)hipSetDevice(handle->device);                                        \
    cublasStatus_t status = enter(handle, o, COUNT);                           \
    if (status == CUBLAS_STATUS_SUCCESS)                                       \
      status = (call);                                                         \
    status = leave(handle, o, COUNT, status);                                  \
    (void)hipSetDevice(current);                                               \
    return status;                                                             \
  } while (0)
#define AT(i) o[i].at, ld_of(&o[i])
// `x` by `y` elements, or turned round.
#define IN_OP(p, op, x, y, ld)                                                 \
  IN(p, (op) == CUBLAS_OP_N ? (x) : (y), (op) == CUBLAS_OP_N ? (y) : (x), ld)
#define N64(x) (int64_t)(x)

#define GEMM(X, T)                                                             \
  cublasStatus_t cublasXt##X##gemm(                                            \
      cublasXtHandle_t handle, cublasOperation_t transa,                       \
      cublasOperation_t transb, size_t m, size_t n, size_t k, const T *alpha,  \
      const T *A, size_t lda, const T *B, size_t ldb, const T *beta, T *C,     \
      size_t ldc) {                                                            \
    operand o[] = {IN_OP(A, transa, m, k, lda), IN_OP(B, transb, k, n, ldb),   \
                   OUT(C, m, n, ldc)};                                         \
    WITH(cublas##X##gemm_v2_64(handle->blas, transa, transb, N64(m), N64(n),   \
                               N64(k), alpha, AT(0), AT(1), beta, AT(2)));     \
  }
// One matrix, or two, by a triangle of a third.
#define RANK_K(X, T, S, name, function)                                        \
  cublasStatus_t cublasXt##X##name(                                            \
      cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, \
      size_t n, size_t k, const S *alpha, const T *A, size_t lda,              \
      const S *beta, T *C, size_t ldc) {                                       \
    operand o[] = {IN_OP(A, trans, n, k, lda), OUT(C, n, n, ldc)};             \
    WITH(cublas##X##function(handle->blas, uplo, trans, N64(n), N64(k), alpha, \
                             AT(0), beta, AT(1)));                             \
  }
#define RANK_2K(X, T, S, name, function)                                       \
  cublasStatus_t cublasXt##X##name(                                            \
      cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, \
      size_t n, size_t k, const T *alpha, const T *A, size_t lda, const T *B,  \
      size_t ldb, const S *beta, T *C, size_t ldc) {                           \
    operand o[] = {IN_OP(A, trans, n, k, lda), IN_OP(B, trans, n, k, ldb),     \
                   OUT(C, n, n, ldc)};                                         \
    WITH(cublas##X##function(handle->blas, uplo, trans, N64(n), N64(k), alpha, \
                             AT(0), AT(1), beta, AT(2)));                      \
  }
#define SIDE(side, m, n) ((side) == CUBLAS_SIDE_LEFT ? (m) : (n))
#define BY_SIDE(X, T, name, function)                                          \
  cublasStatus_t cublasXt##X##name(                                            \
      cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,   \
      size_t m, size_t n, const T *alpha, const T *A, size_t lda, const T *B,  \
      size_t ldb, const T *beta, T *C, size_t ldc) {                           \
    operand o[] = {IN(A, SIDE(side, m, n), SIDE(side, m, n), lda),             \
                   IN(B, m, n, ldb), OUT(C, m, n, ldc)};                       \
    WITH(cublas##X##function(handle->blas, side, uplo, N64(m), N64(n), alpha,  \
                             AT(0), AT(1), beta, AT(2)));                      \
  }
#define TRIANGLES(X, T)                                                        \
  cublasStatus_t cublasXt##X##trsm(                                            \
      cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,   \
      cublasOperation_t trans, cublasDiagType_t diag, size_t m, size_t n,      \
      const T *alpha, const T *A, size_t lda, T *B, size_t ldb) {              \
    operand o[] = {IN(A, SIDE(side, m, n), SIDE(side, m, n), lda),             \
                   OUT(B, m, n, ldb)};                                         \
    WITH(cublas##X##trsm_v2_64(handle->blas, side, uplo, trans, diag, N64(m),  \
                               N64(n), alpha, AT(0), AT(1)));                  \
  }                                                                            \
  cublasStatus_t cublasXt##X##trmm(                                            \
      cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,   \
      cublasOperation_t trans, cublasDiagType_t diag, size_t m, size_t n,      \
      const T *alpha, const T *A, size_t lda, const T *B, size_t ldb, T *C,    \
      size_t ldc) {                                                            \
    operand o[] = {IN(A, SIDE(side, m, n), SIDE(side, m, n), lda),             \
                   IN(B, m, n, ldb), OUT(C, m, n, ldc)};                       \
    WITH(cublas##X##trmm_v2_64(handle->blas, side, uplo, trans, diag, N64(m),  \
                               N64(n), alpha, AT(0), AT(1), AT(2)));           \
  }

// A packed triangle as a matrix of the host's, of which the other one is not
// read; NULL without memory.
static void *unpacked(const void *packed, size_t n, size_t size,
                      cublasFillMode_t uplo) {
  const size_t count = n * (n + 1) / 2;
  char *from = qn_alloc_array(count + 1, size);
  char *to = qn_alloc_array(n * n + 1, size);
  bool good =
      from && to &&
      hipMemcpy(from, packed, count * size, hipMemcpyDefault) == hipSuccess;
  for (size_t j = 0, at = 0; j < n && good; ++j) {
    const size_t first = uplo == CUBLAS_FILL_MODE_UPPER ? 0 : j;
    const size_t rows = uplo == CUBLAS_FILL_MODE_UPPER ? j + 1 : n - j;
    memcpy(to + (first + j * n) * size, from + at * size, rows * size);
    at += rows;
  }
  qn_free(from);
  if (!good)
    qn_free(to);
  return good ? to : NULL;
}

#define PACKED(X, T)                                                           \
  cublasStatus_t cublasXt##X##spmm(                                            \
      cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,   \
      size_t m, size_t n, const T *alpha, const T *AP, const T *B, size_t ldb, \
      const T *beta, T *C, size_t ldc) {                                       \
    TRY(check(handle));                                                        \
    NEED((unsigned)side < 2 && (unsigned)uplo < 2,                             \
         "there is no such triangle, "                                         \
         "or no such side");                                                   \
    const size_t size = SIDE(side, m, n);                                      \
    NEED(AP || !size, "the packed matrix is null");                            \
    T *A = unpacked(AP, size, sizeof(T), uplo);                                \
    if (!A)                                                                    \
      return CUBLAS_STATUS_ALLOC_FAILED;                                       \
    const cublasStatus_t status =                                              \
        cublasXt##X##symm(handle, side, uplo, m, n, alpha, A, size ? size : 1, \
                          B, ldb, beta, C, ldc);                               \
    qn_free(A);                                                                \
    return status;                                                             \
  }

#define EACH(X, T)                                                             \
  GEMM(X, T)                                                                   \
  RANK_K(X, T, T, syrk, syrk_v2_64)                                            \
  RANK_2K(X, T, T, syr2k, syr2k_v2_64)                                         \
  RANK_2K(X, T, T, syrkx, syrkx_64)                                            \
  BY_SIDE(X, T, symm, symm_v2_64)                                              \
  TRIANGLES(X, T)                                                              \
  PACKED(X, T)
EACH(S, float)
EACH(D, double)
EACH(C, cuComplex)
EACH(Z, cuDoubleComplex)

#define HERMITIAN(X, T, R)                                                     \
  RANK_K(X, T, R, herk, herk_v2_64)                                            \
  RANK_2K(X, T, R, her2k, her2k_v2_64)                                         \
  RANK_2K(X, T, R, herkx, herkx_64)                                            \
  BY_SIDE(X, T, hemm, hemm_v2_64)
HERMITIAN(C, cuComplex, float)
HERMITIAN(Z, cuDoubleComplex, double)
