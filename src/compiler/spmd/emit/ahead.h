// SPDX-License-Identifier: Apache-2.0
// Kernels with barriers whose accesses of device memory are known before a
// group begins: where they are, and which of them are done, depends on nothing
// that the group reads. These can be looked at in front of it, all together. If
// they are good, and groups before did the same to shared memory (alike.h), the
// group needs no checks, and is the code that it would be without.
//
// What is looked at in front is noted in a phase of its own, which comes before
// the group's first. Where one access is not plainly good there, the group is
// run with its checks instead, behind that phase, as if nothing had been looked
// at: nothing is reported, or noted as written, in front.
#ifndef QN_COMPILER_SPMD_EMIT_AHEAD_H
#define QN_COMPILER_SPMD_EMIT_AHEAD_H

#include "compiler/ir/ir.h"

typedef struct qn_spmd_split {
  LLVMValueRef ahead; // the checks of device memory, and nothing else; NULL: no
                      // such kernel
  LLVMValueRef plain; // all but checks
} qn_spmd_split;

// Copies a kernel for one work-item, whose barriers are calls yet.
qn_status qn_spmd_split_checks(LLVMValueRef item, LLVMTargetMachineRef machine,
                               qn_spmd_split *out_split, qn_diag *diag);

#endif // QN_COMPILER_SPMD_EMIT_AHEAD_H
