// SPDX-License-Identifier: Apache-2.0
#include "formats/encoding/msgpack.h"

#include "support/property.h"

static qn_status read_all(qn_span bytes, qn_diag *diag) {
  qn_msgpack m = qn_msgpack_over(bytes, 0);
  qn_msgpack_skip(&m, NULL);
  QN_TRY(qn_msgpack_finish(&m, diag));
  if (!qn_msgpack_at_end(&m))
    return qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE, "bytes after the value");
  return qn_ok();
}

static void test_written(void) {
  qn_buffer b = {0};
  qn_msgpack_put_map(&b, 3);
  qn_msgpack_put_str(&b, QN_STR("n"));
  qn_msgpack_put_uint(&b, 300);
  qn_msgpack_put_str(&b, QN_STR("list"));
  qn_msgpack_put_array(&b, 4);
  qn_msgpack_put_sint(&b, -5);
  qn_msgpack_put_real(&b, 1.5);
  qn_msgpack_put_bool(&b, true);
  qn_msgpack_put_nil(&b);
  qn_msgpack_put_str(&b, QN_STR("raw"));
  qn_msgpack_put_bytes(&b, (qn_span){(const uint8_t *)"\0\1", 2});
  // Fixed widths: the same values always give the same bytes.
  CHECK(memcmp(b.data, "\xde\0\3\xda\0\1n\xcf\0\0\0\0\0\0\1\x2c", 16) == 0);
  CHECK(!b.failed);

  qn_msgpack m = qn_msgpack_over(qn_buffer_span(&b), 0);
  static const char *const keys[] = {"list", "n", "raw"};
  uint64_t seen = 0;
  CHECK_INT(qn_msgpack_map(&m, "map"), 3);
  CHECK_INT(qn_msgpack_key(&m, keys, 3, &seen), 1);
  CHECK_INT(qn_msgpack_uint(&m, "n"), 300);
  CHECK_INT(qn_msgpack_key(&m, keys, 3, &seen), 0);
  CHECK_INT(qn_msgpack_array(&m, "list"), 4);
  CHECK_INT((int64_t)qn_msgpack_next(&m).number, -5);
  const qn_msgpack_item real = qn_msgpack_next(&m);
  double value;
  memcpy(&value, &real.number, sizeof(value));
  CHECK(real.kind == QN_MSGPACK_REAL && value == 1.5);
  CHECK(qn_msgpack_bool(&m, "bool"));
  CHECK_INT(qn_msgpack_next(&m).kind, QN_MSGPACK_NIL);
  CHECK_INT(qn_msgpack_key(&m, keys, 3, &seen), 2);
  CHECK_INT(qn_msgpack_next(&m).bytes.size, 2);
  CHECK(qn_msgpack_at_end(&m) && !qn_msgpack_failed(&m));
  property_all(read_all, qn_buffer_span(&b), true);
  qn_buffer_finish(&b);
}

static void check_refused(const char *bytes, size_t size) {
  CHECK_INT(property_read(read_all, (const uint8_t *)bytes, size),
            QN_E_MALFORMED);
}
#define REFUSED(literal) check_refused(literal, sizeof(literal) - 1)

static void test_hostile(void) {
  REFUSED("\xdd\xff\xff\xff\xff"); // an array that claims 4 billion elements
  REFUSED("\xdf\xff\xff\xff\xff");
  REFUSED("\xc6\xff\xff\xff\xff");
  REFUSED("\xc1");
  REFUSED("");
  REFUSED("\x82\xa1k\x01\xa1k"); // a map without its last value
  // A million nested arrays need neither stack nor memory.
  enum { DEEP = 1000000 };
  uint8_t *deep = malloc(DEEP + 1);
  CHECK(deep);
  memset(deep, 0x91, DEEP);
  deep[DEEP] = 0xc0;
  CHECK_INT(property_read(read_all, deep, DEEP + 1), QN_OK);
  CHECK_INT(property_read(read_all, deep, DEEP), QN_E_MALFORMED);
  free(deep);
  // A duplicate key.
  qn_msgpack m =
      qn_msgpack_over((qn_span){(const uint8_t *)"\xa1n\xa1n", 4}, 0);
  static const char *const keys[] = {"n"};
  uint64_t seen = 0;
  CHECK_INT(qn_msgpack_key(&m, keys, 1, &seen), 0);
  (void)qn_msgpack_key(&m, keys, 1, &seen);
  CHECK(qn_msgpack_failed(&m));
}

// All short forms, which we read but do not write.
static void test_short_forms(void) {
  static const char bytes[] = "\x9c\x05\xff\xa2hi\x91\xc3\x81\x01\x02\xcc\xff"
                              "\xcd\1\0\xce\0\1\0\0\xd0\x80\xd1\xff\0\xd4\1\2"
                              "\xca\x3f\xc0\0\0";
  CHECK_INT(property_read(read_all, (const uint8_t *)bytes, sizeof(bytes) - 1),
            QN_OK);
}

int main(void) {
  test_written();
  test_short_forms();
  test_hostile();
  return 0;
}
