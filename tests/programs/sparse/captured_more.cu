// SPDX-License-Identifier: Apache-2.0
// Calls of cuSPARSE and cuSOLVER, captured into a graph: nothing is done while
// the stream captures, each launch does what the call would do then, and the
// descriptors of the capture may be gone. Where the device is NVIDIA's its own
// libraries do it, and results are compared as numbers, not bit by bit.
// OUTPUT: 15 families, 0 wrong
// FLAGS: -lcusparse -lcusolver -lcurand -std=c++17
// DEVICES: cpu cuda
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
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

static const int N = 72, SIZE = N * N; // blocks of 3 fit
static const cusparseOperation_t NT = CUSPARSE_OPERATION_NON_TRANSPOSE;
static int families, wrong;

template <class T> struct array {
  T *p;
  size_t count;
  explicit array(size_t n) : count(n) { CHECK(cudaMalloc(&p, n * sizeof(T))); }
  explicit array(const std::vector<T> &from) : array(from.size()) { set(from); }
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

static std::vector<float> numbers(size_t n, unsigned seed) {
  std::vector<float> out(n);
  for (size_t i = 0; i < n; ++i) {
    seed = seed * 1664525u + 1013904223u;
    out[i] = (float)(seed >> 8) / (float)(1 << 24) - 0.5f;
  }
  return out;
}
// Symmetric, with a large diagonal.
static std::vector<float> positive(unsigned seed) {
  std::vector<float> a = numbers(SIZE, seed);
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < j; ++i)
      a[i + j * N] = a[j + i * N];
  for (int i = 0; i < N; ++i)
    a[i + i * N] = (float)N + (float)i;
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

static bool near(const std::vector<float> &x, const std::vector<float> &y) {
  double largest = 0, most = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    if (!(std::fabs(x[i] - y[i]) < 1e30f))
      return false;
    most = std::fmax(most, std::fabs((double)x[i] - y[i]));
    largest = std::fmax(largest, std::fabs(y[i]));
  }
  return most <= 1e-5 * largest;
}

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
    good = good && near(in.out.get(), want[round]);
  }
  good = good && !near(want[0], want[1]) && !near(want[0], before);
  if (!good) {
    std::printf("%s: the graph does something else\n", name);
    ++wrong;
  }
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaStreamDestroy(stream));
}

// ---- cuSPARSE

struct pattern {
  std::vector<int> starts, columns;
  explicit pattern(bool is_lower) {
    for (int i = 0; i < N; ++i) {
      starts.push_back((int)columns.size());
      for (int j = i % 3; j < (is_lower ? i : N); j += 5)
        columns.push_back(j);
      if (is_lower)
        columns.push_back(i);
    }
    starts.push_back((int)columns.size());
  }
  std::vector<float> values() const {
    std::vector<float> v = numbers(columns.size(), 5);
    for (int i = 0; i < N; ++i)
      for (int k = starts[i]; k < starts[i + 1]; ++k)
        if (columns[k] == i)
          v[k] = 9;
    return v;
  }
};

