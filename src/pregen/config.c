// SPDX-License-Identifier: Apache-2.0
#include "pregen/config.h"

#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/system/file.h"
#include "base/system/install.h"
#include "base/json.h"
#include "base/map.h"
#include "base/suggestion.h"
#include "base/text.h"
#include "pregen/config_internal.h"

enum { FILE_LIMIT = 256 << 20, INCLUDE_DEPTH_MAX = 16, ARCHS_MAX = 512 };

// ---- Reporting

void qn_config_report(qn_config *c, const qn_diag *diag) {
  qn_diag full = *diag;
  c->wrong = true;
  if (c->index >= 0)
    qn_diag_context(&full, "reading kernel %d%s%.*s%s", c->index,
                    c->exported.size ? " '" : "", QN_STR_ARG(c->exported),
                    c->exported.size ? "'" : "");
  qn_report report = {.emit = c->emit,
                      .user = c->user,
                      .path = c->file->path,
                      .input = c->file->text.bytes};
  qn_report_diag(&report, QN_ERROR, &full);
}

void qn_config_fail(qn_config *c, const qn_json *at, const char *hint,
                    const char *format, ...) {
  qn_diag diag = {.code = QN_E_MALFORMED,
                  .place = qn_json_place(c->file->text.bytes, at)};
  va_list args;
  va_start(args, format);
  vsnprintf(diag.message, sizeof(diag.message), format, args);
  va_end(args);
  if (hint)
    qn_diag_hint(&diag, "%s", hint);
  qn_config_report(c, &diag);
}

void qn_config_fail_in(qn_config *c, const qn_json *at, qn_diag *diag) {
  const qn_span text = c->file->text.bytes;
  const qn_place part = diag->place;
  // A string without escapes has the same bytes in the file.
  if (at->type == QN_JSON_STRING && at->size == at->text.size + 2 &&
      part.offset <= at->text.size && part.size <= at->text.size)
    diag->place = qn_place_text(text, at->offset + 1 + part.offset, part.size);
  else
    diag->place = qn_json_place(text, at);
  diag->code = QN_E_MALFORMED;
  qn_config_report(c, diag);
}

// ---- Names

static bool is_name_character(char c) {
  return isalnum((unsigned char)c) || (c && strchr("_-.+", c));
}

// Names become files below the output folder.
static bool check_name(qn_config *c, const qn_json *at) {
  static const char hint[] =
      "Names have letters, digits, '_', '-', '+' and single dots.";
  const qn_str name = at->text;
  const char *why = NULL;
  if (!name.size)
    why = "is empty";
  else if (name.size > QN_PREGEN_NAME_MAX)
    why = "is longer than 200 bytes";
  else if (memchr(name.data, '/', name.size))
    why = "has a '/'";
  else if (qn_str_search(name, QN_STR("..")))
    why = "has '..'";
  else if (name.data[0] == '.' || name.data[0] == '-')
    why = "begins with '.' or '-'";
  for (size_t i = 0; !why && i < name.size; ++i)
    if (!is_name_character(name.data[i]))
      why = "has a character that names may not have";
  if (why)
    qn_config_fail(c, at, hint, "exported_name %s", why);
  return !why;
}

// ---- Fields

static const char *const field_names[] = {
#define QN_PREGEN_FIELD(name) #name,
#include "pregen/fields.def"
#undef QN_PREGEN_FIELD
};
enum { FIELD_COUNT = sizeof(field_names) / sizeof(field_names[0]) };

static bool is_field(qn_str key) {
  if (key.size && key.data[0] == '_')
    return true;
  for (size_t i = 0; i < FIELD_COUNT; ++i)
    if (qn_str_equal(key, qn_str_from(field_names[i])))
      return true;
  return false;
}

