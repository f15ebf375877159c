// SPDX-License-Identifier: Apache-2.0
//
// Functions of two numbers: <op>_<dst>_<src0>_<src1> for add, sub, mul, div,
// where the second source repeats; glu_<op>_<type>; add1, add_id, acc, set,
// silu_back.
#include "../unary_functions.h"
#include "common.h"

namespace quern {
namespace ggml {

struct pair_add {
  QN_DEVICE float of(float a, float b) { return a + b; }
};
struct pair_sub {
  QN_DEVICE float of(float a, float b) { return a - b; }
};
struct pair_mul {
  QN_DEVICE float of(float a, float b) { return a * b; }
};
struct pair_div {
  QN_DEVICE float of(float a, float b) { return a / b; }
};

// Rows of the result are whole; those of the sources may have gaps, and the
// second's may repeat.
template <typename Op, typename D, typename A, typename B>
QN_DEVICE void pairs(QN_GGML_PARAMETERS) {
  const wide step_a = call.src[0].nb[0], step_b = call.src[1].nb[0];
  const wide count_b = call.src[1].ne[0];
  const bool whole_a = step_a == sizeof(A);
  const bool whole_b = step_b == sizeof(B) && count_b == call.dst.ne[0];
  each_row(rows_of(call.dst), [&](wide row) {
    const row_place r = row_at(call.dst, row);
    D *to = row_in<D>(dst, offset_of(call.dst, r));
    const char *a = src0 + offset_of(call.src[0], r);
    const char *b = src1 + repeated_offset_of(call.src[1], r);
    if (whole_a && whole_b)
      each_element(call.dst.ne[0], [&](wide i) {
        to[i] = store_as<D>(Op::of(load_as<float>(row_in<A>(a, 0)[i]),
                                   load_as<float>(row_in<B>(b, 0)[i])));
      });
    else if (whole_a && count_b == 1) {
      const float y = load_as<float>(*row_in<B>(b, 0));
      each_element(call.dst.ne[0], [&](wide i) {
        to[i] = store_as<D>(Op::of(load_as<float>(row_in<A>(a, 0)[i]), y));
      });
    } else
      each_element(call.dst.ne[0], [&](wide i) {
        const float x = load_as<float>(*row_in<A>(a, i * step_a));
        const float y =
            load_as<float>(*row_in<B>(b, wrapped(i, count_b) * step_b));
        to[i] = store_as<D>(Op::of(x, y));
      });
  });
}

// act(x) * y
template <typename T, typename F>
QN_DEVICE void gated(char *dst, const char *src0, const char *src1,
                     const call_type &call, F f) {
  each_place(call.dst, [&](row_place r, wide i) {
    const float x =
        load_as<float>(row_in<T>(src0, offset_of(call.src[0], r))[i]);
    const float y =
        load_as<float>(row_in<T>(src1, offset_of(call.src[1], r))[i]);
    row_in<T>(dst, offset_of(call.dst, r))[i] = store_as<T>(f(x, y));
  });
}

} // namespace ggml
} // namespace quern

#define QN_PAIR(op, d, a, b)                                                   \
  QN_GGML_KERNEL(op##_##d##_##a##_##b) {                                       \
    quern::ggml::pairs<quern::ggml::pair_##op, QN_TYPE_##d, QN_TYPE_##a,       \
                       QN_TYPE_##b>(QN_GGML_ARGS);                             \
  }
#define QN_PAIRS(op)                                                           \
  QN_PAIR(op, f32, f32, f32)                                                   \
  QN_PAIR(op, f32, f32, f16)                                                   \
  QN_PAIR(op, f32, f16, f32)                                                   \
  QN_PAIR(op, f16, f16, f16)                                                   \
  QN_PAIR(op, f16, f16, f32)                                                   \
  QN_PAIR(op, bf16, bf16, bf16)                                                \
  QN_PAIR(op, bf16, bf16, f32)
QN_PAIRS(add)
QN_PAIRS(sub)
QN_PAIRS(mul)
QN_PAIRS(div)

