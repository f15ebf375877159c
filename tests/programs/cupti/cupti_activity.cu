// SPDX-License-Identifier: Apache-2.0
// CUPTI's records: what ran, when, by which call, of kernels, copies, fills,
// calls, waits, memory, streams, events, external ids and NVTX's marks.
// FLAGS: -lcupti -lnvToolsExt -std=c++17
#include <nvtx3/nvToolsExt.h>
#include <unistd.h>

#include <thread>

#include "records.h"

enum { N = 1 << 14 };

__global__ void scale(float *x, float by) {
  __shared__ float part[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = x[i];
  __syncthreads();
  x[i] = part[63 - threadIdx.x] * by;
}

template <typename T> __global__ void add(T *x, T by) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += by;
}

static cudaStream_t stream;
static float *device_memory;
static uint64_t began, ended;
static uint32_t stream_id;

static void work() {
  static float host[N];
  cudaEvent_t event;
  CUPTI(cuptiGetTimestamp(&began));
  CHECK(cudaMalloc((void **)&device_memory, sizeof(host)) == cudaSuccess);
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) ==
        cudaSuccess);
  CHECK(cudaEventCreate(&event) == cudaSuccess);
  CUPTI(cuptiGetStreamId(nullptr, stream, &stream_id));
  CHECK(cudaMemset(device_memory, 0x11, sizeof(host)) == cudaSuccess);
  CHECK(cudaMemcpy(device_memory, host, sizeof(host), cudaMemcpyHostToDevice) ==
        cudaSuccess);
  CUPTI(cuptiActivityPushExternalCorrelationId(
      CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, 41));
  CUPTI(cuptiActivityPushExternalCorrelationId(
      CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, 42));
  nvtxRangePushA("launches");
  scale<<<dim3(N / 64, 1, 1), dim3(64, 1, 1), 256, stream>>>(device_memory, 2);
  nvtxRangePop();
  uint64_t last = 0;
  CUPTI(cuptiActivityPopExternalCorrelationId(
      CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, &last));
  CHECK(last == 42);
  CUPTI(cuptiActivityPopExternalCorrelationId(
      CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, &last));
  CHECK(last == 41);
  CHECK(cuptiActivityPopExternalCorrelationId(
            CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, &last) ==
        CUPTI_ERROR_QUEUE_EMPTY);
  CHECK(cudaEventRecord(event, stream) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(cudaStreamLegacy, event, 0) == cudaSuccess);
  add<<<N / 128, 128>>>(device_memory, 1.0f);
  CHECK(cudaEventSynchronize(event) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaMemcpyAsync(host, device_memory, sizeof(host),
                        cudaMemcpyDeviceToHost, stream) == cudaSuccess);
  nvtxMarkA("done");
  CHECK(cudaFree(device_memory) == cudaSuccess);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  CHECK(cudaEventDestroy(event) == cudaSuccess);
  CHECK(cudaFree((void *)1) != cudaSuccess);
  CUPTI(cuptiGetTimestamp(&ended));
}

static void check_kernels() {
  CHECK(kernels.size() == 2);
  const CUpti_ActivityKernel10 &a = kernels[0], &b = kernels[1];
  CHECK(strcmp(a.name, "_Z5scalePff") == 0);
  CHECK(strcmp(b.name, "_Z3addIfEvPT_S0_") == 0);
  CHECK(a.gridX == N / 64 && a.gridY == 1 && a.gridZ == 1);
  CHECK(a.blockX == 64 && a.blockY == 1 && a.blockZ == 1);
  CHECK(a.dynamicSharedMemory == 256 && a.staticSharedMemory >= 256);
  CHECK(b.gridX == N / 128 && b.blockX == 128 && b.dynamicSharedMemory == 0);
  CHECK(a.streamId == stream_id && b.streamId == 7);
  CHECK(a.deviceId == 0 && a.contextId == 1);
  for (const CUpti_ActivityKernel10 &k : kernels) {
    const CUpti_ActivityAPI *call = call_of(k.correlationId);
    CHECK(call && strcmp(name_of(*call), "cudaLaunchKernel_v7000") == 0);
    CHECK(began < k.start && k.start < k.end && k.end < ended);
    CHECK(call->start <= k.start); // by clocks that agree
    CHECK(k.completed == k.end);
  }
  CHECK(a.end <= b.start); // which waits for it
}

