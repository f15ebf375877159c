// SPDX-License-Identifier: Apache-2.0
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/core/logger.h"
#include "libs/solver/calls.h"
#include "runtime/contract/result.h"

enum { REASON_SIZE = 256 };
static const uint64_t magic = UINT64_C(0x564c4f53204e5251); // "QRN SOLV"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static qn_solver *destroyed;

static qn_logger logger = QN_LOGGER("cusolver");

QN_LOGGER_FUNCTIONS(cusolverDn, cusolverStatus_t, CUSOLVER_STATUS_SUCCESS,
                    CUSOLVER_STATUS_INVALID_VALUE, &logger)

cusolverStatus_t(qn_solver_refuse)(const char *function,
                                   cusolverStatus_t status, const char *format,
                                   ...) {
  char reason[REASON_SIZE];
  va_list list;
  va_start(list, format);
  vsnprintf(reason, sizeof(reason), format, list);
  va_end(list);
  (void)qn_refuse(QN_R_INVALID_VALUE, "%s", reason);
  qn_logger_refusal(&logger, function, reason);
  return status;
}

void *qn_solver_create(void) {
  int device = 0;
  if (hipGetDevice(&device) != hipSuccess)
    return NULL;
  pthread_mutex_lock(&lock);
  qn_solver *h = destroyed;
  if (h)
    destroyed = h->next;
  pthread_mutex_unlock(&lock);
  h = h ? h : qn_alloc_array(1, sizeof(*h));
  if (h)
    *h = (qn_solver){.magic = magic,
                     .device = device,
                     .mode = CUSOLVER_DETERMINISTIC_RESULTS,
                     .math = CUSOLVER_DEFAULT_MATH};
  return h;
}

cusolverStatus_t qn_solver_check(const void *handle) {
  const qn_solver *h = handle;
  if (h && h->magic == magic)
    return CUSOLVER_STATUS_SUCCESS;
  return qn_solver_refuse(CUSOLVER_STATUS_NOT_INITIALIZED,
                          h ? "this is no handle, or a destroyed one"
                            : "the handle is null");
}

