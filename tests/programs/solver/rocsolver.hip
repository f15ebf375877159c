// SPDX-License-Identifier: Apache-2.0
// rocSOLVER's functions by what their results make together, for four types:
// single matrices, arrays of them and one behind another.
// FLAGS: -lrocsolver -lrocblas -std=c++17
// DEVICES: cpu opencl
#include <hip/hip_runtime.h>
#include <rocsolver/rocsolver.h>

#include <complex>
#include <vector>

#include "program.h"

using Z = std::complex<double>;
using C = rocblas_float_complex;
using D = rocblas_double_complex;
static int cases;

#define FOUR_NAMED(name, s, d, c, z)                                           \
  template <typename... A> rocblas_status name(float *, A... a) {              \
    return rocsolver_##s(a...);                                                \
  }                                                                            \
  template <typename... A> rocblas_status name(double *, A... a) {             \
    return rocsolver_##d(a...);                                                \
  }                                                                            \
  template <typename... A> rocblas_status name(C *, A... a) {                  \
    return rocsolver_##c(a...);                                                \
  }                                                                            \
  template <typename... A> rocblas_status name(D *, A... a) {                  \
    return rocsolver_##z(a...);                                                \
  }
#define FOUR(name) FOUR_NAMED(name, s##name, d##name, c##name, z##name)
#define FOUR_SY(n) FOUR_NAMED(sy##n, ssy##n, dsy##n, che##n, zhe##n)
#define FOUR_OR(n) FOUR_NAMED(or_##n, sor##n, dor##n, cun##n, zun##n)
FOUR(potrf)
FOUR(potrf_batched)
FOUR(potrf_strided_batched)
FOUR(potrs)
FOUR(potri)
FOUR(posv)
FOUR(trtri)
FOUR(getrf)
FOUR(getrf_batched)
FOUR(getrf_strided_batched)
FOUR(getrs)
FOUR(getrs_batched)
FOUR(getrs_strided_batched)
FOUR(getri)
FOUR(gesv)
FOUR(gels)
FOUR(geqrf)
FOUR(geqrf_batched)
FOUR(geqrf_strided_batched)
FOUR(gebrd)
FOUR(gesvd)
FOUR(gesvd_batched)
FOUR(gesvd_strided_batched)
FOUR_SY(ev)
FOUR_SY(evd)
FOUR_SY(ev_batched)
FOUR_SY(ev_strided_batched)
FOUR_SY(gv)
FOUR_SY(trd)
FOUR_OR(gqr)
FOUR_OR(mqr)
FOUR_OR(gbr)
FOUR_OR(gtr)
FOUR_OR(mtr)
#define KEY static_cast<T *>(nullptr)

template <typename T> struct Real {
  using R = T;
};
template <> struct Real<C> {
  using R = float;
};
template <> struct Real<D> {
  using R = double;
};
template <typename T> constexpr bool is_complex() {
  return sizeof(T) != sizeof(typename Real<T>::R);
}
template <typename T> double epsilon() {
  return sizeof(typename Real<T>::R) == 4 ? 5e-5 : 1e-11;
}
template <typename T> static void put(T &to, Z v) {
  using R = typename Real<T>::R;
  R parts[2] = {R(v.real()), R(v.imag())};
  memcpy(static_cast<void *>(&to), parts, sizeof(to));
}
template <typename T> static Z get(const T &v) {
  typename Real<T>::R parts[2] = {0, 0};
  memcpy(parts, &v, sizeof(v));
  return {double(parts[0]), double(parts[1])};
}

