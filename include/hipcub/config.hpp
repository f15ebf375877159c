// SPDX-License-Identifier: Apache-2.0
//
// hipCUB's macros. The library is Quern's own, over rocPRIM (Debian's
// librocprim-dev). Where CUB's headers are searched and rocPRIM's are not, and
// with -DHIPCUB_CUB_API, it is CUB itself under another name.
#ifndef QUERN_HIPCUB_CONFIG_HPP
#define QUERN_HIPCUB_CONFIG_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#if !defined(HIPCUB_CUB_API) && !__has_include(<rocprim/rocprim.hpp>)
#if __has_include(<cub/cub.cuh>) && __has_include(<thrust/version.h>)
#define HIPCUB_CUB_API 1
#else
#error                                                                         \
    "hipCUB needs rocPRIM's headers: install librocprim-dev, or give -I to them or to CUB's"
#endif
#endif

#include <hip/hip_runtime.h>

#ifdef HIPCUB_CUB_API
#include "detail/over_cub.hpp"
#else
#include <rocprim/rocprim.hpp>

#include <cstdio>
#include <iterator>
#include <type_traits>

#define HIPCUB_VERSION 201300 // the release whose names these are: 2.13
#define HIPCUB_VERSION_MAJOR (HIPCUB_VERSION / 100000)
#define HIPCUB_VERSION_MINOR (HIPCUB_VERSION / 100 % 1000)
#define HIPCUB_VERSION_PATCH (HIPCUB_VERSION % 100)

#define HIPCUB_NAMESPACE hipcub
#define BEGIN_HIPCUB_NAMESPACE namespace hipcub {
#define END_HIPCUB_NAMESPACE }

#define HIPCUB_ROCPRIM_API 1
#define HIPCUB_RUNTIME_FUNCTION __host__
#define HIPCUB_DEVICE __device__
#define HIPCUB_HOST __host__
#define HIPCUB_HOST_DEVICE __host__ __device__
#define HIPCUB_FORCEINLINE __attribute__((always_inline))
#define HIPCUB_SHARED_MEMORY __shared__
#define HIPCUB_ALIGN(bytes) alignas(bytes)
#define __HIPCUB_ALIGN_BYTES(bytes) alignas(bytes)

#define HIPCUB_WARP_SIZE_32 32u
#define HIPCUB_WARP_SIZE_64 64u
#define HIPCUB_MAX_WARP_SIZE HIPCUB_WARP_SIZE_64
#define HIPCUB_WARP_THREADS ::rocprim::warp_size()
#define HIPCUB_DEVICE_WARP_THREADS ::rocprim::device_warp_size()
#define HIPCUB_HOST_WARP_THREADS ::rocprim::host_warp_size()
#define HIPCUB_ARCH 1 // of no meaning here; it counts as a template's argument

#define HIPCUB_MAX(a, b) (((a) > (b)) ? (a) : (b))
#define HIPCUB_MIN(a, b) (((a) < (b)) ? (a) : (b))
#define HIPCUB_QUOTIENT_FLOOR(x, y) ((x) / (y))
#define HIPCUB_QUOTIENT_CEILING(x, y) (((x) + (y) - 1) / (y))
#define HIPCUB_ROUND_UP_NEAREST(x, y) (HIPCUB_QUOTIENT_CEILING(x, y) * (y))
#define HIPCUB_ROUND_DOWN_NEAREST(x, y) (((x) / (y)) * (y))

BEGIN_HIPCUB_NAMESPACE

// Says with HIPCUB_STDERR what an error is; returns it.
inline hipError_t Debug(hipError_t error, const char *file, int line) {
#ifdef HIPCUB_STDERR
  if (error != hipSuccess)
    std::fprintf(stderr, "HIP error %d [%s, %d]: %s\n", (int)error, file, line,
                 hipGetErrorString(error));
#else
  (void)file, (void)line;
#endif
  return error;
}

END_HIPCUB_NAMESPACE

#define HipcubDebug(e) ::hipcub::Debug((hipError_t)(e), __FILE__, __LINE__)
#define _HipcubLog(format, ...) std::printf(format, __VA_ARGS__)

#endif // HIPCUB_CUB_API

#endif
