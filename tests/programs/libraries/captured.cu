// SPDX-License-Identifier: Apache-2.0
// Calls of every family of functions, captured into a graph: nothing is done
// while the stream captures, and each launch does what the call would do then.
// OUTPUT: 18 families, 0 wrong
// FLAGS: -lcublas -lcublasLt -lcufft -lcurand -lcusparse -lcusolver -std=c++17
// DEVICES: cpu opencl
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cufft.h>
#include <curand.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <functional>
#include <vector>

#define CHECK(call)                                                            \
  do {                                                                         \
    const int check_ = (int)(call);                                            \
    if (check_) {                                                              \
      std::printf("%s:%d: %s gave %d\n", __FILE__, __LINE__, #call, check_);   \
      std::exit(1);                                                            \
    }                                                                          \
  } while (0)

// Odd, and beyond a tile of 64.
static const int N = 71, SIZE = N * N;
static int families, wrong;

template <class T> struct array {
  T *p;
  size_t count;
  explicit array(size_t n) : count(n) { CHECK(cudaMalloc(&p, n * sizeof(T))); }
  ~array() { cudaFree(p); }
  array(const array &) = delete;
  void set(const std::vector<T> &from) {
    CHECK(cudaMemcpy(p, from.data(), count * sizeof(T), cudaMemcpyDefault));
  }
  std::vector<T> get() const {
    std::vector<T> to(count);
    CHECK(cudaMemcpy(to.data(), p, count * sizeof(T), cudaMemcpyDefault));
    return to;
  }
};

// Numbers of round `seed`, of which a matrix has a large diagonal.
static std::vector<float> numbers(size_t n, unsigned seed) {
  std::vector<float> out(n);
  for (size_t i = 0; i < n; ++i) {
    seed = seed * 1664525u + 1013904223u;
    out[i] = (float)(seed >> 8) / (float)(1 << 24) - 0.5f;
  }
  return out;
}
static std::vector<float> positive(unsigned seed) {
  std::vector<float> a = numbers(SIZE, seed);
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < j; ++i)
      a[i + j * N] = a[j + i * N];
  for (int i = 0; i < N; ++i)
    a[i + i * N] = (float)N;
  return a;
}

struct inputs {
  array<float> a{SIZE}, b{SIZE}, out{SIZE};
  void fill(unsigned seed) {
    a.set(positive(seed));
    b.set(numbers(SIZE, seed + 1));
    out.set(numbers(SIZE, seed + 2));
  }
};

// `call` on a stream, directly and from a graph that is launched for two sets
// of inputs.
static void family(const char *name, inputs &in,
                   const std::function<void(cudaStream_t)> &call) {
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  std::vector<float> want[2];
  ++families;
  CHECK(cudaStreamCreate(&stream));
  for (unsigned round = 0; round < 2; ++round) {
    in.fill(100 * (round + 1));
    CHECK(cudaDeviceSynchronize());
    call(stream);
    CHECK(cudaStreamSynchronize(stream));
    want[round] = in.out.get();
  }
  in.fill(7);
  const std::vector<float> before = in.out.get();
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  call(stream);
  CHECK(cudaStreamEndCapture(stream, &graph));
  bool good = in.out.get() == before; // nothing ran
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaGraphDestroy(graph));
  for (unsigned round = 0; round < 2; ++round) {
    in.fill(100 * (round + 1));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    good = good && in.out.get() == want[round];
  }
  good = good && want[0] != want[1] && want[0] != before;
  if (!good) {
    std::printf("%s: the graph does something else\n", name);
    ++wrong;
  }
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaStreamDestroy(stream));
}

