// SPDX-License-Identifier: Apache-2.0
// Iterators, as what algorithms read and where they write, and hints for caches
// with values of all sizes.
#include <hipcub/hipcub.hpp>

#include <algorithm>
#include <numeric>

#include "functors.h"
#include "real.h"

struct wide { // three words of four bytes
  float x, y, z;
};

template <hipcub::CacheLoadModifier LOAD, hipcub::CacheStoreModifier STORE,
          class T>
__global__ void copies(T *from, T *to) {
  hipcub::CacheModifiedInputIterator<LOAD, T> in(from);
  hipcub::CacheModifiedOutputIterator<STORE, T> out(to);
  const int t = threadIdx.x;
  *(out + t) = in[t];
  out[64 + t] = hipcub::ThreadLoad<LOAD>(from + t);
  hipcub::ThreadStore<STORE>(to + 128 + t, *(in + t));
}

template <hipcub::CacheLoadModifier LOAD, hipcub::CacheStoreModifier STORE,
          class T>
static void check_copies(const char *what) {
  const std::vector<unsigned char> bytes =
      real::values<unsigned char>(64 * sizeof(T), 120);
  const real::memory<unsigned char> from(bytes);
  real::memory<unsigned char> to(3 * bytes.size());
  copies<LOAD, STORE, T><<<1, 64>>>((T *)from.get(), (T *)to.get());
  real::ok(hipDeviceSynchronize(), what);
  std::vector<unsigned char> wanted = bytes;
  wanted.insert(wanted.end(), bytes.begin(), bytes.end());
  wanted.insert(wanted.end(), bytes.begin(), bytes.end());
  real::same_all(what, sizeof(T), to.host(), wanted);
}

template <class In, class T>
static T sum_of(const char *what, In in, size_t n) {
  real::memory<T> out(1);
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return hipcub::DeviceReduce::Sum(scratch, size, in, out.get(), (int)n);
  });
  return out.host()[0];
}

static void textures(const std::vector<int> &v, const int *in) {
  hipcub::TexObjInputIterator<int> texture;
  real::ok(texture.BindTexture(in, v.size() * sizeof(int)), "BindTexture");
  real::same("TexObjInputIterator", v.size(),
             sum_of<hipcub::TexObjInputIterator<int>, int>("textures", texture,
                                                           v.size()),
             std::accumulate(v.begin(), v.end(), 0));
  real::ok(texture.UnbindTexture(), "UnbindTexture");
}

int main() {
  using namespace hipcub;
  check_copies<LOAD_DEFAULT, STORE_DEFAULT, wide>("structs");
  check_copies<LOAD_CG, STORE_CG, wide>("structs by CG");
  check_copies<LOAD_CS, STORE_CS, double>("doubles by CS");
  check_copies<LOAD_CV, STORE_WT, char>("bytes by CV");
  check_copies<LOAD_LDG, STORE_WB, short>("halves of words by LDG");
  check_copies<LOAD_VOLATILE, STORE_VOLATILE, float4>("four floats, volatile");
  check_copies<LOAD_CA, STORE_DEFAULT, int>("words by CA");

  const size_t n = 5003;
  const std::vector<int> v = real::values<int>(n, 1000);
  const real::memory<int> in(v);
  real::same("CountingInputIterator", n,
             sum_of<CountingInputIterator<int>, int>(
                 "counting", CountingInputIterator<int>(10), n),
             (int)(n * (n - 1) / 2 + 10 * n));
  real::same("ConstantInputIterator", n,
             sum_of<ConstantInputIterator<int>, int>(
                 "constant", ConstantInputIterator<int>(7), n),
             (int)(7 * n));
  typedef TransformInputIterator<int, three_more, const int *> more;
  real::same("TransformInputIterator", n,
             sum_of<more, int>("transform", more(in.get(), three_more()), n),
             (int)(3 * std::accumulate(v.begin(), v.end(), 0) + n));
  textures(v, in.get());

  ArgIndexInputIterator<const int *> pairs(in.get());
  real::memory<KeyValuePair<ptrdiff_t, int>> most(1);
  real::with_scratch("ArgMax of pairs", [&](void *scratch, size_t &size) {
    return DeviceReduce::Reduce(scratch, size, pairs, most.get(), (int)n,
                                ArgMax(), KeyValuePair<ptrdiff_t, int>(0, -1));
  });
  const auto at = std::max_element(v.begin(), v.end());
  real::same("ArgMax's place", n, (long)most.host()[0].key,
             (long)(at - v.begin()));
  real::same("ArgMax's value", n, most.host()[0].value, *at);

  real::memory<int> count(1);
  real::with_scratch("DiscardOutputIterator", [&](void *scratch, size_t &size) {
    return DeviceSelect::If(scratch, size, in.get(), DiscardOutputIterator<>(),
                            count.get(), (int)n, is_odd());
  });
  real::same("DiscardOutputIterator", n, count.host()[0],
             (int)std::count_if(v.begin(), v.end(), is_odd()));
  return real::done();
}
