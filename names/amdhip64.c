// SPDX-License-Identifier: Apache-2.0
#include "filter.h"

#define __QN_CALL(name, parameters) FILTER(hip##name)
#define __QN_CALL_OF(type, name, parameters) FILTER(hip##name)
#include "quern/host/api.def"
#include "quern/host/hip_api.def"
#include "quern/host/hip_spt.def"
#undef __QN_CALL
#undef __QN_CALL_OF

#include "hip_compilers.def"

#include "hiprtc.inc" // ROCm's has them, too
