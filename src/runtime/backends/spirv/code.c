// SPDX-License-Identifier: Apache-2.0
// Modules and kernels of devices that take SPIR-V, as their record has them.
#include <stdio.h>

#include "base/alloc.h"
#include "metadata/extract/extract.h"
#include "metadata/record/spirv.h"
#include "runtime/backends/spirv/spirv.h"

// ---- The module's start

typedef struct start {
  qn_spirv_code *code;
  qn_memory addresses; // of the variables, u64 each
  qn_image image;
  qn_arena arena;
} start;

static bool has_text(qn_span image, const char *text, size_t size) {
  return qn_str_search(qn_span_str(image), (qn_str){text, size}) != NULL;
}

static qn_result allocate_addresses(start *s) {
  const qn_memory_request request = {.kind = QN_MEMORY_HOST,
                                     .size = (s->image.global_count + 1) *
                                             sizeof(uint64_t)};
  qn_spirv_device *d = s->code->device;
  QN_CHECK(d->ops->memory.allocate(d, &request, &s->addresses));
  memset(s->addresses.host, 0, request.size);
  return QN_R_OK;
}

static char *copy_name(qn_str name) {
  char *text = qn_alloc(name.size + 1);
  if (!text)
    return NULL;
  memcpy(text, name.data, name.size);
  text[name.size] = '\0';
  return text;
}

static qn_result keep_variables(start *s) {
  qn_spirv_code *code = s->code;
  const uint64_t *addresses = s->addresses.host;
  const size_t count = s->image.global_count;
  code->variables = qn_alloc_array(count + 1, sizeof(*code->variables));
  for (size_t i = 0; code->variables && i < count; ++i) {
    const qn_global *g = &s->image.globals[i];
    char *name = copy_name(g->name);
    if (!name)
      return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a variable");
    code->variables[code->variable_count++] =
        (qn_spirv_variable){name, addresses[i], g->size};
  }
  return code->variables
             ? QN_R_OK
             : qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for variables");
}

static qn_result start_module(start *s, qn_span image) {
  qn_spirv_code *code = s->code;
  const qn_item item = {.format = qn_format_detect(image), .bytes = image};
  qn_diag diag = {0};
  if (qn_failed(qn_image_read(&item, NULL, &s->arena, &s->image, &diag)))
    return qn_refuse_diag(&diag, "reading a module's variables");
  QN_CHECK(qn_spirv_mailbox_make(code));
  QN_CHECK(allocate_addresses(s));
  QN_CHECK(code->device->ops->run_start(code, s->addresses.address,
                                        qn_spirv_mailbox_address(code)));
  if (qn_spirv_mailbox_heap(code))
    QN_CHECK(qn_spirv_give_heap(code->device, qn_spirv_mailbox_heap(code)));
  return keep_variables(s);
}

qn_result qn_spirv_code_start(qn_spirv_code *code, qn_span image) {
  qn_spirv_device *d = code->device;
  start s = {.code = code};
  code->has_initial =
      has_text(image, QN_SPIRV_INITIAL, sizeof(QN_SPIRV_INITIAL) - 1);
  if (!has_text(image, QN_SPIRV_START, sizeof(QN_SPIRV_START)))
    return QN_R_OK;
  const qn_result result = start_module(&s, image);
  if (s.addresses.native)
    (void)d->ops->memory.release(d, QN_MEMORY_HOST, &s.addresses);
  qn_arena_finish(&s.arena);
  return result;
}

void qn_spirv_code_finish(qn_spirv_code *code) {
  qn_spirv_mailbox_finish(code);
  for (size_t i = 0; i < code->variable_count; ++i)
    qn_free(code->variables[i].name);
  qn_free(code->variables);
}

qn_result qn_spirv_variable_get(void *user, const char *symbol,
                                void **out_address, size_t *out_size) {
  const qn_spirv_code *code = user;
  for (size_t i = 0; i < code->variable_count; ++i) {
    const qn_spirv_variable *v = &code->variables[i];
    if (strcmp(v->name, symbol) != 0 || !v->address)
      continue;
    *out_address = (void *)(uintptr_t)v->address;
    *out_size = (size_t)v->size;
    return QN_R_OK;
  }
  return qn_refuse(QN_R_NOT_FOUND, "the image has no variable '%s'", symbol);
}

