// SPDX-License-Identifier: Apache-2.0
// Images: shared objects loaded from memory.
#include <dlfcn.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/system/log.h"
#include "metadata/model/variant.h"
#include "runtime/backends/cpu/cpu.h"
#include "runtime/check/check.h"
#include "runtime/check/recompile.h"

typedef struct cpu_code {
  void *handle;
  int fd; // stays open: the loader knows the image by this descriptor's path
  unsigned checks; // that it was compiled with
  qn_mutex mutex;  // of the list
  cpu_function *functions;
} cpu_code;

static qn_status write_all(int fd, qn_span bytes, qn_diag *diag) {
  for (size_t done = 0; done < bytes.size;) {
    const ssize_t count = write(fd, bytes.data + done, bytes.size - done);
    if (count < 0)
      return qn_fail_errno(diag, "write", "a CPU image");
    done += (size_t)count;
  }
  return qn_ok();
}

// Creates the file for the image, and its path for the dynamic loader: in
// memory, or in the folder QUERN_CPU_IMAGES, where profilers find it. In that
// case it also stays loaded, for those that read it at the program's end.
static qn_status create_image(cpu_code *code, char *path, size_t size,
                              qn_diag *diag) {
  static atomic_uint number;
  const char *folder = getenv("QUERN_CPU_IMAGES");
  if (!folder) {
    code->fd = memfd_create("quern-image", MFD_CLOEXEC);
    if (code->fd < 0)
      return qn_fail_errno(diag, "create", "a CPU image in memory");
    // Not "self": a debugger opens the same path, from a process of its own.
    snprintf(path, size, "/proc/%d/fd/%d", (int)getpid(), code->fd);
    return qn_ok();
  }
  snprintf(path, size, "%s/quern-%d-%u.so", folder, (int)getpid(),
           atomic_fetch_add(&number, 1));
  code->fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
  return code->fd < 0 ? qn_fail_errno(diag, "create", path) : qn_ok();
}

static qn_status open_image(cpu_code *code, const char *path, qn_diag *diag) {
  // Findings of its kernels may be looked at later.
  const bool keeps =
      getenv("QUERN_CPU_IMAGES") || qn_check_on(QN_CPU_CHECK_ALL);
  const int stays = keeps ? RTLD_NODELETE : 0;
  code->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | stays);
  if (code->handle)
    return qn_ok();
  return qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE,
                 "the system refused the CPU image: %s", dlerror());
}

void qn_cpu_image(const cpu_function *function, int *out_fd,
                  uintptr_t *out_base) {
  struct link_map *map = NULL;
  *out_fd = function->code->fd;
  *out_base = dlinfo(function->code->handle, RTLD_DI_LINKMAP, &map) == 0 && map
                  ? (uintptr_t)map->l_addr
                  : 0;
}

unsigned qn_cpu_image_checks(const cpu_function *function) {
  return function->code->checks;
}

// Variables of an image lie in it.
static int know_segments(struct dl_phdr_info *info, size_t size, void *user) {
  const uintptr_t base = *(const uintptr_t *)user;
  (void)size;
  if (info->dlpi_addr != base)
    return 0;
  for (size_t i = 0; i < info->dlpi_phnum; ++i)
    if (info->dlpi_phdr[i].p_type == PT_LOAD)
      qn_check_know((const void *)(base + info->dlpi_phdr[i].p_vaddr),
                    info->dlpi_phdr[i].p_memsz,
                    info->dlpi_phdr[i].p_flags & PF_W ? QN_CHECK_VARIABLES
                                                      : QN_CHECK_CODE);
  return 1;
}

static int forget_segments(struct dl_phdr_info *info, size_t size, void *user) {
  const uintptr_t base = *(const uintptr_t *)user;
  (void)size;
  if (info->dlpi_addr != base)
    return 0;
  for (size_t i = 0; i < info->dlpi_phnum; ++i)
    if (info->dlpi_phdr[i].p_type == PT_LOAD)
      qn_check_forget((const void *)(base + info->dlpi_phdr[i].p_vaddr));
  return 1;
}

static void know_image(const cpu_code *code, bool loaded) {
  struct link_map *map = NULL;
  if (!code->handle || dlinfo(code->handle, RTLD_DI_LINKMAP, &map) != 0 || !map)
    return;
  uintptr_t base = (uintptr_t)map->l_addr;
  (void)dl_iterate_phdr(loaded ? know_segments : forget_segments, &base);
}

