// SPDX-License-Identifier: Apache-2.0
//
// What is made of a whole row, in f32: norm, rms_norm, l2_norm, group_norm,
// rms_norm_back; soft_max, soft_max_<mask>, soft_max_back; sums: sum, sum_rows,
// mean, cumsum, argmax, count_equal; cross_entropy_loss and its gradient.
#include "common.h"

namespace quern {
namespace ggml {

QN_DEVICE float smallest() { return -__int_as_float(0x7f800000); }

template <typename F>
QN_DEVICE float sum_of_row(wide count, float *shared, F f) {
  float sum = 0.0f;
  each_of_block(count, [&](wide i) { sum += f(i); });
  return of_block<add_up>(sum, shared);
}
template <typename F>
QN_DEVICE float greatest_of_row(wide count, float *shared, F f) {
  float most = smallest();
  each_of_block(count, [&](wide i) {
    const float x = f(i);
    most = x > most ? x : most;
  });
  return of_block<take_greater>(most, shared);
}

// f(row of the result, row of the source, elements, room to add up in)
template <typename F> QN_DEVICE void map_whole_rows(QN_GGML_PARAMETERS, F f) {
  __shared__ float shared[row_threads];
  each_row_of_blocks(rows_of(call.dst), [&](wide row) {
    const row_place r = row_at(call.dst, row);
    f(row_in<float>(dst, offset_of(call.dst, r)),
      row_in<float>(src0, offset_of(call.src[0], r)), call.dst.ne[0], shared);
  });
}

} // namespace ggml
} // namespace quern

// ---- Norms

QN_GGML_KERNEL(norm_f32) {
  using namespace quern::ggml;
  const float eps = real_param(call, 0);
  map_whole_rows(
      QN_GGML_ARGS, [=](float *y, const float *x, wide n, float *shared) {
        const float mean =
            sum_of_row(n, shared, [&](wide i) { return x[i]; }) / (float)n;
        const float variance =
            sum_of_row(n, shared,
                       [&](wide i) { return (x[i] - mean) * (x[i] - mean); }) /
            (float)n;
        const float scale = 1.0f / sqrtf(variance + eps);
        each_of_block(n, [&](wide i) { y[i] = (x[i] - mean) * scale; });
      });
}

QN_GGML_KERNEL(rms_norm_f32) {
  using namespace quern::ggml;
  const float eps = real_param(call, 0);
  map_whole_rows(
      QN_GGML_ARGS, [=](float *y, const float *x, wide n, float *shared) {
        const float sum =
            sum_of_row(n, shared, [&](wide i) { return x[i] * x[i]; });
        const float scale = 1.0f / sqrtf(sum / (float)n + eps);
        each_of_block(n, [&](wide i) { y[i] = x[i] * scale; });
      });
}

// Elements of the source may be apart.
QN_GGML_KERNEL(l2_norm_f32) {
  using namespace quern::ggml;
  const float eps = real_param(call, 0);
  const wide step = call.src[0].nb[0] / 4, step_to = call.dst.nb[0] / 4;
  map_whole_rows(
      QN_GGML_ARGS, [=](float *y, const float *x, wide n, float *shared) {
        const float sum = sum_of_row(
            n, shared, [&](wide i) { return x[i * step] * x[i * step]; });
        const float scale = 1.0f / fmaxf(sqrtf(sum), eps);
        each_of_block(n, [&](wide i) { y[i * step_to] = x[i * step] * scale; });
      });
}

