// SPDX-License-Identifier: Apache-2.0
// cuSOLVER's dense functions by what their results make together, in double:
// factors multiply to the matrix, solutions solve, vectors are eigenvectors and
// orthogonal. Four types, sizes from 0 to 70, leading dimensions that are larger.
// FLAGS: -lcusolver -std=c++17
#include "solver.h"

// ---- The functions of each type by one name

FOUR(potrf)
FOUR(potrf_bufferSize)
FOUR(potrs)
FOUR(potri)
FOUR(potri_bufferSize)
FOUR(potrfBatched)
FOUR(potrsBatched)
FOUR(getrf)
FOUR(getrf_bufferSize)
FOUR(getrs)
FOUR(laswp)
FOUR(geqrf)
FOUR(geqrf_bufferSize)
FOUR(sytrf)
FOUR(sytrf_bufferSize)
FOUR(gebrd)
FOUR(gebrd_bufferSize)
FOUR(gesvd)
FOUR(gesvd_bufferSize)
FOUR(gesvdj)
FOUR(gesvdj_bufferSize)
FOUR(gesvdjBatched)
FOUR(gesvdjBatched_bufferSize)
FOUR_SY(evd)
FOUR_SY(evd_bufferSize)
FOUR_SY(evdx)
FOUR_SY(evdx_bufferSize)
FOUR_SY(gvd)
FOUR_SY(gvd_bufferSize)
FOUR_SY(evj)
FOUR_SY(evj_bufferSize)
FOUR_SY(evjBatched)
FOUR_SY(evjBatched_bufferSize)
FOUR_SY(gvj)
FOUR_SY(gvj_bufferSize)
FOUR_SY(trd)
FOUR_SY(trd_bufferSize)
FOUR_OR(gqr)
FOUR_OR(gqr_bufferSize)
FOUR_OR(mqr)
FOUR_OR(mqr_bufferSize)
FOUR_OR(gbr)
FOUR_OR(gbr_bufferSize)
FOUR_OR(gtr)
FOUR_OR(gtr_bufferSize)
FOUR_OR(mtr)
FOUR_OR(mtr_bufferSize)
FOUR_NAMED(gesv, SSgesv, DDgesv, CCgesv, ZZgesv)
FOUR_NAMED(gels, SSgels, DDgels, CCgels, ZZgels)
FOUR_NAMED(gesv_bufferSize, SSgesv_bufferSize, DDgesv_bufferSize,
           CCgesv_bufferSize, ZZgesv_bufferSize)
FOUR_NAMED(gels_bufferSize, SSgels_bufferSize, DDgels_bufferSize,
           CCgels_bufferSize, ZZgels_bufferSize)
// ---- Systems

template <typename T> static void test_cholesky(Context &x, int n, int sides) {
  const double e = epsilon<T>();
  const Dense a = hermitian(n, is_complex<T>(), 2.0 * n + 1),
              b = random_matrix(n, sides, is_complex<T>());
  for (const auto uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
    const bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
    Matrix<T> m(a), s(b);
    int size = 0;
    GOOD(potrf_bufferSize(KEY, x.h, uplo, n, m.p(), m.ld, &size));
    Memory<T> work(static_cast<size_t>(size));
    GOOD(potrf(KEY, x.h, uplo, n, m.p(), m.ld, work.p, size, x.info));
    x.done();
    const Dense f = triangle(m.read(), upper, false);
    expect(upper ? turned(f) * f : f * turned(f), a, e);
    GOOD(potrs(KEY, x.h, uplo, n, sides, static_cast<const T *>(m.p()), m.ld,
               s.p(), s.ld, x.info));
    x.done();
    expect(a * s.read(), b, e);
    GOOD(potri_bufferSize(KEY, x.h, uplo, n, m.p(), m.ld, &size));
    Memory<T> potri_work(static_cast<size_t>(size));
    GOOD(potri(KEY, x.h, uplo, n, m.p(), m.ld, potri_work.p, size, x.info));
    x.done();
    Dense inverse = triangle(m.read(), upper, false);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j)
        (upper ? inverse(i, j) : inverse(j, i)) =
            std::conj(upper ? inverse(j, i) : inverse(i, j));
    expect(a * inverse, identity(n), e);
    // The same without letters.
    Matrix<T> wide(a), side(b);
    size_t on_device = 0, on_host = 0;
    cusolverDnParams_t params;
    GOOD(cusolverDnCreateParams(&params));
    GOOD(cusolverDnXpotrf_bufferSize(x.h, params, uplo, n, type_of<T>(),
                                     wide.p(), wide.ld, type_of<T>(),
                                     &on_device, &on_host));
    Memory<char> room(on_device);
    std::vector<char> host(on_host + 1);
    GOOD(cusolverDnXpotrf(x.h, params, uplo, n, type_of<T>(), wide.p(), wide.ld,
                          type_of<T>(), room.p, on_device, host.data(), on_host,
                          x.info));
    x.done();
    GOOD(cusolverDnXpotrs(x.h, params, uplo, n, sides, type_of<T>(), wide.p(),
                          wide.ld, type_of<T>(), side.p(), side.ld, x.info));
    x.done();
    expect(a * side.read(), b, e);
    GOOD(cusolverDnXtrtri_bufferSize(x.h, uplo, CUBLAS_DIAG_NON_UNIT, n,
                                     type_of<T>(), wide.p(), wide.ld,
                                     &on_device, &on_host));
    const Dense factor = triangle(wide.read(), upper, false);
    Memory<char> more(on_device);
    host.resize(on_host + 1);
    GOOD(cusolverDnXtrtri(x.h, uplo, CUBLAS_DIAG_NON_UNIT, n, type_of<T>(),
                          wide.p(), wide.ld, more.p, on_device, host.data(),
                          on_host, x.info));
    x.done();
    expect(factor * triangle(wide.read(), upper, false), identity(n), e);
    GOOD(cusolverDnDestroyParams(params));
  }
}

