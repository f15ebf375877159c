// SPDX-License-Identifier: Apache-2.0
// Decompression of untrusted bytes to a size that is known beforehand.
#ifndef QN_FORMATS_CORE_EXPAND_H
#define QN_FORMATS_CORE_EXPAND_H

#include "base/diag.h"
#include "base/span.h"

typedef enum qn_compression {
  QN_COMPRESSION_ZLIB,
  QN_COMPRESSION_ZSTD,
  QN_COMPRESSION_LZ4, // a block, or a frame if it starts like one
} qn_compression;

// The compressed bytes, and what the container says about them.
typedef struct qn_compressed {
  qn_span bytes;
  qn_compression method;
  uint64_t size;    // bytes when expanded; the result must match exactly
  qn_place place;   // for messages
  const char *what; // "compressed bundle"
} qn_compressed;

// Expands into new memory, which the caller frees (qn_free). A size over
// `limit` is QN_E_LIMIT before anything is allocated.
qn_status qn_expand(const qn_compressed *in, uint64_t limit, qn_span *out_bytes,
                    qn_diag *diag);
void qn_expand_free(qn_span bytes);

#endif // QN_FORMATS_CORE_EXPAND_H
