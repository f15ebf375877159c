// SPDX-License-Identifier: Apache-2.0
//
// Operations: Sum, Max, Min, ArgMax, ArgMin, comparisons.
#ifndef QUERN_HIPCUB_THREAD_THREAD_OPERATORS_HPP
#define QUERN_HIPCUB_THREAD_THREAD_OPERATORS_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/thread/thread_operators.cuh>
#else

#include "../util_type.hpp"

BEGIN_HIPCUB_NAMESPACE

#define HIPCUB_OPERATION(name, result, expression)                             \
  struct name {                                                                \
    template <class A, class B>                                                \
    HIPCUB_HOST_DEVICE constexpr result operator()(const A &a,                 \
                                                   const B &b) const {         \
      return expression;                                                       \
    }                                                                          \
  };
HIPCUB_OPERATION(Equality, bool, a == b)
HIPCUB_OPERATION(Inequality, bool, a != b)
HIPCUB_OPERATION(Sum, auto, a + b)
HIPCUB_OPERATION(Difference, auto, a - b)
HIPCUB_OPERATION(Division, auto, a / b)
#undef HIPCUB_OPERATION

struct Max {
  template <class T>
  HIPCUB_HOST_DEVICE constexpr T operator()(const T &a, const T &b) const {
    return b > a ? b : a;
  }
  template <class A, class B>
  HIPCUB_HOST_DEVICE constexpr typename std::common_type<A, B>::type
  operator()(const A &a, const B &b) const {
    return b > a ? b : a;
  }
};

struct Min {
  template <class T>
  HIPCUB_HOST_DEVICE constexpr T operator()(const T &a, const T &b) const {
    return b < a ? b : a;
  }
  template <class A, class B>
  HIPCUB_HOST_DEVICE constexpr typename std::common_type<A, B>::type
  operator()(const A &a, const B &b) const {
    return b < a ? b : a;
  }
};

// Of equal values the one with the lower key.
struct ArgMax {
  template <class K, class V>
  HIPCUB_HOST_DEVICE KeyValuePair<K, V>
  operator()(const KeyValuePair<K, V> &a, const KeyValuePair<K, V> &b) const {
    return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};

struct ArgMin {
  template <class K, class V>
  HIPCUB_HOST_DEVICE KeyValuePair<K, V>
  operator()(const KeyValuePair<K, V> &a, const KeyValuePair<K, V> &b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};

template <class EqualityOp> struct InequalityWrapper {
  EqualityOp op;
  HIPCUB_HOST_DEVICE explicit InequalityWrapper(EqualityOp equal) : op(equal) {}
  template <class A, class B>
  HIPCUB_HOST_DEVICE bool operator()(const A &a, const B &b) {
    return !op(a, b);
  }
};

template <class T> struct CastOp {
  template <class A> HIPCUB_HOST_DEVICE T operator()(A &&a) const {
    return (T)a;
  }
};

template <class ScanOp> struct SwizzleScanOp {
  ScanOp scan_op;
  HIPCUB_HOST_DEVICE explicit SwizzleScanOp(ScanOp op) : scan_op(op) {}
  template <class T> HIPCUB_HOST_DEVICE T operator()(const T &a, const T &b) {
    T x = a, y = b;
    return scan_op(y, x);
  }
};

// Of pairs whose key counts the heads of segments.
template <class ReductionOp> struct ReduceBySegmentOp {
  ReductionOp op;
  HIPCUB_HOST_DEVICE ReduceBySegmentOp() {}
  HIPCUB_HOST_DEVICE explicit ReduceBySegmentOp(ReductionOp given)
      : op(given) {}
  template <class Pair>
  HIPCUB_HOST_DEVICE Pair operator()(const Pair &first, const Pair &second) {
    Pair out;
    out.key = first.key + second.key;
    out.value = second.key ? second.value : op(first.value, second.value);
    return out;
  }
};

template <class ReductionOp> struct ReduceByKeyOp {
  ReductionOp op;
  HIPCUB_HOST_DEVICE ReduceByKeyOp() {}
  HIPCUB_HOST_DEVICE explicit ReduceByKeyOp(ReductionOp given) : op(given) {}
  template <class Pair>
  HIPCUB_HOST_DEVICE Pair operator()(const Pair &first, const Pair &second) {
    Pair out = second;
    if (first.key == second.key)
      out.value = op(first.value, second.value);
    return out;
  }
};

template <class BinaryOp> struct BinaryFlip {
  BinaryOp op;
  HIPCUB_HOST_DEVICE explicit BinaryFlip(BinaryOp given) : op(given) {}
  template <class A, class B>
  HIPCUB_HOST_DEVICE auto operator()(A &&a, B &&b)
      -> decltype(op((B &&)b, (A &&)a)) {
    return op((B &&)b, (A &&)a);
  }
};
template <class BinaryOp> BinaryFlip<BinaryOp> MakeBinaryFlip(BinaryOp op) {
  return BinaryFlip<BinaryOp>(op);
}

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
