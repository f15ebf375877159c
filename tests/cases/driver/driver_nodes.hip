// SPDX-License-Identifier: Apache-2.0
// Nodes of graphs that take the driver's structs, and batches of values.
#include <hip/hip_runtime.h>

#include "program.h"

static int *device;
static hipGraph_t graph;

static void run(hipGraphExec_t exec) {
  OK(hipGraphLaunch(exec, 0));
  OK(hipDeviceSynchronize());
}

static void copies() {
  int host[8] = {1, 2, 3, 4, 5, 6, 7, 8}, back[8] = {}, second[8] = {9, 9};
  hipGraphNode_t fill, in, out;
  hipGraphExec_t exec;
  hipMemsetParams set = {};
  HIP_MEMCPY3D to = {}, from = {}, got;
  OK(hipGraphCreate(&graph, 0));
  set.dst = device;
  set.elementSize = 4;
  set.width = 8;
  set.height = 1;
  set.value = 77;
  OK(hipDrvGraphAddMemsetNode(&fill, graph, nullptr, 0, &set, nullptr));
  to.srcMemoryType = hipMemoryTypeHost;
  to.srcHost = host;
  to.dstMemoryType = hipMemoryTypeDevice;
  to.dstDevice = (hipDeviceptr_t)device;
  to.WidthInBytes = 16;
  to.Height = to.Depth = 1;
  OK(hipDrvGraphAddMemcpyNode(&in, graph, &fill, 1, &to, nullptr));
  from.srcMemoryType = hipMemoryTypeDevice;
  from.srcDevice = (hipDeviceptr_t)device;
  from.dstMemoryType = hipMemoryTypeHost;
  from.dstHost = back;
  from.WidthInBytes = 32;
  from.Height = from.Depth = 1;
  OK(hipDrvGraphAddMemcpyNode(&out, graph, &in, 1, &from, nullptr));
  OK(hipDrvGraphMemcpyNodeGetParams(in, &got));
  CHECK(got.srcHost == host && got.WidthInBytes == 16);
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  run(exec);
  CHECK(back[0] == 1 && back[3] == 4 && back[4] == 77 && back[7] == 77);
  to.srcHost = second;
  OK(hipDrvGraphExecMemcpyNodeSetParams(exec, in, &to, nullptr));
  set.value = 5;
  OK(hipDrvGraphExecMemsetNodeSetParams(exec, fill, &set, nullptr));
  run(exec);
  CHECK(back[0] == 9 && back[1] == 9 && back[4] == 5);
  OK(hipDrvGraphMemcpyNodeSetParams(in, &to));
  FAILS(hipDrvGraphAddMemcpyNode(&in, graph, nullptr, 0, nullptr, nullptr),
        hipErrorInvalidValue);
  FAILS(hipDrvGraphAddMemcpyNode(nullptr, graph, nullptr, 0, &to, nullptr),
        hipErrorInvalidValue);
  FAILS(hipDrvGraphAddMemcpyNode(&in, nullptr, nullptr, 0, &to, nullptr),
        hipErrorInvalidValue);
  FAILS(hipDrvGraphAddMemcpyNode(&in, graph, nullptr, 0, &to,
                                 (hipCtx_t)host),
        hipErrorInvalidContext);
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroy(graph));
}

static hipStreamBatchMemOpParams write_of(int index, unsigned value) {
  hipStreamBatchMemOpParams p = {};
  p.operation = hipStreamMemOpWriteValue32;
  p.writeValue.address = (hipDeviceptr_t)(device + index);
  p.writeValue.value = value;
  return p;
}

static void values() {
  int back[3] = {};
  hipGraphNode_t node;
  hipGraphNodeType type;
  hipGraphExec_t exec;
  hipBatchMemOpNodeParams got;
  hipStreamBatchMemOpParams list[4] = {write_of(0, 11), write_of(1, 12),
                                       write_of(2, 13), {}};
  list[3].operation = hipStreamMemOpWaitValue32;
  list[3].waitValue.address = (hipDeviceptr_t)device;
  list[3].waitValue.value = 11;
  list[3].waitValue.flags = hipStreamWaitValueEq;
  hipBatchMemOpNodeParams params = {};
  params.count = 4;
  params.paramArray = list;
  OK(hipGraphCreate(&graph, 0));
  OK(hipGraphAddBatchMemOpNode(&node, graph, nullptr, 0, &params));
  OK(hipGraphNodeGetType(node, &type));
  CHECK(type == hipGraphNodeTypeBatchMemOp);
  OK(hipGraphBatchMemOpNodeGetParams(node, &got));
  CHECK(got.count == 4 && got.paramArray != list &&
        got.paramArray[1].writeValue.value == 12);
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  run(exec);
  OK(hipMemcpy(back, device, sizeof(back), hipMemcpyDeviceToHost));
  CHECK(back[0] == 11 && back[1] == 12 && back[2] == 13);
  list[1] = write_of(1, 99);
  OK(hipGraphExecBatchMemOpNodeSetParams(exec, node, &params));
  run(exec);
  OK(hipMemcpy(back, device, sizeof(back), hipMemcpyDeviceToHost));
  CHECK(back[0] == 11 && back[1] == 99 && back[2] == 13);
  OK(hipGraphBatchMemOpNodeSetParams(node, &params));
  params.count = 0;
  FAILS(hipGraphAddBatchMemOpNode(&node, graph, nullptr, 0, &params),
        hipErrorInvalidValue);
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroy(graph));
}

int main() {
  OK(hipMalloc(&device, 4096));
  OK(hipMemset(device, 0, 4096));
  copies();
  values();
  OK(hipFree(device));
  return done();
}