template <typename T> static void test_lu(Context &x, int m, int n, int sides) {
  const double e = epsilon<T>();
  Dense a = random_matrix(m, n, is_complex<T>());
  for (const bool pivots : {true, false}) {
    if (!pivots)
      for (int i = 0; i < std::min(m, n); ++i)
        a(i, i) += double(n + m);
    Matrix<T> f(a);
    const int few = std::min(m, n);
    Memory<int> rows(static_cast<size_t>(few));
    int size = 0;
    GOOD(getrf_bufferSize(KEY, x.h, m, n, f.p(), f.ld, &size));
    Memory<T> work(static_cast<size_t>(size));
    GOOD(getrf(KEY, x.h, m, n, f.p(), f.ld, work.p,
               pivots ? rows.p : static_cast<int *>(nullptr), x.info));
    x.done();
    Dense exchanged = a;
    for (int i = 0; i < few && pivots; ++i)
      for (int j = 0; j < n; ++j)
        std::swap(exchanged(i, j), exchanged(rows.p[i] - 1, j));
    const Dense lu = f.read();
    expect(part(triangle(lu, false, true), m, few) *
               part(triangle(lu, true, false), few, n),
           exchanged, e);
    if (pivots) {
      Matrix<T> moved(a);
      GOOD(laswp(KEY, x.h, n, moved.p(), moved.ld, 1, few,
                 static_cast<const int *>(rows.p), 1));
      GOOD(cudaDeviceSynchronize());
      expect(moved.read(), exchanged, 1e-6);
    }
    if (m != n)
      continue;
    const Dense b = random_matrix(n, sides, is_complex<T>());
    for (const auto op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {
      Matrix<T> s(b);
      GOOD(getrs(KEY, x.h, op, n, sides, static_cast<const T *>(f.p()), f.ld,
                 pivots ? static_cast<const int *>(rows.p)
                        : static_cast<const int *>(nullptr),
                 s.p(), s.ld, x.info));
      x.done();
      expect(turned(a, op) * s.read(), b, 100 * e);
    }
    Matrix<T> wide(a), side(b);
    Memory<int64_t> wide_rows(static_cast<size_t>(n));
    size_t on_device = 0, on_host = 0;
    GOOD(cusolverDnXgetrf_bufferSize(x.h, nullptr, n, n, type_of<T>(), wide.p(),
                                     wide.ld, type_of<T>(), &on_device,
                                     &on_host));
    Memory<char> room(on_device);
    std::vector<char> host(on_host + 1);
    GOOD(cusolverDnXgetrf(x.h, nullptr, n, n, type_of<T>(), wide.p(), wide.ld,
                          pivots ? wide_rows.p : nullptr, type_of<T>(), room.p,
                          on_device, host.data(), on_host, x.info));
    x.done();
    GOOD(cusolverDnXgetrs(x.h, nullptr, CUBLAS_OP_N, n, sides, type_of<T>(),
                          wide.p(), wide.ld, pivots ? wide_rows.p : nullptr,
                          type_of<T>(), side.p(), side.ld, x.info));
    x.done();
    expect(a * side.read(), b, 100 * e);
    // At once.
    Matrix<T> whole(a), right(b), solution(Dense(n, sides));
    int iterations = -9;
    size_t bytes = 0;
    GOOD(gesv_bufferSize(KEY, x.h, n, sides, whole.p(), whole.ld, rows.p,
                         right.p(), right.ld, solution.p(), solution.ld,
                         static_cast<void *>(nullptr), &bytes));
    Memory<char> gesv_work(bytes);
    GOOD(gesv(KEY, x.h, n, sides, whole.p(), whole.ld, rows.p, right.p(),
              right.ld, solution.p(), solution.ld,
              static_cast<void *>(gesv_work.p), bytes, &iterations, x.info));
    x.done();
    CHECK(on_cpu ? iterations >= 0 : iterations != -9);
    expect(a * solution.read(), b, 100 * e);
  }
}

template <typename T> static void test_qr(Context &x, int m, int n) {
  const double e = epsilon<T>();
  const bool complex = is_complex<T>();
  const int few = std::min(m, n);
  const Dense a = random_matrix(m, n, complex);
  Matrix<T> f(a);
  Memory<T> tau(static_cast<size_t>(few));
  int size = 0;
  GOOD(geqrf_bufferSize(KEY, x.h, m, n, f.p(), f.ld, &size));
  Memory<T> work(static_cast<size_t>(size));
  GOOD(geqrf(KEY, x.h, m, n, f.p(), f.ld, tau.p, work.p, size, x.info));
  x.done();
  const Dense r = part(triangle(f.read(), true, false), few, n);
  const Dense c = random_matrix(m, 4, complex);
  Matrix<T> left(c), right(turned(c));
  const auto back = complex ? CUBLAS_OP_C : CUBLAS_OP_T;
  const T *factors = f.p(), *taus = tau.p;
  int left_size = 0, right_size = 0, q_size = 0;
  GOOD(or_mqr_bufferSize(KEY, x.h, CUBLAS_SIDE_LEFT, back, m, 4, few, factors,
                         f.ld, taus, static_cast<const T *>(left.p()), left.ld,
                         &left_size));
  GOOD(or_mqr_bufferSize(KEY, x.h, CUBLAS_SIDE_RIGHT, CUBLAS_OP_N, 4, m, few,
                         factors, f.ld, taus,
                         static_cast<const T *>(right.p()), right.ld,
                         &right_size));
  GOOD(or_gqr_bufferSize(KEY, x.h, m, few, few, factors, f.ld, taus, &q_size));
  size = std::max({size, left_size, right_size, q_size});
  Memory<T> q_work(static_cast<size_t>(size));
  GOOD(or_mqr(KEY, x.h, CUBLAS_SIDE_LEFT, back, m, 4, few, factors, f.ld, taus,
              left.p(), left.ld, q_work.p, size, x.info));
  x.done();
  GOOD(or_mqr(KEY, x.h, CUBLAS_SIDE_RIGHT, CUBLAS_OP_N, 4, m, few, factors,
              f.ld, taus, right.p(), right.ld, q_work.p, size, x.info));
  x.done();
  GOOD(or_gqr(KEY, x.h, m, few, few, f.p(), f.ld, taus, q_work.p, size,
              x.info));
  x.done();
  const Dense q = part(f.read(), m, few);
  expect(q * r, a, e);
  expect(turned(q) * q, identity(few), e);
  expect(part(left.read(), few, 4), turned(q) * c, e);
  expect(part(right.read(), 4, few), turned(c) * q, e);
  // The same by Xgeqrf, and the least squares solution.
  Matrix<T> wide(a);
  size_t on_device = 0, on_host = 0;
  GOOD(cusolverDnXgeqrf_bufferSize(x.h, nullptr, m, n, type_of<T>(), wide.p(),
                                   wide.ld, type_of<T>(), tau.p, type_of<T>(),
                                   &on_device, &on_host));
  Memory<char> room(on_device);
  std::vector<char> host(on_host + 1);
  GOOD(cusolverDnXgeqrf(x.h, nullptr, m, n, type_of<T>(), wide.p(), wide.ld,
                        type_of<T>(), tau.p, type_of<T>(), room.p, on_device,
                        host.data(), on_host, x.info));
  x.done();
  expect(part(triangle(wide.read(), true, false), few, n), r, e);
  if (m >= n && n) {
    Matrix<T> whole(a), b(c), s(Dense(n, 4));
    int iterations = -9;
    size_t bytes = 0;
    GOOD(gels_bufferSize(KEY, x.h, m, n, 4, whole.p(), whole.ld, b.p(), b.ld,
                         s.p(), s.ld, static_cast<void *>(nullptr), &bytes));
    Memory<char> gels_work(bytes);
    GOOD(gels(KEY, x.h, m, n, 4, whole.p(), whole.ld, b.p(), b.ld, s.p(), s.ld,
              static_cast<void *>(gels_work.p), bytes, &iterations, x.info));
    x.done();
    Dense rest = a * s.read();
    for (size_t i = 0; i < rest.v.size(); ++i)
      rest.v[i] -= c.v[i];
    expect(turned(a) * rest, Dense(n, 4), 100 * e);
  }
}

// ---- Reductions

template <typename T> static void test_reductions(Context &x, int m, int n) {
  using R = typename Real<T>::R;
  const double e = epsilon<T>();
  const bool complex = is_complex<T>();
  { // A = Q B P^H
    const Dense a = random_matrix(m, n, complex);
    const int few = std::min(m, n);
    Matrix<T> f(a);
    Memory<R> d(size_t(few) + 1), o(size_t(few) + 1);
    Memory<T> tau_q(size_t(few) + 1), tau_p(size_t(few) + 1);
    int size = 0, left = 0, right = 0;
    GOOD(gebrd_bufferSize(KEY, x.h, m, n, &size));
    GOOD(or_gbr_bufferSize(KEY, x.h, CUBLAS_SIDE_LEFT, m, few, n,
                           static_cast<const T *>(f.p()), f.ld,
                           static_cast<const T *>(tau_q.p), &left));
    GOOD(or_gbr_bufferSize(KEY, x.h, CUBLAS_SIDE_RIGHT, few, n, m,
                           static_cast<const T *>(f.p()), f.ld,
                           static_cast<const T *>(tau_p.p), &right));
    size = std::max({size, left, right});
    Memory<T> work(static_cast<size_t>(size));
    GOOD(gebrd(KEY, x.h, m, n, f.p(), f.ld, d.p, o.p, tau_q.p, tau_p.p, work.p,
               size, x.info));
    x.done();
    Matrix<T> q(part(f.read(), m, few)), p(part(f.read(), few, n));
    GOOD(or_gbr(KEY, x.h, CUBLAS_SIDE_LEFT, m, few, n, q.p(), q.ld,
                static_cast<const T *>(tau_q.p), work.p, size, x.info));
    x.done();
    GOOD(or_gbr(KEY, x.h, CUBLAS_SIDE_RIGHT, few, n, m, p.p(), p.ld,
                static_cast<const T *>(tau_p.p), work.p, size, x.info));
    x.done();
    Dense b(few, few);
    for (int i = 0; i < few; ++i) {
      b(i, i) = double(d.p[i]);
      if (i + 1 < few)
        (m >= n ? b(i, i + 1) : b(i + 1, i)) = double(o.p[i]);
    }
    expect(q.read() * b * p.read(), a, e);
  }
  for (const auto uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
    const Dense a = hermitian(n, complex, 0); // A = Q T Q^H
    Matrix<T> f(a);
    Memory<R> d(static_cast<size_t>(n)), o(static_cast<size_t>(n));
    Memory<T> tau(static_cast<size_t>(n));
    const Dense c = random_matrix(n, 3, complex);
    Matrix<T> moved(c);
    int size = 0, moving = 0, making = 0;
    const T *factors = f.p(), *taus = tau.p;
    GOOD(sytrd_bufferSize(KEY, x.h, uplo, n, factors, f.ld,
                          static_cast<const R *>(d.p),
                          static_cast<const R *>(o.p), taus, &size));
    GOOD(or_mtr_bufferSize(KEY, x.h, CUBLAS_SIDE_LEFT, uplo, CUBLAS_OP_N, n, 3,
                           factors, f.ld, taus,
                           static_cast<const T *>(moved.p()), moved.ld,
                           &moving));
    GOOD(or_gtr_bufferSize(KEY, x.h, uplo, n, factors, f.ld, taus, &making));
    size = std::max({size, moving, making});
    Memory<T> work(static_cast<size_t>(size));
    GOOD(sytrd(KEY, x.h, uplo, n, f.p(), f.ld, d.p, o.p, tau.p, work.p,
               size, x.info));
    x.done();
    Dense t(n, n);
    for (int i = 0; i < n; ++i) {
      t(i, i) = double(d.p[i]);
      if (i + 1 < n)
        t(i, i + 1) = t(i + 1, i) = double(o.p[i]);
    }
    GOOD(or_mtr(KEY, x.h, CUBLAS_SIDE_LEFT, uplo, CUBLAS_OP_N, n, 3, f.p(),
                f.ld, tau.p, moved.p(), moved.ld, work.p, size, x.info));
    x.done();
    GOOD(or_gtr(KEY, x.h, uplo, n, f.p(), f.ld, static_cast<const T *>(tau.p),
                work.p, size, x.info));
    x.done();
    const Dense q = f.read();
    expect(q * t * turned(q), a, e);
    expect(moved.read(), q * c, e);
  }
  { // A = L D L^T where no rows are exchanged; symmetric, not Hermitian
    Dense a = random_matrix(n, n, complex);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < i; ++j)
        a(j, i) = a(i, j);
      a(i, i) = 5.0 * n + i;
    }
    Matrix<T> f(a);
    Memory<int> rows(static_cast<size_t>(n));
    int size = 0;
    GOOD(sytrf_bufferSize(KEY, x.h, n, f.p(), f.ld, &size));
    Memory<T> work(static_cast<size_t>(size));
    GOOD(sytrf(KEY, x.h, CUBLAS_FILL_MODE_LOWER, n, f.p(), f.ld, rows.p, work.p,
               size, x.info));
    x.done();
    const Dense read = f.read(), l = triangle(read, false, true);
    Dense d(n, n);
    for (int i = 0; i < n; ++i) {
      CHECK(rows.p[i] == i + 1);
      d(i, i) = read(i, i);
    }
    expect(l * d * turned(l, CUBLAS_OP_T), a, e);
  }
}

