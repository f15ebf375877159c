// SPDX-License-Identifier: Apache-2.0
// The functions of BLAS by their definitions, in double: matrices of every
// storage are read into dense ones, and what is written goes back.
#ifndef QUERN_TESTS_REFERENCE_H
#define QUERN_TESTS_REFERENCE_H

#include <complex>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "program.h"

using Z = std::complex<double>;

// An argument, as a line of functions.txt has it.
struct Arg {
  std::string kind; // op uplo side diag int x y A C p P a r v w % =e =r =i
  std::string name;
  std::string rows;
  bool is_data() const {
    return kind.size() == 1 && std::strchr("xyACpP", kind[0]);
  }
  bool is_result() const { return kind[0] == '='; }
};

inline std::vector<Arg> parse(const std::string &text) {
  std::vector<Arg> args;
  std::istringstream in(text);
  for (std::string word; in >> word;) {
    Arg arg;
    const size_t colon = word.find(':'), open = word.find('(');
    if (word[0] == '=')
      arg = {word, "result", ""};
    else if (word[0] == '%')
      arg = {"%", word.substr(1), ""};
    else
      arg = {word.substr(0, colon),
             word.substr(colon + 1, open == std::string::npos
                                        ? open
                                        : open - colon - 1),
             ""};
    if (open != std::string::npos)
      arg.rows = word.substr(open + 1, word.size() - open - 2);
    args.push_back(arg);
  }
  return args;
}

// What a function does, without the letters of its types.
inline std::string operation(const std::string &name) {
  static const char *const all[] = {
      "amax", "amin", "asum", "nrm2",  "axpy",  "copy",  "swap",  "scal",
      "dot",  "dotu", "dotc", "rot",   "rotg",  "rotm",  "rotmg", "gemv",
      "gbmv", "trmv", "tbmv", "tpmv",  "trsv",  "tbsv",  "tpsv",  "symv",
      "hemv", "sbmv", "hbmv", "spmv",  "hpmv",  "ger",   "geru",  "gerc",
      "syr",  "her",  "spr",  "hpr",   "syr2",  "her2",  "spr2",  "hpr2",
      "gemm", "symm", "hemm", "syrk",  "herk",  "syr2k", "her2k", "syrkx",
      "herkx", "trmm", "trsm", "geam", "dgmm", "trtri", "gemmt"};
  std::string best;
  for (const std::string op : all)
    if (name.size() >= op.size() && op.size() > best.size() &&
        name.compare(name.size() - op.size(), op.size(), op) == 0)
      best = op;
  CHECK(!best.empty());
  return best;
}

// Where a matrix keeps its elements; -1: it does not.
struct Storage {
  char kind; // g s h t
  bool upper, unit, packed, band;
  long n, ld, above, below;
  long operator()(long i, long j) const {
    if (kind != 'g' && (upper ? i > j : i < j))
      return -1;
    if (kind == 't' && i == j && unit)
      return -1;
    if (packed)
      return upper ? i + j * (j + 1) / 2 : i + j * (2 * n - j - 1) / 2;
    if (band && (j - i > above || i - j > below))
      return -1;
    return (band ? above + i - j : i) + j * ld;
  }
};

// One member of a batch.
struct Problem {
  std::string op;
  std::map<std::string, char> letters;
  std::map<std::string, long> ints; // sizes, strides, leading dimensions
  std::map<std::string, Z> scalars;
  std::map<std::string, std::vector<Z>> data; // results too

  long size(const std::string &name) const {
    auto found = ints.find(name);
    return found == ints.end() ? 0 : found->second;
  }
  char letter(const std::string &name) const {
    auto found = letters.find(name);
    return found == letters.end() ? 'N' : found->second;
  }
  bool is_transposed(const std::string &name) const {
    return letter(name) != 'N';
  }

  // ---- Vectors
  long length(const std::string &name) const {
    const bool right = letter("side") == 'R';
    if (op == "gemv" || op == "gbmv")
      return size((name == "x") != is_transposed("trans") ? "n" : "m");
    if (op.compare(0, 3, "ger") == 0)
      return size(name == "x" ? "m" : "n");
    if (op == "dgmm")
      return size(right ? "n" : "m");
    return size("n");
  }
  size_t place(const std::string &name, long i) const {
    const long inc = size("inc" + name);
    return (size_t)(inc >= 0 ? i * inc : (i - (length(name) - 1)) * inc);
  }
  Z &at(const std::string &name, long i) {
    return data[name][place(name, i)];
  }
  std::vector<Z> vector(const std::string &name) {
    std::vector<Z> v((size_t)length(name));
    for (size_t i = 0; i < v.size(); ++i)
      v[i] = at(name, (long)i);
    return v;
  }

