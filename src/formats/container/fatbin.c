// SPDX-License-Identifier: Apache-2.0
// Header, little-endian, 16 bytes: u32 magic, u16 version 1, u16 16, u64 size
// of what follows. Entries, 64 bytes and options: 0 u16 kind, 4 u32 header
// size, 8 u64 payload size, padded, 16 u32 compressed size, 28 u32
// architecture, 40 u64 flags, 56 u64 expanded size.

#include <inttypes.h>
#include <stdio.h>

#include "base/reader.h"
#include "formats/core/expand.h"
#include "formats/core/format.h"

#define MAGIC "\x50\xed\x55\xba"

enum {
  MAGIC_SIZE = sizeof(MAGIC) - 1,
  HEADER_SIZE = 16,
  ENTRY_SIZE = 64,
  KIND_PTX = 1,
  KIND_CUBIN = 2,
  FLAG_LZ4 = 0x2000,
  FLAG_ZSTD = 0x8000,
  FLAG_ARCH = 0x100000,   // "a"
  FLAG_FAMILY = 0x200000, // "f"
};

typedef struct fatbin_entry {
  uint16_t kind;
  uint32_t arch;
  uint64_t flags, expanded_size;
  qn_span payload; // without padding
  uint64_t offset; // of the payload
} fatbin_entry;

static bool probe_fatbin(qn_span bytes) {
  return bytes.size >= MAGIC_SIZE && memcmp(bytes.data, MAGIC, MAGIC_SIZE) == 0;
}

// Reads the header; what remains of the reader's window is the entries.
static qn_status read_header(qn_span bytes, uint64_t origin,
                             qn_reader *out_entries, qn_diag *diag) {
  qn_reader r = qn_reader_over(bytes, origin);
  (void)qn_read_bytes(&r, MAGIC_SIZE, "magic");
  const uint16_t version = qn_read_u16(&r, "fatbin version");
  const uint16_t header = qn_read_u16(&r, "fatbin header size");
  const uint64_t size = qn_read_u64(&r, "fatbin size");
  QN_TRY(qn_reader_finish(&r, diag));
  if (version != 1 || header != HEADER_SIZE)
    return qn_fail(diag, QN_E_UNSUPPORTED, (qn_place){origin + 4, 4, "version"},
                   "fat binary of version %u with a header of %u bytes, "
                   "expected 1 and 16",
                   version, header);
  *out_entries = qn_reader_window(&r, HEADER_SIZE, size, "fatbin contents");
  return qn_reader_finish(&r, diag);
}

static qn_status read_entry(qn_reader *r, fatbin_entry *out, qn_diag *diag) {
  const size_t start = r->at;
  out->kind = qn_read_u16(r, "entry.kind");
  (void)qn_read_u16(r, "entry.version");
  const uint32_t header = qn_read_u32(r, "entry.header_size");
  const uint64_t padded = qn_read_u64(r, "entry.size");
  const uint32_t compressed = qn_read_u32(r, "entry.compressed_size");
  (void)qn_read_bytes(r, 8, "entry.options");
  out->arch = qn_read_u32(r, "entry.arch");
  (void)qn_read_bytes(r, 8, "entry.name");
  out->flags = qn_read_u64(r, "entry.flags");
  (void)qn_read_u64(r, "entry.reserved");
  out->expanded_size = qn_read_u64(r, "entry.expanded_size");
  if (!r->failed && header < ENTRY_SIZE)
    return qn_fail(diag, QN_E_MALFORMED,
                   (qn_place){r->origin + start + 4, 4, "entry.header_size"},
                   "fatbin entry has a header of %" PRIu32
                   " bytes, expected at least 64",
                   header);
  (void)qn_read_bytes(r, r->failed ? 0 : header - ENTRY_SIZE, "entry header");
  out->offset = r->origin + r->at;
  const qn_span payload = qn_read_bytes(r, padded, "entry.payload");
  QN_TRY(qn_reader_finish(r, diag));
  const bool fits = compressed != 0 && compressed <= payload.size;
  out->payload = (qn_span){payload.data, fits ? compressed : payload.size};
  return qn_ok();
}

