// SPDX-License-Identifier: Apache-2.0
#include "hipify/names.h"

#include <string.h>

static const qn_cuda_name rows[] = {
#define QN_NAME(cuda, hip, kind, section, status, transform)                   \
  {cuda, hip, section, transform, QN_NAME_##kind, QN_NAME_##status},
#include "hipify/names.inc"
#undef QN_NAME
};
enum { ROW_COUNT = sizeof(rows) / sizeof(rows[0]) };

// Two levels: a name's bucket has a displacement that gives each name of it a
// slot of its own. The slots hold row numbers + 1.
#define QN_HASH_TABLES
#include "hipify/names_hash.inc"
#undef QN_HASH_TABLES

// As in tools/gen_hipify.py.
static uint64_t hash(qn_str name) {
  uint64_t h = name.size * UINT64_C(0x9e3779b97f4a7c15);
  const char *at = name.data;
  size_t left = name.size;
  while (left) {
    uint64_t word = 0;
    const size_t size = left < 8 ? left : 8;
    memcpy(&word, at, size); // little-endian, as the generator
    h = (h ^ word) * UINT64_C(0xff51afd7ed558ccd);
    h ^= h >> 32;
    at += size;
    left -= size;
  }
  return h;
}

const qn_cuda_name *qn_cuda_name_find(qn_str name) {
  if (name.size < SIZE_MIN_OF_NAMES || name.size > SIZE_MAX_OF_NAMES ||
      !(first_letters[(uint8_t)name.data[0] >> 5] >>
            ((uint8_t)name.data[0] & 31) &
        1))
    return NULL;
  const uint64_t h = hash(name);
  const uint32_t displacement =
      displacements[h % (sizeof(displacements) / sizeof(displacements[0]))];
  const uint32_t slot = (uint32_t)(h + displacement * ((h >> 32) | 1)) &
                        (sizeof(slots) / sizeof(slots[0]) - 1);
  if (!slots[slot])
    return NULL;
  const qn_cuda_name *row = &rows[slots[slot] - 1];
  return strncmp(row->cuda, name.data, name.size) == 0 && !row->cuda[name.size]
             ? row
             : NULL;
}

const qn_cuda_name *qn_hip_name_find(qn_str name) {
  for (size_t i = 0; i < ROW_COUNT; ++i)
    if (qn_str_equal(qn_str_from(rows[i].hip), name))
      return &rows[i];
  return NULL;
}

const qn_cuda_name *qn_cuda_names(size_t *out_count) {
  *out_count = ROW_COUNT;
  return rows;
}

const char *qn_name_kind_text(qn_name_kind kind) {
  static const char *const texts[] = {
#define QN_NAME_KIND(id, text) text,
#include "hipify/name_kinds.def"
#undef QN_NAME_KIND
  };
  return kind < QN_NAME_KIND_COUNT ? texts[kind] : "unknown";
}

static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

bool qn_cuda_name_like(qn_str name) {
  static const char *const prefixes[] = {
      "cuda",     "cu",    "cublas", "cufft", "curand",    "cusparse",
      "cusolver", "cudnn", "nvrtc",  "nccl",  "cusolverDn"};
  static const char *const upper[] = {"CUDA_",     "CU_",     "CUBLAS_",
                                      "CUFFT_",    "CURAND_", "CUSPARSE_",
                                      "CUSOLVER_", "CUDNN_",  "NVRTC_"};
  const char c = name.size ? (char)(name.data[0] | 0x20) : 0;
  if (c != 'c' && c != 'n')
    return false;
  for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); ++i) {
    const size_t size = strlen(prefixes[i]);
    if (name.size > size && memcmp(name.data, prefixes[i], size) == 0 &&
        is_upper(name.data[size]))
      return true;
  }
  for (size_t i = 0; i < sizeof(upper) / sizeof(upper[0]); ++i)
    if (qn_str_starts(name, qn_str_from(upper[i])) &&
        name.size > strlen(upper[i]))
      return true;
  return false;
}
