// SPDX-License-Identifier: Apache-2.0
// Textures and surfaces: a descriptor in memory, which device code reads.
#include "runtime/contract/texture.h"

#include "base/alloc.h"
#include "runtime/backends/cpu/cpu.h"
#include "runtime/check/check.h"

qn_result qn_cpu_texture(void *device, const qn_texture_request *request,
                         uint64_t *value) {
  (void)device;
  if (!request) {
    if (qn_check_on(QN_CPU_CHECK_ALL))
      qn_check_forget((const void *)(uintptr_t)*value);
    qn_free((void *)(uintptr_t)*value);
    return QN_R_OK;
  }
  QN_CHECK(qn_texture_check(request));
  qn_texture *t = qn_alloc(qn_texture_size(request));
  if (!t)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a texture object");
  qn_texture_fill(t, request, (uintptr_t)t);
  if (qn_check_on(QN_CPU_CHECK_ALL))
    qn_check_know(t, qn_texture_size(request), QN_CHECK_TEXTURE);
  *value = (uintptr_t)t;
  return QN_R_OK;
}
