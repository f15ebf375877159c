// SPDX-License-Identifier: Apache-2.0
// Arrays and mipmapped arrays as plain memory of a device, for back ends whose
// textures are memory and arithmetic (texture.h).
#ifndef QN_RUNTIME_CONTRACT_ARRAY_H
#define QN_RUNTIME_CONTRACT_ARRAY_H

#include "runtime/contract/backend.h"

// How a back end's device makes memory; `allocate` and `release` as in
// qn_backend, and both know QN_MEMORY_ARRAY.
typedef struct qn_array_ops {
  qn_result (*allocate)(void *device, const qn_memory_request *request,
                        qn_memory *out_memory);
  qn_result (*release)(void *device, qn_memory_kind kind, qn_memory *memory);
  // Copies from the host's memory to the device's, and waits.
  qn_result (*write)(void *device, void *to, const void *from, size_t size);
} qn_array_ops;

// The layout of an array in plain memory: `*out_size` of its bytes. Rows begin
// at multiples of `alignment` bytes, which textures ask for. QN_R_OUT_OF_MEMORY
// when it is too large.
qn_result qn_array_layout(const qn_array_shape *shape, size_t alignment,
                          qn_memory *out_memory, size_t *out_size);

// A side that is an array as the plain memory that it is.
void qn_array_resolve(qn_copy_side *side);
static inline char *qn_copy_row(const qn_copy_side *side, size_t y, size_t z) {
  return (char *)side->address + z * side->slice + y * side->pitch;
}

// Mipmaps are lists of arrays. For qn_backend.allocate and .release: MIPMAP,
// and LEVEL, which is not released.
qn_result qn_mipmap_make(const qn_array_ops *ops, void *device,
                         const qn_array_shape *first, qn_memory *out_memory);
void qn_mipmap_finish(const qn_array_ops *ops, void *device, qn_memory *mipmap);
qn_memory qn_mipmap_level(const qn_memory_request *request);

#endif // QN_RUNTIME_CONTRACT_ARRAY_H
