// SPDX-License-Identifier: Apache-2.0
//
// What takes numbers from other places: pad, pad_reflect_1d, roll, upscale (the
// nearest, or between four), im2col_<dst>, conv_2d_<filter>, pool_1d, pool_2d,
// argsort, top_k; and timestep_embedding.
#include "common.h"

namespace quern {
namespace ggml {

QN_DEVICE wide around(wide i, wide n) {
  return i < 0 ? i + n : i >= n ? i - n : i;
}

// f(place, i) gives each number of the result.
template <typename T, typename F>
QN_DEVICE void make_each(char *dst, const shape_type &d, F f) {
  each_place(d, [&](row_place r, wide i) {
    row_in<T>(dst, offset_of(d, r))[i] = store_as<T>(f(r, i));
  });
}

QN_DEVICE float number_at(const char *src, const shape_type &s, row_place r,
                          wide i) {
  return *row_in<float>(src, offset_of(s, r) + i * s.nb[0]);
}

QN_DEVICE bool is_in(const shape_type &s, row_place r, wide i) {
  return i >= 0 && r.i1 >= 0 && r.i2 >= 0 && r.i3 >= 0 && i < s.ne[0] &&
         r.i1 < s.ne[1] && r.i2 < s.ne[2] && r.i3 < s.ne[3];
}

// src1 is the image, src0 the filters, of which only the size matters. params:
// strides, padding and steps of the filter along both sides, whether there are
// two.
template <typename D> QN_DEVICE void im2col(QN_GGML_PARAMETERS) {
  const int *p = call.params;
  const bool is_2d = p[6] == 1;
  const shape_type &filter = call.src[0], &image = call.src[1];
  const wide width = filter.ne[0], height = is_2d ? filter.ne[1] : 1;
  make_each<D>(dst, call.dst, [&](row_place r, wide i) {
    const auto a = divide(i, width);
    const auto b = divide(a.whole, height);
    const wide out_x = r.i1, out_y = is_2d ? r.i2 : 0;
    const wide batch = is_2d ? r.i3 : r.i2, channel = b.whole;
    const wide x = out_x * p[0] + a.rest * p[4] - p[2];
    const wide y = is_2d ? out_y * p[1] + b.rest * p[5] - p[3] : 0;
    if (x < 0 || x >= image.ne[0] || y < 0 || (is_2d && y >= image.ne[1]))
      return 0.0f;
    return is_2d ? number_at(src1, image, {y, channel, batch}, x)
                 : number_at(src1, image, {channel, batch, 0}, x);
  });
}

// src0 has the filters, (width, height, channels, filters), src1 the images.
// params: strides, paddings and steps along both sides.
template <typename F> QN_DEVICE void conv_2d(QN_GGML_PARAMETERS) {
  const int *p = call.params;
  const shape_type &filter = call.src[0], &image = call.src[1];
  make_each<float>(dst, call.dst, [&](row_place r, wide i) {
    const wide left = i * p[0] - p[2], top = r.i1 * p[1] - p[3];
    float sum = 0.0f;
    for (wide c = 0; c < filter.ne[2]; ++c)
      for (wide ky = 0; ky < filter.ne[1]; ++ky) {
        const wide y = top + ky * p[5];
        if (y < 0 || y >= image.ne[1])
          continue;
        const F *weights = row_in<F>(src0, offset_of(filter, {ky, c, r.i2}));
        const float *row = row_in<float>(src1, offset_of(image, {y, c, r.i3}));
        for (wide kx = 0; kx < filter.ne[0]; ++kx) {
          const wide x = left + kx * p[4];
          if (x >= 0 && x < image.ne[0])
            sum += load_as<float>(weights[kx]) * row[x];
        }
      }
    return sum;
  });
}

// Numbers of a window, which begins at (x, y): their sum or the greatest.
struct pool {
  float value;
  int count;
};
QN_DEVICE pool pool_of(const char *src, const shape_type &s, row_place r,
                       wide x, int width, int height, bool sums) {
  pool p = {sums ? 0.0f : -3.402823466e38f, 0};
  for (int ky = 0; ky < height; ++ky)
    for (int kx = 0; kx < width; ++kx) {
      const row_place at = {r.i1 + ky, r.i2, r.i3};
      if (!is_in(s, at, x + kx))
        continue;
      const float v = number_at(src, s, at, x + kx);
      p.value = sums ? p.value + v : v > p.value ? v : p.value;
      ++p.count;
    }
  return p;
}

// Which number of a row comes before which: a NaN is the last.
QN_DEVICE bool comes_before(const float *x, wide a, wide b, bool descending) {
  if (x[a] == x[b] || (x[a] != x[a] && x[b] != x[b]))
    return a < b;
  if (x[a] != x[a] || x[b] != x[b])
    return x[b] != x[b];
  return descending ? x[a] > x[b] : x[a] < x[b];
}

// Each number counts those before it; the first of them go into the result.
QN_DEVICE void rank(QN_GGML_PARAMETERS, bool descending) {
  const wide n = call.src[0].ne[0];
  each_row_of_blocks(rows_of(call.src[0]), [&](wide row) {
    const row_place r = row_at(call.src[0], row);
    const float *x = row_in<float>(src0, offset_of(call.src[0], r));
    int *y = row_in<int>(dst, offset_of(call.dst, r));
    each_of_block(n, [&](wide i) {
      wide place = 0;
      for (wide k = 0; k < n; ++k)
        place += comes_before(x, k, i, descending);
      if (place < call.dst.ne[0])
        y[place] = (int)i;
    });
  });
}

} // namespace ggml
} // namespace quern

