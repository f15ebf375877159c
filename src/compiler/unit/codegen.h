// SPDX-License-Identifier: Apache-2.0
// LLVM's back ends and the linker that follows them.
#ifndef QN_COMPILER_UNIT_CODEGEN_H
#define QN_COMPILER_UNIT_CODEGEN_H

#include "compiler/unit/unit.h"

// Makes unit->machine and gives the module its triple and data layout.
qn_status qn_codegen_machine(qn_unit *unit, const char *triple, const char *cpu,
                             const char *features, qn_diag *diag);

// Options of LLVM's back ends, as llc takes them, NULL-terminated.
// Process-wide, so once per worker.
void qn_codegen_options(const char *const *options);

// Links one object into a shared object by lld. Anything undefined is an error.
// `extra` (NULL-terminated, or NULL) are further options.
qn_status qn_codegen_link_elf(qn_unit *unit, qn_span object,
                              const char *const *extra, qn_buffer *out_image,
                              qn_diag *diag);

// Reads a whole file into a buffer.
qn_status qn_codegen_read(const char *path, qn_buffer *out, qn_diag *diag);

#endif // QN_COMPILER_UNIT_CODEGEN_H
