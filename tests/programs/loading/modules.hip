// SPDX-License-Identifier: Apache-2.0
// Modules: loading, functions and variables by name, both forms of arguments.
// MODULE: modules/plain.hip
#include <hip/hip_runtime.h>

#include <fstream>
#include <iterator>
#include <string>

#include "program.h"

struct Pair {
  char tag;
  double value;
};

int main() {
  const std::string path = std::string(getenv("PROGRAM_DATA")) + "/plain.hipfb";
  hipModule_t module, again;
  hipFunction_t scale, pairs, none;
  OK(hipModuleLoad(&module, path.c_str()));
  FAILS(hipModuleLoad(&again, "/no/such/file"), hipErrorFileNotFound);
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  OK(hipModuleLoadData(&again, bytes.data()));
  OK(hipModuleUnload(again));
  FAILS(hipModuleLoadData(&again, "neither fish nor fowl"),
        hipErrorInvalidImage);
  OK(hipModuleGetFunction(&scale, module, "scale"));
  OK(hipModuleGetFunction(&pairs, module, "pairs"));
  FAILS(hipModuleGetFunction(&none, module, "scael"), hipErrorNotFound);
  hipDeviceptr_t factor;
  size_t size;
  OK(hipModuleGetGlobal(&factor, &size, module, "factor"));
  CHECK(size == sizeof(int));
  int three = 3;
  OK(hipMemcpyHtoD(factor, &three, sizeof(three)));
  float *d, h[100];
  for (int i = 0; i < 100; ++i)
    h[i] = i;
  OK(hipMalloc(&d, sizeof(h)));
  OK(hipMemcpy(d, h, sizeof(h), hipMemcpyHostToDevice));
  int n = 100;
  float by = 0.5f;
  void *args[] = {&d, &n, &by};
  OK(hipModuleLaunchKernel(scale, 2, 1, 1, 64, 1, 1, 0, 0, args, nullptr));
  OK(hipMemcpy(h, d, sizeof(h), hipMemcpyDeviceToHost));
  for (int i = 0; i < 100; ++i)
    CHECK(h[i] == i * 1.5f);
  struct {
    float *p;
    int n;
    float by;
  } packed = {d, 100, 1.0f / 3};
  size_t packed_size = sizeof(packed);
  void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &packed,
                   HIP_LAUNCH_PARAM_BUFFER_SIZE, &packed_size,
                   HIP_LAUNCH_PARAM_END};
  OK(hipModuleLaunchKernel(scale, 2, 1, 1, 64, 1, 1, 0, 0, nullptr, extra));
  OK(hipMemcpy(h, d, sizeof(h), hipMemcpyDeviceToHost));
  for (int i = 0; i < 100; ++i)
    NEAR(h[i], i * 1.5f, 1e-6);
  packed_size = 8; // not all of it
  FAILS(hipModuleLaunchKernel(scale, 1, 1, 1, 64, 1, 1, 0, 0, nullptr, extra),
        hipErrorInvalidValue);
  // Arguments with holes between them.
  char a = 1;
  Pair pair = {2, 3.25};
  short b = 4;
  double *out, got[4];
  OK(hipMalloc(&out, sizeof(got)));
  void *mixed[] = {&a, &pair, &b, &out};
  OK(hipModuleLaunchKernel(pairs, 1, 1, 1, 1, 1, 1, 0, 0, mixed, nullptr));
  OK(hipMemcpy(got, out, sizeof(got), hipMemcpyDeviceToHost));
  CHECK(got[0] == 1 && got[1] == 2 && got[2] == 3.25 && got[3] == 4);
  int value;
  OK(hipFuncGetAttribute(&value, HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                         scale));
  CHECK(value >= 64);
  int grid, block;
  OK(hipModuleOccupancyMaxPotentialBlockSize(&grid, &block, scale, 0, 0));
  CHECK(grid >= 1 && block >= 32);
  FAILS(hipModuleLaunchKernel(scale, 0, 1, 1, 64, 1, 1, 0, 0, args, nullptr),
        hipErrorInvalidConfiguration);
  OK(hipModuleUnload(module));
  FAILS(hipModuleUnload(module), hipErrorInvalidHandle);
  FAILS(hipModuleLaunchKernel(scale, 1, 1, 1, 64, 1, 1, 0, 0, args, nullptr),
        hipErrorInvalidHandle);
  OK(hipFree(d));
  OK(hipFree(out));
  return done();
}
