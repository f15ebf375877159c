// SPDX-License-Identifier: Apache-2.0
// What a launch costs through the public interface: 64 groups of one thread
// that do next to nothing. Kernels are in launch.hipfb beside the program.
#include <limits.h>
#include <unistd.h>

#include "quern/run.h"
#include "support/bench.h"

typedef struct launched {
  const quern_kernel *kernel;
  quern_launch launch;
} launched;

static void fail(const quern_error *error) {
  fprintf(stderr, "%s\n", error->message);
  exit(1);
}

static void run(void *user) {
  launched *l = user;
  quern_error error = QUERN_ERROR_INIT;
  if (quern_kernel_launch(l->kernel, &l->launch, &error) != QUERN_OK)
    fail(&error);
}

static quern_module *load(quern_device *cpu) {
  char path[PATH_MAX + 16];
  const ssize_t size = readlink("/proc/self/exe", path, PATH_MAX);
  quern_error error = QUERN_ERROR_INIT;
  quern_module *module;
  if (size < 0)
    exit(1);
  path[size] = '\0';
  char *name = path + size;
  while (name > path && name[-1] != '/')
    --name;
  snprintf(name, 16, "launch.hipfb");
  if (quern_module_open_file(cpu, path, &module, &error) != QUERN_OK)
    fail(&error);
  return module;
}

static void bench_kernel(quern_module *module, const char *name,
                         const char *title, uint32_t groups, uint32_t threads) {
  static int counter[4096];
  int *pointer = counter;
  const void *args[] = {&pointer};
  quern_error error = QUERN_ERROR_INIT;
  launched l = {.launch = {.size = sizeof(l.launch),
                           .grid = {groups, 1, 1},
                           .block = {threads, 1, 1},
                           .args = args,
                           .arg_count = 1}};
  if (quern_module_find_kernel(module, name, &l.kernel, &error) != QUERN_OK)
    fail(&error);
  bench(title, run, &l, groups, "groups");
}

int main(void) {
  quern_error error = QUERN_ERROR_INIT;
  quern_device *cpu;
  if (quern_device_open("cpu", &cpu, &error) != QUERN_OK)
    fail(&error);
  quern_module *module = load(cpu);
  bench_kernel(module, "plain", "launch 1 group of 1", 1, 1);
  bench_kernel(module, "plain", "launch 64 groups of 1", 64, 1);
  bench_kernel(module, "plain", "launch 64 groups of 256", 64, 256);
  bench_kernel(module, "barrier", "launch 64 groups of 64, barrier", 64, 64);
  quern_module_close(module);
  quern_device_close(cpu);
  return 0;
}
