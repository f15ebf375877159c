// SPDX-License-Identifier: Apache-2.0
#include "base/digest.h"
#include "base/map.h"
#include "base/out.h"
#include "base/text.h"
#include "support/bench.h"

enum { KEYS = 100000, ROWS = 1000, TEXT_SIZE = 1 << 20 };

static qn_map map;
static uint64_t sum;
static uint8_t text[TEXT_SIZE];
static qn_buffer out;

static void put_all(void *user) {
  (void)user;
  qn_map_finish(&map);
  for (uint64_t key = 0; key < KEYS; ++key)
    if (qn_failed(
            qn_map_put(&map, key * UINT64_C(0x9e3779b97f4a7c15), key, NULL)))
      abort();
}

static void find_all(void *user) {
  (void)user;
  for (uint64_t key = 0; key < KEYS; ++key)
    sum += *qn_map_find(&map, key * UINT64_C(0x9e3779b97f4a7c15));
}

static void write_rows(void *user) {
  static const qn_column columns[] = {
      {"name", NULL, false}, {"offset", NULL, true}, {"size", NULL, true}};
  const qn_out_format *format = user;
  qn_out *o = qn_out_create(&(qn_out_params){.format = *format, .fd = -1});
  qn_out_begin(o, NULL);
  qn_out_begin_table(o, "rows", columns, 3);
  for (uint64_t i = 0; i < ROWS; ++i) {
    qn_out_begin_line(o, NULL);
    qn_out_text(o, "name", "_Z9some_kernelILi256EfEvPKT0_PS0_i");
    qn_out_hex(o, "offset", 4096 * i);
    qn_out_uint(o, "size", 7 * i);
    qn_out_end(o);
  }
  qn_out_end_table(o);
  qn_out_end(o);
  if (qn_failed(qn_out_finish(o, NULL)))
    abort();
  qn_out_destroy(&o);
}

static void escape(void *user) {
  (void)user;
  qn_buffer_clear(&out);
  qn_text_json((qn_str){(const char *)text, TEXT_SIZE}, &out);
}

static void digest(void *user) {
  (void)user;
  uint8_t result[QN_SHA256_SIZE];
  qn_sha256((qn_span){text, TEXT_SIZE}, result);
  sum += result[0];
}

int main(void) {
  qn_out_format formats[] = {QN_OUT_TEXT, QN_OUT_JSON, QN_OUT_JSONL};
  memset(text, 'a', sizeof(text));
  bench("map.put", put_all, NULL, KEYS, "items");
  bench("map.find", find_all, NULL, KEYS, "items");
  bench("out.text", write_rows, &formats[0], ROWS, "rows");
  bench("out.json", write_rows, &formats[1], ROWS, "rows");
  bench("out.jsonl", write_rows, &formats[2], ROWS, "rows");
  bench("text.json", escape, NULL, 1.048576, "MB");
  bench("digest.sha256", digest, NULL, 1.048576, "MB");
  qn_map_finish(&map);
  qn_buffer_finish(&out);
  return sum == 0;
}
