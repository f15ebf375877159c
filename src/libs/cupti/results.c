// SPDX-License-Identifier: Apache-2.0
// CUPTI's version and results.
#include "libs/cupti/cupti.h"

#include <stddef.h>

typedef struct row {
  CUptiResult result;
  const char *name, *text;
} row;

static const row results[] = {
#define ROW(name, text) {name, #name, text}
    ROW(CUPTI_SUCCESS, "success"),
    ROW(CUPTI_ERROR_INVALID_PARAMETER, "an argument is not valid"),
    ROW(CUPTI_ERROR_INVALID_DEVICE, "there is no such device"),
    ROW(CUPTI_ERROR_INVALID_CONTEXT, "this is no context"),
    ROW(CUPTI_ERROR_INVALID_EVENT_DOMAIN_ID,
        "there is no such domain of events"),
    ROW(CUPTI_ERROR_INVALID_EVENT_ID, "there is no such event"),
    ROW(CUPTI_ERROR_INVALID_EVENT_NAME, "there is no event of that name"),
    ROW(CUPTI_ERROR_INVALID_OPERATION, "this cannot be done now"),
    ROW(CUPTI_ERROR_OUT_OF_MEMORY, "no memory"),
    ROW(CUPTI_ERROR_HARDWARE, "the hardware failed"),
    ROW(CUPTI_ERROR_PARAMETER_SIZE_NOT_SUFFICIENT,
        "the result needs more room"),
    ROW(CUPTI_ERROR_API_NOT_IMPLEMENTED, "not implemented"),
    ROW(CUPTI_ERROR_MAX_LIMIT_REACHED, "there is no more, or no more fits"),
    ROW(CUPTI_ERROR_NOT_READY, "the device is not ready"),
    ROW(CUPTI_ERROR_NOT_COMPATIBLE, "this does not go together"),
    ROW(CUPTI_ERROR_NOT_INITIALIZED, "not initialised"),
    ROW(CUPTI_ERROR_INVALID_METRIC_ID, "there is no such metric"),
    ROW(CUPTI_ERROR_INVALID_METRIC_NAME, "there is no metric of that name"),
    ROW(CUPTI_ERROR_QUEUE_EMPTY, "the queue is empty"),
    ROW(CUPTI_ERROR_INVALID_HANDLE, "the handle is not valid"),
    ROW(CUPTI_ERROR_INVALID_STREAM, "this is no stream"),
    ROW(CUPTI_ERROR_INVALID_KIND, "there is no such kind of record"),
    ROW(CUPTI_ERROR_INVALID_EVENT_VALUE, "the event has no such value"),
    ROW(CUPTI_ERROR_DISABLED, "disabled, by another profiler for instance"),
    ROW(CUPTI_ERROR_INVALID_MODULE, "this is no module"),
    ROW(CUPTI_ERROR_INVALID_METRIC_VALUE, "the metric has no such value"),
    ROW(CUPTI_ERROR_HARDWARE_BUSY, "the hardware is used by another"),
    ROW(CUPTI_ERROR_NOT_SUPPORTED, "not supported"),
    ROW(CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED,
        "managed memory cannot be profiled"),
    ROW(CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_ON_DEVICE,
        "managed memory cannot be profiled on this device"),
    ROW(CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_ON_NON_P2P_DEVICES,
        "managed memory cannot be profiled on devices that do not reach each "
        "other"),
    ROW(CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_WITH_MPS,
        "managed memory cannot be profiled with MPS"),
    ROW(CUPTI_ERROR_CDP_TRACING_NOT_SUPPORTED,
        "kernels that kernels launch cannot be traced"),
    ROW(CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED,
        "virtual devices are not supported"),
    ROW(CUPTI_ERROR_CUDA_COMPILER_NOT_COMPATIBLE,
        "the code was made by another compiler"),
    ROW(CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, "no permission"),
    ROW(CUPTI_ERROR_OLD_PROFILER_API_INITIALIZED,
        "the older interface is in use"),
    ROW(CUPTI_ERROR_OPENACC_UNDEFINED_ROUTINE,
        "the runtime of OpenACC lacks a function"),
    ROW(CUPTI_ERROR_LEGACY_PROFILER_NOT_SUPPORTED,
        "the older interface is not supported on this device"),
    ROW(CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED,
        "there is a subscriber already"),
    ROW(CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES,
        "no permission on a virtual device"),
    ROW(CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED,
        "confidential computing is not supported"),
    ROW(CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED,
        "devices for mining are not supported"),
    ROW(CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED,
        "parts of devices are not supported"),
    ROW(CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED,
        "linked devices are not supported"),
    ROW(CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED, "WSL is not supported"),
    ROW(CUPTI_ERROR_INVALID_CHIP_NAME, "there is no chip of that name"),
    ROW(CUPTI_ERROR_UNKNOWN, "an unknown error"),
#undef ROW
};

static const row *find(CUptiResult result) {
  for (size_t i = 0; i < sizeof(results) / sizeof(results[0]); ++i)
    if (results[i].result == result)
      return &results[i];
  return NULL;
}

CUptiResult cuptiGetVersion(uint32_t *version) {
  CUPTI_NEED(version);
  *version = CUPTI_API_VERSION;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiGetResultString(CUptiResult result, const char **str) {
  const row *found = find(result);
  CUPTI_NEED(str);
  if (!found)
    return qn_cupti_refuse(CUPTI_ERROR_INVALID_PARAMETER,
                           "CUPTI has no result %d", (int)result);
  *str = found->name;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiGetErrorMessage(CUptiResult result, const char **str) {
  const row *found = find(result);
  CUPTI_NEED(str);
  if (!found)
    return qn_cupti_refuse(CUPTI_ERROR_INVALID_PARAMETER,
                           "CUPTI has no result %d", (int)result);
  *str = found->text;
  return CUPTI_SUCCESS;
}