  // ---- Matrices
  char shape(const std::string &name) const { // g s h t
    const bool rank = op.find("rk") != std::string::npos ||
                      op.find("2k") != std::string::npos;
    if (name == "AP" || (name == "A" && !rank))
      return op[0] == 'd' ? 'g' : op[0];
    if (name == "C" && (rank || op == "gemmt"))
      return op == "gemmt" ? 's' : op[0];
    return 'g';
  }
  long order(const std::string &name) const { // of what is square
    if (name == "A" && letters.count("side"))
      return size(letter("side") == 'R' ? "n" : "m");
    return size("n");
  }
  void extent(const Arg &arg, long *rows, long *columns) const {
    const size_t slash = arg.rows.find('/'), comma = arg.rows.find(',');
    if (shape(arg.name) != 'g') {
      *rows = *columns = order(arg.name);
    } else if (slash != std::string::npos) {
      const std::string first = arg.rows.substr(0, slash);
      const std::string other = arg.rows.substr(slash + 1, comma - slash - 1);
      const bool turned = is_transposed(arg.rows.substr(comma + 1));
      *rows = size(turned ? other : first);
      *columns = size(turned ? first : other);
    } else {
      *rows = size(arg.rows == "n" ? "n" : "m");
      *columns = size("n");
    }
  }
  bool is_band() const {
    return op == "gbmv" || op == "sbmv" || op == "hbmv" || op == "tbmv" ||
           op == "tbsv";
  }
  Storage storage(const std::string &name) const {
    const bool upper = letter("uplo") == 'U', band = is_band();
    Storage s = {};
    s.kind = shape(name);
    s.upper = upper;
    s.unit = letter("diag") == 'U';
    s.packed = name == "AP";
    s.band = band;
    s.n = size("n");
    s.ld = size(name == "A" ? "lda" : name == "B" ? "ldb" : "ldc");
    s.above = op == "gbmv" ? size("ku") : upper ? size("k") : 0;
    s.below = op == "gbmv" ? size("kl") : upper ? 0 : size("k");
    return s;
  }
};

struct Dense {
  long rows = 0, columns = 0;
  std::vector<Z> v;
  Dense(long m, long n) : rows(m), columns(n), v((size_t)(m * n)) {}
  Z &operator()(long i, long j) { return v[(size_t)(i + j * rows)]; }
};

inline Dense load(Problem &p, const Arg &arg) {
  long m, n;
  p.extent(arg, &m, &n);
  Dense a(m, n);
  const Storage place = p.storage(arg.name);
  const std::vector<Z> &from = p.data[arg.name];
  const char kind = place.kind;
  for (long j = 0; j < n; ++j)
    for (long i = 0; i < m; ++i) {
      const long at = place(i, j), mirror = place(j, i);
      Z &to = a(i, j);
      if (at >= 0)
        to = from[(size_t)at];
      else if ((kind == 's' || kind == 'h') && mirror >= 0)
        to = kind == 'h' ? std::conj(from[(size_t)mirror])
                         : from[(size_t)mirror];
      else if (kind == 't' && i == j)
        to = 1;
      if (kind == 'h' && i == j)
        to = to.real();
    }
  return a;
}

inline void keep(Problem &p, const Arg &arg, Dense &a) {
  const Storage place = p.storage(arg.name);
  std::vector<Z> &to = p.data[arg.name];
  for (long j = 0; j < a.columns; ++j)
    for (long i = 0; i < a.rows; ++i) {
      const long at = place(i, j);
      if (at >= 0)
        to[(size_t)at] = a(i, j);
    }
}

inline Dense turn(Dense &a, char letter) {
  if (letter == 'N')
    return a;
  Dense t(a.columns, a.rows);
  for (long j = 0; j < a.columns; ++j)
    for (long i = 0; i < a.rows; ++i)
      t(j, i) = letter == 'C' ? std::conj(a(i, j)) : a(i, j);
  return t;
}

// sum += alpha a b
inline void add_product(Dense &sum, Z alpha, Dense &a, Dense &b) {
  for (long j = 0; j < sum.columns; ++j)
    for (long l = 0; l < a.columns; ++l) {
      const Z y = alpha * b(l, j);
      const Z *column = &a.v[(size_t)(l * a.rows)];
      Z *to = &sum.v[(size_t)(j * sum.rows)];
      for (long i = 0; i < sum.rows; ++i)
        to[i] += Z(column[i].real() * y.real() - column[i].imag() * y.imag(),
                   column[i].real() * y.imag() + column[i].imag() * y.real());
    }
}

