// SPDX-License-Identifier: Apache-2.0
// CUDA's names and what HIP calls them: cuda2hip.tsv and reverse.tsv, as
// perfect hashes that tools/gen_hipify.py makes.
#ifndef QN_HIPIFY_NAMES_NAMES_H
#define QN_HIPIFY_NAMES_NAMES_H

#include "base/span.h"

typedef enum qn_name_kind {
#define QN_NAME_KIND(id, text) QN_NAME_##id,
#include "hipify/names/name_kinds.def"
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

// What a HIP name goes back to. CUDA has it in the runtime API, the driver API
// or both; neither, when several names become this one and no rule chooses.
typedef struct qn_hip_name {
  const char *hip;
  const qn_cuda_name *runtime; // and the libraries
  const qn_cuda_name *driver;
  const char *transform; // as in qn_cuda_name
} qn_hip_name;

// Whose names a source is written in.
typedef enum qn_vocabulary { QN_WORDS_CUDA, QN_WORDS_HIP } qn_vocabulary;

// A word of a source, by its table: one of the names, one of the other words
// that matter to a pass (words.txt), or neither. Nothing outside `at` to
// `at + size` is read.
enum { QN_WORD_NONE = 0, QN_WORD_LOOK = 0xffff };
uint16_t qn_word_find(qn_vocabulary words, const uint8_t *at, size_t size);
// The name that a word is; NULL for none.
const qn_cuda_name *qn_word_cuda(uint16_t word);
// The same for words of QN_WORDS_HIP; false for none.
bool qn_word_hip(uint16_t word, qn_hip_name *out_name);

// NULL when it is not a CUDA name.
const qn_cuda_name *qn_cuda_name_find(qn_str name);
// False when it is not a HIP name that CUDA also has.
bool qn_hip_name_find(qn_str name, qn_hip_name *out_name);
// Whose libraries take the place of cuBLAS, cuSPARSE, cuSOLVER, cuRAND and
// cuDNN: HIP's (hipBLAS, ...), or AMD's own (rocBLAS, ..., MIOpen).
typedef enum qn_libraries {
  QN_LIBRARIES_HIP,
  QN_LIBRARIES_MIOPEN, // AMD's for cuDNN alone
  QN_LIBRARIES_ROC,
} qn_libraries;
// The name in AMD's own libraries, QN_NAME_UNSUPPORTED where they have nothing
// with the same arguments; `name` itself where they have no part in it.
const qn_cuda_name *qn_cuda_name_roc(const qn_cuda_name *name,
                                     qn_libraries libraries);
// The library that takes the place of a name's: "rocBLAS"; "HIP".
const char *qn_library_of(const qn_cuda_name *name, qn_libraries libraries);

// A release of HIP, as `major << 8 | minor`; 0: the newest, which the table
// has. The name as an older release has it, which is QN_NAME_UNSUPPORTED before
// the release `*out_until`; `name` itself where nothing differs.
const qn_cuda_name *qn_cuda_name_in(const qn_cuda_name *name, unsigned release,
                                    unsigned *out_until);
// All rows, sorted by CUDA's name.
const qn_cuda_name *qn_cuda_names(size_t *out_count);
// Whether a name looks like one of CUDA's, known or not: "cudaFoo", "cuBar",
// "CU_BAZ", "cublasFoo".
bool qn_cuda_name_like(qn_str name);
// The same for HIP's, AMD's libraries and AMD's built-in functions.
bool qn_hip_name_like(qn_str name);

#endif // QN_HIPIFY_NAMES_NAMES_H
