// SPDX-License-Identifier: Apache-2.0
#include "runtime/backends/cpu.h"

qn_result qn_cpu_texture(void *device, const qn_texture_request *request,
                         uint64_t *value) {
  (void)device;
  (void)request;
  (void)value;
  return qn_refuse(QN_R_NOT_SUPPORTED, "no textures on the CPU yet");
}
