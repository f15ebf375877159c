// SPDX-License-Identifier: Apache-2.0
// Eigenvalues of matrices that are not symmetric (Xgeev) of four types, with
// vectors of both sides; and some of those of A x = w B x (sygvdx), against all
// of them.
// FLAGS: -lcusolver -std=c++17
#include <cusolverDn.h>

#include <algorithm>
#include <complex>

#include "program.h"

#define GOOD(call) CHECK((int)(call) == 0)
using Z = std::complex<double>;

static cusolverDnHandle_t handle;
static cusolverDnParams_t params;
static unsigned state = 4;
static double noise() {
  state = state * 1664525u + 1013904223u;
  return (double)((int)(state >> 8 & 0xffff) - 32768) / 32768;
}
template <class T> struct Managed {
  T *p;
  explicit Managed(size_t n) { OK(cudaMallocManaged(&p, (n + 1) * sizeof(T))); }
  ~Managed() { OK(cudaFree(p)); }
  T &operator[](size_t i) { return p[i]; }
};

template <class T> struct Types;
#define TYPES(T, A, W, V)                                                      \
  template <> struct Types<T> {                                                \
    static constexpr cudaDataType a = A, w = W;                                \
    using values = V;                                                          \
  };
TYPES(float, CUDA_R_32F, CUDA_C_32F, std::complex<float>)
TYPES(double, CUDA_R_64F, CUDA_C_64F, Z)
TYPES(std::complex<float>, CUDA_C_32F, CUDA_C_32F, std::complex<float>)
TYPES(Z, CUDA_C_64F, CUDA_C_64F, Z)
template <class T> constexpr bool is_real = std::is_floating_point_v<T>;
template <class T> static T element() {
  if constexpr (is_real<T>)
    return (T)noise();
  else
    return T((typename T::value_type)noise(), (typename T::value_type)noise());
}

// Vector j of LAPACK's, where a real matrix's pairs are two columns.
template <class T>
static std::vector<Z> vector_of(Managed<T> &v, int ld, int n, int j,
                                Managed<typename Types<T>::values> &w) {
  std::vector<Z> x((size_t)n);
  for (int i = 0; i < n; ++i) {
    if (!is_real<T> || w[j].imag() == 0)
      x[i] = Z(v[i + j * ld]);
    else if (w[j].imag() > 0)
      x[i] = Z(v[i + j * ld]) + Z(0, 1) * Z(v[i + (j + 1) * ld]);
    else
      x[i] = Z(v[i + (j - 1) * ld]) - Z(0, 1) * Z(v[i + j * ld]);
  }
  return x;
}

// NVIDIA's library refuses vectors of the left side (status 7), and is asked
// for nothing where there are no rows.
static const bool on_cpu = !runs_on("cuda");

template <class T> static void test_geev(int n, bool left, bool right) {
  using Y = Types<T>;
  const int lda = n + 2, ldv = n + 1;
  const double tolerance = sizeof(typename Y::values) == 8 ? 1e-4 : 1e-11;
  Managed<T> a((size_t)lda * n), vl((size_t)ldv * n), vr((size_t)ldv * n);
  Managed<typename Y::values> w((size_t)n);
  Managed<int> info(1);
  std::vector<T> was;
  Z trace = 0, sum = 0;
  for (int i = 0; i < lda * n; ++i) {
    a[i] = element<T>();
    was.push_back(a[i]);
  }
  for (int i = 0; i < n; ++i)
    trace += Z(was[i + i * lda]);
  const auto mode = [](bool v) {
    return v ? CUSOLVER_EIG_MODE_VECTOR : CUSOLVER_EIG_MODE_NOVECTOR;
  };
  size_t device = 0, host = 0;
  GOOD(cusolverDnXgeev_bufferSize(handle, params, mode(left), mode(right), n,
                                  Y::a, a.p, lda, Y::w, w.p, Y::a, vl.p, ldv,
                                  Y::a, vr.p, ldv, Y::a, &device, &host));
  Managed<char> room(device);
  std::vector<char> host_room(host);
  info[0] = 99;
  GOOD(cusolverDnXgeev(handle, params, mode(left), mode(right), n, Y::a, a.p,
                       lda, Y::w, w.p, Y::a, vl.p, ldv, Y::a, vr.p, ldv, Y::a,
                       room.p, device, host_room.data(), host, info.p));
  OK(cudaDeviceSynchronize());
  CHECK(info[0] == 0 || n == 0);
  for (int j = 0; j < n; ++j)
    sum += Z(w[j]);
  CHECK(std::abs(sum - trace) < tolerance * (n + 1));
  for (int j = 0; j < n; ++j)
    for (int side = 0; side < 2; ++side) {
      if (!(side ? left : right))
        continue;
      const std::vector<Z> x = vector_of(side ? vl : vr, ldv, n, j, w);
      double norm = 0;
      for (int i = 0; i < n; ++i) {
        Z to = 0; // A x = w x, x^H A = w x^H
        for (int k = 0; k < n; ++k)
          to += side ? std::conj(x[k]) * Z(was[k + i * lda])
                     : Z(was[i + k * lda]) * x[k];
        CHECK(std::abs(to - Z(w[j]) * (side ? std::conj(x[i]) : x[i])) <
              tolerance * (n + 1));
        norm += std::norm(x[i]);
      }
      CHECK(std::fabs(norm - 1) < tolerance * (n + 1));
    }
}

