// SPDX-License-Identifier: Apache-2.0
// libcudart.so.11.0: CUDA 11's forms. Texture references are not bound by its
// functions: the loader names cudaBindTexture and its like.
#define NEXT_FUNCTIONS_OWN(X)                                                  \
  X(cudaGetDeviceProperties, (cudaDeviceProp *, int))                          \
  X(cudaChooseDevice, (int *, const cudaDeviceProp *))                         \
  X(cudaFuncGetAttributes, (struct cudaFuncAttributes *, const void *))        \
  X(cudaCreateTextureObject,                                                   \
    (cudaTextureObject_t *, const struct cudaResourceDesc *,                   \
     const struct cudaTextureDesc *, const struct cudaResourceViewDesc *))     \
  X(cudaGetTextureObjectTextureDesc,                                           \
    (struct cudaTextureDesc *, cudaTextureObject_t))                           \
  X(cudaGetTextureObjectResourceViewDesc,                                      \
    (struct cudaResourceViewDesc *, cudaTextureObject_t))                      \
  X(cudaGetDriverEntryPoint,                                                   \
    (const char *, void **, unsigned long long,                                \
     enum cudaDriverEntryPointQueryResult *))                                  \
  X(cudaGraphInstantiate,                                                      \
    (cudaGraphExec_t *, cudaGraph_t, unsigned long long))                      \
  X(cudaGraphExecUpdate,                                                       \
    (cudaGraphExec_t, cudaGraph_t, cudaGraphExecUpdateResultInfo *))
#include "cudart_before_13.h"

EXPORT cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *wanted) {
  cudaDeviceProp p;
  if (!wanted)
    return next.cudaChooseDevice(device, NULL);
  memset(&p, 0, sizeof(p));
  memcpy(&p, wanted, PROPERTIES_11);
  return next.cudaChooseDevice(device, &p);
}

enum {
  FUNCTION = offsetof(struct cudaFuncAttributes, clusterDimMustBeSet),
  TEXTURE = offsetof(struct cudaTextureDesc, seamlessCubemap)
};
_Static_assert(FUNCTION == 52, "CUDA 11's attributes");
_Static_assert(TEXTURE == 68, "CUDA 11's cudaTextureDesc");

EXPORT cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *to,
                                         const void *function) {
  struct cudaFuncAttributes a;
  const cudaError_t e = next.cudaFuncGetAttributes(&a, function);
  if (e == cudaSuccess && to)
    memcpy(to, &a, FUNCTION);
  return to ? e : cudaErrorInvalidValue;
}

// ---- Textures: seamlessCubemap is new in the second form

EXPORT cudaError_t
cudaCreateTextureObject(cudaTextureObject_t *to,
                        const struct cudaResourceDesc *resource,
                        const struct cudaTextureDesc *texture,
                        const struct cudaResourceViewDesc *view) {
  struct cudaTextureDesc t;
  struct cudaResourceViewDesc whole;
  memset(&t, 0, sizeof(t));
  if (texture)
    memcpy(&t, texture, TEXTURE);
  return next.cudaCreateTextureObject(to, resource, texture ? &t : NULL,
                                      whole_view(view, &whole));
}

OLD(create_texture_v2, "cudaCreateTextureObject_v2",
    (cudaTextureObject_t * to, const struct cudaResourceDesc *resource,
     const struct cudaTextureDesc *texture,
     const struct cudaResourceViewDesc *view)) {
  struct cudaResourceViewDesc whole;
  return next.cudaCreateTextureObject(to, resource, texture,
                                      whole_view(view, &whole));
}

EXPORT cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *to,
                                                   cudaTextureObject_t object) {
  struct cudaTextureDesc t;
  const cudaError_t e = next.cudaGetTextureObjectTextureDesc(&t, object);
  if (e == cudaSuccess && to)
    memcpy(to, &t, TEXTURE);
  return to ? e : cudaErrorInvalidValue;
}

OLD(texture_desc_v2, "cudaGetTextureObjectTextureDesc_v2",
    (struct cudaTextureDesc * to, cudaTextureObject_t object)) {
  return next.cudaGetTextureObjectTextureDesc(to, object);
}

// ---- The driver's functions

OLD(entry_point, "cudaGetDriverEntryPoint",
    (const char *symbol, void **to, unsigned long long flags)) {
  return next.cudaGetDriverEntryPoint(symbol, to, flags, NULL);
}

OLD(entry_point_own, "cudaGetDriverEntryPoint_ptsz",
    (const char *symbol, void **to, unsigned long long flags)) {
  return entry_point(symbol, to, flags | cudaEnablePerThreadDefaultStream);
}

// ---- Graphs

OLD(instantiate, "cudaGraphInstantiate",
    (cudaGraphExec_t * to, cudaGraph_t graph, cudaGraphNode_t *failed,
     char *log, size_t log_size)) {
  if (failed)
    *failed = NULL;
  if (log && log_size)
    *log = '\0';
  return next.cudaGraphInstantiate(to, graph, 0);
}

OLD(exec_update, "cudaGraphExecUpdate",
    (cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t *failed,
     enum cudaGraphExecUpdateResult *result)) {
  cudaGraphExecUpdateResultInfo info;
  memset(&info, 0, sizeof(info));
  const cudaError_t e = next.cudaGraphExecUpdate(exec, graph, &info);
  if (failed)
    *failed = info.errorNode;
  if (result)
    *result = info.result;
  return e;
}

// CUDA's profiler, before CUDA 12.
OLD(profiler_initialize, "cudaProfilerInitialize",
    (const char *configuration, const char *output, int mode)) {
  (void)configuration;
  (void)output;
  (void)mode;
  return cudaErrorProfilerDisabled;
}
