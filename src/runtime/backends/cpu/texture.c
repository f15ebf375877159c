// SPDX-License-Identifier: Apache-2.0
// Textures and surfaces: a descriptor in memory, which device code reads.
#include "base/alloc.h"
#include "quern/texture_abi.h"
#include "runtime/backends/cpu/cpu.h"

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
  qn_texture_words *t = qn_alloc(sizeof(*t));
  if (!t)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a texture object");
  fill(t, request);
  *value = (uintptr_t)t;
  return QN_R_OK;
}
