// SPDX-License-Identifier: Apache-2.0
// libcudart.so.12: CUDA 12's forms where libquernhip has CUDA 13's.
#define NEXT_FUNCTIONS_OWN(X)                                                  \
  X(cudaGetDeviceProperties, (cudaDeviceProp *, int))                          \
  X(cudaCreateTextureObject,                                                   \
    (cudaTextureObject_t *, const struct cudaResourceDesc *,                   \
     const struct cudaTextureDesc *, const struct cudaResourceViewDesc *))     \
  X(cudaGetTextureObjectResourceViewDesc,                                      \
    (struct cudaResourceViewDesc *, cudaTextureObject_t))                      \
  X(cudaMemcpyBatchAsync,                                                      \
    (void *const *, const void *const *, const size_t *, size_t,               \
     struct cudaMemcpyAttributes *, size_t *, size_t, cudaStream_t))           \
  X(cudaMemcpy3DBatchAsync, (size_t, struct cudaMemcpy3DBatchOp *,             \
                             unsigned long long, cudaStream_t))
#include "cudart_before_13.h"

EXPORT cudaError_t
cudaCreateTextureObject(cudaTextureObject_t *to,
                        const struct cudaResourceDesc *resource,
                        const struct cudaTextureDesc *texture,
                        const struct cudaResourceViewDesc *view) {
  struct cudaResourceViewDesc whole;
  return next.cudaCreateTextureObject(to, resource, texture,
                                      whole_view(view, &whole));
}

// What cudaGetDeviceProperties means since CUDA 12's headers.
OLD(properties_v2, "cudaGetDeviceProperties_v2",
    (cudaDeviceProp * to, int device)) {
  return next.cudaGetDeviceProperties(to, device);
}

// ---- Batches, which told the number of the copy that failed

static cudaError_t told(cudaError_t error, size_t *failed) {
  if (error != cudaSuccess && failed)
    *failed = SIZE_MAX; // not known: it is no single copy
  return error;
}

OLD(copy_batch, "cudaMemcpyBatchAsync",
    (void **to, void **from, size_t *sizes, size_t count,
     struct cudaMemcpyAttributes *attributes, size_t *first,
     size_t attribute_count, size_t *failed, cudaStream_t stream)) {
  return told(next.cudaMemcpyBatchAsync(to, (const void *const *)from, sizes,
                                        count, attributes, first,
                                        attribute_count, stream),
              failed);
}

OLD(copy_batch_own, "cudaMemcpyBatchAsync_ptsz",
    (void **to, void **from, size_t *sizes, size_t count,
     struct cudaMemcpyAttributes *attributes, size_t *first,
     size_t attribute_count, size_t *failed, cudaStream_t stream)) {
  return copy_batch(to, from, sizes, count, attributes, first, attribute_count,
                    failed, own_stream(stream));
}

OLD(copy_3d_batch, "cudaMemcpy3DBatchAsync",
    (size_t count, struct cudaMemcpy3DBatchOp *list, size_t *failed,
     unsigned long long flags, cudaStream_t stream)) {
  return told(next.cudaMemcpy3DBatchAsync(count, list, flags, stream), failed);
}

OLD(copy_3d_batch_own, "cudaMemcpy3DBatchAsync_ptsz",
    (size_t count, struct cudaMemcpy3DBatchOp *list, size_t *failed,
     unsigned long long flags, cudaStream_t stream)) {
  return copy_3d_batch(count, list, failed, flags, own_stream(stream));
}
