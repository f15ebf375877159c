// SPDX-License-Identifier: Apache-2.0
// What cuRAND and hipRAND are here: a generator's numbers are made on its
// stream, by this machine's processors in the memory of the CPU, or by NVIDIA's
// own library on its devices (vendor.c).
//
// Numbers are those of cuRAND's generators of the host, number by number: T
// streams of one generator take turns.
#ifndef QN_LIBS_RAND_RAND_H
#define QN_LIBS_RAND_RAND_H

#include "base/diag.h"
#include "libs/core/work.h"

typedef enum qn_rand_status { // curandStatus_t
  QN_RAND_OK = 0,
  QN_RAND_NOT_INITIALIZED = 101,
  QN_RAND_NO_MEMORY = 102,
  QN_RAND_WRONG_TYPE = 103,
  QN_RAND_OUT_OF_RANGE = 104,
  QN_RAND_NOT_MULTIPLE = 105,
  QN_RAND_LAUNCH_FAILURE = 201,
  QN_RAND_INITIALIZATION = 203,
  QN_RAND_INTERNAL = 999,
} qn_rand_status;

typedef enum qn_rand_type { // curandRngType_t
  QN_RAND_XORWOW = 101,
  QN_RAND_MRG32K3A = 121,
  QN_RAND_MTGP32 = 141,
  QN_RAND_MT19937 = 142,
  QN_RAND_PHILOX = 161,
  QN_RAND_SOBOL32 = 201,
  QN_RAND_SCRAMBLED_SOBOL32 = 202,
  QN_RAND_SOBOL64 = 203,
  QN_RAND_SCRAMBLED_SOBOL64 = 204,
} qn_rand_type;

enum { // curandOrdering_t
  QN_RAND_BEST = 100,
  QN_RAND_DEFAULT,
  QN_RAND_SEEDED,
  QN_RAND_LEGACY,
  QN_RAND_DYNAMIC,
  QN_RAND_QUASI_DEFAULT = 201,
};

typedef enum qn_rand_kind {
  QN_RAND_BITS_32,
  QN_RAND_BITS_64,
  QN_RAND_UNIFORM, // float
  QN_RAND_UNIFORM_DOUBLE,
  QN_RAND_NORMAL,
  QN_RAND_NORMAL_DOUBLE,
  QN_RAND_LOG_NORMAL,
  QN_RAND_LOG_NORMAL_DOUBLE,
  QN_RAND_POISSON,
} qn_rand_kind;

typedef struct qn_rand_setting {
  qn_rand_type type;
  int ordering;
  uint64_t seed, offset;
  uint32_t dimensions;
} qn_rand_setting;

typedef struct qn_rand_job {
  qn_rand_kind kind;
  void *out;
  uint64_t count;   // of numbers
  double mean, dev; // of normal ones; mean is lambda of Poisson's
} qn_rand_job;

// ---- An engine: the state of a generator, and what it makes

typedef struct qn_rand_engine qn_rand_engine;
qn_rand_engine *qn_rand_engine_create(void); // NULL: out of memory
qn_rand_engine *qn_rand_engine_hold(qn_rand_engine *engine);
void qn_rand_engine_drop(qn_rand_engine *engine);
// Starts again; false: out of memory.
bool qn_rand_engine_reset(qn_rand_engine *engine,
                          const qn_rand_setting *setting);
void qn_rand_engine_run(qn_rand_engine *engine, const qn_rand_job *job);

// Whether a type makes numbers of a kind, and as many.
qn_rand_status qn_rand_check(const qn_rand_setting *setting,
                             const qn_rand_job *job);

// ---- Sobol's direction vectors (vectors.c)

// `width` words of 32 or 64 bits for each dimension, and where they are
// scrambled one word for each, of NVIDIA's libcurand when that is on this
// machine; NULL with a reason. Those of the first dimension are always there
// unless they are scrambled.
typedef struct qn_rand_vectors {
  const void *vectors, *scrambles;
  uint32_t dimensions;
} qn_rand_vectors;
bool qn_rand_find_vectors(int type, qn_rand_vectors *out);
QN_COLD qn_rand_status qn_rand_refuse(qn_rand_status status, const char *format,
                                      ...)
    __attribute__((format(printf, 2, 3)));
// A function of NVIDIA's libcurand, or NULL with a reason.
void *qn_rand_vendor_symbol(const char *name);

// The number whose complementary error function is y; 0 < y < 2.
double qn_rand_erfcinv(double y);

#endif // QN_LIBS_RAND_RAND_H
