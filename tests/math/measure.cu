// SPDX-License-Identifier: Apache-2.0
//
// Measures the device's mathematical functions against exact results: the largest
// error in ulps over many or all arguments, as quern compiles them for this
// machine. measure.py runs it and makes docs/math.md of what it prints, a line
// for each function and type, fields parted by tabulators.
//
//   measure [--stride N] [--samples N] [--threads N] [NAME...]
//
// With QUICK defined it knows the common functions only, which makes it fast to
// compile. With EVERY defined it tries every float where CUDA gives a bound in
// ulps, whatever the stride.
//
// --stride: every N-th bit pattern of float for functions of one argument (1: all).
// --samples: how many arguments of other functions and types.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include <cuda_fp16.h>

#ifdef EVERY
#include "every.h"
#endif
#include "exact.h"

#define OK(call)                                                               \
  do {                                                                         \
    const int result_ = (int)(call);                                           \
    if (result_) {                                                             \
      std::fprintf(stderr, "measure: %s gave error %d\n", #call, result_);     \
      std::exit(1);                                                            \
    }                                                                          \
  } while (0)

// ---- Kernels: one for each group and type

#define ONE(name, ...) ID_##name,
#define TWO(name, ...) ID_##name,
#define FAST(name, e) ID_fast_##name,
#define FAST2(name, e) ID_fast_##name,
#define HALF(name, e) ID_##name,
enum function {
#include "functions.inc"
};
#undef ONE
#undef TWO
#undef FAST
#undef FAST2
#undef HALF

#define BEGIN(kernel, T)                                                       \
  __global__ void kernel(int which, const T *xs, const T *ys, T *out, int n) { \
    const int i = blockIdx.x * blockDim.x + threadIdx.x;                       \
    if (i >= n)                                                                \
      return;                                                                  \
    const T x = xs[i], y = ys[i];                                              \
    T r = x;                                                                   \
    (void)y;                                                                   \
    switch (which) {
#define CASE(id, expression)                                                   \
  case id:                                                                     \
    r = expression;                                                            \
    break;
#define END                                                                    \
    }                                                                          \
    out[i] = r;                                                                \
  }
#define FAST(name, e) CASE(ID_fast_##name, __##name(x))
#define FAST2(name, e) CASE(ID_fast_##name, __##name(x, y))
#define HALF(name, e) CASE(ID_##name, name(x))
#define ONE(name, ...) CASE(ID_##name, name##f(x))
#define TWO(name, ...) CASE(ID_##name, name##f(x, y))
#define GROUP 1
BEGIN(float_1, float)
#include "functions.inc"
END
#undef GROUP
#define GROUP 2
BEGIN(float_2, float)
#include "functions.inc"
END
#undef GROUP
#ifndef QUICK
#define GROUP 3
BEGIN(float_3, float)
#include "functions.inc"
END
#undef GROUP
#define GROUP 4
BEGIN(float_4, float)
#include "functions.inc"
END
#undef GROUP
#define GROUP 5
BEGIN(float_5, float)
#include "functions.inc"
END
#undef GROUP
#define GROUP 6
BEGIN(float_6, float)
#include "functions.inc"
END
#undef GROUP
#endif
#define GROUP 7
BEGIN(float_7, float)
#include "functions.inc"
END
#undef GROUP
#define GROUP 8
BEGIN(float_8, float)
#include "functions.inc"
END
#undef GROUP
#define GROUP 9
BEGIN(float_9, float)
#include "functions.inc"
END
#undef GROUP
#define GROUP 10
BEGIN(half_10, __half)
#include "functions.inc"
END
#undef GROUP
#undef ONE
#undef TWO
#define ONE(name, ...) CASE(ID_##name, name(x))
#define TWO(name, ...) CASE(ID_##name, name(x, y))
#define GROUP 1
BEGIN(double_1, double)
#include "functions.inc"
END
#undef GROUP
#define GROUP 2
BEGIN(double_2, double)
#include "functions.inc"
END
#undef GROUP
#ifndef QUICK
#define GROUP 3
BEGIN(double_3, double)
#include "functions.inc"
END
#undef GROUP
#define GROUP 4
BEGIN(double_4, double)
#include "functions.inc"
END
#undef GROUP
#define GROUP 5
BEGIN(double_5, double)
#include "functions.inc"
END
#undef GROUP
#define GROUP 6
BEGIN(double_6, double)
#include "functions.inc"
END
#undef GROUP
#endif
#define GROUP 7
BEGIN(double_7, double)
#include "functions.inc"
END
#undef GROUP
#define GROUP 8
BEGIN(double_8, double)
#include "functions.inc"
END
#undef GROUP
#undef ONE
#undef TWO
#undef FAST
#undef FAST2
#undef HALF

// ---- What is measured of a type

template <typename T> struct traits;
template <> struct traits<float> {
  typedef double wider;
  typedef uint32_t bits;
  static constexpr int mantissa = 23, least = -126, top = 128;
  static const char *name() { return "float"; }
  static double value(float x) { return x; }
};
template <> struct traits<double> {
  typedef long double wider;
  typedef uint64_t bits;
  static constexpr int mantissa = 52, least = -1022, top = 1024;
  static const char *name() { return "double"; }
  static long double value(double x) { return x; }
};
template <> struct traits<__half> {
  typedef double wider;
  typedef uint16_t bits;
  static constexpr int mantissa = 10, least = -14, top = 16;
  static const char *name() { return "half"; }
  static double value(__half x) { return (double)__half2float(x); }
};

// The size of a unit in the last place of T at `exact`.
template <typename T, typename R> static R ulp_at(R exact) {
  typedef traits<T> F;
  int e = F::least;
  if (exact != 0 && std::ilogb(exact) > e)
    e = std::ilogb(exact);
  if (e > F::top - 1)
    e = F::top - 1;
  return std::ldexp((R)1, e - F::mantissa);
}

// The exact result of function `which`.
template <typename R> static R exact_of(int which, R x, R y) {
#define ROW(id, e)                                                             \
  case id:                                                                     \
    return e;
#define ONE(name, f_bound, d_bound, e) ROW(ID_##name, e)
#define TWO(name, f_bound, d_bound, e) ROW(ID_##name, e)
#define FAST(name, e) ROW(ID_fast_##name, e)
#define FAST2(name, e) ROW(ID_fast_##name, e)
#define HALF(name, e) ROW(ID_##name, e)
  switch (which) {
#include "functions.inc"
  }
#undef ONE
#undef TWO
#undef FAST
#undef FAST2
#undef HALF
  return x;
}

static constexpr double WRONG = 1e30;

// Error in ulps; WRONG where one is a NaN or a zero of another sign.
template <typename T>
static double error_of(T got, typename traits<T>::wider exact,
                       bool zeros_differ) {
  typedef typename traits<T>::wider R;
  typedef traits<T> F;
  R g = F::value(got);
  if (std::isnan(g) || std::isnan(exact))
    return std::isnan(g) && std::isnan(exact) ? 0 : WRONG;
  // Which zero is the smaller, C leaves open.
  if (g == 0 && exact == 0 && !zeros_differ)
    return 0;
  if (g == 0 && exact == 0)
    return std::signbit(g) == std::signbit(exact) ? 0 : WRONG;
  const R top = std::ldexp((R)1, F::top);
  if (std::fabs(g) > top)
    g = std::copysign(top, g);
  if (std::fabs(exact) > top)
    exact = std::copysign(top, exact);
  return (double)(std::fabs(g - exact) / ulp_at<T>(exact));
}

// ---- Bounds

// The largest error that CUDA's guide allows at x, where `bound` is its figure in
// ulps; negative where it says nothing.
enum rule { ULPS, BESSEL, LGAMMA, EXP, EXP10, LOG, LOG2, LOG10, SIN, COS, TANH, DIVIDE, MINIMUM, NONE };

struct row {
  const char *name;
  int which;
  enum rule rule;
  double bound;
};

template <typename T>
static double allowed(const row &r, typename traits<T>::wider x,
                      typename traits<T>::wider y,
                      typename traits<T>::wider exact) {
  typedef typename traits<T>::wider R;
  const bool is_float = traits<T>::mantissa == 23;
  const R ulp = ulp_at<T>(exact);
  const bool near = x >= 0.5 && x <= 2;
  switch (r.rule) {
  case BESSEL:
    return std::fabs(x) < 8 ? r.bound : (double)((is_float ? 2.2e-6 : 5e-12) / ulp);
  case LGAMMA:
    return x > (is_float ? -10.001 : -23.0001) && x < (is_float ? -2.264 : -2.2637)
               ? -1 : r.bound;
  case EXP:
    return 2 + std::floor(std::fabs(1.173 * (double)x));
  case EXP10:
    return 2 + std::floor(std::fabs(2.97 * (double)x));
  case LOG:
    return near ? (double)(std::exp2((R)-21.41) / ulp) : 3;
  case LOG2:
    return near ? (double)(std::exp2((R)-22) / ulp) : 2;
  case LOG10:
    return near ? (double)(std::exp2((R)-24) / ulp) : 3;
  case SIN:
    return std::fabs(x) <= PI ? (double)(std::exp2((R)-21.41) / ulp) : -1;
  case COS:
    return std::fabs(x) <= PI ? (double)(std::exp2((R)-21.19) / ulp) : -1;
  case TANH:
    return (double)(std::fabs(exact) * std::exp2((R)-11) / ulp) + 1;
  case DIVIDE:
    return std::fabs(y) >= 0x1p-126 && std::fabs(y) <= 0x1p126 ? r.bound : -1;
  case NONE:
    return -1;
  case MINIMUM:
  case ULPS:
    break;
  }
  return r.bound;
}

// ---- The measurement

template <typename T> struct sample {
  double error;
  T x, y;
};
template <typename T> struct tally {
  uint64_t tried, wrong;
  sample<T> worst;       // where the rule gives a bound
  sample<T> worst_wrong; // a NaN, an infinity or a zero that should not be
  double excess;         // largest quotient of error and bound
  void add(const tally &o) {
    tried += o.tried;
    if (wrong == 0)
      worst_wrong = o.worst_wrong;
    wrong += o.wrong;
    if (o.worst.error > worst.error)
      worst = o.worst;
    if (o.excess > excess)
      excess = o.excess;
  }
};

template <typename T>
static void judge(const row &r, const T *x, const T *y, const T *got, size_t count,
                  tally<T> *out) {
  typedef typename traits<T>::wider R;
  for (size_t i = 0; i < count; ++i) {
    const R wx = traits<T>::value(x[i]), wy = traits<T>::value(y[i]);
    const R exact = exact_of<R>(r.which, wx, wy);
    const double error = error_of<T>(got[i], exact, r.rule != MINIMUM);
    const sample<T> here = {error, x[i], y[i]};
    ++out->tried;
    const double bound = allowed<T>(r, wx, wy, exact);
    if (error == WRONG && bound < 0)
      continue;
    if (error == WRONG) {
      if (!out->wrong++)
        out->worst_wrong = here;
      continue;
    }
    // Where CUDA promises an absolute error, so is ours judged; it is no figure
    // in ulps.
    const bool counts = bound >= 0 || r.rule == NONE;
    const bool absolute =
        (r.rule == BESSEL && std::fabs(wx) >= 8) ||
        ((r.rule == SIN || r.rule == COS || r.rule == TANH)) ||
        ((r.rule >= LOG && r.rule <= LOG10) && wx >= 0.5 && wx <= 2);
    if (counts && !absolute && error > out->worst.error)
      out->worst = here;
    if (bound >= 0 && error > 0 && error / (bound + 1e-300) > out->excess)
      out->excess = error / (bound + 1e-300);
  }
}

template <typename T> struct inputs {
  virtual ~inputs() {}
  // Fills in up to `count` arguments; returns how many.
  virtual size_t next(T *x, T *y, size_t count) = 0;
};

static unsigned thread_count = 2;

template <typename T>
using kernel_of = void (*)(int, const T *, const T *, T *, int);

template <typename T>
static tally<T> measure(const row &r, kernel_of<T> kernel, inputs<T> &in) {
  const size_t most = 1 << 20;
  std::vector<T> x(most), y(most), out(most);
  T *dx, *dy, *dout;
  OK(cudaMalloc((void **)&dx, most * sizeof(T)));
  OK(cudaMalloc((void **)&dy, most * sizeof(T)));
  OK(cudaMalloc((void **)&dout, most * sizeof(T)));
  tally<T> whole = {};
  for (size_t n; (n = in.next(x.data(), y.data(), most)) > 0;) {
    OK(cudaMemcpy(dx, x.data(), n * sizeof(T), cudaMemcpyHostToDevice));
    OK(cudaMemcpy(dy, y.data(), n * sizeof(T), cudaMemcpyHostToDevice));
    kernel<<<(unsigned)((n + 255) / 256), 256>>>(r.which, dx, dy, dout, (int)n);
    OK(cudaGetLastError());
    OK(cudaMemcpy(out.data(), dout, n * sizeof(T), cudaMemcpyDeviceToHost));
    std::vector<tally<T>> parts(thread_count);
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < thread_count; ++t) {
      const size_t from = n * t / thread_count, to = n * (t + 1) / thread_count;
      threads.emplace_back([&, t, from, to] {
        judge<T>(r, &x[from], &y[from], &out[from], to - from, &parts[t]);
      });
    }
    for (unsigned t = 0; t < thread_count; ++t) {
      threads[t].join();
      whole.add(parts[t]);
    }
  }
  OK(cudaFree(dx));
  OK(cudaFree(dy));
  OK(cudaFree(dout));
  return whole;
}

