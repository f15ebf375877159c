// SPDX-License-Identifier: Apache-2.0
// libvortex's interface of version 2 over the simulator. A launch runs while
// vx_start does.
#include "vortex/library.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/system/file.h"
#include "formats/container/vxbin.h"

VX_EXPORT int vx_upload_bytes(vx_device_h device, const void *bytes,
                              uint64_t size, vx_buffer_h *buffer);
VX_EXPORT int vx_upload_kernel_bytes(vx_device_h device, const void *bytes,
                                     uint64_t size, vx_buffer_h *buffer);
VX_EXPORT int vx_upload_file(vx_device_h device, const char *path,
                             vx_buffer_h *buffer);
VX_EXPORT int vx_upload_kernel_file(vx_device_h device, const char *path,
                                    vx_buffer_h *buffer);
VX_EXPORT int vx_copy_dev_to_dev(vx_buffer_h to, uint64_t to_offset,
                                 vx_buffer_h from, uint64_t from_offset,
                                 uint64_t size);
VX_EXPORT int vx_dcr_write(vx_device_h device, uint32_t address,
                           uint32_t value);
VX_EXPORT int vx_dcr_read(vx_device_h device, uint32_t address, uintptr_t third,
                          uint32_t *fourth);
VX_EXPORT int vx_mpm_query(vx_device_h device, uint32_t second, uint32_t third,
                           uintptr_t fourth, uint64_t *fifth);
VX_EXPORT int vx_check_occupancy(vx_device_h device, uint32_t block_size,
                                 uint32_t local_size);
VX_EXPORT int vx_dump_perf(vx_device_h device, FILE *stream);
VX_EXPORT int quern_vortex_configure(const char *text);
VX_EXPORT int quern_vortex_is_host(vx_device_h device);
VX_EXPORT int quern_vortex_failure(vx_device_h device, qn_vx_failing *out);
#define DECLARE(result, name, parameters) VX_EXPORT result name parameters;
VX_FUNCTIONS_2(DECLARE)
#undef DECLARE

// ---- The device

static qn_vx_config next_config;
static bool is_configured;

int quern_vortex_configure(const char *text) {
  qn_diag diag = {0};
  next_config = qn_vx_config_default();
  is_configured =
      !qn_failed(qn_vx_config_read(qn_str_from(text), &next_config, &diag));
  if (!is_configured)
    fprintf(stderr, "vortex: %s\n", diag.message);
  return is_configured ? 0 : -1;
}

static qn_status read_environment(qn_vx_config *config, qn_diag *diag) {
  const char *text = getenv("QUERN_VORTEX_SIM");
  *config = is_configured ? next_config : qn_vx_config_default();
  return text ? qn_vx_config_read(qn_str_from(text), config, diag) : qn_ok();
}

int vx_dev_open(vx_device_h *device) {
  qn_vx_config config;
  qn_diag diag = {0};
  vx_device *d = device ? qn_alloc_array(1, sizeof(*d)) : NULL;
  if (!d)
    return -1;
  if (qn_failed(read_environment(&config, &diag)) ||
      qn_failed(qn_vx_sim_open(&config, &d->sim, &diag))) {
    fprintf(stderr, "vortex: %s\n", diag.message);
    qn_free(d);
    return -1;
  }
  d->is_quiet = is_configured;
  d->references = 1;
  qn_mutex_init(&d->mutex);
  qn_mutex_init(&d->order);
  qn_cond_init(&d->changed);
  *device = d;
  return 0;
}

int vx_dev_close(vx_device_h device) {
  vx_device *d = device;
  if (!d)
    return -1;
  for (vx_buffer *b = d->buffers, *next; b; b = next) {
    next = b->next;
    qn_free(b);
  }
  qn_vx_sim_close(d->sim);
  qn_cond_finish(&d->changed);
  qn_mutex_finish(&d->order);
  qn_mutex_finish(&d->mutex);
  qn_free(d);
  return 0;
}

