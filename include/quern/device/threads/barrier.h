// SPDX-License-Identifier: Apache-2.0
//
// CUDA's C++ barriers, latches and semaphores, and copies that end at a barrier.
// Barriers of a block in shared memory are PTX's mbarrier on NVIDIA; all others
// are a word that counts. Threads that wait let others run.
#ifndef QUERN_DEVICE_THREADS_BARRIER_H
#define QUERN_DEVICE_THREADS_BARRIER_H
#pragma clang system_header

#include "atomic.h"

#include "awbarrier.h"
#include "copy.h"

namespace cuda {

namespace std {
typedef __PTRDIFF_TYPE__ __qn_ptrdiff;
struct __qn_empty_completion {
  __QN_MEMBER void operator()() noexcept {}
};
} // namespace std

// The word of a barrier: how many have still to arrive, how many a phase waits
// for, and the number of the phase.
template <thread_scope Scope> class __qn_barrier_word {
  typedef unsigned long long Word;
  atomic<Word, Scope> word_;

  static __QN_MEMBER constexpr Word pack(Word pending, Word expected,
                                         Word phase) {
    return pending | expected << 20 | (phase & 0xffffff) << 40;
  }
  static __QN_MEMBER constexpr Word pending(Word w) { return w & 0xfffff; }
  static __QN_MEMBER constexpr Word expected(Word w) {
    return w >> 20 & 0xfffff;
  }
  static __QN_MEMBER constexpr Word phase(Word w) { return w >> 40; }

public:
  static constexpr std::__qn_ptrdiff limit = (1 << 20) - 1;
  __qn_barrier_word() = default;
  __QN_MEMBER constexpr __qn_barrier_word(std::__qn_ptrdiff count)
      : word_(pack((Word)count, (Word)count, 0)) {}
  // Who arrives last calls f, then lets the phase end. Returns the word before.
  template <typename F>
  __QN_MEMBER Word arrive(Word count, Word dropped, F &&f) {
    Word before = word_.load(memory_order_relaxed), after;
    do
      after = pack(pending(before) - count, expected(before) - dropped,
                   phase(before));
    while (!word_.compare_exchange_weak(before, after, memory_order_acq_rel));
    if (pending(after) == 0) {
      f();
      word_.store(pack(expected(after), expected(after), phase(after) + 1),
                  memory_order_release);
    }
    return before;
  }
  __QN_MEMBER bool has_ended(Word token) const {
    return phase(word_.load(memory_order_acquire)) != phase(token);
  }
  __QN_MEMBER bool parity_has_ended(bool parity) const {
    return (phase(word_.load(memory_order_acquire)) & 1) != (Word)parity;
  }
  __QN_MEMBER Word *address() { return (Word *)&word_; }
};

template <thread_scope Scope,
          typename Completion = std::__qn_empty_completion>
class barrier {
  typedef unsigned long long Word;
  __qn_barrier_word<Scope> word_;
  Completion completion_;
  static constexpr bool plain =
      __is_same(Completion, std::__qn_empty_completion);

  // Whether the device's own barriers are what this is.
  __QN_MEMBER bool is_native() const {
#if defined(__QUERN_TARGET_NVPTX__)
    return plain && Scope == thread_scope_block && __isShared(this);
#else
    return false;
#endif
  }
#if defined(__QUERN_TARGET_NVPTX__)
#define __QN_NATIVE(expression)                                                \
  if (is_native())                                                             \
  return expression
#else
#define __QN_NATIVE(expression)
#endif

public:
  class arrival_token {
    Word word_;
    friend class barrier;
    __QN_MEMBER explicit constexpr arrival_token(Word w) : word_(w) {}

  public:
    arrival_token() = default;
  };

