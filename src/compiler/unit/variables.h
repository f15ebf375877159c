// SPDX-License-Identifier: Apache-2.0
// Device variables of an image whose code is in several modules for a while:
// one module has them, the others refer to them by name.
#ifndef QN_COMPILER_UNIT_VARIABLES_H
#define QN_COMPILER_UNIT_VARIABLES_H

#include "compiler/unit/unit.h"

// Internal variables that are external meanwhile.
typedef struct qn_unit_opened {
  LLVMValueRef *globals;
  size_t count;
} qn_unit_opened;

// Makes the variables of unit->module that all must share external: those that
// the host or a kernel writes to. Constants stay, and are copied.
qn_status qn_unit_open_variables(qn_unit *unit, qn_unit_opened *out,
                                 qn_diag *diag);
void qn_unit_close_variables(const qn_unit_opened *all);

// Leaves a module only declarations of these variables.
void qn_unit_borrow_variables(LLVMModuleRef module);

#endif // QN_COMPILER_UNIT_VARIABLES_H
