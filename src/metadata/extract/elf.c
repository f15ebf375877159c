// SPDX-License-Identifier: Apache-2.0
// ELF of a CPU: only our own note says what kernels are in it.
#include "formats/object/elf.h"
#include "metadata/extract/extract.h"

qn_status qn_extract_elf(qn_extract *x, qn_diag *diag) {
  qn_elf elf;
  QN_TRY(qn_elf_open(x->item->bytes, x->item->offset, &elf, diag));
  switch (elf.machine) {
  case QN_ELF_MACHINE_X86_64:
    x->image->target = QN_STR("x86-64");
    break;
  case QN_ELF_MACHINE_AARCH64:
    x->image->target = QN_STR("aarch64");
    break;
  case QN_ELF_MACHINE_RISCV:
    x->image->target = elf.is_64 ? QN_STR("riscv64") : QN_STR("riscv32");
    break;
  default:
    break;
  }
  return qn_ok();
}
