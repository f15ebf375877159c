// SPDX-License-Identifier: Apache-2.0
//
// What CUPTI's headers share.
#ifndef QUERN_CUDA_CUPTI_COMMON_H
#define QUERN_CUDA_CUPTI_COMMON_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <stddef.h>

#define CUPTIAPI
#define CUPTIUTILAPI
#ifdef __LP64__
#define CUPTILP64 1
#endif

// Activity records have no padding, and lie at multiples of 8 bytes.
#define ACTIVITY_RECORD_ALIGNMENT 8
#define START_PACKED_ALIGNMENT
#define PACKED_ALIGNMENT                                                       \
  __attribute__((__packed__))                                                  \
  __attribute__((aligned(ACTIVITY_RECORD_ALIGNMENT)))
#define END_PACKED_ALIGNMENT

// Bytes of a struct up to and with a member: programs say by it which version
// of the struct they have.
#define __QN_CUPTI_SIZE(type, last)                                            \
  (offsetof(type, last) + sizeof(((type *)0)->last))
#define CUPTI_PROFILER_STRUCT_SIZE(type_, lastfield_)                          \
  __QN_CUPTI_SIZE(type_, lastfield_)
#define CUPTI_CALLBACK_STRUCT_SIZE(type_, lastfield_)                          \
  __QN_CUPTI_SIZE(type_, lastfield_)
#define CUPTI_PCSAMPLING_STRUCT_SIZE(type_, lastfield_)                        \
  __QN_CUPTI_SIZE(type_, lastfield_)
#define CUPTI_UTIL_STRUCT_SIZE(type_, lastfield_)                              \
  __QN_CUPTI_SIZE(type_, lastfield_)

#endif // QUERN_CUDA_CUPTI_COMMON_H
