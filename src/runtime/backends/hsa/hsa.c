// SPDX-License-Identifier: Apache-2.0
// The libraries, which GPUs they have, and the tables of both back ends.
#include "runtime/backends/hsa/hsa.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/system/install.h"
#include "base/system/log.h"

#define QN_DL_TABLE qn_hsa_api
static const qn_dl_symbol symbols[] = {HSA_FUNCTIONS(QN_DL_ENTRY)};
#undef QN_DL_TABLE

static qn_hsa_driver drivers[2] = {{.simulated = false}, {.simulated = true}};
static pthread_once_t once[2] = {PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT};

// ---- Finding

static hsa_status find_host_pool(hsa_pool pool, void *user) {
  qn_hsa_driver *d = user;
  uint32_t segment = 0, flags = 0;
  bool may = false;
  (void)d->api.hsa_amd_memory_pool_get_info(pool, HSA_POOL_SEGMENT, &segment);
  (void)d->api.hsa_amd_memory_pool_get_info(pool, HSA_POOL_FLAGS, &flags);
  (void)d->api.hsa_amd_memory_pool_get_info(pool, HSA_POOL_MAY_ALLOCATE, &may);
  if (segment != 0 || !may)
    return HSA_SUCCESS;
  if ((flags & HSA_POOL_KERNARG) && !d->has_kernarg) {
    d->kernarg = pool;
    d->has_kernarg = true;
  } else if ((flags & HSA_POOL_FINE) && !d->has_fine) {
    d->fine = pool;
    d->has_fine = true;
  }
  return HSA_SUCCESS;
}

static hsa_status find_agent(hsa_agent agent, void *user) {
  qn_hsa_driver *d = user;
  uint32_t device = HSA_CPU;
  (void)d->api.hsa_agent_get_info(agent, HSA_AGENT_DEVICE, &device);
  if (device == HSA_GPU && d->gpu_count < QN_HSA_AGENTS_MAX)
    d->gpus[d->gpu_count++] = agent;
  if (device != HSA_CPU || d->has_host)
    return HSA_SUCCESS;
  d->host = agent;
  d->has_host = true;
  return d->api.hsa_amd_agent_iterate_memory_pools(agent, find_host_pool, d);
}

static void find_gpus(qn_hsa_driver *d) {
  const char *text = NULL;
  uint64_t frequency = 0; // Hz
  hsa_status status = d->api.hsa_init();
  if (status == HSA_SUCCESS)
    status = d->api.hsa_iterate_agents(find_agent, d);
  if (status == HSA_SUCCESS)
    status =
        d->api.hsa_system_get_info(HSA_SYSTEM_TIMESTAMP_FREQUENCY, &frequency);
  d->tick_ns = frequency ? 1e9 / (double)frequency : 1;
  if (status != HSA_SUCCESS) {
    (void)d->api.hsa_status_string(status, &text);
    snprintf(d->unavailable, sizeof(d->unavailable),
             "HSA's runtime does not start: %s", text ? text : "no reason");
    d->gpu_count = 0;
  } else if (!d->gpu_count) {
    snprintf(d->unavailable, sizeof(d->unavailable),
             "HSA's runtime finds no GPU");
  } else if (!d->has_fine || !d->has_kernarg) {
    snprintf(d->unavailable, sizeof(d->unavailable),
             "the host has no memory for arguments of kernels");
    d->gpu_count = 0;
  }
}

static void open_library(qn_hsa_driver *d, const char *const *names) {
  qn_diag diag = {0};
  qn_dl dl;
  if (qn_failed(qn_dl_open(names, &dl, NULL, &diag)) ||
      qn_failed(qn_dl_load(&dl, symbols, sizeof(symbols) / sizeof(symbols[0]),
                           &d->api, &diag))) {
    snprintf(d->unavailable, sizeof(d->unavailable), "%s", diag.message);
    return; // a library that was opened stays: it has threads
  }
  find_gpus(d);
  QN_DEBUG("hsa", "%s: %u GPUs", dl.path, d->gpu_count);
}

