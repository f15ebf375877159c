// SPDX-License-Identifier: Apache-2.0
#include "runtime/contract/texture.h"

#include <stddef.h>

size_t qn_texture_size(const qn_texture_request *request) {
  return sizeof(qn_texture) + request->levels * sizeof(qn_texture_level);
}

static void fill_levels(qn_texture *t, const qn_texture_request *r,
                        uint64_t address) {
  const qn_memory *list = r->array->native;
  qn_array_shape s = r->shape;
  for (uint32_t i = 0; i < r->levels; ++i) {
    t->levels[i] = (qn_texture_level){
        .data = list[i].native,
        .pitch = list[i].pitch,
        .slice = list[i].slice,
        .width = (unsigned)s.width,
        .height = s.height ? (unsigned)s.height : 1,
        .depth = s.depth ? (unsigned)s.depth : 1,
    };
    s = qn_array_next_level(&s);
  }
  t->words.data = t->levels[0].data;
  t->words.pitch = t->levels[0].pitch;
  t->words.slice = t->levels[0].slice;
  t->words.levels =
      (const qn_texture_level *)(uintptr_t)(address +
                                            offsetof(qn_texture, levels));
  t->words.level_count = r->levels;
  t->words.levels_linear = r->levels_linear;
  t->words.level_bias = r->level_bias;
  t->words.level_min = r->level_min;
  t->words.level_max = r->level_max;
}

static void fill_words(qn_texture_words *t, const qn_texture_request *r) {
  const qn_array_shape *s = &r->shape;
  *t = (qn_texture_words){
      .data = r->array ? r->array->native : r->address,
      .pitch = r->array ? r->array->pitch : r->pitch,
      .slice = r->array ? r->array->slice : 0,
      .width = (unsigned)s->width,
      .height = s->height ? (unsigned)s->height : 1,
      .depth = s->depth ? (unsigned)s->depth : 1,
      .channels = (unsigned char)s->channels,
      .bits = (unsigned char)s->channel_bits,
      .kind = (unsigned char)s->kind,
      .linear = r->linear,
      .normalized_coords = r->normalized_coords,
      .normalized_read = r->normalized_read,
      .srgb = r->srgb,
      .layered = s->layered,
  };
  // A layered 1D array has its layers as slices.
  if (s->layered && !s->height && !s->depth)
    t->depth = 1;
  for (int i = 0; i < 3; ++i)
    t->address[i] = (unsigned char)r->address_mode[i];
  for (int i = 0; i < 4; ++i)
    t->border[i] = r->border[i];
}

void qn_texture_fill(qn_texture *texture, const qn_texture_request *request,
                     uint64_t address) {
  fill_words(&texture->words, request);
  if (request->levels)
    fill_levels(texture, request, address);
}

void qn_texture_limits(qn_device_info *info) {
  info->texture_1d = 131072;
  info->texture_1d_linear = 1 << 28;
  info->texture_2d[0] = 131072;
  info->texture_2d[1] = 65536;
  info->texture_2d_linear[0] = 131072;
  info->texture_2d_linear[1] = 65000;
  info->texture_2d_linear[2] = 2097120;
  for (int i = 0; i < 3; ++i)
    info->texture_3d[i] = 16384;
}
