// SPDX-License-Identifier: Apache-2.0
// More __constant__ memory than NVIDIA's GPUs have.
#ifndef QN_COMPILER_TARGETS_NVIDIA_CONSTANTS_H
#define QN_COMPILER_TARGETS_NVIDIA_CONSTANTS_H

#include "compiler/unit/unit.h"

// Puts the largest constants into global memory until the rest fits: HIP has no
// limit, and libraries such as rocRAND have tables of 220 KiB. Names, values
// and what the host copies there stay. For code that is not optimised yet.
void qn_nvidia_fit_constants(LLVMModuleRef module);

#endif // QN_COMPILER_TARGETS_NVIDIA_CONSTANTS_H