// ---- Arguments

template <typename T, typename B> static T from_bits(B bits) {
  T x;
  static_assert(sizeof(x) == sizeof(bits), "");
  std::memcpy(&x, &bits, sizeof(x));
  return x;
}
static uint64_t random_state;
static uint64_t random_bits() {
  uint64_t z = random_state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}
static double random_unit() { return (double)(random_bits() >> 11) * 0x1p-53; }

// Numbers at which functions are special.
template <typename T> static std::vector<T> specials() {
  typedef std::numeric_limits<T> L;
  std::vector<T> made;
  const T points[] = {0, L::denorm_min(), L::min(), L::epsilon(), L::max(),
                      L::infinity(), (T)0.25, (T)0.5, (T)0.75, 1, (T)1.5, 2,
                      (T)2.5, 3, 8, 10, 20, 88.7228394, 89.4, 103.97, 104, 128,
                      149, 150, 171.624, 34, 35.04, 36, 38.53, 45, 709.78, 745.1,
                      746, 1023, 1024, 1074, 1075, (T)(PI / 4), (T)(PI / 2),
                      (T)PI, 105615, 16777216, 9007199254740992.0,
                      (T)2.40482555769577, (T)0.89357696627916};
  for (T p : points)
    for (T s : {p, -p}) {
      made.push_back(s);
      made.push_back(std::nextafter(s, L::infinity()));
      made.push_back(std::nextafter(s, -L::infinity()));
    }
  made.push_back(L::quiet_NaN());
  return made;
}

