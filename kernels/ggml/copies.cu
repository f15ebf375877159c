// SPDX-License-Identifier: Apache-2.0
//
// What moves numbers and converts them: copy_<dst>_<src>, get_rows_<dst>_<src>,
// set_rows_<dst>_<src>_<index>, and by the size of elements concat_<size>,
// repeat_<size>; repeat_back_f32.
#include "quantize.h"

#define QN_TYPE_size1 unsigned char
#define QN_TYPE_size2 unsigned short
#define QN_TYPE_size4 unsigned
#define QN_TYPE_size8 unsigned long long

namespace quern {
namespace ggml {

template <typename D, typename S> QN_DEVICE D converted(S x) {
  if constexpr (is_same<D, S>)
    return x;
  else if constexpr (is_real<D> && is_real<S>)
    return store_as<D>(load_as<float>(x));
  else
    return (D)x;
}

// Where element `i` of all is, in bytes.
QN_DEVICE wide offset_of_element(const shape_type &s, wide i) {
  const auto q = divide(i, s.ne[0]);
  return q.rest * s.nb[0] + offset_of(s, row_at(s, q.whole));
}

// params[0]: both have the same shape.
template <typename D, typename S> QN_DEVICE void copy(QN_GGML_PARAMETERS) {
  const shape_type &to = call.dst, &from = call.src[0];
  if (!call.params[0]) {
    each_element(elements_of(to), [&](wide i) {
      *row_in<D>(dst, offset_of_element(to, i)) =
          converted<D>(*row_in<S>(src0, offset_of_element(from, i)));
    });
    return;
  }
  const bool whole = to.nb[0] == sizeof(D) && from.nb[0] == sizeof(S);
  each_row(rows_of(to), [&](wide row) {
    const row_place r = row_at(to, row);
    D *const d = row_in<D>(dst, offset_of(to, r));
    const S *const s = row_in<S>(src0, offset_of(from, r));
    if (whole)
      each_element(to.ne[0], [&](wide i) { d[i] = converted<D>(s[i]); });
    else
      each_element(to.ne[0], [&](wide i) {
        *row_in<D>((char *)d, i * to.nb[0]) =
            converted<D>(*row_in<S>((const char *)s, i * from.nb[0]));
      });
  });
}

// A block of the result from 32 numbers of a row of the source.
template <typename D, typename S>
QN_DEVICE void copy_to_blocks(QN_GGML_PARAMETERS) {
  const shape_type &to = call.dst, &from = call.src[0];
  each_element(elements_of(to) / D::numbers, [&](wide block) {
    const wide first = block * D::numbers;
    const auto q = divide(first, to.ne[0]);
    const S *s = row_in<S>(src0, offset_of_element(from, first));
    D &d =
        row_in<D>(dst, offset_of(to, row_at(to, q.whole)))[q.rest / D::numbers];
    quantize(d, [&](int i) { return load_as<float>(s[i]); });
  });
}

template <typename D, typename S>
QN_DEVICE void copy_from_blocks(QN_GGML_PARAMETERS) {
  const shape_type &to = call.dst, &from = call.src[0];
  each_element(elements_of(to), [&](wide i) {
    const auto q = divide(i, from.ne[0]);
    const S *s = row_in<S>(src0, offset_of(from, row_at(from, q.whole)));
    *row_in<D>(dst, offset_of_element(to, i)) =
        store_as<D>(s[q.rest / S::numbers].at((int)(q.rest % S::numbers)));
  });
}

// src1 has the numbers of the rows.
template <typename D, typename S> QN_DEVICE void get_rows(QN_GGML_PARAMETERS) {
  each_row(rows_of(call.dst), [&](wide row) {
    const row_place r = row_at(call.dst, row);
    const wide from =
        *row_in<int>(src1, r.i1 * call.src[1].nb[0] + r.i2 * call.src[1].nb[1] +
                               r.i3 * call.src[1].nb[2]);
    const S *s = row_in<S>(src0, offset_of(call.src[0], {from, r.i2, r.i3}));
    D *d = row_in<D>(dst, offset_of(call.dst, r));
    each_element(call.dst.ne[0], [&](wide i) {
      if constexpr (numbers_of<S> > 1)
        d[i] = s[i / S::numbers].at((int)(i % S::numbers));
      else
        d[i] = converted<D>(s[i]);
    });
  });
}

// Rows of src0 go to those of the result that src1 says.
template <typename D, typename S, typename I>
QN_DEVICE void set_rows(QN_GGML_PARAMETERS) {
  each_row(rows_of(call.src[0]), [&](wide row) {
    const row_place r = row_at(call.src[0], row);
    const wide to = (wide)*row_in<I>(
        src1, r.i1 * call.src[1].nb[0] +
                  wrapped(r.i2, call.src[1].ne[1]) * call.src[1].nb[1] +
                  wrapped(r.i3, call.src[1].ne[2]) * call.src[1].nb[2]);
    const S *s = row_in<S>(src0, offset_of(call.src[0], r));
    D *d = row_in<D>(dst, offset_of(call.dst, {to, r.i2, r.i3}));
    if constexpr (numbers_of<D> > 1)
      each_element(call.src[0].ne[0] / D::numbers, [&](wide block) {
        quantize(d[block], [&](int i) {
          return load_as<float>(s[block * D::numbers + i]);
        });
      });
    else
      each_element(call.src[0].ne[0],
                   [&](wide i) { d[i] = converted<D>(s[i]); });
  });
}

// Along dimension params[0].
template <typename T> QN_DEVICE void concat(QN_GGML_PARAMETERS) {
  const int along = call.params[0];
  const wide end = call.src[0].ne[along];
  each_place(call.dst, [&](row_place r, wide i) {
    const wide at = along == 0   ? i
                    : along == 1 ? r.i1
                    : along == 2 ? r.i2
                                 : r.i3;
    const bool second = at >= end;
    const wide back = second ? end : 0;
    const row_place from = {r.i1 - (along == 1 ? back : 0),
                            r.i2 - (along == 2 ? back : 0),
                            r.i3 - (along == 3 ? back : 0)};
    const shape_type &s = call.src[second ? 1 : 0];
    const wide offset =
        offset_of(s, from) + (i - (along == 0 ? back : 0)) * s.nb[0];
    row_in<T>(dst, offset_of(call.dst, r))[i] =
        *row_in<T>(second ? src1 : src0, offset);
  });
}

template <typename T> QN_DEVICE void repeat(QN_GGML_PARAMETERS) {
  each_place(call.dst, [&](row_place r, wide i) {
    *row_in<T>(dst, offset_of(call.dst, r) + i * call.dst.nb[0]) =
        *row_in<T>(src0, repeated_offset_of(call.src[0], r) +
                             wrapped(i, call.src[0].ne[0]) * call.src[0].nb[0]);
  });
}

} // namespace ggml
} // namespace quern

