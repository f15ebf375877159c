// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd_parts.h"

void qn_spmd_begin_part(qn_spmd_emitter *e) { (void)e; }

void qn_spmd_end_part(qn_spmd_emitter *e, LLVMBasicBlockRef block) {
  (void)e;
  (void)block;
}
