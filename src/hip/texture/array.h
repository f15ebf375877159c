// SPDX-License-Identifier: Apache-2.0
// Arrays: memory in rows and slices that textures read and copies reach.
#ifndef QN_HIP_TEXTURE_ARRAY_H
#define QN_HIP_TEXTURE_ARRAY_H

#include "hip/core/api.h"

// hipArray_t's object.
typedef struct qn_hip_array {
  qn_device *device;
  qn_memory memory;
  qn_array_shape shape;
  hipChannelFormatDesc format;
  unsigned flags; // hipArray*
  void *handle;
  bool level; // of a mipmapped array, which owns it
} qn_hip_array;

qn_result qn_hip_array_find(const void *handle, qn_hip_array **out_array);
// Checks its arguments; the array is on the current device.
qn_result qn_hip_array_make(const hipChannelFormatDesc *format,
                            hipExtent extent, unsigned flags,
                            hipArray_t *out_array);
// Checks what an array is to be.
qn_result qn_hip_array_shape(const hipChannelFormatDesc *format,
                             hipExtent extent, unsigned flags,
                             qn_array_shape *out);
// A level of a mipmap as an array of its own, of the shape, format and flags of
// `like`.
qn_result qn_hip_array_of_level(qn_device *device, const qn_memory *mipmap,
                                size_t level, const qn_hip_array *like,
                                hipArray_t *out);
// hipMipmappedArray_t's object.
typedef struct qn_hip_mipmap {
  qn_device *device;
  qn_memory memory;
  qn_array_shape shape; // of its first level
  hipChannelFormatDesc format;
  unsigned count;
  hipArray_t levels[];
} qn_hip_mipmap;
qn_result qn_hip_mipmap_find(const void *handle, qn_hip_mipmap **out);
// hipCreateTextureObject; `seamless`: a cubemap is filtered across its edges,
// which HIP's struct does not say.
hipError_t qn_hip_texture_create(hipTextureObject_t *to,
                                 const hipResourceDesc *resource,
                                 const hipTextureDesc *texture,
                                 const hipResourceViewDesc *view,
                                 bool seamless);
hipError_t qn_hip_texture_is_seamless(hipTextureObject_t object, bool *out);
// Waits for the device.
qn_result qn_hip_array_free(qn_hip_array *array);
// Bytes of an element.
size_t qn_hip_array_texel(const qn_hip_array *array);

// A copy that treats an array's rows as one run of bytes, as the old functions
// do, from `x` bytes and `y` rows on.
typedef struct qn_hip_linear {
  const void *array; // its handle
  size_t x, y;
  void *memory;
  size_t size;
} qn_hip_linear;
size_t qn_hip_linear_offset(const void *array, size_t x, size_t y);
qn_result qn_hip_copy_linear(const qn_hip_linear *run, bool to_array,
                             hipStream_t stream);

// Check and convert HIP's structs for copies.
qn_result qn_hip_copy_3d(const hipMemcpy3DParms *params, qn_op *out_op);
qn_result qn_hip_copy_driver_3d(const HIP_MEMCPY3D *params, qn_op *out_op);
qn_result qn_hip_copy_driver_2d(const hip_Memcpy2D *params, qn_op *out_op);

// The driver's format and channels; false when there is none such.
bool qn_hip_driver_format(hipArray_Format format, unsigned channels,
                          hipChannelFormatDesc *out_format);
hipArray_Format qn_hip_format_of(const qn_array_shape *shape);
// Channel bits and kind from HIP's description; false when it is none.
bool qn_hip_shape_from(const hipChannelFormatDesc *format,
                       qn_array_shape *shape);

// Forgets what is known of a texture reference, before its memory ends.
void qn_hip_forget_reference(const textureReference *texture);

#endif // QN_HIP_TEXTURE_ARRAY_H
