// SPDX-License-Identifier: Apache-2.0
// cuFFT's transforms of half and bfloat16 against the definition in double: one
// and two dimensions, batches, strides, in place and out of it, and what lies
// between elements stays.
// FLAGS: -lcufft -std=c++17
// DEVICES: cpu opencl
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cufftXt.h>

#include <complex>
#include <vector>

#include "program.h"

using Z = std::complex<double>;
static int cases;

static unsigned next_number() {
  static unsigned state = 31;
  state = state * 1664525u + 1013904223u;
  return state >> 8;
}
static double noise() { return double(next_number() % 33) / 16 - 1; }

static void put(__half &to, double v) { to = __float2half(float(v)); }
static void put(__nv_bfloat16 &to, double v) { to = __float2bfloat16(float(v)); }
static double get(__half v) { return double(__half2float(v)); }
static double get(__nv_bfloat16 v) { return double(__bfloat162float(v)); }
template <typename T> constexpr cudaDataType real_type() {
  return std::is_same<T, __half>::value ? CUDA_R_16F : CUDA_R_16BF;
}
template <typename T> constexpr cudaDataType complex_type() {
  return std::is_same<T, __half>::value ? CUDA_C_16F : CUDA_C_16BF;
}
template <typename T> constexpr double epsilon() {
  return std::is_same<T, __half>::value ? 2e-3 : 1.6e-2;
}

// Of two dimensions, the first may be 1.
static std::vector<Z> transform(const std::vector<Z> &x, int rows, int cols,
                                int sign) {
  std::vector<Z> out(x.size());
  const double turn = sign * 2 * 3.14159265358979323846;
  for (int a = 0; a < rows; ++a)
    for (int b = 0; b < cols; ++b)
      for (int i = 0; i < rows; ++i)
        for (int j = 0; j < cols; ++j)
          out[size_t(a * cols + b)] +=
              x[size_t(i * cols + j)] *
              std::polar(1.0, turn * (double(a) * i / rows +
                                      double(b) * j / cols));
  return out;
}

static void expect(Z is, Z wanted, double error, double scale) {
  CHECK(std::abs(is - wanted) <= error * scale);
}

template <typename T>
static void test_complex(int rows, int cols, int batch, int stride,
                         bool in_place, int direction) {
  const long dist = long(rows) * cols * stride + 3;
  const size_t all = size_t(dist) * size_t(batch) * 2;
  T *in, *out;
  OK(cudaMallocManaged(&in, all * sizeof(T)));
  OK(cudaMallocManaged(&out, all * sizeof(T)));
  for (size_t i = 0; i < all; ++i) {
    put(in[i], 77);
    put(out[i], 77);
  }
  std::vector<std::vector<Z>> x(static_cast<size_t>(batch));
  for (int b = 0; b < batch; ++b)
    for (int i = 0; i < rows * cols; ++i) {
      const Z v(noise(), noise());
      x[size_t(b)].push_back(v);
      put(in[2 * (b * dist + long(i) * stride)], v.real());
      put(in[2 * (b * dist + long(i) * stride) + 1], v.imag());
    }
  cufftHandle plan;
  long long n[2] = {rows, cols}, embed[2] = {rows, cols};
  size_t size = 0;
  OK(cufftCreate(&plan));
  OK(cufftXtMakePlanMany(plan, 2, n, embed, stride, dist, complex_type<T>(),
                         embed, stride, dist, complex_type<T>(), batch, &size,
                         complex_type<T>()));
  T *to = in_place ? in : out;
  OK(cufftXtExec(plan, in, to, direction));
  OK(cudaDeviceSynchronize());
  FAILS(cufftExecC2C(plan, reinterpret_cast<cufftComplex *>(in),
                     reinterpret_cast<cufftComplex *>(to), direction),
        CUFFT_INVALID_TYPE);
  for (int b = 0; b < batch; ++b) {
    const auto wanted = transform(x[size_t(b)], rows, cols, direction);
    for (int i = 0; i < rows * cols; ++i) {
      const T *at = to + 2 * (b * dist + long(i) * stride);
      expect({get(at[0]), get(at[1])}, wanted[size_t(i)], epsilon<T>(),
             4 + rows * cols);
      if (stride > 1)
        CHECK(get(at[2]) == 77);
    }
  }
  OK(cufftDestroy(plan));
  OK(cudaFree(in));
  OK(cudaFree(out));
  ++cases;
}

