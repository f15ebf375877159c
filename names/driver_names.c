// SPDX-License-Identifier: Apache-2.0
// The driver's functions by the names that our own cuda.h gives them.
#include "filter.h"

#define __QN_CALL(name, parameters) FILTER(quern_cu##name)
#include "quern/host/driver_api.def"
#undef __QN_CALL
#define NAME(name, parameters, arguments) FILTER(quern_cu##name)
#define __QN_GL NAME
#define __QN_EGL NAME
#define __QN_VDPAU NAME
#include "quern/host/graphics/driver_graphics.def"
