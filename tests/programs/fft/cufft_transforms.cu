// SPDX-License-Identifier: Apache-2.0
// cuFFT against the definition of the transform in double: every type, one to
// three dimensions, sizes that are 1, prime, odd and powers of two, batches,
// layouts with strides, in place and out of it, in order with kernels of the
// stream, and in a graph.
// FLAGS: -lcufft -std=c++17
#include <cufft.h>
#include <cufftXt.h>

#include <cmath>
#include <complex>
#include <vector>

#include "program.h"

using Z = std::complex<double>;
#define CALL(call) CHECK((call) == 0)

static double noise(size_t i) {
  return double((i * 2654435761u + 12345) % 1000) / 500 - 1;
}

struct Case {
  std::vector<int> n;
  int batch;
  bool in_place, strided;
};

static size_t total(const std::vector<int> &n) {
  size_t count = 1;
  for (int each : n)
    count *= each;
  return count;
}

// By rows: one dimension after another.
static std::vector<Z> transform(const std::vector<int> &n, std::vector<Z> x,
                                int sign) {
  size_t inner = total(n);
  for (int size : n) {
    inner /= size;
    std::vector<Z> roots(size), y(x.size());
    for (int k = 0; k < size; ++k)
      roots[k] = std::polar(1.0, sign * 2 * M_PI * k / size);
    for (size_t outer = 0; outer < x.size(); outer += inner * size)
      for (size_t i = 0; i < inner; ++i)
        for (int k = 0; k < size; ++k) {
          Z sum = 0;
          for (int l = 0; l < size; ++l)
            sum += x[outer + l * inner + i] * roots[size_t(k) * l % size];
          y[outer + k * inner + i] = sum;
        }
    x = y;
  }
  return x;
}

// Where the elements of a side lie, by the rules of cufftPlanMany.
struct Side {
  std::vector<int> embed;
  int stride, dist;
  size_t at(const std::vector<int> &n, int member, size_t element) const {
    size_t place = 0, by = 1;
    for (int i = int(n.size()) - 1; i >= 0; --i) {
      place += element % n[i] * by;
      element /= n[i];
      by *= embed[i];
    }
    return size_t(member) * dist + place * stride;
  }
  size_t size(int batch) const { return size_t(dist) * batch; }
};

static Side side_of(std::vector<int> n, int last, bool strided) {
  n.back() = last;
  Side side{n, 1, int(total(n))};
  if (strided) {
    side.stride = 2;
    for (int &each : side.embed)
      each += 1;
    side.dist = 2 * int(total(side.embed)) + 3;
  }
  return side;
}

template <typename Real> struct Types;
template <> struct Types<float> {
  static constexpr cufftType c2c = CUFFT_C2C, r2c = CUFFT_R2C, c2r = CUFFT_C2R;
  static constexpr double epsilon = 1e-6;
};
template <> struct Types<double> {
  static constexpr cufftType c2c = CUFFT_Z2Z, r2c = CUFFT_D2Z, c2r = CUFFT_Z2D;
  static constexpr double epsilon = 2e-15;
};

static void run(cufftHandle plan, float *in, float *out, cufftType type,
                int sign) {
  if (type == CUFFT_C2C)
    CALL(cufftExecC2C(plan, (cufftComplex *)in, (cufftComplex *)out, sign));
  else if (type == CUFFT_R2C)
    CALL(cufftExecR2C(plan, in, (cufftComplex *)out));
  else
    CALL(cufftExecC2R(plan, (cufftComplex *)in, out));
}
static void run(cufftHandle plan, double *in, double *out, cufftType type,
                int sign) {
  if (type == CUFFT_Z2Z)
    CALL(cufftExecZ2Z(plan, (cufftDoubleComplex *)in, (cufftDoubleComplex *)out,
                    sign));
  else if (type == CUFFT_D2Z)
    CALL(cufftExecD2Z(plan, in, (cufftDoubleComplex *)out));
  else
    CALL(cufftExecZ2D(plan, (cufftDoubleComplex *)in, out));
}

static unsigned checked;

