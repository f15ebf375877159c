// SPDX-License-Identifier: Apache-2.0
// Devices that take SPIR-V: what they begin with, and their failure.
#include <stdio.h>

#include "base/alloc.h"
#include "formats/object/elf.h"
#include "runtime/backends/spirv/spirv.h"

void qn_spirv_device_init(qn_spirv_device *d, const qn_spirv_ops *ops,
                          const qn_backend_options *options) {
  d->ops = ops;
  d->options = *options;
  qn_mutex_init(&d->failure_mutex);
  qn_mutex_init(&d->streams_mutex);
  qn_mutex_init(&d->codes_mutex);
  qn_spirv_add_device(d);
}

void qn_spirv_device_finish(qn_spirv_device *d) {
  qn_free(d->streams);
  qn_mutex_finish(&d->failure_mutex);
  qn_mutex_finish(&d->streams_mutex);
  qn_mutex_finish(&d->codes_mutex);
}

void qn_spirv_fail(qn_spirv_device *d, qn_result result, const char *text) {
  qn_mutex_lock(&d->failure_mutex);
  if (!atomic_load(&d->failure)) {
    snprintf(d->failure_text, sizeof(d->failure_text), "%s", text);
    atomic_store(&d->failure, (int)result);
  }
  qn_mutex_unlock(&d->failure_mutex);
}

qn_result qn_spirv_failure(qn_spirv_device *d) {
  char text[sizeof(d->failure_text)];
  const int failure = atomic_load_explicit(&d->failure, memory_order_acquire);
  if (!failure)
    return QN_R_OK;
  qn_mutex_lock(&d->failure_mutex);
  memcpy(text, d->failure_text, sizeof(text));
  qn_mutex_unlock(&d->failure_mutex);
  return qn_refuse((qn_result)failure, "%s", text);
}

// ---- Images

bool qn_spirv_has_warps(const uint32_t *sub_groups, size_t count,
                        uint32_t newest) {
  enum { WITH_SHUFFLES = 0x10300 };
  bool found = false;
  for (size_t i = 0; i < count; ++i)
    found |= sub_groups[i] == QN_SPIRV_WARP;
  return found && newest >= WITH_SHUFFLES;
}

// Images of both kinds run where they can be built: those whose warps are
// sub-groups are the faster ones. Machine code is for one GPU; whether another
// stepping of it takes the code, the driver says.
unsigned qn_spirv_fitness(const qn_target *target, bool has_warps,
                          uint32_t ip_version) {
  enum { LOW = 1, HIGH, SIBLING, SAME, STEPPING_BITS = 14 };
  const qn_target_row *row = target->row;
  const bool old = strcmp(row->name, QN_SPIRV_OLD_TARGET) == 0;
  if (row->family != QN_FAMILY_SPIRV)
    return 0;
  if (qn_target_is_intel(row))
    return !ip_version ||
                   row->mach >> STEPPING_BITS != ip_version >> STEPPING_BITS
               ? 0
           : row->mach == ip_version ? SAME
                                     : SIBLING;
  return old != has_warps ? HIGH : LOW;
}

qn_result qn_spirv_refuse_native(const qn_spirv_device *d, const char *reason) {
  char text[320];
  snprintf(text, sizeof(text), "%s", reason);
  return qn_refuse(QN_R_NO_BINARY,
                   "the driver of '%s' does not take the machine code: %s",
                   d->info.name, text);
}

bool qn_spirv_is_native(qn_span image) { return qn_elf_probe(image); }
