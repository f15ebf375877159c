// SPDX-License-Identifier: Apache-2.0
// thrust::complex, pairs and tuples as values of algorithms.
#include <thrust/complex.h>
#include <thrust/pair.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>

#include <complex>

#include "vectors.h"

typedef thrust::complex<double> number;
typedef thrust::tuple<int, int, long> summary;

struct rotate {
  REAL_FN number operator()(number z) const {
    return z * exp(number(0, 0.5)) + conj(z) / number(2, 1);
  }
};
struct summarise {
  REAL_FN summary operator()(int x) const { return summary(x, x, x); }
};
struct join {
  REAL_FN summary operator()(const summary &a, const summary &b) const {
    return summary(smaller()(thrust::get<0>(a), thrust::get<0>(b)),
                   larger()(thrust::get<1>(a), thrust::get<1>(b)),
                   thrust::get<2>(a) + thrust::get<2>(b));
  }
};

int main() {
  for (size_t n : real::sizes) {
    const std::vector<int> a = real::values<int>(n, 1000);
    std::vector<number> z(n);
    std::complex<double> total = 0;
    int least = 5000, most = -1;
    long sum = 0;
    for (size_t i = 0; i < n; ++i) {
      z[i] = number(a[i] / 100.0, (double)(i % 7) - 3);
      const std::complex<double> w(z[i].real(), z[i].imag());
      total += w * std::exp(std::complex<double>(0, 0.5)) +
               std::conj(w) / std::complex<double>(2, 1);
      least = smaller()(least, a[i]);
      most = larger()(most, a[i]);
      sum += a[i];
    }
    thrust::device_vector<number> x = there(z);
    thrust::transform(x.begin(), x.end(), x.begin(), rotate());
    const number got = thrust::reduce(x.begin(), x.end(), number(0, 0));
    real::near("real part", n, got.real(), total.real(), 1e-11);
    real::near("imaginary part", n, got.imag(), total.imag(), 1e-11);
    const thrust::device_vector<int> y = there(a);
    const summary all = thrust::transform_reduce(
        y.begin(), y.end(), summarise(), summary(5000, -1, 0), join());
    real::same("least of a tuple", n, thrust::get<0>(all), least);
    real::same("most of a tuple", n, thrust::get<1>(all), most);
    real::same("sum of a tuple", n, thrust::get<2>(all), sum);
  }
  return real::done();
}
