// SPDX-License-Identifier: Apache-2.0
// A module in parts that are built when they are first asked for: drivers take
// minutes for modules of which a program launches few kernels.
//
// Part 0 has the module's start, its device variables and the kernels that use
// them: variables of two programs would be two. Each other part is one kernel
// that reaches none but constants, and what it calls.
#ifndef QN_RUNTIME_BACKENDS_SPIRV_PARTS_H
#define QN_RUNTIME_BACKENDS_SPIRV_PARTS_H

#include "base/buffer.h"

typedef struct qn_spirv_parts qn_spirv_parts;

// NULL: the module is built as one, because it is small or is not understood,
// or there is no memory. The image is copied.
qn_spirv_parts *qn_spirv_parts_find(qn_span image);
// What is worth it: `size` bytes at least.
qn_spirv_parts *qn_spirv_parts_find_in(qn_span image, size_t size);
void qn_spirv_parts_free(qn_spirv_parts *parts);

size_t qn_spirv_parts_count(const qn_spirv_parts *parts);
// The part that has the kernel of that name; 0 also where none has.
size_t qn_spirv_part_of(qn_spirv_parts *parts, const char *kernel);
// A module with that part alone, by one thread at a time; false: no memory.
bool qn_spirv_part_write(qn_spirv_parts *parts, size_t part, qn_buffer *out);

#endif // QN_RUNTIME_BACKENDS_SPIRV_PARTS_H
