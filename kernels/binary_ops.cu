// SPDX-License-Identifier: Apache-2.0
//
// add, sub, mul and div, element by element; the second source repeats along
// each dimension (ggml's broadcasting). kernels/README.md has the defines.
//
// Launch: 256 threads; as many blocks as cover the result, or fewer.
#include "tensor.h"

#define QN_TWO_SOURCES
#include "define_shapes.h"

#if !defined(QN_OP_add) && !defined(QN_OP_sub) && !defined(QN_OP_mul) &&       \
    !defined(QN_OP_div)
#error "binary_ops has add, sub, mul and div: -DQN_OP=add -DQN_OP_add=1"
#endif

#ifndef QUERN_KERNELS_BINARY_OPS
#define QUERN_KERNELS_BINARY_OPS
namespace quern {

// `real` is for float and double; `whole` for integers, as their unsigned type
// U, whose arithmetic wraps, and as T itself.
struct op_add {
  template <typename C> QN_DEVICE C real(C a, C b) { return a + b; }
  template <typename T, typename U> QN_DEVICE T whole(T a, T b) {
    return (T)((U)a + (U)b);
  }
};
struct op_sub {
  template <typename C> QN_DEVICE C real(C a, C b) { return a - b; }
  template <typename T, typename U> QN_DEVICE T whole(T a, T b) {
    return (T)((U)a - (U)b);
  }
};
struct op_mul {
  template <typename C> QN_DEVICE C real(C a, C b) { return a * b; }
  template <typename T, typename U> QN_DEVICE T whole(T a, T b) {
    return (T)((1u * (U)a) * (U)b); // short operands would become int
  }
};
struct op_div {
  template <typename C> QN_DEVICE C real(C a, C b) { return a / b; }
  // Machines differ, and some trap: here a division by 0 gives 0, and the least
  // number divided by -1 wraps.
  template <typename T, typename U> QN_DEVICE T whole(T a, T b) {
    const bool negates = is_signed<T> && b == (T)-1;
    const T divisor = b == 0 || negates ? (T)1 : b;
    return b == 0 ? (T)0 : negates ? (T)((U)0 - (U)a) : (T)(a / divisor);
  }
};

template <typename Op, typename T, typename A, typename B>
QN_DEVICE T binary(A a, B b) {
  static_assert(is_real<T> == is_real<A> && is_real<T> == is_real<B>,
                "integers and real numbers do not mix in binary_ops");
  if constexpr (is_real<T>) {
    using C = real_of<T, A, B>;
    return store_as<T>(Op::template real<C>(load_as<C>(a), load_as<C>(b)));
  } else {
    static_assert(is_same<T, A> && is_same<T, B>,
                  "integers of two types do not mix in binary_ops");
    return Op::template whole<T, unsigned_of<T>>(a, b);
  }
}

template <typename Op, typename D, typename A, typename B>
QN_DEVICE void binary_elements(D d, A a, B b, typename D::type *dst,
                               const typename A::type *src0,
                               const typename B::type *src1) {
  using Index = index_of<D>;
  using T = typename D::type;
  constexpr bool flat = D::contiguous && A::contiguous;
  const bool matches = B::contiguous && same_extents(d, b);
  const bool single =
      b.ne(0) == 1 && b.ne(1) == 1 && b.ne(2) == 1 && b.ne(3) == 1;
  const Index count = count_of(d);
  const Index step = element_step<Index>();
  if (flat && (matches || single)) {
    for (Index i = first_element<Index>(); i < count; i += step)
      dst[i] = binary<Op, T>(src0[i], src1[single ? 0 : i]);
    return;
  }
  for (Index i = first_element<Index>(); i < count; i += step) {
    const place<Index> p = place_of(d, i);
    const long long to = D::contiguous ? i : offset_of<false>(d, p);
    const long long from = A::contiguous ? i : offset_of<false>(a, p);
    dst[to] = binary<Op, T>(src0[from], src1[offset_of<true>(b, p)]);
  }
}

} // namespace quern
#endif // QUERN_KERNELS_BINARY_OPS

#ifdef QN_GENERAL
extern "C" __global__ void __launch_bounds__(quern::elementwise_threads)
    QN_KERNEL_NAME(QN_TYPE(QN_DST_TYPE) * dst,
                   const QN_TYPE(QN_SRC0_TYPE) * src0,
                   const QN_TYPE(QN_SRC1_TYPE) * src1,
                   quern_tensor_shapes shapes) {
  quern::binary_elements<QN_OPERATION>(
      QN_SHAPE(dst)(shapes.dst), QN_SHAPE(src0)(shapes.src0),
      QN_SHAPE(src1)(shapes.src1), dst, src0, src1);
}
#else
static_assert(QN_DST_NE0 == QN_SRC0_NE0 && QN_DST_NE1 == QN_SRC0_NE1 &&
                  QN_DST_NE2 == QN_SRC0_NE2 && QN_DST_NE3 == QN_SRC0_NE3,
              "the result has the extents of the first source");
static_assert(QN_DST_NE0 % QN_SRC1_NE0 == 0 && QN_DST_NE1 % QN_SRC1_NE1 == 0 &&
                  QN_DST_NE2 % QN_SRC1_NE2 == 0 &&
                  QN_DST_NE3 % QN_SRC1_NE3 == 0,
              "each extent of the first source is a multiple of the second's");
extern "C" __global__ void __launch_bounds__(quern::elementwise_threads)
    QN_KERNEL_NAME(QN_TYPE(QN_DST_TYPE) * dst,
                   const QN_TYPE(QN_SRC0_TYPE) * src0,
                   const QN_TYPE(QN_SRC1_TYPE) * src1) {
  quern::binary_elements<QN_OPERATION>(QN_SHAPE(dst)(), QN_SHAPE(src0)(),
                                       QN_SHAPE(src1)(), dst, src0, src1);
}
#endif
#undef QN_TWO_SOURCES
