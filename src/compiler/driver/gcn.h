// SPDX-License-Identifier: Apache-2.0
// Translates the inline assembly of AMD's processors that HIP's libraries have
// to C++, for targets without it: loads and stores by one address, moves, and
// waits.
#ifndef QN_COMPILER_DRIVER_GCN_H
#define QN_COMPILER_DRIVER_GCN_H

#include "compiler/ptx/ptx.h"

// Whether a text begins like AMD's assembly rather than PTX.
bool qn_gcn_is(qn_str text);

// As qn_ptx_translate.
qn_status qn_gcn_translate(const qn_ptx_assembly *assembly, const char *name,
                           qn_buffer *out, qn_diag *diag);

#endif // QN_COMPILER_DRIVER_GCN_H
