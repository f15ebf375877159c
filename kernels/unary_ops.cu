// SPDX-License-Identifier: Apache-2.0
//
// Functions of one number, element by element. kernels/README.md has the
// defines.
//
// Launch: 256 threads; as many blocks as cover the result, or fewer.
#include "unary_functions.h"

#include "define_shapes.h"

#ifndef QUERN_KERNELS_UNARY_OPS
#define QUERN_KERNELS_UNARY_OPS
namespace quern {

template <typename Op, typename T, typename S> QN_DEVICE T unary(S x) {
  static_assert(is_real<T> == is_real<S>,
                "integers and real numbers do not mix in unary_ops");
  if constexpr (is_real<T>) {
    using C = real_of<T, S>;
    return store_as<T>(Op::real(load_as<C>(x)));
  } else {
    static_assert(is_same<T, S>,
                  "the result has the integer type of the source");
    if constexpr (Op::has_whole)
      return Op::template whole<T, unsigned_of<T>>(x);
    else // float has all integers of 16 bits
      return truncate_as<T>(Op::real((choose<sizeof(T) <= 2, float, double>)x));
  }
}

template <typename Op, typename D, typename S>
QN_DEVICE void unary_elements(D d, S s, typename D::type *dst,
                              const typename S::type *src) {
  using Index = index_of<D>;
  using T = typename D::type;
  const Index count = count_of(d);
  const Index step = element_step<Index>();
  for (Index i = first_element<Index>(); i < count; i += step) {
    if constexpr (D::contiguous && S::contiguous) {
      dst[i] = unary<Op, T>(src[i]);
    } else {
      const place<Index> p = place_of(d, i);
      const long long to = D::contiguous ? i : offset_of<false>(d, p);
      const long long from = S::contiguous ? i : offset_of<false>(s, p);
      dst[to] = unary<Op, T>(src[from]);
    }
  }
}

} // namespace quern
#endif // QUERN_KERNELS_UNARY_OPS

#ifdef QN_GENERAL
extern "C" __global__ void __launch_bounds__(quern::elementwise_threads)
    QN_KERNEL_NAME(QN_TYPE(QN_DST_TYPE) * dst,
                   const QN_TYPE(QN_SRC0_TYPE) * src0,
                   quern_tensor_shapes shapes) {
  quern::unary_elements<QN_OPERATION>(QN_SHAPE(dst)(shapes.dst),
                                      QN_SHAPE(src0)(shapes.src0), dst, src0);
}
#else
static_assert(QN_DST_NE0 == QN_SRC0_NE0 && QN_DST_NE1 == QN_SRC0_NE1 &&
                  QN_DST_NE2 == QN_SRC0_NE2 && QN_DST_NE3 == QN_SRC0_NE3,
              "the result has the extents of the source");
extern "C" __global__ void __launch_bounds__(quern::elementwise_threads)
    QN_KERNEL_NAME(QN_TYPE(QN_DST_TYPE) * dst,
                   const QN_TYPE(QN_SRC0_TYPE) * src0) {
  quern::unary_elements<QN_OPERATION>(QN_SHAPE(dst)(), QN_SHAPE(src0)(), dst,
                                      src0);
}
#endif
