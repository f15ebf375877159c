// SPDX-License-Identifier: Apache-2.0
#include "libs/rand/borrowed.h"

#include <string.h>

const char *qn_rand_vendor_name(qn_rand_kind kind) {
  static const char *const names[] = {
      [QN_RAND_BITS_32] = "curandGenerate",
      [QN_RAND_BITS_64] = "curandGenerateLongLong",
      [QN_RAND_UNIFORM] = "curandGenerateUniform",
      [QN_RAND_UNIFORM_DOUBLE] = "curandGenerateUniformDouble",
      [QN_RAND_NORMAL] = "curandGenerateNormal",
      [QN_RAND_NORMAL_DOUBLE] = "curandGenerateNormalDouble",
      [QN_RAND_LOG_NORMAL] = "curandGenerateLogNormal",
      [QN_RAND_LOG_NORMAL_DOUBLE] = "curandGenerateLogNormalDouble",
      [QN_RAND_POISSON] = "curandGeneratePoisson",
  };
  return names[kind];
}

#define AS(...)                                                                \
  int (*f)(void *, __VA_ARGS__);                                               \
  memcpy(&f, &address, sizeof(f))

int qn_rand_vendor_generate(void *address, void *generator,
                            const qn_rand_job *job) {
  if (job->kind <= QN_RAND_UNIFORM_DOUBLE) {
    AS(void *, size_t);
    return f(generator, job->out, job->count);
  }
  if (job->kind == QN_RAND_POISSON) {
    AS(void *, size_t, double);
    return f(generator, job->out, job->count, job->mean);
  }
  if (job->kind == QN_RAND_NORMAL || job->kind == QN_RAND_LOG_NORMAL) {
    AS(void *, size_t, float, float);
    return f(generator, job->out, job->count, (float)job->mean,
             (float)job->dev);
  }
  AS(void *, size_t, double, double);
  return f(generator, job->out, job->count, job->mean, job->dev);
}

static bool set(void *generator, const char *name, uint64_t number) {
  void *address = qn_rand_vendor_symbol(name);
  int (*f)(void *, uint64_t);
  memcpy(&f, &address, sizeof(f));
  return address && !f(generator, number);
}

void *qn_rand_borrow(const qn_rand_setting *setting) {
  void *address = qn_rand_vendor_symbol("curandCreateGeneratorHost");
  int (*create)(void **, int);
  void *made = NULL;
  memcpy(&create, &address, sizeof(create));
  if (!address)
    return NULL;
  const int status = create(&made, (int)setting->type);
  if (status) {
    (void)qn_rand_refuse((qn_rand_status)status,
                         "curandCreateGeneratorHost: NVIDIA's library returns "
                         "%d",
                         status);
    return NULL;
  }
  if (set(made, "curandSetGeneratorOrdering", (uint64_t)setting->ordering) &&
      set(made, "curandSetPseudoRandomGeneratorSeed", setting->seed))
    return made;
  qn_rand_give_back(made);
  return NULL;
}

void qn_rand_give_back(void *generator) {
  void *address =
      generator ? qn_rand_vendor_symbol("curandDestroyGenerator") : NULL;
  int (*destroy)(void *);
  memcpy(&destroy, &address, sizeof(destroy));
  if (address)
    (void)destroy(generator);
}

bool qn_rand_borrowed_run(void *generator, const qn_rand_job *job) {
  void *address = qn_rand_vendor_symbol(qn_rand_vendor_name(job->kind));
  return address && !qn_rand_vendor_generate(address, generator, job);
}