void qn_spirv_constants_asked(void *user) {
  qn_spirv_code *code = user;
  atomic_store_explicit(&code->constants_asked, true, memory_order_relaxed);
}

// ---- Kernels

static int shown(qn_str name) {
  enum { NAME_SHOWN = 200 };
  return name.size < NAME_SHOWN ? (int)name.size : NAME_SHOWN;
}

static qn_result add_hidden(qn_spirv_entry *e, const qn_argument *a) {
  static const struct {
    const char *name;
    qn_hidden_kind kind;
  } known[] = {
      {"hidden_group_size_x", QN_HIDDEN_BLOCK_X},
      {"hidden_group_size_y", QN_HIDDEN_BLOCK_Y},
      {"hidden_group_size_z", QN_HIDDEN_BLOCK_Z},
      {"hidden_dynamic_lds_size", QN_HIDDEN_SHARED_SIZE},
  };
  qn_spirv_hidden made = {QN_HIDDEN_SHARED, a->index};
  bool found = a->kind == QN_ARGUMENT_SHARED;
  for (size_t j = 0; !found && j < sizeof(known) / sizeof(known[0]); ++j)
    if (qn_str_equal(a->hidden, qn_str_from(known[j].name))) {
      made.kind = known[j].kind;
      found = true;
    }
  if (!found || e->hidden_count == QN_SPIRV_HIDDEN_MAX)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "'%.*s' has the hidden argument '%.*s', which this "
                     "version does not fill in",
                     shown(e->record->name), e->record->name.data,
                     QN_STR_ARG(a->hidden));
  e->hidden[e->hidden_count++] = made;
  e->flat |= made.kind == QN_HIDDEN_BLOCK_X;
  return QN_R_OK;
}

// A warp is 32 work-items, whatever the device prefers.
static qn_result check_warp(const qn_spirv_device *d, const qn_kernel *k) {
  const uint32_t *sizes = d->sub_groups;
  char list[64] = "";
  size_t used = 0;
  if (!k->flags_known || !(k->flags & QN_KERNEL_WARP_OPS))
    return QN_R_OK;
  for (size_t i = 0; i < QN_SPIRV_SUB_GROUPS && sizes[i]; ++i) {
    if (sizes[i] == QN_SPIRV_WARP)
      return QN_R_OK;
    used += (size_t)snprintf(list + used, sizeof(list) - used, "%s%u",
                             used ? ", " : "", sizes[i]);
  }
  return qn_refuse(QN_R_NOT_SUPPORTED,
                   "'%.*s' has warp operations, and '%s' has no sub-groups of "
                   "32%s%s: it needs an image for " QN_SPIRV_OLD_TARGET,
                   shown(k->name), k->name.data, d->info.name,
                   used ? ", only of " : "", list);
}

static qn_result check_arguments(const qn_spirv_device *d, const qn_kernel *k) {
  if (!k->arguments_known)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "the arguments of '%.*s' are not described in its image",
                     shown(k->name), k->name.data);
  for (size_t i = 0; i < k->argument_count; ++i)
    if (k->arguments[i].kind == QN_ARGUMENT_IMAGE ||
        k->arguments[i].kind == QN_ARGUMENT_SAMPLER)
      return qn_refuse(QN_R_NOT_SUPPORTED,
                       "argument %zu of '%.*s' is an image or a sampler, which "
                       "the back end '%s' does not pass",
                       i, shown(k->name), k->name.data, d->ops->area);
  return QN_R_OK;
}

