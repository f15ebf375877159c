// SPDX-License-Identifier: Apache-2.0
//
// CUDA's atomic functions with an order and a scope, __nv_atomic_*, for values
// of 1, 2, 4 and 8 bytes; on CPUs also 16, with atomicCAS and atomicExch.
#ifndef QUERN_DEVICE_ATOMIC_SCOPED_H
#define QUERN_DEVICE_ATOMIC_SCOPED_H
#pragma clang system_header

#include "atomic.h"

// Of GPUs only NVIDIA's have atomics of 16 bytes, since Hopper.
#if defined(__QUERN_TARGET_CPU__) || defined(__QUERN_TARGET_HOST__) ||         \
    (defined(__QUERN_TARGET_NVPTX__) && __QN_ARCH_HAS(900))
#define __QN_ATOMICS_OF_16 1
#else
#define __QN_ATOMICS_OF_16 0
#endif

// Orders have the numbers of C11's.
enum {
  __NV_ATOMIC_RELAXED,
  __NV_ATOMIC_CONSUME,
  __NV_ATOMIC_ACQUIRE,
  __NV_ATOMIC_RELEASE,
  __NV_ATOMIC_ACQ_REL,
  __NV_ATOMIC_SEQ_CST
};
enum {
  __NV_THREAD_SCOPE_THREAD,
  __NV_THREAD_SCOPE_BLOCK,
  __NV_THREAD_SCOPE_CLUSTER,
  __NV_THREAD_SCOPE_DEVICE,
  __NV_THREAD_SCOPE_SYSTEM
};

// The integer of a type's size.
template <unsigned size> struct __qn_word;
template <> struct __qn_word<1> { typedef unsigned char type; };
template <> struct __qn_word<2> { typedef unsigned short type; };
template <> struct __qn_word<4> { typedef unsigned type; };
template <> struct __qn_word<8> { typedef unsigned long long type; };
#if __SIZEOF_INT128__ && __QN_ATOMICS_OF_16
template <> struct __qn_word<16> { typedef unsigned __int128 type; };
#endif
template <typename T> using __qn_word_of = typename __qn_word<sizeof(T)>::type;

// An expression for each scope; it names the scope SCOPE. A cluster is one block.
#define __QN_EACH_SCOPE(scope, expression)                                     \
  switch (scope) {                                                             \
  case __NV_THREAD_SCOPE_THREAD: {                                             \
    constexpr int SCOPE = __MEMORY_SCOPE_WVFRNT;                               \
    __QN_IN_SCOPE(__qn_atomic_of_thread, expression);                          \
  } break;                                                                     \
  case __NV_THREAD_SCOPE_BLOCK:                                                \
  case __NV_THREAD_SCOPE_CLUSTER: {                                            \
    constexpr int SCOPE = __MEMORY_SCOPE_WRKGRP;                               \
    __QN_IN_SCOPE(__qn_atomic_of_block, expression);                           \
  } break;                                                                     \
  case __NV_THREAD_SCOPE_DEVICE: {                                             \
    constexpr int SCOPE = __MEMORY_SCOPE_DEVICE;                               \
    expression;                                                                \
  } break;                                                                     \
  default: {                                                                   \
    constexpr int SCOPE = __MEMORY_SCOPE_SYSTEM;                               \
    expression;                                                                \
  } break;                                                                     \
  }

__QN_FN void __nv_atomic_thread_fence(int order,
                                      int scope = __NV_THREAD_SCOPE_SYSTEM) {
  __QN_EACH_SCOPE(scope, __scoped_atomic_thread_fence(order, SCOPE))
}

