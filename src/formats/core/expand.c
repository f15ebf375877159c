// SPDX-License-Identifier: Apache-2.0
#include "formats/core/expand.h"

#include <inttypes.h>
#include <limits.h>

#include <lz4.h>
#include <lz4frame.h>
#include <zlib.h>
#include <zstd.h>

#include "base/alloc.h"

// Each returns NULL, or what is wrong. `out` has room for `size` bytes, and the
// result must have exactly that size.

static const char *expand_zstd(qn_span in, uint8_t *out, size_t size) {
  // In one call, into memory of the known size: the frame's window, which a
  // writer's long-distance matching makes large, then needs no memory of its
  // own.
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

static const char *expand_lz4_frame(qn_span in, uint8_t *out, size_t size) {
  LZ4F_dctx *context = NULL;
  if (LZ4F_isError(LZ4F_createDecompressionContext(&context, LZ4F_VERSION)))
    return "LZ4 has no memory";
  size_t written = size, read = in.size;
  const size_t left =
      LZ4F_decompress(context, out, &written, in.data, &read, NULL);
  (void)LZ4F_freeDecompressionContext(context);
  return left == 0 && written == size ? NULL : "the LZ4 frame is damaged";
}

static const char *expand_lz4(qn_span in, uint8_t *out, size_t size) {
  if (in.size >= 4 && memcmp(in.data, "\x04\x22\x4d\x18", 4) == 0)
    return expand_lz4_frame(in, out, size);
  if (in.size > INT_MAX || size > INT_MAX)
    return "an LZ4 block of more than 2 GiB";
  const int got = LZ4_decompress_safe((const char *)in.data, (char *)out,
                                      (int)in.size, (int)size);
  return got >= 0 && (size_t)got == size ? NULL : "the LZ4 block is damaged";
}

// Checking the size that a zstd frame states is cheaper than allocating first.
static qn_status check_frame(const qn_compressed *in, qn_diag *diag) {
  const unsigned long long stated =
      ZSTD_getFrameContentSize(in->bytes.data, in->bytes.size);
  if (stated == ZSTD_CONTENTSIZE_ERROR)
    return qn_fail(diag, QN_E_MALFORMED, in->place, "%s holds no zstd frame",
                   in->what);
  if (stated != ZSTD_CONTENTSIZE_UNKNOWN && stated != in->size)
    return qn_fail(diag, QN_E_MALFORMED, in->place,
                   "%s holds %llu bytes, its header says %" PRIu64, in->what,
                   stated, in->size);
  return qn_ok();
}

qn_status qn_expand(const qn_compressed *in, uint64_t limit, qn_span *out_bytes,
                    qn_diag *diag) {
  if (in->size > limit || in->size > SIZE_MAX / 2)
    return qn_fail(diag, QN_E_LIMIT, in->place,
                   "%s expands to %" PRIu64 " bytes, at most %" PRIu64
                   " are allowed",
                   in->what, in->size, limit);
  if (in->method == QN_COMPRESSION_ZSTD)
    QN_TRY(check_frame(in, diag));
  const size_t size = (size_t)in->size;
  uint8_t *bytes = qn_alloc(size);
  if (!bytes)
    return qn_fail_memory(diag, "the expanded contents");
  const char *wrong =
      in->method == QN_COMPRESSION_ZSTD   ? expand_zstd(in->bytes, bytes, size)
      : in->method == QN_COMPRESSION_ZLIB ? expand_zlib(in->bytes, bytes, size)
                                          : expand_lz4(in->bytes, bytes, size);
  if (wrong) {
    qn_free(bytes);
    return qn_fail(diag, QN_E_MALFORMED, in->place, "%s is damaged: %s",
                   in->what, wrong);
  }
  *out_bytes = (qn_span){bytes, size};
  return qn_ok();
}

void qn_expand_free(qn_span bytes) { qn_free((void *)(uintptr_t)bytes.data); }
