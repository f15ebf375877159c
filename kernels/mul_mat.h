// SPDX-License-Identifier: Apache-2.0
//
// How products of matrices are made (mul_mat.cu): by the threads of a block
// together, by one of them in vectors, or by matrix units.
#ifndef QUERN_KERNELS_MUL_MAT_H
#define QUERN_KERNELS_MUL_MAT_H

#include "matrix_units.h"
#include "quants.h"
#include "tensor.h"
#ifdef __QUERN_TARGET_CPU__
#include "unpack_lanes.h"
#endif

namespace quern {

struct op_mul_mat {};

constexpr int mul_mat_side = 16; // of the block of threads
constexpr int mul_mat_threads = mul_mat_side * mul_mat_side;
constexpr int mul_mat_each = 4; // of a thread, each way
constexpr int mul_mat_tile = mul_mat_side * mul_mat_each;
constexpr int mul_mat_few = 4;    // columns that are done otherwise
constexpr int mul_mat_depth = 32; // of K at a time
// On a GPU one more keeps a column of a tile out of one bank; on a CPU rows
// begin where a vector does.
#ifdef __QUERN_TARGET_CPU__
constexpr int mul_mat_row = mul_mat_tile;
#else
constexpr int mul_mat_row = mul_mat_tile + 1;
#endif

QN_DEVICE long long min_of(long long a, long long b) { return a < b ? a : b; }

// Where matrix (i2, i3) of a source begins, in its elements or blocks.
template <typename Shape>
QN_DEVICE long long matrix_of(Shape shape, long long i2, long long i3) {
  constexpr int block = numbers_of<typename Shape::type>;
  if (Shape::contiguous)
    return (i3 * shape.ne(2) + i2) * shape.ne(1) * (shape.ne(0) / block);
  return i2 * (shape.nb(2) / block) + i3 * (shape.nb(3) / block);
}
// From one row along K to the next.
template <typename Shape> QN_DEVICE long long row_stride(Shape shape) {
  constexpr int block = numbers_of<typename Shape::type>;
  return Shape::contiguous ? (long long)(shape.ne(0) / block)
                           : (long long)(shape.nb(1) / block);
}

// One number of a source's row.
template <typename C, typename Shape, typename T>
QN_DEVICE C number_at(Shape shape, const T *row, int k) {
  constexpr int block = numbers_of<T>;
  if constexpr (block > 1)
    return (C)row[k / block].at(k % block);
  else
    return load_as<C>(row[Shape::contiguous ? k : k * shape.nb(0)]);
}

// Fills a tile with `depth` numbers of K, from `k` on, of 64 rows; beyond the
// matrix it is zero. Neighbouring threads read neighbouring numbers.
template <typename C, typename Shape, typename T>
QN_DEVICE void load_tile(Shape shape, const T *matrix, long long first_row,
                         int k, C (*tile)[mul_mat_row]) {
  const int thread = (int)(threadIdx.y * mul_mat_side + threadIdx.x);
  const int at_k = thread % mul_mat_depth;
  const long long rows = shape.ne(1);
  const int depth = (int)shape.ne(0);
#pragma unroll
  for (int pass = 0; pass < mul_mat_tile * mul_mat_depth / mul_mat_threads;
       ++pass) {
    const int at_row =
        thread / mul_mat_depth + pass * (mul_mat_threads / mul_mat_depth);
    const long long row = first_row + at_row;
    tile[at_k][at_row] =
        row < rows && k + at_k < depth
            ? number_at<C>(shape, matrix + row * row_stride(shape), k + at_k)
            : (C)0;
  }
}

template <typename C> struct mul_mat_tiles {
  C a[mul_mat_depth][mul_mat_row];
  C b[mul_mat_depth][mul_mat_row];
};

// sum[i][j] += the products of the tiles for rows x + 16 i and y + 16 j.
template <typename C>
QN_DEVICE void multiply_tiles(const mul_mat_tiles<C> &tiles,
                              C (&sum)[mul_mat_each][mul_mat_each]) {
  const int x = (int)threadIdx.x, y = (int)threadIdx.y;
#pragma unroll 4
  for (int k = 0; k < mul_mat_depth; ++k) {
    C a[mul_mat_each], b[mul_mat_each];
#pragma unroll
    for (int i = 0; i < mul_mat_each; ++i) {
      a[i] = tiles.a[k][x + i * mul_mat_side];
      b[i] = tiles.b[k][y + i * mul_mat_side];
    }
#pragma unroll
    for (int j = 0; j < mul_mat_each; ++j)
#pragma unroll
      for (int i = 0; i < mul_mat_each; ++i)
        sum[i][j] += a[i] * b[j];
  }
}

template <typename C, typename D>
QN_DEVICE void store_tile(D d, typename D::type *dst, long long matrix2,
                          long long matrix3,
                          const C (&sum)[mul_mat_each][mul_mat_each]) {
  const long long first_m = (long long)blockIdx.x * mul_mat_tile + threadIdx.x;
  const long long first_n = (long long)blockIdx.y * mul_mat_tile + threadIdx.y;
#pragma unroll
  for (int j = 0; j < mul_mat_each; ++j) {
#pragma unroll
    for (int i = 0; i < mul_mat_each; ++i) {
      const place<long long> p = {{first_m + i * mul_mat_side,
                                   first_n + j * mul_mat_side, matrix2,
                                   matrix3}};
      if (p.at[0] < d.ne(0) && p.at[1] < d.ne(1))
        dst[offset_of<false>(d, p)] = store_as<typename D::type>(sum[i][j]);
    }
  }
}

// ---- On a CPU: 64 of K at a time, all that is in use fits into the nearest
// cache

constexpr int mul_mat_lanes = 16;
constexpr int mul_mat_chunk = 64; // of K

template <typename C> struct mul_mat_chunks {
  C a[mul_mat_chunk][mul_mat_tile]; // across: neighbours are rows of src0
  C b[mul_mat_tile][mul_mat_chunk]; // as in src1
  C sum[mul_mat_tile][mul_mat_tile];
  C rows[mul_mat_lanes][mul_mat_chunk];
};

// `count` rows, from `first` on, of a source: numbers k to k + 64. What is
// beyond the matrix is zero.
template <typename C, typename Shape, typename T>
QN_DEVICE void unpack_rows(Shape shape, const T *matrix, long long first,
                           int count, int k, C (*rows)[mul_mat_chunk]) {
  const int depth = (int)shape.ne(0);
  for (int r = 0; r < count; ++r) {
    const T *row = matrix + (first + r) * row_stride(shape);
    const bool exists = first + r < shape.ne(1);
#ifdef __QUERN_TARGET_CPU__
    if constexpr (is_same<C, float> && numbers_of<T> > 1) {
      if (exists && k + mul_mat_chunk <= depth) {
        each_lanes(row, k, k + mul_mat_chunk, [&](long long i, float_lanes v) {
          *(float_lanes *)&rows[r][i - k] = v;
        });
        continue;
      }
    }
#endif
    for (int at = 0; at < mul_mat_chunk; at += mul_mat_lanes) {
      const int left = exists ? depth - k - at : 0;
      // A quantized row ends with a block, of 32 at least.
      if (left >= mul_mat_lanes || (left > 0 && numbers_of<T> > 1)) {
        for (int i = 0; i < mul_mat_lanes; ++i)
          rows[r][at + i] = number_at<C>(shape, row, k + at + i);
      } else {
#pragma unroll 1
        for (int i = 0; i < mul_mat_lanes; ++i)
          rows[r][at + i] = 0;
        if constexpr (numbers_of<T> == 1)
#pragma unroll 1
          for (int i = 0; i < left; ++i)
            rows[r][at + i] = number_at<C>(shape, row, k + at + i);
      }
    }
  }
}

template <typename C> struct lanes_of {
  typedef C type __attribute__((ext_vector_type(mul_mat_lanes)));
};

// Swaps, in each pair of rows `step` apart, the halves of groups of 2 * step
// columns that belong to the other.
#define QN_EXCHANGE(a, b, i0, i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11,    \
                    i12, i13, i14, i15)                                        \
  __builtin_shufflevector(a, b, i0, i1, i2, i3, i4, i5, i6, i7, i8, i9, i10,   \
                          i11, i12, i13, i14, i15)
