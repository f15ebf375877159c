// SPDX-License-Identifier: Apache-2.0
//
// `new` and `delete` in kernels, from the device's heap. The standard library's
// are functions of the host.
#ifndef QUERN_DEVICE_NEW_H
#define QUERN_DEVICE_NEW_H
#pragma clang system_header

#include "qualifiers.h"

#include <cstdlib>
#include <new>

__device__ inline void *operator new(size_t size) {
  return malloc(size ? size : 1);
}
__device__ inline void *operator new[](size_t size) {
  return malloc(size ? size : 1);
}
__device__ inline void *operator new(size_t size,
                                     const std::nothrow_t &) noexcept {
  return malloc(size ? size : 1);
}
__device__ inline void *operator new[](size_t size,
                                       const std::nothrow_t &) noexcept {
  return malloc(size ? size : 1);
}
__device__ inline void *operator new(size_t, void *place) noexcept {
  return place;
}
__device__ inline void *operator new[](size_t, void *place) noexcept {
  return place;
}
__device__ inline void operator delete(void *block) noexcept { free(block); }
__device__ inline void operator delete[](void *block) noexcept { free(block); }
__device__ inline void operator delete(void *block, size_t) noexcept {
  free(block);
}
__device__ inline void operator delete[](void *block, size_t) noexcept {
  free(block);
}
__device__ inline void operator delete(void *, void *) noexcept {}
__device__ inline void operator delete[](void *, void *) noexcept {}

#endif
