// SPDX-License-Identifier: Apache-2.0
// Compressed offload bundles (CCOB), versions 1 to 3: a header, and a bundle
// compressed with zstd or zlib.
#ifndef QN_FORMATS_CONTAINER_CCOB_H
#define QN_FORMATS_CONTAINER_CCOB_H

#include "base/buffer.h"
#include "base/diag.h"

#define QN_CCOB_MAGIC "CCOB"

enum { QN_CCOB_ZLIB = 0, QN_CCOB_ZSTD = 1 };

typedef struct qn_ccob {
  unsigned version, method;
  uint64_t size;          // of the whole container, bytes
  uint64_t expanded_size; // of the bundle in it, bytes
  uint64_t hash;          // first 8 bytes of the bundle's MD5, little-endian
  qn_span payload;
  uint64_t origin; // file offset of the header
} qn_ccob;

bool qn_ccob_probe(qn_span bytes);
// Reads the header of a container that starts at bytes.data[0]; more may follow
// it.
qn_status qn_ccob_read(qn_span bytes, uint64_t origin, qn_ccob *out_ccob,
                       qn_diag *diag);
// Expands it, at most `limit` bytes, and checks size and hash. `*out_bytes` is
// owned by the caller: qn_free((void *)out_bytes.data).
qn_status qn_ccob_expand(const qn_ccob *ccob, uint64_t limit,
                         qn_span *out_bytes, qn_diag *diag);

// Appends `bundle` compressed with zstd: version 2, which ROCm from 6.2 on
// reads, or 3 when a size needs more than 32 bits.
qn_status qn_ccob_write(qn_span bundle, qn_buffer *out, qn_diag *diag);

#endif // QN_FORMATS_CONTAINER_CCOB_H
