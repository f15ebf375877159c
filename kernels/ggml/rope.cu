// SPDX-License-Identifier: Apache-2.0
//
// Rotary position embeddings, in all of ggml's forms: rope_<type>. A thread
// turns a pair of numbers of a row.
//
// params: as ggml's, but 0 and 3 are the ends of the ramp of YaRN, and 4 is the
// sine's sign (as floats).
#include "common.h"

namespace quern {
namespace ggml {

enum rope_mode {
  rope_normal = 0, // neighbours are a pair
  rope_neox = 2,   // the halves of what is turned are
  rope_mrope = 8,  // the same, by positions along several axes
  rope_vision = 24,
  rope_imrope = 40,
};

// Which of the four positions of a row a pair is turned by, and how many
// frequencies further.
struct rope_axis {
  int axis;
  wide steps;
};

QN_DEVICE rope_axis axis_of(const call_type &call, int mode, wide pair) {
  const int *sections = call.params + 11;
  const int all = sections[0] + sections[1] + sections[2] + sections[3];
  const int w = sections[0] + sections[1], e = w + sections[2];
  const int sector = (int)(pair % all);
  if (mode == rope_imrope) {
    const int axis = sector % 3 == 1 && sector < 3 * sections[1]   ? 1
                     : sector % 3 == 2 && sector < 3 * sections[2] ? 2
                     : sector % 3 == 0 && sector < 3 * sections[0] ? 0
                                                                   : 3;
    return {axis, pair};
  }
  const int axis = sector < sections[0] ? 0
                   : sector < w         ? 1
                   : sector < e         ? 2
                                        : 3;
  const int first = axis == 0 ? 0 : axis == 1 ? sections[0] : axis == 2 ? w : e;
  return {axis, mode == rope_vision ? sector - first : pair};
}

struct turn {
  float cosine, sine;
};

// Of pair `pair` by `angle`.
QN_DEVICE turn turn_by(const call_type &call, wide pair, float angle) {
  const float frequency_scale = real_param(call, 6);
  const float extrapolation = real_param(call, 7);
  float scale = real_param(call, 8);
  float theta = frequency_scale * angle;
  if (extrapolation != 0.0f) {
    const float low = real_param(call, 0), high = real_param(call, 3);
    const float y = ((float)pair - low) / fmaxf(0.001f, high - low);
    const float mix = (1.0f - fminf(1.0f, fmaxf(0.0f, y))) * extrapolation;
    theta = theta * (1.0f - mix) + angle * mix;
    scale *= 1.0f + 0.1f * logf(1.0f / frequency_scale);
  }
  return {cosf(theta) * scale, sinf(theta) * scale * real_param(call, 4)};
}

template <typename T> QN_DEVICE void rope(QN_GGML_PARAMETERS) {
  const int turned = call.params[1], mode = call.params[2];
  const int skipped = call.params[15];
  const wide n = call.dst.ne[0], rows = call.dst.ne[2];
  const wide turned_pairs = mode == rope_vision ? n / 2 : turned / 2;
  const wide apart = mode == rope_normal   ? 1
                     : mode == rope_vision ? turned
                                           : turned / 2;
  const float factor = -2.0f / (float)turned;
  const int *positions = row_in<int>(src1, 0);
  each_row(rows_of(call.dst), [&](wide row) {
    const row_place r = row_at(call.dst, row);
    const T *x = row_in<T>(src0, offset_of(call.src[0], r));
    T *y = row_in<T>(dst, offset_of(call.dst, r));
    each_element(n / 2, [&](wide pair) {
      if (pair >= turned_pairs) { // these stay as they are
        const wide rest = 2 * pair - turned;
        const wide at = rest < skipped ? rest : rest + turned;
        y[at] = x[at];
        y[at + 1] = x[at + 1];
        return;
      }
      rope_axis axis = {0, pair};
      if (mode & rope_mrope)
        axis = axis_of(call, mode, pair);
      const float position = (float)positions[r.i2 + rows * axis.axis];
      float angle =
          position * powf(real_param(call, 5), factor * (float)axis.steps);
      if (call.src[2].ne[0])
        angle /= row_in<float>(src2, 0)[pair];
      const turn t = turn_by(call, pair, angle);
      const wide at = (mode == rope_vision ? 0 : skipped) +
                      (mode == rope_normal ? 2 * pair : pair);
      const float a = load_as<float>(x[at]), b = load_as<float>(x[at + apart]);
      y[at] = store_as<T>(a * t.cosine - b * t.sine);
      y[at + apart] = store_as<T>(a * t.sine + b * t.cosine);
    });
  });
}

} // namespace ggml
} // namespace quern

QN_GGML_KERNEL(rope_f32) { quern::ggml::rope<float>(QN_GGML_ARGS); }
QN_GGML_KERNEL(rope_f16) { quern::ggml::rope<__half>(QN_GGML_ARGS); }
