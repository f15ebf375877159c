// SPDX-License-Identifier: Apache-2.0
#include "package/ggml/tensor.h"

#include <inttypes.h>
#include <string.h>

#include "base/suggestion.h"
#include "base/text.h"

#define SHAPE "(dim0,dim1,dim2,dim3)/dtype"

// Maximum number of elements, strides included: the bytes then fit in 63 bits.
static const int64_t COUNT_MAX = INT64_C(1) << 56;

static const qn_tensor_info infos[] = {
#define QN_TENSOR_TYPE(id, size, block, kind)                                  \
  {#id, size, block, QN_TENSOR_##kind},
#include "package/ggml/tensor_types.def"
#undef QN_TENSOR_TYPE
};

const qn_tensor_info *qn_tensor_info_of(qn_tensor_type type) {
  return &infos[type];
}

// ---- Reading

static qn_str trim(qn_str text) {
  while (text.size && strchr(" \t", text.data[0]))
    text = qn_str_skip(text, 1);
  while (text.size && strchr(" \t", text.data[text.size - 1]))
    --text.size;
  return text;
}

// The offset and size of `part` within `whole`.
static qn_place within(qn_str whole, qn_str part) {
  return (qn_place){.offset = (uint64_t)(part.data - whole.data),
                    .size = part.size,
                    .line = 1,
                    .column = (uint32_t)(part.data - whole.data) + 1};
}

static qn_status fail_number(qn_str text, qn_str word, const char *what,
                             qn_diag *diag) {
  int64_t value;
  const bool number = qn_text_int(word, &value);
  const qn_status status = qn_fail(diag, QN_E_ARGUMENT, within(text, word),
                                   "%s '%.*s' %s", what, QN_STR_ARG(word),
                                   !word.size   ? "is missing"
                                   : !number    ? "is not an integer that fits"
                                   : value == 0 ? "is zero"
                                   : value < 0  ? "is negative"
                                                : "is too large");
  qn_diag_hint(diag, "%ss are whole numbers from 1 to 2^56.",
               strcmp(what, "dimension") == 0 ? "Dimension" : "Stride");
  return status;
}

// Parses "(1,2,3,4)" into four numbers: a shape or strides.
static qn_status parse_four(qn_str text, qn_str part, bool is_shape,
                            int64_t out[QN_TENSOR_DIMS], qn_diag *diag) {
  const char *name = is_shape ? "Shape" : "Stride";
  const char *lower = is_shape ? "shape" : "stride";
  if (part.size < 2 || part.data[0] != '(' || part.data[part.size - 1] != ')') {
    const qn_status status =
        qn_fail(diag, QN_E_ARGUMENT, within(text, part),
                "Invalid %s format in %.*s: %s must be enclosed in parentheses",
                lower, QN_STR_ARG(text), lower);
    qn_diag_hint(diag, "Write it as (1024,1,1,1).");
    return status;
  }
  const qn_str inside = {part.data + 1, part.size - 2};
  unsigned count = 1;
  for (size_t i = 0; i < inside.size; ++i)
    count += inside.data[i] == ',';
  if (count != QN_TENSOR_DIMS) {
    const qn_status status =
        qn_fail(diag, QN_E_ARGUMENT, within(text, part),
                "%s must have exactly 4 dimensions, got %u in %.*s", name,
                trim(inside).size ? count : 0, QN_STR_ARG(text));
    qn_diag_hint(diag, is_shape ? "Tensors of ggml always have four, innermost "
                                  "first; use 1 for those not needed."
                                : "Give a stride, in elements, for each of "
                                  "the four dimensions.");
    return status;
  }
  qn_str rest = inside, word;
  for (int i = 0; i < QN_TENSOR_DIMS && qn_str_split(&rest, ',', &word); ++i) {
    word = trim(word);
    if (!qn_text_int(word, &out[i]) || out[i] < 1 || out[i] > COUNT_MAX)
      return fail_number(text, word, is_shape ? "dimension" : "stride", diag);
  }
  return qn_ok();
}

static qn_status parse_type(qn_str text, qn_str word, qn_tensor_type *out_type,
                            qn_diag *diag) {
  for (int i = 0; i < QN_TENSOR_TYPES; ++i)
    if (qn_str_equal(qn_str_from(infos[i].name), word)) {
      *out_type = (qn_tensor_type)i;
      return qn_ok();
    }
  qn_suggestion suggestion;
  qn_suggestion_init(&suggestion, word);
  for (int i = 0; i < QN_TENSOR_TYPES; ++i)
    qn_suggestion_offer(&suggestion, qn_str_from(infos[i].name));
  const qn_status status = qn_fail(diag, QN_E_ARGUMENT, within(text, word),
                                   "unknown dtype '%.*s'", QN_STR_ARG(word));
  qn_diag_hint(diag, "There are f32, f16, bf16, f64, i8, i16, i32, i64, u8, "
                     "u16, u32 and, for mul_mat's first input, q4_0 to q6_K.");
  if (suggestion.count)
    qn_suggestion_hint(&suggestion, diag);
  return status;
}

static void natural_strides(qn_tensor *t) {
  t->nb[0] = 1;
  for (int i = 1; i < QN_TENSOR_DIMS; ++i)
    t->nb[i] = t->nb[i - 1] * t->ne[i - 1];
}

static qn_status check_size(qn_str text, const qn_tensor *t, qn_diag *diag) {
  int64_t count = 1, last = 0;
  for (int i = 0; i < QN_TENSOR_DIMS; ++i) {
    int64_t step;
    if (__builtin_mul_overflow(count, t->ne[i], &count) || count > COUNT_MAX)
      return qn_fail(diag, QN_E_ARGUMENT, within(text, text),
                     "the shape of %.*s overflows: more than 2^56 elements",
                     QN_STR_ARG(text));
    if (__builtin_mul_overflow(t->ne[i] - 1, t->nb[i], &step) ||
        __builtin_add_overflow(last, step, &last) || last >= COUNT_MAX)
      return qn_fail(diag, QN_E_ARGUMENT, within(text, text),
                     "the strides of %.*s overflow: they reach over more than "
                     "2^56 elements",
                     QN_STR_ARG(text));
  }
  const qn_tensor_info *info = &infos[t->type];
  if (t->ne[0] % info->block != 0)
    return qn_fail(diag, QN_E_ARGUMENT, within(text, text),
                   "dimension 0 of %.*s is no multiple of %u, the block of %s",
                   QN_STR_ARG(text), info->block, info->name);
  if (info->kind == QN_TENSOR_QUANTIZED && !qn_tensor_is_contiguous(t))
    return qn_fail(diag, QN_E_UNSUPPORTED, within(text, text),
                   "%.*s has strides, which quantized types cannot have",
                   QN_STR_ARG(text));
  return qn_ok();
}

qn_status qn_tensor_parse(qn_str text, qn_tensor *out_tensor, qn_diag *diag) {
  qn_str rest = text, parts[4];
  size_t count = 0;
  qn_tensor t = {0};
  while (count < 4 && qn_str_split(&rest, '/', &parts[count]))
    parts[count] = trim(parts[count]), ++count;
  if (count < 2 || count > 3) {
    const qn_status status =
        qn_fail(diag, QN_E_ARGUMENT, within(text, text),
                "Invalid tensor descriptor: %.*s (expected format: " SHAPE ")",
                QN_STR_ARG(text));
    qn_diag_hint(diag, count > 3 ? "Only strides may follow the dtype."
                                 : "For example (1024,1,1,1)/f32.");
    return status;
  }
  QN_TRY(parse_four(text, parts[0], true, t.ne, diag));
  QN_TRY(parse_type(text, parts[1], &t.type, diag));
  if (count == 3)
    QN_TRY(parse_four(text, parts[2], false, t.nb, diag));
  else if (__builtin_mul_overflow(t.ne[0], t.ne[1], &t.nb[2]) ||
           __builtin_mul_overflow(t.nb[2], t.ne[2], &t.nb[3]))
    return qn_fail(diag, QN_E_ARGUMENT, within(text, text),
                   "the shape of %.*s overflows: more than 2^56 elements",
                   QN_STR_ARG(text));
  else
    natural_strides(&t);
  QN_TRY(check_size(text, &t, diag));
  *out_tensor = t;
  return qn_ok();
}

void qn_tensor_print(const qn_tensor *t, qn_buffer *out) {
  qn_buffer_printf(out, "(%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ")/%s",
                   t->ne[0], t->ne[1], t->ne[2], t->ne[3], infos[t->type].name);
  qn_tensor natural = *t;
  natural_strides(&natural);
  if (memcmp(natural.nb, t->nb, sizeof(t->nb)) != 0)
    qn_buffer_printf(out, "/(%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ")",
                     t->nb[0], t->nb[1], t->nb[2], t->nb[3]);
}