// beta a, of which 0 reads nothing.
inline Dense scaled(Dense &a, Z beta) {
  Dense out(a.rows, a.columns);
  for (size_t i = 0; i < a.v.size() && beta != 0.0; ++i)
    out.v[i] = beta * a.v[i];
  return out;
}

// b = t^-1 b of a triangular t.
inline void solve(Dense &t, Dense &b) {
  bool lower = true;
  for (long j = 1; j < t.columns; ++j)
    for (long i = 0; i < j; ++i)
      lower = lower && t(i, j) == 0.0;
  for (long c = 0; c < b.columns; ++c)
    for (long step = 0; step < t.rows; ++step) {
      const long i = lower ? step : t.rows - 1 - step;
      Z sum = b(i, c);
      for (long l = lower ? 0 : i + 1; l < (lower ? i : t.rows); ++l)
        sum -= t(i, l) * b(l, c);
      b(i, c) = sum / t(i, i);
    }
}

inline Dense column(Problem &p, const std::string &name) {
  Dense v(p.length(name), 1);
  v.v = p.vector(name);
  return v;
}

inline void keep_column(Problem &p, const std::string &name, Dense &v) {
  for (long i = 0; i < v.rows; ++i)
    p.at(name, i) = v(i, 0);
}

// ---- Level 1

inline double sum1(Z x) { return std::fabs(x.real()) + std::fabs(x.imag()); }

inline void level1(Problem &p) {
  const long n = p.size("n");
  const std::string &op = p.op;
  const Z alpha = p.scalars["alpha"], s = p.scalars["s"];
  const double c = p.scalars["c"].real();
  // Those of one vector take a stride of 0 or less as no elements.
  const bool none = p.size("incx") <= 0 && !p.ints.count("incy");
  const std::vector<Z> x = none ? std::vector<Z>() : p.vector("x");
  Z result = 0;
  double squares = 0;
  for (long i = 0; i < (long)x.size(); ++i) {
    const double one = sum1(x[(size_t)i]);
    const long best = (long)result.real();
    if (op == "amax" || op == "amin") {
      const double most = best ? sum1(x[(size_t)best - 1]) : 0;
      if (!best || (op == "amax" ? one > most : one < most))
        result = (double)(i + 1);
    } else if (op == "asum") {
      result += one;
    } else if (op == "nrm2") {
      squares += std::norm(x[(size_t)i]);
      result = std::sqrt(squares);
    } else if (op.compare(0, 3, "dot") == 0) {
      result += (op == "dotc" ? std::conj(x[(size_t)i]) : x[(size_t)i]) *
                p.at("y", i);
    }
  }
  if (p.data.count("result"))
    p.data["result"][0] = result;
  for (long i = 0; i < n && !none; ++i) {
    Z &to = p.at("x", i);
    const Z old = to;
    if (op == "scal") {
      to = alpha * to;
    } else if (p.ints.count("incy")) {
      Z &y = p.at("y", i);
      const Z was = y;
      if (op == "axpy")
        y += alpha * old;
      else if (op == "copy" || op == "swap")
        y = old;
      if (op == "swap")
        to = was;
      if (op == "rot") {
        to = c * old + s * was;
        y = c * was - std::conj(s) * old;
      }
      if (op == "rotm") {
        std::vector<Z> &m = p.data["param"]; // flag h11 h21 h12 h22
        const double flag = m[0].real();
        const Z h11 = flag == -2 || flag == 0 ? 1 : m[1];
        const Z h21 = flag == -2 ? 0 : flag == 1 ? -1 : m[2];
        const Z h12 = flag == -2 ? 0 : flag == 1 ? 1 : m[3];
        const Z h22 = flag == -2 || flag == 0 ? 1 : m[4];
        to = h11 * old + h12 * was;
        y = h21 * old + h22 * was;
      }
    }
  }
}

// ---- Levels 2 and 3

inline const Arg &named(const std::vector<Arg> &args, const char *name) {
  for (const Arg &arg : args)
    if (arg.name == name)
      return arg;
  std::abort();
}

