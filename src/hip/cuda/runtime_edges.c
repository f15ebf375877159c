// SPDX-License-Identifier: Apache-2.0
// CUDA's functions with data of graphs' edges, which CUDA 12 has as _v2 and
// CUDA 13 under the plain names.
#include "hip/cuda/cuda.h"

#include <string.h>

void qn_edges_clear(cudaGraphEdgeData *data, const size_t *count) {
  if (data && count)
    memset(data, 0, *count * sizeof(*data));
}

qn_result qn_edges_check(const cudaGraphEdgeData *data, size_t count) {
  enum { DEFAULT, PROGRAMMATIC, LAST_PORT = 2 };
  for (size_t i = 0; data && i < count; ++i)
    if (data[i].type > PROGRAMMATIC || data[i].to_port ||
        data[i].from_port > LAST_PORT)
      return qn_refuse(QN_R_INVALID_VALUE,
                       "an edge of type %d from port %d to port %d: types are "
                       "0 and 1, ports 0 to 2, to 0",
                       data[i].type, data[i].from_port, data[i].to_port);
  return QN_R_OK;
}

#define CHECK_EDGES(data, count)                                               \
  do {                                                                         \
    const qn_result edges_ = qn_edges_check(data, count);                      \
    if (edges_ != QN_R_OK)                                                     \
      return qn_cuda_error(qn_hip(edges_));                                    \
  } while (0)

cudaError_t cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t *from,
                                 cudaGraphNode_t *to, cudaGraphEdgeData *data,
                                 size_t *count) {
  const cudaError_t e = cudaGraphGetEdges(graph, from, to, count);
  if (e == cudaSuccess)
    qn_edges_clear(data, count);
  return e;
}

cudaError_t cudaGraphNodeGetDependencies_v2(cudaGraphNode_t node,
                                            cudaGraphNode_t *list,
                                            cudaGraphEdgeData *data,
                                            size_t *count) {
  const cudaError_t e = cudaGraphNodeGetDependencies(node, list, count);
  if (e == cudaSuccess)
    qn_edges_clear(data, count);
  return e;
}

cudaError_t cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node,
                                              cudaGraphNode_t *list,
                                              cudaGraphEdgeData *data,
                                              size_t *count) {
  const cudaError_t e = cudaGraphNodeGetDependentNodes(node, list, count);
  if (e == cudaSuccess)
    qn_edges_clear(data, count);
  return e;
}

cudaError_t cudaGraphAddDependencies_v2(cudaGraph_t graph,
                                        const cudaGraphNode_t *from,
                                        const cudaGraphNode_t *to,
                                        const cudaGraphEdgeData *data,
                                        size_t count) {
  CHECK_EDGES(data, count);
  return cudaGraphAddDependencies(graph, from, to, count);
}

cudaError_t cudaGraphRemoveDependencies_v2(cudaGraph_t graph,
                                           const cudaGraphNode_t *from,
                                           const cudaGraphNode_t *to,
                                           const cudaGraphEdgeData *data,
                                           size_t count) {
  CHECK_EDGES(data, count);
  return cudaGraphRemoveDependencies(graph, from, to, count);
}

cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t *to, cudaGraph_t graph,
                                const cudaGraphNode_t *after,
                                const cudaGraphEdgeData *data, size_t count,
                                struct cudaGraphNodeParams *params) {
  CHECK_EDGES(data, count);
  return cudaGraphAddNode(to, graph, after, count, params);
}

cudaError_t cudaStreamGetCaptureInfo_v3(
    cudaStream_t stream, enum cudaStreamCaptureStatus *status,
    unsigned long long *id, cudaGraph_t *graph, const cudaGraphNode_t **after,
    const cudaGraphEdgeData **data, size_t *count) {
  if (data)
    *data = NULL; // all edges have the default type
  return cudaStreamGetCaptureInfo_v2(stream, status, id, graph, after, count);
}

cudaError_t cudaStreamUpdateCaptureDependencies_v2(
    cudaStream_t stream, cudaGraphNode_t *after, const cudaGraphEdgeData *data,
    size_t count, unsigned int flags) {
  CHECK_EDGES(data, count);
  return cudaStreamUpdateCaptureDependencies(stream, after, count, flags);
}

// Of events without times the first form reported another error.
cudaError_t cudaEventElapsedTime_v2(float *ms, cudaEvent_t start,
                                    cudaEvent_t end) {
  return cudaEventElapsedTime(ms, start, end);
}