// By columns, which lie `rows` apart in memory of the device as well.
struct Dense {
  int rows, cols;
  std::vector<Z> v;
  Dense(int r, int c) : rows(r), cols(c), v(size_t(r) * size_t(c)) {}
  Z &operator()(int i, int j) { return v[size_t(i + j * rows)]; }
  Z operator()(int i, int j) const { return v[size_t(i + j * rows)]; }
};
static Dense random_matrix(int rows, int cols, bool complex) {
  static unsigned state = 99;
  Dense a(rows, cols);
  const auto next = [] {
    state = state * 1664525u + 1013904223u;
    return double(state >> 8) / double(1 << 24) * 2 - 1;
  };
  for (Z &v : a.v) {
    const double re = next();
    v = Z(re, complex ? next() : 0);
  }
  return a;
}
static Dense operator*(const Dense &a, const Dense &b) {
  Dense c(a.rows, b.cols);
  for (int j = 0; j < b.cols; ++j)
    for (int k = 0; k < a.cols; ++k)
      for (int i = 0; i < a.rows; ++i)
        c(i, j) += a(i, k) * b(k, j);
  return c;
}
static Dense turned(const Dense &a) {
  Dense b(a.cols, a.rows);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.cols; ++j)
      b(j, i) = std::conj(a(i, j));
  return b;
}
static Dense part(const Dense &a, bool upper, bool unit) {
  Dense b(a.rows, a.cols);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.cols; ++j)
      if (i == j)
        b(i, j) = unit ? Z(1) : a(i, j);
      else if ((j > i) == upper)
        b(i, j) = a(i, j);
  return b;
}
static Dense few(const Dense &a, int rows, int cols) {
  Dense b(rows, cols);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j)
      b(i, j) = a(i, j);
  return b;
}
static Dense identity(int n) {
  Dense a(n, n);
  for (int i = 0; i < n; ++i)
    a(i, i) = 1;
  return a;
}
static Dense hermitian(int n, bool complex, double shift) {
  Dense a = random_matrix(n, n, complex);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j)
      a(j, i) = std::conj(a(i, j));
    a(i, i) = a(i, i).real() + shift;
  }
  return a;
}
static void expect(const Dense &is, const Dense &wanted, double error) {
  double off = 0, all = 1;
  CHECK(is.rows == wanted.rows && is.cols == wanted.cols);
  for (size_t i = 0; i < is.v.size(); ++i) {
    off += std::norm(is.v[i] - wanted.v[i]);
    all += std::norm(wanted.v[i]);
  }
  CHECK(std::sqrt(off) <= error * std::sqrt(all) * (1 + is.rows));
  ++cases;
}

template <typename T> struct Memory {
  T *p;
  explicit Memory(size_t count) {
    OK(hipMallocManaged(&p, (count + 1) * sizeof(T)));
    memset(static_cast<void *>(p), 0, (count + 1) * sizeof(T));
  }
  Memory(const Memory &) = delete;
  ~Memory() { OK(hipFree(p)); }
};
template <typename T> struct Matrix : Memory<T> {
  int rows, cols;
  explicit Matrix(const Dense &a)
      : Memory<T>(a.v.size()), rows(a.rows), cols(a.cols) {
    for (size_t i = 0; i < a.v.size(); ++i)
      put(this->p[i], a.v[i]);
  }
  Dense read() const {
    OK(hipDeviceSynchronize());
    Dense a(rows, cols);
    for (size_t i = 0; i < a.v.size(); ++i)
      a.v[i] = get(this->p[i]);
    return a;
  }
};
template <typename R> static Dense diagonal(const R *values, int n) {
  Dense a(n, n);
  for (int i = 0; i < n; ++i)
    a(i, i) = double(values[i]);
  return a;
}

static rocblas_handle h;
static int *info;
static void finish() {
  OK(hipDeviceSynchronize());
  CHECK(*info == 0);
  *info = -1;
}

