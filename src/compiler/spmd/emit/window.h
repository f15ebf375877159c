// SPDX-License-Identifier: Apache-2.0
// Accesses of shared memory whose lanes are at known distances from each other,
// but not one after another: exchanges with `t ^ 4`, pairs of a sorting
// network, steps of a tree. What lies between the first and the last address is
// loaded as whole vectors, sorted out by shuffles and, for stores, written
// back.
#ifndef QN_COMPILER_SPMD_EMIT_WINDOW_H
#define QN_COMPILER_SPMD_EMIT_WINDOW_H

#include "compiler/spmd/emit/emit.h"

enum { QN_SPMD_WINDOW_PARTS = 4 };

// The addresses of an access's lanes.
typedef struct qn_spmd_window {
  LLVMValueRef
      address;         // what all lanes' addresses are an offset from: lane 0's
  int64_t offset;      // of the first element from it
  unsigned parts;      // vectors of a packet's width, from there on
  unsigned size;       // bytes of an element
  unsigned places[64]; // by lane: the element
  bool is_permutation; // no two lanes have the same
} qn_spmd_window;

// Finds them for a load or store; false: they are not known, too far apart, or
// not in shared memory.
bool qn_spmd_find_window(const qn_spmd_emitter *e, LLVMValueRef i,
                         qn_spmd_window *out);
LLVMValueRef qn_spmd_load_window(qn_spmd_emitter *e, LLVMValueRef i,
                                 const qn_spmd_window *w);
// Of a permutation only.
void qn_spmd_store_window(qn_spmd_emitter *e, LLVMValueRef i,
                          const qn_spmd_window *w);

#endif // QN_COMPILER_SPMD_EMIT_WINDOW_H
