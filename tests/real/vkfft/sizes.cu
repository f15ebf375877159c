// SPDX-License-Identifier: Apache-2.0
// VkFFT's complex transforms of one dimension: products of small primes, primes
// by Rader's and Bluestein's ways, and sizes that take several launches.
#include "plan.h"

template <class T> static void there_and_back(size_t n) {
  const size_t batch = n < 2000 ? 5 : 1;
  const std::vector<T> x = mixed<T>(2 * n * batch);
  VkFFTConfiguration c = {};
  c.FFTdim = 1;
  c.size[0] = n;
  c.numberBatches = batch;
  plan<T> p("a plan", c, x);
  numbers wanted = pairs(x);
  transform_along(wanted, n, 1);
  close("there", n, p.run(-1), parts(wanted));
  close("and back", n, p.run(1), scaled(x, (double)n));
}

int main() {
  for (size_t n : {2, 3, 5, 7, 8, 11, 13, 16, 17, 30, 47, 64, 81, 97, 211, 343,
                   1000, 1024, 1331, 4096, 4099, 32768}) {
    there_and_back<float>(n);
    there_and_back<double>(n);
  }
  return real::done();
}
