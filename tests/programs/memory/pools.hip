// SPDX-License-Identifier: Apache-2.0
// Allocation in the order of streams, and its pools.
#include <hip/hip_runtime.h>

#include <cstdint>

#include "program.h"

__global__ void fill(int *p, int n, int v) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = v;
}

static uint64_t get(hipMemPool_t pool, hipMemPoolAttr attribute) {
  uint64_t value = ~0ull;
  OK(hipMemPoolGetAttribute(pool, attribute, &value));
  return value;
}

static void test_order(hipStream_t s) {
  enum { N = 10000 };
  static int h[N];
  for (int i = 0; i < 50; ++i) {
    int *p = nullptr;
    OK(hipMallocAsync((void **)&p, N * sizeof(int), s));
    fill<<<(N + 255) / 256, 256, 0, s>>>(p, N, i);
    OK(hipMemcpyAsync(h, p, sizeof(h), hipMemcpyDeviceToHost, s));
    OK(hipFreeAsync(p, s));
    OK(hipStreamSynchronize(s));
    CHECK(h[0] == i && h[N - 1] == i);
  }
  // Freed by hipFree, and by another stream that waited.
  int *p;
  hipStream_t t;
  hipEvent_t event;
  OK(hipStreamCreate(&t));
  OK(hipEventCreate(&event));
  OK(hipMallocAsync((void **)&p, 4096, s));
  OK(hipStreamSynchronize(s));
  OK(hipFree(p));
  FAILS(hipFreeAsync(p, s), hipErrorInvalidValue);
  OK(hipMallocAsync((void **)&p, 4096, s));
  OK(hipEventRecord(event, s));
  OK(hipStreamWaitEvent(t, event, 0));
  fill<<<1, 256, 0, t>>>(p, 256, 1);
  OK(hipFreeAsync(p, t));
  OK(hipDeviceSynchronize());
  FAILS(hipMallocAsync(nullptr, 4096, s), hipErrorInvalidValue);
  OK(hipEventDestroy(event));
  OK(hipStreamDestroy(t));
}

static void test_attributes(hipStream_t s) {
  hipMemPool_t pool;
  hipMemPoolProps properties = {};
  properties.allocType = hipMemAllocationTypePinned;
  properties.location = {hipMemLocationTypeDevice, 0};
  OK(hipMemPoolCreate(&pool, &properties));
  CHECK(get(pool, hipMemPoolAttrUsedMemCurrent) == 0);
  int on = -1;
  OK(hipMemPoolGetAttribute(pool, hipMemPoolReuseAllowOpportunistic, &on));
  CHECK(on == 0 || on == 1);
  on = 0;
  OK(hipMemPoolSetAttribute(pool, hipMemPoolReuseAllowOpportunistic, &on));
  on = 1;
  OK(hipMemPoolGetAttribute(pool, hipMemPoolReuseAllowOpportunistic, &on));
  CHECK(on == 0);
  uint64_t keep = UINT64_MAX;
  OK(hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &keep));
  CHECK(get(pool, hipMemPoolAttrReleaseThreshold) == UINT64_MAX);

  const size_t size = 1 << 20;
  void *a, *b;
  OK(hipMallocFromPoolAsync(&a, size, pool, s));
  CHECK(get(pool, hipMemPoolAttrUsedMemCurrent) >= size);
  CHECK(get(pool, hipMemPoolAttrReservedMemCurrent) >=
        get(pool, hipMemPoolAttrUsedMemCurrent));
  OK(hipFreeAsync(a, s));
  OK(hipStreamSynchronize(s));
  CHECK(get(pool, hipMemPoolAttrUsedMemCurrent) == 0);
  CHECK(get(pool, hipMemPoolAttrUsedMemHigh) >= size);
  CHECK(get(pool, hipMemPoolAttrReservedMemCurrent) >= size); // kept
  OK(hipMallocFromPoolAsync(&b, size, pool, s));
  CHECK(b == a); // used again, in the same stream
  OK(hipFreeAsync(b, s));
  OK(hipStreamSynchronize(s));
  OK(hipMemPoolTrimTo(pool, 0));
  CHECK(get(pool, hipMemPoolAttrReservedMemCurrent) == 0);
  uint64_t zero = 0, one = 1;
  OK(hipMemPoolSetAttribute(pool, hipMemPoolAttrUsedMemHigh, &zero));
  CHECK(get(pool, hipMemPoolAttrUsedMemHigh) == 0);
  FAILS(hipMemPoolSetAttribute(pool, hipMemPoolAttrUsedMemHigh, &one),
        hipErrorInvalidValue);
  FAILS(hipMemPoolSetAttribute(pool, hipMemPoolAttrUsedMemCurrent, &zero),
        hipErrorInvalidValue);
  hipMemAccessFlags access = hipMemAccessFlagsProtNone;
  hipMemLocation here = {hipMemLocationTypeDevice, 0};
  OK(hipMemPoolGetAccess(&access, pool, &here));
  CHECK(access == hipMemAccessFlagsProtReadWrite);
  hipMemAccessDesc wish = {here, hipMemAccessFlagsProtReadWrite};
  OK(hipMemPoolSetAccess(pool, &wish, 1));

  // The device's pool, replaced and put back.
  hipMemPool_t own, now;
  OK(hipDeviceGetDefaultMemPool(&own, 0));
  OK(hipDeviceGetMemPool(&now, 0));
  CHECK(now == own && own != pool);
  OK(hipDeviceSetMemPool(0, pool));
  OK(hipDeviceGetMemPool(&now, 0));
  CHECK(now == pool);
  OK(hipMallocAsync(&a, size, s));
  CHECK(get(pool, hipMemPoolAttrUsedMemCurrent) >= size);
  OK(hipFreeAsync(a, s));
  OK(hipStreamSynchronize(s));
  OK(hipDeviceSetMemPool(0, own));
  OK(hipMemPoolDestroy(pool));
  FAILS(hipMemPoolDestroy(pool), hipErrorInvalidValue);
  FAILS(hipMallocFromPoolAsync(&a, size, pool, s), hipErrorInvalidValue);
  FAILS(hipMemPoolDestroy(own), hipErrorInvalidValue);
}

// Allocation inside a capture: the graph's launches use the memory.
static void test_captured(hipStream_t s) {
  enum { N = 512 };
  int *p, h[N];
  hipGraph_t graph;
  hipGraphExec_t exec;
  OK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
  OK(hipMallocAsync((void **)&p, sizeof(h), s));
  fill<<<2, 256, 0, s>>>(p, N, 11);
  OK(hipMemcpyAsync(h, p, sizeof(h), hipMemcpyDeviceToHost, s));
  OK(hipFreeAsync(p, s));
  OK(hipStreamEndCapture(s, &graph));
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  for (int i = 0; i < 5; ++i) {
    memset(h, 0, sizeof(h));
    OK(hipGraphLaunch(exec, s));
    OK(hipStreamSynchronize(s));
    CHECK(h[0] == 11 && h[N - 1] == 11);
  }
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroy(graph));
  uint64_t used = ~0ull;
  OK(hipDeviceGetGraphMemAttribute(0, hipGraphMemAttrUsedMemCurrent, &used));
  CHECK(used != ~0ull);
  OK(hipDeviceGraphMemTrim(0));
}

int main() {
  hipStream_t s;
  int has = 0;
  OK(hipDeviceGetAttribute(&has, hipDeviceAttributeMemoryPoolsSupported, 0));
  CHECK(has == 1);
  OK(hipStreamCreate(&s));
  test_order(s);
  test_attributes(s);
  test_captured(s);
  OK(hipStreamDestroy(s));
  return done();
}
