// SPDX-License-Identifier: Apache-2.0
// The debug information of an ELF file, wherever it is kept.
#ifndef QN_METADATA_DEBUG_DEBUG_FILES_H
#define QN_METADATA_DEBUG_DEBUG_FILES_H

#include "formats/object/dwarf.h"
#include "metadata/debug/signature.h"

typedef struct qn_debug_files {
  const qn_elf *elf;
  const char *path;  // of the file; NULL: nothing beside it is searched for
  qn_signatures *s;  // keeps the files that are opened, and the memory
  qn_report *report; // receives missing split files
} qn_debug_files;

// Loads the debug information of the file itself, or of the one that its
// .gnu_debuglink names, and of split units (.dwo, .dwp).
qn_status qn_debug_files_load(const qn_debug_files *params, qn_dwarf *out,
                              qn_diag *diag);

// QN_E_UNSUPPORTED for an object of GCC's link-time optimisation that has no
// code (-flto without -ffat-lto-objects).
qn_status qn_debug_files_check(const qn_elf *elf, qn_diag *diag);

#endif // QN_METADATA_DEBUG_DEBUG_FILES_H
