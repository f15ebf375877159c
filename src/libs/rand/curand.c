// SPDX-License-Identifier: Apache-2.0
// cuRAND's names.
#include "cuda/curand.h"

#include <string.h>

#include "libs/rand/discrete.h"
#include "libs/rand/generator.h"

#define OWN(generator) ((qn_rand_generator *)(generator))
#define DONE(...) ((curandStatus_t)(__VA_ARGS__))

curandStatus_t curandCreateGenerator(curandGenerator_t *generator,
                                     curandRngType_t type) {
  return DONE(
      qn_rand_create((int)type, false, (qn_rand_generator **)generator));
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator,
                                         curandRngType_t type) {
  return DONE(qn_rand_create((int)type, true, (qn_rand_generator **)generator));
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  return DONE(qn_rand_destroy(OWN(generator)));
}
curandStatus_t curandGetVersion(int *version) {
  if (!version)
    return CURAND_STATUS_OUT_OF_RANGE;
  *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetProperty(libraryPropertyType type, int *value) {
  static const int values[] = {CURAND_VER_MAJOR, CURAND_VER_MINOR,
                               CURAND_VER_PATCH};
  if (!value || (unsigned)type > 2)
    return CURAND_STATUS_OUT_OF_RANGE;
  *value = values[type];
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t generator,
                               cudaStream_t stream) {
  return DONE(qn_rand_set_stream(OWN(generator), (hipStream_t)stream));
}
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed) {
  return DONE(qn_rand_set_seed(OWN(generator), seed));
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator,
                                        unsigned long long offset) {
  return DONE(qn_rand_set_offset(OWN(generator), offset));
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator,
                                          curandOrdering_t order) {
  return DONE(qn_rand_set_ordering(OWN(generator), (int)order));
}
curandStatus_t
curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
                                        unsigned int num_dimensions) {
  return DONE(qn_rand_set_dimensions(OWN(generator), num_dimensions));
}
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  return DONE(qn_rand_prepare(OWN(generator)));
}

#define GENERATE(name, ...)                                                    \
  DONE(qn_rand_generate(                                                       \
      OWN(generator),                                                          \
      &(const qn_rand_job){QN_RAND_##name, outputPtr, __VA_ARGS__}))

curandStatus_t curandGenerate(curandGenerator_t generator,
                              unsigned int *outputPtr, size_t num) {
  return GENERATE(BITS_32, num, 0, 0);
}
curandStatus_t curandGenerateLongLong(curandGenerator_t generator,
                                      unsigned long long *outputPtr,
                                      size_t num) {
  return GENERATE(BITS_64, num, 0, 0);
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator,
                                     float *outputPtr, size_t num) {
  return GENERATE(UNIFORM, num, 0, 0);
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator,
                                           double *outputPtr, size_t num) {
  return GENERATE(UNIFORM_DOUBLE, num, 0, 0);
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator,
                                    float *outputPtr, size_t n, float mean,
                                    float stddev) {
  return GENERATE(NORMAL, n, (double)mean, (double)stddev);
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator,
                                          double *outputPtr, size_t n,
                                          double mean, double stddev) {
  return GENERATE(NORMAL_DOUBLE, n, mean, stddev);
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator,
                                       float *outputPtr, size_t n, float mean,
                                       float stddev) {
  return GENERATE(LOG_NORMAL, n, (double)mean, (double)stddev);
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator,
                                             double *outputPtr, size_t n,
                                             double mean, double stddev) {
  return GENERATE(LOG_NORMAL_DOUBLE, n, mean, stddev);
}
curandStatus_t curandGeneratePoisson(curandGenerator_t generator,
                                     unsigned int *outputPtr, size_t n,
                                     double lambda) {
  return GENERATE(POISSON, n, lambda, 0);
}

curandStatus_t curandCreatePoissonDistribution(
    double lambda, curandDiscreteDistribution_t *discrete_distribution) {
  return DONE(
      qn_discrete_create_poisson(lambda, (void **)discrete_distribution));
}
curandStatus_t
curandDestroyDistribution(curandDiscreteDistribution_t discrete_distribution) {
  return DONE(qn_discrete_destroy(discrete_distribution));
}

// ---- Direction vectors, as NVIDIA's library has them

static curandStatus_t get_vectors(int set, bool wide, const void **out) {
  const int type = set - 101 + QN_RAND_SOBOL32;
  qn_rand_vectors found;
  if (!out || type < QN_RAND_SOBOL32 || type > QN_RAND_SCRAMBLED_SOBOL64 ||
      (type >= QN_RAND_SOBOL64) != wide)
    return CURAND_STATUS_OUT_OF_RANGE;
  if (!qn_rand_find_vectors(type, &found) || found.dimensions == 1)
    return DONE(qn_rand_refuse(
        QN_RAND_INITIALIZATION,
        "the direction vectors are NVIDIA's libcurand's, which is not on this "
        "machine (QUERN_LIBCURAND may say where it is)"));
  *out = found.vectors;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t
curandGetDirectionVectors32(curandDirectionVectors32_t *vectors[],
                            curandDirectionVectorSet_t set) {
  return get_vectors((int)set, false, (const void **)vectors);
}
curandStatus_t
curandGetDirectionVectors64(curandDirectionVectors64_t *vectors[],
                            curandDirectionVectorSet_t set) {
  return get_vectors((int)set, true, (const void **)vectors);
}

static curandStatus_t get_scrambles(int type, const void **out) {
  qn_rand_vectors found;
  if (!out)
    return CURAND_STATUS_OUT_OF_RANGE;
  if (!qn_rand_find_vectors(type, &found))
    return CURAND_STATUS_INITIALIZATION_FAILED;
  *out = found.scrambles;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetScrambleConstants32(unsigned int **constants) {
  return get_scrambles(QN_RAND_SCRAMBLED_SOBOL32, (const void **)constants);
}
curandStatus_t curandGetScrambleConstants64(unsigned long long **constants) {
  return get_scrambles(QN_RAND_SCRAMBLED_SOBOL64, (const void **)constants);
}
