// SPDX-License-Identifier: Apache-2.0
// Our record inside a SPIR-V module: OpModuleProcessed instructions whose text
// is "quern.record.1/PIECE/PIECES:" and the CAMD container in base64, cut into
// pieces since an instruction's text is limited. Valid in every SPIR-V from 1.1
// on, without effect on the code. SPIR-V 1.0 has no OpModuleProcessed: there it
// is an OpString that nothing uses.
//
// Big-endian modules are not read (no producer writes them).
#ifndef QN_METADATA_RECORD_SPIRV_H
#define QN_METADATA_RECORD_SPIRV_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"

// The kernel that the runtime runs once after it built a module
// (compiler/spirv/start.h); none of the program's.
#define QN_SPIRV_START "__quern_start"
// What such a name begins with, before a kernel's: as it is while the host has
// not written `__constant__` variables (compiler/spirv/initial.h).
#define QN_SPIRV_INITIAL "__quern_initial_"
// Whether an entry point is one of these, none of the program's.
bool qn_spirv_is_internal(qn_str name);

// Appends to `out` the module with the record `camd` in it; a record that it
// already has is replaced. Keeps the module's byte order.
qn_status qn_spirv_add_record(qn_span module, qn_span camd, qn_buffer *out,
                              qn_diag *diag);

// The record's bytes, decoded into the arena; QN_E_NOT_FOUND if there is none.
qn_status qn_spirv_find_record(qn_span module, qn_arena *arena,
                               qn_span *out_camd, qn_diag *diag);

// The same of a record that the pass plug-in left, as a variable whose name
// starts with QN_RECORD_SYMBOL_PREFIX.
qn_status qn_spirv_find_array(qn_span module, qn_arena *arena,
                              qn_span *out_camd, qn_diag *diag);

#endif // QN_METADATA_RECORD_SPIRV_H