static void check_fields(qn_config *c, const qn_json *entry) {
  for (const qn_json *item = entry->first; item; item = item->next) {
    if (is_field(item->key))
      continue;
    qn_suggestion suggestion;
    qn_suggestion_init(&suggestion, item->key);
    for (size_t i = 0; i < FIELD_COUNT; ++i)
      qn_suggestion_offer(&suggestion, qn_str_from(field_names[i]));
    qn_diag diag = {.code = QN_E_MALFORMED,
                    .place = qn_json_key_place(c->file->text.bytes, item)};
    snprintf(diag.message, sizeof(diag.message), "unknown field '%.*s'",
             QN_STR_ARG(item->key));
    qn_diag_hint(&diag, "Notes go into 'description' or a key that begins "
                        "with '_'.");
    if (suggestion.count)
      qn_suggestion_hint(&suggestion, &diag);
    qn_config_report(c, &diag);
  }
}

const qn_json *qn_config_string(qn_config *c, const qn_json *entry,
                                const char *field) {
  const qn_json *value = qn_json_get(entry, field);
  if (!value) {
    qn_config_fail(c, entry, NULL, "Kernel %d missing '%s'", c->index, field);
    return NULL;
  }
  if (value->type == QN_JSON_STRING)
    return value;
  qn_config_fail(c, value, NULL, "'%s' must be a string, not %s", field,
                 qn_json_type_name(value->type));
  return NULL;
}

const qn_json *qn_config_list(qn_config *c, const qn_json *value) {
  if (value->type != QN_JSON_ARRAY) {
    qn_config_fail(c, value, NULL, "'%.*s' must be a list, not %s",
                   QN_STR_ARG(value->key), qn_json_type_name(value->type));
    return NULL;
  }
  for (const qn_json *item = value->first; item; item = item->next)
    if (item->type != QN_JSON_STRING) {
      qn_config_fail(c, item, NULL, "'%.*s' must hold strings, not %s",
                     QN_STR_ARG(value->key), qn_json_type_name(item->type));
      return NULL;
    }
  return value;
}

// ---- Architectures

typedef struct arch {
  bool npu;
  qn_target target;
  const char *name;
} arch;

typedef struct archs {
  arch items[ARCHS_MAX];
  size_t count;
} archs;

// `at` is where errors are, the name's place or the entry.
static bool add_arch_name(qn_config *c, const qn_json *at, qn_str name,
                          archs *all) {
  qn_diag diag = {0};
  if (qn_str_equal(name, QN_STR("aie2")) ||
      qn_str_equal(name, QN_STR("aie2p"))) {
    if (all->count < ARCHS_MAX)
      all->items[all->count++] =
          (arch){.npu = true, .name = name.size == 4 ? "aie2" : "aie2p"};
    return true;
  }
  qn_target targets[ARCHS_MAX];
  size_t count = 0;
  const qn_status status =
      qn_target_parse_list(name, targets, ARCHS_MAX, &count, &diag);
  if (qn_failed(status) || !count) {
    if (!qn_failed(status))
      (void)qn_fail(&diag, QN_E_MALFORMED, QN_NOWHERE, "'arch' is empty");
    if (!diag.hint[0])
      qn_diag_hint(&diag, "'quern targets' lists architectures; there are "
                          "aie2 and aie2p, too.");
    qn_config_fail_in(c, at, &diag);
    return false;
  }
  for (size_t i = 0; i < count && all->count < ARCHS_MAX; ++i) {
    bool there = false;
    for (size_t k = 0; k < all->count; ++k)
      there |= !all->items[k].npu &&
               strcmp(all->items[k].target.name, targets[i].name) == 0;
    if (!there)
      all->items[all->count++] = (arch){.target = targets[i]};
  }
  return true;
}

