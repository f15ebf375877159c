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

// ---- Beside graphics, whose headers need not be there

#include "quern/host/graphics/driver_egl_types.h"

typedef unsigned int GLuint, GLenum;
typedef void *EGLImageKHR, *EGLStreamKHR, *EGLSyncKHR;
typedef int EGLint, CUGLDeviceList;
typedef unsigned int VdpDevice, VdpVideoSurface, VdpOutputSurface;
typedef int VdpGetProcAddress(VdpDevice device, unsigned int function,
                              void **to);

#define DECLARE(name, parameters, arguments) CUresult quern_cu##name parameters;
#define __QN_GL DECLARE
#define __QN_EGL DECLARE
#define __QN_VDPAU DECLARE
#include "quern/host/graphics/driver_graphics.def"
#define __QN_GL FORWARD
#define __QN_EGL FORWARD
#define __QN_VDPAU FORWARD
#include "quern/host/graphics/driver_graphics.def"
