// SPDX-License-Identifier: Apache-2.0
// Textures and surfaces as memory and arithmetic: a descriptor in memory, which
// device code reads (quern/texture_abi.h), over arrays that are plain memory.
// For devices without hardware for them, and for those that reach it through
// no interface of ours.
#ifndef QN_RUNTIME_CONTRACT_TEXTURE_H
#define QN_RUNTIME_CONTRACT_TEXTURE_H

#include "quern/texture_abi.h"
#include "runtime/contract/array.h"

// A descriptor with a mipmap's levels behind it.
typedef struct qn_texture {
  qn_texture_words words;
  qn_texture_level levels[];
} qn_texture;

size_t qn_texture_size(const qn_texture_request *request); // bytes
// The shape with the format of the request's view, if it has one.
qn_array_shape qn_texture_seen(const qn_texture_request *request);
// Refuses views that such textures cannot have.
qn_result qn_texture_check(const qn_texture_request *request);
// Fills in qn_texture_size bytes, which device code will read at `address`. A
// mipmap's qn_memory.native is the list of its arrays, a qn_memory for each.
void qn_texture_fill(qn_texture *texture, const qn_texture_request *request,
                     uint64_t address);

// For qn_backend.texture: an object is the address of its descriptor.
qn_result qn_texture_object(const qn_array_ops *ops, void *device,
                            const qn_texture_request *request, uint64_t *value);

// What such textures can have, but for the alignments: HIP's limits of GPUs.
void qn_texture_limits(qn_device_info *info);

#endif // QN_RUNTIME_CONTRACT_TEXTURE_H
