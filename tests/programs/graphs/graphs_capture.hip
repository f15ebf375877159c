// SPDX-License-Identifier: Apache-2.0
// Capture of streams to graphs: forks and joins, modes, what is refused.
#include <hip/hip_runtime.h>

#include <thread>

#include "program.h"

enum { N = 256 };

__global__ void add(int *p, int v) { p[threadIdx.x] += v; }
__global__ void sum(int *to, const int *a, const int *b) {
  to[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}

static int host_calls;
static void count(void *user) { host_calls += *(int *)user; }

static size_t node_count(hipGraph_t graph) {
  size_t n = 0;
  OK(hipGraphGetNodes(graph, nullptr, &n));
  return n;
}

// Two branches from one stream, joined again; host functions inside.
static void test_fork(hipStream_t s, hipStream_t t) {
  int *a, *b, *c, h[N], one = 1;
  hipEvent_t fork, join;
  hipGraph_t graph;
  hipGraphExec_t exec;
  OK(hipMalloc(&a, N * sizeof(int)));
  OK(hipMalloc(&b, N * sizeof(int)));
  OK(hipMalloc(&c, N * sizeof(int)));
  OK(hipEventCreateWithFlags(&fork, hipEventDisableTiming));
  OK(hipEventCreateWithFlags(&join, hipEventDisableTiming));
  OK(hipMemset(c, 0xff, N * sizeof(int)));
  OK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
  OK(hipMemsetAsync(a, 0, N * sizeof(int), s));
  OK(hipEventRecord(fork, s));
  OK(hipStreamWaitEvent(t, fork, 0));
  OK(hipMemsetAsync(b, 0, N * sizeof(int), t));
  add<<<1, N, 0, s>>>(a, 3);
  add<<<1, N, 0, t>>>(b, 4);
  OK(hipEventRecord(join, t));
  OK(hipStreamWaitEvent(s, join, 0));
  sum<<<1, N, 0, s>>>(c, a, b);
  OK(hipLaunchHostFunc(s, count, &one));
  OK(hipMemcpyAsync(h, c, sizeof(h), hipMemcpyDeviceToHost, s));
  hipStreamCaptureStatus status;
  unsigned long long id = 0;
  OK(hipStreamIsCapturing(t, &status));
  CHECK(status == hipStreamCaptureStatusActive);
  OK(hipStreamGetCaptureInfo(s, &status, &id));
  CHECK(status == hipStreamCaptureStatusActive && id);
  hipGraph_t under_way = nullptr;
  const hipGraphNode_t *after = nullptr;
  size_t after_count = 0;
  OK(hipStreamGetCaptureInfo_v2(s, &status, &id, &under_way, &after,
                                &after_count));
  CHECK(under_way && after_count == 1 && after && after[0]);
  FAILS(hipStreamEndCapture(t, &graph), hipErrorStreamCaptureUnmatched);
  // That the wrong stream ended it need not spoil the capture: begin again.
  (void)hipStreamEndCapture(s, &graph);
  if (graph)
    OK(hipGraphDestroy(graph));
  OK(hipStreamIsCapturing(s, &status));
  CHECK(status == hipStreamCaptureStatusNone);

  OK(hipStreamBeginCapture(s, hipStreamCaptureModeThreadLocal));
  OK(hipMemsetAsync(a, 0, N * sizeof(int), s));
  OK(hipEventRecord(fork, s));
  OK(hipStreamWaitEvent(t, fork, 0));
  OK(hipMemsetAsync(b, 0, N * sizeof(int), t));
  add<<<1, N, 0, s>>>(a, 3);
  add<<<1, N, 0, t>>>(b, 4);
  OK(hipEventRecord(join, t));
  OK(hipStreamWaitEvent(s, join, 0));
  sum<<<1, N, 0, s>>>(c, a, b);
  OK(hipLaunchHostFunc(s, count, &one));
  OK(hipMemcpyAsync(h, c, sizeof(h), hipMemcpyDeviceToHost, s));
  OK(hipStreamEndCapture(s, &graph));
  CHECK(node_count(graph) == 7 && host_calls == 0);
  int untouched[N];
  OK(hipMemcpy(untouched, c, sizeof(untouched), hipMemcpyDeviceToHost));
  CHECK(untouched[0] == -1); // nothing ran
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  OK(hipGraphDestroy(graph)); // an executable graph needs it no more
  for (int i = 0; i < 20; ++i) {
    memset(h, 0, sizeof(h));
    OK(hipGraphLaunch(exec, i % 2 ? s : t));
    OK(hipStreamSynchronize(i % 2 ? s : t));
    CHECK(h[0] == 7 && h[N - 1] == 7 && host_calls == i + 1);
  }
  OK(hipGraphExecDestroy(exec));
  FAILS(hipGraphLaunch(exec, s), hipErrorInvalidValue);
  OK(hipEventDestroy(fork));
  OK(hipEventDestroy(join));
  OK(hipFree(a));
  OK(hipFree(b));
  OK(hipFree(c));
}

// A branch that is not joined, calls that wait, the null stream.
static void test_refused(hipStream_t s, hipStream_t t) {
  int *p;
  hipEvent_t fork;
  hipGraph_t graph;
  hipStreamCaptureStatus status;
  OK(hipMalloc(&p, N * sizeof(int)));
  OK(hipEventCreate(&fork));
  OK(hipStreamBeginCapture(s, hipStreamCaptureModeRelaxed));
  OK(hipEventRecord(fork, s));
  OK(hipStreamWaitEvent(t, fork, 0));
  OK(hipMemsetAsync(p, 0, 4, t));
  FAILS(hipStreamEndCapture(s, &graph), hipErrorStreamCaptureUnjoined);
  CHECK(!graph);
  OK(hipStreamIsCapturing(t, &status));
  CHECK(status == hipStreamCaptureStatusNone);

  OK(hipStreamBeginCapture(s, hipStreamCaptureModeRelaxed));
  FAILS(hipStreamBeginCapture(s, hipStreamCaptureModeRelaxed),
        hipErrorIllegalState);
  FAILS(hipStreamSynchronize(s), hipErrorStreamCaptureUnsupported);
  OK(hipStreamIsCapturing(s, &status));
  CHECK(status == hipStreamCaptureStatusInvalidated);
  FAILS(hipStreamEndCapture(s, &graph), hipErrorStreamCaptureInvalidated);
  FAILS(hipStreamEndCapture(s, &graph), hipErrorIllegalState);
  FAILS(hipStreamBeginCapture(nullptr, hipStreamCaptureModeGlobal),
        hipErrorStreamCaptureUnsupported);

  // The null stream waits for blocking streams: not while one captures.
  OK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
  FAILS(hipMemset(p, 0, 4), hipErrorStreamCaptureUnsupported);
  FAILS(hipMemsetAsync(p, 0, 4, nullptr), hipErrorStreamCaptureImplicit);
  (void)hipStreamEndCapture(s, &graph);
  // From another thread: a capture that begins in one may end there only when
  // it is relaxed.
  OK(hipStreamBeginCapture(s, hipStreamCaptureModeThreadLocal));
  std::thread([&] {
    FAILS(hipStreamEndCapture(s, &graph), hipErrorStreamCaptureWrongThread);
  }).join();
  OK(hipStreamEndCapture(s, &graph));
  OK(hipGraphDestroy(graph));
  hipStreamCaptureMode mode = hipStreamCaptureModeRelaxed;
  OK(hipThreadExchangeStreamCaptureMode(&mode));
  CHECK(mode == hipStreamCaptureModeGlobal);
  OK(hipThreadExchangeStreamCaptureMode(&mode));
  CHECK(mode == hipStreamCaptureModeRelaxed);
  OK(hipEventDestroy(fork));
  OK(hipFree(p));
}

// Capture behind nodes of a graph that is there; dependencies set by hand.
static void test_to_graph(hipStream_t s) {
  int *p, h[N];
  hipGraph_t graph, same;
  hipGraphNode_t first;
  hipGraphExec_t exec;
  OK(hipMalloc(&p, N * sizeof(int)));
  OK(hipGraphCreate(&graph, 0));
  hipMemsetParams fill = {};
  fill.dst = p;
  fill.elementSize = 4;
  fill.value = 5;
  fill.width = N;
  fill.height = 1;
  OK(hipGraphAddMemsetNode(&first, graph, nullptr, 0, &fill));
  OK(hipStreamBeginCaptureToGraph(s, graph, &first, nullptr, 1,
                                  hipStreamCaptureModeGlobal));
  add<<<1, N, 0, s>>>(p, 1);
  OK(hipStreamEndCapture(s, &same));
  CHECK(same == graph && node_count(graph) == 2);
  // Whoever has the graph need not ask for it.
  OK(hipStreamBeginCaptureToGraph(s, graph, &first, nullptr, 1,
                                  hipStreamCaptureModeGlobal));
  OK(hipStreamEndCapture(s, nullptr));
  OK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
  CHECK(hipStreamEndCapture(s, nullptr) == hipErrorInvalidValue);
  OK(hipStreamEndCapture(s, &same));
  CHECK(same != graph && node_count(same) == 0);
  OK(hipGraphDestroy(same));
  size_t edges = 0;
  OK(hipGraphGetEdges(graph, nullptr, nullptr, &edges));
  CHECK(edges == 1);
  OK(hipGraphInstantiateWithFlags(&exec, graph, 0));
  OK(hipGraphLaunch(exec, s));
  OK(hipGraphLaunch(exec, s));
  OK(hipMemcpyAsync(h, p, sizeof(h), hipMemcpyDeviceToHost, s));
  OK(hipStreamSynchronize(s));
  CHECK(h[0] == 6 && h[N - 1] == 6);
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroy(graph));

  OK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
  OK(hipMemsetAsync(p, 0, N * sizeof(int), s));
  hipStreamCaptureStatus status;
  const hipGraphNode_t *after;
  size_t count = 0;
  OK(hipStreamGetCaptureInfo_v2(s, &status, nullptr, &graph, &after, &count));
  CHECK(count == 1);
  OK(hipGraphAddEmptyNode(&first, graph, after, count));
  OK(hipStreamUpdateCaptureDependencies(s, &first, 1,
                                        hipStreamSetCaptureDependencies));
  add<<<1, N, 0, s>>>(p, 9);
  OK(hipStreamEndCapture(s, &graph));
  CHECK(node_count(graph) == 3);
  edges = 0;
  OK(hipGraphGetEdges(graph, nullptr, nullptr, &edges));
  CHECK(edges == 2);
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  OK(hipGraphLaunch(exec, nullptr));
  OK(hipMemcpy(h, p, sizeof(h), hipMemcpyDeviceToHost));
  CHECK(h[7] == 9);
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroy(graph));
  OK(hipFree(p));
}

int main() {
  hipStream_t s, t;
  OK(hipStreamCreate(&s));
  OK(hipStreamCreateWithFlags(&t, hipStreamNonBlocking));
  test_fork(s, t);
  test_refused(s, t);
  test_to_graph(s);
  OK(hipStreamDestroy(s));
  OK(hipStreamDestroy(t));
  return done();
}
