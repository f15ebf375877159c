// SPDX-License-Identifier: Apache-2.0
// C++ linkage names made readable.
#ifndef QN_METADATA_DEMANGLE_H
#define QN_METADATA_DEMANGLE_H

#include "base/arena.h"
#include "base/span.h"

// The demangled form of an Itanium C++ name ("_Z5saxpyif" gives "saxpy(int,
// float)"), as c++filt prints it. Empty when `name` is not mangled, uses what
// we do not know, or would cost too much: names are untrusted.
qn_str qn_demangle(qn_arena *arena, qn_str name);

#endif // QN_METADATA_DEMANGLE_H
