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

qn_result qn_ze_load(void *user, qn_span image, void **out_code) {
  qn_ze_device *d = user;
  qn_ze_code *code = qn_alloc_array(1, sizeof(*code));
  if (!code)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a module");
  code->base.device = &d->base;
  qn_mutex_init(&code->mutex);
  qn_result result = qn_spirv_programs_make(&code->base, image);
  if (result == QN_R_OK)
    result = qn_spirv_code_start(&code->base, image);
  void *made = code;
  if (result == QN_R_OK)
    *out_code = code;
  else
    qn_ze_unload(d, &made);
  return result;
}

static void drop_function(qn_ze_function *f) {
  if (f->initial)
    drop_function(f->initial);
  if (f->kernel)
    (void)qn_ze.zeKernelDestroy(f->kernel);
  qn_mutex_finish(&f->mutex);
  qn_free(f->kept);
  qn_free(f);
}

void qn_ze_unload(void *user, void **where) {
  qn_ze_code *code = *where;
  (void)user;
  if (!code)
    return;
  *where = NULL;
  qn_spirv_code_finish(&code->base);
  for (qn_ze_function *f = code->functions, *next; f; f = next) {
    next = f->next;
    drop_function(f);
  }
  qn_spirv_programs_finish(&code->base);
  qn_mutex_finish(&code->mutex);
  qn_free(code);
}

// ---- Functions

// Pointers lie in memory and in structs, too.
static qn_result create_kernel(qn_ze_function *f, qn_ze_code *code,
                               const char *name) {
  const ze_kernel_desc desc = {.stype = ZE_KERNEL_DESC, .name = name};
  void *module = NULL;
  QN_CHECK(qn_spirv_program_of(&code->base, name, &module));
  QN_ZE(zeKernelCreate, module, &desc, &f->kernel);
  QN_ZE(zeKernelSetIndirectAccess, f->kernel, ZE_INDIRECT_ALL);
  return QN_R_OK;
}

static qn_result create_by_record(qn_ze_function *f, qn_ze_code *code,
                                  const char *prefix) {
  char *name = qn_spirv_entry_name(f->entry.record, prefix);
  if (!name)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a kernel's name");
  const qn_result result = create_kernel(f, code, name);
  qn_free(name);
  return result;
}

// NULL: no memory.
static qn_ze_function *new_function(const qn_ze_code *code,
                                    const qn_kernel *kernel) {
  qn_ze_function *f = qn_alloc_array(1, sizeof(*f));
  if (!f)
    return NULL;
  f->device = (qn_ze_device *)code->base.device;
  f->code = &code->base;
  // Without it all are set again.
  f->kept = qn_alloc(qn_spirv_arguments_size(kernel));
  qn_mutex_init(&f->mutex);
  return f;
}

// Without it the kernel that always holds is launched.
static void add_initial(qn_ze_function *f, qn_ze_code *code) {
  if (!code->base.has_initial)
    return;
  qn_ze_function *initial = new_function(code, f->entry.record);
  if (!initial)
    return;
  initial->entry = f->entry;
  if (create_by_record(initial, code, QN_SPIRV_INITIAL) == QN_R_OK)
    f->initial = initial;
  else
    drop_function(initial);
}

static qn_result make_function(qn_ze_function *f, qn_ze_code *code,
                               const qn_kernel *kernel,
                               qn_function_info *out_info) {
  const qn_ze_device *d = f->device;
  const qn_resources *r = &kernel->resources;
  ze_kernel_properties p = {.stype = ZE_KERNEL_PROPERTIES};
  QN_CHECK(qn_spirv_read_entry(&d->base, kernel, d->sub_groups, 8, &f->entry));
  QN_CHECK(create_by_record(f, code, ""));
  add_initial(f, code);
  QN_ZE(zeKernelGetProperties, f->kernel, &p);
  QN_CHECK(qn_spirv_check_count(&f->entry, p.argument_count));
  const uint64_t most = qn_figure_or(r->max_threads, d->base.info.max_threads);
  *out_info = (qn_function_info){
      .max_threads = most < d->base.info.max_threads ? (uint32_t)most
                                                     : d->base.info.max_threads,
      .shared_static = (uint32_t)qn_figure_or(r->shared_static, p.shared_size),
      .local_size = p.private_size,
  };
  qn_spirv_tell_versions(&d->base, out_info);
  return QN_R_OK;
}

qn_result qn_ze_function_get(void *user, const qn_kernel *kernel,
                             void **out_function, qn_function_info *out_info) {
  qn_ze_code *code = user;
  qn_ze_function *f = new_function(code, kernel);
  if (!f)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a function");
  const qn_result result = make_function(f, code, kernel, out_info);
  if (result != QN_R_OK) {
    drop_function(f);
    return result;
  }
  qn_mutex_lock(&code->mutex);
  f->next = code->functions;
  code->functions = f;
  qn_mutex_unlock(&code->mutex);
  *out_function = f;
  return QN_R_OK;
}

// ---- The module's start

static qn_result launch_start(qn_ze_function *f, void *addresses,
                              uint64_t host) {
  const ze_groups one = {1, 1, 1};
  qn_ze_device *d = f->device;
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

qn_result qn_ze_run_start(qn_spirv_code *base, void *addresses, uint64_t host) {
  qn_ze_function f = {.device = (qn_ze_device *)base->device};
  qn_result result = create_kernel(&f, (qn_ze_code *)base, QN_SPIRV_START);
  if (result == QN_R_OK)
    result = launch_start(&f, addresses, host);
  if (f.kernel)
    (void)qn_ze.zeKernelDestroy(f.kernel);
  return result;
}

// ---- Occupancy

// How many groups of that size run at a time, where launches can demand it.
static qn_result count_groups(qn_ze_function *f, uint32_t threads,
                              uint32_t *out_count) {
  *out_count = 0;
  if (!f->device->found.cooperates)
    return QN_R_OK;
  qn_mutex_lock(&f->mutex); // each launch sets the size anew
  qn_result result =
      qn_ze_result(qn_ze.zeKernelSetGroupSize(f->kernel, threads, 1, 1),
                   "zeKernelSetGroupSize");
  if (result == QN_R_OK)
    result = qn_ze_result(
        qn_ze.zeKernelSuggestMaxCooperativeGroupCount(f->kernel, out_count),
        "zeKernelSuggestMaxCooperativeGroupCount");
  qn_mutex_unlock(&f->mutex);
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
