// SPDX-License-Identifier: Apache-2.0
// Conditions that all lanes have in common, on machines that keep masks as
// words of lanes: LLVM puts such a mask together lane by lane.
#ifndef QN_COMPILER_X86_SPLATS_H
#define QN_COMPILER_X86_SPLATS_H

#include "compiler/ir/ir.h"

// Makes vectors of one bit for all lanes of bytes that are compared, or of
// words where they meet what came of words.
void qn_x86_widen_splats(LLVMValueRef function);

#endif // QN_COMPILER_X86_SPLATS_H
