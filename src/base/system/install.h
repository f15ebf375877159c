// SPDX-License-Identifier: Apache-2.0
// Where Quern's own files are: found from where the program and the library
// lie, never from a path that was built in, so that a tree can be moved.
//
// The build tree has the shape of the installed one. Roots, in this order:
//   $QUERN_HOME/lib/quern, $QUERN_HOME     a prefix, or the folder in it
//   <folder of libquern>/quern               lib/quern
//   <folder of the program>/../lib/quern
// Below a root: libquern-compiler.so, include/, device/.
#ifndef QN_BASE_SYSTEM_INSTALL_H
#define QN_BASE_SYSTEM_INSTALL_H

#include "base/buffer.h"

// Writes the path of `relative` (a file or folder below a root, such as
// "include" or "device/cpu.bc") to `out_path`. False, and `out_path` untouched,
// when no root has it or the path does not fit.
bool qn_install_find(const char *relative, char *out_path, size_t capacity);

// Appends every path that qn_install_find looks at, one per line; for messages.
void qn_install_tried(const char *relative, qn_buffer *out);

// The same for a file of the prefix whose lib/quern a root is, such as
// "bin/quern". The root may also be lib/<machine>/quern, as Debian has it.
bool qn_prefix_find(const char *relative, char *out_path, size_t capacity);
void qn_prefix_tried(const char *relative, qn_buffer *out);

#endif // QN_BASE_SYSTEM_INSTALL_H
