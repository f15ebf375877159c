// SPDX-License-Identifier: Apache-2.0
// cuSOLVER's systems that are refined, by name and by parameters, symmetric
// factors, the largest singular values and batches of eigenvalues, by what their
// results make together in double.
// FLAGS: -lcusolver -std=c++17
#include "solver.h"

FOUR(lauum)
FOUR(lauum_bufferSize)
FOUR(sytri)
FOUR(sytri_bufferSize)
FOUR(sytrf)
FOUR(sytrf_bufferSize)
FOUR(geqrf)
FOUR(geqrf_bufferSize)
FOUR(gesvdaStridedBatched)
FOUR(gesvdaStridedBatched_bufferSize)

// ---- Systems

#define SYSTEM(Types, T)                                                       \
  {                                                                            \
    const bool complex = is_complex<T>();                                      \
    const Dense a = hermitian(n, complex, 3.0 * n + 1);                        \
    const Dense tall = random_matrix(n + 3, n, complex);                       \
    const Dense b = random_matrix(n, 2, complex),                              \
                c = random_matrix(n + 3, 2, complex);                          \
    Matrix<T> m(a), s(b), r(Dense(n, 2)), mt(tall), st(c), rt(Dense(n, 2));    \
    Memory<int> rows(static_cast<size_t>(n));                                  \
    size_t bytes = 0;                                                          \
    int iterations = -99;                                                      \
    GOOD(cusolverDn##Types##gesv_bufferSize(x.h, n, 2, m.p(), m.ld, rows.p,    \
                                            s.p(), s.ld, r.p(), r.ld, nullptr, \
                                            &bytes));                          \
    Memory<char> work(bytes);                                                  \
    GOOD(cusolverDn##Types##gesv(x.h, n, 2, m.p(), m.ld, rows.p, s.p(), s.ld,  \
                                 r.p(), r.ld, work.p, bytes, &iterations,      \
                                 x.info));                                     \
    x.done();                                                                  \
    CHECK(iterations != -99);                                                  \
    expect(a * r.read(), b, 100 * epsilon<T>());                               \
    GOOD(cusolverDn##Types##gels_bufferSize(x.h, n + 3, n, 2, mt.p(), mt.ld,   \
                                            st.p(), st.ld, rt.p(), rt.ld,      \
                                            nullptr, &bytes));                 \
    Memory<char> more(bytes);                                                  \
    iterations = -99;                                                          \
    GOOD(cusolverDn##Types##gels(x.h, n + 3, n, 2, mt.p(), mt.ld, st.p(),      \
                                 st.ld, rt.p(), rt.ld, more.p, bytes,          \
                                 &iterations, x.info));                        \
    x.done();                                                                  \
    Dense rest = tall * rt.read();                                             \
    for (size_t i = 0; i < rest.v.size(); ++i)                                 \
      rest.v[i] -= c.v[i];                                                     \
    expect(turned(tall) * rest, Dense(n, 2), 100 * epsilon<T>());              \
  }

// The sizes and all of it are refused by name where NVIDIA's library does the
// work, which was wrong in one system.
static void test_refused_parameters(Context &x) {
  cusolverDnIRSParams_t params;
  cusolverDnIRSInfos_t infos;
  Matrix<float> m(identity(2)), s(Dense(2, 1)), r(Dense(2, 1));
  size_t bytes = 0;
  int iterations = 0;
  GOOD(cusolverDnIRSParamsCreate(&params));
  GOOD(cusolverDnIRSInfosCreate(&infos));
  GOOD(cusolverDnIRSParamsSetSolverPrecisions(params, CUSOLVER_R_32F,
                                              CUSOLVER_R_16F));
  FAILS(cusolverDnIRSXgesv_bufferSize(x.h, params, 2, 1, &bytes),
        CUSOLVER_STATUS_NOT_SUPPORTED);
  FAILS(cusolverDnIRSXgels_bufferSize(x.h, params, 2, 2, 1, &bytes),
        CUSOLVER_STATUS_NOT_SUPPORTED);
  FAILS(cusolverDnIRSXgesv(x.h, params, infos, 2, 1, m.p(), m.ld, s.p(), s.ld,
                           r.p(), r.ld, nullptr, 0, &iterations, x.info),
        CUSOLVER_STATUS_NOT_SUPPORTED);
  FAILS(cusolverDnIRSXgels(x.h, params, infos, 2, 2, 1, m.p(), m.ld, s.p(),
                           s.ld, r.p(), r.ld, nullptr, 0, &iterations, x.info),
        CUSOLVER_STATUS_NOT_SUPPORTED);
  GOOD(cusolverDnIRSInfosDestroy(infos));
  GOOD(cusolverDnIRSParamsDestroy(params));
}

