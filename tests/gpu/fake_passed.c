// SPDX-License-Identifier: Apache-2.0
// NVIDIA's libcusparse and libcusolver without a GPU, for tests of what passes
// calls on to them: it writes down what it is asked for (fake_passed_log). Its
// functions are declared by our headers, which declare the same as NVIDIA's
// (tools/check_passes.py --against).
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "cuda/cusolverDn.h"
#include "cuda/cusparse.h"

#define EXPORT __attribute__((visibility("default")))
#define FAKE(result, name) EXPORT result name

EXPORT void fake_passed_clear(void);
EXPORT const char *fake_passed_log(void);
EXPORT int fake_passed_live(void);

enum { LOG_SIZE = 1 << 14 };
static char text[LOG_SIZE];
static size_t used;
static int live;                   // objects
static cusparsePointerMode_t mode; // of the last handle that was told

void fake_passed_clear(void) { text[used = 0] = '\0'; }
const char *fake_passed_log(void) { return text; }
int fake_passed_live(void) { return live; }

__attribute__((format(printf, 1, 2))) static int note(const char *format, ...) {
  va_list args;
  va_start(args, format);
  const int size = vsnprintf(text + used, LOG_SIZE - used, format, args);
  va_end(args);
  if (size > 0 && (size_t)size < LOG_SIZE - used)
    used += (size_t)size;
  return 0;
}

// Objects have numbers, by which they are known in what is written down.
typedef struct object {
  int number;
} object;
static void *make(void) {
  static int made;
  object *o = malloc(sizeof(*o));
  o->number = ++made % 1000;
  ++live;
  return o;
}
static int drop(const void *o) {
  --live;
  free((void *)(uintptr_t)o);
  return 0;
}
#define MAKE(to) (*(to) = make(), 0)

// ---- cuSPARSE

FAKE(cusparseStatus_t, cusparseCreate)(cusparseHandle_t *handle) {
  return MAKE(handle);
}
FAKE(cusparseStatus_t, cusparseDestroy)(cusparseHandle_t handle) {
  return drop(handle);
}
FAKE(cusparseStatus_t, cusparseSetStream)(cusparseHandle_t handle,
                                          cudaStream_t stream) {
  (void)handle;
  return note("stream %p\n", (void *)stream);
}
FAKE(cusparseStatus_t, cusparseSetPointerMode)(cusparseHandle_t handle,
                                               cusparsePointerMode_t wanted) {
  (void)handle;
  mode = wanted;
  return note("mode %d\n", mode);
}
FAKE(cusparseStatus_t,
     cusparseCreateCsr)(cusparseSpMatDescr_t *descr, int64_t rows, int64_t cols,
                        int64_t nnz, void *offsets, void *indices, void *values,
                        cusparseIndexType_t offset_type,
                        cusparseIndexType_t index_type,
                        cusparseIndexBase_t base, cudaDataType type) {
  note("csr %d %d %d %p %p %p %d %d %d %d\n", (int)rows, (int)cols, (int)nnz,
       offsets, indices, values, offset_type, index_type, base, type);
  return MAKE(descr);
}
FAKE(cusparseStatus_t, cusparseDestroySpMat)(cusparseConstSpMatDescr_t d) {
  return drop(d);
}
FAKE(cusparseStatus_t,
     cusparseSpMatSetAttribute)(cusparseSpMatDescr_t d,
                                cusparseSpMatAttribute_t attribute, void *value,
                                size_t size) {
  (void)d;
  return note("attribute %d %d of %d\n", attribute, *(int *)value, (int)size);
}
FAKE(cusparseStatus_t, cusparseSpMatGetSize)(cusparseConstSpMatDescr_t d,
                                             int64_t *rows, int64_t *cols,
                                             int64_t *nnz) {
  (void)d;
  *rows = 1;
  *cols = 2;
  *nnz = 33;
  return 0;
}
FAKE(cusparseStatus_t, cusparseCreateDnVec)(cusparseDnVecDescr_t *descr,
                                            int64_t size, void *values,
                                            cudaDataType type) {
  note("vector %d %p %d\n", (int)size, values, type);
  return MAKE(descr);
}
FAKE(cusparseStatus_t, cusparseDestroyDnVec)(cusparseConstDnVecDescr_t d) {
  return drop(d);
}
FAKE(cusparseStatus_t,
     cusparseSpMV_bufferSize)(cusparseHandle_t handle, cusparseOperation_t op,
                              const void *alpha, cusparseConstSpMatDescr_t a,
                              cusparseConstDnVecDescr_t x, const void *beta,
                              cusparseDnVecDescr_t y, cudaDataType type,
                              cusparseSpMVAlg_t alg, size_t *size) {
  (void)handle, (void)a, (void)x, (void)y;
  *size = 77;
  return note("size %d %g %g type %d alg %d\n", op, (double)*(float *)alpha,
              (double)*(float *)beta, type, alg);
}
FAKE(cusparseStatus_t,
     cusparseSpMV)(cusparseHandle_t handle, cusparseOperation_t op,
                   const void *alpha, cusparseConstSpMatDescr_t a,
                   cusparseConstDnVecDescr_t x, const void *beta,
                   cusparseDnVecDescr_t y, cudaDataType type,
                   cusparseSpMVAlg_t alg, void *buffer) {
  (void)handle;
  const int first = ((const object *)a)->number;
  if (mode == CUSPARSE_POINTER_MODE_HOST)
    note("times %g and %g\n", (double)*(const float *)alpha,
         (double)*(const float *)beta);
  return note("spmv %d 0 %d %d type %d alg %d buffer %p\n", op,
              ((const object *)x)->number - first,
              ((const object *)y)->number - first, type, alg, buffer);
}
FAKE(cusparseStatus_t, cusparseDenseToSparse_analysis)(
    cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
    cusparseSpMatDescr_t b, cusparseDenseToSparseAlg_t alg, void *buffer) {
  (void)handle, (void)a, (void)b, (void)alg;
  return note("analysis %p\n", buffer);
}
FAKE(cusparseStatus_t,
     cusparseCreateDnMat)(cusparseDnMatDescr_t *descr, int64_t rows,
                          int64_t cols, int64_t ld, void *values,
                          cudaDataType type, cusparseOrder_t order) {
  note("dense %d %d %d %p %d %d\n", (int)rows, (int)cols, (int)ld, values, type,
       order);
  return MAKE(descr);
}
FAKE(cusparseStatus_t, cusparseDestroyDnMat)(cusparseConstDnMatDescr_t d) {
  return drop(d);
}

