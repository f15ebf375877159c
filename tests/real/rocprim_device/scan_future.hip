// SPDX-License-Identifier: Apache-2.0
// future_value: exclusive scans, whole and by key, that begin with what an
// earlier kernel of the same stream computes; and a chain of algorithms in one.
#include "functors.h"
#include "kinds.h"

__global__ void prepare(const long long *from, long long *first) {
  *first = *from * 3 + 1;
}

// The reduction's result is prepared, and is the first value of the scan.
static void check(size_t n, hipStream_t stream) {
  const std::vector<long long> v = numbers<long long>(n, -1000, 1000);
  const real::memory<long long> in(v), sum(1), first(1), out(n);
  long long total = 5;
  for (long long x : v)
    total += x;
  std::vector<long long> wanted(n);
  for (size_t i = 0; i < n; ++i)
    wanted[i] = i ? wanted[i - 1] + v[i - 1] : total * 3 + 1;
  const rocprim::future_value<long long> later(first.get());
  real::with_scratch("a chain", [&](void *scratch, size_t &size) {
    size_t of_reduce = 0, of_scan = 0;
    hipError_t error = rocprim::reduce(nullptr, of_reduce, in.get(), sum.get(),
                                       5ll, n, add(), stream);
    if (error == hipSuccess)
      error = rocprim::exclusive_scan(nullptr, of_scan, in.get(), out.get(),
                                      later, n, add(), stream);
    size_t needed = of_reduce > of_scan ? of_reduce : of_scan;
    if (!scratch) {
      size = needed;
      return error;
    }
    error = rocprim::reduce(scratch, needed, in.get(), sum.get(), 5ll, n, add(),
                            stream);
    prepare<<<1, 1, 0, stream>>>(sum.get(), first.get());
    return error != hipSuccess
               ? error
               : rocprim::exclusive_scan(scratch, needed, in.get(), out.get(),
                                         later, n, add(), stream);
  });
  real::same("the first value", n, first.host()[0], total * 3 + 1);
  real::same_all("exclusive_scan", n, out.host(), wanted);
}

static void check_by_key(size_t n, hipStream_t stream) {
  const std::vector<int> v = numbers<int>(n, 0, 9), k = numbers<int>(n, 0, 1);
  const real::memory<int> keys(k), in(v), out(n), first(std::vector<int>{77});
  std::vector<int> wanted(n);
  for (size_t i = 0; i < n; ++i)
    wanted[i] = i && k[i] == k[i - 1] ? wanted[i - 1] + v[i - 1] : 77;
  const rocprim::future_value<int, const int *> later(first.get());
  real::with_scratch("by key", [&](void *scratch, size_t &size) {
    return rocprim::exclusive_scan_by_key(scratch, size, keys.get(), in.get(),
                                          out.get(), later, n, add(),
                                          equal_to(), stream);
  });
  real::same_all("exclusive_scan_by_key", n, out.host(), wanted);
}

int main() {
  hipStream_t stream;
  if (!real::ok(hipStreamCreate(&stream), "a stream"))
    return real::done();
  for (size_t n : {1, 255, 4097, 50000}) {
    check(n, stream);
    check_by_key(n, stream);
  }
  real::ok(hipStreamDestroy(stream), "destroying");
  return real::done();
}