template <int step, typename V> QN_DEVICE void exchange(V &a, V &b) {
  V low, high;
  if constexpr (step == 1) {
    low = QN_EXCHANGE(a, b, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28,
                      14, 30);
    high = QN_EXCHANGE(a, b, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29,
                       15, 31);
  } else if constexpr (step == 2) {
    low = QN_EXCHANGE(a, b, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13,
                      28, 29);
    high = QN_EXCHANGE(a, b, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15,
                       30, 31);
  } else if constexpr (step == 4) {
    low = QN_EXCHANGE(a, b, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25,
                      26, 27);
    high = QN_EXCHANGE(a, b, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29,
                       30, 31);
  } else {
    low = QN_EXCHANGE(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22,
                      23);
    high = QN_EXCHANGE(a, b, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28,
                       29, 30, 31);
  }
  a = low;
  b = high;
}
#undef QN_EXCHANGE

// f(0) to f(count - 1). Not every target's compiler unrolls loops over vectors
// when it is asked to.
template <int count, int first = 0, typename F> QN_DEVICE void each(F f) {
  if constexpr (first < count) {
    f(first);
    each<count, first + 1>(f);
  }
}

template <int step, typename V> QN_DEVICE void exchange_all(V (&row)[16]) {
  each<8>([&](int pair) {
    const int i = pair / step * 2 * step + pair % step;
    exchange<step>(row[i], row[i + step]);
  });
}

