// SPDX-License-Identifier: Apache-2.0
// One more section for a relocatable ELF file, an Intel zebin or a cubin.
#ifndef QN_FORMATS_OBJECT_ELF_APPEND_H
#define QN_FORMATS_OBJECT_ELF_APPEND_H

#include "base/buffer.h"
#include "formats/object/elf.h"

typedef struct qn_elf_addition {
  const char *name;
  uint32_t type;  // sh_type
  uint64_t flags; // sh_flags
  uint64_t alignment;
  qn_span bytes;
} qn_elf_addition;

// Appends the whole file with the section to `out`, which is empty. What was
// there keeps its place; the tables of names and sections are written anew at
// the end. QN_E_UNSUPPORTED unless the file is ET_REL, a zebin or
// a cubin.
qn_status qn_elf_append(const qn_elf *elf, const qn_elf_addition *addition,
                        qn_buffer *out, qn_diag *diag);

#endif // QN_FORMATS_OBJECT_ELF_APPEND_H