// ---- Eigenvalues

template <typename T>
static void expect_eigen(const Dense &a, const Dense &v,
                         const typename Real<T>::R *w, int from = 0) {
  (void)from;
  expect(a * v, v * diagonal(w, v.cols), epsilon<T>());
  expect(turned(v) * v, identity(v.cols), epsilon<T>());
  for (int i = 1; i < v.cols; ++i)
    CHECK(w[i - 1] <= w[i]);
}

template <typename T> static void test_eigen(Context &x, int n) {
  using R = typename Real<T>::R;
  const Dense a = hermitian(n, is_complex<T>(), 0);
  Memory<R> w(static_cast<size_t>(n)), values(static_cast<size_t>(n));
  const auto job = CUSOLVER_EIG_MODE_VECTOR, none = CUSOLVER_EIG_MODE_NOVECTOR;
  syevjInfo_t jacobi;
  GOOD(cusolverDnCreateSyevjInfo(&jacobi));
  GOOD(cusolverDnXsyevjSetTolerance(jacobi, sizeof(R) == 4 ? 1e-6 : 1e-13));
  GOOD(cusolverDnXsyevjSetMaxSweeps(jacobi, 60));
  for (const auto uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
    int size = 0;
    Matrix<T> v(triangle(a, uplo == CUBLAS_FILL_MODE_UPPER, false)), u(a);
    GOOD(syevd_bufferSize(KEY, x.h, job, uplo, n,
                          static_cast<const T *>(v.p()), v.ld,
                          static_cast<const R *>(w.p), &size));
    const T *from = v.p();
    const R *known = w.p;
    int plain = 0, by_jacobi = 0, by_number = 0, by_value = 0, count = 0;
    GOOD(syevd_bufferSize(KEY, x.h, none, uplo, n, from, v.ld, known, &plain));
    GOOD(syevj_bufferSize(KEY, x.h, job, uplo, n, from, v.ld, known,
                          &by_jacobi, jacobi));
    if (n >= 4) {
      GOOD(syevdx_bufferSize(KEY, x.h, job, CUSOLVER_EIG_RANGE_I, uplo, n, from,
                             v.ld, R(0), R(0), 2, 4, &count, known,
                             &by_number));
      GOOD(syevdx_bufferSize(KEY, x.h, job, CUSOLVER_EIG_RANGE_V, uplo, n, from,
                             v.ld, R(-1), R(1), 0, 0, &count, known,
                             &by_value));
    }
    size = std::max({size, plain, by_jacobi, by_number, by_value});
    Memory<T> work(static_cast<size_t>(size));
    GOOD(syevd(KEY, x.h, job, uplo, n, v.p(), v.ld, w.p, work.p, size, x.info));
    x.done();
    expect_eigen<T>(a, v.read(), w.p);
    GOOD(syevd(KEY, x.h, none, uplo, n, u.p(), u.ld, values.p, work.p, size,
               x.info));
    x.done();
    for (int i = 0; i < n; ++i)
      NEAR(double(values.p[i]), double(w.p[i]), 20 * epsilon<T>());
    Matrix<T> j(a);
    GOOD(syevj(KEY, x.h, job, uplo, n, j.p(), j.ld, values.p, work.p, size,
               x.info, jacobi));
    x.done();
    expect_eigen<T>(a, j.read(), values.p);
    double residual = -1;
    int sweeps = -1;
    GOOD(cusolverDnXsyevjGetResidual(x.h, jacobi, &residual));
    GOOD(cusolverDnXsyevjGetSweeps(x.h, jacobi, &sweeps));
    CHECK(residual >= 0 && residual <= epsilon<T>() * (1 + n) * (1 + n) &&
          (on_cpu ? sweeps == 1 : sweeps >= 0));
    Matrix<T> wide(a);
    size_t on_device = 0, on_host = 0;
    GOOD(cusolverDnXsyevd_bufferSize(x.h, nullptr, job, uplo, n, type_of<T>(),
                                     wide.p(), wide.ld, real_type<T>(),
                                     values.p, type_of<T>(), &on_device,
                                     &on_host));
    Memory<char> room(on_device);
    std::vector<char> host(on_host + 1);
    GOOD(cusolverDnXsyevd(x.h, nullptr, job, uplo, n, type_of<T>(), wide.p(),
                          wide.ld, real_type<T>(), values.p, type_of<T>(),
                          room.p, on_device, host.data(), on_host, x.info));
    x.done();
    expect_eigen<T>(a, wide.read(), values.p);
    if (n < 4)
      continue;
    // Some of them: by number, and between two values.
    Matrix<T> some(a);
    GOOD(syevdx(KEY, x.h, job, CUSOLVER_EIG_RANGE_I, uplo, n, some.p(), some.ld,
                R(0), R(0), 2, 4, &count, values.p, work.p, size, x.info));
    x.done();
    CHECK(count == 3);
    for (int i = 0; i < 3; ++i)
      NEAR(double(values.p[i]), double(w.p[i + 1]), 20 * epsilon<T>());
    expect_eigen<T>(a, part(some.read(), n, 3), values.p);
    Matrix<T> between(a);
    const R low = (w.p[0] + w.p[1]) / 2, high = (w.p[n - 2] + w.p[n - 1]) / 2;
    GOOD(syevdx(KEY, x.h, job, CUSOLVER_EIG_RANGE_V, uplo, n, between.p(),
                between.ld, low, high, 0, 0, &count, values.p, work.p, size,
                x.info));
    x.done();
    CHECK(count == n - 2);
    expect_eigen<T>(a, part(between.read(), n, count), values.p);
    int64_t wide_count = 0;
    Matrix<T> first(a);
    R below = low, up_to = high;
    GOOD(cusolverDnXsyevdx_bufferSize(
        x.h, nullptr, job, CUSOLVER_EIG_RANGE_V, uplo, n, type_of<T>(),
        first.p(), first.ld, &below, &up_to, 0, 0, &wide_count, real_type<T>(),
        values.p, type_of<T>(), &on_device, &on_host));
    Memory<char> more(on_device);
    host.resize(on_host + 1);
    GOOD(cusolverDnXsyevdx(x.h, nullptr, job, CUSOLVER_EIG_RANGE_V, uplo, n,
                           type_of<T>(), first.p(), first.ld, &below, &up_to, 0,
                           0, &wide_count, real_type<T>(), values.p,
                           type_of<T>(), more.p, on_device, host.data(),
                           on_host, x.info));
    x.done();
    CHECK(wide_count == n - 2);
    expect_eigen<T>(a, part(first.read(), n, n - 2), values.p);
  }
  // A x = w B x, and the two others.
  const Dense b = hermitian(n, is_complex<T>(), 2.0 * n + 2);
  for (int type = 1; type <= 3; ++type)
    for (const bool by_jacobi : {false, true}) {
      Matrix<T> v(a), f(b);
      const auto itype = cusolverEigType_t(type);
      const auto uplo = CUBLAS_FILL_MODE_LOWER;
      const T *va = v.p(), *vb = f.p();
      int size = 0;
      if (by_jacobi)
        GOOD(sygvj_bufferSize(KEY, x.h, itype, job, uplo, n, va, v.ld, vb, f.ld,
                              static_cast<const R *>(w.p), &size, jacobi));
      else
        GOOD(sygvd_bufferSize(KEY, x.h, itype, job, uplo, n, va, v.ld, vb, f.ld,
                              static_cast<const R *>(w.p), &size));
      Memory<T> work(static_cast<size_t>(size));
      if (by_jacobi)
        GOOD(sygvj(KEY, x.h, itype, job, uplo, n, v.p(), v.ld, f.p(), f.ld, w.p,
                   work.p, size, x.info, jacobi));
      else
        GOOD(sygvd(KEY, x.h, itype, job, uplo, n, v.p(), v.ld, f.p(), f.ld, w.p,
                   work.p, size, x.info));
      x.done();
      const Dense u = v.read(), d = diagonal(w.p, n);
      if (type == 1)
        expect(a * u, b * u * d, 4 * epsilon<T>());
      else if (type == 2)
        expect(a * (b * u), u * d, 20 * epsilon<T>());
      else
        expect(b * (a * u), u * d, 20 * epsilon<T>());
    }
  GOOD(cusolverDnDestroySyevjInfo(jacobi));
}