static void test_systems(Context &x, int n) {
  SYSTEM(SS, float)
  SYSTEM(SH, float)
  SYSTEM(SB, float)
  SYSTEM(SX, float)
  SYSTEM(DD, double)
  SYSTEM(DS, double)
  SYSTEM(DH, double)
  SYSTEM(DB, double)
  SYSTEM(DX, double)
  SYSTEM(CC, cuComplex)
  SYSTEM(CK, cuComplex)
  SYSTEM(CE, cuComplex)
  SYSTEM(CY, cuComplex)
  SYSTEM(ZZ, cuDoubleComplex)
  SYSTEM(ZC, cuDoubleComplex)
  SYSTEM(ZK, cuDoubleComplex)
  SYSTEM(ZE, cuDoubleComplex)
  SYSTEM(ZY, cuDoubleComplex)
}

template <typename T>
static void test_parameters(Context &x, int n, cusolverPrecType_t precision,
                            cusolverPrecType_t lowest) {
  const bool complex = is_complex<T>();
  cusolverDnIRSParams_t params;
  cusolverDnIRSInfos_t infos;
  GOOD(cusolverDnIRSParamsCreate(&params));
  GOOD(cusolverDnIRSInfosCreate(&infos));
  const Dense a = hermitian(n, complex, 3.0 * n + 1);
  const Dense b = random_matrix(n, 1, complex);
  Matrix<T> m(a), s(b), r(Dense(n, 1));
  int iterations = -99, most = -1;
  size_t bytes = 0;
  FAILS(cusolverDnIRSXgesv(x.h, params, infos, n, 1, m.p(), m.ld, s.p(), s.ld,
                           r.p(), r.ld, nullptr, 0, &iterations, x.info),
        CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC);
  GOOD(cusolverDnIRSParamsSetSolverPrecisions(params, precision, lowest));
  GOOD(cusolverDnIRSParamsSetRefinementSolver(params,
                                              CUSOLVER_IRS_REFINE_CLASSICAL));
  FAILS(cusolverDnIRSParamsSetSolverMainPrecision(params, CUSOLVER_R_16F),
        CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC);
  GOOD(cusolverDnIRSParamsSetTol(params, 1e-10));
  GOOD(cusolverDnIRSParamsSetMaxIters(params, 17));
  GOOD(cusolverDnIRSParamsGetMaxIters(params, &most));
  CHECK(most == 17);
  GOOD(cusolverDnIRSParamsEnableFallback(params));
  GOOD(cusolverDnIRSXgesv_bufferSize(x.h, params, n, 1, &bytes));
  Memory<char> work(bytes);
  GOOD(cusolverDnIRSXgesv(x.h, params, infos, n, 1, m.p(), m.ld, s.p(), s.ld,
                          r.p(), r.ld, work.p, bytes, &iterations, x.info));
  x.done();
  CHECK(iterations != -99);
  expect(a * r.read(), b, 100 * epsilon<T>());
  int told = -99;
  GOOD(cusolverDnIRSInfosGetMaxIters(infos, &told));
  CHECK(told == 17);
  GOOD(cusolverDnIRSInfosGetNiters(infos, &told));
  CHECK(told == iterations);
  GOOD(cusolverDnIRSXgels_bufferSize(x.h, params, n, n, 1, &bytes));
  Memory<char> more(bytes);
  Matrix<T> again(a), side(b);
  GOOD(cusolverDnIRSXgels(x.h, params, infos, n, n, 1, again.p(), again.ld,
                          side.p(), side.ld, r.p(), r.ld, more.p, bytes,
                          &iterations, x.info));
  x.done();
  expect(a * r.read(), b, 100 * epsilon<T>());
  GOOD(cusolverDnIRSInfosDestroy(infos));
  GOOD(cusolverDnIRSParamsDestroy(params));
}

// ---- Factors

