// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/loader.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>

#include "base/alloc.h"
#include "runtime/check/check.h"
#include "runtime/check/recompile.h"
#include "base/suggestion.h"
#include "formats/core/format.h"
#include "metadata/extract/extract.h"
#include "runtime/core/handles.h"
#include "runtime/core/narrow_names.h"
#include "runtime/core/ranges.h"
#include "runtime/core/stream.h"
#include "targets/target.h"

struct qn_module {
  qn_arena arena;
  uint8_t *bytes; // the image's, owned; `image` borrows from them
  qn_image image;
  qn_device *device;
  unsigned generation; // the device's; if it has changed, all is gone already
  void *code;          // of the back end
  qn_mutex mutex;      // while creating functions
  _Atomic(qn_function *) *functions; // by kernel
  qn_variable *variables;
  size_t variable_count;
};

// ---- Choosing an image

// The best image so far, and the targets found, for the message when none fits.
typedef struct choice {
  const qn_backend *backend;
  void *native;     // device
  unsigned below;   // fitness that is too much: those were refused
  unsigned fitness; // of the best one
  uint8_t *bytes;   // a copy: items live only during the visit
  size_t size;
  uint64_t offset;
  const qn_format *format;
  char there[192]; // "gfx90a, sm_80"
  size_t there_size;
  size_t images;
} choice;

static void list_target(choice *c, qn_str name) {
  const size_t left = sizeof(c->there) - c->there_size;
  const int count = snprintf(c->there + c->there_size, left, "%s%.*s",
                             c->there_size ? ", " : "", QN_STR_ARG(name));
  if (count > 0 && (size_t)count < left)
    c->there_size += (size_t)count;
}

// The target that an image was built for: by its own record, else by its label.
static bool item_target(const qn_item *item, qn_target *out_target,
                        qn_str *out_name) {
  qn_arena arena = {0};
  qn_image image = {0};
  bool known = false;
  if (item->format &&
      !qn_failed(qn_image_read(item, NULL, &arena, &image, NULL)))
    known = !qn_failed(qn_target_parse(image.target, out_target, NULL));
  qn_arena_finish(&arena);
  if (!known && item->label.size)
    known = !qn_failed(qn_target_from_id(item->label, out_target, NULL));
  *out_name = known ? qn_str_from(out_target->name) : item->label;
  return known;
}

// Whether it is an image for the target that launches are compared with: the
// same, or with features after it ("gfx90a:xnack+", "sm_90a").
static bool is_compared(const char *with, qn_str name) {
  const qn_str wanted = qn_str_from(with);
  const qn_str rest = qn_str_starts(name, wanted)
                          ? qn_str_skip(name, wanted.size)
                          : QN_STR("-");
  return !rest.size || rest.data[0] == ':' || qn_str_equal(rest, QN_STR("a"));
}

static void note_kernels(const qn_item *item, qn_str name) {
  const char *with =
      qn_check_on(QN_CPU_CHECK_MEMORY) ? qn_check_target() : NULL;
  qn_arena arena = {0};
  qn_image image = {0};
  if (!with || !item->format || !is_compared(with, name))
    return;
  if (!qn_failed(qn_image_read(item, NULL, &arena, &image, NULL)))
    for (size_t i = 0; i < image.kernel_count; ++i)
      qn_check_note_kernel(&image.kernels[i]);
  qn_arena_finish(&arena);
}

static qn_status consider(void *user, const qn_item *item, qn_diag *diag) {
  choice *c = user;
  qn_target target;
  qn_str name;
  if (item->bytes.size == 0)
    return qn_ok(); // a bundle's empty host entry
  const bool known = item_target(item, &target, &name);
  ++c->images;
  list_target(c, name.size ? name : QN_STR("unknown"));
  if (qn_check_on(QN_CPU_CHECK_MEMORY))
    note_kernels(item, name);
  const unsigned fitness = known ? c->backend->fitness(c->native, &target) : 0;
  if (fitness <= c->fitness || fitness >= c->below)
    return qn_ok();
  uint8_t *bytes = qn_alloc(item->bytes.size);
  if (!bytes)
    return qn_fail_memory(diag, "an image");
  memcpy(bytes, item->bytes.data, item->bytes.size);
  qn_free(c->bytes);
  c->bytes = bytes;
  c->size = item->bytes.size;
  c->offset = item->offset;
  c->format = item->format;
  c->fitness = fitness;
  return qn_ok();
}

