// SPDX-License-Identifier: Apache-2.0
// Memory of a device, and memory of the program that it copies fast.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend.h"

enum { ALIGNMENT = 256 };

typedef struct memory {
  qg_device *device;
  char *address;
  bool is_borrowed;
} memory;

static qg_device *device_of(ggml_backend_buffer_t buffer) {
  return ((memory *)buffer->context)->device;
}

// Copies and fills of these functions are done when they return; they wait for
// nothing else, so those of graphs that still run are the caller's matter.
static void copy(qg_device *device, void *to, const void *from, size_t size) {
  if (size && qg_enter(device) &&
      qg_good(
          hipMemcpyAsync(to, from, size, hipMemcpyDefault, hipStreamPerThread),
          "could not copy"))
    (void)qg_good(hipStreamSynchronize(hipStreamPerThread), "could not copy");
}

static void fill(qg_device *device, void *to, uint8_t value, size_t size) {
  if (size && qg_enter(device) &&
      qg_good(hipMemsetAsync(to, value, size, hipStreamPerThread),
              "could not fill memory"))
    (void)qg_good(hipStreamSynchronize(hipStreamPerThread),
                  "could not fill memory");
}

// ---- Of a device

static void free_memory(ggml_backend_buffer_t buffer) {
  memory *m = buffer->context;
  if (!m->is_borrowed && qg_enter(m->device))
    (void)qg_good(hipFree(m->address), "could not free memory");
  free(m);
}

static void *base_of(ggml_backend_buffer_t buffer) {
  return ((memory *)buffer->context)->address;
}

static void fill_tensor(ggml_backend_buffer_t buffer,
                        struct ggml_tensor *tensor, uint8_t value,
                        size_t offset, size_t size) {
  fill(device_of(buffer), (char *)tensor->data + offset, value, size);
}

static void set_tensor(ggml_backend_buffer_t buffer, struct ggml_tensor *tensor,
                       const void *from, size_t offset, size_t size) {
  copy(device_of(buffer), (char *)tensor->data + offset, from, size);
}

static void get_tensor(ggml_backend_buffer_t buffer,
                       const struct ggml_tensor *tensor, void *to,
                       size_t offset, size_t size) {
  copy(device_of(buffer), to, (const char *)tensor->data + offset, size);
}

static bool copy_tensor(ggml_backend_buffer_t buffer,
                        const struct ggml_tensor *from,
                        struct ggml_tensor *to) {
  const bool ours = from->buffer->iface.free_buffer == free_memory;
  if (!ours && !ggml_backend_buffer_is_host(from->buffer))
    return false;
  copy(device_of(buffer), to->data, from->data, ggml_nbytes(from));
  return true;
}

static void clear(ggml_backend_buffer_t buffer, uint8_t value) {
  fill(device_of(buffer), base_of(buffer), value, buffer->size);
}

static const struct ggml_backend_buffer_i memory_interface = {
    .free_buffer = free_memory,
    .get_base = base_of,
    .memset_tensor = fill_tensor,
    .set_tensor = set_tensor,
    .get_tensor = get_tensor,
    .cpy_tensor = copy_tensor,
    .clear = clear,
};

static ggml_backend_buffer_t new_buffer(ggml_backend_buffer_type_t type,
                                        struct ggml_backend_buffer_i interface,
                                        memory contents, size_t size) {
  memory *m = malloc(sizeof(*m));
  if (!m)
    return NULL;
  *m = contents;
  return ggml_backend_buffer_init(type, interface, m, size);
}

static ggml_backend_buffer_t allocate(ggml_backend_buffer_type_t type,
                                      size_t size) {
  memory m = {.device = type->context};
  void *address = NULL;
  if (!qg_enter(m.device) || !qg_good(hipMalloc(&address, size ? size : 1),
                                      "could not allocate memory"))
    return NULL;
  m.address = address;
  ggml_backend_buffer_t made = new_buffer(type, memory_interface, m, size);
  if (!made)
    (void)qg_good(hipFree(address), "could not free memory");
  return made;
}

