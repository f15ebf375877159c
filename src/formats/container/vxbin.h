// SPDX-License-Identifier: Apache-2.0
// Vortex binaries: u64 least address, u64 end, the image; newer ones have a
// table of kernels after it. The oldest form is u64 size and the image. All
// little-endian.
#ifndef QN_FORMATS_CONTAINER_VXBIN_H
#define QN_FORMATS_CONTAINER_VXBIN_H

#include "base/diag.h"
#include "base/reader.h"
#include "formats/container/vortex_abi.h"

typedef struct qn_vxbin {
  unsigned version;  // 1: only a size; 2: addresses; 3: a table too
  uint64_t min, max; // addresses; 0 in version 1
  qn_span image;
  qn_reader entries; // 16 bytes each: u32 name offset, u16 name size, u16 0,
                     // u64 address
  size_t count;      // of entries
  qn_span names;
} qn_vxbin;

bool qn_vxbin_probe(qn_span bytes);
qn_status qn_vxbin_read(qn_span bytes, uint64_t origin, qn_vxbin *out_vxbin,
                        qn_diag *diag);
// Reads the next entry of the table; false at a name outside of the names.
bool qn_vxbin_next(qn_vxbin *v, qn_str *out_name, uint64_t *out_address);

// The header that Quern's own images have (vortex_abi.h); false where there is
// none, or what it says is not in the image.
bool qn_vxbin_header(const qn_vxbin *v, qn_vx_header *out_header);
// The `index`th of `count` numbers of `size` bytes at an offset of the image,
// which qn_vxbin_header has checked.
uint64_t qn_vxbin_number(const qn_vxbin *v, uint32_t offset, size_t index,
                         size_t size);

#endif // QN_FORMATS_CONTAINER_VXBIN_H