static qn_status fail_no_image(const choice *c, const char *target,
                               qn_diag *diag) {
  const qn_status status =
      qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
              "no image for the device '%s' (%s) among %zu image%s%s%s",
              c->backend->name, target, c->images, c->images == 1 ? "" : "s",
              c->there_size ? ": " : "", c->there);
  qn_diag_hint(diag, "Compile it with -t %s.", target);
  return status;
}

bool qn_module_fits(qn_span file, const qn_backend *backend, void *native) {
  choice c = {.backend = backend, .native = native, .below = UINT_MAX};
  const qn_status status = qn_format_walk(file, NULL, consider, &c, NULL);
  qn_free(c.bytes);
  return !qn_failed(status) && c.fitness;
}

// ---- Loading

static void forget_variables(qn_module *module) {
  qn_range range;
  for (size_t i = 0; i < module->variable_count; ++i)
    (void)qn_ranges_remove(module->variables[i].address, &range);
}

// Registers the variables as memory, so that copies can refer to them.
static qn_status find_variables(qn_module *module, qn_diag *diag) {
  const qn_image *image = &module->image;
  module->variables = qn_arena_alloc(&module->arena, image->global_count + 1,
                                     sizeof(*module->variables));
  if (!module->variables)
    return qn_fail_memory(diag, "a module's variables");
  for (size_t i = 0; i < image->global_count; ++i) {
    const qn_global *global = &image->globals[i];
    const qn_str name = qn_arena_copy(&module->arena, global->name);
    qn_variable v = {.name = name,
                     .size = (size_t)global->size,
                     .constant = global->constant};
    size_t size = 0;
    if (!name.data ||
        module->device->backend->variable(module->code, name.data, &v.address,
                                          &size) != QN_R_OK)
      continue; // the optimiser may have removed it
    const qn_range range = {
        .start = (uintptr_t)v.address,
        .size = v.size ? v.size : 1,
        .device = module->device,
        .kind = QN_MEMORY_DEVICE,
        .id = qn_ranges_id(),
        .host = module->device->info.integrated ? v.address : NULL,
        .owner = module,
    };
    if (qn_ranges_add(&range))
      module->variables[module->variable_count++] = v;
  }
  return qn_ok();
}

// Where dynamic shared memory is an argument of the compiled kernel (SPIR-V), a
// launch passes its size only: it is hidden from the program.
static qn_status hide_shared(qn_arena *arena, qn_kernel *kernel,
                             qn_diag *diag) {
  const size_t count = kernel->argument_count;
  if (!count || !(kernel->flags & QN_KERNEL_DYNAMIC_SHARED) ||
      kernel->arguments[count - 1].kind != QN_ARGUMENT_SHARED)
    return qn_ok();
  qn_argument *hidden =
      qn_arena_alloc(arena, kernel->hidden_count + 1, sizeof(*hidden));
  if (!hidden)
    return qn_fail_memory(diag, "a kernel's arguments");
  if (kernel->hidden_count)
    memcpy(hidden, kernel->hidden, kernel->hidden_count * sizeof(*hidden));
  hidden[kernel->hidden_count++] = kernel->arguments[count - 1];
  kernel->hidden = hidden;
  kernel->argument_count = count - 1;
  return qn_ok();
}

// In a process that is checked, an image without checks is compiled again, if
// it can be.
static void add_checks(const qn_device *device, choice *c) {
  const unsigned inside = QN_CPU_CHECK_MEMORY | QN_CPU_CHECK_RACE |
                          QN_CPU_CHECK_INIT | QN_CPU_CHECK_SYNC;
  const qn_span bytes = {c->bytes, c->size};
  const qn_item item = {.format = c->format, .bytes = bytes};
  qn_target target;
  qn_str name;
  qn_buffer made = {0};
  if (!qn_check_on(inside) || strcmp(device->backend->name, "cpu") != 0)
    return;
  const unsigned kinds = qn_check_image_kinds(bytes);
  if (!(qn_check_kinds & inside & ~kinds) ||
      !item_target(&item, &target, &name) ||
      !qn_check_recompile(bytes, kinds, qn_str_from(target.name), &made))
    return;
  qn_free(c->bytes);
  c->size = made.size;
  c->bytes = made.data; // owned from now on
}

