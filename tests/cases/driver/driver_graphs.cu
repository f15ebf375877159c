// SPDX-License-Identifier: Apache-2.0
// Graphs, kernels, fills and batches through CUDA's driver API, and the
// runtime's functions of CUDA 13.
#include <cuda.h>
#include <cuda_runtime.h>

#include "program.h"

__global__ void add(int *p, int value, short more) {
  p[threadIdx.x] += value + more;
}

static int *device;
static CUcontext context;

static void graphs() {
  int back[8] = {};
  CUgraph graph;
  CUgraphNode fill, kernel, out, any;
  CUgraphNodeType type;
  CUgraphExec exec;
  CUgraphEdgeData edges[4];
  CUgraphNode from[4], to[4];
  size_t count = 4;
  CUDA_MEMSET_NODE_PARAMS set = {}, set_back;
  CUDA_KERNEL_NODE_PARAMS launch = {}, launch_back;
  CUDA_MEMCPY3D copy = {}, copy_back;
  int value = 5;
  short more = 1;
  void *arguments[] = {&device, &value, &more};
  cudaFunction_t function;
  OK(cudaGetFuncBySymbol(&function, (const void *)add));
  OK(cuGraphCreate(&graph, 0));
  set.dst = (CUdeviceptr)device;
  set.elementSize = 4;
  set.width = 8;
  set.height = 1;
  set.value = 70;
  OK(cuGraphAddMemsetNode(&fill, graph, nullptr, 0, &set, context));
  launch.func = (CUfunction)function;
  launch.gridDimX = launch.gridDimY = launch.gridDimZ = 1;
  launch.blockDimX = 8;
  launch.blockDimY = launch.blockDimZ = 1;
  launch.kernelParams = arguments;
  OK(cuGraphAddKernelNode(&kernel, graph, &fill, 1, &launch));
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = (CUdeviceptr)device;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST;
  copy.dstHost = back;
  copy.WidthInBytes = sizeof(back);
  copy.Height = copy.Depth = 1;
  OK(cuGraphAddMemcpyNode(&out, graph, &kernel, 1, &copy, context));
  OK(cuGraphNodeGetType(kernel, &type));
  CHECK(type == CU_GRAPH_NODE_TYPE_KERNEL);
  OK(cuGraphMemsetNodeGetParams(fill, &set_back));
  CHECK(set_back.dst == set.dst && set_back.value == 70);
  OK(cuGraphKernelNodeGetParams(kernel, &launch_back));
  CHECK(launch_back.blockDimX == 8 && *(int *)launch_back.kernelParams[1] == 5);
  OK(cuGraphMemcpyNodeGetParams(out, &copy_back));
  CHECK(copy_back.dstHost == back && copy_back.srcDevice == copy.srcDevice);
  OK(cuGraphGetEdges_v2(graph, from, to, edges, &count));
  CHECK(count == 2 && edges[0].type == 0 && from[0] == fill);
  OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
  OK(cuGraphLaunch(exec, nullptr));
  OK(cuCtxSynchronize());
  for (int v : back)
    CHECK(v == 76);
  set.value = 10;
  OK(cuGraphExecMemsetNodeSetParams(exec, fill, &set, context));
  value = 7;
  OK(cuGraphExecKernelNodeSetParams(exec, kernel, &launch));
  OK(cuGraphLaunch(exec, nullptr));
  OK(cuCtxSynchronize());
  CHECK(back[0] == 18 && back[7] == 18);
  // By the struct of all types.
  CUgraphNodeParams empty = {};
  empty.type = CU_GRAPH_NODE_TYPE_EMPTY;
  OK(cuGraphAddNode_v2(&any, graph, &out, nullptr, 1, &empty));
  OK(cuGraphNodeGetType(any, &type));
  CHECK(type == CU_GRAPH_NODE_TYPE_EMPTY);
  CHECK(cuGraphAddKernelNode(&any, graph, nullptr, 0, nullptr) ==
        CUDA_ERROR_INVALID_VALUE);
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
}

