// SPDX-License-Identifier: Apache-2.0
// shuffle and shuffle_copy: every element once, in an order that the engine's
// state alone decides.
#include <thrust/random.h>
#include <thrust/shuffle.h>

#include <algorithm>
#include <numeric>

#include "vectors.h"

int main() {
  for (size_t n : real::sizes) {
    std::vector<int> numbers(n);
    std::iota(numbers.begin(), numbers.end(), 5);
    thrust::device_vector<int> x = there(numbers), y(n), z = x;
    thrust::default_random_engine first(99), again(99), other(7);
    thrust::shuffle_copy(x.begin(), x.end(), y.begin(), first);
    real::same_all("shuffle_copy leaves its source", n, here(x), numbers);
    thrust::shuffle(z.begin(), z.end(), again);
    real::same_all("shuffle with the same engine", n, here(z), here(y));
    std::vector<int> order = here(y);
    if (n > 100)
      real::same("shuffle changes the order", n, order != numbers, true);
    thrust::shuffle(z.begin(), z.end(), other);
    if (n > 100)
      real::same("another engine, another order", n, here(z) != order, true);
    std::sort(order.begin(), order.end());
    real::same_all("each element once", n, order, numbers);
  }
  return real::done();
}