int vx_dev_caps(vx_device_h device, uint32_t id, uint64_t *value) {
  const vx_device *d = device;
  if (!d || !value)
    return -1;
  const qn_vx_config *c = qn_vx_sim_config(d->sim);
  const uint64_t flags =
      (c->xlen == 64 ? UINT64_C(2) : UINT64_C(1)) << 30 | 1u << ('i' - 'a') |
      1u << ('m' - 'a') | 1u << ('f' - 'a') |
      (uint64_t)c->doubles << ('d' - 'a') | (uint64_t)c->atomics;
  const uint64_t values[] = {[VX_CAPS_VERSION] = c->version,
                             [VX_CAPS_NUM_THREADS] = c->threads,
                             [VX_CAPS_NUM_WARPS] = c->warps,
                             [VX_CAPS_NUM_CORES] = c->cores,
                             [VX_CAPS_CACHE_LINE_SIZE] = 64,
                             [VX_CAPS_GLOBAL_MEM_SIZE] = c->memory_size,
                             [VX_CAPS_LOCAL_MEM_SIZE] = c->local_size,
                             [VX_CAPS_ISA_FLAGS] = flags,
                             [VX_CAPS_NUM_MEM_BANKS] = 1,
                             [VX_CAPS_MEM_BANK_SIZE] = c->memory_size};
  if (id >= sizeof(values) / sizeof(values[0]))
    return -1;
  *value = values[id];
  return 0;
}

// ---- Memory

vx_buffer *qn_vx_library_take(vx_device *d, uint64_t at, uint64_t size,
                              int flags) {
  const qn_vx_config *c = qn_vx_sim_config(d->sim);
  const uint64_t wanted = qn_align_up(size ? size : 1, QN_VX_PAGE);
  uint64_t place =
      at ? at & ~(uint64_t)(QN_VX_PAGE - 1) : (uint64_t)QN_VX_LOWEST;
  const uint64_t end = at ? at + wanted : 0;
  vx_buffer **link = &d->buffers;
  if (wanted < size || size > c->memory_size ||
      d->used + wanted > c->memory_size)
    return NULL;
  for (; *link; link = &(*link)->next) {
    const vx_buffer *b = *link;
    if (at ? b->address >= end : b->address >= place + wanted)
      break;
    if (at && b->address + b->size > place)
      return NULL; // taken
    if (!at && b->address + b->size > place)
      place = b->address + b->size;
  }
  // Stacks, and what a kernel is linked for, are not for data.
  if (!at && place + wanted > UINT64_C(0x80000000))
    return NULL;
  vx_buffer *b = qn_alloc(sizeof(*b));
  if (!b || !qn_vx_sim_protect(d->sim, place, wanted, (unsigned)flags)) {
    qn_free(b);
    return NULL;
  }
  *b = (vx_buffer){d, *link, place, wanted, 1};
  *link = b;
  d->used += wanted;
  return b;
}

static int allocate(vx_device *d, uint64_t at, uint64_t size, int flags,
                    vx_buffer_h *out) {
  if (!d || !out)
    return -1;
  qn_mutex_lock(&d->mutex);
  vx_buffer *b = qn_vx_library_take(d, at, size, flags);
  qn_mutex_unlock(&d->mutex);
  *out = b;
  return b ? 0 : -1;
}

int vx_mem_alloc(vx_device_h device, uint64_t size, int flags,
                 vx_buffer_h *buffer) {
  return allocate(device, 0, size, flags, buffer);
}

int vx_mem_reserve(vx_device_h device, uint64_t address, uint64_t size,
                   int flags, vx_buffer_h *buffer) {
  return address ? allocate(device, address, size, flags, buffer) : -1;
}

int vx_mem_free(vx_buffer_h buffer) {
  vx_buffer *b = buffer;
  if (!b)
    return -1;
  vx_device *d = b->device;
  qn_mutex_lock(&d->mutex);
  if (--b->references) {
    qn_mutex_unlock(&d->mutex);
    return 0;
  }
  for (vx_buffer **link = &d->buffers; *link; link = &(*link)->next)
    if (*link == b) {
      *link = b->next;
      break;
    }
  d->used -= b->size;
  (void)qn_vx_sim_protect(d->sim, b->address, b->size, 0);
  qn_mutex_unlock(&d->mutex);
  qn_free(b);
  return 0;
}

bool qn_vx_library_has(const vx_buffer *b, uint64_t offset, uint64_t size) {
  return b && offset <= b->size && size <= b->size - offset;
}

int vx_mem_access(vx_buffer_h buffer, uint64_t offset, uint64_t size,
                  int flags) {
  vx_buffer *b = buffer;
  if (!qn_vx_library_has(b, offset, size))
    return -1;
  qn_mutex_lock(&b->device->mutex);
  const bool done = qn_vx_sim_protect(b->device->sim, b->address + offset, size,
                                      (unsigned)flags);
  qn_mutex_unlock(&b->device->mutex);
  return done ? 0 : -1;
}