static bool read_archs(qn_config *c, const qn_json *entry, archs *all) {
  const qn_json *value = qn_json_get(entry, "arch");
  all->count = 0;
  if (c->options->arch)
    return add_arch_name(c, value ? value : entry,
                         qn_str_from(c->options->arch), all);
  if (!value) {
    qn_config_fail(c, entry, NULL, "Kernel %d missing 'arch'", c->index);
    return false;
  }
  if (value->type == QN_JSON_STRING)
    return add_arch_name(c, value, value->text, all);
  if (value->type != QN_JSON_ARRAY) {
    qn_config_fail(c, value, NULL,
                   "'arch' must be a string or a list of strings, not %s",
                   qn_json_type_name(value->type));
    return false;
  }
  if (!value->count)
    qn_config_fail(c, value, NULL, "'arch' is an empty list");
  bool good = value->count && qn_config_list(c, value);
  for (const qn_json *item = value->first; item && good; item = item->next)
    good = add_arch_name(c, item, item->text, all);
  return good;
}

// ---- Jobs

// Reports a duplicate name, with the place where it was given first.
static void fail_twice(qn_config *c, const qn_json *at, const char *arch_name,
                       qn_str name) {
  qn_config_fail(c, at,
                 "Every kernel needs a name of its own in each "
                 "architecture.",
                 "duplicate name '%.*s' for '%s'", QN_STR_ARG(name), arch_name);
}

static qn_str key_of(qn_config *c, const char *arch_name, qn_str name) {
  return qn_arena_printf(&c->plan->arena, "%s/%.*s", arch_name,
                         QN_STR_ARG(name));
}

static bool add_alias(qn_config *c, qn_pregen_job *job, qn_str name) {
  qn_pregen_alias *alias = QN_ARENA_NEW(&c->plan->arena, qn_pregen_alias);
  if (!alias)
    return false;
  qn_pregen_alias **last = &job->aliases;
  while (*last)
    last = &(*last)->next;
  alias->name = qn_arena_copy(&c->plan->arena, name);
  *last = alias;
  return alias->name.data != NULL;
}

static bool is_wanted(const qn_config *c, const qn_pregen_job *job,
                      qn_str alias) {
  if (!c->options->filter)
    return true;
  const qn_str pattern = qn_str_from(c->options->filter);
  char both[QN_PREGEN_NAME_MAX + QN_TARGET_NAME_SIZE + 2];
  snprintf(both, sizeof(both), "%s/%s", job->arch, job->kernel->name);
  return qn_text_glob(pattern, qn_str_from(job->kernel->name)) ||
         qn_text_glob(pattern, alias) ||
         qn_text_glob(pattern, qn_str_from(both));
}

// The existing job of this name, or a new one; NULL when it is not allowed.
static qn_pregen_job *find_job(qn_config *c, const qn_pregen_kernel *kernel,
                               const char *arch_name, const qn_json *at) {
  qn_pregen_plan *plan = c->plan;
  const qn_str key = key_of(c, arch_name, qn_str_from(kernel->name));
  const uint64_t *known = key.data ? qn_map_find_str(&c->names, key) : NULL;
  if (known && *known) {
    qn_pregen_job *job = &plan->jobs[*known - 1];
    if (kernel->is_op && job->kernel->is_op)
      return job; // the same kernel, under another exported name
  }
  if (known) {
    fail_twice(c, at, arch_name, qn_str_from(kernel->name));
    return NULL;
  }
  qn_pregen_job *jobs = qn_arena_grow(&plan->arena, plan->jobs, plan->count,
                                      &plan->capacity, sizeof(*jobs));
  if (jobs)
    plan->jobs = jobs; // its capacity is counted
  if (!key.data || !jobs || plan->count == QN_PREGEN_JOBS_MAX ||
      qn_failed(qn_map_put_str(&c->names, key, plan->count + 1, NULL))) {
    c->memory = true;
    return NULL;
  }
  jobs[plan->count] = (qn_pregen_job){.kernel = kernel, .arch = arch_name};
  return &jobs[plan->count++];
}

