// SPDX-License-Identifier: Apache-2.0
#include "runtime/loader.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/near.h"
#include "formats/format.h"
#include "metadata/extract.h"
#include "targets/target.h"

enum { BLOCK_ALIGNMENT = 64 };

struct qn_module {
  qn_arena arena;
  uint8_t *bytes; // the image's, owned: the description borrows from them
  qn_image image;
  const qn_backend *backend;
  void *code; // of the back end
};

// ---- Choosing an image

// The best image so far, and what there is, for the message when none fits.
typedef struct choice {
  const qn_backend *backend;
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

// The target that an item was built for: by its own record, else by its label.
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

static qn_status consider(void *user, const qn_item *item, qn_diag *diag) {
  choice *c = user;
  qn_target target;
  qn_str name;
  if (item->bytes.size == 0)
    return qn_ok(); // a bundle's empty host entry
  const bool known = item_target(item, &target, &name);
  ++c->images;
  list_target(c, name.size ? name : QN_STR("unknown"));
  const unsigned fitness = known ? c->backend->fitness(&target) : 0;
  if (fitness <= c->fitness)
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

static qn_status fail_no_image(const choice *c, qn_diag *diag) {
  const char *device = c->backend->target_name();
  const qn_status status =
      qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
              "no image for the device '%s' (%s) among %zu image%s%s%s",
              c->backend->name, device, c->images, c->images == 1 ? "" : "s",
              c->there_size ? ": " : "", c->there);
  qn_diag_hint(diag, "Compile it with -t %s.", device);
  return status;
}

static qn_status load(qn_module *module, choice *c, qn_diag *diag) {
  const qn_span bytes = {c->bytes, c->size};
  const qn_item item = {.format = c->format, .bytes = bytes};
  module->bytes = c->bytes;
  c->bytes = NULL;
  QN_TRY(qn_image_read(&item, NULL, &module->arena, &module->image, diag));
  return module->backend->load(bytes, &module->code, diag);
}

qn_status qn_module_open(qn_span file, const qn_backend *backend,
                         qn_module **out_module, qn_diag *diag) {
  choice c = {.backend = backend};
  qn_module *module = NULL;
  qn_status status = qn_format_walk(file, NULL, consider, &c, diag);
  if (!qn_failed(status) && !c.bytes)
    status = fail_no_image(&c, diag);
  if (!qn_failed(status)) {
    module = qn_alloc_array(1, sizeof(*module));
    if (module)
      module->backend = backend;
    status = module ? load(module, &c, diag) : qn_fail_memory(diag, "a module");
  }
  qn_free(c.bytes);
  if (qn_failed(status))
    qn_module_close(&module);
  else
    *out_module = module;
  return status;
}

void qn_module_close(qn_module **where) {
  qn_module *module = *where;
  if (!module)
    return;
  module->backend->unload(&module->code);
  qn_arena_finish(&module->arena);
  qn_free(module->bytes);
  qn_free(module);
  *where = NULL;
}

const qn_image *qn_module_image(const qn_module *module) {
  return &module->image;
}

// ---- Finding

// "ns::k<float>" of "void ns::k<float>(int)": without parameters and, for
// templates, without the result type.
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

// The part behind the last "::" outside template arguments.
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
  if (fitting == 1) {
    *out_kernel = found;
    return qn_ok();
  }
  qn_near near;
  qn_near_init(&near, name);
  for (size_t i = 0; i < image->kernel_count; ++i)
    for (int level = -1; level < 3; ++level)
      qn_near_offer(&near, level < 0
                               ? image->kernels[i].name
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
  qn_near_hint(&near, diag);
  return status;
}

qn_status qn_module_variable(const qn_module *module, qn_str name,
                             void **out_address, uint64_t *out_size,
                             qn_diag *diag) {
  const qn_image *image = &module->image;
  for (size_t i = 0; i < image->global_count; ++i) {
    void *address = qn_str_equal(image->globals[i].name, name)
                        ? module->backend->find(module->code, name)
                        : NULL;
    if (!address)
      continue;
    *out_address = address;
    *out_size = image->globals[i].size;
    return qn_ok();
  }
  return qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE, "no device variable '%.*s'",
                 QN_STR_ARG(name));
}

// ---- Launching

static void *pack(const qn_kernel *kernel, const qn_launch *launch) {
  const uint64_t size =
      qn_align_up(qn_figure_or(kernel->arguments_size, 0) + 1, BLOCK_ALIGNMENT);
  uint8_t *block = aligned_alloc(BLOCK_ALIGNMENT, (size_t)size);
  if (!block)
    return NULL;
  memset(block, 0, (size_t)size);
  for (size_t i = 0; i < kernel->argument_count; ++i)
    memcpy(block + kernel->arguments[i].offset, launch->arguments[i].bytes,
           launch->arguments[i].size);
  return block;
}

// Arguments that lie outside their block would be written beyond it.
static qn_status check_layout(const qn_kernel *kernel, qn_diag *diag) {
  const uint64_t size = qn_figure_or(kernel->arguments_size, 0);
  for (size_t i = 0; i < kernel->argument_count; ++i)
    if (kernel->arguments[i].offset > size ||
        kernel->arguments[i].size > size - kernel->arguments[i].offset)
      return qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE,
                     "argument %zu of '%.*s' lies outside the argument block",
                     i, QN_STR_ARG(kernel->name));
  return qn_ok();
}

qn_status qn_module_launch(const qn_module *module, void *device,
                           const qn_kernel *kernel, const qn_launch *launch,
                           qn_diag *diag) {
  QN_TRY(qn_launch_check(kernel, launch, diag));
  QN_TRY(check_layout(kernel, diag));
  const qn_str symbol =
      kernel->entry_count ? kernel->entries[0].symbol : kernel->symbol;
  void *entry = module->backend->find(module->code, symbol);
  if (!entry)
    return qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE,
                   "the image describes kernel '%.*s' but does not export it",
                   QN_STR_ARG(kernel->name));
  void *block = pack(kernel, launch);
  if (!block)
    return qn_fail_memory(diag, "the arguments");
  qn_backend_run run = {
      .entry = entry,
      .args = block,
      .args_size = (size_t)qn_figure_or(kernel->arguments_size, 0),
      .shared_size = launch->shared_size,
      .cooperative = (kernel->flags & QN_KERNEL_COOPERATIVE) != 0,
      .print = launch->print,
      .user = launch->user,
  };
  memcpy(run.grid, launch->grid, sizeof(run.grid));
  memcpy(run.block, launch->block, sizeof(run.block));
  const qn_status status = module->backend->run(device, &run, diag);
  if (qn_failed(status))
    qn_diag_context(diag, "running kernel '%.*s'", QN_STR_ARG(kernel->name));
  free(block);
  return status;
}
