// SPDX-License-Identifier: Apache-2.0
// Traps and failed assertions: the host is told (spirv_host.h), and the thread
// ends, which a kernel can do only by returning.
#ifndef QN_COMPILER_SPIRV_FAILURE_H
#define QN_COMPILER_SPIRV_FAILURE_H

#include "compiler/unit/unit.h"

// Before anything is optimised: LLVM's traps tell the host, too.
void qn_spirv_name_traps(qn_unit *unit);

// After everything that may fail is part of its kernel.
void qn_spirv_lower_end(qn_unit *unit);

#endif // QN_COMPILER_SPIRV_FAILURE_H
