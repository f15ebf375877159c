// SPDX-License-Identifier: Apache-2.0
//
// HIP's main header: device functions, the API, and launches by macro. Compilers
// without kernels read the API alone.
#ifndef QUERN_HIP_RUNTIME_H
#define QUERN_HIP_RUNTIME_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
#include <chrono>
#include <thread>
#endif
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__QUERN_DIALECT_HIP__) || defined(__QUERN_DIALECT_CUDA__)
#include <quern/device/prelude.h>
#endif

#include <hip/hip_runtime_api.h>
#include <hip/library_types.h>

#if defined(__QUERN_DIALECT_HIP__) || defined(__QUERN_DIALECT_CUDA__)
#include <quern/device/rtc/hip_internal.h>
#include <quern/device/texture/textures.h>
#ifdef __QUERN_DIALECT_HIP__
#include <quern/device/texture/references.h>
#endif

#define hipLaunchKernelGGL(kernel, ...) __QN_LAUNCH((kernel), __VA_ARGS__)
#define __QN_LAUNCH(kernel, grid, block, shared, stream, ...)                  \
  do {                                                                         \
    kernel<<<(grid), (block), (shared), (stream)>>>(__VA_ARGS__);              \
  } while (0)

// A launch between two events; the arguments become what the kernel takes.
template <typename... P, typename... A>
inline void __qn_ext_launch(void (*kernel)(P...), const dim3 &grid,
                            const dim3 &block, uint32_t shared,
                            hipStream_t stream, hipEvent_t start,
                            hipEvent_t stop, uint32_t flags, A... arguments) {
  [&](P... values) {
    void *list[] = {(void *)&values..., nullptr};
    (void)hipExtLaunchKernel((const void *)kernel, grid, block, list, shared,
                             stream, start, stop, (int)flags);
  }(arguments...);
}
// The name of a template is the kernel that takes these very arguments.
template <typename... A, typename F = void (*)(A...)>
inline void hipExtLaunchKernelGGL(F kernel, const dim3 &grid, const dim3 &block,
                                  uint32_t shared, hipStream_t stream,
                                  hipEvent_t start, hipEvent_t stop,
                                  uint32_t flags, A... arguments) {
  __qn_ext_launch(kernel, grid, block, shared, stream, start, stop, flags,
                  arguments...);
}

#endif // a dialect

#include <quern/device/names_end.inc>

#endif
