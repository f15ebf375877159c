// SPDX-License-Identifier: Apache-2.0
// The parts of `quern stub`: what it writes.
#ifndef QN_CLI_COMMANDS_STUB_H
#define QN_CLI_COMMANDS_STUB_H

#include "base/buffer.h"
#include "metadata/debug/signature.h"

// One file that was read.
typedef struct qn_stub_file {
  const char *path;
  qn_signatures signatures;
  qn_str binary; // base of the symbols that hold it: <binary>_vxbin
} qn_stub_file;

typedef struct qn_stub {
  qn_stub_file *files;
  size_t file_count;
  bool c; // C instead of C++
} qn_stub;

// Appends registration code for all kernels. QN_E_ARGUMENT when two kernels
// would have one name.
qn_status qn_stub_print_code(const qn_stub *stub, qn_buffer *out,
                             qn_diag *diag);

// Appends a piece of a makefile.
void qn_stub_print_makefile(const qn_stub *stub, qn_buffer *out);

// "source" in JSON and in comments: "record", "wrapper", "dwarf".
const char *qn_stub_source(const qn_kernel *kernel);

#endif // QN_CLI_COMMANDS_STUB_H