// All bit patterns of T, or every `stride`-th; the special ones first.
template <typename T> struct patterns : inputs<T> {
  uint64_t at = 0, stride, end;
  std::vector<T> first;
  explicit patterns(uint64_t step)
      : stride(step), end((uint64_t)1 << (sizeof(T) * 8 % 64)) {}
  size_t next(T *x, T *y, size_t count) override {
    size_t n = 0;
    for (; !first.empty() && n < count; ++n) {
      x[n] = y[n] = first.back();
      first.pop_back();
    }
    for (; at < end && n < count; ++n, at += stride)
      x[n] = y[n] = from_bits<T>((typename traits<T>::bits)at);
    return n;
  }
};

#ifdef EVERY
// The floats of all that may have the largest error.
struct suspects : inputs<float> {
  typedef void (*kernel)(uint32_t first, float *out);
  static constexpr uint32_t part = 1 << 22;
  kernel find;
  uint64_t at = 0;
  float worst = 1e-3f;
  std::vector<float> found;
  float *doubts;
  explicit suspects(kernel k) : find(k) {
    OK(cudaMalloc((void **)&doubts, part * sizeof(float)));
  }
  ~suspects() override { OK(cudaFree(doubts)); }
  void look() {
    std::vector<float> all(part);
    const uint32_t first = (uint32_t)at;
    find<<<part / 256, 256>>>(first, doubts);
    OK(cudaMemcpy(all.data(), doubts, part * sizeof(float),
                  cudaMemcpyDeviceToHost));
    for (float d : all)
      if (d > worst && d < 1e29f)
        worst = d;
    for (uint32_t i = 0; i < part; ++i)
      if (all[i] >= worst - 1e-4f)
        found.push_back(from_bits<float>(first + i));
    at += part;
  }
  size_t next(float *x, float *y, size_t count) override {
    size_t n = 0;
    while (found.empty() && at < (uint64_t)1 << 32)
      look();
    for (; !found.empty() && n < count; ++n) {
      x[n] = y[n] = found.back();
      found.pop_back();
    }
    return n;
  }
};
#endif

