// SPDX-License-Identifier: Apache-2.0
// Folders of kernels, and searching them; the implementation of quern/store.h.
#ifndef QN_PACKAGE_STORE_STORE_H
#define QN_PACKAGE_STORE_STORE_H

#include "base/api.h"
#include "base/system/file.h"
#include "package/store/manifest.h"
#include "quern/store.h"

#define QN_STORE_OP QN_API_STRUCT(quern_store_op, param_count)
#define QN_STORE_QUERY QN_API_STRUCT(quern_store_query, tried_size)
#define QN_STORE_KERNEL QN_API_STRUCT(quern_store_kernel, block)

// A folder: read by its manifest or, if it has none, by its files.
typedef struct qn_store_folder {
  struct qn_store_folder *next;
  const char *path;
  const char *origin; // where it was named: "GGML_HSA_KERNEL_DIR"
  bool has_manifest;  // sizes and hashes are known
  qn_diag wrong;      // why it has no kernels, unless OK
  qn_manifest manifest;
  qn_file text; // of the manifest
} qn_store_folder;

// Reads a folder. QN_E_NOT_FOUND when it does not exist.
qn_status qn_store_folder_open(const char *path, qn_arena *arena,
                               qn_store_folder *out_folder, qn_diag *diag);
// The kernels that a folder's files are, sorted by path, whatever its manifest
// says: with architecture, name and paths only.
qn_status qn_store_folder_scan(const char *path, qn_arena *arena,
                               qn_manifest *out_kernels, qn_diag *diag);
// Accepts a zeroed folder.
void qn_store_folder_close(qn_store_folder *folder);

// The folders of a store, in order.
const qn_store_folder *qn_store_folders(const quern_store *store);

// How well kernels for `arch` fit the device: 0 not at all, more is better.
unsigned qn_store_fitness(qn_str arch, qn_str device);

// Reads an operation from its texts. QN_E_ARGUMENT and others.
qn_status qn_store_read_op(const quern_store_op *given, qn_ggml_call *out_call,
                           qn_diag *diag);

#endif // QN_PACKAGE_STORE_STORE_H
