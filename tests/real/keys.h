// SPDX-License-Identifier: Apache-2.0
//
// Keys of each type that radix sorts take, and their order on the host.
#ifndef QUERN_TESTS_REAL_KEYS_H
#define QUERN_TESTS_REAL_KEYS_H

#include <algorithm>
#include <cstring>
#include <numeric>

#include "kinds.h"

// Bits all over the type, so that every digit counts; numbers that are not too
// many where T has few.
template <class T> std::vector<T> keys(size_t n, unsigned seed = 1) {
  if (!std::is_integral<T>::value || sizeof(T) == 1)
    return numbers<T>(n, std::is_unsigned<T>::value ? 0 : -100, 100, seed);
  const std::vector<unsigned long long> low =
      real::values<unsigned long long>(n, 0x7fffffff, seed);
  const std::vector<unsigned long long> high =
      real::values<unsigned long long>(n, 0x7fffffff, seed + 77);
  std::vector<T> out(n);
  for (size_t i = 0; i < n; ++i)
    out[i] = (T)(low[i] * 5 ^ high[i] << 33);
  return out;
}

// What orders keys: half and bfloat16 by way of float.
template <class T> struct ordered {
  static T of(T x) { return x; }
};
template <> struct ordered<half_t> {
  static float of(half_t x) { return (float)x; }
};
template <> struct ordered<bfloat_t> {
  static float of(bfloat_t x) { return (float)x; }
};

// Only the bits from `begin` up to `end`, of an unsigned integer.
template <class T> T bits(T x, unsigned begin, unsigned end) {
  const unsigned width = end - begin;
  return width >= 8 * sizeof(T) ? x : (T)(x >> begin & (((T)1 << width) - 1));
}

// Places in a stable order, up or down, of the keys from `from` to `to`.
template <class F>
std::vector<int> places_by(F key_of, bool down, size_t from, size_t to) {
  std::vector<int> out(to - from);
  std::iota(out.begin(), out.end(), (int)from);
  std::stable_sort(out.begin(), out.end(), [&](int a, int b) {
    return down ? key_of(b) < key_of(a) : key_of(a) < key_of(b);
  });
  return out;
}
template <class T>
std::vector<int> places(const std::vector<T> &of, bool down = false) {
  return places_by([&](int i) { return ordered<T>::of(of[i]); }, down, 0,
                   of.size());
}

template <class T>
std::vector<T> picked(const std::vector<T> &from,
                      const std::vector<int> &places) {
  std::vector<T> out(places.size());
  for (size_t i = 0; i < places.size(); ++i)
    out[i] = from[places[i]];
  return out;
}

inline std::vector<int> counted(size_t n) {
  std::vector<int> out(n);
  std::iota(out.begin(), out.end(), 0);
  return out;
}

// Compares as the keys are ordered: half and bfloat16 have no == everywhere.
template <class T>
void same_keys(const char *what, const std::vector<T> &got,
               const std::vector<T> &wanted) {
  std::vector<decltype(ordered<T>::of(wanted[0]))> a, b;
  for (const T &x : got)
    a.push_back(ordered<T>::of(x));
  for (const T &x : wanted)
    b.push_back(ordered<T>::of(x));
  real::same_all(what, wanted.size(), a, b);
}

#endif
