// SPDX-License-Identifier: Apache-2.0
// What launches_in_headers.cu includes.
#ifndef QUERN_TESTS_LAUNCHES_IN_HEADERS_H
#define QUERN_TESTS_LAUNCHES_IN_HEADERS_H

static __global__ void add(int *p, int value) { p[threadIdx.x] += value; }

// Static, so it is the host's only by what its name is in both passes.
static __global__ void parent(int *p) { add<<<1, 4>>>(p, 1); }

template <typename T> __device__ inline void start(T *p, int value) {
  add<<<1, 4>>>(p, value);
}

#endif
