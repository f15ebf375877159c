// SPDX-License-Identifier: Apache-2.0
// Images: several at a time, each where there is room. What holds addresses in
// them is moved with them.
#include <inttypes.h>

#include "base/alloc.h"
#include "runtime/backends/vortex/device.h"

enum { STEP = 0x10000, TRIES = 256 };

static qn_result refuse_image(const char *why) {
  return qn_refuse(QN_R_INVALID_IMAGE, "a Vortex image %s", why);
}

// ---- Its place

// Adds what the image moved by to each word that holds an address.
static qn_result relocate(const qn_vx_code *c, uint8_t *image) {
  const size_t word = c->header.xlen / 8;
  for (size_t i = 0; i < c->header.reloc_count; ++i) {
    const uint64_t at = qn_vxbin_number(&c->file, c->header.reloc_offset, i, 4);
    uint64_t value = 0;
    if (at > c->file.image.size || word > c->file.image.size - at)
      return refuse_image("has an address outside of it");
    memcpy(&value, image + at, word);
    value += c->moved;
    memcpy(image + at, &value, word);
  }
  return QN_R_OK;
}

static qn_result place(qn_vx_code *c) {
  qn_vx_device *d = c->device;
  uint64_t at = d->next_base > c->header.base ? d->next_base : c->header.base;
  for (int i = 0; i < TRIES && !c->block; ++i, at += STEP)
    c->block = qn_vx_take(d, at, c->header.memory_size);
  if (!c->block)
    return qn_refuse(QN_R_OUT_OF_MEMORY,
                     "the device has no place for %u bytes of code",
                     c->header.memory_size);
  d->next_base = qn_align_up(c->block->address + c->block->size, STEP);
  c->moved = c->block->address - c->header.base;
  return QN_R_OK;
}

static qn_result copy_image(qn_vx_code *c) {
  const qn_span image = c->file.image;
  uint8_t *moved = qn_alloc(image.size);
  if (!moved)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an image");
  memcpy(moved, image.data, image.size);
  qn_result result = relocate(c, moved);
  if (result == QN_R_OK)
    result = qn_vx_write(c->device, c->block->address, moved, image.size);
  qn_free(moved);
  return result;
}

// ---- Loading

static qn_result read_file(qn_vx_code *c, qn_span image) {
  qn_diag diag = {0};
  c->bytes = qn_alloc(image.size);
  if (!c->bytes)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an image");
  memcpy(c->bytes, image.data, image.size);
  if (qn_failed(
          qn_vxbin_read((qn_span){c->bytes, image.size}, 0, &c->file, &diag)))
    return qn_refuse(QN_R_INVALID_IMAGE, "%s", diag.message);
  if (!qn_vxbin_header(&c->file, &c->header))
    return refuse_image("that Quern did not make cannot be loaded");
  if (c->header.xlen != c->device->xlen ||
      c->header.version != c->device->version)
    return qn_refuse(QN_R_NO_BINARY,
                     "the image is for version %u of %u bits, the device is "
                     "version %u of %u",
                     c->header.version, c->header.xlen, c->device->version,
                     c->device->xlen);
  const qn_span camd = {c->file.image.data + c->header.record_offset,
                        c->header.record_size};
  if (qn_failed(qn_record_read(camd, 0, &c->arena, &c->record, &diag)))
    return qn_refuse(QN_R_INVALID_IMAGE, "%s", diag.message);
  if (c->record.kernel_count != c->header.kernel_count ||
      c->record.global_count != c->header.global_count)
    return refuse_image("has a record of other kernels");
  return QN_R_OK;
}

static qn_result load(qn_vx_code *c, qn_span image) {
  QN_CHECK(read_file(c, image));
  qn_mutex_lock(&c->device->mutex);
  qn_result result = place(c);
  if (result == QN_R_OK)
    result = copy_image(c);
  if (result == QN_R_OK) {
    c->next = c->device->codes;
    c->device->codes = c;
  }
  qn_mutex_unlock(&c->device->mutex);
  return result;
}

qn_result qn_vx_load(void *device, qn_span image, void **out_code) {
  qn_vx_code *c = qn_alloc_array(1, sizeof(*c));
  if (!c)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an image");
  c->device = device;
  const qn_result result = load(c, image);
  void *made = c;
  if (result == QN_R_OK)
    *out_code = c;
  else
    qn_vx_unload(device, &made);
  return result;
}

void qn_vx_unload(void *device, void **where) {
  qn_vx_device *d = device;
  qn_vx_code *c = *where;
  if (!c)
    return;
  *where = NULL;
  for (qn_vx_function *f = c->functions, *next; f; f = next) {
    next = f->next;
    qn_free(f);
  }
  qn_mutex_lock(&d->mutex);
  if (c->block && c->block->address < d->next_base)
    d->next_base = c->block->address;
  for (qn_vx_code **link = &d->codes; *link; link = &(*link)->next)
    if (*link == c) {
      *link = c->next;
      break;
    }
  qn_vx_give(d, c->block);
  qn_mutex_unlock(&d->mutex);
  qn_arena_finish(&c->arena);
  qn_free(c->bytes);
  qn_free(c);
}

// ---- What is in it

qn_result qn_vx_function_get(void *user, const qn_kernel *kernel,
                             void **out_function, qn_function_info *out_info) {
  qn_vx_code *c = user;
  size_t number = 0;
  while (number < c->record.kernel_count &&
         !qn_str_equal(c->record.kernels[number].name, kernel->name))
    ++number;
  if (number == c->record.kernel_count)
    return qn_refuse(QN_R_NOT_FOUND, "the image has no kernel '%.*s'",
                     QN_STR_ARG(kernel->name));
  qn_vx_function *f = qn_alloc_array(1, sizeof(*f));
  if (!f)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a function");
  f->code = c;
  f->number = (uint32_t)number;
  f->flags =
      (uint32_t)qn_vxbin_number(&c->file, c->header.flags_offset, number, 4);
  f->main = c->header.main + c->moved;
  enum { REGISTERS = 32 }; // as CPUs': programs divide by it
  const qn_device_info *d = &c->device->info;
  const uint32_t version = d->compute_major * 10 + d->compute_minor;
  *out_info = (qn_function_info){
      .registers = REGISTERS,
      .ptx_version = version, // what libraries choose their parameters by
      .binary_version = version,
      .max_threads =
          (uint32_t)qn_figure_or(kernel->resources.max_threads, 1024),
      .shared_static =
          (uint32_t)qn_figure_or(kernel->resources.shared_static, 0),
  };
  qn_mutex_lock(&c->device->mutex);
  f->next = c->functions;
  c->functions = f;
  qn_mutex_unlock(&c->device->mutex);
  *out_function = f;
  return QN_R_OK;
}

qn_result qn_vx_variable(void *user, const char *symbol, void **out_address,
                         size_t *out_size) {
  const qn_vx_code *c = user;
  const qn_str name = qn_str_from(symbol);
  for (size_t i = 0; i < c->record.global_count; ++i)
    if (qn_str_equal(c->record.globals[i].name, name)) {
      *out_address =
          (void *)(uintptr_t)(qn_vxbin_number(&c->file, c->header.global_offset,
                                              i, 8) +
                              c->moved);
      *out_size = (size_t)c->record.globals[i].size;
      return QN_R_OK;
    }
  return qn_refuse(QN_R_NOT_FOUND, "the image has no variable '%s'", symbol);
}
