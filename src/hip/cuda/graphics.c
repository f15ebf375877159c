// SPDX-License-Identifier: Apache-2.0
// CUDA beside OpenGL, over HIP's functions, and beside EGL's streams and VDPAU,
// in which no device here takes part.
#include "hip/cuda/cuda.h"
#include "hip/cuda/driver.h"
#include "hip/cuda/graphics.h"

#include "base/alloc.h"
#include "base/system/thread.h"
#include "hip/graphics/resource.h"
#include "quern/host/graphics/cuda_egl_types.h"
#include "quern/host/graphics/driver_egl_types.h"

enum cudaGLDeviceList { FIRST_LIST = 1 };
typedef enum CUGLDeviceList { FIRST_DRIVER_LIST = 1 } CUGLDeviceList;

#define __QN_GL(name, parameters) cudaError_t cuda##name parameters;
#define __QN_EGL(name, parameters) cudaError_t cuda##name parameters;
#define __QN_VDPAU(name, parameters) cudaError_t cuda##name parameters;
#include "quern/host/graphics/cuda_graphics.def"
#define DRIVER(name, parameters, arguments)                                    \
  CUresult cu##name parameters __asm__("quern_cu" #name);
#define __QN_GL DRIVER
#define __QN_EGL DRIVER
#define __QN_VDPAU DRIVER
#include "quern/host/graphics/driver_graphics.def"
#undef DRIVER

// ---- OpenGL

static hipError_t get_devices(unsigned *count, int *devices, unsigned capacity,
                              int which) {
  return hipGLGetDevices(count, devices, capacity, (hipGLDeviceList)which);
}

cudaError_t cudaGLGetDevices(unsigned int *count, int *devices,
                             unsigned int capacity,
                             enum cudaGLDeviceList which) {
  return qn_cuda_error(get_devices(count, devices, capacity, (int)which));
}

CUresult cuGLGetDevices_v2(unsigned int *count, CUdevice *devices,
                           unsigned int capacity, CUGLDeviceList which) {
  return qn_cu_result(get_devices(count, devices, capacity, (int)which));
}

cudaError_t cudaGraphicsGLRegisterImage(struct cudaGraphicsResource **to,
                                        GLuint image, GLenum target,
                                        unsigned int flags) {
  return qn_cuda_error(hipGraphicsGLRegisterImage((hipGraphicsResource_t *)to,
                                                  image, target, flags));
}

CUresult cuGraphicsGLRegisterImage(CUgraphicsResource *to, GLuint image,
                                   GLenum target, unsigned int flags) {
  return qn_cu_result(hipGraphicsGLRegisterImage((hipGraphicsResource_t *)to,
                                                 image, target, flags));
}

cudaError_t cudaGraphicsGLRegisterBuffer(struct cudaGraphicsResource **to,
                                         GLuint buffer, unsigned int flags) {
  return qn_cuda_error(
      hipGraphicsGLRegisterBuffer((hipGraphicsResource_t *)to, buffer, flags));
}

CUresult cuGraphicsGLRegisterBuffer(CUgraphicsResource *to, GLuint buffer,
                                    unsigned int flags) {
  return qn_cu_result(
      hipGraphicsGLRegisterBuffer((hipGraphicsResource_t *)to, buffer, flags));
}

// ---- OpenGL's buffers by their names, as CUDA before 3.0 had them

typedef struct named_buffer {
  GLuint name;
  hipGraphicsResource_t resource;
  struct named_buffer *next;
} named_buffer;

static qn_mutex lock = QN_MUTEX_INIT;
static named_buffer *buffers; // guarded by `lock`

static named_buffer **find_place(GLuint name) {
  named_buffer **place = &buffers;
  while (*place && (*place)->name != name)
    place = &(*place)->next;
  return place;
}

static hipGraphicsResource_t find_buffer(GLuint name) {
  qn_mutex_lock(&lock);
  named_buffer *found = *find_place(name);
  qn_mutex_unlock(&lock);
  if (!found)
    (void)qn_refuse(QN_R_INVALID_HANDLE, "OpenGL's buffer %u is not registered",
                    name);
  return found ? found->resource : NULL;
}

