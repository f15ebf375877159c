// SPDX-License-Identifier: Apache-2.0
// Which functions of a file are meant by what the user wrote: a symbol, a
// readable name, a pattern, "all"; and, where nothing is marked as a kernel,
// which could be one.
#ifndef QN_METADATA_DEBUG_CHOOSE_H
#define QN_METADATA_DEBUG_CHOOSE_H

#include "base/arena.h"
#include "base/diag.h"
#include "formats/object/elf.h"

typedef struct qn_chosen {
  qn_arena *arena; // the caller's
  qn_str *names;   // symbols, in the arena
  size_t count, capacity;
  bool all; // "all" was among what was asked for
} qn_chosen;

// `asked` are symbols (kept as they are, there or not), patterns with '*', '?'
// or '[' of symbols or readable names, and readable names without parameters:
// "ns::scale<float, 3>". A pattern that fits nothing is QN_E_NOT_FOUND, a
// readable name that fits several functions is not (they are overloads).
qn_status qn_choose_names(const qn_elf_symbols *symbols, const qn_str *asked,
                          size_t count, qn_chosen *out, qn_diag *diag);

// The functions that programs can call and that are none of a start-up's or C
// library's, by their names.
qn_status qn_choose_possible(const qn_elf_symbols *symbols, qn_chosen *out,
                             qn_diag *diag);

#endif // QN_METADATA_DEBUG_CHOOSE_H