static void functions() {
  cudaKernel_t kernel;
  size_t offset = 0, size = 0;
  const char *name = nullptr;
  CUfunction function;
  OK(cudaGetKernel(&kernel, (const void *)add));
  OK(cudaFuncGetParamInfo((const void *)add, 2, &offset, &size));
  CHECK(offset == 12 && size == 2);
  CHECK(cudaFuncGetParamInfo((const void *)add, 3, &offset, &size) ==
        cudaErrorInvalidValue);
  OK(cuKernelGetFunction(&function, (CUkernel)kernel));
  OK(cuFuncGetName(&name, function));
  CHECK(name && strstr(name, "add"));
}

static void batches() {
  int a[4] = {1, 2, 3, 4}, b[2] = {8, 9}, back[8] = {};
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  void *to[2] = {device, device + 4};
  const void *from[2] = {a, b};
  size_t sizes[2] = {sizeof(a), sizeof(b)}, first[1] = {0};
  cudaMemcpyAttributes how = {};
  how.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  OK(cudaMemcpyBatchAsync(to, from, sizes, 2, &how, first, 1, stream));
  OK(cudaStreamSynchronize(stream));
  OK(cudaMemcpy(back, device, 6 * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(back[0] == 1 && back[3] == 4 && back[4] == 8 && back[5] == 9);
  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 0, &how, first, 1, stream) ==
        cudaErrorInvalidValue);
  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 2, &how, first, 1, nullptr) ==
        cudaErrorInvalidValue);
  cudaMemcpy3DBatchOp op = {};
  op.src.type = op.dst.type = cudaMemcpyOperandTypePointer;
  op.src.op.ptr.ptr = device;
  op.src.op.ptr.rowLength = 2 * sizeof(int);
  op.dst.op.ptr.ptr = back;
  op.dst.op.ptr.rowLength = 4 * sizeof(int);
  op.extent = make_cudaExtent(2 * sizeof(int), 2, 1);
  memset(back, 0, sizeof(back));
  OK(cudaMemcpy3DBatchAsync(1, &op, 0, stream));
  OK(cudaStreamSynchronize(stream));
  CHECK(back[0] == 1 && back[1] == 2 && back[2] == 0 && back[4] == 3 &&
        back[5] == 4);
  OK(cudaStreamDestroy(stream));
}

static void fills() {
  unsigned short back[8] = {};
  CUstream stream;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuMemsetD16((CUdeviceptr)device, 0, 8));
  OK(cuCtxSynchronize());
  OK(cuMemsetD2D16Async((CUdeviceptr)device, 8, 0x1234, 2, 2, stream));
  OK(cuMemcpyDtoHAsync(back, (CUdeviceptr)device, sizeof(back), stream));
  CHECK(back[0] == 0x1234 && back[1] == 0x1234 && back[2] == 0 &&
        back[4] == 0x1234 && back[5] == 0x1234 && back[6] == 0);
  OK(cuStreamDestroy(stream));
}

static void arrays() {
  CUDA_ARRAY3D_DESCRIPTOR wanted = {}, got;
  CUarray array, level;
  CUmipmappedArray mipmap;
  wanted.Width = 8;
  wanted.Height = 4;
  wanted.Format = CU_AD_FORMAT_FLOAT;
  wanted.NumChannels = 2;
  OK(cuArray3DCreate(&array, &wanted));
  OK(cuArray3DGetDescriptor(&got, array));
  CHECK(got.Width == 8 && got.Height == 4 && got.NumChannels == 2);
  OK(cuArrayDestroy(array));
  OK(cuMipmappedArrayCreate(&mipmap, &wanted, 2));
  OK(cuMipmappedArrayGetLevel(&level, mipmap, 1));
  OK(cuArray3DGetDescriptor(&got, level));
  CHECK(got.Width == 4 && got.Height == 2);
  OK(cuMipmappedArrayDestroy(mipmap));
  OK(cudaFreeArray(nullptr)); // CUDA's; HIP's is an error
}

int main() {
  CUdevice ordinal;
  OK(cuInit(0));
  OK(cuDeviceGet(&ordinal, 0));
  OK(cuDevicePrimaryCtxRetain(&context, ordinal));
  OK(cuCtxSetCurrent(context));
  OK(cudaMalloc(&device, 4096));
  graphs();
  functions();
  batches();
  fills();
  arrays();
  OK(cudaFree(device));
  return done();
}
