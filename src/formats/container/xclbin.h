// SPDX-License-Identifier: Apache-2.0
// xclbin: "xclbin2\0", 296 bytes, u64 size of the file, 144 bytes with the
// platform's name at 352, and at 448 u32 number of sections; from 456 on 40
// bytes for each: u32 kind, name[16], 4 bytes, u64 offset, u64 size.
#ifndef QN_FORMATS_CONTAINER_XCLBIN_H
#define QN_FORMATS_CONTAINER_XCLBIN_H

#include "base/diag.h"
#include "base/span.h"

enum {
  QN_XCLBIN_METADATA = 2, // XML: kernels and their arguments
  QN_XCLBIN_AIE = 32,     // AIE partition
};

typedef struct qn_xclbin {
  qn_span file;
  uint64_t origin;
  size_t section_count;
  uint8_t major, minor;
  qn_str platform;
} qn_xclbin;

bool qn_xclbin_probe(qn_span bytes);
qn_status qn_xclbin_open(qn_span bytes, uint64_t origin, qn_xclbin *out_xclbin,
                         qn_diag *diag);
// The first section of that kind; empty when there is none. One that does not
// lie in the file is a failure.
qn_status qn_xclbin_section(const qn_xclbin *x, uint32_t kind,
                            qn_span *out_bytes, uint64_t *out_offset,
                            qn_diag *diag);

#endif // QN_FORMATS_CONTAINER_XCLBIN_H
