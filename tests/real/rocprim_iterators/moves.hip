// SPDX-License-Identifier: Apache-2.0
// What random access iterators can, of each of rocPRIM's: steps, jumps,
// indices, distances and comparisons, on the device and on the host alike.
#include "functors.h"
#include "kinds.h"

static const int AROUND = 40; // numbers on both sides of where one begins

// A step back, after or before which one reads.
template <class I> __host__ __device__ I back(I &it, bool before) {
  const I old = it;
  if (before)
    return --it;
  it--;
  return old;
}
template <class I, class D, class T>
__host__ __device__ rocprim::arg_index_iterator<I, D, T>
back(rocprim::arg_index_iterator<I, D, T> &it, bool before) {
  const rocprim::arg_index_iterator<I, D, T> old = it;
  it -= 1;
  return before ? it : old;
}

// What is read on the way; each place is named by its distance from the first.
template <bool COMPARES, class I, class VALUE>
__host__ __device__ void walk(I it, VALUE value, long long *out) {
  const I first = it;
  int n = 0;
  out[n++] = value(*it);
  out[n++] = value(*(it + 7)) + 1000 * value(*(7 + it));
  out[n++] = value(*(it - 9));
  out[n++] = value(it[11]) + 1000 * value(it[-3]);
  out[n++] = value(*++it);
  out[n++] = value(*it++);
  out[n++] = value(*it);
  out[n++] = value(*back(it, true));
  out[n++] = value(*back(it, false));
  out[n++] = value(*it);
  it += 12;
  out[n++] = value(*it);
  it -= 20;
  out[n++] = value(*it);
  out[n++] = it - first + 100 * (first - it);
  if constexpr (COMPARES) {
    out[n++] = (it == first) + 2 * (it != first) + 4 * (first == first);
    out[n++] = (it < first) + 2 * (it > first) + 4 * (it <= it) +
               8 * (it >= first) + 16 * (first >= it);
  } else {
    out[n++] = 2 + 4;
    out[n++] = 1 + 4 + 16;
  }
}

template <class VALUE> static std::vector<long long> wanted_of(VALUE at) {
  return {at(0),     at(7) + 1000 * at(7),
          at(-9),    at(11) + 1000 * at(-3),
          at(1),     at(1),
          at(2),     at(1),
          at(1),     at(0),
          at(12),    at(-8),
          -8 + 800,  2 + 4,
          1 + 4 + 16};
}

template <bool COMPARES, class I, class VALUE>
__global__ void walk_there(I it, VALUE value, long long *out) {
  walk<COMPARES>(it, value, out);
}

template <bool COMPARES = true, class I, class VALUE, class AT>
static void there(const char *what, I it, VALUE value, AT at) {
  const std::vector<long long> wanted = wanted_of(at);
  const real::memory<long long> out(wanted.size());
  walk_there<COMPARES><<<1, 1>>>(it, value, out.get());
  real::same_all(what, 0, out.host(), wanted);
}
template <class I, class VALUE, class AT>
static void both(const char *what, I it, VALUE value, AT at) {
  std::vector<long long> got(wanted_of(at).size());
  walk<true>(it, value, got.data());
  real::same_all(what, 1, got, wanted_of(at));
  there<false>(what, it, value, at);
}

struct itself {
  template <class T>
  __host__ __device__ long long operator()(const T &x) const {
    return (long long)x;
  }
};
struct key_and_value {
  template <class P>
  __host__ __device__ long long operator()(const P &p) const {
    return (long long)p.key * 100 + p.value;
  }
};
struct sum_of_pair {
  template <class P>
  __host__ __device__ long long operator()(const P &p) const {
    return rocprim::get<0>(p) + 50 * rocprim::get<1>(p);
  }
};

int main() {
  const std::vector<int> v = real::values<int>(2 * AROUND, 90);
  const std::vector<short> w = real::values<short>(2 * AROUND, 90, 2);
  const real::memory<int> a(v);
  const real::memory<short> b(w);
  const int *const far = a.get() + AROUND;
  both("counting", rocprim::make_counting_iterator(50), itself(),
       [](int i) { return 50ll + i; });
  both("transform of counting",
       rocprim::make_transform_iterator(rocprim::make_counting_iterator(50),
                                        square()),
       itself(), [](int i) { return (50ll + i) * (50 + i); });
  both("constant", rocprim::make_constant_iterator(7, 50), itself(),
       [](int) { return 7ll; });
  auto mirrored = [&](int i) { return (long long)v[AROUND - 1 - i]; };
  there("reverse", rocprim::make_reverse_iterator(far), itself(), mirrored);
  both("reverse of counting",
       rocprim::make_reverse_iterator(rocprim::make_counting_iterator(50)),
       itself(), [](int i) { return 49ll - i; });
  auto numbered = [&](int i) { return (5ll + i) * 100 + v[AROUND + i]; };
  there<false>("arg_index", rocprim::make_arg_index_iterator(far, (ptrdiff_t)5),
               key_and_value(), numbered);
  auto zipped = [&](int i) { return v[AROUND + i] + 50ll * w[AROUND + i]; };
  there("zip",
        rocprim::make_zip_iterator(
            rocprim::make_tuple(far, (const short *)b.get() + AROUND)),
        sum_of_pair(), zipped);
  return real::done();
}