int vx_mem_address(vx_buffer_h buffer, uint64_t *address) {
  const vx_buffer *b = buffer;
  if (!b || !address)
    return -1;
  *address = b->address;
  return 0;
}

int vx_mem_info(vx_device_h device, uint64_t *free, uint64_t *used) {
  const vx_device *d = device;
  if (!d)
    return -1;
  if (free)
    *free = qn_vx_sim_config(d->sim)->memory_size - d->used;
  if (used)
    *used = d->used;
  return 0;
}

int vx_copy_to_dev(vx_buffer_h buffer, const void *host, uint64_t offset,
                   uint64_t size) {
  vx_buffer *b = buffer;
  if (!qn_vx_library_has(b, offset, size) || !host)
    return -1;
  qn_mutex_lock(&b->device->mutex);
  const bool done = qn_vx_sim_write(b->device->sim, b->address + offset,
                                    (qn_span){host, (size_t)size});
  qn_mutex_unlock(&b->device->mutex);
  return done ? 0 : -1;
}

int vx_copy_from_dev(void *host, vx_buffer_h buffer, uint64_t offset,
                     uint64_t size) {
  vx_buffer *b = buffer;
  if (!qn_vx_library_has(b, offset, size) || !host)
    return -1;
  qn_mutex_lock(&b->device->mutex);
  const bool done =
      qn_vx_sim_read(b->device->sim, b->address + offset, host, (size_t)size);
  qn_mutex_unlock(&b->device->mutex);
  return done ? 0 : -1;
}

int vx_copy_dev_to_dev(vx_buffer_h to, uint64_t to_offset, vx_buffer_h from,
                       uint64_t from_offset, uint64_t size) {
  void *bytes = qn_alloc((size_t)size);
  const int result = !bytes ? -1
                     : vx_copy_from_dev(bytes, from, from_offset, size)
                         ? -1
                         : vx_copy_to_dev(to, bytes, to_offset, size);
  qn_free(bytes);
  return result;
}

// ---- Launches

bool qn_vx_library_run(vx_device *d, const qn_vx_start *start) {
  d->has_failed = !qn_vx_sim_run(d->sim, start);
  if (!d->has_failed)
    return true;
  const qn_vx_trap *t = qn_vx_sim_trap(d->sim);
  qn_vx_failing *f = &d->failure;
  *f = (qn_vx_failing){.pc = t->pc, .warp = t->number, .address = t->address};
  if (t->pc)
    snprintf(f->text, sizeof(f->text),
             "%s (core %u, warp %u, lane %u, pc 0x%" PRIx64 ")", t->message,
             t->core, t->warp, t->lane, t->pc);
  else
    snprintf(f->text, sizeof(f->text), "%s", t->message);
  if (!d->is_quiet)
    fprintf(stderr, "vortex: %s\n", f->text);
  return false;
}

int vx_start(vx_device_h device, vx_buffer_h kernel, vx_buffer_h arguments) {
  vx_device *d = device;
  const vx_buffer *code = kernel;
  const vx_buffer *args = arguments;
  if (!d || !code || !args || qn_vx_sim_config(d->sim)->version != 2)
    return -1;
  qn_mutex_lock(&d->mutex);
  (void)qn_vx_library_run(
      d, &(qn_vx_start){.start = code->address, .args = args->address});
  qn_mutex_unlock(&d->mutex);
  return 0;
}

int vx_ready_wait(vx_device_h device, uint64_t milliseconds) {
  const vx_device *d = device;
  (void)milliseconds;
  return d && !d->has_failed ? 0 : -1;
}

int quern_vortex_is_host(vx_device_h device) {
  return device && qn_vx_sim_is_host(((vx_device *)device)->sim);
}

int quern_vortex_failure(vx_device_h device, qn_vx_failing *out) {
  const vx_device *d = device;
  if (!d || !d->has_failed)
    return -1;
  *out = d->failure;
  return 0;
}

// ---- Uploads

int vx_upload_bytes(vx_device_h device, const void *bytes, uint64_t size,
                    vx_buffer_h *buffer) {
  if (vx_mem_alloc(device, size, VX_MEM_READ, buffer))
    return -1;
  if (!vx_copy_to_dev(*buffer, bytes, 0, size))
    return 0;
  (void)vx_mem_free(*buffer);
  return -1;
}

