// SPDX-License-Identifier: Apache-2.0
#include "package/cache/format.h"

#include "support/property.h"

static qn_status answer(bool good, qn_diag *diag) {
  return good ? qn_ok() : qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE, "damaged");
}

static qn_status read_index(qn_span file, qn_diag *diag) {
  qn_cache_index index;
  return answer(qn_cache_index_read(file, &index), diag);
}

static qn_status read_object(qn_span file, qn_diag *diag) {
  qn_cache_object object;
  const bool good = qn_cache_object_read(file, &object);
  uint64_t sum = 0; // reads all of it
  for (size_t i = 0; good && i < object.part_count; ++i)
    for (size_t k = 0; k < object.parts[i].size; ++k)
      sum += object.parts[i].data[k];
  CHECK(sum < UINT64_MAX);
  return answer(good, diag);
}

static qn_status read_list(qn_span file, qn_diag *diag) {
  qn_cache_list list;
  qn_cache_content content;
  qn_str path;
  if (!qn_cache_list_open(file, &list))
    return answer(false, diag);
  while (qn_cache_list_next(&list, &path, &content))
    CHECK(path.size < 100);
  return answer(qn_cache_list_is_done(&list), diag);
}

// Besides the properties of every reader: of files with a hash, no modified
// bytes are accepted, not even zeroes, which a file system may leave after a
// power cut.
static void check(property_read_fn *read, qn_buffer *good, bool hashed) {
  CHECK(!good->failed);
  property_all(read, qn_buffer_span(good), true);
  for (size_t i = 0; i < good->size && hashed; ++i) {
    good->data[i] ^= 0x40;
    CHECK_INT(property_read(read, good->data, good->size), QN_E_MALFORMED);
    good->data[i] ^= 0x40;
  }
  qn_buffer_u8(good, 0); // more than was expected
  CHECK_INT(property_read(read, good->data, good->size), QN_E_MALFORMED);
  for (size_t kept = 0; kept + 1 < good->size; ++kept) {
    const size_t at = good->size - 2 - kept;
    if (!good->data[at])
      continue;
    good->data[at] = 0;
    CHECK(!hashed || property_read(read, good->data, good->size - 1) != QN_OK);
  }
  CHECK_INT(property_read(read, good->data, good->size - 1), QN_E_MALFORMED);
  qn_buffer_finish(good);
}

int main(void) {
  qn_buffer out = {0};
  const qn_cache_index index = {.lists = {{{1, 2, 3}}, {{4, 5}}}, .count = 2};
  qn_cache_index_write(&index, &out);
  check(read_index, &out, true);
  const qn_cache_object object = {.list = {{7}},
                                  .key = QN_STR("key"),
                                  .parts = {qn_str_span(QN_STR("code")), {0}},
                                  .part_count = 2};
  qn_cache_object_write(&object, &out);
  check(read_object, &out, true);
  qn_cache_list_begin(&out);
  qn_cache_list_add(&out, QN_STR("/a/b.h"), &(qn_cache_content){{9}});
  qn_cache_list_add(&out, QN_STR("\0011/c.h"), &(qn_cache_content){{8}});
  qn_cache_list_end(&out, 2);
  check(read_list, &out, false);
  return 0;
}
