// SPDX-License-Identifier: Apache-2.0
// The types of elements that matrices may have beside BLAS's own four, and
// their conversion. Numbers of cudaDataType and hipDataType.
#ifndef QN_LIBS_CORE_TYPES_H
#define QN_LIBS_CORE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum qn_libs_type {
  QN_LIBS_F32 = 0,
  QN_LIBS_F64 = 1,
  QN_LIBS_F16 = 2,
  QN_LIBS_I8 = 3,
  QN_LIBS_C32 = 4, // pairs of F32
  QN_LIBS_C64 = 5, // pairs of F64
  QN_LIBS_U8 = 8,
  QN_LIBS_I32 = 10,
  QN_LIBS_BF16 = 14,
  QN_LIBS_E4M3 = 28, // of eight bits
  QN_LIBS_E5M2 = 29,
} qn_libs_type;

// What is no enumerator of any type, and therefore refused: for arguments that
// one of two libraries has.
int qn_libs_no_enumerator(void);

size_t qn_libs_type_size(int type); // bytes; 0: not one of them
bool qn_libs_type_is_complex(int type);
// "half", "float"; for reasons.
const char *qn_libs_type_name(int type);

// `count` elements of a real type, to and from float or double. Rounds to the
// nearest even; integers saturate; E4M3 and E5M2 saturate to their largest.
void qn_libs_to_float(int type, const void *from, float *to, size_t count);
void qn_libs_from_float(int type, const float *from, void *to, size_t count);
void qn_libs_to_double(int type, const void *from, double *to, size_t count);
void qn_libs_from_double(int type, const double *from, void *to, size_t count);

#endif // QN_LIBS_CORE_TYPES_H
