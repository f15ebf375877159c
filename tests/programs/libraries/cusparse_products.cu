// SPDX-License-Identifier: Apache-2.0
// cuSPARSE's products with dense vectors and matrices against dense ones in
// double: each format, type, base, width of indices and transpose, both pointer
// modes, sizes from 0 to more than rows that are done at once.
// FLAGS: -lcusparse -std=c++17
#include "sparse.h"

static int cases;

struct Types {
  cudaDataType a, x, y, compute;
};
static const Types all_types[] = {
    {CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F},
    {CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F},
    {CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F},
    {CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, CUDA_C_64F},
    {CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_32F},
    {CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, CUDA_R_32F},
    {CUDA_R_16BF, CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F},
    {CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F, CUDA_R_32F},
    {CUDA_R_8I, CUDA_R_8I, CUDA_R_32F, CUDA_R_32F},
    {CUDA_R_8I, CUDA_R_8I, CUDA_R_32I, CUDA_R_32I},
};

// int8 has no parts of one.
static Dense whole(Dense a, cudaDataType t) {
  if (t == CUDA_R_8I)
    for (Z &v : a.v)
      v = std::round(v.real());
  return a;
}

static void set_mode(cusparseHandle_t h, bool device) {
  GOOD(cusparseSetPointerMode(h, device ? CUSPARSE_POINTER_MODE_DEVICE
                                        : CUSPARSE_POINTER_MODE_HOST));
}

static void test_spmv(cusparseHandle_t h, const Dense &source,
                      const Layout &layout, const Types &types,
                      cusparseOperation_t op) {
  const bool complex = is_complex(types.a), device = cases % 2;
  const Dense dense = whole(source, types.a);
  const Dense a = turned(dense, op);
  Stored sparse(dense, layout);
  StoredVector x(whole(random_matrix(a.cols, 1, complex, 1), types.x).v,
                 types.x);
  StoredVector y(whole(random_matrix(a.rows, 1, complex, 1), types.x).v,
                 types.y);
  const Z alpha = types.compute == CUDA_R_32I ? 2 : noise(complex);
  const Z beta = cases % 3 == 0              ? 0
                 : types.compute == CUDA_R_32I ? 3
                                             : noise(complex);
  Dense wanted(a.rows, 1), xs(a.cols, 1);
  xs.v = x.read();
  const Dense p = product(a, xs);
  for (long i = 0; i < a.rows; ++i)
    wanted(i, 0) = alpha * p(i, 0) + beta * y.read()[size_t(i)];
  if (beta == 0.0 && a.rows) // which is not read
    put(types.y, y.values.p, 0, NAN);
  const Scalar alpha_in(types.compute, alpha, device),
      beta_in(types.compute, beta, device);
  set_mode(h, device);
  size_t size = 1;
  GOOD(cusparseSpMV_bufferSize(h, op, alpha_in.p(), sparse.descr, x.descr,
                               beta_in.p(), y.descr, types.compute,
                               CUSPARSE_SPMV_ALG_DEFAULT, &size));
  Memory buffer(size);
  GOOD(cusparseSpMV(h, op, alpha_in.p(), sparse.descr, x.descr, beta_in.p(),
                    y.descr, types.compute, CUSPARSE_SPMV_ALG_DEFAULT,
                    buffer.p));
  GOOD(cudaDeviceSynchronize());
  Dense is(a.rows, 1);
  is.v = y.read();
  expect(is, wanted, types.y);
  ++cases;
}

