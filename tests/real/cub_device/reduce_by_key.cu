// SPDX-License-Identifier: Apache-2.0
// DeviceReduce::ReduceByKey.
#include <cub/device/device_reduce.cuh>

#include "functors.h"
#include "real.h"

int main() {
  for (size_t n : real::sizes) {
    const std::vector<int> values = real::values<int>(n, 100);
    std::vector<int> keys = real::values<int>(n, 2, 2), heads, sums;
    for (size_t i = 0; i < n; ++i) {
      if (i / 5000 % 2)
        keys[i] = 5;
      if (heads.empty() || keys[i] != heads.back()) {
        heads.push_back(keys[i]);
        sums.push_back(0);
      }
      sums.back() += values[i];
    }
    const real::memory<int> k(keys), v(values);
    real::memory<int> out_keys(n), out(n), count(1);
    real::with_scratch("ReduceByKey", [&](void *scratch, size_t &size) {
      return cub::DeviceReduce::ReduceByKey(scratch, size, k.get(),
                                            out_keys.get(), v.get(), out.get(),
                                            count.get(), add(), (int)n);
    });
    real::same("the number of runs", n, count.host()[0], (int)heads.size());
    real::same_all("keys", n, out_keys.host(heads.size()), heads);
    real::same_all("sums", n, out.host(sums.size()), sums);
  }
  return real::done();
}
