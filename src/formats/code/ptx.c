// SPDX-License-Identifier: Apache-2.0
#include "formats/code/ptx.h"

#include <inttypes.h>

#include "base/alloc.h"
#include "formats/code/attached.h"
#include "formats/core/format.h"

enum {
  PARAM_SIZE_MAX = 1 << 24, // bytes of one parameter; hardware takes 32 KiB
  PARAMS_MAX = 1 << 16,
};

// ---- Tokens: words (which may contain '.', '$' and '%'), quoted strings, and
// single characters. Comments and white space are skipped.

typedef struct token {
  qn_str text; // empty at the end
  bool word;
} token;

typedef struct scanner {
  qn_str in;
  size_t at;
} scanner;

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$' || c == '%';
}

static bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' ||
         c == '\v' || c == '\0';
}

// Skips one comment; false when there is none.
static bool skip_comment(scanner *s) {
  if (s->at + 1 >= s->in.size || s->in.data[s->at] != '/')
    return false;
  const char kind = s->in.data[s->at + 1];
  if (kind == '/') {
    s->at += qn_str_find(qn_str_skip(s->in, s->at), '\n');
    return true;
  }
  if (kind != '*')
    return false;
  s->at += 2;
  while (s->at < s->in.size) {
    s->at += qn_str_find(qn_str_skip(s->in, s->at), '*');
    if (s->at < s->in.size)
      ++s->at;
    if (s->at < s->in.size && s->in.data[s->at] == '/') {
      ++s->at;
      return true;
    }
  }
  return true;
}

static token next_token(scanner *s) {
  for (;;) {
    while (s->at < s->in.size && is_space(s->in.data[s->at]))
      ++s->at;
    if (!skip_comment(s))
      break;
  }
  if (s->at >= s->in.size)
    return (token){0};
  const size_t start = s->at++;
  token t = {.word = is_word(s->in.data[start])};
  if (t.word)
    while (s->at < s->in.size && is_word(s->in.data[s->at]))
      ++s->at;
  else if (s->in.data[start] == '"') {
    s->at += qn_str_find(qn_str_skip(s->in, s->at), '"');
    s->at += s->at < s->in.size;
  }
  t.text = (qn_str){s->in.data + start, s->at - start};
  return t;
}

static bool is_char(token t, char c) {
  return t.text.size == 1 && t.text.data[0] == c;
}

static bool token_is(token t, const char *text) {
  return qn_str_equal(t.text, qn_str_from(text));
}

// A decimal or hexadecimal number, saturating; 0 when the token is not one.
static uint64_t number_of(token t) {
  uint64_t value = 0;
  const bool hex = qn_str_starts(t.text, QN_STR("0x"));
  for (size_t i = hex ? 2 : 0; i < t.text.size; ++i) {
    const char c = t.text.data[i];
    const uint64_t digit =
        c >= '0' && c <= '9'          ? (uint64_t)(c - '0')
        : hex && c >= 'a' && c <= 'f' ? (uint64_t)(c - 'a' + 10)
        : hex && c >= 'A' && c <= 'F' ? (uint64_t)(c - 'A' + 10)
                                      : 99;
    if (digit == 99)
      break;
    if (__builtin_mul_overflow(value, hex ? 16 : 10, &value) ||
        __builtin_add_overflow(value, digit, &value))
      return UINT64_MAX;
  }
  return value;
}

static qn_status fail_at(const scanner *s, uint64_t origin, qn_diag *diag,
                         const char *what) {
  const qn_span text = qn_str_span(s->in);
  qn_place place = qn_place_text(text, s->at, 0);
  place.offset += origin;
  return qn_fail(diag, QN_E_MALFORMED, place, "PTX: %s", what);
}

// ---- Parameters

typedef struct param_type {
  const char *name;
  uint8_t size;
  qn_ptx_kind kind;
} param_type;

