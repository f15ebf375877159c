// SPDX-License-Identifier: Apache-2.0
//
// HIP's runtime: every function, and in C++ the overloads for typed pointers,
// symbols and kernels.
#ifndef QUERN_HOST_HIP_API_H
#define QUERN_HOST_HIP_API_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "hip_types.h"

#define __QN_P(name) hip##name
#define __QN_P2(before, name) before##hip##name
#define __QN_PT(name) hip##name##_t
#define __QN_IS_HIP 1
#define __QN_CALL(name, parameters) hipError_t __QN_P(name) parameters;
#define __QN_CALL_OF(type, name, parameters) type __QN_P(name) parameters;
__QN_C_BEGIN
#include "api.def"
#include "hip_api.def"
#include "hip_spt.def"
__QN_C_END
#undef __QN_CALL
#undef __QN_CALL_OF
// What -fgpu-default-stream=per-thread asks for; the templates are renamed, too.
#if defined(HIP_API_PER_THREAD_DEFAULT_STREAM) ||                              \
    defined(__HIP_API_PER_THREAD_DEFAULT_STREAM__)
#include "hip_spt.h"
#endif
#ifdef __cplusplus
#include "templates.inc"

template <typename T>
inline hipError_t hipHostMalloc(T **to, size_t size, unsigned int flags = 0) {
  return hipHostMalloc((void **)to, size, flags);
}
template <typename T>
inline hipError_t hipMallocHost(T **to, size_t size) {
  return hipMallocHost((void **)to, size);
}
template <typename T>
inline hipError_t hipExtMallocWithFlags(T **to, size_t size,
                                        unsigned int flags) {
  return hipExtMallocWithFlags((void **)to, size, flags);
}
template <typename T>
inline hipError_t hipMallocAsync(T **to, size_t size, hipMemPool_t pool,
                                 hipStream_t stream) {
  return hipMallocFromPoolAsync((void **)to, size, pool, stream);
}
template <typename F>
inline hipError_t hipExtLaunchKernel(F *kernel, dim3 grid, dim3 block,
                                     void **arguments, size_t shared,
                                     hipStream_t stream, hipEvent_t start,
                                     hipEvent_t stop, int flags) {
  return hipExtLaunchKernel((const void *)kernel, grid, block, arguments,
                            shared, stream, start, stop, flags);
}
#endif
#undef __QN_P
#undef __QN_P2
#undef __QN_PT
#undef __QN_IS_HIP

#endif
