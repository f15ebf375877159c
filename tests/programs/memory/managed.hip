// SPDX-License-Identifier: Apache-2.0
// Managed memory: used from both sides, advice, prefetches, what ranges say.
#include <hip/hip_runtime.h>

#include "program.h"

enum { N = 1 << 16 };

struct Node {
  int value;
  Node *next;
};
__managed__ int total;

__global__ void twice(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }
__global__ void walk(const Node *n) {
  for (; n; n = n->next)
    total += n->value;
}

int main() {
  int *p;
  OK(hipMallocManaged(&p, N * sizeof(int), hipMemAttachGlobal));
  FAILS(hipMallocManaged(&p, N, 64), hipErrorInvalidValue);
  for (int i = 0; i < N; ++i)
    p[i] = i;
  twice<<<N / 256, 256>>>(p);
  OK(hipDeviceSynchronize());
  for (int i = 0; i < N; ++i)
    CHECK(p[i] == 2 * i);

  // A list that the host links and the device walks.
  Node *list = nullptr;
  for (int i = 1; i <= 100; ++i) {
    Node *n;
    OK(hipMallocManaged(&n, sizeof(*n), hipMemAttachGlobal));
    *n = {i, list};
    list = n;
  }
  walk<<<1, 1>>>(list);
  OK(hipDeviceSynchronize());
  CHECK(total == 5050);
  hipPointerAttribute_t about;
  OK(hipPointerGetAttributes(&about, &total));
  CHECK(about.type == hipMemoryTypeManaged && about.isManaged);
  CHECK(about.hostPointer == &total && about.devicePointer == &total);
  int local = 0;
  OK(hipPointerGetAttributes(&about, &local));
  CHECK(about.type == hipMemoryTypeUnregistered && !about.isManaged);
  while (list) {
    Node *next = list->next;
    OK(hipFree(list));
    list = next;
  }

  const size_t size = N * sizeof(int);
  OK(hipMemAdvise(p, size, hipMemAdviseSetReadMostly, 0));
  int value = -1;
  OK(hipMemRangeGetAttribute(&value, sizeof(value),
                             hipMemRangeAttributeReadMostly, p, size));
  CHECK(value == 1);
  OK(hipMemAdvise(p, size, hipMemAdviseUnsetReadMostly, 0));
  OK(hipMemRangeGetAttribute(&value, sizeof(value),
                             hipMemRangeAttributeReadMostly, p, size));
  CHECK(value == 0);
  OK(hipMemAdvise(p, size, hipMemAdviseSetPreferredLocation, hipCpuDeviceId));
  OK(hipMemRangeGetAttribute(&value, sizeof(value),
                             hipMemRangeAttributePreferredLocation, p, size));
  CHECK(value == hipCpuDeviceId);
  OK(hipMemAdvise(p, size, hipMemAdviseUnsetPreferredLocation, 0));
  OK(hipMemPrefetchAsync(p, size, 0, 0));
  OK(hipMemPrefetchAsync(p, size, hipCpuDeviceId, 0));
  OK(hipDeviceSynchronize());
  OK(hipMemRangeGetAttribute(&value, sizeof(value),
                             hipMemRangeAttributeLastPrefetchLocation, p,
                             size));
  CHECK(value == hipCpuDeviceId);
  int a = -1, b = -1;
  void *both[] = {&a, &b};
  size_t sizes[] = {sizeof(a), sizeof(b)};
  hipMemRangeAttribute which[] = {hipMemRangeAttributeReadMostly,
                                  hipMemRangeAttributeLastPrefetchLocation};
  OK(hipMemRangeGetAttributes(both, sizes, which, 2, p, size));
  CHECK(a == 0 && b == hipCpuDeviceId);
  FAILS(hipMemPrefetchAsync(p, size, 12345, 0), hipErrorInvalidDevice);
  int on_stack[4];
  FAILS(hipMemAdvise(on_stack, sizeof(on_stack), hipMemAdviseSetReadMostly, 0),
        hipErrorInvalidValue);
  FAILS(hipMemPrefetchAsync(on_stack, sizeof(on_stack), 0, 0),
        hipErrorInvalidValue);

  hipPointerAttribute_t attributes;
  OK(hipPointerGetAttributes(&attributes, p));
  CHECK(attributes.type == hipMemoryTypeManaged && attributes.isManaged);
  hipStream_t s;
  OK(hipStreamCreate(&s));
  OK(hipStreamAttachMemAsync(s, p, 0, hipMemAttachSingle));
  OK(hipStreamSynchronize(s));
  OK(hipStreamDestroy(s));
  OK(hipFree(p));
  return done();
}