// Channels are dimension 2; params[0] groups of them.
QN_GGML_KERNEL(group_norm_f32) {
  using namespace quern::ggml;
  __shared__ float shared[row_threads];
  const quern_ggml_shape &s = call.src[0], &d = call.dst;
  const wide groups = call.params[0];
  const wide each = (s.ne[2] + groups - 1) / groups;
  each_row_of_blocks(groups * s.ne[3], [&](wide group) {
    const auto q = quern::divide(group, groups);
    const wide first = q.rest * each;
    const wide end = first + each < s.ne[2] ? first + each : s.ne[2];
    const wide count = (end - first) * s.ne[1] * s.ne[0];
    if (count <= 0)
      return;
    const auto place = [&](wide i, wide &column) {
      const auto a = quern::divide(i, s.ne[0]);
      const auto b = quern::divide(a.whole, s.ne[1]);
      column = a.rest;
      return row_place{b.rest, first + b.whole, q.whole};
    };
    const auto get = [&](wide i) {
      wide column;
      const row_place r = place(i, column);
      return row_in<float>(src0, offset_of(s, r))[column];
    };
    const float mean = sum_of_row(count, shared, get) / (float)count;
    const float variance = sum_of_row(count, shared,
                                      [&](wide i) {
                                        const float x = get(i) - mean;
                                        return x * x;
                                      }) /
                           (float)count;
    const float scale = 1.0f / sqrtf(variance + real_param(call, 1));
    each_of_block(count, [&](wide i) {
      wide column;
      const row_place r = place(i, column);
      row_in<float>(dst, offset_of(d, r))[column] = (get(i) - mean) * scale;
    });
  });
}

// src0 is the gradient of the result, src1 what went in.
QN_GGML_KERNEL(rms_norm_back_f32) {
  using namespace quern::ggml;
  __shared__ float shared[row_threads];
  const float eps = real_param(call, 0);
  each_row_of_blocks(rows_of(call.dst), [&](wide row) {
    const row_place r = row_at(call.dst, row);
    const wide n = call.dst.ne[0];
    const float *dz = row_in<float>(src0, offset_of(call.src[0], r));
    const float *x = row_in<float>(src1, offset_of(call.src[1], r));
    float *dx = row_in<float>(dst, offset_of(call.dst, r));
    const float xx = sum_of_row(n, shared, [&](wide i) { return x[i] * x[i]; });
    const float xdz =
        sum_of_row(n, shared, [&](wide i) { return x[i] * dz[i]; });
    const float scale = 1.0f / sqrtf(xx / (float)n + eps);
    const float factor = -xdz / (xx + eps * (float)n);
    each_of_block(n, [&](wide i) { dx[i] = (dz[i] + x[i] * factor) * scale; });
  });
}

// ---- Softmax

namespace quern {
namespace ggml {

// params: scale, the greatest bias; and of the plan: the bases of the slopes of
// the first heads and of the others, and how many the first are. src1 is the
// mask, src2 has a logit for each head that only the sum sees. `M` is void
// without a mask.
template <typename M> QN_DEVICE void soft_max(QN_GGML_PARAMETERS) {
  __shared__ float shared[row_threads];
  const float scale = real_param(call, 0);
  const int first_heads = call.params[4];
  const bool has_sinks = call.src[2].ne[0] != 0;
  each_row_of_blocks(rows_of(call.dst), [&](wide row) {
    const row_place r = row_at(call.dst, row);
    const wide n = call.dst.ne[0];
    const float *x = row_in<float>(src0, offset_of(call.src[0], r));
    float *y = row_in<float>(dst, offset_of(call.dst, r));
    float slope = 1.0f;
    if (real_param(call, 1) > 0.0f)
      slope = r.i2 < first_heads ? powf(real_param(call, 2), (float)(r.i2 + 1))
                                 : powf(real_param(call, 3),
                                        (float)(2 * (r.i2 - first_heads) + 1));
    const auto get = [&](wide i) {
      float value = x[i] * scale;
      if constexpr (!is_same<M, void>)
        value += slope * load_as<float>(row_in<M>(
                             src1, repeated_offset_of(call.src[1], r))[i]);
      return value;
    };
    float most = greatest_of_row(n, shared, get);
    const float sink = has_sinks ? row_in<float>(src2, 0)[r.i2] : smallest();
    most = sink > most ? sink : most;
    float sum = sum_of_row(n, shared, [&](wide i) {
      const float e = expf(get(i) - most);
      y[i] = e;
      return e;
    });
    sum += has_sinks ? expf(sink - most) : 0.0f;
    each_of_block(n, [&](wide i) { y[i] /= sum; });
  });
}

} // namespace ggml
} // namespace quern

