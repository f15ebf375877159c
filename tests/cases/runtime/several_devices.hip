// SPDX-License-Identifier: Apache-2.0
// Cooperative launches on several devices, each of which syncs its own grid.
// DEVICES: cpu
// ENV: QUERN_CPU_DEVICES=2
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

#include "program.h"

__global__ void total(int *p, int first) {
  p[blockIdx.x] = first + (int)blockIdx.x;
  cooperative_groups::this_grid().sync();
  if (blockIdx.x == 0)
    p[4] = p[0] + p[1] + p[2] + p[3];
}

int main() {
  int *p[2], first[2] = {0, 100}, count = 0;
  hipStream_t streams[2];
  void *arguments[2][2];
  hipLaunchParams list[2] = {};
  uint32_t type = 0, hops = 0;
  OK(hipGetDeviceCount(&count));
  CHECK(count == 2);
  for (int i = 0; i < 2; ++i) {
    OK(hipSetDevice(i));
    OK(hipMallocManaged((void **)&p[i], 5 * sizeof(int), hipMemAttachGlobal));
    OK(hipStreamCreate(&streams[i]));
    arguments[i][0] = &p[i];
    arguments[i][1] = &first[i];
    list[i].func = (void *)total;
    list[i].gridDim = dim3(4);
    list[i].blockDim = dim3(1);
    list[i].args = arguments[i];
    list[i].stream = streams[i];
  }
  OK(hipSetDevice(0));
  OK(hipLaunchCooperativeKernelMultiDevice(list, 2, 0));
  for (int i = 0; i < 2; ++i)
    OK(hipStreamSynchronize(streams[i]));
  CHECK(p[0][4] == 6 && p[1][4] == 406);
  int now = -1;
  OK(hipGetDevice(&now));
  CHECK(now == 0);
  FAILS(hipLaunchCooperativeKernelMultiDevice(nullptr, 2, 0),
        hipErrorInvalidValue);
  FAILS(hipLaunchCooperativeKernelMultiDevice(list, 0, 0),
        hipErrorInvalidValue);
  FAILS(hipLaunchCooperativeKernelMultiDevice(list, 3, 0),
        hipErrorInvalidValue);
  list[1].stream = streams[0];
  FAILS(hipLaunchCooperativeKernelMultiDevice(list, 2, 0),
        hipErrorInvalidDevice);
  list[1].blockDim = dim3(2);
  FAILS(hipLaunchCooperativeKernelMultiDevice(list, 2, 0),
        hipErrorInvalidValue);
  OK(hipExtGetLinkTypeAndHopCount(0, 1, &type, &hops));
  CHECK(hops == 1);
  FAILS(hipExtGetLinkTypeAndHopCount(0, 7, &type, &hops),
        hipErrorInvalidDevice);
  for (int i = 0; i < 2; ++i) {
    OK(hipStreamDestroy(streams[i]));
    OK(hipFree(p[i]));
  }
  return done();
}
