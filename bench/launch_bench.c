// SPDX-License-Identifier: Apache-2.0
// What a launch costs through the public interface: 64 groups of one thread
// that do next to nothing. Kernels are in launch.hipfb beside the program.
#include <limits.h>
#include <unistd.h>

#include "quern/run.h"
#include "support/bench.h"

typedef struct launched {
  quern_module *module;
  const quern_kernel *kernel;
  quern_launch launch;
} launched;

static void fail(const quern_error *error) {
  fprintf(stderr, "%s\n", error->message);
  exit(1);
}

static void run(void *user) {
  launched *l = user;
  quern_error error;
  if (quern_kernel_launch(l->module, l->kernel, &l->launch, &error) != 0)
    fail(&error);
}

static quern_module *load(void) {
  char path[PATH_MAX + 16];
  const ssize_t size = readlink("/proc/self/exe", path, PATH_MAX);
  quern_error error = {{0}, {0}};
  if (size < 0)
    exit(1);
  path[size] = '\0';
  char *name = path + size;
  while (name > path && name[-1] != '/')
    --name;
  snprintf(name, 16, "launch.hipfb");
  quern_module *module = quern_module_load(path, &error);
  if (!module)
    fail(&error);
  return module;
}

static void bench_kernel(quern_module *module, const char *name,
                         const char *title, uint32_t groups, uint32_t threads) {
  static int counter[4096];
  int *pointer = counter;
  const void *args[] = {&pointer};
  quern_error error = {{0}, {0}};
  launched l = {.module = module,
                .kernel = quern_module_kernel(module, name, &error),
                .launch = {.grid = {groups, 1, 1},
                           .block = {threads, 1, 1},
                           .args = args,
                           .arg_count = 1}};
  if (!l.kernel)
    fail(&error);
  bench(title, run, &l, groups, "groups");
}

int main(void) {
  quern_module *module = load();
  bench_kernel(module, "plain", "launch 1 group of 1", 1, 1);
  bench_kernel(module, "plain", "launch 64 groups of 1", 64, 1);
  bench_kernel(module, "plain", "launch 64 groups of 256", 64, 256);
  bench_kernel(module, "barrier", "launch 64 groups of 64, barrier", 64, 64);
  quern_module_free(module);
  return 0;
}
