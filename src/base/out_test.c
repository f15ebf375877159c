// SPDX-License-Identifier: Apache-2.0
#include "base/out.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "support/test.h"

static const qn_column columns[] = {
    {"name", NULL, false},
    {"arguments.type", "arguments", false},
    {"resources.vgpr", "vgprs", true},
    {"offset", NULL, true},
};

static void write_kernel(qn_out *o, const char *name, int64_t vgpr) {
  qn_out_begin_line(o, "kernel");
  qn_out_text(o, "name", name);
  qn_out_hex(o, "offset", 0x40);
  qn_out_begin_array(o, "arguments");
  static const char *const types[] = {"int", "float*"};
  for (size_t i = 0; i < 2; ++i) {
    qn_out_begin(o, NULL);
    qn_out_text(o, "type", types[i]);
    qn_out_uint(o, "size", 4 + 4 * i);
    qn_out_end(o);
  }
  qn_out_end_array(o);
  qn_out_begin(o, "resources");
  if (vgpr < 0)
    qn_out_null(o, "vgpr");
  else
    qn_out_int(o, "vgpr", vgpr);
  qn_out_end(o);
  qn_out_end(o);
}

static void write_document(qn_out *o) {
  qn_out_begin(o, NULL);
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_text(o, "schema", "quern.test/1");
  qn_out_only(o, QN_OUT_ALL);
  qn_out_begin_array(o, "files");
  qn_out_begin(o, NULL);
  qn_out_line_str(o, "file", QN_STR("a\n.o"));
  qn_out_line_uint(o, "image", 7);
  qn_out_str(o, "path", QN_STR("a\n.o"));
  qn_out_bool(o, "nested_one", true);
  qn_out_real(o, "share", 0.25);
  qn_out_begin_array(o, "path_of");
  qn_out_text(o, NULL, "bundle");
  qn_out_text(o, NULL, "elf");
  qn_out_end_array(o);
  qn_out_begin_array(o, "none");
  qn_out_end_array(o);
  qn_out_line(o, "%d kernels:", 2);
  qn_out_begin_table(o, "kernels", columns, 4);
  write_kernel(o, "saxpy", 5);
  write_kernel(o, "a_kernel_of_a_long_name", -1);
  qn_out_end_table(o);
  qn_out_end(o);
  qn_out_end_array(o);
  qn_out_end(o);
}

static const char *written(qn_out_format format, unsigned width, bool color) {
  static char text[4096];
  qn_diag diag = {0};
  qn_out *o = qn_out_create(&(qn_out_params){
      .format = format, .fd = -1, .width = width, .color = color});
  write_document(o);
  CHECK_OK(qn_out_finish(o, &diag), &diag);
  const qn_str got = qn_out_memory(o);
  CHECK(got.size < sizeof(text));
  memcpy(text, got.data, got.size);
  text[got.size] = '\0';
  qn_out_destroy(&o);
  CHECK(!o);
  return text;
}

