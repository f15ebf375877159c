// SPDX-License-Identifier: Apache-2.0
//
// Collective operations of cooperative groups: copies, reductions, scans, and
// work of one thread for all.
#ifndef QUERN_DEVICE_COOPERATIVE_GROUPS_WORK_H
#define QUERN_DEVICE_COOPERATIVE_GROUPS_WORK_H
#pragma clang system_header

#include "threads/copy.h"

namespace cooperative_groups {
namespace __v1 {

// ---- Copies: done when the call returns; wait makes them visible

// Bytes, as a number or as cuda::aligned_size_t; or two counts of elements.
template <typename Group, typename T, typename U, typename Size>
__QN_FN void memcpy_async(const Group &g, T *to, const U *from,
                          const Size &bytes) {
  __qn_copy(g, to, from, (__qn_size_t)bytes);
}
template <typename Group, typename T, typename ToSize, typename FromSize>
__QN_FN void memcpy_async(const Group &g, T *to, const ToSize &to_count,
                          const T *from, const FromSize &from_count) {
  const __qn_size_t a = (__qn_size_t)to_count, b = (__qn_size_t)from_count;
  __qn_copy(g, to, from, (a < b ? a : b) * sizeof(T));
}
template <typename Group> __QN_FN __QN_CONVERGENT void wait(const Group &g) {
  g.sync();
}
template <unsigned stage, typename Group>
__QN_FN __QN_CONVERGENT void wait_prior(const Group &g) {
  g.sync();
}

// ---- Operators

template <typename T = void> struct plus {
  __QN_MEMBER T operator()(T a, T b) const { return a + b; }
};
template <typename T = void> struct less {
  __QN_MEMBER T operator()(T a, T b) const { return b < a ? b : a; }
};
template <typename T = void> struct greater {
  __QN_MEMBER T operator()(T a, T b) const { return a < b ? b : a; }
};
template <typename T = void> struct bit_and {
  __QN_MEMBER T operator()(T a, T b) const { return a & b; }
};
template <typename T = void> struct bit_or {
  __QN_MEMBER T operator()(T a, T b) const { return a | b; }
};
template <typename T = void> struct bit_xor {
  __QN_MEMBER T operator()(T a, T b) const { return a ^ b; }
};
#define __QN_ANY_TYPE(name, expression)                                        \
  template <> struct name<void> {                                              \
    template <typename T> __QN_MEMBER T operator()(T a, T b) const {           \
      return expression;                                                       \
    }                                                                          \
  };
__QN_ANY_TYPE(plus, a + b)
__QN_ANY_TYPE(less, b < a ? b : a)
__QN_ANY_TYPE(greater, a < b ? b : a)
__QN_ANY_TYPE(bit_and, a &b)
__QN_ANY_TYPE(bit_or, a | b)
__QN_ANY_TYPE(bit_xor, a ^ b)
#undef __QN_ANY_TYPE

// What the first thread gets from an exclusive scan: with CUDA T(), with HIP the
// value that its operator leaves others as they are with.
#ifdef __QUERN_DIALECT_CUDA__
template <typename Op, typename T> struct __qn_neutral {
  __QN_MEMBER static T value() { return T(); }
};
#else
template <typename T, bool whole = __is_integral(T) && sizeof(T) <= 8,
          bool real = __is_floating_point(T)>
struct __qn_extremes {
  __QN_MEMBER static T least() { return T(); }
  __QN_MEMBER static T most() { return T(); }
  __QN_MEMBER static T ones() { return T(); }
};
template <typename T> struct __qn_extremes<T, true, false> {
  __QN_MEMBER static T least() {
    return (T)-1 > (T)0 ? (T)0 : (T)(1ull << (8 * sizeof(T) - 1));
  }
  __QN_MEMBER static T most() { return (T)~least(); }
  __QN_MEMBER static T ones() { return (T) ~(T)0; }
};
template <typename T> struct __qn_extremes<T, false, true> {
  __QN_MEMBER static T least() { return (T)-__builtin_inff(); }
  __QN_MEMBER static T most() { return (T)__builtin_inff(); }
  __QN_MEMBER static T ones() { return T(); }
};
template <typename Op, typename T> struct __qn_neutral {
  __QN_MEMBER static T value() { return T(); }
};
template <typename U, typename T> struct __qn_neutral<less<U>, T> {
  __QN_MEMBER static T value() { return __qn_extremes<T>::most(); }
};
template <typename U, typename T> struct __qn_neutral<greater<U>, T> {
  __QN_MEMBER static T value() { return __qn_extremes<T>::least(); }
};
template <typename U, typename T> struct __qn_neutral<bit_and<U>, T> {
  __QN_MEMBER static T value() { return __qn_extremes<T>::ones(); }
};
#endif

// ---- Reductions and scans ------------------------------------------------------------

template <unsigned Size, typename Parent, typename T, typename Op>
__QN_FN __QN_CONVERGENT T reduce(const thread_block_tile<Size, Parent> &g,
                                 T value, Op op) {
#pragma unroll
  for (unsigned step = Size / 2; step > 0; step /= 2)
    value = op(value, g.shfl_xor(value, step));
  return value;
}
template <typename T, typename Op>
__QN_FN __QN_CONVERGENT T reduce(const coalesced_group &g, T value, Op op) {
  T result = g.shfl(value, 0u);
  for (unsigned rank = 1; rank < g.size(); ++rank)
    result = op(result, g.shfl(value, rank));
  return result;
}

template <typename Group, typename T, typename Op>
__QN_FN __QN_CONVERGENT T inclusive_scan(const Group &g, T value, Op op) {
  const unsigned rank = g.thread_rank();
  for (unsigned step = 1; step < g.size(); step *= 2) {
    const T before = g.shfl_up(value, step);
    if (rank >= step)
      value = op(before, value);
  }
  return value;
}
template <typename Group, typename T>
__QN_FN __QN_CONVERGENT T inclusive_scan(const Group &g, T value) {
  return inclusive_scan(g, value, plus<T>());
}
template <typename Group, typename T, typename Op>
__QN_FN __QN_CONVERGENT T exclusive_scan(const Group &g, T value, Op op) {
  const T before = g.shfl_up(inclusive_scan(g, value, op), 1u);
  return g.thread_rank() == 0 ? __qn_neutral<Op, T>::value() : before;
}
template <typename Group, typename T>
__QN_FN __QN_CONVERGENT T exclusive_scan(const Group &g, T value) {
  return exclusive_scan(g, value, plus<T>());
}

// ---- The same, with an atomic variable or a place in memory for all groups

// `variable` is a cuda::atomic or cuda::atomic_ref, of any library's. Returns its
// value from before.
template <typename Atomic, typename T, typename Op>
__QN_FN T __qn_update(Atomic &variable, T value, Op op) {
  T before = variable.load();
  while (!variable.compare_exchange_weak(before, op(before, value))) {
  }
  return before;
}
template <typename Group, typename Atomic, typename T, typename Op>
__QN_FN __QN_CONVERGENT void
reduce_update_async(const Group &g, Atomic &&variable, T value, Op op) {
  const T total = reduce(g, value, op);
  if (g.thread_rank() == 0)
    __qn_update(variable, total, op);
}
template <typename Group, typename Atomic, typename T, typename Op>
__QN_FN __QN_CONVERGENT void
reduce_store_async(const Group &g, Atomic &&variable, T value, Op op) {
  const T total = reduce(g, value, op);
  if (g.thread_rank() == 0)
    variable.store(total);
}
template <typename Group, typename T, typename U, typename Op>
__QN_FN __QN_CONVERGENT void reduce_store_async(const Group &g, T *place,
                                                U value, Op op) {
  const U total = reduce(g, value, op);
  if (g.thread_rank() == 0)
    *place = total;
}
// The last thread adds the group's total; all get the value from before.
template <typename Group, typename Atomic, typename T, typename Op>
__QN_FN __QN_CONVERGENT T __qn_update_by_last(const Group &g, Atomic &variable,
                                              T total, Op op) {
  const unsigned last = (unsigned)g.size() - 1;
  T before{};
  if (g.thread_rank() == last)
    before = __qn_update(variable, total, op);
  return g.shfl(before, last);
}
// Scans over all groups that update the variable: each goes on where the one
// before it ended.
template <typename Group, typename Atomic, typename T, typename Op>
__QN_FN __QN_CONVERGENT T inclusive_scan_update(const Group &g,
                                                Atomic &&variable, T value,
                                                Op op) {
  const T own = inclusive_scan(g, value, op);
  return op(__qn_update_by_last(g, variable, own, op), own);
}
template <typename Group, typename Atomic, typename T, typename Op>
__QN_FN __QN_CONVERGENT T exclusive_scan_update(const Group &g,
                                                Atomic &&variable, T value,
                                                Op op) {
  const T own = inclusive_scan(g, value, op);
  const T before = __qn_update_by_last(g, variable, own, op);
  const T ahead = g.shfl_up(own, 1u);
  return g.thread_rank() == 0 ? before : op(before, ahead);
}
template <typename Group, typename Atomic, typename T>
__QN_FN __QN_CONVERGENT T inclusive_scan_update(const Group &g,
                                                Atomic &&variable, T value) {
  return inclusive_scan_update(g, variable, value, plus<T>());
}
template <typename Group, typename Atomic, typename T>
__QN_FN __QN_CONVERGENT T exclusive_scan_update(const Group &g,
                                                Atomic &&variable, T value) {
  return exclusive_scan_update(g, variable, value, plus<T>());
}

// ---- One thread for all

template <typename Group, typename F, typename... A>
__QN_FN void invoke_one(const Group &g, F &&f, A &&...arguments) {
  if (g.thread_rank() == 0)
    static_cast<F &&>(f)(static_cast<A &&>(arguments)...);
}
template <typename Group, typename F, typename... A>
__QN_FN __QN_CONVERGENT auto invoke_one_broadcast(const Group &g, F &&f,
                                                  A &&...arguments) ->
    typename std::remove_reference<decltype(static_cast<F &&>(f)(
        static_cast<A &&>(arguments)...))>::type {
  typename std::remove_reference<decltype(static_cast<F &&>(f)(
      static_cast<A &&>(arguments)...))>::type result{};
  if (g.thread_rank() == 0)
    result = static_cast<F &&>(f)(static_cast<A &&>(arguments)...);
  return g.shfl(result, 0u);
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups

#endif
