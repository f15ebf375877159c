// SPDX-License-Identifier: Apache-2.0
// VkFFT's transforms of two and three dimensions, of real numbers, and cosine
// transforms.
#include "plan.h"

template <class T> static void dimensions(size_t x, size_t y, size_t z) {
  const size_t n = x * y * z;
  const std::vector<T> values = mixed<T>(2 * n);
  VkFFTConfiguration c = {};
  c.FFTdim = z > 1 ? 3 : 2;
  c.size[0] = x;
  c.size[1] = y;
  c.size[2] = z;
  plan<T> p("dimensions", c, values);
  numbers wanted = pairs(values);
  transform_along(wanted, x, 1);
  transform_along(wanted, y, x);
  transform_along(wanted, z, x * y);
  close("dimensions there", n, p.run(-1), parts(wanted));
  close("and back", n, p.run(1), scaled(values, (double)n));
}

// In place: rows of n numbers have room for n + 2, and n / 2 + 1 pairs come.
template <class T> static void of_real_numbers(size_t n, size_t rows) {
  const std::vector<T> values = mixed<T>(n * rows);
  std::vector<T> padded((n + 2) * rows);
  std::vector<double> wanted, back;
  for (size_t r = 0; r < rows; ++r) {
    numbers row(n);
    for (size_t j = 0; j < n; ++j)
      row[j] = padded[r * (n + 2) + j] = values[r * n + j];
    row = transform(row);
    row.resize(n / 2 + 1);
    for (double v : parts(row))
      wanted.push_back(v);
  }
  VkFFTConfiguration c = {};
  c.FFTdim = 1;
  c.size[0] = n;
  c.numberBatches = rows;
  c.performR2C = 1;
  plan<T> p("real numbers", c, padded);
  close("real numbers there", n, p.run(-1), wanted);
  const std::vector<T> got = p.run(1);
  std::vector<T> without;
  for (size_t r = 0; r < rows; ++r)
    without.insert(without.end(), got.begin() + r * (n + 2),
                   got.begin() + r * (n + 2) + n);
  close("and back", n, without, scaled(values, (double)n));
}

// The second kind: 2 times the sum over x[j] cos(pi k (2 j + 1) / 2 n).
template <class T> static void cosines(size_t n, size_t rows) {
  const std::vector<T> values = mixed<T>(n * rows);
  std::vector<double> wanted(n * rows);
  for (size_t r = 0; r < rows; ++r)
    for (size_t k = 0; k < n; ++k)
      for (size_t j = 0; j < n; ++j)
        wanted[r * n + k] += 2 * values[r * n + j] *
                             std::cos(M_PI * k * (2 * j + 1) / (2.0 * n));
  VkFFTConfiguration c = {};
  c.FFTdim = 1;
  c.size[0] = n;
  c.numberBatches = rows;
  c.performDCT = 2;
  plan<T> p("cosines", c, values);
  close("cosines there", n, p.run(-1), wanted);
  close("and back", n, p.run(1), scaled(values, 2.0 * n));
}

template <class T> static void all() {
  dimensions<T>(12, 10, 1);
  dimensions<T>(64, 49, 1);
  dimensions<T>(16, 9, 5);
  of_real_numbers<T>(16, 3);
  of_real_numbers<T>(600, 3);
  of_real_numbers<T>(2048, 1);
  cosines<T>(16, 3);
  cosines<T>(120, 3);
}

int main() {
  all<float>();
  all<double>();
  return real::done();
}
