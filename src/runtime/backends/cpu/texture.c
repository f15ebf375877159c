// SPDX-License-Identifier: Apache-2.0
// Textures and surfaces: a descriptor in memory, which device code reads.
#include "base/alloc.h"
#include "quern/texture_abi.h"
#include "runtime/backends/cpu/cpu.h"

// A texture with its levels behind it.
typedef struct texture {
  qn_texture_words words;
  qn_texture_level levels[];
} texture;

static void fill_levels(texture *t, const qn_texture_request *r) {
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
  t->words.levels = t->levels;
  t->words.level_count = r->levels;
  t->words.levels_linear = r->levels_linear;
  t->words.level_bias = r->level_bias;
  t->words.level_min = r->level_min;
  t->words.level_max = r->level_max;
}

static void fill(qn_texture_words *t, const qn_texture_request *r) {
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

qn_result qn_cpu_texture(void *device, const qn_texture_request *request,
                         uint64_t *value) {
  (void)device;
  if (!request) {
    qn_free((void *)(uintptr_t)*value);
    return QN_R_OK;
  }
  texture *t = qn_alloc(sizeof(*t) + request->levels * sizeof(t->levels[0]));
  if (!t)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a texture object");
  fill(&t->words, request);
  if (request->levels)
    fill_levels(t, request);
  *value = (uintptr_t)t;
  return QN_R_OK;
}
