// SPDX-License-Identifier: Apache-2.0
// What was not given back when the program ended.
#ifndef QN_RUNTIME_CHECK_LEAK_H
#define QN_RUNTIME_CHECK_LEAK_H

#include "runtime/check/check.h"

void qn_check_report_leaks(void);

#endif // QN_RUNTIME_CHECK_LEAK_H
