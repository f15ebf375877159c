// SPDX-License-Identifier: Apache-2.0
// Clang offload bundles, as hipcc writes and HIP loads them: a table of
// entries, each an id such as "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+" and an
// image. Plain ones; compressed ones (CCOB) are in formats/container/ccob.h.
#ifndef QN_FORMATS_CONTAINER_BUNDLE_H
#define QN_FORMATS_CONTAINER_BUNDLE_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"

// Begins bundles, marker lines of bundles of text, and names of sections that
// clang -fgpu-rdc of old made.
#define QN_BUNDLE_MAGIC "__CLANG_OFFLOAD_BUNDLE__"

enum {
  QN_BUNDLE_ALIGNMENT = 4096, // of images, as the HIP runtime expects
  QN_BUNDLE_ENTRIES_MAX = 4096,
};

// The entry that hipcc puts first, for the host, without an image.
#define QN_BUNDLE_HOST_ID "host-x86_64-unknown-linux-gnu-"

typedef struct qn_bundle_entry {
  qn_str id;       // borrowed
  qn_span bytes;   // borrowed; empty for a host entry
  uint64_t offset; // of the image from the start of the file; 0 when writing
} qn_bundle_entry;

typedef struct qn_bundle {
  qn_bundle_entry *entries; // in file order, in the arena
  size_t count;
  uint64_t size; // bytes up to the end of the last image
} qn_bundle;

bool qn_bundle_probe(qn_span bytes);

// Reads the table of a bundle that starts at bytes.data[0]; more may follow it.
// Images may overlap; ids may not be equal.
qn_status qn_bundle_read(qn_span bytes, uint64_t origin, qn_arena *arena,
                         qn_bundle *out_bundle, qn_diag *diag);

// Appends a bundle to `out`, whose size must be a multiple of the alignment.
// Entries stay in the order given; ids must be unique and not empty.
qn_status qn_bundle_write(const qn_bundle_entry *entries, size_t count,
                          qn_buffer *out, qn_diag *diag);

// The parts of an entry id "kind-arch-vendor-os-environment[-target]"; the
// target may contain '-'. Missing parts are empty.
typedef struct qn_bundle_id {
  qn_str kind;   // "hipv4", "host", ...
  qn_str arch;   // "amdgcn"
  qn_str triple; // "amdgcn-amd-amdhsa-"
  qn_str target; // "gfx90a:xnack+"; empty for a host
} qn_bundle_id;
qn_bundle_id qn_bundle_parse_id(qn_str id);

#endif // QN_FORMATS_CONTAINER_BUNDLE_H