static void open_real(void) {
  static const char *const usual[] = {"libhsa-runtime64.so.1",
                                      "libhsa-runtime64.so", NULL};
  const char *own = getenv("QUERN_LIBHSA");
  const char *const asked[] = {own, NULL};
  open_library(&drivers[0], own && own[0] ? asked : usual);
}

static void open_simulated(void) {
  char path[4096];
  const char *const names[] = {path, NULL};
  if (qn_install_find("libquern-amdsim.so", path, sizeof(path)))
    open_library(&drivers[1], names);
  else
    snprintf(drivers[1].unavailable, sizeof(drivers[1].unavailable),
             "libquern-amdsim.so is not installed: it needs LLVM");
}

const qn_hsa_driver *qn_hsa_driver_get(bool simulated) {
  (void)pthread_once(&once[simulated], simulated ? open_simulated : open_real);
  return &drivers[simulated];
}

static unsigned probe(bool simulated, char *reason, size_t capacity) {
  const qn_hsa_driver *d = qn_hsa_driver_get(simulated);
  if (capacity)
    snprintf(reason, capacity, "%s", d->unavailable);
  return d->gpu_count;
}

static unsigned probe_real(char *reason, size_t capacity) {
  return probe(false, reason, capacity);
}
static unsigned probe_simulated(char *reason, size_t capacity) {
  return probe(true, reason, capacity);
}
static qn_result open_gpu(unsigned ordinal, const qn_backend_options *options,
                          void **out_device) {
  return qn_hsa_open_on(qn_hsa_driver_get(false), ordinal, options, out_device);
}
static qn_result open_simulation(unsigned ordinal,
                                 const qn_backend_options *options,
                                 void **out_device) {
  return qn_hsa_open_on(qn_hsa_driver_get(true), ordinal, options, out_device);
}

// The number of the first GPU of a name: "gfx1100".
static long find_by_name(bool simulated, qn_str name) {
  const qn_hsa_driver *d = qn_hsa_driver_get(simulated);
  for (unsigned k = 0; k < d->gpu_count; ++k) {
    char text[64] = "";
    (void)d->api.hsa_agent_get_info(d->gpus[k], HSA_AGENT_NAME, text);
    if (qn_str_equal(name, qn_str_from(text)))
      return (long)k;
  }
  return -1;
}
static long find_gpu(qn_str name) { return find_by_name(false, name); }
static long find_simulated(qn_str name) { return find_by_name(true, name); }

// ---- The tables

#define OPERATIONS                                                             \
  .close = qn_hsa_close, .describe = qn_hsa_describe,                          \
  .fitness = qn_hsa_fitness, .allocate = qn_hsa_allocate,                      \
  .release = qn_hsa_release, .map = qn_hsa_map, .texture = qn_hsa_texture,     \
  .peer = qn_hsa_peer, .reaches = qn_hsa_reaches, .load = qn_hsa_load,         \
  .unload = qn_hsa_unload, .function = qn_hsa_function_get,                    \
  .variable = qn_hsa_variable, .occupancy = qn_hsa_occupancy,                  \
  .stream_create = qn_hsa_stream_create,                                       \
  .stream_destroy = qn_hsa_stream_destroy, .submit = qn_hsa_submit,            \
  .stream_wait = qn_hsa_stream_wait, .event_create = qn_hsa_event_create,      \
  .event_destroy = qn_hsa_event_destroy, .event_wait = qn_hsa_event_wait,      \
  .event_elapsed = qn_hsa_event_elapsed

const qn_backend qn_backend_hsa = {
    .name = "hsa",
    .summary = "AMD GPUs, through HSA's runtime",
    .on_request = true,
    .probe = probe_real,
    .find = find_gpu,
    .open = open_gpu,
    OPERATIONS,
};

const qn_backend qn_backend_amdsim = {
    .name = "amdsim",
    .summary = "AMD's machine code, simulated on this machine's CPU",
    .on_request = true,
    .probe = probe_simulated,
    .find = find_simulated,
    .open = open_simulation,
    OPERATIONS,
};