static void blas(inputs &in) {
  cublasHandle_t h;
  const float two = 2, half = 0.5f;
  array<float> device_two(1);
  array<const float *> as(2), bs(2);
  array<float *> outs(2);
  device_two.set({2});
  as.set({in.a.p, in.a.p + 16});
  bs.set({in.b.p, in.b.p + 16});
  outs.set({in.out.p, in.out.p + 32});
  CHECK(cublasCreate(&h));
  family("axpy", in, [&](cudaStream_t s) {
    CHECK(cublasSetStream(h, s));
    CHECK(cublasSaxpy(h, SIZE, &two, in.b.p, 1, in.out.p, 1));
  });
  family("rot", in, [&](cudaStream_t s) {
    CHECK(cublasSetStream(h, s));
    CHECK(cublasSrot(h, N, in.b.p, 2, in.out.p, -3, &two, &half));
  });
  family("dot and scal, with scalars of the device", in, [&](cudaStream_t s) {
    CHECK(cublasSetStream(h, s));
    CHECK(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE));
    CHECK(cublasSdot(h, N, in.a.p, 1, in.b.p, 1, in.out.p));
    CHECK(cublasSscal(h, N, in.out.p, in.out.p + 1, 1));
    CHECK(cublasSaxpy(h, N, device_two.p, in.b.p, 1, in.out.p + 200, 1));
    CHECK(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST));
  });
  family("gemv and ger", in, [&](cudaStream_t s) {
    CHECK(cublasSetStream(h, s));
    CHECK(cublasSgemv(h, CUBLAS_OP_T, N, N, &two, in.a.p, N, in.b.p, 1, &half,
                      in.out.p, 1));
    CHECK(cublasSger(h, N, 5, &half, in.out.p, 1, in.b.p, 2, in.out.p + N, N));
  });
  family("packed and banded", in, [&](cudaStream_t s) {
    CHECK(cublasSetStream(h, s));
    CHECK(cublasSspmv(h, CUBLAS_FILL_MODE_UPPER, N, &two, in.a.p, in.b.p, 1,
                      &half, in.out.p, 1));
    CHECK(cublasSgbmv(h, CUBLAS_OP_N, N, N, 3, 2, &two, in.a.p, N, in.b.p, 1,
                      &half, in.out.p + N, 1));
  });
  family("gemm", in, [&](cudaStream_t s) {
    CHECK(cublasSetStream(h, s));
    CHECK(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_T, N, N, N, &two, in.a.p, N,
                      in.b.p, N, &half, in.out.p, N));
  });
  family("syr2k and trmm", in, [&](cudaStream_t s) {
    CHECK(cublasSetStream(h, s));
    CHECK(cublasSsyr2k(h, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, N, 9, &two,
                       in.a.p, N, in.b.p, N, &half, in.out.p, N));
    CHECK(cublasStrmm(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N,
                      CUBLAS_DIAG_NON_UNIT, N, 3, &two, in.a.p, N, in.out.p, N,
                      in.out.p, N));
  });
  family("trsm", in, [&](cudaStream_t s) {
    CHECK(cublasSetStream(h, s));
    CHECK(cublasStrsm(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                      CUBLAS_DIAG_NON_UNIT, N, N, &two, in.a.p, N, in.out.p,
                      N));
  });
  family("batches", in, [&](cudaStream_t s) {
    CHECK(cublasSetStream(h, s));
    CHECK(cublasSgemmStridedBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, 5, 6, 7, &two,
                                    in.a.p, 5, 35, in.b.p, 7, 42, &half,
                                    in.out.p, 5, 30, 11));
  });
  family("products of halves", in, [&](cudaStream_t s) {
    CHECK(cublasSetStream(h, s));
    CHECK(cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 9, 9, 9, &two, in.a.p,
                       CUDA_R_8I, 12, in.b.p, CUDA_R_8I, 12, &half, in.out.p,
                       CUDA_R_32F, 9, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
  });
  CHECK(cublasDestroy(h));
}

