// SPDX-License-Identifier: Apache-2.0
// Folders of kernels, and looking into them; quern/store.h is made of this.
#ifndef QN_PACKAGE_STORE_STORE_H
#define QN_PACKAGE_STORE_STORE_H

#include "base/system/file.h"
#include "package/store/manifest.h"
#include "quern/store.h"

// A folder: by its manifest, or, without one, by what lies in it.
typedef struct qn_store_folder {
  struct qn_store_folder *next;
  const char *path;
  const char *origin; // who named it: "GGML_HSA_KERNEL_DIR"
  bool has_manifest;  // sizes and hashes are known
  qn_diag wrong;      // why it has no kernels, unless OK
  qn_manifest manifest;
  qn_file text; // of the manifest
} qn_store_folder;

// Reads a folder. QN_E_NOT_FOUND when it is not there.
qn_status qn_store_folder_open(const char *path, qn_arena *arena,
                               qn_store_folder *out_folder, qn_diag *diag);
// Accepts a zeroed folder.
void qn_store_folder_close(qn_store_folder *folder);

// The folders of a store, in order.
const qn_store_folder *qn_store_folders(const qn_store *store);

// How well kernels for `arch` fit the device: 0 not at all, more is better.
unsigned qn_store_fitness(qn_str arch, qn_str device);

// Reads an operation as its texts say it. QN_E_ARGUMENT and others.
qn_status qn_store_read_op(const qn_store_op *op, qn_ggml_call *out_call,
                           qn_diag *diag);

#endif // QN_PACKAGE_STORE_STORE_H
