// SPDX-License-Identifier: Apache-2.0
#include "package/store/store.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/digest.h"
#include "base/map.h"
#include "base/suggestion.h"
#include "base/system/thread.h"
#include "package/bundle/package.h"

enum { FILE_LIMIT = 1 << 30, NAMES_MAX = 3 };

// Results of earlier searches, by device and name.
typedef struct found {
  struct found *next;
  qn_file code, insts;
  quern_store_kernel kernel;
} found;

struct quern_store {
  qn_arena arena;
  qn_store_folder *folders, **last;
  qn_mutex lock; // guards `known` and the arena
  qn_map known;  // "device\nname": a found
  found *all;
};

const qn_store_folder *qn_store_folders(const quern_store *store) {
  return store->folders;
}

// ---- What was tried

// The caller's buffer for it; NULL when it is not wanted.
typedef struct record {
  char *text;
  size_t size; // of the buffer, not 0
} record;

static void tried(const record *r, const char *format, ...) QN_PRINTF(2, 3);
static void tried(const record *r, const char *format, ...) {
  if (!r->text)
    return;
  const size_t at = strlen(r->text);
  va_list args;
  va_start(args, format);
  vsnprintf(r->text + at, r->size - at, format, args);
  va_end(args);
}

// ---- Stores

static quern_store *create_empty(void) {
  quern_store *store = qn_alloc_array(1, sizeof(*store));
  if (!store)
    return NULL;
  store->last = &store->folders;
  qn_mutex_init(&store->lock);
  return store;
}

// Adds a folder; one without kernels is kept, with the reason.
static qn_status add(quern_store *store, const char *path, const char *origin,
                     qn_diag *diag) {
  qn_store_folder *folder = QN_ARENA_NEW(&store->arena, qn_store_folder);
  const qn_str copy = qn_arena_copy(&store->arena, qn_str_from(path));
  if (!folder || !copy.data)
    return qn_fail_memory(diag, "a folder");
  folder->path = copy.data;
  folder->origin = origin;
  *store->last = folder;
  store->last = &folder->next;
  const qn_status status =
      qn_store_folder_open(folder->path, &store->arena, folder, &folder->wrong);
  if (qn_failed(status)) {
    folder->manifest = (qn_manifest){0};
    if (diag)
      *diag = folder->wrong;
  }
  return status;
}

quern_status quern_store_add(quern_store *store, const char *folder,
                             quern_error *error) {
  qn_diag diag = {0};
  if (!store || !folder)
    return qn_api_refuse(error, "%s is NULL", store ? "'folder'" : "'store'");
  const qn_status status = add(store, folder, "given", &diag);
  return qn_api_answer(status, &diag, error);
}

static void add_list(quern_store *store, const char *variable) {
  qn_str rest = qn_str_from(getenv(variable)), one;
  while (rest.size && qn_str_split(&rest, ':', &one)) {
    const qn_str path = qn_arena_copy(&store->arena, one);
    if (one.size && path.data)
      qn_ignore(add(store, path.data, variable, NULL), "reported when asked");
  }
}

static void add_cache(quern_store *store) {
  const char *own = getenv("GGML_HSA_KERNEL_CACHE_DIR");
  const char *xdg = getenv("XDG_CACHE_HOME");
  const char *home = getenv("HOME");
  char path[PATH_MAX];
  const char *origin = "GGML_HSA_KERNEL_CACHE_DIR";
  int size;
  if (own && own[0])
    size = snprintf(path, sizeof(path), "%s", own);
  else if (xdg && xdg[0])
    size = snprintf(path, sizeof(path), "%s/ggml", xdg);
  else if (home && home[0])
    size = snprintf(path, sizeof(path), "%s/.cache/ggml", home);
  else
    size = snprintf(path, sizeof(path), "/tmp/ggml-%ld", (long)getuid());
  if (!own || !own[0])
    origin = "the cache";
  if (size > 0 && (size_t)size < sizeof(path))
    qn_ignore(add(store, path, origin, NULL), "reported when asked");
}

static void add_environment(quern_store *store) {
  const char *first = getenv("GGML_HSA_KERNEL_DIR");
  if (first && first[0])
    qn_ignore(add(store, first, "GGML_HSA_KERNEL_DIR", NULL),
              "reported when asked");
  add_list(store, "QUERN_KERNEL_DIR");
  add_cache(store);
}

quern_status quern_store_create(uint32_t flags, quern_store **out_store,
                                quern_error *error) {
  qn_diag diag = {0};
  if (!out_store)
    return qn_api_refuse(error, "'out_store' is NULL");
  if (flags & ~(uint32_t)QUERN_STORE_ENVIRONMENT)
    return qn_api_refuse(error, "a store has no flag 0x%x", flags);
  quern_store *store = create_empty();
  if (!store)
    return qn_api_answer(qn_fail_memory(&diag, "a store"), &diag, error);
  if (flags & QUERN_STORE_ENVIRONMENT)
    add_environment(store);
  *out_store = store;
  return QUERN_OK;
}

