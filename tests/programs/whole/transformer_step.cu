// SPDX-License-Identifier: Apache-2.0
// A transformer's block trained: attention by cuBLAS and a softmax in a kernel,
// two layers by cublasLt with biases, GELU and its gradient as epilogues. Its
// gradients are compared with differences of a loss that the host computes in
// double, and steps along them make the loss fall.
// FLAGS: -lcublas -lcublasLt -std=c++17
#include <cublasLt.h>
#include <cublas_v2.h>

#include "whole/array.h"

// Tokens are columns: X is D by T.
enum { T = 12, D = 8, HIDDEN = 16 };
static cublasHandle_t blas;
static cublasLtHandle_t lt;
enum : size_t { SPACE = 8 << 20 };
static void *space;

// What is trained, one behind another.
enum { WQ = 0, WK = WQ + D * D, WV = WK + D * D, W1 = WV + D * D };
enum { B1 = W1 + HIDDEN * D, W2 = B1 + HIDDEN, B2 = W2 + D * HIDDEN };
enum { PARAMETERS = B2 + D };

// ---- On the host, in double

using Vec = std::vector<double>;
static Vec product(const double *a, const Vec &b, int m, int k, int n) {
  Vec c(size_t(m) * n, 0.0);
  for (int j = 0; j < n; ++j)
    for (int l = 0; l < k; ++l)
      for (int i = 0; i < m; ++i)
        c[i + j * m] += a[i + l * m] * b[l + j * k];
  return c;
}
static double gelu(double x) { // by tanh, as cublasLt's
  return 0.5 * x *
         (1 + std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
}
static double loss_of(const Vec &w, const Vec &x, const Vec &target) {
  const Vec q = product(&w[WQ], x, D, D, T), k = product(&w[WK], x, D, D, T),
            v = product(&w[WV], x, D, D, T);
  Vec mixed = x;
  for (int t = 0; t < T; ++t) {
    double score[T], sum = 0;
    for (int s = 0; s < T; ++s) {
      score[s] = 0;
      for (int d = 0; d < D; ++d)
        score[s] += q[d + t * D] * k[d + s * D] / std::sqrt((double)D);
      sum += std::exp(score[s]);
    }
    for (int s = 0; s < T; ++s)
      for (int d = 0; d < D; ++d)
        mixed[d + t * D] += std::exp(score[s]) / sum * v[d + s * D];
  }
  Vec h = product(&w[W1], mixed, HIDDEN, D, T);
  for (int i = 0; i < HIDDEN * T; ++i)
    h[i] = gelu(h[i] + w[B1 + i % HIDDEN]);
  const Vec y = product(&w[W2], h, D, HIDDEN, T);
  double loss = 0;
  for (int i = 0; i < D * T; ++i)
    loss += 0.5 * std::pow(y[i] + w[B2 + i % D] + mixed[i] - target[i], 2);
  return loss;
}

// ---- On the device

__global__ void softmax(float *scores) { // a column for each thread
  float *s = scores + threadIdx.x * T, sum = 0;
  for (int i = 0; i < T; ++i)
    sum += s[i] = expf(s[i]);
  for (int i = 0; i < T; ++i)
    s[i] /= sum;
}
__global__ void softmax_back(const float *p, float *dp, float scale) {
  const float *column = p + threadIdx.x * T;
  float *d = dp + threadIdx.x * T, dot = 0;
  for (int i = 0; i < T; ++i)
    dot += column[i] * d[i];
  for (int i = 0; i < T; ++i)
    d[i] = scale * column[i] * (d[i] - dot);
}

// C = alpha op(A) op(B) + beta C
static void gemm(bool ta, bool tb, int m, int n, int k, float alpha,
                 const float *a, const float *b, float beta, float *c) {
  GOOD(cublasSgemm(blas, ta ? CUBLAS_OP_T : CUBLAS_OP_N,
                   tb ? CUBLAS_OP_T : CUBLAS_OP_N, m, n, k, &alpha, a,
                   ta ? k : m, b, tb ? n : k, &beta, c, m));
}

struct Epilogue {
  cublasLtEpilogue_t kind;
  float *bias, *aux;
};

// C = op(A) op(B), and what the epilogue does to it.
static void matmul(bool ta, bool tb, int m, int n, int k, const float *a,
                   const float *b, float *c, const Epilogue &e) {
  cublasLtMatmulDesc_t desc;
  cublasLtMatrixLayout_t la, lb, lc;
  const cublasOperation_t op_a = ta ? CUBLAS_OP_T : CUBLAS_OP_N;
  const cublasOperation_t op_b = tb ? CUBLAS_OP_T : CUBLAS_OP_N;
  const int64_t aux_ld = m;
  const float one = 1, zero = 0;
  GOOD(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  auto set = [&](cublasLtMatmulDescAttributes_t what, const void *p, size_t n) {
    GOOD(cublasLtMatmulDescSetAttribute(desc, what, p, n));
  };
  set(CUBLASLT_MATMUL_DESC_TRANSA, &op_a, sizeof(op_a));
  set(CUBLASLT_MATMUL_DESC_TRANSB, &op_b, sizeof(op_b));
  set(CUBLASLT_MATMUL_DESC_EPILOGUE, &e.kind, sizeof(e.kind));
  if (e.bias)
    set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, &e.bias, sizeof(e.bias));
  if (e.aux) {
    set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, &e.aux, sizeof(e.aux));
    set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, &aux_ld, sizeof(aux_ld));
  }
  GOOD(cublasLtMatrixLayoutCreate(&la, CUDA_R_32F, ta ? k : m, ta ? m : k,
                                  ta ? k : m));
  GOOD(cublasLtMatrixLayoutCreate(&lb, CUDA_R_32F, tb ? n : k, tb ? k : n,
                                  tb ? n : k));
  GOOD(cublasLtMatrixLayoutCreate(&lc, CUDA_R_32F, m, n, m));
  GOOD(cublasLtMatmul(lt, desc, &one, a, la, b, lb, &zero, c, lc, c, lc, nullptr,
                      space, SPACE, nullptr));
  GOOD(cublasLtMatrixLayoutDestroy(la));
  GOOD(cublasLtMatrixLayoutDestroy(lb));
  GOOD(cublasLtMatrixLayoutDestroy(lc));
  GOOD(cublasLtMatmulDescDestroy(desc));
}

