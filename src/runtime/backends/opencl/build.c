// SPDX-License-Identifier: Apache-2.0
// From SPIR-V to a program of the device: the driver's compiler.
#include "base/alloc.h"
#include "base/system/log.h"
#include "runtime/backends/opencl/opencl.h"

static const char options[] = ""; // of the driver's compiler

// ---- The driver's compiler

// What the driver said, which the caller frees; NULL: nothing.
static char *build_log(const qn_opencl_device *d, cl_program *program) {
  size_t size = 0;
  if (qn_opencl.clGetProgramBuildInfo(program, d->device, CL_PROGRAM_BUILD_LOG,
                                      0, NULL, &size) ||
      size < 2)
    return NULL;
  char *log = qn_alloc(size + 1);
  if (!log)
    return NULL;
  if (qn_opencl.clGetProgramBuildInfo(program, d->device, CL_PROGRAM_BUILD_LOG,
                                      size, log, NULL)) {
    qn_free(log);
    return NULL;
  }
  log[size] = '\0';
  return log;
}

static qn_result refuse_build(const qn_opencl_device *d, cl_program *program,
                              int error) {
  char *log = build_log(d, program);
  const qn_result result = qn_spirv_refuse_build(
      &d->base, qn_opencl_result(error, "clBuildProgram"), log);
  qn_free(log);
  return result;
}

static qn_result build(const qn_opencl_device *d, cl_program *program) {
  const int error =
      qn_opencl.clBuildProgram(program, 1, &d->device, options, NULL, NULL);
  return error ? refuse_build(d, program, error) : QN_R_OK;
}

// NULL: no memory. The program is dropped then.
static qn_opencl_program *keep(cl_program *program) {
  qn_opencl_program *p = qn_alloc_array(1, sizeof(*p));
  if (p)
    p->program = program;
  else
    (void)qn_opencl.clReleaseProgram(program);
  return p;
}

static qn_result keep_built(const qn_opencl_device *d, cl_program *program,
                            void **out_program) {
  char *log = build_log(d, program);
  qn_opencl_program *p = keep(program);
  if (p && log)
    qn_spirv_note_scalar(log, &p->scalar);
  qn_free(log);
  *out_program = p;
  return p ? QN_R_OK : qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a program");
}

static qn_result build_il(void *user, qn_span image, void **out_program) {
  const qn_opencl_device *d = user;
  int error = 0;
  cl_program *program = qn_opencl.clCreateProgramWithIL
                            ? qn_opencl.clCreateProgramWithIL(
                                  d->context, image.data, image.size, &error)
                            : d->extensions.clCreateProgramWithILKHR(
                                  d->context, image.data, image.size, &error);
  if (!program)
    return qn_opencl_result(error, "clCreateProgramWithIL");
  const qn_result result = build(d, program);
  if (result == QN_R_OK)
    return keep_built(d, program, out_program);
  (void)qn_opencl.clReleaseProgram(program);
  return result;
}

// ---- Binaries

static void describe(void *user, qn_buffer *out) {
  const qn_opencl_device *d = user;
  char version[128];
  qn_opencl_text(d->device, CL_DEVICE_VERSION, version, sizeof(version));
  qn_buffer_printf(out, "device %s\nversion %s\ndriver %s\noptions %s\n",
                   d->base.info.name, version, d->driver, options);
}

static qn_result build_binary(const qn_opencl_device *d, qn_span binary,
                              cl_program **out_program) {
  int status = 0;
  int error = 0;
  cl_program *program = qn_opencl.clCreateProgramWithBinary(
      d->context, 1, &d->device, &binary.size, &binary.data, &status, &error);
  const qn_result result = program && !status
                               ? build(d, program)
                               : qn_opencl_result(status ? status : error,
                                                  "clCreateProgramWithBinary");
  if (result == QN_R_OK)
    *out_program = program;
  else if (program)
    (void)qn_opencl.clReleaseProgram(program);
  return result;
}

static void *load_binary(void *user, qn_span binary, qn_str notes) {
  cl_program *program = NULL;
  if (build_binary(user, binary, &program) != QN_R_OK) {
    QN_DEBUG("opencl", "the driver does not take its own binary again (%s)",
             qn_reason());
    return NULL;
  }
  qn_opencl_program *p = keep(program);
  if (p)
    qn_buffer_append_str(&p->scalar, notes);
  return p;
}

static bool save_binary(void *user, void *made, qn_buffer *out,
                        qn_buffer *out_notes) {
  const qn_opencl_program *p = made;
  cl_program *program = p->program;
  size_t size = 0;
  (void)user;
  qn_buffer_append_str(out_notes, qn_buffer_str(&p->scalar));
  if (qn_opencl.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size),
                                 &size, NULL) ||
      !size)
    return false;
  qn_buffer_zero(out, size);
  unsigned char *where = out->data;
  return !out->failed &&
         qn_opencl.clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(where),
                                    (void *)&where, NULL) == 0;
}

// ---- Building

static const char *find_lack(const qn_spirv_device *d, uint32_t capability) {
  const char *extension = qn_spirv_extension_of(capability);
  return qn_opencl_has(((const qn_opencl_device *)d)->device, extension)
             ? NULL
             : extension;
}

qn_result qn_opencl_check(const qn_spirv_device *base, qn_span image) {
  const qn_opencl_device *d = (const qn_opencl_device *)base;
  return qn_spirv_is_native(image)
             ? QN_R_OK
             : qn_spirv_check_image(base, image, d->il_version, find_lack);
}

qn_result qn_opencl_build(qn_spirv_device *base, qn_span image,
                          void **out_program) {
  qn_opencl_device *d = (qn_opencl_device *)base;
  const qn_spirv_builder builder = {.area = "opencl",
                                    .user = d,
                                    .describe = describe,
                                    .build = build_il,
                                    .load = load_binary,
                                    .save = save_binary};
  cl_program *program = NULL;
  if (!qn_spirv_is_native(image))
    return qn_spirv_build(&builder, image, out_program);
  if (build_binary(d, image, &program) != QN_R_OK)
    return qn_spirv_refuse_native(base, qn_reason());
  *out_program = keep(program);
  return *out_program
             ? QN_R_OK
             : qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a program");
}

void qn_opencl_drop_program(void *made) {
  qn_opencl_program *p = made;
  (void)qn_opencl.clReleaseProgram(p->program);
  qn_buffer_finish(&p->scalar);
  qn_free(p);
}
