// SPDX-License-Identifier: Apache-2.0
//
// rocFFT: Fourier transforms. libquernfft implements it; docs/libraries.md says
// what does the work on which device, and what is not there.
#ifndef QUERN_ROCFFT_ROCFFT_H
#define QUERN_ROCFFT_ROCFFT_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <stddef.h>

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rocfft_plan_t *rocfft_plan;
typedef struct rocfft_plan_description_t *rocfft_plan_description;
typedef struct rocfft_execution_info_t *rocfft_execution_info;

typedef enum rocfft_status_e {
  rocfft_status_success = 0,
  rocfft_status_failure = 1,
  rocfft_status_invalid_arg_value = 2,
  rocfft_status_invalid_dimensions = 3,
  rocfft_status_invalid_array_type = 4,
  rocfft_status_invalid_strides = 5,
  rocfft_status_invalid_distance = 6,
  rocfft_status_invalid_offset = 7,
  rocfft_status_invalid_work_buffer = 8
} rocfft_status;
typedef enum rocfft_transform_type_e {
  rocfft_transform_type_complex_forward = 0,
  rocfft_transform_type_complex_inverse = 1,
  rocfft_transform_type_real_forward = 2,
  rocfft_transform_type_real_inverse = 3
} rocfft_transform_type;
typedef enum rocfft_precision_e {
  rocfft_precision_single = 0,
  rocfft_precision_double = 1,
  rocfft_precision_half = 2
} rocfft_precision;
typedef enum rocfft_result_placement_e {
  rocfft_placement_inplace = 0,
  rocfft_placement_notinplace = 1
} rocfft_result_placement;
typedef enum rocfft_array_type_e {
  rocfft_array_type_complex_interleaved = 0,
  rocfft_array_type_complex_planar = 1,
  rocfft_array_type_real = 2,
  rocfft_array_type_hermitian_interleaved = 3,
  rocfft_array_type_hermitian_planar = 4,
  rocfft_array_type_unset = 5
} rocfft_array_type;

rocfft_status rocfft_setup(void);
rocfft_status rocfft_cleanup(void);
rocfft_status rocfft_get_version_string(char *buf, size_t len);

// lengths[0] is the dimension whose elements are nearest to each other.
rocfft_status rocfft_plan_create(rocfft_plan *plan,
    rocfft_result_placement placement, rocfft_transform_type transform_type,
    rocfft_precision precision, size_t dimensions, const size_t *lengths,
    size_t number_of_transforms, const rocfft_plan_description description);
rocfft_status rocfft_plan_destroy(rocfft_plan plan);
rocfft_status rocfft_plan_get_work_buffer_size(const rocfft_plan plan,
    size_t *size_in_bytes);
rocfft_status rocfft_plan_get_print(const rocfft_plan plan);
rocfft_status rocfft_execute(const rocfft_plan plan, void *in_buffer[],
    void *out_buffer[], rocfft_execution_info info);

rocfft_status rocfft_plan_description_create(
    rocfft_plan_description *description);
rocfft_status rocfft_plan_description_destroy(
    rocfft_plan_description description);
// 1 alone is taken.
rocfft_status rocfft_plan_description_set_scale_factor(
    rocfft_plan_description description, const double scale_factor);
// Real and imaginary parts in arrays of their own are not taken. Strides are
// those of nested arrays: each a multiple of the one before.
rocfft_status rocfft_plan_description_set_data_layout(
    rocfft_plan_description description, const rocfft_array_type in_array_type,
    const rocfft_array_type out_array_type, const size_t *in_offsets,
    const size_t *out_offsets, const size_t in_strides_size,
    const size_t *in_strides, const size_t in_distance,
    const size_t out_strides_size, const size_t *out_strides,
    const size_t out_distance);

rocfft_status rocfft_execution_info_create(rocfft_execution_info *info);
rocfft_status rocfft_execution_info_destroy(rocfft_execution_info info);
rocfft_status rocfft_execution_info_set_work_buffer(rocfft_execution_info info,
    void *work_buffer, const size_t size_in_bytes);
rocfft_status rocfft_execution_info_set_stream(rocfft_execution_info info,
    void *stream);

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif
