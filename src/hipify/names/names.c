// SPDX-License-Identifier: Apache-2.0
#include "hipify/names/names.h"

#include <stdlib.h>
#include <string.h>

static const qn_cuda_name rows[] = {
#define QN_NAME(cuda, hip, kind, section, status, transform)                   \
  {cuda, hip, section, transform, QN_NAME_##kind, QN_NAME_##status},
#include "hipify/names/names.inc"
#undef QN_NAME
};
enum { ROW_COUNT = sizeof(rows) / sizeof(rows[0]) };

// What older releases of HIP have; `row` is the number of the name's row, by
// which these are sorted.
typedef struct version_row {
  uint16_t row, from, until;
  qn_cuda_name name;
} version_row;
static const version_row versions[] = {
#define QN_VERSION(row, from, until, cuda, hip, kind, section, status,         \
                   transform)                                                  \
  {row,                                                                        \
   from,                                                                       \
   until,                                                                      \
   {cuda, hip, section, transform, QN_NAME_##kind, QN_NAME_##status}},
#include "hipify/names/versions.inc"
#undef QN_VERSION
};

// What AMD's own libraries have, by the number of the name's row.
typedef struct roc_row {
  uint16_t row;
  qn_cuda_name name;
} roc_row;
static const roc_row roc_rows[] = {
#define QN_ROC(row, cuda, roc, kind, section, status)                          \
  {row, {cuda, roc, section, "", QN_NAME_##kind, QN_NAME_##status}},
#include "hipify/names/roc.inc"
#undef QN_ROC
};

// The rows of the two APIs that a HIP name maps back to, + 1; 0: none.
typedef struct hip_row {
  const char *hip;
  uint16_t runtime, driver;
  const char *transform;
} hip_row;

// A two-level perfect hash: a name's bucket has a displacement that gives each
// of its names a slot of its own. The slots hold row numbers + 1, or
// QN_WORD_LOOK. A filter comes first, because most words of a source are not in
// the table: one bit for each value of the names' quick hash.
#define QN_HASH_TABLES
#include "hipify/names/names_hash.inc"
#undef QN_HASH_TABLES
enum { HIP_COUNT = sizeof(hip_rows) / sizeof(hip_rows[0]) };

// ---- Hashes, as in tools/gen_hipify.py; little-endian

static uint64_t load64(const uint8_t *at) {
  uint64_t word;
  memcpy(&word, at, sizeof(word));
  return word;
}

static uint64_t load32(const uint8_t *at) {
  uint32_t word;
  memcpy(&word, at, sizeof(word));
  return word;
}

static uint64_t load16(const uint8_t *at) {
  uint16_t word;
  memcpy(&word, at, sizeof(word));
  return word;
}

// Hash of the first bytes, the last byte and the size; reads no byte outside.
static uint64_t quick_hash(const uint8_t *at, size_t size) {
  const uint64_t first = size >= 8   ? load64(at)
                         : size >= 4 ? load32(at)
                                     : load16(at);
  const uint64_t last = size >= 8   ? load64(at + size - 8)
                        : size >= 4 ? load32(at + size - 4)
                                    : load16(at + size - 2);
  uint64_t h = (first ^ size * UINT64_C(0x9e3779b97f4a7c15)) *
               UINT64_C(0xff51afd7ed558ccd);
  h ^= h >> 32;
  return (h ^ last) * UINT64_C(0xc4ceb9fe1a85ec53);
}

static uint64_t whole_hash(uint64_t h, const uint8_t *at, size_t size) {
  for (size_t i = 8; i + 8 < size; i += 8)
    h = ((h ^ h >> 32) ^ load64(at + i)) * UINT64_C(0xc4ceb9fe1a85ec53);
  h = (h ^ h >> 32) * UINT64_C(0xff51afd7ed558ccd);
  return h ^ h >> 32;
}

static bool is_text(const char *text, const uint8_t *at, size_t size) {
  return strncmp(text, (const char *)at, size) == 0 && !text[size];
}

#define SLOT(table, h)                                                         \
  slots_##table[((uint32_t)(h) +                                               \
                 displacements_##table[(h) % COUNT(displacements_##table)] *   \
                     (uint32_t)((h) >> 32 | 1)) &                              \
                (COUNT(slots_##table) - 1)]
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

uint16_t qn_word_find(qn_vocabulary words, const uint8_t *at, size_t size) {
  if (size < SIZE_MIN_OF_NAMES || size > SIZE_MAX_OF_NAMES)
    return QN_WORD_NONE;
  const uint64_t quick = quick_hash(at, size);
  const uint64_t bit = quick >> (64 - FILTER_BITS);
  const bool hip = words == QN_WORDS_HIP;
  const uint64_t *filter = hip ? filter_hip : filter_cuda;
  if (!(filter[bit >> 6] >> (bit & 63) & 1))
    return QN_WORD_NONE;
  const uint64_t h = whole_hash(quick, at, size);
  const uint16_t word = hip ? SLOT(hip, h) : SLOT(cuda, h);
  if (word == QN_WORD_NONE || word == QN_WORD_LOOK)
    return word;
  const char *text = hip ? hip_rows[word - 1].hip : rows[word - 1].cuda;
  return is_text(text, at, size) ? word : QN_WORD_NONE;
}

const qn_cuda_name *qn_word_cuda(uint16_t word) {
  return word == QN_WORD_NONE || word > ROW_COUNT ? NULL : &rows[word - 1];
}

bool qn_word_hip(uint16_t word, qn_hip_name *out) {
  if (word == QN_WORD_NONE || word > HIP_COUNT)
    return false;
  const hip_row *row = &hip_rows[word - 1];
  *out = (qn_hip_name){row->hip, qn_word_cuda(row->runtime),
                       qn_word_cuda(row->driver), row->transform};
  return true;
}

const qn_cuda_name *qn_cuda_name_find(qn_str name) {
  return qn_word_cuda(
      qn_word_find(QN_WORDS_CUDA, (const uint8_t *)name.data, name.size));
}

bool qn_hip_name_find(qn_str name, qn_hip_name *out) {
  return qn_word_hip(
      qn_word_find(QN_WORDS_HIP, (const uint8_t *)name.data, name.size), out);
}

const qn_cuda_name *qn_cuda_names(size_t *out_count) {
  *out_count = ROW_COUNT;
  return rows;
}

const qn_cuda_name *qn_cuda_name_in(const qn_cuda_name *name, unsigned release,
                                    unsigned *out_until) {
  size_t low = 0;
  size_t high = COUNT(versions);
  if (name < rows || name >= rows + ROW_COUNT)
    return name; // one of an older release already
  const size_t row = (size_t)(name - rows);
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (versions[middle].row < row)
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < COUNT(versions) && versions[low].row == row; ++low)
    if (versions[low].from <= release && release < versions[low].until) {
      *out_until = versions[low].until;
      return &versions[low].name;
    }
  return name;
}

// The library in place of a section's; NULL: none. Headers are of the section
// that they are named after.
static const char *roc_library(const qn_cuda_name *name) {
  static const struct {
    const char *cuda, *library;
  } libraries[] = {{"cublas", "rocBLAS"},
                   {"cusparse", "rocSPARSE"},
                   {"cusolver", "rocSOLVER"},
                   {"curand", "rocRAND"},
                   {"cudnn", "MIOpen"}};
  const bool header = name->kind == QN_NAME_HEADER;
  for (size_t i = 0; i < COUNT(libraries); ++i)
    if (header ? qn_str_starts(qn_str_from(name->cuda),
                               qn_str_from(libraries[i].cuda))
               : strcmp(name->section, libraries[i].cuda) == 0)
      return libraries[i].library;
  return NULL;
}

static bool is_roc(const qn_cuda_name *name, qn_libraries libraries) {
  const char *library =
      libraries == QN_LIBRARIES_HIP ? NULL : roc_library(name);
  return library &&
         (libraries == QN_LIBRARIES_ROC || strcmp(library, "MIOpen") == 0);
}

const char *qn_library_of(const qn_cuda_name *name, qn_libraries libraries) {
  return is_roc(name, libraries) ? roc_library(name) : "HIP";
}

static int compare_row(const void *key, const void *row) {
  return (int)*(const size_t *)key - ((const roc_row *)row)->row;
}

const qn_cuda_name *qn_cuda_name_roc(const qn_cuda_name *name,
                                     qn_libraries libraries) {
  if (name < rows || name >= rows + ROW_COUNT || !is_roc(name, libraries))
    return name;
  const size_t row = (size_t)(name - rows);
  const roc_row *found =
      bsearch(&row, roc_rows, COUNT(roc_rows), sizeof(*roc_rows), compare_row);
  return found ? &found->name : name;
}

const char *qn_name_kind_text(qn_name_kind kind) {
  static const char *const texts[] = {
#define QN_NAME_KIND(id, text) text,
#include "hipify/names/name_kinds.def"
#undef QN_NAME_KIND
  };
  return kind < QN_NAME_KIND_COUNT ? texts[kind] : "unknown";
}

static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// Whether a name begins with one of the stems and is longer; with `upper`, the
// next character must be a capital.
static bool has_stem(qn_str name, const char *const *stems, size_t count,
                     bool upper) {
  for (size_t i = 0; i < count; ++i) {
    const size_t size = strlen(stems[i]);
    if (name.size > size && memcmp(name.data, stems[i], size) == 0 &&
        (!upper || is_upper(name.data[size])))
      return true;
  }
  return false;
}

bool qn_cuda_name_like(qn_str name) {
  static const char *const prefixes[] = {
      "cuda",     "cu",    "cublas", "cufft", "curand",    "cusparse",
      "cusolver", "cudnn", "nvrtc",  "nccl",  "cusolverDn"};
  static const char *const upper[] = {"CUDA_",     "CU_",     "CUBLAS_",
                                      "CUFFT_",    "CURAND_", "CUSPARSE_",
                                      "CUSOLVER_", "CUDNN_",  "NVRTC_"};
  const char c = name.size > 2 ? (char)(name.data[0] | 0x20) : 0;
  const char next = c ? (char)(name.data[1] | 0x20) : 0;
  if (!(c == 'c' && next == 'u') && !(c == 'n' && (next == 'v' || next == 'c')))
    return false;
  return has_stem(name, prefixes, sizeof(prefixes) / sizeof(prefixes[0]),
                  true) ||
         has_stem(name, upper, sizeof(upper) / sizeof(upper[0]), false);
}

bool qn_hip_name_like(qn_str name) {
  static const char *const prefixes[] = {
      "hip",       "hipblas",   "hipblasLt", "hipfft", "hiprand",
      "hipsparse", "hipsolver", "hipdnn",    "hiprtc", "hipModule"};
  static const char *const others[] = {
      "HIP_",       "HIPBLAS_",   "HIPFFT_",
      "HIPRAND_",   "HIPSPARSE_", "HIPSOLVER_",
      "HIPDNN_",    "HIPRTC_",    "HIPBLASLT_",
      "hip_",       "__HIP_",     "__hip_",
      "rocblas_",   "rocfft_",    "rocrand_",
      "rocsparse_", "rocsolver_", "miopen",
      "roctx",      "hipcub",     "__builtin_amdgcn_"};
  if (name.size < 4 || !strchr("hHrm_", name.data[0]))
    return false;
  return has_stem(name, prefixes, sizeof(prefixes) / sizeof(prefixes[0]),
                  true) ||
         has_stem(name, others, sizeof(others) / sizeof(others[0]), false);
}