// Special numbers, each with each, then random ones.
template <typename T> struct random_inputs : inputs<T> {
  std::vector<T> first = specials<T>();
  size_t at = 0, left;
  bool two;
  random_inputs(size_t count, bool pairs) : left(count), two(pairs) {
    random_state = 1;
    // All pairs of special numbers are many; for few samples, without their
    // neighbours.
    for (size_t i = 0; pairs && count < 10000 && i < first.size(); ++i)
      first.erase(first.begin() + (long)i + 1,
                  first.begin() + (long)std::min(i + 3, first.size()));
  }
  T draw() {
    const double u = random_unit(), sign = random_bits() & 1 ? -1 : 1;
    const double small = std::sqrt(-2 * std::log(random_unit() + 1e-300));
    const unsigned top = traits<T>::top;
    switch (random_bits() % 8) {
    case 0:
      return from_bits<T>((typename traits<T>::bits)random_bits());
    case 1: // all magnitudes that matter to a function with an exponential
      return (T)(sign * u * (top * 0.72));
    case 2:
      return (T)(sign * std::exp2(u * 60 - 30));
    case 3: // beside 1
      return (T)(sign * (1 + (random_bits() & 1 ? -0.5 : 1) *
                                 std::exp2(u * -traits<T>::mantissa)));
    case 4: // beside zeros of trigonometric functions
      return (T)((wide)(int)(random_bits() % 100000) * (PI / 4) * sign +
                 (wide)(u - 0.5) * std::exp2((wide)-(int)(random_bits() % 50)));
    case 5: // beside whole numbers and halves
      return (T)((double)(int)(random_bits() % 64) * 0.5 * sign +
                 (u - 0.5) * std::exp2(-(double)(random_bits() % 40)));
    case 6:
      return (T)(sign * small * 3);
    default:
      return (T)(sign * u * 4);
    }
  }
  // Powers of any size: the exponent belongs to the base.
  void draw_power(T *x, T *y) {
    *x = std::fabs(draw());
    const double l = std::log2((double)*x);
    const double e = (random_unit() * 2 - 1) * (traits<T>::top + 60);
    *y = (T)(l == 0 ? e : e / l);
    if (random_bits() % 8 == 0)
      *x = -*x, *y = std::rint(*y);
  }
  size_t next(T *x, T *y, size_t count) override {
    const size_t n1 = first.size(), heads = two ? n1 * n1 : n1;
    size_t n = 0;
    for (; at < heads && n < count; ++n, ++at) {
      x[n] = first[at % n1];
      y[n] = first[two ? at / n1 : at];
    }
    for (; left > 0 && n < count; ++n, --left) {
      x[n] = draw();
      y[n] = draw();
      if (two && random_bits() % 2)
        draw_power(&x[n], &y[n]);
      else if (two && random_bits() % 4 == 0)
        y[n] = x[n] * (T)(random_unit() * 4 - 2);
    }
    return n;
  }
};

