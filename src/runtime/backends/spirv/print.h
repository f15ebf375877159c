// SPDX-License-Identifier: Apache-2.0
// The text of what a kernel printed, from the record that it left: the format
// and its arguments, 8 bytes each, strings with their size before them.
#ifndef QN_RUNTIME_BACKENDS_SPIRV_PRINT_H
#define QN_RUNTIME_BACKENDS_SPIRV_PRINT_H

#include "base/buffer.h"

enum { QN_PRINT_HEADER = 16 }; // size, kind, size of the format, arguments

// Appends the text. The record is not trusted: what does not fit is left out.
void qn_spirv_print(qn_span record, qn_buffer *out);

#endif // QN_RUNTIME_BACKENDS_SPIRV_PRINT_H