void qn_cpu_unload(void *device, void **where) {
  (void)device;
  cpu_code *code = *where;
  if (!code)
    return;
  if (qn_check_on(QN_CPU_CHECK_ALL))
    know_image(code, false);
  while (code->functions) {
    cpu_function *next = code->functions->next;
    if (code->functions->owns_kernel) {
      qn_free((void *)(uintptr_t)code->functions->kernel->symbol.data);
      qn_free((void *)(uintptr_t)code->functions->kernel);
    }
    qn_free(code->functions->entries);
    qn_free((void *)code->functions->chosen);
    qn_free(code->functions);
    code->functions = next;
  }
  if (code->handle)
    dlclose(code->handle);
  if (code->fd >= 0 && !qn_check_on(QN_CPU_CHECK_ALL))
    close(code->fd);
  qn_mutex_finish(&code->mutex);
  qn_free(code);
  *where = NULL;
}

qn_result qn_cpu_load(void *device, qn_span image, void **out_code) {
  qn_diag diag = {0};
  cpu_code *code = qn_alloc_array(1, sizeof(*code));
  if (!code)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a CPU image");
  qn_mutex_init(&code->mutex);
  char path[PATH_MAX];
  qn_status status = create_image(code, path, sizeof(path), &diag);
  if (!qn_failed(status))
    status = write_all(code->fd, image, &diag);
  if (!qn_failed(status))
    status = open_image(code, path, &diag);
  void *made = code;
  if (qn_failed(status)) {
    qn_cpu_unload(device, &made);
    return qn_refuse_diag(&diag, "loading an image");
  }
  if (qn_check_on(QN_CPU_CHECK_ALL)) {
    code->checks = qn_check_image_kinds(image);
    know_image(code, true);
  }
  *out_code = made;
  return QN_R_OK;
}

static void *find_symbol(const cpu_code *code, qn_str symbol) {
  enum { NAME_MAX_SIZE = 64 * 1024 };
  if (symbol.size >= NAME_MAX_SIZE)
    return NULL;
  char *name = qn_alloc(symbol.size + 1);
  if (!name)
    return NULL;
  memcpy(name, symbol.data, symbol.size);
  name[symbol.size] = '\0';
  void *address = dlsym(code->handle, name);
  qn_free(name);
  return address;
}

// ---- Functions

static bool runs_here(const qn_entry *entry) {
  const qn_target_row *row =
      entry->isa.size ? qn_target_find(entry->isa) : NULL;
  return !entry->isa.size || (row && qn_target_runs_here(row));
}

enum { BLOCK_X_MAX = 1024 }; // the largest size in x whose choice is kept

static qn_result find_entries(const cpu_code *code, cpu_function *f) {
  const qn_kernel *kernel = f->kernel;
  f->entry_count = kernel->entry_count ? kernel->entry_count : 1;
  f->entries = qn_alloc_array(f->entry_count, sizeof(*f->entries));
  if (!f->entries)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a kernel");
  bool any = false;
  for (size_t i = 0; i < f->entry_count; ++i) {
    const qn_entry *entry = kernel->entry_count ? &kernel->entries[i] : NULL;
    void *address = NULL;
    if (!entry || runs_here(entry))
      address = find_symbol(code, entry ? entry->symbol : kernel->symbol);
    memcpy(&f->entries[i], &address, sizeof(f->entries[i]));
    any |= address != NULL;
  }
  const qn_entry *first = kernel->entries;
  f->one_for_all =
      !kernel->entry_count || (kernel->entry_count == 1 &&
                               first->min_factor <= 1 && first->sub_group <= 1);
  // Caches the choice of an entry for each size in x.
  if (!f->one_for_all && f->entry_count < UINT8_MAX) {
    f->chosen = qn_alloc_array(BLOCK_X_MAX + 1, sizeof(*f->chosen));
    if (!f->chosen)
      return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a kernel");
  }
  return any ? QN_R_OK
             : qn_refuse(QN_R_NOT_FOUND,
                         "the image describes kernel '%.*s' but exports no "
                         "code of it that this machine runs",
                         QN_STR_ARG(kernel->name));
}

static bool is_usable(void *user, const qn_entry *entry) {
  const cpu_function *f = user;
  return f->entries[entry - f->kernel->entries] != NULL;
}

