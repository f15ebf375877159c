// SPDX-License-Identifier: Apache-2.0
// What no device of Quern has: counters of the hardware, samples of it, and
// checkpoints. Each function says so.
#include "libs/cupti/cupti.h"

#include "cuda/Openacc/cupti_openacc.h"
#include "cuda/Openmp/cupti_openmp.h"
#include "cuda/cupti_checkpoint.h"
#include "cuda/cupti_pcsampling.h"
#include "cuda/cupti_pcsampling_util.h"
#include "cuda/cupti_pmsampling.h"
#include "cuda/cupti_profiler_host.h"
#include "cuda/cupti_profiler_target.h"
#include "cuda/cupti_range_profiler.h"
#include "cuda/cupti_sass_metrics.h"
#include "cuda/cupti_target.h"
#include "cuda/nvperf_cuda_host.h"
#include "cuda/nvperf_host.h"
#include "cuda/nvperf_target.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

enum {
  REFUSED_CUptiResult = CUPTI_ERROR_NOT_SUPPORTED,
  REFUSED_CUptiUtilResult = CUPTI_UTIL_ERROR_UNKNOWN,
  REFUSED_NVPA_Status = NVPA_STATUS_NOT_SUPPORTED,
};

#define REFUSED(type, name, parameters)                                        \
  type name parameters {                                                       \
    return qn_cupti_refuse(                                                    \
        (type)REFUSED_##type,                                                  \
        "%s: no device of Quern has counters, samples or checkpoints", #name); \
  }
#include "libs/cupti/refused.inc"

NVPA_GenericFn NVPA_GetProcAddress(const char *name) {
  (void)qn_refuse(QN_R_NOT_SUPPORTED, "NVPW has no function '%s' here",
                  name ? name : "");
  return NULL;
}

// 0: the tool takes no part.
int cuptiOpenMpInitialize(ompt_function_lookup_t lookup, const char *runtime,
                          unsigned int version) {
  return 0;
}
int cuptiOpenMpInitialize_v2(ompt_function_lookup_t lookup, int device,
                             ompt_data_t *tool) {
  return 0;
}

// Asked before any other: whether the device has what the functions above
// need.
CUptiResult
cuptiProfilerDeviceSupported(CUpti_Profiler_DeviceSupported_Params *params) {
  CUPTI_NEED(params);
  params->isSupported = CUPTI_PROFILER_CONFIGURATION_UNSUPPORTED;
  params->architecture = CUPTI_PROFILER_CONFIGURATION_UNSUPPORTED;
  params->sli = CUPTI_PROFILER_CONFIGURATION_SUPPORTED;
  params->vGpu = CUPTI_PROFILER_CONFIGURATION_SUPPORTED;
  params->confidentialCompute = CUPTI_PROFILER_CONFIGURATION_SUPPORTED;
  params->cmp = CUPTI_PROFILER_CONFIGURATION_SUPPORTED;
  params->wsl = CUPTI_PROFILER_CONFIGURATION_SUPPORTED;
  return CUPTI_SUCCESS;
}