// ---- Singular values

template <typename T> static void test_svd(Context &x, int m, int n) {
  using R = typename Real<T>::R;
  const int few = std::min(m, n);
  const Dense a = random_matrix(m, n, is_complex<T>());
  Memory<R> s(static_cast<size_t>(few)), room(size_t(few) * 5);
  const auto check = [&](const Dense &u, const Dense &v) {
    expect(part(u, m, few) * diagonal(s.p, few) * turned(part(v, n, few)), a,
           epsilon<T>());
    expect(turned(u) * u, identity(u.cols), epsilon<T>());
    expect(turned(v) * v, identity(v.cols), epsilon<T>());
    for (int i = 1; i < few; ++i)
      CHECK(s.p[i - 1] >= s.p[i] && s.p[i] >= 0);
  };
  // NVIDIA's gesvd is for tall matrices alone.
  for (const char job : {'A', 'S'}) {
    if (!on_cpu && m < n)
      break;
    Matrix<T> f(a), u(Dense(m, job == 'A' ? m : few)),
        vt(Dense(job == 'A' ? n : few, n));
    int size = 0;
    GOOD(gesvd_bufferSize(KEY, x.h, m, n, &size));
    Memory<T> work(static_cast<size_t>(size));
    GOOD(gesvd(KEY, x.h, static_cast<signed char>(job),
               static_cast<signed char>(job), m, n, f.p(), f.ld, s.p, u.p(),
               u.ld, vt.p(), vt.ld, work.p, size, room.p, x.info));
    x.done();
    check(u.read(), turned(vt.read()));
    Matrix<T> wide(a);
    size_t on_device = 0, on_host = 0;
    GOOD(cusolverDnXgesvd_bufferSize(
        x.h, nullptr, job, job, m, n, type_of<T>(), wide.p(), wide.ld,
        real_type<T>(), s.p, type_of<T>(), u.p(), u.ld, type_of<T>(), vt.p(),
        vt.ld, type_of<T>(), &on_device, &on_host));
    Memory<char> bytes(on_device);
    std::vector<char> host(on_host + 1);
    GOOD(cusolverDnXgesvd(x.h, nullptr, job, job, m, n, type_of<T>(), wide.p(),
                          wide.ld, real_type<T>(), s.p, type_of<T>(), u.p(),
                          u.ld, type_of<T>(), vt.p(), vt.ld, type_of<T>(),
                          bytes.p, on_device, host.data(), on_host, x.info));
    x.done();
    check(u.read(), turned(vt.read()));
  }
  gesvdjInfo_t jacobi;
  GOOD(cusolverDnCreateGesvdjInfo(&jacobi));
  for (const int thin : {0, 1}) {
    Matrix<T> f(a), u(Dense(m, thin ? few : m)), v(Dense(n, thin ? few : n));
    int size = 0;
    GOOD(gesvdj_bufferSize(KEY, x.h, CUSOLVER_EIG_MODE_VECTOR, thin, m, n,
                           static_cast<const T *>(f.p()), f.ld,
                           static_cast<const R *>(s.p),
                           static_cast<const T *>(u.p()), u.ld,
                           static_cast<const T *>(v.p()), v.ld, &size, jacobi));
    Memory<T> work(static_cast<size_t>(size));
    GOOD(gesvdj(KEY, x.h, CUSOLVER_EIG_MODE_VECTOR, thin, m, n, f.p(), f.ld,
                s.p, u.p(), u.ld, v.p(), v.ld, work.p, size, x.info, jacobi));
    x.done();
    check(u.read(), v.read());
    double residual = -1;
    GOOD(cusolverDnXgesvdjGetResidual(x.h, jacobi, &residual));
    CHECK(residual >= 0 && residual <= epsilon<T>() * (1 + m) * (1 + n));
    Matrix<T> p(a);
    double perturbed = -1;
    size_t on_device = 0, on_host = 0;
    GOOD(cusolverDnXgesvdp_bufferSize(
        x.h, nullptr, CUSOLVER_EIG_MODE_VECTOR, thin, m, n, type_of<T>(), p.p(),
        p.ld, real_type<T>(), s.p, type_of<T>(), u.p(), u.ld, type_of<T>(),
        v.p(), v.ld, type_of<T>(), &on_device, &on_host));
    Memory<char> bytes(on_device);
    std::vector<char> host(on_host + 1);
    GOOD(cusolverDnXgesvdp(x.h, nullptr, CUSOLVER_EIG_MODE_VECTOR, thin, m, n,
                           type_of<T>(), p.p(), p.ld, real_type<T>(), s.p,
                           type_of<T>(), u.p(), u.ld, type_of<T>(), v.p(), v.ld,
                           type_of<T>(), bytes.p, on_device, host.data(), on_host,
                           x.info, &perturbed));
    x.done();
    check(u.read(), v.read());
    CHECK(on_cpu ? perturbed == 0 : perturbed >= 0 && perturbed < 1e-3);
  }
  GOOD(cusolverDnDestroyGesvdjInfo(jacobi));
}

