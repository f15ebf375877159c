// SPDX-License-Identifier: Apache-2.0
// What the tool prints to its standard error, taken apart: diagnostics of the
// compilers, and the failure that the tool itself reports.
#ifndef QN_COMPILE_MESSAGES_H
#define QN_COMPILE_MESSAGES_H

#include "base/diag.h"
#include "quern/compile.h"

// Reads what was printed: gives each diagnostic to `visit` (may be NULL), and
// records in `out_failure` what the tool says went wrong, or else the first
// error. Its code is QN_OK when nothing went wrong. QN_E_MEMORY.
qn_status qn_messages_read(qn_str printed, quern_diagnostic_fn *visit,
                           void *user, qn_diag *out_failure, qn_diag *diag);

#endif // QN_COMPILE_MESSAGES_H
