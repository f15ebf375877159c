// SPDX-License-Identifier: Apache-2.0
// Sources whose kernels launch kernels. clang's pass for the host refuses such
// launches in the language that we run it in; it does not need the bodies of
// functions of the device, so it gets the source without them.
#ifndef QN_TARGETS_DEVICE_LAUNCH_H
#define QN_TARGETS_DEVICE_LAUNCH_H

#include "base/buffer.h"

// Whether a function of the device in the file has a launch. With `out`, what
// the host's pass reads instead: the same lines, with blanks for the bodies of
// these functions. False, too, when the file cannot be read.
bool qn_source_launches(const char *path, qn_buffer *out);

// The same for text, which `text` receives; for tests.
bool qn_text_launches(qn_span source, qn_buffer *out);

// For a source with such launches, writes what the host's pass reads to
// `text_path`, and to `overlay_path` an overlay for clang's -ivfsoverlay that
// puts it in the source's place. `*out_made` is false for other sources.
qn_status qn_source_overlay(const char *source, const char *text_path,
                            const char *overlay_path, bool *out_made,
                            qn_diag *diag);

#endif // QN_TARGETS_DEVICE_LAUNCH_H
