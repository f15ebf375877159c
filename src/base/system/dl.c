// SPDX-License-Identifier: Apache-2.0
#include "base/system/dl.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>

#include "base/system/log.h"

// The loader's messages start with the file's name, which ours already have.
static const char *reason(const char *name) {
  const char *text = dlerror();
  if (!text)
    return "unknown reason";
  const size_t size = strlen(name);
  if (strncmp(text, name, size) == 0 && strncmp(text + size, ": ", 2) == 0)
    return text + size + 2;
  return text;
}

static void find_path(qn_dl *dl, const char *name) {
  struct link_map *map = NULL;
  const bool known = dlinfo(dl->handle, RTLD_DI_LINKMAP, &map) == 0 && map &&
                     map->l_name && map->l_name[0];
  snprintf(dl->path, sizeof(dl->path), "%s", known ? map->l_name : name);
}

// Sanitizers refuse libraries that look at themselves first.
#if defined(RTLD_DEEPBIND) && !defined(__SANITIZE_ADDRESS__) &&                \
    !defined(__SANITIZE_THREAD__)
#if defined(__has_feature)
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
#define SEPARATE RTLD_DEEPBIND
#endif
#else
#define SEPARATE RTLD_DEEPBIND
#endif
#endif
#ifndef SEPARATE
#define SEPARATE 0
#endif

static qn_status open_first(const char *const *names, int more, qn_dl *out_dl,
                            qn_buffer *tried, qn_diag *diag) {
  qn_status status = {QN_E_NOT_FOUND};
  for (const char *const *name = names; *name; ++name) {
    qn_dl dl = {.handle = dlopen(*name, RTLD_NOW | RTLD_LOCAL | more)};
    const bool ours = dl.handle && dlsym(dl.handle, "quern_drop_in");
    if (dl.handle && !ours) {
      find_path(&dl, *name);
      *out_dl = dl;
      return qn_ok();
    }
    if (ours)
      (void)dlclose(dl.handle);
    const char *why = ours ? "is Quern's own" : reason(*name);
    if (tried)
      qn_buffer_printf(tried, "%s: %s\n", *name, why);
    QN_DEBUG("dl", "%s: %s", *name, why);
  }
  status = qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE, "could not load '%s'",
                   names[0] ? names[0] : "");
  for (const char *const *name = names; *name; ++name)
    if (name != names)
      qn_diag_context(diag, "trying '%s' too", *name);
  return status;
}

qn_status qn_dl_open(const char *const *names, qn_dl *out_dl, qn_buffer *tried,
                     qn_diag *diag) {
  return open_first(names, 0, out_dl, tried, diag);
}
qn_status qn_dl_open_separate(const char *const *names, qn_dl *out_dl,
                              qn_buffer *tried, qn_diag *diag) {
  return open_first(names, SEPARATE, out_dl, tried, diag);
}

const char *const qn_dl_cuda_names[] = {
    "libcuda.so.1",
    "/usr/lib/x86_64-linux-gnu/libcuda.so.1",
    "/usr/lib/aarch64-linux-gnu/libcuda.so.1",
    "/usr/lib64/libcuda.so.1",
    "/usr/lib/wsl/lib/libcuda.so.1",
    "/usr/local/nvidia/lib64/libcuda.so.1",
    NULL,
};

void qn_dl_close(qn_dl *dl) {
  if (dl->handle)
    (void)dlclose(dl->handle);
  *dl = (qn_dl){0};
}

void *qn_dl_find(const qn_dl *dl, const char *name) {
  return dl->handle ? dlsym(dl->handle, name) : NULL;
}

qn_status qn_dl_load(const qn_dl *dl, const qn_dl_symbol *symbols, size_t count,
                     void *table, qn_diag *diag) {
  for (size_t i = 0; i < count; ++i) {
    void *address = qn_dl_find(dl, symbols[i].name);
    if (!address && symbols[i].required)
      return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                     "'%s' has no function '%s'", dl->path, symbols[i].name);
    memcpy((char *)table + symbols[i].offset, &address, sizeof(address));
  }
  return qn_ok();
}
