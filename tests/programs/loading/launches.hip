// SPDX-License-Identifier: Apache-2.0
// The other forms of launches, of modules and of questions about functions.
// MODULE: modules/plain.hip
#include <hip/hip_ext.h>
#include <hip/hip_runtime.h>

#include <fstream>
#include <iterator>
#include <string>

#include "program.h"

enum { N = 64 };
__global__ void fill(int *p, char by, double scale) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = (int)(by * scale);
}

static int *block;
static void expect(int value) {
  int h[N];
  OK(hipDeviceSynchronize());
  OK(hipMemcpy(h, block, sizeof(h), hipMemcpyDeviceToHost));
  CHECK(h[0] == value && h[N - 1] == value);
}

static void test_old() {
  char by = 4;
  double scale = 2.5;
  OK(hipConfigureCall(dim3(2), dim3(N / 2), 0, 0));
  OK(hipSetupArgument(&block, sizeof(block), 0));
  OK(hipSetupArgument(&by, sizeof(by), 8));
  FAILS(hipSetupArgument(nullptr, 8, 0), hipErrorInvalidValue);
  OK(hipSetupArgument(&scale, sizeof(scale), 16));
  OK(hipLaunchByPtr((const void *)fill));
  expect(10);
  FAILS(hipLaunchByPtr((const void *)fill), hipErrorMissingConfiguration);
}

static void test_extended(hipStream_t s) {
  hipEvent_t start, stop;
  OK(hipEventCreate(&start));
  OK(hipEventCreate(&stop));
  char by = 3;
  double scale = 4;
  void *args[] = {&block, &by, &scale};
  OK(hipExtLaunchKernel((const void *)fill, dim3(1), dim3(N), args, 0, s, start,
                        stop, 0));
  float ms = -1;
  OK(hipEventSynchronize(stop));
  OK(hipEventElapsedTime(&ms, start, stop));
  CHECK(ms >= 0);
  expect(12);
  by = 5;
  hipLaunchParams list[1] = {};
  list[0].func = (void *)fill;
  list[0].gridDim = dim3(1);
  list[0].blockDim = dim3(N);
  list[0].args = args;
  list[0].stream = s;
  OK(hipExtLaunchMultiKernelMultiDevice(list, 1, 0));
  expect(20);
  OK(hipEventRecordWithFlags(start, s, 0));
  OK(hipEventSynchronize(start));
  OK(hipEventDestroy(start));
  OK(hipEventDestroy(stop));
}

// What HIP 7 has beside modules.
static void test_libraries(const std::string &path) {
  hipLibrary_t library, of;
  hipKernel_t scale = nullptr;
  hipFunction_t function;
  unsigned count = 0;
  const char *name = nullptr;
  size_t offset = 7, size = 7;
  int threads = 0;
  FAILS(hipLibraryLoadFromFile(&library, nullptr, nullptr, nullptr, 0, nullptr,
                               nullptr, 0),
        hipErrorInvalidValue);
  OK(hipLibraryLoadFromFile(&library, path.c_str(), nullptr, nullptr, 0,
                            nullptr, nullptr, 0));
  OK(hipLibraryGetKernelCount(&count, library));
  CHECK(count == 2);
  FAILS(hipLibraryGetKernel(&scale, library, "nothing"), hipErrorNotFound);
  OK(hipLibraryGetKernel(&scale, library, "scale"));
  OK(hipKernelGetName(&name, scale));
  CHECK(!strcmp(name, "scale"));
  OK(hipKernelGetLibrary(&of, scale));
  CHECK(of == library);
  OK(hipKernelGetFunction(&function, scale));
  OK(hipKernelGetParamInfo(scale, 1, &offset, &size));
  CHECK(offset == sizeof(void *) && size == sizeof(int));
  FAILS(hipKernelGetParamInfo(scale, 99, &offset, &size), hipErrorInvalidValue);
  OK(hipKernelGetAttribute(&threads, HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                           scale, 0));
  CHECK(threads > 0);
  FAILS(hipKernelGetName(&name, nullptr), hipErrorInvalidValue);
  OK(hipLibraryUnload(library));
  FAILS(hipKernelGetName(&name, scale), hipErrorInvalidHandle);
  FAILS(hipKernelGetParamInfo(scale, 0, &offset, &size), hipErrorInvalidHandle);
}