template <typename Real>
static void test(const Case &c, cufftType type, int sign) {
  using T = Types<Real>;
  const bool from_real = type == T::r2c, to_real = type == T::c2r;
  const std::vector<int> &n = c.n;
  const int last = n.back(), half = last / 2 + 1;
  std::vector<int> halved = n;
  halved.back() = half;
  const int padded = c.in_place ? 2 * half : last;
  const Side in = side_of(n,
                          from_real ? (c.strided ? last : padded)
                          : to_real ? half
                                    : last,
                          c.strided);
  const Side out = side_of(n,
                           to_real     ? (c.strided ? last : padded)
                           : from_real ? half
                                       : last,
                           c.strided);
  const size_t in_size = in.size(c.batch) * (from_real ? 1 : 2);
  const size_t out_size = out.size(c.batch) * (to_real ? 1 : 2);
  const size_t room = std::max(in_size, out_size) * sizeof(Real);

  // What goes in, and what is to come out.
  std::vector<Real> data(room / sizeof(Real), Real(7));
  std::vector<std::vector<Z>> wanted;
  for (int b = 0; b < c.batch; ++b) {
    std::vector<Z> x(total(n));
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = {noise(i + 31 * b), from_real || to_real ? 0 : noise(i + 977)};
    if (to_real) { // the transform of something real, whose half is given
      const std::vector<Z> whole = transform(n, x, -1);
      for (size_t i = 0; i < total(halved); ++i) {
        const size_t row = i / half;
        const Z value = whole[row * last + i % half];
        data[2 * in.at(halved, b, i)] = Real(value.real());
        data[2 * in.at(halved, b, i) + 1] = Real(value.imag());
      }
      for (Z &each : x)
        each *= double(x.size());
      wanted.push_back(x);
      continue;
    }
    for (size_t i = 0; i < x.size(); ++i) {
      const size_t at = in.at(n, b, i);
      if (from_real) {
        data[at] = Real(x[i].real());
        x[i] = double(data[at]);
      } else {
        data[2 * at] = Real(x[i].real());
        data[2 * at + 1] = Real(x[i].imag());
        x[i] = {double(data[2 * at]), double(data[2 * at + 1])};
      }
    }
    wanted.push_back(transform(n, x, sign));
  }

  Real *from, *to;
  CALL(cudaMalloc(&from, room));
  CALL(cudaMalloc(&to, room));
  CALL(cudaMemset(to, 0, room)); // of which a transform may write a part
  CALL(cudaMemcpy(from, data.data(), room, cudaMemcpyHostToDevice));
  cufftHandle plan;
  std::vector<int> sizes = n, in_embed = in.embed, out_embed = out.embed;
  CALL(cufftPlanMany(&plan, int(n.size()), sizes.data(),
                   c.strided ? in_embed.data() : nullptr, in.stride, in.dist,
                   c.strided ? out_embed.data() : nullptr, out.stride, out.dist,
                   type, c.batch));
  run(plan, from, c.in_place ? from : to, type, sign);
  std::vector<Real> got(data.size());
  CALL(cudaMemcpy(got.data(), c.in_place ? from : to, room,
                cudaMemcpyDeviceToHost));
  CALL(cufftDestroy(plan));
  CALL(cudaFree(from));
  CALL(cudaFree(to));

  const double bound = T::epsilon * double(total(n)) * 4 *
                       (to_real ? 4.0 : 1.0);
  const std::vector<int> &shape = from_real ? halved : n;
  for (int b = 0; b < c.batch; ++b)
    for (size_t i = 0; i < total(shape); ++i) {
      const size_t at = out.at(shape, b, i);
      const Z is = to_real ? Z(got[at]) : Z(got[2 * at], got[2 * at + 1]);
      const Z want =
          from_real ? wanted[b][i / half * last + i % half] : wanted[b][i];
      if (!(std::abs(is - want) <= bound)) {
        std::fprintf(stderr,
                     "type 0x%x, rank %zu, last size %d, in place %d, strided "
                     "%d: element %zu of %d is (%g, %g), not (%g, %g)\n",
                     unsigned(type), n.size(), last, c.in_place, c.strided, i,
                     b, is.real(), is.imag(), want.real(), want.imag());
        std::exit(1);
      }
    }
  ++checked;
}

template <typename Real> static void test_all() {
  using T = Types<Real>;
  const std::vector<std::vector<int>> shapes = {
      {1},     {2},     {3},      {4},       {5},       {7},    {8},
      {16},    {17},    {30},     {31},      {64},      {97},   {128},
      {243},   {1000},  {1024},   {1, 1},    {3, 5},    {8, 6}, {17, 4},
      {16, 16}, {1, 9}, {2, 3, 4}, {5, 4, 6}, {7, 1, 8}, {8, 8, 8}};
  for (const auto &n : shapes)
    for (int batch : {1, 3})
      for (bool in_place : {false, true})
        for (bool strided : {false, true}) {
          const Case c{n, batch, in_place, strided};
          test<Real>(c, T::c2c, CUFFT_FORWARD);
          test<Real>(c, T::c2c, CUFFT_INVERSE);
          // In place and with strides of one's own the sides must agree.
          if (in_place && strided)
            continue;
          test<Real>(c, T::r2c, CUFFT_FORWARD);
          test<Real>(c, T::c2r, CUFFT_INVERSE);
        }
}

// ---- A large one, on a stream, between kernels, and in a graph

__global__ void fill(cufftComplex *x, int n, int frequency) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  const double angle = 2 * M_PI * (double(i) * frequency / n -
                                   floor(double(i) * frequency / n));
  if (i < n)
    x[i] = make_cuComplex(float(cos(angle)), float(sin(angle)));
}
__global__ void find(const cufftComplex *x, int n, int *at, float *other) {
  for (int i = 0; i < n; ++i)
    if (x[i].x > 0.5f * n)
      *at = i;
    else
      *other = fmaxf(*other, fabsf(x[i].x) + fabsf(x[i].y));
}