#define QN_GLU(name, function, type)                                           \
  QN_GGML_KERNEL(glu_##name##_##type) {                                        \
    quern::ggml::gated<QN_TYPE_##type>(                                        \
        dst, src0, src1, call,                                                 \
        [](float x, float y) { return quern::op_##function::real(x) * y; });   \
  }
// The limits of these are parameters 2 and 3.
#define QN_GLU_LIMITED(type)                                                   \
  QN_GGML_KERNEL(glu_swiglu_oai_##type) {                                      \
    const float alpha = quern::ggml::real_param(call, 2);                      \
    const float limit = quern::ggml::real_param(call, 3);                      \
    quern::ggml::gated<QN_TYPE_##type>(                                        \
        dst, src0, src1, call, [=](float x, float y) {                         \
          const float gate = fminf(x, limit);                                  \
          const float up = fminf(fmaxf(y, -limit), limit);                     \
          return gate / (1.0f + expf(-alpha * gate)) * (up + 1.0f);            \
        });                                                                    \
  }                                                                            \
  QN_GGML_KERNEL(glu_swiglu_clamp_##type) {                                    \
    const float limit = quern::ggml::real_param(call, 3);                      \
    quern::ggml::gated<QN_TYPE_##type>(                                        \
        dst, src0, src1, call, [=](float x, float y) {                         \
          const float gate = fminf(x, limit);                                  \
          const float up = fminf(fmaxf(y, -limit), limit);                     \
          return gate / (1.0f + expf(-gate)) * up;                             \
        });                                                                    \
  }
#define QN_GLUS(type)                                                          \
  QN_GLU(reglu, relu, type)                                                    \
  QN_GLU(geglu, gelu, type)                                                    \
  QN_GLU(swiglu, silu, type)                                                   \
  QN_GLU(geglu_erf, gelu_erf, type)                                            \
  QN_GLU(geglu_quick, gelu_quick, type)                                        \
  QN_GLU_LIMITED(type)
QN_GLUS(f32)
QN_GLUS(f16)
QN_GLUS(bf16)

// Rows of a matrix, chosen by numbers: src2 has one for each row of src0.
QN_GGML_KERNEL(add_id_f32) {
  using namespace quern::ggml;
  each_place(call.dst, [&](row_place r, wide i) {
    const wide chosen =
        *row_in<int>(src2, r.i1 * call.src[2].nb[0] + r.i2 * call.src[2].nb[1]);
    row_in<float>(dst, offset_of(call.dst, r))[i] =
        row_in<float>(src0, offset_of(call.src[0], r))[i] +
        row_in<float>(src1, chosen * call.src[1].nb[1])[i];
  });
}

// A window of the result, which begins `params[3]` bytes behind its first and
// has strides of its own (0, 1, 2), is src1, or has src1 added. The rest was
// copied from src0 before.
#define QN_WINDOW(name, T, expression)                                         \
  QN_GGML_KERNEL(name) {                                                       \
    using namespace quern::ggml;                                               \
    each_place(call.src[1], [&](row_place r, wide i) {                         \
      const wide at = r.i1 * (wide)call.params[0] +                            \
                      r.i2 * (wide)call.params[1] +                            \
                      r.i3 * (wide)call.params[2] + (wide)call.params[3];      \
      const T x =                                                              \
          *row_in<T>(src1, offset_of(call.src[1], r) + i * call.src[1].nb[0]); \
      T *to = row_in<T>(dst, at) + i;                                          \
      *to = expression;                                                        \
    });                                                                        \
  }
QN_WINDOW(acc_f32, float, *to + x)
QN_WINDOW(set_f32, float, x)
QN_WINDOW(set_i32, int, x)

// src0 is the gradient of the result, src1 what went in.
QN_GGML_KERNEL(silu_back_f32) {
  quern::ggml::gated<float>(dst, src0, src1, call, [](float dy, float x) {
    const float s = 1.0f / (1.0f + expf(-x));
    return dy * s * (1.0f + x * (1.0f - s));
  });
}
