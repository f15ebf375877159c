// SPDX-License-Identifier: Apache-2.0
// Headers, little-endian, by version:
//   all 0 "CCOB", 4 u16 version, 6 u16 method
//   1   8 u32 expanded size, 12 u64 hash; 20 bytes, no total size
//   2   8 u32 total size, 12 u32 expanded size, 16 u64 hash; 24 bytes
//   3   8 u64 total size, 16 u64 expanded size, 24 u64 hash; 32 bytes
#include "formats/container/ccob.h"

#include <inttypes.h>

#define ZSTD_STATIC_LINKING_ONLY // ZSTD_findFrameCompressedSize is in it
#include <zstd.h>

#include "base/alloc.h"
#include "base/digest.h"
#include "base/reader.h"
#include "formats/core/expand.h"
#include "formats/core/format.h"

// Level 9 is within 2 % of the size of 19 on code objects at 5 times its speed.
enum { LEVEL = 9 };

bool qn_ccob_probe(qn_span bytes) {
  return bytes.size >= 8 && memcmp(bytes.data, QN_CCOB_MAGIC, 4) == 0;
}

// ---- Reading

// Version 1 does not say where it ends: the compressed stream does.
static qn_status find_end(qn_ccob *c, qn_span rest, uint64_t header,
                          qn_diag *diag) {
  if (c->method == QN_CCOB_ZSTD) {
    const size_t size = ZSTD_findFrameCompressedSize(rest.data, rest.size);
    if (ZSTD_isError(size))
      return qn_fail(
          diag, QN_E_MALFORMED, (qn_place){c->origin + header, 0, "payload"},
          "compressed bundle is damaged: %s", ZSTD_getErrorName(size));
    c->payload = (qn_span){rest.data, size};
  } else {
    c->payload = rest; // inflate stops at its end
  }
  c->size = header + c->payload.size;
  return qn_ok();
}

qn_status qn_ccob_read(qn_span bytes, uint64_t origin, qn_ccob *out_ccob,
                       qn_diag *diag) {
  qn_reader r = qn_reader_over(bytes, origin);
  const qn_span start = qn_read_bytes(&r, 4, "magic");
  qn_ccob c = {.origin = origin};
  c.version = qn_read_u16(&r, "version");
  c.method = qn_read_u16(&r, "method");
  QN_TRY(qn_reader_finish(&r, diag));
  if (memcmp(start.data, QN_CCOB_MAGIC, 4) != 0)
    return qn_fail(diag, QN_E_MALFORMED, (qn_place){origin, 4, "magic"},
                   "not a compressed offload bundle");
  if (c.version < 1 || c.version > 3)
    return qn_fail(diag, QN_E_UNSUPPORTED, (qn_place){origin + 4, 2, "version"},
                   "version %u of the compressed bundle is not supported, "
                   "expected 1 to 3",
                   c.version);
  if (c.method > QN_CCOB_ZSTD)
    return qn_fail(diag, QN_E_UNSUPPORTED, (qn_place){origin + 6, 2, "method"},
                   "compression method %u is not supported, expected 0 (zlib) "
                   "or 1 (zstd)",
                   c.method);
  if (c.version == 2)
    c.size = qn_read_u32(&r, "total size");
  if (c.version == 3)
    c.size = qn_read_u64(&r, "total size");
  c.expanded_size = c.version == 3 ? qn_read_u64(&r, "expanded size")
                                   : qn_read_u32(&r, "expanded size");
  c.hash = qn_read_u64(&r, "hash");
  QN_TRY(qn_reader_finish(&r, diag));
  const uint64_t header = r.at;
  if (c.version == 1) {
    QN_TRY(find_end(&c, (qn_span){bytes.data + r.at, bytes.size - r.at}, header,
                    diag));
  } else {
    if (c.size < header)
      return qn_fail(diag, QN_E_MALFORMED,
                     (qn_place){origin + 8, c.version == 2 ? 4u : 8u, NULL},
                     "compressed bundle of %" PRIu64
                     " bytes is smaller than its header",
                     c.size);
    c.payload = qn_read_bytes(&r, c.size - header, "payload");
    QN_TRY(qn_reader_finish(&r, diag));
  }
  *out_ccob = c;
  return qn_ok();
}

static qn_status check_hash(const qn_ccob *c, qn_span bytes, qn_diag *diag) {
  uint8_t digest[QN_MD5_SIZE];
  qn_md5(bytes, digest);
  qn_reader r = qn_reader_over((qn_span){digest, sizeof(digest)}, 0);
  const uint64_t hash = qn_read_u64(&r, "digest");
  if (hash == c->hash)
    return qn_ok();
  return qn_fail(
      diag, QN_E_MALFORMED,
      (qn_place){c->origin + c->size - c->payload.size - 8, 8, "hash"},
      "contents of the compressed bundle have the hash 0x%" PRIx64
      ", expected 0x%" PRIx64,
      hash, c->hash);
}

