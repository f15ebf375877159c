// SPDX-License-Identifier: Apache-2.0
// Products of matrices by a warp: every type, shape and layout that mma.h has,
// against plain loops.
#include <mma.h>

#include "program.h"

using namespace nvcuda;

template <typename T> struct element {
  typedef T type;
};
template <> struct element<wmma::precision::tf32> {
  typedef float type;
};

template <int m, int n, int k, typename T, typename LA, typename LB, typename C,
          typename D>
__global__ void multiply(const typename element<T>::type *a,
                         const typename element<T>::type *b, const C *c, D *d,
                         wmma::layout_t layout, unsigned stride) {
  wmma::fragment<wmma::matrix_a, m, n, k, T, LA> x;
  wmma::fragment<wmma::matrix_b, m, n, k, T, LB> y;
  wmma::fragment<wmma::accumulator, m, n, k, C> z;
  wmma::fragment<wmma::accumulator, m, n, k, D> sum;
  wmma::load_matrix_sync(x, a, stride);
  wmma::load_matrix_sync(y, b, stride);
  wmma::load_matrix_sync(z, c, stride, layout);
  wmma::mma_sync(sum, x, y, z);
  for (int i = 0; i < sum.num_elements; ++i)
    sum.x[i] = sum.x[i] + sum.x[i];
  wmma::store_matrix_sync(d, sum, stride, layout);
}

static double value(double x) { return x; }
static double value(__half x) { return (double)__half2float(x); }
static double value(__nv_bfloat16 x) { return (double)__bfloat162float(x); }

enum { STRIDE = 48, SIZE = STRIDE * 32 };

// Small numbers, of which every sum is exact.
template <typename T> static std::vector<T> numbers(int seed, int sign) {
  std::vector<T> v(SIZE);
  for (int i = 0; i < SIZE; ++i)
    v[i] = T((float)((i * 7 + seed * 13) % 11 - 5 * sign));
  return v;
}
template <typename T> static T *upload(const std::vector<T> &v) {
  T *p;
  OK(cudaMalloc(&p, v.size() * sizeof(T)));
  OK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
  return p;
}

template <int m, int n, int k, typename T, typename LA, typename LB, typename C,
          typename D>
static void check(wmma::layout_t layout) {
  typedef typename element<T>::type E;
  const int sign = std::is_unsigned<E>::value ? 0 : 1;
  const std::vector<E> a = numbers<E>(1, sign), b = numbers<E>(2, sign);
  const std::vector<C> c = numbers<C>(3, 1);
  std::vector<D> d(SIZE);
  E *x = upload(a), *y = upload(b);
  C *z = upload(c);
  D *out = upload(d);
  multiply<m, n, k, T, LA, LB, C, D>
      <<<1, 32>>>(x, y, z, out, layout, (unsigned)STRIDE);
  OK(cudaMemcpy(d.data(), out, SIZE * sizeof(D), cudaMemcpyDeviceToHost));
  const bool a_rows = std::is_same<LA, wmma::row_major>::value;
  const bool b_rows = std::is_same<LB, wmma::row_major>::value;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      const int at =
          layout == wmma::mem_row_major ? i * STRIDE + j : j * STRIDE + i;
      double sum = value(c[at]);
      for (int l = 0; l < k; ++l)
        sum += value(a[a_rows ? i * STRIDE + l : l * STRIDE + i]) *
               value(b[b_rows ? l * STRIDE + j : j * STRIDE + l]);
      CHECK(value(d[at]) == 2 * sum);
    }
  OK(cudaFree(x));
  OK(cudaFree(y));
  OK(cudaFree(z));
  OK(cudaFree(out));
}

template <int m, int n, int k, typename T, typename C, typename D>
static void check_layouts() {
  using wmma::col_major;
  using wmma::row_major;
  check<m, n, k, T, row_major, row_major, C, D>(wmma::mem_row_major);
  check<m, n, k, T, row_major, col_major, C, D>(wmma::mem_col_major);
  check<m, n, k, T, col_major, row_major, C, D>(wmma::mem_row_major);
  check<m, n, k, T, col_major, col_major, C, D>(wmma::mem_col_major);
}

