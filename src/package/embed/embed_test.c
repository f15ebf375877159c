// SPDX-License-Identifier: Apache-2.0
#include "package/embed/embed.h"

#include "base/system/file.h"
#include "support/property.h"

static qn_span file;

static qn_status read_blob(qn_embed_blob *blob, qn_arena *arena,
                           qn_diag *diag) {
  *blob = (qn_embed_blob){
      .path = QN_STR("a.hipfb"), .name = QN_STR("a"), .bytes = file};
  return qn_embed_read(blob, arena, NULL, diag);
}

static void test_names(void) {
  qn_arena arena = {0};
  CHECK_STR(qn_embed_identifier(QN_STR("saxpy"), &arena), "saxpy");
  CHECK_STR(qn_embed_identifier(QN_STR("a.b-c d"), &arena), "a_b_c_d");
  CHECK_STR(qn_embed_identifier(QN_STR("3d"), &arena), "_3d");
  CHECK_STR(qn_embed_identifier(QN_STR(""), &arena), "_");
  CHECK_STR(qn_embed_identifier(QN_STR("\xc3\xa9"), &arena), "__");
  CHECK(qn_embed_is_keyword(QN_STR("class")));
  CHECK(qn_embed_is_keyword(QN_STR("fn")));
  CHECK(!qn_embed_is_keyword(QN_STR("classes")));
  CHECK(!qn_embed_is_keyword(QN_STR("")));
  qn_arena_finish(&arena);
}

static void test_hosts(void) {
  size_t count;
  const qn_embed_host *hosts = qn_embed_hosts(&count), *found;
  qn_diag diag = {0};
  for (size_t i = 0; i < count; ++i) {
    CHECK_OK(qn_embed_host_find(qn_str_from(hosts[i].name), &found, &diag),
             &diag);
    CHECK(found == &hosts[i]);
  }
  CHECK_INT(qn_embed_host_find(QN_STR("x86-64-linuy"), &found, &diag).code,
            QN_E_NOT_FOUND);
  CHECK_TEXT(diag.hint, "Did you mean 'x86-64-linux'?");
}

static void test_kernels(void) {
  qn_arena arena = {0};
  qn_embed_blob blob;
  qn_diag diag = {0};
  CHECK_OK(read_blob(&blob, &arena, &diag), &diag);
  CHECK_INT(blob.kernel_count, 1);
  CHECK_STR(blob.kernels[0].identifier, "saxpy");
  CHECK_INT(blob.kernels[0].argument_count, 2);
  qn_arena_finish(&arena);
}

// Every kind of output, with each allocation failing once.
static bool make_all(void) {
  qn_arena arena = {0};
  qn_embed_blob blob;
  qn_buffer object = {0}, text = {0};
  size_t count;
  const qn_embed_host *hosts = qn_embed_hosts(&count);
  qn_status status = read_blob(&blob, &arena, NULL);
  for (size_t i = 0; i < count && !qn_failed(status); ++i) {
    qn_buffer_clear(&object);
    status = qn_embed_object(&hosts[i], &blob, 1, &object, NULL);
  }
  if (!qn_failed(status)) {
    qn_embed_source(&blob, 1, false, &text);
    qn_embed_source(&blob, 1, true, &text);
    qn_embed_header(&blob, 1, QN_STR("A_H"), &text);
    qn_embed_rust(&blob, 1, NULL, &text);
    status = qn_buffer_check(&text, NULL);
  }
  CHECK(!qn_failed(status) || status.code == QN_E_MEMORY);
  qn_buffer_finish(&object);
  qn_buffer_finish(&text);
  qn_arena_finish(&arena);
  return !qn_failed(status);
}

// The objects of two files, and the positions of their symbols' strings.
static void test_two(void) {
  qn_arena arena = {0};
  qn_embed_blob blobs[2];
  qn_buffer one = {0}, two = {0};
  size_t count;
  const qn_embed_host *hosts = qn_embed_hosts(&count);
  qn_diag diag = {0};
  CHECK_OK(read_blob(&blobs[0], &arena, &diag), &diag);
  blobs[1] = blobs[0];
  blobs[1].name = QN_STR("second_blob");
  for (size_t i = 0; i < count; ++i) {
    qn_buffer_clear(&one);
    qn_buffer_clear(&two);
    CHECK_OK(qn_embed_object(&hosts[i], blobs, 1, &one, &diag), &diag);
    CHECK_OK(qn_embed_object(&hosts[i], blobs, 2, &two, &diag), &diag);
    CHECK(two.size > one.size + file.size);
    CHECK(!qn_str_search(qn_buffer_str(&one), QN_STR("second_blob_size\0")));
    CHECK(qn_str_search(qn_buffer_str(&two), QN_STR("second_blob_size\0")));
  }
  qn_buffer_finish(&one);
  qn_buffer_finish(&two);
  qn_arena_finish(&arena);
}

int main(void) {
  qn_file input = {0};
  qn_diag diag = {0};
  CHECK_OK(qn_file_open("tests/corpus/image/plain.hipfb", 0, &input, &diag),
           &diag);
  file = input.bytes;
  test_names();
  test_hosts();
  test_kernels();
  test_two();
  CHECK(test_fail_allocations(make_all) > 10);
  qn_file_close(&input);
  return 0;
}
