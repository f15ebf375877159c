// SPDX-License-Identifier: Apache-2.0
// Which instructions others can tell were done.
#ifndef QN_COMPILER_SPMD_ANALYSIS_EFFECT_H
#define QN_COMPILER_SPMD_ANALYSIS_EFFECT_H

#include "compiler/ir/ir.h"

// Whether it does something that others see or that is not to be done twice.
bool qn_spmd_has_effect(LLVMValueRef i);
// The same of any of a block's instructions; a barrier at its end is none.
bool qn_spmd_block_has_effect(LLVMBasicBlockRef block);

#endif // QN_COMPILER_SPMD_ANALYSIS_EFFECT_H
