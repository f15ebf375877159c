// SPDX-License-Identifier: Apache-2.0
#include "formats/code/attached.h"

#include "formats/object/elf.h"
#include "support/elf_builder.h"
#include "support/property.h"

static const char ptx[] =
    ".version 7.0\n.target sm_80\n.address_size 64\n.entry k() { ret; }";

// What is attached, as the walk gives it back.
static qn_buffer found;
static size_t items;

static qn_status on_item(void *user, const qn_item *item, qn_diag *diag) {
  (void)user;
  (void)diag;
  if (++items == 2)
    qn_buffer_append(&found, item->bytes.data, item->bytes.size);
  return qn_ok();
}

static qn_status walk(qn_span file, qn_diag *diag) {
  const qn_limits limits = {1 << 16, 4, 100, 100};
  items = 0;
  qn_buffer_clear(&found);
  return qn_format_walk(file, &limits, on_item, NULL, diag);
}

static void check_round(qn_span image, qn_span attached) {
  qn_buffer whole = {0};
  qn_diag diag = {0};
  CHECK_OK(qn_attach(image, attached, &whole, &diag), &diag);
  CHECK(memcmp(whole.data, image.data, 4) == 0);
  CHECK_OK(walk(qn_buffer_span(&whole), &diag), &diag);
  CHECK_INT(items, 2);
  CHECK(found.size == attached.size &&
        memcmp(found.data, attached.data, attached.size) == 0);
  qn_buffer_finish(&whole);
}

static void build_cubin(qn_buffer *out) {
  static const uint8_t code[] = {1, 2, 3};
  static const elf_part parts[] = {
      {".text.k", 1, 0, 0, 0, 0, {code, sizeof(code)}}};
  const elf_plan plan = {.type = QN_ELF_EXEC,
                         .machine = QN_ELF_MACHINE_CUDA,
                         .parts = parts,
                         .count = 1};
  elf_build(&plan, out);
}

// Every number of bytes in the last line, and several lines.
static void test_rounds(void) {
  uint8_t bytes[200];
  qn_buffer cubin = {0};
  build_cubin(&cubin);
  for (size_t i = 0; i < sizeof(bytes); ++i)
    bytes[i] = (uint8_t)(i * 37 + 1);
  for (size_t size = 1; size <= sizeof(bytes); ++size) {
    check_round(qn_str_span(QN_STR(ptx)), (qn_span){bytes, size});
    check_round(qn_buffer_span(&cubin), (qn_span){bytes, size});
  }
  qn_buffer_finish(&cubin);
}

// A text that ends in NUL, as drivers take it, stays a text.
static void test_nul(void) {
  const qn_span bytes = {(const uint8_t *)"abcd", 4};
  qn_buffer whole = {0};
  qn_diag diag = {0};
  CHECK_OK(qn_attach((qn_span){(const uint8_t *)ptx, sizeof(ptx)}, bytes,
                     &whole, &diag),
           &diag);
  CHECK(!memchr(whole.data, '\0', whole.size));
  qn_buffer_finish(&whole);
}

static void check_damaged(const char *tail, const char *message) {
  qn_buffer text = {0};
  qn_diag diag = {0};
  qn_buffer_printf(&text, "%s\n%s", ptx, tail);
  CHECK(qn_failed(walk(qn_buffer_span(&text), &diag)));
  CHECK(strstr(diag.message, message));
  CHECK_INT(diag.place.offset, sizeof(ptx));
  qn_buffer_finish(&text);
}

static void test_damaged(void) {
  static const char damaged[] = "are damaged";
  check_damaged("// quern.images.1 x\n// QUJD\n", damaged);
  check_damaged("// quern.images.1 4\n// QUJD\n", damaged); // too short
  check_damaged("// quern.images.1 2\n// QUJD\n// QUJD\n", damaged);
  check_damaged("// quern.images.1 3\n// QU*D\n", damaged);
  check_damaged("// quern.images.1 3\nQUJD\n", damaged);
  check_damaged("// quern.images.1 999999999999\n// QUJD\n", damaged);
  qn_buffer large = {0};
  qn_buffer_printf(&large, "// quern.images.1 70000\n");
  for (size_t i = 0; i < 1 << 15; ++i)
    qn_buffer_printf(&large, "// QUJD\n");
  check_damaged(qn_buffer_text(&large), "at most 65536 are allowed");
  qn_buffer_finish(&large);
}

// An image at the greatest depth may not carry others, but is one itself.
static void test_depth(void) {
  const qn_limits limits = {1 << 16, 0, 100, 100};
  const qn_span bytes = {(const uint8_t *)ptx, 60};
  qn_buffer whole = {0};
  qn_diag diag = {0};
  CHECK_OK(
      qn_format_walk(qn_str_span(QN_STR(ptx)), &limits, on_item, NULL, &diag),
      &diag);
  CHECK_OK(qn_attach(qn_str_span(QN_STR(ptx)), bytes, &whole, &diag), &diag);
  CHECK_INT(
      qn_format_walk(qn_buffer_span(&whole), &limits, on_item, NULL, &diag)
          .code,
      QN_E_LIMIT);
  qn_buffer_finish(&whole);
}

static void test_neither(void) {
  qn_buffer whole = {0};
  qn_diag diag = {0};
  const qn_span text = qn_str_span(QN_STR("neither"));
  CHECK(qn_failed(qn_attach(text, text, &whole, &diag)));
  CHECK(strstr(diag.message, "PTX and cubins only"));
  qn_buffer_finish(&whole);
}

int main(void) {
  const qn_span bytes = {(const uint8_t *)ptx, 60};
  qn_buffer whole = {0}, cubin = {0};
  qn_diag diag = {0};
  test_rounds();
  test_nul();
  test_damaged();
  test_neither();
  test_depth();
  CHECK_OK(qn_attach(qn_str_span(QN_STR(ptx)), bytes, &whole, &diag), &diag);
  property_all(walk, qn_buffer_span(&whole), false);
  build_cubin(&cubin);
  qn_buffer_clear(&whole);
  CHECK_OK(qn_attach(qn_buffer_span(&cubin), bytes, &whole, &diag), &diag);
  property_all(walk, qn_buffer_span(&whole), false);
  qn_buffer_finish(&whole);
  qn_buffer_finish(&cubin);
  qn_buffer_finish(&found);
  return 0;
}
