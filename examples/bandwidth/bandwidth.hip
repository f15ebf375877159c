// SPDX-License-Identifier: Apache-2.0
// How fast a device reads and writes its memory: five simple loops over three
// arrays, each timed several times; the best time counts.
#include <hip/hip_runtime.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define OK(call)                                                               \
  do {                                                                         \
    const hipError_t error_ = (call);                                          \
    if (error_ != hipSuccess) {                                                \
      std::fprintf(stderr, "%s: %s\n", #call, hipGetErrorString(error_));      \
      std::exit(1);                                                            \
    }                                                                          \
  } while (0)

enum { BLOCK = 256, DOT_BLOCKS = 256 };
static const double SCALAR = 0.4, START_A = 0.1, START_B = 0.2, START_C = 0;

// Each work-item takes one element; n is a multiple of the block.
#define SELF (blockIdx.x * (size_t)blockDim.x + threadIdx.x)

template <typename T> __global__ void init(T *a, T *b, T *c, T x, T y, T z) {
  a[SELF] = x;
  b[SELF] = y;
  c[SELF] = z;
}
template <typename T> __global__ void copy(const T *a, T *c) {
  c[SELF] = a[SELF];
}
template <typename T> __global__ void mul(T *b, const T *c, T scalar) {
  b[SELF] = scalar * c[SELF];
}
template <typename T> __global__ void add(const T *a, const T *b, T *c) {
  c[SELF] = a[SELF] + b[SELF];
}
template <typename T>
__global__ void triad(T *a, const T *b, const T *c, T scalar) {
  a[SELF] = b[SELF] + scalar * c[SELF];
}
template <typename T>
__global__ void dot(const T *a, const T *b, T *sums, size_t n) {
  __shared__ T partial[BLOCK];
  T sum = 0;
  for (size_t i = SELF; i < n; i += (size_t)gridDim.x * blockDim.x)
    sum += a[i] * b[i];
  partial[threadIdx.x] = sum;
  for (int half = BLOCK / 2; half; half /= 2) {
    __syncthreads();
    if ((int)threadIdx.x < half)
      partial[threadIdx.x] += partial[threadIdx.x + half];
  }
  if (threadIdx.x == 0)
    sums[blockIdx.x] = partial[0];
}

typedef std::chrono::steady_clock timer;
static double seconds_since(timer::time_point start) {
  return std::chrono::duration<double>(timer::now() - start).count();
}

// Whether every element is near what it must be.
template <typename T>
static bool check(const char *name, const T *device, size_t n, double wanted) {
  std::vector<T> host(n);
  const double tolerance = sizeof(T) == 4 ? 1e-5 : 1e-12;
  OK(hipMemcpy(host.data(), device, n * sizeof(T), hipMemcpyDeviceToHost));
  for (size_t i = 0; i < n; ++i)
    if (!(std::fabs(host[i] - wanted) <= tolerance * (1 + wanted))) {
      std::fprintf(stderr, "%s[%zu] is %.9g, not %.9g\n", name, i,
                   (double)host[i], wanted);
      return false;
    }
  return true;
}

template <typename T>
static bool run(const char *type, size_t n, int repetitions) {
  T *a, *b, *c, *sums;
  std::vector<T> host_sums(DOT_BLOCKS);
  OK(hipMalloc(&a, n * sizeof(T)));
  OK(hipMalloc(&b, n * sizeof(T)));
  OK(hipMalloc(&c, n * sizeof(T)));
  OK(hipMalloc(&sums, DOT_BLOCKS * sizeof(T)));
  const dim3 grid((unsigned)(n / BLOCK)), block(BLOCK);
  init<T><<<grid, block>>>(a, b, c, (T)START_A, (T)START_B, (T)START_C);
  OK(hipDeviceSynchronize());

  const char *const names[] = {"copy", "mul", "add", "triad", "dot"};
  const int arrays[] = {2, 2, 3, 3, 2}; // read or written
  double best[5] = {1e9, 1e9, 1e9, 1e9, 1e9};
  double host_a = START_A, host_b = START_B, host_c = START_C, sum = 0;
  for (int r = 0; r < repetitions; ++r) {
    for (int k = 0; k < 5; ++k) {
      const timer::time_point start = timer::now();
      switch (k) {
      case 0:
        copy<T><<<grid, block>>>(a, c);
        break;
      case 1:
        mul<T><<<grid, block>>>(b, c, (T)SCALAR);
        break;
      case 2:
        add<T><<<grid, block>>>(a, b, c);
        break;
      case 3:
        triad<T><<<grid, block>>>(a, b, c, (T)SCALAR);
        break;
      default:
        dot<T><<<DOT_BLOCKS, block>>>(a, b, sums, n);
        OK(hipMemcpy(host_sums.data(), sums, DOT_BLOCKS * sizeof(T),
                     hipMemcpyDeviceToHost));
        sum = 0;
        for (const T x : host_sums)
          sum += x;
      }
      OK(hipGetLastError());
      OK(hipDeviceSynchronize());
      const double seconds = seconds_since(start);
      if (seconds < best[k])
        best[k] = seconds;
    }
    // The same for one element, on the host.
    host_c = host_a;
    host_b = SCALAR * host_c;
    host_c = host_a + host_b;
    host_a = host_b + SCALAR * host_c;
  }
  std::printf("%s, %zu elements, %.1f MB an array\n", type, n,
              (double)(n * sizeof(T)) / 1e6);
  for (int k = 0; k < 5; ++k)
    std::printf("  %-6s %9.2f GB/s\n", names[k],
                arrays[k] * (double)n * sizeof(T) / best[k] / 1e9);
  const double wanted = host_a * host_b * (double)n;
  const double off = std::fabs(sum - wanted) / wanted;
  bool good = check("a", a, n, host_a) && check("b", b, n, host_b) &&
              check("c", c, n, host_c);
  if (!(off < (sizeof(T) == 4 ? 1e-4 : 1e-9))) {
    std::fprintf(stderr, "the dot product is %.9g, not %.9g\n", sum, wanted);
    good = false;
  }
  OK(hipFree(a));
  OK(hipFree(b));
  OK(hipFree(c));
  OK(hipFree(sums));
  return good;
}

// usage: bandwidth [ELEMENTS [REPETITIONS]]
int main(int argc, char **argv) {
  const size_t asked = argc > 1 ? strtoull(argv[1], nullptr, 10) : 1 << 24;
  const int repetitions = argc > 2 ? atoi(argv[2]) : 20;
  const size_t n = (asked + BLOCK - 1) / BLOCK * BLOCK;
  hipDeviceProp_t device;
  if (!n || repetitions < 1) {
    std::fprintf(stderr, "usage: bandwidth [ELEMENTS [REPETITIONS]]\n");
    return 2;
  }
  OK(hipGetDeviceProperties(&device, 0));
  std::printf("%s\n", device.name);
  if (!run<float>("float", n, repetitions) ||
      !run<double>("double", n, repetitions))
    return 1;
  std::puts("ok");
  return 0;
}

// The test runs it on little:
// ARGS: 100000 5
