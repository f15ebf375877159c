// SPDX-License-Identifier: Apache-2.0
// The JSON view of a context, for people and for other programs.
#include "metadata/md/md.h"

#include "base/alloc.h"

static const char *format_name(md_fmt format) {
  return format == MD_FMT_MSGPACK ? "msgpack" : "raw";
}

static const char *encoding_name(md_enc encoding) {
  return encoding == MD_ENC_ZLIB ? "zlib" : "none";
}

// Bytes in hexadecimal, as {"bytes": "..."}, to be distinct from text.
static void print_bytes(md_value value, qn_out *out, const char *key) {
  static const char hex[] = "0123456789abcdef";
  const uint8_t *bytes = (const uint8_t *)qn_md_text_of(value);
  qn_buffer digits = {0};
  for (size_t i = 0; i < value->u.text.size; ++i) {
    qn_buffer_u8(&digits, (uint8_t)hex[bytes[i] >> 4]);
    qn_buffer_u8(&digits, (uint8_t)hex[bytes[i] & 15]);
  }
  qn_out_begin(out, key);
  qn_out_str(out, "bytes", qn_buffer_str(&digits));
  qn_out_end(out);
  qn_buffer_finish(&digits);
}

// The nesting that qn_out supports is for documents, not for data: values
// nested deeper are replaced by a marker.
enum { SHOWN_DEPTH = 6 };

static void print_value(md_value value, qn_out *out, const char *key,
                        unsigned depth);

// Whether all keys are strings that can be keys of a JSON object.
static bool is_object(md_value table) {
  for (size_t i = 0; i < table->u.list.count; i += 2) {
    md_value key = table->u.list.items[i];
    if (key->type != MD_TYPE_ZSTR ||
        strlen(qn_md_text_of(key)) != key->u.text.size)
      return false;
  }
  return true;
}

static void print_table(md_value table, qn_out *out, const char *key,
                        unsigned depth) {
  md_value *items = table->u.list.items;
  if (is_object(table)) {
    qn_out_begin(out, key);
    for (size_t i = 0; i < table->u.list.count; i += 2)
      print_value(items[i + 1], out, qn_md_text_of(items[i]), depth + 1);
    qn_out_end(out);
    return;
  }
  qn_out_begin(out, key);
  qn_out_begin_array(out, "pairs");
  for (size_t i = 0; i < table->u.list.count; i += 2) {
    qn_out_begin(out, NULL);
    print_value(items[i], out, "key", depth + 1);
    print_value(items[i + 1], out, "value", depth + 1);
    qn_out_end(out);
  }
  qn_out_end_array(out);
  qn_out_end(out);
}

static void print_number(md_value value, qn_out *out, const char *key) {
  if (value->spelling == QN_MD_NIL)
    qn_out_null(out, key);
  else if (value->spelling == QN_MD_BOOL)
    qn_out_bool(out, key, qn_md_uint_of(value) != 0);
  else if (value->type == MD_TYPE_REAL)
    qn_out_real(out, key, qn_md_real_of(value));
  else if (value->type == MD_TYPE_SINT)
    qn_out_int(out, key, (int64_t)qn_md_uint_of(value));
  else
    qn_out_uint(out, key, qn_md_uint_of(value));
}

static void print_value(md_value value, qn_out *out, const char *key,
                        unsigned depth) {
  switch ((md_value_type)value->type) {
  case MD_TYPE_ZSTR:
    qn_out_str(out, key, (qn_str){qn_md_text_of(value), value->u.text.size});
    return;
  case MD_TYPE_BYTESTR:
    print_bytes(value, out, key);
    return;
  case MD_TYPE_ARRAY:
  case MD_TYPE_HASH:
    if (depth > SHOWN_DEPTH) {
      qn_out_str(out, key, QN_STR("nested too deep to show"));
    } else if (value->type == MD_TYPE_HASH) {
      print_table(value, out, key, depth);
    } else {
      qn_out_begin_array(out, key);
      for (size_t i = 0; i < value->u.list.count; ++i)
        print_value(value->u.list.items[i], out, NULL, depth + 1);
      qn_out_end_array(out);
    }
    return;
  default:
    print_number(value, out, key);
  }
}

static void print_field(qn_out *out, const quern_md_field *field,
                        const void *at) {
  union {
    uint64_t bits;
    double real;
    const char *text;
  } value;
  memcpy(&value, at, sizeof(value));
  if (field->type == 'z')
    qn_out_text(out, field->name, value.text);
  else if (field->type == 'f')
    qn_out_real(out, field->name, value.real);
  else if (field->type == 'i')
    qn_out_int(out, field->name, (int64_t)value.bits);
  else
    qn_out_uint(out, field->name, value.bits);
}

// Prints the records of a block whose handler is known and describes all of it
// by fields; false, with nothing printed, when the block has another layout.
static bool print_records(md_stack block, qn_out *out) {
  const quern_md_handler *h = quern_md_handler_of(block->name);
  if (!h || h->read)
    return false;
  void *record = qn_alloc(h->record_size);
  bool good = record != NULL;
  for (int dry = 1; dry >= 0 && good; --dry) {
    quern_md_records *r = quern_md_records_open(block->ctx, &h, 1);
    if (!dry)
      qn_out_begin_array(out, "records");
    int got = r ? 1 : MD_E_OOM;
    while (got == 1) {
      got = quern_md_records_read(r, &record);
      for (size_t i = 0; got == 1 && !dry && i < h->field_count; ++i) {
        if (i == 0)
          qn_out_begin(out, NULL);
        print_field(out, &h->fields[i],
                    (const char *)record + h->fields[i].offset);
        if (i + 1 == h->field_count)
          qn_out_end(out);
      }
    }
    if (!dry)
      qn_out_end_array(out);
    good = got == 0;
    quern_md_records_close(r);
  }
  qn_free(record);
  return good;
}

void qn_md_print(md_ctx ctx, qn_out *out) {
  qn_out_text(out, "endianness", ctx->endianness == MD_BIG ? "big" : "little");
  qn_out_begin_array(out, "blocks");
  for (md_stack block = ctx->first; block; block = block->next) {
    qn_out_begin(out, NULL);
    qn_out_text(out, "name", block->name);
    qn_out_text(out, "format", format_name(block->format));
    qn_out_text(out, "encoding", encoding_name(block->encoding));
    if (!print_records(block, out)) {
      qn_out_begin_array(out, "values");
      for (size_t i = 0; i < block->count; ++i)
        print_value(block->items[i], out, NULL, 0);
      qn_out_end_array(out);
    }
    qn_out_end(out);
  }
  qn_out_end_array(out);
}

int quern_md_json(md_ctx ctx, char **out_text, size_t *out_size) {
  const qn_out_params params = {.format = QN_OUT_JSON, .fd = -1};
  qn_out *out = qn_out_create(&params);
  qn_out_begin(out, NULL);
  qn_out_text(out, "schema", "quern.metadata/1");
  qn_md_print(ctx, out);
  qn_out_end(out);
  int result = qn_failed(qn_out_finish(out, NULL)) ? MD_E_OOM : MD_SUCCESS;
  if (result == MD_SUCCESS) {
    const qn_str text = qn_out_memory(out);
    char *copy = qn_md_alloc(ctx, text.size + 1);
    if (copy) {
      memcpy(copy, text.data, text.size);
      copy[text.size] = '\0';
      *out_text = copy;
      *out_size = text.size;
    } else {
      result = MD_E_OOM;
    }
  }
  qn_out_destroy(&out);
  return result;
}