ggml_backend_buffer_t qg_buffer_over(ggml_backend_dev_t base, void *address,
                                     size_t size, size_t tensor_size_max) {
  qg_device *device = base->context;
  (void)tensor_size_max;
  if (!device->uses_host_memory)
    return NULL;
  const memory m = {device, address, true};
  return new_buffer(&device->memory, memory_interface, m, size);
}

static const char *type_name(ggml_backend_buffer_type_t type) {
  return ((qg_device *)type->context)->memory_name;
}

static size_t alignment_of(ggml_backend_buffer_type_t type) {
  (void)type;
  return ALIGNMENT;
}

// ---- Of the program

static void free_host(ggml_backend_buffer_t buffer) {
  memory *m = buffer->context;
  (void)qg_good(hipHostFree(m->address), "could not free memory");
  free(m);
}

static void host_fill(ggml_backend_buffer_t buffer, struct ggml_tensor *tensor,
                      uint8_t value, size_t offset, size_t size) {
  (void)buffer;
  memset((char *)tensor->data + offset, value, size);
}

static void host_set(ggml_backend_buffer_t buffer, struct ggml_tensor *tensor,
                     const void *from, size_t offset, size_t size) {
  (void)buffer;
  memcpy((char *)tensor->data + offset, from, size);
}

static void host_get(ggml_backend_buffer_t buffer,
                     const struct ggml_tensor *tensor, void *to, size_t offset,
                     size_t size) {
  (void)buffer;
  memcpy(to, (const char *)tensor->data + offset, size);
}

static bool host_copy(ggml_backend_buffer_t buffer,
                      const struct ggml_tensor *from, struct ggml_tensor *to) {
  (void)buffer;
  if (!ggml_backend_buffer_is_host(from->buffer))
    return false;
  memcpy(to->data, from->data, ggml_nbytes(from));
  return true;
}

static void host_clear(ggml_backend_buffer_t buffer, uint8_t value) {
  memset(base_of(buffer), value, buffer->size);
}

static const struct ggml_backend_buffer_i host_interface = {
    .free_buffer = free_host,
    .get_base = base_of,
    .memset_tensor = host_fill,
    .set_tensor = host_set,
    .get_tensor = host_get,
    .cpy_tensor = host_copy,
    .clear = host_clear,
};

static ggml_backend_buffer_t allocate_host(ggml_backend_buffer_type_t type,
                                           size_t size) {
  memory m = {.device = type->context};
  void *address = NULL;
  if (!qg_enter(m.device) ||
      !qg_good(hipHostMalloc(&address, size ? size : 1, 0),
               "could not allocate memory of the program"))
    return NULL;
  m.address = address;
  ggml_backend_buffer_t made = new_buffer(type, host_interface, m, size);
  if (!made)
    (void)qg_good(hipHostFree(address), "could not free memory");
  return made;
}

static const char *host_type_name(ggml_backend_buffer_type_t type) {
  return ((qg_device *)type->context)->host_memory_name;
}

static bool yes(ggml_backend_buffer_type_t type) {
  (void)type;
  return true;
}

// A device's memory is not the program's, as far as ggml is concerned, even
// where it is: nobody else may use it while a graph runs.
void qg_buffers_init(qg_device *device) {
  snprintf(device->memory_name, sizeof(device->memory_name), "%s",
           device->name);
  snprintf(device->host_memory_name, sizeof(device->host_memory_name),
           "%s_Host", device->name);
  device->memory = (struct ggml_backend_buffer_type){
      .iface = {.get_name = type_name,
                .alloc_buffer = allocate,
                .get_alignment = alignment_of},
      .device = &device->base,
      .context = device};
  device->host_memory =
      (struct ggml_backend_buffer_type){.iface = {.get_name = host_type_name,
                                                  .alloc_buffer = allocate_host,
                                                  .get_alignment = alignment_of,
                                                  .is_host = yes},
                                        .device = &device->base,
                                        .context = device};
}

bool qg_is_memory_of(const qg_device *device, ggml_backend_buffer_type_t type) {
  return type == &device->memory;
}
