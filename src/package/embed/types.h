// SPDX-License-Identifier: Apache-2.0
// Types of kernels' arguments as programs write them.
#ifndef QN_PACKAGE_EMBED_TYPES_H
#define QN_PACKAGE_EMBED_TYPES_H

#include "package/embed/embed.h"

// A number that C, C++ and Rust have. Devices' `long` has 64 bits.
typedef struct qn_embed_number {
  const char *c;       // "int32_t"
  const char *rust;    // "i32"
  const char *generic; // another C name for it, for _Generic; or NULL
  unsigned size;       // bytes
} qn_embed_number;

// The number called `type` in the source ("unsigned int", "size_t"); NULL when
// it is something else (a structure, a half, a pointer).
const qn_embed_number *qn_embed_number_of(qn_str type);

// What a pointer's type says: "const float *".
typedef struct qn_embed_pointer {
  bool is_const;
  const qn_embed_number *number; // NULL: something else, void to a program
} qn_embed_pointer;
qn_embed_pointer qn_embed_pointer_of(qn_str type);

// Appends argument `index`'s name for a program: its own when every language
// accepts it, else arg0, arg1, ...
void qn_embed_argument_name(const qn_embed_kernel *k, size_t index,
                            qn_buffer *out);

// Appends text for a comment: on one line, and nothing that would end it.
void qn_embed_comment(qn_str text, qn_buffer *out);
// Appends a string literal that C, C++ and Rust read alike. The readers of
// names reject NULs.
void qn_embed_string(qn_str text, qn_buffer *out);

#endif // QN_PACKAGE_EMBED_TYPES_H