static void check_copies() {
  CHECK(copies.size() == 2 && fills.size() == 1);
  const CUpti_ActivityMemcpy6 &to = copies[0], &from = copies[1];
  CHECK(to.copyKind == CUPTI_ACTIVITY_MEMCPY_KIND_HTOD);
  CHECK(from.copyKind == CUPTI_ACTIVITY_MEMCPY_KIND_DTOH);
  CHECK(to.srcKind == CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE);
  CHECK(to.dstKind == CUPTI_ACTIVITY_MEMORY_KIND_DEVICE);
  CHECK(to.bytes == N * sizeof(float) && from.bytes == N * sizeof(float));
  CHECK(!(to.flags & CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC));
  CHECK(from.flags & CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC);
  CHECK(to.streamId == 7 && from.streamId == stream_id);
  CHECK(strcmp(name_of(*call_of(to.correlationId)), "cudaMemcpy_v3020") == 0);
  CHECK(strcmp(name_of(*call_of(from.correlationId)),
               "cudaMemcpyAsync_v3020") == 0);
  const CUpti_ActivityMemset4 &fill = fills[0];
  CHECK(fill.bytes == N * sizeof(float));
  CHECK((fill.value & 0xff) == 0x11);
  CHECK(strcmp(name_of(*call_of(fill.correlationId)), "cudaMemset_v3020") == 0);
  CHECK(fill.start <= fill.end && fill.end <= to.start);
}

static void check_calls() {
  std::map<std::string, int> counts;
  uint64_t last = 0;
  for (const CUpti_ActivityAPI &call : calls) {
    ++counts[name_of(call)];
    CHECK(began < call.start && call.start <= call.end && call.end < ended);
    CHECK(last <= call.start); // of one thread
    last = call.start;
    CHECK(call.processId == (uint32_t)getpid());
  }
  CHECK(counts["cudaMalloc_v3020"] == 1 && counts["cudaFree_v3020"] == 2);
  CHECK(counts["cudaLaunchKernel_v7000"] == 2);
  CHECK(counts["cudaDeviceSynchronize_v3020"] == 1);
  CHECK(counts["cudaStreamCreateWithFlags_v5000"] == 1);
  CHECK(calls.back().returnValue == cudaErrorInvalidValue);
}

static void check_others() {
  CHECK(syncs.size() == 4);
  CHECK(syncs[0].type == CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT);
  CHECK(syncs[1].type == CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE);
  CHECK(syncs[0].cudaEventId == syncs[1].cudaEventId);
  CHECK(syncs[2].type ==
        CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE);
  CHECK(syncs[2].streamId == stream_id);
  CHECK(syncs[3].type ==
        CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE);
  CHECK(event_records.size() == 1);
  CHECK(event_records[0].eventId == syncs[0].cudaEventId);
  CHECK(event_records[0].streamId == stream_id);

  CHECK(externals.size() == 1 && externals[0].externalId == 42);
  CHECK(externals[0].externalKind == CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0);
  CHECK(externals[0].correlationId == kernels[0].correlationId);

  CHECK(markers.size() == 3 && markers[0].id == markers[1].id);
  CHECK(markers[0].flags == CUPTI_ACTIVITY_FLAG_MARKER_START);
  CHECK(strcmp(markers[0].name, "launches") == 0);
  CHECK(markers[1].flags == CUPTI_ACTIVITY_FLAG_MARKER_END);
  CHECK(markers[0].timestamp < markers[1].timestamp);
  CHECK(markers[2].flags == CUPTI_ACTIVITY_FLAG_MARKER_INSTANTANEOUS);
  CHECK(strcmp(markers[2].name, "done") == 0);

  CHECK(memories.size() == 2);
  CHECK(memories[0].address == (uint64_t)device_memory);
  CHECK(memories[1].address == (uint64_t)device_memory);
  CHECK(memories[0].bytes == N * sizeof(float));
  CHECK(memories[1].bytes == N * sizeof(float));
  CHECK(memories[0].memoryOperationType ==
        CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION);
  CHECK(memories[1].memoryOperationType ==
        CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE);

  CHECK(device_records.size() >= 1 && device_records[0].id == 0);
  CHECK(device_records[0].numMultiprocessors > 0 && device_records[0].name[0]);
  CHECK(contexts.size() == 1 && contexts[0].contextId == 1);
  CHECK(contexts[0].nullStreamId == 7);
  CHECK(stream_records.size() == 1);
  CHECK(stream_records[0].streamId == stream_id);
  CHECK(stream_records[0].flag ==
        CUPTI_ACTIVITY_STREAM_CREATE_FLAG_NON_BLOCKING);
}