// 16 rows become columns `first` to first + 16 of `tile`.
template <typename C>
QN_DEVICE void transpose_rows(const C (*rows)[mul_mat_chunk], int first,
                              C (*tile)[mul_mat_tile]) {
  using V = typename lanes_of<C>::type;
  for (int k = 0; k < mul_mat_chunk; k += mul_mat_lanes) {
    V row[mul_mat_lanes];
    each<mul_mat_lanes>([&](int i) { row[i] = *(const V *)&rows[i][k]; });
    exchange_all<1>(row);
    exchange_all<2>(row);
    exchange_all<4>(row);
    exchange_all<8>(row);
    each<mul_mat_lanes>([&](int i) { *(V *)&tile[k + i][first] = row[i]; });
  }
}

// sum += a chunk's products, of the first `rows` of src0 and `columns` of src1:
// 16 by 8 at a time.
template <typename C>
QN_DEVICE void multiply_chunks(mul_mat_chunks<C> &t, int rows, int columns) {
  using V = typename lanes_of<C>::type;
  constexpr int group = 8;
  for (int m = 0; m < rows; m += mul_mat_lanes) {
    for (int n = 0; n < columns; n += group) {
      V sum[group];
      each<group>([&](int j) { sum[j] = *(const V *)&t.sum[n + j][m]; });
      for (int k = 0; k < mul_mat_chunk; ++k) {
        const V a = *(const V *)&t.a[k][m];
        each<group>([&](int j) { sum[j] += a * t.b[n + j][k]; });
      }
      each<group>([&](int j) { *(V *)&t.sum[n + j][m] = sum[j]; });
    }
  }
}

// The same for rows m to m + 16 in t.rows, where turning them is not worth it.
template <typename C>
QN_DEVICE void multiply_rows(mul_mat_chunks<C> &t, int m, int columns) {
  using V = typename lanes_of<C>::type;
  for (int n = 0; n < columns; ++n) {
    for (int r = 0; r < mul_mat_lanes; ++r) {
      V part = 0;
#pragma unroll
      for (int k = 0; k < mul_mat_chunk; k += mul_mat_lanes)
        part += *(const V *)&t.rows[r][k] * *(const V *)&t.b[n][k];
      const auto eight = part.lo + part.hi;
      const auto four = eight.lo + eight.hi;
      const auto two = four.lo + four.hi;
      t.sum[n][m + r] += two.x + two.y;
    }
  }
}

