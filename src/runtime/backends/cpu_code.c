// SPDX-License-Identifier: Apache-2.0
// Images: shared objects, loaded from memory.
#include <dlfcn.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/alloc.h"
#include "runtime/backends/cpu.h"

typedef struct cpu_code {
  void *handle;
  int fd; // stays open: the loader knows the image by this descriptor's path
  qn_mutex mutex; // of the list
  cpu_function *functions;
} cpu_code;

static qn_status write_all(int fd, qn_span bytes, qn_diag *diag) {
  for (size_t done = 0; done < bytes.size;) {
    const ssize_t count = write(fd, bytes.data + done, bytes.size - done);
    if (count < 0)
      return qn_fail_errno(diag, "write", "a CPU image in memory");
    done += (size_t)count;
  }
  return qn_ok();
}

static qn_status open_image(cpu_code *code, qn_diag *diag) {
  char path[64];
  // Not "self": a debugger opens the same path, from a process of its own.
  snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)getpid(), code->fd);
  code->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (code->handle)
    return qn_ok();
  return qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE,
                 "the system refused the CPU image: %s", dlerror());
}

void qn_cpu_unload(void *device, void **where) {
  (void)device;
  cpu_code *code = *where;
  if (!code)
    return;
  while (code->functions) {
    cpu_function *next = code->functions->next;
    qn_free(code->functions);
    code->functions = next;
  }
  if (code->handle)
    dlclose(code->handle);
  if (code->fd >= 0)
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
  code->fd = memfd_create("quern-image", MFD_CLOEXEC);
  qn_status status =
      code->fd < 0 ? qn_fail_errno(&diag, "create", "a CPU image in memory")
                   : write_all(code->fd, image, &diag);
  if (!qn_failed(status))
    status = open_image(code, &diag);
  void *made = code;
  if (qn_failed(status)) {
    qn_cpu_unload(device, &made);
    return qn_refuse_diag(&diag, "loading an image");
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

qn_result qn_cpu_function(void *user, const qn_kernel *kernel,
                          void **out_function, qn_function_info *out_info) {
  cpu_code *code = user;
  void *address = find_symbol(
      code, kernel->entry_count ? kernel->entries[0].symbol : kernel->symbol);
  if (!address)
    return qn_refuse(QN_R_NOT_FOUND,
                     "the image describes kernel '%.*s' but does not export it",
                     QN_STR_ARG(kernel->name));
  cpu_function *f = qn_alloc_array(1, sizeof(*f));
  if (!f)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a kernel");
  memcpy(&f->entry, &address, sizeof(f->entry));
  f->kernel = kernel;
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

qn_result qn_cpu_variable(void *user, const char *symbol, void **out_address,
                          size_t *out_size) {
  const cpu_code *code = user;
  void *address = dlsym(code->handle, symbol);
  if (!address)
    return qn_refuse(QN_R_NOT_FOUND, "no device variable '%s' in the image",
                     symbol);
  *out_address = address;
  *out_size = 0; // the image's record says it
  return QN_R_OK;
}
