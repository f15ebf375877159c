// SPDX-License-Identifier: Apache-2.0
//
// CUDA's atomic functions, each also as name_block and name_system. All are
// relaxed, as CUDA's are; ordering comes from the fences.
#ifndef QUERN_DEVICE_ATOMIC_H
#define QUERN_DEVICE_ATOMIC_H
#pragma clang system_header

#include "types/bfloat16.h"
#include "types/half.h"
#include "target/target.h"

// Declares that memory is neither remote nor fine-grained, so that AMD GPUs can
// use their floating-point instructions instead of loops.
#define __QN_DEVICE_MEMORY                                                     \
  [[clang::atomic(no_remote_memory, no_fine_grained_memory,                    \
                  ignore_denormal_mode)]]

// On CPUs the compiler keeps no scopes: functions that have these in their types
// are known by their names (compiler/ir/scopes.c).
struct __qn_atomic_of_all {};
struct __qn_atomic_of_block {};
struct __qn_atomic_of_thread {};
#if defined(__QUERN_TARGET_CPU__)
#define __QN_IN_SCOPE(tag, expression)                                         \
  [&](tag) __attribute__((always_inline)) { expression; }                      \
  (tag())
#else
#define __QN_IN_SCOPE(tag, expression) expression
#endif

#define __QN_RELAXED(scope) __ATOMIC_RELAXED, __MEMORY_SCOPE_##scope

// Replaces *p by f(*p); repeats until no other thread has interfered. Words of
// 4 or 8 bytes.
#define __QN_CAS_LOOP(scope, W, p, old, new_value)                             \
  W old = __scoped_atomic_load_n(p, __QN_RELAXED(scope));                      \
  while (!__scoped_atomic_compare_exchange_n(p, &old, new_value, false,        \
                                             __ATOMIC_RELAXED,                 \
                                             __QN_RELAXED(scope))) {           \
  }

// The aligned word around a 16-bit value, and the value's position in it.
__QN_FN unsigned *__qn_half_word(const void *p) {
  return (unsigned *)((__UINTPTR_TYPE__)p & ~(__UINTPTR_TYPE__)3);
}
__QN_FN unsigned __qn_half_shift(const void *p) {
  return ((unsigned)(__UINTPTR_TYPE__)p & 2) * 8;
}
__QN_FN unsigned __qn_half_insert(unsigned word, unsigned shift,
                                  unsigned short value) {
  return (word & ~(0xffffu << shift)) | ((unsigned)value << shift);
}

// Every variant of every function, per scope. `suffix` is empty for the device.
#define __QN_FOR_SCOPES(M)                                                     \
  M(, DEVICE)                                                                  \
  M(_block, WRKGRP)                                                            \
  M(_system, SYSTEM)

// ---- Integers ------------------------------------------------------------------

#define __QN_ATOMIC_INT(name, builtin, T, suffix, scope)                       \
  __QN_FN T atomic##name##suffix(T *p, T value) {                              \
    return __scoped_atomic_##builtin(p, value, __QN_RELAXED(scope));           \
  }
// Of types that not every release has: a template, so that a program's own
// function of that name and type takes precedence.
#define __QN_ATOMIC_MORE(name, builtin, T, suffix, scope)                      \
  template <int = 0> __QN_ATOMIC_INT(name, builtin, T, suffix, scope)
#define __QN_ATOMIC_SUB(T, U, suffix, scope)                                   \
  __QN_FN T atomicSub##suffix(T *p, T value) {                                 \
    return (T)__scoped_atomic_fetch_sub((U *)p, (U)value,                      \
                                        __QN_RELAXED(scope));                  \
  }
#define __QN_ATOMIC_CAS(T, suffix, scope)                                      \
  __QN_FN T atomicCAS##suffix(T *p, T expected, T desired) {                   \
    __scoped_atomic_compare_exchange_n(p, &expected, desired, false,           \
                                       __ATOMIC_RELAXED, __QN_RELAXED(scope)); \
    return expected;                                                           \
  }

#define __QN_ATOMIC_ALL(T, suffix, scope)                                      \
  __QN_ATOMIC_INT(Add, fetch_add, T, suffix, scope)                            \
  __QN_ATOMIC_INT(Exch, exchange_n, T, suffix, scope)                          \
  __QN_ATOMIC_INT(Min, fetch_min, T, suffix, scope)                            \
  __QN_ATOMIC_INT(Max, fetch_max, T, suffix, scope)                            \
  __QN_ATOMIC_INT(And, fetch_and, T, suffix, scope)                            \
  __QN_ATOMIC_INT(Or, fetch_or, T, suffix, scope)                              \
  __QN_ATOMIC_INT(Xor, fetch_xor, T, suffix, scope)                            \
  __QN_ATOMIC_CAS(T, suffix, scope)

