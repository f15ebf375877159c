// SPDX-License-Identifier: Apache-2.0
//
// CUDA's matrix products of a warp (mma.h): fragments and their operations.
// wmma_nvptx.h implements them with NVIDIA's instructions, wmma_software.h
// everywhere else; each has its own layout of fragments.
#ifndef QUERN_DEVICE_WMMA_H
#define QUERN_DEVICE_WMMA_H
#pragma clang system_header

#include "prelude.h"

namespace nvcuda {
namespace wmma {

struct row_major {};
struct col_major {};
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32 {};
} // namespace precision
namespace experimental {
namespace precision {
struct u4 {};
struct s4 {};
struct b1 {};
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental

// The type in which an element is stored, and how many of its bits count.
template <typename T> struct __qn_element {
  typedef T type;
  static constexpr int bits = sizeof(T) * 8;
};
template <> struct __qn_element<precision::tf32> {
  typedef float type;
  static constexpr int bits = 32;
};
template <> struct __qn_element<experimental::precision::s4> {
  typedef int type;
  static constexpr int bits = 4;
};
template <> struct __qn_element<experimental::precision::u4> {
  typedef int type;
  static constexpr int bits = 4;
};
template <> struct __qn_element<experimental::precision::b1> {
  typedef int type;
  static constexpr int bits = 1;
};

// Elements per lane. The hardware holds each element of half precision operands
// twice.
template <typename Use, int m, int n, int k, typename T>
inline constexpr int __qn_elements =
    __is_same(Use, accumulator) ? m * n / 32
    : __is_same(T, __half)      ? 16
    : __is_same(Use, matrix_a)  ? m * k / 32
                                : k * n / 32;

// The supported shapes.
template <int m, int n, int k, typename T>
inline constexpr bool __qn_shape =
    __is_same(T, precision::tf32) ? m == 16 && n == 16 && k == 8
    : __is_same(T, double)        ? m == 8 && n == 8 && k == 4
    : __qn_element<T>::bits == 4  ? m == 8 && n == 8 && k == 32
    : __qn_element<T>::bits == 1
        ? m == 8 && n == 8 && k == 128
        : k == 16 && ((m == 16 && n == 16) || (m == 32 && n == 8) ||
                      (m == 8 && n == 32));

template <typename Use, int m, int n, int k, typename T, typename Layout = void>
class __align__(8) fragment {
  static_assert(__is_same(Use, accumulator) || __qn_shape<m, n, k, T>,
                "there are no matrices of this shape and type");

public:
  typedef T element_type;
  typedef typename __qn_element<T>::type storage_element_type;
  enum {
    num_elements = __qn_elements<Use, m, n, k, T>,
    num_storage_elements =
        __qn_element<T>::bits < 8 ? num_elements * __qn_element<T>::bits / 32
                                  : num_elements
  };
  storage_element_type x[num_storage_elements];
};

template <typename Use, int m, int n, int k, typename T, typename Layout,
          typename V>
__QN_FN void fill_fragment(fragment<Use, m, n, k, T, Layout> &f,
                           const V &value) {
#pragma unroll
  for (auto &x : f.x)
    x = value;
}

// Rounds to 10 bits of fraction, ties away from zero.
__QN_FN float __float_to_tf32(float x) {
  const unsigned bits = __builtin_bit_cast(unsigned, x);
  if ((bits & 0x7f800000u) == 0x7f800000u)
    return x;
  return __builtin_bit_cast(float, (bits + 0x1000u) & ~0x1fffu);
}

} // namespace wmma
} // namespace nvcuda

#ifdef __QUERN_TARGET_NVPTX__
#include "wmma_nvptx.h"
#else
#include "wmma_software.h"
#endif

#endif
