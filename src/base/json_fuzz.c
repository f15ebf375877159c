// SPDX-License-Identifier: Apache-2.0
// What parses, printed without its spaces, must parse again to the same value;
// every value must lie within its parent and within the text.
#include "base/json.h"

#include "base/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void print(const qn_json *value, qn_buffer *out) {
  static const char *const words[] = {"null", "false", "true"};
  switch (value->type) {
  case QN_JSON_NULL:
  case QN_JSON_FALSE:
  case QN_JSON_TRUE:
    qn_buffer_append_str(out, qn_str_from(words[value->type]));
    return;
  case QN_JSON_NUMBER:
    qn_buffer_append_str(out, value->text);
    return;
  case QN_JSON_STRING:
    qn_text_json(value->text, out);
    return;
  case QN_JSON_ARRAY:
  case QN_JSON_OBJECT:
    break;
  }
  const bool object = value->type == QN_JSON_OBJECT;
  size_t count = 0;
  qn_buffer_u8(out, object ? '{' : '[');
  for (const qn_json *item = value->first; item; item = item->next) {
    if (count++)
      qn_buffer_u8(out, ',');
    if (object) {
      qn_text_json(item->key, out);
      qn_buffer_u8(out, ':');
    }
    if (item->offset < value->offset ||
        item->offset + item->size > value->offset + value->size)
      __builtin_trap();
    print(item, out);
  }
  if (count != value->count)
    __builtin_trap();
  qn_buffer_u8(out, object ? '}' : ']');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  qn_arena arena = {0};
  qn_diag diag = {0};
  const qn_json *root, *again;
  const qn_span text = {data, size};
  const qn_status status = qn_json_parse(text, &arena, &root, &diag);
  if (qn_failed(status) != (diag.message[0] != 0))
    __builtin_trap();
  if (qn_failed(status) && (!diag.place.line || diag.place.offset > size))
    __builtin_trap();
  qn_buffer first = {0}, second = {0};
  if (!qn_failed(status)) {
    print(root, &first);
    if (qn_failed(qn_json_parse(qn_buffer_span(&first), &arena, &again, NULL)))
      __builtin_trap();
    print(again, &second);
    if (!qn_str_equal(qn_buffer_str(&first), qn_buffer_str(&second)))
      __builtin_trap();
  }
  qn_buffer_finish(&first);
  qn_buffer_finish(&second);
  qn_arena_finish(&arena);
  return 0;
}
