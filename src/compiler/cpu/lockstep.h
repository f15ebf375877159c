// SPDX-License-Identifier: Apache-2.0
// Warps in lockstep. On GPUs all lanes of a warp are done with a read or a
// write before any of them begins with the next, and programs rely on it. In
// packets each instruction runs for all lanes at once (copies of structs, too:
// ir/copies.h); this adds steps to fibers, in which each work-item runs by
// itself.
#ifndef QN_COMPILER_CPU_LOCKSTEP_H
#define QN_COMPILER_CPU_LOCKSTEP_H

#include "compiler/unit/unit.h"

// Whether a function may access shared memory by an address in its arguments.
bool qn_cpu_may_touch_shared(LLVMValueRef function);

// Whether work-items of a warp that run one after another may behave
// differently from a real warp: `item`, or a function that it calls, reads
// shared memory and then writes it, or the reverse, or writes where another
// lane has written, with no barrier between. `out_overwrites`: two writes like
// that are likely to overlap; those of trees and sorts, in which each work-item
// has its own addresses, are not.
bool qn_cpu_needs_steps(LLVMModuleRef module, LLVMValueRef item,
                        bool *out_overwrites);

// Whether a kernel, with everything inlined, moves values within shared memory
// to addresses that it does not read itself, or reads what other lanes have
// stored with no barrier between. Trees and sorts, in which each work-item has
// its own addresses, do not.
bool qn_cpu_moves_on(LLVMValueRef item);

// Adds calls of qn_cpu_warp_step between such accesses, in all
// functions that `item` may call. They have an effect in fibers only.
void qn_cpu_add_steps(LLVMModuleRef module, LLVMValueRef item);

#endif // QN_COMPILER_CPU_LOCKSTEP_H
