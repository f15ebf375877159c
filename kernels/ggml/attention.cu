// SPDX-License-Identifier: Apache-2.0
//
// Attention in one kernel (flash_attn): softmax(Q K * scale + mask) V, over
// tiles of keys, so that scores are never all in memory. src0 to src4 are
// queries, keys, values, a mask in halves, and logits that only the sums see.
//
// params: scale, greatest bias, cap of the logits; of the plan: 4 to 6 what
// slopes are made of, 7 and 8 the types of keys and values (attention_types).
//
// On a CPU one thread of a block makes a row of the result, in vectors;
// elsewhere the threads of a block do together. The grid is along x.
#include "../mul_mat.h"
#include "attention_types.h"
#include "common.h"

namespace quern {
namespace ggml {

constexpr int head_max = 576;
constexpr int key_tile = 16;

// `count` numbers from number `first` on of a row become floats.
template <typename T>
QN_DEVICE void unpack(const char *row, int first, int count, float *to) {
  if constexpr (numbers_of<T> > 1)
    for (int i = 0; i < count; ++i)
      to[i] = row_in<T>(row, 0)[(first + i) / T::numbers].at((first + i) %
                                                             T::numbers);
  else
    for (int i = 0; i < count; ++i)
      to[i] = load_as<float>(row_in<T>(row, 0)[first + i]);
}

QN_DEVICE void unpack_any(int type, const char *row, int first, int count,
                          float *to) {
  switch (type) {
#define QN_ATTENTION_TYPE(name)                                                \
  case quern_attention_##name:                                                 \
    unpack<QN_TYPE_##name>(row, first, count, to);                             \
    break;
    QN_ATTENTION_TYPES(QN_ATTENTION_TYPE)
#undef QN_ATTENTION_TYPE
  }
}

// What a row of the result is made of.
struct attention {
  const char *query, *keys, *values, *mask;
  float *to;
  float slope, sink;
  bool has_sink;
};

QN_DEVICE float slope_of(const call_type &call, wide head) {
  if (!(real_param(call, 1) > 0.0f))
    return 1.0f;
  const int first_heads = call.params[6];
  return head < first_heads
             ? powf(real_param(call, 4), (float)(head + 1))
             : powf(real_param(call, 5), (float)(2 * (head - first_heads) + 1));
}

// Rows are numbered along the queries first, then heads, then batches.
QN_DEVICE attention attention_of(QN_GGML_PARAMETERS, wide row) {
  const shape_type *s = call.src;
  const auto a = divide(row, s[0].ne[1]);
  const auto b = divide(a.whole, s[0].ne[2]);
  const wide query = a.rest, head = b.rest, batch = b.whole;
  attention t;
  t.query = src0 + offset_of(s[0], {query, head, batch});
  t.keys = src1 + head / (s[0].ne[2] / s[1].ne[2]) * s[1].nb[2] +
           batch / (s[0].ne[3] / s[1].ne[3]) * s[1].nb[3];
  t.values = src2 + head / (s[0].ne[2] / s[2].ne[2]) * s[2].nb[2] +
             batch / (s[0].ne[3] / s[2].ne[3]) * s[2].nb[3];
  t.mask = s[3].ne[0] ? src3 + query * s[3].nb[1] +
                            wrapped(head, s[3].ne[2]) * s[3].nb[2] +
                            wrapped(batch, s[3].ne[3]) * s[3].nb[3]
                      : nullptr;
  t.to = row_in<float>(dst, offset_of(call.dst, {head, query, batch}));
  t.slope = slope_of(call, head);
  t.has_sink = s[4].ne[0] != 0;
  t.sink = t.has_sink ? row_in<float>(src4, 0)[head] : 0.0f;
  return t;
}

QN_DEVICE float minus_infinity() { return -__int_as_float(0x7f800000); }

QN_DEVICE float mask_at(const attention &t, wide key) {
  return t.mask ? t.slope * load_as<float>(row_in<__half>(t.mask, 0)[key])
                : 0.0f;
}

// A score from a product, with the cap and the mask.
QN_DEVICE float score_of(const call_type &call, float product, float mask) {
  const float cap = real_param(call, 2);
  float score = product * real_param(call, 0);
  if (cap != 0.0f)
    score = cap * tanhf(score / cap);
  return score + mask;
}

// What is known after some keys: the greatest score, and the sum of powers.
struct softmax_state {
  float most, sum;
};

// How much what was summed so far counts when `score` is one more.
QN_DEVICE float rescale(softmax_state &s, float most) {
  if (!(most > s.most))
    return 1.0f;
  const float factor = s.most == minus_infinity() ? 0.0f : expf(s.most - most);
  s.most = most;
  s.sum *= factor;
  return factor;
}

// The factor of the result once all keys are done.
QN_DEVICE float last_factor(softmax_state s, const attention &t) {
  float factor = 1.0f;
  if (t.has_sink) {
    factor = rescale(s, t.sink);
    s.sum += expf(t.sink - s.most);
  }
  return s.sum == 0.0f ? 0.0f : factor / s.sum;
}

#ifdef __QUERN_TARGET_CPU__

typedef lanes_of<float>::type lanes;

struct attention_room {
  float query[head_max], values[head_max];
  float row[head_max]; // of keys or values
};

// Zeroes fill the last lanes.
QN_DEVICE void clear_end(float *row, int count, int padded) {
  for (int i = count; i < padded; ++i)
    row[i] = 0.0f;
}

QN_DEVICE float dot(const float *a, const float *b, int padded) {
  lanes sum = 0.0f;
  for (int i = 0; i < padded; i += mul_mat_lanes)
    sum += *(const lanes *)&a[i] * *(const lanes *)&b[i];
  const auto eight = sum.lo + sum.hi;
  const auto four = eight.lo + eight.hi;
  const auto two = four.lo + four.hi;
  return two.x + two.y;
}

QN_DEVICE void attend(const call_type &call, const attention &t,
                      attention_room &room) {
  const int depth = (int)call.src[1].ne[0], width = (int)call.src[2].ne[0];
  const int padded = (depth + 15) / 16 * 16,
            wide_padded = (width + 15) / 16 * 16;
  softmax_state state = {minus_infinity(), 0.0f};
  unpack<float>(t.query, 0, depth, room.query);
  clear_end(room.query, depth, padded);
  clear_end(room.values, 0, wide_padded);
  for (wide key = 0; key < call.src[1].ne[1]; ++key) {
    const float mask = mask_at(t, key);
    if (mask == minus_infinity())
      continue;
    unpack_any(call.params[7], t.keys + key * call.src[1].nb[1], 0, depth,
               room.row);
    clear_end(room.row, depth, padded);
    const float score = score_of(call, dot(room.query, room.row, padded), mask);
    const float factor = rescale(state, score);
    const float weight = expf(score - state.most);
    state.sum += weight;
    unpack_any(call.params[8], t.values + key * call.src[2].nb[1], 0, width,
               room.row);
    clear_end(room.row, width, wide_padded);
    for (int i = 0; i < wide_padded; i += mul_mat_lanes) {
      lanes &to = *(lanes *)&room.values[i];
      to = to * factor + *(const lanes *)&room.row[i] * weight;
    }
  }
  const float factor = last_factor(state, t);
  for (int i = 0; i < width; ++i)
    t.to[i] = room.values[i] * factor;
}

QN_DEVICE void flash_attn(QN_GGML_PARAMETERS) {
  __shared__ __align__(64) attention_room room;
  if (threadIdx.x != 0)
    return;
  const wide rows = rows_of(call.src[0]);
  for (wide row = blockIdx.x; row < rows; row += gridDim.x)
    attend(call, attention_of(QN_GGML_ARGS, row), room);
}

#else

// A tile of keys or values, as floats.
struct attention_tile {
  float query[head_max];
  float rows[key_tile][head_max + 1];
  float parts[row_threads];
  float weights[key_tile];
};

QN_DEVICE void load_rows(int type, const char *at, wide stride, int rows,
                         int count, attention_tile &tile) {
  constexpr int each = 8; // numbers of a row that a thread unpacks
  const int chunks = (count + each - 1) / each;
  __syncthreads();
  for (int i = (int)threadIdx.x; i < rows * chunks; i += row_threads) {
    const int row = i / chunks, first = i % chunks * each;
    const int some = first + each <= count ? each : count - first;
    unpack_any(type, at + row * stride, first, some, &tile.rows[row][first]);
  }
  __syncthreads();
}

// The scores of a tile of keys, 16 threads for each.
QN_DEVICE float tile_score(const call_type &call, const attention &t, wide key,
                           int keys, attention_tile &tile) {
  const int row = (int)threadIdx.x / key_tile,
            part = (int)threadIdx.x % key_tile;
  float sum = 0.0f;
  if (row < keys)
    for (int i = part; i < (int)call.src[1].ne[0]; i += key_tile)
      sum += tile.query[i] * tile.rows[row][i];
  tile.parts[threadIdx.x] = sum;
  __syncthreads();
  if ((int)threadIdx.x < key_tile) {
    float product = 0.0f;
    for (int i = 0; i < key_tile; ++i)
      product += tile.parts[threadIdx.x * key_tile + i];
    tile.weights[threadIdx.x] =
        (int)threadIdx.x < keys
            ? score_of(call, product, mask_at(t, key + threadIdx.x))
            : minus_infinity();
  }
  __syncthreads();
  float most = minus_infinity();
  for (int i = 0; i < key_tile; ++i)
    most = tile.weights[i] > most ? tile.weights[i] : most;
  return most;
}

QN_DEVICE void attend(const call_type &call, const attention &t,
                      attention_tile &tile) {
  constexpr int each = (head_max + row_threads - 1) / row_threads;
  const int depth = (int)call.src[1].ne[0], width = (int)call.src[2].ne[0];
  const wide all = call.src[1].ne[1];
  softmax_state state = {minus_infinity(), 0.0f};
  float sums[each] = {};
  __syncthreads();
  for (int i = (int)threadIdx.x; i < depth; i += row_threads)
    tile.query[i] = row_in<float>(t.query, 0)[i];
  for (wide key = 0; key < all; key += key_tile) {
    const int keys = all - key < key_tile ? (int)(all - key) : key_tile;
    load_rows(call.params[7], t.keys + key * call.src[1].nb[1],
              call.src[1].nb[1], keys, depth, tile);
    const float most = tile_score(call, t, key, keys, tile);
    if (most == minus_infinity())
      continue;
    const float factor = rescale(state, most);
    load_rows(call.params[8], t.values + key * call.src[2].nb[1],
              call.src[2].nb[1], keys, width, tile);
    float weights[key_tile];
    for (int i = 0; i < key_tile; ++i) {
      weights[i] = expf(tile.weights[i] - state.most);
      state.sum += weights[i];
    }
    for (int e = 0; e < each; ++e) {
      const int at = (int)threadIdx.x + e * row_threads;
      sums[e] *= factor;
      if (at < width)
        for (int i = 0; i < keys; ++i)
          sums[e] += weights[i] * tile.rows[i][at];
    }
  }
  const float factor = last_factor(state, t);
  for (int e = 0; e < each; ++e)
    if ((int)threadIdx.x + e * row_threads < width)
      t.to[threadIdx.x + e * row_threads] = sums[e] * factor;
}

QN_DEVICE void flash_attn(QN_GGML_PARAMETERS) {
  __shared__ attention_tile tile;
  const wide rows = rows_of(call.src[0]);
  for (wide row = blockIdx.x; row < rows; row += gridDim.x)
    attend(call, attention_of(QN_GGML_ARGS, row), tile);
}

#endif

} // namespace ggml
} // namespace quern

QN_GGML_KERNEL(flash_attn) { quern::ggml::flash_attn(QN_GGML_ARGS); }
