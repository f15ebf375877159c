// SPDX-License-Identifier: Apache-2.0
// cuSPARSE's vectors, conversions, triangular systems and products of sparse
// matrices against dense ones in double, and calls that are wrong.
// FLAGS: -lcusparse -std=c++17
#include "sparse.h"

extern "C" const char *quern_reason(void);

static int cases;
static const cudaDataType four[] = {CUDA_R_32F, CUDA_R_64F, CUDA_C_32F,
                                    CUDA_C_64F};
static const cusparseOperation_t plain = CUSPARSE_OPERATION_NON_TRANSPOSE;

static void set_mode(cusparseHandle_t h, bool device) {
  GOOD(cusparseSetPointerMode(h, device ? CUSPARSE_POINTER_MODE_DEVICE
                                        : CUSPARSE_POINTER_MODE_HOST));
}
static bool near(Z a, Z b, cudaDataType t) {
  return std::abs(a - b) <= epsilon(t) * (10 + std::abs(b));
}

// ---- Vectors

static void test_vectors(cusparseHandle_t h, long size, cudaDataType t,
                         cusparseIndexType_t index, int base) {
  const bool complex = is_complex(t), device = cases % 2;
  std::vector<long> at;
  for (long i = 0; i < size; i += 1 + long(next_number() % 3))
    at.push_back(i);
  const long nnz = long(at.size());
  const std::vector<Z> xs = random_vector(nnz, complex),
                       ys = random_vector(size, complex);
  Memory indices(size_t(nnz) * 8), values(size_t(nnz) * size_of(t));
  for (long i = 0; i < nnz; ++i) {
    put_index(index, indices.p, i, at[size_t(i)] + base);
    put(t, values.p, i, xs[size_t(i)]);
  }
  cusparseSpVecDescr_t x;
  GOOD(cusparseCreateSpVec(&x, size, nnz, indices.p, values.p, index,
                           cusparseIndexBase_t(base), t));
  StoredVector y(ys, t);
  set_mode(h, device);
  // A dot product.
  Scalar result(t, 0, device);
  size_t bytes = 0;
  const auto op = complex ? CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE : plain;
  GOOD(cusparseSpVV_bufferSize(h, op, x, y.descr, result.p(), t, &bytes));
  Memory buffer(bytes);
  GOOD(cusparseSpVV(h, op, x, y.descr, const_cast<void *>(result.p()), t,
                    buffer.p));
  GOOD(cudaDeviceSynchronize());
  Z sum = 0;
  for (long i = 0; i < nnz; ++i)
    sum += std::conj(xs[size_t(i)]) * ys[size_t(at[size_t(i)])];
  CHECK(std::abs(get(t, result.p(), 0) - sum) <=
        epsilon(t) * (50 + std::abs(sum)));
  // y = alpha x + beta y
  const Z a = noise(complex), b = noise(complex);
  const Scalar alpha(t, a, device), beta(t, b, device);
  GOOD(cusparseAxpby(h, alpha.p(), x, beta.p(), y.descr));
  GOOD(cudaDeviceSynchronize());
  std::vector<Z> wanted = ys;
  for (Z &v : wanted)
    v *= b;
  for (long i = 0; i < nnz; ++i)
    wanted[size_t(at[size_t(i)])] += a * xs[size_t(i)];
  for (long i = 0; i < size; ++i)
    CHECK(near(get(t, y.values.p, i), wanted[size_t(i)], t));
  // Out of y, a rotation, and into it.
  GOOD(cusparseGather(h, y.descr, x));
  const Scalar c(complex ? (t == CUDA_C_32F ? CUDA_R_32F : CUDA_R_64F) : t, 0.6,
                 device);
  const Scalar s(t, complex ? Z(0.48, 0.64) : Z(0.8), device);
  GOOD(cusparseRot(h, c.p(), s.p(), x, y.descr));
  GOOD(cudaDeviceSynchronize());
  const Z sv = complex ? Z(0.48, 0.64) : Z(0.8);
  for (long i = 0; i < nnz; ++i) {
    const Z v = wanted[size_t(at[size_t(i)])];
    CHECK(near(get(t, values.p, i), 0.6 * v + sv * v, t));
    CHECK(near(get(t, y.values.p, at[size_t(i)]), 0.6 * v - sv * v, t));
  }
  GOOD(cusparseScatter(h, x, y.descr));
  GOOD(cudaDeviceSynchronize());
  for (long i = 0; i < nnz; ++i)
    CHECK(get(t, y.values.p, at[size_t(i)]) == get(t, values.p, i));
  GOOD(cusparseDestroySpVec(x));
  ++cases;
}

