// SPDX-License-Identifier: Apache-2.0
//
// CUDA's C++ atomics: cuda::atomic, cuda::atomic_ref, cuda::atomic_flag, fences,
// and the same in cuda::std for the whole system. They work in kernels and on the
// host; values have 1, 2, 4 or 8 bytes, on CPUs also 16.
#ifndef QUERN_DEVICE_THREADS_ATOMIC_H
#define QUERN_DEVICE_THREADS_ATOMIC_H
#pragma clang system_header

#include "../prelude.h"
#include "../atomic_scoped.h"

namespace cuda {

enum thread_scope {
  thread_scope_system = 0,
  thread_scope_device = 1,
  thread_scope_block = 2,
  thread_scope_thread = 10
};

namespace std {
enum class memory_order : int {
  relaxed,
  consume,
  acquire,
  release,
  acq_rel,
  seq_cst
};
#define __QN_ORDER(name)                                                       \
  __QN_INLINE_VARIABLE constexpr memory_order memory_order_##name =            \
      memory_order::name;
#if __cplusplus >= 201703L
#define __QN_INLINE_VARIABLE inline
#else
#define __QN_INLINE_VARIABLE static
#endif
__QN_ORDER(relaxed)
__QN_ORDER(consume)
__QN_ORDER(acquire)
__QN_ORDER(release)
__QN_ORDER(acq_rel)
__QN_ORDER(seq_cst)
#undef __QN_ORDER
#undef __QN_INLINE_VARIABLE
} // namespace std
using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

} // namespace cuda

__QN_MEMBER constexpr int __qn_memory_scope(cuda::thread_scope scope) {
  return scope == cuda::thread_scope_thread   ? __MEMORY_SCOPE_WVFRNT
         : scope == cuda::thread_scope_block  ? __MEMORY_SCOPE_WRKGRP
         : scope == cuda::thread_scope_device ? __MEMORY_SCOPE_DEVICE
                                              : __MEMORY_SCOPE_SYSTEM;
}

// Lets others run, who are waited for. A template, so that only who uses it is
// refused on spirv64v1.0.
#if defined(__QN_SPIRV_CANNOT_WAIT)
template <cuda::thread_scope Scope>
__attribute__((device,
               unavailable("threads of SPIR-V devices without sub-groups of "
                           "32 cannot wait for each other but at "
                           "__syncthreads"))) void
__qn_waiting_is_refused();
#endif
template <cuda::thread_scope Scope> __QN_MEMBER void __qn_let_others() {
#if defined(__QUERN_TARGET_CPU__)
  __qn_yield();
#elif defined(__QUERN_TARGET_SPIRV__) && !defined(__QN_SPIRV_CANNOT_WAIT)
  __qn_spirv_yield();
#elif defined(__QUERN_TARGET_SPIRV__)
  __qn_waiting_is_refused<Scope>();
#endif
}

// The builtins want their order as a constant on GPUs, and take it as it comes
// where it is one after inlining.
#define __QN_BY_ORDER(order, expression)                                       \
  switch (order) {                                                             \
  case memory_order::relaxed: {                                                \
    constexpr int ORDER = __ATOMIC_RELAXED;                                    \
    expression;                                                                \
  } break;                                                                     \
  case memory_order::consume:                                                  \
  case memory_order::acquire: {                                                \
    constexpr int ORDER = __ATOMIC_ACQUIRE;                                    \
    expression;                                                                \
  } break;                                                                     \
  case memory_order::release: {                                                \
    constexpr int ORDER = __ATOMIC_RELEASE;                                    \
    expression;                                                                \
  } break;                                                                     \
  case memory_order::acq_rel: {                                                \
    constexpr int ORDER = __ATOMIC_ACQ_REL;                                    \
    expression;                                                                \
  } break;                                                                     \
  default: {                                                                   \
    constexpr int ORDER = __ATOMIC_SEQ_CST;                                    \
    expression;                                                                \
  } break;                                                                     \
  }

namespace cuda {

// The operations on a value at `p`, for both classes.
template <typename T, thread_scope Scope> struct __qn_atomic_at {
  static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 ||
                    sizeof(T) == 8 || sizeof(T) == 16,
                "Quern's cuda::atomic takes values of 1, 2, 4, 8 or 16 bytes");
  static_assert(__is_trivially_copyable(T),
                "cuda::atomic takes trivially copyable types");
  typedef __qn_word_of<T> W;
  static constexpr int SCOPE = __qn_memory_scope(Scope);

