// SPDX-License-Identifier: Apache-2.0
// What HIP 7 brought: copies in batches, three-dimensional ones between
// devices, attributes of streams, libraries with options, matches without masks.
#include <hip/hip_runtime.h>

#include <numeric>

#include "program.h"

typedef std::vector<int> ints;

static hipStream_t stream;

static ints numbers(size_t n, int first) {
  ints out(n);
  std::iota(out.begin(), out.end(), first);
  return out;
}

static void batch() {
  enum { COPIES = 3, N = 1000 };
  ints from[COPIES], to[COPIES];
  void *in[COPIES], *out[COPIES], *device[COPIES];
  size_t sizes[COPIES], first = 0, failed = 5;
  for (int i = 0; i < COPIES; ++i) {
    from[i] = numbers(N + i, 100 * i);
    to[i].resize(N + i);
    in[i] = from[i].data();
    out[i] = to[i].data();
    sizes[i] = (N + i) * sizeof(int);
    OK(hipMalloc(&device[i], sizes[i]));
  }
  hipMemcpyAttributes how = {};
  how.srcAccessOrder = hipMemcpySrcAccessOrderStream;
  OK(hipMemcpyBatchAsync(device, in, sizes, COPIES, &how, &first, 1, &failed,
                         stream));
  OK(hipMemcpyBatchAsync(out, device, sizes, COPIES, &how, &first, 1, &failed,
                         stream));
  OK(hipStreamSynchronize(stream));
  for (int i = 0; i < COPIES; ++i)
    CHECK(to[i] == from[i]);
  // The second copy is wrong, and is the one that is named.
  sizes[1] = 1 << 30;
  CHECK(hipMemcpyBatchAsync(device, in, sizes, COPIES, &how, &first, 1, &failed,
                            stream) == hipErrorInvalidValue);
  CHECK(failed == 1);
  sizes[1] = 4;
  CHECK(hipMemcpyBatchAsync(device, in, sizes, COPIES, &how, &first, 1, &failed,
                            nullptr) == hipErrorInvalidValue);
  CHECK(hipMemcpyBatchAsync(device, in, sizes, 0, &how, &first, 1, &failed,
                            stream) == hipErrorInvalidValue);
  (void)hipGetLastError();
  for (void *p : device)
    OK(hipFree(p));
}

static void boxes() {
  enum { X = 5, Y = 4, Z = 3 };
  hipArray_t array;
  const hipChannelFormatDesc ints_of_32 = hipCreateChannelDesc<int>();
  OK(hipMalloc3DArray(&array, &ints_of_32, make_hipExtent(X, Y, Z), 0));
  const ints from = numbers(X * Y * Z, 7);
  ints to(from.size(), 0);
  int *device;
  OK(hipMalloc(&device, from.size() * sizeof(int)));
  OK(hipMemcpy(device, from.data(), from.size() * sizeof(int),
               hipMemcpyHostToDevice));
  hipMemcpy3DBatchOp op[2] = {};
  op[0].src.type = hipMemcpyOperandTypePointer;
  op[0].src.op.ptr.ptr = device;
  op[0].src.op.ptr.rowLength = X;
  op[0].src.op.ptr.layerHeight = Y;
  op[0].dst.type = hipMemcpyOperandTypeArray;
  op[0].dst.op.array.array = array;
  op[0].extent = make_hipExtent(X, Y, Z);
  op[0].srcAccessOrder = hipMemcpySrcAccessOrderStream;
  OK(hipMemcpy3DBatchAsync(1, op, nullptr, 0, stream));
  // The inner box comes back.
  op[1].src.type = hipMemcpyOperandTypeArray;
  op[1].src.op.array.array = array;
  op[1].src.op.array.offset = {1, 1, 1};
  op[1].dst.type = hipMemcpyOperandTypePointer;
  op[1].dst.op.ptr.ptr = device;
  op[1].dst.op.ptr.rowLength = X - 1;
  op[1].dst.op.ptr.layerHeight = Y - 1;
  op[1].extent = make_hipExtent(X - 1, Y - 1, Z - 1);
  op[1].srcAccessOrder = hipMemcpySrcAccessOrderStream;
  OK(hipMemcpy3DBatchAsync(1, op + 1, nullptr, 0, stream));
  OK(hipStreamSynchronize(stream));
  OK(hipMemcpy(to.data(), device, to.size() * sizeof(int),
               hipMemcpyDeviceToHost));
  for (int z = 1, i = 0; z < Z; ++z)
    for (int y = 1; y < Y; ++y)
      for (int x = 1; x < X; ++x, ++i)
        CHECK(to[i] == from[(z * Y + y) * X + x]);
  OK(hipFree(device));
  OK(hipFreeArray(array));
}