template <typename T>
__QN_FN T __nv_atomic_load_n(T *p, int order,
                             int scope = __NV_THREAD_SCOPE_SYSTEM) {
  typedef __qn_word_of<T> W;
  W w;
  __QN_EACH_SCOPE(scope, w = __scoped_atomic_load_n((W *)p, order, SCOPE))
  return __builtin_bit_cast(T, w);
}
template <typename T>
__QN_FN void __nv_atomic_load(T *p, T *result, int order,
                              int scope = __NV_THREAD_SCOPE_SYSTEM) {
  *result = __nv_atomic_load_n(p, order, scope);
}
template <typename T>
__QN_FN void __nv_atomic_store(T *p, T *value, int order,
                               int scope = __NV_THREAD_SCOPE_SYSTEM) {
  typedef __qn_word_of<T> W;
  const W w = __builtin_bit_cast(W, *value);
  __QN_EACH_SCOPE(scope, __scoped_atomic_store_n((W *)p, w, order, SCOPE))
}
template <typename T, typename V>
__QN_FN void __nv_atomic_store_n(T *p, V value, int order,
                                 int scope = __NV_THREAD_SCOPE_SYSTEM) {
  T stored = (T)value;
  __nv_atomic_store(p, &stored, order, scope);
}
template <typename T>
__QN_FN void __nv_atomic_exchange(T *p, T *value, T *result, int order,
                                  int scope = __NV_THREAD_SCOPE_SYSTEM) {
  typedef __qn_word_of<T> W;
  W w = __builtin_bit_cast(W, *value);
  __QN_EACH_SCOPE(scope,
                  w = __scoped_atomic_exchange_n((W *)p, w, order, SCOPE))
  *result = __builtin_bit_cast(T, w);
}
template <typename T, typename V>
__QN_FN T __nv_atomic_exchange_n(T *p, V value, int order,
                                 int scope = __NV_THREAD_SCOPE_SYSTEM) {
  T result = (T)value;
  __nv_atomic_exchange(p, &result, &result, order, scope);
  return result;
}
template <typename T>
__QN_FN bool
__nv_atomic_compare_exchange(T *p, T *expected, T *desired, bool, int success,
                             int failure,
                             int scope = __NV_THREAD_SCOPE_SYSTEM) {
  typedef __qn_word_of<T> W;
  W w = __builtin_bit_cast(W, *expected);
  const W wanted = __builtin_bit_cast(W, *desired);
  bool done;
  __QN_EACH_SCOPE(scope, done = __scoped_atomic_compare_exchange_n(
                             (W *)p, &w, wanted, false, success, failure,
                             SCOPE))
  if (!done)
    *expected = __builtin_bit_cast(T, w);
  return done;
}
template <typename T, typename V>
__QN_FN bool
__nv_atomic_compare_exchange_n(T *p, T *expected, V desired, bool weak,
                               int success, int failure,
                               int scope = __NV_THREAD_SCOPE_SYSTEM) {
  T wanted = (T)desired;
  return __nv_atomic_compare_exchange(p, expected, &wanted, weak, success,
                                      failure, scope);
}

// Replaces old by f(old); repeats until no other thread has interfered.
template <typename T, typename F>
__QN_FN T __qn_atomic_update(T *p, int order, int scope, F f) {
  T old = __nv_atomic_load_n(p, __NV_ATOMIC_RELAXED, scope), wanted;
  do
    wanted = f(old);
  while (!__nv_atomic_compare_exchange(p, &old, &wanted, false, order,
                                       __NV_ATOMIC_RELAXED, scope));
  return old;
}

#define __QN_NV_FETCH(name, builtin, expression)                               \
  template <typename T, typename V>                                            \
  __QN_FN T __nv_atomic_fetch_##name(T *p, V value, int order,                 \
                                     int scope = __NV_THREAD_SCOPE_SYSTEM) {   \
    const T b = (T)value;                                                      \
    if constexpr (__is_integral(T)) {                                          \
      T r;                                                                     \
      __QN_EACH_SCOPE(scope, r = __scoped_atomic_##builtin(p, b, order, SCOPE)) \
      return r;                                                                \
    } else {                                                                   \
      return __qn_atomic_update(p, order, scope,                               \
                                [=](T a) { return expression; });              \
    }                                                                          \
  }                                                                            \
  template <typename T, typename V>                                            \
  __QN_FN void __nv_atomic_##name(T *p, V value, int order,                    \
                                  int scope = __NV_THREAD_SCOPE_SYSTEM) {      \
    __nv_atomic_fetch_##name(p, value, order, scope);                          \
  }
__QN_NV_FETCH(add, fetch_add, a + b)
__QN_NV_FETCH(sub, fetch_sub, a - b)
__QN_NV_FETCH(min, fetch_min, b < a ? b : a)
__QN_NV_FETCH(max, fetch_max, a < b ? b : a)
__QN_NV_FETCH(and, fetch_and, a &b)
__QN_NV_FETCH(or, fetch_or, a | b)
__QN_NV_FETCH(xor, fetch_xor, a ^ b)
#undef __QN_NV_FETCH
#undef __QN_EACH_SCOPE

#if __SIZEOF_INT128__ && __QN_ATOMICS_OF_16
#define __QN_ATOMIC_16(suffix, scope)                                          \
  template <typename T, typename = typename std::enable_if<                    \
                            sizeof(T) == 16 && alignof(T) >= 16>::type>        \
  __QN_FN T atomicCAS##suffix(T *p, T expected, T desired) {                   \
    __nv_atomic_compare_exchange(p, &expected, &desired, false,                \
                                 __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED,     \
                                 scope);                                       \
    return expected;                                                           \
  }                                                                            \
  template <typename T, typename = typename std::enable_if<                    \
                            sizeof(T) == 16 && alignof(T) >= 16>::type>        \
  __QN_FN T atomicExch##suffix(T *p, T value) {                                \
    return __nv_atomic_exchange_n(p, value, __NV_ATOMIC_RELAXED, scope);       \
  }
__QN_ATOMIC_16(, __NV_THREAD_SCOPE_DEVICE)
__QN_ATOMIC_16(_block, __NV_THREAD_SCOPE_BLOCK)
__QN_ATOMIC_16(_system, __NV_THREAD_SCOPE_SYSTEM)
#undef __QN_ATOMIC_16
#endif

#endif
