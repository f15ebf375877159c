// SPDX-License-Identifier: Apache-2.0
// ONLY: cccl-12.9 cccl-13.3 hipcub
// DeviceFor, DeviceTransform and DeviceMerge of newer versions.
#include <cub/device/device_for.cuh>
#include <cub/device/device_merge.cuh>
#include <cub/device/device_transform.cuh>

#include <algorithm>

#include "functors.h"
#include "real.h"

struct put_square {
  int *out;
  __device__ void operator()(int i) const { out[i] = i * i; }
};

int main() {
  for (size_t n : real::sizes) {
    std::vector<int> a = real::values<int>(n, 1000),
                     b = real::values<int>(n, 1000, 2), wanted(n), both(2 * n);
    real::memory<int> x(a), y(b), out(n), merged(2 * n);
    real::with_scratch("Bulk", [&](void *scratch, size_t &size) {
      return cub::DeviceFor::Bulk(scratch, size, (int)n, put_square{out.get()});
    });
    for (size_t i = 0; i < n; ++i)
      wanted[i] = (int)(i * i);
    real::same_all("Bulk", n, out.host(), wanted);
    real::ok(cub::DeviceTransform::Transform(x.get(), out.get(), (int)n,
                                             three_more()),
             "Transform");
    std::transform(a.begin(), a.end(), wanted.begin(), three_more());
    real::same_all("Transform", n, out.host(), wanted);
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    std::merge(a.begin(), a.end(), b.begin(), b.end(), both.begin());
    const real::memory<int> u(a), v(b);
    real::with_scratch("MergeKeys", [&](void *scratch, size_t &size) {
      return cub::DeviceMerge::MergeKeys(scratch, size, u.get(), (int)n,
                                         v.get(), (int)n, merged.get(),
                                         less_than());
    });
    real::same_all("MergeKeys", n, merged.host(), both);
  }
  return real::done();
}