FAKE(cusparseStatus_t,
     cusparseSDDMM)(cusparseHandle_t handle, cusparseOperation_t op_a,
                    cusparseOperation_t op_b, const void *alpha,
                    cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,
                    const void *beta, cusparseSpMatDescr_t c, cudaDataType type,
                    cusparseSDDMMAlg_t alg, void *buffer) {
  (void)handle, (void)alpha, (void)beta, (void)alg;
  const int first = ((const object *)a)->number;
  return note("sddmm %d %d %d %d type %d buffer %p\n", op_a, op_b,
              ((const object *)b)->number - first,
              ((const object *)c)->number - first, type, buffer);
}
// As in the real one, this has no function that ends in Ext.
FAKE(cusparseStatus_t,
     cusparseScsrilu02_bufferSize)(cusparseHandle_t handle, int m, int nnz,
                                   const cusparseMatDescr_t a, float *values,
                                   const int *offsets, const int *columns,
                                   csrilu02Info_t info, int *size) {
  (void)handle, (void)a, (void)info;
  *size = 1 << 30;
  return note("ilu %d %d %p %p %p\n", m, nnz, (void *)values,
              (const void *)offsets, (const void *)columns);
}
FAKE(cusparseStatus_t, cusparseCreateCsrilu02Info)(csrilu02Info_t *info) {
  return MAKE(info);
}
FAKE(cusparseStatus_t, cusparseDestroyCsrilu02Info)(csrilu02Info_t info) {
  return drop(info);
}
FAKE(cusparseStatus_t, cusparseCreateMatDescr)(cusparseMatDescr_t *d) {
  return MAKE(d);
}
FAKE(cusparseStatus_t, cusparseDestroyMatDescr)(cusparseMatDescr_t d) {
  return drop(d);
}
#define SET(name, T)                                                           \
  FAKE(cusparseStatus_t, cusparseSetMat##name)(cusparseMatDescr_t d, T to) {   \
    (void)d, (void)to;                                                         \
    return CUSPARSE_STATUS_SUCCESS;                                            \
  }
SET(Type, cusparseMatrixType_t)
SET(FillMode, cusparseFillMode_t)
SET(DiagType, cusparseDiagType_t)
SET(IndexBase, cusparseIndexBase_t)

// ---- cuSOLVER

