// SPDX-License-Identifier: Apache-2.0
// OpenCL devices: opening, closing, what they are, and their failure.
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/system/log.h"
#include "runtime/backends/opencl/fault.h"
#include "runtime/backends/opencl/opencl.h"
#include "runtime/contract/texture.h"

// ---- What a device is

enum {
  THREADS_MAX = 1024, // of a group, as CUDA's
  WARP = 32,
};

static uint32_t clamp(uint64_t value, uint32_t max) {
  return value < max ? (uint32_t)value : max;
}

// The host's addresses reach the memory of a CPU, whatever kind it is.
static void read_memory(const qn_opencl_device *d, qn_device_info *info) {
  info->memory_size = qn_opencl_number(d->device, CL_DEVICE_GLOBAL_MEM_SIZE);
  info->integrated = d->is_cpu;
  info->host_reaches = d->is_cpu || d->memory == QN_OPENCL_FINE;
  info->pageable = d->base.has_system;
  info->host_register = d->base.has_system;
  info->managed = true;
  if (d->memory == QN_OPENCL_USM) {
    const uint64_t shared = qn_opencl_number(
        d->device, CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL);
    info->managed = shared & CL_USM_ACCESS;
    info->concurrent_managed = shared & CL_USM_CONCURRENT;
  } else if (d->memory == QN_OPENCL_FINE) {
    info->concurrent_managed =
        qn_opencl_number(d->device, CL_DEVICE_SVM_CAPABILITIES) &
        CL_SVM_ATOMICS;
  }
}

static void read_place(const qn_opencl_device *d, qn_device_info *info) {
  uint32_t bus[4] = {0}; // domain, bus, device, function
  (void)qn_opencl.clGetDeviceInfo(d->device, CL_DEVICE_UUID_KHR,
                                  sizeof(info->uuid), info->uuid, NULL);
  if (qn_opencl_has(d->device, "cl_khr_pci_bus_info") &&
      qn_opencl.clGetDeviceInfo(d->device, CL_DEVICE_PCI_BUS_INFO_KHR,
                                sizeof(bus), bus, NULL) == 0) {
    info->pci_domain = bus[0];
    info->pci_bus = bus[1];
    info->pci_device = bus[2];
  }
}

// Whether kernels' warps can be sub-groups.
static bool has_warps(const qn_opencl_device *d) {
  return qn_spirv_has_warps(d->base.sub_groups, QN_SPIRV_SUB_GROUPS,
                            d->il_version) &&
         qn_opencl_has(d->device, "cl_khr_subgroup_ballot") &&
         qn_opencl_has(d->device, "cl_khr_subgroup_shuffle");
}

static void read_info(qn_opencl_device *d) {
  cl_device *device = d->device;
  size_t sizes[3] = {1, 1, 1};
  const uint32_t threads = clamp(
      qn_opencl_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE), THREADS_MAX);
  const uint32_t shared =
      clamp(qn_opencl_number(device, CL_DEVICE_LOCAL_MEM_SIZE), UINT32_MAX);
  (void)qn_opencl.clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES,
                                  sizeof(sizes), sizes, NULL);
  d->base.info = (qn_device_info){
      // What the headers tell code for other than NVIDIA's GPUs it may use.
      .compute_major = 8,
      .compute_minor = 9,
      .multiprocessors = clamp(
          qn_opencl_number(device, CL_DEVICE_MAX_COMPUTE_UNITS), UINT32_MAX),
      .wave_size = WARP,
      .max_threads = threads,
      .max_block = {clamp(sizes[0], threads), clamp(sizes[1], threads),
                    clamp(sizes[2], threads < 64 ? threads : 64)},
      .max_grid = {INT32_MAX, UINT16_MAX, UINT16_MAX},
      .max_threads_mp = 2 * threads,
      .max_blocks_mp = 32,
      .shared_size = clamp(shared, 48 * 1024),
      .shared_size_optin = shared,
      .shared_size_mp = shared,
      .registers = 65536,
      .registers_mp = 65536,
      .constant_size =
          clamp(qn_opencl_number(device, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE),
                64 * 1024),
      .clock_khz =
          1000 * clamp(qn_opencl_number(device, CL_DEVICE_MAX_CLOCK_FREQUENCY),
                       4000000),
      .l2_size =
          clamp(qn_opencl_number(device, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE),
                UINT32_MAX),
      .copy_engines = 1,
      .priority_greatest =
          qn_opencl_has(device, "cl_khr_priority_hints") ? -1 : 0,
      .texture_pitch_alignment = 32,
      .texture_alignment = d->memory == QN_OPENCL_USM ? QN_OPENCL_USM_ALIGNMENT
                                                      : QN_OPENCL_SVM_ALIGNMENT,
      // On CPUs it only says that this is Intel's runtime: it counts groups
      // that it does not let wait for one another.
      .cooperative =
          d->extensions.clGetKernelMaxConcurrentWorkGroupCountINTEL &&
          (!d->is_cpu || (d->has_native && qn_opencl.clCloneKernel)),
      .ecc = qn_opencl_number(device, CL_DEVICE_ERROR_CORRECTION_SUPPORT),
  };
  qn_opencl_text(device, CL_DEVICE_NAME, d->base.info.name,
                 sizeof(d->base.info.name));
  snprintf(d->base.info.target, sizeof(d->base.info.target), "%s",
           has_warps(d) ? "spirv64" : QN_SPIRV_OLD_TARGET);
  qn_texture_limits(&d->base.info);
  read_memory(d, &d->base.info);
  read_place(d, &d->base.info);
}

