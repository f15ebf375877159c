// SPDX-License-Identifier: Apache-2.0
// Opening and closing a GPU, what it is, its memory, and its failure.
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "runtime/backends/hsa/hostcall.h"
#include "runtime/contract/texture.h"

// ---- Failure

static qn_result result_of(hsa_status status) {
  static const struct {
    hsa_status status;
    qn_result result;
  } rows[] = {
      {HSA_INVALID_ALLOCATION, QN_R_OUT_OF_MEMORY},
      {HSA_OUT_OF_RESOURCES, QN_R_OUT_OF_MEMORY},
      {HSA_INVALID_CODE_OBJECT, QN_R_INVALID_IMAGE},
      {HSA_INVALID_SYMBOL_NAME, QN_R_NOT_FOUND},
      {HSA_MEMORY_FAULT, QN_R_ILLEGAL_ADDRESS},
      {HSA_MEMORY_APERTURE_VIOLATION, QN_R_ILLEGAL_ADDRESS},
      {HSA_EXCEPTION, QN_R_LAUNCH_FAILURE},
      {HSA_ILLEGAL_INSTRUCTION, QN_R_LAUNCH_FAILURE},
  };
  for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); ++k)
    if (rows[k].status == status)
      return rows[k].result;
  return QN_R_UNKNOWN;
}

qn_result qn_hsa_result(const qn_hsa_device *d, hsa_status status,
                        const char *what) {
  const char *text = NULL;
  if (status == HSA_SUCCESS || status == HSA_INFO_BREAK)
    return QN_R_OK;
  (void)d->driver->api.hsa_status_string(status, &text);
  return qn_refuse(result_of(status), "%s: %s", what,
                   text ? text : "no reason");
}

void qn_hsa_fail(qn_hsa_device *d, qn_result result, const char *text) {
  qn_mutex_lock(&d->failure_mutex);
  if (!atomic_load(&d->failure)) {
    snprintf(d->failure_text, sizeof(d->failure_text), "%s", text);
    atomic_store(&d->failure, (int)result);
  }
  qn_mutex_unlock(&d->failure_mutex);
}

qn_result qn_hsa_failure(qn_hsa_device *d) {
  const int failure = atomic_load(&d->failure);
  return failure ? qn_refuse((qn_result)failure, "%s", d->failure_text)
                 : QN_R_OK;
}

// ---- What it is

enum { WORDS_64K = 65536 };

static uint32_t number(const qn_hsa_device *d, hsa_agent_info what) {
  uint32_t value = 0;
  (void)d->driver->api.hsa_agent_get_info(d->agent, what, &value);
  return value;
}

static hsa_status find_pool(hsa_pool pool, void *user) {
  qn_hsa_device *d = user;
  const qn_hsa_api *api = &d->driver->api;
  uint32_t segment = 0, flags = 0;
  size_t size = 0;
  bool may = false;
  (void)api->hsa_amd_memory_pool_get_info(pool, HSA_POOL_SEGMENT, &segment);
  (void)api->hsa_amd_memory_pool_get_info(pool, HSA_POOL_FLAGS, &flags);
  (void)api->hsa_amd_memory_pool_get_info(pool, HSA_POOL_SIZE, &size);
  (void)api->hsa_amd_memory_pool_get_info(pool, HSA_POOL_MAY_ALLOCATE, &may);
  if (segment == 3) {
    d->info.shared_size = (uint32_t)size;
  } else if (segment == 0 && may && (flags & HSA_POOL_COARSE) &&
             !d->has_coarse) {
    d->coarse = pool;
    d->has_coarse = true;
    size_t unit = 0;
    if (qn_hsa_has_virtual(api))
      (void)api->hsa_amd_memory_pool_get_info(pool, HSA_POOL_GRANULE, &unit);
    d->info.granularity = (uint32_t)unit;
    d->info.memory_size = size;
  }
  return HSA_SUCCESS;
}

static hsa_status read_isa(hsa_isa isa, void *user) {
  qn_hsa_device *d = user;
  char name[128] = "";
  uint32_t size = 0;
  (void)d->driver->api.hsa_isa_get_info_alt(isa, HSA_ISA_NAME_LENGTH, &size);
  if (size < sizeof(name))
    (void)d->driver->api.hsa_isa_get_info_alt(isa, HSA_ISA_NAME, name);
  const char *chip = strstr(name, "--");
  snprintf(d->isa, sizeof(d->isa), "%.60s", chip ? chip + 2 : name);
  return HSA_INFO_BREAK; // the first is the most exact
}