struct Block {
  Array<float> q{D * T}, k{D * T}, v{D * T}, p{T * T}, mixed{D * T},
      aux{HIDDEN * T}, h{HIDDEN * T}, y{D * T}, dh{HIDDEN * T}, dmixed{D * T},
      dp{T * T}, dq{D * T}, dk{D * T}, dv{D * T};
  float *w, *g; // parameters and gradients

  void forward(const float *x) {
    const float scale = 1 / std::sqrt((float)D);
    gemm(false, false, D, T, D, 1, w + WQ, x, 0, q.p);
    gemm(false, false, D, T, D, 1, w + WK, x, 0, k.p);
    gemm(false, false, D, T, D, 1, w + WV, x, 0, v.p);
    gemm(true, false, T, T, D, scale, k.p, q.p, 0, p.p); // a query's column
    softmax<<<1, T>>>(p.p);
    OK(cudaMemcpyAsync(mixed.p, x, D * T * sizeof(float),
                       cudaMemcpyDeviceToDevice, 0));
    gemm(false, false, D, T, T, 1, v.p, p.p, 1, mixed.p);
    matmul(false, false, HIDDEN, T, D, w + W1, mixed.p, h.p,
           {CUBLASLT_EPILOGUE_GELU_AUX_BIAS, w + B1, aux.p});
    matmul(false, false, D, T, HIDDEN, w + W2, h.p, y.p,
           {CUBLASLT_EPILOGUE_BIAS, w + B2, nullptr});
    const float one = 1;
    GOOD(cublasSaxpy(blas, D * T, &one, mixed.p, 1, y.p, 1));
  }

