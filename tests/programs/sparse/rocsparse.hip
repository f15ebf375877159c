// SPDX-License-Identifier: Apache-2.0
// rocSPARSE's functions against dense matrices in double: four types, both
// bases, formats, transposes, orders, both pointer modes, sizes from 0 to 70 with
// rows that are empty; triangular systems, incomplete factors of whole patterns,
// sums and products of sparse matrices, conversions, and wrong calls.
// FLAGS: -lrocsparse -std=c++17
// DEVICES: cpu
#include <hip/hip_runtime.h>
#include <rocsparse/rocsparse.h>

#include <algorithm>
#include <complex>
#include <cstring>
#include <type_traits>
#include <vector>

#include "program.h"

using Z = std::complex<double>;
static int results;
static rocsparse_handle handle;

#define GOOD(...) CHECK((__VA_ARGS__) == rocsparse_status_success)
#define IS(status, ...) CHECK((__VA_ARGS__) == rocsparse_status_##status)

static double noise() {
  static unsigned state = 5;
  state = state * 1664525u + 1013904223u;
  return double(int(state >> 8 & 0xffff) - 0x8000) / 0x8000;
}

template <typename T> struct Kind;
#define KIND(T, name, is_complex, is_double)                                   \
  template <> struct Kind<T> {                                                 \
    static const rocsparse_datatype type = rocsparse_datatype_##name;          \
    static const bool complex = is_complex;                                    \
    static constexpr double near = is_double ? 1e-11 : 2e-4;                    \
  }
KIND(float, f32_r, false, false);
KIND(double, f64_r, false, true);
KIND(rocsparse_float_complex, f32_c, true, false);
KIND(rocsparse_double_complex, f64_c, true, true);

template <typename T> static T make(Z z) {
  if constexpr (Kind<T>::complex) {
    T t;
    t.x = decltype(t.x)(z.real());
    t.y = decltype(t.y)(z.imag());
    return t;
  } else {
    return T(z.real());
  }
}
template <typename T> static Z get(T t) {
  if constexpr (Kind<T>::complex)
    return Z(t.x, t.y);
  else
    return Z(t, 0);
}
// What a type holds of a number.
template <typename T> static Z some() {
  return get(make<T>(Z(noise(), noise())));
}

template <typename T> struct Array {
  T *p = nullptr;
  size_t count;
  explicit Array(size_t n) : count(n) {
    CHECK(hipMallocManaged((void **)&p, (n + 1) * sizeof(T)) == hipSuccess);
    std::memset((void *)p, 0, (n + 1) * sizeof(T));
  }
  Array(const Array &) = delete;
  ~Array() { (void)hipFree(p); }
};

static void wait() { CHECK(hipDeviceSynchronize() == hipSuccess); }

// Dense, row by row, and the same as CSR.
struct Dense {
  int m, n;
  std::vector<Z> at;
  Z &operator()(int i, int j) { return at[size_t(i) * size_t(n) + size_t(j)]; }
  Z operator()(int i, int j) const {
    return at[size_t(i) * size_t(n) + size_t(j)];
  }
};
static Dense zeros(int m, int n) {
  return {m, n, std::vector<Z>(size_t(m) * size_t(n))};
}
template <typename T> static Dense random_dense(int m, int n, int skip) {
  Dense a = zeros(m, n);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      if (skip == 1 || (i % 5 != 3 && (i * 7 + j * 3) % skip == 0))
        a(i, j) = some<T>();
  return a;
}
static Dense op_of(const Dense &a, rocsparse_operation op) {
  if (op == rocsparse_operation_none)
    return a;
  Dense b = zeros(a.n, a.m);
  for (int i = 0; i < a.m; ++i)
    for (int j = 0; j < a.n; ++j)
      b(j, i) = op == rocsparse_operation_transpose ? a(i, j)
                                                    : std::conj(a(i, j));
  return b;
}
static Dense product(const Dense &a, const Dense &b) {
  Dense c = zeros(a.m, b.n);
  for (int i = 0; i < a.m; ++i)
    for (int k = 0; k < a.n; ++k)
      for (int j = 0; j < b.n; ++j)
        c(i, j) += a(i, k) * b(k, j);
  return c;
}

template <typename T> struct Csr {
  int m, n, nnz, base;
  Array<int> start, row, col;
  Array<T> value;
  rocsparse_mat_descr descr;
  Csr(const Dense &a, int index_base)
      : m(a.m), n(a.n), nnz(count(a)), base(index_base), start(size_t(m) + 1),
        row(size_t(nnz)), col(size_t(nnz)), value(size_t(nnz)) {
    int k = 0;
    for (int i = 0; i < m; ++i) {
      start.p[i] = k + base;
      for (int j = 0; j < n; ++j)
        if (a(i, j) != 0.0) {
          row.p[k] = i + base;
          col.p[k] = j + base;
          value.p[k++] = make<T>(a(i, j));
        }
    }
    start.p[m] = k + base;
    GOOD(rocsparse_create_mat_descr(&descr));
    GOOD(rocsparse_set_mat_index_base(descr, (rocsparse_index_base)base));
  }
  ~Csr() { GOOD(rocsparse_destroy_mat_descr(descr)); }
  static int count(const Dense &a) {
    return int(std::count_if(a.at.begin(), a.at.end(),
                             [](Z z) { return z != 0.0; }));
  }
};

