// SPDX-License-Identifier: Apache-2.0
// The test driver's modules and kernels.
#include "commands.h"
#include "driver.h"

#include <stdlib.h>
#include <string.h>

// ---- Modules

static char *log_of(cl_program *program) {
  size_t size = 0;
  (void)cl.clGetProgramBuildInfo(program, the_cl_device, CL_PROGRAM_BUILD_LOG,
                                 0, NULL, &size);
  char *text = calloc(1, size + 1);
  REQUIRE(text, "no memory");
  (void)cl.clGetProgramBuildInfo(program, the_cl_device, CL_PROGRAM_BUILD_LOG,
                                 size, text, NULL);
  return text;
}

static cl_program *make_program(const ze_context *c, const ze_module_desc *desc,
                                int *error) {
  const unsigned char *bytes = desc->bytes;
  int status = 0;
  if (desc->format == ZE_FORMAT_SPIRV)
    return cl.clCreateProgramWithIL(c->context, desc->bytes, desc->size, error);
  REQUIRE(desc->format == ZE_FORMAT_NATIVE, "format %u", desc->format);
  if (is_zebin(desc))
    return load_zebin(c, desc, error);
  return cl.clCreateProgramWithBinary(c->context, 1, &the_cl_device,
                                      &desc->size, &bytes, &status,
                                      error);
}

int module_create(ze_context *c, ze_device *device, const ze_module_desc *desc,
                  ze_module **out, ze_log **out_log) {
  int error = 0;
  REQUIRE_KIND(c, KIND_CONTEXT);
  REQUIRE_KIND(device, KIND_DEVICE);
  REQUIRE_DESC(desc, ZE_MODULE_DESC);
  REQUIRE(desc->size && desc->bytes, "a module of nothing");
  cl_program *program = make_program(c, desc, &error);
  if (!program)
    return as_ze(error);
  const int failure = fails("zeModuleCreate");
  error = cl.clBuildProgram(program, 1, &the_cl_device, desc->options, NULL,
                            NULL);
  if (out_log) {
    *out_log = new_object(sizeof(**out_log), KIND_LOG);
    (*out_log)->text =
        failure ? strdup("remark: none\nerror: it was asked to fail\n")
                : log_of(program);
  }
  if (error || failure) {
    (void)cl.clReleaseProgram(program);
    return failure ? failure : as_ze(error);
  }
  ze_module *m = new_object(sizeof(*m), KIND_MODULE);
  m->context = c;
  m->program = program;
  ++c->users;
  *out = m;
  return 0;
}

int module_destroy(ze_module *m) {
  REQUIRE_KIND(m, KIND_MODULE);
  REQUIRE(!m->kernels, "zeModuleDestroy: %d kernels are left", m->kernels);
  (void)cl.clReleaseProgram(m->program);
  --m->context->users;
  drop_object(m);
  return 0;
}

int module_native(ze_module *m, size_t *size, uint8_t *bytes) {
  size_t there = 0;
  REQUIRE_KIND(m, KIND_MODULE);
  const int error = cl.clGetProgramInfo(m->program, CL_PROGRAM_BINARY_SIZES,
                                        sizeof(there), &there, NULL);
  if (error)
    return as_ze(error);
  if (!bytes) {
    *size = there;
    return 0;
  }
  REQUIRE(*size == there, "a native binary of %zu bytes for %zu", there, *size);
  unsigned char *where = bytes;
  return as_ze(cl.clGetProgramInfo(m->program, CL_PROGRAM_BINARIES,
                                   sizeof(where), (void *)&where, NULL));
}

int log_text(ze_log *log, size_t *size, char *text) {
  REQUIRE_KIND(log, KIND_LOG);
  const size_t there = strlen(log->text) + 1;
  if (text) {
    REQUIRE(*size >= there, "a log of %zu bytes for %zu", there, *size);
    memcpy(text, log->text, there);
  }
  *size = there;
  return 0;
}

