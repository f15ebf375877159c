// SPDX-License-Identifier: Apache-2.0
// Kernels whose rows of several groups may run as one row: those that ask for
// their index along x only as blockIdx.x * blockDim.x + threadIdx.x.
#ifndef QN_COMPILER_SPMD_ANALYSIS_COLLAPSE_H
#define QN_COMPILER_SPMD_ANALYSIS_COLLAPSE_H

#include "compiler/contract/device.h"
#include "compiler/ir/ir.h"

// The width of blocks with which rows of a kernel's item function, (context,
// args), may go on into the next group: the thread index then runs past the
// block, and the block index stays where it was. Sums that InstCombine has
// written as `or`, which then carry, are made additions.
uint32_t qn_spmd_collapse_width(LLVMValueRef item);

#endif // QN_COMPILER_SPMD_ANALYSIS_COLLAPSE_H
