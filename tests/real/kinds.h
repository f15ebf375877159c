// SPDX-License-Identifier: Apache-2.0
//
// Values of many kinds for programs over rocPRIM: half and bfloat16, 128 bits,
// structures; and functions whose order matters.
#ifndef QUERN_TESTS_REAL_KINDS_H
#define QUERN_TESTS_REAL_KINDS_H

#include <rocprim/rocprim.hpp>

#include "real.h"

typedef rocprim::half half_t;
typedef rocprim::bfloat16 bfloat_t;
typedef __int128 wide_t;
typedef unsigned __int128 uwide_t;

// x -> scale * x + shift: composing is associative and not commutative.
struct affine {
  unsigned scale, shift;
};
// The right one after the left one.
struct compose {
  __host__ __device__ affine operator()(const affine &f,
                                        const affine &g) const {
    return affine{f.scale * g.scale, f.shift * g.scale + g.shift};
  }
};
__host__ __device__ inline bool operator==(const affine &f, const affine &g) {
  return f.scale == g.scale && f.shift == g.shift;
}

// Three bytes, of which no word is made.
struct colour {
  unsigned char red, green, blue;
};
__host__ __device__ inline bool operator==(const colour &a, const colour &b) {
  return a.red == b.red && a.green == b.green && a.blue == b.blue;
}

// Twenty-four bytes, ordered by `rank` alone.
struct record {
  double weight;
  long long id;
  int rank;
};
__host__ __device__ inline bool operator==(const record &a, const record &b) {
  return a.weight == b.weight && a.id == b.id && a.rank == b.rank;
}
__host__ __device__ inline bool operator<(const record &a, const record &b) {
  return a.rank < b.rank;
}

inline std::string text(const affine &f) {
  return std::to_string(f.scale) + " x + " + std::to_string(f.shift);
}
inline std::string text(const colour &c) {
  return std::to_string(c.red) + "/" + std::to_string(c.green) + "/" +
         std::to_string(c.blue);
}
inline std::string text(const record &r) {
  return "rank " + std::to_string(r.rank) + " id " + std::to_string(r.id);
}
inline std::string text(const half_t &x) { return std::to_string((float)x); }
inline std::string text(const bfloat_t &x) { return std::to_string((float)x); }
namespace real {
template <> inline std::string text(const wide_t &x) {
  return std::to_string((long long)(x >> 64)) + " * 2^64 + " +
         std::to_string((unsigned long long)x);
}
template <> inline std::string text(const uwide_t &x) {
  return text((wide_t)x);
}
} // namespace real

// A number as T: by way of float where T takes nothing else.
template <class T> struct as {
  static T of(long long x) { return (T)x; }
};
template <> struct as<half_t> {
  static half_t of(long long x) { return half_t((float)x); }
};
template <> struct as<bfloat_t> {
  static bfloat_t of(long long x) { return bfloat_t((float)x); }
};
template <> struct as<affine> {
  static affine of(long long x) {
    return affine{(unsigned)x * 2 + 1, (unsigned)x % 17};
  }
};
template <> struct as<colour> {
  static colour of(long long x) {
    return colour{(unsigned char)x, (unsigned char)(x >> 4),
                  (unsigned char)(x * 7)};
  }
};
template <> struct as<record> {
  static record of(long long x) {
    return record{(double)x / 4, x * 1000003, (int)(x % 100)};
  }
};

// `n` numbers from `low` to `high`, both among them, as T.
template <class T>
std::vector<T> numbers(size_t n, int low, int high, unsigned seed = 1) {
  const std::vector<unsigned> from =
      real::values<unsigned>(n, (unsigned)(high - low) + 1, seed);
  std::vector<T> out(n);
  for (size_t i = 0; i < n; ++i)
    out[i] = as<T>::of(low + (long long)from[i]);
  return out;
}

// Both halves of a vector, or several vectors, as one.
template <class T>
std::vector<T> joined(std::vector<T> a, const std::vector<T> &b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

#endif
