// SPDX-License-Identifier: Apache-2.0
#include "hip/core/api.h"

#include <stdio.h>

static _Thread_local hipError_t last_error;     // until it is read
static _Thread_local hipError_t last_ext_error; // of the last call that failed

hipError_t qn_hip_failed(qn_result result) {
  const hipError_t error = (hipError_t)result;
  if (result != QN_R_NOT_READY)
    last_ext_error = last_error = error;
  return error;
}

hipError_t hipGetLastError(void) {
  const hipError_t error = last_error;
  last_error = hipSuccess;
  return error;
}

hipError_t hipPeekAtLastError(void) { return last_error; }

hipError_t hipExtGetLastError(void) {
  const hipError_t error = last_ext_error;
  last_ext_error = hipSuccess;
  return error;
}

// "hipError" and the row's name, put together at compile time.
static const char *error_name(const qn_result_row *row) {
  switch (row->result) {
#define QN_RESULT(id, number, cuda, name, text)                                \
  case QN_R_##id:                                                              \
    return number ? "hipError" name : "hipSuccess";
#include "runtime/contract/results.def"
#undef QN_RESULT
  }
  return "hipErrorUnknown";
}

const char *hipGetErrorName(hipError_t error) {
  const qn_result_row *row = qn_result_find((int)error);
  return row ? error_name(row) : "hipErrorUnknown";
}

const char *hipGetErrorString(hipError_t error) {
  const qn_result_row *row = qn_result_find((int)error);
  return row ? row->text : "unknown error";
}

hipError_t hipDrvGetErrorName(hipError_t error, const char **name) {
  QN_HIP_NEED(name);
  const qn_result_row *row = qn_result_find((int)error);
  if (!row)
    return qn_hip(QN_R_INVALID_VALUE);
  *name = error_name(row);
  return hipSuccess;
}

hipError_t hipDrvGetErrorString(hipError_t error, const char **text) {
  QN_HIP_NEED(text);
  const qn_result_row *row = qn_result_find((int)error);
  if (!row)
    return qn_hip(QN_R_INVALID_VALUE);
  *text = row->text;
  return hipSuccess;
}