static hipError_t register_buffer(GLuint name) {
  named_buffer *made = qn_alloc_array(1, sizeof(*made));
  if (!made)
    return qn_hip(qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a resource"));
  hipError_t error = hipGraphicsGLRegisterBuffer(&made->resource, name, 0);
  if (error != hipSuccess) {
    qn_free(made);
    return error;
  }
  made->name = name;
  qn_mutex_lock(&lock);
  made->next = buffers;
  buffers = made;
  qn_mutex_unlock(&lock);
  return hipSuccess;
}

static hipError_t unregister_buffer(GLuint name) {
  qn_mutex_lock(&lock);
  named_buffer **place = find_place(name), *found = *place;
  if (found)
    *place = found->next;
  qn_mutex_unlock(&lock);
  const hipError_t error =
      hipGraphicsUnregisterResource(found ? found->resource : NULL);
  qn_free(found);
  return error;
}

static hipError_t map_buffer(void **to, size_t *size, GLuint name,
                             hipStream_t stream) {
  hipGraphicsResource_t resource = find_buffer(name);
  const hipError_t error = hipGraphicsMapResources(1, &resource, stream);
  return error != hipSuccess
             ? error
             : hipGraphicsResourceGetMappedPointer(to, size, resource);
}

static hipError_t unmap_buffer(GLuint name, hipStream_t stream) {
  hipGraphicsResource_t resource = find_buffer(name);
  return hipGraphicsUnmapResources(1, &resource, stream);
}

static hipError_t set_flags(GLuint name, unsigned flags) {
  return qn_hip(qn_hip_graphics_set_flags(find_buffer(name), flags));
}

cudaError_t cudaGLSetGLDevice(int device) { return cudaSetDevice(device); }

cudaError_t cudaGLRegisterBufferObject(GLuint buffer) {
  return qn_cuda_error(register_buffer(buffer));
}

cudaError_t cudaGLUnregisterBufferObject(GLuint buffer) {
  return qn_cuda_error(unregister_buffer(buffer));
}

cudaError_t cudaGLSetBufferObjectMapFlags(GLuint buffer, unsigned int flags) {
  return qn_cuda_error(set_flags(buffer, flags));
}

cudaError_t cudaGLMapBufferObjectAsync(void **to, GLuint buffer,
                                       cudaStream_t stream) {
  return qn_cuda_error(map_buffer(to, NULL, buffer, (hipStream_t)stream));
}

cudaError_t cudaGLMapBufferObject(void **to, GLuint buffer) {
  return cudaGLMapBufferObjectAsync(to, buffer, NULL);
}

cudaError_t cudaGLUnmapBufferObjectAsync(GLuint buffer, cudaStream_t stream) {
  return qn_cuda_error(unmap_buffer(buffer, (hipStream_t)stream));
}

cudaError_t cudaGLUnmapBufferObject(GLuint buffer) {
  return cudaGLUnmapBufferObjectAsync(buffer, NULL);
}

CUresult cuGLInit(void) { return CUDA_SUCCESS; }

CUresult cuGLCtxCreate_v2(CUcontext *to, unsigned int flags, CUdevice device) {
  return cuCtxCreate(to, flags, device);
}

CUresult cuGLRegisterBufferObject(GLuint buffer) {
  return qn_cu_result(register_buffer(buffer));
}

CUresult cuGLUnregisterBufferObject(GLuint buffer) {
  return qn_cu_result(unregister_buffer(buffer));
}

CUresult cuGLSetBufferObjectMapFlags(GLuint buffer, unsigned int flags) {
  return qn_cu_result(set_flags(buffer, flags));
}

CUresult cuGLMapBufferObjectAsync_v2(CUdeviceptr *to, size_t *size,
                                     GLuint buffer, CUstream stream) {
  void *memory = NULL;
  CU_NEED(to);
  const hipError_t error =
      map_buffer(&memory, size, buffer, (hipStream_t)stream);
  *to = (CUdeviceptr)(uintptr_t)memory;
  return qn_cu_result(error);
}

CUresult cuGLMapBufferObject_v2(CUdeviceptr *to, size_t *size, GLuint buffer) {
  return cuGLMapBufferObjectAsync_v2(to, size, buffer, NULL);
}

CUresult cuGLUnmapBufferObjectAsync(GLuint buffer, CUstream stream) {
  return qn_cu_result(unmap_buffer(buffer, (hipStream_t)stream));
}

CUresult cuGLUnmapBufferObject(GLuint buffer) {
  return cuGLUnmapBufferObjectAsync(buffer, NULL);
}

// ---- EGL and VDPAU

#define NO_EGL "no device here takes part in EGL's images and streams"
#define NO_VDPAU "no device here decodes or shows by VDPAU"

static hipError_t refuse(const char *why) {
  return qn_hip(qn_refuse(QN_R_NOT_SUPPORTED, "%s", why));
}

// The parameters have names that nothing uses.
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define __QN_EGL(name, parameters)                                             \
  cudaError_t cuda##name parameters { return qn_cuda_error(refuse(NO_EGL)); }
#define __QN_VDPAU(name, parameters)                                           \
  cudaError_t cuda##name parameters { return qn_cuda_error(refuse(NO_VDPAU)); }
#include "quern/host/graphics/cuda_graphics.def"
#define __QN_EGL(name, parameters, arguments)                                  \
  CUresult cu##name parameters { return qn_cu_result(refuse(NO_EGL)); }
#define __QN_VDPAU(name, parameters, arguments)                                \
  CUresult cu##name parameters { return qn_cu_result(refuse(NO_VDPAU)); }
#include "quern/host/graphics/driver_graphics.def"
