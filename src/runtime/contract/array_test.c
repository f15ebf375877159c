// SPDX-License-Identifier: Apache-2.0
#include "runtime/contract/texture.h"

#include "support/test.h"

// ---- A device whose memory is the host's

typedef struct device {
  int blocks;     // that are not released
  int until_none; // allocations that still succeed
  bool write_fails;
} device;

static qn_result allocate(void *user, const qn_memory_request *request,
                          qn_memory *out) {
  device *d = user;
  size_t size;
  CHECK_INT(request->kind, QN_MEMORY_ARRAY);
  if (d->until_none-- <= 0)
    return QN_R_OUT_OF_MEMORY;
  CHECK_INT(qn_array_layout(request->shape, 64, out, &size), QN_R_OK);
  out->native = qn_alloc(size);
  CHECK(out->native);
  ++d->blocks;
  return QN_R_OK;
}

static qn_result release(void *user, qn_memory_kind kind, qn_memory *memory) {
  device *d = user;
  CHECK_INT(kind, QN_MEMORY_ARRAY);
  qn_free(memory->native);
  --d->blocks;
  return QN_R_OK;
}

static qn_result write_memory(void *user, void *to, const void *from,
                              size_t size) {
  const device *d = user;
  if (d->write_fails)
    return QN_R_LAUNCH_FAILURE;
  memcpy(to, from, size);
  return QN_R_OK;
}

static const qn_array_ops ops = {allocate, release, write_memory};
static const qn_array_shape floats = {
    .width = 5, .height = 3, .channels = 2, .channel_bits = 32, .levels = 3};

// ---- Arrays

static void test_layout(void) {
  qn_array_shape shape = floats;
  qn_memory memory = {0};
  size_t size;
  CHECK_INT(qn_array_layout(&shape, 256, &memory, &size), QN_R_OK);
  CHECK_INT(memory.pitch, 256);
  CHECK_INT(memory.slice, 3 * 256);
  CHECK_INT(size, 3 * 256);
  shape.depth = 4;
  shape.width = 33;
  CHECK_INT(qn_array_layout(&shape, 256, &memory, &size), QN_R_OK);
  CHECK_INT(memory.pitch, 512);
  CHECK_INT(size, 4 * 3 * 512);
  shape = (qn_array_shape){.width = 7, .channels = 1, .channel_bits = 8};
  CHECK_INT(qn_array_layout(&shape, 32, &memory, &size), QN_R_OK);
  CHECK_INT(size, 32);
}

static void test_too_large(void) {
  static const qn_array_shape shapes[] = {
      {.width = SIZE_MAX / 4, .channels = 4, .channel_bits = 32},
      {.width = SIZE_MAX - 8, .channels = 1, .channel_bits = 8},
      {.width = SIZE_MAX / 8, .height = 16, .channels = 1, .channel_bits = 8},
      {.width = 1 << 20,
       .height = SIZE_MAX >> 24,
       .depth = 64,
       .channels = 1,
       .channel_bits = 8},
  };
  for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); ++i) {
    qn_memory memory;
    size_t size;
    CHECK_INT(qn_array_layout(&shapes[i], 256, &memory, &size),
              QN_R_OUT_OF_MEMORY);
  }
}

static void test_resolve(void) {
  char bytes[4096];
  const qn_memory array = {.native = bytes, .pitch = 64, .slice = 512};
  qn_copy_side side = {.array = &array, .x = 8, .y = 2, .z = 3};
  qn_copy_side plain = {.address = bytes + 1, .pitch = 3, .slice = 9};
  qn_array_resolve(&side);
  CHECK(!side.array && side.device);
  CHECK(side.address == bytes + 3 * 512 + 2 * 64 + 8);
  CHECK(qn_copy_row(&side, 1, 1) == bytes + 4 * 512 + 3 * 64 + 8);
  qn_array_resolve(&plain);
  CHECK(!plain.device && plain.address == bytes + 1);
  CHECK(qn_copy_row(&plain, 2, 1) == bytes + 16);
}

// ---- Mipmaps

static void test_mipmap(void) {
  device d = {.until_none = 3};
  qn_memory mipmap = {0};
  CHECK_INT(qn_mipmap_make(&ops, &d, &floats, &mipmap), QN_R_OK);
  CHECK_INT(d.blocks, 3);
  const qn_memory_request request = {
      .kind = QN_MEMORY_LEVEL, .host = mipmap.native, .offset = 1};
  const qn_memory level = qn_mipmap_level(&request);
  CHECK(level.native && level.pitch == 64 && level.slice == 64);
  qn_mipmap_finish(&ops, &d, &mipmap);
  CHECK_INT(d.blocks, 0);
}

static void test_mipmap_without_memory(void) {
  for (int n = 0; n < 3; ++n) {
    device d = {.until_none = n};
    qn_memory mipmap = {0};
    CHECK_INT(qn_mipmap_make(&ops, &d, &floats, &mipmap), QN_R_OUT_OF_MEMORY);
    CHECK_INT(d.blocks, 0);
  }
}

// ---- Texture objects

static void test_object(void) {
  device d = {.until_none = 1};
  char texels[256];
  const qn_texture_request request = {.address = texels, .shape = floats};
  uint64_t object = 0;
  CHECK_INT(qn_texture_object(&ops, &d, &request, &object), QN_R_OK);
  const qn_texture_words *words = (const qn_texture_words *)(uintptr_t)object;
  CHECK(words->data == (unsigned char *)texels);
  CHECK(words->width == 5 && words->height == 3 && words->channels == 2);
  CHECK_INT(qn_texture_object(&ops, &d, NULL, &object), QN_R_OK);
  CHECK_INT(d.blocks, 0);
}

static void test_object_that_fails(void) {
  device d = {.until_none = 1, .write_fails = true};
  char texels[256];
  const qn_texture_request request = {.address = texels, .shape = floats};
  uint64_t object = 0;
  CHECK_INT(qn_texture_object(&ops, &d, &request, &object),
            QN_R_LAUNCH_FAILURE);
  CHECK_INT(d.blocks, 0);
  CHECK_INT(qn_texture_object(&ops, &d, &request, &object), QN_R_OUT_OF_MEMORY);
  CHECK_INT(object, 0);
}

int main(void) {
  test_layout();
  test_too_large();
  test_resolve();
  test_mipmap();
  test_mipmap_without_memory();
  test_object();
  test_object_that_fails();
  return 0;
}