template <typename T> static Dense from_csr(int m, int n, int base,
                                            const int *start, const int *col,
                                            const T *value) {
  Dense a = zeros(m, n);
  for (int i = 0; i < m; ++i)
    for (int k = start[i] - base; k < start[i + 1] - base; ++k)
      a(i, col[k] - base) += get(value[k]);
  return a;
}

template <typename T> static void expect(const Dense &is, const Dense &wanted) {
  for (size_t i = 0; i < wanted.at.size(); ++i)
    CHECK(std::abs(is.at[i] - wanted.at[i]) <=
          Kind<T>::near * (1 + std::abs(wanted.at[i])));
  ++results;
}

// A dense matrix by columns or rows, with a gap.
template <typename T> struct Block {
  int m, n, ld;
  bool by_rows;
  Array<T> a;
  Block(const Dense &d, bool rows)
      : m(d.m), n(d.n), ld((rows ? n : m) + 2), by_rows(rows),
        a(size_t(ld) * size_t(rows ? m : n) + 1) {
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j)
        a.p[at(i, j)] = make<T>(d(i, j));
  }
  size_t at(int i, int j) const {
    return size_t(by_rows ? i * ld + j : i + j * ld);
  }
  Dense dense() const {
    Dense d = zeros(m, n);
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j)
        d(i, j) = get(a.p[at(i, j)]);
    return d;
  }
  rocsparse_dnmat_descr descr() const {
    rocsparse_dnmat_descr made;
    GOOD(rocsparse_create_dnmat_descr(
        &made, m, n, ld, a.p, Kind<T>::type,
        by_rows ? rocsparse_order_row : rocsparse_order_column));
    return made;
  }
};

// ---- The generic functions

template <typename T> static rocsparse_spmat_descr csr_descr(const Csr<T> &a) {
  rocsparse_spmat_descr made;
  GOOD(rocsparse_create_csr_descr(
      &made, a.m, a.n, a.nnz, a.start.p, a.col.p, a.value.p,
      rocsparse_indextype_i32, rocsparse_indextype_i32,
      (rocsparse_index_base)a.base, Kind<T>::type));
  return made;
}
template <typename T> static rocsparse_spmat_descr coo_descr(const Csr<T> &a) {
  rocsparse_spmat_descr made;
  GOOD(rocsparse_create_coo_descr(&made, a.m, a.n, a.nnz, a.row.p, a.col.p,
                                  a.value.p, rocsparse_indextype_i32,
                                  (rocsparse_index_base)a.base, Kind<T>::type));
  return made;
}

// Runs what has stages, with a buffer of the size that it asks for.
template <typename Stage, typename Call> static void stages(Call call) {
  size_t size = 0;
  GOOD(call(Stage(1), &size, nullptr));
  CHECK(size > 0);
  Array<char> buffer(size);
  GOOD(call(Stage(2), &size, (void *)buffer.p));
  GOOD(call(Stage(3), &size, (void *)buffer.p));
  wait();
}

static const rocsparse_operation ops[] = {
    rocsparse_operation_none, rocsparse_operation_transpose,
    rocsparse_operation_conjugate_transpose};

template <typename T> static void check_products(int m, int n, int base,
                                                 bool coo, bool device) {
  const Dense a = random_dense<T>(m, n, 3);
  const Csr<T> s(a, base);
  const rocsparse_spmat_descr sd = coo ? coo_descr(s) : csr_descr(s);
  Array<T> factors(2);
  const Z alpha = some<T>(), beta = some<T>();
  factors.p[0] = make<T>(alpha);
  factors.p[1] = make<T>(beta);
  GOOD(rocsparse_set_pointer_mode(handle, device ? rocsparse_pointer_mode_device
                                                 : rocsparse_pointer_mode_host));
  for (const auto op : ops)
    for (const int columns : {1, 5})
      for (const bool rows : {false, true}) {
        const Dense oa = op_of(a, op);
        const Dense x = random_dense<T>(oa.n, columns, 1);
        const Dense y = random_dense<T>(oa.m, columns, 1);
        Block<T> bx(x, rows), by(y, rows);
        Dense wanted = product(oa, x);
        for (size_t i = 0; i < wanted.at.size(); ++i)
          wanted.at[i] = alpha * wanted.at[i] + beta * y.at[i];
        if (columns == 1 && !rows) {
          rocsparse_dnvec_descr dx, dy;
          GOOD(rocsparse_create_dnvec_descr(&dx, oa.n, bx.a.p, Kind<T>::type));
          GOOD(rocsparse_create_dnvec_descr(&dy, oa.m, by.a.p, Kind<T>::type));
          stages<rocsparse_spmv_stage>([&](auto stage, size_t *size, void *to) {
            return rocsparse_spmv(handle, op, factors.p, sd, dx, factors.p + 1,
                                  dy, Kind<T>::type, rocsparse_spmv_alg_default,
                                  stage, size, to);
          });
          GOOD(rocsparse_destroy_dnvec_descr(dx));
          GOOD(rocsparse_destroy_dnvec_descr(dy));
        } else {
          const auto dx = bx.descr(), dy = by.descr();
          stages<rocsparse_spmm_stage>([&](auto stage, size_t *size, void *to) {
            return rocsparse_spmm(handle, op, rocsparse_operation_none,
                                  factors.p, sd, dx, factors.p + 1, dy,
                                  Kind<T>::type, rocsparse_spmm_alg_default,
                                  stage, size, to);
          });
          GOOD(rocsparse_destroy_dnmat_descr(dx));
          GOOD(rocsparse_destroy_dnmat_descr(dy));
        }
        expect<T>(by.dense(), wanted);
      }
  GOOD(rocsparse_set_pointer_mode(handle, rocsparse_pointer_mode_host));
  GOOD(rocsparse_destroy_spmat_descr(sd));
}

