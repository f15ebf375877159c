// SPDX-License-Identifier: Apache-2.0
// LLVM bitcode as far as it is stable from one LLVM to the next: who wrote it,
// for what, and which functions it has. The layout is that of LLVM's reference
// "LLVM Bitcode File Format".
//
// Own code, because LLVM reads only what is not newer than itself, ends the
// process on bad input, and may not be installed where nothing is compiled.
#ifndef QN_FORMATS_CODE_BITCODE_H
#define QN_FORMATS_CODE_BITCODE_H

#include "base/arena.h"
#include "base/diag.h"

typedef struct qn_bitcode_function {
  qn_str name;
  uint32_t convention; // llvm::CallingConv
  bool declared_only;
} qn_bitcode_function;

// The first module of the file. Texts borrow from the file or are in the arena;
// any may be empty.
typedef struct qn_bitcode {
  qn_str producer; // "LLVM22.1.8"
  qn_str triple;
  qn_str source;  // name of the source file
  size_t modules; // in the file
  qn_bitcode_function *functions;
  size_t function_count;
} qn_bitcode;

bool qn_bitcode_probe(qn_span bytes);
// Whether a file, or a container such as a bundle, holds bitcode.
bool qn_bitcode_is_inside(qn_span file);
// Whether a function with this calling convention is a kernel: amdgpu_kernel,
// ptx_kernel, spir_kernel.
bool qn_bitcode_is_kernel(uint32_t convention);

// Reads the file, or what is in its wrapper; on failure what came before.
qn_status qn_bitcode_read(qn_span bytes, uint64_t origin, qn_arena *arena,
                          qn_bitcode *out_bitcode, qn_diag *diag);

#endif // QN_FORMATS_CODE_BITCODE_H
