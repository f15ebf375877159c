// SPDX-License-Identifier: Apache-2.0
// Longs among a kernel's arguments, by every name and each way of passing them:
// where the device has 32 bits, the kernel has another linkage name, and its
// arguments another layout than on the host.
#include <hip/hip_runtime.h>

#include <cstddef>
#include <cstdint>

#include "program.h"

typedef size_t counted;
namespace sizes {
typedef const counted fixed;
}

enum { N = 6 };

// Written in 64 bits each on every device.
__global__ void many(unsigned char c, size_t a, int64_t *out, sizes::fixed b,
                     long d, double half, uint64_t wide, ptrdiff_t back) {
  const int64_t all[N] = {int64_t(a), int64_t(b), d, int64_t(half * 4) + c,
                          int64_t(wide), back};
  for (int i = 0; i < N; ++i)
    out[i] = all[i];
}

template <typename T, size_t Step>
__global__ void fill(T *out, size_t count, T from) {
  for (size_t i = 0; i < count; ++i)
    out[i] = from + T(i * Step);
}

namespace {
template <typename... T> __global__ void sum(int64_t *out, T... terms) {
  *out = (int64_t(terms) + ...);
}
} // namespace

static int64_t *out;

static void expect(const int64_t (&wanted)[N]) {
  int64_t found[N];
  OK(hipMemcpy(found, out, sizeof(found), hipMemcpyDeviceToHost));
  for (int i = 0; i < N; ++i)
    CHECK(found[i] == wanted[i]);
  OK(hipMemset(out, 0, sizeof(found)));
}

// As a struct of the host's has them.
struct block {
  unsigned char c;
  size_t a;
  int64_t *out;
  size_t b;
  long d;
  double half;
  uint64_t wide;
  ptrdiff_t back;
};

static const int64_t wanted[N] = {7, 70000, -5, 4, 1ll << 40, -6};
static block values() { return {1, 7, out, 70000, -5, 0.75, 1ull << 40, -6}; }

static void test_packed() {
  block b = values();
  size_t size = sizeof(b);
  hipFunction_t f;
  void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &b,
                   HIP_LAUNCH_PARAM_BUFFER_SIZE, &size, HIP_LAUNCH_PARAM_END};
  OK(hipGetFuncBySymbol(&f, (const void *)many));
  OK(hipModuleLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, nullptr, extra));
  expect(wanted);
  size = offsetof(block, back); // not all of it
  FAILS(hipModuleLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, nullptr, extra),
        hipErrorInvalidValue);
}

static void test_old() {
  block b = values();
  OK(hipConfigureCall(dim3(1), dim3(1), 0, 0));
#define PASS(member)                                                           \
  OK(hipSetupArgument(&b.member, sizeof(b.member), offsetof(block, member)))
  PASS(c);
  PASS(a);
  PASS(out);
  PASS(b);
  PASS(d);
  PASS(half);
  PASS(wide);
  PASS(back);
  OK(hipLaunchByPtr((const void *)many));
  expect(wanted);
}

// A node with its arguments packed, and one with those that the first shows.
static void test_graph() {
  block b = values();
  size_t size = sizeof(b);
  void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &b,
                   HIP_LAUNCH_PARAM_BUFFER_SIZE, &size, HIP_LAUNCH_PARAM_END};
  hipKernelNodeParams params = {};
  params.func = (void *)many;
  params.gridDim = params.blockDim = dim3(1);
  params.extra = extra;
  hipGraph_t graph;
  hipGraphNode_t first, second;
  hipGraphExec_t exec;
  OK(hipGraphCreate(&graph, 0));
  OK(hipGraphAddKernelNode(&first, graph, nullptr, 0, &params));
  hipKernelNodeParams shown = {};
  OK(hipGraphKernelNodeGetParams(first, &shown));
  CHECK(*(size_t *)shown.kernelParams[1] == 7);
  CHECK(*(int64_t **)shown.kernelParams[2] == out);
  CHECK(*(long *)shown.kernelParams[4] == -5);
  CHECK(*(ptrdiff_t *)shown.kernelParams[7] == -6);
  int64_t other[N];
  memcpy(other, wanted, sizeof(other));
  size_t eight = 8;
  shown.kernelParams[1] = &eight;
  other[0] = 8;
  OK(hipGraphAddKernelNode(&second, graph, &first, 1, &shown));
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  OK(hipGraphLaunch(exec, 0));
  expect(other);
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroy(graph));
}

int main() {
  OK(hipMalloc(&out, N * sizeof(*out)));
  OK(hipMemset(out, 0, N * sizeof(*out)));
  const block b = values();
  many<<<1, 1>>>(b.c, b.a, b.out, b.b, b.d, b.half, b.wide, b.back);
  OK(hipGetLastError());
  expect(wanted);
  fill<int64_t, 3><<<1, 1>>>(out, size_t(N), int64_t(1) << 33);
  OK(hipGetLastError());
  const int64_t steps[N] = {8589934592, 8589934595, 8589934598,
                            8589934601, 8589934604, 8589934607};
  expect(steps);
  sum<<<1, 1>>>(out, 1, int64_t(-3), uint64_t(1) << 35, 2.0f);
  OK(hipGetLastError());
  const int64_t one[N] = {1ll << 35};
  expect(one);
  test_packed();
  test_old();
  test_graph();
  OK(hipFree(out));
  return done();
}
