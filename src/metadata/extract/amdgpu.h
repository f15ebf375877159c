// SPDX-License-Identifier: Apache-2.0
// What the readers of AMD code objects of version 2 and of later ones share.
#ifndef QN_METADATA_EXTRACT_AMDGPU_H
#define QN_METADATA_EXTRACT_AMDGPU_H

#include "formats/object/elf.h"
#include "metadata/extract/extract.h"

// Gives the kernel its arguments: the hidden ones become the second part of
// one array, in the same order, and indices are set. False when out of memory.
bool qn_amdgpu_split_hidden(qn_arena *arena, qn_kernel *kernel,
                            qn_argument *all, size_t count);

// Reads the kernels of version 2: `note` is its YAML text.
qn_status qn_extract_amdgpu_v2(qn_extract *x, const qn_elf *elf,
                               const qn_elf_note *note, qn_diag *diag);

#endif // QN_METADATA_EXTRACT_AMDGPU_H
