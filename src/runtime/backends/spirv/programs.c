// SPDX-License-Identifier: Apache-2.0
// Programs of a module: one, or one for each of its parts once it is asked for.
#include "base/alloc.h"
#include "base/system/log.h"
#include "runtime/backends/spirv/parts.h"
#include "runtime/backends/spirv/spirv.h"

static qn_result build_part(qn_spirv_code *code, size_t part) {
  qn_spirv_device *d = code->device;
  qn_buffer module = {0};
  qn_result result =
      qn_spirv_part_write(code->parts, part, &module)
          ? d->ops->build(d, qn_buffer_span(&module), &code->programs[part])
          : qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a part of a module");
  QN_DEBUG(d->ops->area, "part %zu of %zu of a module: %zu bytes", part,
           qn_spirv_parts_count(code->parts), module.size);
  qn_buffer_finish(&module);
  return result;
}

qn_result qn_spirv_programs_make(qn_spirv_code *code, qn_span image) {
  qn_spirv_device *d = code->device;
  qn_mutex_init(&code->programs_mutex);
  QN_CHECK(d->ops->check(d, image));
  code->parts = qn_spirv_parts_find(image);
  code->programs = qn_alloc_array(
      code->parts ? qn_spirv_parts_count(code->parts) : 1, sizeof(void *));
  if (!code->programs)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a module's programs");
  return code->parts ? QN_R_OK : d->ops->build(d, image, &code->programs[0]);
}

qn_result qn_spirv_program_of(qn_spirv_code *code, const char *kernel,
                              void **out_program) {
  qn_result result = QN_R_OK;
  qn_mutex_lock(&code->programs_mutex);
  const size_t part = code->parts ? qn_spirv_part_of(code->parts, kernel) : 0;
  if (!code->programs[part])
    result = build_part(code, part);
  *out_program = code->programs[part];
  qn_mutex_unlock(&code->programs_mutex);
  return result;
}

void qn_spirv_programs_finish(qn_spirv_code *code) {
  const size_t count = code->parts ? qn_spirv_parts_count(code->parts) : 1;
  for (size_t i = 0; code->programs && i < count; ++i)
    if (code->programs[i])
      code->device->ops->drop_program(code->programs[i]);
  qn_free(code->programs);
  qn_spirv_parts_free(code->parts);
  qn_mutex_finish(&code->programs_mutex);
}