static const param_type param_types[] = {
    {".u64", 8, QN_PTX_VALUE},       {".u32", 4, QN_PTX_VALUE},
    {".b8", 1, QN_PTX_VALUE},        {".f32", 4, QN_PTX_VALUE},
    {".b64", 8, QN_PTX_VALUE},       {".b32", 4, QN_PTX_VALUE},
    {".f64", 8, QN_PTX_VALUE},       {".s32", 4, QN_PTX_VALUE},
    {".s64", 8, QN_PTX_VALUE},       {".u16", 2, QN_PTX_VALUE},
    {".u8", 1, QN_PTX_VALUE},        {".s8", 1, QN_PTX_VALUE},
    {".s16", 2, QN_PTX_VALUE},       {".b16", 2, QN_PTX_VALUE},
    {".f16", 2, QN_PTX_VALUE},       {".f16x2", 4, QN_PTX_VALUE},
    {".bf16", 2, QN_PTX_VALUE},      {".bf16x2", 4, QN_PTX_VALUE},
    {".b128", 16, QN_PTX_VALUE},     {".texref", 8, QN_PTX_TEXTURE},
    {".surfref", 8, QN_PTX_TEXTURE}, {".samplerref", 8, QN_PTX_SAMPLER},
};

static const param_type *find_type(token t) {
  for (size_t i = 0; i < sizeof(param_types) / sizeof(param_types[0]); ++i)
    if (token_is(t, param_types[i].name))
      return &param_types[i];
  return NULL;
}

static bool is_space_name(token t) {
  return token_is(t, ".global") || token_is(t, ".shared") ||
         token_is(t, ".const") || token_is(t, ".local");
}

typedef struct param_reader {
  scanner *s;
  uint64_t origin;
  qn_ptx_param param;
  uint64_t element, count; // bytes and number of elements
  bool pointer;
} param_reader;

// The rest of "[N]" after the '['. Several dimensions multiply.
static bool read_extent(param_reader *r) {
  const uint64_t extent = number_of(next_token(r->s));
  if (extent > PARAM_SIZE_MAX ||
      __builtin_mul_overflow(r->count, extent, &r->count) ||
      r->count > PARAM_SIZE_MAX)
    return false;
  return is_char(next_token(r->s), ']');
}

// A word of a declaration that begins with '.'.
static bool read_attribute(param_reader *r, token t) {
  const param_type *type = find_type(t);
  if (type) {
    r->param.type = qn_str_skip(t.text, 1);
    r->element = type->size;
    r->param.kind = type->kind;
  } else if (token_is(t, ".align")) {
    const uint64_t alignment = number_of(next_token(r->s));
    if (alignment == 0 || alignment > PARAM_SIZE_MAX ||
        (alignment & (alignment - 1)))
      return false;
    if (!r->pointer) // else it is that of the pointee
      r->param.alignment = alignment;
  } else if (token_is(t, ".ptr")) {
    r->pointer = true;
  } else if (is_space_name(t)) {
    r->param.space = qn_str_skip(t.text, 1);
  } else if (token_is(t, ".v2") || token_is(t, ".v4")) {
    r->count *= t.text.data[2] == '2' ? 2 : 4;
  }
  return true;
}

// Reads up to ',' or ')', which becomes `*out_end`.
static qn_status read_param(param_reader *r, token *out_end, qn_diag *diag) {
  r->param = (qn_ptx_param){0};
  r->element = 0;
  r->count = 1;
  r->pointer = false;
  for (;;) {
    const token t = next_token(r->s);
    bool ok = t.text.size != 0;
    if (is_char(t, ',') || is_char(t, ')')) {
      *out_end = t;
      break;
    }
    if (t.word && t.text.data[0] == '.')
      ok = read_attribute(r, t);
    else if (t.word)
      r->param.name = t.text;
    else if (is_char(t, '['))
      ok = read_extent(r);
    if (!ok)
      return fail_at(r->s, r->origin, diag, "parameter is not understood");
  }
  if (r->element == 0 || r->param.name.size == 0)
    return fail_at(r->s, r->origin, diag, "parameter without type or name");
  r->param.size = r->element * r->count;
  if (r->param.alignment == 0)
    r->param.alignment = r->element;
  if (r->pointer)
    r->param.kind = QN_PTX_POINTER;
  return qn_ok();
}

