// SPDX-License-Identifier: Apache-2.0
// Libraries, which are modules under another name, and their kernels, which are
// functions; two-dimensional fills under HIP 7's names.
#include "hip/core/api.h"

static const qn_function *kernel_of(hipKernel_t kernel) {
  return qn_handle_find(QN_HANDLE_FUNCTION, kernel);
}

static hipError_t no_kernel(hipKernel_t kernel) {
  return qn_hip(qn_refuse(QN_R_INVALID_HANDLE,
                          "%p is no kernel, or its library was unloaded",
                          (void *)kernel));
}

hipError_t hipLibraryLoadData(hipLibrary_t *to, const void *code,
                              hipJitOption **options, void **values,
                              unsigned int count,
                              hipLibraryOption **library_options,
                              void **library_values,
                              unsigned int library_count) {
  (void)options, (void)values, (void)count; // for a compiler at run time
  (void)library_options, (void)library_values, (void)library_count;
  QN_HIP_NEED(to);
  QN_HIP_NEED(code);
  return hipModuleLoadData((hipModule_t *)to, code);
}

hipError_t hipLibraryLoadFromFile(hipLibrary_t *to, const char *path,
                                  hipJitOption **options, void **values,
                                  unsigned int count,
                                  hipLibraryOption **library_options,
                                  void **library_values,
                                  unsigned int library_count) {
  (void)options, (void)values, (void)count; // for a compiler at run time
  (void)library_options, (void)library_values, (void)library_count;
  QN_HIP_NEED(to);
  QN_HIP_NEED(path);
  return hipModuleLoad((hipModule_t *)to, path);
}

hipError_t hipLibraryUnload(hipLibrary_t library) {
  return hipModuleUnload((hipModule_t)library);
}

hipError_t hipLibraryGetKernel(hipKernel_t *to, hipLibrary_t library,
                               const char *name) {
  return hipModuleGetFunction((hipFunction_t *)to, (hipModule_t)library, name);
}

hipError_t hipLibraryGetKernelCount(unsigned int *count, hipLibrary_t library) {
  return hipModuleGetFunctionCount(count, (hipModule_t)library);
}

hipError_t hipKernelGetName(const char **name, hipKernel_t kernel) {
  QN_HIP_NEED(name);
  QN_HIP_NEED(kernel);
  const qn_function *f = kernel_of(kernel);
  if (!f)
    return no_kernel(kernel);
  *name = f->name;
  return hipSuccess;
}

hipError_t hipKernelGetLibrary(hipLibrary_t *to, hipKernel_t kernel) {
  QN_HIP_NEED(to);
  QN_HIP_NEED(kernel);
  const qn_function *f = kernel_of(kernel);
  void *library = f ? qn_hip_module_handle(f->module) : NULL;
  if (!library)
    return no_kernel(kernel);
  *to = (hipLibrary_t)library;
  return hipSuccess;
}

hipError_t hipKernelGetFunction(hipFunction_t *to, hipKernel_t kernel) {
  QN_HIP_NEED(to);
  QN_HIP_NEED(kernel);
  if (!kernel_of(kernel))
    return no_kernel(kernel);
  *to = (hipFunction_t)kernel;
  return hipSuccess;
}

hipError_t hipKernelGetParamInfo(hipKernel_t kernel, size_t index,
                                 size_t *offset, size_t *size) {
  QN_HIP_NEED(kernel);
  QN_HIP_NEED(offset);
  const qn_function *f = kernel_of(kernel);
  if (!f)
    return no_kernel(kernel);
  if (index >= f->kernel->argument_count)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE, "%s has %zu parameters",
                            f->name, (size_t)f->kernel->argument_count));
  qn_kernel_host_place(f->kernel, index, offset, size);
  return hipSuccess;
}

hipError_t hipKernelGetAttribute(int *value, hipFunction_attribute attribute,
                                 hipKernel_t kernel, hipDevice_t device) {
  (void)device; // a kernel belongs to one device
  QN_HIP_NEED(value);
  return kernel_of(kernel)
             ? hipFuncGetAttribute(value, attribute, (hipFunction_t)kernel)
             : no_kernel(kernel);
}

// ---- Fills of rows

static hipError_t fill_rows(const qn_op_fill *fill, hipStream_t *or_null) {
  qn_stream *stream;
  qn_result result = qn_stream_find(or_null ? *or_null : NULL, &stream);
  if (result == QN_R_OK)
    result = qn_fill_submit(stream, fill, !or_null);
  return qn_hip(result);
}

#define FILL_ROWS(name, type, bytes, parameter, stream)                        \
  hipError_t name(hipDeviceptr_t to, size_t pitch, type value, size_t width,   \
                  size_t height parameter) {                                   \
    const qn_op_fill fill = {.address = to,                                    \
                             .value = value,                                   \
                             .value_size = bytes,                              \
                             .width = width,                                   \
                             .height = height,                                 \
                             .depth = 1,                                       \
                             .pitch = pitch};                                  \
    return fill_rows(&fill, stream);                                           \
  }
#define STREAM , hipStream_t stream
FILL_ROWS(hipMemsetD2D8, unsigned char, 1, , NULL)
FILL_ROWS(hipMemsetD2D16, unsigned short, 2, , NULL)
FILL_ROWS(hipMemsetD2D32, unsigned int, 4, , NULL)
FILL_ROWS(hipMemsetD2D8Async, unsigned char, 1, STREAM, &stream)
FILL_ROWS(hipMemsetD2D16Async, unsigned short, 2, STREAM, &stream)
FILL_ROWS(hipMemsetD2D32Async, unsigned int, 4, STREAM, &stream)
