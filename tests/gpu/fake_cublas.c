// SPDX-License-Identifier: Apache-2.0
// NVIDIA's libcublas and libcublasLt without a GPU, for tests of what passes
// calls on to them: it writes down what it is asked for (fake_blas_log), with
// what its handle is set to, and fails on demand.
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

EXPORT void fake_blas_clear(void);
EXPORT const char *fake_blas_log(void);
EXPORT void fake_blas_fail(const char *name, int status);
EXPORT int fake_blas_handles(void);

enum { LOG_SIZE = 1 << 16, OBJECTS = 16 };

typedef struct handle {
  void *stream, *workspace;
  size_t workspace_size;
  int mode, math;
} handle;

static char text[LOG_SIZE];
static size_t used;
static char failing[64];
static int failure, handles;

void fake_blas_clear(void) { text[used = 0] = '\0'; }
const char *fake_blas_log(void) { return text; }
int fake_blas_handles(void) { return handles; }
void fake_blas_fail(const char *name, int status) {
  snprintf(failing, sizeof(failing), "%s", name);
  failure = status;
}

__attribute__((format(printf, 1, 2))) static void note(const char *format,
                                                       ...) {
  va_list args;
  va_start(args, format);
  const int size = vsnprintf(text + used, LOG_SIZE - used, format, args);
  va_end(args);
  if (size > 0 && (size_t)size < LOG_SIZE - used)
    used += (size_t)size;
}

static int leave(const char *name) {
  note("\n");
  if (strcmp(failing, name) != 0)
    return 0;
  failing[0] = '\0';
  return failure;
}

// ---- Handles

EXPORT int cublasCreate_v2(handle **out);
int cublasCreate_v2(handle **out) {
  note("create");
  const int status = leave("cublasCreate_v2");
  if (status)
    return status;
  *out = calloc(1, sizeof(**out));
  ++handles;
  return 0;
}

