// SPDX-License-Identifier: Apache-2.0
// Who waits for a stream that is in order with the null stream waits for what
// the null stream had to do before, as on AMD.
// DEVICES: cpu
#include <hip/hip_runtime.h>

#include "program.h"

__global__ void slowly_set(int *p, int value) {
  const long long start = wall_clock64();
  while (wall_clock64() - start < 5000000) {
  }
  *p = value;
}

int main() {
  int *value;
  hipStream_t blocking, free_stream;
  OK(hipMallocManaged((void **)&value, sizeof(*value)));
  OK(hipStreamCreate(&blocking));
  OK(hipStreamCreateWithFlags(&free_stream, hipStreamNonBlocking));
  *value = 0;
  slowly_set<<<1, 1>>>(value, 1);
  OK(hipStreamSynchronize(free_stream));
  CHECK(hipStreamQuery(nullptr) == hipErrorNotReady);
  OK(hipStreamSynchronize(blocking));
  CHECK(*value == 1);
  OK(hipStreamDestroy(blocking));
  OK(hipStreamDestroy(free_stream));
  OK(hipFree(value));
  return done();
}
