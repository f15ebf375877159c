// SPDX-License-Identifier: Apache-2.0
// A manifest that can be read must be the same after writing and reading it
// again; and so must every tensor and name in it.
#include "package/store/manifest.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_tensor(const qn_tensor *tensor) {
  qn_tensor back;
  qn_buffer text = {0};
  qn_tensor_print(tensor, &text);
  if (!text.failed &&
      (qn_failed(qn_tensor_parse(qn_buffer_str(&text), &back, NULL)) ||
       memcmp(&back.ne, &tensor->ne, sizeof(back.ne)) != 0 ||
       memcmp(&back.nb, &tensor->nb, sizeof(back.nb)) != 0 ||
       back.type != tensor->type || qn_tensor_size(&back) < 1))
    __builtin_trap();
  qn_buffer_finish(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  qn_arena arena = {0};
  qn_diag diag = {0};
  qn_manifest manifest, again;
  qn_tensor tensor;
  if (!qn_failed(
          qn_tensor_parse((qn_str){(const char *)data, size}, &tensor, NULL)))
    check_tensor(&tensor);
  const qn_status status =
      qn_manifest_read((qn_span){data, size}, &arena, &manifest, &diag);
  if (qn_failed(status) != (diag.message[0] != 0))
    __builtin_trap();
  qn_buffer first = {0}, second = {0};
  if (!qn_failed(status)) {
    for (size_t i = 0; i < manifest.count; ++i)
      if (manifest.kernels[i].has_call)
        check_tensor(&manifest.kernels[i].call.dst);
    qn_manifest_write(&manifest, &first);
    if (qn_failed(
            qn_manifest_read(qn_buffer_span(&first), &arena, &again, NULL)))
      __builtin_trap();
    qn_manifest_write(&again, &second);
    if (!qn_str_equal(qn_buffer_str(&first), qn_buffer_str(&second)))
      __builtin_trap();
  }
  qn_buffer_finish(&first);
  qn_buffer_finish(&second);
  qn_arena_finish(&arena);
  return 0;
}
