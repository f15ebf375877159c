// SPDX-License-Identifier: Apache-2.0
// Level Zero devices: opening, closing, and what they are.
#include <stdio.h>

#include "base/alloc.h"
#include "runtime/backends/levelzero/levelzero.h"
#include "runtime/contract/texture.h"

enum {
  THREADS_MAX = 1024, // of a group, as CUDA's
  MEMORIES_MAX = 8,
};

static uint32_t at_most(uint64_t value, uint32_t max) {
  return value < max ? (uint32_t)value : max;
}

// ---- What a device is

// The largest of its memories is what allocations come from.
static void read_memories(const qn_ze_device *d, qn_device_info *info) {
  ze_memory_properties memories[MEMORIES_MAX];
  uint32_t count = MEMORIES_MAX;
  for (size_t i = 0; i < MEMORIES_MAX; ++i)
    memories[i] = (ze_memory_properties){.stype = ZE_DEVICE_MEMORY_PROPERTIES};
  if (qn_ze.zeDeviceGetMemoryProperties(d->found.device, &count, memories))
    return;
  for (uint32_t i = 0; i < count && i < MEMORIES_MAX; ++i)
    if (memories[i].size > info->memory_size) {
      info->memory_size = memories[i].size;
      info->memory_clock_khz = 1000 * at_most(memories[i].clock_mhz, 4000000);
      info->memory_bus_bits = memories[i].bus_bits;
    }
}

static void read_access(qn_ze_device *d, qn_device_info *info) {
  ze_access_properties access = {.stype = ZE_DEVICE_ACCESS_PROPERTIES};
  if (qn_ze.zeDeviceGetMemoryAccessProperties(d->found.device, &access))
    return;
  d->base.has_system = access.system & ZE_ACCESS_RW;
  info->pageable = d->base.has_system;
  info->host_register = d->base.has_system;
  info->managed = access.shared & ZE_ACCESS_RW;
  info->concurrent_managed = access.shared & ZE_ACCESS_CONCURRENT;
  // Then what both share is the memory that there is.
  info->host_reaches =
      info->integrated && info->managed && info->concurrent_managed;
}

static void read_cache(const qn_ze_device *d, qn_device_info *info) {
  ze_cache_properties caches[MEMORIES_MAX];
  uint32_t count = MEMORIES_MAX;
  for (size_t i = 0; i < MEMORIES_MAX; ++i)
    caches[i] = (ze_cache_properties){.stype = ZE_DEVICE_CACHE_PROPERTIES};
  if (qn_ze.zeDeviceGetCacheProperties(d->found.device, &count, caches))
    return;
  for (uint32_t i = 0; i < count && i < MEMORIES_MAX; ++i)
    if (caches[i].size > info->l2_size)
      info->l2_size = at_most(caches[i].size, UINT32_MAX);
}

static void read_place(const qn_ze_device *d, qn_device_info *info) {
  ze_pci_properties pci = {.stype = ZE_PCI_PROPERTIES};
  if (!qn_ze.zeDevicePciGetPropertiesExt ||
      qn_ze.zeDevicePciGetPropertiesExt(d->found.device, &pci))
    return;
  info->pci_domain = pci.domain;
  info->pci_bus = pci.bus;
  info->pci_device = pci.device;
}

static void read_compute(qn_ze_device *d, const ze_compute_properties *c,
                         qn_device_info *info) {
  const uint32_t threads = at_most(c->group_max, THREADS_MAX);
  info->max_threads = threads;
  for (size_t i = 0; i < 3; ++i) {
    info->max_block[i] =
        at_most(c->group_max_by[i], i == 2 && threads > 64 ? 64 : threads);
    info->max_grid[i] =
        at_most(c->groups_max[i], i == 0 ? INT32_MAX : UINT16_MAX);
  }
  info->max_threads_mp = 2 * threads;
  info->shared_size = at_most(c->shared_max, 48 * 1024);
  info->shared_size_optin = info->shared_size_mp = c->shared_max;
  for (uint32_t i = 0; i < c->sub_group_count && i < 8; ++i)
    d->base.sub_groups[i] = c->sub_groups[i];
}

static bool has_warps(const qn_ze_device *d) {
  return qn_spirv_has_warps(d->base.sub_groups, QN_SPIRV_SUB_GROUPS,
                            d->found.spirv_version);
}