  barrier() = default;
  __QN_MEMBER constexpr barrier(std::__qn_ptrdiff count,
                                Completion completion = Completion())
      : word_(count), completion_(completion) {}
  barrier(const barrier &) = delete;
  barrier &operator=(const barrier &) = delete;
  static __QN_MEMBER constexpr std::__qn_ptrdiff max() noexcept {
    return __qn_barrier_word<Scope>::limit;
  }
  friend __QN_MEMBER void init(barrier *b, std::__qn_ptrdiff count,
                               Completion completion = Completion()) {
#if defined(__QUERN_TARGET_NVPTX__)
    if (b->is_native()) {
      __mbarrier_init((__mbarrier_t *)b, (unsigned)count);
      return;
    }
#endif
    ::new ((void *)b) barrier(count, completion);
  }
  __QN_MEMBER arrival_token arrive(std::__qn_ptrdiff count = 1) {
#if defined(__QUERN_TARGET_NVPTX__)
    if (is_native()) {
      Word token = 0;
      for (std::__qn_ptrdiff i = 0; i < count; ++i)
        token = __mbarrier_arrive((__mbarrier_t *)this);
      return arrival_token(token);
    }
#endif
    return arrival_token(word_.arrive((Word)count, 0, completion_));
  }
  __QN_MEMBER void arrive_and_drop() {
    __QN_NATIVE((void)__mbarrier_arrive_and_drop((__mbarrier_t *)this));
    (void)word_.arrive(1, 1, completion_);
  }
  __QN_MEMBER bool try_wait(arrival_token token) const {
    __QN_NATIVE(__mbarrier_test_wait((__mbarrier_t *)this, token.word_));
    const bool ended = word_.has_ended(token.word_);
    if (!ended)
      __qn_let_others<Scope>();
    return ended;
  }
  __QN_MEMBER bool try_wait_parity(bool parity) const {
    __QN_NATIVE(__mbarrier_test_wait_parity((__mbarrier_t *)this, parity));
    const bool ended = word_.parity_has_ended(parity);
    if (!ended)
      __qn_let_others<Scope>();
    return ended;
  }
  // The time is the longest to wait, which may be none.
  template <typename Time>
  __QN_MEMBER bool try_wait_for(arrival_token token, const Time &) const {
    return try_wait(token);
  }
  template <typename Time>
  __QN_MEMBER bool try_wait_until(arrival_token token, const Time &) const {
    return try_wait(token);
  }
  template <typename Time>
  __QN_MEMBER bool try_wait_parity_for(bool parity, const Time &) const {
    return try_wait_parity(parity);
  }
  template <typename Time>
  __QN_MEMBER bool try_wait_parity_until(bool parity, const Time &) const {
    return try_wait_parity(parity);
  }
  __QN_MEMBER void wait(arrival_token token) const {
    while (!try_wait(token))
      continue;
  }
  __QN_MEMBER void wait_parity(bool parity) const {
    while (!try_wait_parity(parity))
      continue;
  }
  __QN_MEMBER void arrive_and_wait() { wait(arrive()); }
  __QN_MEMBER Word *__qn_address() { return word_.address(); }
};
#undef __QN_NATIVE

namespace device {
// The word that PTX's instructions take.
__QN_FN unsigned long long *
barrier_native_handle(barrier<thread_scope_block> &b) {
  return b.__qn_address();
}
} // namespace device

// ---- Latches

template <thread_scope Scope> class latch {
  atomic<std::__qn_ptrdiff, Scope> left_;

public:
  __QN_MEMBER constexpr explicit latch(std::__qn_ptrdiff count)
      : left_(count) {}
  latch(const latch &) = delete;
  latch &operator=(const latch &) = delete;
  static __QN_MEMBER constexpr std::__qn_ptrdiff max() noexcept {
    return __PTRDIFF_MAX__;
  }
  __QN_MEMBER void count_down(std::__qn_ptrdiff count = 1) {
    left_.fetch_sub(count, memory_order_release);
  }
  __QN_MEMBER bool try_wait() const noexcept {
    const bool ended = left_.load(memory_order_acquire) == 0;
    if (!ended)
      __qn_let_others<Scope>();
    return ended;
  }
  __QN_MEMBER void wait() const {
    while (!try_wait())
      continue;
  }
  __QN_MEMBER void arrive_and_wait(std::__qn_ptrdiff count = 1) {
    count_down(count);
    wait();
  }
};

// ---- Semaphores

template <thread_scope Scope, std::__qn_ptrdiff Most = __PTRDIFF_MAX__>
class counting_semaphore {
  atomic<std::__qn_ptrdiff, Scope> count_;

public:
  __QN_MEMBER constexpr explicit counting_semaphore(std::__qn_ptrdiff count = 0)
      : count_(count) {}
  counting_semaphore(const counting_semaphore &) = delete;
  counting_semaphore &operator=(const counting_semaphore &) = delete;
  static __QN_MEMBER constexpr std::__qn_ptrdiff max() noexcept { return Most; }
  __QN_MEMBER void release(std::__qn_ptrdiff count = 1) {
    count_.fetch_add(count, memory_order_release);
  }
  __QN_MEMBER bool try_acquire() {
    std::__qn_ptrdiff count = count_.load(memory_order_relaxed);
    while (count > 0)
      if (count_.compare_exchange_weak(count, count - 1, memory_order_acquire))
        return true;
    __qn_let_others<Scope>();
    return false;
  }
  // The time is the longest to wait, which may be none.
  template <typename Time> __QN_MEMBER bool try_acquire_for(const Time &) {
    return try_acquire();
  }
  template <typename Time> __QN_MEMBER bool try_acquire_until(const Time &) {
    return try_acquire();
  }
  __QN_MEMBER void acquire() {
    while (!try_acquire())
      continue;
  }
};
template <thread_scope Scope>
using binary_semaphore = counting_semaphore<Scope, 1>;

namespace std {
template <typename Completion = __qn_empty_completion>
using barrier = ::cuda::barrier<thread_scope_system, Completion>;
typedef ::cuda::latch<thread_scope_system> latch;
template <__qn_ptrdiff Most = __PTRDIFF_MAX__>
using counting_semaphore =
    ::cuda::counting_semaphore<thread_scope_system, Most>;
typedef ::cuda::binary_semaphore<thread_scope_system> binary_semaphore;
} // namespace std

// ---- Copies that end at a barrier: done when the call returns, and seen by those
// who wait for the barrier, as the copying thread arrives later

#ifndef __QN_ALIGNED_SIZE
#define __QN_ALIGNED_SIZE
template <__qn_size_t Alignment> struct aligned_size_t {
  static constexpr __qn_size_t align = Alignment;
  __qn_size_t value;
  __QN_MEMBER constexpr explicit aligned_size_t(__qn_size_t size)
      : value(size) {}
  __QN_MEMBER constexpr operator __qn_size_t() const { return value; }
};
#endif

enum class async_contract_fulfillment { none, async };

template <typename T, typename Size, thread_scope Scope, typename Completion>
__QN_FN async_contract_fulfillment memcpy_async(T *to, const T *from, Size size,
                                                barrier<Scope, Completion> &) {
  __builtin_memcpy((void *)to, (const void *)from, (__qn_size_t)size);
  return async_contract_fulfillment::none;
}
template <typename Group, typename T, typename Size, thread_scope Scope,
          typename Completion>
__QN_FN async_contract_fulfillment memcpy_async(const Group &g, T *to,
                                                const T *from, Size size,
                                                barrier<Scope, Completion> &) {
  __qn_copy(g, to, from, (__qn_size_t)size);
  return async_contract_fulfillment::none;
}

} // namespace cuda

#endif