template <typename T> static void test_systems(int n) {
  const bool complex = is_complex<T>();
  const double e = 100 * epsilon<T>();
  const Dense a = hermitian(n, complex, 2.0 * n + 1),
              b = random_matrix(n, 2, complex),
              any = random_matrix(n, n, complex);
  for (const auto uplo : {rocblas_fill_upper, rocblas_fill_lower}) {
    const bool upper = uplo == rocblas_fill_upper;
    Matrix<T> f(a), s(b), again(a), side(b);
    OK(potrf(KEY, h, uplo, n, f.p, n, info));
    finish();
    const Dense t = part(f.read(), upper, false);
    expect(upper ? turned(t) * t : t * turned(t), a, e);
    OK(potrs(KEY, h, uplo, n, 2, f.p, n, s.p, n));
    expect(a * s.read(), b, e);
    OK(posv(KEY, h, uplo, n, 2, again.p, n, side.p, n, info));
    finish();
    expect(a * side.read(), b, e);
    Matrix<T> inverse(t);
    OK(trtri(KEY, h, uplo, rocblas_diagonal_non_unit, n, inverse.p, n, info));
    finish();
    expect(t * part(inverse.read(), upper, false), identity(n), e);
    OK(potri(KEY, h, uplo, n, f.p, n, info));
    finish();
    Dense all = part(f.read(), upper, false);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j)
        (upper ? all(i, j) : all(j, i)) =
            std::conj(upper ? all(j, i) : all(i, j));
    expect(a * all, identity(n), e);
  }
  Matrix<T> f(any), s(b), whole(any), right(b);
  Memory<int> rows(static_cast<size_t>(n));
  OK(getrf(KEY, h, n, n, f.p, n, rows.p, info));
  finish();
  OK(getrs(KEY, h, rocblas_operation_none, n, 2, f.p, n,
           static_cast<const int *>(rows.p), s.p, n));
  expect(any * s.read(), b, e);
  Matrix<T> back(b);
  OK(getrs(KEY, h, rocblas_operation_conjugate_transpose, n, 2, f.p, n,
           static_cast<const int *>(rows.p), back.p, n));
  expect(turned(any) * back.read(), b, e);
  OK(getri(KEY, h, n, f.p, n, rows.p, info));
  finish();
  expect(any * f.read(), identity(n), 10 * e);
  OK(gesv(KEY, h, n, 2, whole.p, n, rows.p, right.p, n, info));
  finish();
  expect(any * right.read(), b, e);
  const Dense tall = random_matrix(n + 2, n, complex),
              c = random_matrix(n + 2, 2, complex);
  Matrix<T> lhs(tall), rhs(c);
  OK(gels(KEY, h, rocblas_operation_none, n + 2, n, 2, lhs.p, n + 2, rhs.p,
          n + 2, info));
  finish();
  Dense rest = tall * few(rhs.read(), n, 2);
  for (size_t i = 0; i < rest.v.size(); ++i)
    rest.v[i] -= c.v[i];
  expect(turned(tall) * rest, Dense(n, 2), e);
}

template <typename T> static void test_orthogonal(int m, int n) {
  using R = typename Real<T>::R;
  const bool complex = is_complex<T>();
  const double e = 10 * epsilon<T>();
  const Dense a = random_matrix(m, n, complex), c = random_matrix(m, 3, complex);
  Matrix<T> f(a), moved(c);
  Memory<T> tau(static_cast<size_t>(n)), tau_p(static_cast<size_t>(n));
  OK(geqrf(KEY, h, m, n, f.p, m, tau.p));
  const Dense r = few(part(f.read(), true, false), n, n);
  OK(or_mqr(KEY, h, rocblas_side_left,
            complex ? rocblas_operation_conjugate_transpose
                    : rocblas_operation_transpose,
            m, 3, n, f.p, m, tau.p, moved.p, m));
  OK(hipDeviceSynchronize());
  OK(or_gqr(KEY, h, m, n, n, f.p, m, tau.p));
  const Dense q = f.read();
  expect(q * r, a, e);
  expect(few(moved.read(), n, 3), turned(q) * c, e);
  // A = Q B P^H
  Matrix<T> g(a);
  Memory<R> d(static_cast<size_t>(n)), o(static_cast<size_t>(n));
  OK(gebrd(KEY, h, m, n, g.p, m, d.p, o.p, tau.p, tau_p.p));
  OK(hipDeviceSynchronize());
  Matrix<T> left(g.read()), right(few(g.read(), n, n));
  OK(or_gbr(KEY, h, rocblas_column_wise, m, n, n, left.p, m, tau.p));
  OK(or_gbr(KEY, h, rocblas_row_wise, n, n, m, right.p, n, tau_p.p));
  OK(hipDeviceSynchronize());
  Dense b = diagonal(d.p, n);
  for (int i = 0; i + 1 < n; ++i)
    b(i, i + 1) = double(o.p[i]);
  expect(left.read() * b * right.read(), a, e);
  // A = Q T Q^H
  const Dense s = hermitian(n, complex, 0), x = random_matrix(n, 2, complex);
  Matrix<T> t(s), y(x);
  OK(sytrd(KEY, h, rocblas_fill_lower, n, t.p, n, d.p, o.p, tau.p));
  OK(or_mtr(KEY, h, rocblas_side_left, rocblas_fill_lower,
            rocblas_operation_none, n, 2, t.p, n, tau.p, y.p, n));
  OK(hipDeviceSynchronize());
  OK(or_gtr(KEY, h, rocblas_fill_lower, n, t.p, n, tau.p));
  const Dense qs = t.read();
  Dense three = diagonal(d.p, n);
  for (int i = 0; i + 1 < n; ++i)
    three(i, i + 1) = three(i + 1, i) = double(o.p[i]);
  expect(qs * three * turned(qs), s, e);
  expect(y.read(), qs * x, e);
}

