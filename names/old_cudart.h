// SPDX-License-Identifier: Apache-2.0
// What the libraries of CUDA's releases share. libquernhip's functions are those of
// Quern's headers: CUDA 12's, mostly. A release's library has what is otherwise in
// its own headers, under its names, before libquernhip's; nothing here may be
// called by our own libraries.
// Source: cuda_runtime_api.h and driver_types.h of CUDA 11.8, 12.9 and 13.0.
#ifndef QUERN_NAMES_OLD_CUDART_H
#define QUERN_NAMES_OLD_CUDART_H

#define _GNU_SOURCE // RTLD_NOLOAD
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cuda/cuda_runtime_api.h"
#undef cudaStreamGetCaptureInfo

#define EXPORT __attribute__((visibility("default"), used))

// A function that programs call `symbol`, whose form there is not the header's.
#define OLD(local, symbol, parameters)                                         \
  EXPORT cudaError_t local parameters __asm__(symbol);                         \
  cudaError_t local parameters

// Marks the libraries of this folder, as in filter.h.
EXPORT void quern_drop_in(void);
void quern_drop_in(void) {}

// libquernhip's functions of names that the library has itself: those of X(name,
// parameters) in NEXT_FUNCTIONS.
#define MEMBER(name, parameters) cudaError_t(*name) parameters;
static struct {
  NEXT_FUNCTIONS(MEMBER)
} next;
#undef MEMBER

__attribute__((constructor)) static void find_next(void) {
  void *library = dlopen(QUERNHIP_FILE, RTLD_NOW | RTLD_NOLOAD);
  if (!library)
    abort(); // it is loaded: this library needs it
#define FIND(name, parameters) *(void **)&next.name = dlsym(library, #name);
  NEXT_FUNCTIONS(FIND)
#undef FIND
}

// The default stream of functions in _ptsz.
static inline cudaStream_t own_stream(cudaStream_t stream) {
  return stream ? stream : cudaStreamPerThread;
}

#endif // QUERN_NAMES_OLD_CUDART_H