static void test_spmm(cusparseHandle_t h, const Dense &source,
                      const Layout &layout, const Types &types,
                      cusparseOperation_t op_a, cusparseOperation_t op_b) {
  static const cusparseOrder_t orders[] = {CUSPARSE_ORDER_COL,
                                           CUSPARSE_ORDER_ROW};
  const bool complex = is_complex(types.a), device = cases % 2;
  const Dense dense = whole(source, types.a);
  const Dense a = turned(dense, op_a);
  const long wide = 1 + cases % 7;
  const bool turns = op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
  const Dense b = whole(random_matrix(turns ? wide : a.cols,
                                      turns ? a.cols : wide, complex, 1),
                        types.x);
  const Dense c = whole(random_matrix(a.rows, wide, complex, 1), types.x);
  Stored sparse(dense, layout);
  StoredDense b_in(b, types.x, orders[cases / 2 % 2]);
  StoredDense c_in(c, types.y, orders[cases / 4 % 2]);
  const Z alpha = types.compute == CUDA_R_32I ? 2 : noise(complex);
  const Z beta = types.compute == CUDA_R_32I ? 3 : noise(complex);
  Dense wanted = product(a, turned(b, op_b));
  for (size_t i = 0; i < wanted.v.size(); ++i)
    wanted.v[i] = alpha * wanted.v[i] + beta * c.v[i];
  const Scalar alpha_in(types.compute, alpha, device),
      beta_in(types.compute, beta, device);
  set_mode(h, device);
  size_t size = 1;
  GOOD(cusparseSpMM_bufferSize(h, op_a, op_b, alpha_in.p(), sparse.descr,
                               b_in.descr, beta_in.p(), c_in.descr,
                               types.compute, CUSPARSE_SPMM_ALG_DEFAULT,
                               &size));
  Memory buffer(size);
  GOOD(cusparseSpMM(h, op_a, op_b, alpha_in.p(), sparse.descr, b_in.descr,
                    beta_in.p(), c_in.descr, types.compute,
                    CUSPARSE_SPMM_ALG_DEFAULT, buffer.p));
  GOOD(cudaDeviceSynchronize());
  expect(c_in.read(), wanted, types.y);
  ++cases;
}

static void test_sddmm(cusparseHandle_t h, long m, long n, long k,
                       cudaDataType type, cusparseOperation_t op_a,
                       cusparseOperation_t op_b) {
  const bool complex = is_complex(type), device = cases % 2;
  const bool turns_a = op_a != CUSPARSE_OPERATION_NON_TRANSPOSE,
             turns_b = op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
  const Dense a = random_matrix(turns_a ? k : m, turns_a ? m : k, complex, 1);
  const Dense b = random_matrix(turns_b ? n : k, turns_b ? k : n, complex, 1);
  const Dense c = random_matrix(m, n, complex, 4);
  StoredDense a_in(a, type, CUSPARSE_ORDER_COL),
      b_in(b, type, CUSPARSE_ORDER_ROW);
  Stored c_in(c, {CUSPARSE_FORMAT_CSR, CUSPARSE_INDEX_32I,
                  cusparseIndexBase_t(cases % 2), type});
  const Z alpha = noise(complex), beta = noise(complex);
  const Scalar alpha_in(type, alpha, device), beta_in(type, beta, device);
  const Dense p = product(turned(a, op_a), turned(b, op_b));
  set_mode(h, device);
  size_t size = 1;
  GOOD(cusparseSDDMM_bufferSize(h, op_a, op_b, alpha_in.p(), a_in.descr,
                                b_in.descr, beta_in.p(), c_in.descr, type,
                                CUSPARSE_SDDMM_ALG_DEFAULT, &size));
  Memory buffer(size);
  GOOD(cusparseSDDMM(h, op_a, op_b, alpha_in.p(), a_in.descr, b_in.descr,
                     beta_in.p(), c_in.descr, type, CUSPARSE_SDDMM_ALG_DEFAULT,
                     buffer.p));
  GOOD(cudaDeviceSynchronize());
  for (long i = 0; i < m; ++i)
    for (long at = c_in.start[i]; at < c_in.start[i + 1]; ++at) {
      const long j = c_in.index[at];
      const Z wanted = alpha * p(i, j) + beta * c(i, j);
      CHECK(std::abs(get(type, c_in.values->p, at) - wanted) <=
            epsilon(type) * (largest(p) * 3 + 10));
    }
  ++cases;
}

