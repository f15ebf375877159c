// SPDX-License-Identifier: Apache-2.0
// Code objects, kernels and variables.
#include <stdio.h>

#include "base/alloc.h"
#include "runtime/backends/hsa/hsa.h"

static qn_result load_code(qn_hsa_code *code, qn_span image) {
  const qn_hsa_device *d = code->device;
  const qn_hsa_api *api = &d->driver->api;
  code->image = qn_alloc(image.size + 1);
  if (!code->image)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an image");
  memcpy(code->image, image.data, image.size);
  code->image_size = image.size;
  QN_CHECK(qn_hsa_result(d,
                         api->hsa_code_object_reader_create_from_memory(
                             code->image, image.size, &code->reader),
                         "reading a code object"));
  QN_CHECK(qn_hsa_result(
      d, api->hsa_executable_create_alt(1, 0, NULL, &code->executable),
      "making an executable"));
  QN_CHECK(
      qn_hsa_result(d,
                    api->hsa_executable_load_agent_code_object(
                        code->executable, d->agent, code->reader, NULL, NULL),
                    "loading a code object"));
  return qn_hsa_result(d, api->hsa_executable_freeze(code->executable, NULL),
                       "finishing an executable");
}

qn_result qn_hsa_load(void *device, qn_span image, void **out_code) {
  qn_hsa_code *code = qn_alloc_array(1, sizeof(*code));
  if (!code)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for code");
  code->device = device;
  qn_mutex_init(&code->mutex);
  qn_result result = load_code(code, image);
  if (result == QN_R_OK)
    result = qn_hsa_give_heap(code);
  void *made = code;
  if (result != QN_R_OK) {
    qn_hsa_unload(device, &made);
    return result;
  }
  qn_hsa_read_formats(code);
  *out_code = code;
  return QN_R_OK;
}

void qn_hsa_unload(void *device, void **where) {
  qn_hsa_code *code = *where;
  const qn_hsa_api *api = &((qn_hsa_device *)device)->driver->api;
  if (!code)
    return;
  while (code->functions) {
    qn_hsa_function *f = code->functions;
    code->functions = f->next;
    qn_free(f);
  }
  while (code->formats) {
    qn_hsa_format *f = code->formats;
    code->formats = f->next;
    qn_free(f);
  }
  if (code->executable.handle)
    (void)api->hsa_executable_destroy(code->executable);
  if (code->reader.handle)
    (void)api->hsa_code_object_reader_destroy(code->reader);
  qn_mutex_finish(&code->mutex);
  qn_free(code->image);
  qn_free(code);
  *where = NULL;
}

// ---- Kernels

static qn_result find_symbol(const qn_hsa_code *code, const char *name,
                             hsa_symbol *out_symbol) {
  const qn_hsa_device *d = code->device;
  const hsa_status status = d->driver->api.hsa_executable_get_symbol_by_name(
      code->executable, name, &d->agent, out_symbol);
  return status == HSA_SUCCESS
             ? QN_R_OK
             : qn_refuse(QN_R_NOT_FOUND, "the image has no '%s'", name);
}

static qn_result add_hidden(qn_hsa_function *f, const qn_argument *a) {
  static const struct {
    const char *name;
    qn_hsa_hidden what;
  } rows[] = {
#define QN_HIDDEN(id, text) {text, QN_HSA_##id},
#include "runtime/backends/hsa/hidden.def"
#undef QN_HIDDEN
  };
  for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); ++k) {
    if (!qn_str_equal(a->hidden, qn_str_from(rows[k].name)))
      continue;
    if (f->hidden_count == QN_HSA_HIDDEN_MAX || a->size > 8 ||
        a->offset > f->kernarg_size || a->size > f->kernarg_size - a->offset)
      break;
    f->hidden[f->hidden_count].offset = (uint16_t)a->offset;
    f->hidden[f->hidden_count].size = (uint16_t)a->size;
    f->hidden[f->hidden_count++].what = (uint8_t)rows[k].what;
    f->prints |= rows[k].what == QN_HSA_PRINTF_BUFFER;
    f->calls |= rows[k].what == QN_HSA_HOSTCALL_BUFFER;
    f->allocates |= rows[k].what == QN_HSA_HEAP;
    return QN_R_OK;
  }
  return qn_refuse(QN_R_INVALID_IMAGE,
                   "the kernel's hidden argument '%.*s' is not known",
                   QN_STR_ARG(a->hidden));
}

// Since version 5 hidden arguments have fixed places. Metadata name the buffer
// of printf only where there is one, but assertions use it, too.
static void add_printf_buffer(qn_hsa_function *f) {
  enum { PRINTF_OFFSET = 72 };
  for (uint32_t k = 0; k < f->hidden_count && !f->prints; ++k) {
    const uint32_t at = f->hidden[k].offset + PRINTF_OFFSET;
    if (f->hidden[k].what != QN_HSA_BLOCK_COUNT_X ||
        f->hidden_count == QN_HSA_HIDDEN_MAX || at + 8 > f->kernarg_size)
      continue;
    f->hidden[f->hidden_count].offset = (uint16_t)at;
    f->hidden[f->hidden_count].size = 8;
    f->hidden[f->hidden_count++].what = QN_HSA_PRINTF_BUFFER;
    f->prints = true;
  }
}

