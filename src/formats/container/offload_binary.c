// SPDX-License-Identifier: Apache-2.0
// LLVM's offload binaries, versions 1 to 3, little-endian: 0 magic, 4 u32
// version, 8 u64 size, 16 u64 offset of the entries, 24 u64 their size (version
// 1) or number; version 3 only: 32 u64 size when inflated. Entries, 40 bytes:
// u16 image kind, u16 producer, u32 flags, u64 offset and number of strings,
// u64 offset and size of the image. Strings: u64 offsets of key and value, and
// from version 2 on the value's size.
#include <inttypes.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/buffer.h"
#include "base/reader.h"
#include "formats/core/expand.h"
#include "formats/core/format.h"

enum {
  MAGIC_SIZE = 4,
  ENTRY_SIZE = 40,
  FLAG_METADATA_ONLY = 1,
  ENTRIES_MAX = 4096,
  STRINGS_MAX = 64,
};

typedef struct offload_header {
  uint32_t version;
  uint64_t size, entries, count, inflated;
} offload_header;

#define MAGIC "\x10\xff\x10\xad"

static bool probe(qn_span bytes) {
  return bytes.size >= MAGIC_SIZE && memcmp(bytes.data, MAGIC, MAGIC_SIZE) == 0;
}

static qn_status read_header(qn_span bytes, uint64_t origin,
                             offload_header *out, qn_diag *diag) {
  qn_reader r = qn_reader_over(bytes, origin);
  (void)qn_read_bytes(&r, MAGIC_SIZE, "magic");
  out->version = qn_read_u32(&r, "version");
  out->size = qn_read_u64(&r, "size");
  out->entries = qn_read_u64(&r, "entries offset");
  out->count = qn_read_u64(&r, "entry count");
  out->inflated = out->version == 3 ? qn_read_u64(&r, "inflated size") : 0;
  QN_TRY(qn_reader_finish(&r, diag));
  if (out->version < 1 || out->version > 3)
    return qn_fail(diag, QN_E_UNSUPPORTED, (qn_place){origin + 4, 4, "version"},
                   "version %" PRIu32 " of the offload binary is not "
                   "supported, expected 1 to 3",
                   out->version);
  if (out->version == 1)
    out->count = 1;
  if (out->count > ENTRIES_MAX)
    return qn_fail(diag, QN_E_LIMIT, (qn_place){origin + 24, 8, NULL},
                   "%" PRIu64 " entries in an offload binary, at most %d are "
                   "read",
                   out->count, ENTRIES_MAX);
  if (out->size < r.at)
    return qn_fail(diag, QN_E_MALFORMED, (qn_place){origin + 8, 8, "size"},
                   "offload binary of %" PRIu64
                   " bytes is smaller than its header",
                   out->size);
  (void)qn_reader_window(&r, 0, out->size, "offload binary");
  return qn_reader_finish(&r, diag);
}

// The text at `offset` of the binary: `size` bytes, or up to its NUL.
static qn_str read_text(qn_reader *whole, uint64_t offset, uint64_t size) {
  if (offset > whole->in.size)
    return (qn_str){0};
  const qn_str rest = {(const char *)whole->in.data + offset,
                       whole->in.size - (size_t)offset};
  const size_t length = qn_str_find(rest, '\0');
  return (qn_str){rest.data, size < length ? (size_t)size : length};
}

// "offload-TRIPLE-ARCH", with a triple of four parts, in the style of bundle
// entry ids.
static qn_status make_label(qn_reader *whole, const offload_header *h,
                            uint64_t offset, uint64_t count, qn_arena *arena,
                            qn_str *out_label, qn_diag *diag) {
  qn_str triple = {0}, arch = {0};
  const uint64_t size = h->version == 1 ? 16 : 24;
  for (uint64_t i = 0; i < count && i < STRINGS_MAX; ++i) {
    qn_reader r =
        qn_reader_window(whole, offset + i * size, size, "entry.string");
    const qn_str key = read_text(whole, qn_read_u64(&r, "key"), whole->in.size);
    const uint64_t value = qn_read_u64(&r, "value");
    const uint64_t length =
        h->version == 1 ? whole->in.size : qn_read_u64(&r, "value size");
    QN_TRY(qn_reader_finish(whole, diag));
    if (qn_str_equal(key, QN_STR("triple")))
      triple = read_text(whole, value, length);
    if (qn_str_equal(key, QN_STR("arch")))
      arch = read_text(whole, value, length);
  }
  size_t dashes = 0;
  for (size_t i = 0; i < triple.size; ++i)
    dashes += triple.data[i] == '-';
  *out_label = qn_arena_printf(
      arena, "offload-%.*s%.*s-%.*s", QN_STR_ARG(triple),
      dashes < 3 ? (int)(3 - dashes) : 0, "---", QN_STR_ARG(arch));
  return out_label->data ? qn_ok() : qn_fail_memory(diag, "the entry's name");
}