qn_status qn_ccob_expand(const qn_ccob *c, uint64_t limit, qn_span *out_bytes,
                         qn_diag *diag) {
  const qn_compressed in = {
      .bytes = c->payload,
      .method =
          c->method == QN_CCOB_ZSTD ? QN_COMPRESSION_ZSTD : QN_COMPRESSION_ZLIB,
      .size = c->expanded_size,
      .place = {c->origin, c->size, "compressed bundle"},
      .what = "compressed bundle",
  };
  qn_span bytes;
  QN_TRY(qn_expand(&in, limit, &bytes, diag));
  const qn_status status = check_hash(c, bytes, diag);
  if (qn_failed(status))
    qn_expand_free(bytes);
  else
    *out_bytes = bytes;
  return status;
}

// ---- Writing

static void write_header(qn_span bundle, uint64_t payload_size,
                         qn_buffer *out) {
  uint8_t digest[QN_MD5_SIZE];
  qn_md5(bundle, digest);
  const bool wide = bundle.size > UINT32_MAX || payload_size > UINT32_MAX - 24;
  const size_t width = wide ? 8 : 4;
  qn_buffer_append(out, QN_CCOB_MAGIC, 4);
  qn_buffer_u16(out, wide ? 3 : 2);
  qn_buffer_u16(out, QN_CCOB_ZSTD);
  qn_buffer_int(out, payload_size + (wide ? 32 : 24), width, false);
  qn_buffer_int(out, bundle.size, width, false);
  qn_buffer_append(out, digest, 8);
}

// Compresses with long-distance matching over the whole input: images for
// several targets of one family are much alike, but far apart.
static size_t compress_into(qn_span bundle, void *out, size_t capacity) {
  ZSTD_CCtx *context = ZSTD_createCCtx();
  if (!context)
    return 0;
  (void)ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, LEVEL);
  (void)ZSTD_CCtx_setParameter(context, ZSTD_c_enableLongDistanceMatching, 1);
  const size_t size =
      ZSTD_compress2(context, out, capacity, bundle.data, bundle.size);
  ZSTD_freeCCtx(context);
  return ZSTD_isError(size) ? 0 : size;
}

qn_status qn_ccob_write(qn_span bundle, qn_buffer *out, qn_diag *diag) {
  const size_t capacity = ZSTD_compressBound(bundle.size);
  void *payload = ZSTD_isError(capacity) ? NULL : qn_alloc(capacity);
  if (!payload)
    return qn_fail_memory(diag, "the compressed bundle");
  const size_t size = compress_into(bundle, payload, capacity);
  qn_status status;
  if (size == 0) {
    status = qn_fail_memory(diag, "the compressed bundle");
  } else {
    write_header(bundle, size, out);
    qn_buffer_append(out, payload, size);
    status = qn_buffer_check(out, diag);
  }
  qn_free(payload);
  return status;
}

// ---- The format

// Several containers may follow each other, padded with zeroes.
static qn_status walk_ccob(qn_walk *walk, qn_span bytes, uint64_t origin,
                           qn_diag *diag) {
  size_t at = 0;
  while (at < bytes.size) {
    qn_ccob c;
    QN_TRY(qn_ccob_read((qn_span){bytes.data + at, bytes.size - at},
                        origin + at, &c, diag));
    qn_span expanded;
    QN_TRY(qn_ccob_expand(&c, qn_walk_expandable(walk), &expanded, diag));
    QN_TRY(qn_walk_expanded(walk, expanded, (qn_str){0}, diag));
    at += (size_t)c.size;
    while (at < bytes.size && bytes.data[at] == 0)
      ++at;
    if (!qn_ccob_probe((qn_span){bytes.data + at, bytes.size - at}))
      break; // what follows is not a container
  }
  return qn_ok();
}

// Version 1 ends where its compressed stream does; only decompressing it shows
// where.
static qn_status measure_ccob(qn_span bytes, uint64_t *out_size,
                              qn_diag *diag) {
  enum { VERSION_AT = 4, VERSION_SIZE = 2 };
  qn_reader r = qn_reader_over(bytes, 0);
  (void)qn_read_bytes(&r, VERSION_AT, "magic");
  const uint16_t version = qn_read_u16(&r, "version");
  QN_TRY(qn_reader_finish(&r, diag));
  if (version == 1)
    return qn_fail(diag, QN_E_UNSUPPORTED,
                   (qn_place){VERSION_AT, VERSION_SIZE, "version"},
                   "a compressed bundle of version 1 does not say its size");
  qn_ccob c;
  QN_TRY(qn_ccob_read(bytes, 0, &c, diag));
  *out_size = c.size;
  return qn_ok();
}

const qn_format qn_format_ccob = {
    .name = "compressed-bundle",
    .summary = "compressed clang offload bundle (CCOB)",
    .plural = "offload bundles",
    .magic = {QN_CCOB_MAGIC, sizeof(QN_CCOB_MAGIC) - 1},
    .measure = measure_ccob,
    .embedded = true,
    .probe = qn_ccob_probe,
    .walk = walk_ccob,
    .contains_only = true,
};