// ---- Batches

template <typename T> static void test_batches(Context &x, int n, int count) {
  using R = typename Real<T>::R;
  const bool complex = is_complex<T>();
  const auto job = CUSOLVER_EIG_MODE_VECTOR;
  std::vector<Dense> all, sides;
  Memory<T> packed(size_t(n * n * count)), u(size_t(n * n * count)),
      v(size_t(n * n * count));
  Memory<R> w(size_t(n * count));
  Memory<int> info(static_cast<size_t>(count));
  const auto fill = [&]() {
    for (int k = 0; k < count; ++k)
      for (int i = 0; i < n * n; ++i)
        put(packed.p[k * n * n + i], all[size_t(k)].v[size_t(i)]);
  };
  const auto member = [&](const T *from, int k) {
    Dense a(n, n);
    for (int i = 0; i < n * n; ++i)
      a.v[size_t(i)] = get(from[k * n * n + i]);
    return a;
  };
  Memory<T *> matrices(static_cast<size_t>(count)),
      rights(static_cast<size_t>(count));
  Memory<T> right(size_t(n * count));
  for (int k = 0; k < count; ++k) {
    all.push_back(hermitian(n, complex, 2.0 * n + 1));
    sides.push_back(random_matrix(n, 1, complex));
    matrices.p[k] = packed.p + k * n * n;
    rights.p[k] = right.p + k * n;
    for (int i = 0; i < n; ++i)
      put(right.p[k * n + i], sides.back()(i, 0));
  }
  syevjInfo_t jacobi;
  gesvdjInfo_t svd;
  GOOD(cusolverDnCreateSyevjInfo(&jacobi));
  GOOD(cusolverDnCreateGesvdjInfo(&svd));
  fill();
  const T *from = packed.p, *us = u.p, *vs = v.p;
  const R *ws = w.p;
  int size = 0, second = 0;
  GOOD(syevjBatched_bufferSize(KEY, x.h, job, CUBLAS_FILL_MODE_LOWER, n, from,
                               n, ws, &size, jacobi, count));
  GOOD(gesvdjBatched_bufferSize(KEY, x.h, job, n, n, from, n, ws, us, n, vs, n,
                                &second, svd, count));
  size = std::max(size, second);
  Memory<T> work(static_cast<size_t>(size));
  GOOD(syevjBatched(KEY, x.h, job, CUBLAS_FILL_MODE_LOWER, n, packed.p, n, w.p,
                    work.p, size, info.p, jacobi, count));
  GOOD(cudaDeviceSynchronize());
  for (int k = 0; k < count; ++k) {
    CHECK(info.p[k] == 0);
    expect_eigen<T>(all[size_t(k)], member(packed.p, k), w.p + k * n);
  }
  fill();
  GOOD(gesvdjBatched(KEY, x.h, job, n, n, packed.p, n, w.p, u.p, n, v.p, n,
                     work.p, size, info.p, svd, count));
  GOOD(cudaDeviceSynchronize());
  for (int k = 0; k < count; ++k)
    expect(member(u.p, k) * diagonal(w.p + k * n, n) * turned(member(v.p, k)),
           all[size_t(k)], epsilon<T>());
  fill();
  GOOD(potrfBatched(KEY, x.h, CUBLAS_FILL_MODE_LOWER, n, matrices.p, n, info.p,
                    count));
  GOOD(potrsBatched(KEY, x.h, CUBLAS_FILL_MODE_LOWER, n, 1, matrices.p, n,
                    rights.p, n, x.info, count));
  x.done();
  for (int k = 0; k < count; ++k) {
    CHECK(info.p[k] == 0);
    Dense s(n, 1);
    for (int i = 0; i < n; ++i)
      s(i, 0) = get(right.p[k * n + i]);
    expect(all[size_t(k)] * s, sides[size_t(k)], epsilon<T>());
  }
  GOOD(cusolverDnDestroySyevjInfo(jacobi));
  GOOD(cusolverDnDestroyGesvdjInfo(svd));
  cases += 3;
}