static qn_status walk_entry(qn_walk *walk, qn_reader *whole,
                            const offload_header *h, uint64_t index,
                            qn_diag *diag) {
  uint64_t at;
  if (__builtin_add_overflow(h->entries, index * ENTRY_SIZE, &at))
    at = UINT64_MAX;
  qn_reader r = qn_reader_window(whole, at, ENTRY_SIZE, "entry");
  (void)qn_read_u32(&r, "entry.kinds");
  const uint32_t flags = qn_read_u32(&r, "entry.flags");
  const uint64_t strings = qn_read_u64(&r, "entry.strings");
  const uint64_t string_count = qn_read_u64(&r, "entry.string_count");
  const uint64_t offset = qn_read_u64(&r, "entry.offset");
  const uint64_t size = qn_read_u64(&r, "entry.size");
  QN_TRY(qn_reader_finish(&r, diag));
  if ((flags & FLAG_METADATA_ONLY) || size == 0)
    return qn_ok();
  const qn_reader image = qn_reader_window(whole, offset, size, "entry.image");
  QN_TRY(qn_reader_finish(whole, diag));
  qn_arena arena = {0};
  qn_str label;
  qn_status status =
      make_label(whole, h, strings, string_count, &arena, &label, diag);
  if (!qn_failed(status))
    status = qn_walk_member(walk, image.in, image.origin, label, diag);
  qn_arena_finish(&arena);
  return status;
}

static qn_status walk_entries(qn_walk *walk, qn_span bytes, uint64_t origin,
                              const offload_header *h, qn_diag *diag) {
  qn_reader whole = qn_reader_over(bytes, origin);
  for (uint64_t i = 0; i < h->count; ++i) {
    const qn_status status = walk_entry(walk, &whole, h, i, diag);
    if (qn_failed(status)) {
      qn_diag_context(diag, "reading entry %" PRIu64 " of the offload binary",
                      i + 1);
      return status;
    }
  }
  return qn_ok();
}

// Version 3 may compress everything from the entries on. The expanded binary
// states that it is not compressed, and becomes a member of its own.
static qn_status walk_inflated(qn_walk *walk, qn_span bytes, uint64_t origin,
                               const offload_header *h, qn_diag *diag) {
  const qn_place place = {origin, h->size, "offload binary"};
  if (h->inflated < h->entries || h->entries > bytes.size || h->entries < 40)
    return qn_fail(diag, QN_E_MALFORMED, place,
                   "compressed offload binary has sizes that contradict each "
                   "other");
  const qn_span body = {bytes.data + h->entries,
                        bytes.size - (size_t)h->entries};
  const bool zstd =
      body.size >= 4 && memcmp(body.data, "\x28\xb5\x2f\xfd", 4) == 0;
  const qn_compressed in = {
      .bytes = body,
      .method = zstd ? QN_COMPRESSION_ZSTD : QN_COMPRESSION_ZLIB,
      .size = h->inflated - h->entries,
      .place = place,
      .what = "compressed offload binary",
  };
  qn_span expanded;
  QN_TRY(qn_expand(&in, qn_walk_expandable(walk), &expanded, diag));
  qn_buffer b = {0};
  qn_buffer_append(&b, bytes.data, (size_t)h->entries);
  qn_buffer_append(&b, expanded.data, expanded.size);
  qn_expand_free(expanded);
  const qn_status status = qn_buffer_check(&b, diag);
  if (qn_failed(status)) {
    qn_buffer_finish(&b);
    return status;
  }
  qn_buffer_patch(&b, 8, h->inflated, 8, false); // size
  qn_buffer_patch(&b, 32, 0, 8, false);          // no longer compressed
  return qn_walk_expanded(walk, qn_buffer_span(&b), (qn_str){0}, diag);
}

// Several may follow one another, each aligned to 8.
static qn_status walk_offload_binary(qn_walk *walk, qn_span bytes,
                                     uint64_t origin, qn_diag *diag) {
  size_t at = 0;
  do {
    const qn_span rest = {bytes.data + at, bytes.size - at};
    offload_header h;
    QN_TRY(read_header(rest, origin + at, &h, diag));
    const qn_span one = {rest.data, (size_t)h.size};
    QN_TRY(h.inflated ? walk_inflated(walk, one, origin + at, &h, diag)
                      : walk_entries(walk, one, origin + at, &h, diag));
    at += (size_t)h.size;
    while (at < bytes.size && bytes.data[at] == 0)
      ++at;
  } while (probe((qn_span){bytes.data + at, bytes.size - at}));
  return qn_ok();
}

static qn_status measure(qn_span bytes, uint64_t *out_size, qn_diag *diag) {
  offload_header h;
  QN_TRY(read_header(bytes, 0, &h, diag));
  *out_size = h.size;
  return qn_ok();
}

const qn_format qn_format_offload_binary = {
    .name = "offload-binary",
    .summary = "LLVM offload binary",
    .plural = "offload bundles",
    .magic = {MAGIC, MAGIC_SIZE},
    .measure = measure,
    .probe = probe,
    .walk = walk_offload_binary,
    .contains_only = true,
};
