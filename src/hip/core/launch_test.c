// SPDX-License-Identifier: Apache-2.0
// What is checked before a launch: configurations of <<<>>>, kernels that were
// never registered, packed arguments.
#include <sys/wait.h>
#include <unistd.h>

#include "hip/core/api.h"
#include "support/test.h"

unsigned __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared,
                                    void *stream);
hipError_t __hipPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared,
                                     void *stream);
void **__hipRegisterFatBinary(const void *wrapper);
int __hipRegisterFunction(void **handle, const void *host, char *device,
                          const char *name, unsigned limit, void *tid,
                          void *bid, void *block_dim, void *grid_dim,
                          int *warp_size);
void __hipUnregisterFatBinary(void **handle);

enum { NESTED_MAX = 16 };

static dim3 dim(uint32_t x) {
  dim3 size;
  size.x = x;
  size.y = x + 1;
  size.z = x + 2;
  return size;
}

static void check_pop(uint32_t x) {
  dim3 grid, block;
  size_t shared;
  void *stream;
  CHECK_INT(__hipPopCallConfiguration(&grid, &block, &shared, (void *)&stream),
            hipSuccess);
  CHECK(grid.x == x && grid.y == x + 1 && grid.z == x + 2);
  CHECK(block.x == x + 100 && shared == x + 200);
  CHECK(stream == (void *)(uintptr_t)(x + 300));
}

static unsigned push(uint32_t x) {
  return __hipPushCallConfiguration(dim(x), dim(x + 100), x + 200,
                                    (void *)(uintptr_t)(x + 300));
}

// Configurations of nested launches are popped in reverse order.
static void test_configurations(void) {
  dim3 grid = dim(7), block = dim(7);
  size_t shared = 7;
  void *stream = &shared;
  for (int round = 0; round < 2; ++round) {
    for (uint32_t i = 0; i < NESTED_MAX; ++i)
      CHECK_INT(push(i), 0);
    CHECK(push(99) != 0);
    CHECK(strstr(qn_reason(), "more than 16 launches"));
    for (uint32_t i = NESTED_MAX; i > 0; --i)
      check_pop(i - 1);
    CHECK_INT(
        __hipPopCallConfiguration(&grid, &block, &shared, (void *)&stream),
        hipErrorMissingConfiguration);
    CHECK(grid.x == 7 && block.x == 7 && shared == 7 && stream == &shared);
  }
  CHECK_INT(hipGetLastError(), hipErrorMissingConfiguration);
}

static void test_unknown_kernels(void) {
  static const char nobody = 0;
  void *args[] = {NULL};
  CHECK_INT(hipLaunchKernel(&nobody, dim(1), dim(1), args, 0, NULL),
            hipErrorInvalidDeviceFunction);
  CHECK_INT(hipLaunchKernel(NULL, dim(1), dim(1), args, 0, NULL),
            hipErrorInvalidDeviceFunction);
  CHECK_INT(hipLaunchCooperativeKernel(&nobody, dim(1), dim(1), args, 0, NULL),
            hipErrorInvalidDeviceFunction);
  CHECK_INT(hipLaunchKernel(&nobody, dim(1), dim(1), args,
                            (size_t)UINT32_MAX + 1, NULL),
            hipErrorInvalidValue);
  CHECK(strstr(qn_reason(), "4294967296 bytes of dynamic shared memory"));
  CHECK(hipLaunchKernel(&nobody, dim(1), dim(1), args, 0,
                        (hipStream_t)(uintptr_t)0x1234) != hipSuccess);
  hipFuncAttributes attributes;
  CHECK_INT(hipFuncGetAttributes(&attributes, &nobody),
            hipErrorInvalidDeviceFunction);
  CHECK_INT(hipFuncGetAttributes(NULL, &nobody), hipErrorInvalidValue);
  CHECK(!qn_hip_kernel_name(&nobody));
}

static void test_symbols(void) {
  static int nobody;
  void *address = &nobody;
  size_t size = 7;
  CHECK_INT(hipGetSymbolAddress(&address, &nobody), hipErrorInvalidSymbol);
  CHECK_INT(hipGetSymbolSize(&size, &nobody), hipErrorInvalidSymbol);
  CHECK(address == &nobody && size == 7);
  CHECK_INT(hipMemcpyToSymbol(&nobody, &size, 4, 0, hipMemcpyHostToDevice),
            hipErrorInvalidSymbol);
}

// Registration only records; errors in the code are reported when it is used.
static void test_bad_binary(void) {
  static const char host = 0, other = 0;
  static const char garbage[64] = "not a bundle";
  static const struct {
    uint32_t magic, version;
    const void *bundle;
    void *unused;
  } wrapper = {0x48495046, 1, garbage, NULL};
  static char name[] = "k";
  void **handle = __hipRegisterFatBinary(&wrapper);
  CHECK(handle);
  CHECK_INT(__hipRegisterFunction(handle, &host, name, name, UINT32_MAX, NULL,
                                  NULL, NULL, NULL, NULL),
            0);
  CHECK_TEXT(qn_hip_kernel_name(&host), "k");
  CHECK(!qn_hip_kernel_name(&other));
  CHECK(hipLaunchKernel(&host, dim(1), dim(1), NULL, 0, NULL) != hipSuccess);
  CHECK(qn_reason()[0]);
  __hipUnregisterFatBinary(handle);
  CHECK(!qn_hip_kernel_name(&host));
  CHECK_INT(hipLaunchKernel(&host, dim(1), dim(1), NULL, 0, NULL),
            hipErrorInvalidDeviceFunction);
}

static void test_packed(void) {
  char block[16];
  size_t size = sizeof(block);
  void *args[] = {&size};
  qn_op_kernel launch = {0};
  void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, block,
                   HIP_LAUNCH_PARAM_BUFFER_SIZE, &size, HIP_LAUNCH_PARAM_END};
  CHECK_INT(qn_hip_arguments(&launch, NULL, extra), QN_R_OK);
  CHECK(launch.packed == (void *)block && launch.packed_size == 16 &&
        !launch.args);
  launch = (qn_op_kernel){0};
  CHECK_INT(qn_hip_arguments(&launch, args, extra), QN_R_OK); // not `extra`
  CHECK(launch.args == args && !launch.packed);
  CHECK_INT(qn_hip_arguments(&launch, NULL, NULL), QN_R_OK);
  CHECK(!launch.args);
  extra[0] = block;
  CHECK_INT(qn_hip_arguments(&launch, NULL, extra), QN_R_INVALID_VALUE);
  CHECK(strstr(qn_reason(), "is no HIP_LAUNCH_PARAM"));
}

int main(void) {
  CHECK(setenv("QUERN_DEVICE", "cpu", 1) == 0);
  CHECK(unsetenv("HIP_VISIBLE_DEVICES") == 0);
  test_configurations();
  test_unknown_kernels();
  test_symbols();
  test_packed();
  // In a separate process: registrations are kept for late readers, which a
  // leak checker would report.
  int status = -1;
  const pid_t child = fork();
  if (child == 0) {
    test_bad_binary();
    _exit(0);
  }
  CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
  return 0;
}
