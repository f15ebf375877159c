// SPDX-License-Identifier: Apache-2.0
// Products and sums as one operation, where the source allows it (nvcc does).
// In SPIR-V before float controls a kernel as a whole may be contracted or not,
// with what asks for single roundings; so it is done here.
#ifndef QN_COMPILER_SPIRV_CONTRACT_H
#define QN_COMPILER_SPIRV_CONTRACT_H

#include "compiler/unit/unit.h"

// Not in loops that threads leave in different rounds: there Intel's compiler
// for CPUs carries out the operation lane by lane.
qn_status qn_spirv_contract(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_SPIRV_CONTRACT_H
