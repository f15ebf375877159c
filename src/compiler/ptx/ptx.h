// SPDX-License-Identifier: Apache-2.0
// Translates inline PTX assembly to C++ for targets without PTX. The front end
// compiles the text with the headers quern/device/ptx, which use each target's
// own instructions.
#ifndef QN_COMPILER_PTX_PTX_H
#define QN_COMPILER_PTX_PTX_H

#include "base/buffer.h"
#include "base/diag.h"

enum { QN_PTX_OPERANDS_MAX = 64 };

// An operand of the assembly; they are in order of their numbers.
typedef struct qn_ptx_operand {
  const char *type; // in C++: "unsigned", "float", "void *", ...
  bool is_output;
  int tied; // input: the output that begins with its value; -1: none
} qn_ptx_operand;

typedef struct qn_ptx_assembly {
  qn_str text; // as LLVM has it: $0, ${1:x}, $$
  const qn_ptx_operand *operands;
  size_t operand_count;
} qn_ptx_assembly;

// Appends the definition of the device function `name` with C linkage: its
// parameters are a reference for each output, then the inputs. Fails with
// QN_E_UNSUPPORTED and the instruction's name when there is one that other
// targets do not have; `out` is then as it was.
qn_status qn_ptx_translate(const qn_ptx_assembly *assembly, const char *name,
                           qn_buffer *out, qn_diag *diag);

#endif // QN_COMPILER_PTX_PTX_H