QN_GGML_KERNEL(im2col_f32) { quern::ggml::im2col<float>(QN_GGML_ARGS); }
QN_GGML_KERNEL(im2col_f16) { quern::ggml::im2col<__half>(QN_GGML_ARGS); }
QN_GGML_KERNEL(conv_2d_f32) { quern::ggml::conv_2d<float>(QN_GGML_ARGS); }
QN_GGML_KERNEL(conv_2d_f16) { quern::ggml::conv_2d<__half>(QN_GGML_ARGS); }

// params: how many before and behind along each dimension; 8: go around.
QN_GGML_KERNEL(pad_f32) {
  using namespace quern::ggml;
  const int *p = call.params;
  const quern_ggml_shape &s = call.src[0];
  make_each<float>(dst, call.dst, [&](row_place r, wide i) {
    row_place at = {r.i1 - p[2], r.i2 - p[4], r.i3 - p[6]};
    wide x = i - p[0];
    if (p[8]) {
      x = around(x, s.ne[0]);
      at = {around(at.i1, s.ne[1]), around(at.i2, s.ne[2]),
            around(at.i3, s.ne[3])};
    }
    return is_in(s, at, x) ? number_at(src0, s, at, x) : 0.0f;
  });
}

QN_GGML_KERNEL(pad_reflect_1d_f32) {
  using namespace quern::ggml;
  const wide n = call.src[0].ne[0];
  make_each<float>(dst, call.dst, [&](row_place r, wide i) {
    const wide x = i - call.params[0];
    return number_at(src0, call.src[0], r,
                     x < 0    ? -x
                     : x >= n ? 2 * (n - 1) - x
                              : x);
  });
}

QN_GGML_KERNEL(roll_f32) {
  using namespace quern::ggml;
  const int *p = call.params;
  const quern_ggml_shape &s = call.src[0];
  make_each<float>(dst, call.dst, [&](row_place r, wide i) {
    const row_place at = {around(r.i1 - p[1], s.ne[1]),
                          around(r.i2 - p[2], s.ne[2]),
                          around(r.i3 - p[3], s.ne[3])};
    return number_at(src0, s, at, around(i - p[0], s.ne[0]));
  });
}

