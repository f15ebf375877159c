// SPDX-License-Identifier: Apache-2.0
// The driver API as it was before cuLaunchKernel: a launch's parameters are set
// one by one and stay with the function. Texture and surface references that a
// program makes or finds.
#include "hip/cuda/driver.h"

#include <string.h>

#include "base/alloc.h"
#include "hip/texture/array.h"
#include "runtime/check/check.h"
#include "runtime/core/handles.h"

enum { PARAMETERS_MAX = 4096 };

typedef struct setting {
  const void *function; // its handle, never that of another function
  int block[3];
  unsigned shared;
  unsigned size; // of the parameters that a launch passes
  uint8_t parameters[PARAMETERS_MAX];
  struct setting *next;
} setting;

static qn_mutex mutex = QN_MUTEX_INIT; // of all of them
static setting *settings;

// With the mutex held. NULL: the function is none, or there is no memory.
static setting *setting_of(CUfunction function, CUresult *out_error) {
  *out_error = CUDA_ERROR_INVALID_HANDLE;
  if (!qn_handle_find(QN_HANDLE_FUNCTION, function))
    return NULL;
  *out_error = CUDA_SUCCESS;
  for (setting **at = &settings; *at; at = &(*at)->next)
    if ((*at)->function == function)
      return *at;
  setting *s = qn_alloc_array(1, sizeof(*s));
  if (!s) {
    *out_error = CUDA_ERROR_OUT_OF_MEMORY;
    return NULL;
  }
  s->function = function;
  s->block[0] = s->block[1] = s->block[2] = 1;
  s->next = settings;
  settings = s;
  return s;
}

CUresult cuFuncSetBlockShape(CUfunction function, int x, int y, int z) {
  CUresult error;
  if (x <= 0 || y <= 0 || z <= 0)
    return CUDA_ERROR_INVALID_VALUE;
  qn_mutex_lock(&mutex);
  setting *s = setting_of(function, &error);
  if (s)
    memcpy(s->block, (const int[3]){x, y, z}, sizeof(s->block));
  qn_mutex_unlock(&mutex);
  return error;
}

CUresult cuFuncSetSharedSize(CUfunction function, unsigned int bytes) {
  CUresult error;
  qn_mutex_lock(&mutex);
  setting *s = setting_of(function, &error);
  if (s)
    s->shared = bytes;
  qn_mutex_unlock(&mutex);
  return error;
}

CUresult cuParamSetSize(CUfunction function, unsigned int bytes) {
  CUresult error;
  if (bytes > PARAMETERS_MAX)
    return CUDA_ERROR_INVALID_VALUE;
  qn_mutex_lock(&mutex);
  setting *s = setting_of(function, &error);
  if (s)
    s->size = bytes;
  qn_mutex_unlock(&mutex);
  return error;
}

CUresult cuParamSetv(CUfunction function, int offset, void *from,
                     unsigned int bytes) {
  CUresult error;
  CU_NEED(from);
  if (offset < 0 || offset > PARAMETERS_MAX ||
      bytes > PARAMETERS_MAX - (unsigned)offset)
    return CUDA_ERROR_INVALID_VALUE;
  qn_mutex_lock(&mutex);
  setting *s = setting_of(function, &error);
  if (s)
    memcpy(s->parameters + offset, from, bytes);
  qn_mutex_unlock(&mutex);
  return error;
}

CUresult cuParamSeti(CUfunction function, int offset, unsigned int value) {
  return cuParamSetv(function, offset, &value, sizeof(value));
}

CUresult cuParamSetf(CUfunction function, int offset, float value) {
  return cuParamSetv(function, offset, &value, sizeof(value));
}

