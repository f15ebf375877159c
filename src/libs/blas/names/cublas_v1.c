// SPDX-License-Identifier: Apache-2.0
// cuBLAS as it was before version 2: one handle for the process.
#include "cuda/cublas.h"

#include <ctype.h>
#include <pthread.h>
#include <string.h>

#include "libs/blas/cublas.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static qn_blas *the_handle;
static _Atomic(cublasStatus_t) first_error;

static cublasStatus_t finish(qn_blas_status status) {
  cublasStatus_t none = CUBLAS_STATUS_SUCCESS;
  const cublasStatus_t theirs = qn_cublas_status(status);
  if (theirs != CUBLAS_STATUS_SUCCESS)
    (void)atomic_compare_exchange_strong(&first_error, &none, theirs);
  return theirs;
}

cublasStatus_t cublasInit(void) {
  pthread_mutex_lock(&lock);
  if (!the_handle)
    the_handle = qn_blas_create();
  const bool good = the_handle != NULL;
  pthread_mutex_unlock(&lock);
  return finish(good ? QN_BLAS_OK : QN_BLAS_NO_MEMORY);
}

cublasStatus_t cublasShutdown(void) {
  pthread_mutex_lock(&lock);
  qn_blas *was = the_handle;
  the_handle = NULL;
  pthread_mutex_unlock(&lock);
  return finish(was ? qn_blas_destroy(was) : QN_BLAS_NOT_INITIALIZED);
}

cublasStatus_t cublasGetError(void) {
  return atomic_exchange(&first_error, CUBLAS_STATUS_SUCCESS);
}

cublasStatus_t cublasGetVersion(int *version) {
  if (!version)
    return CUBLAS_STATUS_INVALID_VALUE;
  *version = CUBLAS_VERSION;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasAlloc(int n, int elemSize, void **devicePtr) {
  if (n <= 0 || elemSize <= 0 || !devicePtr)
    return finish(qn_blas_refuse(QN_BLAS_INVALID_VALUE,
                                 "cublasAlloc: %d elements of %d bytes", n,
                                 elemSize));
  return finish(hipMalloc(devicePtr, (size_t)n * (size_t)elemSize) == hipSuccess
                    ? QN_BLAS_OK
                    : QN_BLAS_NO_MEMORY);
}

cublasStatus_t cublasFree(void *devicePtr) {
  return finish(hipFree(devicePtr) == hipSuccess ? QN_BLAS_OK : QN_BLAS_FAILED);
}

cublasStatus_t cublasSetKernelStream(cudaStream_t stream) {
  qn_blas *h = qn_blas_check(the_handle);
  if (!h)
    return finish(QN_BLAS_NOT_INITIALIZED);
  h->stream = (hipStream_t)stream;
  return finish(QN_BLAS_OK);
}

// ---- The functions

// A letter of either case; 0: none of those.
static char letter_of(char letter, const char *all) {
  const char upper = (char)toupper((unsigned char)letter);
  return upper && strchr(all, upper) ? upper : 0;
}
#define OP(x) {.i = letter_of(x, "NTC")}
#define UPLO(x) {.i = letter_of(x, "UL")}
#define SIDE(x) {.i = letter_of(x, "LR")}
#define DIAG(x) {.i = letter_of(x, "NU")}
#define I(x) {.i = (x)}
#define P(x) {.p = (x)}
#define CALL(id, ...)                                                          \
  (void)finish(qn_blas_call(the_handle, QN_BLAS_##id, false, NULL,             \
                            (const qn_blas_value[]){__VA_ARGS__}))
#include "libs/blas/names/exports_cublas_v1.inc"