#define __QN_ATOMIC_INTEGERS(suffix, scope)                                    \
  __QN_ATOMIC_ALL(int, suffix, scope)                                          \
  __QN_ATOMIC_ALL(unsigned int, suffix, scope)                                 \
  __QN_ATOMIC_ALL(unsigned long long, suffix, scope)                           \
  __QN_ATOMIC_SUB(int, int, suffix, scope)                                     \
  __QN_ATOMIC_SUB(unsigned int, unsigned int, suffix, scope)                   \
  __QN_ATOMIC_MORE(Min, fetch_min, long long, suffix, scope)                   \
  __QN_ATOMIC_MORE(Max, fetch_max, long long, suffix, scope)                   \
  __QN_ATOMIC_MORE(And, fetch_and, long long, suffix, scope)                   \
  __QN_ATOMIC_MORE(Or, fetch_or, long long, suffix, scope)                     \
  __QN_ATOMIC_MORE(Xor, fetch_xor, long long, suffix, scope)
__QN_FOR_SCOPES(__QN_ATOMIC_INTEGERS)

#ifdef __QUERN_DIALECT_HIP__
#define __QN_ATOMIC_HIP_INTEGERS(suffix, scope)                                \
  __QN_ATOMIC_ALL(unsigned long, suffix, scope)                                \
  __QN_ATOMIC_SUB(unsigned long, unsigned long, suffix, scope)                 \
  __QN_ATOMIC_SUB(unsigned long long, unsigned long long, suffix, scope)       \
  __QN_ATOMIC_MORE(Min, fetch_min, long, suffix, scope)                        \
  __QN_ATOMIC_MORE(Max, fetch_max, long, suffix, scope)                        \
  __QN_ATOMIC_MORE(Add, fetch_add, long long, suffix, scope)
__QN_FOR_SCOPES(__QN_ATOMIC_HIP_INTEGERS)
#undef __QN_ATOMIC_HIP_INTEGERS
#endif

// Increment and decrement wrap around at a bound.
#if __QN_NATIVE_FLOAT_ATOMICS
#define __QN_ATOMIC_WRAP(suffix, scope)                                        \
  __QN_FN unsigned atomicInc##suffix(unsigned *p, unsigned bound) {            \
    return __scoped_atomic_fetch_uinc(p, bound, __QN_RELAXED(scope));          \
  }                                                                            \
  __QN_FN unsigned atomicDec##suffix(unsigned *p, unsigned bound) {            \
    return __scoped_atomic_fetch_udec(p, bound, __QN_RELAXED(scope));          \
  }
#else
#define __QN_ATOMIC_WRAP(suffix, scope)                                        \
  __QN_FN unsigned atomicInc##suffix(unsigned *p, unsigned bound) {            \
    __QN_CAS_LOOP(scope, unsigned, p, old, old >= bound ? 0u : old + 1u)       \
    return old;                                                                \
  }                                                                            \
  __QN_FN unsigned atomicDec##suffix(unsigned *p, unsigned bound) {            \
    __QN_CAS_LOOP(scope, unsigned, p, old,                                     \
                  old == 0u || old > bound ? bound : old - 1u)                 \
    return old;                                                                \
  }
#endif
__QN_FOR_SCOPES(__QN_ATOMIC_WRAP)

// ---- Floating point ----------------------------------------------------------------

#if __QN_NATIVE_FLOAT_ATOMICS
#define __QN_ATOMIC_FADD(T, W, suffix, scope)                                  \
  __QN_FN T atomicAdd##suffix(T *p, T value) {                                 \
    T old;                                                                     \
    __QN_DEVICE_MEMORY {                                                       \
      old = __scoped_atomic_fetch_add(p, value, __QN_RELAXED(scope));          \
    }                                                                          \
    return old;                                                                \
  }
#else
#define __QN_ATOMIC_FADD(T, W, suffix, scope)                                  \
  __QN_FN T atomicAdd##suffix(T *p, T value) {                                 \
    W *word = (W *)p;                                                          \
    __QN_CAS_LOOP(scope, W, word, old,                                         \
                  __builtin_bit_cast(W, __builtin_bit_cast(T, old) + value))   \
    return __builtin_bit_cast(T, old);                                         \
  }
#endif
#define __QN_ATOMIC_FEXCH(T, W, suffix, scope)                                 \
  __QN_FN T atomicExch##suffix(T *p, T value) {                                \
    return __builtin_bit_cast(                                                 \
        T, __scoped_atomic_exchange_n(                                         \
               (W *)p, __builtin_bit_cast(W, value), __QN_RELAXED(scope)));    \
  }

