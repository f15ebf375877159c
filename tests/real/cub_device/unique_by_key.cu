// SPDX-License-Identifier: Apache-2.0
// DeviceSelect::UniqueByKey.
#include <cub/device/device_select.cuh>

#include "real.h"

int main() {
  for (size_t n : real::sizes) {
    const std::vector<int> keys = real::values<int>(n, 2),
                           values = real::values<int>(n, 10000, 2);
    std::vector<int> heads, firsts;
    for (size_t i = 0; i < n; ++i)
      if (i == 0 || keys[i] != keys[i - 1]) {
        heads.push_back(keys[i]);
        firsts.push_back(values[i]);
      }
    const real::memory<int> k(keys), v(values);
    real::memory<int> out_keys(n), out(n), count(1);
    real::with_scratch("UniqueByKey", [&](void *scratch, size_t &size) {
      return cub::DeviceSelect::UniqueByKey(scratch, size, k.get(), v.get(),
                                            out_keys.get(), out.get(),
                                            count.get(), (int)n);
    });
    real::same("their number", n, count.host()[0], (int)heads.size());
    real::same_all("keys", n, out_keys.host(heads.size()), heads);
    real::same_all("values", n, out.host(firsts.size()), firsts);
  }
  return real::done();
}
