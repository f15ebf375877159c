// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

int main() {
  cudaEvent_t e;
  cudaEventCreate(&e); // EXPECT: leak
  cudaEventRecord(e);
  cudaEventSynchronize(e);
#ifdef TWIN
  cudaEventDestroy(e);
#endif
}