#define __QN_ATOMIC_FLOATS(suffix, scope)                                      \
  __QN_ATOMIC_FADD(float, unsigned, suffix, scope)                             \
  __QN_ATOMIC_FEXCH(float, unsigned, suffix, scope)
__QN_FOR_SCOPES(__QN_ATOMIC_FLOATS)

// Programs for older GPUs define these themselves.
#if __QN_ARCH_HAS(600)
#include "newer_begin.inc"
#define __QN_ATOMIC_DOUBLES(suffix, scope)                                     \
  __QN_ATOMIC_FADD(double, unsigned long long, suffix, scope)
__QN_FOR_SCOPES(__QN_ATOMIC_DOUBLES)
#include "newer_end.inc"
#undef __QN_ATOMIC_DOUBLES
#endif

#ifdef __QUERN_DIALECT_HIP__
// HIP also has these; a CUDA program defines them itself, and so may what was
// translated from one.
#include "newer_begin.inc"
#define __QN_ATOMIC_FCHOOSE(name, T, W, compare, suffix, scope)                \
  __QN_FN T atomic##name##suffix(T *p, T value) {                              \
    W *word = (W *)p;                                                          \
    W old = __scoped_atomic_load_n(word, __QN_RELAXED(scope));                 \
    while (value compare __builtin_bit_cast(T, old) &&                         \
           !__scoped_atomic_compare_exchange_n(                                \
               word, &old, __builtin_bit_cast(W, value), false,                \
               __ATOMIC_RELAXED, __QN_RELAXED(scope))) {                       \
    }                                                                          \
    return __builtin_bit_cast(T, old);                                         \
  }
#define __QN_ATOMIC_HIP_FLOATS(suffix, scope)                                  \
  __QN_ATOMIC_FCHOOSE(Min, float, unsigned, <, suffix, scope)                  \
  __QN_ATOMIC_FCHOOSE(Max, float, unsigned, >, suffix, scope)                  \
  __QN_ATOMIC_FCHOOSE(Min, double, unsigned long long, <, suffix, scope)       \
  __QN_ATOMIC_FCHOOSE(Max, double, unsigned long long, >, suffix, scope)       \
  __QN_ATOMIC_FEXCH(double, unsigned long long, suffix, scope)                 \
  __QN_FN float atomicSub##suffix(float *p, float value) {                     \
    return atomicAdd##suffix(p, -value);                                       \
  }                                                                            \
  __QN_FN double atomicSub##suffix(double *p, double value) {                  \
    return atomicAdd##suffix(p, -value);                                       \
  }
__QN_FOR_SCOPES(__QN_ATOMIC_HIP_FLOATS)
#include "newer_end.inc"
#undef __QN_ATOMIC_HIP_FLOATS
#undef __QN_ATOMIC_FCHOOSE

#define __QN_NO_RETURN_ADD(name, T)                                            \
  __QN_FN void name(T *p, T value) { atomicAdd(p, value); }
__QN_NO_RETURN_ADD(atomicAddNoRet, float)
__QN_NO_RETURN_ADD(unsafeAtomicAddNoRet, float)
#undef __QN_NO_RETURN_ADD

// "unsafe" allows an instruction that does not work on all memory; ours are
// correct on all.
#define __QN_ATOMIC_SAFETY(name, T)                                            \
  __QN_FN T unsafeAtomic##name(T *p, T v) { return atomic##name(p, v); }       \
  __QN_FN T safeAtomic##name(T *p, T v) { return atomic##name(p, v); }
__QN_ATOMIC_SAFETY(Add, float)
__QN_ATOMIC_SAFETY(Add, double)
__QN_ATOMIC_SAFETY(Min, float)
__QN_ATOMIC_SAFETY(Min, double)
__QN_ATOMIC_SAFETY(Max, float)
__QN_ATOMIC_SAFETY(Max, double)
#undef __QN_ATOMIC_SAFETY
#endif

// ---- 16 bits -----------------------------------------------------------------------

// A 16-bit update as a loop on the word around it.
#define __QN_CAS16(scope, p, old, new_value)                                   \
  unsigned *const word = __qn_half_word(p);                                    \
  const unsigned shift = __qn_half_shift(p);                                   \
  unsigned whole = __scoped_atomic_load_n(word, __QN_RELAXED(scope));          \
  unsigned short old;                                                          \
  do {                                                                         \
    old = (unsigned short)(whole >> shift);                                    \
  } while (!__scoped_atomic_compare_exchange_n(                                \
      word, &whole, __qn_half_insert(whole, shift, new_value), false,          \
      __ATOMIC_RELAXED, __QN_RELAXED(scope)));

