// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

int main() {
  cudaStream_t s;
  cudaStreamCreate(&s); // EXPECT: leak
#ifdef TWIN
  cudaStreamDestroy(s);
#endif
}
