// SPDX-License-Identifier: Apache-2.0
// GGUF files, ggml's models: what is said of the model and of its tensors. The
// numbers themselves are not read. Untrusted.
#ifndef QN_PACKAGE_GGML_GGUF_H
#define QN_PACKAGE_GGML_GGUF_H

#include "base/diag.h"
#include "base/span.h"

typedef struct qn_gguf_tensor {
  qn_str name;
  unsigned dims;  // 1 to 4
  uint64_t ne[4]; // ggml's order, innermost first; 1 beyond `dims`
  uint32_t type;  // ggml's number
} qn_gguf_tensor;

typedef struct qn_gguf {
  uint32_t version;
  qn_str architecture; // general.architecture: "llama"; empty: not said
  uint64_t tensor_count;
} qn_gguf;

typedef void qn_gguf_fn(void *user, const qn_gguf_tensor *tensor);

// Reads a file's header, and calls `fn` (NULL: nobody) for each tensor. Texts
// borrow from `file`. QN_E_UNSUPPORTED for versions other than 2 and 3.
qn_status qn_gguf_read(qn_span file, qn_gguf_fn *fn, void *user,
                       qn_gguf *out_gguf, qn_diag *diag);

// The name that kernels have for a type's number ("f16", "q4_K"), or NULL.
const char *qn_gguf_type_name(uint32_t type);

#endif // QN_PACKAGE_GGML_GGUF_H