void quern_store_destroy(quern_store *store) {
  if (!store)
    return;
  for (found *f = store->all; f; f = f->next) {
    qn_file_close(&f->code);
    qn_file_close(&f->insts);
  }
  for (qn_store_folder *folder = store->folders; folder; folder = folder->next)
    qn_store_folder_close(folder);
  qn_map_finish(&store->known);
  qn_mutex_finish(&store->lock);
  qn_arena_finish(&store->arena);
  qn_free(store);
}

// ---- Loading

static qn_status open_file(const qn_store_folder *folder,
                           const qn_manifest_file *file, qn_file *out,
                           qn_diag *diag) {
  char path[PATH_MAX];
  if (snprintf(path, sizeof(path), "%s/%.*s", folder->path,
               QN_STR_ARG(file->path)) >= (int)sizeof(path))
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE, "a path is too long");
  QN_TRY(qn_file_open(path, FILE_LIMIT, out, diag));
  if (!folder->has_manifest)
    return qn_ok();
  if (out->bytes.size != file->size)
    return qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE,
                   "'%s' has %zu bytes, and the manifest says %llu", path,
                   out->bytes.size, (unsigned long long)file->size);
  if (qn_hash64(out->bytes) != file->hash)
    return qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE,
                   "'%s' is damaged: its contents are not those that the "
                   "manifest says",
                   path);
  return qn_ok();
}

// A bundle must have an image that the device can run.
static qn_status check_code(qn_span bytes, qn_str device, qn_diag *diag) {
  qn_package package;
  const qn_bundle_entry *entry;
  QN_TRY(qn_package_open(bytes, NULL, &package, diag));
  const qn_status status = qn_package_select(&package, device, &entry, diag);
  qn_package_finish(&package);
  return status;
}

static const char *text_of(quern_store *store, qn_str text) {
  const qn_str copy = qn_arena_copy(&store->arena, text);
  return copy.data ? copy.data : "";
}

static void describe(quern_store *store, const qn_store_folder *folder,
                     const qn_manifest_kernel *k, found *f) {
  const qn_str path = qn_arena_printf(&store->arena, "%s/%.*s", folder->path,
                                      QN_STR_ARG(k->code.path));
  f->kernel = (quern_store_kernel){
      .name = text_of(store, k->name),
      .arch = text_of(store, k->arch),
      .symbol = text_of(store, k->symbol),
      .path = path.data ? path.data : "",
      .code = f->code.bytes.data,
      .code_size = f->code.bytes.size,
      .insts = f->insts.bytes.data,
      .insts_size = f->insts.bytes.size,
  };
  qn_ggml_launch launch;
  if (!k->has_call || qn_failed(qn_ggml_geometry(&k->call, &launch, NULL)))
    return;
  f->kernel.has_launch = true;
  memcpy(f->kernel.grid, launch.grid, sizeof(launch.grid));
  memcpy(f->kernel.block, launch.block, sizeof(launch.block));
}

static qn_status load(quern_store *store, const qn_store_folder *folder,
                      const qn_manifest_kernel *k, qn_str device, found **out,
                      qn_diag *diag) {
  found *f = QN_ARENA_NEW(&store->arena, found);
  if (!f)
    return qn_fail_memory(diag, "a kernel");
  qn_status status = open_file(folder, &k->code, &f->code, diag);
  if (!qn_failed(status) && k->insts.path.size) {
    status = open_file(folder, &k->insts, &f->insts, diag);
    // Instructions are 4-byte words.
    if (!qn_failed(status) && (!f->code.bytes.size || !f->insts.bytes.size ||
                               f->insts.bytes.size % 4 != 0))
      status = qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE,
                       "the image or the instructions of '%.*s' are cut",
                       QN_STR_ARG(k->name));
  } else if (!qn_failed(status)) {
    status = check_code(f->code.bytes, device, diag);
  }
  if (qn_failed(status)) {
    qn_file_close(&f->code);
    qn_file_close(&f->insts);
    return status;
  }
  describe(store, folder, k, f);
  f->next = store->all;
  store->all = f;
  *out = f;
  return qn_ok();
}

// ---- Finding

static bool is_called(const qn_manifest_kernel *k, qn_str name) {
  if (qn_str_equal(k->name, name))
    return true;
  for (size_t i = 0; i < k->alias_count; ++i)
    if (qn_str_equal(k->aliases[i], name))
      return true;
  return false;
}