// ---- The table

static uint64_t stride = 65521;
static size_t sample_count = 20000;
static std::vector<std::string> chosen;

static bool is_chosen(const char *name, const char *type) {
  if (chosen.empty())
    return true;
  for (const std::string &c : chosen)
    if (c == name || c == type || c == std::string(type) + ":" + name)
      return true;
  return false;
}

static enum rule rule_of(const char *name) {
  static const struct {
    const char *name;
    enum rule rule;
  } rules[] = {{"j0", BESSEL}, {"j1", BESSEL}, {"y0", BESSEL}, {"y1", BESSEL},
               {"lgamma", LGAMMA}, {"__expf", EXP}, {"__exp10f", EXP10},
               {"__logf", LOG}, {"__log2f", LOG2}, {"__log10f", LOG10},
               {"__sinf", SIN}, {"__cosf", COS}, {"__tanf", NONE},
               {"fmin", MINIMUM}, {"fmax", MINIMUM}, {"__tanhf", TANH}, {"__powf", NONE}, {"__fdividef", DIVIDE}};
  for (const auto &r : rules)
    if (std::strcmp(r.name, name) == 0)
      return r.rule;
  return ULPS;
}

template <typename T>
static void print(const row &r, bool two, const tally<T> &t) {
  typedef traits<T> F;
  std::printf("%s\t%s\t%d\t%.4g\t%.4g\t%a\t%a\t%llu\t%.6g\t%llu\t%a\t%a\n",
              r.name, F::name(), r.rule, r.bound, t.worst.error,
              (double)F::value(t.worst.x),
              two ? (double)F::value(t.worst.y) : 0.0,
              (unsigned long long)t.tried, t.excess, (unsigned long long)t.wrong,
              (double)F::value(t.worst_wrong.x),
              two ? (double)F::value(t.worst_wrong.y) : 0.0);
  std::fflush(stdout);
}