static void test_forms(void) {
  CHECK_TEXT(written(QN_OUT_TEXT, 0, false),
             "files:\n"
             "- path: a\\n.o\n"
             "  nested one: yes\n"
             "  share: 0.25\n"
             "  path of: bundle, elf\n"
             "  none: -\n"
             "  2 kernels:\n"
             "  NAME                     ARGUMENTS    VGPRS  OFFSET\n"
             "  saxpy                    int, float*      5    0x40\n"
             "  a_kernel_of_a_long_name  int, float*      -    0x40\n");
  // Columns of text are narrowed, numbers are not.
  CHECK(strstr(written(QN_OUT_TEXT, 44, false),
               "  saxpy           int, float*      5    0x40\n"
               "  a_kernel_of...  int, float*      -    0x40\n"));
  CHECK(strstr(written(QN_OUT_TEXT, 0, true), "\x1b[1m  NAME"));
  CHECK_TEXT(
      written(QN_OUT_JSON, 0, false),
      "{\n  \"schema\": \"quern.test/1\",\n  \"files\": [\n    {\n"
      "      \"path\": \"a\\n.o\",\n      \"nested_one\": true,\n"
      "      \"share\": 0.25,\n      \"path_of\": [\"bundle\", \"elf\"],\n"
      "      \"none\": [],\n      \"kernels\": [\n        {\n"
      "          \"name\": \"saxpy\",\n          \"offset\": 64,\n"
      "          \"arguments\": [\n            {\n"
      "              \"type\": \"int\",\n              \"size\": 4\n"
      "            },\n            {\n              \"type\": \"float*\",\n"
      "              \"size\": 8\n            }\n          ],\n"
      "          \"resources\": {\n            \"vgpr\": 5\n          }\n"
      "        },\n        {\n"
      "          \"name\": \"a_kernel_of_a_long_name\",\n"
      "          \"offset\": 64,\n          \"arguments\": [\n"
      "            {\n              \"type\": \"int\",\n"
      "              \"size\": 4\n            },\n            {\n"
      "              \"type\": \"float*\",\n              \"size\": 8\n"
      "            }\n          ],\n          \"resources\": {\n"
      "            \"vgpr\": null\n          }\n        }\n      ]\n"
      "    }\n  ]\n}\n");
  CHECK_TEXT(written(QN_OUT_JSONL, 0, false),
             "{\"file\":\"a\\n.o\",\"image\":7,\"kernel\":{\"name\":\"saxpy\","
             "\"offset\":64,\"arguments\":[{\"type\":\"int\",\"size\":4},"
             "{\"type\":\"float*\",\"size\":8}],\"resources\":{\"vgpr\":5}}}\n"
             "{\"file\":\"a\\n.o\",\"image\":7,\"kernel\":{\"name\":"
             "\"a_kernel_of_a_long_name\",\"offset\":64,\"arguments\":"
             "[{\"type\":\"int\",\"size\":4},{\"type\":\"float*\",\"size\":8}],"
             "\"resources\":{\"vgpr\":null}}}\n");
}

static void test_failures(void) {
  qn_diag diag = {0};
  CHECK(qn_out_finish(NULL, &diag).code == QN_E_MEMORY);
  diag = (qn_diag){0};
  qn_out *o = qn_out_create(&(qn_out_params){.fd = -1});
  qn_out_begin(o, NULL);
  CHECK(qn_out_finish(o, &diag).code == QN_E_INTERNAL);
  qn_out_destroy(&o);
  // A full disk is an error, a closed pipe is not.
  diag = (qn_diag){0};
  const int full = open("/dev/full", O_WRONLY);
  o = qn_out_create(&(qn_out_params){.fd = full});
  write_document(o);
  CHECK(qn_out_finish(o, &diag).code == QN_E_IO);
  CHECK(strstr(diag.message, "No space left"));
  qn_out_destroy(&o);
  close(full);
  (void)signal(SIGPIPE, SIG_IGN);
  int ends[2];
  CHECK(pipe(ends) == 0);
  close(ends[0]);
  diag = (qn_diag){0};
  o = qn_out_create(&(qn_out_params){.fd = ends[1]});
  write_document(o);
  CHECK_OK(qn_out_finish(o, &diag), &diag);
  qn_out_destroy(&o);
  close(ends[1]);
}

static bool write_once(void) {
  bool done = true;
  for (unsigned format = QN_OUT_TEXT; format <= QN_OUT_JSONL; ++format) {
    qn_diag diag = {0};
    qn_out *o = qn_out_create(
        &(qn_out_params){.format = (qn_out_format)format, .fd = -1});
    write_document(o);
    const qn_status status = qn_out_finish(o, &diag);
    CHECK(!qn_failed(status) || status.code == QN_E_MEMORY);
    done &= !qn_failed(status);
    qn_out_destroy(&o);
  }
  return done;
}

int main(void) {
  test_forms();
  test_failures();
  CHECK(test_fail_allocations(write_once) > 5);
  return 0;
}