template <typename T> static void test_factors(Context &x, int n) {
  const bool complex = is_complex<T>();
  const double e = epsilon<T>();
  int size = 0;
  for (const auto uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
    const bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
    const Dense t = triangle(random_matrix(n, n, complex), upper, false);
    Matrix<T> m(t);
    GOOD(lauum_bufferSize(KEY, x.h, uplo, n, m.p(), m.ld, &size));
    Memory<T> work(static_cast<size_t>(size));
    Dense real = t; // whose diagonal is real, as a factor's
    for (int i = 0; i < n; ++i)
      put(m.p()[i + i * m.ld], real(i, i) = t(i, i).real());
    GOOD(lauum(KEY, x.h, uplo, n, m.p(), m.ld, work.p, size, x.info));
    x.done();
    const Dense wanted = upper ? real * turned(real) : turned(real) * real;
    expect(triangle(m.read(), upper, false), triangle(wanted, upper, false), e);
    // Symmetric, not Hermitian, with exchanges of rows.
    Dense a = random_matrix(n, n, complex);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j)
        a(j, i) = a(i, j);
    Matrix<T> f(a);
    Memory<int> rows(static_cast<size_t>(n));
    Memory<int64_t> wide(static_cast<size_t>(n));
    GOOD(sytrf_bufferSize(KEY, x.h, n, f.p(), f.ld, &size));
    Memory<T> factor_work(static_cast<size_t>(size));
    GOOD(sytrf(KEY, x.h, uplo, n, f.p(), f.ld, rows.p, factor_work.p, size,
               x.info));
    x.done();
    for (int i = 0; i < n; ++i)
      wide.p[i] = rows.p[i];
    const Dense b = random_matrix(n, 3, complex);
    Matrix<T> s(b);
    size_t on_device = 0, on_host = 0;
    GOOD(cusolverDnXsytrs_bufferSize(x.h, uplo, n, 3, type_of<T>(), f.p(), f.ld,
                                     wide.p, type_of<T>(), s.p(), s.ld,
                                     &on_device, &on_host));
    Memory<char> room(on_device);
    std::vector<char> host(on_host + 1);
    GOOD(cusolverDnXsytrs(x.h, uplo, n, 3, type_of<T>(), f.p(), f.ld, wide.p,
                          type_of<T>(), s.p(), s.ld, room.p, on_device,
                          host.data(), on_host, x.info));
    x.done();
    expect(a * s.read(), b, 1000 * e);
    if (!on_cpu) { // NVIDIA's writes nothing, and is refused by name
      FAILS(sytri_bufferSize(KEY, x.h, uplo, n, f.p(), f.ld,
                             static_cast<const int *>(rows.p), &size),
            CUSOLVER_STATUS_NOT_SUPPORTED);
      FAILS(sytri(KEY, x.h, uplo, n, f.p(), f.ld,
                  static_cast<const int *>(rows.p), static_cast<T *>(nullptr),
                  0, x.info),
            CUSOLVER_STATUS_NOT_SUPPORTED);
      continue;
    }
    GOOD(sytri_bufferSize(KEY, x.h, uplo, n, f.p(), f.ld,
                          static_cast<const int *>(rows.p), &size));
    Memory<T> inverse_work(static_cast<size_t>(size));
    GOOD(sytri(KEY, x.h, uplo, n, f.p(), f.ld, static_cast<const int *>(rows.p),
               inverse_work.p, size, x.info));
    x.done();
    Dense inverse = triangle(f.read(), upper, false);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j)
        (upper ? inverse(i, j) : inverse(j, i)) =
            upper ? inverse(j, i) : inverse(i, j);
    expect(a * inverse, identity(n), 1000 * e);
  }
  // I - V T V^H is the product of the reflections that geqrf leaves.
  if (!n)
    return;
  const Dense a = random_matrix(n + 2, n, complex);
  Matrix<T> f(a), t(Dense(n, n));
  Memory<T> tau(static_cast<size_t>(n));
  GOOD(geqrf_bufferSize(KEY, x.h, n + 2, n, f.p(), f.ld, &size));
  Memory<T> work(static_cast<size_t>(size));
  GOOD(geqrf(KEY, x.h, n + 2, n, f.p(), f.ld, tau.p, work.p, size, x.info));
  x.done();
  const Dense r = triangle(f.read(), true, false);
  Dense v = triangle(f.read(), false, true);
  size_t on_device = 0, on_host = 0;
  GOOD(cusolverDnXlarft_bufferSize(
      x.h, nullptr, CUBLAS_DIRECT_FORWARD, CUBLAS_STOREV_COLUMNWISE, n + 2, n,
      type_of<T>(), f.p(), f.ld, type_of<T>(), tau.p, type_of<T>(), t.p(), t.ld,
      type_of<T>(), &on_device, &on_host));
  Memory<char> room(on_device);
  std::vector<char> host(on_host + 1);
  GOOD(cusolverDnXlarft(x.h, nullptr, CUBLAS_DIRECT_FORWARD,
                        CUBLAS_STOREV_COLUMNWISE, n + 2, n, type_of<T>(), f.p(),
                        f.ld, type_of<T>(), tau.p, type_of<T>(), t.p(), t.ld,
                        type_of<T>(), room.p, on_device, host.data(), on_host));
  GOOD(cudaDeviceSynchronize());
  const Dense product = v * (triangle(t.read(), true, false) * (turned(v) * r));
  Dense q_r = r;
  for (size_t i = 0; i < q_r.v.size(); ++i)
    q_r.v[i] -= product.v[i];
  expect(q_r, a, e);
}