// A triangle with a diagonal that is far from 0.
template <typename T> static Dense triangle(int n, bool upper) {
  Dense a = zeros(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (i == j)
        a(i, j) = get(make<T>(Z(4, 1)));
      else if ((upper ? j > i : j < i) && (i + 2 * j) % 3 == 0)
        a(i, j) = some<T>() / 4.0;
  for (Z &z : a.at)
    z = get(make<T>(z));
  return a;
}

template <typename T> static void check_systems(int n, int base, bool upper) {
  const Dense a = triangle<T>(n, upper);
  const Csr<T> s(a, base);
  const rocsparse_spmat_descr sd = csr_descr(s);
  const rocsparse_fill_mode fill =
      upper ? rocsparse_fill_mode_upper : rocsparse_fill_mode_lower;
  const T alpha = make<T>(Z(2, 0));
  rocsparse_mat_info info;
  GOOD(rocsparse_create_mat_info(&info));
  GOOD(rocsparse_set_mat_fill_mode(s.descr, fill));
  CHECK(rocsparse_get_mat_fill_mode(s.descr) == fill);
  GOOD(rocsparse_spmat_set_attribute(sd, rocsparse_spmat_fill_mode, &fill,
                                     sizeof(fill)));
  for (const auto op : ops) {
    const Dense oa = op_of(a, op), x = random_dense<T>(n, 3, 1);
    Dense b = product(oa, x);
    for (Z &z : b.at)
      z /= 2.0;
    Block<T> from(b, false), to(x, false);
    std::memset((void *)to.a.p, 0, to.a.count * sizeof(T));
    const auto db = from.descr(), dx = to.descr();
    stages<rocsparse_spsm_stage>([&](auto stage, size_t *size, void *buffer) {
      return rocsparse_spsm(handle, op, rocsparse_operation_none, &alpha, sd, db,
                            dx, Kind<T>::type, rocsparse_spsm_alg_default,
                            stage, size, buffer);
    });
    expect<T>(to.dense(), x);
    GOOD(rocsparse_destroy_dnmat_descr(db));
    GOOD(rocsparse_destroy_dnmat_descr(dx));
    Array<T> one((size_t)n), solved((size_t)n);
    for (int i = 0; i < n; ++i)
      one.p[i] = make<T>(b(i, 0));
    rocsparse_dnvec_descr vb, vx;
    GOOD(rocsparse_create_dnvec_descr(&vb, n, one.p, Kind<T>::type));
    GOOD(rocsparse_create_dnvec_descr(&vx, n, solved.p, Kind<T>::type));
    stages<rocsparse_spsv_stage>([&](auto stage, size_t *size, void *buffer) {
      return rocsparse_spsv(handle, op, &alpha, sd, vb, vx, Kind<T>::type,
                            rocsparse_spsv_alg_default, stage, size, buffer);
    });
    Dense column = zeros(n, 1), wanted = zeros(n, 1);
    for (int i = 0; i < n; ++i)
      column(i, 0) = get(solved.p[i]), wanted(i, 0) = x(i, 0);
    expect<T>(column, wanted);
    GOOD(rocsparse_destroy_dnvec_descr(vb));
    GOOD(rocsparse_destroy_dnvec_descr(vx));
  }
  GOOD(rocsparse_destroy_mat_info(info));
  GOOD(rocsparse_destroy_spmat_descr(sd));
}

template <typename T> static void check_sampled(int m, int n, int k, int base) {
  const Dense pattern = random_dense<T>(m, n, 2);
  const Dense a = random_dense<T>(m, k, 1), b = random_dense<T>(k, n, 1);
  Csr<T> s(pattern, base);
  const Block<T> da(a, false), db(b, true);
  const auto sd = csr_descr(s);
  const auto xa = da.descr(), xb = db.descr();
  const T alpha = make<T>(Z(2, 1)), beta = make<T>(Z(0.5, 0));
  size_t size = 0;
#define SDDMM                                                                  \
  handle, rocsparse_operation_none, rocsparse_operation_none, &alpha, xa, xb,  \
      &beta, sd, Kind<T>::type, rocsparse_sddmm_alg_default
  GOOD(rocsparse_sddmm_buffer_size(SDDMM, &size));
  Array<char> buffer(size);
  GOOD(rocsparse_sddmm_preprocess(SDDMM, buffer.p));
  GOOD(rocsparse_sddmm(SDDMM, buffer.p));
  wait();
  Dense wanted = product(a, b);
  for (size_t i = 0; i < wanted.at.size(); ++i)
    wanted.at[i] = pattern.at[i] == 0.0
                       ? 0.0
                       : get(alpha) * wanted.at[i] + 0.5 * pattern.at[i];
  expect<T>(from_csr(m, n, base, s.start.p, s.col.p, s.value.p), wanted);
  GOOD(rocsparse_destroy_dnmat_descr(xa));
  GOOD(rocsparse_destroy_dnmat_descr(xb));
  GOOD(rocsparse_destroy_spmat_descr(sd));
}

template <typename T> static void check_spgemm(int m, int n, int k, int base) {
  const Dense a = random_dense<T>(m, k, 3), b = random_dense<T>(k, n, 2);
  const Csr<T> sa(a, base), sb(b, base);
  const auto da = csr_descr(sa), db = csr_descr(sb);
  Array<int> start(size_t(m) + 1);
  rocsparse_spmat_descr dc;
  GOOD(rocsparse_create_csr_descr(
      &dc, m, n, 0, start.p, nullptr, nullptr, rocsparse_indextype_i32,
      rocsparse_indextype_i32, (rocsparse_index_base)base, Kind<T>::type));
  const T alpha = make<T>(Z(3, -1));
  size_t size = 0;
  int64_t rows, cols, nnz;
#define SPGEMM(stage, to)                                                      \
  rocsparse_spgemm(handle, rocsparse_operation_none, rocsparse_operation_none, \
                   &alpha, da, db, nullptr, nullptr, dc, Kind<T>::type,        \
                   rocsparse_spgemm_alg_default, rocsparse_spgemm_stage_##stage, \
                   &size, to)
  GOOD(SPGEMM(buffer_size, nullptr));
  Array<char> buffer(size);
  GOOD(SPGEMM(nnz, buffer.p));
  GOOD(rocsparse_spmat_get_size(dc, &rows, &cols, &nnz));
  CHECK(rows == m && cols == n);
  Array<int> col((size_t)nnz);
  Array<T> value((size_t)nnz);
  GOOD(rocsparse_csr_set_pointers(dc, start.p, col.p, value.p));
  GOOD(SPGEMM(compute, buffer.p));
  wait();
  Dense wanted = product(a, b);
  for (Z &z : wanted.at)
    z *= get(alpha);
  expect<T>(from_csr(m, n, base, start.p, col.p, value.p), wanted);
  GOOD(rocsparse_destroy_spmat_descr(da));
  GOOD(rocsparse_destroy_spmat_descr(db));
  GOOD(rocsparse_destroy_spmat_descr(dc));
}

template <typename T> static void check_dense(int m, int n, int base) {
  const Dense a = random_dense<T>(m, n, 3);
  const Csr<T> s(a, base);
  const Block<T> to(zeros(m, n), false);
  const auto sd = csr_descr(s);
  const auto dd = to.descr();
  size_t size = 0;
  const auto alg = rocsparse_sparse_to_dense_alg_default;
  GOOD(rocsparse_sparse_to_dense(handle, sd, dd, alg, &size, nullptr));
  Array<char> buffer(size);
  GOOD(rocsparse_sparse_to_dense(handle, sd, dd, alg, &size, buffer.p));
  wait();
  expect<T>(to.dense(), a);
  Array<int> start(size_t(m) + 1);
  rocsparse_spmat_descr back;
  int64_t rows, cols, nnz;
  GOOD(rocsparse_create_csr_descr(
      &back, m, n, 0, start.p, nullptr, nullptr, rocsparse_indextype_i32,
      rocsparse_indextype_i32, (rocsparse_index_base)base, Kind<T>::type));
  const auto other = rocsparse_dense_to_sparse_alg_default;
  GOOD(rocsparse_dense_to_sparse(handle, dd, back, other, &size, nullptr));
  Array<char> more(size);
  GOOD(rocsparse_dense_to_sparse(handle, dd, back, other, &size, more.p));
  GOOD(rocsparse_spmat_get_size(back, &rows, &cols, &nnz));
  CHECK(nnz == s.nnz);
  Array<int> col((size_t)nnz);
  Array<T> value((size_t)nnz);
  GOOD(rocsparse_csr_set_pointers(back, start.p, col.p, value.p));
  GOOD(rocsparse_dense_to_sparse(handle, dd, back, other, nullptr, more.p));
  wait();
  expect<T>(from_csr(m, n, base, start.p, col.p, value.p), a);
  GOOD(rocsparse_destroy_spmat_descr(sd));
  GOOD(rocsparse_destroy_spmat_descr(back));
  GOOD(rocsparse_destroy_dnmat_descr(dd));
}

template <typename T> static void check_vectors(int n) {
  Array<int> index((size_t)n);
  Array<T> x((size_t)n), y(size_t(3 * n) + 1), result(1);
  std::vector<Z> dense(size_t(3 * n) + 1);
  Z wanted = 0;
  for (size_t i = 0; i < dense.size(); ++i)
    y.p[i] = make<T>(dense[i] = some<T>());
  for (int i = 0; i < n; ++i) {
    index.p[i] = 3 * i + 1;
    x.p[i] = make<T>(some<T>());
    wanted += get(x.p[i]) * dense[size_t(index.p[i])];
  }
  rocsparse_spvec_descr vx;
  rocsparse_dnvec_descr vy;
  GOOD(rocsparse_create_spvec_descr(&vx, 3 * n + 1, n, index.p, x.p,
                                    rocsparse_indextype_i32,
                                    rocsparse_index_base_zero, Kind<T>::type));
  GOOD(rocsparse_create_dnvec_descr(&vy, 3 * n + 1, y.p, Kind<T>::type));
  size_t size = 0;
  const auto none = rocsparse_operation_none;
  GOOD(rocsparse_spvv(handle, none, vx, vy, result.p, Kind<T>::type, &size,
                      nullptr));
  Array<char> buffer(size);
  GOOD(rocsparse_spvv(handle, none, vx, vy, result.p, Kind<T>::type, &size,
                      buffer.p));
  wait();
  CHECK(std::abs(get(result.p[0]) - wanted) <= Kind<T>::near * (n + 1));
  const T alpha = make<T>(Z(2, 0)), beta = make<T>(Z(-1, 0));
  GOOD(rocsparse_axpby(handle, &alpha, vx, &beta, vy));
  wait();
  for (int i = 0; i < n; ++i)
    dense[size_t(index.p[i])] -= 2.0 * get(x.p[i]);
  for (size_t i = 0; i < dense.size(); ++i)
    CHECK(std::abs(get(y.p[i]) + dense[i]) <= Kind<T>::near * 4);
  GOOD(rocsparse_gather(handle, vy, vx));
  wait();
  for (int i = 0; i < n; ++i)
    CHECK(std::memcmp(&x.p[i], &y.p[index.p[i]], sizeof(T)) == 0);
  results += 3;
  GOOD(rocsparse_destroy_spvec_descr(vx));
  GOOD(rocsparse_destroy_dnvec_descr(vy));
}

// ---- By arrays

#define CALL(name, ...)                                                        \
  [&] {                                                                        \
    if constexpr (std::is_same_v<T, float>)                                    \
      return rocsparse_s##name(__VA_ARGS__);                                   \
    else if constexpr (std::is_same_v<T, double>)                              \
      return rocsparse_d##name(__VA_ARGS__);                                   \
    else if constexpr (std::is_same_v<T, rocsparse_float_complex>)             \
      return rocsparse_c##name(__VA_ARGS__);                                   \
    else                                                                       \
      return rocsparse_z##name(__VA_ARGS__);                                   \
  }()

template <typename T> static void check_csr_products(int m, int n, int base) {
  const Dense a = random_dense<T>(m, n, 3);
  const Csr<T> s(a, base);
  const T alpha = make<T>(Z(2, 1)), beta = make<T>(Z(-1, 0.5));
  rocsparse_mat_info info;
  GOOD(rocsparse_create_mat_info(&info));
  for (const auto op : ops) {
    const Dense oa = op_of(a, op), x = random_dense<T>(oa.n, 4, 1),
                y = random_dense<T>(oa.m, 4, 1);
    Block<T> bx(x, false), by(y, false), vy(y, false);
    Dense wanted = product(oa, x);
    for (size_t i = 0; i < wanted.at.size(); ++i)
      wanted.at[i] = get(alpha) * wanted.at[i] + get(beta) * y.at[i];
    GOOD(CALL(csrmm, handle, op, rocsparse_operation_none, m, 4, n, s.nnz,
              &alpha, s.descr, s.value.p, s.start.p, s.col.p, bx.a.p, bx.ld,
              &beta, by.a.p, by.ld));
    GOOD(CALL(csrmv_analysis, handle, op, m, n, s.nnz, s.descr, s.value.p,
              s.start.p, s.col.p, info));
    for (int j = 0; j < 4; ++j)
      GOOD(CALL(csrmv, handle, op, m, n, s.nnz, &alpha, s.descr, s.value.p,
                s.start.p, s.col.p, j % 2 ? info : nullptr,
                bx.a.p + bx.at(0, j), &beta, vy.a.p + vy.at(0, j)));
    wait();
    expect<T>(by.dense(), wanted);
    expect<T>(vy.dense(), wanted);
  }
  GOOD(rocsparse_csrmv_clear(handle, info));
  GOOD(rocsparse_destroy_mat_info(info));
}

template <typename T> static void check_csr_systems(int n, int base,
                                                    bool upper) {
  const Dense a = triangle<T>(n, upper);
  const Csr<T> s(a, base);
  const T alpha = make<T>(Z(2, 0));
  const auto analysis = rocsparse_analysis_policy_reuse;
  const auto policy = rocsparse_solve_policy_auto;
  GOOD(rocsparse_set_mat_fill_mode(s.descr, upper ? rocsparse_fill_mode_upper
                                                  : rocsparse_fill_mode_lower));
  for (const auto op : ops) {
    const Dense oa = op_of(a, op), x = random_dense<T>(n, 3, 1);
    Dense b = product(oa, x);
    for (Z &z : b.at)
      z /= 2.0;
    Block<T> bb(b, false), to(zeros(n, 3), false);
    rocsparse_mat_info info;
    size_t size = 0;
    int pivot = 7;
    GOOD(rocsparse_create_mat_info(&info));
#define SYSTEM s.descr, s.value.p, s.start.p, s.col.p
    GOOD(CALL(csrsv_buffer_size, handle, op, n, s.nnz, SYSTEM, info, &size));
    Array<char> buffer(size + 1);
    GOOD(CALL(csrsv_analysis, handle, op, n, s.nnz, SYSTEM, info, analysis,
              policy, buffer.p));
    for (int j = 0; j < 3; ++j)
      GOOD(CALL(csrsv_solve, handle, op, n, s.nnz, &alpha, SYSTEM, info,
                bb.a.p + bb.at(0, j), to.a.p + to.at(0, j), policy, buffer.p));
    wait();
    GOOD(rocsparse_csrsv_zero_pivot(handle, s.descr, info, &pivot));
    CHECK(pivot == -1);
    GOOD(rocsparse_csrsv_clear(handle, s.descr, info));
    expect<T>(to.dense(), x);
    const auto none = rocsparse_operation_none;
    GOOD(CALL(csrsm_buffer_size, handle, op, none, n, 3, s.nnz, &alpha, SYSTEM,
              bb.a.p, bb.ld, info, policy, &size));
    Array<char> more(size + 1);
    GOOD(CALL(csrsm_analysis, handle, op, none, n, 3, s.nnz, &alpha, SYSTEM,
              bb.a.p, bb.ld, info, analysis, policy, more.p));
    GOOD(CALL(csrsm_solve, handle, op, none, n, 3, s.nnz, &alpha, SYSTEM,
              bb.a.p, bb.ld, info, policy, more.p));
    wait();
    GOOD(rocsparse_csrsm_zero_pivot(handle, info, &pivot));
    CHECK(pivot == -1);
    expect<T>(bb.dense(), x);
    GOOD(rocsparse_destroy_mat_info(info));
  }
}

// Of a whole pattern incomplete factors are those of the matrix.
template <typename T> static void check_factors(int n, int base) {
  Dense a = random_dense<T>(n, n, 1);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      a(i, j) = i == j ? Z(n + 2, 0) : a(i, j);
      a(j, i) = std::conj(a(i, j));
    }
  for (const bool cholesky : {false, true}) {
    Csr<T> s(a, base);
    rocsparse_mat_info info;
    size_t size = 0;
    int pivot = 7;
    const auto analysis = rocsparse_analysis_policy_force;
    const auto policy = rocsparse_solve_policy_auto;
    GOOD(rocsparse_create_mat_info(&info));
#define FACTOR handle, n, s.nnz, s.descr, s.value.p, s.start.p, s.col.p, info
    GOOD(cholesky ? CALL(csric0_buffer_size, FACTOR, &size)
                  : CALL(csrilu0_buffer_size, FACTOR, &size));
    Array<char> buffer(size + 1);
    GOOD(cholesky ? CALL(csric0_analysis, FACTOR, analysis, policy, buffer.p)
                  : CALL(csrilu0_analysis, FACTOR, analysis, policy, buffer.p));
    GOOD(cholesky ? CALL(csric0, FACTOR, policy, buffer.p)
                  : CALL(csrilu0, FACTOR, policy, buffer.p));
    wait();
    GOOD(cholesky ? rocsparse_csric0_zero_pivot(handle, info, &pivot)
                  : rocsparse_csrilu0_zero_pivot(handle, info, &pivot));
    CHECK(pivot == -1);
    const Dense f = from_csr(n, n, base, s.start.p, s.col.p, s.value.p);
    Dense lower = zeros(n, n), upper = zeros(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        if (j <= i)
          lower(i, j) = cholesky || j < i ? f(i, j) : 1;
        if (j >= i)
          upper(i, j) = cholesky ? std::conj(f(j, i)) : f(i, j);
      }
    expect<T>(product(lower, upper), a);
    GOOD(cholesky ? rocsparse_csric0_clear(handle, info)
                  : rocsparse_csrilu0_clear(handle, info));
    GOOD(rocsparse_destroy_mat_info(info));
  }
}

