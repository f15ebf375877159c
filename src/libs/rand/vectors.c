// SPDX-License-Identifier: Apache-2.0
// Sobol's direction vectors, and the inverse of the normal distribution.
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "libs/rand/rand.h"
#include "runtime/contract/result.h"

enum { REASON_SIZE = 256, VENDOR_DIMENSIONS = 20000 };

qn_rand_status(qn_rand_refuse)(qn_rand_status status, const char *format, ...) {
  char reason[REASON_SIZE];
  va_list list;
  va_start(list, format);
  vsnprintf(reason, sizeof(reason), format, list);
  va_end(list);
  (void)qn_refuse(QN_R_INVALID_VALUE, "%s", reason);
  return status;
}

static const char *const names[] = {"libcurand.so.10", NULL};
static qn_libs_opened curand = {.names = names, .variable = "QUERN_LIBCURAND"};

void *qn_rand_vendor_symbol(const char *name) {
  return qn_libs_symbol(&curand, name);
}

// ---- The first dimension: bit by bit from the top

static uint32_t first_32[32];
static uint64_t first_64[64];

static void make_first(void) {
  for (int i = 0; i < 32; ++i)
    first_32[i] = 1u << (31 - i);
  for (int i = 0; i < 64; ++i)
    first_64[i] = UINT64_C(1) << (63 - i);
}

// ---- All of them

static const void *ask_vectors(const char *name, int set) {
  void *address = qn_rand_vendor_symbol(name);
  int (*function)(void **out, int set);
  void *found = NULL;
  memcpy(&function, &address, sizeof(function));
  return address && !function(&found, set) ? found : NULL;
}

static const void *ask_scrambles(const char *name) {
  void *address = qn_rand_vendor_symbol(name);
  int (*function)(void **out);
  void *found = NULL;
  memcpy(&function, &address, sizeof(function));
  return address && !function(&found) ? found : NULL;
}

static bool ask_all(int type, qn_rand_vectors *out) {
  const bool wide = type >= QN_RAND_SOBOL64;
  const bool scrambled =
      type == QN_RAND_SCRAMBLED_SOBOL32 || type == QN_RAND_SCRAMBLED_SOBOL64;
  const int set = type - QN_RAND_SOBOL32 + 101; // curandDirectionVectorSet_t
  qn_rand_vectors all = {.dimensions = VENDOR_DIMENSIONS};
  all.vectors = ask_vectors(wide ? "curandGetDirectionVectors64"
                                 : "curandGetDirectionVectors32",
                            set);
  if (scrambled)
    all.scrambles = ask_scrambles(wide ? "curandGetScrambleConstants64"
                                       : "curandGetScrambleConstants32");
  if (!all.vectors || (scrambled && !all.scrambles))
    return false;
  *out = all;
  return true;
}

bool qn_rand_find_vectors(int type, qn_rand_vectors *out) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  if (ask_all(type, out))
    return true;
  (void)pthread_once(&once, make_first);
  *out = (qn_rand_vectors){NULL, NULL, 1};
  if (type == QN_RAND_SOBOL32)
    out->vectors = first_32;
  else if (type == QN_RAND_SOBOL64)
    out->vectors = first_64;
  return out->vectors != NULL;
}

// ---- The inverse of the complementary error function

double qn_rand_erfcinv(double y) {
  const double sign = y > 1 ? -1 : 1;
  const double p = y > 1 ? 2 - y : y;
  // A first guess (Giles 2012 uses the same variable), then Halley's steps.
  const double w = -log(p * (2 - p));
  const double a = 2 / (3.14159265358979323846 * 0.147) - w / 2;
  double x = sqrt(sqrt(a * a + w / 0.147) - a);
  for (int i = 0; i < 3; ++i) {
    const double error =
        (erfc(x) - p) / (-1.12837916709551257390 * exp(-x * x));
    x -= error / (1 + x * error);
  }
  return sign * x;
}
