// SPDX-License-Identifier: Apache-2.0
// Bodies of kernels for machines whose lanes are work-items (Vortex).
#ifndef QN_COMPILER_SIMT_SIMT_H
#define QN_COMPILER_SIMT_SIMT_H

#include "compiler/unit/unit.h"

// A kernel's body for lanes, beside what it has otherwise.
typedef struct qn_simt_kernel {
  LLVMValueRef function; // (context, args); NULL: it has none
  const char *reason;    // why not; it lives as long as the unit
  uint32_t shared_size;  // of static shared variables, bytes
  bool runs_fibers;      // otherwise, rather than a loop
  bool meets;            // work-items of a group wait for one another
  bool needs_warp;       // the machine's warps have to be the language's
} qn_simt_kernel;

// Copies the function of one work-item that a kernel's entry runs
// (cpu/entry.h), before the optimiser; or says why that cannot be done.
qn_status qn_simt_copy(qn_unit *unit, size_t kernel, qn_simt_kernel *out,
                       qn_diag *diag);

// Makes the copy a body for lanes, behind the optimiser; where that cannot be
// done it is none any more, and the reason is noted.
qn_status qn_simt_make(qn_unit *unit, qn_simt_kernel *kernel, qn_diag *diag);

#endif // QN_COMPILER_SIMT_SIMT_H
