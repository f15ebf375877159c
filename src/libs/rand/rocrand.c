// SPDX-License-Identifier: Apache-2.0
// rocRAND's names: cuRAND's generators, with numbers of their own for types and
// statuses.
#include "rocrand/rocrand.h"

#include "libs/rand/discrete.h"
#include "libs/rand/generator.h"

#define OWN(generator) ((qn_rand_generator *)(generator))

static rocrand_status status_of(qn_rand_status status) {
  switch (status) {
  case QN_RAND_OK:
    return ROCRAND_STATUS_SUCCESS;
  case QN_RAND_NOT_INITIALIZED:
    return ROCRAND_STATUS_NOT_CREATED;
  case QN_RAND_NO_MEMORY:
    return ROCRAND_STATUS_ALLOCATION_FAILED;
  case QN_RAND_WRONG_TYPE:
    return ROCRAND_STATUS_TYPE_ERROR;
  case QN_RAND_OUT_OF_RANGE:
    return ROCRAND_STATUS_OUT_OF_RANGE;
  case QN_RAND_NOT_MULTIPLE:
    return ROCRAND_STATUS_LENGTH_NOT_MULTIPLE;
  case QN_RAND_LAUNCH_FAILURE:
    return ROCRAND_STATUS_LAUNCH_FAILURE;
  default:
    return ROCRAND_STATUS_INTERNAL_ERROR;
  }
}

static int type_of(rocrand_rng_type type) {
  switch (type) {
  case ROCRAND_RNG_PSEUDO_DEFAULT:
  case ROCRAND_RNG_PSEUDO_XORWOW:
    return QN_RAND_XORWOW;
  case ROCRAND_RNG_PSEUDO_MRG32K3A:
    return QN_RAND_MRG32K3A;
  case ROCRAND_RNG_PSEUDO_MTGP32:
    return QN_RAND_MTGP32;
  case ROCRAND_RNG_PSEUDO_PHILOX4_32_10:
    return QN_RAND_PHILOX;
  case ROCRAND_RNG_QUASI_DEFAULT:
  case ROCRAND_RNG_QUASI_SOBOL32:
    return QN_RAND_SOBOL32;
  case ROCRAND_RNG_QUASI_SOBOL64:
    return QN_RAND_SOBOL64;
  default:
    return -1;
  }
}

rocrand_status rocrand_create_generator(rocrand_generator *generator,
                                        rocrand_rng_type rng_type) {
  return status_of(qn_rand_create(type_of(rng_type), false,
                                  (qn_rand_generator **)generator));
}
rocrand_status rocrand_destroy_generator(rocrand_generator generator) {
  return status_of(qn_rand_destroy(OWN(generator)));
}
rocrand_status rocrand_initialize_generator(rocrand_generator generator) {
  return status_of(qn_rand_prepare(OWN(generator)));
}
rocrand_status rocrand_set_stream(rocrand_generator generator,
                                  hipStream_t stream) {
  return status_of(qn_rand_set_stream(OWN(generator), stream));
}
rocrand_status rocrand_set_seed(rocrand_generator generator,
                                unsigned long long seed) {
  return status_of(qn_rand_set_seed(OWN(generator), seed));
}
rocrand_status rocrand_set_offset(rocrand_generator generator,
                                  unsigned long long offset) {
  return status_of(qn_rand_set_offset(OWN(generator), offset));
}
rocrand_status
rocrand_set_quasi_random_generator_dimensions(rocrand_generator generator,
                                              unsigned int dimensions) {
  return status_of(qn_rand_set_dimensions(OWN(generator), dimensions));
}
rocrand_status rocrand_get_version(int *version) {
  if (!version)
    return ROCRAND_STATUS_OUT_OF_RANGE;
  *version = ROCRAND_VERSION;
  return ROCRAND_STATUS_SUCCESS;
}

#define GENERATE(name, n, ...)                                                 \
  status_of(qn_rand_generate(                                                  \
      OWN(generator),                                                          \
      &(const qn_rand_job){QN_RAND_##name, output_data, n, __VA_ARGS__}))

rocrand_status rocrand_generate(rocrand_generator generator,
                                unsigned int *output_data, size_t n) {
  return GENERATE(BITS_32, n, 0, 0);
}

// Narrow numbers are the parts of words, of which the array has whole ones.
static rocrand_status generate_parts(rocrand_generator generator, void *output,
                                     size_t count, size_t size) {
  unsigned int *output_data = output;
  if ((uintptr_t)output % sizeof(unsigned int) ||
      count * size % sizeof(unsigned int))
    return status_of(qn_rand_refuse(
        QN_RAND_NOT_MULTIPLE,
        "%zu numbers of %zu bytes are no array of whole words", count, size));
  return GENERATE(BITS_32, count * size / sizeof(unsigned int), 0, 0);
}
rocrand_status rocrand_generate_char(rocrand_generator generator,
                                     unsigned char *output_data, size_t n) {
  return generate_parts(generator, output_data, n, sizeof(*output_data));
}
rocrand_status rocrand_generate_short(rocrand_generator generator,
                                      unsigned short *output_data, size_t n) {
  return generate_parts(generator, output_data, n, sizeof(*output_data));
}
rocrand_status rocrand_generate_uniform(rocrand_generator generator,
                                        float *output_data, size_t n) {
  return GENERATE(UNIFORM, n, 0, 0);
}
rocrand_status rocrand_generate_uniform_double(rocrand_generator generator,
                                               double *output_data, size_t n) {
  return GENERATE(UNIFORM_DOUBLE, n, 0, 0);
}
rocrand_status rocrand_generate_normal(rocrand_generator generator,
                                       float *output_data, size_t n, float mean,
                                       float stddev) {
  return GENERATE(NORMAL, n, (double)mean, (double)stddev);
}
rocrand_status rocrand_generate_normal_double(rocrand_generator generator,
                                              double *output_data, size_t n,
                                              double mean, double stddev) {
  return GENERATE(NORMAL_DOUBLE, n, mean, stddev);
}
rocrand_status rocrand_generate_log_normal(rocrand_generator generator,
                                           float *output_data, size_t n,
                                           float mean, float stddev) {
  return GENERATE(LOG_NORMAL, n, (double)mean, (double)stddev);
}
rocrand_status rocrand_generate_log_normal_double(rocrand_generator generator,
                                                  double *output_data, size_t n,
                                                  double mean, double stddev) {
  return GENERATE(LOG_NORMAL_DOUBLE, n, mean, stddev);
}
rocrand_status rocrand_generate_poisson(rocrand_generator generator,
                                        unsigned int *output_data, size_t n,
                                        double lambda) {
  return GENERATE(POISSON, n, lambda, 0);
}

rocrand_status rocrand_create_poisson_distribution(
    double lambda, rocrand_discrete_distribution *discrete_distribution) {
  return status_of(
      qn_discrete_create_poisson(lambda, (void **)discrete_distribution));
}
rocrand_status rocrand_create_discrete_distribution(
    const double *probabilities, unsigned int size, unsigned int offset,
    rocrand_discrete_distribution *discrete_distribution) {
  return status_of(qn_discrete_create(probabilities, size, offset,
                                      (void **)discrete_distribution));
}
rocrand_status rocrand_destroy_discrete_distribution(
    rocrand_discrete_distribution discrete_distribution) {
  return status_of(qn_discrete_destroy(discrete_distribution));
}
