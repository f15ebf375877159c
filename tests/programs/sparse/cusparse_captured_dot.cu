// SPDX-License-Identifier: Apache-2.0
// cusparseSpVV that tells the host, captured: each launch of the graph tells it
// anew; and the names of algorithms of before CUDA 12.
// OUTPUT: 6 = 6, 60 = 60, 8 = 8
// FLAGS: -lcusparse
#include <cstdio>
#include <cstdlib>
#include <cusparse.h>

#define GOOD(call)                                                             \
  do {                                                                         \
    const int status = (int)(call);                                            \
    if (status) {                                                              \
      std::printf("%s gave %d\n", #call, status);                              \
      std::exit(1);                                                            \
    }                                                                          \
  } while (0)

template <typename T> static T *on_device(const T *from, size_t count) {
  T *p;
  GOOD(cudaMalloc(&p, count * sizeof(T)));
  GOOD(cudaMemcpy(p, from, count * sizeof(T), cudaMemcpyHostToDevice));
  return p;
}

// What an operation works in: NVIDIA's own refuses a null one.
static void *buffer_of(size_t size) {
  void *p;
  GOOD(cudaMalloc(&p, size ? size : 1));
  return p;
}

// A product by an algorithm under its older name.
static float multiply(cusparseHandle_t handle, const int *column,
                      cusparseDnVecDescr_t y) {
  const int starts[] = {0, 3};
  const float values[] = {1, 2, 1}, one = 1, zero = 0;
  float result = 0;
  int *start = on_device(starts, 2);
  float *value = on_device(values, 3), *out = on_device(&result, 1);
  cusparseSpMatDescr_t a;
  cusparseDnVecDescr_t to;
  GOOD(cusparseCreateCsr(&a, 1, 4, 3, start, (int *)column, value,
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                         CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  GOOD(cusparseCreateDnVec(&to, 1, out, CUDA_R_32F));
  size_t size;
  GOOD(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a,
                               y, &zero, to, CUDA_R_32F,
                               CUSPARSE_MV_ALG_DEFAULT, &size));
  GOOD(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, y, &zero,
                    to, CUDA_R_32F, CUSPARSE_MV_ALG_DEFAULT, buffer_of(size)));
  GOOD(cudaMemcpy(&result, out, sizeof(result), cudaMemcpyDeviceToHost));
  GOOD(cusparseDestroySpMat(a));
  GOOD(cusparseDestroyDnVec(to));
  return result;
}

int main() {
  const int columns[] = {0, 2, 3};
  const float values[] = {1, 1, 1}, dense[] = {1, 99, 2, 3};
  const float more[] = {10, 10, 10};
  int *column = on_device(columns, 3);
  float *value = on_device(values, 3), *all = on_device(dense, 4);
  cusparseHandle_t handle;
  cusparseSpVecDescr_t x;
  cusparseDnVecDescr_t y;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  float result = -1;
  GOOD(cusparseCreate(&handle));
  GOOD(cudaStreamCreate(&stream));
  GOOD(cusparseSetStream(handle, stream));
  GOOD(cusparseCreateSpVec(&x, 4, 3, column, value, CUSPARSE_INDEX_32I,
                           CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  GOOD(cusparseCreateDnVec(&y, 4, all, CUDA_R_32F));
  size_t size;
  GOOD(cusparseSpVV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, x, y,
                               &result, CUDA_R_32F, &size));
  void *buffer = buffer_of(size);
  GOOD(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  GOOD(cusparseSpVV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, x, y, &result,
                    CUDA_R_32F, buffer));
  GOOD(cudaStreamEndCapture(stream, &graph));
  if (result != -1)
    return 2; // nothing ran
  GOOD(cudaGraphInstantiate(&exec, graph, 0));
  GOOD(cudaGraphLaunch(exec, stream));
  GOOD(cudaStreamSynchronize(stream));
  std::printf("6 = %g, ", result);
  GOOD(cudaMemcpy(value, more, sizeof(more), cudaMemcpyHostToDevice));
  GOOD(cudaGraphLaunch(exec, stream));
  GOOD(cudaStreamSynchronize(stream));
  std::printf("60 = %g, ", result);
  const float sum = multiply(handle, column, y);
  std::printf("%d = %g\n", 8, sum);
  GOOD(cusparseDestroySpVec(x));
  GOOD(cusparseDestroyDnVec(y));
  GOOD(cusparseDestroy(handle));
  return 0;
}
