// SPDX-License-Identifier: Apache-2.0
// printf in kernels: all conversions, in the order of a stream.
// OUTPUT: [   42|42   |00042|+42|2a|2A|0x2a|52|052]
// OUTPUT: [-7|4294967289|-7|18446744073709551609]
// OUTPUT: [1.500000|  1.50|1.500000e+00|1.5|1.5E+00|0x1.8p+0]
// OUTPUT: [A|text|  text|te|%]
// OUTPUT: [inf|-inf|nan]
// OUTPUT: [123456789012]
// OUTPUT: no arguments
// OUTPUT: first 0
// OUTPUT: first 1
// OUTPUT: second
// OUTPUT: host
// OUTPUT: third
// OUTPUT: ok
#include <hip/hip_runtime.h>

#include <unistd.h>

#include "program.h"

__global__ void conversions(int i, float f, const char *unused) {
  printf("[%5d|%-5d|%05d|%+d|%x|%X|%#x|%o|%#o]\n", i, i, i, i, i, i, i, i, i);
  printf("[%d|%u|%ld|%lu]\n", -7, (unsigned)-7, -7l, (unsigned long)-7);
  printf("[%f|%6.2f|%e|%g|%.1E|%a]\n", f, f, f, f, f, f);
  printf("[%c|%s|%6s|%.2s|%%]\n", 'A', "text", "text", "text");
  printf("[%f|%f|%f]\n", 1.0 / 0.0, -1.0 / 0.0, __builtin_nan(""));
  printf("[%lld]\n", 123456789012ll);
  printf("no arguments\n");
  (void)unused;
}
__global__ void say(const char *unused, int n) { printf("first %d\n", n); }
__global__ void second() { printf("second\n"); }
__global__ void third() { printf("third\n"); }
__global__ void many() {
  printf("block %d thread %d\n", (int)blockIdx.x, (int)threadIdx.x);
}
__global__ void result(int *p) {
  p[0] = printf("%d %d\n", 1, 2);
  p[1] = printf("\n");
}

static void host(void *) {
  // What the stream printed before is out already.
  std::fflush(stdout);
  std::puts("host");
  std::fflush(stdout);
}

int main() {
  hipStream_t s;
  OK(hipStreamCreate(&s));
  conversions<<<1, 1, 0, s>>>(42, 1.5f, nullptr);
  say<<<1, 1, 0, s>>>(nullptr, 0);
  say<<<1, 1, 0, s>>>(nullptr, 1);
  second<<<1, 1, 0, s>>>();
  OK(hipStreamSynchronize(s)); // it is printed by now at the latest
  OK(hipLaunchHostFunc(s, host, nullptr));
  third<<<1, 1, 0, s>>>();
  OK(hipStreamSynchronize(s));
  many<<<4, 64, 0, s>>>();
  int *p, h[2];
  OK(hipMalloc(&p, sizeof(h)));
  result<<<1, 1, 0, s>>>(p);
  OK(hipStreamSynchronize(s));
  OK(hipMemcpy(h, p, sizeof(h), hipMemcpyDeviceToHost));
  CHECK(h[0] > 0 && h[1] >= 0);
  size_t size = 0;
  OK(hipDeviceGetLimit(&size, hipLimitPrintfFifoSize));
  CHECK(size > 0);
  OK(hipStreamDestroy(s));
  OK(hipFree(p));
  return done();
}
