// SPDX-License-Identifier: Apache-2.0
// FFTW's interface of cuFFT: each planner against sums, in both precisions.
// FLAGS: -lcufftw -lcufft -std=c++17
#include <cufftw.h>

#include <cmath>
#include <complex>
#include <vector>

#include "program.h"

typedef std::complex<double> value;

// The transform of `n` values, by its definition.
static std::vector<value> transform(const std::vector<value> &x, int sign) {
  const size_t n = x.size();
  std::vector<value> out(n);
  for (size_t k = 0; k < n; ++k)
    for (size_t i = 0; i < n; ++i)
      out[k] += x[i] * std::polar(1.0, sign * 2 * M_PI * (double)(i * k % n) /
                                           (double)n);
  return out;
}

// Of a row-major array of these sizes: each dimension in turn.
static std::vector<value>
transform_all(std::vector<value> x, const std::vector<int> &sizes, int sign) {
  size_t stride = 1;
  for (size_t d = sizes.size(); d-- > 0;) {
    const size_t n = (size_t)sizes[d];
    for (size_t start = 0; start < x.size(); ++start) {
      if (start / stride % n)
        continue;
      std::vector<value> line(n);
      for (size_t i = 0; i < n; ++i)
        line[i] = x[start + i * stride];
      line = transform(line, sign);
      for (size_t i = 0; i < n; ++i)
        x[start + i * stride] = line[i];
    }
    stride *= n;
  }
  return x;
}

static std::vector<value> sample(size_t n) {
  std::vector<value> x(n);
  for (size_t i = 0; i < n; ++i)
    x[i] = value((double)(i * 7 % 13) - 6, (double)(i * 5 % 11) - 5);
  return x;
}

static bool is_near(double a, double b, double limit) {
  return std::fabs(a - b) <= limit;
}

#define F(name) fftw_##name
#define REAL double
#define LIMIT 1e-9
#define CHECKS double_precision
#include "cufftw.inc"
#define F(name) fftwf_##name
#define REAL float
#define LIMIT 1e-3
#define CHECKS single_precision
#include "cufftw.inc"

int main() {
  double_precision();
  single_precision();
  return done();
}