// Members of a batch of CSR that share their offsets, and dense ones apart.
static void test_batch(cusparseHandle_t h) {
  enum { N = 9, WIDE = 3, MEMBERS = 4 };
  const Dense a = random_matrix(N, N, false, 3);
  Stored sparse(a, {CUSPARSE_FORMAT_CSR, CUSPARSE_INDEX_32I,
                    CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F});
  Dense all_b(N, WIDE * MEMBERS);
  all_b = random_matrix(N, WIDE * MEMBERS, false, 1);
  StoredDense b(all_b, CUDA_R_32F, CUSPARSE_ORDER_COL, 0);
  StoredDense c(Dense(N, WIDE * MEMBERS), CUDA_R_32F, CUSPARSE_ORDER_COL, 0);
  cusparseDnMatDescr_t part_b, part_c;
  GOOD(cusparseCreateDnMat(&part_b, N, WIDE, N, b.values.p, CUDA_R_32F,
                           CUSPARSE_ORDER_COL));
  GOOD(cusparseCreateDnMat(&part_c, N, WIDE, N, c.values.p, CUDA_R_32F,
                           CUSPARSE_ORDER_COL));
  GOOD(cusparseCsrSetStridedBatch(sparse.descr, MEMBERS, 0, 0));
  GOOD(cusparseDnMatSetStridedBatch(part_b, MEMBERS, N * WIDE));
  GOOD(cusparseDnMatSetStridedBatch(part_c, MEMBERS, N * WIDE));
  const Scalar one(CUDA_R_32F, 1, false), none(CUDA_R_32F, 0, false);
  set_mode(h, false);
  size_t size = 0;
  const cusparseOperation_t plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
  GOOD(cusparseSpMM_bufferSize(h, plain, plain, one.p(), sparse.descr, part_b,
                               none.p(), part_c, CUDA_R_32F,
                               CUSPARSE_SPMM_CSR_ALG2, &size));
  Memory buffer(size);
  GOOD(cusparseSpMM(h, plain, plain, one.p(), sparse.descr, part_b, none.p(),
                    part_c, CUDA_R_32F, CUSPARSE_SPMM_CSR_ALG2, buffer.p));
  GOOD(cudaDeviceSynchronize());
  expect(c.read(), product(a, all_b), CUDA_R_32F);
  GOOD(cusparseDestroyDnMat(part_b));
  GOOD(cusparseDestroyDnMat(part_c));
  ++cases;
}