template <typename T> static void test_values(int m, int n) {
  using R = typename Real<T>::R;
  const bool complex = is_complex<T>();
  const double e = 10 * epsilon<T>();
  const Dense a = hermitian(n, complex, 0), b = hermitian(n, complex, 2.0 * n + 1);
  Memory<R> w(static_cast<size_t>(n)), room(size_t(n) * 5);
  for (const auto uplo : {rocblas_fill_upper, rocblas_fill_lower})
    for (const bool divides : {false, true}) {
      Matrix<T> v(a);
      OK(divides ? syevd(KEY, h, rocblas_evect_original, uplo, n, v.p, n, w.p,
                         room.p, info)
                 : syev(KEY, h, rocblas_evect_original, uplo, n, v.p, n, w.p,
                        room.p, info));
      finish();
      expect(a * v.read(), v.read() * diagonal(w.p, n), e);
      expect(turned(v.read()) * v.read(), identity(n), e);
    }
  Matrix<T> v(a), f(b);
  OK(sygv(KEY, h, rocblas_eform_ax, rocblas_evect_original, rocblas_fill_lower,
          n, v.p, n, f.p, n, w.p, room.p, info));
  finish();
  expect(a * v.read(), b * (v.read() * diagonal(w.p, n)), e);
  const Dense c = random_matrix(m, n, complex);
  const int least = std::min(m, n);
  Memory<R> s(static_cast<size_t>(least));
  Matrix<T> x(c), u(Dense(m, least)), vt(Dense(least, n));
  OK(gesvd(KEY, h, rocblas_svect_singular, rocblas_svect_singular, m, n, x.p, m,
           s.p, u.p, m, vt.p, least, room.p, rocblas_outofplace, info));
  finish();
  expect(u.read() * diagonal(s.p, least) * vt.read(), c, e);
}