// ---- Between sparse and dense

static void test_convert(cusparseHandle_t h, long rows, long cols,
                         const Layout &l, cusparseOrder_t order) {
  const Dense a = random_matrix(rows, cols, is_complex(l.type), 3);
  Stored sparse(a, l);
  StoredDense dense(random_matrix(rows, cols, false, 1), l.type, order);
  size_t bytes = 0;
  GOOD(cusparseSparseToDense_bufferSize(h, sparse.descr, dense.descr,
                                        CUSPARSE_SPARSETODENSE_ALG_DEFAULT,
                                        &bytes));
  Memory buffer(bytes);
  GOOD(cusparseSparseToDense(h, sparse.descr, dense.descr,
                             CUSPARSE_SPARSETODENSE_ALG_DEFAULT, buffer.p));
  GOOD(cudaDeviceSynchronize());
  expect(dense.read(), a, l.type);
  // And back, into arrays whose size it says.
  Stored back(Dense(rows, cols), l);
  GOOD(cusparseDenseToSparse_bufferSize(h, dense.descr, back.descr,
                                        CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                        &bytes));
  Memory second(bytes);
  GOOD(cusparseDenseToSparse_analysis(h, dense.descr, back.descr,
                                      CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                      second.p));
  int64_t m, n, nnz;
  GOOD(cusparseSpMatGetSize(back.descr, &m, &n, &nnz));
  CHECK(m == rows && n == cols && nnz == sparse.nnz);
  Memory indices(size_t(nnz) * 8), values(size_t(nnz) * size_of(l.type));
  Memory other(size_t(nnz) * 8);
  if (l.format == CUSPARSE_FORMAT_COO)
    GOOD(cusparseCooSetPointers(back.descr, other.p, indices.p, values.p));
  else if (l.format == CUSPARSE_FORMAT_CSC)
    GOOD(cusparseCscSetPointers(back.descr, back.offsets->p, indices.p,
                                values.p));
  else
    GOOD(cusparseCsrSetPointers(back.descr, back.offsets->p, indices.p,
                                values.p));
  GOOD(cusparseDenseToSparse_convert(h, dense.descr, back.descr,
                                     CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                     second.p));
  GOOD(cudaDeviceSynchronize());
  // Elements of a row come in any order.
  Dense read(rows, cols);
  const bool by_columns = l.format == CUSPARSE_FORMAT_CSC;
  for (long i = 0, outer = 0; i < nnz; ++i) {
    while (l.format != CUSPARSE_FORMAT_COO &&
           get_index(l.index, back.offsets->p, outer + 1) - long(l.base) <= i)
      ++outer;
    const long first = l.format == CUSPARSE_FORMAT_COO
                           ? get_index(l.index, other.p, i) - long(l.base)
                           : outer;
    const long second_at = get_index(l.index, indices.p, i) - long(l.base);
    const long row = by_columns ? second_at : first,
               col = by_columns ? first : second_at;
    CHECK(row >= 0 && row < rows && col >= 0 && col < cols);
    read(row, col) += get(l.type, values.p, i);
  }
  expect(read, a, l.type);
  if (l.format != CUSPARSE_FORMAT_COO)
    for (size_t i = 0; i < sparse.start.size(); ++i)
      CHECK(get_index(l.index, back.offsets->p, long(i)) ==
            sparse.start[i] + long(l.base));
  ++cases;
}

// ---- Triangular systems

