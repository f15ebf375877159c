// SPDX-License-Identifier: Apache-2.0
// ONLY: debian-1.17 cccl-12.9 hipcub
// DeviceSpmv: a sparse matrix in rows times a vector.
#include <cub/device/device_spmv.cuh>

#include "real.h"

int main() {
  for (int rows : {1, 33, 700}) {
    const int columns = rows + 5;
    std::vector<int> ends(1, 0), places;
    std::vector<float> values, x(columns), wanted(rows, 0.0f);
    for (int c = 0; c < columns; ++c)
      x[c] = (float)(c % 9) - 4;
    for (int r = 0; r < rows; ++r) {
      for (int c = r % 7; c < columns; c += 1 + r % 31) {
        places.push_back(c);
        values.push_back((float)((r + c) % 5));
        wanted[r] += values.back() * x[c];
      }
      ends.push_back((int)places.size());
    }
    const real::memory<int> offsets(ends), columns_of(places);
    const real::memory<float> entries(values), vector(x);
    real::memory<float> out(rows);
    real::with_scratch("CsrMV", [&](void *scratch, size_t &size) {
      return cub::DeviceSpmv::CsrMV(
          scratch, size, const_cast<float *>(entries.get()),
          const_cast<int *>(offsets.get()), const_cast<int *>(columns_of.get()),
          const_cast<float *>(vector.get()), out.get(), rows, columns,
          (int)values.size());
    });
    real::same_all("CsrMV", rows, out.host(), wanted);
  }
  return real::done();
}
