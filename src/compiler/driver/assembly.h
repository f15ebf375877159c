// SPDX-License-Identifier: Apache-2.0
// Inline assembly of sources in CUDA's dialect, for targets without PTX.
#ifndef QN_COMPILER_DRIVER_ASSEMBLY_H
#define QN_COMPILER_DRIVER_ASSEMBLY_H

#include "compiler/unit/unit.h"

// Replaces the module's inline assembly by what it does, as code of the unit's
// target (compiler/ptx). What has no counterpart becomes a call of an undefined
// function named after QN_UNIT_REFUSED, which is an error only where a kernel
// comes to it. Leaves the module of an NVIDIA GPU, and assembly of AMD GPUs on
// these, as they are.
qn_status qn_assembly_translate(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_DRIVER_ASSEMBLY_H
