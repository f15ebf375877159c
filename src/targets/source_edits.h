// SPDX-License-Identifier: Apache-2.0
// Sources that nvcc takes and clang refuses: what clang said is read, the files
// that it is about are changed (edit_rules.h, shared_object.h), and clang reads
// the changed ones in their place when it runs again.
#ifndef QN_TARGETS_SOURCE_EDITS_H
#define QN_TARGETS_SOURCE_EDITS_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"

enum {
  QN_EDITED_FILES_MAX = 64,
  // Each round of clang's finds what it did not come to in the one before.
  QN_EDIT_ROUNDS_MAX = 32
};

typedef struct qn_source_edits {
  qn_arena *arena; // of the texts below
  // A path of a temporary file that ends in `suffix`; NULL without memory.
  const char *(*temporary)(void *user, const char *suffix);
  void *user;
  bool is_device; // changes that only code for devices needs are made, too
  struct {
    const char *path;    // absolute
    const char *changed; // what is read in its place
  } files[QN_EDITED_FILES_MAX];
  size_t count;
  const char *overlay; // for -ivfsoverlay; NULL: nothing is changed
  qn_buffer warnings;  // what nvcc would say
} qn_source_edits;

// `path` is read from `changed` already: that is what is changed further.
// Neither is copied; `path` is absolute.
void qn_source_edits_know(qn_source_edits *edits, const char *path,
                          const char *changed);

// Changes what clang's messages are about. `*out_changed` is false when there
// is nothing that can be.
qn_status qn_source_edits_make(qn_source_edits *edits, qn_str messages,
                               bool *out_changed, qn_diag *diag);

// Forgets all changes: the sources are read from elsewhere now.
void qn_source_edits_restart(qn_source_edits *edits);

void qn_source_edits_finish(qn_source_edits *edits);

#endif // QN_TARGETS_SOURCE_EDITS_H