#define SETTER(name, type, field)                                              \
  EXPORT int name(handle *h, type value);                                      \
  int name(handle *h, type value) {                                            \
    h->field = value;                                                          \
    note(#field);                                                              \
    return leave(#name);                                                       \
  }
SETTER(cublasSetPointerMode_v2, int, mode)
SETTER(cublasSetMathMode, int, math)

EXPORT int cublasSetAtomicsMode(handle *h, int value);
int cublasSetAtomicsMode(handle *h, int value) {
  (void)h, (void)value;
  return 0;
}

// As theirs does, it takes the workspace away.
EXPORT int cublasSetStream_v2(handle *h, void *stream);
int cublasSetStream_v2(handle *h, void *stream) {
  h->stream = stream;
  h->workspace = NULL;
  note("stream");
  return leave("cublasSetStream_v2");
}
EXPORT int cublasSetWorkspace_v2(handle *h, void *workspace, size_t size);
int cublasSetWorkspace_v2(handle *h, void *workspace, size_t size) {
  h->workspace = workspace;
  h->workspace_size = size;
  note("workspace");
  return leave("cublasSetWorkspace_v2");
}

// ---- Functions

static void note_handle(const handle *h, const char *name) {
  note("%s stream %p mode %d math %d workspace %d:", name, h->stream, h->mode,
       h->math, h->workspace ? (int)(h->workspace_size >> 20) : 0);
}
static void note_scalar(const handle *h, const void *p) {
  float value = 0;
  if (h->mode) {
    note(" at %p", p);
    return;
  }
  memcpy(&value, p, sizeof(value));
  note(" %g", (double)value);
}

EXPORT int cublasSgemm_v2(handle *h, int ta, int tb, int m, int n, int k,
                          const float *alpha, const float *a, int lda,
                          const float *b, int ldb, const float *beta, float *c,
                          int ldc);
int cublasSgemm_v2(handle *h, int ta, int tb, int m, int n, int k,
                   const float *alpha, const float *a, int lda, const float *b,
                   int ldb, const float *beta, float *c, int ldc) {
  note_handle(h, "sgemm");
  note(" %d%d %d %d %d", ta, tb, m, n, k);
  note_scalar(h, alpha);
  note(" %p %d %p %d", (const void *)a, lda, (const void *)b, ldb);
  note_scalar(h, beta);
  note(" %p %d", (const void *)c, ldc);
  return leave("cublasSgemm_v2");
}

EXPORT int cublasIsamax_v2_64(handle *h, int64_t n, const float *x,
                              int64_t incx, int64_t *result);
int cublasIsamax_v2_64(handle *h, int64_t n, const float *x, int64_t incx,
                       int64_t *result) {
  note_handle(h, "isamax_64");
  note(" %lld %p %lld", (long long)n, (const void *)x, (long long)incx);
  *result = INT64_C(1) << 40;
  return leave("cublasIsamax_v2_64");
}

EXPORT int cublasStrsm_v2(handle *h, int side, int uplo, int op, int diag,
                          int m, int n, const float *alpha, const float *a,
                          int lda, float *b, int ldb);
int cublasStrsm_v2(handle *h, int side, int uplo, int op, int diag, int m,
                   int n, const float *alpha, const float *a, int lda, float *b,
                   int ldb) {
  note_handle(h, "strsm");
  note(" %d%d%d%d %d %d", side, uplo, op, diag, m, n);
  note_scalar(h, alpha);
  note(" %p %d %p %d", (const void *)a, lda, (const void *)b, ldb);
  return leave("cublasStrsm_v2");
}

EXPORT int cublasSaxpy_v2(handle *h, int n, const float *alpha, const float *x,
                          int incx, float *y, int incy);
int cublasSaxpy_v2(handle *h, int n, const float *alpha, const float *x,
                   int incx, float *y, int incy) {
  note_handle(h, "saxpy");
  note(" %d", n);
  note_scalar(h, alpha);
  note(" %p %d %p %d", (const void *)x, incx, (const void *)y, incy);
  return leave("cublasSaxpy_v2");
}

EXPORT int cublasGemmStridedBatchedEx(handle *h, int ta, int tb, int m, int n,
                                      int k, const void *alpha, const void *a,
                                      int a_type, int lda, long long a_stride,
                                      const void *b, int b_type, int ldb,
                                      long long b_stride, const void *beta,
                                      void *c, int c_type, int ldc,
                                      long long c_stride, int count,
                                      int compute, int algo);
int cublasGemmStridedBatchedEx(handle *h, int ta, int tb, int m, int n, int k,
                               const void *alpha, const void *a, int a_type,
                               int lda, long long a_stride, const void *b,
                               int b_type, int ldb, long long b_stride,
                               const void *beta, void *c, int c_type, int ldc,
                               long long c_stride, int count, int compute,
                               int algo) {
  note_handle(h, "gemm");
  note(" %d%d %d %d %d", ta, tb, m, n, k);
  note_scalar(h, alpha);
  note(" %p %d %d %lld %p %d %d %lld", a, a_type, lda, a_stride, b, b_type, ldb,
       b_stride);
  note_scalar(h, beta);
  note(" %p %d %d %lld x%d compute %d algo %d", c, c_type, ldc, c_stride, count,
       compute, algo);
  return leave("cublasGemmStridedBatchedEx");
}

EXPORT int cublasSgetrsBatched(handle *h, int op, int n, int rhs,
                               const float *const *a, int lda, const int *p,
                               float *const *b, int ldb, int *info, int count);
int cublasSgetrsBatched(handle *h, int op, int n, int rhs,
                        const float *const *a, int lda, const int *p,
                        float *const *b, int ldb, int *info, int count) {
  *info = -5; // the host's
  note_handle(h, "getrs");
  note(" %d %d %d %p %d %p %p %d x%d", op, n, rhs, (const void *)a[0], lda,
       (const void *)p, (const void *)b[0], ldb, count);
  return leave("cublasSgetrsBatched");
}

// ---- cuBLASLt: objects write down their attributes

typedef struct object {
  char text[200];
} object;

__attribute__((format(printf, 2, 3))) static void
append(object *o, const char *format, ...) {
  const size_t size = strlen(o->text);
  va_list args;
  va_start(args, format);
  vsnprintf(o->text + size, sizeof(o->text) - size, format, args);
  va_end(args);
}

EXPORT int cublasLtMatrixLayoutInit_internal(object *o, size_t size, int type,
                                             uint64_t rows, uint64_t columns,
                                             int64_t ld);
static object objects[OBJECTS];
static int object_count;
// Theirs fit into what the program gives; these do not, and lie elsewhere.
static object *of(void *o) {
  object *found;
  memcpy(&found, o, sizeof(found));
  return found;
}
static object *make(void *o) {
  object *made = &objects[object_count++ % OBJECTS];
  made->text[0] = '\0';
  memcpy(o, &made, sizeof(made));
  return made;
}

int cublasLtMatrixLayoutInit_internal(object *o, size_t size, int type,
                                      uint64_t rows, uint64_t columns,
                                      int64_t ld) {
  object *made = make(o);
  append(made, "%lldx%lld", (long long)rows, (long long)columns);
  append(made, "/%lld type %d", (long long)ld, type);
  return size == 64 ? 0 : 7;
}
static int set(void *o, int id, const void *value, size_t size) {
  long long number = 0;
  memcpy(&number, value, size < 8 ? size : 8);
  append(of(o), " %d=%lld", id, number);
  return 0;
}
#define SET(name)                                                              \
  EXPORT int name(object *o, int id, const void *value, size_t size);          \
  int name(object *o, int id, const void *value, size_t size) {                \
    return set(o, id, value, size);                                            \
  }
SET(cublasLtMatrixLayoutSetAttribute)
SET(cublasLtMatmulDescSetAttribute)
SET(cublasLtMatmulPreferenceSetAttribute)
EXPORT int cublasLtMatmulDescInit_internal(object *o, size_t size, int compute,
                                           int scale);
int cublasLtMatmulDescInit_internal(object *o, size_t size, int compute,
                                    int scale) {
  append(make(o), "compute %d scale %d", compute, scale);
  return size == 256 ? 0 : 7;
}
EXPORT int cublasLtMatmulPreferenceInit_internal(object *o, size_t size);
int cublasLtMatmulPreferenceInit_internal(object *o, size_t size) {
  make(o);
  return size == 64 ? 0 : 7;
}

EXPORT int cublasLtMatmul(handle *h, object *desc, const float *alpha,
                          const void *a, object *al, const void *b, object *bl,
                          const float *beta, const void *c, object *cl, void *d,
                          object *dl, const uint64_t *algo, void *workspace,
                          size_t workspace_size, void *stream);
int cublasLtMatmul(handle *h, object *desc, const float *alpha, const void *a,
                   object *al, const void *b, object *bl, const float *beta,
                   const void *c, object *cl, void *d, object *dl,
                   const uint64_t *algo, void *workspace,
                   size_t workspace_size, void *stream) {
  (void)h, (void)a, (void)b, (void)c, (void)d, (void)workspace;
  note("lt %s; %s; %s; %s; %s; %g %g algo %d workspace %zu stream %p",
       of(desc)->text, of(al)->text, of(bl)->text, of(cl)->text, of(dl)->text,
       (double)*alpha, (double)*beta, algo ? (int)algo[7] : -1, workspace_size,
       stream);
  return leave("cublasLtMatmul");
}

EXPORT int cublasLtMatmulAlgoGetHeuristic(handle *h, object *desc, object *a,
                                          object *b, object *c, object *d,
                                          object *preference, int requested,
                                          uint64_t *results, int *count);
int cublasLtMatmulAlgoGetHeuristic(handle *h, object *desc, object *a,
                                   object *b, object *c, object *d,
                                   object *preference, int requested,
                                   uint64_t *results, int *count) {
  (void)h, (void)desc, (void)a, (void)b, (void)c, (void)d;
  results[7] = 77; // of the algorithm's eight words
  *count = 1;
  note("choose %d by%s", requested, of(preference)->text);
  return leave("cublasLtMatmulAlgoGetHeuristic");
}
EXPORT int cublasLtMatmulAlgoCheck(handle *h, object *desc, object *a,
                                   object *b, object *c, object *d,
                                   const uint64_t *algo, uint64_t *result);
int cublasLtMatmulAlgoCheck(handle *h, object *desc, object *a, object *b,
                            object *c, object *d, const uint64_t *algo,
                            uint64_t *result) {
  (void)h, (void)desc, (void)a, (void)b, (void)c, (void)d, (void)result;
  note("check %d", (int)algo[7]);
  return leave("cublasLtMatmulAlgoCheck");
}