static void add_job(qn_config *c, const qn_pregen_kernel *kernel, const arch *a,
                    const qn_json *at) {
  const qn_str alias = at->text;
  const char *name =
      a->npu ? a->name
             : qn_arena_copy(&c->plan->arena, qn_str_from(a->target.name)).data;
  const qn_str key = name ? key_of(c, name, alias) : (qn_str){0};
  if (!key.data) {
    c->memory = true;
    return;
  }
  const bool own = qn_str_equal(alias, qn_str_from(kernel->name));
  if (qn_map_find_str(&c->names, key)) {
    fail_twice(c, at, name, alias);
    return;
  }
  qn_pregen_job *job = find_job(c, kernel, name, at);
  if (!job)
    return;
  if (!job->aliases) {
    job->npu = a->npu;
    job->target = a->target;
  }
  job->wanted = job->wanted || is_wanted(c, job, alias);
  if (!own && (!add_alias(c, job, alias) ||
               qn_failed(qn_map_put_str(&c->names, key, 0, NULL))))
    c->memory = true;
}

// ---- Entries

// aie2 and the other architectures have different sources.
static void read_entry(qn_config *c, const qn_json *entry) {
  archs *all = c->archs;
  c->exported = (qn_str){0};
  if (entry->type != QN_JSON_OBJECT) {
    qn_config_fail(c, entry, NULL, "a kernel must be an object, not %s",
                   qn_json_type_name(entry->type));
    return;
  }
  check_fields(c, entry);
  const qn_json *exported = qn_config_string(c, entry, "exported_name");
  if (!exported || !check_name(c, exported)) {
    if (!exported)
      (void)read_archs(c, entry, all);
    return;
  }
  c->exported = exported->text;
  if (!read_archs(c, entry, all))
    return;
  bool npu = false, other = false;
  for (size_t i = 0; i < all->count; ++i) {
    npu |= all->items[i].npu;
    other |= !all->items[i].npu;
  }
  for (int pass = 0; pass < 2; ++pass) {
    if (!(pass ? npu : other))
      continue;
    const qn_pregen_kernel *kernel = qn_config_kernel(c, entry, pass == 1);
    for (size_t i = 0; kernel && i < all->count; ++i)
      if (all->items[i].npu == (pass == 1))
        add_job(c, kernel, &all->items[i], exported);
    if (!kernel)
      return;
  }
}

// ---- Files

static void read_file(qn_config *c, const char *path, const qn_json *included,
                      unsigned depth);

static void read_include(qn_config *c, const qn_json *value, unsigned depth) {
  qn_config_file *file = c->file;
  if (value->type != QN_JSON_STRING) {
    qn_config_fail(c, value, NULL, "'include' must hold strings, not %s",
                   qn_json_type_name(value->type));
    return;
  }
  if (memchr(value->text.data, 0, value->text.size)) {
    qn_config_fail(c, value, NULL, "a path with a zero byte");
    return;
  }
  const char *path = qn_config_path(c, file->folder, value->text);
  if (!path)
    return;
  for (const qn_config_file *f = file; f; f = f->includer)
    if (strcmp(f->path, path) == 0) {
      qn_config_fail(c, value, NULL, "'%s' includes itself", path);
      return;
    }
  if (depth == INCLUDE_DEPTH_MAX)
    qn_config_fail(c, value, NULL, "includes are nested deeper than %d levels",
                   INCLUDE_DEPTH_MAX);
  else
    read_file(c, path, value, depth + 1);
  c->file = file;
  c->index = -1;
}

static void read_includes(qn_config *c, const qn_json *root, unsigned depth) {
  const qn_json *value = qn_json_get(root, "include");
  if (!value)
    return;
  if (value->type != QN_JSON_ARRAY) {
    read_include(c, value, depth);
    return;
  }
  for (const qn_json *item = value->first; item; item = item->next)
    read_include(c, item, depth);
}

