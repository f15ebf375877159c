// SPDX-License-Identifier: Apache-2.0
// GPUs that reach each other's memory. HSA's runtime gives access to each
// allocation by itself, so a device keeps a list of those that it has made.
#include "runtime/backends/hsa/hsa.h"

// Whom else a device's memory is for, and the device itself.
static hsa_status allow(const qn_hsa_device *d, const void *memory) {
  hsa_agent agents[QN_HSA_AGENTS_MAX];
  unsigned count = 0;
  agents[count++] = d->agent;
  for (unsigned k = 0; k < d->reacher_count; ++k)
    agents[count++] = d->reachers[k];
  return d->driver->api.hsa_amd_agents_allow_access(count, agents, NULL,
                                                    memory);
}

qn_result qn_hsa_own(qn_hsa_device *d, void *memory) {
  qn_diag diag = {0};
  qn_mutex_lock(&d->peers_mutex);
  const bool noted =
      !qn_failed(qn_map_put(&d->allocations, (uintptr_t)memory, 1, &diag));
  const hsa_status status = noted ? allow(d, memory) : HSA_OUT_OF_RESOURCES;
  if (status != HSA_SUCCESS)
    (void)qn_map_remove(&d->allocations, (uintptr_t)memory);
  qn_mutex_unlock(&d->peers_mutex);
  return qn_hsa_result(d, status, "making memory accessible");
}

void qn_hsa_disown(qn_hsa_device *d, const void *memory) {
  qn_mutex_lock(&d->peers_mutex);
  (void)qn_map_remove(&d->allocations, (uintptr_t)memory);
  qn_mutex_unlock(&d->peers_mutex);
}

bool qn_hsa_reaches(void *device, void *other) {
  enum { ACCESS = 0, NEVER = 0 };
  const qn_hsa_device *d = device, *peer = other;
  uint32_t access = NEVER;
  return d->driver->api.hsa_amd_agent_memory_pool_get_info(
             d->agent, peer->coarse, ACCESS, &access) == HSA_SUCCESS &&
         access != NEVER;
}

static void set_reacher(qn_hsa_device *d, hsa_agent agent, bool enable) {
  unsigned at = 0;
  while (at < d->reacher_count && d->reachers[at].handle != agent.handle)
    ++at;
  if (enable && at == d->reacher_count && at + 1 < QN_HSA_AGENTS_MAX)
    d->reachers[d->reacher_count++] = agent;
  else if (!enable && at < d->reacher_count)
    d->reachers[at] = d->reachers[--d->reacher_count];
}

qn_result qn_hsa_peer(void *device, void *other, bool enable) {
  const qn_hsa_device *d = device;
  qn_hsa_device *peer = other;
  hsa_status status = HSA_SUCCESS;
  qn_mutex_lock(&peer->peers_mutex);
  set_reacher(peer, d->agent, enable);
  for (size_t k = 0; k < peer->allocations.count && !status; ++k)
    status =
        allow(peer, (const void *)(uintptr_t)peer->allocations.entries[k].key);
  qn_mutex_unlock(&peer->peers_mutex);
  return qn_hsa_result(d, status, "giving access to a peer's memory");
}