// As in the real one, the pages of the file are only read by kernels, those
// behind it written, too.
int vx_upload_kernel_bytes(vx_device_h device, const void *bytes, uint64_t size,
                           vx_buffer_h *buffer) {
  qn_vxbin v;
  qn_diag diag = {0};
  if (qn_failed(qn_vxbin_read((qn_span){bytes, (size_t)size}, 0, &v, &diag)) ||
      v.version < 2) {
    fprintf(stderr, "vortex: %s\n", diag.message);
    return -1;
  }
  if (vx_mem_reserve(device, v.min, v.max - v.min, VX_MEM_READ_WRITE, buffer))
    return -1;
  const uint64_t filled = v.image.size & ~(uint64_t)(QN_VX_PAGE - 1);
  if (!vx_copy_to_dev(*buffer, v.image.data, 0, v.image.size) &&
      !vx_mem_access(*buffer, 0, filled, VX_MEM_READ))
    return 0;
  (void)vx_mem_free(*buffer);
  return -1;
}

int qn_vx_library_file(vx_device_h device, const char *path,
                       qn_vx_use_file_fn *use, void **out) {
  qn_file file;
  qn_diag diag = {0};
  if (qn_failed(qn_file_open(path, 0, &file, &diag))) {
    fprintf(stderr, "vortex: %s: %s\n", path, diag.message);
    return -1;
  }
  const int result = use(device, file.bytes.data, file.bytes.size, out);
  qn_file_close(&file);
  return result;
}

int vx_upload_file(vx_device_h device, const char *path, vx_buffer_h *buffer) {
  return qn_vx_library_file(device, path, vx_upload_bytes, buffer);
}

int vx_upload_kernel_file(vx_device_h device, const char *path,
                          vx_buffer_h *buffer) {
  return qn_vx_library_file(device, path, vx_upload_kernel_bytes, buffer);
}

// ---- What is there for programs that ask

static bool is_version_2(const vx_device *d) {
  return qn_vx_sim_config(d->sim)->version == 2;
}

// The value's place in the device, which nothing else reads; NULL: all places
// have other registers.
static vx_setting *find_setting(vx_device *d, uint32_t address, bool may_add) {
  for (uint32_t i = 0; i < d->setting_count; ++i)
    if (d->settings[i].address == address)
      return &d->settings[i];
  if (!may_add || d->setting_count == VX_SETTINGS_MAX)
    return NULL;
  d->settings[d->setting_count] = (vx_setting){.address = address};
  return &d->settings[d->setting_count++];
}

int vx_dcr_write(vx_device_h device, uint32_t address, uint32_t value) {
  vx_device *d = device;
  vx_setting *s = d ? find_setting(d, address, true) : NULL;
  if (s)
    s->value = value;
  return s ? 0 : -1;
}

// Version 2 passes (device, address, value), version 3 a tag in between.
int vx_dcr_read(vx_device_h device, uint32_t address, uintptr_t third,
                uint32_t *fourth) {
  vx_device *d = device;
  if (!d)
    return -1;
  const vx_setting *s = find_setting(d, address, false);
  uint32_t *value = is_version_2(d) ? (uint32_t *)third : fourth;
  if (!value)
    return -1;
  *value = s ? s->value : 0;
  return 0;
}

// Version 2 passes (device, register, core, value), version 3 a class of
// registers in front of these. There are no cycles but instructions.
int vx_mpm_query(vx_device_h device, uint32_t second, uint32_t third,
                 uintptr_t fourth, uint64_t *fifth) {
  enum { MCYCLE = 0xb00, MINSTRET = 0xb02 };
  const vx_device *d = device;
  if (!d)
    return -1;
  const bool is_2 = is_version_2(d);
  const uint32_t number = is_2 ? second : third;
  const uint32_t core = is_2 ? third : (uint32_t)fourth;
  uint64_t *value = is_2 ? (uint64_t *)fourth : fifth;
  if (!value || core >= qn_vx_sim_config(d->sim)->cores ||
      (number != MCYCLE && number != MINSTRET))
    return -1;
  *value = qn_vx_sim_core_count(d->sim, core);
  return 0;
}

int vx_check_occupancy(vx_device_h device, uint32_t block_size,
                       uint32_t local_size) {
  const vx_device *d = device;
  if (!d)
    return -1;
  const qn_vx_config *c = qn_vx_sim_config(d->sim);
  return block_size <= c->warps * c->threads && local_size <= c->local_size
             ? 0
             : -1;
}

int vx_dump_perf(vx_device_h device, FILE *stream) {
  const vx_device *d = device;
  if (!d || !stream)
    return -1;
  fprintf(stream, "PERF: instrs=%" PRIu64 "\n", qn_vx_sim_count(d->sim));
  return 0;
}