template <typename C, typename D>
QN_DEVICE void store_chunk(D d, typename D::type *dst, long long matrix2,
                           long long matrix3, const C (*sum)[mul_mat_tile]) {
  const long long first_m = (long long)blockIdx.x * mul_mat_tile;
  const long long first_n = (long long)blockIdx.y * mul_mat_tile;
  for (int n = 0; n < mul_mat_tile && first_n + n < d.ne(1); ++n) {
    for (int m = 0; m < mul_mat_tile && first_m + m < d.ne(0); ++m) {
      const place<long long> p = {{first_m + m, first_n + n, matrix2, matrix3}};
      dst[offset_of<false>(d, p)] = store_as<typename D::type>(sum[n][m]);
    }
  }
}

template <typename C, typename D, typename A, typename B>
QN_DEVICE void matrix_alone(D d, A a, B b, typename D::type *dst,
                            const typename A::type *matrix_a,
                            const typename B::type *matrix_b, long long i2,
                            long long i3, mul_mat_chunks<C> &t) {
  if (threadIdx.x != 0 || threadIdx.y != 0)
    return;
  const long long first_m = (long long)blockIdx.x * mul_mat_tile;
  const long long first_n = (long long)blockIdx.y * mul_mat_tile;
  const int rows = (int)min_of(mul_mat_tile, d.ne(0) - first_m);
  const int columns = (int)min_of(mul_mat_tile, d.ne(1) - first_n);
  for (int n = 0; n < columns; ++n)
    for (int m = 0; m < mul_mat_tile; ++m)
      t.sum[n][m] = 0;
  for (int k = 0; k < (int)a.ne(0); k += mul_mat_chunk) {
    unpack_rows(b, matrix_b, first_n, columns, k, t.b);
    for (int m = 0; m < rows; m += mul_mat_lanes) {
      unpack_rows(a, matrix_a, first_m + m, mul_mat_lanes, k, t.rows);
      if (columns <= mul_mat_few)
        multiply_rows(t, m, columns);
      else
        transpose_rows(t.rows, m, t.a);
    }
    if (columns > mul_mat_few)
      multiply_chunks(t, rows, columns);
  }
  store_chunk(d, dst, i2, i3, t.sum);
}

// ---- Elsewhere
#if !QN_MATRIX_UNITS // named where it is not used
template <typename D, typename A, typename B, typename... More>
QN_DEVICE void matrix_by_units(D, A, B, More...);
#endif

template <typename C, typename D, typename A, typename B>
QN_DEVICE void matrix_together(D d, A a, B b, typename D::type *dst,
                               const typename A::type *matrix_a,
                               const typename B::type *matrix_b, long long i2,
                               long long i3) {
  __shared__ mul_mat_tiles<C> tiles;
  C sum[mul_mat_each][mul_mat_each] = {};
  for (int k = 0; k < (int)a.ne(0); k += mul_mat_depth) {
    load_tile(a, matrix_a, (long long)blockIdx.x * mul_mat_tile, k, tiles.a);
    load_tile(b, matrix_b, (long long)blockIdx.y * mul_mat_tile, k, tiles.b);
    __syncthreads();
    multiply_tiles(tiles, sum);
    __syncthreads();
  }
  store_tile(d, dst, i2, i3, sum);
}

