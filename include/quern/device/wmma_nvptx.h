// SPDX-License-Identifier: Apache-2.0
//
// wmma.h with NVIDIA's instructions: a fragment's elements are their registers.
// clang checks that the target has them.
#ifndef QUERN_DEVICE_WMMA_NVPTX_H
#define QUERN_DEVICE_WMMA_NVPTX_H
#pragma clang system_header

namespace nvcuda {
namespace wmma {

// The number of a pair of layouts.
template <typename A, typename B>
inline constexpr int __qn_layouts =
    2 * __is_same(A, col_major) + __is_same(B, col_major);

// Loads an operand: `reg` is the type that clang's function takes, `memory`
// that of the program's pointer.
#define __QN_LOAD(Use, m, n, k, T, L, column, memory, reg, function)           \
  __QN_FN __QN_CONVERGENT void load_matrix_sync(                               \
      fragment<Use, m, n, k, T, L> &f, const memory *p, unsigned stride) {     \
    function((reg *)f.x, (const reg *)p, stride, column);                      \
  }
#define __QN_LOADS(Use, m, n, k, T, memory, reg, function)                     \
  __QN_LOAD(Use, m, n, k, T, row_major, 0, memory, reg, function)              \
  __QN_LOAD(Use, m, n, k, T, col_major, 1, memory, reg, function)
// Loads an accumulator, whose layout is a run-time argument but a constant for
// clang's functions.
#define __QN_LOAD_SUM(m, n, k, T, reg, function)                               \
  __QN_FN __QN_CONVERGENT void load_matrix_sync(                               \
      fragment<accumulator, m, n, k, T> &f, const T *p, unsigned stride,       \
      layout_t layout) {                                                       \
    if (layout == mem_row_major)                                               \
      function((reg *)f.x, (const reg *)p, stride, 0);                         \
    else                                                                       \
      function((reg *)f.x, (const reg *)p, stride, 1);                         \
  }
#define __QN_STORE_SUM(m, n, k, T, reg, function)                              \
  __QN_FN __QN_CONVERGENT void store_matrix_sync(                              \
      T *p, const fragment<accumulator, m, n, k, T> &f, unsigned stride,       \
      layout_t layout) {                                                       \
    if (layout == mem_row_major)                                               \
      function((reg *)p, (const reg *)f.x, stride, 0);                         \
    else                                                                       \
      function((reg *)p, (const reg *)f.x, stride, 1);                         \
  }
#define __QN_MULTIPLY(m, n, k, T, D, C, in, d_reg, c_reg, function)            \
  template <typename LA, typename LB>                                          \
  __QN_FN __QN_CONVERGENT void mma_sync(                                       \
      fragment<accumulator, m, n, k, D> &d,                                    \
      const fragment<matrix_a, m, n, k, T, LA> &a,                             \
      const fragment<matrix_b, m, n, k, T, LB> &b,                             \
      const fragment<accumulator, m, n, k, C> &c) {                            \
    function((d_reg *)d.x, (const in *)a.x, (const in *)b.x,                   \
             (const c_reg *)c.x, (__qn_layouts<LA, LB>), 0);                   \
  }
#define __QN_MULTIPLY_INTEGERS(m, n, k, T, function)                           \
  template <typename LA, typename LB>                                          \
  __QN_FN __QN_CONVERGENT void mma_sync(                                       \
      fragment<accumulator, m, n, k, int> &d,                                  \
      const fragment<matrix_a, m, n, k, T, LA> &a,                             \
      const fragment<matrix_b, m, n, k, T, LB> &b,                             \
      const fragment<accumulator, m, n, k, int> &c, bool saturate = false) {   \
    if (saturate)                                                              \
      function((int *)d.x, (const int *)a.x, (const int *)b.x,                 \
               (const int *)c.x, (__qn_layouts<LA, LB>), 1);                   \
    else                                                                       \
      function((int *)d.x, (const int *)a.x, (const int *)b.x,                 \
               (const int *)c.x, (__qn_layouts<LA, LB>), 0);                   \
  }

#define __QN_WMMA_HALF(m, n, k, shape)                                         \
  __QN_LOADS(matrix_a, m, n, k, __half, __half, int, __hmma_##shape##_ld_a)    \
  __QN_LOADS(matrix_b, m, n, k, __half, __half, int, __hmma_##shape##_ld_b)    \
  __QN_LOAD_SUM(m, n, k, __half, int, __hmma_##shape##_ld_c_f16)               \
  __QN_LOAD_SUM(m, n, k, float, float, __hmma_##shape##_ld_c_f32)              \
  __QN_STORE_SUM(m, n, k, __half, int, __hmma_##shape##_st_c_f16)              \
  __QN_STORE_SUM(m, n, k, float, float, __hmma_##shape##_st_c_f32)             \
  __QN_MULTIPLY(m, n, k, __half, __half, __half, int, int, int,                \
                __hmma_##shape##_mma_f16f16)                                   \
  __QN_MULTIPLY(m, n, k, __half, float, __half, int, float, int,               \
                __hmma_##shape##_mma_f32f16)                                   \
  __QN_MULTIPLY(m, n, k, __half, __half, float, int, int, float,               \
                __hmma_##shape##_mma_f16f32)                                   \
  __QN_MULTIPLY(m, n, k, __half, float, float, int, float, float,              \
                __hmma_##shape##_mma_f32f32)
__QN_WMMA_HALF(16, 16, 16, m16n16k16)
__QN_WMMA_HALF(32, 8, 16, m32n8k16)
__QN_WMMA_HALF(8, 32, 16, m8n32k16)
#undef __QN_WMMA_HALF

#define __QN_WMMA_BFLOAT16(m, n, k, shape)                                     \
  __QN_LOADS(matrix_a, m, n, k, __nv_bfloat16, __nv_bfloat16, int,             \
             __mma_bf16_##shape##_ld_a)                                        \
  __QN_LOADS(matrix_b, m, n, k, __nv_bfloat16, __nv_bfloat16, int,             \
             __mma_bf16_##shape##_ld_b)                                        \
  __QN_MULTIPLY(m, n, k, __nv_bfloat16, float, float, int, float, float,       \
                __mma_bf16_##shape##_mma_f32)
__QN_WMMA_BFLOAT16(16, 16, 16, m16n16k16)
__QN_WMMA_BFLOAT16(32, 8, 16, m32n8k16)
__QN_WMMA_BFLOAT16(8, 32, 16, m8n32k16)
#undef __QN_WMMA_BFLOAT16

__QN_LOADS(matrix_a, 16, 16, 8, precision::tf32, float, int,
           __mma_tf32_m16n16k8_ld_a)
__QN_LOADS(matrix_b, 16, 16, 8, precision::tf32, float, int,
           __mma_tf32_m16n16k8_ld_b)
__QN_LOAD_SUM(16, 16, 8, float, float, __mma_tf32_m16n16k8_ld_c)
__QN_STORE_SUM(16, 16, 8, float, float, __mma_m16n16k8_st_c_f32)
__QN_MULTIPLY(16, 16, 8, precision::tf32, float, float, int, float, float,
              __mma_tf32_m16n16k8_mma_f32)

__QN_LOADS(matrix_a, 8, 8, 4, double, double, double, __dmma_m8n8k4_ld_a)
__QN_LOADS(matrix_b, 8, 8, 4, double, double, double, __dmma_m8n8k4_ld_b)
__QN_LOAD_SUM(8, 8, 4, double, double, __dmma_m8n8k4_ld_c)
__QN_STORE_SUM(8, 8, 4, double, double, __dmma_m8n8k4_st_c_f64)
__QN_MULTIPLY(8, 8, 4, double, double, double, double, double, double,
              __dmma_m8n8k4_mma_f64)

#define __QN_WMMA_BYTES(m, n, k, shape)                                        \
  __QN_LOADS(matrix_a, m, n, k, signed char, signed char, int,                 \
             __imma_##shape##_ld_a_s8)                                         \
  __QN_LOADS(matrix_b, m, n, k, signed char, signed char, int,                 \
             __imma_##shape##_ld_b_s8)                                         \
  __QN_LOADS(matrix_a, m, n, k, unsigned char, unsigned char, int,             \
             __imma_##shape##_ld_a_u8)                                         \
  __QN_LOADS(matrix_b, m, n, k, unsigned char, unsigned char, int,             \
             __imma_##shape##_ld_b_u8)                                         \
  __QN_LOAD_SUM(m, n, k, int, int, __imma_##shape##_ld_c)                      \
  __QN_STORE_SUM(m, n, k, int, int, __imma_##shape##_st_c_i32)                 \
  __QN_MULTIPLY_INTEGERS(m, n, k, signed char, __imma_##shape##_mma_s8)        \
  __QN_MULTIPLY_INTEGERS(m, n, k, unsigned char, __imma_##shape##_mma_u8)
__QN_WMMA_BYTES(16, 16, 16, m16n16k16)
__QN_WMMA_BYTES(32, 8, 16, m32n8k16)
__QN_WMMA_BYTES(8, 32, 16, m8n32k16)
#undef __QN_WMMA_BYTES

// Only A by rows and B by columns exist.
#define __QN_WMMA_NIBBLES(T, format)                                           \
  __QN_LOAD(matrix_a, 8, 8, 32, experimental::precision::T, row_major, 0,      \
            void, int, __imma_m8n8k32_ld_a_##format)                           \
  __QN_LOAD(matrix_b, 8, 8, 32, experimental::precision::T, col_major, 1,      \
            void, int, __imma_m8n8k32_ld_b_##format)                           \
  __QN_FN __QN_CONVERGENT void mma_sync(                                       \
      fragment<accumulator, 8, 8, 32, int> &d,                                 \
      const fragment<matrix_a, 8, 8, 32, experimental::precision::T,           \
                     row_major> &a,                                            \
      const fragment<matrix_b, 8, 8, 32, experimental::precision::T,           \
                     col_major> &b,                                            \
      const fragment<accumulator, 8, 8, 32, int> &c, bool saturate = false) {  \
    if (saturate)                                                              \
      __imma_m8n8k32_mma_##format(d.x, a.x, b.x, c.x, 1, 1);                   \
    else                                                                       \
      __imma_m8n8k32_mma_##format(d.x, a.x, b.x, c.x, 1, 0);                   \
  }
__QN_WMMA_NIBBLES(s4, s4)
__QN_WMMA_NIBBLES(u4, u4)
#undef __QN_WMMA_NIBBLES
__QN_LOAD_SUM(8, 8, 32, int, int, __imma_m8n8k32_ld_c)
__QN_STORE_SUM(8, 8, 32, int, int, __imma_m8n8k32_st_c_i32)

__QN_LOAD(matrix_a, 8, 8, 128, experimental::precision::b1, row_major, 0, void,
          int, __bmma_m8n8k128_ld_a_b1)
__QN_LOAD(matrix_b, 8, 8, 128, experimental::precision::b1, col_major, 1, void,
          int, __bmma_m8n8k128_ld_b_b1)
__QN_LOAD_SUM(8, 8, 128, int, int, __bmma_m8n8k128_ld_c)
__QN_STORE_SUM(8, 8, 128, int, int, __bmma_m8n8k128_st_c_i32)
__QN_FN __QN_CONVERGENT void bmma_sync(
    fragment<accumulator, 8, 8, 128, int> &d,
    const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major>
        &a,
    const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major>
        &b,
    const fragment<accumulator, 8, 8, 128, int> &c,
    experimental::bmmaBitOp op = experimental::bmmaBitOpXOR,
    experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  if (op == experimental::bmmaBitOpAND) {
    __bmma_m8n8k128_mma_and_popc_b1(d.x, a.x, b.x, c.x, 1);
    return;
  }
#endif
  __bmma_m8n8k128_mma_xor_popc_b1(d.x, a.x, b.x, c.x, 1);
}

#undef __QN_LOAD
#undef __QN_LOADS
#undef __QN_LOAD_SUM
#undef __QN_STORE_SUM
#undef __QN_MULTIPLY
#undef __QN_MULTIPLY_INTEGERS

} // namespace wmma
} // namespace nvcuda

#endif