// There and back, of whole arrays; in place rows are longer.
template <typename T>
static void test_real(int rows, int cols, int batch, bool in_place) {
  const int half = cols / 2 + 1, wide = in_place ? 2 * half : cols;
  T *real, *complex;
  OK(cudaMallocManaged(&complex,
                       size_t(2 * rows * half * batch) * sizeof(T)));
  OK(cudaMallocManaged(&real, size_t(rows * wide * batch) * sizeof(T)));
  if (in_place) {
    OK(cudaFree(complex));
    complex = real;
  }
  std::vector<std::vector<Z>> x(static_cast<size_t>(batch));
  for (int b = 0; b < batch; ++b)
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < cols; ++j) {
        x[size_t(b)].push_back(noise());
        put(real[(b * rows + i) * wide + j], x[size_t(b)].back().real());
      }
  cufftHandle there, back;
  long long n[2] = {rows, cols};
  size_t size = 0;
  OK(cufftCreate(&there));
  OK(cufftCreate(&back));
  OK(cufftXtMakePlanMany(there, 2, n, nullptr, 1, 0, real_type<T>(), nullptr, 1,
                         0, complex_type<T>(), batch, &size,
                         complex_type<T>()));
  OK(cufftXtMakePlanMany(back, 2, n, nullptr, 1, 0, complex_type<T>(), nullptr,
                         1, 0, real_type<T>(), batch, &size,
                         complex_type<T>()));
  OK(cufftXtExec(there, real, complex, CUFFT_FORWARD));
  OK(cudaDeviceSynchronize());
  for (int b = 0; b < batch; ++b) {
    const auto wanted = transform(x[size_t(b)], rows, cols, CUFFT_FORWARD);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < half; ++j) {
        const T *at = complex + 2 * ((b * rows + i) * half + j);
        expect({get(at[0]), get(at[1])}, wanted[size_t(i * cols + j)],
               epsilon<T>(), 4 + rows * cols);
      }
  }
  OK(cufftXtExec(back, complex, real, CUFFT_INVERSE));
  OK(cudaDeviceSynchronize());
  for (int b = 0; b < batch; ++b)
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < cols; ++j)
        expect(get(real[(b * rows + i) * wide + j]),
               x[size_t(b)][size_t(i * cols + j)] * double(rows * cols),
               4 * epsilon<T>(), 4 + rows * cols);
  OK(cufftDestroy(there));
  OK(cufftDestroy(back));
  if (!in_place)
    OK(cudaFree(complex));
  OK(cudaFree(real));
  ++cases;
}

template <typename T> static void test_type() {
  for (const int rows : {1, 3, 8})
    for (const int cols : {1, 4, 7, 16})
      for (const int batch : {1, 3})
        for (const bool in_place : {false, true}) {
          for (const int stride : {1, 2})
            for (const int direction : {CUFFT_FORWARD, CUFFT_INVERSE})
              test_complex<T>(rows, cols, batch, stride, in_place, direction);
          test_real<T>(rows, cols, batch, in_place);
        }
}

int main() {
  test_type<__half>();
  test_type<__nv_bfloat16>();
  cufftHandle plan;
  long long n = 8;
  size_t size = 0;
  OK(cufftCreate(&plan));
  FAILS(cufftXtMakePlanMany(plan, 1, &n, nullptr, 1, 8, CUDA_R_16F, nullptr, 1,
                            8, CUDA_R_16F, 1, &size, CUDA_C_16F),
        CUFFT_NOT_SUPPORTED);
  FAILS(cufftXtMakePlanMany(plan, 1, &n, nullptr, 1, 8, CUDA_C_16F, nullptr, 1,
                            8, CUDA_C_16F, 1, &size, CUDA_C_32F),
        CUFFT_NOT_SUPPORTED);
  OK(cufftDestroy(plan));
  printf("%d transforms\n", cases);
  return 0;
}
