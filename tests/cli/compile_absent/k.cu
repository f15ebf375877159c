// SPDX-License-Identifier: Apache-2.0
__global__ void again(cudaGraphExec_t graph) {
  cudaGraphLaunch(graph, cudaStreamGraphFireAndForget);
}