// The parameter list after the '('.
static qn_status read_params(scanner *s, uint64_t origin, qn_arena *arena,
                             qn_ptx_entry *entry, qn_diag *diag) {
  size_t capacity = 0;
  scanner ahead = *s;
  if (is_char(next_token(&ahead), ')')) {
    *s = ahead;
    return qn_ok();
  }
  param_reader r = {.s = s, .origin = origin};
  for (;;) {
    token end = {0};
    QN_TRY(read_param(&r, &end, diag));
    if (entry->param_count == PARAMS_MAX)
      return fail_at(s, origin, diag, "an entry has too many parameters");
    qn_ptx_param *grown = qn_arena_grow(
        arena, entry->params, entry->param_count, &capacity, sizeof(*grown));
    if (!grown)
      return qn_fail_memory(diag, "the parameters");
    entry->params = grown;
    r.param.offset = qn_align_up(entry->params_size, r.param.alignment);
    entry->params_size = r.param.offset + r.param.size;
    grown[entry->param_count++] = r.param;
    if (is_char(end, ')'))
      return qn_ok();
  }
}

// ---- Entries

// Up to three numbers separated by commas; 1 for those not given.
static void read_triple(scanner *s, uint32_t out[3]) {
  out[0] = out[1] = out[2] = 1;
  for (size_t i = 0; i < 3; ++i) {
    const uint64_t value = number_of(next_token(s));
    out[i] = value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
    scanner ahead = *s;
    if (!is_char(next_token(&ahead), ','))
      return;
    *s = ahead;
  }
}

// Skips a body whose '{' has been read.
static void skip_body(scanner *s) {
  for (size_t depth = 1; depth > 0;) {
    const token t = next_token(s);
    if (t.text.size == 0)
      return;
    depth += is_char(t, '{');
    depth -= is_char(t, '}');
  }
}

// The product of up to three numbers.
static uint64_t read_product(scanner *s) {
  uint32_t sizes[3];
  uint64_t product;
  read_triple(s, sizes);
  if (__builtin_mul_overflow((uint64_t)sizes[0] * sizes[1], sizes[2], &product))
    product = UINT64_MAX;
  return product;
}

// The directives between the parameters and the body.
static void read_directives(scanner *s, qn_ptx_entry *entry) {
  for (;;) {
    const scanner before = *s;
    const token t = next_token(s);
    if (t.text.size == 0 || is_char(t, '{') || is_char(t, ';')) {
      *s = before;
      return;
    }
    if (token_is(t, ".maxntid")) {
      entry->max_threads = read_product(s);
    } else if (token_is(t, ".reqnctapercluster")) {
      entry->cluster = read_product(s);
    } else if (token_is(t, ".maxclusterrank")) {
      entry->cluster_max = read_product(s);
    } else if (token_is(t, ".minnctapersm")) {
      entry->min_groups = read_product(s);
    } else if (token_is(t, ".reqntid")) {
      read_triple(s, entry->required);
    }
  }
}

static qn_status read_entry(scanner *s, uint64_t origin, qn_arena *arena,
                            qn_ptx_entry *entry, qn_diag *diag) {
  const token name = next_token(s);
  if (!name.word)
    return fail_at(s, origin, diag, "an entry without a name");
  entry->name = name.text;
  scanner ahead = *s;
  if (is_char(next_token(&ahead), '(')) {
    *s = ahead;
    QN_TRY(read_params(s, origin, arena, entry, diag));
  }
  read_directives(s, entry);
  return qn_ok();
}