static void lt(inputs &in) {
  cublasLtHandle_t h;
  cublasLtMatmulDesc_t desc;
  cublasLtMatrixLayout_t layout;
  const cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_RELU_BIAS;
  const float *bias = in.b.p;
  const float one = 1, half = 0.5f;
  CHECK(cublasLtCreate(&h));
  CHECK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  CHECK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE,
                                       &epilogue, sizeof(epilogue)));
  CHECK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER,
                                       &bias, sizeof(bias)));
  CHECK(cublasLtMatrixLayoutCreate(&layout, CUDA_R_32F, N, N, N));
  family("cublasLtMatmul", in, [&](cudaStream_t s) {
    CHECK(cublasLtMatmul(h, desc, &one, in.a.p, layout, in.b.p, layout, &half,
                         in.out.p, layout, in.out.p, layout, nullptr, nullptr,
                         0, s));
  });
  CHECK(cublasLtMatrixLayoutDestroy(layout));
  CHECK(cublasLtMatmulDescDestroy(desc));
  CHECK(cublasLtDestroy(h));
}

static void transforms(inputs &in) {
  cufftHandle complex, real;
  CHECK(cufftPlan1d(&complex, 100, CUFFT_C2C, 3));
  CHECK(cufftPlan2d(&real, 9, 14, CUFFT_R2C));
  family("cufftExecC2C, in place", in, [&](cudaStream_t s) {
    CHECK(cufftSetStream(complex, s));
    CHECK(cufftExecC2C(complex, (cufftComplex *)in.out.p,
                       (cufftComplex *)in.out.p, CUFFT_FORWARD));
  });
  family("cufftExecR2C", in, [&](cudaStream_t s) {
    CHECK(cufftSetStream(real, s));
    CHECK(cufftExecR2C(real, in.b.p, (cufftComplex *)in.out.p));
  });
  CHECK(cufftDestroy(complex));
  CHECK(cufftDestroy(real));
}

