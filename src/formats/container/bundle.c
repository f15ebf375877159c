// SPDX-License-Identifier: Apache-2.0
// Layout, little-endian: 24-byte magic, u64 number of entries, then for each
// {u64 offset, u64 size, u64 size of the id, id}. The images are at these
// offsets, which count from the start of the bundle.
#include "formats/container/bundle.h"

#include <inttypes.h>

#include "base/alloc.h"
#include "base/map.h"
#include "base/reader.h"
#include "formats/core/format.h"

static const qn_str magic = {QN_BUNDLE_MAGIC, sizeof(QN_BUNDLE_MAGIC) - 1};

enum { ENTRY_MIN = 24 };

bool qn_bundle_probe(qn_span bytes) {
  return qn_str_starts(qn_span_str(bytes), magic);
}

// ---- Reading

static qn_status read_entry(qn_reader *r, qn_reader *whole,
                            qn_bundle_entry *out_entry, qn_diag *diag) {
  const uint64_t offset = qn_read_u64(r, "entry.offset");
  const uint64_t size = qn_read_u64(r, "entry.size");
  const uint64_t id_size = qn_read_u64(r, "entry.id_size");
  const qn_span id = qn_read_bytes(r, id_size, "entry.id");
  QN_TRY(qn_reader_finish(r, diag));
  *out_entry = (qn_bundle_entry){.id = qn_span_str(id)};
  if (size == 0) // an offset without bytes may point anywhere
    return qn_ok();
  const qn_reader image = qn_reader_window(whole, offset, size, "entry.image");
  QN_TRY(qn_reader_finish(whole, diag));
  out_entry->bytes = image.in;
  out_entry->offset = image.origin;
  return qn_ok();
}

static qn_status check_unique(const qn_bundle_entry *entries, size_t count,
                              uint64_t origin, qn_diag *diag) {
  qn_map ids = {0};
  qn_status status = qn_ok();
  for (size_t i = 0; i < count && !qn_failed(status); ++i) {
    const uint64_t *same = qn_map_find_str(&ids, entries[i].id);
    if (same)
      status =
          qn_fail(diag, QN_E_MALFORMED, (qn_place){origin, 0, "entry.id"},
                  "entries %" PRIu64 " and %zu of the bundle have the same id",
                  *same + 1, i + 1);
    else
      status = qn_map_put_str(&ids, entries[i].id, i, diag);
  }
  qn_map_finish(&ids);
  return status;
}

// The number of entries, checked against the bytes that remain.
static size_t read_entry_count(qn_reader *r) {
  const uint64_t count = qn_read_u64(r, "entry count");
  uint64_t size;
  if (r->failed || count <= (r->in.size - r->at) / ENTRY_MIN)
    return (size_t)count;
  if (__builtin_mul_overflow(count, ENTRY_MIN, &size))
    size = UINT64_MAX;
  (void)qn_reader_window(r, r->at, size, "table of entries");
  return 0;
}

qn_status qn_bundle_read(qn_span bytes, uint64_t origin, qn_arena *arena,
                         qn_bundle *out_bundle, qn_diag *diag) {
  qn_reader whole = qn_reader_over(bytes, origin);
  qn_reader r = whole;
  const qn_span start = qn_read_bytes(&r, magic.size, "magic");
  if (!r.failed && !qn_str_equal(qn_span_str(start), magic))
    return qn_fail(diag, QN_E_MALFORMED,
                   (qn_place){origin, magic.size, "magic"},
                   "not an offload bundle");
  const size_t count = read_entry_count(&r);
  QN_TRY(qn_reader_finish(&r, diag));
  if (count > QN_BUNDLE_ENTRIES_MAX)
    return qn_fail(diag, QN_E_LIMIT, (qn_place){origin + magic.size, 8, NULL},
                   "%zu entries in a bundle, at most %d are read", count,
                   QN_BUNDLE_ENTRIES_MAX);
  qn_bundle_entry *entries = qn_arena_alloc(arena, count, sizeof(*entries));
  if (!entries)
    return qn_fail_memory(diag, "the entries of the bundle");
  uint64_t end = 0;
  for (size_t i = 0; i < count; ++i) {
    const qn_status status = read_entry(&r, &whole, &entries[i], diag);
    if (qn_failed(status)) {
      qn_diag_context(diag, "reading entry %zu of %zu of the bundle", i + 1,
                      count);
      return status;
    }
    const uint64_t image_end =
        entries[i].bytes.size
            ? entries[i].offset - origin + entries[i].bytes.size
            : 0;
    end = image_end > end ? image_end : end;
  }
  QN_TRY(check_unique(entries, count, origin, diag));
  *out_bundle = (qn_bundle){entries, count, end > r.at ? end : r.at};
  return qn_ok();
}

