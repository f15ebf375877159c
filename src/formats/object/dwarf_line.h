// SPDX-License-Identifier: Apache-2.0
// Source lines of addresses, by DWARF's line tables and inlined functions.
#ifndef QN_FORMATS_OBJECT_DWARF_LINE_H
#define QN_FORMATS_OBJECT_DWARF_LINE_H

#include "formats/object/dwarf.h"

typedef struct qn_dwarf_frame {
  qn_str function;        // linkage name, or its name; empty: not known
  qn_str directory, file; // directory: empty for an absolute file
  uint64_t line, column;  // 0: not known
} qn_dwarf_frame;

// Where code at `address` comes from: the innermost function first, then where
// it was inlined, at most `max` frames. 0 when nothing is known, or too much is
// damaged to say. The file was added with `lines`; texts borrow from it.
size_t qn_dwarf_frames(qn_dwarf *d, uint64_t address, qn_dwarf_frame *frames,
                       size_t max);

#endif // QN_FORMATS_OBJECT_DWARF_LINE_H
