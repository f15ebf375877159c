// SPDX-License-Identifier: Apache-2.0
//
// Products of matrices: mul_mat_<src0>_<src1>, mul_few_<src0>_<src1> of one to
// four columns, and mul_mat_id_<src0>_<src1>,
// launched as kernels/mul_mat.cu is; out_prod_f32. Results are f32. Numbers of
// a row follow one another.
#include "../mul_mat.h"
#ifdef __QUERN_TARGET_CPU__
#include "../unpack_lanes.h"
#endif
#include "common.h"

namespace quern {
namespace ggml {

// As the products of kernels/mul_mat.h take shapes: strides in elements. They
// read only the first two dimensions.
template <typename T> struct matrix_shape : argument_extents {
  using type = T;
  static constexpr bool contiguous = false;
  shape_type s;
  __device__ explicit matrix_shape(const shape_type &shape) : s(shape) {}
  __device__ long long ne(int i) const { return s.ne[i]; }
  __device__ long long nb(int i) const {
    return i == 0 ? 1 : s.nb[i] / (wide)sizeof(T) * numbers_of<T>;
  }
};

#ifdef __QUERN_TARGET_CPU__
// One to four columns on a CPU: a part of them is unpacked at a time, and read
// by all rows of a block, each of which is read once.
constexpr int few_columns = 4;
constexpr int few_depth = 2048; // of K at a time

struct few_room {
  float columns[few_columns][few_depth];
  float_lanes sums[mul_mat_tile][few_columns];
};

template <int columns, typename A>
QN_DEVICE void multiply_row(few_room &room, int r, const A *row, wide first,
                            wide end) {
  float_lanes sums[columns];
  each<columns>([&](int n) { sums[n] = room.sums[r][n]; });
  each_lanes(row, first, end, [&](wide k, float_lanes numbers) {
    each<columns>([&](int n) {
      sums[n] += numbers * *(const float_lanes *)&room.columns[n][k - first];
    });
  });
  each<columns>([&](int n) { room.sums[r][n] = sums[n]; });
}

template <typename A, typename B>
QN_DEVICE void product_of_few(const shape_type &d, const shape_type &a,
                              const shape_type &b, char *dst, const char *src0,
                              const char *src1) {
  __align__(64) few_room room; // its own: others' would be shared in steps
  if (threadIdx.x != 0 || threadIdx.y != 0)
    return;
  const wide depth = a.ne[0], first_row = (wide)blockIdx.x * mul_mat_tile;
  const int columns = (int)d.ne[1];
  const int rows = (int)min_of(mul_mat_tile, d.ne[0] - first_row);
  for (int r = 0; r < rows; ++r)
    for (int n = 0; n < few_columns; ++n)
      room.sums[r][n] = 0.0f;
  for (wide k = 0; k < depth; k += few_depth) {
    const wide end = min_of(k + few_depth, depth);
    for (int n = 0; n < columns; ++n)
      each_lanes(row_in<B>(src1, n * b.nb[1]), k, end,
                 [&](wide i, float_lanes numbers) {
                   *(float_lanes *)&room.columns[n][i - k] = numbers;
                 });
    for (int r = 0; r < rows; ++r) {
      const A *row = row_in<A>(src0, (first_row + r) * a.nb[1]);
      if (columns == 1)
        multiply_row<1>(room, r, row, k, end);
      else
        multiply_row<few_columns>(room, r, row, k, end);
    }
  }
  for (int n = 0; n < columns; ++n)
    for (int r = 0; r < rows; ++r)
      row_in<float>(dst, n * d.nb[1])[first_row + r] = sum_of(room.sums[r][n]);
}
#endif

template <bool few, typename A, typename B>
QN_DEVICE void product(const shape_type &d, const shape_type &a,
                       const shape_type &b, char *dst, const char *src0,
                       const char *src1) {
  const matrix_shape<float> to(d);
  const matrix_shape<A> left(a);
  const matrix_shape<B> right(b);
#ifdef __QUERN_TARGET_CPU__
  if constexpr (few)
    product_of_few<A, B>(d, a, b, dst, src0, src1);
  else {
    __align__(64) mul_mat_chunks<float> room;
    matrix_alone<float>(to, left, right, row_in<float>(dst, 0),
                        row_in<A>(src0, 0), row_in<B>(src1, 0), 0, 0, room);
  }
#else
  if constexpr (few)
    matrix_few<mul_mat_few, float>(to, left, right, row_in<float>(dst, 0),
                                   row_in<A>(src0, 0), row_in<B>(src1, 0), 0,
                                   0);
  else
    matrix_of_block<float>(to, left, right, row_in<float>(dst, 0),
                           row_in<A>(src0, 0), row_in<B>(src1, 0), 0, 0);
#endif
}

template <bool few, typename A, typename B>
QN_DEVICE void mul_mat(QN_GGML_PARAMETERS) {
  const shape_type &d = call.dst, &a = call.src[0], &b = call.src[1];
  const wide each2 = d.ne[2] / a.ne[2], each3 = d.ne[3] / a.ne[3];
  for (wide z = blockIdx.z; z < d.ne[2] * d.ne[3]; z += gridDim.z) {
    const auto q = divide(z, d.ne[2]);
    product<few, A, B>(d, a, b, dst + q.rest * d.nb[2] + q.whole * d.nb[3],
                       src0 + divide(q.rest, each2).whole * a.nb[2] +
                           divide(q.whole, each3).whole * a.nb[3],
                       src1 + q.rest * b.nb[2] + q.whole * b.nb[3]);
  }
}

// For each column the matrix that src2 says: columns are (1, 2) of src1 and the
// result, and those of src1 may be one for all of dimension 1.
template <typename A, typename B>
QN_DEVICE void mul_mat_id(QN_GGML_PARAMETERS) {
  shape_type d = call.dst, b = call.src[1];
  const wide used = d.ne[1], columns = d.ne[1] * d.ne[2];
  const wide repeats = b.ne[1];
  d.ne[1] = b.ne[1] = 1;
  for (wide z = blockIdx.z; z < columns; z += gridDim.z) {
    const auto q = divide(z, used);
    const wide matrix = *row_in<int>(src2, q.rest * call.src[2].nb[0] +
                                               q.whole * call.src[2].nb[1]);
    product<true, A, B>(
        d, call.src[0], b, dst + q.rest * d.nb[1] + q.whole * d.nb[2],
        src0 + matrix * call.src[0].nb[2],
        src1 + wrapped(q.rest, repeats) * b.nb[1] + q.whole * b.nb[2]);
  }
}

} // namespace ggml
} // namespace quern

