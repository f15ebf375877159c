// SPDX-License-Identifier: Apache-2.0
// The least source that pregen can generate binary operations from: f32,
// strided, with broadcasting.
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define OP_add(a, b) ((a) + (b))
#define OP_sub(a, b) ((a) - (b))
#define OP_mul(a, b) ((a) * (b))
#define OP_div(a, b) ((a) / (b))

extern "C" __global__ __launch_bounds__(256) void
QN_KERNEL_NAME(float *dst, const float *src0, const float *src1) {
  const long long count =
      (long long)QN_DST_NE0 * QN_DST_NE1 * QN_DST_NE2 * QN_DST_NE3;
  for (long long i = blockIdx.x * 256ll + threadIdx.x; i < count;
       i += gridDim.x * 256ll) {
    const long long i0 = i % QN_DST_NE0, i1 = i / QN_DST_NE0 % QN_DST_NE1,
                    i2 = i / QN_DST_NE0 / QN_DST_NE1 % QN_DST_NE2,
                    i3 = i / QN_DST_NE0 / QN_DST_NE1 / QN_DST_NE2;
    const float a = src0[i0 * QN_SRC0_NB0 + i1 * QN_SRC0_NB1 +
                         i2 * QN_SRC0_NB2 + i3 * QN_SRC0_NB3];
    const float b =
        src1[i0 % QN_SRC1_NE0 * QN_SRC1_NB0 + i1 % QN_SRC1_NE1 * QN_SRC1_NB1 +
             i2 % QN_SRC1_NE2 * QN_SRC1_NB2 + i3 % QN_SRC1_NE3 * QN_SRC1_NB3];
    dst[i0 * QN_DST_NB0 + i1 * QN_DST_NB1 + i2 * QN_DST_NB2 +
        i3 * QN_DST_NB3] = JOIN(OP_, QN_OP)(a, b);
  }
}
