// SPDX-License-Identifier: Apache-2.0
// transform of one and of two sequences, from type to type and to structures,
// in place, by several launches and on streams of one's own at once.
#include "functors.h"
#include "kinds.h"

struct halved {
  template <class T> __host__ __device__ double operator()(const T &x) const {
    return (double)x / 2 + 1;
  }
};
struct mixed { // another type than either's
  __host__ __device__ record operator()(double weight, short id) const {
    return record{weight * 2, (long long)id * id, (int)weight + id};
  }
};
struct weight_of {
  __host__ __device__ float operator()(const record &r) const {
    return (float)r.weight - (float)r.rank;
  }
};
#ifdef REAL_INT128
struct scaled {
  int128_t by;
  __host__ __device__ int128_t operator()(int x) const { return by * x + 7; }
};
#endif

template <class CONFIG, class OUT, class IN, class OP>
static void check_one(const char *what, size_t n, OP op) {
  const std::vector<IN> v = numbers<IN>(n, 0, 100);
  std::vector<OUT> wanted(n);
  for (size_t i = 0; i < n; ++i)
    wanted[i] = op(v[i]);
  const real::memory<IN> in(v);
  const real::memory<OUT> out(n);
  real::ok(rocprim::transform<CONFIG>(in.get(), out.get(), n, op), what);
  real::same_all(what, n, out.host(), wanted);
}

static void check_two(size_t n) {
  const std::vector<double> a = numbers<double>(n, -50, 50);
  const std::vector<short> b = numbers<short>(n, -300, 300, 2);
  std::vector<record> wanted(n);
  for (size_t i = 0; i < n; ++i)
    wanted[i] = mixed()(a[i], b[i]);
  const real::memory<double> x(a);
  const real::memory<short> y(b);
  const real::memory<record> out(n);
  real::ok(rocprim::transform(x.get(), y.get(), out.get(), n, mixed()), "two");
  real::same_all("two", n, out.host(), wanted);
  real::ok(rocprim::transform(x.get(), x.get(), x.get(), n,
                              rocprim::multiplies<double>()),
           "in place");
  std::vector<double> squares(n);
  for (size_t i = 0; i < n; ++i)
    squares[i] = a[i] * a[i];
  real::same_all("in place", n, x.host(), squares);
}

// Each stream works on its own part, again and again.
static void check_streams(size_t n) {
  enum { STREAMS = 4, TIMES = 5 };
  const std::vector<int> v = numbers<int>(n * STREAMS, 0, 1000);
  std::vector<int> wanted = v;
  for (int &x : wanted)
    for (int i = 0; i < TIMES; ++i)
      x = 3 * x + 1;
  const real::memory<int> values(v);
  hipStream_t streams[STREAMS];
  for (hipStream_t &s : streams)
    real::ok(hipStreamCreate(&s), "a stream");
  for (int i = 0; i < TIMES; ++i)
    for (int s = 0; s < STREAMS; ++s)
      real::ok(rocprim::transform(values.get() + s * n, values.get() + s * n, n,
                                  three_more(), streams[s]),
               "streams");
  for (hipStream_t s : streams) {
    real::ok(hipStreamSynchronize(s), "waiting");
    real::ok(hipStreamDestroy(s), "destroying");
  }
  real::same_all("streams", n, values.host(), wanted);
}

int main() {
  typedef rocprim::default_config usual;
  for (size_t n : real::sizes) {
    check_one<usual, double, signed char>("from signed char", n, halved());
    check_one<usual, float, record>("from a structure", n, weight_of());
#ifdef REAL_INT128
    check_one<usual, int128_t, int>("to 128 bits", n,
                                    scaled{(int128_t)1 << 90});
#endif
    check_one<rocprim::transform_config<64, 3>, double, int>("configured", n,
                                                             halved());
    check_one<rocprim::transform_config<128, 2, 4096>, double, long long>(
        "4096 a launch", n, halved());
    check_two(n);
    check_streams(n);
  }
  return real::done();
}
