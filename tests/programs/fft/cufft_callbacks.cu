// SPDX-License-Identifier: Apache-2.0
// A plan's callbacks: each element is loaded and stored by a function of the
// program's, once, with its offset; against the same transform of an array that
// the host changed.
// FLAGS: -lcufft -std=c++17
// DEVICES: cpu
#include <cmath>
#include <cufftXt.h>

#include "program.h"

#define GOOD(call)                                                             \
  do {                                                                         \
    const int check_ = (int)(call);                                            \
    if (check_) {                                                              \
      std::printf("%s:%d: %s gave %d\n", __FILE__, __LINE__, #call, check_);   \
      std::exit(1);                                                            \
    }                                                                          \
  } while (0)

// What the functions are told: a factor, and how often each offset was asked.
struct facts {
  double factor;
  int *counts;
};

#define HOW __host__ __device__ inline
HOW double weight(size_t offset) { return 1.0 / (1 + offset % 7); }

#define FUNCTIONS(Letter, T, R, IS_COMPLEX)                                    \
  HOW T changed_##Letter(T x, double by) {                                     \
    R *parts = (R *)&x;                                                        \
    for (int i = 0; i < 1 + IS_COMPLEX; ++i)                                   \
      parts[i] = (R)(parts[i] * by);                                           \
    return x;                                                                  \
  }                                                                            \
  __device__ T load_##Letter(void *in, size_t offset, void *info, void *) {    \
    const facts *f = (const facts *)info;                                      \
    atomicAdd(&f->counts[offset], 1);                                          \
    return changed_##Letter(((const T *)in)[offset],                           \
                            f->factor * weight(offset));                       \
  }                                                                            \
  __device__ void store_##Letter(void *out, size_t offset, T x, void *info,    \
                                 void *) {                                     \
    const facts *f = (const facts *)info;                                      \
    atomicAdd(&f->counts[offset], 1);                                          \
    ((T *)out)[offset] = changed_##Letter(x, f->factor * weight(offset + 3));  \
  }                                                                            \
  __device__ cufftCallbackLoad##Letter load_at_##Letter = load_##Letter;       \
  __device__ cufftCallbackStore##Letter store_at_##Letter = store_##Letter;
FUNCTIONS(C, cufftComplex, float, 1)
FUNCTIONS(Z, cufftDoubleComplex, double, 1)
FUNCTIONS(R, cufftReal, float, 0)
FUNCTIONS(D, cufftDoubleReal, double, 0)

struct function {
  void *load, *store;
  cufftXtCallbackType load_type, store_type;
  size_t size;
};

