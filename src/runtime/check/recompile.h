// SPDX-License-Identifier: Apache-2.0
// Images without checks that bring the bitcode they were made of (quern cc
// -fembed-bitcode): compiled again, with checks, when they are loaded.
#ifndef QN_RUNTIME_CHECK_RECOMPILE_H
#define QN_RUNTIME_CHECK_RECOMPILE_H

#include "base/buffer.h"
#include "base/span.h"

// The checks that an image was compiled with, QN_CPU_CHECK_...; 0: none.
unsigned qn_check_image_kinds(qn_span image);

// The image with what the process checks, in `out_image`, when it brings its
// bitcode; false: it stays as it is. `kinds` are those it has: without any, why
// it stays is printed once.
bool qn_check_recompile(qn_span image, unsigned kinds, qn_str target,
                        qn_buffer *out_image);

#endif // QN_RUNTIME_CHECK_RECOMPILE_H