template <typename T> static void check_sums(int m, int n, int base) {
  const Dense a = random_dense<T>(m, n, 3), b = random_dense<T>(m, n, 4);
  const Csr<T> sa(a, base), sb(b, base);
  const T alpha = make<T>(Z(2, 0)), beta = make<T>(Z(-1, 1));
  Array<int> start(size_t(m) + 1);
  int nnz = 0;
  GOOD(rocsparse_csrgeam_nnz(handle, m, n, sa.descr, sa.nnz, sa.start.p,
                             sa.col.p, sb.descr, sb.nnz, sb.start.p, sb.col.p,
                             sa.descr, start.p, &nnz));
  Array<int> col((size_t)nnz);
  Array<T> value((size_t)nnz);
  GOOD(CALL(csrgeam, handle, m, n, &alpha, sa.descr, sa.nnz, sa.value.p,
            sa.start.p, sa.col.p, &beta, sb.descr, sb.nnz, sb.value.p,
            sb.start.p, sb.col.p, sa.descr, value.p, start.p, col.p));
  wait();
  Dense wanted = a;
  for (size_t i = 0; i < a.at.size(); ++i)
    wanted.at[i] = 2.0 * a.at[i] + get(beta) * b.at[i];
  expect<T>(from_csr(m, n, base, start.p, col.p, value.p), wanted);
}

