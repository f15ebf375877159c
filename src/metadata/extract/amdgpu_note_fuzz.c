// SPDX-License-Identifier: Apache-2.0
// The input becomes the metadata note of an otherwise valid AMD code object.
#include "metadata/extract/extract.h"

#include "base/buffer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void put_header(qn_buffer *b, size_t size) {
  qn_buffer_append(b, "\177ELF\2\1\1\100\3", 9);
  qn_buffer_zero(b, 7);
  qn_buffer_u16(b, 3);   // ET_DYN
  qn_buffer_u16(b, 224); // AMDGPU
  qn_buffer_u32(b, 1);
  qn_buffer_u64(b, 0);  // entry
  qn_buffer_u64(b, 64); // program headers
  qn_buffer_u64(b, 0);  // no sections
  qn_buffer_u32(b, 0x53f);
  qn_buffer_u16(b, 64);
  qn_buffer_u16(b, 56);
  qn_buffer_u16(b, 1);
  qn_buffer_u16(b, 64);
  qn_buffer_u16(b, 0);
  qn_buffer_u16(b, 0);
  qn_buffer_u32(b, 4); // PT_NOTE
  qn_buffer_u32(b, 4);
  for (int i = 0; i < 3; ++i)
    qn_buffer_u64(b, 120);
  qn_buffer_u64(b, 20 + size);
  qn_buffer_u64(b, 20 + size);
  qn_buffer_u64(b, 4);
  qn_buffer_u32(b, 7);
  qn_buffer_u32(b, (uint32_t)size);
  qn_buffer_u32(b, 32);
  qn_buffer_append(b, "AMDGPU\0", 8);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  qn_buffer b = {0};
  put_header(&b, size);
  qn_buffer_append(&b, data, size);
  const qn_span file = qn_buffer_span(&b);
  const qn_item item = {.format = qn_format_detect(file), .bytes = file};
  const qn_limits limits = {1 << 20, 4, 64, 4096, QN_DETAIL_ALL};
  qn_arena arena = {0};
  qn_image image;
  qn_diag diag = {0};
  if (!b.failed && qn_failed(qn_image_read(&item, &limits, &arena, &image,
                                           &diag)) != (diag.message[0] != 0))
    __builtin_trap();
  qn_arena_finish(&arena);
  qn_buffer_finish(&b);
  return 0;
}
