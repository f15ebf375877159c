// SPDX-License-Identifier: Apache-2.0
// What the functions of the runtime return, and why.
//
// A result is a number, because a launch cannot afford more. A function that
// refuses a call says why through qn_refuse; the reason is kept for the thread,
// and logged when QUERN_LOG or AMD_LOG_LEVEL asks for it.
#ifndef QN_RUNTIME_CONTRACT_RESULT_H
#define QN_RUNTIME_CONTRACT_RESULT_H

#include "base/diag.h"

typedef enum qn_result {
#define QN_RESULT(id, number, cuda, name, text) QN_R_##id = number,
#include "runtime/contract/results.def"
#undef QN_RESULT
} qn_result;

typedef struct qn_result_row {
  qn_result result;
  int cuda;         // cudaError_t and CUresult
  const char *name; // follows "hipError" or "cudaError"
  const char *text;
} qn_result_row;

// NULL for an unknown number.
const qn_result_row *qn_result_find(int number);
// The row with a CUDA number, the first that has it; NULL when there is none.
const qn_result_row *qn_result_from_cuda(int number);

// Keeps the reason for this thread, logs it, and returns `result`.
QN_COLD qn_result qn_refuse(qn_result result, const char *format, ...)
    QN_PRINTF(2, 3);
#ifdef __clang_analyzer__ // does not see the result of functions in other files
#define qn_refuse(result, ...) ((void)qn_refuse(result, __VA_ARGS__), (result))
#endif
// The same for a diagnostic; `what` says what was being done ("loading a
// module").
qn_result qn_refuse_diag(const qn_diag *diag, const char *what);
// The reason of this thread's last refusal, or "". Valid until the next.
const char *qn_reason(void);
// The process's last refusals are kept. Their numbers count from 0, and
// `number` is that of the next one.
enum { QN_REASONS_KEPT = 100, QN_REASON_SIZE = 640 };
typedef struct qn_reason_entry {
  uint64_t number;
  qn_result result;
  char text[QN_REASON_SIZE];
} qn_reason_entry;
uint64_t qn_reasons_next(void);
// False when there is none of that number, or no longer.
bool qn_reasons_get(uint64_t number, qn_reason_entry *out);
// Called with each refusal, by whichever thread; NULL: nobody is.
typedef void qn_reason_fn(qn_result result, const char *reason);
void qn_reasons_watch(qn_reason_fn *fn);

// The refusal as a diagnostic, for callers that report to people.
qn_status qn_result_status(qn_result result, qn_diag *diag);

// Reads QUERN_LOG and AMD_LOG_LEVEL, once per process.
void qn_runtime_log_init(void);

#define QN_CHECK(expr)                                                         \
  do {                                                                         \
    const qn_result qn_check_result_ = (expr);                                 \
    if (qn_check_result_ != QN_R_OK)                                           \
      return qn_check_result_;                                                 \
  } while (0)

#endif // QN_RUNTIME_CONTRACT_RESULT_H