// ---- What fails

static void test_wrong(Context &x) {
  Matrix<double> a(identity(4));
  Memory<double> work(16);
  int size = 0;
  FAILS(cusolverDnDpotrf(nullptr, CUBLAS_FILL_MODE_LOWER, 4, a.p(), 4, work.p,
                         1, x.info),
        CUSOLVER_STATUS_NOT_INITIALIZED);
  FAILS(cusolverDnDpotrf(x.h, CUBLAS_FILL_MODE_LOWER, -1, a.p(), 4, work.p, 1,
                         x.info),
        CUSOLVER_STATUS_INVALID_VALUE);
  FAILS(cusolverDnDpotrf(x.h, CUBLAS_FILL_MODE_LOWER, 4, a.p(), 3, work.p, 1,
                         x.info),
        CUSOLVER_STATUS_INVALID_VALUE);
  CHECK(strstr(quern_reason(), "3 apart"));
  FAILS(cusolverDnDpotrf(x.h, cublasFillMode_t(9), 4, a.p(), 4, work.p, 1,
                         x.info),
        CUSOLVER_STATUS_INVALID_VALUE);
  FAILS(cusolverDnDpotrf(x.h, CUBLAS_FILL_MODE_LOWER, 4, nullptr, 4, work.p, 1,
                         x.info),
        CUSOLVER_STATUS_INVALID_VALUE);
  FAILS(cusolverDnDgetrf_bufferSize(x.h, 4, 4, a.p(), 4, nullptr),
        CUSOLVER_STATUS_INVALID_VALUE);
  FAILS(cusolverDnXpotrf(x.h, nullptr, CUBLAS_FILL_MODE_LOWER, 4, CUDA_R_16F,
                         a.p(), 4, CUDA_R_16F, work.p, 1, nullptr, 0, x.info),
        CUSOLVER_STATUS_NOT_SUPPORTED);
  // The minor that is not positive, and the pivot that is zero, are told.
  Dense indefinite = identity(4);
  indefinite(2, 2) = -1;
  Matrix<double> f(indefinite);
  GOOD(cusolverDnDpotrf_bufferSize(x.h, CUBLAS_FILL_MODE_LOWER, 4, f.p(), f.ld,
                                   &size));
  GOOD(cusolverDnDpotrf(x.h, CUBLAS_FILL_MODE_LOWER, 4, f.p(), f.ld, work.p,
                        size, x.info));
  GOOD(cudaDeviceSynchronize());
  CHECK(*x.info == 3);
  Memory<int> rows(4);
  Matrix<double> zero(Dense(4, 4));
  GOOD(cusolverDnDgetrf(x.h, 4, 4, zero.p(), zero.ld, work.p, rows.p, x.info));
  GOOD(cudaDeviceSynchronize());
  CHECK(*x.info == 1);
  cusolverDnHandle_t gone;
  GOOD(cusolverDnCreate(&gone));
  GOOD(cusolverDnDestroy(gone));
  FAILS(cusolverDnDestroy(gone), CUSOLVER_STATUS_NOT_INITIALIZED);
  ++cases;
}

