// SPDX-License-Identifier: Apache-2.0
// CUDA's names and what HIP calls them: cuda2hip.tsv, as a perfect hash that
// tools/gen_hipify.py makes.
#ifndef QN_HIPIFY_NAMES_H
#define QN_HIPIFY_NAMES_H

#include "base/span.h"

typedef enum qn_name_kind {
#define QN_NAME_KIND(id, text) QN_NAME_##id,
#include "hipify/name_kinds.def"
#undef QN_NAME_KIND
  QN_NAME_KIND_COUNT,
} qn_name_kind;
const char *qn_name_kind_text(qn_name_kind kind); // "function"

typedef enum qn_name_status {
  QN_NAME_OK,          // renamed
  QN_NAME_SAME,        // HIP has it under the same name
  QN_NAME_DEPRECATED,  // renamed, but old in both
  QN_NAME_UNSUPPORTED, // HIP has nothing like it; `hip` may hold the nearest
} qn_name_status;

typedef struct qn_cuda_name {
  const char *cuda;
  const char *hip;       // "" when there is none
  const char *section;   // "runtime", "driver", "cublas", ...
  const char *transform; // edits of a call's arguments, see arguments.c; ""
  uint8_t kind;          // qn_name_kind
  uint8_t status;        // qn_name_status
} qn_cuda_name;

// NULL when it is no name of CUDA's.
const qn_cuda_name *qn_cuda_name_find(qn_str name);
// By HIP's name; for translation back. The first of several.
const qn_cuda_name *qn_hip_name_find(qn_str name);
// All rows, sorted by CUDA's name.
const qn_cuda_name *qn_cuda_names(size_t *out_count);
// Whether a name looks like one of CUDA's, known or not: "cudaFoo", "cuBar",
// "CU_BAZ", "cublasFoo".
bool qn_cuda_name_like(qn_str name);

#endif // QN_HIPIFY_NAMES_H