  // With the gradient by y in y.
  void backward(const float *x) {
    const float scale = 1 / std::sqrt((float)D);
    matmul(false, true, D, HIDDEN, T, y.p, h.p, g + W2,
           {CUBLASLT_EPILOGUE_BGRADA, g + B2, nullptr});
    matmul(true, false, HIDDEN, T, D, w + W2, y.p, dh.p,
           {CUBLASLT_EPILOGUE_DGELU_BGRAD, g + B1, aux.p});
    gemm(false, true, HIDDEN, D, T, 1, dh.p, mixed.p, 0, g + W1);
    GOOD(cublasScopy(blas, D * T, y.p, 1, dmixed.p, 1));
    gemm(true, false, D, T, HIDDEN, 1, w + W1, dh.p, 1, dmixed.p);
    gemm(false, true, D, T, T, 1, dmixed.p, p.p, 0, dv.p);
    gemm(true, false, T, T, D, 1, v.p, dmixed.p, 0, dp.p);
    softmax_back<<<1, T>>>(p.p, dp.p, scale);
    gemm(false, false, D, T, T, 1, k.p, dp.p, 0, dq.p);
    gemm(false, true, D, T, T, 1, q.p, dp.p, 0, dk.p);
    gemm(false, true, D, D, T, 1, dq.p, x, 0, g + WQ);
    gemm(false, true, D, D, T, 1, dk.p, x, 0, g + WK);
    gemm(false, true, D, D, T, 1, dv.p, x, 0, g + WV);
  }
};

int main() {
  std::vector<float> start = normal_numbers<float>(PARAMETERS, 201);
  for (float &w : start)
    w *= 0.3f;
  Array<float> w(start), g(PARAMETERS), x(normal_numbers<float>(D * T, 202)),
      target(normal_numbers<float>(D * T, 203));
  GOOD(cublasCreate(&blas));
  GOOD(cublasLtCreate(&lt));
  OK(cudaMalloc(&space, SPACE));
  const std::vector<float> xs = x.get(), ts = target.get();
  const Vec xd(xs.begin(), xs.end()), td(ts.begin(), ts.end());
  Block block;
  block.w = w.p;
  block.g = g.p;
  double first = 0, last = 1e300;
  for (int step = 0; step < 150; ++step) {
    const float minus = -1, rate = -0.002f;
    block.forward(x.p);
    GOOD(cublasSaxpy(blas, D * T, &minus, target.p, 1, block.y.p, 1));
    float norm;
    GOOD(cublasSnrm2(blas, D * T, block.y.p, 1, &norm));
    const double loss = 0.5 * norm * norm;
    const std::vector<float> now = w.get();
    Vec wd(now.begin(), now.end());
    CHECK(is_near(loss, loss_of(wd, xd, td), 1e-4 * loss));
    CHECK(loss < last);
    first = step ? first : loss;
    last = loss;
    block.backward(x.p);
    const std::vector<float> gradient = g.get();
    for (int i = 0; i < PARAMETERS && step % 50 == 0; ++i) {
      const double was = wd[i];
      wd[i] = was + 1e-5;
      const double up = loss_of(wd, xd, td);
      wd[i] = was - 1e-5;
      const double down = loss_of(wd, xd, td);
      wd[i] = was;
      CHECK(is_near(gradient[i], (up - down) / 2e-5, 2e-3));
    }
    GOOD(cublasSaxpy(blas, PARAMETERS, &rate, g.p, 1, w.p, 1));
  }
  CHECK(last < 0.5 * first);
  GOOD(cublasLtDestroy(lt));
  OK(cudaFree(space));
  GOOD(cublasDestroy(blas));
  std::printf("ok, %.4f to %.4f\n", first, last);
  return 0;
}