// "cuda-nvptx64-nvidia-cuda--sm_90a", in the style of bundle entry ids.
static qn_str make_label(const fatbin_entry *e, char *text, size_t size) {
  const int length =
      snprintf(text, size, "cuda-nvptx64-nvidia-cuda--%s%" PRIu32 "%s",
               e->kind == KIND_PTX ? "compute_" : "sm_", e->arch,
               e->flags & FLAG_ARCH     ? "a"
               : e->flags & FLAG_FAMILY ? "f"
                                        : "");
  return (qn_str){text, length < 0 ? 0 : (size_t)length};
}

static qn_status walk_entry(qn_walk *walk, const fatbin_entry *e,
                            qn_diag *diag) {
  char text[64];
  const qn_str label = make_label(e, text, sizeof(text));
  // Other kinds (8 is LTO-IR, often obfuscated) are only listed.
  const bool is_code = e->kind == KIND_PTX || e->kind == KIND_CUBIN;
  if (!is_code || !(e->flags & (FLAG_LZ4 | FLAG_ZSTD)))
    return qn_walk_member(walk, e->payload, e->offset, label, diag);
  const qn_compressed in = {
      .bytes = e->payload,
      .method = e->flags & FLAG_ZSTD ? QN_COMPRESSION_ZSTD : QN_COMPRESSION_LZ4,
      .size = e->expanded_size,
      .place = {e->offset, e->payload.size, "entry.payload"},
      .what = "compressed fatbin entry",
  };
  qn_span bytes;
  QN_TRY(qn_expand(&in, qn_walk_expandable(walk), &bytes, diag));
  return qn_walk_expanded(walk, bytes, label, diag);
}

static qn_status walk_one(qn_walk *walk, qn_reader *entries, qn_diag *diag) {
  for (size_t i = 1; entries->at < entries->in.size; ++i) {
    fatbin_entry entry;
    qn_status status = read_entry(entries, &entry, diag);
    if (!qn_failed(status))
      status = walk_entry(walk, &entry, diag);
    if (qn_failed(status)) {
      qn_diag_context(diag, "reading entry %zu of the fat binary", i);
      return status;
    }
  }
  return qn_ok();
}

// Several may follow one another, each aligned to 8.
static qn_status walk_fatbin(qn_walk *walk, qn_span bytes, uint64_t origin,
                             qn_diag *diag) {
  size_t at = 0;
  do {
    const qn_span rest = {bytes.data + at, bytes.size - at};
    qn_reader entries;
    QN_TRY(read_header(rest, origin + at, &entries, diag));
    at += HEADER_SIZE + entries.in.size;
    QN_TRY(walk_one(walk, &entries, diag));
    while (at < bytes.size && bytes.data[at] == 0)
      ++at;
  } while (probe_fatbin((qn_span){bytes.data + at, bytes.size - at}));
  return qn_ok();
}

// The magic occurs by chance, so the first entry is looked at, too.
static qn_status measure_fatbin(qn_span bytes, uint64_t *out_size,
                                qn_diag *diag) {
  qn_reader entries;
  fatbin_entry first;
  QN_TRY(read_header(bytes, 0, &entries, diag));
  if (entries.in.size)
    QN_TRY(read_entry(&entries, &first, diag));
  *out_size = HEADER_SIZE + entries.in.size;
  return qn_ok();
}

const qn_format qn_format_fatbin = {
    .name = "fatbin",
    .summary = "CUDA fat binary",
    .plural = "CUDA fat binaries",
    .magic = {MAGIC, MAGIC_SIZE},
    .measure = measure_fatbin,
    .embedded = true,
    .probe = probe_fatbin,
    .walk = walk_fatbin,
    .contains_only = true,
};
