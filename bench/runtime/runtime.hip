// SPDX-License-Identifier: Apache-2.0
//
// What calls of the HIP runtime cost. JSON lines; runtime.py runs it.
//
//   runtime          all but the next
//   runtime first    the first launch of a process, from main
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>

#include "timing.h"

#define OK(call)                                                               \
  do {                                                                         \
    const hipError_t error_ = (call);                                          \
    if (error_ != hipSuccess) {                                                \
      std::fprintf(stderr, "%s: %s\n", #call, hipGetErrorString(error_));      \
      std::exit(1);                                                            \
    }                                                                          \
  } while (0)

__global__ void nothing() {}
__global__ void busy(float *p, int rounds) {
  float x = p[threadIdx.x];
  for (int i = 0; i < rounds; ++i)
    x = x * 0.999f + 1;
  p[threadIdx.x] = x;
}

// The median over `rounds` of the time of `count` calls, for one, in ns.
static double median_of(int rounds, int count,
                        const std::function<void()> &call,
                        const std::function<void()> &after = nullptr) {
  std::vector<double> times;
  for (int r = 0; r < rounds; ++r) {
    const double start = now_ns();
    for (int i = 0; i < count; ++i)
      call();
    times.push_back((now_ns() - start) / count);
    if (after)
      after();
  }
  return median(times.data(), (int)times.size());
}

static void bench_launch(hipStream_t s) {
  const auto sync = [=] { OK(hipStreamSynchronize(s)); };
  report("launch_sync_ns", median_of(2001, 1, [=] {
           nothing<<<1, 1, 0, s>>>();
           OK(hipStreamSynchronize(s));
         }));
  report("launch_sync_null_ns", median_of(2001, 1, [] {
           nothing<<<1, 1>>>();
           OK(hipDeviceSynchronize());
         }));
  report("launch_ns",
         median_of(301, 100, [=] { nothing<<<1, 1, 0, s>>>(); }, sync));
}

static void bench_memory() {
  report("malloc_free_ns", median_of(301, 100, [] {
           void *p;
           OK(hipMalloc(&p, 192));
           OK(hipFree(p));
         }));
}

static void bench_overlap(hipStream_t a, hipStream_t b) {
  float *p, *q;
  const int rounds = 2000000;
  OK(hipMalloc(&p, 4096));
  OK(hipMalloc(&q, 4096));
  OK(hipMemset(p, 0, 4096));
  OK(hipMemset(q, 0, 4096));
  const double one = median_of(5, 1, [=] {
    busy<<<1, 64, 0, a>>>(p, rounds);
    OK(hipStreamSynchronize(a));
  });
  const double two = median_of(5, 1, [=] {
    busy<<<1, 64, 0, a>>>(p, rounds);
    busy<<<1, 64, 0, b>>>(q, rounds);
    OK(hipStreamSynchronize(a));
    OK(hipStreamSynchronize(b));
  });
  report("overlap_ratio", two / one);
  OK(hipFree(p));
  OK(hipFree(q));
}

static void bench_copies() {
  enum { MANY = 100000 };
  char host[256] = {};
  char *p;
  OK(hipMalloc(&p, sizeof(host)));
  const auto copy = [&] {
    OK(hipMemcpy(p, host, sizeof(host), hipMemcpyHostToDevice));
  };
  (void)median_of(101, 100, copy);
  const double before = median_of(301, 100, copy);
  std::vector<void *> live(MANY);
  for (void *&one : live)
    OK(hipMalloc(&one, 256));
  const double with = median_of(301, 100, copy);
  for (void *one : live)
    OK(hipFree(one));
  const double after = median_of(301, 100, copy);
  report("copy_ns", before);
  report("copy_many_ns", with);
  report("copy_many_ratio", with / ((before + after) / 2));
  OK(hipFree(p));
}

static void bench_graph(hipStream_t s) {
  enum { KERNELS = 100 };
  hipGraph_t graph;
  hipGraphExec_t exec;
  const auto calls = [=] {
    for (int i = 0; i < KERNELS; ++i)
      nothing<<<1, 1, 0, s>>>();
  };
  OK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
  calls();
  OK(hipStreamEndCapture(s, &graph));
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  const double by_calls = median_of(501, 1, [=] {
    calls();
    OK(hipStreamSynchronize(s));
  });
  const double by_graph = median_of(501, 1, [=] {
    OK(hipGraphLaunch(exec, s));
    OK(hipStreamSynchronize(s));
  });
  report("calls_100_ns", by_calls);
  report("graph_100_ns", by_graph);
  report("graph_ratio", by_graph / by_calls);
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroy(graph));
}

int main(int argc, char **argv) {
  const double start = now_ns();
  nothing<<<1, 1>>>();
  OK(hipDeviceSynchronize());
  if (argc > 1 && !std::strcmp(argv[1], "first")) {
    report("first_launch_ms", (now_ns() - start) / 1e6);
    return 0;
  }
  hipStream_t a, b;
  OK(hipStreamCreateWithFlags(&a, hipStreamNonBlocking));
  OK(hipStreamCreateWithFlags(&b, hipStreamNonBlocking));
  bench_launch(a);
  bench_memory();
  bench_overlap(a, b);
  bench_copies();
  bench_graph(a);
  OK(hipStreamDestroy(a));
  OK(hipStreamDestroy(b));
  return 0;
}
