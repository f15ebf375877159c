// SPDX-License-Identifier: Apache-2.0
//
// wmma.h with shuffles and arithmetic, on the blocks of matrix.h: a fragment's
// elements are those of its blocks in order, rows first.
#ifndef QUERN_DEVICE_WMMA_SOFTWARE_H
#define QUERN_DEVICE_WMMA_SOFTWARE_H
#pragma clang system_header

#include "matrix.h"

namespace nvcuda {
namespace wmma {

// The product of registers that hold A and B.
template <typename A, typename B> struct __qn_product;
template <> struct __qn_product<__half, __half> {
  typedef __qn_mma_half type;
};
template <> struct __qn_product<__nv_bfloat16, __nv_bfloat16> {
  typedef __qn_mma_bfloat16 type;
};
template <> struct __qn_product<precision::tf32, precision::tf32> {
  typedef __qn_mma_tf32 type;
};
template <> struct __qn_product<double, double> {
  typedef __qn_mma_double type;
};
#define __QN_WMMA_INTEGERS(T, bits, is_signed)                                 \
  template <> struct __qn_product<T, T> {                                      \
    typedef __qn_mma_integer<bits, is_signed, is_signed> type;                 \
  };
__QN_WMMA_INTEGERS(signed char, 8, true)
__QN_WMMA_INTEGERS(unsigned char, 8, false)
__QN_WMMA_INTEGERS(experimental::precision::s4, 4, true)
__QN_WMMA_INTEGERS(experimental::precision::u4, 4, false)
#undef __QN_WMMA_INTEGERS
template <>
struct __qn_product<experimental::precision::b1, experimental::precision::b1> {
  typedef __qn_mma_bits<false> type;
};

// ---- Loads and stores

// An operand's `lines` (rows of A, columns of B) of `depth` elements. `along`:
// the elements of a line follow one another in memory.
template <int lines, int depth, typename T>
__QN_FN void __qn_load_lines(T *x, const T *p, unsigned stride, bool along) {
  constexpr int each = sizeof(T) < 4 ? 4 / sizeof(T) : 1;
  const unsigned lane = __qn_lane_id();
#pragma unroll
  for (int k = 0; k < depth / (4 * each); ++k)
#pragma unroll
    for (int line = 0; line < lines / 8; ++line)
#pragma unroll
      for (int i = 0; i < each; ++i) {
        const unsigned at = 8 * line + lane / 4;
        const unsigned in = (4 * k + lane % 4) * each + i;
        *x++ = along ? p[at * stride + in] : p[in * stride + at];
      }
}
template <int m, int n, int k, typename T, typename Layout>
__QN_FN void load_matrix_sync(fragment<matrix_a, m, n, k, T, Layout> &f,
                              const typename __qn_element<T>::type *p,
                              unsigned stride) {
  if constexpr (__qn_element<T>::bits < 8) { // one register each
    const unsigned lane = __qn_lane_id();
    f.x[0] = p[lane / 4 * stride * __qn_element<T>::bits / 32 + lane % 4];
  } else {
    __qn_load_lines<m, k>(f.x, p, stride, __is_same(Layout, row_major));
  }
}
template <int m, int n, int k, typename T, typename Layout>
__QN_FN void load_matrix_sync(fragment<matrix_b, m, n, k, T, Layout> &f,
                              const typename __qn_element<T>::type *p,
                              unsigned stride) {
  if constexpr (__qn_element<T>::bits < 8) {
    const unsigned lane = __qn_lane_id();
    f.x[0] = p[lane / 4 * stride * __qn_element<T>::bits / 32 + lane % 4];
  } else {
    __qn_load_lines<n, k>(f.x, p, stride, __is_same(Layout, col_major));
  }
}
// For elements smaller than a byte, programs pass a void pointer.
template <typename Use, int m, int n, int k, typename T, typename Layout>
__QN_FN typename std::enable_if<(__qn_element<T>::bits < 8)>::type
load_matrix_sync(fragment<Use, m, n, k, T, Layout> &f, const void *p,
                 unsigned stride) {
  load_matrix_sync(f, (const int *)p, stride);
}

// Where element i of an accumulator is.
template <int m>
__QN_FN unsigned __qn_place(int i, unsigned stride, layout_t layout) {
  const unsigned lane = __qn_lane_id(), block = (unsigned)i / 2;
  const unsigned row = block % (m / 8) * 8 + lane / 4;
  const unsigned column = block / (m / 8) * 8 + lane % 4 * 2 + (i & 1);
  return layout == mem_row_major ? row * stride + column
                                 : column * stride + row;
}
template <int m, int n, int k, typename T>
__QN_FN void load_matrix_sync(fragment<accumulator, m, n, k, T> &f, const T *p,
                              unsigned stride, layout_t layout) {
#pragma unroll
  for (int i = 0; i < f.num_elements; ++i)
    f.x[i] = p[__qn_place<m>(i, stride, layout)];
}
template <int m, int n, int k, typename T>
__QN_FN void store_matrix_sync(T *p,
                               const fragment<accumulator, m, n, k, T> &f,
                               unsigned stride, layout_t layout) {
#pragma unroll
  for (int i = 0; i < f.num_elements; ++i)
    p[__qn_place<m>(i, stride, layout)] = f.x[i];
}

// ---- Products

template <typename C, typename S>
__QN_FN C __qn_finish(S sum, const C &c, bool saturate) {
  if constexpr (__is_same(C, int)) {
    const long long exact = (long long)sum + c;
    if (saturate)
      return exact > 2147483647ll    ? 2147483647
             : exact < -2147483648ll ? -2147483647 - 1
                                     : (int)exact;
    return (int)((unsigned)sum + (unsigned)c);
  } else {
    return c;
  }
}

// The registers of a fragment.
template <typename P, int count, typename T>
__QN_FN void __qn_take(typename P::moved (&to)[count], const T *from) {
#pragma unroll
  for (int i = 0; i < count; ++i) {
    typename P::reg one;
    __builtin_memcpy(&one, (const char *)from + i * sizeof(one), sizeof(one));
    to[i] = P::prepare(one);
  }
}

template <typename P, int m, int n, int k, typename T, typename LA, typename LB,
          typename D, typename C>
__QN_FN __QN_CONVERGENT void
__qn_multiply(fragment<accumulator, m, n, k, D> &d,
              const fragment<matrix_a, m, n, k, T, LA> &a,
              const fragment<matrix_b, m, n, k, T, LB> &b,
              const fragment<accumulator, m, n, k, C> &c, bool saturate) {
  typedef typename P::sum sum;
  constexpr int depth = k / (4 * P::elements), rows = m / 8, columns = n / 8;
  constexpr bool counts = __is_same(D, int);
  typename P::moved x[rows * depth], y[columns * depth];
  __qn_take<P>(x, a.x);
  __qn_take<P>(y, b.x);
#pragma nounroll // the code of a block is large enough
  for (int column = 0; column < columns; ++column)
#pragma nounroll
    for (int row = 0; row < rows; ++row) {
      const int at = (column * rows + row) * 2;
      sum s[2] = {};
      if constexpr (!counts) {
        s[0] = (sum)c.x[at];
        s[1] = (sum)c.x[at + 1];
      }
#pragma nounroll
      for (int i = 0; i < depth; ++i)
        __qn_mma_block<P>(s, x[row + rows * i], y[column + columns * i]);
#pragma unroll
      for (int p = 0; p < 2; ++p)
        if constexpr (counts)
          d.x[at + p] = __qn_finish(s[p], c.x[at + p], saturate);
        else
          d.x[at + p] = D(s[p]);
    }
}
template <int m, int n, int k, typename T, typename LA, typename LB, typename D,
          typename C>
__QN_FN __QN_CONVERGENT void
mma_sync(fragment<accumulator, m, n, k, D> &d,
         const fragment<matrix_a, m, n, k, T, LA> &a,
         const fragment<matrix_b, m, n, k, T, LB> &b,
         const fragment<accumulator, m, n, k, C> &c, bool saturate = false) {
  __qn_multiply<typename __qn_product<T, T>::type>(d, a, b, c, saturate);
}
template <int m, int n, int k, typename LA, typename LB>
__QN_FN __QN_CONVERGENT void bmma_sync(
    fragment<accumulator, m, n, k, int> &d,
    const fragment<matrix_a, m, n, k, experimental::precision::b1, LA> &a,
    const fragment<matrix_b, m, n, k, experimental::precision::b1, LB> &b,
    const fragment<accumulator, m, n, k, int> &c,
    experimental::bmmaBitOp op = experimental::bmmaBitOpXOR,
    experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  if (op == experimental::bmmaBitOpAND)
    __qn_multiply<__qn_mma_bits<true>>(d, a, b, c, false);
  else
    __qn_multiply<__qn_mma_bits<false>>(d, a, b, c, false);
}

} // namespace wmma
} // namespace nvcuda

#endif
