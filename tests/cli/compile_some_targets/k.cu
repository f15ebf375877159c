// SPDX-License-Identifier: Apache-2.0
extern "C" __global__ void k(float *p) {
#ifdef __QUERN_TARGET_NVPTX__
  p = q;
#endif
  *p = 1;
}
