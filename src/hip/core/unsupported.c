// SPDX-License-Identifier: Apache-2.0
// Every function that the headers declare, as one that refuses. Files that
// implement a function define it strongly, which takes the place of this one.
// docs/hip-api.md is made of what is left (tools/gen_api_docs.py).
#include "hip/core/api.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

#define WEAK __attribute__((weak))

static hipError_t refuse(const char *name) {
  return qn_hip(qn_refuse(QN_R_NOT_SUPPORTED,
                          "%s is declared, but this runtime does not have it",
                          name));
}

#define __QN_P(name) hip##name
#define __QN_PT(name) hip##name##_t
#define __QN_CALL(name, parameters)                                            \
  WEAK hipError_t hip##name parameters { return refuse("hip" #name); }
#define __QN_CALL_OF(type, name, parameters)                                   \
  WEAK type hip##name parameters {                                             \
    type none = {0};                                                           \
    (void)refuse("hip" #name);                                                 \
    return none;                                                               \
  }
#include "quern/host/api.def"
#include "quern/host/hip_api.def"
