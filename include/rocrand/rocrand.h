// SPDX-License-Identifier: Apache-2.0
//
// rocRAND: random numbers, asked for by the host. libquernrand implements it;
// the numbers of a generator are cuRAND's (docs/libraries.md).
#ifndef QUERN_ROCRAND_ROCRAND_H
#define QUERN_ROCRAND_ROCRAND_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <stddef.h>

#include <hip/hip_fp16.h>
#include <hip/hip_runtime_api.h>

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

#define ROCRAND_VERSION 201000

typedef struct rocrand_generator_base_type *rocrand_generator;
typedef struct hiprandDiscreteDistribution_st *rocrand_discrete_distribution;
typedef enum rocrand_status {
  ROCRAND_STATUS_SUCCESS = 0,
  ROCRAND_STATUS_VERSION_MISMATCH = 100,
  ROCRAND_STATUS_NOT_CREATED = 101,
  ROCRAND_STATUS_ALLOCATION_FAILED = 102,
  ROCRAND_STATUS_TYPE_ERROR = 103,
  ROCRAND_STATUS_OUT_OF_RANGE = 104,
  ROCRAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
  ROCRAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  ROCRAND_STATUS_LAUNCH_FAILURE = 107,
  ROCRAND_STATUS_INTERNAL_ERROR = 108
} rocrand_status;
typedef enum rocrand_rng_type {
  ROCRAND_RNG_PSEUDO_DEFAULT = 400,
  ROCRAND_RNG_PSEUDO_XORWOW = 401,
  ROCRAND_RNG_PSEUDO_MRG32K3A = 402,
  ROCRAND_RNG_PSEUDO_MTGP32 = 403,
  ROCRAND_RNG_PSEUDO_PHILOX4_32_10 = 404,
  ROCRAND_RNG_QUASI_DEFAULT = 500,
  ROCRAND_RNG_QUASI_SOBOL32 = 501,
  ROCRAND_RNG_QUASI_SOBOL64 = 504
} rocrand_rng_type;

rocrand_status rocrand_create_generator(rocrand_generator *generator,
                                        rocrand_rng_type rng_type);
rocrand_status rocrand_destroy_generator(rocrand_generator generator);
rocrand_status rocrand_generate(rocrand_generator generator,
                                unsigned int *output_data, size_t n);
rocrand_status rocrand_generate_char(rocrand_generator generator,
                                     unsigned char *output_data, size_t n);
rocrand_status rocrand_generate_short(rocrand_generator generator,
                                      unsigned short *output_data, size_t n);
rocrand_status rocrand_generate_uniform(rocrand_generator generator,
                                        float *output_data, size_t n);
rocrand_status rocrand_generate_uniform_double(rocrand_generator generator,
                                               double *output_data, size_t n);
rocrand_status rocrand_generate_normal(rocrand_generator generator,
                                       float *output_data, size_t n, float mean,
                                       float stddev);
rocrand_status rocrand_generate_normal_double(rocrand_generator generator,
                                              double *output_data, size_t n,
                                              double mean, double stddev);
rocrand_status rocrand_generate_log_normal(rocrand_generator generator,
                                           float *output_data, size_t n,
                                           float mean, float stddev);
rocrand_status rocrand_generate_log_normal_double(rocrand_generator generator,
                                                  double *output_data, size_t n,
                                                  double mean, double stddev);
rocrand_status rocrand_generate_poisson(rocrand_generator generator,
                                        unsigned int *output_data, size_t n,
                                        double lambda);
rocrand_status rocrand_initialize_generator(rocrand_generator generator);
rocrand_status rocrand_set_stream(rocrand_generator generator,
                                  hipStream_t stream);
rocrand_status rocrand_set_seed(rocrand_generator generator,
                                unsigned long long seed);
rocrand_status rocrand_set_offset(rocrand_generator generator,
                                  unsigned long long offset);
rocrand_status
rocrand_set_quasi_random_generator_dimensions(rocrand_generator generator,
                                              unsigned int dimensions);
rocrand_status rocrand_get_version(int *version);
rocrand_status rocrand_create_poisson_distribution(
    double lambda, rocrand_discrete_distribution *discrete_distribution);
rocrand_status rocrand_create_discrete_distribution(
    const double *probabilities, unsigned int size, unsigned int offset,
    rocrand_discrete_distribution *discrete_distribution);
rocrand_status rocrand_destroy_discrete_distribution(
    rocrand_discrete_distribution discrete_distribution);

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_ROCRAND_ROCRAND_H
