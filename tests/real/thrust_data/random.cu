// SPDX-License-Identifier: Apache-2.0
// Thrust's engines and distributions give the device and the host the same.
#include <thrust/iterator/counting_iterator.h>
#include <thrust/random.h>
#include <thrust/transform.h>

#include "vectors.h"

template <class Engine> struct draw {
  REAL_FN unsigned operator()(unsigned i) const {
    Engine engine;
    engine.discard(i);
    thrust::uniform_int_distribution<unsigned> dice(1, 6000);
    return dice(engine);
  }
};

template <class Engine> struct draw_real {
  REAL_FN double operator()(unsigned i) const {
    Engine engine(i + 1);
    thrust::uniform_real_distribution<double> unit(-1, 1);
    return unit(engine);
  }
};

template <class Engine> void draws(const char *what) {
  const size_t n = 500;
  const thrust::counting_iterator<unsigned> count(0);
  thrust::device_vector<unsigned> out(n);
  thrust::device_vector<double> reals(n);
  thrust::transform(count, count + n, out.begin(), draw<Engine>());
  thrust::transform(count, count + n, reals.begin(), draw_real<Engine>());
  std::vector<unsigned> wanted(n);
  std::vector<double> units(n);
  for (size_t i = 0; i < n; ++i) {
    wanted[i] = draw<Engine>()((unsigned)i);
    units[i] = draw_real<Engine>()((unsigned)i);
  }
  real::same_all(what, n, here(out), wanted);
  real::same_all(what, n, here(reals), units);
}

int main() {
  draws<thrust::minstd_rand>("minstd_rand");
  draws<thrust::taus88>("taus88");
  draws<thrust::ranlux24>("ranlux24");
  // The value that the C++ standard gives for the 10000th.
  thrust::minstd_rand engine;
  engine.discard(9999);
  real::same("minstd_rand's 10000th", 1, (unsigned)engine(), 399268537u);
  return real::done();
}
