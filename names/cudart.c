// SPDX-License-Identifier: Apache-2.0
#include "filter.h"

#define __QN_CALL(name, parameters) FILTER(cuda##name)
#define __QN_CALL_OF(type, name, parameters) FILTER(cuda##name)
#include "quern/host/api.def"
#include "quern/host/cuda_api.def"
#undef __QN_CALL
#undef __QN_CALL_OF

#define __QN_GL(name, parameters) FILTER(cuda##name)
#define __QN_EGL(name, parameters) FILTER(cuda##name)
#define __QN_VDPAU(name, parameters) FILTER(cuda##name)
#include "quern/host/graphics/cuda_graphics.def"

#define OWN(name) FILTER(cuda##name)
#include "cuda_spt.inc"
#include "cuda_ptsz.inc"

// What compilers call.
FILTER(__cudaRegisterFatBinary)
FILTER(__cudaRegisterFatBinaryEnd)
FILTER(__cudaUnregisterFatBinary)
FILTER(__cudaRegisterFunction)
FILTER(__cudaRegisterVar)
FILTER(__cudaRegisterManagedVar)
FILTER(__cudaInitModule)
FILTER(__cudaPushCallConfiguration)
FILTER(__cudaPopCallConfiguration)
FILTER(__cudaGetKernel)
FILTER(__cudaLaunchKernel)
FILTER(__cudaLaunchKernel_ptsz)

// What objects of our nvcc call, which other linkers link with -lcudart alone.
#include "hip_compilers.def"
FILTER(hipLaunchKernel)
FILTER(hipLaunchKernel_spt)
