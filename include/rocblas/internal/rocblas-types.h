// SPDX-License-Identifier: Apache-2.0
//
// rocBLAS's types and enumerators.
#ifndef QUERN_ROCBLAS_TYPES_H
#define QUERN_ROCBLAS_TYPES_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <hip/hip_runtime_api.h>

#include <quern/device/names_begin.inc>

typedef int32_t rocblas_int;
typedef int64_t rocblas_stride;
typedef float rocblas_float;
typedef double rocblas_double;
typedef struct rocblas_half {
  uint16_t data;
} rocblas_half;
typedef struct rocblas_bfloat16 {
  uint16_t data;
} rocblas_bfloat16;
typedef struct _rocblas_handle *rocblas_handle;

#ifdef __cplusplus
#if defined(__CUDA__) || defined(__HIP__)
#define __QN_ROCBLAS_FN __attribute__((host, device))
#else
#define __QN_ROCBLAS_FN
#endif
template <typename T> struct rocblas_complex_num {
  T x, y;
  rocblas_complex_num() = default;
  constexpr __QN_ROCBLAS_FN rocblas_complex_num(T re, T im = 0)
      : x(re), y(im) {}
  constexpr __QN_ROCBLAS_FN T real() const { return x; }
  constexpr __QN_ROCBLAS_FN T imag() const { return y; }
  friend constexpr __QN_ROCBLAS_FN rocblas_complex_num
  operator+(rocblas_complex_num a, rocblas_complex_num b) {
    return {a.x + b.x, a.y + b.y};
  }
  friend constexpr __QN_ROCBLAS_FN rocblas_complex_num
  operator-(rocblas_complex_num a, rocblas_complex_num b) {
    return {a.x - b.x, a.y - b.y};
  }
  friend constexpr __QN_ROCBLAS_FN rocblas_complex_num
  operator*(rocblas_complex_num a, rocblas_complex_num b) {
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
  }
  friend constexpr __QN_ROCBLAS_FN bool
  operator==(rocblas_complex_num a, rocblas_complex_num b) {
    return a.x == b.x && a.y == b.y;
  }
  friend constexpr __QN_ROCBLAS_FN bool
  operator!=(rocblas_complex_num a, rocblas_complex_num b) {
    return !(a == b);
  }
};
typedef rocblas_complex_num<float> rocblas_float_complex;
typedef rocblas_complex_num<double> rocblas_double_complex;
#undef __QN_ROCBLAS_FN
#else
typedef struct rocblas_float_complex {
  float x, y;
} rocblas_float_complex;
typedef struct rocblas_double_complex {
  double x, y;
} rocblas_double_complex;
#endif

typedef enum rocblas_operation_ {
  rocblas_operation_none = 111,
  rocblas_operation_transpose = 112,
  rocblas_operation_conjugate_transpose = 113
} rocblas_operation;
typedef enum rocblas_fill_ {
  rocblas_fill_upper = 121,
  rocblas_fill_lower = 122,
  rocblas_fill_full = 123
} rocblas_fill;
typedef enum rocblas_diagonal_ {
  rocblas_diagonal_non_unit = 131,
  rocblas_diagonal_unit = 132
} rocblas_diagonal;
typedef enum rocblas_side_ {
  rocblas_side_left = 141,
  rocblas_side_right = 142,
  rocblas_side_both = 143
} rocblas_side;
typedef enum rocblas_status_ {
  rocblas_status_success = 0,
  rocblas_status_invalid_handle = 1,
  rocblas_status_not_implemented = 2,
  rocblas_status_invalid_pointer = 3,
  rocblas_status_invalid_size = 4,
  rocblas_status_memory_error = 5,
  rocblas_status_internal_error = 6,
  rocblas_status_perf_degraded = 7,
  rocblas_status_size_query_mismatch = 8,
  rocblas_status_size_increased = 9,
  rocblas_status_size_unchanged = 10,
  rocblas_status_invalid_value = 11,
  rocblas_status_continue = 12,
  rocblas_status_check_numerics_fail = 13,
  rocblas_status_excluded_from_build = 14,
  rocblas_status_arch_mismatch = 15
} rocblas_status;
typedef enum rocblas_datatype_ {
  rocblas_datatype_f16_r = 150,
  rocblas_datatype_f32_r = 151,
  rocblas_datatype_f64_r = 152,
  rocblas_datatype_f16_c = 153,
  rocblas_datatype_f32_c = 154,
  rocblas_datatype_f64_c = 155,
  rocblas_datatype_i8_r = 160,
  rocblas_datatype_u8_r = 161,
  rocblas_datatype_i32_r = 162,
  rocblas_datatype_u32_r = 163,
  rocblas_datatype_i8_c = 164,
  rocblas_datatype_u8_c = 165,
  rocblas_datatype_i32_c = 166,
  rocblas_datatype_u32_c = 167,
  rocblas_datatype_bf16_r = 168,
  rocblas_datatype_bf16_c = 169,
  rocblas_datatype_f8_r = 170,
  rocblas_datatype_bf8_r = 171,
  rocblas_datatype_invalid = 255
} rocblas_datatype;
typedef enum rocblas_pointer_mode_ {
  rocblas_pointer_mode_host = 0,
  rocblas_pointer_mode_device = 1
} rocblas_pointer_mode;
typedef enum rocblas_atomics_mode_ {
  rocblas_atomics_not_allowed = 0,
  rocblas_atomics_allowed = 1
} rocblas_atomics_mode;
typedef enum rocblas_math_mode_ {
  rocblas_default_math = 0,
  rocblas_xf32_xdl_math_op = 1
} rocblas_math_mode;
typedef enum rocblas_layer_mode_ {
  rocblas_layer_mode_none = 0,
  rocblas_layer_mode_log_trace = 1,
  rocblas_layer_mode_log_bench = 2,
  rocblas_layer_mode_log_profile = 4
} rocblas_layer_mode;
typedef enum rocblas_gemm_algo_ {
  rocblas_gemm_algo_standard = 0,
  rocblas_gemm_algo_solution_index = 1
} rocblas_gemm_algo;
typedef enum rocblas_gemm_flags_ {
  rocblas_gemm_flags_none = 0,
  rocblas_gemm_flags_use_cu_efficiency = 2,
  rocblas_gemm_flags_fp16_alt_impl = 4,
  rocblas_gemm_flags_check_solution_index = 8,
  rocblas_gemm_flags_fp16_alt_impl_rnz = 16
} rocblas_gemm_flags;

#include <quern/device/names_end.inc>

#endif