int log_destroy(ze_log *log) {
  REQUIRE_KIND(log, KIND_LOG);
  free(log->text);
  drop_object(log);
  return 0;
}

// ---- Kernels

int kernel_create(ze_module *m, const ze_kernel_desc *desc, ze_kernel **out) {
  int error = 0;
  REQUIRE_KIND(m, KIND_MODULE);
  REQUIRE_DESC(desc, ZE_KERNEL_DESC);
  cl_kernel *made = cl.clCreateKernel(m->program, desc->name, &error);
  if (!made)
    return as_ze(error);
  ze_kernel *k = new_object(sizeof(*k), KIND_KERNEL);
  k->module = m;
  k->kernel = made;
  (void)cl.clGetKernelInfo(made, CL_KERNEL_NUM_ARGS, sizeof(k->argument_count),
                           &k->argument_count, NULL);
  ++m->kernels;
  *out = k;
  return 0;
}

int kernel_destroy(ze_kernel *k) {
  REQUIRE_KIND(k, KIND_KERNEL);
  (void)cl.clReleaseKernel(k->kernel);
  --k->module->kernels;
  drop_object(k);
  return 0;
}

// Level Zero does not tell addresses from other values of 8 bytes; OpenCL knows
// which the kernel has.
int kernel_argument(ze_kernel *k, uint32_t index, size_t size,
                    const void *value) {
  REQUIRE_KIND(k, KIND_KERNEL);
  REQUIRE(size, "argument %u of no bytes", index);
  const void *address = NULL;
  if (value && size == sizeof(address))
    memcpy(&address, value, sizeof(address));
  int error = -1;
  if (value && size == sizeof(address))
    error = cl.clSetKernelArgMemPointerINTEL(k->kernel, index, address);
  if (error)
    error = cl.clSetKernelArg(k->kernel, index, size, value);
  if (!error && index < 64)
    k->set |= UINT64_C(1) << index;
  return as_ze(error);
}

int kernel_group(ze_kernel *k, uint32_t x, uint32_t y, uint32_t z) {
  REQUIRE_KIND(k, KIND_KERNEL);
  REQUIRE(x && y && z, "a group of %u by %u by %u", x, y, z);
  k->group[0] = x;
  k->group[1] = y;
  k->group[2] = z;
  return 0;
}

int kernel_resident(ze_kernel *k, uint32_t *count) {
  REQUIRE_KIND(k, KIND_KERNEL);
  REQUIRE(k->group[0], "groups at a time of no size");
  *count = cooperative_groups();
  return 0;
}

int kernel_indirect(ze_kernel *k, uint32_t flags) {
  static const unsigned kinds[] = {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_INTEL,
                                   CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_INTEL,
                                   CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_INTEL};
  REQUIRE_KIND(k, KIND_KERNEL);
  REQUIRE(!(flags & ~7u), "flags 0x%x of a kernel", flags);
  for (unsigned i = 0; i < 3; ++i) {
    const unsigned on = flags >> i & 1;
    const int error =
        cl.clSetKernelExecInfo(k->kernel, kinds[i], sizeof(on), &on);
    if (error)
      return as_ze(error);
  }
  return 0;
}

int kernel_properties(ze_kernel *k, ze_kernel_properties *out) {
  uint64_t number = 0;
  REQUIRE_KIND(k, KIND_KERNEL);
  REQUIRE_DESC(out, ZE_KERNEL_PROPERTIES);
  out->argument_count = k->argument_count;
  (void)cl.clGetKernelWorkGroupInfo(k->kernel, the_cl_device,
                                    CL_KERNEL_LOCAL_MEM_SIZE, sizeof(number),
                                    &number, NULL);
  out->shared_size = (uint32_t)number;
  (void)cl.clGetKernelWorkGroupInfo(k->kernel, the_cl_device,
                                    CL_KERNEL_PRIVATE_MEM_SIZE, sizeof(number),
                                    &number, NULL);
  out->private_size = (uint32_t)number;
  return 0;
}
