// SPDX-License-Identifier: Apache-2.0
#include "pregen/object.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/system/file.h"
#include "base/system/install.h"
#include "package/bundle/package.h"
#include "quern/version.h"
#include "targets/tool.h"

enum { PART_BUNDLE, PART_MESSAGES, PART_FLAGS, PART_COUNT };

// ---- The compiler's identity

static bool identify_tool(const char *id, bool required, qn_buffer *out) {
  char path[PATH_MAX], file[PATH_MAX + 64];
  const qn_tool *tool = qn_tool_find(id);
  qn_buffer_printf(out, "%s ", id);
  if (qn_tool_locate(tool, path, sizeof(path), NULL, NULL)) {
    snprintf(file, sizeof(file), "%s%s%s", path, tool->file ? "/" : "",
             tool->file ? tool->file : "");
    return qn_cache_identify(file, out);
  }
  qn_buffer_append_str(out, QN_STR("none\n"));
  return !required;
}

static bool identify(qn_buffer *out) {
  char path[PATH_MAX];
  const char *rocm = getenv("ROCM_PATH");
  qn_buffer_printf(out, "Quern %s\n", QUERN_VERSION);
  if (!qn_install_find("libquern-compiler.so", path, sizeof(path)) ||
      !qn_cache_identify(path, out))
    return false;
  // Device libraries and headers are part of the files that a compilation
  // reads.
  qn_buffer_printf(out, "rocm %s\n", rocm ? rocm : "where it may be");
  qn_cache_switches(out);
  return identify_tool("clang", true, out) && identify_tool("lld", false, out);
}

void qn_objects_open(qn_objects *objects, bool off) {
  *objects = (qn_objects){0};
  char include[PATH_MAX];
  if (!off)
    qn_cache_open(&objects->cache);
  if (!objects->cache.folder[0])
    return;
  if (!identify(&objects->identity) || objects->identity.failed) {
    qn_buffer_finish(&objects->identity);
    return;
  }
  if (qn_install_find("include", include, sizeof(include)) &&
      strlen(include) < sizeof(objects->home)) {
    // The folder above it.
    snprintf(objects->home, sizeof(objects->home), "%.*s",
             (int)(strlen(include) - strlen("/include")), include);
    objects->roots[0] = objects->home;
  }
}

bool qn_objects_on(const qn_objects *objects) {
  return objects->identity.size != 0;
}

void qn_objects_close(qn_objects *objects) {
  qn_cache_close(&objects->cache);
  qn_buffer_finish(&objects->identity);
  qn_buffer_finish(&objects->ptxas);
  qn_buffer_finish(&objects->libdevice);
  qn_buffer_finish(&objects->ocloc);
}

void qn_object_finish(qn_object *object) {
  qn_buffer_finish(&object->bundle);
  qn_buffer_finish(&object->messages);
  qn_buffer_finish(&object->files);
}

// ---- Keys

// Whether an option's meaning depends on the working folder.
static bool is_relative(const char *arg) {
  return strncmp(arg, "-I", 2) == 0
             ? arg[2] != '/'
             : strcmp(arg, "-include") == 0 || strcmp(arg, "-isystem") == 0;
}

static bool maps_folder(const char *arg, const char *folder) {
  static const char option[] = "-fmacro-prefix-map=";
  const size_t size = sizeof(option) - 1;
  return folder && strncmp(arg, option, size) == 0 &&
         strncmp(arg + size, folder, strlen(folder)) == 0 &&
         strcmp(arg + size + strlen(folder), "=") == 0;
}

static void append_args(const qn_object_params *params, qn_buffer *key) {
  const char *const *arg = params->compile->front_end_args;
  bool relative = params->compile->debug != QN_DEBUG_NONE;
  for (; arg && *arg; ++arg) {
    relative |= is_relative(*arg);
    if (maps_folder(*arg, params->folder))
      continue;
    qn_buffer_append_str(key, QN_STR("option "));
    qn_buffer_decimal(key, strlen(*arg));
    qn_buffer_u8(key, ' ');
    qn_buffer_append_str(key, qn_str_from(*arg));
    qn_buffer_u8(key, '\n');
  }
  char folder[PATH_MAX];
  if (relative && getcwd(folder, sizeof(folder)))
    qn_buffer_printf(key, "in %s\n", folder);
}

static void append_tool(const char *id, qn_buffer *known, qn_buffer *key) {
  if (!known->size)
    (void)identify_tool(id, false, known);
  qn_buffer_append_str(key, qn_buffer_str(known));
}

