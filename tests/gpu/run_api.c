// SPDX-License-Identifier: Apache-2.0
// quern/run.h on a device that the caller names: run_api BUNDLE DEVICE. Skipped
// (77) where there is no such device.
#include <quern/run.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 100000, BLOCK = 256, SKIPPED = 77 };

static quern_error error = QUERN_ERROR_INIT;

static void need(bool good, const char *what) {
  char text[QUERN_ERROR_TEXT_SIZE];
  if (good)
    return;
  quern_error_format(&error, text, sizeof(text));
  fprintf(stderr, "%s\n%s", what, text);
  exit(1);
}
#define NEED(call) need((call) == QUERN_OK, #call)
#define CHECK(condition) need((condition), #condition)

static quern_device *open_device(const char *name) {
  quern_device *device = NULL;
  quern_device_info info = QUERN_DEVICE_INFO_INIT;
  const quern_status status = quern_device_open(name, &device, &error);
  if (status == QUERN_E_DEVICE || status == QUERN_E_NOT_FOUND) {
    printf("skipped: %s\n", error.message);
    exit(SKIPPED);
  }
  CHECK(status == QUERN_OK);
  NEED(quern_device_describe(device, &info, &error));
  printf("%s: %s, %s, %llu MB, host memory %u\n", info.name, info.description,
         info.target, (unsigned long long)(info.memory_size >> 20),
         info.host_memory);
  return device;
}

static void scale(quern_device *device, const quern_kernel *kernel) {
  static float values[COUNT];
  void *x = NULL;
  int n = COUNT;
  float a = 3;
  const void *const args[] = {&n, &a, &x};
  quern_launch launch = QUERN_LAUNCH_INIT;
  for (int i = 0; i < COUNT; ++i)
    values[i] = (float)i;
  NEED(quern_memory_allocate(device, sizeof(values), &x, &error));
  NEED(quern_memory_copy(device, x, values, sizeof(values), &error));
  launch.grid[0] = (COUNT + BLOCK - 1) / BLOCK;
  launch.block[0] = BLOCK;
  launch.args = args;
  launch.arg_count = 3;
  NEED(quern_kernel_launch(kernel, &launch, &error));
  NEED(quern_kernel_launch(kernel, &launch, &error));
  NEED(quern_memory_copy(device, values, x, sizeof(values), &error));
  for (int i = 0; i < COUNT; ++i)
    CHECK(values[i] == 9 * (float)i);
  CHECK(quern_memory_copy(device, x, values, sizeof(values) + 1, &error) ==
        QUERN_E_ARGUMENT);
  launch.block[0] = 1 << 20;
  CHECK(quern_kernel_launch(kernel, &launch, &error) == QUERN_E_ARGUMENT);
  NEED(quern_memory_free(x, &error));
}

int main(int argc, char **argv) {
  quern_module *module = NULL;
  const quern_kernel *kernel = NULL;
  void *launches = NULL;
  int count = 0;
  size_t size = 0;
  if (argc != 3)
    return 2;
  quern_device *device = open_device(argv[2]);
  NEED(quern_module_open_file(device, argv[1], &module, &error));
  NEED(quern_module_find_kernel(module, "scale", &kernel, &error));
  scale(device, kernel);
  NEED(
      quern_module_find_variable(module, "launches", &launches, &size, &error));
  CHECK(size == sizeof(count));
  NEED(quern_memory_copy(device, &count, launches, sizeof(count), &error));
  CHECK(count == 2);
  quern_module_close(module);
  quern_device_close(device);
  puts("ok");
  return 0;
}