static Dense triangle(long n, bool complex) {
  Dense a = random_matrix(n, n, complex, 4);
  for (long i = 0; i < n; ++i)
    a(i, i) = Z(20 + double(i % 3), complex ? 1 : 0);
  return a;
}
// The part that a solution uses.
static Dense part_of(const Dense &a, int fill, int diag) {
  Dense out(a.rows, a.cols);
  for (long i = 0; i < a.rows; ++i)
    for (long j = 0; j < a.cols; ++j)
      if (i == j)
        out(i, j) = diag ? Z(1) : a(i, j);
      else if ((j > i) == (fill == CUSPARSE_FILL_MODE_UPPER))
        out(i, j) = a(i, j);
  return out;
}
static void set_attributes(cusparseSpMatDescr_t d, int fill, int diag) {
  auto f = cusparseFillMode_t(fill);
  auto g = cusparseDiagType_t(diag);
  GOOD(cusparseSpMatSetAttribute(d, CUSPARSE_SPMAT_FILL_MODE, &f, sizeof(f)));
  GOOD(cusparseSpMatSetAttribute(d, CUSPARSE_SPMAT_DIAG_TYPE, &g, sizeof(g)));
  cusparseFillMode_t is;
  GOOD(cusparseSpMatGetAttribute(d, CUSPARSE_SPMAT_FILL_MODE, &is, sizeof(is)));
  CHECK(is == f);
}

static void expect_solution(const Dense &a, const Dense &x, const Dense &b,
                            Z alpha, cudaDataType t) {
  const Dense p = product(a, x);
  for (size_t i = 0; i < p.v.size(); ++i)
    CHECK(std::abs(p.v[i] - alpha * b.v[i]) <=
          200 * epsilon(t) * (largest(x) + largest(b)));
}

static void test_spsv(cusparseHandle_t h, long n, const Layout &l,
                      cusparseOperation_t op, int fill, int diag) {
  const bool complex = is_complex(l.type), device = cases % 2;
  Dense a = triangle(n, complex);
  if (diag) // keeps what a unit diagonal makes small
    for (Z &v : a.v)
      v *= 1.0 / 64;
  Stored sparse(a, l);
  set_attributes(sparse.descr, fill, diag);
  StoredVector x(random_vector(n, complex), l.type),
      y(std::vector<Z>(size_t(n)), l.type);
  const Z a0 = noise(complex);
  const Scalar alpha(l.type, a0, device);
  cusparseSpSVDescr_t system;
  size_t bytes = 0;
  set_mode(h, device);
  GOOD(cusparseSpSV_createDescr(&system));
  GOOD(cusparseSpSV_bufferSize(h, op, alpha.p(), sparse.descr, x.descr, y.descr,
                               l.type, CUSPARSE_SPSV_ALG_DEFAULT, system,
                               &bytes));
  Memory buffer(bytes);
  GOOD(cusparseSpSV_analysis(h, op, alpha.p(), sparse.descr, x.descr, y.descr,
                             l.type, CUSPARSE_SPSV_ALG_DEFAULT, system,
                             buffer.p));
  GOOD(cusparseSpSV_solve(h, op, alpha.p(), sparse.descr, x.descr, y.descr,
                          l.type, CUSPARSE_SPSV_ALG_DEFAULT, system));
  GOOD(cudaDeviceSynchronize());
  Dense b(n, 1), is(n, 1);
  b.v = x.read();
  is.v = y.read();
  expect_solution(turned(part_of(a, fill, diag), op), is, b, a0, l.type);
  if (l.format == CUSPARSE_FORMAT_CSR && !diag && n) { // with twice the values
    Memory twice(sparse.value.size() * size_of(l.type));
    for (size_t i = 0; i < sparse.value.size(); ++i)
      put(l.type, twice.p, long(i), 2.0 * sparse.value[i]);
    GOOD(cusparseSpSV_updateMatrix(h, system, twice.p,
                                   CUSPARSE_SPSV_UPDATE_GENERAL));
    GOOD(cusparseSpSV_solve(h, op, alpha.p(), sparse.descr, x.descr, y.descr,
                            l.type, CUSPARSE_SPSV_ALG_DEFAULT, system));
    GOOD(cudaDeviceSynchronize());
    for (long i = 0; i < n; ++i)
      CHECK(near(2.0 * get(l.type, y.values.p, i), is(i, 0), l.type));
  }
  GOOD(cusparseSpSV_destroyDescr(system));
  ++cases;
}