template <typename T> static void check_gemm(int m, int n, int k, int base) {
  const Dense a = random_dense<T>(m, k, 3), b = random_dense<T>(k, n, 2),
              d = random_dense<T>(m, n, 4);
  const Csr<T> sa(a, base), sb(b, base), sd(d, base);
  const T alpha = make<T>(Z(2, 0)), beta = make<T>(Z(-1, 1));
  rocsparse_mat_info info;
  Array<int> start(size_t(m) + 1);
  size_t size = 0;
  int nnz = 0;
  const auto none = rocsparse_operation_none;
#define PATTERN(s) s.descr, s.nnz, s.start.p, s.col.p
#define WHOLE(s) s.descr, s.nnz, s.value.p, s.start.p, s.col.p
  GOOD(rocsparse_create_mat_info(&info));
  GOOD(CALL(csrgemm_buffer_size, handle, none, none, m, n, k, &alpha,
            PATTERN(sa), PATTERN(sb), &beta, PATTERN(sd), info, &size));
  Array<char> buffer(size + 1);
  GOOD(rocsparse_csrgemm_nnz(handle, none, none, m, n, k, PATTERN(sa),
                             PATTERN(sb), PATTERN(sd), sa.descr, start.p, &nnz,
                             info, buffer.p));
  Array<int> col((size_t)nnz);
  Array<T> value((size_t)nnz);
  GOOD(CALL(csrgemm, handle, none, none, m, n, k, &alpha, WHOLE(sa), WHOLE(sb),
            &beta, WHOLE(sd), sa.descr, value.p, start.p, col.p, info,
            buffer.p));
  wait();
  Dense wanted = product(a, b);
  for (size_t i = 0; i < wanted.at.size(); ++i)
    wanted.at[i] = 2.0 * wanted.at[i] + get(beta) * d.at[i];
  expect<T>(from_csr(m, n, base, start.p, col.p, value.p), wanted);
  GOOD(rocsparse_destroy_mat_info(info));
}

