// SPDX-License-Identifier: Apache-2.0
__device__ int f() { return 1; }
