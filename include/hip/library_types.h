// SPDX-License-Identifier: Apache-2.0
//
// Names for the element types and versions of HIP's libraries.
#ifndef QUERN_HIP_LIBRARY_TYPES_H
#define QUERN_HIP_LIBRARY_TYPES_H
#define HIP_LIBRARY_TYPES_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

typedef enum hipDataType {
#define __QN_TYPE(name, number) HIP_##name = number,
#include <quern/host/library_types.inc>
#undef __QN_TYPE
  HIP_R_8F_E4M3_FNUZ = 1000,
  HIP_R_8F_E5M2_FNUZ = 1001
} hipDataType;

typedef enum hipLibraryPropertyType {
  HIP_LIBRARY_MAJOR_VERSION,
  HIP_LIBRARY_MINOR_VERSION,
  HIP_LIBRARY_PATCH_LEVEL
} hipLibraryPropertyType;

#endif