// In order with kernels of the stream, and again with each launch of a graph.
__global__ void scale(float *x, int n, float by) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    x[i] *= by;
}
static void test_order(cusparseHandle_t h) {
  enum { N = 1500 };
  const Dense a = random_matrix(N, N, false, 40);
  Stored sparse(a, {CUSPARSE_FORMAT_CSR, CUSPARSE_INDEX_32I,
                    CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F});
  StoredVector x(random_vector(N, false), CUDA_R_32F),
      y(std::vector<Z>(N), CUDA_R_32F);
  Dense xs(N, 1);
  xs.v = x.read();
  float one = 1, none = 0;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  GOOD(cudaStreamCreate(&stream));
  GOOD(cusparseSetStream(h, stream));
  set_mode(h, false);
  const cusparseOperation_t plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
  size_t size = 0;
  GOOD(cusparseSpMV_bufferSize(h, plain, &one, sparse.descr, x.descr, &none,
                               y.descr, CUDA_R_32F, CUSPARSE_SPMV_CSR_ALG1,
                               &size));
  Memory buffer(size);
  GOOD(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  scale<<<(N + 127) / 128, 128, 0, stream>>>(x.values.as<float>(), N, 2);
  GOOD(cusparseSpMV(h, plain, &one, sparse.descr, x.descr, &none, y.descr,
                    CUDA_R_32F, CUSPARSE_SPMV_CSR_ALG1, buffer.p));
  one = 77; // as it was at the call
  scale<<<(N + 127) / 128, 128, 0, stream>>>(y.values.as<float>(), N, 3);
  GOOD(cudaStreamEndCapture(stream, &graph));
  GOOD(cudaGraphInstantiate(&exec, graph, 0));
  GOOD(cudaGraphLaunch(exec, stream));
  GOOD(cudaGraphLaunch(exec, stream));
  GOOD(cudaStreamSynchronize(stream));
  Dense is(N, 1), wanted = product(a, xs);
  is.v = y.read();
  for (Z &v : wanted.v)
    v *= 12;
  expect(is, wanted, CUDA_R_32F);
  GOOD(cudaGraphExecDestroy(exec));
  GOOD(cudaGraphDestroy(graph));
  GOOD(cusparseSetStream(h, nullptr));
  GOOD(cudaStreamDestroy(stream));
  ++cases;
}

int main() {
  static const long sizes[][2] = {{0, 0}, {1, 1}, {5, 7}, {17, 3}, {40, 40},
                                  {0, 4}, {1300, 60}};
  static const cusparseFormat_t formats[] = {
      CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO};
  static const cusparseOperation_t ops[] = {
      CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE,
      CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE};
  cusparseHandle_t h;
  GOOD(cusparseCreate(&h));
  for (const auto &size : sizes)
    for (const Types &types : all_types)
      for (const cusparseFormat_t format : formats)
        for (const cusparseOperation_t op : ops) {
          const bool small = types.compute == CUDA_R_32I;
          if ((op != CUSPARSE_OPERATION_NON_TRANSPOSE && small) ||
              (op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE &&
               !is_complex(types.a)))
            continue;
          const Dense a =
              random_matrix(size[0], size[1], is_complex(types.a), 3);
          const auto index = cases % 2 ? CUSPARSE_INDEX_64I
                                       : CUSPARSE_INDEX_32I;
          const Layout layout = {format, index,
                                 cusparseIndexBase_t(cases / 2 % 2), types.a};
          test_spmv(h, a, layout, types, op);
          const cusparseOperation_t op_b =
              op == CUSPARSE_OPERATION_NON_TRANSPOSE && cases % 3 == 0
                  ? CUSPARSE_OPERATION_TRANSPOSE
                  : CUSPARSE_OPERATION_NON_TRANSPOSE;
          test_spmm(h, a, layout, types, op, op_b);
        }
  for (const cudaDataType type :
       {CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F}) {
    for (int i = 0; i < 4; ++i)
      test_spmv(h, random_matrix(12, 15, is_complex(type), 5),
                {CUSPARSE_FORMAT_BSR, CUSPARSE_INDEX_32I,
                 cusparseIndexBase_t(i % 2), type, 3},
                {type, type, type, type}, CUSPARSE_OPERATION_NON_TRANSPOSE);
    for (const long high : {1, 2, 4, 32})
      for (const long rows : {1, 7, 40})
        for (const auto index : {CUSPARSE_INDEX_32I, CUSPARSE_INDEX_64I})
          test_spmv(h, random_matrix(rows, 15, is_complex(type), 5),
                    {CUSPARSE_FORMAT_SLICED_ELLPACK, index,
                     cusparseIndexBase_t(cases % 2), type, high},
                    {type, type, type, type}, CUSPARSE_OPERATION_NON_TRANSPOSE);
    for (const long n : {1, 5, 20})
      for (const auto op_a : {ops[0], ops[1]})
        for (const auto op_b : {ops[0], ops[1]})
          test_sddmm(h, n, n + 3, n + 1, type, op_a, op_b);
  }
  test_batch(h);
  if (on_cpu) // others' streams do not capture
    test_order(h);
  GOOD(cusparseDestroy(h));
  printf("%d products\n", cases);
  return 0;
}
