// SPDX-License-Identifier: Apache-2.0
// CUDA's copies between devices, and fills, return before the work that they
// wait for is done, whatever their form.
#include <cuda_runtime.h>

#include "program.h"

#include <atomic>
#include <thread>

static std::atomic<int> go{0};

static void wait_for_go(void *) {
  for (int i = 0; i < 5000 && !go; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(go);
}

// The call must return while the null stream waits for us.
#define RETURNS(call)                                                          \
  do {                                                                         \
    go = 0;                                                                    \
    OK(cudaLaunchHostFunc(0, wait_for_go, nullptr));                           \
    OK(call);                                                                  \
    go = 1;                                                                    \
    OK(cudaDeviceSynchronize());                                               \
  } while (0)

int main() {
  char *a, *b;
  cudaPitchedPtr cube;
  OK(cudaMalloc(&a, 4096));
  OK(cudaMalloc(&b, 4096));
  OK(cudaMalloc3D(&cube, make_cudaExtent(16, 4, 4)));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = copy.dstPtr = cube;
  copy.extent = make_cudaExtent(16, 2, 2);
  copy.kind = cudaMemcpyDeviceToDevice;
  RETURNS(cudaMemcpy(a, b, 4096, cudaMemcpyDeviceToDevice));
  RETURNS(cudaMemcpy(a, b, 4096, cudaMemcpyDefault));
  RETURNS(cudaMemcpy2D(a, 64, b, 64, 32, 4, cudaMemcpyDeviceToDevice));
  RETURNS(cudaMemcpy3D(&copy));
  RETURNS(cudaMemcpyPeer(a, 0, b, 0, 4096));
  RETURNS(cudaMemset(a, 0, 4096));
  RETURNS(cudaMemset2D(a, 64, 0, 32, 4));
  RETURNS(cudaMemset3D(cube, 0, make_cudaExtent(16, 2, 2)));
  OK(cudaFree(a));
  OK(cudaFree(b));
  OK(cudaFree(cube.ptr));
  return done();
}
