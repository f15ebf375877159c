// SPDX-License-Identifier: Apache-2.0
// Casts of generic pointers in a finished module. LLVM's back end gives them
// whatever pointer type it thinks fits; Intel's compiler for GPUs has functions
// for pointers to bytes only, and does not link a kernel with another.
#ifndef QN_COMPILER_SPIRV_CASTS_H
#define QN_COMPILER_SPIRV_CASTS_H

#include "base/buffer.h"
#include "base/diag.h"

// Appends the module to `out`, each OpGenericCastToPtrExplicit one of pointers
// to bytes, between two OpBitcast.
qn_status qn_spirv_settle_casts(qn_span module, qn_buffer *out, qn_diag *diag);

#endif // QN_COMPILER_SPIRV_CASTS_H
