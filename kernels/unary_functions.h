// SPDX-License-Identifier: Apache-2.0
//
// ggml's functions of one number: op_relu::real(x), and for integers
// op_relu::whole<T, U>(x).
#ifndef QUERN_KERNELS_UNARY_FUNCTIONS_H
#define QUERN_KERNELS_UNARY_FUNCTIONS_H

#include "tensor.h"

namespace quern {

// ---- The functions of the C library by one name for float and double

#define QN_REAL_FUNCTION(name)                                                 \
  QN_DEVICE float name##_of(float x) { return ::name##f(x); }                  \
  QN_DEVICE double name##_of(double x) { return ::name(x); }
QN_REAL_FUNCTION(fabs)
QN_REAL_FUNCTION(tanh)
QN_REAL_FUNCTION(exp)
QN_REAL_FUNCTION(expm1)
QN_REAL_FUNCTION(erf)
QN_REAL_FUNCTION(log)
QN_REAL_FUNCTION(sqrt)
QN_REAL_FUNCTION(sin)
QN_REAL_FUNCTION(cos)
QN_REAL_FUNCTION(floor)
QN_REAL_FUNCTION(ceil)
QN_REAL_FUNCTION(round)
QN_REAL_FUNCTION(trunc)
#undef QN_REAL_FUNCTION

// Of two numbers the one that is not a NaN, as C's fmin and fmax.
template <typename C> QN_DEVICE C least(C a, C b) {
  return b != b || a < b ? a : b;
}
template <typename C> QN_DEVICE C greatest(C a, C b) {
  return b != b || a > b ? a : b;
}

// ---- Operations
//
// `real` is for float and double. What is exact in integers has `whole`, for
// an integer T with its unsigned type U, whose arithmetic wraps; the others are
// computed in real numbers, and rounded towards zero.

#define QN_REAL(name, expression)                                              \
  struct op_##name {                                                           \
    static constexpr bool has_whole = false;                                   \
    template <typename C> QN_DEVICE C real(C x) { return expression; }         \
  };
#define QN_WHOLE(name, expression, whole_expression)                           \
  struct op_##name {                                                           \
    static constexpr bool has_whole = true;                                    \
    template <typename C> QN_DEVICE C real(C x) { return expression; }         \
    template <typename T, typename U> QN_DEVICE T whole(T x) {                 \
      return whole_expression;                                                 \
    }                                                                          \
  };

QN_WHOLE(abs, fabs_of(x), x < 0 ? (T)((U)0 - (U)x) : x)
QN_WHOLE(neg, -x, (T)((U)0 - (U)x))
QN_WHOLE(sgn,
         x > 0   ? (C)1
         : x < 0 ? (C)-1
                 : (C)0,
         x > 0   ? (T)1
         : x < 0 ? (T)-1
                 : (T)0)
QN_WHOLE(step, x > 0 ? (C)1 : (C)0, x > 0 ? (T)1 : (T)0)
QN_WHOLE(relu, x > 0 ? x : (C)0, x > 0 ? x : (T)0)
QN_WHOLE(sqr, x *x, (T)(1u * (U)x * (U)x)) // short operands would become int
QN_WHOLE(floor, floor_of(x), x)
QN_WHOLE(ceil, ceil_of(x), x)
QN_WHOLE(round, round_of(x), x) // half away from zero
QN_WHOLE(trunc, trunc_of(x), x)
// In integers (x + 3) / 6 is at least 1 from 3 on, and not positive below.
QN_WHOLE(hardsigmoid, least((C)1, greatest((C)0, (x + 3) / 6)),
         x >= 3 ? (T)1 : (T)0)
QN_WHOLE(hardswish, x *least((C)1, greatest((C)0, (x + 3) / 6)),
         x >= 3 ? x : (T)0)

QN_REAL(exp, exp_of(x))
QN_REAL(expm1, expm1_of(x))
QN_REAL(log, log_of(x))
QN_REAL(sqrt, sqrt_of(x))
QN_REAL(sin, sin_of(x))
QN_REAL(cos, cos_of(x))
QN_REAL(tanh, tanh_of(x))
QN_REAL(elu, x > 0 ? x : expm1_of(x))
QN_REAL(sigmoid, 1 / (1 + exp_of(-x)))
QN_REAL(silu, x / (1 + exp_of(-x)))
QN_REAL(softplus, x > 20 ? x : log_of(1 + exp_of(x)))
// The square roots of 2 / pi and of 1 / 2.
QN_REAL(gelu, (C)0.5 * x *
                  (1 + tanh_of((C)0.79788456080286535587989211986876 * x *
                               (1 + (C)0.044715 * x * x))))
QN_REAL(gelu_quick, x / (1 + exp_of((C)-1.702 * x)))
QN_REAL(gelu_erf,
        (C)0.5 * x * (1 + erf_of(x * (C)0.70710678118654752440084436210484)))
#undef QN_REAL
#undef QN_WHOLE

} // namespace quern

#endif