#define QN_PRODUCT(a, b)                                                       \
  QN_GGML_KERNEL(mul_mat_##a##_##b) {                                          \
    quern::ggml::mul_mat<false, QN_TYPE_##a, QN_TYPE_##b>(QN_GGML_ARGS);       \
  }                                                                            \
  QN_GGML_KERNEL(mul_few_##a##_##b) {                                          \
    quern::ggml::mul_mat<true, QN_TYPE_##a, QN_TYPE_##b>(QN_GGML_ARGS);        \
  }                                                                            \
  QN_GGML_KERNEL(mul_mat_id_##a##_##b) {                                       \
    quern::ggml::mul_mat_id<QN_TYPE_##a, QN_TYPE_##b>(QN_GGML_ARGS);           \
  }
#define QN_PRODUCTS(a) QN_PRODUCT(a, f32) QN_PRODUCT(a, f16)
// The types of one model's weights, as QN_PRODUCTS(q4_K) QN_PRODUCTS(f16).
#ifdef QN_GGML_WEIGHTS
QN_GGML_WEIGHTS
#else
QN_PRODUCTS(f32)
QN_PRODUCTS(f16)
QN_PRODUCTS(bf16)
QN_PRODUCT(bf16, bf16)
QN_PRODUCTS(q4_0)
QN_PRODUCTS(q4_1)
QN_PRODUCTS(q5_0)
QN_PRODUCTS(q5_1)
QN_PRODUCTS(q8_0)
QN_PRODUCTS(q2_K)
QN_PRODUCTS(q3_K)
QN_PRODUCTS(q4_K)
QN_PRODUCTS(q5_K)
QN_PRODUCTS(q6_K)
#endif

// The sum over k of src0[i0, k] * src1[i1, k].
QN_GGML_KERNEL(out_prod_f32) {
  using namespace quern::ggml;
  const quern_ggml_shape &a = call.src[0], &b = call.src[1];
  const wide each2 = call.dst.ne[2] / a.ne[2], each3 = call.dst.ne[3] / a.ne[3];
  each_place(call.dst, [&](row_place r, wide i) {
    const char *left =
        src0 + i * a.nb[0] + r.i2 / each2 * a.nb[2] + r.i3 / each3 * a.nb[3];
    const char *right = src1 + r.i1 * b.nb[0] + r.i2 * b.nb[2] + r.i3 * b.nb[3];
    float sum = 0.0f;
    for (wide k = 0; k < a.ne[1]; ++k)
      sum += *row_in<float>(left, k * a.nb[1]) *
             *row_in<float>(right, k * b.nb[1]);
    row_in<float>(dst, offset_of(call.dst, r))[i] = sum;
  });
}
