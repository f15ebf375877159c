// SPDX-License-Identifier: Apache-2.0
// Constant tables that are the host's and that clang gives to the device, too.
#ifndef QN_COMPILER_DRIVER_HOST_TABLES_H
#define QN_COMPILER_DRIVER_HOST_TABLES_H

#include "compiler/unit/unit.h"

typedef bool qn_is_missing_fn(const qn_unit *unit, LLVMValueRef symbol);

// For clang each constant variable of the file whose value it knows is the
// device's, too. One of external linkage stays then, and what its pointers lead
// to with it: `const Row rows[] = {{"sum", [] { sum<<<1, 1>>>(); }}}` would be
// device code that launches kernels. Removes those that no device code uses and
// that lead to a function for which `is_missing` is true.
qn_status qn_host_tables_drop(qn_unit *unit, qn_is_missing_fn *is_missing,
                              qn_diag *diag);

#endif // QN_COMPILER_DRIVER_HOST_TABLES_H
