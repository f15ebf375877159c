// SPDX-License-Identifier: Apache-2.0
// Masks of lanes that one way from a branch alone uses.
#ifndef QN_COMPILER_X86_SINK_H
#define QN_COMPILER_X86_SINK_H

#include "compiler/ir/ir.h"

// Has masks be computed on the only way on which they are used, as where some
// lanes of a packet are off: they would be made for all packets otherwise, as
// far as scalar code is part of that. Nothing else is moved, as a mask does not
// go well from block to block.
void qn_x86_sink_masks(LLVMValueRef function);

#endif // QN_COMPILER_X86_SINK_H
