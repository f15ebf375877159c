// SPDX-License-Identifier: Apache-2.0
// Static shared variables of types with constructors. nvcc takes them with a
// warning and does not run the constructor; clang refuses them. Where clang has
// said so, the declaration becomes bytes of the type's size and alignment, and
// a reference to them under the variable's name.
#ifndef QN_COMPILER_DRIVER_SHARED_OBJECTS_H
#define QN_COMPILER_DRIVER_SHARED_OBJECTS_H

#include "compiler/unit/unit.h"

// Appends the text with the declaration at `line` and `column` (from 1, in
// bytes, where the variable's name begins) changed; lines stay where they are.
// False, and nothing appended, for declarations of other forms: with an
// initialiser, of pointers, of a type that is defined there, or where a lambda
// copies what it uses, which would copy the object.
bool qn_shared_object_edit(qn_str text, unsigned line, unsigned column,
                           qn_buffer *out);

enum { QN_SHARED_FILES_MAX = 32 };

// Files that clang reads in changed form.
typedef struct qn_shared_edits {
  struct {
    const char *path;    // absolute
    const char *changed; // what is read in its place
  } files[QN_SHARED_FILES_MAX];
  size_t count;
  const char *overlay; // for -ivfsoverlay
  qn_buffer warnings;  // what nvcc would say
} qn_shared_edits;

// Changes what clang's messages in unit->messages from `before` on are about.
// `*out_changed` is false when there is nothing that can be.
qn_status qn_shared_objects_edit(qn_unit *unit, size_t before,
                                 qn_shared_edits *edits, bool *out_changed,
                                 qn_diag *diag);

void qn_shared_edits_finish(qn_shared_edits *edits);

#endif // QN_COMPILER_DRIVER_SHARED_OBJECTS_H
