// SPDX-License-Identifier: Apache-2.0
// Headers, little-endian, by version:
//   all 0 "CCOB", 4 u16 version, 6 u16 method
//   1   8 u32 expanded size, 12 u64 hash; 20 bytes, no total size
//   2   8 u32 total size, 12 u32 expanded size, 16 u64 hash; 24 bytes
//   3   8 u64 total size, 16 u64 expanded size, 24 u64 hash; 32 bytes
#include "formats/ccob.h"

#include <inttypes.h>

#include <zlib.h>
#define ZSTD_STATIC_LINKING_ONLY // ZSTD_findFrameCompressedSize is in it
#include <zstd.h>

#include "base/alloc.h"
#include "base/digest.h"
#include "base/reader.h"
#include "formats/format.h"

// Level 9 is within 2 % of the size of 19 on code objects at 5 times its speed.
enum { LEVEL = 9 };

bool qn_ccob_probe(qn_span bytes) {
  return bytes.size >= 8 && memcmp(bytes.data, "CCOB", 4) == 0;
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
  if (memcmp(start.data, "CCOB", 4) != 0)
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

// Both return NULL, or what is wrong. `out` has room for `size` bytes, and
// exactly these must come out.
static const char *expand_zstd(qn_span in, uint8_t *out, size_t size) {
  // One shot into memory of the known size: the frame's window, which the
  // writer's long-distance matching makes large, needs no memory of its own.
  const size_t got = ZSTD_decompress(out, size, in.data, in.size);
  if (ZSTD_isError(got))
    return ZSTD_getErrorName(got);
  return got == size ? NULL : "it expands to another size than it says";
}

static const char *expand_zlib(qn_span in, uint8_t *out, size_t size) {
  enum { STEP = 1 << 30 }; // zlib counts in unsigned int
  z_stream z = {0};
  if (inflateInit(&z) != Z_OK)
    return "zlib has no memory";
  size_t read = 0, written = 0;
  int result = Z_OK;
  while (result == Z_OK) {
    const size_t in_step = in.size - read < STEP ? in.size - read : STEP;
    const size_t out_step = size - written < STEP ? size - written : STEP;
    z.next_in = (Bytef *)(uintptr_t)(in.data + read); // zlib lacks const here
    z.avail_in = (uInt)in_step;
    z.next_out = out + written;
    z.avail_out = (uInt)out_step;
    result = inflate(&z, Z_NO_FLUSH);
    read += in_step - z.avail_in;
    written += out_step - z.avail_out;
  }
  (void)inflateEnd(&z);
  if (result == Z_STREAM_END)
    return written == size ? NULL : "it expands to less than it says";
  return result == Z_BUF_ERROR && written == size
             ? "it expands to more than it says"
             : "the zlib stream is damaged";
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
  const qn_place place = {c->origin, c->size, "compressed bundle"};
  if (c->expanded_size > limit || c->expanded_size > SIZE_MAX / 2)
    return qn_fail(diag, QN_E_LIMIT, place,
                   "compressed bundle expands to %" PRIu64
                   " bytes, at most %" PRIu64 " are allowed",
                   c->expanded_size, limit);
  const size_t size = (size_t)c->expanded_size;
  // What the frame says is cheaper to check than memory is to get.
  const unsigned long long stated =
      c->method == QN_CCOB_ZSTD
          ? ZSTD_getFrameContentSize(c->payload.data, c->payload.size)
          : ZSTD_CONTENTSIZE_UNKNOWN;
  if (stated == ZSTD_CONTENTSIZE_ERROR)
    return qn_fail(diag, QN_E_MALFORMED, place,
                   "compressed bundle holds no zstd frame");
  if (stated != ZSTD_CONTENTSIZE_UNKNOWN && stated != size)
    return qn_fail(diag, QN_E_MALFORMED, place,
                   "compressed bundle holds %llu bytes, its header says %zu",
                   stated, size);
  uint8_t *bytes = qn_alloc(size);
  if (!bytes)
    return qn_fail_memory(diag, "the expanded bundle");
  const char *wrong = c->method == QN_CCOB_ZSTD
                          ? expand_zstd(c->payload, bytes, size)
                          : expand_zlib(c->payload, bytes, size);
  qn_status status = qn_ok();
  if (wrong)
    status = qn_fail(diag, QN_E_MALFORMED, place,
                     "compressed bundle is damaged: %s", wrong);
  else
    status = check_hash(c, (qn_span){bytes, size}, diag);
  if (qn_failed(status))
    qn_free(bytes);
  else
    *out_bytes = (qn_span){bytes, size};
  return status;
}

// ---- Writing

static void write_header(qn_span bundle, uint64_t payload_size,
                         qn_buffer *out) {
  uint8_t digest[QN_MD5_SIZE];
  qn_md5(bundle, digest);
  const bool wide = bundle.size > UINT32_MAX || payload_size > UINT32_MAX - 24;
  const size_t width = wide ? 8 : 4;
  qn_buffer_append(out, "CCOB", 4);
  qn_buffer_u16(out, wide ? 3 : 2);
  qn_buffer_u16(out, QN_CCOB_ZSTD);
  qn_buffer_int(out, payload_size + (wide ? 32 : 24), width, false);
  qn_buffer_int(out, bundle.size, width, false);
  qn_buffer_append(out, digest, 8);
}

// Compresses with matches over the whole input: images for several targets of
// one family are much alike, but far apart.
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
    qn_walk_expanded(walk, expanded.size);
    const qn_status status =
        qn_walk_member(walk, expanded, 0, (qn_str){0}, diag);
    qn_free((void *)(uintptr_t)expanded.data);
    QN_TRY(status);
    at += (size_t)c.size;
    while (at < bytes.size && bytes.data[at] == 0)
      ++at;
    if (!qn_ccob_probe((qn_span){bytes.data + at, bytes.size - at}))
      break; // what follows is somebody else's
  }
  return qn_ok();
}

const qn_format qn_format_ccob = {
    .name = "compressed-bundle",
    .summary = "compressed clang offload bundle (CCOB)",
    .probe = qn_ccob_probe,
    .walk = walk_ccob,
    .contains_only = true,
};