// A function finds its textures by their names, so there is nothing to do.
CUresult cuParamSetTexRef(CUfunction function, int unit, CUtexref texture) {
  if (!qn_handle_find(QN_HANDLE_FUNCTION, function))
    return CUDA_ERROR_INVALID_HANDLE;
  return unit == CU_PARAM_TR_DEFAULT && texture ? CUDA_SUCCESS
                                                : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuLaunchGridAsync(CUfunction function, int width, int height,
                           CUstream stream) {
  CUresult error;
  if (width <= 0 || height <= 0)
    return CUDA_ERROR_INVALID_VALUE;
  qn_mutex_lock(&mutex);
  const setting *found = setting_of(function, &error);
  setting *s = found ? qn_alloc(sizeof(*s)) : NULL;
  if (s)
    *s = *found;
  qn_mutex_unlock(&mutex);
  if (!s)
    return error == CUDA_SUCCESS ? CUDA_ERROR_OUT_OF_MEMORY : error;
  size_t size = s->size;
  void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, s->parameters,
                   CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
  error = cuLaunchKernel(function, (unsigned)width, (unsigned)height, 1,
                         (unsigned)s->block[0], (unsigned)s->block[1],
                         (unsigned)s->block[2], s->shared, stream, NULL, extra);
  qn_free(s);
  return error;
}

// As it always did, this waits for nothing.
CUresult cuLaunchGrid(CUfunction function, int width, int height) {
  return cuLaunchGridAsync(function, width, height, NULL);
}

CUresult cuLaunch(CUfunction function) { return cuLaunchGrid(function, 1, 1); }

// ---- References

CUresult cuTexRefCreate(CUtexref *to) {
  CU_NEED(to);
  textureReference *t = qn_alloc_array(1, sizeof(*t));
  if (!t)
    return CUDA_ERROR_OUT_OF_MEMORY;
  // Found again by its address when it is destroyed.
  if (!qn_handle_make(QN_HANDLE_TEXREF, t)) {
    qn_free(t);
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  for (int i = 0; i < 3; ++i)
    t->addressMode[i] = hipAddressModeClamp;
  *to = (CUtexref)(void *)t;
  return CUDA_SUCCESS;
}

typedef struct search {
  const void *object;
  void *handle;
} search;

static bool is_object(void *user, void *handle, void *object) {
  search *s = user;
  if (object == s->object)
    s->handle = handle;
  return !s->handle;
}

CUresult cuTexRefDestroy(CUtexref texture) {
  search s = {.object = texture};
  CU_NEED(texture);
  qn_handle_each(QN_HANDLE_TEXREF, is_object, &s);
  if (!s.handle || !qn_handle_remove(QN_HANDLE_TEXREF, s.handle))
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(hipUnbindTexture((textureReference *)(void *)texture));
  qn_hip_forget_reference((textureReference *)(void *)texture);
  qn_free(texture);
  return CUDA_SUCCESS;
}

// ---- Surface references: the module's variable is the handle

CUresult cuModuleGetSurfRef(CUsurfref *to, CUmodule module, const char *name) {
  hipDeviceptr_t address;
  size_t size;
  CU_NEED(to);
  CU_NEED(name);
  CU_CHECK(hipModuleGetGlobal(&address, &size, (hipModule_t)module, name));
  if (size != sizeof(hipSurfaceObject_t))
    return CUDA_ERROR_NOT_FOUND;
  *to = address;
  return CUDA_SUCCESS;
}

static CUresult read_object(CUsurfref surface, hipSurfaceObject_t *out) {
  return qn_cu_result(hipMemcpy(out, surface, sizeof(*out), hipMemcpyDefault));
}

CUresult cuSurfRefSetArray(CUsurfref surface, CUarray array,
                           unsigned int flags) {
  hipSurfaceObject_t before, object;
  const hipResourceDesc r = {.resType = hipResourceTypeArray,
                             .res.array = {(hipArray_t)array}};
  CU_NEED(surface);
  if (flags)
    return CUDA_ERROR_INVALID_VALUE;
  const CUresult error = read_object(surface, &before);
  if (error != CUDA_SUCCESS)
    return error;
  qn_check_ours = true; // the program has no object to destroy
  const hipError_t made = hipCreateSurfaceObject(&object, &r);
  qn_check_ours = false;
  CU_CHECK(made);
  const hipError_t stored =
      hipMemcpy(surface, &object, sizeof(object), hipMemcpyDefault);
  (void)hipDestroySurfaceObject(stored == hipSuccess ? before : object);
  return qn_cu_result(stored);
}

CUresult cuSurfRefGetArray(CUarray *to, CUsurfref surface) {
  hipSurfaceObject_t object;
  hipResourceDesc r;
  CU_NEED(to);
  CU_NEED(surface);
  const CUresult error = read_object(surface, &object);
  if (error != CUDA_SUCCESS)
    return error;
  CU_CHECK(hipGetTextureObjectResourceDesc(&r, object));
  *to = (CUarray)r.res.array.array;
  return CUDA_SUCCESS;
}
