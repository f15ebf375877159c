// SPDX-License-Identifier: Apache-2.0
#include <hip/hip_runtime.h>
#include <cstdio>
void launch(int *p);
int host(int);
int main() {
  int *p;
  if (hipMallocManaged(&p, 4))
    return 2;
  *p = 41;
  launch(p);
  if (hipDeviceSynchronize())
    return 3;
  std::printf("%d\n", host(*p));
  return *p != 42;
}