// ---- The largest singular values, and batches

template <typename T>
static void test_largest(Context &x, int m, int n, int rank) {
  using R = typename Real<T>::R;
  enum { MEMBERS = 3 };
  const bool complex = is_complex<T>();
  const int ld = m + 2, few = std::min(m, n);
  const long long apart = static_cast<long long>(ld) * n + 5;
  Memory<T> a(size_t(apart) * MEMBERS), u(size_t(m * rank) * MEMBERS),
      v(size_t(n * rank) * MEMBERS);
  Memory<R> s(size_t(rank) * MEMBERS);
  Memory<int> info(MEMBERS);
  std::vector<Dense> all;
  for (int k = 0; k < MEMBERS; ++k) {
    // Of that rank, so that nothing is left.
    all.push_back(random_matrix(m, rank, complex) *
                  random_matrix(rank, n, complex));
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j)
        put(a.p[k * apart + i + j * ld], all.back()(i, j));
  }
  const auto job = CUSOLVER_EIG_MODE_VECTOR;
  int size = 0;
  double norms[MEMBERS] = {-1, -1, -1};
  const T *from = a.p, *us = u.p, *vs = v.p;
  const R *ss = s.p;
  GOOD(gesvdaStridedBatched_bufferSize(
      KEY, x.h, job, rank, m, n, from, ld, apart, ss,
      static_cast<long long>(rank), us, m, static_cast<long long>(m * rank), vs,
      n, static_cast<long long>(n * rank), &size, int(MEMBERS)));
  Memory<T> work(static_cast<size_t>(size));
  GOOD(gesvdaStridedBatched(
      KEY, x.h, job, rank, m, n, from, ld, apart, s.p,
      static_cast<long long>(rank), u.p, m, static_cast<long long>(m * rank),
      v.p, n, static_cast<long long>(n * rank), work.p, size, info.p, norms,
      int(MEMBERS)));
  GOOD(cudaDeviceSynchronize());
  const auto read = [](const T *p, int rows, int cols) {
    Dense d(rows, cols);
    for (size_t i = 0; i < d.v.size(); ++i)
      d.v[i] = get(p[i]);
    return d;
  };
  for (int k = 0; k < MEMBERS; ++k) {
    CHECK(info.p[k] == 0);
    const Dense ud = read(u.p + k * m * rank, m, rank),
                vd = read(v.p + k * n * rank, n, rank);
    expect(ud * diagonal(s.p + k * rank, rank) * turned(vd), all[size_t(k)],
           10 * epsilon<T>());
    expect(turned(vd) * vd, identity(rank), 10 * epsilon<T>());
    CHECK(norms[k] >= 0 &&
          norms[k] <= 10 * epsilon<T>() * (1 + norm(all[size_t(k)])) * m);
    ++cases;
  }
  // And by chance.
  Matrix<T> matrix(all[0]), left(Dense(m, rank)), right(Dense(n, rank));
  size_t on_device = 0, on_host = 0;
  const int64_t extra = few > rank ? 1 : 0;
  GOOD(cusolverDnXgesvdr_bufferSize(
      x.h, nullptr, 'S', 'S', m, n, rank, extra, 2, type_of<T>(), matrix.p(),
      matrix.ld, real_type<T>(), s.p, type_of<T>(), left.p(), left.ld,
      type_of<T>(), right.p(), right.ld, type_of<T>(), &on_device, &on_host));
  Memory<char> room(on_device);
  std::vector<char> host(on_host + 1);
  GOOD(cusolverDnXgesvdr(x.h, nullptr, 'S', 'S', m, n, rank, extra, 2,
                         type_of<T>(), matrix.p(), matrix.ld, real_type<T>(),
                         s.p, type_of<T>(), left.p(), left.ld, type_of<T>(),
                         right.p(), right.ld, type_of<T>(), room.p, on_device,
                         host.data(), on_host, x.info));
  x.done();
  expect(left.read() * diagonal(s.p, rank) * turned(right.read()), all[0],
         10 * epsilon<T>());
}

