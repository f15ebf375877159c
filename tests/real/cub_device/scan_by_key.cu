// SPDX-License-Identifier: Apache-2.0
// DeviceScan by key.
#include <cub/device/device_scan.cuh>

#include "functors.h"
#include "real.h"

int main() {
  for (size_t n : real::sizes) {
    const std::vector<int> values = real::values<int>(n, 100);
    std::vector<int> keys = real::values<int>(n, 2, 2), inclusive(n),
                     exclusive(n);
    for (size_t i = 0; i < n; ++i) {
      if (i / 5000 % 2)
        keys[i] = 5; // segments longer than a tile
      const bool head = i == 0 || keys[i] != keys[i - 1];
      inclusive[i] = head ? values[i] : larger()(inclusive[i - 1], values[i]);
      exclusive[i] = head ? 0 : exclusive[i - 1] + values[i - 1];
    }
    const real::memory<int> k(keys), v(values);
    real::memory<int> out(n);
    real::with_scratch("ExclusiveSumByKey", [&](void *scratch, size_t &size) {
      return cub::DeviceScan::ExclusiveSumByKey(scratch, size, k.get(),
                                                v.get(), out.get(), (int)n);
    });
    real::same_all("ExclusiveSumByKey", n, out.host(), exclusive);
    real::with_scratch("InclusiveScanByKey", [&](void *scratch, size_t &size) {
      return cub::DeviceScan::InclusiveScanByKey(scratch, size, k.get(),
                                                 v.get(), out.get(), larger(),
                                                 (int)n);
    });
    real::same_all("InclusiveScanByKey", n, out.host(), inclusive);
  }
  return real::done();
}