// params[0]: 0 the nearest, 1 between four; 256 more: corners are aligned.
QN_GGML_KERNEL(upscale_f32) {
  using namespace quern::ggml;
  const quern_ggml_shape &s = call.src[0], &d = call.dst;
  const bool smooth = (call.params[0] & 255) == 1;
  const bool corners = (call.params[0] & 256) != 0;
  float scale[4];
  for (int k = 0; k < 4; ++k) {
    scale[k] = (float)d.ne[k] / (float)s.ne[k];
    if (corners && k < 2 && d.ne[k] > 1 && s.ne[k] > 1)
      scale[k] = (float)(d.ne[k] - 1) / (float)(s.ne[k] - 1);
  }
  const float middle = corners ? 0.0f : 0.5f;
  const auto inside = [](wide i, wide n) {
    return i < 0 ? 0 : i < n ? i : n - 1;
  };
  make_each<float>(dst, d, [&](row_place r, wide i) {
    row_place at = {(wide)((float)r.i1 / scale[1]),
                    (wide)((float)r.i2 / scale[2]),
                    (wide)((float)r.i3 / scale[3])};
    if (!smooth)
      return number_at(src0, s, at, (wide)((float)i / scale[0]));
    const float y = ((float)r.i1 + middle) / scale[1] - middle;
    const float x = ((float)i + middle) / scale[0] - middle;
    const wide y0 = inside((wide)floorf(y), s.ne[1]);
    const wide y1 = inside((wide)floorf(y) + 1, s.ne[1]);
    const wide x0 = inside((wide)floorf(x), s.ne[0]);
    const wide x1 = inside((wide)floorf(x) + 1, s.ne[0]);
    const float dy = fmaxf(0.0f, fminf(y - (float)y0, 1.0f));
    const float dx = fmaxf(0.0f, fminf(x - (float)x0, 1.0f));
    const row_place upper = {y0, at.i2, at.i3}, lower = {y1, at.i2, at.i3};
    return number_at(src0, s, upper, x0) * (1 - dx) * (1 - dy) +
           number_at(src0, s, upper, x1) * dx * (1 - dy) +
           number_at(src0, s, lower, x0) * (1 - dx) * dy +
           number_at(src0, s, lower, x1) * dx * dy;
  });
}

// params: 0 the greatest, 1 the mean; width, stride, padding.
QN_GGML_KERNEL(pool_1d_f32) {
  using namespace quern::ggml;
  const int *p = call.params;
  make_each<float>(dst, call.dst, [&](row_place r, wide i) {
    const pool w =
        pool_of(src0, call.src[0], r, i * p[2] - p[3], p[1], 1, p[0] == 1);
    return p[0] == 1 && w.count ? w.value / (float)w.count : w.value;
  });
}

// params: the same; both widths, both strides, both paddings. The mean is of
// the whole window.
QN_GGML_KERNEL(pool_2d_f32) {
  using namespace quern::ggml;
  const int *p = call.params;
  make_each<float>(dst, call.dst, [&](row_place r, wide i) {
    const row_place at = {r.i1 * p[4] - p[6], r.i2, r.i3};
    const pool w =
        pool_of(src0, call.src[0], at, i * p[3] - p[5], p[1], p[2], p[0] == 1);
    return p[0] == 1 ? w.value / (float)(p[1] * p[2]) : w.value;
  });
}

QN_GGML_KERNEL(argsort_f32) {
  quern::ggml::rank(QN_GGML_ARGS, call.params[0] == 1);
}
QN_GGML_KERNEL(top_k_f32) { quern::ggml::rank(QN_GGML_ARGS, true); }

// Cosines and sines of steps, of params[0] / 2 frequencies down to one of
// params[1].
QN_GGML_KERNEL(timestep_embedding_f32) {
  using namespace quern::ggml;
  const wide half = call.params[0] / 2;
  const float slowest = logf((float)call.params[1]);
  make_each<float>(dst, call.dst, [&](row_place r, wide i) {
    if (i >= 2 * half)
      return 0.0f;
    const wide k = i < half ? i : i - half;
    const float angle =
        row_in<float>(src0, 0)[r.i1] * expf(-slowest * (float)k / (float)half);
    return i < half ? cosf(angle) : sinf(angle);
  });
}