// Rows of 3 in a pitch of 16 bytes.
static void test_rows(hipStream_t s) {
  unsigned short h[3][8] = {};
  void *p;
  OK(hipMalloc(&p, sizeof(h)));
  OK(hipMemset(p, 0, sizeof(h)));
  OK(hipMemsetD2D16((hipDeviceptr_t)p, 16, 0x1234, 3, 2));
  OK(hipMemsetD2D8Async((hipDeviceptr_t)p, 16, 0x55, 1, 1, s));
  OK(hipMemsetD2D32Async((hipDeviceptr_t)((char *)p + 32), 16, 0xabcd1234, 1, 1,
                         s));
  OK(hipStreamSynchronize(s));
  OK(hipMemcpy(h, p, sizeof(h), hipMemcpyDeviceToHost));
  CHECK(h[0][0] == 0x1255 && h[0][2] == 0x1234 && h[0][3] == 0);
  CHECK(h[1][0] == 0x1234 && h[1][3] == 0);
  CHECK(h[2][0] == 0x1234 && h[2][1] == 0xabcd && h[2][2] == 0);
  OK(hipFree(p));
}

static void test_modules(hipStream_t s) {
  const std::string path = std::string(getenv("PROGRAM_DATA")) + "/plain.hipfb";
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  test_libraries(path);
  test_rows(s);
  hipModule_t module, again;
  hipFunction_t scale;
  unsigned count = 0;
  OK(hipModuleLoadDataEx(&module, bytes.data(), 0, nullptr, nullptr));
  OK(hipModuleLoadFatBinary(&again, bytes.data()));
  OK(hipModuleGetFunctionCount(&count, again));
  CHECK(count == 2);
  OK(hipModuleUnload(again));
  OK(hipModuleGetFunction(&scale, module, "scale"));
  CHECK(!strcmp(hipKernelNameRef(scale), "scale"));
  float *p, h[N], by = 2;
  int n = N, blocks = 0, grid = 0, size = 0;
  for (int i = 0; i < N; ++i)
    h[i] = (float)i;
  hipDeviceptr_t factor;
  size_t factor_size;
  const int one = 1;
  OK(hipModuleGetGlobal(&factor, &factor_size, module, "factor"));
  OK(hipMemcpyHtoD(factor, (void *)&one, sizeof(one)));
  OK(hipMalloc(&p, sizeof(h)));
  OK(hipMemcpy(p, h, sizeof(h), hipMemcpyHostToDevice));
  void *args[] = {&p, &n, &by};
  OK(hipExtModuleLaunchKernel(scale, N, 1, 1, 32, 1, 1, 0, s, args, nullptr,
                              nullptr, nullptr, 0));
  OK(hipHccModuleLaunchKernel(scale, N, 1, 1, 32, 1, 1, 0, s, args, nullptr,
                              nullptr, nullptr));
  FAILS(hipExtModuleLaunchKernel(scale, N + 1, 1, 1, 32, 1, 1, 0, s, args,
                                 nullptr, nullptr, nullptr, 0),
        hipErrorInvalidConfiguration);
  OK(hipModuleLaunchCooperativeKernel(scale, 1, 1, 1, N, 1, 1, 0, s, args));
  OK(hipStreamSynchronize(s));
  OK(hipMemcpy(h, p, sizeof(h), hipMemcpyDeviceToHost));
  CHECK(h[1] == 8 && h[N - 1] == 8.0f * (N - 1));
  OK(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, 64, 0));
  CHECK(blocks >= 1);
  OK(hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, scale,
                                                                 64, 0, 0));
  CHECK(blocks >= 1);
  OK(hipModuleOccupancyMaxPotentialBlockSizeWithFlags(&grid, &size, scale, 0, 0,
                                                      0));
  CHECK(grid >= 1 && size >= 32);
  OK(hipModuleUnload(module));
  OK(hipFree(p));
}

int main() {
  hipStream_t s;
  OK(hipMalloc(&block, N * sizeof(int)));
  OK(hipStreamCreate(&s));
  test_old();
  test_extended(s);
  test_modules(s);
  OK(hipStreamDestroy(s));
  OK(hipFree(block));
  return done();
}
