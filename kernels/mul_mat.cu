// SPDX-License-Identifier: Apache-2.0
//
// Products of matrices as ggml has them: src0 is (K, M), src1 is (K, N), the
// result is (M, N), dimension 0 first; both sources are read along K.
//   dst[m, n] = sum over k of src0[k, m] * src1[k, n]
// Dimensions 2 and 3 count matrices; those of src0 repeat in consecutive
// groups. src0 may be quantized. kernels/README.md has the defines.
//
// On a CPU one thread of a block makes all of its numbers, in vectors;
// elsewhere they do it together. -DQN_MUL_MAT_TOGETHER=1 makes that so on a
// CPU, too.
//
// Launch: blocks of (16, 16); grid (ceil(M / 64), ceil(N / 64), matrices of the
// result, or fewer). A block makes 64 by 64 numbers of a matrix, a thread 4 by
// 4 of them, 16 apart, so that neighbours read neighbours.
#include "mul_mat.h"

#define QN_TWO_SOURCES
#include "define_shapes.h"

#undef QN_ALONE
#if defined(__QUERN_TARGET_CPU__) && !defined(QN_MUL_MAT_TOGETHER)
#define QN_ALONE true
#else
#define QN_ALONE false
#endif

#ifdef QN_GENERAL
extern "C" __global__ void __launch_bounds__(quern::mul_mat_threads)
    QN_KERNEL_NAME(QN_TYPE(QN_DST_TYPE) * dst,
                   const QN_TYPE(QN_SRC0_TYPE) * src0,
                   const QN_TYPE(QN_SRC1_TYPE) * src1,
                   quern_tensor_shapes shapes) {
  quern::mul_mat<QN_ALONE>(QN_SHAPE(dst)(shapes.dst),
                           QN_SHAPE(src0)(shapes.src0),
                           QN_SHAPE(src1)(shapes.src1), dst, src0, src1);
}
#else
static_assert(QN_SRC0_NE0 < 1ll << 31, "mul_mat: K has 31 bits");
static_assert(QN_SRC0_NE0 == QN_SRC1_NE0,
              "mul_mat: both sources have K numbers along dimension 0");
static_assert(QN_DST_NE0 == QN_SRC0_NE1 && QN_DST_NE1 == QN_SRC1_NE1,
              "mul_mat: the result is (M, N) where the sources are (K, M) and "
              "(K, N), dimension 0 first");
static_assert(QN_DST_NE2 == QN_SRC1_NE2 && QN_DST_NE3 == QN_SRC1_NE3,
              "mul_mat: the result has as many matrices as the second source");
static_assert(QN_SRC1_NE2 % QN_SRC0_NE2 == 0 && QN_SRC1_NE3 % QN_SRC0_NE3 == 0,
              "mul_mat: the matrices of the first source repeat a whole number "
              "of times");
static_assert(QN_SRC0_NE0 % quern::numbers_of<QN_TYPE(QN_SRC0_TYPE)> == 0,
              "mul_mat: K is a whole number of blocks of the quantized source");
extern "C" __global__ void __launch_bounds__(quern::mul_mat_threads)
    QN_KERNEL_NAME(QN_TYPE(QN_DST_TYPE) * dst,
                   const QN_TYPE(QN_SRC0_TYPE) * src0,
                   const QN_TYPE(QN_SRC1_TYPE) * src1) {
  quern::mul_mat<QN_ALONE>(QN_SHAPE(dst)(), QN_SHAPE(src0)(), QN_SHAPE(src1)(),
                           dst, src0, src1);
}
#endif
#undef QN_TWO_SOURCES