qn_status qn_object_key(qn_objects *objects, const qn_object_params *params,
                        qn_buffer *key, qn_diag *diag) {
  const qn_compile_params *c = params->compile;
  const qn_target *t = params->target;
  qn_buffer_append_str(key, QN_STR("object 1\n"));
  qn_buffer_append_str(key, qn_buffer_str(&objects->identity));
  // They are read only when they are used: ptxas is large.
  if (t->row->family == QN_FAMILY_NVIDIA) {
    append_tool("ptxas", &objects->ptxas, key);
    append_tool("libdevice", &objects->libdevice, key);
  }
  if (qn_target_is_intel(t->row))
    append_tool("ocloc", &objects->ocloc, key);
  qn_buffer_printf(key, "target %s%s\n", t->name, t->ptx_only ? " ptx" : "");
  qn_buffer_printf(key, "dialect %d O%u g%d persona %u ptx %u\n",
                   (int)c->dialect, c->opt_level, (int)c->debug, c->persona,
                   c->ptx_version);
  for (size_t i = 0; i < c->level_count; ++i)
    qn_buffer_printf(key, "level %s\n", c->levels[i].name);
  append_args(params, key);
  for (size_t i = 0; i < c->source_count; ++i) {
    const char *shown = params->shown ? params->shown[i] : c->sources[i];
    qn_buffer_printf(key, "source %zu %s ", strlen(shown), shown);
    if (!qn_cache_digest(&objects->cache, c->sources[i], key))
      return qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE, "could not read '%s'",
                     c->sources[i]);
    qn_buffer_u8(key, '\n');
  }
  return qn_buffer_check(key, diag);
}

// ---- The cache

// The roots of paths in lists: Quern's folder, and that of the sources.
typedef struct roots {
  char folder[PATH_MAX];
  const char *items[3];
} roots;

static qn_cache_key full_key(const qn_objects *objects,
                             const qn_object_params *params, qn_str key,
                             roots *r) {
  const size_t size = params->folder ? strlen(params->folder) : 0;
  r->items[0] = objects->roots[0] ? objects->roots[0] : "";
  r->items[1] = r->items[2] = NULL;
  if (size > 1 && size < sizeof(r->folder)) {
    memcpy(r->folder, params->folder, size - 1); // without its '/'
    r->folder[size - 1] = '\0';
    r->items[1] = r->folder;
  }
  return (qn_cache_key){
      .text = key, .roots = r->items, .want_files = params->want_files};
}

bool qn_object_get(qn_objects *objects, const qn_object_params *params,
                   qn_str key, qn_object *out) {
  roots r;
  qn_cache_entry entry;
  const qn_cache_key full = full_key(objects, params, key, &r);
  if (!qn_objects_on(objects) || !qn_cache_get(&objects->cache, &full, &entry))
    return false;
  const bool good = entry.part_count == PART_COUNT &&
                    entry.parts[PART_BUNDLE].size &&
                    entry.parts[PART_FLAGS].size == 1;
  if (good) {
    *out = (qn_object){.bundle = entry.parts[PART_BUNDLE],
                       .messages = entry.parts[PART_MESSAGES],
                       .files = entry.files,
                       .is_ptx = entry.parts[PART_FLAGS].data[0] != 0};
    entry.parts[PART_BUNDLE] = entry.parts[PART_MESSAGES] = entry.files =
        (qn_buffer){0};
  }
  qn_cache_entry_finish(&entry);
  return good;
}

qn_status qn_object_put(qn_objects *objects, const qn_object_params *params,
                        qn_str key, const qn_object *object, qn_diag *diag) {
  roots r;
  qn_buffer lines = {0};
  qn_buffer flags = {0};
  if (!qn_objects_on(objects))
    return qn_ok();
  const qn_cache_key full = full_key(objects, params, key, &r);
  qn_buffer_append_str(&lines, qn_buffer_str(&object->files));
  for (size_t i = 0; i < lines.size; ++i)
    if (!lines.data[i])
      lines.data[i] = '\n';
  qn_buffer_u8(&flags, object->is_ptx);
  const qn_cache_entry entry = {
      .parts = {object->bundle, object->messages, flags},
      .part_count = PART_COUNT};
  qn_status status = qn_buffer_check(&lines, diag);
  if (!qn_failed(status))
    status = qn_buffer_check(&flags, diag);
  if (!qn_failed(status))
    status = qn_cache_put(&objects->cache, &full, qn_buffer_str(&lines), &entry,
                          diag);
  qn_buffer_finish(&lines);
  qn_buffer_finish(&flags);
  return status;
}

// ---- Bundles

qn_status qn_object_make(const qn_target *target, bool is_ptx, qn_span image,
                         qn_object *out, qn_diag *diag) {
  qn_target named = *target;
  qn_buffer id = {0};
  if (is_ptx)
    named.ptx_only = true;
  qn_target_print_id(&named, &id);
  const qn_bundle_entry entry = {.id = qn_buffer_str(&id), .bytes = image};
  const qn_package_params params = {
      .entries = &entry, .entry_count = 1, .compress = true};
  qn_status status = qn_buffer_check(&id, diag);
  if (!qn_failed(status))
    status = qn_package_write(&params, &out->bundle, diag);
  out->is_ptx = is_ptx;
  qn_buffer_finish(&id);
  return status;
}

qn_status qn_object_image(const qn_object *object, qn_buffer *out,
                          qn_diag *diag) {
  qn_package package;
  QN_TRY(
      qn_package_open(qn_buffer_span(&object->bundle), NULL, &package, diag));
  for (size_t i = 0; i < package.entry_count; ++i)
    qn_buffer_append(out, package.entries[i].bytes.data,
                     package.entries[i].bytes.size);
  qn_package_finish(&package);
  return qn_buffer_check(out, diag);
}
