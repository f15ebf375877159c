// SPDX-License-Identifier: Apache-2.0
// Instructions of operations of double: each has its result go into the next.
enum { ROUNDS = 1024 };

template <typename F> static __device__ float cost(double x, double *sink, F f) {
  double a = x;
  const long long from = clock64();
  for (int i = 0; i < ROUNDS; ++i)
    a = f(a);
  *sink += a;
  return (float)(clock64() - from) / ROUNDS;
}

// The second is 1, which the compiler does not know.
extern "C" __global__ void costs(double x, double one, double *sink,
                                 float *out) {
  *out++ = cost(x, sink, [=](double a) { return a * one; });
  *out++ = cost(x, sink, [=](double a) { return a + one; });
  *out++ = cost(x, sink, [=](double a) { return x / a; });
  *out++ = cost(x, sink, [=](double a) { return sqrt(a); });
  *out++ = cost(x, sink, [=](double a) { return fma(a, one, one); });
  *out++ = cost(x, sink, [=](double a) { return a < x ? one : x; });
  *out++ = cost(x, sink, [=](double a) { return sin(a + one); });
  *out++ = cost(x, sink, [=](double a) { return cos(a + one); });
  *out++ = cost(x, sink, [=](double a) { return exp(-a); });
  *out++ = cost(x, sink, [=](double a) { return log(a) + x; });
  *out++ = cost(x, sink, [=](double a) { return pow(a, x); });
  *out++ = cost(x, sink, [=](double a) { return atan(a) + one; });
}