qn_bundle_id qn_bundle_parse_id(qn_str id) {
  qn_bundle_id parsed = {0};
  qn_str rest = id, piece;
  if (!qn_str_split(&rest, '-', &parsed.kind))
    return parsed;
  const qn_str after_kind = rest;
  for (int i = 0; i < 4 && qn_str_split(&rest, '-', &piece); ++i) {
    if (i == 0)
      parsed.arch = piece;
    parsed.triple = after_kind;
    parsed.triple.size = (size_t)(piece.data - after_kind.data) + piece.size;
  }
  parsed.target = rest;
  return parsed;
}

// ---- Writing

static qn_status check_entries(const qn_bundle_entry *entries, size_t count,
                               qn_diag *diag) {
  if (count > QN_BUNDLE_ENTRIES_MAX)
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                   "%zu entries for a bundle, at most %d fit", count,
                   QN_BUNDLE_ENTRIES_MAX);
  for (size_t i = 0; i < count; ++i) {
    if (entries[i].id.size == 0)
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "entry %zu of the bundle has no id", i + 1);
    for (size_t j = 0; j < i; ++j)
      if (qn_str_equal(entries[i].id, entries[j].id))
        return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                       "the bundle has two entries '%.*s'",
                       QN_STR_ARG(entries[i].id));
  }
  return qn_ok();
}

qn_status qn_bundle_write(const qn_bundle_entry *entries, size_t count,
                          qn_buffer *out, qn_diag *diag) {
  QN_TRY(check_entries(entries, count, diag));
  uint64_t offset = magic.size + 8;
  for (size_t i = 0; i < count; ++i)
    offset += ENTRY_MIN + entries[i].id.size;
  qn_buffer_append_str(out, magic);
  qn_buffer_u64(out, count);
  for (size_t i = 0; i < count; ++i) {
    offset = qn_align_up(offset, QN_BUNDLE_ALIGNMENT);
    qn_buffer_u64(out, offset);
    qn_buffer_u64(out, entries[i].bytes.size);
    qn_buffer_u64(out, entries[i].id.size);
    qn_buffer_append_str(out, entries[i].id);
    offset += entries[i].bytes.size;
  }
  for (size_t i = 0; i < count; ++i) {
    if (entries[i].bytes.size == 0)
      continue;
    qn_buffer_align(out, QN_BUNDLE_ALIGNMENT);
    qn_buffer_append(out, entries[i].bytes.data, entries[i].bytes.size);
  }
  return qn_buffer_check(out, diag);
}

// ---- The format

// A file may hold several bundles in sequence, with zeroes between them.
static qn_status walk_bundle(qn_walk *walk, qn_span bytes, uint64_t origin,
                             qn_diag *diag) {
  qn_arena arena = {0};
  qn_status status = qn_ok();
  size_t at = 0;
  while (!qn_failed(status) && at < bytes.size) {
    const qn_span rest = {bytes.data + at, bytes.size - at};
    if (!qn_bundle_probe(rest)) {
      ++at;
      const uint8_t *next = memchr(bytes.data + at, '_', bytes.size - at);
      at = next ? (size_t)(next - bytes.data) : bytes.size;
      continue;
    }
    qn_bundle bundle = {0};
    status = qn_bundle_read(rest, origin + at, &arena, &bundle, diag);
    for (size_t i = 0; i < bundle.count && !qn_failed(status); ++i) {
      const qn_bundle_entry *entry = &bundle.entries[i];
      if (entry->bytes.size)
        status =
            qn_walk_member(walk, entry->bytes, entry->offset, entry->id, diag);
    }
    at += (size_t)bundle.size; // at least the header, at most the rest
  }
  qn_arena_finish(&arena);
  return status;
}

static qn_status measure_bundle(qn_span bytes, uint64_t *out_size,
                                qn_diag *diag) {
  qn_arena arena = {0};
  qn_bundle bundle = {0};
  const qn_status status = qn_bundle_read(bytes, 0, &arena, &bundle, diag);
  *out_size = bundle.size;
  qn_arena_finish(&arena);
  return status;
}

const qn_format qn_format_bundle = {
    .name = "offload-bundle",
    .summary = "clang offload bundle, as hipcc writes it",
    .plural = "offload bundles",
    .magic = {QN_BUNDLE_MAGIC, sizeof(QN_BUNDLE_MAGIC) - 1},
    .measure = measure_bundle,
    .embedded = true,
    .probe = qn_bundle_probe,
    .walk = walk_bundle,
    .contains_only = true,
};