static qn_status load_image(qn_module *module, choice *c, bool *out_refused,
                            qn_diag *diag) {
  qn_device *device = module->device;
  add_checks(device, c);
  const qn_span bytes = {c->bytes, c->size};
  const qn_item item = {.format = c->format, .bytes = bytes};
  module->bytes = c->bytes;
  c->bytes = NULL;
  QN_TRY(qn_image_read(&item, NULL, &module->arena, &module->image, diag));
  for (size_t i = 0; i < module->image.kernel_count; ++i)
    QN_TRY(hide_shared(&module->arena, &module->image.kernels[i], diag));
  module->functions =
      qn_arena_alloc(&module->arena, module->image.kernel_count + 1,
                     sizeof(*module->functions));
  if (!module->functions)
    return qn_fail_memory(diag, "a module's functions");
  const qn_result result =
      device->backend->load(atomic_load(&device->native), bytes, &module->code);
  *out_refused = result == QN_R_NO_BINARY;
  QN_TRY(qn_result_status(result, diag));
  return find_variables(module, diag);
}

// Loads the fittest image that is less fit than `*inout_below`, which becomes
// its fitness; 0 where no other image can do.
static qn_status open_next(qn_span file, qn_device *device,
                           unsigned *inout_below, qn_module **out_module,
                           qn_diag *diag) {
  choice c = {.backend = device->backend,
              .native = atomic_load(&device->native),
              .below = *inout_below};
  qn_module *module = NULL;
  bool refused = false;
  qn_status status = qn_format_walk(file, NULL, consider, &c, diag);
  if (!qn_failed(status) && !c.bytes)
    status = fail_no_image(&c, device->info.target, diag);
  if (!qn_failed(status)) {
    module = qn_alloc_array(1, sizeof(*module));
    if (module) {
      module->device = device;
      module->generation = atomic_load(&device->generation);
      qn_mutex_init(&module->mutex);
    }
    status = module ? load_image(module, &c, &refused, diag)
                    : qn_fail_memory(diag, "a module");
  }
  qn_free(c.bytes);
  if (qn_failed(status))
    qn_module_close(&module);
  else
    *out_module = module;
  *inout_below = refused ? c.fitness : 0;
  return status;
}

// What is said when all are refused is why the fittest was.
qn_status qn_module_open(qn_span file, qn_device *device,
                         qn_module **out_module, qn_diag *diag) {
  unsigned below = UINT_MAX;
  const qn_status status = open_next(file, device, &below, out_module, diag);
  while (qn_failed(status) && below > 1) {
    qn_diag why = {0};
    if (!qn_failed(open_next(file, device, &below, out_module, &why))) {
      if (diag)
        *diag = (qn_diag){0};
      return qn_ok();
    }
  }
  return status;
}

void qn_module_close(qn_module **where) {
  qn_module *module = *where;
  if (!module)
    return;
  for (size_t i = 0; module->functions && i < module->image.kernel_count; ++i) {
    const qn_function *f = atomic_load(&module->functions[i]);
    if (f && f->handle)
      (void)qn_handle_remove(QN_HANDLE_FUNCTION, f->handle);
  }
  qn_device *device = module->device;
  void *native = atomic_load(&device->native);
  if (native && atomic_load(&device->generation) == module->generation) {
    forget_variables(module);
    device->backend->unload(native, &module->code);
  }
  qn_mutex_finish(&module->mutex);
  qn_arena_finish(&module->arena);
  qn_free(module->bytes);
  qn_free(module);
  *where = NULL;
}

qn_device *qn_module_device(const qn_module *module) { return module->device; }

const qn_image *qn_module_image(const qn_module *module) {
  return &module->image;
}

// ---- Finding

// "ns::k<float>" from "void ns::k<float>(int)": removes the parameters and, as
// templates have one, the result type.
static qn_str plain_name(qn_str demangled) {
  int depth = 0;
  size_t start = 0;
  size_t end = demangled.size;
  for (size_t i = 0; i < demangled.size; ++i) {
    const char c = demangled.data[i];
    depth += (c == '<') - (c == '>');
    if (depth == 0 && c == ' ')
      start = i + 1;
    if (depth == 0 && c == '(' && i > start) {
      end = i;
      break;
    }
  }
  return (qn_str){demangled.data + start, end - start};
}