// One to four columns (`columns`, or fewer where sizes are an argument): a row
// of src0 is read by 16 neighbours, four rows by each, and the parts are added
// up.
template <int columns, typename C, typename D, typename A, typename B>
QN_DEVICE void matrix_few(D d, A a, B b, typename D::type *dst,
                          const typename A::type *matrix_a,
                          const typename B::type *matrix_b, long long i2,
                          long long i3) {
  __shared__ C parts[columns][mul_mat_tile][mul_mat_side + 1];
  const int x = (int)threadIdx.x, y = (int)threadIdx.y;
  const long long first = (long long)blockIdx.x * mul_mat_tile;
  C sum[columns][mul_mat_each] = {};
#pragma unroll 4
  for (int k = x; k < (int)a.ne(0); k += mul_mat_side) {
    C factor[columns];
#pragma unroll
    for (int n = 0; n < columns; ++n)
      factor[n] =
          n < d.ne(1) ? number_at<C>(b, matrix_b + n * row_stride(b), k) : (C)0;
#pragma unroll
    for (int i = 0; i < mul_mat_each; ++i) {
      const long long row = first + y + i * mul_mat_side;
      const C number = row < d.ne(0)
                           ? number_at<C>(a, matrix_a + row * row_stride(a), k)
                           : (C)0;
#pragma unroll
      for (int n = 0; n < columns; ++n)
        sum[n][i] += number * factor[n];
    }
  }
#pragma unroll
  for (int n = 0; n < columns; ++n)
#pragma unroll
    for (int i = 0; i < mul_mat_each; ++i)
      parts[n][y + i * mul_mat_side][x] = sum[n][i];
  __syncthreads();
  const int row = (y * mul_mat_side + x) % mul_mat_tile;
  const int n = (y * mul_mat_side + x) / mul_mat_tile;
  if (n < columns && n < d.ne(1) && first + row < d.ne(0)) {
    C total = 0;
    for (int i = 0; i < mul_mat_side; ++i)
      total += parts[n][row][i];
    const place<long long> p = {{first + row, n, i2, i3}};
    dst[offset_of<false>(d, p)] = store_as<typename D::type>(total);
  }
  __syncthreads();
}

// How many columns it is known to have, from 1 to 4; 0: more, or not known.
template <typename D> constexpr int few_columns() {
  if constexpr (D::is_constant)
    return D::ne(1) <= mul_mat_few ? (int)D::ne(1) : 0;
  else
    return 0;
}

template <typename C, typename D, typename A, typename B>
QN_DEVICE void matrix_of_block(D d, A a, B b, typename D::type *dst,
                               const typename A::type *matrix_a,
                               const typename B::type *matrix_b, long long i2,
                               long long i3) {
  using TA = typename A::type;
  constexpr int few = few_columns<D>();
  if constexpr (few > 0) {
    matrix_few<few, C>(d, a, b, dst, matrix_a, matrix_b, i2, i3);
    return;
  }
  if constexpr (!D::is_constant) {
    if (d.ne(1) <= mul_mat_few) {
      matrix_few<mul_mat_few, C>(d, a, b, dst, matrix_a, matrix_b, i2, i3);
      return;
    }
  }
  if constexpr (has_matrix_unit<typename D::type, TA, typename B::type>)
    matrix_by_units(d, a, b, dst, matrix_a, matrix_b, row_stride(a),
                    row_stride(b), i2, i3);
  else
    matrix_together<C>(d, a, b, dst, matrix_a, matrix_b, i2, i3);
}

template <bool alone, typename D, typename A, typename B>
QN_DEVICE void mul_mat(D d, A a, B b, typename D::type *__restrict__ dst,
                       const typename A::type *__restrict__ src0,
                       const typename B::type *__restrict__ src1) {
  using TA = typename A::type;
  using TB = typename B::type;
  using C = real_of<typename D::type, TA, TB>;
  static_assert(is_real<typename D::type>, "the result of mul_mat is real");
  static_assert(numbers_of<TB> == 1,
                "the second source of mul_mat cannot be quantized");
  const long long matrices = (long long)d.ne(2) * d.ne(3);
  const long long repeats2 = d.ne(2) / a.ne(2), repeats3 = d.ne(3) / a.ne(3);
  for (long long z = blockIdx.z; z < matrices; z += gridDim.z) {
    const auto q = divide(z, (long long)d.ne(2));
    const long long i2 = q.rest, i3 = q.whole;
    const TA *matrix_a = src0 + matrix_of(a, divide(i2, repeats2).whole,
                                          divide(i3, repeats3).whole);
    const TB *matrix_b = src1 + matrix_of(b, i2, i3);
    if constexpr (alone) {
      __shared__ __align__(64) mul_mat_chunks<C> room;
      matrix_alone<C>(d, a, b, dst, matrix_a, matrix_b, i2, i3, room);
    } else
      matrix_of_block<C>(d, a, b, dst, matrix_a, matrix_b, i2, i3);
  }
}

} // namespace quern
#endif
