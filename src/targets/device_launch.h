// SPDX-License-Identifier: Apache-2.0
// Sources whose kernels launch kernels, or use operators that the host has in
// another form only. clang's pass for the host refuses both in the language
// that we run it in; it does not need the bodies of functions of the device, so
// it gets the source without them.
#ifndef QN_TARGETS_DEVICE_LAUNCH_H
#define QN_TARGETS_DEVICE_LAUNCH_H

#include "base/buffer.h"

// Whether a function of the device in the text has a launch. With `out`, what
// the host's pass reads instead: the same lines, with blanks for the bodies of
// these functions. `kernels`: every kernel counts as one.
bool qn_text_launches(qn_span source, bool kernels, qn_buffer *out);

// Whether what the host's pass said may come from the bodies of kernels, which
// are right when the passes for devices took them.
bool qn_bare_kernels_help(qn_str said);

// The same for a file and those that it includes by #include "...", found
// beside their includer or in the folders of -I and -iquote in `words`, which
// is NULL-terminated (with `kernels` below by #include <...>, too). False, too,
// when a file cannot be read.
bool qn_source_launches(const char *path, const char *const *words);

// For a source with such launches (or `kernels`), writes what the host's pass
// reads of each file to what `text_path` names, and to `overlay_path` an
// overlay for clang's -ivfsoverlay that puts it in the file's place.
// `*out_made` is false for other sources.
typedef struct qn_launch_blanks {
  const char *source;
  const char *const *words;
  const char *overlay_path;
  bool kernels; // all of them
  // For the file at `path`, which is absolute; NULL: no memory.
  const char *(*text_path)(void *user, size_t index, const char *path);
  void *user;
} qn_launch_blanks;
qn_status qn_source_overlay(const qn_launch_blanks *params, bool *out_made,
                            qn_diag *diag);

#endif // QN_TARGETS_DEVICE_LAUNCH_H