qn_result qn_spirv_read_entry(const qn_spirv_device *d, const qn_kernel *record,
                              qn_spirv_entry *out_entry) {
  qn_spirv_entry e = {.record = record};
  QN_CHECK(check_warp(d, record));
  QN_CHECK(check_arguments(d, record));
  for (size_t i = 0; i < record->hidden_count; ++i)
    QN_CHECK(add_hidden(&e, &record->hidden[i]));
  *out_entry = e;
  return QN_R_OK;
}

qn_result qn_spirv_check_count(const qn_spirv_entry *entry, unsigned count) {
  const qn_kernel *k = entry->record;
  if (count == k->argument_count + entry->hidden_count)
    return QN_R_OK;
  return qn_refuse(QN_R_INVALID_IMAGE,
                   "'%.*s' takes %u arguments; its record has %zu",
                   shown(k->name), k->name.data, count,
                   k->argument_count + entry->hidden_count);
}

void qn_spirv_tell_versions(const qn_spirv_device *device,
                            qn_function_info *info) {
  enum { REGISTERS = 32 }; // as CPUs': programs divide by it
  const qn_device_info *d = &device->info;
  info->ptx_version = d->compute_major * 10 + d->compute_minor;
  info->binary_version = info->ptx_version;
  info->registers = REGISTERS;
}

char *qn_spirv_entry_name(const qn_kernel *record, const char *prefix) {
  const qn_str name = record->symbol.size ? record->symbol : record->name;
  const size_t before = strlen(prefix);
  char *text = qn_alloc(before + name.size + 1);
  if (text)
    snprintf(text, before + name.size + 1, "%s%.*s", prefix, (int)name.size,
             name.data);
  return text;
}

size_t qn_spirv_arguments_size(const qn_kernel *k) {
  size_t end = 1;
  for (size_t i = 0; i < k->argument_count; ++i)
    if (k->arguments[i].offset + k->arguments[i].size > end)
      end = (size_t)(k->arguments[i].offset + k->arguments[i].size);
  return end;
}

int qn_spirv_common_blocks(const qn_spirv_device *d, uint32_t threads,
                           size_t shared_size) {
  const qn_device_info *info = &d->info;
  if (!threads || threads > info->max_threads ||
      shared_size > info->shared_size_optin)
    return 0;
  uint64_t blocks = info->max_threads_mp / threads;
  if (shared_size && blocks > info->shared_size_mp / shared_size)
    blocks = info->shared_size_mp / shared_size;
  if (blocks > info->max_blocks_mp)
    blocks = info->max_blocks_mp;
  return blocks ? (int)blocks : 1;
}

int qn_spirv_blocks_of(const qn_spirv_device *d, uint64_t groups) {
  const uint64_t blocks = groups / d->info.multiprocessors;
  const uint64_t most = d->info.max_blocks_mp;
  return (int)(blocks > most ? most : blocks ? blocks : 1);
}

// ---- Launches

void qn_spirv_items(const qn_spirv_entry *entry, const qn_op_kernel *op,
                    uint32_t out_items[3]) {
  memcpy(out_items, op->block, sizeof(op->block));
  if (entry->flat) { // warps are 32 work-items that follow one another in x
    out_items[0] *= out_items[1] * out_items[2];
    out_items[1] = out_items[2] = 1;
  }
}

const void *qn_spirv_value(const qn_op_kernel *op, size_t argument) {
  if (op->args)
    return op->args[argument];
  return (const uint8_t *)op->packed + op->kernel->arguments[argument].offset;
}

const uint32_t *qn_spirv_hidden_value(const qn_spirv_hidden *hidden,
                                      const qn_op_kernel *op) {
  return hidden->kind == QN_HIDDEN_SHARED_SIZE
             ? &op->shared_size
             : &op->block[hidden->kind - QN_HIDDEN_BLOCK_X];
}

qn_result qn_spirv_refuse_argument(const qn_kernel *k, uint32_t index,
                                   qn_result result) {
  char reason[320];
  snprintf(reason, sizeof(reason), "%s", qn_reason());
  const qn_str name = k->demangled.size ? k->demangled : k->name;
  return qn_refuse(result, "%s: argument %u of '%.*s'", reason, index,
                   shown(name), name.data);
}
