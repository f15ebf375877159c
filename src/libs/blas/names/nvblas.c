// SPDX-License-Identifier: Apache-2.0
// NVBLAS's functions: OpenBLAS's of the same names. Without it they write why
// to standard error, as there is no status, and leave the result as it is.
#include "cuda/nvblas.h"

#include <stdio.h>
#include <string.h>

#include "libs/core/lapack.h"
#include "quern/run.h"

static void *find(const char *name) {
  void *address = qn_openblas_function(name);
  if (!address)
    fprintf(stderr, "quern: error: nvblas: %s: %s\n", name, quern_reason());
  return address;
}

#define __QN_NVBLAS(name, parameters, arguments)                               \
  void name##_ parameters {                                                    \
    void(*call) parameters;                                                    \
    void *address = find(#name "_");                                           \
    memcpy(&call, &address, sizeof(call));                                     \
    if (call)                                                                  \
      call arguments;                                                          \
  }
#include "quern/host/libs/nvblas.inc"