template <typename T, typename C, typename D> static void check_shapes() {
  check_layouts<16, 16, 16, T, C, D>();
  check<32, 8, 16, T, wmma::row_major, wmma::col_major, C, D>(
      wmma::mem_row_major);
  check<8, 32, 16, T, wmma::col_major, wmma::row_major, C, D>(
      wmma::mem_col_major);
}

// Elements of a few bits, packed in words: A by rows, B by columns.
template <int k, typename T>
__global__ void multiply_bits(const int *a, const int *b, int *d, int mode) {
  wmma::fragment<wmma::matrix_a, 8, 8, k, T, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, 8, 8, k, T, wmma::col_major> y;
  wmma::fragment<wmma::accumulator, 8, 8, k, int> z;
  wmma::load_matrix_sync(x, a, k);
  wmma::load_matrix_sync(y, b, k);
  wmma::fill_fragment(z, mode == 2 ? 2147483647 : 100);
  if constexpr (k == 128)
    wmma::bmma_sync(z, x, y, z,
                    mode ? wmma::experimental::bmmaBitOpAND
                         : wmma::experimental::bmmaBitOpXOR);
  else
    wmma::mma_sync(z, x, y, z, mode == 2);
  wmma::store_matrix_sync(d, z, 8, wmma::mem_row_major);
}

template <int k, int bits, bool is_signed, typename T>
static void check_bits(int mode) {
  std::vector<int> a(32), b(32), d(64);
  for (int i = 0; i < 32; ++i)
    a[i] = i * 0x13579bdf + 5, b[i] = i * 0x2468ace1 + 9;
  int *x = upload(a), *y = upload(b), *out = upload(d);
  multiply_bits<k, T><<<1, 32>>>(x, y, out, mode);
  OK(cudaMemcpy(d.data(), out, 64 * sizeof(int), cudaMemcpyDeviceToHost));
  const auto part = [](const std::vector<int> &v, int at) {
    const unsigned raw = (unsigned)v[at * bits / 32] >> (at * bits % 32) &
                         ((1u << bits) - 1);
    return is_signed && raw >> (bits - 1) ? (int)raw - (1 << bits) : (int)raw;
  };
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) {
      long long sum = mode == 2 ? 2147483647 : 100;
      for (int l = 0; l < k; ++l) {
        const int p = part(a, i * k + l), q = part(b, j * k + l);
        sum += k == 128 && !mode ? p ^ q : p * q;
      }
      CHECK(d[i * 8 + j] == (sum > 2147483647 ? 2147483647 : (int)sum));
    }
  for (int *p : {x, y, out})
    OK(cudaFree(p));
}

__global__ void round_to_tf32(const float *in, float *out) {
  out[threadIdx.x] = wmma::__float_to_tf32(in[threadIdx.x]);
}

int main() {
  check_shapes<__half, __half, __half>();
  check_shapes<__half, float, float>();
  check<16, 16, 16, __half, wmma::row_major, wmma::row_major, __half, float>(
      wmma::mem_row_major);
  check<16, 16, 16, __half, wmma::row_major, wmma::row_major, float, __half>(
      wmma::mem_row_major);
  check_shapes<__nv_bfloat16, float, float>();
  check_shapes<signed char, int, int>();
  check_shapes<unsigned char, int, int>();
  check_layouts<16, 16, 8, wmma::precision::tf32, float, float>();
  check_layouts<8, 8, 4, double, double, double>();
  for (int mode = 0; mode < 3; mode += 2) {
    check_bits<32, 4, true, wmma::experimental::precision::s4>(mode);
    check_bits<32, 4, false, wmma::experimental::precision::u4>(mode);
  }
  check_bits<128, 1, false, wmma::experimental::precision::b1>(0);
  check_bits<128, 1, false, wmma::experimental::precision::b1>(1);

  const std::vector<float> in = {1 + 0x1p-11f, 1 + 0x1p-12f, -1 - 0x1p-11f,
                                 INFINITY};
  std::vector<float> out(4);
  float *x = upload(in), *y = upload(out);
  round_to_tf32<<<1, 4>>>(x, y);
  OK(cudaMemcpy(out.data(), y, 4 * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(out[0] == 1 + 0x1p-10f && out[1] == 1 && out[2] == -1 - 0x1p-10f);
  CHECK(out[3] == INFINITY);
  OK(cudaFree(x));
  OK(cudaFree(y));
  return done();
}