static void test_gvdx(int n, cusolverEigRange_t range) {
  Managed<double> a((size_t)n * n), b((size_t)n * n), all_a((size_t)n * n),
      all_b((size_t)n * n), w((size_t)n), all((size_t)n);
  Managed<int> info(1);
  std::vector<double> was_a((size_t)n * n), was_b((size_t)n * n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i <= j; ++i) {
      was_a[i + j * n] = was_a[j + i * n] = noise();
      was_b[i + j * n] = was_b[j + i * n] = i == j ? n + 1.0 : noise();
    }
  for (int i = 0; i < n * n; ++i) {
    a[i] = all_a[i] = was_a[i];
    b[i] = all_b[i] = was_b[i];
  }
  const auto problem = CUSOLVER_EIG_TYPE_1;
  const auto vectors = CUSOLVER_EIG_MODE_VECTOR;
  const auto lower = CUBLAS_FILL_MODE_LOWER;
  int size = 0, found = -1;
  GOOD(cusolverDnDsygvd_bufferSize(handle, problem, vectors, lower, n, all_a.p,
                                   n, all_b.p, n, all.p, &size));
  Managed<double> first((size_t)size);
  GOOD(cusolverDnDsygvd(handle, problem, vectors, lower, n, all_a.p, n, all_b.p,
                        n, all.p, first.p, size, info.p));
  OK(cudaDeviceSynchronize());
  const double above = (all[1] + all[2]) / 2, up_to = (all[4] + all[5]) / 2;
  GOOD(cusolverDnDsygvdx_bufferSize(handle, problem, vectors, range, lower, n,
                                    a.p, n, b.p, n, above, up_to, 2, 4, &found,
                                    w.p, &size));
  Managed<double> work((size_t)size);
  GOOD(cusolverDnDsygvdx(handle, problem, vectors, range, lower, n, a.p, n, b.p,
                         n, above, up_to, 2, 4, &found, w.p, work.p, size,
                         info.p));
  OK(cudaDeviceSynchronize());
  const int begin = range == CUSOLVER_EIG_RANGE_ALL ? 0
                    : range == CUSOLVER_EIG_RANGE_I ? 1
                                                    : 2;
  CHECK(info[0] == 0 && found == (begin == 0 ? n : 3));
  for (int j = 0; j < found; ++j) {
    CHECK(std::fabs(w[j] - all[begin + j]) < 1e-12);
    for (int i = 0; i < n; ++i) {
      double left = 0, right = 0;
      for (int k = 0; k < n; ++k) {
        left += was_a[i + k * n] * a[k + j * n];
        right += was_b[i + k * n] * a[k + j * n];
      }
      CHECK(std::fabs(left - w[j] * right) < 1e-11);
    }
  }
}

int main() {
  GOOD(cusolverDnCreate(&handle));
  GOOD(cusolverDnCreateParams(&params));
  for (int n : {0, 1, 2, 7, 33})
    for (int sides = 0; sides < 4; ++sides) {
      if (!on_cpu && sides & 1)
        continue;
      test_geev<float>(n, sides & 1, sides & 2);
      test_geev<double>(n, sides & 1, sides & 2);
      test_geev<std::complex<float>>(n, sides & 1, sides & 2);
      test_geev<Z>(n, sides & 1, sides & 2);
    }
  for (auto range :
       {CUSOLVER_EIG_RANGE_ALL, CUSOLVER_EIG_RANGE_I, CUSOLVER_EIG_RANGE_V})
    test_gvdx(9, range);
  // Eigenvalues of a real matrix as real numbers are not known to be right.
  CHECK(!on_cpu ||
        cusolverDnXgeev(handle, params, CUSOLVER_EIG_MODE_NOVECTOR,
                        CUSOLVER_EIG_MODE_NOVECTOR, 0, CUDA_R_64F, nullptr, 1,
                        CUDA_R_64F, nullptr, CUDA_R_64F, nullptr, 1, CUDA_R_64F,
                        nullptr, 1, CUDA_R_64F, nullptr, 0, nullptr, 0,
                        nullptr) == CUSOLVER_STATUS_NOT_SUPPORTED);
  GOOD(cusolverDnDestroyParams(params));
  GOOD(cusolverDnDestroy(handle));
  std::printf("ok\n");
  return 0;
}
