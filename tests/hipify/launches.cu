// SPDX-License-Identifier: Apache-2.0
// Forty launches that are hard to read without a parser. Each adds its number
// of threads, weighted, to one counter; the sums are checked.
#include <cuda_runtime.h>
#include <cstdio>

#define CHECKED(call)                                                          \
  do {                                                                         \
    const cudaError_t error_ = (call);                                         \
    if (error_ != cudaSuccess) {                                               \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error_));              \
      return 1;                                                                \
    }                                                                          \
  } while (0)

__global__ void overloaded(int *to, int by) { atomicAdd(to, by); }
__global__ void overloaded(int *to, int by, int more) {
  atomicAdd(to, by + more);
}

__global__ void plain(int *to, int by) { atomicAdd(to, by); }
__global__ void nothing() {}
template <typename T> __global__ void typed(T *to, T by) {
  atomicAdd((int *)to, (int)by);
}
template <typename A, typename B, int N = 1>
__global__ void several(A *to, B by) {
  atomicAdd((int *)to, (int)by * N);
}
template <bool Greater> __global__ void chosen(int *to, int by) {
  atomicAdd(to, Greater ? by : -by);
}
namespace outer {
namespace inner {
__global__ void deep(int *to, int by) { atomicAdd(to, by); }
template <int N> struct holder {
  static __global__ void member(int *to, int by) { atomicAdd(to, by * N); }
  template <int M> static __global__ void both(int *to, int by) {
    atomicAdd(to, by * N * M);
  }
};
} // namespace inner
} // namespace outer
__global__ void shared_sized(int *to, int by) {
  extern __shared__ int scratch[];
  scratch[threadIdx.x] = by;
  atomicAdd(to, scratch[threadIdx.x]);
}

typedef void (*kernel_type)(int *, int);
template <int A, int B> struct pair_of {
  static const int value = A * B;
};
template <int A, int B> int times(int x) { return A * B * x; }
struct sizes {
  int blocks() const { return 2; }
  int threads(int n) const { return n; }
  dim3 grid;
  kernel_type kernel;
};
static int ceil_div(int a, int b) { return (a + b - 1) / b; }

#define LAUNCH(kernel, grid, block, ...) kernel<<<grid, block>>>(__VA_ARGS__)
#define LAUNCH_LINES(kernel, n)                                                \
  do {                                                                         \
    kernel<<<(n) / 2,                                                          \
             2>>>(to, 1);                                                      \
  } while (0)
#define CONFIGURATION n / 4, n / 2
#define PASTED(prefix) prefix##ain<<<1, 1>>>(to, 1)
#define ONE_LINE plain<<<1, 1>>>(to, 1)

template <typename T> static void launch_typed(T *to, T by) {
  typed<T><<<2, 1>>>(to, by);
}

template <int N> static void launch_dependent(int *to) {
  using held = outer::inner::holder<N>;
  held::template both<3><<<1, 1>>>(to, 1);
  outer::inner::holder<N>::template both<1><<<1, N>>>(to, 1);
}

static void launch_labelled(int *to, int n) {
  switch (n) { case 1 + 1: plain<<<1, 2>>>(to, 1); break; default: ; }
  goto end; end: plain<<<1, n>>>(to, 1);
}

static void launch_return(int *to) { return plain<<<1, 1>>>(to, 1); }

static int count(int *to) {
  int found = 0;
  if (cudaDeviceSynchronize() != cudaSuccess ||
      cudaMemcpy(&found, to, sizeof(found), cudaMemcpyDeviceToHost) !=
          cudaSuccess)
    return -1;
  cudaMemset(to, 0, sizeof(*to));
  return found;
}

static int failures = 0;
static void expect(int *to, int wanted, int line) {
  const int found = count(to);
  if (found != wanted) {
    std::printf("line %d: %d, not %d\n", line, found, wanted);
    ++failures;
  }
}
#define EXPECT(wanted) expect(to, wanted, __LINE__)

