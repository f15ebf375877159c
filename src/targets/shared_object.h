// SPDX-License-Identifier: Apache-2.0
// Static shared variables of types with constructors. nvcc takes them with a
// warning and does not run the constructor; clang refuses them. The declaration
// becomes bytes of the type's size and alignment, and a reference to them under
// the variable's name.
#ifndef QN_TARGETS_SHARED_OBJECT_H
#define QN_TARGETS_SHARED_OBJECT_H

#include "base/buffer.h"

// Appends the text with the declaration at `line` and `column` (from 1, in
// bytes, where the variable's name begins) changed; lines stay where they are.
// False, and nothing appended, for declarations of other forms: with an
// initialiser, of pointers, of a type that is defined there, or where a lambda
// copies what it uses, which would copy the object.
bool qn_shared_object_edit(qn_str text, unsigned line, unsigned column,
                           qn_buffer *out);

#endif // QN_TARGETS_SHARED_OBJECT_H
