// SPDX-License-Identifier: Apache-2.0
// The linker at run time: as hiprtc's for bitcode and bundles. A single input
// that is already compiled is returned unchanged.
#include <string.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "base/system/file.h"
#include "formats/code/bitcode.h"
#include "hip/core/api.h"
#include "hip/hiprtc.h"
#include "runtime/core/handles.h"

typedef struct link_state {
  hiprtcLinkState linker;
  unsigned bitcode, ready; // how many inputs of each kind
  qn_buffer image;         // the one that is compiled
} link_state;

static qn_result find(hipLinkState_t handle, link_state **out) {
  *out = qn_handle_find(QN_HANDLE_LINK, handle);
  return *out ? QN_R_OK
              : qn_refuse(QN_R_INVALID_HANDLE,
                          "%p is no state of a linker, or destroyed",
                          (void *)handle);
}

static qn_result result_of(hiprtcResult result, const char *what) {
  switch (result) {
  case HIPRTC_SUCCESS:
    return QN_R_OK;
  case HIPRTC_ERROR_OUT_OF_MEMORY:
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for %s", what);
  case HIPRTC_ERROR_INVALID_INPUT:
    return qn_refuse(QN_R_INVALID_VALUE, "%s: that cannot be linked", what);
  default:
    return qn_refuse(QN_R_INVALID_IMAGE, "%s failed: %s", what,
                     hiprtcGetErrorString(result));
  }
}

hipError_t hipLinkCreate(unsigned int option_count, hipJitOption *options,
                         void **values, hipLinkState_t *to) {
  QN_HIP_NEED(to);
  if (option_count && (!options || !values))
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE, "the options are null"));
  link_state *s = qn_alloc_array(1, sizeof(*s));
  if (!s)
    return qn_hip(qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a linker"));
  qn_result result =
      result_of(hiprtcLinkCreate(0, NULL, NULL, &s->linker), "making a linker");
  if (result == QN_R_OK) {
    *to = qn_handle_make(QN_HANDLE_LINK, s);
    if (!*to)
      result = qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a handle");
  }
  if (result != QN_R_OK) {
    if (s->linker)
      (void)hiprtcLinkDestroy(s->linker);
    qn_free(s);
  }
  return qn_hip(result);
}

static qn_result add_bitcode(link_state *s, qn_span bytes) {
  QN_CHECK(result_of(hiprtcLinkAddData(s->linker,
                                       HIPRTC_JIT_INPUT_LLVM_BUNDLED_BITCODE,
                                       (void *)(uintptr_t)bytes.data,
                                       bytes.size, NULL, 0, NULL, NULL),
                     "adding to a linker"));
  ++s->bitcode;
  return QN_R_OK;
}

static qn_result add_ready(link_state *s, qn_span bytes) {
  qn_buffer_clear(&s->image);
  qn_buffer_append(&s->image, bytes.data, bytes.size);
  ++s->ready;
  return s->image.failed ? qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for code")
                         : QN_R_OK;
}

static qn_result add(hipLinkState_t handle, hipJitInputType type,
                     qn_span bytes) {
  link_state *s;
  QN_CHECK(find(handle, &s));
  if (!bytes.data || !bytes.size)
    return qn_refuse(QN_R_INVALID_VALUE, "the input is empty");
  switch ((int)type) {
  case hipJitInputLLVMBitcode:
  case hipJitInputLLVMBundledBitcode:
  case hipJitInputLLVMArchivesOfBundledBitcode:
    return add_bitcode(s, bytes);
  case hipJitInputCubin:
  case hipJitInputPtx:
  case hipJitInputFatBinary:
  case hipJitInputObject:
  case hipJitInputSpirv:
    // What nvrtc calls PTX is bitcode when it is to be linked.
    return qn_bitcode_is_inside(bytes) ? add_bitcode(s, bytes)
                                       : add_ready(s, bytes);
  default:
    return qn_refuse(QN_R_INVALID_VALUE, "%d is no kind of input to link",
                     (int)type);
  }
}

hipError_t hipLinkAddData(hipLinkState_t state, hipJitInputType type,
                          void *bytes, size_t size, const char *name,
                          unsigned int option_count, hipJitOption *options,
                          void **values) {
  (void)name;
  (void)option_count;
  (void)options;
  (void)values;
  return qn_hip(add(state, type, (qn_span){bytes, size}));
}

hipError_t hipLinkAddFile(hipLinkState_t state, hipJitInputType type,
                          const char *path, unsigned int option_count,
                          hipJitOption *options, void **values) {
  qn_file file;
  QN_HIP_NEED(path);
  (void)option_count;
  (void)options;
  (void)values;
  if (qn_failed(qn_file_open(path, 0, &file, NULL)))
    return qn_hip(qn_refuse(QN_R_FILE_NOT_FOUND, "could not open '%s'", path));
  const qn_result result = add(state, type, file.bytes);
  qn_file_close(&file);
  return qn_hip(result);
}

// The state owns the image.
hipError_t hipLinkComplete(hipLinkState_t handle, void **image, size_t *size) {
  link_state *s;
  QN_HIP_NEED(image);
  QN_HIP_NEED(size);
  QN_HIP_CHECK(find(handle, &s));
  if (s->ready == 1 && !s->bitcode) {
    *image = s->image.data;
    *size = s->image.size;
    return hipSuccess;
  }
  if (s->ready)
    return qn_hip(qn_refuse(QN_R_INVALID_IMAGE,
                            "several inputs are linked as bitcode (-fgpu-rdc), "
                            "not as finished code"));
  return qn_hip(
      result_of(hiprtcLinkComplete(s->linker, image, size), "linking"));
}

hipError_t hipLinkDestroy(hipLinkState_t handle) {
  link_state *s = qn_handle_remove(QN_HANDLE_LINK, handle);
  if (!s)
    return qn_hip(qn_refuse(QN_R_INVALID_HANDLE,
                            "%p is no state of a linker, or destroyed",
                            (void *)handle));
  (void)hiprtcLinkDestroy(s->linker);
  qn_buffer_finish(&s->image);
  qn_free(s);
  return hipSuccess;
}