QN_GGML_KERNEL(soft_max) { quern::ggml::soft_max<void>(QN_GGML_ARGS); }
QN_GGML_KERNEL(soft_max_f32) { quern::ggml::soft_max<float>(QN_GGML_ARGS); }
QN_GGML_KERNEL(soft_max_f16) { quern::ggml::soft_max<__half>(QN_GGML_ARGS); }

// src0 is the gradient of the result, src1 the result.
QN_GGML_KERNEL(soft_max_back_f32) {
  using namespace quern::ggml;
  __shared__ float shared[row_threads];
  const float scale = real_param(call, 0);
  each_row_of_blocks(rows_of(call.dst), [&](wide row) {
    const row_place r = row_at(call.dst, row);
    const wide n = call.dst.ne[0];
    const float *dy = row_in<float>(src0, offset_of(call.src[0], r));
    const float *y = row_in<float>(src1, offset_of(call.src[1], r));
    float *dx = row_in<float>(dst, offset_of(call.dst, r));
    const float dot =
        sum_of_row(n, shared, [&](wide i) { return y[i] * dy[i]; });
    each_of_block(n, [&](wide i) { dx[i] = (dy[i] - dot) * y[i] * scale; });
  });
}

// ---- Sums

// params[0]: 1 to divide by the number of elements.
QN_GGML_KERNEL(sum_rows_f32) {
  using namespace quern::ggml;
  __shared__ float shared[row_threads];
  const wide n = call.src[0].ne[0];
  each_row_of_blocks(rows_of(call.dst), [&](wide row) {
    const row_place r = row_at(call.dst, row);
    const float *x = row_in<float>(src0, offset_of(call.src[0], r));
    const float sum = sum_of_row(n, shared, [&](wide i) { return x[i]; });
    if (threadIdx.x == 0)
      *row_in<float>(dst, offset_of(call.dst, r)) =
          call.params[0] ? sum / (float)n : sum;
  });
}

// One block, of all elements.
QN_GGML_KERNEL(sum_f32) {
  using namespace quern::ggml;
  __shared__ float shared[row_threads];
  const quern_ggml_shape &s = call.src[0];
  float sum = 0.0f;
  for (wide row = 0; row < rows_of(s); ++row) {
    const float *x = row_in<float>(src0, offset_of(s, row_at(s, row)));
    each_of_block(s.ne[0], [&](wide i) { sum += x[i]; });
  }
  sum = of_block<add_up>(sum, shared);
  if (threadIdx.x == 0)
    *row_in<float>(dst, 0) = sum;
}

// One block; the result has 64 bits.
QN_GGML_KERNEL(count_equal_i32) {
  using namespace quern::ggml;
  __shared__ wide shared[row_threads];
  const quern_ggml_shape &s = call.src[0];
  wide count = 0;
  for (wide row = 0; row < rows_of(s); ++row) {
    const row_place r = row_at(s, row);
    const char *a = src0 + offset_of(s, r);
    const char *b = src1 + offset_of(call.src[1], r);
    each_of_block(s.ne[0], [&](wide i) {
      count += *row_in<int>(a, i * s.nb[0]) ==
               *row_in<int>(b, i * call.src[1].nb[0]);
    });
  }
  count = of_block<add_up>(count, shared);
  if (threadIdx.x == 0)
    *row_in<wide>(dst, 0) = count;
}

