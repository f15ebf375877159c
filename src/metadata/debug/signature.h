// SPDX-License-Identifier: Apache-2.0
// The exact signatures of the kernels in an ELF file of any machine, from the
// best source it has: our record, the members of a structure that the kernel
// takes, or its parameters in the debug information. What is not proven is an
// error, never a guess.
#ifndef QN_METADATA_DEBUG_SIGNATURE_H
#define QN_METADATA_DEBUG_SIGNATURE_H

#include "base/system/file.h"
#include "metadata/debug/dwarf_kernel.h"
#include "metadata/record/record.h"

typedef struct qn_signature_params {
  const char *path;    // of the file, for split debug information; NULL: none
  const qn_str *names; // kernels asked for; none: all that are marked as such
  size_t name_count;
  qn_dwarf_rules rules;
  bool all_wrappers;  // every kernel takes a structure of its arguments
  bool ignore_record; // for comparison
} qn_signature_params;

typedef struct qn_signatures {
  qn_kernel *kernels; // those that could be described
  size_t kernel_count;
  uint16_t machine; // e_machine
  bool is_64;
  bool has_record;
  size_t failed; // kernels that could not be described
  qn_arena arena;
  qn_file *files; // with split debug information, read too
  size_t file_count, file_capacity;
} qn_signatures;

// Reads the kernels of `file`. Each kernel that cannot be described, and
// anything else that is wrong, goes to `report`. The result's texts borrow from
// `file`. A file that cannot be read at all, or has no kernels, is a failure.
qn_status qn_signatures_read(qn_span file, const qn_signature_params *params,
                             qn_report *report, qn_signatures *out,
                             qn_diag *diag);
// Accepts a zeroed one.
void qn_signatures_finish(qn_signatures *s);

// Names of the kernels in the footer of a Vortex binary ("VXSYMTAB"), which may
// follow any file's contents; nothing when there is none. In the arena.
qn_status qn_vortex_names(qn_span file, qn_arena *arena, qn_str **out_names,
                          size_t *out_count, qn_diag *diag);

// Compares what the sources of one file say, and reports every difference to
// `report` as an error. Returns how many kernels were compared.
size_t qn_signatures_compare(const qn_signatures *a, const qn_signatures *b,
                             qn_report *report);

#endif // QN_METADATA_DEBUG_SIGNATURE_H
