// SPDX-License-Identifier: Apache-2.0
#include "runtime/contract/result.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/system/log.h"
#include "base/system/thread.h"

// Each thread has a reason; when out of memory, a result has none.
static qn_thread_memory reasons = QN_THREAD_MEMORY(QN_REASON_SIZE, NULL);

static const qn_result_row rows[] = {
#define QN_RESULT(id, number, cuda, name, text) {number, cuda, name, text},
#include "runtime/contract/results.def"
#undef QN_RESULT
};
enum { ROW_COUNT = sizeof(rows) / sizeof(rows[0]) };

const qn_result_row *qn_result_find(int number) {
  for (size_t i = 0; i < ROW_COUNT; ++i)
    if ((int)rows[i].result == number)
      return &rows[i];
  return NULL;
}

const qn_result_row *qn_result_from_cuda(int number) {
  for (size_t i = 0; i < ROW_COUNT; ++i)
    if (rows[i].cuda == number)
      return &rows[i];
  return NULL;
}

// ---- The last ones of the process

static qn_mutex kept_mutex = QN_MUTEX_INIT;
static qn_reason_entry kept[QN_REASONS_KEPT];
static uint64_t kept_next;
static _Atomic(qn_reason_fn *) watcher;

static void keep(qn_result result, const char *reason) {
  qn_mutex_lock(&kept_mutex);
  qn_reason_entry *e = &kept[kept_next % QN_REASONS_KEPT];
  e->number = kept_next++;
  e->result = result;
  snprintf(e->text, sizeof(e->text), "%s", reason);
  qn_mutex_unlock(&kept_mutex);
  qn_reason_fn *fn = atomic_load(&watcher);
  if (fn)
    fn(result, reason);
}

uint64_t qn_reasons_next(void) {
  qn_mutex_lock(&kept_mutex);
  const uint64_t next = kept_next;
  qn_mutex_unlock(&kept_mutex);
  return next;
}

bool qn_reasons_get(uint64_t number, qn_reason_entry *out) {
  qn_mutex_lock(&kept_mutex);
  const bool there =
      number < kept_next && kept_next - number <= QN_REASONS_KEPT;
  if (there)
    *out = kept[number % QN_REASONS_KEPT];
  qn_mutex_unlock(&kept_mutex);
  return there;
}

void qn_reasons_watch(qn_reason_fn *fn) { atomic_store(&watcher, fn); }

static void log_reason(qn_result result, const char *reason) {
  const qn_result_row *row = qn_result_find((int)result);
  keep(result, reason);
  qn_runtime_log_init();
  if (qn_log_on(QN_LOG_ERROR, "api"))
    qn_log(QN_LOG_ERROR, "api", "hipError%s: %s", row ? row->name : "Unknown",
           reason);
}

qn_result(qn_refuse)(qn_result result, const char *format, ...) {
  char *reason = qn_thread_memory_get(&reasons);
  va_list args;
  if (!reason)
    return result;
  va_start(args, format);
  vsnprintf(reason, QN_REASON_SIZE, format, args);
  va_end(args);
  log_reason(result, reason);
  return result;
}

static qn_result result_of(qn_code code) {
  switch (code) {
  case QN_OK:
    return QN_R_OK;
  case QN_E_ARGUMENT:
    return QN_R_INVALID_VALUE;
  case QN_E_MEMORY:
  case QN_E_LIMIT:
    return QN_R_OUT_OF_MEMORY;
  case QN_E_IO:
    return QN_R_OPERATING_SYSTEM;
  case QN_E_MALFORMED:
    return QN_R_INVALID_IMAGE;
  case QN_E_UNSUPPORTED:
    return QN_R_NOT_SUPPORTED;
  case QN_E_NOT_FOUND:
    return QN_R_NOT_FOUND;
  case QN_E_DEVICE:
    return QN_R_LAUNCH_FAILURE;
  default:
    return QN_R_UNKNOWN;
  }
}

qn_result qn_refuse_diag(const qn_diag *diag, const char *what) {
  const qn_result result = result_of(diag->code);
  char *reason = qn_thread_memory_get(&reasons);
  if (!reason)
    return result;
  snprintf(reason, QN_REASON_SIZE, "%.100s: %s%s%s", what, diag->message,
           diag->hint[0] ? ". " : "", diag->hint);
  log_reason(result, reason);
  return result;
}

const char *qn_reason(void) {
  const char *reason = qn_thread_memory_get(&reasons);
  return reason ? reason : "";
}

qn_status qn_result_status(qn_result result, qn_diag *diag) {
  const qn_result_row *row = qn_result_find((int)result);
  if (result == QN_R_OK)
    return qn_ok();
  const char *reason = qn_reason();
  qn_code code = QN_E_DEVICE;
  if (result == QN_R_INVALID_VALUE || result == QN_R_INVALID_CONFIGURATION)
    code = QN_E_ARGUMENT;
  else if (result == QN_R_OUT_OF_MEMORY)
    code = QN_E_MEMORY;
  else if (result == QN_R_NOT_FOUND || result == QN_R_NO_BINARY)
    code = QN_E_NOT_FOUND;
  else if (result == QN_R_INVALID_IMAGE)
    code = QN_E_MALFORMED;
  else if (result == QN_R_NOT_SUPPORTED)
    code = QN_E_UNSUPPORTED;
  return qn_fail(diag, code, QN_NOWHERE, "%s",
                 reason[0] ? reason
                 : row     ? row->text
                           : "unknown error");
}

// ---- Logging

static pthread_once_t log_once = PTHREAD_ONCE_INIT;

static void init_log(void) {
  const char *own = getenv("QUERN_LOG");
  const char *amd = getenv("AMD_LOG_LEVEL");
  if (own && own[0]) {
    (void)qn_log_set_from(own);
    return;
  }
  // 1 errors, 2 warnings, 3 information, 4 debug, as in HIP.
  static const char *const levels[] = {NULL, "error", "warning", "info",
                                       "debug"};
  const long level = amd ? strtol(amd, NULL, 10) : 0;
  if (level > 0)
    (void)qn_log_set_from(levels[level > 4 ? 4 : level]);
}

void qn_runtime_log_init(void) { (void)pthread_once(&log_once, init_log); }