  static __QN_MEMBER T load(const T *p, memory_order order) {
    W w;
    switch (order) { // no others are allowed
    case memory_order::relaxed:
      w = __scoped_atomic_load_n((const W *)p, __ATOMIC_RELAXED, SCOPE);
      break;
    case memory_order::consume:
    case memory_order::acquire:
      w = __scoped_atomic_load_n((const W *)p, __ATOMIC_ACQUIRE, SCOPE);
      break;
    default:
      w = __scoped_atomic_load_n((const W *)p, __ATOMIC_SEQ_CST, SCOPE);
      break;
    }
    return __builtin_bit_cast(T, w);
  }
  static __QN_MEMBER void store(T *p, T value, memory_order order) {
    const W w = __builtin_bit_cast(W, value);
    switch (order) {
    case memory_order::relaxed:
      __scoped_atomic_store_n((W *)p, w, __ATOMIC_RELAXED, SCOPE);
      break;
    case memory_order::release:
      __scoped_atomic_store_n((W *)p, w, __ATOMIC_RELEASE, SCOPE);
      break;
    default:
      __scoped_atomic_store_n((W *)p, w, __ATOMIC_SEQ_CST, SCOPE);
      break;
    }
  }
  static __QN_MEMBER T exchange(T *p, T value, memory_order order) {
    W w = __builtin_bit_cast(W, value);
    __QN_BY_ORDER(order,
                  w = __scoped_atomic_exchange_n((W *)p, w, ORDER, SCOPE))
    return __builtin_bit_cast(T, w);
  }
  static __QN_MEMBER bool replace(T *p, T &expected, T desired,
                                  memory_order order) {
    W w = __builtin_bit_cast(W, expected);
    const W wanted = __builtin_bit_cast(W, desired);
    bool done;
    __QN_BY_ORDER(order,
                  constexpr int FAILURE =
                      ORDER == __ATOMIC_ACQ_REL   ? __ATOMIC_ACQUIRE
                      : ORDER == __ATOMIC_RELEASE ? __ATOMIC_RELAXED
                                                  : ORDER;
                  done = __scoped_atomic_compare_exchange_n(
                      (W *)p, &w, wanted, false, ORDER, FAILURE, SCOPE))
    if (!done)
      expected = __builtin_bit_cast(T, w);
    return done;
  }
  template <typename F>
  static __QN_MEMBER T update(T *p, memory_order order, F f) {
    T old = load(p, memory_order::relaxed);
    while (!replace(p, old, f(old), order)) {
    }
    return old;
  }
#define __QN_FETCH(name, expression)                                           \
  static __QN_MEMBER T name(T *p, T b, memory_order order) {                   \
    if constexpr (__is_integral(T)) {                                          \
      T r;                                                                     \
      __QN_BY_ORDER(order, r = __scoped_atomic_fetch_##name(p, b, ORDER, SCOPE)) \
      return r;                                                                \
    } else {                                                                   \
      return update(p, order, [=] __device__ __host__(T a) -> T {              \
        return expression;                                                     \
      });                                                                      \
    }                                                                          \
  }
  __QN_FETCH(add, a + b)
  __QN_FETCH(sub, a - b)
  __QN_FETCH(min, b < a ? b : a)
  __QN_FETCH(max, a < b ? b : a)
#undef __QN_FETCH
#define __QN_FETCH(name)                                                       \
  static __QN_MEMBER T name##_(T *p, T b, memory_order order) {                \
    T r;                                                                       \
    __QN_BY_ORDER(order, r = __scoped_atomic_fetch_##name(p, b, ORDER, SCOPE)) \
    return r;                                                                  \
  }
  __QN_FETCH(and)
  __QN_FETCH(or)
  __QN_FETCH(xor)
#undef __QN_FETCH
  static __QN_MEMBER void wait(const T *p, T old, memory_order order) {
    const W w = __builtin_bit_cast(W, old);
    while (__builtin_bit_cast(W, load(p, order)) == w)
      __qn_let_others<Scope>();
  }
};
#undef __QN_BY_ORDER

// What atomic and atomic_ref have in common; V is "volatile const" or so, and
// P the address of the value. Operators on integers, floats and pointers.
#define __QN_ATOMIC_MEMBERS(P, CONST)                                          \
  static constexpr bool is_always_lock_free = sizeof(T) <= 8;                  \
  __QN_MEMBER bool is_lock_free() const volatile {                             \
    return is_always_lock_free;                                                \
  }                                                                            \
  __QN_MEMBER T load(memory_order order = memory_order_seq_cst)                \
      const volatile {                                                         \
    return At::load((const T *)P, order);                                      \
  }                                                                            \
  __QN_MEMBER operator T() const volatile { return load(); }                   \
  __QN_MEMBER void store(T value, memory_order order = memory_order_seq_cst)   \
      CONST volatile {                                                         \
    At::store((T *)P, value, order);                                           \
  }                                                                            \
  __QN_MEMBER T exchange(T value, memory_order order = memory_order_seq_cst)   \
      CONST volatile {                                                         \
    return At::exchange((T *)P, value, order);                                 \
  }                                                                            \
  __QN_MEMBER bool compare_exchange_strong(                                    \
      T &expected, T desired, memory_order success, memory_order)              \
      CONST volatile {                                                         \
    return At::replace((T *)P, expected, desired, success);                    \
  }                                                                            \
  __QN_MEMBER bool compare_exchange_strong(                                    \
      T &expected, T desired, memory_order order = memory_order_seq_cst)       \
      CONST volatile {                                                         \
    return At::replace((T *)P, expected, desired, order);                      \
  }                                                                            \
  __QN_MEMBER bool compare_exchange_weak(T &expected, T desired,               \
                                         memory_order success, memory_order)   \
      CONST volatile {                                                         \
    return At::replace((T *)P, expected, desired, success);                    \
  }                                                                            \
  __QN_MEMBER bool compare_exchange_weak(                                      \
      T &expected, T desired, memory_order order = memory_order_seq_cst)       \
      CONST volatile {                                                         \
    return At::replace((T *)P, expected, desired, order);                      \
  }                                                                            \
  __QN_MEMBER void wait(T old, memory_order order = memory_order_seq_cst)      \
      const volatile {                                                         \
    At::wait((const T *)P, old, order);                                        \
  }                                                                            \
  /* Those who wait look by themselves. */                                     \
  __QN_MEMBER void notify_one() CONST volatile {}                              \
  __QN_MEMBER void notify_all() CONST volatile {}                              \
  __QN_ATOMIC_FETCH(fetch_add, add, P, CONST)                                  \
  __QN_ATOMIC_FETCH(fetch_sub, sub, P, CONST)                                  \
  __QN_ATOMIC_FETCH(fetch_min, min, P, CONST)                                  \
  __QN_ATOMIC_FETCH(fetch_max, max, P, CONST)                                  \
  __QN_ATOMIC_FETCH(fetch_and, and_, P, CONST)                                 \
  __QN_ATOMIC_FETCH(fetch_or, or_, P, CONST)                                   \
  __QN_ATOMIC_FETCH(fetch_xor, xor_, P, CONST)                                 \
  __QN_MEMBER T operator++(int) CONST volatile { return fetch_add((T)1); }     \
  __QN_MEMBER T operator--(int) CONST volatile { return fetch_sub((T)1); }     \
  __QN_MEMBER T operator++() CONST volatile { return fetch_add((T)1) + (T)1; } \
  __QN_MEMBER T operator--() CONST volatile { return fetch_sub((T)1) - (T)1; } \
  __QN_MEMBER T operator+=(T b) CONST volatile { return fetch_add(b) + b; }    \
  __QN_MEMBER T operator-=(T b) CONST volatile { return fetch_sub(b) - b; }    \
  __QN_MEMBER T operator&=(T b) CONST volatile { return fetch_and(b) & b; }    \
  __QN_MEMBER T operator|=(T b) CONST volatile { return fetch_or(b) | b; }     \
  __QN_MEMBER T operator^=(T b) CONST volatile { return fetch_xor(b) ^ b; }
#define __QN_ATOMIC_FETCH(name, of, P, CONST)                                  \
  __QN_MEMBER T name(T b, memory_order order = memory_order_seq_cst)           \
      CONST volatile {                                                         \
    return At::of((T *)P, b, order);                                           \
  }
// Of pointers: places are counted in elements.
#define __QN_ATOMIC_POINTER(P, CONST)                                          \
  __QN_MEMBER T *fetch_add(decltype((T *)0 - (T *)0) n,                        \
                           memory_order order = memory_order_seq_cst)          \
      CONST volatile {                                                         \
    return (T *)Number::add((Word *)P, (Word)n * sizeof(T), order);            \
  }                                                                            \
  __QN_MEMBER T *fetch_sub(decltype((T *)0 - (T *)0) n,                        \
                           memory_order order = memory_order_seq_cst)          \
      CONST volatile {                                                         \
    return fetch_add(-n, order);                                               \
  }                                                                            \
  __QN_MEMBER T *operator++(int) CONST volatile { return fetch_add(1); }       \
  __QN_MEMBER T *operator--(int) CONST volatile { return fetch_sub(1); }       \
  __QN_MEMBER T *operator++() CONST volatile { return fetch_add(1) + 1; }      \
  __QN_MEMBER T *operator--() CONST volatile { return fetch_sub(1) - 1; }      \
  __QN_MEMBER T *operator+=(decltype((T *)0 - (T *)0) n) CONST volatile {      \
    return fetch_add(n) + n;                                                   \
  }                                                                            \
  __QN_MEMBER T *operator-=(decltype((T *)0 - (T *)0) n) CONST volatile {      \
    return fetch_sub(n) - n;                                                   \
  }

template <typename T, thread_scope Scope = thread_scope_system>
class __attribute__((aligned(sizeof(T) <= 16 ? sizeof(T) : alignof(T)))) atomic {
  typedef __qn_atomic_at<T, Scope> At;
  T value_;

public:
  typedef T value_type;
  atomic() = default;
  __QN_MEMBER constexpr atomic(T value) : value_(value) {}
  atomic(const atomic &) = delete;
  atomic &operator=(const atomic &) = delete;
  atomic &operator=(const atomic &) volatile = delete;
  __QN_MEMBER T operator=(T value) {
    store(value);
    return value;
  }
  __QN_MEMBER T operator=(T value) volatile {
    store(value);
    return value;
  }
  __QN_ATOMIC_MEMBERS(&value_, )
};

template <typename T, thread_scope Scope> class atomic<T *, Scope> {
  typedef __qn_atomic_at<T *, Scope> At;
  typedef __UINTPTR_TYPE__ Word;
  typedef __qn_atomic_at<Word, Scope> Number;
  T *value_;

public:
  typedef T *value_type;
  typedef decltype((T *)0 - (T *)0) difference_type;
  atomic() = default;
  __QN_MEMBER constexpr atomic(T *value) : value_(value) {}
  atomic(const atomic &) = delete;
  atomic &operator=(const atomic &) = delete;
  static constexpr bool is_always_lock_free = true;
  __QN_MEMBER T *load(memory_order o = memory_order_seq_cst) const volatile {
    return At::load((T *const *)&value_, o);
  }
  __QN_MEMBER operator T *() const volatile { return load(); }
  __QN_MEMBER void store(T *v, memory_order o = memory_order_seq_cst) volatile {
    At::store((T **)&value_, v, o);
  }
  __QN_MEMBER T *operator=(T *v) {
    store(v);
    return v;
  }
  __QN_MEMBER T *operator=(T *v) volatile {
    store(v);
    return v;
  }
  __QN_MEMBER T *exchange(T *v, memory_order o = memory_order_seq_cst) volatile {
    return At::exchange((T **)&value_, v, o);
  }
  __QN_MEMBER bool
  compare_exchange_strong(T *&expected, T *desired,
                          memory_order o = memory_order_seq_cst,
                          memory_order = memory_order_seq_cst) volatile {
    return At::replace((T **)&value_, expected, desired, o);
  }
  __QN_MEMBER bool
  compare_exchange_weak(T *&expected, T *desired,
                        memory_order o = memory_order_seq_cst,
                        memory_order = memory_order_seq_cst) volatile {
    return At::replace((T **)&value_, expected, desired, o);
  }
  __QN_MEMBER void wait(T *old,
                        memory_order o = memory_order_seq_cst) const volatile {
    At::wait((T *const *)&value_, old, o);
  }
  __QN_MEMBER void notify_one() volatile {}
  __QN_MEMBER void notify_all() volatile {}
  __QN_ATOMIC_POINTER(&value_, )
};

template <typename T, thread_scope Scope = thread_scope_system>
class atomic_ref {
  typedef __qn_atomic_at<T, Scope> At;
  T *place_;

public:
  typedef T value_type;
  static constexpr __qn_size_t required_alignment =
      sizeof(T) <= 16 ? sizeof(T) : alignof(T);
  __QN_MEMBER explicit atomic_ref(T &value) : place_(&value) {}
  atomic_ref(const atomic_ref &) = default;
  atomic_ref &operator=(const atomic_ref &) = delete;
  __QN_MEMBER T operator=(T value) const {
    store(value);
    return value;
  }
  __QN_ATOMIC_MEMBERS(place_, const)
};
#undef __QN_ATOMIC_MEMBERS
#undef __QN_ATOMIC_FETCH
#undef __QN_ATOMIC_POINTER

struct atomic_flag {
  atomic<int, thread_scope_system> value_;
  atomic_flag() = default;
  __QN_MEMBER constexpr atomic_flag(bool set) : value_(set) {}
  atomic_flag(const atomic_flag &) = delete;
  atomic_flag &operator=(const atomic_flag &) = delete;
  __QN_MEMBER bool
  test_and_set(memory_order order = memory_order_seq_cst) volatile {
    return value_.exchange(1, order) != 0;
  }
  __QN_MEMBER void clear(memory_order order = memory_order_seq_cst) volatile {
    value_.store(0, order);
  }
  __QN_MEMBER bool
  test(memory_order order = memory_order_seq_cst) const volatile {
    return value_.load(order) != 0;
  }
};

__QN_HD void atomic_thread_fence(memory_order order,
                                 thread_scope scope = thread_scope_system) {
  if (order == memory_order_relaxed)
    return;
  switch (scope) {
  case thread_scope_thread:
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    break;
  case thread_scope_block:
    __QN_IN_SCOPE(
        __qn_atomic_of_block,
        __scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, __MEMORY_SCOPE_WRKGRP));
    break;
  case thread_scope_device:
    __scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, __MEMORY_SCOPE_DEVICE);
    break;
  default:
    __scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, __MEMORY_SCOPE_SYSTEM);
    break;
  }
}
__QN_HD void atomic_signal_fence(memory_order) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

