// SPDX-License-Identifier: Apache-2.0
//
// Products of matrices: mul_mat_<src0>_<src1> and mul_mat_id_<src0>_<src1>,
// launched as kernels/mul_mat.cu is; out_prod_f32. Results are f32. Numbers of
// a row follow one another.
#include "../mul_mat.h"
#include "common.h"

#ifdef __QUERN_TARGET_CPU__
#define QN_ALONE true
#else
#define QN_ALONE false
#endif

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

template <typename A, typename B>
QN_DEVICE void product(const shape_type &d, const shape_type &a,
                       const shape_type &b, char *dst, const char *src0,
                       const char *src1) {
  const matrix_shape<float> to(d);
  const matrix_shape<A> left(a);
  const matrix_shape<B> right(b);
  if constexpr (QN_ALONE)
    matrix_alone<float>(to, left, right, row_in<float>(dst, 0),
                        row_in<A>(src0, 0), row_in<B>(src1, 0), 0, 0);
  else
    matrix_of_block<float>(to, left, right, row_in<float>(dst, 0),
                           row_in<A>(src0, 0), row_in<B>(src1, 0), 0, 0);
}

template <typename A, typename B> QN_DEVICE void mul_mat(QN_GGML_PARAMETERS) {
  const shape_type &d = call.dst, &a = call.src[0], &b = call.src[1];
  const wide each2 = d.ne[2] / a.ne[2], each3 = d.ne[3] / a.ne[3];
  for (wide z = blockIdx.z; z < d.ne[2] * d.ne[3]; z += gridDim.z) {
    const auto q = divide(z, d.ne[2]);
    product<A, B>(d, a, b, dst + q.rest * d.nb[2] + q.whole * d.nb[3],
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
    const wide matrix =
        *row_in<int>(src2, q.rest * call.src[2].nb[0] +
                               q.whole * call.src[2].nb[1]);
    product<A, B>(d, call.src[0], b, dst + q.rest * d.nb[1] + q.whole * d.nb[2],
                  src0 + matrix * call.src[0].nb[2],
                  src1 + wrapped(q.rest, repeats) * b.nb[1] +
                      q.whole * b.nb[2]);
  }
}

} // namespace ggml
} // namespace quern

#define QN_PRODUCT(a, b)                                                       \
  QN_GGML_KERNEL(mul_mat_##a##_##b) {                                          \
    quern::ggml::mul_mat<QN_TYPE_##a, QN_TYPE_##b>(QN_GGML_ARGS);              \
  }                                                                            \
  QN_GGML_KERNEL(mul_mat_id_##a##_##b) {                                       \
    quern::ggml::mul_mat_id<QN_TYPE_##a, QN_TYPE_##b>(QN_GGML_ARGS);           \
  }
#define QN_PRODUCTS(a) QN_PRODUCT(a, f32) QN_PRODUCT(a, f16)
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

// The sum over k of src0[i0, k] * src1[i1, k].
QN_GGML_KERNEL(out_prod_f32) {
  using namespace quern::ggml;
  const quern_ggml_shape &a = call.src[0], &b = call.src[1];
  const wide each2 = call.dst.ne[2] / a.ne[2], each3 = call.dst.ne[3] / a.ne[3];
  each_place(call.dst, [&](row_place r, wide i) {
    const char *left = src0 + i * a.nb[0] + r.i2 / each2 * a.nb[2] +
                       r.i3 / each3 * a.nb[3];
    const char *right = src1 + r.i1 * b.nb[0] + r.i2 * b.nb[2] + r.i3 * b.nb[3];
    float sum = 0.0f;
    for (wide k = 0; k < a.ne[1]; ++k)
      sum += *row_in<float>(left, k * a.nb[1]) *
             *row_in<float>(right, k * b.nb[1]);
    row_in<float>(dst, offset_of(call.dst, r))[i] = sum;
  });
}
