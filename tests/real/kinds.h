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
// Devices that take SPIR-V have no such integers; cc tells both sides.
#ifndef CCCL_DISABLE_INT128_SUPPORT
#define REAL_INT128
#endif
typedef __int128 int128_t; // not where 5.3.3 keeps it aligned to 8 bytes alone

// 128 bits in two words.
struct wide_t {
  unsigned long long low;
  long long high;
  wide_t() = default;
  __host__ __device__ wide_t(long long x)
      : low((unsigned long long)x), high(x < 0 ? -1 : 0) {}
  __host__ __device__ wide_t(unsigned long long l, long long h)
      : low(l), high(h) {}
};
__host__ __device__ inline wide_t operator+(const wide_t &a, const wide_t &b) {
  const unsigned long long low = a.low + b.low;
  return wide_t(low, a.high + b.high + (low < a.low));
}
__host__ __device__ inline wide_t operator-(const wide_t &a, const wide_t &b) {
  return wide_t(a.low - b.low, a.high - b.high - (a.low < b.low));
}
__host__ __device__ inline bool operator<(const wide_t &a, const wide_t &b) {
  return a.high != b.high ? a.high < b.high : a.low < b.low;
}
__host__ __device__ inline bool operator==(const wide_t &a, const wide_t &b) {
  return a.low == b.low && a.high == b.high;
}

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
// Of these the order does not matter.
struct meld {
  __host__ __device__ affine operator()(const affine &f,
                                        const affine &g) const {
    return affine{f.scale * g.scale, f.shift + g.shift};
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
inline std::string text(const wide_t &x) {
  return std::to_string(x.high) + " * 2^64 + " + std::to_string(x.low);
}
namespace real {
template <> inline std::string text(const int128_t &x) {
  return std::to_string((long long)(x >> 64)) + " * 2^64 + " +
         std::to_string((unsigned long long)x);
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
// A number and its product with a large one: both words count.
template <> struct as<wide_t> {
  static wide_t of(long long x) {
    return wide_t((unsigned long long)x * 0x9e3779b97f4a7c15ull, x / 2);
  }
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