// The part after the last "::" outside template arguments.
static qn_str last_part(qn_str name) {
  int depth = 0;
  size_t start = 0;
  for (size_t i = 0; i + 1 < name.size; ++i) {
    depth += (name.data[i] == '<') - (name.data[i] == '>');
    if (depth == 0 && name.data[i] == ':' && name.data[i + 1] == ':')
      start = i + 2;
  }
  return qn_str_skip(name, start);
}

static qn_str name_at_level(const qn_kernel *kernel, int level) {
  const qn_str full = kernel->demangled.size ? kernel->demangled : kernel->name;
  const qn_str plain = plain_name(full);
  if (level == 0)
    return plain;
  const qn_str last = last_part(plain);
  // "k" of "k<float>": good when only one instance exists.
  return level == 1 ? last : (qn_str){last.data, qn_str_find(last, '<')};
}

// How many kernels a name of the host's may be of, where longs have 32 bits.
static size_t find_narrow(const qn_image *image, qn_str name,
                          const qn_kernel **out_found) {
  qn_target target;
  size_t fitting = 0;
  if (!qn_str_starts(name, QN_STR("_Z")) ||
      qn_failed(qn_target_parse(image->target, &target, NULL)) ||
      target.row->pointer_size != 4)
    return 0;
  for (size_t i = 0; i < image->kernel_count; ++i)
    if (qn_narrow_name_agrees(name, &image->kernels[i])) {
      *out_found = &image->kernels[i];
      ++fitting;
    }
  return fitting;
}

qn_status qn_module_find(const qn_module *module, qn_str name,
                         const qn_kernel **out_kernel, qn_diag *diag) {
  const qn_image *image = &module->image;
  const qn_kernel *found = qn_image_find_kernel(image, name);
  size_t fitting = found ? 1 : 0;
  for (int level = 0; level < 3 && !fitting; ++level)
    for (size_t i = 0; i < image->kernel_count; ++i)
      if (qn_str_equal(name_at_level(&image->kernels[i], level), name)) {
        found = &image->kernels[i];
        ++fitting;
      }
  if (!fitting)
    fitting = find_narrow(image, name, &found);
  if (fitting == 1) {
    *out_kernel = found;
    return qn_ok();
  }
  qn_suggestion suggestion;
  qn_suggestion_init(&suggestion, name);
  for (size_t i = 0; i < image->kernel_count; ++i)
    for (int level = -1; level < 3; ++level)
      qn_suggestion_offer(&suggestion,
                          level < 0 ? image->kernels[i].name
                                    : name_at_level(&image->kernels[i], level));
  if (fitting) {
    const qn_status status =
        qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                "%zu kernels are called '%.*s'", fitting, QN_STR_ARG(name));
    qn_diag_hint(diag,
                 "Name it with its parameters, or by its symbol, such as "
                 "'%.*s'.",
                 QN_STR_ARG(found->name));
    return status;
  }
  const qn_status status =
      qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE, "no kernel '%.*s' among %zu",
              QN_STR_ARG(name), image->kernel_count);
  qn_suggestion_hint(&suggestion, diag);
  return status;
}

qn_status qn_module_variable(qn_module *module, qn_str name,
                             const qn_variable **out_variable, qn_diag *diag) {
  const qn_backend *backend = module->device->backend;
  for (size_t i = 0; i < module->variable_count; ++i) {
    const qn_variable *v = &module->variables[i];
    if (!qn_str_equal(v->name, name))
      continue;
    if (v->constant && backend->constants_asked)
      backend->constants_asked(module->code);
    *out_variable = v;
    return qn_ok();
  }
  return qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE, "no device variable '%.*s'",
                 QN_STR_ARG(name));
}

// ---- Functions

// Arguments that lie outside the argument block would be written beyond it.
static qn_result check_layout(const qn_kernel *kernel) {
  const uint64_t size = qn_figure_or(kernel->arguments_size, 0);
  for (size_t i = 0; i < kernel->argument_count; ++i)
    if (kernel->arguments[i].offset > size ||
        kernel->arguments[i].size > size - kernel->arguments[i].offset)
      return qn_refuse(QN_R_INVALID_IMAGE,
                       "argument %zu of '%.*s' lies outside the argument block",
                       i, QN_STR_ARG(kernel->name));
  return QN_R_OK;
}