static void fail_no_kernels(qn_config *c, const qn_json *root) {
  qn_suggestion suggestion;
  qn_diag diag = {0};
  qn_suggestion_init(&suggestion, QN_STR("kernels"));
  for (const qn_json *item = root->first; item; item = item->next)
    qn_suggestion_offer(&suggestion, item->key);
  (void)qn_fail(&diag, QN_E_MALFORMED, qn_json_place(c->file->text.bytes, root),
                "Configuration must contain 'kernels' key");
  diag.place.size = 1;
  if (suggestion.count)
    qn_diag_hint(&diag, "The key '%.*s' looks like it.",
                 QN_STR_ARG(suggestion.names[0]));
  qn_config_report(c, &diag);
}

static void read_kernels(qn_config *c, const qn_json *root, unsigned depth) {
  const qn_json *kernels = qn_json_get(root, "kernels");
  if (root->type != QN_JSON_OBJECT) {
    qn_config_fail(c, root, "Write {\"kernels\": [...]}.",
                   "a configuration must be an object, not %s",
                   qn_json_type_name(root->type));
    return;
  }
  if (!kernels && !qn_json_get(root, "include")) {
    fail_no_kernels(c, root);
    return;
  }
  read_includes(c, root, depth);
  if (!kernels)
    return;
  if (kernels->type != QN_JSON_ARRAY) {
    qn_config_fail(c, kernels, NULL, "'kernels' must be a list");
    return;
  }
  c->index = 0;
  for (const qn_json *item = kernels->first; item; item = item->next) {
    read_entry(c, item);
    ++c->index;
  }
  c->index = -1;
}

// The file stays open: names and messages refer to its contents.
static void read_file(qn_config *c, const char *path, const qn_json *included,
                      unsigned depth) {
  qn_diag diag = {0};
  qn_config_file *file = QN_ARENA_NEW(&c->plan->arena, qn_config_file);
  if (!file) {
    c->memory = true;
    return;
  }
  const qn_str name = qn_path_name(qn_str_from(path));
  const size_t size = strlen(path) - name.size;
  *file = (qn_config_file){.path = path, .includer = c->file};
  file->folder = qn_arena_copy(&c->plan->arena, (qn_str){path, size}).data;
  if (qn_failed(qn_file_open(path, FILE_LIMIT, &file->text, &diag))) {
    if (included) {
      qn_config_fail_in(c, included, &diag);
      return;
    }
    c->wrong = true;
    qn_report report = {.emit = c->emit, .user = c->user};
    qn_report_diag(&report, QN_ERROR, &diag);
    c->missing = diag.code == QN_E_NOT_FOUND;
    return;
  }
  file->next = c->files;
  c->files = file;
  c->file = file;
  c->index = -1;
  const qn_json *root;
  if (qn_failed(qn_json_parse(file->text.bytes, &c->plan->arena, &root, &diag)))
    qn_config_report(c, &diag);
  else
    read_kernels(c, root, depth);
}

qn_status qn_pregen_read(const qn_pregen_options *options, qn_report_fn *emit,
                         void *user, qn_pregen_plan *out_plan, qn_diag *diag) {
  qn_config c = {.options = options,
                 .emit = emit,
                 .user = user,
                 .plan = out_plan,
                 .index = -1};
  *out_plan = (qn_pregen_plan){0};
  c.archs = qn_alloc(sizeof(*c.archs));
  const qn_str path =
      qn_arena_copy(&out_plan->arena, qn_str_from(options->config));
  if (c.archs && path.data)
    read_file(&c, path.data, NULL, 0);
  else
    c.memory = true;
  for (qn_config_file *file = c.files; file; file = file->next)
    qn_file_close(&file->text);
  qn_free(c.archs);
  qn_map_finish(&c.names);
  if (c.memory)
    return qn_fail_memory(diag, "the plan");
  if (c.wrong)
    return qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE,
                   "the configuration is wrong; nothing was generated");
  return qn_ok();
}

void qn_pregen_plan_finish(qn_pregen_plan *plan) {
  qn_arena_finish(&plan->arena);
  *plan = (qn_pregen_plan){0};
}
