// SPDX-License-Identifier: Apache-2.0
// Instructions with side effects.
#ifndef QN_COMPILER_SPMD_ANALYSIS_EFFECT_H
#define QN_COMPILER_SPMD_ANALYSIS_EFFECT_H

#include "compiler/ir/ir.h"

// Whether it has an effect that others can see, or must not run twice.
bool qn_spmd_has_effect(LLVMValueRef i);
// Whether one of a block's instructions has; a barrier at its end does not
// count.
bool qn_spmd_block_has_effect(LLVMBasicBlockRef block);

#endif // QN_COMPILER_SPMD_ANALYSIS_EFFECT_H