static void first_half(int *to, cudaStream_t stream) {
  const int n = 8;
  const sizes s = {dim3(2, 2), plain};
  const sizes *p = &s;
  dim3 grid(2), block = dim3(4);
  kernel_type kernels[] = {plain, outer::inner::deep};

  plain<<<1, 1>>>(to, 1), EXPECT(1);            // 1: in an expression
  nothing<<<1, 1>>>();                          // 2: no arguments
  plain<<<grid, block>>>(to, 1); EXPECT(8);     // 3: of type dim3
  plain<<<dim3(2, 2), dim3(2)>>>(to, 1);        // 4: constructed
  EXPECT(8);
  plain<<<{2, 2}, {2, 1, 1}>>>(to, 1);          // 5: braces
  EXPECT(8);
  plain<<<dim3{2, 3}, 1>>>(to, 1);              // 6: a brace behind a name
  EXPECT(6);
  plain<<<ceil_div(n, 4), 4>>>(to, 1);          // 7: a call with a comma
  EXPECT(8);
  plain<<<(n + 3) / 4, (n > 4) ? 4 : 2>>>(to, 1); // 8: a comparison in brackets
  EXPECT(8);
  plain<<<n >> 2, n << 1 >> 2>>>(to, 1);        // 9: shifts
  EXPECT(8);
  plain<<<(n) >> 2, 1 << 2>>> (to, 1);          // 10: a blank behind it
  EXPECT(8);
  plain<<<n / 4, 4, sizeof(int) * n>>>(to, 1);  // 11: three
  EXPECT(8);
  shared_sized<<<1, n, n * sizeof(int), stream>>>(to, 1); // 12: four
  EXPECT(8);
  plain<<<s.blocks(), s.threads(4)>>>(to, 1);   // 13: method calls
  EXPECT(8);
  plain<<<p->blocks(), p->threads(n / 2)>>>(to, 1); // 14: through a pointer
  EXPECT(8);
  plain<<<s.grid, 1>>>(to, 1);                  // 15: a member of type dim3
  EXPECT(4);
  typed<int><<<2, 1>>>(to, 3);                  // 16: a template
  EXPECT(6);
  typed<<<2, 1>>>(to, 3);                       // 17: deduced
  EXPECT(6);
  several<int, int><<<1, 2>>>(to, 2);           // 18: commas in a template
  EXPECT(4);
  several<int, long, pair_of<2, 3>::value><<<1, 1>>>(to, 1L); // 19: nested
  EXPECT(6);
  chosen<(3 > 2)><<<1, 1>>>(to, 5);             // 20: a comparison in a template
  EXPECT(5);
  outer::inner::deep<<<1, 2>>>(to, 1);          // 21: qualified
  EXPECT(2);
  ::plain<<<1, 2>>>(to, 1);                     // 22: of the global namespace
  EXPECT(2);
  outer::inner::holder<3>::member<<<1, 1>>>(to, 1); // 23: a static member
  EXPECT(3);
  kernels[1]<<<1, 3>>>(to, 1);                  // 24: an array's element
  EXPECT(3);
  (*kernels[0])<<<1, 3>>>(to, 1);               // 25: in parentheses
  EXPECT(3);
  s.kernel<<<1, 2>>>(to, 1);                    // 26: a member
  EXPECT(2);
  p->kernel<<<1, 2>>>(to, 1);                   // 27: a pointer's member
  EXPECT(2);
}

static void second_half(int *to) {
  const int n = 8;
  int shifted = 64;
  plain<<<times<2, 1>(1), pair_of<1, 4>::value>>>(to, 1); // 28: templates inside
  EXPECT(8);
  plain<<<[] { return 2; }(), [&](int a, int b) { return a * b; }(2, 2)>>>(
      to, 1);                                   // 29: lambdas
  EXPECT(8);
  plain // what runs
      <<<2 /* blocks, all of them >>>( */,
         4 // threads
         >>>(to, /* by */ 1);                   // 30: comments
  EXPECT(8);
  plain<<<n / \
4, 4>>>(to, 1);                                 // 31: a continued line
  EXPECT(8);
  LAUNCH(plain, 2, 4, to, 1);                   // 32: a macro
  EXPECT(8);
  LAUNCH(nothing, 2, 4);                        // 33: with no arguments
  LAUNCH_LINES(plain, n);                       // 34: a macro of several lines
  EXPECT(8);
  plain<<<CONFIGURATION>>>(to, 1);              // 35: all of it a macro
  EXPECT(8);
  PASTED(pl);                                   // 36: ##
  EXPECT(1);
  ONE_LINE;                                     // 37: no parameters
  EXPECT(1);
  if (n > 4)
    plain<<<1, 1>>>(to, 1);                     // 38: behind a condition
  else
    plain<<<1, 2>>>(to, 1);
  EXPECT(1);
  for (int i = 0; i < 3; ++i) plain<<<1, i + 1>>>(to, i < 1 ? 2 : 1); // 39
  EXPECT(7);
  shifted >>= 3, shifted <<= 1, shifted >>= n >> 2;
  auto later = [=](int by) { plain<<<1, shifted>>>(to, by); }; // 40: in a lambda
  later(1);
  EXPECT(4);
  launch_typed(to, 2);
  EXPECT(4);
  launch_return(to);
  EXPECT(1);
  launch_dependent<2>(to);
  EXPECT(10);
  launch_labelled(to, 2);
  EXPECT(4);
  overloaded<<<1, 1>>>(to, 5);                  // two kernels of a name
  EXPECT(5);
  overloaded<<<1, 1>>>(to, 5, 6);
  EXPECT(11);
}

int main() {
  int *to = nullptr;
  cudaStream_t stream;
  CHECKED(cudaMalloc(&to, sizeof(*to)));
  CHECKED(cudaMemset(to, 0, sizeof(*to)));
  CHECKED(cudaStreamCreate(&stream));
  first_half(to, stream);
  second_half(to);
  CHECKED(cudaStreamDestroy(stream));
  CHECKED(cudaFree(to));
  std::printf("%d failures\n", failures);
  return failures != 0;
}
