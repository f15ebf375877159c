// SPDX-License-Identifier: Apache-2.0
// C++ linkage names (Itanium ABI) made readable, and the parameter types in
// them, which is all that cubins and most AMD objects say about types.
//
// Own code instead of libiberty or __cxa_demangle: names are untrusted, and
// both take exponential time and memory on substitutions within substitutions.
// Here text, steps and depth are limited, and a name that is over a limit, or
// uses what we do not read (expressions, decltype), is simply not demangled.
#ifndef QN_METADATA_DEBUG_DEMANGLE_H
#define QN_METADATA_DEBUG_DEMANGLE_H

#include "base/arena.h"
#include "base/span.h"

typedef struct qn_demangled {
  qn_str text;        // "void scale<float>(float*, int)"; empty: not demangled
  bool is_function;   // has a parameter list
  qn_str *parameters; // their types
  size_t parameter_count;
} qn_demangled;

// As llvm-cxxfilt prints it. All in `arena`.
qn_demangled qn_demangle(qn_arena *arena, qn_str name);

#endif // QN_METADATA_DEBUG_DEMANGLE_H