static void read_info(qn_hsa_device *d) {
  const qn_hsa_api *api = &d->driver->api;
  qn_device_info *info = &d->info;
  uint16_t block[3] = {1, 1, 1};
  hsa_dim3 grid = {1, 1, 1};
  (void)api->hsa_agent_get_info(d->agent, HSA_AGENT_GROUP_MAX_DIM, block);
  (void)api->hsa_agent_get_info(d->agent, HSA_AGENT_GRID_MAX_DIM, &grid);
  (void)api->hsa_agent_get_info(d->agent, HSA_AGENT_PRODUCT, info->name);
  (void)api->hsa_agent_get_info(d->agent, HSA_AGENT_COOPERATIVE,
                                &info->cooperative);
  const uint32_t place = number(d, HSA_AGENT_BDFID);
  info->wave_size = number(d, HSA_AGENT_WAVE_SIZE);
  info->multiprocessors = number(d, HSA_AGENT_COMPUTE_UNITS);
  info->max_threads = number(d, HSA_AGENT_GROUP_MAX_SIZE);
  for (unsigned k = 0; k < 3; ++k)
    info->max_block[k] = block[k];
  info->max_grid[0] = INT32_MAX;
  info->max_grid[1] = info->max_grid[2] = UINT16_MAX;
  d->max_waves = number(d, HSA_AGENT_WAVES_PER_UNIT);
  info->max_threads_mp = 2048;
  info->max_blocks_mp = 32;
  info->clock_khz = 1000 * number(d, HSA_AGENT_MAX_CLOCK);
  info->memory_clock_khz = 1000 * number(d, HSA_AGENT_MEMORY_CLOCK);
  info->memory_bus_bits = number(d, HSA_AGENT_MEMORY_WIDTH);
  info->pci_domain = number(d, HSA_AGENT_DOMAIN);
  info->pci_bus = place >> 8 & 255;
  info->pci_device = place >> 3 & 31;
  info->compute_major = 8; // what code for other than NVIDIA's may use
  info->compute_minor = 9;
  info->registers = info->registers_mp = WORDS_64K;
  info->constant_size = WORDS_64K;
  info->copy_engines = 1;
  qn_texture_limits(info);
  info->texture_alignment = 256;
  info->texture_pitch_alignment = 256;
  info->managed = info->concurrent_managed = true;
  info->host_register = true;
  info->shares = d->driver->api.hsa_amd_ipc_memory_create != NULL;
  info->host_reaches = d->driver->simulated;
  info->shared_size_mp = info->shared_size_optin = info->shared_size;
  snprintf(info->target, sizeof(info->target), "%s", d->isa);
}

void qn_hsa_describe(void *user, qn_device_info *out_info) {
  qn_hsa_device *d = user;
  const size_t used = atomic_load(&d->used);
  *out_info = d->info;
  out_info->memory_free =
      used < d->info.memory_size ? d->info.memory_size - used : 0;
}

// Its own chip with the features of its memory; a family's after that.
unsigned qn_hsa_fitness(void *user, const qn_target *target) {
  const qn_hsa_device *d = user;
  qn_target own;
  if (target->row->family != QN_FAMILY_AMD ||
      qn_failed(qn_target_parse(qn_str_from(d->isa), &own, NULL)))
    return 0;
  if ((target->xnack && own.xnack && target->xnack != own.xnack) ||
      (target->sramecc && own.sramecc && target->sramecc != own.sramecc))
    return 0;
  if (target->row == own.row)
    return 4 + (target->xnack ? 1u : 0u) + (target->sramecc ? 1u : 0u);
  return 0;
}

// ---- Opening and closing

qn_result qn_hsa_open_on(const qn_hsa_driver *driver, unsigned ordinal,
                         const qn_backend_options *options, void **out_device) {
  qn_hsa_device *d = qn_alloc_array(1, sizeof(*d));
  if (!d)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a device");
  d->driver = driver;
  d->agent = driver->gpus[ordinal];
  if (options) {
    d->print = options->print;
    d->print_user = options->user;
    d->heap_size = options->heap_size;
  }
  qn_mutex_init(&d->failure_mutex);
  qn_mutex_init(&d->heap_mutex);
  qn_mutex_init(&d->print_mutex);
  qn_mutex_init(&d->streams_mutex);
  qn_mutex_init(&d->stamps_mutex);
  qn_mutex_init(&d->peers_mutex);
  (void)driver->api.hsa_amd_agent_iterate_memory_pools(d->agent, find_pool, d);
  (void)driver->api.hsa_agent_iterate_isas(d->agent, read_isa, d);
  read_info(d);
  if (!d->has_coarse) {
    qn_free(d);
    return qn_refuse(QN_R_NO_DEVICE, "the GPU has no memory to allocate");
  }
  *out_device = d;
  return QN_R_OK;
}

void qn_hsa_close(void **where) {
  qn_hsa_device *d = *where;
  if (!d)
    return;
  qn_hsa_service_stop(d);
  (void)qn_hsa_release(d, QN_MEMORY_DEVICE, &d->heap);
  (void)qn_hsa_release(d, QN_MEMORY_DEVICE, &d->rocm_heap);
  qn_mutex_finish(&d->heap_mutex);
  qn_mutex_finish(&d->failure_mutex);
  qn_mutex_finish(&d->print_mutex);
  qn_mutex_finish(&d->streams_mutex);
  qn_hsa_drop_stamps(d);
  qn_map_finish(&d->allocations);
  qn_mutex_finish(&d->peers_mutex);
  qn_mutex_finish(&d->stamps_mutex);
  qn_free(d);
  *where = NULL;
}
