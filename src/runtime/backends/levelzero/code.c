// SPDX-License-Identifier: Apache-2.0
// Modules and kernels of Level Zero devices.
#include "base/alloc.h"
#include "base/system/log.h"
#include "metadata/record/spirv.h"
#include "runtime/backends/levelzero/levelzero.h"

static const char options[] = ""; // of the driver's compiler

// ---- The driver's compiler

// What the driver said, which the caller frees; NULL: nothing.
static char *take_log(ze_log *log) {
  size_t size = 0;
  char *text = NULL;
  if (!log)
    return NULL;
  if (!qn_ze.zeModuleBuildLogGetString(log, &size, NULL) && size > 1)
    text = qn_alloc(size + 1);
  if (text) {
    text[size] = '\0';
    if (qn_ze.zeModuleBuildLogGetString(log, &size, text)) {
      qn_free(text);
      text = NULL;
    }
  }
  (void)qn_ze.zeModuleBuildLogDestroy(log);
  return text;
}

static qn_result create_module(const qn_ze_device *d, qn_span bytes,
                               uint32_t format, void **out_module) {
  const ze_module_desc desc = {.stype = ZE_MODULE_DESC,
                               .format = format,
                               .size = bytes.size,
                               .bytes = bytes.data,
                               .options = options};
  ze_module *module = NULL;
  ze_log *log = NULL;
  const int error =
      qn_ze.zeModuleCreate(d->context, d->found.device, &desc, &module, &log);
  char *text = take_log(log);
  const qn_result result =
      error ? qn_spirv_refuse_build(&d->base,
                                    qn_ze_result(error, "zeModuleCreate"), text)
            : QN_R_OK;
  qn_free(text);
  if (result == QN_R_OK)
    *out_module = module;
  return result;
}

static qn_result build_spirv(void *user, qn_span image, void **out_program) {
  return create_module(user, image, ZE_FORMAT_SPIRV, out_program);
}

static void describe(void *user, qn_buffer *out) {
  const qn_ze_device *d = user;
  uint32_t version = 0;
  (void)qn_ze.zeDriverGetApiVersion(d->found.driver, &version);
  qn_buffer_printf(out, "device %s\nversion %u.%u\ndriver %u\noptions %s\n",
                   d->base.info.name, version >> 16, version & 0xffff,
                   d->driver_version, options);
}

static void *load_native(void *user, qn_span binary, qn_str notes) {
  void *module = NULL;
  (void)notes;
  if (create_module(user, binary, ZE_FORMAT_NATIVE, &module) == QN_R_OK)
    return module;
  QN_DEBUG("levelzero", "the driver does not take its own binary again (%s)",
           qn_reason());
  return NULL;
}

static bool save_native(void *user, void *module, qn_buffer *out,
                        qn_buffer *out_notes) {
  size_t size = 0;
  (void)user, (void)out_notes;
  if (qn_ze.zeModuleGetNativeBinary(module, &size, NULL) || !size)
    return false;
  qn_buffer_zero(out, size);
  return !out->failed &&
         qn_ze.zeModuleGetNativeBinary(module, &size, out->data) == 0;
}

// ---- What the device has

static bool has_all(uint32_t flags, uint32_t wanted) {
  return (flags & wanted) == wanted;
}

// Sub-groups, and what they exchange, every device has. Whether a driver takes
// what else there is, it says itself.
static const char *find_lack(const qn_spirv_device *base, uint32_t capability) {
  const qn_ze_device *d = (const qn_ze_device *)base;
  const ze_float_atomics *atomics = &d->float_atomics;
  const struct {
    uint32_t capability;
    bool has;
    const char *name;
  } rows[] = {
      {9, d->module.flags & ZE_MODULE_HAS_FP16, "half precision"},
      {10, d->module.flags & ZE_MODULE_HAS_FP64, "double precision"},
      {12, d->module.flags & ZE_MODULE_HAS_INT64_ATOMICS,
       "atomic operations on 64 bits"},
      {5612, has_all(atomics->fp32, ZE_FLOAT_ATOMIC_MIN_MAX),
       "atomic minima of floats"},
      {5613, has_all(atomics->fp64, ZE_FLOAT_ATOMIC_MIN_MAX),
       "atomic minima of doubles"},
      {5616, has_all(atomics->fp16, ZE_FLOAT_ATOMIC_MIN_MAX),
       "atomic minima in half precision"},
      {6033, has_all(atomics->fp32, ZE_FLOAT_ATOMIC_ADD),
       "atomic sums of floats"},
      {6034, has_all(atomics->fp64, ZE_FLOAT_ATOMIC_ADD),
       "atomic sums of doubles"},
      {6095, has_all(atomics->fp16, ZE_FLOAT_ATOMIC_ADD),
       "atomic sums in half precision"},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i)
    if (rows[i].capability == capability)
      return rows[i].has ? NULL : rows[i].name;
  return NULL;
}

// ---- Modules

qn_result qn_ze_check(const qn_spirv_device *base, qn_span image) {
  const qn_ze_device *d = (const qn_ze_device *)base;
  return qn_spirv_is_native(image)
             ? QN_R_OK
             : qn_spirv_check_image(base, image, d->found.spirv_version,
                                    find_lack);
}

qn_result qn_ze_build(qn_spirv_device *base, qn_span image, void **out_module) {
  qn_ze_device *d = (qn_ze_device *)base;
  const qn_spirv_builder builder = {.area = "levelzero",
                                    .user = d,
                                    .describe = describe,
                                    .build = build_spirv,
                                    .load = load_native,
                                    .save = save_native};
  if (qn_spirv_is_native(image))
    return create_module(d, image, ZE_FORMAT_NATIVE, out_module) == QN_R_OK
               ? QN_R_OK
               : qn_spirv_refuse_native(&d->base, qn_reason());
  return qn_spirv_build(&builder, image, out_module);
}

