// SPDX-License-Identifier: Apache-2.0
// Textures and surfaces: a descriptor in memory, which device code reads.
#include "runtime/contract/texture.h"

#include "base/alloc.h"
#include "runtime/backends/cpu/cpu.h"

qn_result qn_cpu_texture(void *device, const qn_texture_request *request,
                         uint64_t *value) {
  (void)device;
  if (!request) {
    qn_free((void *)(uintptr_t)*value);
    return QN_R_OK;
  }
  QN_CHECK(qn_texture_check(request));
  qn_texture *t = qn_alloc(qn_texture_size(request));
  if (!t)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a texture object");
  qn_texture_fill(t, request, (uintptr_t)t);
  *value = (uintptr_t)t;
  return QN_R_OK;
}
