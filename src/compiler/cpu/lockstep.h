// SPDX-License-Identifier: Apache-2.0
// Warps that go in step. On GPUs all lanes of a warp read before any of them
// writes, and programs rely on it. In packets each instruction is done for all
// lanes; here is what makes that so for what is no instruction, and what stands
// in for it where each work-item runs on a stack of its own.
#ifndef QN_COMPILER_CPU_LOCKSTEP_H
#define QN_COMPILER_CPU_LOCKSTEP_H

#include "compiler/unit/unit.h"

// Whether a function may touch shared memory by an address that it was given.
bool qn_cpu_may_touch_shared(LLVMValueRef function);

// Makes copies of structs loads of all their parts, and then stores: copies of
// constant size up to QN_COST_COPY_MAX bytes.
void qn_cpu_expand_copies(LLVMModuleRef module);

// Whether work-items of a warp that run one after another may see what a real
// warp's do not: `item`, or what it calls, reads shared memory and then writes
// it, or the other way round, with no barrier between.
bool qn_cpu_needs_steps(LLVMModuleRef module, LLVMValueRef item);

// Whether a kernel in which all is inlined hands on what it reads in shared
// memory, to where it does not read itself: trees and sorts, whose work-items
// keep to places of their own, do not.
bool qn_cpu_moves_on(LLVMValueRef item);

// Adds calls of qn_cpu_warp_step there, to all that `item` may call. They do
// nothing but in fibers.
void qn_cpu_add_steps(LLVMModuleRef module, LLVMValueRef item);

#endif // QN_COMPILER_CPU_LOCKSTEP_H