template <typename T>
static void report(int which, const char *name, double bound, bool two,
                   kernel_of<T> kernel,
                   void (*every)(uint32_t, float *) = nullptr) {
  typedef traits<T> F;
  const enum rule rule = rule_of(name);
  (void)every;
  const row r = {name, which, rule, bound};
  if (!is_chosen(name, F::name()))
    return;
  tally<T> t;
#ifdef EVERY
  if constexpr (sizeof(T) == 4)
    if (every && rule == ULPS) {
      suspects in(every);
      t = measure<T>(r, kernel, in);
      t.tried = (uint64_t)1 << 32;
      print(r, two, t);
      return;
    }
#endif
  if constexpr (sizeof(T) == 2) {
    patterns<T> in(1);
    t = measure<T>(r, kernel, in);
  } else if (sizeof(T) == 4 && !two) {
    patterns<T> in(stride);
    in.first = specials<T>();
    t = measure<T>(r, kernel, in);
  } else {
    random_inputs<T> in(sample_count, two);
    t = measure<T>(r, kernel, in);
  }
  print(r, two, t);
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--stride") == 0 && i + 1 < argc)
      stride = std::strtoull(argv[++i], nullptr, 0);
    else if (std::strcmp(argv[i], "--samples") == 0 && i + 1 < argc)
      sample_count = std::strtoull(argv[++i], nullptr, 0);
    else if (std::strcmp(argv[i], "--threads") == 0 && i + 1 < argc)
      thread_count = (unsigned)std::atoi(argv[++i]);
    else
      chosen.push_back(argv[i]);
  }
#ifdef EVERY
#define EVERY_OF(name) every_##name
#else
#define EVERY_OF(name) nullptr
#endif
#define ONE(name, f_bound, d_bound, e)                                         \
  BOTH(name, f_bound, d_bound, false, EVERY_OF(name))
#define TWO(name, f_bound, d_bound, e)                                         \
  BOTH(name, f_bound, d_bound, true, nullptr)
#define JOIN(a, b) a##b
#define KERNEL(type, group) JOIN(type, group)
#define BOTH(name, f_bound, d_bound, two, every)                               \
  report<float>(ID_##name, #name, f_bound, two, KERNEL(float_, GROUP), every); \
  report<double>(ID_##name, #name, d_bound, two, KERNEL(double_, GROUP));
#define FAST(name, e)                                                          \
  report<float>(ID_fast_##name, "__" #name, 0.5, false, KERNEL(float_, GROUP));
#define FAST2(name, e)                                                         \
  report<float>(ID_fast_##name, "__" #name, 2, true, KERNEL(float_, GROUP));
#define HALF(name, e)                                                          \
  report<__half>(ID_##name, #name, 1, false, KERNEL(half_, GROUP));
#define GROUP 1
#include "functions.inc"
#undef GROUP
#define GROUP 2
#include "functions.inc"
#undef GROUP
#ifndef QUICK
#define GROUP 3
#include "functions.inc"
#undef GROUP
#define GROUP 4
#include "functions.inc"
#undef GROUP
#define GROUP 5
#include "functions.inc"
#undef GROUP
#define GROUP 6
#include "functions.inc"
#undef GROUP
#endif
#define GROUP 7
#include "functions.inc"
#undef GROUP
#define GROUP 8
#include "functions.inc"
#undef GROUP
#define GROUP 9
#include "functions.inc"
#undef GROUP
#define GROUP 10
#include "functions.inc"
#undef GROUP
  return 0;
}
