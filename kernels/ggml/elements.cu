// SPDX-License-Identifier: Apache-2.0
//
// Functions of one number, element by element: unary_<op>_<type>,
// scale_<type>, clamp_<type>, leaky_relu_<type>, xielu_<type>, and those that
// look at where an element is: diag_mask_inf, tri, fill, arange.
//
// Elements of a row follow one another, in the result and in the source.
#include "../unary_functions.h"
#include "common.h"

namespace quern {
namespace ggml {

template <typename T, typename F>
QN_DEVICE void map_rows(char *dst, const char *src, const call_type &call,
                        F f) {
  each_place(call.dst, [&](row_place r, wide i) {
    const float x =
        load_as<float>(row_in<T>(src, offset_of(call.src[0], r))[i]);
    row_in<T>(dst, offset_of(call.dst, r))[i] = store_as<T>(f(x, r, i));
  });
}

} // namespace ggml
} // namespace quern

#define QN_TYPES(X) X(f32) X(f16) X(bf16)

// ---- Without parameters

#define QN_UNARY_OPS(X, type)                                                  \
  X(abs, type)                                                                 \
  X(neg, type)                                                                 \
  X(sgn, type)                                                                 \
  X(step, type)                                                                \
  X(tanh, type)                                                                \
  X(elu, type)                                                                 \
  X(relu, type)                                                                \
  X(sigmoid, type)                                                             \
  X(gelu, type)                                                                \
  X(gelu_quick, type)                                                          \
  X(silu, type)                                                                \
  X(hardswish, type)                                                           \
  X(hardsigmoid, type)                                                         \
  X(exp, type)                                                                 \
  X(expm1, type)                                                               \
  X(softplus, type)                                                            \
  X(gelu_erf, type)                                                            \
  X(floor, type)                                                               \
  X(ceil, type)                                                                \
  X(round, type)                                                               \
  X(trunc, type)                                                               \
  X(sqr, type)                                                                 \
  X(sqrt, type)                                                                \
  X(log, type)                                                                 \
  X(sin, type)                                                                 \
  X(cos, type)

#define QN_UNARY(op, type)                                                     \
  QN_GGML_KERNEL(unary_##op##_##type) {                                        \
    quern::ggml::map_rows<QN_TYPE_##type>(                                     \
        dst, src0, call, [](float x, quern::ggml::row_place, long long) {      \
          return quern::op_##op::real(x);                                      \
        });                                                                    \
  }
#define QN_UNARY_OF_TYPE(type) QN_UNARY_OPS(QN_UNARY, type)
QN_TYPES(QN_UNARY_OF_TYPE)

// ---- With parameters

#define QN_WITH_PARAMS(name, type, a, b, c, d, expression)                     \
  QN_GGML_KERNEL(name##_##type) {                                              \
    const float p0 = quern::ggml::real_param(call, a);                         \
    const float p1 = quern::ggml::real_param(call, b);                         \
    const float p2 = quern::ggml::real_param(call, c);                         \
    const float p3 = quern::ggml::real_param(call, d);                         \
    quern::ggml::map_rows<QN_TYPE_##type>(                                     \
        dst, src0, call,                                                       \
        [=](float x, quern::ggml::row_place, long long) -> float {             \
          (void)p0, (void)p1, (void)p2, (void)p3;                              \
          return expression;                                                   \
        });                                                                    \
  }
#define QN_PARAMS_OF_TYPE(type)                                                \
  QN_WITH_PARAMS(scale, type, 0, 1, 1, 1, x *p0 + p1)                          \
  QN_WITH_PARAMS(clamp, type, 0, 1, 1, 1, x<p0 ? p0 : x> p1 ? p1 : x)          \
  QN_WITH_PARAMS(leaky_relu, type, 0, 0, 0, 0, x > 0 ? x : x * p0)             \
  QN_WITH_PARAMS(xielu, type, 1, 2, 3, 4,                                      \
                 x > 0 ? p1 * x * x + p2 * x                                   \
                       : (expm1f(x < p3 ? x : p3) - x) * p0 + p2 * x)
QN_TYPES(QN_PARAMS_OF_TYPE)

// ---- By place

QN_GGML_KERNEL(diag_mask_inf_f32) {
  const int past = call.params[0];
  quern::ggml::map_rows<float>(
      dst, src0, call, [=](float x, quern::ggml::row_place r, long long i) {
        return i > past + r.i1 ? -__int_as_float(0x7f800000) : x;
      });
}

// Of a square the part above or below the diagonal, with it or without.
#define QN_TRI(type)                                                           \
  QN_GGML_KERNEL(tri_##type) {                                                 \
    const int kind = call.params[0];                                           \
    quern::ggml::map_rows<QN_TYPE_##type>(                                     \
        dst, src0, call, [=](float x, quern::ggml::row_place r, long long i) { \
          const bool kept = kind == 0   ? i >= r.i1                            \
                            : kind == 1 ? i > r.i1                             \
                            : kind == 2 ? i <= r.i1                            \
                                        : i < r.i1;                            \
          return kept ? x : 0.0f;                                              \
        });                                                                    \
  }
QN_TYPES(QN_TRI)

#define QN_FILL(type)                                                          \
  QN_GGML_KERNEL(fill_##type) {                                                \
    using namespace quern::ggml;                                               \
    const float value = real_param(call, 0);                                   \
    each_place(call.dst, [&](row_place r, wide i) {                            \
      row_in<QN_TYPE_##type>(dst, offset_of(call.dst, r))[i] =                 \
          quern::store_as<QN_TYPE_##type>(value);                              \
    });                                                                        \
  }
QN_TYPES(QN_FILL)

QN_GGML_KERNEL(arange_f32) {
  using namespace quern::ggml;
  const float start = real_param(call, 0), step = real_param(call, 2);
  each_element(call.dst.ne[0], [&](wide i) {
    row_in<float>(dst, 0)[i] = start + step * (float)i;
  });
}

// A vector on the diagonal of a matrix.
QN_GGML_KERNEL(diag_f32) {
  using namespace quern::ggml;
  each_place(call.dst, [&](row_place r, wide i) {
    const float *row = row_in<float>(src0, r.i2 * call.src[0].nb[2] +
                                               r.i3 * call.src[0].nb[3]);
    row_in<float>(dst, offset_of(call.dst, r))[i] = i == r.i1 ? row[i] : 0.0f;
  });
}