struct csr {
  array<int> start, column;
  array<float> value;
  explicit csr(const pattern &p)
      : start(p.starts), column(p.columns), value(p.values()) {}
  cusparseSpMatDescr_t describe(float *values) const {
    cusparseSpMatDescr_t m;
    CHECK(cusparseCreateCsr(&m, N, N, (int64_t)column.count, start.p, column.p,
                            values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                            CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    return m;
  }
};

// Vectors and matrices that live as long as a call of the family does: a graph
// has what they said.
struct vector_of {
  cusparseDnVecDescr_t d;
  explicit vector_of(float *p) {
    CHECK(cusparseCreateDnVec(&d, N, p, CUDA_R_32F));
  }
  ~vector_of() { cusparseDestroyDnVec(d); }
  operator cusparseDnVecDescr_t() const { return d; }
};
struct matrix_of {
  cusparseDnMatDescr_t d;
  matrix_of(float *p, int64_t rows, int64_t cols) {
    CHECK(cusparseCreateDnMat(&d, rows, cols, rows, p, CUDA_R_32F,
                              CUSPARSE_ORDER_COL));
  }
  ~matrix_of() { cusparseDestroyDnMat(d); }
  operator cusparseDnMatDescr_t() const { return d; }
};
struct sparse_of {
  cusparseSpMatDescr_t d;
  sparse_of(const csr &c, float *values) : d(c.describe(values)) {}
  ~sparse_of() { cusparseDestroySpMat(d); }
  operator cusparseSpMatDescr_t() const { return d; }
};
struct few {
  cusparseSpVecDescr_t d;
  few(const array<int> &at, float *values) {
    CHECK(cusparseCreateSpVec(&d, N, (int64_t)at.count, at.p, values,
                              CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                              CUDA_R_32F));
  }
  ~few() { cusparseDestroySpVec(d); }
  operator cusparseSpVecDescr_t() const { return d; }
};

static void products(inputs &in, cusparseHandle_t h, const csr &m,
                     array<char> &room) {
  family("cusparseSpMV", in, [&](cudaStream_t s) {
    const float two = 2, half = 0.5f; // gone, too
    CHECK(cusparseSetStream(h, s));
    CHECK(cusparseSpMV(h, NT, &two, sparse_of(m, m.value.p), vector_of(in.b.p),
                       &half, vector_of(in.out.p), CUDA_R_32F,
                       CUSPARSE_SPMV_ALG_DEFAULT, room.p));
  });
  family("cusparseSpMM", in, [&](cudaStream_t s) {
    const float two = 2, half = 0.5f;
    CHECK(cusparseSetStream(h, s));
    CHECK(cusparseSpMM(h, NT, NT, &two, sparse_of(m, m.value.p),
                       matrix_of(in.b.p, N, 9), &half,
                       matrix_of(in.out.p, N, 9), CUDA_R_32F,
                       CUSPARSE_SPMM_ALG_DEFAULT, room.p));
  });
  family("cusparseSDDMM", in, [&](cudaStream_t s) {
    const float two = 2, half = 0.5f;
    CHECK(cusparseSetStream(h, s));
    CHECK(cusparseSDDMM(h, NT, NT, &two, matrix_of(in.a.p, N, 4),
                        matrix_of(in.b.p, 4, N), &half, sparse_of(m, in.out.p),
                        CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT, room.p));
  });
  family("cusparseSparseToDense", in, [&](cudaStream_t s) {
    CHECK(cusparseSetStream(h, s));
    CHECK(cusparseSparseToDense(h, sparse_of(m, in.b.p),
                                matrix_of(in.out.p, N, N),
                                CUSPARSE_SPARSETODENSE_ALG_DEFAULT, room.p));
  });
}

static void vectors(inputs &in, cusparseHandle_t h) {
  const array<int> at(std::vector<int>{3, 5, 8, 40, 71});
  family("cusparseAxpby", in, [&](cudaStream_t s) {
    const float two = 2, half = 0.5f;
    CHECK(cusparseSetStream(h, s));
    CHECK(cusparseAxpby(h, &two, few(at, in.b.p), &half, vector_of(in.out.p)));
  });
  family("cusparseGather", in, [&](cudaStream_t s) {
    CHECK(cusparseSetStream(h, s));
    CHECK(cusparseGather(h, vector_of(in.b.p), few(at, in.out.p)));
  });
  family("cusparseScatter", in, [&](cudaStream_t s) {
    CHECK(cusparseSetStream(h, s));
    CHECK(cusparseScatter(h, few(at, in.b.p), vector_of(in.out.p)));
  });
}

// What was analysed before is solved in the graph.
static void triangles(inputs &in, cusparseHandle_t h, array<char> &room) {
  const pattern lower(true);
  const csr m(lower);
  const float one = 1;
  const cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
  sparse_of a(m, m.value.p);
  vector_of x(in.b.p), y(in.out.p);
  matrix_of b(in.b.p, N, 3), c(in.out.p, N, 3);
  cusparseSpSVDescr_t sv;
  cusparseSpSMDescr_t sm;
  size_t size = 0, more = 0;
  CHECK(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_FILL_MODE,
                                  const_cast<cusparseFillMode_t *>(&fill),
                                  sizeof(fill)));
  CHECK(cusparseSpSV_createDescr(&sv));
  CHECK(cusparseSpSM_createDescr(&sm));
  CHECK(cusparseSetStream(h, nullptr));
  in.fill(1);
  CHECK(cusparseSpSV_bufferSize(h, NT, &one, a, x, y, CUDA_R_32F,
                                CUSPARSE_SPSV_ALG_DEFAULT, sv, &size));
  CHECK(cusparseSpSM_bufferSize(h, NT, NT, &one, a, b, c, CUDA_R_32F,
                                CUSPARSE_SPSM_ALG_DEFAULT, sm, &more));
  if (size > room.count || more > room.count)
    std::exit(1);
  CHECK(cusparseSpSV_analysis(h, NT, &one, a, x, y, CUDA_R_32F,
                              CUSPARSE_SPSV_ALG_DEFAULT, sv, room.p));
  family("cusparseSpSV_solve", in, [&](cudaStream_t s) {
    CHECK(cusparseSetStream(h, s));
    CHECK(cusparseSpSV_solve(h, NT, &one, a, x, y, CUDA_R_32F,
                             CUSPARSE_SPSV_ALG_DEFAULT, sv));
  });
  CHECK(cusparseSetStream(h, nullptr));
  CHECK(cusparseSpSM_analysis(h, NT, NT, &one, a, b, c, CUDA_R_32F,
                              CUSPARSE_SPSM_ALG_DEFAULT, sm, room.p));
  family("cusparseSpSM_solve", in, [&](cudaStream_t s) {
    CHECK(cusparseSetStream(h, s));
    CHECK(cusparseSpSM_solve(h, NT, NT, &one, a, b, c, CUDA_R_32F,
                             CUSPARSE_SPSM_ALG_DEFAULT, sm));
  });
  CHECK(cusparseSpSV_destroyDescr(sv));
  CHECK(cusparseSpSM_destroyDescr(sm));
}

static void older(inputs &in, cusparseHandle_t h, array<char> &room) {
  // 24 by 24 blocks of 3 by 3: a diagonal and one beside it.
  std::vector<int> starts, columns;
  for (int i = 0; i < N / 3; ++i) {
    starts.push_back((int)columns.size());
    columns.push_back(i);
    if (i + 1 < N / 3)
      columns.push_back(i + 1);
  }
  starts.push_back((int)columns.size());
  const array<int> start(starts), column(columns);
  cusparseMatDescr_t descr;
  size_t size = 0;
  CHECK(cusparseCreateMatDescr(&descr));
  family("cusparseSbsrmv", in, [&](cudaStream_t s) {
    const float two = 2, half = 0.5f;
    CHECK(cusparseSetStream(h, s));
    CHECK(cusparseSbsrmv(h, CUSPARSE_DIRECTION_ROW, NT, N / 3, N / 3,
                         (int)columns.size(), &two, descr, in.a.p, start.p,
                         column.p, 3, in.b.p, &half, in.out.p));
  });
  // Diagonals out of a matrix: its rows are larger in the middle one.
  CHECK(cusparseSgtsv2StridedBatch_bufferSizeExt(h, N, in.b.p, in.a.p, in.b.p,
                                                 in.out.p, 3, N, &size));
  if (size > room.count)
    std::exit(1);
  const array<float> diagonal(std::vector<float>(SIZE, 4.0f));
  family("cusparseSgtsv2StridedBatch", in, [&](cudaStream_t s) {
    CHECK(cusparseSetStream(h, s));
    CHECK(cudaMemsetAsync(in.a.p, 0, SIZE * sizeof(float), s));
    CHECK(cusparseSgtsv2StridedBatch(h, N, in.a.p, diagonal.p, in.a.p, in.out.p,
                                     3, N, room.p));
  });
  CHECK(cusparseDestroyMatDescr(descr));
}

// ---- cuSOLVER

static void solver(inputs &in) {
  cusolverDnHandle_t h;
  array<int> pivots(N), info(1);
  array<float> tau(N), values(N);
  int sizes[5] = {0};
  CHECK(cusolverDnCreate(&h));
  CHECK(cusolverDnSgetrf_bufferSize(h, N, N, in.a.p, N, &sizes[0]));
  CHECK(cusolverDnSpotrf_bufferSize(h, CUBLAS_FILL_MODE_LOWER, N, in.out.p, N,
                                    &sizes[1]));
  CHECK(cusolverDnSgeqrf_bufferSize(h, N, N, in.a.p, N, &sizes[2]));
  CHECK(cusolverDnSormqr_bufferSize(h, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, N, N, N,
                                    in.a.p, N, tau.p, in.out.p, N, &sizes[3]));
  CHECK(cusolverDnSsyevd_bufferSize(h, CUSOLVER_EIG_MODE_NOVECTOR,
                                    CUBLAS_FILL_MODE_LOWER, N, in.a.p, N,
                                    in.out.p, &sizes[4]));
  int most = 1;
  for (int size : sizes)
    most = size > most ? size : most;
  array<float> work((size_t)most);
  family("getrf and getrs", in, [&](cudaStream_t s) {
    CHECK(cusolverDnSetStream(h, s));
    CHECK(cusolverDnSgetrf(h, N, N, in.a.p, N, work.p, pivots.p, info.p));
    CHECK(cusolverDnSgetrs(h, CUBLAS_OP_N, N, N, in.a.p, N, pivots.p, in.out.p,
                           N, info.p));
  });
  family("potrf and potrs", in, [&](cudaStream_t s) {
    CHECK(cusolverDnSetStream(h, s));
    CHECK(cusolverDnSpotrf(h, CUBLAS_FILL_MODE_LOWER, N, in.a.p, N, work.p,
                           most, info.p));
    CHECK(cusolverDnSpotrs(h, CUBLAS_FILL_MODE_LOWER, N, 5, in.a.p, N, in.out.p,
                           N, info.p));
  });
  family("geqrf and ormqr", in, [&](cudaStream_t s) {
    CHECK(cusolverDnSetStream(h, s));
    CHECK(cusolverDnSgeqrf(h, N, N, in.a.p, N, tau.p, work.p, most, info.p));
    CHECK(cusolverDnSormqr(h, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, N, N, N, in.a.p, N,
                           tau.p, in.out.p, N, work.p, most, info.p));
  });
  CHECK(cusolverDnDestroy(h));
}

// ---- cuRAND: each launch goes on in the sequence. NVIDIA's own generators are
// not captured, and say so.

static void random_numbers() {
  static const curandRngType_t types[] = {
      CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A,
      CURAND_RNG_PSEUDO_MT19937, CURAND_RNG_QUASI_SOBOL32};
  const size_t n = 10000;
  ++families;
  for (curandRngType_t type : types) {
    curandGenerator_t direct, captured;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    array<unsigned> want(3 * n), got(n);
    CHECK(cudaStreamCreate(&stream));
    CHECK(curandCreateGenerator(&direct, type));
    CHECK(curandCreateGenerator(&captured, type));
    CHECK(curandSetStream(captured, stream));
    for (int i = 0; i < 3; ++i)
      CHECK(curandGenerate(direct, want.p + i * n, n));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    const curandStatus_t status = curandGenerate(captured, got.p, n);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    bool good = status == CURAND_STATUS_SUCCESS;
    const char *device = std::getenv("QUERN_DEVICE");
    if (device && !std::strcmp(device, "cuda"))
      good = status == CURAND_STATUS_LAUNCH_FAILURE;
    const std::vector<unsigned> all = want.get();
    for (size_t i = 0; i < 3 && status == CURAND_STATUS_SUCCESS; ++i) {
      CHECK(cudaGraphLaunch(exec, stream));
      CHECK(cudaStreamSynchronize(stream));
      good = good && got.get() == std::vector<unsigned>(
                                      all.begin() + (long)(i * n),
                                      all.begin() + (long)((i + 1) * n));
    }
    if (!good) {
      std::printf("curand, type %d: status %d, or other numbers\n", (int)type,
                  (int)status);
      ++wrong;
    }
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(curandDestroyGenerator(direct));
    CHECK(curandDestroyGenerator(captured));
    CHECK(cudaStreamDestroy(stream));
  }
}

int main() {
  {
    inputs in;
    array<char> room(1 << 22);
    cusparseHandle_t h;
    CHECK(cusparseCreate(&h));
    const pattern all(false);
    const csr m(all);
    products(in, h, m, room);
    vectors(in, h);
    triangles(in, h, room);
    older(in, h, room);
    CHECK(cusparseDestroy(h));
    solver(in);
    random_numbers();
  }
  std::printf("%d families, %d wrong\n%s\n", families, wrong,
              wrong ? "no" : "ok");
  return wrong != 0;
}
