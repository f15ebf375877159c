// SPDX-License-Identifier: Apache-2.0
// uninitialized_copy, -fill and their forms with a count, replace_copy and
// replace_copy_if, over memory of device_malloc.
#include <thrust/device_delete.h>
#include <thrust/device_malloc.h>
#include <thrust/device_new.h>
#include <thrust/device_ptr.h>
#include <thrust/replace.h>
#include <thrust/uninitialized_copy.h>
#include <thrust/uninitialized_fill.h>

#include <algorithm>

#include "vectors.h"

// Made where it lies, by a constructor that is no copy of bits.
struct counted {
  int value, copies;
  __host__ __device__ counted(int v = 0) : value(v), copies(0) {}
  __host__ __device__ counted(const counted &from)
      : value(from.value), copies(from.copies + 1) {}
};

static void constructed(size_t n) {
  std::vector<counted> from(n, counted(3));
  for (size_t i = 0; i < n; ++i)
    from[i].value = (int)i;
  const thrust::device_vector<counted> source(from.begin(), from.end());
  const thrust::device_ptr<counted> to = thrust::device_malloc<counted>(n + 1);
  const auto end =
      thrust::uninitialized_copy(source.begin(), source.end(), to);
  real::same("where uninitialized_copy ends", n, (long)(end - to), (long)n);
  std::vector<counted> back(n);
  thrust::copy(to, to + n, back.begin());
  std::vector<int> values(n), wanted(n);
  for (size_t i = 0; i < n; ++i) {
    values[i] = back[i].value;
    wanted[i] = (int)i;
  }
  real::same_all("uninitialized_copy", n, values, wanted);
  thrust::uninitialized_fill_n(to, n, counted(-7));
  thrust::copy(to, to + n, back.begin());
  for (size_t i = 0; i < n; ++i)
    values[i] = back[i].value;
  real::same_all("uninitialized_fill_n", n, values,
                 std::vector<int>(n, -7));
  thrust::uninitialized_copy_n(source.begin(), n, to);
  thrust::copy(to, to + n, back.begin());
  for (size_t i = 0; i < n; ++i)
    values[i] = back[i].value;
  real::same_all("uninitialized_copy_n", n, values, wanted);
  thrust::device_free(to);
}

static void replaced(size_t n) {
  const std::vector<int> a = real::values<int>(n, 10);
  std::vector<int> wanted(n);
  const thrust::device_vector<int> x = there(a);
  thrust::device_vector<int> out(n);
  std::replace_copy(a.begin(), a.end(), wanted.begin(), 3, -3);
  thrust::replace_copy(x.begin(), x.end(), out.begin(), 3, -3);
  real::same_all("replace_copy", n, here(out), wanted);
  std::replace_copy_if(a.begin(), a.end(), wanted.begin(), is_odd(), 100);
  thrust::replace_copy_if(x.begin(), x.end(), out.begin(), is_odd(), 100);
  real::same_all("replace_copy_if", n, here(out), wanted);
  // What decides is in another sequence.
  const std::vector<int> b = real::values<int>(n, 7);
  const thrust::device_vector<int> y = there(b);
  for (size_t i = 0; i < n; ++i)
    wanted[i] = b[i] % 2 ? 55 : a[i];
  thrust::replace_copy_if(x.begin(), x.end(), y.begin(), out.begin(),
                          is_odd(), 55);
  real::same_all("replace_copy_if by another", n, here(out), wanted);
}

int main() {
  for (size_t n : real::sizes) {
    constructed(n);
    replaced(n);
  }
  return real::done();
}
