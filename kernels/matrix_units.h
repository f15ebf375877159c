// SPDX-License-Identifier: Apache-2.0
//
// mul_mat on NVIDIA's matrix units (compute capability 8.0 and newer): halves
// by halves, bfloat16 by bfloat16, and bytes by bytes. Products of these are
// exact, and summed in float or in 32-bit integers, so nothing is lost against
// the plain way. Both sources are read along K, which is what the units take.
//
// A fragment is words of 32 bits: two halves, or four bytes. In these words all
// three types are laid out alike, and a step along K is 8 words.
#ifndef QUERN_KERNELS_MATRIX_UNITS_H
#define QUERN_KERNELS_MATRIX_UNITS_H

#include "tensor.h"

#if defined(__QUERN_TARGET_NVPTX__) && __CUDA_ARCH__ >= 800
#define QN_MATRIX_UNITS 1
#else
#define QN_MATRIX_UNITS 0
#endif

namespace quern {

template <typename D, typename A, typename B>
constexpr bool has_matrix_unit =
    QN_MATRIX_UNITS && is_same<A, B> && !is_same<D, double> &&
    (is_same<A, __half> || is_same<A, __nv_bfloat16> ||
     is_same<A, signed char>);

#if QN_MATRIX_UNITS

constexpr int matrix_words = 16; // of K at a time
// Padded, so that the eight rows of a fragment are in different banks.
constexpr int matrix_row = matrix_words + 4;
constexpr int matrix_tile = 64; // rows of either source that a block has

struct __align__(16) matrix_tiles { // words are written by fours
  unsigned a[matrix_tile * matrix_row];
  unsigned b[matrix_tile * matrix_row];
};

// What products are summed in.
template <typename T>
using matrix_sum = choose<is_same<T, signed char>, int, float>;

QN_DEVICE void multiply_add(float (&sum)[4], const unsigned (&a)[4],
                            const unsigned (&b)[2], __half) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
QN_DEVICE void multiply_add(float (&sum)[4], const unsigned (&a)[4],
                            const unsigned (&b)[2], __nv_bfloat16) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
      "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
QN_DEVICE void multiply_add(int (&sum)[4], const unsigned (&a)[4],
                            const unsigned (&b)[2], signed char) {
  asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
      "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

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

// The fragments of a warp: 16 rows of src0, and four times 8 of src1.
template <typename T>
QN_DEVICE void multiply_words(const matrix_tiles &tiles, int m, int n,
                              matrix_sum<T> (&sum)[4][4]) {
  const int lane = (int)(threadIdx.y * blockDim.x + threadIdx.x) % 32;
  const int row = lane / 4, word = lane % 4;
#pragma unroll
  for (int k = word; k < matrix_words; k += 8) {
    const unsigned *a_at = &tiles.a[(m + row) * matrix_row + k];
    const unsigned a[4] = {a_at[0], a_at[8 * matrix_row], a_at[4],
                           a_at[8 * matrix_row + 4]};
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const unsigned *b_at = &tiles.b[(n + j * 8 + row) * matrix_row + k];
      const unsigned b[2] = {b_at[0], b_at[4]};
      multiply_add(sum[j], a, b, T());
    }
  }
}

template <typename S>
QN_DEVICE void take_sums(float (&total)[4][4], S (&sum)[4][4]) {
#pragma unroll
  for (int i = 0; i < 16; ++i) {
    total[i / 4][i % 4] += (float)sum[i / 4][i % 4];
    sum[i / 4][i % 4] = 0;
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
  const int warp = thread / 32, lane = thread % 32;
  const int m = warp % 4 * 16, n = warp / 4 * 32;
  const long long first_m = (long long)blockIdx.x * matrix_tile;
  const long long first_n = (long long)blockIdx.y * matrix_tile;
  matrix_sum<T> sum[4][4] = {};
  float total[4][4] = {}; // of bytes: 2^17 products may be more than int has
  for (int k = 0; k < (int)a.ne(0); k += step) {
    load_words(a, matrix_a, stride_a, first_m, k, tiles.a);
    load_words(b, matrix_b, stride_b, first_n, k, tiles.b);
    __syncthreads();
    multiply_words<T>(tiles, m, n, sum);
    __syncthreads();
    if constexpr (is_same<T, signed char>)
      if ((k + step) % 0x10000 == 0)
        take_sums(total, sum);
  }
  take_sums(total, sum);
#pragma unroll
  for (int j = 0; j < 4; ++j) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const place<long long> p = {{first_m + m + lane / 4 + i / 2 * 8,
                                   first_n + n + j * 8 + lane % 4 * 2 + i % 2,
                                   i2, i3}};
      if (p.at[0] < d.ne(0) && p.at[1] < d.ne(1))
        dst[offset_of<false>(d, p)] = store_as<typename D::type>(total[j][i]);
    }
  }
}

#endif // QN_MATRIX_UNITS

} // namespace quern

#endif
