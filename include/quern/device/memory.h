// SPDX-License-Identifier: Apache-2.0
//
// C's memory functions on the device, cached and streaming loads and stores,
// and address space queries.
#ifndef QUERN_DEVICE_MEMORY_H
#define QUERN_DEVICE_MEMORY_H
#pragma clang system_header

#include "target/target.h"
#include "types/vector_types.h"

__QN_FN void *memcpy(void *to, const void *from, __qn_size_t size) {
  return __builtin_memcpy(to, from, size);
}
__QN_FN void *memmove(void *to, const void *from, __qn_size_t size) {
  return __builtin_memmove(to, from, size);
}
__QN_FN void *memset(void *to, int value, __qn_size_t size) {
  return __builtin_memset(to, value, size);
}
__QN_FN int memcmp(const void *a, const void *b, __qn_size_t size) {
  const unsigned char *p = (const unsigned char *)a;
  const unsigned char *q = (const unsigned char *)b;
  for (__qn_size_t i = 0; i < size; ++i)
    if (p[i] != q[i])
      return p[i] < q[i] ? -1 : 1;
  return 0;
}
__QN_FN __qn_size_t strlen(const char *s) {
  __qn_size_t n = 0;
  while (s[n])
    ++n;
  return n;
}
__QN_FN int strcmp(const char *a, const char *b) {
  while (*a && *a == *b)
    ++a, ++b;
  return (int)(unsigned char)*a - (int)(unsigned char)*b;
}
__QN_FN char *strcpy(char *to, const char *from) {
  char *p = to;
  while ((*p++ = *from++))
    ;
  return to;
}

__QN_FN void *malloc(__qn_size_t size) { return __qn_malloc(size); }
__QN_FN void free(void *block) { __qn_free(block); }

namespace std {
using ::free;
using ::malloc;
using ::memcmp;
using ::memcpy;
using ::memmove;
using ::memset;
using ::strcmp;
using ::strcpy;
using ::strlen;
} // namespace std

// Loads and stores with a caching hint, which is ignored. nvcc has no templates
// here: a program's own, for what it takes for older devices, are more special
// than these, and values are converted.
#define __QN_HINTED_LOAD(name)                                                 \
  template <typename P> __QN_FN __remove_cvref(decltype(*P())) name(P p) {     \
    return *p;                                                                 \
  }
#define __QN_HINTED_STORE(name)                                                \
  template <typename T> __QN_FN void name(T *p, __remove_cv(T) value) {        \
    *p = value;                                                                \
  }
__QN_HINTED_LOAD(__ldg)
__QN_HINTED_LOAD(__ldca)
__QN_HINTED_LOAD(__ldcg)
__QN_HINTED_LOAD(__ldcs)
__QN_HINTED_LOAD(__ldlu)
__QN_HINTED_LOAD(__ldcv)
__QN_HINTED_STORE(__stwb)
__QN_HINTED_STORE(__stcg)
__QN_HINTED_STORE(__stcs)
__QN_HINTED_STORE(__stwt)
#undef __QN_HINTED_LOAD
#undef __QN_HINTED_STORE

__QN_FN unsigned int __isGlobal(const void *p) { return __qn_is_global(p); }
__QN_FN unsigned int __isShared(const void *p) { return __qn_is_shared(p); }
__QN_FN unsigned int __isLocal(const void *p) { return __qn_is_local(p); }
__QN_FN unsigned int __isConstant(const void *p) { return __qn_is_constant(p); }
// Shared memory's addresses have 32 bits in programs. If the target's pointers
// have more, they are offsets from the start of dynamic shared memory.
#if defined(__QUERN_TARGET_CPU__) || defined(__QUERN_TARGET_SPIRV__)
extern "C" __device__
    __attribute__((shared, aligned(16))) char __qn_shared_origin[];
__QN_FN __qn_size_t __cvta_generic_to_shared(const void *p) {
  typedef const __attribute__((address_space(3))) char shared_char;
  return (unsigned)((shared_char *)p - (shared_char *)__qn_shared_origin);
}
__QN_FN void *__qn_from_shared(__qn_size_t address) {
  return (char *)__qn_shared_origin + (int)address;
}
#else
__QN_FN __qn_size_t __cvta_generic_to_shared(const void *p) {
  return (__qn_size_t)(const __attribute__((address_space(3))) void *)p;
}
__QN_FN void *__qn_from_shared(__qn_size_t address) {
  return (void *)(__attribute__((address_space(3))) void *)address;
}
#endif
__QN_FN __qn_size_t __cvta_generic_to_global(const void *p) {
  return (__qn_size_t)(const __attribute__((address_space(1))) void *)p;
}

#define __builtin_assume_aligned_to(p, n) __builtin_assume_aligned(p, n)
// How a cache may treat what the pointer points to: only told.
__QN_FN void *__nv_associate_access_property(const void *p,
                                             unsigned long long) {
  return const_cast<void *>(p);
}

#endif
