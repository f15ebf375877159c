// SPDX-License-Identifier: Apache-2.0
#include "runtime/backends/spirv/print.h"

#include "support/test.h"

static qn_buffer record;

static void begin(const char *format, uint32_t arguments) {
  qn_buffer_clear(&record);
  qn_buffer_u32(&record, 0);
  qn_buffer_u32(&record, 1);
  qn_buffer_u32(&record, (uint32_t)strlen(format));
  qn_buffer_u32(&record, arguments);
  qn_buffer_append(&record, format, strlen(format));
  qn_buffer_align(&record, 8);
}
static void add_real(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof(bits));
  qn_buffer_u64(&record, bits);
}
static void add_text(const char *text) {
  qn_buffer_u64(&record, strlen(text));
  qn_buffer_append(&record, text, strlen(text));
  qn_buffer_align(&record, 8);
}

static void expect(const char *text) {
  qn_buffer out = {0};
  qn_spirv_print(qn_buffer_span(&record), &out);
  CHECK_TEXT(qn_buffer_text(&out), text);
  qn_buffer_finish(&out);
}

static void test_numbers(void) {
  begin("[%d %5d|%-5d|%05d] %u %x %#X %o %lld %llu %hhd %hu%%\n", 12);
  qn_buffer_u64(&record, (uint64_t)-1);
  qn_buffer_u64(&record, 42);
  qn_buffer_u64(&record, 42);
  qn_buffer_u64(&record, 42);
  qn_buffer_u64(&record, UINT64_MAX); // of 32 bits
  qn_buffer_u64(&record, 255);
  qn_buffer_u64(&record, 255);
  qn_buffer_u64(&record, 8);
  qn_buffer_u64(&record, (uint64_t)INT64_MIN);
  qn_buffer_u64(&record, UINT64_MAX);
  qn_buffer_u64(&record, 255);
  qn_buffer_u64(&record, 65537);
  expect("[-1    42|42   |00042] 4294967295 ff 0XFF 10 -9223372036854775808 "
         "18446744073709551615 -1 1%\n");
}

static void test_reals_and_texts(void) {
  begin("%f %.3e %g %a|%s|%8s|%.2s|%-4s|%c%p", 10);
  add_real(1.5);
  add_real(12345.678);
  add_real(0.1);
  add_real(1);
  add_text("text of more than eight bytes");
  add_text("right");
  add_text("cut");
  add_text("");
  qn_buffer_u64(&record, 'z');
  qn_buffer_u64(&record, 16);
  expect("1.500000 1.235e+04 0.1 0x1p+0|text of more than eight bytes|   "
         "right|cu|    |z0x10");
  begin("%s%*d%.*f", 4);
  qn_buffer_u64(&record, UINT64_MAX); // NULL
  qn_buffer_u64(&record, 6);
  qn_buffer_u64(&record, 7);
  qn_buffer_u64(&record, 1);
  add_real(2.25);
  expect("(null)     72.2");
}

// No prefix of a record makes it read beyond its end, and every byte may be
// any.
static void test_damage(void) {
  begin("%d%s%5.5s%lld%f", 5);
  qn_buffer_u64(&record, 1);
  add_text("abc");
  add_text("defghijkl");
  qn_buffer_u64(&record, 2);
  add_real(3);
  for (size_t size = 0; size <= record.size; ++size) {
    qn_buffer out = {0};
    uint8_t *exact = malloc(size + 1);
    memcpy(exact, record.data, size);
    qn_spirv_print((qn_span){exact, size}, &out);
    free(exact);
    qn_buffer_finish(&out);
  }
  for (size_t at = 8; at < record.size; ++at)
    for (int bit = 0; bit < 8; ++bit) {
      qn_buffer out = {0};
      record.data[at] ^= (uint8_t)(1 << bit);
      qn_spirv_print(qn_buffer_span(&record), &out);
      record.data[at] ^= (uint8_t)(1 << bit);
      qn_buffer_finish(&out);
    }
}

int main(void) {
  test_numbers();
  test_reals_and_texts();
  test_damage();
  qn_buffer_finish(&record);
  return 0;
}