// The best kernel of this name that has not failed so far.
static const qn_manifest_kernel *best_of(const qn_store_folder *folder,
                                         qn_str name, qn_str device,
                                         unsigned below,
                                         unsigned *out_fitness) {
  const qn_manifest_kernel *best = NULL;
  *out_fitness = 0;
  for (size_t i = 0; i < folder->manifest.count; ++i) {
    const qn_manifest_kernel *k = &folder->manifest.kernels[i];
    if (!is_called(k, name))
      continue;
    const unsigned fitness = qn_store_fitness(k->arch, device);
    if (fitness > *out_fitness && fitness < below) {
      *out_fitness = fitness;
      best = k;
    }
  }
  return best;
}

static void report_archs(const qn_store_folder *folder, qn_str name,
                         const record *report) {
  size_t count = 0;
  for (size_t i = 0; i < folder->manifest.count; ++i) {
    const qn_manifest_kernel *k = &folder->manifest.kernels[i];
    if (is_called(k, name))
      tried(report, "%s%.*s", count++ ? ", " : "it is there for ",
            QN_STR_ARG(k->arch));
  }
  tried(report, count ? "\n" : "it is not there, among %zu kernels\n",
        folder->manifest.count);
}

// A query: a device, and the acceptable names.
typedef struct question {
  qn_str device;
  qn_str names[NAMES_MAX];
  size_t count;
  record report;
} question;

static qn_status look_in(quern_store *store, const qn_store_folder *folder,
                         const question *q, found **out) {
  const record *report = &q->report;
  tried(report, "%s (%s): ", folder->path, folder->origin);
  if (folder->wrong.code != QN_OK) {
    tried(report, "%s\n", folder->wrong.message);
    return (qn_status){QN_E_NOT_FOUND};
  }
  qn_status worst = {QN_E_NOT_FOUND};
  for (size_t i = 0; i < q->count; ++i) {
    unsigned fitness = UINT_MAX;
    const qn_manifest_kernel *k;
    while ((k = best_of(folder, q->names[i], q->device, fitness, &fitness))) {
      qn_diag diag = {0};
      const qn_status status = load(store, folder, k, q->device, out, &diag);
      if (!qn_failed(status))
        return status;
      tried(report, "for %.*s: %s; ", QN_STR_ARG(k->arch), diag.message);
      worst = status;
    }
  }
  report_archs(folder, q->names[0], report);
  return worst;
}

static void hint_names(const quern_store *store, qn_str name,
                       const record *report) {
  qn_suggestion suggestion;
  qn_suggestion_init(&suggestion, name);
  for (const qn_store_folder *f = store->folders; f; f = f->next)
    for (size_t i = 0; i < f->manifest.count; ++i) {
      const qn_manifest_kernel *k = &f->manifest.kernels[i];
      qn_suggestion_offer(&suggestion, k->name);
      for (size_t a = 0; a < k->alias_count; ++a)
        qn_suggestion_offer(&suggestion, k->aliases[a]);
    }
  for (unsigned i = 0; i < suggestion.count; ++i)
    tried(report, "%s'%.*s'%s",
          i ? ", " : "similar names: ", QN_STR_ARG(suggestion.names[i]),
          i + 1 == suggestion.count ? "\n" : "");
}

// The first folder that has the kernel decides, unless the file is damaged.
static qn_status look(quern_store *store, const question *q, found **out,
                      qn_diag *diag) {
  qn_status worst = {QN_E_NOT_FOUND};
  for (const qn_store_folder *f = store->folders; f; f = f->next) {
    const qn_status status = look_in(store, f, q, out);
    if (!qn_failed(status))
      return status;
    if (worst.code == QN_E_NOT_FOUND)
      worst = status;
  }
  hint_names(store, q->names[0], &q->report);
  return qn_fail(diag, worst.code, QN_NOWHERE, "%s '%.*s' for '%.*s'%s",
                 worst.code == QN_E_NOT_FOUND ? "there is no kernel"
                                              : "cannot load the kernel",
                 QN_STR_ARG(q->names[0]), QN_STR_ARG(q->device),
                 store->folders ? "" : ": no folder was given");
}

static qn_status find_locked(quern_store *store, const question *q,
                             quern_store_kernel *out, qn_diag *diag) {
  found *f = NULL;
  qn_buffer key = {0};
  qn_buffer_printf(&key, "%.*s\n%.*s", QN_STR_ARG(q->device),
                   QN_STR_ARG(q->names[0]));
  const uint64_t *known = qn_map_find_str(&store->known, qn_buffer_str(&key));
  qn_status status = qn_ok();
  if (known) {
    f = (found *)(uintptr_t)*known;
  } else {
    status = look(store, q, &f, diag);
    const qn_str lasting =
        qn_failed(status) ? (qn_str){0}
                          : qn_arena_copy(&store->arena, qn_buffer_str(&key));
    if (lasting.data)
      qn_ignore(
          qn_map_put_str(&store->known, lasting, (uint64_t)(uintptr_t)f, NULL),
          "not remembered");
  }
  qn_buffer_finish(&key);
  if (qn_failed(status) || !f)
    return status;
  *out = f->kernel;
  return qn_ok();
}