static qn_result make_function(qn_module *module, const qn_kernel *kernel,
                               qn_function **out) {
  QN_CHECK(check_layout(kernel));
  qn_function *f = qn_arena_alloc(&module->arena, 1, sizeof(*f));
  if (!f)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a function");
  f->module = module;
  f->kernel = kernel;
  f->name = qn_arena_copy(&module->arena, kernel->name).data;
  if (!f->name)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a function");
  f->carveout = -1;
  QN_CHECK(module->device->backend->function(module->code, kernel, &f->native,
                                             &f->info));
  const qn_device_info *info = &module->device->info;
  f->shared_allowed = info->shared_size > f->info.shared_static
                          ? info->shared_size - f->info.shared_static
                          : 0;
  memcpy(f->max_grid, info->max_grid, sizeof(f->max_grid));
  memcpy(f->max_block, info->max_block, sizeof(f->max_block));
  f->max_threads = info->max_threads < f->info.max_threads
                       ? info->max_threads
                       : f->info.max_threads;
  f->is_special =
      (kernel->flags & (QN_KERNEL_COOPERATIVE | QN_KERNEL_CLUSTERS)) ||
      kernel->resources.required_known;
  *out = f;
  return QN_R_OK;
}

qn_result qn_module_function(qn_module *module, const qn_kernel *kernel,
                             qn_function **out_function) {
  _Atomic(qn_function *) *where =
      &module->functions[kernel - module->image.kernels];
  qn_function *f = atomic_load_explicit(where, memory_order_acquire);
  qn_result result = QN_R_OK;
  if (!f) {
    qn_mutex_lock(&module->mutex);
    f = atomic_load(where);
    if (!f)
      result = make_function(module, kernel, &f);
    if (result == QN_R_OK)
      atomic_store(where, f);
    qn_mutex_unlock(&module->mutex);
  }
  *out_function = f;
  return result;
}

qn_result qn_function_configure(qn_function *f, qn_function_attribute attribute,
                                int value) {
  const qn_device *device = f->module->device;
  if (attribute == QN_FUNCTION_SHARED_MAX) {
    if (value < 0 || (uint32_t)value + f->info.shared_static >
                         device->info.shared_size_optin)
      return qn_refuse(QN_R_INVALID_VALUE,
                       "%d bytes of dynamic shared memory are more than the "
                       "device has: %u, %u of them static",
                       value, device->info.shared_size_optin,
                       f->info.shared_static);
    f->shared_allowed = (uint32_t)value;
  } else if (attribute == QN_FUNCTION_CARVEOUT) {
    if (value < -1 || value > 100)
      return qn_refuse(QN_R_INVALID_VALUE, "%d is no percentage", value);
    f->carveout = value;
  }
  return device->backend->configure
             ? device->backend->configure(f->native, attribute, value)
             : QN_R_OK;
}

// ---- Launching

static const char *shown(const qn_function *f, int *out_size) {
  const qn_str name =
      f->kernel->demangled.size ? f->kernel->demangled : f->kernel->name;
  *out_size = (int)(name.size < 200 ? name.size : 200);
  return name.data;
}

static qn_result refuse_shape(const qn_function *f, const qn_op_kernel *shape) {
  int size;
  const char *name = shown(f, &size);
  const qn_device_info *info = &f->module->device->info;
  const uint32_t *g = shape->grid;
  const uint32_t *b = shape->block;
  return qn_refuse(
      QN_R_INVALID_CONFIGURATION,
      "'%.*s' cannot run with a grid of %ux%ux%u and blocks of %ux%ux%u: the "
      "device allows %ux%ux%u and %ux%ux%u, %u threads in all; the kernel %u",
      size, name, g[0], g[1], g[2], b[0], b[1], b[2], info->max_grid[0],
      info->max_grid[1], info->max_grid[2], info->max_block[0],
      info->max_block[1], info->max_block[2], info->max_threads,
      f->info.max_threads);
}

static qn_result check_shared(const qn_function *f, const qn_op_kernel *shape) {
  const qn_device_info *info = &f->module->device->info;
  int size;
  const char *name = shown(f, &size);
  if ((uint64_t)shape->shared_size + f->info.shared_static <=
      info->shared_size_optin)
    return QN_R_OK;
  return qn_refuse(QN_R_INVALID_VALUE,
                   "'%.*s' would have %u + %u bytes of shared memory; the "
                   "device has %u",
                   size, name, f->info.shared_static, shape->shared_size,
                   info->shared_size_optin);
}