// Each thread has a part of the row, whose sum is added to those behind it.
QN_GGML_KERNEL(cumsum_f32) {
  using namespace quern::ggml;
  __shared__ float shared[row_threads];
  const wide n = call.dst.ne[0];
  const wide each = (n + row_threads - 1) / row_threads;
  const wide first = each * threadIdx.x;
  const wide end = first + each < n ? first + each : n;
  each_row_of_blocks(rows_of(call.dst), [&](wide row) {
    const row_place r = row_at(call.dst, row);
    const float *x = row_in<float>(src0, offset_of(call.src[0], r));
    float *y = row_in<float>(dst, offset_of(call.dst, r));
    float sum = 0.0f;
    for (wide i = first; i < end; ++i)
      sum += x[i];
    __syncthreads();
    shared[threadIdx.x] = sum;
    __syncthreads();
    float before = 0.0f;
    for (int i = 0; i < (int)threadIdx.x; ++i)
      before += shared[i];
    for (wide i = first; i < end; ++i) {
      before += x[i];
      y[i] = before;
    }
  });
}

// Of several that are the greatest, the last.
QN_GGML_KERNEL(argmax_f32) {
  using namespace quern::ggml;
  __shared__ float shared[row_threads];
  __shared__ int places[row_threads];
  const wide n = call.src[0].ne[0];
  each_row_of_blocks(rows_of(call.src[0]), [&](wide row) {
    const float *x =
        row_in<float>(src0, offset_of(call.src[0], row_at(call.src[0], row)));
    const float most = greatest_of_row(n, shared, [&](wide i) { return x[i]; });
    int place = 0;
    each_of_block(n, [&](wide i) { place = x[i] == most ? (int)i : place; });
    place = of_block<take_greater>(place, places);
    if (threadIdx.x == 0)
      *row_in<int>(dst, row * call.dst.nb[0]) = place;
  });
}

// ---- Cross entropy

// One block: -sum(labels * log softmax(logits)) / rows
QN_GGML_KERNEL(cross_entropy_loss_f32) {
  using namespace quern::ggml;
  __shared__ float shared[row_threads];
  const quern_ggml_shape &s = call.src[0];
  float loss = 0.0f;
  for (wide row = 0; row < rows_of(s); ++row) {
    const row_place r = row_at(s, row);
    const float *x = row_in<float>(src0, offset_of(s, r));
    const float *labels = row_in<float>(src1, offset_of(call.src[1], r));
    const float most =
        greatest_of_row(s.ne[0], shared, [&](wide i) { return x[i]; });
    const float sum =
        sum_of_row(s.ne[0], shared, [&](wide i) { return expf(x[i] - most); });
    const float log_sum = logf(sum);
    loss += sum_of_row(s.ne[0], shared, [&](wide i) {
      return (x[i] - most - log_sum) * labels[i];
    });
  }
  if (threadIdx.x == 0)
    *row_in<float>(dst, 0) = -loss / (float)rows_of(s);
}

// src0 is the loss's gradient, src1 the logits, src2 the labels.
QN_GGML_KERNEL(cross_entropy_loss_back_f32) {
  using namespace quern::ggml;
  __shared__ float shared[row_threads];
  const wide n = call.dst.ne[0];
  const float factor = *row_in<float>(src0, 0) / (float)rows_of(call.dst);
  each_row_of_blocks(rows_of(call.dst), [&](wide row) {
    const row_place r = row_at(call.dst, row);
    const float *x = row_in<float>(src1, offset_of(call.src[1], r));
    const float *labels = row_in<float>(src2, offset_of(call.src[2], r));
    float *y = row_in<float>(dst, offset_of(call.dst, r));
    const float most = greatest_of_row(n, shared, [&](wide i) { return x[i]; });
    const float sum =
        sum_of_row(n, shared, [&](wide i) { return expf(x[i] - most); });
    each_of_block(n, [&](wide i) {
      y[i] = (expf(x[i] - most) / sum - labels[i]) * factor;
    });
  });
}
