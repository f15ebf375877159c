// SPDX-License-Identifier: Apache-2.0
#include "package/ggml/gguf.h"

#include <inttypes.h>

#include "base/reader.h"

enum {
  COUNT_MAX = 1 << 24, // values and tensors
  NAME_MAX_SIZE = 65535,
  PAIR_MIN = 8 + 4 + 1,       // bytes of a key, a type and a value
  TENSOR_MIN = 8 + 4 + 4 + 8, // of a tensor without dimensions
  VALUE_STRING = 8,
  VALUE_ARRAY = 9,
};

// Bytes of each type of value; 0: it has its own length.
static const uint8_t value_sizes[] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
enum { VALUE_TYPES = sizeof(value_sizes) };

static qn_place here(const qn_reader *r) {
  return (qn_place){.offset = r->origin + r->at, .size = 1};
}

static qn_str read_text(qn_reader *r, const char *field) {
  const uint64_t size = qn_read_u64(r, field);
  return qn_span_str(qn_read_bytes(r, size, field));
}

// A count of things that have `min_size` bytes or more each.
static qn_status read_count(qn_reader *r, uint64_t min_size, const char *field,
                            uint64_t *out, qn_diag *diag) {
  *out = qn_read_u64(r, field);
  QN_TRY(qn_reader_finish(r, diag));
  if (*out > COUNT_MAX || *out > (r->in.size - r->at) / min_size)
    return qn_fail(diag, QN_E_MALFORMED, here(r),
                   "a count of %" PRIu64 " is beyond the file", *out);
  return qn_ok();
}

static qn_status skip_array(qn_reader *r, qn_diag *diag) {
  uint64_t count;
  const uint32_t type = qn_read_u32(r, "value.array.type");
  QN_TRY(qn_reader_finish(r, diag));
  if (type >= VALUE_TYPES || type == VALUE_ARRAY)
    return qn_fail(diag, QN_E_MALFORMED, here(r),
                   "an array of values of type %" PRIu32, type);
  const uint64_t size = value_sizes[type];
  QN_TRY(read_count(r, size ? size : 8, "value.array.count", &count, diag));
  if (size)
    (void)qn_read_bytes(r, count * size, "value.array");
  for (uint64_t i = 0; !size && i < count && !r->failed; ++i)
    (void)read_text(r, "value.array.text");
  return qn_reader_finish(r, diag);
}

static qn_status read_pair(qn_reader *r, qn_gguf *out, qn_diag *diag) {
  const qn_str key = read_text(r, "key");
  const uint32_t type = qn_read_u32(r, "value.type");
  QN_TRY(qn_reader_finish(r, diag));
  if (type >= VALUE_TYPES)
    return qn_fail(diag, QN_E_MALFORMED, here(r),
                   "a value of type %" PRIu32 ", of 13 types", type);
  if (type == VALUE_ARRAY)
    return skip_array(r, diag);
  if (type != VALUE_STRING) {
    (void)qn_read_bytes(r, value_sizes[type], "value");
    return qn_reader_finish(r, diag);
  }
  const qn_str text = read_text(r, "value.text");
  QN_TRY(qn_reader_finish(r, diag));
  if (qn_str_equal(key, QN_STR("general.architecture")))
    out->architecture = text;
  return qn_ok();
}

static qn_status read_tensor(qn_reader *r, qn_gguf_tensor *out, qn_diag *diag) {
  *out =
      (qn_gguf_tensor){.name = read_text(r, "tensor.name"), .ne = {1, 1, 1, 1}};
  out->dims = qn_read_u32(r, "tensor.dims");
  QN_TRY(qn_reader_finish(r, diag));
  if (out->name.size > NAME_MAX_SIZE)
    return qn_fail(diag, QN_E_MALFORMED, here(r),
                   "a tensor's name has %zu bytes", out->name.size);
  if (out->dims < 1 || out->dims > 4)
    return qn_fail(diag, QN_E_MALFORMED, here(r),
                   "a tensor has %u dimensions, not 1 to 4", out->dims);
  for (unsigned i = 0; i < out->dims; ++i)
    out->ne[i] = qn_read_u64(r, "tensor.ne");
  out->type = qn_read_u32(r, "tensor.type");
  (void)qn_read_u64(r, "tensor.offset");
  return qn_reader_finish(r, diag);
}

// Files of machines with the other byte order say so by their version's.
static qn_status read_version(qn_reader *r, qn_gguf *out, qn_diag *diag) {
  const qn_span magic = qn_read_bytes(r, 4, "magic");
  out->version = qn_read_u32(r, "version");
  QN_TRY(qn_reader_finish(r, diag));
  if (memcmp(magic.data, "GGUF", 4) != 0)
    return qn_fail(diag, QN_E_MALFORMED, (qn_place){.offset = 0, .size = 4},
                   "no GGUF file: it does not begin with 'GGUF'");
  if (out->version == 2u << 24 || out->version == 3u << 24) {
    r->big_endian = true;
    out->version >>= 24;
  }
  if (out->version != 2 && out->version != 3)
    return qn_fail(diag, QN_E_UNSUPPORTED, (qn_place){.offset = 4, .size = 4},
                   "version %" PRIu32 " of GGUF, expected 2 or 3",
                   out->version);
  return qn_ok();
}

qn_status qn_gguf_read(qn_span file, qn_gguf_fn *fn, void *user,
                       qn_gguf *out_gguf, qn_diag *diag) {
  qn_reader r = qn_reader_over(file, 0);
  qn_gguf found = {0};
  uint64_t pairs;
  QN_TRY(read_version(&r, &found, diag));
  QN_TRY(read_count(&r, TENSOR_MIN, "tensor_count", &found.tensor_count, diag));
  QN_TRY(read_count(&r, PAIR_MIN, "value_count", &pairs, diag));
  for (uint64_t i = 0; i < pairs; ++i)
    QN_TRY(read_pair(&r, &found, diag));
  for (uint64_t i = 0; i < found.tensor_count; ++i) {
    qn_gguf_tensor tensor;
    QN_TRY(read_tensor(&r, &tensor, diag));
    if (fn)
      fn(user, &tensor);
  }
  *out_gguf = found;
  return qn_ok();
}

const char *qn_gguf_type_name(uint32_t type) {
  static const char *const names[] = {
      [0] = "f32",   [1] = "f16",   [2] = "q4_0",  [3] = "q4_1",  [6] = "q5_0",
      [7] = "q5_1",  [8] = "q8_0",  [10] = "q2_K", [11] = "q3_K", [12] = "q4_K",
      [13] = "q5_K", [14] = "q6_K", [30] = "bf16"};
  return type < sizeof(names) / sizeof(names[0]) ? names[type] : NULL;
}
