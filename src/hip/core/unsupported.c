// SPDX-License-Identifier: Apache-2.0
// A weak definition of every function that the headers declare, which refuses
// the call. The file that implements a function overrides it with a strong
// definition; tools/gen_api_docs.py lists what is left in docs/hip-api.md.
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