template <typename T> static void test_batch(Context &x, int n, int count) {
  using R = typename Real<T>::R;
  const bool complex = is_complex<T>();
  const int ld = n + 1;
  Memory<T> a(size_t(ld * n * count));
  Memory<R> w(size_t(n * count));
  Memory<int> info(static_cast<size_t>(count));
  std::vector<Dense> all;
  for (int k = 0; k < count; ++k) {
    all.push_back(hermitian(n, complex, 0));
    info.p[k] = -1;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        put(a.p[(k * n + j) * ld + i], all.back()(i, j));
  }
  size_t on_device = 0, on_host = 0;
  const auto job = CUSOLVER_EIG_MODE_VECTOR;
  const auto uplo = CUBLAS_FILL_MODE_UPPER;
  GOOD(cusolverDnXsyevBatched_bufferSize(
      x.h, nullptr, job, uplo, n, type_of<T>(), a.p, ld, real_type<T>(), w.p,
      type_of<T>(), &on_device, &on_host, count));
  Memory<char> room(on_device);
  std::vector<char> host(on_host + 1);
  GOOD(cusolverDnXsyevBatched(x.h, nullptr, job, uplo, n, type_of<T>(), a.p, ld,
                              real_type<T>(), w.p, type_of<T>(), room.p,
                              on_device, host.data(), on_host, info.p, count));
  GOOD(cudaDeviceSynchronize());
  for (int k = 0; k < count; ++k) {
    CHECK(info.p[k] == 0);
    Dense v(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        v(i, j) = get(a.p[(k * n + j) * ld + i]);
    expect(all[size_t(k)] * v, v * diagonal(w.p + k * n, n), epsilon<T>());
    expect(turned(v) * v, identity(n), epsilon<T>());
    ++cases;
  }
}

template <typename T>
static void test_type(Context &x, cusolverPrecType_t precision,
                      cusolverPrecType_t lowest) {
  for (const int n : {1, 2, 9, 40}) {
    if (on_cpu)
      test_parameters<T>(x, n, precision, lowest);
    test_factors<T>(x, n);
    test_batch<T>(x, n, 4);
  }
  test_factors<T>(x, 0);
  test_largest<T>(x, 1, 1, 1);
  test_largest<T>(x, 9, 5, 2);
  test_largest<T>(x, 40, 33, 7);
}

int main() {
  Context x;
  GOOD(cusolverDnCreate(&x.h));
  GOOD(cudaMallocManaged(&x.info, sizeof(int)));
  for (const int n : {1, 5, 33, 40})
    test_systems(x, n);
  if (!on_cpu)
    test_refused_parameters(x);
  test_type<float>(x, CUSOLVER_R_32F, CUSOLVER_R_16F);
  test_type<double>(x, CUSOLVER_R_64F, CUSOLVER_R_32F);
  test_type<cuComplex>(x, CUSOLVER_C_32F, CUSOLVER_C_16F);
  test_type<cuDoubleComplex>(x, CUSOLVER_C_64F, CUSOLVER_C_32F);
  FAILS(cusolverDnIRSParamsDestroy(nullptr),
        CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED);
  GOOD(cudaFree(x.info));
  GOOD(cusolverDnDestroy(x.h));
  printf("%d calls\n", cases);
  return 0;
}
