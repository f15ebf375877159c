// SPDX-License-Identifier: Apache-2.0
//
// The system's assert.h, whose function both sides call in sources with kernels:
// others may declare it for both, as CUDA's headers do. No guard: a program may
// include it again with another NDEBUG.
#if defined(__QUERN__) && defined(__clang__)
#pragma clang system_header
#pragma clang force_cuda_host_device begin
#include_next <assert.h>
#pragma clang force_cuda_host_device end
#else
#if defined(__GNUC__)
#pragma GCC system_header
#endif
#include_next <assert.h>
#endif
