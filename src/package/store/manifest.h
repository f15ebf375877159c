// SPDX-License-Identifier: Apache-2.0
// The manifest of a folder of kernels, manifest.json: which kernels exist for
// which architecture, under which names, and how they are launched. Written by
// `quern pregen`, read by the store. Untrusted.
#ifndef QN_PACKAGE_STORE_MANIFEST_H
#define QN_PACKAGE_STORE_MANIFEST_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "package/ggml/ggml.h"

#define QN_MANIFEST_FILE "manifest.json"
#define QN_MANIFEST_SCHEMA "quern.kernels/1"

// A file of the folder.
typedef struct qn_manifest_file {
  qn_str path;   // relative to the manifest; empty: none
  uint64_t size; // bytes
  uint64_t hash; // XXH3 of the contents
} qn_manifest_file;

typedef struct qn_manifest_kernel {
  qn_str arch;   // "gfx942"
  qn_str name;   // "add-1024f32-1024f32-1024f32"
  qn_str symbol; // of the kernel in the file; empty: whichever there are
  const qn_str *aliases;
  size_t alias_count;
  qn_manifest_file code;  // a bundle, or a programmable device image
  qn_manifest_file insts; // of aie2, aie2p
  bool has_call;          // the operation and its tensors are known
  qn_ggml_call call;
} qn_manifest_kernel;

typedef struct qn_manifest {
  qn_manifest_kernel *kernels; // sorted by arch, then name
  size_t count;
} qn_manifest;

// Reads a manifest; everything lives in `arena`, and in `text`.
qn_status qn_manifest_read(qn_span text, qn_arena *arena,
                           qn_manifest *out_manifest, qn_diag *diag);
// Sorts and appends. The same kernels give the same text.
void qn_manifest_write(qn_manifest *manifest, qn_buffer *out);

#endif // QN_PACKAGE_STORE_MANIFEST_H
