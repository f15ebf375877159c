// SPDX-License-Identifier: Apache-2.0
//
// hipCUB's macros where it is CUB itself under another name.
#ifndef QUERN_HIPCUB_DETAIL_OVER_CUB_HPP
#define QUERN_HIPCUB_DETAIL_OVER_CUB_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <cub/config.cuh>
#include <cub/util_arch.cuh>
#include <cub/util_debug.cuh>
#include <cub/version.cuh>

// Programs open the namespace, too, so an alias would not do.
#define hipcub cub

#define HIPCUB_VERSION CUB_VERSION
#define HIPCUB_VERSION_MAJOR (HIPCUB_VERSION / 100000)
#define HIPCUB_VERSION_MINOR (HIPCUB_VERSION / 100 % 1000)
#define HIPCUB_VERSION_PATCH (HIPCUB_VERSION % 100)

#define HIPCUB_NAMESPACE cub
#define BEGIN_HIPCUB_NAMESPACE CUB_NAMESPACE_BEGIN
#define END_HIPCUB_NAMESPACE CUB_NAMESPACE_END

#define HIPCUB_RUNTIME_FUNCTION CUB_RUNTIME_FUNCTION
#define HIPCUB_DEVICE __device__
#define HIPCUB_HOST __host__
#define HIPCUB_HOST_DEVICE __host__ __device__
#define HIPCUB_FORCEINLINE __attribute__((always_inline))
#define HIPCUB_SHARED_MEMORY __shared__
#define HIPCUB_ALIGN(bytes) alignas(bytes)
#define __HIPCUB_ALIGN_BYTES(bytes) alignas(bytes)

#define HIPCUB_WARP_SIZE_32 32u
#define HIPCUB_MAX_WARP_SIZE HIPCUB_WARP_SIZE_32
#define HIPCUB_WARP_THREADS CUB_WARP_THREADS(0)
#define HIPCUB_DEVICE_WARP_THREADS CUB_WARP_THREADS(0)
#define HIPCUB_HOST_WARP_THREADS CUB_WARP_THREADS(0)
#ifdef CUB_PTX_ARCH
#define HIPCUB_ARCH CUB_PTX_ARCH
#else
#define HIPCUB_ARCH 0
#endif

#define HIPCUB_MAX(a, b) (((a) > (b)) ? (a) : (b))
#define HIPCUB_MIN(a, b) (((a) < (b)) ? (a) : (b))
#define HIPCUB_QUOTIENT_FLOOR(x, y) ((x) / (y))
#define HIPCUB_QUOTIENT_CEILING(x, y) (((x) + (y) - 1) / (y))
#define HIPCUB_ROUND_UP_NEAREST(x, y) (HIPCUB_QUOTIENT_CEILING(x, y) * (y))
#define HIPCUB_ROUND_DOWN_NEAREST(x, y) (((x) / (y)) * (y))

#define HipcubDebug(e) CubDebug(e)
#define _HipcubLog(format, ...) _CubLog(format, __VA_ARGS__)

#endif
