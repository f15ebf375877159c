// SPDX-License-Identifier: Apache-2.0
// adjacent_difference to the left and to the right, in place and not, of types
// of each kind into others, by operations of one's own and configurations.
#include "functors.h"
#include "kinds.h"

typedef rocprim::block_load_method from;
typedef rocprim::block_store_method to;

struct twice_less {
  template <class T> __host__ __device__ T operator()(T a, T b) const {
    return (T)(a + a - b);
  }
};

template <class OUT, class T, class OP>
static std::vector<OUT> differences(const std::vector<T> &v, OP op, int step) {
  const int n = (int)v.size();
  std::vector<OUT> out(n);
  for (int i = 0; i < n; ++i) // the one without a neighbour stays
    out[i] =
        i + step < 0 || i + step >= n ? (OUT)v[i] : (OUT)op(v[i], v[i + step]);
  return out;
}

template <class CONFIG, class T, class OUT, class OP>
static void check_size(const char *what, size_t n, OP op) {
  const std::vector<T> v = numbers<T>(n, 0, 60);
  const real::memory<T> in(v), left(v), right(v);
  const real::memory<OUT> out(n);
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::adjacent_difference<CONFIG>(scratch, size, in.get(),
                                                out.get(), n, op);
  });
  real::same_all(what, n, out.host(), differences<OUT>(v, op, -1));
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::adjacent_difference_right<CONFIG>(scratch, size, in.get(),
                                                      out.get(), n, op);
  });
  real::same_all(what, n, out.host(), differences<OUT>(v, op, 1));
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::adjacent_difference_inplace<CONFIG>(scratch, size,
                                                        left.get(), n, op);
  });
  real::same_all(what, n, left.host(), differences<T>(v, op, -1));
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::adjacent_difference_right_inplace<CONFIG>(
        scratch, size, right.get(), n, op);
  });
  real::same_all(what, n, right.host(), differences<T>(v, op, 1));
}

template <class T, class OUT, class OP>
static void check(const char *what, OP op) {
  for (size_t n : real::sizes)
    check_size<rocprim::default_config, T, OUT>(what, n, op);
}

int main() {
  check<int, long long>("int to long long", twice_less());
  check<signed char, signed char>("signed char", twice_less());
  check<float, double>("float to double", rocprim::minus<float>());
  check<wide_t, wide_t>("128 bits", twice_less());
  for (size_t n : {100, 30000}) {
    check_size<rocprim::adjacent_difference_config<64, 3>, int, int>(
        "64 threads", n, twice_less());
    check_size<
        rocprim::adjacent_difference_config<128, 2, from::block_load_direct,
                                            to::block_store_direct, 4096>,
        int, int>("4096 a launch", n, twice_less());
  }
  return real::done();
}
