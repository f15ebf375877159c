// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

int main() {
  cudaGraph_t g;
  cudaGraphCreate(&g, 0); // EXPECT: leak
#ifdef TWIN
  cudaGraphDestroy(g);
#endif
}