template <typename T> static void check_conversions(int m, int n, int base) {
  const Dense a = random_dense<T>(m, n, 3);
  const Csr<T> s(a, base);
  const auto index = (rocsparse_index_base)base;
  Array<int> row((size_t)s.nnz), start(size_t(m) + 1), col_start(size_t(n) + 1);
  GOOD(rocsparse_csr2coo(handle, s.start.p, s.nnz, m, row.p, index));
  wait();
  CHECK(std::equal(row.p, row.p + s.nnz, s.row.p));
  GOOD(rocsparse_coo2csr(handle, row.p, s.nnz, m, start.p, index));
  wait();
  CHECK(std::equal(start.p, start.p + m + 1, s.start.p));
  Array<T> value((size_t)s.nnz);
  size_t size = 0;
  GOOD(rocsparse_csr2csc_buffer_size(handle, m, n, s.nnz, s.start.p, s.col.p,
                                     rocsparse_action_numeric, &size));
  Array<char> buffer(size);
  GOOD(CALL(csr2csc, handle, m, n, s.nnz, s.value.p, s.start.p, s.col.p,
            value.p, row.p, col_start.p, rocsparse_action_numeric, index,
            buffer.p));
  wait();
  expect<T>(from_csr(n, m, base, col_start.p, row.p, value.p),
            op_of(a, rocsparse_operation_transpose));
  const Block<T> to(zeros(m, n), false);
  GOOD(CALL(csr2dense, handle, m, n, s.descr, s.value.p, s.start.p, s.col.p,
            to.a.p, to.ld));
  wait();
  expect<T>(to.dense(), a);
  Array<int> counts((size_t)m), col((size_t)s.nnz);
  int nnz = 0;
  GOOD(CALL(nnz, handle, rocsparse_direction_row, m, n, s.descr, to.a.p, to.ld,
            counts.p, &nnz));
  wait();
  CHECK(nnz == s.nnz);
  GOOD(CALL(dense2csr, handle, m, n, s.descr, to.a.p, to.ld, counts.p, value.p,
            start.p, col.p));
  wait();
  expect<T>(from_csr(m, n, base, start.p, col.p, value.p), a);
}

