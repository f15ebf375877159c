// SPDX-License-Identifier: Apache-2.0
// What the writers of object files share: constant bytes, zeroed bytes, and the
// symbols in them.
#ifndef QN_PACKAGE_EMBED_OBJECT_H
#define QN_PACKAGE_EMBED_OBJECT_H

#include "package/embed/embed.h"

typedef struct qn_object_symbol {
  qn_str name; // as C writes it
  bool zeroed; // in the zeroed bytes, else in the constant ones
  uint64_t offset, size;
} qn_object_symbol;

typedef struct qn_object {
  const qn_embed_host *host;
  qn_span constant;     // aligned to QN_EMBED_ALIGNMENT
  uint64_t zeroed_size; // aligned to 8
  const qn_object_symbol *symbols;
  size_t symbol_count;
} qn_object;

// Append a file to the empty `out`; the only possible failure is memory.
void qn_object_write_elf(const qn_object *object, qn_buffer *out);
void qn_object_write_coff(const qn_object *object, qn_buffer *out);
void qn_object_write_macho(const qn_object *object, qn_buffer *out);

#endif // QN_PACKAGE_EMBED_OBJECT_H
