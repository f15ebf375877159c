// SPDX-License-Identifier: Apache-2.0
// Kernels whose rows of several groups may run as one row: those that use their
// index along x only as blockIdx.x * blockDim.x + threadIdx.x.
#ifndef QN_COMPILER_SPMD_ANALYSIS_COLLAPSE_H
#define QN_COMPILER_SPMD_ANALYSIS_COLLAPSE_H

#include "compiler/contract/device.h"
#include "compiler/ir/ir.h"

// The width of blocks with which rows of a kernel's item function, (context,
// args), may continue into the next group: the thread index then exceeds the
// block's width, and the block index stays the same. Sums that InstCombine has
// turned into `or` are made additions again, as they may carry then.
uint32_t qn_spmd_collapse_width(LLVMValueRef item);

#endif // QN_COMPILER_SPMD_ANALYSIS_COLLAPSE_H
