// SPDX-License-Identifier: Apache-2.0
// Kernels' parameters from debug information: which function a symbol is, and
// what it takes.
#ifndef QN_METADATA_DEBUG_DWARF_KERNEL_H
#define QN_METADATA_DEBUG_DWARF_KERNEL_H

#include "metadata/debug/dwarf_type.h"
#include "metadata/model/kernel.h"

typedef enum qn_assume {
  QN_ASSUME_NOTHING, // what is not proven is refused
  QN_ASSUME_NATURAL,
  QN_ASSUME_PACKED,
} qn_assume;

// A kernel that is searched for.
typedef struct qn_wanted {
  qn_str name;      // of the kernel, and of its symbol unless `symbol` is set
  qn_str symbol;    // empty: as `name`
  bool has_address; // of the symbol, in a file that is linked
  uint64_t address;
  bool is_wrapper; // takes a structure of its arguments by pointer
  // With is_wrapper: or plain parameters, if they are not just such a pointer.
  bool may_be_plain;
  // Other symbols at its address, when no function has its own name.
  const qn_str *aliases;
  size_t alias_count;
  struct qn_candidate *candidates; // found by qn_dwarf_match
  size_t candidate_count, candidate_capacity;
} qn_wanted;

// Finds the functions of all `count` kernels in one pass. With `add_opencl`,
// functions with a kernel's calling convention are appended to `*wanted`.
typedef struct qn_dwarf_match_params {
  qn_dwarf *d;
  qn_arena *arena;
  qn_wanted *wanted; // in the arena; may be replaced
  size_t count, capacity;
  bool add_opencl;
} qn_dwarf_match_params;
qn_status qn_dwarf_match(qn_dwarf_match_params *params, qn_diag *diag);

typedef struct qn_dwarf_rules {
  qn_assume assume;
  uint64_t header; // bytes of a wrapper's structure before the arguments
  bool only_void;  // functions with a result are refused: they are no kernels
} qn_dwarf_rules;

// Describes one kernel. QN_E_NOT_FOUND when there is nothing about it.
qn_status qn_dwarf_describe(qn_types *types, const qn_wanted *wanted,
                            const qn_dwarf_rules *rules, qn_kernel *out,
                            qn_diag *diag);

#endif // QN_METADATA_DEBUG_DWARF_KERNEL_H