void qn_opencl_describe(void *user, qn_device_info *out_info) {
  qn_opencl_device *d = user;
  const uint64_t used = atomic_load(&d->base.used);
  *out_info = d->base.info;
  out_info->memory_free =
      used < d->base.info.memory_size ? d->base.info.memory_size - used : 0;
}

unsigned qn_opencl_fitness(void *user, const qn_target *target) {
  const qn_opencl_device *d = user;
  return qn_spirv_fitness(target, has_warps(d), d->ip_version);
}

// ---- Opening and closing

static void load_extensions(qn_opencl_device *d) {
#define QN_EXTENSION(extension, result, function, parameters)                  \
  {extension, #function, offsetof(qn_opencl_extensions, function)},
  static const struct {
    const char *extension, *name;
    size_t offset;
  } rows[] = {
#include "runtime/backends/opencl/extensions.def"
  };
#undef QN_EXTENSION
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    if (!qn_opencl_has(d->device, rows[i].extension))
      continue;
    void *function = qn_opencl.clGetExtensionFunctionAddressForPlatform(
        d->platform, rows[i].name);
    memcpy((char *)&d->extensions + rows[i].offset, &function,
           sizeof(function));
  }
}

static qn_result check_extensions(const qn_opencl_device *d) {
  const qn_opencl_extensions *x = &d->extensions;
  if (d->memory == QN_OPENCL_USM &&
      (!x->clHostMemAllocINTEL || !x->clDeviceMemAllocINTEL ||
       !x->clSharedMemAllocINTEL || !x->clMemFreeINTEL ||
       !x->clSetKernelArgMemPointerINTEL || !x->clEnqueueMemcpyINTEL ||
       !x->clEnqueueMemFillINTEL))
    return qn_refuse(QN_R_INSUFFICIENT_DRIVER,
                     "the driver names cl_intel_unified_shared_memory, but "
                     "lacks functions of it");
  if (!qn_opencl.clCreateProgramWithIL && !x->clCreateProgramWithILKHR)
    return qn_refuse(QN_R_INSUFFICIENT_DRIVER,
                     "the driver lacks clCreateProgramWithIL");
  return QN_R_OK;
}

// What the driver has to say beside its results.
static void on_notify(const char *text, const void *bytes, size_t size,
                      void *user) {
  (void)bytes;
  (void)size;
  (void)user;
  QN_DEBUG("opencl", "%s", text ? text : "");
}

// Whether QUERN_OPENCL_LANES, a list of numbers, leaves sub-groups of a size.
static bool may_use(size_t lanes) {
  const char *rest = getenv("QUERN_OPENCL_LANES");
  if (!rest || !rest[0])
    return true;
  while (*rest) {
    char *end = NULL;
    if (strtoull(rest, &end, 10) == lanes)
      return true;
    rest = end == rest || *end ? end + 1 : end;
  }
  return false;
}