cusolverStatus_t qn_solver_destroy(void *handle) {
  qn_solver *h = handle;
  QN_SOLVER_TRY(qn_solver_check(h));
  qn_solver_vendor_release(h);
  pthread_mutex_lock(&lock);
  *h = (qn_solver){.next = destroyed};
  destroyed = h;
  pthread_mutex_unlock(&lock);
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t qn_solver_begin(const void *handle, const char *name) {
  const qn_solver *h = handle;
  QN_SOLVER_TRY(qn_solver_check(h));
  if (!qn_libs_on_host(h->device) && !qn_libs_can_mirror(h->device))
    return qn_solver_refuse(CUSOLVER_STATUS_NOT_SUPPORTED,
                            "%s: nothing does it on this device", name);
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t qn_solver_on(hipStream_t stream, const char *name,
                              qn_solver *out) {
  int device = 0;
  if (hipGetDevice(&device) != hipSuccess)
    return CUSOLVER_STATUS_NOT_INITIALIZED;
  *out = (qn_solver){.magic = magic, .device = device, .stream = stream};
  return qn_solver_begin(out, name);
}

QN_SOLVER_HANDLE(Dn)

cusolverStatus_t
cusolverDnSetDeterministicMode(cusolverDnHandle_t handle,
                               cusolverDeterministicMode_t mode) {
  QN_SOLVER_TRY(qn_solver_check(handle));
  QN_SOLVER_NEED(mode == CUSOLVER_DETERMINISTIC_RESULTS ||
                     mode == CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS,
                 "there is no mode %d", (int)mode);
  handle->solver.mode = (int)mode;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t
cusolverDnGetDeterministicMode(cusolverDnHandle_t handle,
                               cusolverDeterministicMode_t *mode) {
  QN_SOLVER_TRY(qn_solver_check(handle));
  QN_SOLVER_NEED(mode, "there is no place for the mode");
  *mode = (cusolverDeterministicMode_t)handle->solver.mode;
  return CUSOLVER_STATUS_SUCCESS;
}

// Products are made in their own type, whatever may be emulated.
cusolverStatus_t cusolverDnSetMathMode(cusolverDnHandle_t handle,
                                       cusolverMathMode_t mode) {
  QN_SOLVER_TRY(qn_solver_check(handle));
  QN_SOLVER_NEED(mode == CUSOLVER_DEFAULT_MATH ||
                     mode == CUSOLVER_FP32_EMULATED_BF16X9_MATH,
                 "there is no mode %d", (int)mode);
  handle->solver.math = (int)mode;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t
cusolverDnSetEmulationStrategy(cusolverDnHandle_t handle,
                               cudaEmulationStrategy strategy) {
  QN_SOLVER_TRY(qn_solver_check(handle));
  QN_SOLVER_NEED((unsigned)strategy <= CUDA_EMULATION_STRATEGY_EAGER,
                 "there is no strategy %d", (int)strategy);
  handle->solver.emulation = (int)strategy;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t
cusolverDnGetEmulationStrategy(cusolverDnHandle_t handle,
                               cudaEmulationStrategy *strategy) {
  QN_SOLVER_TRY(qn_solver_check(handle));
  QN_SOLVER_NEED(strategy, "there is no place for the strategy");
  *strategy = (cudaEmulationStrategy)handle->solver.emulation;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnGetMathMode(cusolverDnHandle_t handle,
                                       cusolverMathMode_t *mode) {
  QN_SOLVER_TRY(qn_solver_check(handle));
  QN_SOLVER_NEED(mode, "there is no place for the mode");
  *mode = (cusolverMathMode_t)handle->solver.math;
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverGetVersion(int *version) {
  QN_SOLVER_NEED(version, "there is no place for the version");
  *version = CUSOLVER_VERSION;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int *value) {
  static const int values[] = {CUSOLVER_VER_MAJOR, CUSOLVER_VER_MINOR,
                               CUSOLVER_VER_PATCH};
  QN_SOLVER_NEED(value && (unsigned)type < 3, "there is no property %d",
                 (int)type);
  *value = values[type];
  return CUSOLVER_STATUS_SUCCESS;
}

// ---- Work

typedef struct work {
  qn_solver_task task;
  _Alignas(16) char args[];
} work;

static void run_work(void *data) {
  work *w = data;
  w->task.run(w->args);
}
static void free_work(void *data) {
  work *w = data;
  if (w->task.drop)
    w->task.drop(w->args);
  qn_free(w);
}

cusolverStatus_t qn_solver_submit(const void *handle, qn_solver_task task,
                                  const void *args, size_t size) {
  const qn_solver *h = handle;
  if (!qn_libs_on_host(h->device)) {
    if (task.drop)
      task.drop(args);
    return qn_solver_refuse(CUSOLVER_STATUS_NOT_SUPPORTED,
                            "nothing does it in the memory of this device");
  }
  work *w = qn_alloc(sizeof(*w) + size);
  if (!w) {
    if (task.drop)
      task.drop(args);
    return CUSOLVER_STATUS_ALLOC_FAILED;
  }
  w->task = task;
  memcpy(w->args, args, size);
  return qn_libs_submit(h->stream, run_work, free_work, w) == hipSuccess
             ? CUSOLVER_STATUS_SUCCESS
             : CUSOLVER_STATUS_EXECUTION_FAILED;
}

cusolverStatus_t qn_solver_wait(const void *handle) {
  const qn_solver *h = handle;
  if (qn_libs_captures(h->stream))
    return qn_solver_refuse(CUSOLVER_STATUS_NOT_SUPPORTED,
                            "what the host is told waits for the stream, "
                            "which captures");
  return hipStreamSynchronize(h->stream) == hipSuccess
             ? CUSOLVER_STATUS_SUCCESS
             : CUSOLVER_STATUS_EXECUTION_FAILED;
}

void *qn_solver_memory(size_t count, size_t size) {
  void *memory = qn_alloc_array(count + 1, size);
  if (!memory)
    qn_libs_give_up("LAPACK");
  return memory;
}

// ---- Types and letters

size_t qn_solver_size(char type) {
  return type == 's' ? 4 : type == 'z' ? 16 : 8;
}
bool qn_solver_is_complex(char type) { return type == 'c' || type == 'z'; }
char qn_solver_type(int data_type) {
  return data_type == CUDA_R_32F   ? 's'
         : data_type == CUDA_R_64F ? 'd'
         : data_type == CUDA_C_32F ? 'c'
         : data_type == CUDA_C_64F ? 'z'
                                   : 0;
}

char qn_letter_uplo(cublasFillMode_t value) {
  return value == CUBLAS_FILL_MODE_LOWER   ? 'L'
         : value == CUBLAS_FILL_MODE_UPPER ? 'U'
                                           : 0;
}
char qn_letter_op(cublasOperation_t value) {
  return value == CUBLAS_OP_N   ? 'N'
         : value == CUBLAS_OP_T ? 'T'
         : value == CUBLAS_OP_C ? 'C'
                                : 0;
}
char qn_letter_side(cublasSideMode_t value) {
  return value == CUBLAS_SIDE_LEFT ? 'L' : value == CUBLAS_SIDE_RIGHT ? 'R' : 0;
}
char qn_letter_diag(cublasDiagType_t value) {
  return value == CUBLAS_DIAG_NON_UNIT ? 'N'
         : value == CUBLAS_DIAG_UNIT   ? 'U'
                                       : 0;
}
char qn_letter_job(cusolverEigMode_t value) {
  return value == CUSOLVER_EIG_MODE_NOVECTOR ? 'N'
         : value == CUSOLVER_EIG_MODE_VECTOR ? 'V'
                                             : 0;
}

cusolverStatus_t qn_solver_matrix(const char *name, int64_t rows, int64_t cols,
                                  const void *matrix, int64_t ld) {
  QN_SOLVER_NEED(rows >= 0 && cols >= 0 && rows <= INT32_MAX &&
                     cols <= INT32_MAX && ld <= INT32_MAX,
                 "'%s' is %" PRId64 " by %" PRId64, name, rows, cols);
  QN_SOLVER_NEED(ld >= (rows > 1 ? rows : 1),
                 "'%s' has %" PRId64 " rows, columns %" PRId64 " apart", name,
                 rows, ld);
  QN_SOLVER_NEED(matrix || !rows || !cols, "'%s' is null", name);
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t qn_solver_no_work(const void *handle, const char *name,
                                   int *size) {
  QN_SOLVER_TRY(qn_solver_begin(handle, name));
  QN_SOLVER_NEED(size, "there is no place for the size of the workspace");
  *size = 1;
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t qn_solver_no_bytes(const void *handle, const char *name,
                                    size_t *on_device, size_t *on_host) {
  QN_SOLVER_TRY(qn_solver_begin(handle, name));
  QN_SOLVER_NEED(on_device && on_host,
                 "there is no place for the size of a workspace");
  *on_device = 1;
  *on_host = 0;
  return CUSOLVER_STATUS_SUCCESS;
}
