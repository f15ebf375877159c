// SPDX-License-Identifier: Apache-2.0
// Files of the cache: what can be read is written as the same bytes. The input
// is taken as a file of each kind, and again as the part between magic and
// hash, since no fuzzer finds a valid hash by itself.
#include "package/cache/format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must_be(const qn_buffer *written, qn_span file) {
  if (!written->failed && (written->size != file.size ||
                           memcmp(written->data, file.data, file.size) != 0))
    __builtin_trap();
}

static void try_index(qn_span file) {
  qn_cache_index index;
  qn_buffer out = {0};
  if (!qn_cache_index_read(file, &index))
    return;
  if (!qn_cache_index_is_whole(file))
    __builtin_trap();
  qn_cache_index_write(&index, &out);
  must_be(&out, file);
  qn_buffer_finish(&out);
}

static void try_object(qn_span file) {
  qn_cache_object object;
  qn_buffer out = {0};
  if (!qn_cache_object_read(file, &object))
    return;
  if (!qn_cache_object_is_whole(file))
    __builtin_trap();
  qn_cache_object_write(&object, &out);
  must_be(&out, file);
  qn_buffer_finish(&out);
}

static void try_list(qn_span file) {
  qn_cache_list list;
  qn_cache_content content;
  qn_buffer out = {0};
  qn_str path;
  uint64_t count = 0;
  if (!qn_cache_list_open(file, &list))
    return;
  qn_cache_list_begin(&out);
  for (; qn_cache_list_next(&list, &path, &content); ++count)
    qn_cache_list_add(&out, path, &content);
  qn_cache_list_end(&out, count);
  if (qn_cache_list_is_done(&list))
    must_be(&out, file);
  qn_buffer_finish(&out);
}

static void try_all(qn_span file) {
  try_index(file);
  try_object(file);
  try_list(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const magics[] = {"QNINDEX2", "QNCACHE3", "QNFILES1"};
  try_all((qn_span){data, size});
  for (size_t i = 0; i < sizeof(magics) / sizeof(magics[0]); ++i) {
    qn_buffer file = {0};
    qn_buffer_append_str(&file, qn_str_from(magics[i]));
    qn_buffer_append(&file, data, size);
    if (i < 2 && !file.failed)
      qn_buffer_u64(&file, qn_hash64(qn_buffer_span(&file)));
    if (!file.failed)
      try_all(qn_buffer_span(&file));
    qn_buffer_finish(&file);
  }
  return 0;
}
