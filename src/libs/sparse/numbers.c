// SPDX-License-Identifier: Apache-2.0
#include "libs/core/types.h"
#include "libs/sparse/sparse.h"

enum { C16 = 6, CBF16 = 15, U16 = 1, I32 = 2, I64 = 3 };

// The real type that a complex one has two of, or the type itself.
static int part_of(int type) {
  switch (type) {
  case QN_LIBS_C32:
    return QN_LIBS_F32;
  case QN_LIBS_C64:
    return QN_LIBS_F64;
  case C16:
    return QN_LIBS_F16;
  case CBF16:
    return QN_LIBS_BF16;
  default:
    return type;
  }
}

bool qn_num_is_complex(int type) { return part_of(type) != type; }

size_t qn_num_size(int type) {
  return qn_libs_type_size(part_of(type)) * (qn_num_is_complex(type) ? 2 : 1);
}

qn_num qn_num_load(int type, const void *array, int64_t at) {
  double parts[2] = {0, 0};
  switch (type) {
  case QN_LIBS_F32:
    return (double)((const float *)array)[at];
  case QN_LIBS_F64:
    return ((const double *)array)[at];
  case QN_LIBS_C32:
    return __builtin_complex((double)((const float *)array)[2 * at],
                             (double)((const float *)array)[2 * at + 1]);
  case QN_LIBS_C64:
    return __builtin_complex(((const double *)array)[2 * at],
                             ((const double *)array)[2 * at + 1]);
  default:
    qn_libs_to_double(part_of(type),
                      (const char *)array + (size_t)at * qn_num_size(type),
                      parts, qn_num_is_complex(type) ? 2 : 1);
    return __builtin_complex(parts[0], parts[1]);
  }
}

void qn_num_store(int type, void *array, int64_t at, qn_num value) {
  const double parts[2] = {creal(value), cimag(value)};
  switch (type) {
  case QN_LIBS_F32:
    ((float *)array)[at] = (float)parts[0];
    break;
  case QN_LIBS_F64:
    ((double *)array)[at] = parts[0];
    break;
  default:
    qn_libs_from_double(part_of(type), parts,
                        (char *)array + (size_t)at * qn_num_size(type),
                        qn_num_is_complex(type) ? 2 : 1);
    break;
  }
}

int64_t qn_index_load(int type, const void *array, int64_t at) {
  return type == I64   ? ((const int64_t *)array)[at]
         : type == I32 ? ((const int32_t *)array)[at]
                       : ((const uint16_t *)array)[at];
}

void qn_index_store(int type, void *array, int64_t at, int64_t value) {
  if (type == I64)
    ((int64_t *)array)[at] = value;
  else if (type == I32)
    ((int32_t *)array)[at] = (int32_t)value;
  else
    ((uint16_t *)array)[at] = (uint16_t)value;
}

qn_scalar qn_scalar_of(cusparseHandle_t handle, const void *p, int type) {
  return (qn_scalar){.type = type,
                     .mark = QN_SCALAR_MARK,
                     .device = handle->device_pointers ? p : NULL,
                     .value =
                         handle->device_pointers ? 0 : qn_num_load(type, p, 0)};
}

qn_num qn_scalar_get(const qn_scalar *scalar) {
  return scalar->device ? qn_num_load(scalar->type, scalar->device, 0)
                        : scalar->value;
}
