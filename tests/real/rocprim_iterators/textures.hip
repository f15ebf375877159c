// SPDX-License-Identifier: Apache-2.0
// texture_cache_iterator over values of each size that textures have, from the
// beginning and from an offset, as the input of algorithms and in a kernel.
#include "functors.h"
#include "kinds.h"

struct three_words {
  int x, y, z;
};
__host__ __device__ inline bool operator==(const three_words &a,
                                           const three_words &b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}
static std::string text(const three_words &t) {
  return std::to_string(t.x) + " " + std::to_string(t.y) + " " +
         std::to_string(t.z);
}
template <> struct as<three_words> {
  static three_words of(long long x) {
    return three_words{(int)x, (int)-x, (int)(x * x)};
  }
};

// Backwards, by an index and by a step.
template <class I, class T> __global__ void reads(I from, T *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = from[n - 1 - i];
    out[n + i] = *(from + i);
  }
}

template <class T> static void check_size(const char *what, size_t n) {
  const std::vector<T> v = numbers<T>(n, 0, 120);
  const real::memory<T> in(v), copy(n), out(2 * n);
  rocprim::texture_cache_iterator<T> cached;
  if (!real::ok(cached.bind_texture(in.get(), n * sizeof(T)), what))
    return;
  real::ok(rocprim::transform(cached, copy.get(), n, rocprim::identity<T>()),
           what);
  real::same_all(what, n, copy.host(), v);
  reads<<<(unsigned)(n + 63) / 64, 64>>>(cached, out.get(), (int)n);
  real::same_all(what, n, out.host(),
                 joined(std::vector<T>(v.rbegin(), v.rend()), v));
  const size_t from = n / 3;
  real::ok(rocprim::transform(cached + from, copy.get(), n - from,
                              rocprim::identity<T>()),
           what);
  real::same_all(what, n, copy.host(n - from),
                 std::vector<T>(v.begin() + from, v.end()));
  real::ok(cached.unbind_texture(), what);
}

template <class T> static void check(const char *what) {
  for (size_t n : {1, 33, 1000, 4097})
    check_size<T>(what, n);
}

int main() {
  check<signed char>("signed char");
  check<unsigned char>("unsigned char");
  check<short>("short");
  check<int>("int");
  check<float>("float");
  check<double>("double");
  check<unsigned long long>("unsigned long long");
  check<affine>("two words");
  check<three_words>("three words");
  check<wide_t>("four words");
  check<record>("six words");
  return real::done();
}