static void read_sub_groups(qn_opencl_device *d) {
  size_t sizes[8] = {0};
  size_t size = 0;
  size_t used = 0;
  if (qn_opencl.clGetDeviceInfo(d->device, CL_DEVICE_SUB_GROUP_SIZES_INTEL,
                                sizeof(sizes), sizes, &size))
    return;
  for (size_t i = 0; i < size / sizeof(sizes[0]) && i < 8; ++i)
    if (may_use(sizes[i]))
      d->base.sub_groups[used++] = (uint32_t)sizes[i];
}

static qn_result open_device(qn_opencl_device *d) {
  const intptr_t properties[] = {CL_CONTEXT_PLATFORM, (intptr_t)d->platform, 0};
  int error = 0;
  load_extensions(d);
  QN_CHECK(check_extensions(d));
  d->is_cpu = qn_opencl_number(d->device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU;
  // With coarse-grained memory who touches it maps it before.
  d->has_native =
      d->is_cpu && d->memory != QN_OPENCL_COARSE &&
      qn_opencl_number(d->device, CL_DEVICE_EXECUTION_CAPABILITIES) &
          CL_EXEC_NATIVE_KERNEL;
  d->base.has_system =
      d->memory == QN_OPENCL_USM
          ? qn_opencl_number(d->device,
                             CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL) &
                CL_USM_ACCESS
          : qn_opencl_number(d->device, CL_DEVICE_SVM_CAPABILITIES) &
                CL_SVM_SYSTEM;
  if (d->memory == QN_OPENCL_COARSE)
    d->base.has_system = false;
  d->alloc_max = qn_opencl_number(d->device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  read_sub_groups(d);
  if (qn_opencl_has(d->device, "cl_intel_device_attribute_query"))
    d->ip_version =
        (uint32_t)qn_opencl_number(d->device, CL_DEVICE_IP_VERSION_INTEL);
  qn_opencl_text(d->device, CL_DRIVER_VERSION, d->driver, sizeof(d->driver));
  read_info(d);
  d->context = qn_opencl.clCreateContext(properties, 1, &d->device, on_notify,
                                         d, &error);
  if (d->is_cpu)
    qn_opencl_watch_faults();
  return d->context ? QN_R_OK : qn_opencl_result(error, "clCreateContext");
}

static const qn_spirv_ops ops = {
    .area = "opencl",
    .api = "OpenCL",
    .function_size = sizeof(qn_opencl_function),
    .await = qn_opencl_await,
    .finish = qn_opencl_finish,
    .query = qn_opencl_query,
    .drop_stream = qn_opencl_drop_stream,
    .allocate = qn_opencl_allocate,
    .release = qn_opencl_release,
    .memory = {.allocate = qn_spirv_allocate,
               .release = qn_spirv_release,
               .write = qn_opencl_write},
    .create_kernel = qn_opencl_create_kernel,
    .drop_kernel = qn_opencl_drop_kernel,
    .describe_kernel = qn_opencl_describe_kernel,
    .run_start = qn_opencl_run_start,
    .check = qn_opencl_check,
    .build = qn_opencl_build,
    .drop_program = qn_opencl_drop_program,
};

qn_result qn_opencl_open(unsigned ordinal, const qn_backend_options *options,
                         void **out_device) {
  const qn_opencl_found *found = qn_opencl_at(ordinal);
  qn_opencl_device *d = qn_alloc_array(1, sizeof(*d));
  if (!d)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a device");
  d->platform = found->platform;
  d->device = found->device;
  d->memory = found->memory;
  d->il_version = found->il_version;
  qn_spirv_device_init(&d->base, &ops, options);
  qn_mutex_init(&d->together_mutex);
  qn_mutex_init(&d->blocks_mutex);
  const qn_result result = open_device(d);
  void *made = d;
  if (result == QN_R_OK)
    *out_device = d;
  else
    qn_opencl_close(&made);
  return result;
}

void qn_opencl_close(void **where) {
  qn_opencl_device *d = *where;
  if (!d)
    return;
  *where = NULL;
  qn_spirv_remove_device(&d->base);
  if (!qn_spirv_runners_finish(&d->base))
    return; // a driver that is lost has work of it
  qn_spirv_heap_finish(&d->base);
  if (d->together)
    (void)qn_opencl.clReleaseCommandQueue(d->together);
  if (d->context)
    (void)qn_opencl.clReleaseContext(d->context);
  qn_free(d->blocks);
  qn_mutex_finish(&d->blocks_mutex);
  qn_mutex_finish(&d->together_mutex);
  qn_spirv_device_finish(&d->base);
  qn_free(d);
}
