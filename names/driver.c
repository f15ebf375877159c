// SPDX-License-Identifier: Apache-2.0
// CUDA's driver API by its own names. In libquernhip it has others, so that the
// vendor's driver can be loaded beside it.
#include "quern/host/driver_types.h"

#define EXPORT __attribute__((visibility("default")))

#define __QN_CALL(name, parameters) CUresult quern_cu##name parameters;
#include "quern/host/driver_api.def"
#undef __QN_CALL

#define FORWARD(name, parameters, arguments)                                   \
  EXPORT CUresult cu##name parameters;                                         \
  CUresult cu##name parameters { return quern_cu##name arguments; }
#include "driver.inc"
