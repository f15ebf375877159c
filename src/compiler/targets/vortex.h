// SPDX-License-Identifier: Apache-2.0
// From a linked ELF file to a vxbin (docs/vortex.md).
#ifndef QN_COMPILER_TARGETS_VORTEX_H
#define QN_COMPILER_TARGETS_VORTEX_H

#include "compiler/unit/unit.h"

#define QN_VX_ENTRY_PREFIX "__vx_kentry_"

// Memory of foreign hosts' launches, behind the image.
enum { QN_VX_ARENA_SIZE = 1 << 20 };

// Where images are linked for: where the machine starts.
uint64_t qn_vx_link_base(const qn_target_row *row);

// Appends the vxbin made of `elf` and unit->camd.
qn_status qn_vx_pack(qn_unit *unit, qn_span elf, qn_buffer *out, qn_diag *diag);

#endif // QN_COMPILER_TARGETS_VORTEX_H
