// SPDX-License-Identifier: Apache-2.0
// device_vector, host_vector and universal_vector as containers; device_ptr.
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_ptr.h>
#include <thrust/fill.h>
#include <thrust/universal_vector.h>

#include "vectors.h"

__global__ void twice(int *x, int n) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    x[i] *= 2;
}

int main() {
  for (size_t n : real::sizes) {
    std::vector<int> a = real::values<int>(n, 1000);
    thrust::host_vector<int> h(a.begin(), a.end());
    thrust::device_vector<int> d = h;
    if (n > 0)
      twice<<<(unsigned)((n + 127) / 128), 128>>>(
          thrust::raw_pointer_cast(d.data()), (int)n);
    for (int &value : a)
      value *= 2;
    real::same_all("a kernel on a vector", n, here(d), a);
    d.insert(d.begin() + n / 2, 3, 42);
    a.insert(a.begin() + n / 2, 3, 42);
    real::same_all("insert", n, here(d), a);
    d.push_back(7);
    d[0] = 11;
    a.push_back(7);
    a[0] = 11;
    d.erase(d.begin() + 1, d.begin() + 3);
    a.erase(a.begin() + 1, a.begin() + 3);
    real::same_all("erase", n, here(d), a);
    d.resize(n + 9, 5);
    a.resize(n + 9, 5);
    real::same_all("resize", n, here(d), a);
    h = d;
    real::same_all("back", n, h, a);
    thrust::universal_vector<int> u(a.begin(), a.end());
    twice<<<(unsigned)((u.size() + 127) / 128), 128>>>(
        thrust::raw_pointer_cast(u.data()), (int)u.size());
    real::ok(cudaDeviceSynchronize(), "twice");
    for (int &value : a)
      value *= 2;
    real::same_all("universal_vector", n, u, a);
  }
  thrust::device_ptr<int> p = thrust::device_malloc<int>(100);
  thrust::fill(p, p + 100, 8);
  real::same("device_ptr", 100, (int)p[99], 8);
  thrust::device_free(p);
  return real::done();
}
