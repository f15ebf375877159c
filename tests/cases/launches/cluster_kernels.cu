// SPDX-License-Identifier: Apache-2.0
// A kernel that needs clusters of blocks is refused where there are none, when
// it is launched; the source's other kernels run.
// DEVICES: cpu
#include <cuda_runtime.h>

#include "program.h"

__global__ void __cluster_dims__(2, 1, 1) together(int *p) { *p = 1; }
__global__ void __cluster_dims__(1, 1, 1) alone(int *p) { *p = 2; }
__global__ void plain(int *p) { *p += 40; }

int main() {
  int *p, back = 0;
  OK(cudaMalloc(&p, sizeof(*p)));
  together<<<2, 1>>>(p);
  FAILS(cudaGetLastError(), cudaErrorNotSupported);
  alone<<<2, 1>>>(p);
  plain<<<1, 1>>>(p);
  OK(cudaGetLastError());
  OK(cudaMemcpy(&back, p, sizeof(back), cudaMemcpyDefault));
  CHECK(back == 42);
  OK(cudaFree(p));
  return done();
}
