// SPDX-License-Identifier: Apache-2.0
//
// What the algorithms of the device share: types, and operations that return
// them.
#ifndef QUERN_HIPCUB_DETAIL_DEVICE_HPP
#define QUERN_HIPCUB_DETAIL_DEVICE_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../thread/thread_operators.hpp"

BEGIN_HIPCUB_NAMESPACE
namespace detail {

template <class Iterator>
using value_of = typename std::iterator_traits<Iterator>::value_type;

// What sums for `Out` are made in: what it holds, or, where that is nothing,
// what comes in.
template <class Out, class In>
using sum_of = typename std::conditional<
    std::is_void<value_of<Out>>::value ||
        std::is_same<Out, ::rocprim::discard_iterator>::value,
    value_of<In>, value_of<Out>>::type;

// What `Op` makes of a value of `Init` and one of `Item`.
template <class Op, class Init, class Item>
using accumulated = typename std::decay<
    typename ::rocprim::detail::invoke_result<Op, Init, Item>::type>::type;

// An operation whose result is R's.
template <class R, class Op> struct returning {
  mutable Op op;
  template <class A, class B>
  HIPCUB_HOST_DEVICE R operator()(const A &a, const B &b) const {
    return static_cast<R>(op(a, b));
  }
};

// Values as R's.
template <class R, class Iterator>
HIPCUB_HOST_DEVICE ::rocprim::transform_iterator<Iterator, CastOp<R>, R>
as(Iterator values) {
  return ::rocprim::transform_iterator<Iterator, CastOp<R>, R>(values,
                                                               CastOp<R>());
}

// Offsets by one of two iterators of different types.
template <class A, class B> struct either {
  using difference_type = ptrdiff_t;
  using value_type = typename std::common_type<value_of<A>, value_of<B>>::type;
  using pointer = const value_type *;
  using reference = value_type;
  using iterator_category = std::random_access_iterator_tag;

  A a;
  B b;
  bool second;
  HIPCUB_HOST_DEVICE value_type operator[](ptrdiff_t n) const {
    return second ? (value_type)b[n] : (value_type)a[n];
  }
  HIPCUB_HOST_DEVICE value_type operator*() const { return (*this)[0]; }
  HIPCUB_HOST_DEVICE either operator+(ptrdiff_t n) const {
    return {a + n, b + n, second};
  }
};

// rocPRIM takes the begins and the ends of segments by one type.
template <class A, class B, class Call>
hipError_t with_offsets(A begins, B ends, Call call) {
  if constexpr (std::is_same<A, B>::value)
    return call(begins, ends);
  else
    return call(either<A, B>{begins, ends, false},
                either<A, B>{begins, ends, true});
}

// Whether a number of items is one that rocPRIM counts in 32 bits.
template <class N> bool is_countable(N n) {
  return (unsigned long long)n <= ~0u;
}

// A number of items as an unsigned number of the same size.
template <class N>
constexpr typename std::make_unsigned<N>::type count_of(N n) {
  return (typename std::make_unsigned<N>::type)n;
}

// The memory of an algorithm that needs none: the first call asks for it.
inline bool only_asks(void *temp_storage, size_t &bytes) {
  if (temp_storage == nullptr)
    bytes = 1;
  return temp_storage == nullptr;
}

// Calls with rocPRIM's buffers, which say then where the result is.
template <class T> struct buffers {
  DoubleBuffer<T> &ours;
  ::rocprim::double_buffer<T> theirs;
  explicit buffers(DoubleBuffer<T> &b)
      : ours(b), theirs(b.Current(), b.Alternate()) {}
  ~buffers() {
    if (theirs.current() != ours.Current())
      ours.selector ^= 1;
  }
};

// Calls op(i) for i below n.
template <class N, class Op>
__global__ void __launch_bounds__(256) for_each_index(N n, Op op) {
  const size_t step = (size_t)gridDim.x * blockDim.x;
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)n;
       i += step)
    op((N)i);
}

template <class N, class Op>
hipError_t launch_for(N n, Op op, hipStream_t stream) {
  if (n <= 0)
    return hipSuccess;
  const size_t blocks = ((size_t)n + 255) / 256;
  for_each_index<<<dim3((unsigned)(blocks < 65536 ? blocks : 65536)), dim3(256),
                   0, stream>>>(n, op);
  return hipGetLastError();
}

} // namespace detail
END_HIPCUB_NAMESPACE

#endif
