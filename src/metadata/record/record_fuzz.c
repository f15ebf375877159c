// SPDX-License-Identifier: Apache-2.0
// A record that can be read must be the same after writing and reading it
// again, and after a round trip through a SPIR-V module.
#include "metadata/record/record.h"

#include "metadata/record/spirv.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_spirv(qn_span bytes) {
  static const uint8_t module[] = {3, 2, 0x23, 7, 0, 4, 1, 0, 0, 0,
                                   0, 0, 8,    0, 0, 0, 0, 0, 0, 0};
  qn_buffer with = {0};
  qn_arena arena = {0};
  qn_span back;
  if (!qn_failed(qn_spirv_add_record((qn_span){module, sizeof(module)}, bytes,
                                     &with, NULL))) {
    if (qn_failed(
            qn_spirv_find_record(qn_buffer_span(&with), &arena, &back, NULL)) ||
        back.size != bytes.size ||
        (bytes.size && memcmp(back.data, bytes.data, bytes.size) != 0))
      __builtin_trap();
  }
  qn_arena_finish(&arena);
  qn_buffer_finish(&with);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  check_spirv((qn_span){data, size});
  qn_arena arena = {0};
  qn_record record, again;
  qn_diag diag = {0};
  const qn_status status =
      qn_record_read((qn_span){data, size}, 0, &arena, &record, &diag);
  if (qn_failed(status) != (diag.message[0] != 0))
    __builtin_trap();
  qn_buffer first = {0}, second = {0};
  if (!qn_failed(status) &&
      !qn_failed(qn_record_write(&record, &first, NULL))) {
    if (qn_failed(
            qn_record_read(qn_buffer_span(&first), 0, &arena, &again, NULL)) ||
        qn_failed(qn_record_write(&again, &second, NULL)) ||
        first.size != second.size ||
        memcmp(first.data, second.data, first.size) != 0)
      __builtin_trap();
  }
  qn_buffer_finish(&first);
  qn_buffer_finish(&second);
  qn_arena_finish(&arena);
  return 0;
}