// In order with a kernel of the stream, and in a graph.
__global__ void double_it(double *x, int n) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    x[i] *= 2;
}
static void test_order(Context &x) {
  enum { N = 40 };
  const Dense a = hermitian(N, false, 2.0 * N);
  Matrix<double> f(a);
  Memory<double> work(16);
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  const int count = f.ld * N;
  GOOD(cudaStreamCreate(&stream));
  GOOD(cusolverDnSetStream(x.h, stream));
  GOOD(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  double_it<<<(count + 63) / 64, 64, 0, stream>>>(f.p(), count);
  GOOD(cusolverDnDpotrf(x.h, CUBLAS_FILL_MODE_LOWER, N, f.p(), f.ld, work.p, 1,
                        x.info));
  double_it<<<(count + 63) / 64, 64, 0, stream>>>(f.p(), count);
  GOOD(cudaStreamEndCapture(stream, &graph));
  GOOD(cudaGraphInstantiate(&exec, graph, 0));
  GOOD(cudaGraphLaunch(exec, stream));
  x.done();
  const Dense l = triangle(f.read(), false, false);
  Dense wanted = a;
  for (Z &v : wanted.v)
    v *= 8;
  expect(l * turned(l), wanted, 1e-12);
  GOOD(cudaGraphExecDestroy(exec));
  GOOD(cudaGraphDestroy(graph));
  GOOD(cusolverDnSetStream(x.h, nullptr));
  GOOD(cudaStreamDestroy(stream));
}

template <typename T> static void test_type(Context &x) {
  for (const int n : {0, 1, 2, 7, 33, 70}) {
    test_cholesky<T>(x, n, 3);
    test_lu<T>(x, n, n, 2);
    test_eigen<T>(x, n);
  }
  static const int shapes[][2] = {{1, 1}, {5, 3}, {3, 5}, {20, 20}, {64, 17}};
  for (const auto &shape : shapes) {
    test_lu<T>(x, shape[0], shape[1], 1);
    test_qr<T>(x, shape[0], shape[1]);
    test_svd<T>(x, shape[0], shape[1]);
    if (on_cpu || shape[0] >= shape[1]) // NVIDIA's gebrd is for those alone
      test_reductions<T>(x, shape[0], shape[1]);
  }
  test_batches<T>(x, 1, 3);
  test_batches<T>(x, 9, 5);
}

int main() {
  Context x;
  GOOD(cusolverDnCreate(&x.h));
  GOOD(cudaMallocManaged(&x.info, sizeof(int)));
  test_type<float>(x);
  test_type<double>(x);
  test_type<cuComplex>(x);
  test_type<cuDoubleComplex>(x);
  if (on_cpu) { // NVIDIA's library has checks and refusals of its own
    test_wrong(x);
    test_order(x);
  }
  GOOD(cudaFree(x.info));
  GOOD(cusolverDnDestroy(x.h));
  printf("%d calls\n", cases);
  return 0;
}