// What several threads do is all there, each with its own calls.
static void check_threads() {
  enum { THREADS = 4, LAUNCHES = 200 };
  std::vector<std::thread> threads;
  kernels.clear();
  calls.clear();
  externals.clear();
  buffer_size = 4096; // many
  for (int t = 0; t < THREADS; ++t)
    threads.emplace_back([t] {
      float *x;
      cudaStream_t mine;
      CHECK(cudaMalloc((void **)&x, 128 * sizeof(float)) == cudaSuccess);
      CHECK(cudaMemset(x, 0, 128 * sizeof(float)) == cudaSuccess);
      CHECK(cudaStreamCreate(&mine) == cudaSuccess);
      CUPTI(cuptiActivityPushExternalCorrelationId(
          CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM1, 1000 + t));
      for (int i = 0; i < LAUNCHES; ++i)
        add<<<1, 32 + t, 0, mine>>>(x, 1.0f);
      CUPTI(cuptiActivityPopExternalCorrelationId(
          CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM1, nullptr));
      CHECK(cudaStreamSynchronize(mine) == cudaSuccess);
      CHECK(cudaStreamDestroy(mine) == cudaSuccess);
      CHECK(cudaFree(x) == cudaSuccess);
    });
  for (std::thread &t : threads)
    t.join();
  flush_records();
  CHECK(kernels.size() == THREADS * LAUNCHES);
  CHECK(externals.size() == THREADS * LAUNCHES);
  std::map<uint32_t, uint64_t> external_of;
  std::map<uint32_t, uint32_t> thread_of;
  for (const CUpti_ActivityExternalCorrelation &e : externals)
    external_of[e.correlationId] = e.externalId;
  for (const CUpti_ActivityAPI &call : calls)
    thread_of[call.correlationId] = call.threadId;
  std::map<uint32_t, uint64_t> of_thread;
  for (const CUpti_ActivityKernel10 &k : kernels) {
    const uint64_t external = external_of.at(k.correlationId);
    CHECK((int)external == 1000 + k.blockX - 32);
    const uint32_t thread = thread_of.at(k.correlationId);
    CHECK(of_thread.emplace(thread, external).first->second == external);
  }
  CHECK(of_thread.size() == THREADS);
}

// Nothing more after the end; small buffers and few records in one.
static void check_end() {
  const size_t before = kernels.size();
  float *x;
  buffer_records = 3;
  CHECK(cudaMalloc((void **)&x, 128 * sizeof(float)) == cudaSuccess);
  CHECK(cudaMemset(x, 0, 128 * sizeof(float)) == cudaSuccess);
  for (int i = 0; i < 20; ++i)
    add<<<1, 32>>>(x, 1.0f);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  flush_records();
  CHECK(kernels.size() == before + 20);
  CUPTI(cuptiActivityDisable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL));
  add<<<1, 32>>>(x, 1.0f);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  flush_records();
  CHECK(kernels.size() == before + 20);
  CHECK(cuptiActivityEnable(CUPTI_ACTIVITY_KIND_EVENT) ==
        CUPTI_ERROR_NOT_SUPPORTED);
  CHECK(cuptiActivityEnable((CUpti_ActivityKind)1000) ==
        CUPTI_ERROR_INVALID_KIND);
  CUPTI(cuptiFinalize());
  const size_t call_count = calls.size();
  CHECK(cudaFree(x) == cudaSuccess);
  CUPTI(cuptiActivityFlushAll(0));
  CHECK(calls.size() == call_count && buffers_given == buffers_back);
}

int main() {
  CUPTI(cuptiSetThreadIdType(CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM));
  CHECK(cuptiActivityFlushAll(0) == CUPTI_ERROR_INVALID_OPERATION);
  begin_records(
      {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY,
       CUPTI_ACTIVITY_KIND_MEMSET, CUPTI_ACTIVITY_KIND_RUNTIME,
       CUPTI_ACTIVITY_KIND_SYNCHRONIZATION,
       CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION, CUPTI_ACTIVITY_KIND_MARKER,
       CUPTI_ACTIVITY_KIND_MEMORY2, CUPTI_ACTIVITY_KIND_DEVICE,
       CUPTI_ACTIVITY_KIND_CONTEXT, CUPTI_ACTIVITY_KIND_STREAM,
       CUPTI_ACTIVITY_KIND_CUDA_EVENT});
  work();
  flush_records();
  check_kernels();
  check_copies();
  check_calls();
  check_others();
  check_threads();
  check_end();
  return 0;
}
