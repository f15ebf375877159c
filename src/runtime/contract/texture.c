// SPDX-License-Identifier: Apache-2.0
#include "runtime/contract/texture.h"

#include <stddef.h>

#include "base/alloc.h"

size_t qn_texture_size(const qn_texture_request *request) {
  return sizeof(qn_texture) + request->levels * sizeof(qn_texture_level);
}

// ---- Views

enum { BLOCK_COMPRESSED = 25 }; // the first of those formats

static void apply_format(uint32_t format, qn_array_shape *shape) {
  static const uint8_t bits[] = {8, 8, 16, 16, 32, 32, 16, 32};
  const uint32_t type = (format - 1) / 3, channels = (format - 1) % 3;
  shape->channels = channels == 2 ? 4 : channels + 1;
  shape->channel_bits = bits[type];
  shape->kind = type > 5   ? QN_TEXEL_FLOAT
                : type % 2 ? QN_TEXEL_SIGNED
                           : QN_TEXEL_UNSIGNED;
}

qn_array_shape qn_texture_seen(const qn_texture_request *r) {
  qn_array_shape seen = r->shape;
  if (r->view.format && r->view.format < BLOCK_COMPRESSED)
    apply_format(r->view.format, &seen);
  return seen;
}

static uint32_t texel_bits(const qn_array_shape *shape) {
  return shape->channels * shape->channel_bits;
}

static qn_result check_parts(const qn_texture_request *r) {
  const qn_texture_view *v = &r->view;
  const qn_array_shape *s = &r->shape;
  const uint32_t levels = r->levels ? r->levels : 1;
  const uint32_t layers = s->layered && s->depth ? (uint32_t)s->depth : 1;
  if (v->first_level > v->last_level || v->last_level >= levels)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "a view has levels %u to %u of a resource with %u",
                     v->first_level, v->last_level, levels);
  if (v->first_layer > v->last_layer || v->last_layer >= layers)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "a view has layers %u to %u of a resource with %u",
                     v->first_layer, v->last_layer, layers);
  if (s->cubemap && v->first_layer % 6)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "a view begins at face %u of a cubemap: six are a layer",
                     v->first_layer);
  return QN_R_OK;
}

qn_result qn_texture_check(const qn_texture_request *r) {
  const qn_texture_view *v = &r->view;
  const qn_array_shape seen = qn_texture_seen(r);
  if (!v->format)
    return QN_R_OK;
  if (v->format >= BLOCK_COMPRESSED)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "the device has no block-compressed textures (view in "
                     "format %u)",
                     v->format);
  if (!r->array)
    return qn_refuse(QN_R_INVALID_VALUE, "views are of arrays and mipmaps");
  if (texel_bits(&seen) != texel_bits(&r->shape))
    return qn_refuse(QN_R_INVALID_VALUE,
                     "a view's texels have %u bits, the array's %u",
                     texel_bits(&seen), texel_bits(&r->shape));
  if (v->width != r->shape.width || v->height != r->shape.height)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "a view of %zu x %zu texels of an array of %zu x %zu",
                     v->width, v->height, r->shape.width, r->shape.height);
  return check_parts(r);
}

static void apply_view(qn_texture_words *t, const qn_texture_request *r) {
  const qn_texture_view *v = &r->view;
  const qn_array_shape seen = qn_texture_seen(r);
  if (!v->format)
    return;
  t->channels = (unsigned char)seen.channels;
  t->bits = (unsigned char)seen.channel_bits;
  t->kind = (unsigned char)seen.kind;
  if (t->level_count) {
    t->levels += v->first_level;
    t->level_count = v->last_level - v->first_level + 1;
  }
}

// Of one image, or of a level's.
static void apply_layers(const qn_texture_request *r, unsigned char **data,
                         unsigned long long slice, unsigned *depth) {
  if (!r->view.format || !r->shape.layered)
    return;
  *data += r->view.first_layer * slice;
  *depth = r->view.last_layer - r->view.first_layer + 1;
}

// ---- Descriptors

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
    apply_layers(r, &t->levels[i].data, t->levels[i].slice,
                 &t->levels[i].depth);
    s = qn_array_next_level(&s);
  }
  const qn_texture_level *first = &t->levels[r->view.first_level];
  t->words.data = first->data;
  t->words.pitch = first->pitch;
  t->words.slice = first->slice;
  t->words.width = first->width;
  t->words.height = first->height;
  t->words.depth = first->depth;
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
      .seamless = r->seamless && s->cubemap,
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
  else
    apply_layers(request, &texture->words.data, texture->words.slice,
                 &texture->words.depth);
  apply_view(&texture->words, request);
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

// ---- Objects

// As an array of bytes, which is released without its size.
static qn_result allocate_descriptor(const qn_array_ops *ops, void *device,
                                     size_t size, qn_memory *out) {
  const qn_array_shape bytes = {
      .width = size, .channels = 1, .channel_bits = 8};
  const qn_memory_request request = {.kind = QN_MEMORY_ARRAY, .shape = &bytes};
  return ops->allocate(device, &request, out);
}

static qn_result make_object(const qn_array_ops *ops, void *device,
                             const qn_texture_request *request,
                             qn_memory *out) {
  const size_t size = qn_texture_size(request);
  QN_CHECK(qn_texture_check(request));
  qn_texture *t = qn_alloc(size);
  if (!t)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a texture object");
  qn_result result = allocate_descriptor(ops, device, size, out);
  if (result == QN_R_OK) {
    qn_texture_fill(t, request, (uintptr_t)out->native);
    result = ops->write(device, out->native, t, size);
    if (result != QN_R_OK)
      (void)ops->release(device, QN_MEMORY_ARRAY, out);
  }
  qn_free(t);
  return result;
}

qn_result qn_texture_object(const qn_array_ops *ops, void *device,
                            const qn_texture_request *request,
                            uint64_t *value) {
  qn_memory memory = {0};
  if (!request) {
    memory.native = (void *)(uintptr_t)*value;
    return ops->release(device, QN_MEMORY_ARRAY, &memory);
  }
  QN_CHECK(make_object(ops, device, request, &memory));
  *value = (uintptr_t)memory.native;
  return QN_R_OK;
}