static qn_status find(quern_store *store, const question *q,
                      quern_store_kernel *out, qn_diag *diag) {
  qn_mutex_lock(&store->lock);
  const qn_status status = find_locked(store, q, out, diag);
  qn_mutex_unlock(&store->lock);
  return status;
}

qn_status qn_store_read_op(const quern_store_op *given, qn_ggml_call *out_call,
                           qn_diag *diag) {
  quern_store_op read;
  const quern_store_op *op = &read;
  qn_ggml_call call = {0};
  QN_TRY(qn_api_take(given, QN_STORE_OP, &read, diag));
  if (!op->name || !op->output || !op->inputs)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "the operation's %s is NULL",
                   !op->name     ? "name"
                   : !op->output ? "output"
                                 : "list of inputs");
  if (op->input_count < 1 || op->input_count > QN_GGML_SOURCES ||
      op->param_count > QN_GGML_PARAMS)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "an operation has 1 or 2 inputs and at most 16 parameters");
  QN_TRY(qn_ggml_op_find(qn_str_from(op->name), &call.op, diag));
  QN_TRY(qn_tensor_parse(qn_str_from(op->output), &call.dst, diag));
  for (; call.src_count < op->input_count; ++call.src_count) {
    if (!op->inputs[call.src_count])
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "the operation's input %zu is NULL", call.src_count);
    QN_TRY(qn_tensor_parse(qn_str_from(op->inputs[call.src_count]),
                           &call.src[call.src_count], diag));
  }
  for (size_t i = 0; op->params && i < op->param_count; ++i)
    call.params[i] = op->params[i];
  QN_TRY(qn_ggml_check(&call, NULL, diag));
  *out_call = call;
  return qn_ok();
}

static qn_status find_op(quern_store *store, const quern_store_query *query,
                         question *q, quern_store_kernel *out, qn_diag *diag) {
  qn_ggml_call call;
  qn_buffer names[NAMES_MAX] = {0};
  QN_TRY(qn_store_read_op(query->op, &call, diag));
  // Another generator may not normalise names, and may give strided tensors the
  // same names as contiguous ones.
  const bool npu = qn_str_starts(q->device, QN_STR("aie"));
  qn_ggml_call simple = call;
  qn_ggml_normalize(&simple);
  qn_ggml_name(&simple, &names[0]);
  qn_ggml_name(&call, &names[1]);
  qn_ggml_short_name(&simple, &names[2]);
  for (size_t i = 0; i < NAMES_MAX; ++i)
    if (i < 2 || npu)
      q->names[q->count++] = qn_buffer_str(&names[i]);
  const qn_status status = names[0].failed || names[1].failed || names[2].failed
                               ? qn_fail_memory(diag, "a kernel's name")
                               : find(store, q, out, diag);
  for (size_t i = 0; i < NAMES_MAX; ++i)
    qn_buffer_finish(&names[i]);
  return status;
}

static qn_status find_any(quern_store *store, const quern_store_query *query,
                          quern_store_kernel *out, qn_diag *diag) {
  if (!query->device || !query->op == !query->name)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   !query->device ? "the query's device is NULL"
                   : query->op    ? "the query has both an operation and a name"
                                  : "the query has no operation and no name");
  question q = {.device = qn_str_from(query->device)};
  if (query->tried && query->tried_size) {
    q.report = (record){query->tried, query->tried_size};
    query->tried[0] = '\0';
  }
  if (query->op)
    return find_op(store, query, &q, out, diag);
  q.names[q.count++] = qn_str_from(query->name);
  return find(store, &q, out, diag);
}

quern_status quern_store_find(quern_store *store,
                              const quern_store_query *query,
                              quern_store_kernel *out_kernel,
                              quern_error *error) {
  qn_diag diag = {0};
  quern_store_query own;
  quern_store_kernel found_kernel;
  if (!store)
    return qn_api_refuse(error, "'store' is NULL");
  qn_status status = qn_api_take(query, QN_STORE_QUERY, &own, &diag);
  if (!qn_failed(status))
    status = qn_api_check_out(out_kernel, QN_STORE_KERNEL, &diag);
  if (!qn_failed(status))
    status = find_any(store, &own, &found_kernel, &diag);
  if (!qn_failed(status))
    qn_api_give(&found_kernel, QN_STORE_KERNEL, out_kernel);
  return qn_api_answer(status, &diag, error);
}
