// SPDX-License-Identifier: Apache-2.0
// A group of a known size as straight code: the packets of each region between
// two barriers, one after another, with their places known. Then it is known,
// too, where in shared memory each access goes, and the group keeps it in
// registers (registers.h).
#ifndef QN_COMPILER_SPMD_EMIT_SIZED_H
#define QN_COMPILER_SPMD_EMIT_SIZED_H

#include "compiler/spmd/emit/packets.h"

typedef struct qn_spmd_sized_params {
  const qn_spmd_plan *plan; // of a copy for blocks of `size`
                            // (spmd/plan/sized.h)
  const qn_spmd_code *code; // of plan->packets; its functions belong to the
                            // group from here on
  unsigned size;            // work-items of a group, along x
  const char *name;         // of the group's function
  LLVMTargetMachineRef machine;
} qn_spmd_sized_params;

// Makes `void NAME(context, args, frames)`, which calls the packets; NULL: the
// regions are not straight, or too much code.
qn_status qn_spmd_begin_sized(const qn_spmd_sized_params *params,
                              LLVMValueRef *out_group, qn_diag *diag);

// Inlines the packets of all such groups in a module, and nothing else, which
// has to be done once before `finish`.
qn_status qn_spmd_inline_sized(LLVMModuleRef module,
                               LLVMTargetMachineRef machine, qn_diag *diag);

typedef struct qn_spmd_finish_params {
  bool always;    // even where memory is as good
  bool in_halves; // registers have halves, across which shuffles are slow
  LLVMTargetMachineRef machine;
} qn_spmd_finish_params;

// Puts shared memory into registers. Deletes the function, and stores NULL, if
// not all of it fits there, or memory is as good.
qn_status qn_spmd_finish_sized(const qn_spmd_finish_params *params,
                               LLVMValueRef *group, qn_diag *diag);

#endif // QN_COMPILER_SPMD_EMIT_SIZED_H
