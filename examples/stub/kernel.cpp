// SPDX-License-Identifier: Apache-2.0
// A kernel for a RISC-V device, as any compiler takes it.
extern "C" void vectorAdd(const float *a, const float *b, float *c, int n) {
  for (int i = 0; i < n; ++i)
    c[i] = a[i] + b[i];
}
