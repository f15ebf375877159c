// SPDX-License-Identifier: Apache-2.0
// printf, and what failing kernels say, as records that the host reads
// (include/quern/device/target/spirv_host.h, docs/opencl.md).
#ifndef QN_COMPILER_SPIRV_PRINTF_H
#define QN_COMPILER_SPIRV_PRINTF_H

#include "compiler/unit/unit.h"

// Rewrites calls of printf. Of HIP's, whose result is the number of characters,
// which only the host will know, the result must not be used.
qn_status qn_spirv_lower_printf(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_SPIRV_PRINTF_H
