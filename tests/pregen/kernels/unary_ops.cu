// SPDX-License-Identifier: Apache-2.0
// The least source that pregen can generate unary operations from: f32,
// strided.
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define OP_relu(x) ((x) > 0 ? (x) : 0)
#define OP_neg(x) (-(x))
#define OP_sqr(x) ((x) * (x))
#define OP_silu(x) ((x) / (1 + expf(-(x))))

extern "C" __global__ __launch_bounds__(256) void
QN_KERNEL_NAME(float *dst, const float *src0) {
  const long long count =
      (long long)QN_DST_NE0 * QN_DST_NE1 * QN_DST_NE2 * QN_DST_NE3;
  for (long long i = blockIdx.x * 256ll + threadIdx.x; i < count;
       i += gridDim.x * 256ll) {
    const long long i0 = i % QN_DST_NE0, i1 = i / QN_DST_NE0 % QN_DST_NE1,
                    i2 = i / QN_DST_NE0 / QN_DST_NE1 % QN_DST_NE2,
                    i3 = i / QN_DST_NE0 / QN_DST_NE1 / QN_DST_NE2;
    const float x = src0[i0 * QN_SRC0_NB0 + i1 * QN_SRC0_NB1 +
                         i2 * QN_SRC0_NB2 + i3 * QN_SRC0_NB3];
    dst[i0 * QN_DST_NB0 + i1 * QN_DST_NB1 + i2 * QN_DST_NB2 +
        i3 * QN_DST_NB3] = JOIN(OP_, QN_OP)(x);
  }
}