static void test_spsm(cusparseHandle_t h, long n, long wide, cudaDataType t,
                      cusparseOperation_t op, cusparseOperation_t op_b,
                      cusparseOrder_t order) {
  const bool complex = is_complex(t);
  const int fill = cases % 2;
  const Dense a = triangle(n, complex);
  Stored sparse(a, {cases % 3 ? CUSPARSE_FORMAT_CSR : CUSPARSE_FORMAT_COO,
                    CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE, t});
  set_attributes(sparse.descr, fill, 0);
  const bool turns = op_b != plain;
  const Dense b = random_matrix(turns ? wide : n, turns ? n : wide, complex, 1);
  StoredDense b_in(b, t, order), c_in(Dense(n, wide), t, order);
  const Z a0 = noise(complex);
  const Scalar alpha(t, a0, false);
  cusparseSpSMDescr_t system;
  size_t bytes = 0;
  set_mode(h, false);
  GOOD(cusparseSpSM_createDescr(&system));
  GOOD(cusparseSpSM_bufferSize(h, op, op_b, alpha.p(), sparse.descr, b_in.descr,
                               c_in.descr, t, CUSPARSE_SPSM_ALG_DEFAULT, system,
                               &bytes));
  Memory buffer(bytes);
  GOOD(cusparseSpSM_analysis(h, op, op_b, alpha.p(), sparse.descr, b_in.descr,
                             c_in.descr, t, CUSPARSE_SPSM_ALG_DEFAULT, system,
                             buffer.p));
  GOOD(cusparseSpSM_solve(h, op, op_b, alpha.p(), sparse.descr, b_in.descr,
                          c_in.descr, t, CUSPARSE_SPSM_ALG_DEFAULT, system));
  GOOD(cudaDeviceSynchronize());
  expect_solution(turned(part_of(a, fill, 0), op), c_in.read(), turned(b, op_b),
                  a0, t);
  GOOD(cusparseSpSM_destroyDescr(system));
  ++cases;
}

// ---- Sparse by sparse