// Chooses by the record and caches the choice.
static qn_result choose(cpu_function *f, uint32_t local_x,
                        qn_cpu_entry **out_entry) {
  qn_diag diag = {0};
  const qn_entry *entry;
  const qn_variant_query query = {.kernel = f->kernel,
                                  .local_x = local_x,
                                  .is_usable = is_usable,
                                  .user = f};
  if (qn_failed(qn_variant_choose(&query, &entry, &diag))) {
    (void)qn_refuse_diag(&diag, "choosing a variant of a kernel");
    return QN_R_INVALID_CONFIGURATION;
  }
  const size_t index = (size_t)(entry - f->kernel->entries);
  QN_DEBUG("cpu", "blocks of %" PRIu32 " in x: '%.*s'", local_x,
           QN_STR_ARG(entry->symbol));
  *out_entry = f->entries[index];
  if (f->chosen && local_x <= BLOCK_X_MAX)
    atomic_store_explicit(&f->chosen[local_x], (uint8_t)(index + 1),
                          memory_order_relaxed);
  return QN_R_OK;
}

qn_result qn_cpu_choose(cpu_function *f, uint32_t local_x,
                        qn_cpu_entry **out_entry) {
  if (f->one_for_all) {
    *out_entry = f->entries[0];
    return QN_R_OK;
  }
  const unsigned number =
      f->chosen && local_x <= BLOCK_X_MAX
          ? atomic_load_explicit(&f->chosen[local_x], memory_order_relaxed)
          : 0;
  if (!number)
    return choose(f, local_x, out_entry);
  *out_entry = f->entries[number - 1];
  return QN_R_OK;
}

qn_result qn_cpu_function(void *user, const qn_kernel *kernel,
                          void **out_function, qn_function_info *out_info) {
  cpu_code *code = user;
  cpu_function *f = qn_alloc_array(1, sizeof(*f));
  if (!f)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a kernel");
  f->kernel = kernel;
  f->code = code;
  const qn_result result = find_entries(code, f);
  if (result != QN_R_OK) {
    qn_free(f->entries);
    qn_free((void *)f->chosen);
    qn_free(f);
    return result;
  }
  qn_mutex_lock(&code->mutex);
  f->next = code->functions;
  code->functions = f;
  qn_mutex_unlock(&code->mutex);
  const qn_resources *r = &kernel->resources;
  *out_info = (qn_function_info){
      .max_threads = (uint32_t)qn_figure_or(r->max_threads, 1024),
      .shared_static = (uint32_t)qn_figure_or(r->shared_static, 0),
      .local_size = (uint32_t)qn_figure_or(r->scratch, 0),
      .registers = 32,
      .ptx_version = 89,
      .binary_version = 89,
  };
  *out_function = f;
  return QN_R_OK;
}

// ---- Kernels that kernels launch

static cpu_function *find_sibling(cpu_code *code, qn_str symbol) {
  qn_mutex_lock(&code->mutex);
  cpu_function *f = code->functions;
  while (f && !qn_str_equal(f->kernel->symbol, symbol))
    f = f->next;
  qn_mutex_unlock(&code->mutex);
  return f;
}

// Without the module's record, which the host may not have asked for: the
// symbol is an entry for blocks of any size.
static cpu_function *make_sibling(cpu_code *code, const char *symbol) {
  qn_function_info info;
  void *made = NULL;
  qn_kernel *kernel = qn_alloc_array(1, sizeof(*kernel));
  char *copy = qn_alloc(strlen(symbol) + 1);
  if (kernel && copy) {
    memcpy(copy, symbol, strlen(symbol) + 1);
    kernel->name = kernel->symbol = qn_str_from(copy);
    if (qn_cpu_function(code, kernel, &made, &info) == QN_R_OK) {
      cpu_function *f = made;
      f->owns_kernel = true;
      return f;
    }
  }
  qn_free(copy);
  qn_free(kernel);
  return NULL;
}

cpu_function *qn_cpu_sibling(cpu_function *function, const char *symbol) {
  cpu_function *f = find_sibling(function->code, qn_str_from(symbol));
  return f ? f : make_sibling(function->code, symbol);
}

qn_result qn_cpu_variable(void *user, const char *symbol, void **out_address,
                          size_t *out_size) {
  const cpu_code *code = user;
  void *address = dlsym(code->handle, symbol);
  if (!address)
    return qn_refuse(QN_R_NOT_FOUND, "no device variable '%s' in the image",
                     symbol);
  *out_address = address;
  *out_size = 0; // the image's record has it
  return QN_R_OK;
}
