// SPDX-License-Identifier: Apache-2.0
//
// Operations of our own, for programs whose libraries name theirs differently
// from version to version.
#ifndef QUERN_TESTS_REAL_FUNCTORS_H
#define QUERN_TESTS_REAL_FUNCTORS_H

#define REAL_FN __host__ __device__

struct add { // of two types: sums may be wider than what is added
  template <class A, class B>
  REAL_FN auto operator()(const A &a, const B &b) const -> decltype(a + b) {
    return a + b;
  }
};
struct larger {
  template <class T> REAL_FN T operator()(const T &a, const T &b) const {
    return a < b ? b : a;
  }
};
struct smaller {
  template <class T> REAL_FN T operator()(const T &a, const T &b) const {
    return b < a ? b : a;
  }
};
struct minus_left {
  template <class T> REAL_FN T operator()(const T &a, const T &b) const {
    return (T)(a - b);
  }
};
struct less_than {
  template <class T> REAL_FN bool operator()(const T &a, const T &b) const {
    return a < b;
  }
};
struct more_than {
  template <class T> REAL_FN bool operator()(const T &a, const T &b) const {
    return b < a;
  }
};
struct equal_to {
  template <class T> REAL_FN bool operator()(const T &a, const T &b) const {
    return a == b;
  }
};
struct differs {
  template <class T> REAL_FN bool operator()(const T &a, const T &b) const {
    return !(a == b);
  }
};
// Orders numbers by their last four bits only: many are equal.
struct less_low {
  REAL_FN bool operator()(int a, int b) const { return (a & 15) < (b & 15); }
};
struct is_odd {
  REAL_FN bool operator()(int x) const { return (x & 1) != 0; }
};
struct below {
  int limit;
  REAL_FN bool operator()(int x) const { return x < limit; }
};
struct square {
  template <class T> REAL_FN T operator()(const T &x) const {
    return (T)(x * x);
  }
};
struct three_more {
  REAL_FN int operator()(int x) const { return 3 * x + 1; }
};

#endif