static function function_of(char letter) {
  function f{};
#define CASE(L, LOAD, STORE, T)                                                \
  case #L[0]:                                                                  \
    GOOD(cudaMemcpyFromSymbol(&f.load, load_at_##L, sizeof(void *)));          \
    GOOD(cudaMemcpyFromSymbol(&f.store, store_at_##L, sizeof(void *)));        \
    f.load_type = LOAD;                                                        \
    f.store_type = STORE;                                                      \
    f.size = sizeof(T);                                                        \
    break
  switch (letter) {
    CASE(C, CUFFT_CB_LD_COMPLEX, CUFFT_CB_ST_COMPLEX, cufftComplex);
    CASE(Z, CUFFT_CB_LD_COMPLEX_DOUBLE, CUFFT_CB_ST_COMPLEX_DOUBLE,
         cufftDoubleComplex);
    CASE(R, CUFFT_CB_LD_REAL, CUFFT_CB_ST_REAL, cufftReal);
    CASE(D, CUFFT_CB_LD_REAL_DOUBLE, CUFFT_CB_ST_REAL_DOUBLE, cufftDoubleReal);
  }
  return f;
}

struct kind {
  cufftType type;
  char from, to;
};
static const kind kinds[] = {{CUFFT_C2C, 'C', 'C'}, {CUFFT_Z2Z, 'Z', 'Z'},
                             {CUFFT_R2C, 'R', 'C'}, {CUFFT_D2Z, 'D', 'Z'},
                             {CUFFT_C2R, 'C', 'R'}, {CUFFT_Z2D, 'Z', 'D'}};

static void execute(cufftHandle plan, cufftType type, void *in, void *out) {
  GOOD(cufftXtExec(plan, in, out,
                   type == CUFFT_C2R || type == CUFFT_Z2D ? CUFFT_INVERSE
                                                          : CUFFT_FORWARD));
}

static void change(char letter, std::vector<char> &bytes, double factor,
                   size_t shift) {
  const size_t size = function_of(letter).size;
  for (size_t i = 0; i < bytes.size() / size; ++i) {
    const double by = factor * weight(i + shift);
    char *at = bytes.data() + i * size;
    switch (letter) {
    case 'C':
      *(cufftComplex *)at = changed_C(*(cufftComplex *)at, by);
      break;
    case 'Z':
      *(cufftDoubleComplex *)at = changed_Z(*(cufftDoubleComplex *)at, by);
      break;
    case 'R':
      *(cufftReal *)at = changed_R(*(cufftReal *)at, by);
      break;
    default:
      *(cufftDoubleReal *)at = changed_D(*(cufftDoubleReal *)at, by);
    }
  }
}

static double difference(char letter, const std::vector<char> &a,
                         const std::vector<char> &b) {
  double most = 0;
  const bool narrow = letter == 'C' || letter == 'R';
  for (size_t i = 0; i < a.size() / (narrow ? 4 : 8); ++i)
    most = std::fmax(most, narrow ? std::fabs(((const float *)a.data())[i] -
                                              ((const float *)b.data())[i])
                                  : std::fabs(((const double *)a.data())[i] -
                                              ((const double *)b.data())[i]));
  return most;
}

static int cases;

// `apart`: elements that are two apart; `captured`: in a graph, twice.
static void run(const kind &k, std::vector<int> n, int batch, bool apart,
                bool captured) {
  const function from = function_of(k.from), to = function_of(k.to);
  const bool half_out = k.from == 'R' || k.from == 'D';
  const bool half_in = k.to == 'R' || k.to == 'D';
  std::vector<int> in_n = n, out_n = n;
  if (half_in)
    in_n.back() = n.back() / 2 + 1;
  if (half_out)
    out_n.back() = n.back() / 2 + 1;
  const int step = apart ? 2 : 1;
  size_t in_count = (size_t)step, out_count = (size_t)step;
  for (size_t i = 0; i < n.size(); ++i) {
    in_count *= (size_t)in_n[i];
    out_count *= (size_t)out_n[i];
  }
  std::vector<char> in(in_count * batch * from.size),
      out(out_count * batch * to.size, 0);
  const bool narrow = k.from == 'C' || k.from == 'R';
  for (size_t i = 0; i < in.size() / (narrow ? 4 : 8); ++i) {
    const double x = std::sin(0.7 * (double)i) + 0.1 * (double)(i % 5);
    if (narrow)
      ((float *)in.data())[i] = (float)x;
    else
      ((double *)in.data())[i] = x;
  }
  void *device_in, *device_out;
  facts *info[2];
  GOOD(cudaMalloc(&device_in, in.size()));
  GOOD(cudaMalloc(&device_out, out.size()));
  for (int i = 0; i < 2; ++i) {
    const size_t count = i ? out_count * batch : in_count * batch;
    GOOD(cudaMallocManaged(&info[i], sizeof(facts)));
    GOOD(cudaMallocManaged(&info[i]->counts, count * sizeof(int)));
    info[i]->factor = i ? 0.5 : 3;
    for (size_t j = 0; j < count; ++j)
      info[i]->counts[j] = 0;
  }
  cufftHandle plan;
  GOOD(cufftPlanMany(&plan, (int)n.size(), n.data(), in_n.data(), step,
                     (int)in_count, out_n.data(), step, (int)out_count, k.type,
                     batch));
  // What is wanted: without callbacks, with arrays that the host changes.
  std::vector<char> moved = in, wanted(out.size(), 0), got(out.size());
  change(k.from, moved, 3, 0);
  GOOD(cudaMemcpy(device_in, moved.data(), in.size(), cudaMemcpyDefault));
  GOOD(cudaMemcpy(device_out, out.data(), out.size(), cudaMemcpyDefault));
  execute(plan, k.type, device_in, device_out);
  GOOD(cudaDeviceSynchronize());
  GOOD(cudaMemcpy(wanted.data(), device_out, out.size(), cudaMemcpyDefault));
  change(k.to, wanted, 0.5, 3);
  // With them.
  void *load = from.load, *store = to.store, *load_info = info[0],
       *store_info = info[1];
  GOOD(cufftXtSetCallback(plan, &load, from.load_type, &load_info));
  GOOD(cufftXtSetCallback(plan, &store, to.store_type, &store_info));
  GOOD(cudaMemcpy(device_in, in.data(), in.size(), cudaMemcpyDefault));
  GOOD(cudaMemcpy(device_out, out.data(), out.size(), cudaMemcpyDefault));
  int times = 1;
  if (captured) {
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    GOOD(cudaStreamCreate(&stream));
    GOOD(cufftSetStream(plan, stream));
    GOOD(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    execute(plan, k.type, device_in, device_out);
    GOOD(cudaStreamEndCapture(stream, &graph));
    GOOD(cudaGraphInstantiate(&exec, graph, 0));
    GOOD(cudaGraphLaunch(exec, stream));
    GOOD(cudaGraphLaunch(exec, stream));
    GOOD(cudaStreamSynchronize(stream));
    GOOD(cufftSetStream(plan, nullptr));
    GOOD(cudaGraphExecDestroy(exec));
    GOOD(cudaGraphDestroy(graph));
    GOOD(cudaStreamDestroy(stream));
    times = 2;
  } else {
    execute(plan, k.type, device_in, device_out);
  }
  GOOD(cudaDeviceSynchronize());
  GOOD(cudaMemcpy(got.data(), device_out, out.size(), cudaMemcpyDefault));
  const double bound = (narrow ? 2e-5 : 1e-12) * (double)in_count;
  bool good = difference(k.to, got, wanted) <= bound;
  for (int side = 0; side < 2; ++side) {
    const size_t count = side ? out_count * batch : in_count * batch;
    for (size_t j = 0; j < count; ++j)
      good = good && info[side]->counts[j] == (j % step ? 0 : times);
  }
  // And without them again.
  GOOD(cufftXtClearCallback(plan, from.load_type));
  execute(plan, k.type, device_in, device_out);
  GOOD(cufftXtClearCallback(plan, to.store_type));
  execute(plan, k.type, device_in, device_out);
  GOOD(cufftDestroy(plan)); // whose work goes on
  GOOD(cudaDeviceSynchronize());
  good = good && info[0]->counts[0] == times;
  if (!good) {
    std::printf("type 0x%x, rank %zu, batch %d, %s%s: differs by %g\n",
                (unsigned)k.type, n.size(), batch, apart ? "apart " : "",
                captured ? "captured" : "", difference(k.to, got, wanted));
    go_wrong();
  }
  for (int i = 0; i < 2; ++i) {
    GOOD(cudaFree(info[i]->counts));
    GOOD(cudaFree(info[i]));
  }
  GOOD(cudaFree(device_in));
  GOOD(cudaFree(device_out));
  ++cases;
}

static void refuse() {
  cufftHandle plan;
  function c = function_of('C'), r = function_of('R');
  void *none = nullptr;
  GOOD(cufftPlan1d(&plan, 16, CUFFT_C2C, 1));
  if (cufftXtSetCallback(plan, &r.load, CUFFT_CB_LD_REAL, &none) !=
          CUFFT_INVALID_TYPE ||
      cufftXtSetCallback(plan, &none, CUFFT_CB_LD_COMPLEX, &none) !=
          CUFFT_INVALID_VALUE ||
      cufftXtSetCallback(plan, &c.load, CUFFT_CB_UNDEFINED, &none) !=
          CUFFT_INVALID_TYPE ||
      cufftXtSetCallback(77, &c.load, CUFFT_CB_LD_COMPLEX, &none) !=
          CUFFT_INVALID_PLAN) {
    std::printf("a wrong call is not refused\n");
    go_wrong();
  }
  GOOD(cufftDestroy(plan));
}

int main() {
  for (const kind &k : kinds)
    for (int how = 0; how < 4; ++how) {
      const bool apart = how & 1, captured = how & 2;
      run(k, {1}, 1, apart, captured);
      run(k, {45}, 3, apart, captured);
      run(k, {256}, 2, apart, captured);
      run(k, {6, 14}, 2, apart, captured);
      run(k, {3, 5, 8}, 1, apart, captured);
    }
  refuse();
  std::printf("%d transforms\nok\n", cases);
  return 0;
}
