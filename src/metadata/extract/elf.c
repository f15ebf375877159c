// SPDX-License-Identifier: Apache-2.0
// ELF files for a CPU: only our own note describes their kernels.
#include "formats/object/elf.h"
#include "metadata/extract/extract.h"

qn_status qn_extract_elf(qn_extract *x, qn_diag *diag) {
  qn_elf elf;
  QN_TRY(qn_elf_open(x->item->bytes, x->item->offset, &elf, diag));
  x->image->target = qn_elf_machine_name(&elf);
  return qn_ok();
}