void qn_ze_drop_module(void *module) { (void)qn_ze.zeModuleDestroy(module); }

// ---- Functions

// Pointers lie in memory and in structs, too.
qn_result qn_ze_create_kernel(qn_spirv_function *base, const char *name,
                              unsigned *out_arguments) {
  qn_ze_function *f = (qn_ze_function *)base;
  const ze_kernel_desc desc = {.stype = ZE_KERNEL_DESC, .name = name};
  ze_kernel_properties p = {.stype = ZE_KERNEL_PROPERTIES};
  void *module = NULL;
  QN_CHECK(qn_spirv_program_of(base->code, name, &module));
  QN_ZE(zeKernelCreate, module, &desc, &f->kernel);
  QN_ZE(zeKernelSetIndirectAccess, f->kernel, ZE_INDIRECT_ALL);
  QN_ZE(zeKernelGetProperties, f->kernel, &p);
  *out_arguments = p.argument_count;
  return QN_R_OK;
}

void qn_ze_drop_kernel(qn_spirv_function *base) {
  qn_ze_function *f = (qn_ze_function *)base;
  if (f->kernel)
    (void)qn_ze.zeKernelDestroy(f->kernel);
}

qn_result qn_ze_describe_kernel(const qn_spirv_function *base,
                                qn_function_info *out_info) {
  const qn_ze_function *f = (const qn_ze_function *)base;
  const qn_resources *r = &base->entry.record->resources;
  const uint32_t threads = base->code->device->info.max_threads;
  ze_kernel_properties p = {.stype = ZE_KERNEL_PROPERTIES};
  QN_ZE(zeKernelGetProperties, f->kernel, &p);
  const uint64_t most = qn_figure_or(r->max_threads, threads);
  out_info->max_threads = most < threads ? (uint32_t)most : threads;
  out_info->shared_static =
      (uint32_t)qn_figure_or(r->shared_static, p.shared_size);
  out_info->local_size = p.private_size;
  return QN_R_OK;
}

// ---- The module's start

static qn_result launch_start(qn_ze_function *f, void *addresses,
                              uint64_t host) {
  const ze_groups one = {1, 1, 1};
  qn_ze_device *d = qn_ze_device_of(f);
  qn_ze_stream *null = (qn_ze_stream *)atomic_load(&d->base.null);
  qn_ze_marker *done;
  if (!null)
    return qn_refuse(QN_R_NOT_INITIALIZED, "the device has no stream yet");
  QN_ZE(zeKernelSetArgumentValue, f->kernel, 0, sizeof(addresses), &addresses);
  QN_ZE(zeKernelSetArgumentValue, f->kernel, 1, sizeof(host), &host);
  QN_ZE(zeKernelSetGroupSize, f->kernel, 1, 1, 1);
  QN_CHECK(qn_ze_marker_take(d, &done));
  qn_mutex_lock(&null->list_mutex);
  qn_result result =
      qn_ze_result(qn_ze.zeCommandListAppendLaunchKernel(null->list, f->kernel,
                                                         &one, NULL, 0, NULL),
                   "zeCommandListAppendLaunchKernel");
  if (result == QN_R_OK)
    result = qn_ze_barrier(null);
  if (result == QN_R_OK)
    result = qn_ze_mark(null, done);
  qn_mutex_unlock(&null->list_mutex);
  if (result == QN_R_OK)
    result = qn_ze_marker_wait(done, true);
  qn_ze_marker_drop(done);
  return result;
}

qn_result qn_ze_run_start(qn_spirv_code *code, void *addresses, uint64_t host) {
  qn_ze_function f = {.base.code = code};
  unsigned count;
  qn_result result = qn_ze_create_kernel(&f.base, QN_SPIRV_START, &count);
  if (result == QN_R_OK)
    result = launch_start(&f, addresses, host);
  qn_ze_drop_kernel(&f.base);
  return result;
}

// ---- Occupancy

// How many groups of that size run at a time, where launches can demand it.
static qn_result count_groups(qn_ze_function *f, uint32_t threads,
                              uint32_t *out_count) {
  *out_count = 0;
  if (!qn_ze_device_of(f)->found.cooperates)
    return QN_R_OK;
  qn_mutex_lock(&f->base.mutex); // each launch sets the size anew
  qn_result result =
      qn_ze_result(qn_ze.zeKernelSetGroupSize(f->kernel, threads, 1, 1),
                   "zeKernelSetGroupSize");
  if (result == QN_R_OK)
    result = qn_ze_result(
        qn_ze.zeKernelSuggestMaxCooperativeGroupCount(f->kernel, out_count),
        "zeKernelSuggestMaxCooperativeGroupCount");
  qn_mutex_unlock(&f->base.mutex);
  return result;
}

qn_result qn_ze_occupancy(void *user, void *function, uint32_t threads,
                          size_t shared_size, int *out_blocks) {
  const qn_ze_device *d = user;
  uint32_t groups;
  *out_blocks = qn_spirv_common_blocks(&d->base, threads, shared_size);
  if (!*out_blocks)
    return QN_R_OK;
  QN_CHECK(count_groups(function, threads, &groups));
  if (groups)
    *out_blocks = qn_spirv_blocks_of(&d->base, groups);
  return QN_R_OK;
}