static qn_status add_entry(scanner *s, uint64_t origin, qn_arena *arena,
                           qn_ptx *ptx, size_t *capacity, qn_diag *diag) {
  qn_ptx_entry *grown = qn_arena_grow(arena, ptx->entries, ptx->entry_count,
                                      capacity, sizeof(*grown));
  if (!grown)
    return qn_fail_memory(diag, "the entries");
  ptx->entries = grown;
  qn_ptx_entry entry = {0};
  QN_TRY(read_entry(s, origin, arena, &entry, diag));
  grown[ptx->entry_count++] = entry;
  return qn_ok();
}

qn_status qn_ptx_read(qn_span text, uint64_t origin, qn_arena *arena,
                      qn_ptx *out_ptx, qn_diag *diag) {
  scanner s = {.in = qn_span_str(text)};
  qn_ptx ptx = {0};
  size_t capacity = 0;
  for (token t = next_token(&s); t.text.size; t = next_token(&s)) {
    if (is_char(t, '{'))
      skip_body(&s);
    else if (token_is(t, ".version"))
      ptx.version = next_token(&s).text;
    else if (token_is(t, ".target"))
      ptx.target = next_token(&s).text;
    else if (token_is(t, ".address_size"))
      ptx.address_size = (unsigned)(number_of(next_token(&s)) & 0xff);
    else if (token_is(t, ".entry"))
      QN_TRY(add_entry(&s, origin, arena, &ptx, &capacity, diag));
  }
  if (!ptx.version.size || !ptx.target.size)
    return qn_fail(diag, QN_E_MALFORMED, (qn_place){origin, 0, NULL},
                   "PTX without .version and .target");
  *out_ptx = ptx;
  return qn_ok();
}

// ---- Arrays

// Reads "[SIZE] = { numbers }".
static qn_status read_array(scanner *s, qn_arena *arena, qn_span *out_bytes,
                            qn_diag *diag) {
  if (!is_char(next_token(s), '['))
    return fail_at(s, 0, diag, "array without a size");
  const uint64_t size = number_of(next_token(s));
  // Each element takes at least two characters, including its comma.
  if (size > (s->in.size - s->at) / 2 + 1 || !is_char(next_token(s), ']') ||
      !is_char(next_token(s), '=') || !is_char(next_token(s), '{'))
    return fail_at(s, 0, diag, "array without initial values");
  uint8_t *bytes = qn_arena_alloc(arena, (size_t)size, 1);
  if (!bytes)
    return qn_fail_memory(diag, "the array");
  size_t count = 0;
  for (;;) {
    const token t = next_token(s);
    if (is_char(t, '}'))
      break;
    if (is_char(t, ','))
      continue;
    if (!t.word || count == size)
      return fail_at(s, 0, diag, "array with other values than numbers");
    bytes[count++] = (uint8_t)(number_of(t) & 0xff);
  }
  *out_bytes = (qn_span){bytes, (size_t)size};
  return qn_ok();
}

qn_status qn_ptx_find_bytes(qn_span text, qn_str prefix, qn_arena *arena,
                            qn_span *out_bytes, qn_diag *diag) {
  scanner s = {.in = qn_span_str(text)};
  for (token t = next_token(&s); t.text.size; t = next_token(&s)) {
    if (is_char(t, '{'))
      skip_body(&s);
    else if (t.word && qn_str_starts(t.text, prefix))
      return read_array(&s, arena, out_bytes, diag);
  }
  return qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE, "no such array in the PTX");
}

// ---- The format

// PTX has no magic: its first word, apart from comments, is ".version".
bool qn_ptx_probe(qn_span bytes) {
  enum { LOOKED_AT = 1 << 16 };
  qn_str head = qn_span_str(bytes);
  head.size = head.size < LOOKED_AT ? head.size : LOOKED_AT;
  scanner s = {.in = head};
  return token_is(next_token(&s), ".version");
}

const qn_format qn_format_ptx = {
    .name = "ptx",
    .summary = "NVIDIA PTX text",
    .plural = "PTX",
    .extension = ".ptx",
    .text_starts = "./ \n\r\t",
    .probe = qn_ptx_probe,
    .walk = qn_attached_walk_ptx,
    .is_image = true,
};
