// SPDX-License-Identifier: Apache-2.0
//
// CUPTI: what a program did on devices, and when. libquerncupti implements it
// (-lcupti); docs/cupti.md says what of it is there.
#ifndef QUERN_CUDA_CUPTI_H
#define QUERN_CUDA_CUPTI_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cuda.h"
#include "cupti_activity.h"
#include "cupti_callbacks.h"
#include "cupti_driver_cbid.h"
#include "cupti_events.h"
#include "cupti_metrics.h"
#include "cupti_nvtx_cbid.h"
#include "cupti_result.h"
#include "cupti_runtime_cbid.h"
#include "cupti_version.h"
#include "generated_cuda_meta.h"
#include "generated_cuda_runtime_api_meta.h"

// Where OpenGL's header came before.
#ifdef GL_VERSION
#include "generated_cudaGL_meta.h"
#include "generated_cuda_gl_interop_meta.h"
#endif

#endif // QUERN_CUDA_CUPTI_H