static void peers() {
  const ints from = numbers(24, 3);
  ints to(24, 0);
  hipMemcpy3DPeerParms p = {};
  p.srcPtr = make_hipPitchedPtr((void *)from.data(), 4 * sizeof(int), 4, 3);
  p.dstPtr = make_hipPitchedPtr(to.data(), 4 * sizeof(int), 4, 3);
  p.extent = make_hipExtent(4 * sizeof(int), 3, 2);
  OK(hipMemcpy3DPeer(&p));
  CHECK(to == from);
  to.assign(24, 0);
  OK(hipMemcpy3DPeerAsync(&p, stream));
  OK(hipStreamSynchronize(stream));
  CHECK(to == from);
  p.dstDevice = 1000;
  CHECK(hipMemcpy3DPeer(&p) == hipErrorInvalidDevice);
  (void)hipGetLastError();
}

static void attributes() {
  hipStreamAttrValue set = {}, got;
  OK(hipStreamGetAttribute(stream, hipStreamAttributeSynchronizationPolicy,
                           &got));
  CHECK(got.syncPolicy == hipSyncPolicyAuto);
  set.syncPolicy = hipSyncPolicyYield;
  OK(hipStreamSetAttribute(stream, hipStreamAttributeSynchronizationPolicy,
                           &set));
  int least, greatest, priority;
  OK(hipDeviceGetStreamPriorityRange(&least, &greatest));
  set = {};
  set.priority = greatest;
  OK(hipStreamSetAttribute(stream, hipStreamAttributePriority, &set));
  OK(hipStreamGetPriority(stream, &priority));
  CHECK(priority == greatest);
  hipStream_t other;
  OK(hipStreamCreate(&other));
  OK(hipStreamCopyAttributes(other, stream));
  OK(hipStreamGetAttribute(other, hipStreamAttributeSynchronizationPolicy,
                           &got));
  CHECK(got.syncPolicy == hipSyncPolicyYield);
  CHECK(hipStreamGetAttribute(other, (hipStreamAttrID)77, &got) ==
        hipErrorInvalidValue);
  set.syncPolicy = (hipSynchronizationPolicy)5;
  CHECK(hipStreamSetAttribute(other, hipStreamAttributeSynchronizationPolicy,
                              &set) == hipErrorInvalidValue);
  set.priority = least + 100;
  CHECK(hipStreamSetAttribute(other, hipStreamAttributePriority, &set) ==
        hipErrorInvalidValue);
  (void)hipGetLastError();
  OK(hipStreamDestroy(other));
}

// Lanes of one parity agree; those of a constant all do.
__global__ void matches(unsigned long long *any, unsigned long long *all,
                        int *agree) {
  const unsigned lane = threadIdx.x;
  any[lane] = __match_any(lane & 1);
  all[lane] = __match_all(42, &agree[lane]);
}

static void lanes() {
  enum { N = 32 };
  unsigned long long *any, *all;
  int *agree;
  OK(hipMallocManaged((void **)&any, N * sizeof(*any)));
  OK(hipMallocManaged((void **)&all, N * sizeof(*all)));
  OK(hipMallocManaged((void **)&agree, N * sizeof(*agree)));
  matches<<<1, N>>>(any, all, agree);
  OK(hipDeviceSynchronize());
  for (int i = 0; i < N; ++i) {
    CHECK(any[i] == (i % 2 ? 0xaaaaaaaaull : 0x55555555ull));
    CHECK(all[i] == 0xffffffffull && agree[i]);
  }
  OK(hipFree(any));
  OK(hipFree(all));
  OK(hipFree(agree));
}

// Positions of members that HIP 7.1's headers have, which differ from CUDA's.
static_assert(offsetof(hipGraphEdgeData, to_port) == 6 &&
                  offsetof(hipGraphEdgeData, type) == 7 &&
                  sizeof(hipExternalSemaphoreSignalParams) == 144 &&
                  sizeof(hipExternalSemaphoreWaitParams) == 144 &&
                  sizeof(hipArrayMapInfo) == 152,
              "laid out as in HIP 7.1");

int main() {
  OK(hipStreamCreate(&stream));
  batch();
  boxes();
  peers();
  attributes();
  lanes();
  int fd;
  CHECK(hipMemGetHandleForAddressRange(&fd, nullptr, 4096,
                                       hipMemRangeHandleTypeDmaBufFd,
                                       0) == hipErrorInvalidValue);
  hipLibrary_t library;
  hipJitOption *no_options = nullptr;
  CHECK(hipLibraryLoadFromFile(&library, "no-such-file", &no_options, nullptr,
                               0, nullptr, nullptr, 0) != hipSuccess);
  OK(hipStreamDestroy(stream));
  return done();
}
