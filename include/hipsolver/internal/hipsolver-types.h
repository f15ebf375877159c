// SPDX-License-Identifier: Apache-2.0
// Made by tools/gen_hip_names.py of include/cuda/cusolver_common.h.
// clang-format off
//
// What hipSOLVER's headers have in common.
#ifndef QUERN_HIPSOLVER_HIPSOLVER_TYPES_H
#define QUERN_HIPSOLVER_HIPSOLVER_TYPES_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>
#include <hip/library_types.h>

#include <hipblas/hipblas.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef hipblasOperation_t hipsolverOperation_t;
typedef hipblasFillMode_t hipsolverFillMode_t;
typedef hipblasSideMode_t hipsolverSideMode_t;
#define HIPSOLVER_OP_N HIPBLAS_OP_N
#define HIPSOLVER_OP_T HIPBLAS_OP_T
#define HIPSOLVER_OP_C HIPBLAS_OP_C
#define HIPSOLVER_FILL_MODE_UPPER HIPBLAS_FILL_MODE_UPPER
#define HIPSOLVER_FILL_MODE_LOWER HIPBLAS_FILL_MODE_LOWER
#define HIPSOLVER_SIDE_LEFT HIPBLAS_SIDE_LEFT
#define HIPSOLVER_SIDE_RIGHT HIPBLAS_SIDE_RIGHT

typedef enum {
  HIPSOLVER_STATUS_SUCCESS = 0,
  HIPSOLVER_STATUS_NOT_INITIALIZED = 1,
  HIPSOLVER_STATUS_ALLOC_FAILED = 2,
  HIPSOLVER_STATUS_INVALID_VALUE = 3,
  HIPSOLVER_STATUS_ARCH_MISMATCH = 8,
  HIPSOLVER_STATUS_MAPPING_ERROR = 4,
  HIPSOLVER_STATUS_EXECUTION_FAILED = 5,
  HIPSOLVER_STATUS_INTERNAL_ERROR = 6,
  HIPSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 13,
  HIPSOLVER_STATUS_NOT_SUPPORTED = 7,
  HIPSOLVER_STATUS_ZERO_PIVOT = 12,
  HIPSOLVER_STATUS_HANDLE_IS_NULLPTR = 9,
  HIPSOLVER_STATUS_INVALID_ENUM = 10,
  HIPSOLVER_STATUS_UNKNOWN = 11,
} hipsolverStatus_t;
typedef enum {
  HIPSOLVER_EIG_TYPE_1 = 211,
  HIPSOLVER_EIG_TYPE_2 = 212,
  HIPSOLVER_EIG_TYPE_3 = 213
} hipsolverEigType_t;
typedef enum {
  HIPSOLVER_EIG_MODE_NOVECTOR = 201,
  HIPSOLVER_EIG_MODE_VECTOR = 202
} hipsolverEigMode_t;
typedef enum {
  HIPSOLVER_EIG_RANGE_ALL = 221,
  HIPSOLVER_EIG_RANGE_I = 223,
  HIPSOLVER_EIG_RANGE_V = 222
} hipsolverEigRange_t;
typedef enum {
  HIPSOLVER_ALG_0 = 0,
  HIPSOLVER_ALG_1 = 1,
} hipsolverAlgMode_t;
typedef enum {
  HIPSOLVER_DETERMINISTIC_RESULTS = 1,
  HIPSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS = 2
} hipsolverDeterministicMode_t;

#ifdef __cplusplus
}
#endif

#endif // QUERN_HIPSOLVER_HIPSOLVER_TYPES_H
