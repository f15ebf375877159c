// SPDX-License-Identifier: Apache-2.0
//
// CUDA's library that makes linkage names readable.
#ifndef QUERN_CUDA_NV_DECODE_H
#define QUERN_CUDA_NV_DECODE_H
#ifndef DECODE_H
#define DECODE_H
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <stddef.h>

#include <quern/device/names_begin.inc>

#include <quern/host/base.h>

__QN_C_BEGIN
// The readable form of `id`, in `output_buffer`, which malloc made and which may
// be moved, or, where that is NULL, in new memory; the caller frees it. *length is
// the buffer's size before, and after. *status: 0, -1 no memory, -2 no linkage
// name, -3 a wrong argument; NULL is returned then.
char *__cu_demangle(const char *id, char *output_buffer, size_t *length,
                    int *status);
__QN_C_END

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_NV_DECODE_H
