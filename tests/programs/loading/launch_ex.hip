// SPDX-License-Identifier: Apache-2.0
// Launches by a configuration: of kernels, of their addresses, of functions.
// MODULE: modules/plain.hip
#include <hip/hip_runtime.h>

#include <string>

#include "program.h"

struct Pair {
  char tag;
  double value;
};
__global__ void fill(double *p, Pair pair, short by) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = pair.value * pair.tag + by;
}

static void by_kernel(hipStream_t s) {
  enum { N = 128 };
  double *p, h[N];
  OK(hipMalloc(&p, sizeof(h)));
  hipLaunchConfig_t config = {};
  config.gridDim = dim3(2);
  config.blockDim = dim3(64);
  config.stream = s;
  const Pair pair = {4, 2.5};
  OK(hipLaunchKernelEx(&config, fill, p, pair, (short)-3));
  OK(hipMemcpyAsync(h, p, sizeof(h), hipMemcpyDeviceToHost, s));
  OK(hipStreamSynchronize(s));
  CHECK(h[0] == 7 && h[N - 1] == 7);
  Pair other = {2, 0.5};
  short by = 9;
  void *args[] = {&p, &other, &by};
  OK(hipLaunchKernelExC(&config, (const void *)fill, args));
  OK(hipStreamSynchronize(s));
  OK(hipMemcpy(h, p, sizeof(h), hipMemcpyDeviceToHost));
  CHECK(h[0] == 10 && h[N - 1] == 10);
  config.gridDim = dim3(0);
  FAILS(hipLaunchKernelEx(&config, fill, p, pair, (short)0),
        hipErrorInvalidConfiguration);
  FAILS(hipLaunchKernelExC(nullptr, (const void *)fill, args),
        hipErrorInvalidValue);
  OK(hipFree(p));
}

static void by_function(hipStream_t s) {
  hipModule_t module;
  hipFunction_t scale;
  hipDeviceptr_t factor;
  size_t size;
  const std::string path = std::string(getenv("PROGRAM_DATA")) + "/plain.hipfb";
  OK(hipModuleLoad(&module, path.c_str()));
  OK(hipModuleGetFunction(&scale, module, "scale"));
  OK(hipModuleGetGlobal(&factor, &size, module, "factor"));
  int three = 3, n = 64;
  OK(hipMemcpy(factor, &three, sizeof(three), hipMemcpyHostToDevice));
  float *p, h[64], by = 0.5f;
  for (int i = 0; i < n; ++i)
    h[i] = (float)i;
  OK(hipMalloc(&p, sizeof(h)));
  OK(hipMemcpy(p, h, sizeof(h), hipMemcpyHostToDevice));
  hipLaunchAttribute cooperative = {};
  cooperative.id = hipLaunchAttributeCooperative;
  cooperative.val.cooperative = 1;
  HIP_LAUNCH_CONFIG config = {};
  config.gridDimX = config.gridDimY = config.gridDimZ = 1;
  config.blockDimX = 64;
  config.blockDimY = config.blockDimZ = 1;
  config.hStream = s;
  void *args[] = {&p, &n, &by};
  OK(hipDrvLaunchKernelEx(&config, scale, args, nullptr));
  struct {
    float *p;
    int n;
    float by;
  } packed = {p, n, by};
  size = sizeof(packed);
  void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &packed,
                   HIP_LAUNCH_PARAM_BUFFER_SIZE, &size, HIP_LAUNCH_PARAM_END};
  OK(hipDrvLaunchKernelEx(&config, scale, nullptr, extra));
  config.attrs = &cooperative;
  config.numAttrs = 1;
  OK(hipDrvLaunchKernelEx(&config, scale, args, nullptr));
  OK(hipStreamSynchronize(s));
  OK(hipMemcpy(h, p, sizeof(h), hipMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i)
    CHECK(h[i] == i * 1.5f * 1.5f * 1.5f);
  FAILS(hipDrvLaunchKernelEx(nullptr, scale, args, nullptr),
        hipErrorInvalidValue);
  OK(hipFree(p));
  OK(hipModuleUnload(module));
}

int main() {
  hipStream_t s;
  OK(hipStreamCreate(&s));
  by_kernel(s);
  by_function(s);
  OK(hipStreamDestroy(s));
  return done();
}
