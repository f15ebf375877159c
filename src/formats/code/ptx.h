// SPDX-License-Identifier: Apache-2.0
// PTX text: the entries of a module, their parameters and launch bounds. A
// tolerant reader: what it does not know it passes over, function bodies among
// it; only text whose entries cannot be found is malformed.
#ifndef QN_FORMATS_CODE_PTX_H
#define QN_FORMATS_CODE_PTX_H

#include "base/arena.h"
#include "base/diag.h"

typedef enum qn_ptx_kind {
  QN_PTX_VALUE,
  QN_PTX_POINTER, // said by .ptr; plain .u64 may be a pointer too
  QN_PTX_TEXTURE, // .texref or .surfref
  QN_PTX_SAMPLER, // .samplerref
} qn_ptx_kind;

typedef struct qn_ptx_param {
  qn_str name;
  qn_str type;  // "u64", "b8"
  qn_str space; // of a .ptr: "global", ...; empty: generic or not said
  qn_ptx_kind kind;
  uint64_t offset;    // bytes; laid out by size and alignment
  uint64_t size;      // bytes
  uint64_t alignment; // bytes, a power of two
} qn_ptx_param;

typedef struct qn_ptx_entry {
  qn_str name;
  qn_ptx_param *params;
  size_t param_count;
  uint64_t params_size; // bytes
  uint64_t max_threads; // product of .maxntid; 0: not said
  uint32_t required[3]; // .reqntid; 0: not said
  uint64_t cluster;     // product of .reqnctapercluster; 0: not said
  uint64_t cluster_max; // .maxclusterrank; 0: not said
  uint64_t min_groups;  // .minnctapersm; 0: not said
} qn_ptx_entry;

typedef struct qn_ptx {
  qn_str version;        // "8.0"
  qn_str target;         // "sm_90a"
  unsigned address_size; // bits; 0: not said
  qn_ptx_entry *entries;
  size_t entry_count;
} qn_ptx;

bool qn_ptx_probe(qn_span bytes);
// Texts borrow from `text`; the lists are in the arena.
qn_status qn_ptx_read(qn_span text, uint64_t origin, qn_arena *arena,
                      qn_ptx *out_ptx, qn_diag *diag);

// The initial bytes of the first array variable whose name starts with
// `prefix`, as written in "NAME[SIZE] = {67, 65, ...}". QN_E_NOT_FOUND without
// one.
qn_status qn_ptx_find_bytes(qn_span text, qn_str prefix, qn_arena *arena,
                            qn_span *out_bytes, qn_diag *diag);

#endif // QN_FORMATS_CODE_PTX_H
