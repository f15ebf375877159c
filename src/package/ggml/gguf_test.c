// SPDX-License-Identifier: Apache-2.0
// GGUF files that are written here: read in both byte orders, and refused where
// any byte of them is missing or a count is beyond the file.
#include "package/ggml/gguf.h"

#include "base/buffer.h"
#include "support/test.h"

static bool big;

static void put32(qn_buffer *out, uint32_t v) {
  qn_buffer_u32(out, big ? __builtin_bswap32(v) : v);
}
static void put64(qn_buffer *out, uint64_t v) {
  qn_buffer_u64(out, big ? __builtin_bswap64(v) : v);
}
static void put_text(qn_buffer *out, const char *text) {
  put64(out, strlen(text));
  qn_buffer_append(out, text, strlen(text));
}

// Values of each kind, then two tensors.
static void put_file(qn_buffer *out) {
  qn_buffer_append(out, "GGUF", 4);
  put32(out, 3);
  put64(out, 2);
  put64(out, 4);
  put_text(out, "general.architecture"), put32(out, 8), put_text(out, "llama");
  put_text(out, "count"), put32(out, 10), put64(out, 7);
  put_text(out, "texts"), put32(out, 9), put32(out, 8), put64(out, 2);
  put_text(out, "a"), put_text(out, "");
  put_text(out, "numbers"), put32(out, 9), put32(out, 6), put64(out, 1);
  put32(out, 0x3f800000);
  put_text(out, "blk.0.ffn_up.weight"), put32(out, 2), put64(out, 256);
  put64(out, 512), put32(out, 12), put64(out, 0);
  put_text(out, "norm"), put32(out, 1), put64(out, 256);
  put32(out, 0), put64(out, 4096);
}

static unsigned seen;
static void check(void *user, const qn_gguf_tensor *t) {
  CHECK(user == NULL);
  if (++seen == 1) {
    CHECK(qn_str_equal(t->name, QN_STR("blk.0.ffn_up.weight")));
    CHECK(t->dims == 2 && t->ne[0] == 256 && t->ne[1] == 512 && t->ne[3] == 1);
    CHECK_TEXT(qn_gguf_type_name(t->type), "q4_K");
  } else {
    CHECK(t->dims == 1 && t->ne[0] == 256 && t->ne[1] == 1);
    CHECK_TEXT(qn_gguf_type_name(t->type), "f32");
  }
}

static void test_both_orders(void) {
  for (int order = 0; order < 2; ++order) {
    qn_buffer file = {0};
    qn_gguf gguf;
    qn_diag diag = {0};
    big = order == 1;
    seen = 0;
    put_file(&file);
    CHECK_OK(qn_gguf_read(qn_buffer_span(&file), check, NULL, &gguf, &diag),
             &diag);
    CHECK(seen == 2 && gguf.tensor_count == 2 && gguf.version == 3);
    CHECK(qn_str_equal(gguf.architecture, QN_STR("llama")));
    qn_buffer_finish(&file);
  }
  big = false;
}

static qn_code code_of(qn_span file) {
  qn_gguf gguf;
  qn_diag diag = {0};
  const qn_status status = qn_gguf_read(file, NULL, NULL, &gguf, &diag);
  CHECK(qn_failed(status) == (diag.message[0] != 0));
  return status.code;
}

static void test_short_files(void) {
  qn_buffer file = {0};
  put_file(&file);
  for (size_t size = 0; size < file.size; ++size)
    CHECK_INT(code_of((qn_span){file.data, size}), QN_E_MALFORMED);
  qn_buffer_finish(&file);
}

// A file with other bytes at `at`.
static qn_code code_with(size_t at, uint64_t value, size_t size) {
  qn_buffer file = {0};
  put_file(&file);
  CHECK(at + size <= file.size);
  memcpy(file.data + at, &value, size);
  const qn_code code = code_of(qn_buffer_span(&file));
  qn_buffer_finish(&file);
  return code;
}

static void test_wrong_files(void) {
  CHECK_INT(code_with(0, 'X', 1), QN_E_MALFORMED);
  CHECK_INT(code_with(4, 1, 4), QN_E_UNSUPPORTED);
  CHECK_INT(code_with(4, 4, 4), QN_E_UNSUPPORTED);
  for (size_t at = 8; at <= 24; at += 8) { // two counts, the first key's size
    CHECK_INT(code_with(at, UINT64_MAX, 8), QN_E_MALFORMED);
    CHECK_INT(code_with(at, (uint64_t)1 << 40, 8), QN_E_MALFORMED);
  }
  CHECK_INT(code_with(52, 13, 4), QN_E_MALFORMED); // a type of value
  CHECK_INT(code_with(52, 9 | (uint64_t)9 << 32, 8), QN_E_MALFORMED); // nested
  CHECK(!qn_gguf_type_name(23) && !qn_gguf_type_name(UINT32_MAX));
}

int main(void) {
  test_both_orders();
  test_short_files();
  test_wrong_files();
  return 0;
}