static void test_stream() {
  enum { N = 1 << 20, FREQUENCY = 12345 };
  cufftComplex *x;
  int *at;
  float *other;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cufftHandle plan;
  CALL(cudaMalloc(&x, N * sizeof(*x)));
  CALL(cudaMallocManaged(&at, sizeof(*at)));
  CALL(cudaMallocManaged(&other, sizeof(*other)));
  CALL(cudaStreamCreate(&stream));
  CALL(cufftPlan1d(&plan, N, CUFFT_C2C, 1));
  CALL(cufftSetStream(plan, stream));
  for (int captured = 0; captured < 2; ++captured) {
    *at = 0;
    *other = 0;
    if (captured)
      CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    fill<<<N / 256, 256, 0, stream>>>(x, N, FREQUENCY + captured);
    CALL(cufftExecC2C(plan, x, x, CUFFT_FORWARD));
    find<<<1, 1, 0, stream>>>(x, N, at, other);
    if (captured) {
      CALL(cudaStreamEndCapture(stream, &graph));
      CALL(cudaGraphInstantiate(&exec, graph, 0));
      CALL(cufftDestroy(plan)); // the graph keeps it
      *at = 0;
      CALL(cudaGraphLaunch(exec, stream));
      CALL(cudaGraphLaunch(exec, stream));
    }
    CALL(cudaStreamSynchronize(stream));
    CHECK(*at == FREQUENCY + captured);
    CHECK(*other < 2.0f);
  }
  CALL(cudaGraphExecDestroy(exec));
  CALL(cudaGraphDestroy(graph));
  CALL(cudaStreamDestroy(stream));
  CALL(cudaFree(x));
  CALL(cudaFree(at));
  CALL(cudaFree(other));
}

// ---- Wrong calls

static void test_statuses() {
  cufftHandle plan{};
  size_t size = 77;
  float x[4] = {0};
  int n[4] = {2, 2, 2, 2};
  CHECK(cufftPlan1d(&plan, 0, CUFFT_C2C, 1) == CUFFT_INVALID_SIZE);
  CHECK(cufftPlan1d(&plan, 4, CUFFT_C2C, 0) == CUFFT_INVALID_SIZE);
  CHECK(cufftPlan1d(&plan, 4, (cufftType)1, 1) == CUFFT_INVALID_TYPE);
  CHECK(cufftPlanMany(&plan, 4, n, nullptr, 1, 1, nullptr, 1, 1, CUFFT_C2C,
                      1) == CUFFT_INVALID_SIZE);
  CHECK(cufftCreate(nullptr) == CUFFT_INVALID_VALUE);
  CHECK(cufftDestroy(cufftHandle{}) == CUFFT_INVALID_PLAN);
  CALL(cufftCreate(&plan));
  CHECK(cufftExecC2C(plan, (cufftComplex *)x, (cufftComplex *)x,
                     CUFFT_FORWARD) == CUFFT_INVALID_PLAN);
  CALL(cufftMakePlan1d(plan, 2, CUFFT_C2C, 1, &size));
  CHECK(cufftMakePlan1d(plan, 2, CUFFT_C2C, 1, &size) == CUFFT_INVALID_PLAN);
  CHECK(cufftExecC2C(plan, nullptr, (cufftComplex *)x, CUFFT_FORWARD) ==
        CUFFT_INVALID_VALUE);
  CHECK(cufftExecC2C(plan, (cufftComplex *)x, (cufftComplex *)x, 0) ==
        CUFFT_INVALID_VALUE);
  CHECK(cufftExecR2C(plan, x, (cufftComplex *)x) == CUFFT_INVALID_TYPE);
  CALL(cufftDestroy(plan));
  CHECK(cufftDestroy(plan) == CUFFT_INVALID_PLAN);
  CALL(cufftEstimate1d(1000, CUFFT_C2C, 4, &size));
  CHECK(cufftEstimate1d(1000, CUFFT_C2C, 4, nullptr) == CUFFT_INVALID_VALUE);
  for (int i = 0; i < 10000; ++i) {
    CALL(cufftPlan1d(&plan, 8, CUFFT_C2C, 1));
    CALL(cufftDestroy(plan));
  }
  long long m = 4;
  CALL(cufftCreate(&plan));
  CHECK(cufftXtMakePlanMany(plan, 1, &m, nullptr, 1, 1, CUDA_C_16F, nullptr, 1,
                            1, CUDA_C_32F, 1, &size, CUDA_C_32F) ==
        CUFFT_NOT_SUPPORTED);
  CALL(cufftXtMakePlanMany(plan, 1, &m, nullptr, 1, 1, CUDA_R_32F, nullptr, 1, 1,
                         CUDA_C_32F, 1, &size, CUDA_C_32F));
  CALL(cufftDestroy(plan));
}

int main() {
  test_all<float>();
  test_all<double>();
  test_stream();
  test_statuses();
  std::printf("%u transforms\n", checked);
  return 0;
}