static qn_result check_cooperative(const qn_function *f,
                                   const qn_op_kernel *shape) {
  const qn_device *device = f->module->device;
  const uint32_t *g = shape->grid;
  const uint32_t *b = shape->block;
  int blocks = 0;
  if (g[0] == 1 && g[1] == 1 && g[2] == 1)
    return QN_R_OK; // one group is always resident
  if (!device->info.cooperative)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "the device has no cooperative launches");
  QN_CHECK(device->backend->occupancy(atomic_load(&device->native), f->native,
                                      b[0] * b[1] * b[2], shape->shared_size,
                                      &blocks));
  const uint64_t max = (uint64_t)blocks * device->info.multiprocessors;
  if ((uint64_t)g[0] * g[1] * g[2] <= max)
    return QN_R_OK;
  return qn_refuse(QN_R_COOPERATIVE_TOO_LARGE,
                   "%" PRIu64 " blocks cannot be resident at a time; %" PRIu64
                   " can",
                   (uint64_t)g[0] * g[1] * g[2], max);
}

qn_result qn_function_check(const qn_function *f, const qn_op_kernel *shape) {
  const qn_device_info *info = &f->module->device->info;
  uint64_t threads = 1;
  for (int i = 0; i < 3; ++i) {
    if (shape->grid[i] - 1 >= info->max_grid[i] ||
        shape->block[i] - 1 >= info->max_block[i])
      return refuse_shape(f, shape);
    threads *= shape->block[i];
  }
  if (threads > info->max_threads || threads > f->info.max_threads)
    return refuse_shape(f, shape);
  const qn_resources *r = &f->kernel->resources;
  if (r->required_known &&
      memcmp(r->required_threads, shape->block, sizeof(shape->block)) != 0)
    return refuse_shape(f, shape);
  if (shape->shared_size > f->shared_allowed)
    QN_CHECK(check_shared(f, shape));
  if (f->kernel->flags & QN_KERNEL_CLUSTERS)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "'%s' asks for clusters of blocks (__cluster_dims__), "
                     "which NVIDIA GPUs from sm_90 on have alone",
                     f->name);
  return shape->cooperative ? check_cooperative(f, shape) : QN_R_OK;
}

qn_result qn_function_prepare(qn_function *f, qn_op_kernel *launch) {
  // Grid sync needs it, however the kernel was launched.
  if (f->kernel->flags & QN_KERNEL_COOPERATIVE) {
    launch->plain = launch->plain || !launch->cooperative;
    launch->cooperative = true;
  }
  QN_CHECK(qn_function_check(f, launch));
  if (launch->shared_size > f->shared_allowed &&
      qn_check_on(QN_CPU_CHECK_MEMORY))
    qn_check_shared_default(f->kernel, (uint64_t)launch->shared_size +
                                           f->info.shared_static);
  // HIP allows more than the default size without hipFuncSetAttribute.
  return launch->shared_size > f->shared_allowed
             ? qn_function_configure(f, QN_FUNCTION_SHARED_MAX,
                                     (int)launch->shared_size)
             : QN_R_OK;
}

qn_status qn_module_launch(qn_module *module, const qn_kernel *kernel,
                           const qn_launch *launch, qn_diag *diag) {
  QN_TRY(qn_launch_check(kernel, launch, diag));
  qn_function *function;
  QN_TRY(qn_result_status(qn_module_function(module, kernel, &function), diag));
  void **args = qn_alloc_array(launch->argument_count + 1, sizeof(*args));
  if (!args)
    return qn_fail_memory(diag, "the arguments");
  for (size_t i = 0; i < launch->argument_count; ++i)
    args[i] = (void *)(uintptr_t)launch->arguments[i].bytes;
  qn_op op = {.kernel = {.shared_size = launch->shared_size, .args = args}};
  memcpy(op.kernel.grid, launch->grid, sizeof(op.kernel.grid));
  memcpy(op.kernel.block, launch->block, sizeof(op.kernel.block));
  qn_stream *stream = qn_stream_null(module->device);
  qn_result result = qn_function_launch(function, stream, &op);
  if (result == QN_R_OK)
    result = qn_stream_wait(stream, true);
  qn_free(args);
  const qn_status status = qn_result_status(result, diag);
  if (qn_failed(status))
    qn_diag_context(diag, "running kernel '%.*s'", QN_STR_ARG(kernel->name));
  return status;
}