static void test_spgemm(cusparseHandle_t h, long m, long k, long n,
                        cudaDataType t, bool reuses) {
  const bool complex = is_complex(t);
  const Layout l = {CUSPARSE_FORMAT_CSR, CUSPARSE_INDEX_32I,
                    CUSPARSE_INDEX_BASE_ZERO, t};
  const Dense a = random_matrix(m, k, complex, 3),
              b = random_matrix(k, n, complex, 3);
  Stored a_in(a, l), b_in(b, l);
  Memory offsets(size_t(m + 1) * 4);
  const Z a0 = noise(complex);
  const Scalar alpha(t, a0, false), beta(t, 0, false);
  cusparseSpMatDescr_t c;
  cusparseSpGEMMDescr_t d;
  GOOD(cusparseCreateCsr(&c, m, n, 0, nullptr, nullptr, nullptr,
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                         CUSPARSE_INDEX_BASE_ZERO, t));
  GOOD(cusparseSpGEMM_createDescr(&d));
  set_mode(h, false);
  size_t sizes[5] = {0};
  const auto alg = CUSPARSE_SPGEMM_DEFAULT;
  int64_t rows, cols, nnz;
  if (reuses) {
    GOOD(cusparseSpGEMMreuse_workEstimation(h, plain, plain, a_in.descr,
                                            b_in.descr, c, alg, d, &sizes[0],
                                            nullptr));
    Memory first(sizes[0]);
    GOOD(cusparseSpGEMMreuse_workEstimation(h, plain, plain, a_in.descr,
                                            b_in.descr, c, alg, d, &sizes[0],
                                            first.p));
    GOOD(cusparseSpGEMMreuse_nnz(h, plain, plain, a_in.descr, b_in.descr, c,
                                 alg, d, &sizes[1], nullptr, &sizes[2], nullptr,
                                 &sizes[3], nullptr));
    Memory second(sizes[1]), third(sizes[2]), fourth(sizes[3]);
    GOOD(cusparseSpGEMMreuse_nnz(h, plain, plain, a_in.descr, b_in.descr, c,
                                 alg, d, &sizes[1], second.p, &sizes[2],
                                 third.p, &sizes[3], fourth.p));
    GOOD(cusparseSpMatGetSize(c, &rows, &cols, &nnz));
    Memory indices(size_t(nnz) * 4), values(size_t(nnz) * size_of(t));
    GOOD(cusparseCsrSetPointers(c, offsets.p, indices.p, values.p));
    GOOD(cusparseSpGEMMreuse_copy(h, plain, plain, a_in.descr, b_in.descr, c,
                                  alg, d, &sizes[4], nullptr));
    Memory fifth(sizes[4]);
    GOOD(cusparseSpGEMMreuse_copy(h, plain, plain, a_in.descr, b_in.descr, c,
                                  alg, d, &sizes[4], fifth.p));
    GOOD(cudaDeviceSynchronize());
    for (size_t i = 0; i < b_in.value.size(); ++i) // other values than then
      put(t, b_in.values->p, long(i), 2.0 * b_in.value[i]);
    GOOD(cusparseSpGEMMreuse_compute(h, plain, plain, alpha.p(), a_in.descr,
                                     b_in.descr, beta.p(), c, t, alg, d));
    GOOD(cudaDeviceSynchronize());
    Dense is(m, n), wanted = product(a, b);
    for (long i = 0; i < m; ++i)
      for (int at = offsets.as<int>()[i]; at < offsets.as<int>()[i + 1]; ++at)
        is(i, indices.as<int>()[at]) += get(t, values.p, at);
    for (Z &v : wanted.v)
      v *= 2.0 * a0;
    expect(is, wanted, t);
  } else {
    GOOD(cusparseSpGEMM_workEstimation(h, plain, plain, alpha.p(), a_in.descr,
                                       b_in.descr, beta.p(), c, t, alg, d,
                                       &sizes[0], nullptr));
    Memory first(sizes[0]);
    GOOD(cusparseSpGEMM_workEstimation(h, plain, plain, alpha.p(), a_in.descr,
                                       b_in.descr, beta.p(), c, t, alg, d,
                                       &sizes[0], first.p));
    GOOD(cusparseSpGEMM_compute(h, plain, plain, alpha.p(), a_in.descr,
                                b_in.descr, beta.p(), c, t, alg, d, &sizes[1],
                                nullptr));
    Memory second(sizes[1]);
    GOOD(cusparseSpGEMM_compute(h, plain, plain, alpha.p(), a_in.descr,
                                b_in.descr, beta.p(), c, t, alg, d, &sizes[1],
                                second.p));
    GOOD(cusparseSpMatGetSize(c, &rows, &cols, &nnz));
    Memory indices(size_t(nnz) * 4), values(size_t(nnz) * size_of(t));
    GOOD(cusparseCsrSetPointers(c, offsets.p, indices.p, values.p));
    GOOD(cusparseSpGEMM_copy(h, plain, plain, alpha.p(), a_in.descr, b_in.descr,
                             beta.p(), c, t, alg, d));
    GOOD(cudaDeviceSynchronize());
    Dense is(m, n), wanted = product(a, b);
    for (long i = 0; i < m; ++i)
      for (int at = offsets.as<int>()[i]; at < offsets.as<int>()[i + 1]; ++at)
        is(i, indices.as<int>()[at]) += get(t, values.p, at);
    for (Z &v : wanted.v)
      v *= a0;
    expect(is, wanted, t);
  }
  CHECK(rows == m && cols == n);
  GOOD(cusparseSpGEMM_destroyDescr(d));
  GOOD(cusparseDestroySpMat(c));
  ++cases;
}

// ---- Wrong calls: the documented status, and a reason