static qn_result read_arguments(qn_hsa_function *f, const qn_kernel *kernel) {
  f->explicit_size = f->kernarg_size;
  for (size_t k = 0; k < kernel->hidden_count; ++k) {
    const qn_argument *a = &kernel->hidden[k];
    QN_CHECK(add_hidden(f, a));
    if (a->offset < f->explicit_size)
      f->explicit_size = (uint32_t)a->offset;
  }
  add_printf_buffer(f);
  return QN_R_OK;
}

static qn_result read_kernel(qn_hsa_function *f, const qn_kernel *kernel) {
  enum { STACK = 16384 }; // of kernels that do not say what they need
  const qn_hsa_device *d = f->code->device;
  const qn_hsa_api *api = &d->driver->api;
  hsa_symbol symbol;
  char name[1024];
  bool dynamic = false;
  if (kernel->symbol.size >= sizeof(name))
    return qn_refuse(QN_R_NOT_FOUND, "the kernel's name is too long");
  snprintf(name, sizeof(name), "%.*s", QN_STR_ARG(kernel->symbol));
  QN_CHECK(find_symbol(f->code, name, &symbol));
  const struct {
    hsa_symbol_info what;
    void *out;
  } asked[] = {
      {HSA_SYMBOL_KERNEL_OBJECT, &f->object},
      {HSA_SYMBOL_KERNARG_SIZE, &f->kernarg_size},
      {HSA_SYMBOL_GROUP_SIZE, &f->group_size},
      {HSA_SYMBOL_PRIVATE_SIZE, &f->private_size},
      {HSA_SYMBOL_DYNAMIC_STACK, &dynamic},
  };
  for (size_t k = 0; k < sizeof(asked) / sizeof(asked[0]); ++k)
    QN_CHECK(qn_hsa_result(d,
                           api->hsa_executable_symbol_get_info(
                               symbol, asked[k].what, asked[k].out),
                           "asking for a kernel"));
  // A kernel's record knows the size that the descriptor may leave out.
  const uint64_t size = qn_figure_or(kernel->arguments_size, 0);
  if (size > f->kernarg_size && size < UINT16_MAX)
    f->kernarg_size = (uint32_t)size;
  if (dynamic && f->private_size < STACK)
    f->private_size = STACK;
  return read_arguments(f, kernel);
}

qn_result qn_hsa_function_get(void *user, const qn_kernel *kernel,
                              void **out_function, qn_function_info *out_info) {
  qn_hsa_code *code = user;
  const qn_resources *r = &kernel->resources;
  qn_hsa_function *f = qn_alloc_array(1, sizeof(*f));
  if (!f)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a kernel");
  f->code = code;
  const qn_result result = read_kernel(f, kernel);
  if (result != QN_R_OK) {
    qn_free(f);
    return result;
  }
  qn_mutex_lock(&code->mutex);
  f->next = code->functions;
  code->functions = f;
  qn_mutex_unlock(&code->mutex);
  const uint64_t most = code->device->info.max_threads;
  const uint64_t own = qn_figure_or(r->max_threads, most);
  const qn_device_info *d = &code->device->info;
  const uint32_t version = d->compute_major * 10 + d->compute_minor;
  *out_info = (qn_function_info){
      .max_threads = (uint32_t)(own < most ? own : most),
      .shared_static = f->group_size,
      .local_size = f->private_size,
      .registers = (uint32_t)qn_figure_or(r->vgpr, 0),
      .ptx_version = version, // what libraries choose their parameters by
      .binary_version = version,
  };
  *out_function = f;
  return QN_R_OK;
}

qn_result qn_hsa_variable(void *user, const char *symbol, void **out_address,
                          size_t *out_size) {
  const qn_hsa_code *code = user;
  const qn_hsa_device *d = code->device;
  hsa_symbol found;
  uint64_t address = 0;
  uint32_t size = 0;
  QN_CHECK(find_symbol(code, symbol, &found));
  QN_CHECK(qn_hsa_result(d,
                         d->driver->api.hsa_executable_symbol_get_info(
                             found, HSA_SYMBOL_VARIABLE_ADDRESS, &address),
                         "asking for a variable"));
  QN_CHECK(qn_hsa_result(d,
                         d->driver->api.hsa_executable_symbol_get_info(
                             found, HSA_SYMBOL_VARIABLE_SIZE, &size),
                         "asking for a variable"));
  *out_address = (void *)(uintptr_t)address;
  *out_size = size;
  return QN_R_OK;
}

qn_result qn_hsa_occupancy(void *user, void *function, uint32_t threads,
                           size_t shared_size, int *out_blocks) {
  const qn_hsa_device *d = user;
  const qn_hsa_function *f = function;
  const uint32_t wave = d->info.wave_size ? d->info.wave_size : 64;
  const uint32_t waves = (threads + wave - 1) / wave;
  const size_t shared = f->group_size + shared_size;
  uint32_t blocks = waves ? (d->max_waves ? d->max_waves : 32) / waves : 0;
  if (threads > d->info.max_threads || shared > d->info.shared_size)
    blocks = 0;
  else if (shared && d->info.shared_size / shared < blocks)
    blocks = (uint32_t)(d->info.shared_size / shared);
  *out_blocks = (int)blocks;
  return QN_R_OK;
}
