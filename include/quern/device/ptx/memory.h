// SPDX-License-Identifier: Apache-2.0
//
// PTX's loads, stores, atomics, fences, copies and barriers in shared memory.
// Cache hints are ignored.
#ifndef QUERN_DEVICE_PTX_MEMORY_H
#define QUERN_DEVICE_PTX_MEMORY_H
#pragma clang system_header

#include "../threads/mbarrier.h"
#include "values.h"

namespace __qn_ptx {

enum space { GENERIC, GLOBAL, SHARED, LOCAL, CONST, PARAM };

// Converts an address in a state space to a pointer.
template <space S> __QN_FN char *pointer(u64 address) {
  return S == SHARED ? (char *)__qn_from_shared(address) : (char *)address;
}
// cvta.space, cvta.to.space
template <space S, u64 M> __QN_FN u64 cvta(u64 address) {
  if constexpr (S != SHARED)
    return address;
  else if constexpr (M & TO)
    return __cvta_generic_to_shared((const void *)address);
  else
    return (u64)__qn_from_shared(address);
}
template <space S> __QN_FN pred isspacep(u64 address) {
  const void *p = (const void *)address;
  return S == SHARED  ? __qn_is_shared(p)
         : S == LOCAL ? __qn_is_local(p)
         : S == CONST ? __qn_is_constant(p)
                      : __qn_is_global(p);
}

// ---- Order

template <u64 M> constexpr int scope = M & CTA             ? __QN_SCOPE_BLOCK
                                       : M & (GPU | CLUSTER) ? __QN_SCOPE_DEVICE
                                       : M & (SYS | SC)      ? __QN_SCOPE_SYSTEM
                                                             : __QN_SCOPE_DEVICE;
template <u64 M> __QN_FN void before_access() {
  if constexpr ((M & (RELEASE | ACQ_REL | SC)) != 0)
    __qn_fence(scope<M>);
}
template <u64 M> __QN_FN void after_access() {
  if constexpr ((M & (ACQUIRE | ACQ_REL | SC)) != 0)
    __qn_fence(scope<M>);
}
// fence.sc.gpu, membar.gl, membar.cta
template <u64 M> __QN_FN void fence() {
  __qn_fence(M & SYS   ? __QN_SCOPE_SYSTEM
             : M & CTA ? __QN_SCOPE_BLOCK
                       : __QN_SCOPE_DEVICE);
}

// ---- Loads and stores of one element

template <u64 M> constexpr bool is_ordered =
    (M & (RELAXED | ACQUIRE | RELEASE | VOLATILE)) != 0;

template <bool BLOCK> struct scope_of { typedef __qn_atomic_of_all type; };
template <> struct scope_of<true> { typedef __qn_atomic_of_block type; };
template <u64 M> using scope_tag = typename scope_of<(M & CTA) != 0>::type;

template <typename S, typename B> __QN_FN B load_atomic(const B *p) {
  return __atomic_load_n(p, __ATOMIC_RELAXED);
}
template <typename S, typename B> __QN_FN void store_atomic(B *p, B value) {
  __atomic_store_n(p, value, __ATOMIC_RELAXED);
}

template <typename T, u64 M> __QN_FN T load_one(const char *p) {
  if constexpr (sizeof(T) <= 8 && (M & (RELAXED | ACQUIRE))) {
    bits<T> raw = load_atomic<scope_tag<M>>((const bits<T> *)p);
    return from_register<T>(raw);
  } else if constexpr (M & VOLATILE) {
    const bits<T> raw = *(const volatile bits<T> *)p;
    return from_register<T>(raw);
  } else {
    return *(const T *)p;
  }
}
template <typename T, u64 M> __QN_FN void store_one(char *p, T value) {
  if constexpr (sizeof(T) <= 8 && (M & (RELAXED | RELEASE)))
    store_atomic<scope_tag<M>>((bits<T> *)p, (bits<T>)to_register(value));
  else if constexpr (M & VOLATILE)
    *(volatile bits<T> *)p = to_register(value);
  else
    *(T *)p = value;
}

// ---- Accesses of more bytes than an atomic one has
//
// GPUs read and write the elements of a vector together, and programs that
// pass values from block to block rely on it: a state and a value, which only
// mean something together. Up to 8 bytes are one atomic access; more are
// guarded by a version, odd while somebody writes, which all addresses of one
// remainder share. Accesses by other instructions, and by other modules, are
// not kept apart from these.

enum { VERSIONS = 64, VERSION_STEP = 16 }; // bytes of addresses that share one

template <unsigned N> struct versions {
  static __device__ u32 all[N];
};
template <unsigned N> __device__ u32 versions<N>::all[N];

__QN_FN u32 *version_of(const char *p) {
  return &versions<VERSIONS>::all[(u64)p / VERSION_STEP % VERSIONS];
}

template <unsigned WORDS> __QN_FN void load_words(const char *p, u64 *to) {
  const u32 *version = version_of(p);
  for (;;) {
    const u32 before = __atomic_load_n(version, __ATOMIC_RELAXED);
    __qn_fence(__QN_SCOPE_DEVICE);
    for (unsigned i = 0; i < WORDS; ++i)
      to[i] = __atomic_load_n((const u64 *)p + i, __ATOMIC_RELAXED);
    __qn_fence(__QN_SCOPE_DEVICE);
    if (before % 2 == 0 && __atomic_load_n(version, __ATOMIC_RELAXED) == before)
      return;
  }
}

template <unsigned WORDS>
__QN_FN void store_words(char *p, const u64 *from) {
  u32 *version = version_of(p);
  for (bool done = false; !done;) {
    u32 before = __atomic_load_n(version, __ATOMIC_RELAXED) & ~1u;
    if (__atomic_compare_exchange_n(version, &before, before + 1, false,
                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      __qn_fence(__QN_SCOPE_DEVICE);
      for (unsigned i = 0; i < WORDS; ++i)
        __atomic_store_n((u64 *)p + i, from[i], __ATOMIC_RELAXED);
      __qn_fence(__QN_SCOPE_DEVICE);
      __atomic_store_n(version, before + 2, __ATOMIC_RELAXED);
      done = true;
    }
  }
}

// ---- Loads and stores

// The elements of a vector, in memory's order.
template <typename T, unsigned N> struct alignas(sizeof(T) * N) elements {
  bits<T> part[N];
};

// What is asked of the elements of an access is one access, where it can be.
template <unsigned SIZE, u64 M>
constexpr bool is_whole = is_ordered<M> && SIZE <= 8;
template <unsigned SIZE, u64 M>
constexpr bool is_guarded = (M & (RELAXED | ACQUIRE | RELEASE)) != 0 &&
                            (SIZE == 16 || SIZE == 32);

template <typename T, u64 M, typename... R>
__QN_FN void load(const char *p, R &...to) {
  typedef elements<T, sizeof...(R)> whole;
  whole all;
  if constexpr (is_whole<sizeof(whole), M>) {
    typedef typename bits_of<sizeof(whole)>::type raw;
    const raw read = load_one<raw, M>(p);
    __builtin_memcpy(&all, &read, sizeof(all));
  } else if constexpr (is_guarded<sizeof(whole), M>) {
    u64 words[sizeof(whole) / 8];
    load_words<sizeof(whole) / 8>(p, words);
    __builtin_memcpy(&all, words, sizeof(all));
  } else if constexpr (is_ordered<M>) {
    for (unsigned i = 0; i < sizeof...(R); ++i)
      all.part[i] = to_register(load_one<T, M>(p + sizeof(T) * i));
  } else {
    all = *(const whole *)p;
  }
  unsigned i = 0;
  (out(to, from_register<T>(all.part[i++])), ...);
  after_access<M>();
}
template <typename T, u64 M, typename... V>
__QN_FN void store(char *p, V... values) {
  typedef elements<T, sizeof...(V)> whole;
  const whole all = {{to_register(values)...}};
  before_access<M>();
  if constexpr (is_whole<sizeof(whole), M>) {
    typename bits_of<sizeof(whole)>::type raw;
    __builtin_memcpy(&raw, &all, sizeof(all));
    store_one<decltype(raw), M>(p, raw);
  } else if constexpr (is_guarded<sizeof(whole), M>) {
    u64 words[sizeof(whole) / 8];
    __builtin_memcpy(words, &all, sizeof(all));
    store_words<sizeof(whole) / 8>(p, words);
  } else if constexpr (is_ordered<M>) {
    for (unsigned i = 0; i < sizeof...(V); ++i)
      store_one<T, M>(p + sizeof(T) * i, from_register<T>(all.part[i]));
  } else {
    *(whole *)p = all;
  }
}

// ---- Atomics

enum atomic_op {
  ATOM_ADD, ATOM_MIN, ATOM_MAX, ATOM_AND, ATOM_OR, ATOM_XOR, ATOM_EXCH,
  ATOM_INC, ATOM_DEC, ATOM_CAS
};

template <typename T> struct atomic_type { typedef T type; };
template <> struct atomic_type<s64> { typedef long long type; };

// What the functions of CUDA's names do; those of a block by theirs.
#define QN_PTX_CUDA(name)                                                      \
  (__is_same(S, __qn_atomic_of_block) ? ::name##_block(p, a)                   \
                                      : ::name##_system(p, a))
template <typename T, atomic_op OP, typename S>
__QN_FN T atomic_relaxed(T *p, T a, T b) {
  if constexpr (OP == ATOM_CAS || OP == ATOM_EXCH) {
    typedef bits<T> R;
    if constexpr (OP == ATOM_EXCH)
      return from_register<T>(__scoped_atomic_exchange_n(
          (R *)p, to_register(a), __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM));
    R expected = to_register(a);
    __scoped_atomic_compare_exchange_n((R *)p, &expected, to_register(b), false,
                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                       __MEMORY_SCOPE_SYSTEM);
    return from_register<T>(expected);
  } else if constexpr (OP == ATOM_INC) {
    return QN_PTX_CUDA(atomicInc);
  } else if constexpr (OP == ATOM_DEC) {
    return QN_PTX_CUDA(atomicDec);
  } else if constexpr (!is_integer<T> && OP == ATOM_ADD) {
    return QN_PTX_CUDA(atomicAdd);
  } else if constexpr (!is_integer<T>) { // min and max of halves
    T old = *p, next;
    typedef bits<T> R;
    R expected = to_register(old);
    do {
      next = OP == ATOM_MIN ? __hmin(from_register<T>(expected), a)
                            : __hmax(from_register<T>(expected), a);
    } while (!__scoped_atomic_compare_exchange_n(
        (R *)p, &expected, to_register(next), false, __ATOMIC_RELAXED,
        __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM));
    return from_register<T>(expected);
  } else {
#define QN_PTX_FETCH(name)                                                     \
  __scoped_atomic_fetch_##name(p, a, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM)
    return OP == ATOM_ADD   ? QN_PTX_FETCH(add)
           : OP == ATOM_MIN ? QN_PTX_FETCH(min)
           : OP == ATOM_MAX ? QN_PTX_FETCH(max)
           : OP == ATOM_AND ? QN_PTX_FETCH(and)
           : OP == ATOM_OR  ? QN_PTX_FETCH(or)
                            : QN_PTX_FETCH(xor);
#undef QN_PTX_FETCH
  }
}
#undef QN_PTX_CUDA
template <typename T, atomic_op OP, u64 M>
__QN_FN T atom(char *p, T a, T b = T()) {
  before_access<M>();
  const T old = atomic_relaxed<T, OP, scope_tag<M>>((T *)p, a, b);
  after_access<M>();
  return old;
}

// ---- Copies from global to shared memory: complete immediately

template <unsigned SIZE>
__QN_FN void copy_async(char *to, const char *from, u32 count) {
  u32 n = count < SIZE ? count : SIZE;
  char bytes[SIZE] = {};
  if (n == SIZE)
    __builtin_memcpy(bytes, from, SIZE);
  else
    for (u32 i = 0; i < n; ++i)
      bytes[i] = from[i];
  __builtin_memcpy(to, bytes, SIZE);
}

__QN_FN void copy_async_of(char *to, const char *from, u32 size, u32 count) {
  if (size == 4)
    copy_async<4>(to, from, count);
  else if (size == 8)
    copy_async<8>(to, from, count);
  else
    copy_async<16>(to, from, count);
}

// ---- Barriers in shared memory

#ifdef __QN_SPIRV_CANNOT_WAIT // no such functions: refused where one is used
__attribute__((device)) void mbarrier_init(char *, u32);
__attribute__((device)) void mbarrier_inval(char *);
__attribute__((device)) u64 mbarrier_arrive(char *, u32, u32);
__attribute__((device)) bool mbarrier_test(char *, u64);
__attribute__((device)) bool mbarrier_test_parity(char *, u32);
__attribute__((device)) u32 mbarrier_pending(u64);
#else
__QN_FN u64 *mbarrier_word(char *p) { return (u64 *)p; }
__QN_FN void mbarrier_init(char *p, u32 count) {
  __qn_mbarrier_init(mbarrier_word(p), count);
}
__QN_FN void mbarrier_inval(char *p) { __qn_mbarrier_inval(mbarrier_word(p)); }
__QN_FN u64 mbarrier_arrive(char *p, u32 count, u32 dropped) {
  return __qn_mbarrier_arrive(mbarrier_word(p), count, dropped);
}
__QN_FN bool mbarrier_test(char *p, u64 token) {
  return __qn_mbarrier_test(mbarrier_word(p), token);
}
__QN_FN bool mbarrier_test_parity(char *p, u32 parity) {
  return __qn_mbarrier_test_parity(mbarrier_word(p), parity & 1);
}
__QN_FN u32 mbarrier_pending(u64 token) {
  return __qn_mbarrier_pending(token);
}
#endif

} // namespace __qn_ptx

#endif
