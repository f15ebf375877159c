// SPDX-License-Identifier: Apache-2.0
// The CAMD container, version 1: named blocks of bytes, in either byte order.
//
// This is the file layer only: what is in a block is the caller's business.
// Reading borrows from the input; nothing is copied but the list of blocks.
#ifndef QN_FORMATS_CONTAINER_CAMD_H
#define QN_FORMATS_CONTAINER_CAMD_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"

typedef enum qn_camd_format {
  QN_CAMD_RAW = 0, // no types: integers of 8 bytes, NUL-terminated strings
  QN_CAMD_MSGPACK = 1,
  QN_CAMD_JSON = 2,
} qn_camd_format;

enum { QN_CAMD_VERSION = 1 };

typedef struct qn_camd_block {
  qn_str name; // no NUL inside
  qn_span bytes;
  uint8_t format;   // qn_camd_format, or newer
  uint8_t encoding; // 0 none; others are compressed and not expanded here
} qn_camd_block;

typedef struct qn_camd {
  bool big_endian;             // of RAW numbers
  const qn_camd_block *blocks; // in creation order
  size_t block_count;
} qn_camd;

// Appends the container to `out` (8-aligned from the first byte appended, so
// `out` should be empty or aligned). Names must be unique and non-empty.
qn_status qn_camd_write(const qn_camd *camd, qn_buffer *out, qn_diag *diag);

// Reads a container that starts at bytes.data[0] and may be followed by
// anything. `origin` is its offset in the file, for messages.
qn_status qn_camd_read(qn_span bytes, uint64_t origin, qn_arena *arena,
                       qn_camd *out_camd, qn_diag *diag);

// Whether `bytes` start like a container.
bool qn_camd_probe(qn_span bytes);

// The block called `name`, or NULL.
const qn_camd_block *qn_camd_find(const qn_camd *camd, qn_str name);

#endif // QN_FORMATS_CONTAINER_CAMD_H