static void sparse(inputs &in) {
  cusparseHandle_t h;
  cusparseSpMatDescr_t m;
  cusparseDnVecDescr_t x, y;
  cusparseDnMatDescr_t b, c;
  const float two = 2, half = 0.5f;
  std::vector<int> starts, columns;
  for (int i = 0; i < N; ++i) {
    starts.push_back((int)columns.size());
    for (int j = i % 3; j < N; j += 5)
      columns.push_back(j);
  }
  starts.push_back((int)columns.size());
  array<int> start(starts.size()), column(columns.size());
  start.set(starts);
  column.set(columns);
  CHECK(cusparseCreate(&h));
  CHECK(cusparseCreateCsr(&m, N, N, (int64_t)columns.size(), start.p, column.p,
                          in.a.p, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                          CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  CHECK(cusparseCreateDnVec(&x, N, in.b.p, CUDA_R_32F));
  CHECK(cusparseCreateDnVec(&y, N, in.out.p, CUDA_R_32F));
  CHECK(cusparseCreateDnMat(&b, N, 4, N, in.b.p, CUDA_R_32F,
                            CUSPARSE_ORDER_COL));
  CHECK(cusparseCreateDnMat(&c, N, 4, N, in.out.p, CUDA_R_32F,
                            CUSPARSE_ORDER_COL));
  family("cusparseSpMV", in, [&](cudaStream_t s) {
    CHECK(cusparseSetStream(h, s));
    CHECK(cusparseSpMV(h, CUSPARSE_OPERATION_NON_TRANSPOSE, &two, m, x, &half,
                       y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
  });
  family("cusparseSpMM", in, [&](cudaStream_t s) {
    CHECK(cusparseSetStream(h, s));
    CHECK(cusparseSpMM(h, CUSPARSE_OPERATION_NON_TRANSPOSE,
                       CUSPARSE_OPERATION_NON_TRANSPOSE, &two, m, b, &half, c,
                       CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, nullptr));
  });
  CHECK(cusparseDestroySpMat(m));
  CHECK(cusparseDestroyDnVec(x));
  CHECK(cusparseDestroyDnVec(y));
  CHECK(cusparseDestroyDnMat(b));
  CHECK(cusparseDestroyDnMat(c));
  CHECK(cusparseDestroy(h));
}

static void solver(inputs &in) {
  cusolverDnHandle_t h;
  array<int> pivots(N), info(1);
  int size = 0;
  CHECK(cusolverDnCreate(&h));
  CHECK(cusolverDnSgetrf_bufferSize(h, N, N, in.a.p, N, &size));
  array<float> work((size_t)size + 1);
  family("getrf and getrs", in, [&](cudaStream_t s) {
    CHECK(cusolverDnSetStream(h, s));
    CHECK(cusolverDnSgetrf(h, N, N, in.a.p, N, work.p, pivots.p, info.p));
    CHECK(cusolverDnSgetrs(h, CUBLAS_OP_N, N, N, in.a.p, N, pivots.p,
                           in.out.p, N, info.p));
  });
  CHECK(cusolverDnSpotrf_bufferSize(h, CUBLAS_FILL_MODE_LOWER, N, in.out.p, N,
                                    &size));
  array<float> more((size_t)size + 1);
  family("potrf", in, [&](cudaStream_t s) {
    CHECK(cusolverDnSetStream(h, s));
    CHECK(cudaMemcpyAsync(in.out.p, in.a.p, SIZE * sizeof(float),
                          cudaMemcpyDeviceToDevice, s));
    CHECK(cusolverDnSpotrf(h, CUBLAS_FILL_MODE_LOWER, N, in.out.p, N, more.p,
                           size, info.p));
  });
  CHECK(cusolverDnDestroy(h));
}

// Each launch goes on in the sequence.
static void random_numbers() {
  const size_t n = 10000;
  curandGenerator_t direct, captured;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  array<float> want(3 * n), got(n);
  ++families;
  CHECK(cudaStreamCreate(&stream));
  CHECK(curandCreateGenerator(&direct, CURAND_RNG_PSEUDO_PHILOX4_32_10));
  CHECK(curandCreateGenerator(&captured, CURAND_RNG_PSEUDO_PHILOX4_32_10));
  CHECK(curandSetPseudoRandomGeneratorSeed(direct, 42));
  CHECK(curandSetPseudoRandomGeneratorSeed(captured, 42));
  CHECK(curandSetStream(captured, stream));
  for (int i = 0; i < 3; ++i)
    CHECK(curandGenerateUniform(direct, want.p + i * n, n));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  CHECK(curandGenerateUniform(captured, got.p, n));
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  const std::vector<float> all = want.get();
  bool good = true;
  for (size_t i = 0; i < 3; ++i) {
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    const std::vector<float> part(all.begin() + (long)(i * n),
                                  all.begin() + (long)((i + 1) * n));
    good = good && got.get() == part;
  }
  if (!good) {
    std::printf("curand: the graph makes other numbers\n");
    ++wrong;
  }
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
  CHECK(curandDestroyGenerator(direct));
  CHECK(curandDestroyGenerator(captured));
  CHECK(cudaStreamDestroy(stream));
}

// What waits for a result in the host's memory is refused, and so is what the
// host would have to read first.
static void refused(inputs &in) {
  cublasHandle_t h;
  cudaStream_t stream;
  cudaGraph_t graph;
  float result = -1;
  CHECK(cublasCreate(&h));
  CHECK(cudaStreamCreate(&stream));
  CHECK(cublasSetStream(h, stream));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  if (cublasSdot(h, N, in.a.p, 1, in.b.p, 1, &result) ==
          CUBLAS_STATUS_SUCCESS ||
      result != -1) {
    std::printf("a result in the host's memory is captured\n");
    ++wrong;
  }
  if (cudaStreamEndCapture(stream, &graph) == cudaSuccess)
    CHECK(cudaGraphDestroy(graph));
  (void)cudaGetLastError();
  CHECK(cublasDestroy(h));
  CHECK(cudaStreamDestroy(stream));
}

int main() {
  {
    inputs in;
    blas(in);
    lt(in);
    transforms(in);
    random_numbers();
    sparse(in);
    solver(in);
    refused(in);
  }
  std::printf("%d families, %d wrong\n%s\n", families, wrong,
              wrong ? "no" : "ok");
  return wrong != 0;
}