#if __QN_NATIVE_FLOAT_ATOMICS
#define __QN_ATOMIC_HALVES(suffix, scope)                                      \
  __QN_FN unsigned short atomicCAS##suffix(                                    \
      unsigned short *p, unsigned short expected, unsigned short desired) {    \
    __scoped_atomic_compare_exchange_n(p, &expected, desired, false,           \
                                       __ATOMIC_RELAXED, __QN_RELAXED(scope)); \
    return expected;                                                           \
  }                                                                            \
  __QN_FN __half atomicAdd##suffix(__half *p, __half value) {                  \
    _Float16 old;                                                              \
    __QN_DEVICE_MEMORY {                                                       \
      old = __scoped_atomic_fetch_add((_Float16 *)p, value.__qn_value,         \
                                      __QN_RELAXED(scope));                    \
    }                                                                          \
    return __half(old);                                                        \
  }
#else
#define __QN_ATOMIC_HALVES(suffix, scope)                                      \
  __QN_FN unsigned short atomicCAS##suffix(                                    \
      unsigned short *p, unsigned short expected, unsigned short desired) {    \
    __QN_CAS16(scope, p, old, old == expected ? desired : old)                 \
    return old;                                                                \
  }                                                                            \
  __QN_FN __half atomicAdd##suffix(__half *p, __half value) {                  \
    __QN_CAS16(scope, p, old,                                                  \
               __half_as_ushort(__ushort_as_half(old) + value))                \
    return __ushort_as_half(old);                                              \
  }
#endif
#define __QN_ATOMIC_HALF2(suffix, scope)                                       \
  __QN_FN __half2 atomicAdd##suffix(__half2 *p, __half2 value) {               \
    return __half2(atomicAdd##suffix(&p->x, value.x),                          \
                   atomicAdd##suffix(&p->y, value.y));                         \
  }
#if __QN_ARCH_HAS(700)
#include "newer_begin.inc"
__QN_FOR_SCOPES(__QN_ATOMIC_HALVES)
__QN_FOR_SCOPES(__QN_ATOMIC_HALF2)
#include "newer_end.inc"
#endif

#define __QN_ATOMIC_BFLOATS(suffix, scope)                                     \
  __QN_FN __nv_bfloat16 atomicAdd##suffix(__nv_bfloat16 *p,                    \
                                          __nv_bfloat16 value) {               \
    __QN_CAS16(scope, p, old,                                                  \
               __bfloat16_as_ushort(__ushort_as_bfloat16(old) + value))        \
    return __ushort_as_bfloat16(old);                                          \
  }                                                                            \
  __QN_FN __nv_bfloat162 atomicAdd##suffix(__nv_bfloat162 *p,                  \
                                           __nv_bfloat162 value) {             \
    return __nv_bfloat162(atomicAdd##suffix(&p->x, value.x),                   \
                          atomicAdd##suffix(&p->y, value.y));                  \
  }
#if __QN_ARCH_HAS(800)
#include "newer_begin.inc"
__QN_FOR_SCOPES(__QN_ATOMIC_BFLOATS)
#include "newer_end.inc"
#endif

#ifdef __QUERN_DIALECT_HIP__
#define __QN_ATOMIC_SAFETY(T)                                                  \
  __QN_FN T unsafeAtomicAdd(T *p, T v) { return atomicAdd(p, v); }             \
  __QN_FN T safeAtomicAdd(T *p, T v) { return atomicAdd(p, v); }
__QN_ATOMIC_SAFETY(__half)
__QN_ATOMIC_SAFETY(__half2)
__QN_ATOMIC_SAFETY(__nv_bfloat16)
__QN_ATOMIC_SAFETY(__nv_bfloat162)
#undef __QN_ATOMIC_SAFETY
#endif

// ---- Vectors (each component on its own, as CUDA defines it) --------------------------

#if __QN_ARCH_HAS(900)
#include "newer_begin.inc"
__QN_FN float2 atomicAdd(float2 *p, float2 v) {
  return make_float2(atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y));
}
__QN_FN float4 atomicAdd(float4 *p, float4 v) {
  return make_float4(atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y),
                     atomicAdd(&p->z, v.z), atomicAdd(&p->w, v.w));
}
#include "newer_end.inc"
#endif

#undef __QN_ATOMIC_INT
#undef __QN_ATOMIC_MORE
#undef __QN_ATOMIC_SUB
#undef __QN_ATOMIC_CAS
#undef __QN_ATOMIC_ALL
#undef __QN_ATOMIC_INTEGERS
#undef __QN_ATOMIC_WRAP
#undef __QN_ATOMIC_FADD
#undef __QN_ATOMIC_FEXCH
#undef __QN_ATOMIC_FLOATS
#undef __QN_ATOMIC_HALVES
#undef __QN_ATOMIC_HALF2
#undef __QN_ATOMIC_BFLOATS

#endif
