// SPDX-License-Identifier: Apache-2.0
// Packages: the images of one program for many devices, in the form that hipcc
// writes and HIP loads (an offload bundle, plain or compressed).
//
// A package borrows from the file it was opened on and owns what it had to
// expand. Not thread-safe while it is opened; afterwards it is read-only.
#ifndef QN_PACKAGE_BUNDLE_PACKAGE_H
#define QN_PACKAGE_BUNDLE_PACKAGE_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "formats/container/bundle.h"
#include "formats/core/format.h"

typedef struct qn_package {
  qn_bundle_entry *entries; // in file order, empty host entries among them
  size_t entry_count;
  bool compressed;
  uint64_t size;  // bytes of the file that the package takes
  qn_arena arena; // private
  void *expanded; // private
} qn_package;

// Opens a bundle at the start of `file`; more may follow it. `limits` NULL: the
// default ones. On failure there is nothing to finish.
qn_status qn_package_open(qn_span file, const qn_limits *limits,
                          qn_package *out_package, qn_diag *diag);
// Accepts a zeroed package.
void qn_package_finish(qn_package *package);

// The entry whose id or target is `name`, or NULL.
const qn_bundle_entry *qn_package_find(const qn_package *package, qn_str name);

// The best image for a device, named as by its driver:
// "gfx90a:sramecc+:xnack-", "sm_90", "x86-64-v4", "aarch64", "spirv64". In
// order: exact machine code, machine code for an older or generic device that
// this one runs, PTX for it to translate. QN_E_NOT_FOUND lists the images.
qn_status qn_package_select(const qn_package *package, qn_str device,
                            const qn_bundle_entry **out_entry, qn_diag *diag);

// How well an image for entry id `id` fits the device: 0 not at all, more is
// better.
unsigned qn_package_fitness(qn_str id, qn_str device);

// Appends a bundle of `entries` to the empty `out`. A host entry is put first
// when there is none; the others stay in order. The same entries give the same
// bytes.
typedef struct qn_package_params {
  const qn_bundle_entry *entries;
  size_t entry_count;
  bool compress; // zstd
} qn_package_params;
qn_status qn_package_write(const qn_package_params *params, qn_buffer *out,
                           qn_diag *diag);

#endif // QN_PACKAGE_BUNDLE_PACKAGE_H
