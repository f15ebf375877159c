// SPDX-License-Identifier: Apache-2.0
// What the files of CUPTI share.
#ifndef QN_LIBS_CUPTI_CUPTI_H
#define QN_LIBS_CUPTI_CUPTI_H

#include "cuda/cupti.h"

#include "runtime/contract/result.h"

// Refuses a call, with a reason for quern_reason and the log.
#define qn_cupti_refuse(result, ...)                                           \
  ((void)qn_refuse(QN_R_INVALID_VALUE, __VA_ARGS__), (result))

#define CUPTI_NEED(pointer)                                                    \
  do {                                                                         \
    if (!(pointer))                                                            \
      return qn_cupti_refuse(CUPTI_ERROR_INVALID_PARAMETER,                    \
                             "%s: '" #pointer "' is null", __func__);          \
  } while (0)

#endif // QN_LIBS_CUPTI_CUPTI_H
