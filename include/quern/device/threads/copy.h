// SPDX-License-Identifier: Apache-2.0
//
// A copy that a group's threads share.
#ifndef QUERN_DEVICE_THREADS_COPY_H
#define QUERN_DEVICE_THREADS_COPY_H
#pragma clang system_header

#include "../prelude.h"

template <typename Group>
__QN_FN void __qn_copy(const Group &g, void *to, const void *from,
                       __qn_size_t bytes) {
  const __qn_size_t rank = g.thread_rank(), step = g.size();
  const __UINTPTR_TYPE__ places = (__UINTPTR_TYPE__)to | (__UINTPTR_TYPE__)from;
  if ((places & 3) == 0) { // words, then the remaining bytes
    const __qn_size_t words = bytes / 4;
    for (__qn_size_t i = rank; i < words; i += step)
      ((unsigned *)to)[i] = ((const unsigned *)from)[i];
    for (__qn_size_t i = words * 4 + rank; i < bytes; i += step)
      ((char *)to)[i] = ((const char *)from)[i];
    return;
  }
  for (__qn_size_t i = rank; i < bytes; i += step)
    ((char *)to)[i] = ((const char *)from)[i];
}

#endif
