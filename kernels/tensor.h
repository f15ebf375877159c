// SPDX-License-Identifier: Apache-2.0
//
// What the shipped kernels share: element types, shapes, conversions, and the
// walk over the elements of a tensor.
//
// A shape is a type with `type`, `contiguous`, and functions ne(i), nb(i); of a
// specialised kernel these are constants, so all that follows from them folds.
#ifndef QUERN_KERNELS_TENSOR_H
#define QUERN_KERNELS_TENSOR_H

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <quern/tensors.h>

#define QN_DEVICE static __device__ __forceinline__

// Elements by ggml's names of types.
#define QN_TYPE_f32 float
#define QN_TYPE_f64 double
#define QN_TYPE_f16 __half
#define QN_TYPE_bf16 __nv_bfloat16
#define QN_TYPE_i8 signed char
#define QN_TYPE_i16 short
#define QN_TYPE_i32 int
#define QN_TYPE_i64 long long
#define QN_TYPE_u8 unsigned char
#define QN_TYPE_u16 unsigned short
#define QN_TYPE_u32 unsigned

namespace quern {

// ---- Types

template <typename A, typename B> constexpr bool is_same = false;
template <typename A> constexpr bool is_same<A, A> = true;

template <bool condition, typename A, typename B> struct choice {
  using type = A;
};
template <typename A, typename B> struct choice<false, A, B> {
  using type = B;
};
template <bool condition, typename A, typename B>
using choose = typename choice<condition, A, B>::type;

template <typename T>
constexpr bool is_real = is_same<T, float> || is_same<T, double> ||
                         is_same<T, __half> || is_same<T, __nv_bfloat16>;

// What elements are computed in: double when one of them is, else float.
template <typename A, typename B = float, typename C = float>
using real_of =
    choose<is_same<A, double> || is_same<B, double> || is_same<C, double>,
           double, float>;

// The unsigned type of an integer's size: its arithmetic wraps.
template <typename T>
using unsigned_of =
    choose<sizeof(T) == 8, unsigned long long,
           choose<sizeof(T) == 4, unsigned,
                  choose<sizeof(T) == 2, unsigned short, unsigned char>>>;

template <typename T> constexpr bool is_signed = (T)-1 < (T)0;
template <typename T>
constexpr T lowest =
    is_signed<T> ? (T)((unsigned_of<T>)1 << (sizeof(T) * 8 - 1)) : (T)0;
template <typename T> constexpr T highest = (T) ~(unsigned_of<T>)lowest<T>;

// ---- Conversions: one rounding, to the nearest, ties to even

template <typename C, typename T> QN_DEVICE C load_as(T value) {
  if constexpr (is_same<T, __half> || is_same<T, __nv_bfloat16>)
    return (C)(float)value;
  else
    return (C)value;
}

template <typename T, typename C> QN_DEVICE T store_as(C value) {
  if constexpr (is_same<T, __half> || is_same<T, __nv_bfloat16>)
    return T(value);
  else
    return (T)value;
}

// A real number towards zero into an integer; beyond the range the nearest that
// it has, and 0 for NaN.
template <typename T, typename C> QN_DEVICE T truncate_as(C value) {
  // 2^bits and -2^bits are exact where the greatest integer may not be.
  const C end = (C)(highest<T> / 2 + 1) * (C)2;
  if (!(value == value))
    return 0;
  if (value >= end)
    return highest<T>;
  return value <= (C)lowest<T> ? lowest<T> : (T)value;
}

// ---- Sizes

// Of a specialised kernel.
template <long long n0, long long n1, long long n2, long long n3>
struct constant_extents {
  static constexpr bool is_constant = true;
  static constexpr long long count = n0 * n1 * n2 * n3;
  static_assert(n0 > 0 && n1 > 0 && n2 > 0 && n3 > 0, "extents are positive");
  using extent = choose<((n0 | n1 | n2 | n3) >> 31) == 0, int, long long>;
  QN_DEVICE constexpr extent ne(int i) {
    return (extent)(i == 0 ? n0 : i == 1 ? n1 : i == 2 ? n2 : n3);
  }
};

// Of the general form.
struct argument_extents {
  static constexpr bool is_constant = false;
  static constexpr long long count = 0; // unknown
};

// a / b and a % b: 64-bit division is slow, and rarely needed.
struct quotient {
  long long whole, rest;
};
QN_DEVICE quotient divide(long long a, long long b) {
  if (((a | b) >> 32) == 0) {
    const unsigned whole = (unsigned)a / (unsigned)b;
    return {(long long)whole, (long long)((unsigned)a - whole * (unsigned)b)};
  }
  return {a / b, a % b};
}
struct quotient32 {
  int whole, rest;
};
QN_DEVICE quotient32 divide(int a, int b) { return {a / b, a % b}; }

// The number of an element: int where all fit, with the step of the largest
// grid to spare. Offsets into strided tensors are always 64 bits.
template <typename Shape>
using index_of =
    choose<Shape::is_constant && (Shape::count < (1ll << 31) - (1ll << 25)),
           int, long long>;

template <typename Shape> QN_DEVICE index_of<Shape> count_of(Shape shape) {
  using Index = index_of<Shape>;
  return (Index)shape.ne(0) * (Index)shape.ne(1) * (Index)shape.ne(2) *
         (Index)shape.ne(3);
}

// ---- Places

template <typename Index> struct place {
  Index at[4];
};

// The coordinates of element `i`.
template <typename Shape, typename Index>
QN_DEVICE place<Index> place_of(Shape shape, Index i) {
  place<Index> p;
#pragma unroll
  for (int d = 0; d < 3; ++d) {
    const auto q = divide(i, (Index)shape.ne(d));
    p.at[d] = q.rest;
    i = q.whole;
  }
  p.at[3] = i;
  return p;
}

// The offset of an element of `shape` that stands at `p` of a tensor as large,
// or larger: then the elements repeat (ggml's broadcasting).
template <bool repeats, typename Shape, typename Index>
QN_DEVICE long long offset_of(Shape shape, place<Index> p) {
  long long offset = 0;
  long long row = 1; // stride of a contiguous tensor
#pragma unroll
  for (int d = 0; d < 4; ++d) {
    const Index extent = (Index)shape.ne(d);
    const Index at = !repeats      ? p.at[d]
                     : extent == 1 ? 0
                                   : divide(p.at[d], extent).rest;
    offset += at * (Shape::contiguous ? row : (long long)shape.nb(d));
    row *= extent;
  }
  return offset;
}

template <typename A, typename B> QN_DEVICE bool same_extents(A a, B b) {
  return a.ne(0) == b.ne(0) && a.ne(1) == b.ne(1) && a.ne(2) == b.ne(2) &&
         a.ne(3) == b.ne(3);
}

// ---- The threads of an element-wise kernel: a block is 256, the grid any size

constexpr int elementwise_threads = 256;

template <typename Index> QN_DEVICE Index first_element() {
  return (Index)blockIdx.x * elementwise_threads + (Index)threadIdx.x;
}
template <typename Index> QN_DEVICE Index element_step() {
  return (Index)gridDim.x * elementwise_threads;
}

} // namespace quern

#endif