template <typename T> static void check_type() {
  static const int sizes[][3] = {{0, 0, 0}, {1, 1, 1},    {7, 5, 3},
                                 {16, 33, 9}, {70, 41, 21}};
  for (const auto &size : sizes)
    for (int base = 0; base < 2; ++base) {
      const int m = size[0], n = size[1], k = size[2];
      check_products<T>(m, n, base, false, base == 0);
      check_products<T>(m, n, base, true, base == 1);
      check_systems<T>(m, base, base == 0);
      check_systems<T>(n, base, base == 1);
      check_csr_products<T>(m, n, base);
      check_csr_systems<T>(m, base, base == 0);
      check_csr_systems<T>(n, base, base == 1);
      check_factors<T>(k, base);
      if (m) {
        check_sampled<T>(m, n, k, base);
        check_spgemm<T>(m, n, k, base);
        check_gemm<T>(m, n, k, base);
        check_sums<T>(m, n, base);
        check_dense<T>(m, n, base);
        check_conversions<T>(m, n, base);
        check_vectors<T>(m);
      }
    }
}

static void check_wrong() {
  const Csr<float> s(random_dense<float>(4, 5, 2), 0);
  float factor = 1, *none = nullptr;
  Array<float> x(5), y(5);
  rocsparse_mat_info info;
  rocsparse_spmat_descr sd = nullptr;
  int pivot;
  GOOD(rocsparse_create_mat_info(&info));
  const auto op = rocsparse_operation_none;
#define MV(h, o, rows, a, d, at)                                                \
  rocsparse_scsrmv(h, o, rows, 5, s.nnz, a, d, s.value.p, at, s.col.p, info,   \
                   x.p, &factor, y.p)
  GOOD(MV(handle, op, 4, &factor, s.descr, s.start.p));
  IS(invalid_handle, MV(nullptr, op, 4, &factor, s.descr, s.start.p));
  IS(invalid_size, MV(handle, op, -1, &factor, s.descr, s.start.p));
  IS(invalid_pointer, MV(handle, op, 4, none, s.descr, s.start.p));
  IS(invalid_pointer, MV(handle, op, 4, &factor, nullptr, s.start.p));
  IS(invalid_pointer, MV(handle, op, 4, &factor, s.descr, nullptr));
  IS(invalid_value, MV(handle, (rocsparse_operation)7, 4, &factor, s.descr,
                       s.start.p));
  IS(invalid_pointer, rocsparse_create_handle(nullptr));
  IS(invalid_handle, rocsparse_destroy_handle(nullptr));
  IS(invalid_handle, rocsparse_set_stream(nullptr, nullptr));
  IS(invalid_pointer, rocsparse_create_mat_descr(nullptr));
  IS(invalid_size,
     rocsparse_create_csr_descr(&sd, -1, 5, s.nnz, s.start.p, s.col.p,
                                s.value.p, rocsparse_indextype_i32,
                                rocsparse_indextype_i32,
                                rocsparse_index_base_zero,
                                rocsparse_datatype_f32_r));
  IS(invalid_pointer, rocsparse_destroy_spmat_descr(nullptr));
  IS(invalid_pointer,
     rocsparse_spmv(handle, op, &factor, nullptr, nullptr, &factor, nullptr,
                    rocsparse_datatype_f32_r, rocsparse_spmv_alg_default,
                    rocsparse_spmv_stage_compute, nullptr, nullptr));
  IS(invalid_pointer, rocsparse_csrsm_zero_pivot(handle, nullptr, &pivot));
  CHECK(std::strstr(rocsparse_get_status_name(rocsparse_status_zero_pivot),
                    "zero_pivot"));
  GOOD(rocsparse_destroy_mat_info(info));
  // A diagonal that is missing.
  Dense hole = triangle<float>(4, false);
  hole(2, 2) = 0;
  const Csr<float> t(hole, 1);
  GOOD(rocsparse_create_mat_info(&info));
  GOOD(rocsparse_set_mat_fill_mode(t.descr, rocsparse_fill_mode_lower));
  GOOD(rocsparse_scsrsv_analysis(handle, op, 4, t.nnz, t.descr, t.value.p,
                                 t.start.p, t.col.p, info,
                                 rocsparse_analysis_policy_reuse,
                                 rocsparse_solve_policy_auto, y.p));
  (void)rocsparse_scsrsv_solve(handle, op, 4, t.nnz, &factor, t.descr,
                               t.value.p, t.start.p, t.col.p, info, x.p, y.p,
                               rocsparse_solve_policy_auto, y.p);
  IS(zero_pivot, rocsparse_csrsv_zero_pivot(handle, t.descr, info, &pivot));
  CHECK(pivot == 3);
  GOOD(rocsparse_destroy_mat_info(info));
}

int main() {
  GOOD(rocsparse_create_handle(&handle));
  check_type<float>();
  check_type<double>();
  check_type<rocsparse_float_complex>();
  check_type<rocsparse_double_complex>();
  check_wrong();
  GOOD(rocsparse_destroy_handle(handle));
  std::printf("%d results\n", results);
  return done();
}