static qn_result read_info(qn_ze_device *d) {
  ze_ip_version ip = {.stype = ZE_IP_VERSION};
  ze_device_properties p = {.stype = ZE_DEVICE_PROPERTIES_1_2, .next = &ip};
  ze_compute_properties compute = {.stype = ZE_DEVICE_COMPUTE_PROPERTIES};
  qn_device_info *info = &d->base.info;
  QN_ZE(zeDeviceGetProperties, d->found.device, &p);
  QN_ZE(zeDeviceGetComputeProperties, d->found.device, &compute);
  const uint64_t units = (uint64_t)p.slices * p.subslices_per_slice;
  *info = (qn_device_info){
      // What the headers tell code for other than NVIDIA's GPUs it may use.
      .compute_major = 8,
      .compute_minor = 9,
      .multiprocessors = units ? at_most(units, UINT32_MAX) : 1,
      .wave_size = QN_SPIRV_WARP,
      .max_blocks_mp = 32,
      .registers = 65536,
      .registers_mp = 65536,
      .constant_size = 64 * 1024,
      .clock_khz = 1000 * at_most(p.clock_mhz, 4000000),
      .copy_engines = 1,
      .priority_greatest = p.priority_max ? -1 : 0,
      .texture_pitch_alignment = 32,
      .texture_alignment = 256, // as allocations are
      .integrated = p.flags & ZE_DEVICE_IS_INTEGRATED,
      .cooperative = d->found.cooperates,
      .ecc = p.flags & ZE_DEVICE_HAS_ECC,
  };
  snprintf(info->name, sizeof(info->name), "%.*s", (int)sizeof(p.name) - 1,
           p.name);
  memcpy(info->uuid, p.uuid, sizeof(info->uuid));
  d->ip_version = ip.version;
  d->alloc_max = p.alloc_max;
  d->timer_hz = p.timer_hz ? p.timer_hz : 1;
  d->timer_mask = p.timer_bits && p.timer_bits < 64
                      ? (UINT64_C(1) << p.timer_bits) - 1
                      : UINT64_MAX;
  qn_texture_limits(info);
  read_compute(d, &compute, info);
  snprintf(info->target, sizeof(info->target), "%s",
           has_warps(d) ? "spirv64" : QN_SPIRV_OLD_TARGET);
  read_memories(d, info);
  read_access(d, info);
  read_cache(d, info);
  read_place(d, info);
  return QN_R_OK;
}

void qn_ze_describe(void *user, qn_device_info *out_info) {
  qn_ze_device *d = user;
  const uint64_t used = atomic_load(&d->base.used);
  *out_info = d->base.info;
  out_info->memory_free =
      used < d->base.info.memory_size ? d->base.info.memory_size - used : 0;
}

unsigned qn_ze_fitness(void *user, const qn_target *target) {
  const qn_ze_device *d = user;
  return qn_spirv_fitness(target, has_warps(d), d->ip_version);
}

// ---- Opening and closing

static const qn_spirv_ops ops = {
    .area = "levelzero",
    .api = "Level Zero",
    .function_size = sizeof(qn_ze_function),
    .await = qn_ze_await,
    .finish = qn_ze_finish,
    .query = qn_ze_query,
    .drop_stream = qn_ze_drop_stream,
    .allocate = qn_ze_allocate,
    .release = qn_ze_release,
    .memory = {.allocate = qn_spirv_allocate,
               .release = qn_spirv_release,
               .write = qn_ze_write},
    .create_kernel = qn_ze_create_kernel,
    .drop_kernel = qn_ze_drop_kernel,
    .describe_kernel = qn_ze_describe_kernel,
    .run_start = qn_ze_run_start,
    .check = qn_ze_check,
    .build = qn_ze_build,
    .drop_program = qn_ze_drop_module,
};

static qn_result open_device(qn_ze_device *d) {
  const ze_context_desc desc = {.stype = ZE_CONTEXT_DESC};
  ze_driver_properties driver = {.stype = ZE_DRIVER_PROPERTIES};
  d->float_atomics.stype = ZE_FLOAT_ATOMIC_PROPERTIES;
  d->module = (ze_module_properties){.stype = ZE_DEVICE_MODULE_PROPERTIES,
                                     .next = &d->float_atomics};
  QN_ZE(zeDriverGetProperties, d->found.driver, &driver);
  d->driver_version = driver.version;
  QN_ZE(zeDeviceGetModuleProperties, d->found.device, &d->module);
  QN_CHECK(read_info(d));
  QN_ZE(zeContextCreate, d->found.driver, &desc, &d->context);
  return QN_R_OK;
}

qn_result qn_ze_open(unsigned ordinal, const qn_backend_options *options,
                     void **out_device) {
  qn_ze_device *d = qn_alloc_array(1, sizeof(*d));
  if (!d)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a device");
  d->found = *qn_ze_at(ordinal);
  qn_spirv_device_init(&d->base, &ops, options);
  qn_mutex_init(&d->markers_mutex);
  const qn_result result = open_device(d);
  void *made = d;
  if (result == QN_R_OK)
    *out_device = d;
  else
    qn_ze_close(&made);
  return result;
}

void qn_ze_close(void **where) {
  qn_ze_device *d = *where;
  if (!d)
    return;
  *where = NULL;
  qn_spirv_remove_device(&d->base);
  if (!qn_spirv_runners_finish(&d->base))
    return; // a driver that is lost has work of it
  qn_spirv_heap_finish(&d->base);
  qn_ze_markers_finish(d);
  if (d->context)
    (void)qn_ze.zeContextDestroy(d->context);
  qn_mutex_finish(&d->markers_mutex);
  qn_spirv_device_finish(&d->base);
  qn_free(d);
}