FAKE(cusolverStatus_t, cusolverDnCreate)(cusolverDnHandle_t *handle) {
  return MAKE(handle);
}
FAKE(cusolverStatus_t, cusolverDnDestroy)(cusolverDnHandle_t handle) {
  return drop(handle);
}
FAKE(cusolverStatus_t, cusolverDnSetStream)(cusolverDnHandle_t handle,
                                            cudaStream_t stream) {
  (void)handle;
  return note("stream %p\n", (void *)stream);
}
FAKE(cusolverStatus_t, cusolverDnDpotrf_bufferSize)(cusolverDnHandle_t handle,
                                                    cublasFillMode_t uplo,
                                                    int n, double *a, int lda,
                                                    int *size) {
  (void)handle;
  *size = 55;
  return note("size %d %d %p %d\n", uplo, n, (void *)a, lda);
}
FAKE(cusolverStatus_t,
     cusolverDnDpotrf)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                       double *a, int lda, double *work, int size, int *info) {
  (void)handle;
  return note("potrf %d %d %p %d %p %d %p\n", uplo, n, (void *)a, lda,
              (void *)work, size, (void *)info);
}
FAKE(cusolverStatus_t,
     cusolverDnSsyevdx)(cusolverDnHandle_t handle, cusolverEigMode_t job,
                        cusolverEigRange_t range, cublasFillMode_t uplo, int n,
                        float *a, int lda, float vl, float vu, int il, int iu,
                        int *count, float *w, float *work, int size,
                        int *info) {
  (void)handle;
  *count = 3;
  return note("evdx %d %d %d %d %p %d %g %g %d %d %p %p %d %p\n", job, range,
              uplo, n, (void *)a, lda, (double)vl, (double)vu, il, iu,
              (void *)w, (void *)work, size, (void *)info);
}
FAKE(cusolverStatus_t,
     cusolverDnDsyevdx)(cusolverDnHandle_t handle, cusolverEigMode_t job,
                        cusolverEigRange_t range, cublasFillMode_t uplo, int n,
                        double *a, int lda, double vl, double vu, int il,
                        int iu, int *count, double *w, double *work, int size,
                        int *info) {
  (void)handle;
  *count = 4;
  return note("evdx %d %d %d %d %p %d %g %g %d %d %p %p %d %p\n", job, range,
              uplo, n, (void *)a, lda, vl, vu, il, iu, (void *)w, (void *)work,
              size, (void *)info);
}
FAKE(cusolverStatus_t, cusolverDnCreateParams)(cusolverDnParams_t *params) {
  note("params\n");
  return MAKE(params);
}
FAKE(cusolverStatus_t, cusolverDnDestroyParams)(cusolverDnParams_t params) {
  return drop(params);
}
FAKE(cusolverStatus_t,
     cusolverDnXpotrs)(cusolverDnHandle_t handle, cusolverDnParams_t params,
                       cublasFillMode_t uplo, int64_t n, int64_t sides,
                       cudaDataType type_a, const void *a, int64_t lda,
                       cudaDataType type_b, void *b, int64_t ldb, int *info) {
  (void)handle;
  return note("xpotrs %s %d %lld %lld %d %p %lld %d %p %lld %p\n",
              params ? "params" : "none", uplo, (long long)n, (long long)sides,
              type_a, a, (long long)lda, type_b, b, (long long)ldb,
              (void *)info);
}
FAKE(cusolverStatus_t, cusolverDnCreateSyevjInfo)(syevjInfo_t *info) {
  note("jacobi\n");
  return MAKE(info);
}
FAKE(cusolverStatus_t, cusolverDnDestroySyevjInfo)(syevjInfo_t info) {
  return drop(info);
}
FAKE(cusolverStatus_t, cusolverDnXsyevjSetTolerance)(syevjInfo_t info,
                                                     double tolerance) {
  (void)info;
  return note("tolerance %g\n", tolerance);
}
FAKE(cusolverStatus_t, cusolverDnXsyevjSetMaxSweeps)(syevjInfo_t info,
                                                     int sweeps) {
  (void)info;
  return note("sweeps %d\n", sweeps);
}
FAKE(cusolverStatus_t, cusolverDnXsyevjSetSortEig)(syevjInfo_t info,
                                                   int sorts) {
  (void)info;
  return note("sorts %d\n", sorts);
}
FAKE(cusolverStatus_t, cusolverDnXsyevjGetResidual)(cusolverDnHandle_t handle,
                                                    syevjInfo_t info,
                                                    double *residual) {
  (void)handle, (void)info;
  *residual = 0.25;
  return note("residual\n");
}
