// SPDX-License-Identifier: Apache-2.0
//
// mul_mat on matrix units: NVIDIA's (compute capability 8.0 and newer) multiply
// halves by halves, bfloat16 by bfloat16, and bytes by bytes; AMD's (CDNA3,
// RDNA3) the former two. Products of these are exact, and summed in float or in
// 32-bit integers, so nothing is lost against the plain way. Both sources are
// read along K, which is what the units take.
#ifndef QUERN_KERNELS_MATRIX_UNITS_H
#define QUERN_KERNELS_MATRIX_UNITS_H

#include "matrix_tiles.h"

#if defined(__QUERN_TARGET_NVPTX__) && __CUDA_ARCH__ >= 800
#define QN_MATRIX_UNITS 1
#include "matrix_nvidia.h"
#elif defined(__gfx942__) || defined(__gfx950__) || defined(__GFX11__) ||      \
    defined(QN_MATRIX_EMULATED)
#define QN_MATRIX_UNITS 1
#include "matrix_amd.h"
#else
#define QN_MATRIX_UNITS 0
#endif

namespace quern {

#if !QN_MATRIX_UNITS
template <typename T> constexpr bool is_matrix_type = false;
#endif

template <typename D, typename A, typename B>
constexpr bool has_matrix_unit =
    is_same<A, B> && !is_same<D, double> && is_matrix_type<A>;

#if QN_MATRIX_UNITS

// Four words of one row for each of 256 threads; beyond the matrix they are 0.
template <typename Shape, typename T>
QN_DEVICE void load_words(Shape shape, const T *matrix, long long stride,
                          long long first_row, int k, unsigned *tile) {
  constexpr int count = 16 / sizeof(T);
  union {
    uint4 words;
    T numbers[count];
  } part;
  const int thread = (int)(threadIdx.y * blockDim.x + threadIdx.x);
  const int at_row = thread / 4, at = thread % 4;
  const long long row = first_row + at_row;
  const int first = k + at * count, depth = (int)shape.ne(0);
  const T *from = matrix + row * stride + first;
  part.words = uint4{0, 0, 0, 0};
  if (row < shape.ne(1)) {
    if (Shape::contiguous && first + count <= depth &&
        ((unsigned long long)from & 15) == 0) {
      part.words = *(const uint4 *)from;
    } else {
      for (int i = 0; i < count; ++i)
        if (first + i < depth)
          part.numbers[i] =
              Shape::contiguous
                  ? from[i]
                  : matrix[row * stride + (first + i) * shape.nb(0)];
    }
  }
  *(uint4 *)&tile[at_row * matrix_row + at * 4] = part.words;
}

template <typename S>
QN_DEVICE void take_sums(float (&total)[16], S (&sum)[16]) {
#pragma unroll
  for (int i = 0; i < 16; ++i) {
    total[i] += (float)sum[i];
    sum[i] = 0;
  }
}

// The 64 by 64 numbers of this block, for sources that begin at `a` and `b`; a
// row of a source is `stride_a` or `stride_b` from the next.
template <typename D, typename A, typename B>
QN_DEVICE void matrix_by_units(D d, A a, B b, typename D::type *dst,
                               const typename A::type *matrix_a,
                               const typename B::type *matrix_b,
                               long long stride_a, long long stride_b,
                               long long i2, long long i3) {
  using T = typename A::type;
  constexpr int step = matrix_words * 4 / sizeof(T);
  __shared__ matrix_tiles tiles;
  const int thread = (int)(threadIdx.y * blockDim.x + threadIdx.x);
  const int warp = thread / matrix_unit::lanes;
  const int lane = thread % matrix_unit::lanes;
  const int m = warp % 4 * 16, n = warp / 4 * matrix_unit::columns;
  const long long first_m = (long long)blockIdx.x * matrix_tile;
  const long long first_n = (long long)blockIdx.y * matrix_tile;
  matrix_sum<T> sum[16] = {};
  float total[16] = {}; // of bytes: 2^17 products may be more than int has
  for (int k = 0; k < (int)a.ne(0); k += step) {
    load_words(a, matrix_a, stride_a, first_m, k, tiles.a);
    load_words(b, matrix_b, stride_b, first_n, k, tiles.b);
    __syncthreads();
    matrix_unit::multiply<T>(tiles, lane, m, n, sum);
    __syncthreads();
    if constexpr (is_same<T, signed char>)
      if ((k + step) % 0x10000 == 0)
        take_sums(total, sum);
  }
  take_sums(total, sum);
#pragma unroll
  for (int i = 0; i < 16; ++i) {
    const place<long long> p = {{first_m + m + matrix_unit::row(lane, i),
                                 first_n + n + matrix_unit::column(lane, i), i2,
                                 i3}};
    if (p.at[0] < d.ne(0) && p.at[1] < d.ne(1))
      dst[offset_of<false>(d, p)] = store_as<typename D::type>(total[i]);
  }
}

#endif // QN_MATRIX_UNITS

} // namespace quern

#endif
