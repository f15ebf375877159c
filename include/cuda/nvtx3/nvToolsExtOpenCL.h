// SPDX-License-Identifier: Apache-2.0
//
// NVTX: names of OpenCL's objects, which are not written to traces.
#ifndef QUERN_CUDA_NVTX3_NVTOOLSEXTOPENCL_H
#define QUERN_CUDA_NVTX3_NVTOOLSEXTOPENCL_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "nvToolsExt.h"

#if __has_include(<CL/cl.h>)
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#include <CL/cl.h>
#else
typedef struct _cl_device_id *cl_device_id;
typedef struct _cl_context *cl_context;
typedef struct _cl_command_queue *cl_command_queue;
typedef struct _cl_mem *cl_mem;
typedef struct _cl_program *cl_program;
typedef struct _cl_event *cl_event;
typedef struct _cl_sampler *cl_sampler;
#endif

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef NVTOOLSEXT_OPENCL_V3
#define NVTOOLSEXT_OPENCL_V3
#define NVTX_RESOURCE_CLASS_OPENCL 6

typedef enum nvtxResourceOpenCLType_t {
  NVTX_RESOURCE_TYPE_OPENCL_DEVICE = NVTX_RESOURCE_MAKE_TYPE(OPENCL, 1),
  NVTX_RESOURCE_TYPE_OPENCL_CONTEXT = NVTX_RESOURCE_MAKE_TYPE(OPENCL, 2),
  NVTX_RESOURCE_TYPE_OPENCL_COMMANDQUEUE = NVTX_RESOURCE_MAKE_TYPE(OPENCL, 3),
  NVTX_RESOURCE_TYPE_OPENCL_MEMOBJECT = NVTX_RESOURCE_MAKE_TYPE(OPENCL, 4),
  NVTX_RESOURCE_TYPE_OPENCL_SAMPLER = NVTX_RESOURCE_MAKE_TYPE(OPENCL, 5),
  NVTX_RESOURCE_TYPE_OPENCL_PROGRAM = NVTX_RESOURCE_MAKE_TYPE(OPENCL, 6),
  NVTX_RESOURCE_TYPE_OPENCL_EVENT = NVTX_RESOURCE_MAKE_TYPE(OPENCL, 7)
} nvtxResourceOpenCLType_t;

__QN_NVTX void nvtxNameClDeviceA(cl_device_id device, const char *name) {
  (void)device;
  (void)name;
}

__QN_NVTX void nvtxNameClDeviceW(cl_device_id device, const wchar_t *name) {
  (void)device;
  (void)name;
}

__QN_NVTX void nvtxNameClContextA(cl_context context, const char *name) {
  (void)context;
  (void)name;
}

__QN_NVTX void nvtxNameClContextW(cl_context context, const wchar_t *name) {
  (void)context;
  (void)name;
}

__QN_NVTX void nvtxNameClCommandQueueA(cl_command_queue command_queue,
                                       const char *name) {
  (void)command_queue;
  (void)name;
}

__QN_NVTX void nvtxNameClCommandQueueW(cl_command_queue command_queue,
                                       const wchar_t *name) {
  (void)command_queue;
  (void)name;
}

__QN_NVTX void nvtxNameClMemObjectA(cl_mem memobj, const char *name) {
  (void)memobj;
  (void)name;
}

__QN_NVTX void nvtxNameClMemObjectW(cl_mem memobj, const wchar_t *name) {
  (void)memobj;
  (void)name;
}

__QN_NVTX void nvtxNameClSamplerA(cl_sampler sampler, const char *name) {
  (void)sampler;
  (void)name;
}

__QN_NVTX void nvtxNameClSamplerW(cl_sampler sampler, const wchar_t *name) {
  (void)sampler;
  (void)name;
}

__QN_NVTX void nvtxNameClProgramA(cl_program program, const char *name) {
  (void)program;
  (void)name;
}

__QN_NVTX void nvtxNameClProgramW(cl_program program, const wchar_t *name) {
  (void)program;
  (void)name;
}

__QN_NVTX void nvtxNameClEventA(cl_event evnt, const char *name) {
  (void)evnt;
  (void)name;
}

__QN_NVTX void nvtxNameClEventW(cl_event evnt, const wchar_t *name) {
  (void)evnt;
  (void)name;
}

#ifdef UNICODE
#define nvtxNameClDevice nvtxNameClDeviceW
#define nvtxNameClContext nvtxNameClContextW
#define nvtxNameClCommandQueue nvtxNameClCommandQueueW
#define nvtxNameClMemObject nvtxNameClMemObjectW
#define nvtxNameClSampler nvtxNameClSamplerW
#define nvtxNameClProgram nvtxNameClProgramW
#define nvtxNameClEvent nvtxNameClEventW
#else
#define nvtxNameClDevice nvtxNameClDeviceA
#define nvtxNameClContext nvtxNameClContextA
#define nvtxNameClCommandQueue nvtxNameClCommandQueueA
#define nvtxNameClMemObject nvtxNameClMemObjectA
#define nvtxNameClSampler nvtxNameClSamplerA
#define nvtxNameClProgram nvtxNameClProgramA
#define nvtxNameClEvent nvtxNameClEventA
#endif

#endif

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_NVTX3_NVTOOLSEXTOPENCL_H
