// SPDX-License-Identifier: Apache-2.0
// Types and names of arguments.
#include "package/embed/types.h"

static const qn_embed_number numbers[] = {
    {"bool", "bool", NULL, 1},
    {"int8_t", "i8", "char", 1},
    {"uint8_t", "u8", NULL, 1},
    {"int16_t", "i16", NULL, 2},
    {"uint16_t", "u16", NULL, 2},
    {"int32_t", "i32", NULL, 4},
    {"uint32_t", "u32", NULL, 4},
    {"int64_t", "i64", "long long", 8},
    {"uint64_t", "u64", "unsigned long long", 8},
    {"float", "f32", NULL, 4},
    {"double", "f64", NULL, 8},
};
enum { BOOL, I8, U8, I16, U16, I32, U32, I64, U64, F32, F64 };

const qn_embed_number *qn_embed_number_of(qn_str type) {
  static const struct {
    const char *name;
    unsigned char number;
  } names[] = {
      {"bool", BOOL},
      {"char", I8},
      {"signed char", I8},
      {"unsigned char", U8},
      {"short", I16},
      {"unsigned short", U16},
      {"int", I32},
      {"unsigned int", U32},
      {"unsigned", U32},
      {"long", I64},
      {"unsigned long", U64},
      {"long long", I64},
      {"unsigned long long", U64},
      {"float", F32},
      {"double", F64},
      {"int8_t", I8},
      {"uint8_t", U8},
      {"int16_t", I16},
      {"uint16_t", U16},
      {"int32_t", I32},
      {"uint32_t", U32},
      {"int64_t", I64},
      {"uint64_t", U64},
      {"size_t", U64},
  };
  while (type.size && type.data[type.size - 1] == ' ')
    --type.size;
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
    if (qn_str_equal(type, qn_str_from(names[i].name)))
      return &numbers[names[i].number];
  return NULL;
}

qn_embed_pointer qn_embed_pointer_of(qn_str type) {
  qn_embed_pointer pointer = {0};
  const qn_str constant = QN_STR("const ");
  if (qn_str_starts(type, constant)) {
    pointer.is_const = true;
    type = qn_str_skip(type, constant.size);
  }
  // After the '*' there may be "const" or "__restrict__".
  const size_t star = qn_str_find(type, '*');
  const qn_str behind = qn_str_skip(type, star + 1);
  if (star == type.size || qn_str_find(behind, '*') != behind.size)
    return (qn_embed_pointer){0}; // no pointer, or one to a pointer
  pointer.number = qn_embed_number_of((qn_str){type.data, star});
  return pointer;
}

static bool is_identifier(qn_str name) {
  for (size_t i = 0; i < name.size; ++i) {
    const char c = name.data[i];
    const bool letter =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (!letter && (i == 0 || c < '0' || c > '9'))
      return false;
  }
  return name.size > 0 && !qn_str_starts(name, QN_STR("_")) &&
         !qn_str_ends(name, QN_STR("_"));
}

// Names that the launchers use for themselves.
static bool is_taken(qn_str name) {
  static const char *const taken[] = {"grid",     "block",  "shared", "stream",
                                      "function", "values", "error",  "module"};
  for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); ++i)
    if (qn_str_equal(name, qn_str_from(taken[i])))
      return true;
  return false;
}

void qn_embed_argument_name(const qn_embed_kernel *k, size_t index,
                            qn_buffer *out) {
  const qn_str name = k->arguments[index].name;
  bool good =
      is_identifier(name) && !is_taken(name) && !qn_embed_is_keyword(name);
  for (size_t i = 0; i < k->argument_count && good; ++i)
    good = i == index || !qn_str_equal(k->arguments[i].name, name);
  if (good && !qn_str_starts(name, QN_STR("arg")))
    qn_buffer_append_str(out, name);
  else
    qn_buffer_printf(out, "arg%zu", index);
}

void qn_embed_comment(qn_str text, qn_buffer *out) {
  for (size_t i = 0; i < text.size; ++i) {
    const char c = text.data[i];
    const bool pair =
        i + 1 < text.size && ((c == '*' && text.data[i + 1] == '/') ||
                              (c == '/' && text.data[i + 1] == '*'));
    qn_buffer_u8(out,
                 (uint8_t)c < ' ' || (uint8_t)c >= 0x7f ? '?' : (uint8_t)c);
    if (pair)
      qn_buffer_u8(out, ' ');
  }
  // A backslash at the end would join the next line.
  if (text.size && text.data[text.size - 1] == '\\')
    qn_buffer_u8(out, '.');
}

void qn_embed_string(qn_str text, qn_buffer *out) {
  qn_buffer_u8(out, '"');
  for (size_t i = 0; i < text.size; ++i) {
    const uint8_t c = (uint8_t)text.data[i];
    if (c == '"' || c == '\\')
      qn_buffer_printf(out, "\\%c", c);
    else
      qn_buffer_u8(out, c < ' ' ? '?' : c);
  }
  qn_buffer_u8(out, '"');
}