namespace std {
template <typename T> using atomic = ::cuda::atomic<T, thread_scope_system>;
template <typename T>
using atomic_ref = ::cuda::atomic_ref<T, thread_scope_system>;
using ::cuda::atomic_flag;
using ::cuda::atomic_signal_fence;
using ::cuda::atomic_thread_fence;
#define __QN_ATOMIC_NAME(name, T) typedef atomic<T> atomic_##name;
__QN_ATOMIC_NAME(bool, bool)
__QN_ATOMIC_NAME(char, char)
__QN_ATOMIC_NAME(schar, signed char)
__QN_ATOMIC_NAME(uchar, unsigned char)
__QN_ATOMIC_NAME(short, short)
__QN_ATOMIC_NAME(ushort, unsigned short)
__QN_ATOMIC_NAME(int, int)
__QN_ATOMIC_NAME(uint, unsigned int)
__QN_ATOMIC_NAME(long, long)
__QN_ATOMIC_NAME(ulong, unsigned long)
__QN_ATOMIC_NAME(llong, long long)
__QN_ATOMIC_NAME(ullong, unsigned long long)
__QN_ATOMIC_NAME(int32_t, int)
__QN_ATOMIC_NAME(uint32_t, unsigned int)
__QN_ATOMIC_NAME(int64_t, __INT64_TYPE__)
__QN_ATOMIC_NAME(uint64_t, __UINT64_TYPE__)
__QN_ATOMIC_NAME(size_t, __SIZE_TYPE__)
#undef __QN_ATOMIC_NAME
} // namespace std

} // namespace cuda

#endif