inline void level2(Problem &p, const std::vector<Arg> &args) {
  const std::string &op = p.op;
  const bool is_update = op.compare(0, 3, "ger") == 0 || op[2] == 'r';
  const Z alpha = p.scalars["alpha"], beta = p.scalars["beta"];
  const bool is_packed = p.data.count("AP") > 0;
  const Arg &arg = named(args, is_packed ? "AP" : "A");
  Dense a = load(p, arg);
  Dense x = column(p, "x");
  if (op[0] == 't') {
    Dense t = turn(a, p.letter("trans")), y(x.rows, 1);
    if (op.compare(2, 2, "sv") == 0) {
      solve(t, x);
      y = x;
    } else {
      add_product(y, 1, t, x);
    }
    keep_column(p, "x", y);
  } else if (is_update && op != "syrk") {
    const bool hermitian = op[0] == 'h' || op == "gerc";
    const bool two = op.back() == '2';
    Dense y = two || op[0] == 'g' ? column(p, "y") : x;
    Dense xt = turn(x, hermitian ? 'C' : 'T');
    Dense yt = turn(y, hermitian ? 'C' : 'T');
    add_product(a, alpha, x, yt);
    if (two)
      add_product(a, op[0] == 'h' ? std::conj(alpha) : alpha, y, xt);
    keep(p, arg, a);
  } else {
    Dense t = turn(a, p.letter("trans")), y = column(p, "y");
    if (!x.rows || !y.rows)
      return; // y stays, whatever beta is
    Dense sum = scaled(y, beta);
    add_product(sum, alpha, t, x);
    keep_column(p, "y", sum);
  }
}

inline void rank_k(Problem &p, const std::vector<Arg> &args) {
  const std::string &op = p.op;
  const bool hermitian = op[0] == 'h', two = op.find("2k") != op.npos;
  const bool plain = !p.is_transposed("trans");
  const char other = hermitian ? 'C' : 'T';
  const Z alpha = p.scalars["alpha"];
  Dense a = load(p, named(args, "A"));
  Dense b = p.data.count("B") ? load(p, named(args, "B")) : a;
  const Arg &to = named(args, "C");
  Dense c = load(p, to), sum = scaled(c, p.scalars["beta"]);
  Dense at = turn(a, other), bt = turn(b, other);
  add_product(sum, alpha, plain ? a : at, plain ? bt : b);
  if (two)
    add_product(sum, hermitian ? std::conj(alpha) : alpha, plain ? b : bt,
                plain ? at : a);
  for (long i = 0; hermitian && i < sum.rows; ++i)
    sum(i, i) = sum(i, i).real();
  keep(p, to, sum);
}

inline void level3(Problem &p, const std::vector<Arg> &args) {
  const std::string &op = p.op;
  const Z alpha = p.scalars["alpha"], beta = p.scalars["beta"];
  const bool right = p.letter("side") == 'R';
  if (op.find("rk") != op.npos || op.find("2k") != op.npos)
    return rank_k(p, args);
  Dense a = load(p, named(args, "A"));
  if (op == "trsm") {
    // X op(A) = B is op(A)^T X^T = B^T
    Dense t = turn(a, p.letter("trans")), tt = turn(t, 'T');
    Dense b = load(p, named(args, "B")), bt = turn(b, 'T');
    Dense x = scaled(right ? bt : b, alpha);
    solve(right ? tt : t, x);
    Dense xt = turn(x, 'T');
    return keep(p, named(args, "B"), right ? xt : x);
  }
  if (op == "trtri") { // the other triangle becomes zero
    Dense inverse(a.rows, a.columns);
    for (long i = 0; i < a.rows; ++i)
      inverse(i, i) = 1;
    solve(a, inverse);
    return keep(p, named(args, "C"), inverse);
  }
  Dense c = load(p, named(args, "C")), sum = scaled(c, beta);
  if (op == "trmm" || op == "dgmm")
    sum = scaled(c, 0);
  if (op == "dgmm") {
    std::vector<Z> x = p.vector("x");
    for (long j = 0; j < c.columns; ++j)
      for (long i = 0; i < c.rows; ++i)
        sum(i, j) = a(i, j) * x[(size_t)(right ? j : i)];
    return keep(p, named(args, "C"), sum);
  }
  Dense b = load(p, named(args, "B"));
  Dense at = turn(a, p.letter(p.letters.count("transa") ? "transa" : "trans"));
  Dense bt = turn(b, p.letter("transb"));
  if (op == "geam") {
    const Dense first = scaled(at, alpha), second = scaled(bt, beta);
    for (size_t i = 0; i < sum.v.size(); ++i)
      sum.v[i] = first.v[i] + second.v[i];
  } else {
    add_product(sum, alpha, right ? bt : at, right ? at : bt);
  }
  keep(p, named(args, "C"), sum);
}

// rotg and rotmg are checked by what they promise, not computed.
inline void reference(Problem &p, const std::vector<Arg> &args) {
  const bool has_matrix = p.data.count("A") || p.data.count("AP");
  const bool has_vector = p.data.count("x");
  if (!has_matrix)
    level1(p);
  else if (has_vector && p.op != "dgmm")
    level2(p, args);
  else
    level3(p, args);
}

#endif
