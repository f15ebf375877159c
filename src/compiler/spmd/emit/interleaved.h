// SPDX-License-Identifier: Apache-2.0
// Interleaved accesses: loads and stores of lanes with a constant stride, such
// as of the fields of structs.
#ifndef QN_COMPILER_SPMD_EMIT_INTERLEAVED_H
#define QN_COMPILER_SPMD_EMIT_INTERLEAVED_H

#include "compiler/spmd/emit/emit.h"

// The maximum of elements in a stride, and of bytes that a lane loads at once.
enum { QN_SPMD_INTERLEAVED_MAX = 64, QN_SPMD_FIELDS_TOGETHER = 16 };

// Accesses of one block to elements of one size, with the same stride, and
// nothing between them that forbids emitting them at one place.
typedef struct qn_spmd_fields {
  int64_t stride, size; // bytes
  int64_t offset;       // of the first field from the given access's address
  unsigned steps;       // elements from lane to lane
  unsigned count;       // elements from the first field to the last
  unsigned present;     // those of them that are accessed
  LLVMValueRef fields[QN_SPMD_INTERLEAVED_MAX]; // NULL: none
} qn_spmd_fields;

// Finds the accesses that belong to `i`, at least itself. False: not possible
// with this stride.
bool qn_spmd_find_fields(const qn_spmd_emitter *e, LLVMValueRef i,
                         int64_t stride, qn_spmd_fields *out);

// Whether this is less work than an access per lane.
bool qn_spmd_may_load_fields(const qn_spmd_fields *f);
bool qn_spmd_may_store_fields(const qn_spmd_fields *f);

// Loads all fields for all lanes; `address` is the first lane's of `like`.
// Returns the vector of each field.
void qn_spmd_load_fields(qn_spmd_emitter *e, const qn_spmd_fields *f,
                         LLVMValueRef like, LLVMValueRef address,
                         LLVMValueRef *out);
void qn_spmd_store_fields(qn_spmd_emitter *e, const qn_spmd_fields *f,
                          LLVMValueRef like, LLVMValueRef address);
// The access that comes last in the block.
LLVMValueRef qn_spmd_last_field(const qn_spmd_fields *f);

#endif // QN_COMPILER_SPMD_EMIT_INTERLEAVED_H
