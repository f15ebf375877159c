// SPDX-License-Identifier: Apache-2.0
__device__ float missing(float);
extern "C" __global__ void k(float *p) { *p = missing(*p); }