#define QN_TYPED2(name, function, d, s)                                        \
  QN_GGML_KERNEL(name##_##d##_##s) {                                           \
    quern::ggml::function<QN_TYPE_##d, QN_TYPE_##s>(QN_GGML_ARGS);             \
  }
#define QN_COPY(d, s) QN_TYPED2(copy, copy, d, s)
QN_COPY(f32, f32)
QN_COPY(f32, f16)
QN_COPY(f32, bf16)
QN_COPY(f16, f32)
QN_COPY(f16, f16)
QN_COPY(f16, bf16)
QN_COPY(bf16, f32)
QN_COPY(bf16, f16)
QN_COPY(bf16, bf16)
QN_COPY(f32, i32)
QN_COPY(i32, f32)
QN_COPY(i32, i32)
QN_COPY(size1, size1)
QN_COPY(size2, size2)
QN_COPY(size8, size8)

#define QN_WRITTEN_BLOCKS(X) X(q8_0) X(q4_0) X(q4_1) X(q5_0) X(q5_1)
#define QN_READ_BLOCKS(X)                                                      \
  QN_WRITTEN_BLOCKS(X) X(q2_K) X(q3_K) X(q4_K) X(q5_K) X(q6_K)

#define QN_TO_BLOCKS(q)                                                        \
  QN_TYPED2(copy, copy_to_blocks, q, f32)                                      \
  QN_TYPED2(copy, copy_to_blocks, q, f16)
QN_WRITTEN_BLOCKS(QN_TO_BLOCKS)
#define QN_FROM_BLOCKS(q) QN_TYPED2(copy, copy_from_blocks, f32, q)
QN_READ_BLOCKS(QN_FROM_BLOCKS)

#define QN_GET_ROWS(d, s) QN_TYPED2(get_rows, get_rows, d, s)
#define QN_GET_ROWS_OF_BLOCKS(q) QN_GET_ROWS(f32, q)
QN_GET_ROWS(f32, f32)
QN_GET_ROWS(f32, f16)
QN_GET_ROWS(f32, bf16)
QN_GET_ROWS(i32, i32)
QN_READ_BLOCKS(QN_GET_ROWS_OF_BLOCKS)

#define QN_SET_ROWS_BY(d, s, i)                                                \
  QN_GGML_KERNEL(set_rows_##d##_##s##_##i) {                                   \
    quern::ggml::set_rows<QN_TYPE_##d, QN_TYPE_##s, QN_TYPE_##i>(              \
        QN_GGML_ARGS);                                                         \
  }
#define QN_SET_ROWS(d, s) QN_SET_ROWS_BY(d, s, i32) QN_SET_ROWS_BY(d, s, i64)
#define QN_SET_ROWS_OF(d) QN_SET_ROWS(d, f32) QN_SET_ROWS(d, f16)
QN_SET_ROWS_OF(f32)
QN_SET_ROWS_OF(f16)
QN_SET_ROWS_OF(bf16)
QN_WRITTEN_BLOCKS(QN_SET_ROWS_OF)

#define QN_BY_SIZE(name, size)                                                 \
  QN_GGML_KERNEL(name##_##size) {                                              \
    quern::ggml::name<QN_TYPE_##size>(QN_GGML_ARGS);                           \
  }
QN_BY_SIZE(concat, size1)
QN_BY_SIZE(concat, size2)
QN_BY_SIZE(concat, size4)
QN_BY_SIZE(concat, size8)
QN_BY_SIZE(repeat, size2)
QN_BY_SIZE(repeat, size4)

// The sums of what was repeated.
QN_GGML_KERNEL(repeat_back_f32) {
  using namespace quern::ggml;
  const shape_type &to = call.dst, &from = call.src[0];
  each_place(to, [&](row_place r, wide i0) {
    float sum = 0.0f;
    for (wide i3 = r.i3; i3 < from.ne[3]; i3 += to.ne[3])
      for (wide i2 = r.i2; i2 < from.ne[2]; i2 += to.ne[2])
        for (wide i1 = r.i1; i1 < from.ne[1]; i1 += to.ne[1])
          for (wide i = i0; i < from.ne[0]; i += to.ne[0])
            sum += *row_in<float>(src0, offset_of(from, {i1, i2, i3}) +
                                            i * from.nb[0]);
    row_in<float>(dst, offset_of(to, r))[i0] = sum;
  });
}