// ---- Properties

qn_tensor qn_tensor_flat(qn_tensor_type type, int64_t count) {
  qn_tensor t = {.type = type, .ne = {count, 1, 1, 1}};
  natural_strides(&t);
  return t;
}

bool qn_tensor_is_contiguous(const qn_tensor *t) {
  int64_t next = 1;
  for (int i = 0; i < QN_TENSOR_DIMS; ++i) {
    if (t->ne[i] != 1 && t->nb[i] != next)
      return false;
    next *= t->ne[i];
  }
  return true;
}

bool qn_tensor_same_shape(const qn_tensor *a, const qn_tensor *b) {
  return memcmp(a->ne, b->ne, sizeof(a->ne)) == 0;
}

bool qn_tensor_overlaps(const qn_tensor *t) {
  int64_t reach = 0; // the farthest element of the dimensions so far
  bool seen[QN_TENSOR_DIMS] = {false};
  for (int round = 0; round < QN_TENSOR_DIMS; ++round) {
    int least = -1;
    for (int i = 0; i < QN_TENSOR_DIMS; ++i)
      if (!seen[i] && (least < 0 || t->nb[i] < t->nb[least]))
        least = i;
    seen[least] = true;
    if (t->ne[least] > 1 && t->nb[least] <= reach)
      return true;
    reach += (t->ne[least] - 1) * t->nb[least];
  }
  return false;
}

int64_t qn_tensor_count(const qn_tensor *t) {
  return t->ne[0] * t->ne[1] * t->ne[2] * t->ne[3];
}

int64_t qn_tensor_size(const qn_tensor *t) {
  const qn_tensor_info *info = &infos[t->type];
  int64_t last = 0;
  for (int i = 0; i < QN_TENSOR_DIMS; ++i)
    last += (t->ne[i] - 1) * t->nb[i];
  return (last / info->block + 1) * info->size;
}
