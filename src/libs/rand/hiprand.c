// SPDX-License-Identifier: Apache-2.0
// hipRAND's names.
#include "hiprand/hiprand.h"

#include <string.h>

#include "libs/rand/generator.h"

#define OWN(generator) ((qn_rand_generator *)(generator))
#define DONE(...) ((hiprandStatus_t)(__VA_ARGS__))

// hipRAND's numbers of types in cuRAND's.
static int type_of(int type) {
  static const int pseudo[] = {100,
                               QN_RAND_XORWOW,
                               QN_RAND_MRG32K3A,
                               QN_RAND_MTGP32,
                               QN_RAND_MT19937,
                               QN_RAND_PHILOX};
  if (type >= 400 && type <= 405)
    return pseudo[type - 400];
  return type >= 500 && type <= 504 ? type - 300 : -1;
}

hiprandStatus_t hiprandCreateGenerator(hiprandGenerator_t *generator,
                                       hiprandRngType_t type) {
  return DONE(qn_rand_create(type_of((int)type), false,
                             (qn_rand_generator **)generator));
}
hiprandStatus_t hiprandCreateGeneratorHost(hiprandGenerator_t *generator,
                                           hiprandRngType_t type) {
  return DONE(qn_rand_create(type_of((int)type), true,
                             (qn_rand_generator **)generator));
}
hiprandStatus_t hiprandDestroyGenerator(hiprandGenerator_t generator) {
  return DONE(qn_rand_destroy(OWN(generator)));
}
hiprandStatus_t hiprandGetVersion(int *version) {
  if (!version)
    return HIPRAND_STATUS_OUT_OF_RANGE;
  *version = HIPRAND_VERSION;
  return HIPRAND_STATUS_SUCCESS;
}
hiprandStatus_t hiprandSetStream(hiprandGenerator_t generator,
                                 hipStream_t stream) {
  return DONE(qn_rand_set_stream(OWN(generator), stream));
}
hiprandStatus_t
hiprandSetPseudoRandomGeneratorSeed(hiprandGenerator_t generator,
                                    unsigned long long seed) {
  return DONE(qn_rand_set_seed(OWN(generator), seed));
}
hiprandStatus_t hiprandSetGeneratorOffset(hiprandGenerator_t generator,
                                          unsigned long long offset) {
  return DONE(qn_rand_set_offset(OWN(generator), offset));
}
hiprandStatus_t hiprandSetGeneratorOrdering(hiprandGenerator_t generator,
                                            hiprandOrdering_t order) {
  return DONE(qn_rand_set_ordering(OWN(generator), (int)order));
}
hiprandStatus_t
hiprandSetQuasiRandomGeneratorDimensions(hiprandGenerator_t generator,
                                         unsigned int num_dimensions) {
  return DONE(qn_rand_set_dimensions(OWN(generator), num_dimensions));
}
hiprandStatus_t hiprandGenerateSeeds(hiprandGenerator_t generator) {
  return DONE(qn_rand_prepare(OWN(generator)));
}

#define GENERATE(name, ...)                                                    \
  DONE(qn_rand_generate(                                                       \
      OWN(generator),                                                          \
      &(const qn_rand_job){QN_RAND_##name, output_data, __VA_ARGS__}))

hiprandStatus_t hiprandGenerate(hiprandGenerator_t generator,
                                unsigned int *output_data, size_t n) {
  return GENERATE(BITS_32, n, 0, 0);
}
hiprandStatus_t hiprandGenerateLongLong(hiprandGenerator_t generator,
                                        unsigned long long *output_data,
                                        size_t n) {
  return GENERATE(BITS_64, n, 0, 0);
}
hiprandStatus_t hiprandGenerateUniform(hiprandGenerator_t generator,
                                       float *output_data, size_t n) {
  return GENERATE(UNIFORM, n, 0, 0);
}
hiprandStatus_t hiprandGenerateUniformDouble(hiprandGenerator_t generator,
                                             double *output_data, size_t n) {
  return GENERATE(UNIFORM_DOUBLE, n, 0, 0);
}
hiprandStatus_t hiprandGenerateNormal(hiprandGenerator_t generator,
                                      float *output_data, size_t n, float mean,
                                      float stddev) {
  return GENERATE(NORMAL, n, (double)mean, (double)stddev);
}
hiprandStatus_t hiprandGenerateNormalDouble(hiprandGenerator_t generator,
                                            double *output_data, size_t n,
                                            double mean, double stddev) {
  return GENERATE(NORMAL_DOUBLE, n, mean, stddev);
}
hiprandStatus_t hiprandGenerateLogNormal(hiprandGenerator_t generator,
                                         float *output_data, size_t n,
                                         float mean, float stddev) {
  return GENERATE(LOG_NORMAL, n, (double)mean, (double)stddev);
}
hiprandStatus_t hiprandGenerateLogNormalDouble(hiprandGenerator_t generator,
                                               double *output_data, size_t n,
                                               double mean, double stddev) {
  return GENERATE(LOG_NORMAL_DOUBLE, n, mean, stddev);
}
hiprandStatus_t hiprandGeneratePoisson(hiprandGenerator_t generator,
                                       unsigned int *output_data, size_t n,
                                       double lambda) {
  return GENERATE(POISSON, n, lambda, 0);
}
