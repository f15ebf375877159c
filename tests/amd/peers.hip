// SPDX-License-Identifier: Apache-2.0
// Two devices of one kind: kernels of one use memory of the other once that is
// allowed, what was allocated before and after, and memory of the host at once.
#include <hip/hip_runtime.h>

#include "program.h"

extern "C" const char *quern_reason(void);

__global__ void add(int *to, const int *from) {
  to[threadIdx.x] += from[threadIdx.x];
}

static int *memory_of(int device, int value) {
  int *p, host[64];
  OK(hipSetDevice(device));
  OK(hipMalloc(&p, sizeof(host)));
  for (int &x : host)
    x = value;
  OK(hipMemcpy(p, host, sizeof(host), hipMemcpyHostToDevice));
  return p;
}

static int first_of(const int *p) {
  int x;
  OK(hipMemcpy(&x, p, sizeof(x), hipMemcpyDeviceToHost));
  return x;
}

int main() {
  int count = 0, can = 0;
  OK(hipGetDeviceCount(&count));
  CHECK(count >= 2);
  OK(hipDeviceCanAccessPeer(&can, 0, 1));
  CHECK(can == 1);
  int *a = memory_of(0, 3), *b = memory_of(1, 40);
  OK(hipSetDevice(0));
  int *pinned, registered[64] = {500};
  OK(hipHostMalloc(&pinned, 64 * sizeof(int), 0));
  OK(hipHostRegister(registered, sizeof(registered), 0));
  pinned[0] = 7000;
  OK(hipSetDevice(1));
  add<<<1, 64>>>(b, pinned); // the other device's, portable
  add<<<1, 64>>>(b, registered);
  OK(hipDeviceSynchronize());
  CHECK(first_of(b) == 7540);

  OK(hipSetDevice(0));
  OK(hipDeviceEnablePeerAccess(1, 0));
  FAILS(hipDeviceEnablePeerAccess(1, 0), hipErrorPeerAccessAlreadyEnabled);
  add<<<1, 64>>>(a, b); // was there before
  int *later = memory_of(1, 20000);
  OK(hipSetDevice(0));
  add<<<1, 64>>>(a, later);
  OK(hipDeviceSynchronize());
  CHECK(first_of(a) == 27543);
  OK(hipDeviceDisablePeerAccess(1));
  FAILS(hipDeviceDisablePeerAccess(1), hipErrorPeerAccessNotEnabled);
  add<<<1, 64>>>(a, later); // is not its own any more
  FAILS(hipDeviceSynchronize(), hipErrorIllegalAddress);
  CHECK(strstr(quern_reason(), "which this GPU was not given access to"));
  return done();
}
