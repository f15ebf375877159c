// SPDX-License-Identifier: Apache-2.0
// Streams that write values and wait for them.
#include <hip/hip_runtime.h>

#include <cstdint>

#include "program.h"

__global__ void set(volatile int *p, int v) { *p = v; }

int main() {
  hipStream_t a, b;
  uint32_t *word;
  uint64_t *wide;
  int *p, *h, has = 0;
  OK(hipDeviceGetAttribute(&has, hipDeviceAttributeCanUseStreamWaitValue, 0));
  if (!has) {
    std::puts("the device has no stream memory operations");
    return 77;
  }
  OK(hipStreamCreateWithFlags(&a, hipStreamNonBlocking));
  OK(hipStreamCreateWithFlags(&b, hipStreamNonBlocking));
  OK(hipHostMalloc(&word, 64, 0));
  OK(hipHostMalloc(&wide, 64, 0));
  OK(hipMalloc(&p, 4));
  OK(hipHostMalloc(&h, 4, 0)); // copies to pageable memory wait on the host
  *h = 0;
  *word = 0;
  *wide = 0;
  OK(hipStreamWriteValue32(a, word, 7, 0));
  OK(hipStreamWriteValue64(a, wide, 1ull << 40, 0));
  OK(hipStreamSynchronize(a));
  CHECK(*word == 7 && *wide == 1ull << 40);

  // b waits for a. (A driver that loads a kernel at its first use waits for
  // what waits, so it is used before.)
  set<<<1, 1, 0, b>>>(p, 1);
  OK(hipStreamSynchronize(b));
  *word = 0;
  OK(hipMemsetAsync(p, 0, 4, b));
  // NVIDIA's driver has no masks.
  const bool masks = !runs_on("cuda");
  if (!masks)
    FAILS(hipStreamWaitValue32(b, word, 5, hipStreamWaitValueGte, 0xff),
          hipErrorNotSupported);
  OK(hipStreamWaitValue32(b, word, 5, hipStreamWaitValueGte,
                          masks ? 0xff : UINT32_MAX));
  set<<<1, 1, 0, b>>>(p, 1);
  OK(hipMemcpyAsync(h, p, 4, hipMemcpyDeviceToHost, b));
  FAILS(hipStreamQuery(b), hipErrorNotReady);
  OK(hipStreamWriteValue32(a, word, 0x105, 0));
  OK(hipStreamSynchronize(b));
  CHECK(*h == 1);

  // Each condition, when it holds already; and with a mask.
  *wide = 0xf0;
  OK(hipStreamWaitValue64(a, wide, 0xf0, hipStreamWaitValueEq, UINT64_MAX));
  OK(hipStreamWaitValue64(a, wide, 0x10, hipStreamWaitValueAnd, UINT64_MAX));
  if (masks) {
    OK(hipStreamWaitValue64(a, wide, 0xf, hipStreamWaitValueNor, 0xff));
    OK(hipStreamWaitValue64(a, wide, 0, hipStreamWaitValueEq, 0xf));
  }
  OK(hipStreamSynchronize(a));

  hipStreamBatchMemOpParams list[2] = {};
  list[0].writeValue.operation = hipStreamMemOpWriteValue32;
  list[0].writeValue.address = (hipDeviceptr_t)word;
  list[0].writeValue.value = 99;
  list[1].waitValue.operation = hipStreamMemOpWaitValue32;
  list[1].waitValue.address = (hipDeviceptr_t)word;
  list[1].waitValue.value = 99;
  list[1].waitValue.flags = hipStreamWaitValueEq;
  OK(hipStreamBatchMemOp(a, 2, list, 0));
  OK(hipStreamSynchronize(a));
  CHECK(*word == 99);
  FAILS(hipStreamBatchMemOp(a, 0, list, 0), hipErrorInvalidValue);
  FAILS(hipStreamBatchMemOp(a, 257, list, 0), hipErrorInvalidValue);
  uint32_t on_stack = 0;
  FAILS(hipStreamWriteValue32(a, nullptr, 1, 0), hipErrorInvalidValue);
  (void)on_stack;
  OK(hipStreamDestroy(a));
  OK(hipStreamDestroy(b));
  OK(hipHostFree(h));
  OK(hipHostFree(word));
  OK(hipHostFree(wide));
  OK(hipFree(p));
  return done();
}
