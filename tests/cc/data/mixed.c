// SPDX-License-Identifier: Apache-2.0
#include "mixed.h"

#include <hip/hip_runtime_api.h>
int in_c(int x) {
  int count = 0;
  return hipGetDeviceCount(&count) == hipSuccess ? x + 2 : -1;
}
