// SPDX-License-Identifier: Apache-2.0
//
// Macros that declare the host API. Valid C11 and C++17.
//
// CUDA and HIP have mostly the same API under two prefixes, so what they share
// is written once, in types.inc, api.def and templates.inc, and included once
// for each. Their types are still distinct: error numbers, attributes and a few
// structures differ, and a program may use both. Handles of one are never
// handles of the other; the runtime's entry points convert the numbers.
#ifndef QUERN_HOST_BASE_H
#define QUERN_HOST_BASE_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <stddef.h>
#include <stdint.h>

#include "../device/qualifiers.h"
#include "../device/types/vector_types.h"
#include "c/vectors.h"

#ifdef __cplusplus
#define __QN_C_BEGIN extern "C" {
#define __QN_C_END }
#define __QN_OR(value) = value // the default of an argument, in C++ only
#else
#define __QN_C_BEGIN
#define __QN_C_END
#define __QN_OR(value)
#endif

// The tables are made of rows, __QN_CALL(name, parameters) for a function that
// returns an error and __QN_CALL_OF(type, name, parameters) for the others.
// Here they are declarations; implementations include the same tables with
// other definitions.

__QN_C_BEGIN

#ifdef __cplusplus
// What clang turns `<<<>>>` into, by language (`-x cuda`, `-x hip`) and age. The
// driver chooses the language by target and not by dialect, so all are here, and
// they take any dialect's stream.
int cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0,
                      void *stream = 0);
unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block,
                                         size_t shared = 0, void *stream = 0);
int __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                               void *stream = 0);
#endif

// CUDA's, for its runtime and its driver.
typedef struct CUuuid_st {
  char bytes[16];
} CUuuid;

__QN_C_END

#endif