static void test_wrong(cusparseHandle_t h) {
  const Layout l = {CUSPARSE_FORMAT_CSR, CUSPARSE_INDEX_32I,
                    CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F};
  Stored a(random_matrix(4, 6, false, 2), l);
  StoredVector x(random_vector(6, false), CUDA_R_32F),
      y(random_vector(4, false), CUDA_R_32F),
      z(random_vector(4, false), CUDA_C_32F);
  const Scalar one(CUDA_R_32F, 1, false);
  set_mode(h, false);
  const auto spmv = [&](cusparseHandle_t handle, const void *alpha,
                        cusparseOperation_t op, cusparseDnVecDescr_t from,
                        cusparseDnVecDescr_t to) {
    return cusparseSpMV(handle, op, alpha, a.descr, from, one.p(), to,
                        CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr);
  };
  FAILS(spmv(nullptr, one.p(), plain, x.descr, y.descr),
        CUSPARSE_STATUS_NOT_INITIALIZED);
  CHECK(strstr(quern_reason(), "null"));
  FAILS(spmv(h, nullptr, plain, x.descr, y.descr),
        CUSPARSE_STATUS_INVALID_VALUE);
  FAILS(spmv(h, one.p(), cusparseOperation_t(7), x.descr, y.descr),
        CUSPARSE_STATUS_INVALID_VALUE);
  FAILS(spmv(h, one.p(), plain, nullptr, y.descr),
        CUSPARSE_STATUS_INVALID_VALUE);
  FAILS(spmv(h, one.p(), plain, y.descr, y.descr),
        CUSPARSE_STATUS_INVALID_VALUE);
  CHECK(strstr(quern_reason(), "4 by 6"));
  FAILS(spmv(h, one.p(), CUSPARSE_OPERATION_TRANSPOSE, z.descr, x.descr),
        CUSPARSE_STATUS_NOT_SUPPORTED);
  cusparseSpMatDescr_t m;
  FAILS(cusparseCreateCsr(&m, -1, 2, 0, nullptr, nullptr, nullptr,
                          CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                          CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F),
        CUSPARSE_STATUS_INVALID_VALUE);
  FAILS(cusparseCreateCsr(nullptr, 1, 2, 0, nullptr, nullptr, nullptr,
                          CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                          CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F),
        CUSPARSE_STATUS_INVALID_VALUE);
  cusparseDnMatDescr_t d;
  FAILS(cusparseCreateDnMat(&d, 4, 4, 3, y.values.p, CUDA_R_32F,
                            CUSPARSE_ORDER_COL),
        CUSPARSE_STATUS_INVALID_VALUE);
  FAILS(cusparseSetPointerMode(h, cusparsePointerMode_t(4)),
        CUSPARSE_STATUS_INVALID_VALUE);
  FAILS(cusparseXcoo2csr(h, nullptr, 3, 2, nullptr, CUSPARSE_INDEX_BASE_ZERO),
        CUSPARSE_STATUS_INVALID_VALUE);
  CHECK(!strcmp(cusparseGetErrorName(CUSPARSE_STATUS_ZERO_PIVOT),
                "CUSPARSE_STATUS_ZERO_PIVOT"));
  cusparseHandle_t gone;
  GOOD(cusparseCreate(&gone));
  GOOD(cusparseDestroy(gone));
  FAILS(cusparseDestroy(gone), CUSPARSE_STATUS_NOT_INITIALIZED);
}

int main() {
  cusparseHandle_t h;
  GOOD(cusparseCreate(&h));
  static const long sizes[] = {0, 1, 7, 33, 130};
  for (const long n : sizes)
    for (const cudaDataType t : four)
      for (const auto index : {CUSPARSE_INDEX_32I, CUSPARSE_INDEX_64I})
        for (const int base : {0, 1}) {
          test_vectors(h, n, t, index, base);
          for (const auto format : {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC,
                                    CUSPARSE_FORMAT_COO}) {
            const Layout l = {format, index, cusparseIndexBase_t(base), t};
            test_convert(h, n, n + 2, l,
                         base ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL);
            for (const auto op : {plain, CUSPARSE_OPERATION_TRANSPOSE,
                                  CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE})
              if (format != CUSPARSE_FORMAT_CSC)
                test_spsv(h, n, l, op, cases % 2, cases / 2 % 2);
          }
          for (const long high : {1, 4})
            if (n)
              test_spsv(h, n,
                        {CUSPARSE_FORMAT_SLICED_ELLPACK, index,
                         cusparseIndexBase_t(base), t, high},
                        plain, cases % 2, cases / 2 % 2);
        }
  for (const cudaDataType t : four)
    for (const long n : {1, 6, 35})
      for (const auto op : {plain, CUSPARSE_OPERATION_TRANSPOSE})
        for (const auto op_b : {plain, CUSPARSE_OPERATION_TRANSPOSE})
          for (const auto order : {CUSPARSE_ORDER_COL, CUSPARSE_ORDER_ROW})
            test_spsm(h, n, 1 + n / 2, t, op, op_b, order);
  for (const cudaDataType t : four)
    for (const long n : {1, 4, 19, 64})
      for (const bool reuses : {false, true})
        if (!reuses || passes_all)
        test_spgemm(h, n, n + 1, 2 * n, t, reuses);
  if (on_cpu) // NVIDIA's library has checks of its own
    test_wrong(h);
  printf("%d cases\n", cases);
  fflush(stdout); // for what ends the program after this
  GOOD(cusparseDestroy(h));
  return 0;
}
