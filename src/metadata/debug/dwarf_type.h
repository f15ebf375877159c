// SPDX-License-Identifier: Apache-2.0
// Types of DWARF: how large they are, how they are aligned, and what they are
// called.
#ifndef QN_METADATA_DEBUG_DWARF_TYPE_H
#define QN_METADATA_DEBUG_DWARF_TYPE_H

#include "formats/object/dwarf.h"

// DWARF states the alignment of a type only where the source does, and says
// nothing of a structure that is packed: packed {int, int} and {int, int} are
// the same to it. What the members' places prove is `min_alignment`;
// `max_alignment` is the natural alignment. Where they are equal, it is
// certain.
typedef struct qn_layout {
  uint64_t size; // bytes
  uint64_t min_alignment, max_alignment;
  bool is_pointer;   // a pointer or a reference
  bool by_reference; // a class that C++ passes by reference
} qn_layout;

typedef struct qn_types {
  qn_dwarf *d;
  qn_arena *arena;
  uint16_t machine;     // of the ELF file
  uint8_t address_size; // bytes
  qn_map layouts;       // private: entry to qn_layout *, NULL while at it
  qn_map names;         // private: entry to qn_str *
  qn_map scopes;        // private: unit to its namespaces and classes
} qn_types;

// Frees what is not in the arena.
void qn_types_finish(qn_types *t);

// The layout of the type that `die` is. QN_E_UNSUPPORTED when the debug
// information does not say it, with what is missing.
qn_status qn_types_layout(qn_types *t, const qn_die *die, qn_layout *out,
                          qn_diag *diag);

// "const float*", "outer::point"; NULL `type` is void. In the arena.
qn_str qn_types_text(qn_types *t, const qn_die *type);

// Without typedefs and qualifiers, through a type unit's signature; false when
// it is void or cannot be followed.
bool qn_types_strip(qn_types *t, const qn_die *die, qn_die *out);

#endif // QN_METADATA_DEBUG_DWARF_TYPE_H
