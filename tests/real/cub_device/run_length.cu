// SPDX-License-Identifier: Apache-2.0
// DeviceRunLengthEncode: runs, and runs that are no single values.
#include <cub/device/device_run_length_encode.cuh>

#include "real.h"

int main() {
  for (size_t n : real::sizes) {
    std::vector<int> values = real::values<int>(n, 3);
    for (size_t i = 0; i < n; ++i)
      if (i / 4500 % 2)
        values[i] = 8;
    std::vector<int> heads, lengths, starts, long_lengths;
    for (size_t i = 0; i < n;) {
      size_t end = i;
      while (end < n && values[end] == values[i])
        ++end;
      heads.push_back(values[i]);
      lengths.push_back((int)(end - i));
      if (end - i > 1) {
        starts.push_back((int)i);
        long_lengths.push_back((int)(end - i));
      }
      i = end;
    }
    const real::memory<int> in(values);
    real::memory<int> out(n), counts(n), number(1);
    real::with_scratch("Encode", [&](void *scratch, size_t &size) {
      return cub::DeviceRunLengthEncode::Encode(scratch, size, in.get(),
                                                out.get(), counts.get(),
                                                number.get(), (int)n);
    });
    real::same("Encode's number", n, number.host()[0], (int)heads.size());
    real::same_all("Encode's values", n, out.host(heads.size()), heads);
    real::same_all("Encode's lengths", n, counts.host(lengths.size()),
                   lengths);
    real::with_scratch("NonTrivialRuns", [&](void *scratch, size_t &size) {
      return cub::DeviceRunLengthEncode::NonTrivialRuns(
          scratch, size, in.get(), out.get(), counts.get(), number.get(),
          (int)n);
    });
    real::same("NonTrivialRuns' number", n, number.host()[0],
               (int)starts.size());
    real::same_all("NonTrivialRuns' starts", n, out.host(starts.size()),
                   starts);
    real::same_all("NonTrivialRuns' lengths", n,
                   counts.host(long_lengths.size()), long_lengths);
  }
  return real::done();
}
