// SPDX-License-Identifier: Apache-2.0
// Textures and surfaces by the arithmetic of CPUs, on devices with and without
// images.
#include "runtime/contract/texture.h"

#include "runtime/backends/spirv/spirv.h"

qn_result qn_spirv_texture(void *user, const qn_texture_request *request,
                           uint64_t *value) {
  const qn_spirv_device *d = user;
  return qn_texture_object(&d->ops->memory, user, request, value);
}
