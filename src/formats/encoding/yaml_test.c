// SPDX-License-Identifier: Apache-2.0
#include "formats/encoding/yaml.h"

#include "base/buffer.h"
#include "support/property.h"

static qn_yaml over(const char *text) {
  return qn_yaml_over((qn_span){(const uint8_t *)text, strlen(text)}, 0);
}

static qn_status read_all(qn_span text, qn_diag *diag) {
  static volatile size_t sink;
  qn_yaml y = qn_yaml_over(text, 0);
  qn_yaml_line line;
  while (qn_yaml_next(&y, &line))
    for (size_t i = 0; i < line.value.size; ++i)
      sink += (uint8_t)line.value.data[i];
  return qn_yaml_finish(&y, diag);
}

static const char document[] = "---\n"
                               "version: '1.20'   # a comment\n"
                               "kernels:\n"
                               "  - name:    it's\n"
                               "    env:\n"
                               "      size: [ 16, 2, 1 ]\n"
                               "      list:\n"
                               "        - 7\n"
                               "        - 0x8\n"
                               "  - name:    \"a: b\"\r\n"
                               "...\n"
                               "ignored: 1\n";

static void check_lines(void) {
  static const char *const kernels[] = {"kernels", NULL};
  static const char *const env[] = {"kernels", "env", NULL};
  static const char *const list[] = {"kernels", "env", "list", NULL};
  qn_yaml y = over(document);
  qn_yaml_line l;
  CHECK(qn_yaml_next(&y, &l) && qn_str_equal(l.value, QN_STR("1.20")));
  CHECK(qn_yaml_next(&y, &l) && qn_str_equal(l.key, QN_STR("kernels")));
  CHECK(qn_yaml_next(&y, &l) && l.item && qn_yaml_below(&y, kernels));
  CHECK(qn_str_equal(l.value, QN_STR("it's")));
  CHECK(qn_yaml_next(&y, &l) && !l.item);
  CHECK(qn_yaml_next(&y, &l) && qn_yaml_below(&y, env));
  uint64_t numbers[3];
  CHECK_INT(qn_yaml_numbers(l.value, numbers, 3), 3);
  CHECK(numbers[0] == 16 && numbers[1] == 2 && numbers[2] == 1);
  CHECK(qn_yaml_next(&y, &l) && qn_str_equal(l.key, QN_STR("list")));
  CHECK(qn_yaml_next(&y, &l) && l.item && qn_yaml_below(&y, list));
  CHECK(qn_str_equal(l.value, QN_STR("7")) && l.key.size == 0);
  CHECK(qn_yaml_next(&y, &l) && qn_yaml_below(&y, list));
  CHECK(qn_yaml_next(&y, &l) && l.item && qn_yaml_below(&y, kernels));
  CHECK(qn_str_equal(l.value, QN_STR("a: b")));
  CHECK(!qn_yaml_next(&y, &l));
  CHECK(!qn_failed(qn_yaml_finish(&y, NULL)));
}

static void check_bad(const char *text) {
  qn_diag diag = {0};
  CHECK_INT(
      read_all((qn_span){(const uint8_t *)text, strlen(text)}, &diag).code,
      QN_E_MALFORMED);
  CHECK(diag.message[0]);
}

int main(void) {
  check_lines();
  check_bad("a:\n\t- b: 1\n");
  check_bad("a: 'open\n");
  check_bad("a: \"open\\\"\n");
  // Deeper than the stack of keys: read, and never taken to be below a shallow
  // key.
  static const char *const a[] = {"a", NULL};
  qn_buffer deep = {0};
  for (int i = 0; i < 100; ++i)
    qn_buffer_printf(&deep, "%*sa:\n", i, "");
  qn_buffer_append(&deep, "a:\n  b: 1\n", 10);
  qn_yaml y = qn_yaml_over(qn_buffer_span(&deep), 0);
  qn_yaml_line l;
  size_t found = 0;
  while (qn_yaml_next(&y, &l))
    found += l.value.size != 0 && qn_yaml_below(&y, a);
  CHECK_INT(found, 1);
  qn_buffer_finish(&deep);
  const qn_span good = {(const uint8_t *)document, sizeof(document) - 1};
  property_prefixes(read_all, good, false);
  property_mutants(read_all, good);
  uint64_t n;
  CHECK_INT(qn_yaml_numbers(QN_STR("[ 1, x ]"), &n, 1), 1);
  CHECK_INT(qn_yaml_numbers(QN_STR("[]"), &n, 1), 0);
  CHECK_INT(qn_yaml_numbers(QN_STR("7"), &n, 1), 0);
  return 0;
}