template <typename T> static void test_batches(int n, int count) {
  using R = typename Real<T>::R;
  const bool complex = is_complex<T>();
  const double e = 100 * epsilon<T>();
  const int each = n * n;
  Memory<T> a(size_t(each * count)), x(size_t(n * count)),
      tau(size_t(n * count)), u(size_t(each * count)), vt(size_t(each * count));
  Memory<T *> matrices(static_cast<size_t>(count)),
      sides(static_cast<size_t>(count));
  Memory<R> w(size_t(n * count)), room(size_t(5 * n * count));
  Memory<int> rows(size_t(n * count)), infos(static_cast<size_t>(count));
  std::vector<Dense> all, right;
  for (int k = 0; k < count; ++k) {
    all.push_back(hermitian(n, complex, 2.0 * n + 1));
    right.push_back(random_matrix(n, 1, complex));
    matrices.p[k] = a.p + k * each;
    sides.p[k] = x.p + k * n;
  }
  const auto fill = [&] {
    for (int k = 0; k < count; ++k) {
      infos.p[k] = -1;
      for (int i = 0; i < each; ++i)
        put(a.p[k * each + i], all[size_t(k)].v[size_t(i)]);
      for (int i = 0; i < n; ++i)
        put(x.p[k * n + i], right[size_t(k)].v[size_t(i)]);
    }
  };
  const auto read = [&](const T *from, int k, int cols) {
    Dense d(n, cols);
    for (size_t i = 0; i < d.v.size(); ++i)
      d.v[i] = get(from[size_t(k * n * cols) + i]);
    return d;
  };
  const auto told = [&] {
    OK(hipDeviceSynchronize());
    for (int k = 0; k < count; ++k)
      CHECK(infos.p[k] == 0);
  };
  T *const *pointers = matrices.p;
  T *const *rights = sides.p;
  for (const bool strided : {false, true}) {
    fill();
    OK(strided ? potrf_strided_batched(KEY, h, rocblas_fill_lower, n, a.p, n,
                                       rocblas_stride(each), infos.p, count)
               : potrf_batched(KEY, h, rocblas_fill_lower, n, pointers, n,
                               infos.p, count));
    told();
    for (int k = 0; k < count; ++k) {
      const Dense l = part(read(a.p, k, n), false, false);
      expect(l * turned(l), all[size_t(k)], e);
    }
    fill();
    OK(strided
           ? getrf_strided_batched(KEY, h, n, n, a.p, n, rocblas_stride(each),
                                   rows.p, rocblas_stride(n), infos.p, count)
           : getrf_batched(KEY, h, n, n, pointers, n, rows.p, rocblas_stride(n),
                           infos.p, count));
    told();
    const int *given = rows.p;
    OK(strided
           ? getrs_strided_batched(KEY, h, rocblas_operation_none, n, 1, a.p, n,
                                   rocblas_stride(each), given,
                                   rocblas_stride(n), x.p, n, rocblas_stride(n),
                                   count)
           : getrs_batched(KEY, h, rocblas_operation_none, n, 1, pointers, n,
                           given, rocblas_stride(n), rights, n, count));
    OK(hipDeviceSynchronize());
    for (int k = 0; k < count; ++k)
      expect(all[size_t(k)] * read(x.p, k, 1), right[size_t(k)], e);
    fill();
    OK(strided ? geqrf_strided_batched(KEY, h, n, n, a.p, n,
                                       rocblas_stride(each), tau.p,
                                       rocblas_stride(n), count)
               : geqrf_batched(KEY, h, n, n, pointers, n, tau.p,
                               rocblas_stride(n), count));
    OK(hipDeviceSynchronize());
    for (int k = 0; k < count; ++k) {
      const Dense r = part(read(a.p, k, n), true, false);
      expect(turned(r) * r, turned(all[size_t(k)]) * all[size_t(k)], e);
    }
    fill();
    const auto svect = rocblas_svect_all;
    OK(strided ? gesvd_strided_batched(
                     KEY, h, svect, svect, n, n, a.p, n, rocblas_stride(each),
                     w.p, rocblas_stride(n), u.p, n, rocblas_stride(each), vt.p,
                     n, rocblas_stride(each), room.p, rocblas_stride(5 * n),
                     rocblas_inplace, infos.p, count)
               : gesvd_batched(KEY, h, svect, svect, n, n, pointers, n, w.p,
                               rocblas_stride(n), u.p, n, rocblas_stride(each),
                               vt.p, n, rocblas_stride(each), room.p,
                               rocblas_stride(5 * n), rocblas_inplace, infos.p,
                               count));
    told();
    for (int k = 0; k < count; ++k)
      expect(read(u.p, k, n) * diagonal(w.p + k * n, n) * read(vt.p, k, n),
             all[size_t(k)], e);
    fill();
    OK(strided ? syev_strided_batched(KEY, h, rocblas_evect_original,
                                      rocblas_fill_upper, n, a.p, n,
                                      rocblas_stride(each), w.p,
                                      rocblas_stride(n), room.p,
                                      rocblas_stride(n), infos.p, count)
               : syev_batched(KEY, h, rocblas_evect_original,
                              rocblas_fill_upper, n, pointers, n, w.p,
                              rocblas_stride(n), room.p, rocblas_stride(n),
                              infos.p, count));
    told();
    for (int k = 0; k < count; ++k)
      expect(all[size_t(k)] * read(a.p, k, n),
             read(a.p, k, n) * diagonal(w.p + k * n, n), e);
  }
}

template <typename T> static void test_type() {
  for (const int n : {1, 2, 7, 30}) {
    test_systems<T>(n);
    test_orthogonal<T>(n + 1, n);
    test_values<T>(n + 1, n);
  }
  test_values<T>(3, 8);
  test_batches<T>(1, 2);
  test_batches<T>(8, 5);
}

int main() {
  OK(rocblas_create_handle(&h));
  OK(hipMallocManaged(&info, sizeof(int)));
  *info = -1;
  test_type<float>();
  test_type<double>();
  test_type<C>();
  test_type<D>();
  FAILS(rocsolver_spotrf(nullptr, rocblas_fill_upper, 1, nullptr, 1, info),
        rocblas_status_invalid_handle);
  FAILS(rocsolver_spotrf(h, rocblas_fill_full, 1, nullptr, 1, info),
        rocblas_status_invalid_value);
  FAILS(rocsolver_spotrf(h, rocblas_fill_upper, -1, nullptr, 1, info),
        rocblas_status_invalid_size);
  OK(hipFree(info));
  OK(rocblas_destroy_handle(h));
  printf("%d results\n", cases);
  return 0;
}
