// SPDX-License-Identifier: Apache-2.0
// Memory: what is allocated or locked is a range that kernels may reach.
#include <string.h>

#include "amdsim/core/memory.h"
#include "amdsim/hsa/hsa_sim.h"
#include "base/alloc.h"
#include "base/system/thread.h"

// A pool's handle is its agent's, and its kind above.
enum {
  KIND_SHIFT = 32,
  COARSE_DEVICE = 1,
  FINE_HOST = 2,
  KERNARG_HOST = 3,
  GROUP_DEVICE = 4,
  ALIGNMENT = 4096,
};

hsa_status hsa_amd_agent_iterate_memory_pools(hsa_agent agent,
                                              hsa_pool_fn *visit, void *user) {
  const bool gpu = sim_chip(agent) != NULL;
  const unsigned kinds[2] = {gpu ? COARSE_DEVICE : FINE_HOST,
                             gpu ? GROUP_DEVICE : KERNARG_HOST};
  hsa_status status = HSA_SUCCESS;
  for (unsigned k = 0; k < 2 && !status; ++k)
    status = visit((hsa_pool){agent.handle | (uint64_t)kinds[k] << KIND_SHIFT},
                   user);
  return status;
}

hsa_status hsa_amd_memory_pool_get_info(hsa_pool pool, hsa_pool_info what,
                                        void *out) {
  const unsigned kind = (unsigned)(pool.handle >> KIND_SHIFT);
  static const uint32_t flags[] = {
      [COARSE_DEVICE] = HSA_POOL_COARSE,
      [FINE_HOST] = HSA_POOL_FINE,
      [KERNARG_HOST] = HSA_POOL_FINE | HSA_POOL_KERNARG,
      [GROUP_DEVICE] = 0,
  };
  switch (what) {
  case HSA_POOL_SEGMENT:
    *(uint32_t *)out = kind == GROUP_DEVICE ? 3 : 0;
    break;
  case HSA_POOL_FLAGS:
    *(uint32_t *)out = kind <= GROUP_DEVICE ? flags[kind] : 0;
    break;
  case HSA_POOL_SIZE:
    *(size_t *)out =
        kind == GROUP_DEVICE ? 65536 : (size_t)qn_memory_available();
    break;
  case HSA_POOL_MAY_ALLOCATE:
    *(bool *)out = kind != GROUP_DEVICE;
    break;
  case HSA_POOL_GRANULE:
    *(size_t *)out = ALIGNMENT;
    break;
  }
  return HSA_SUCCESS;
}

static hsa_agent owner_of(hsa_pool pool) {
  return (hsa_agent){pool.handle & UINT32_MAX};
}

// May be given access to any pool, and has it to its own.
hsa_status hsa_amd_agent_memory_pool_get_info(hsa_agent agent, hsa_pool pool,
                                              unsigned what, void *out) {
  enum { ACCESS = 0, BY_DEFAULT = 1, NOT_BY_DEFAULT = 2 };
  if (what != ACCESS)
    return HSA_INVALID_ARGUMENT;
  *(uint32_t *)out =
      owner_of(pool).handle == agent.handle ? BY_DEFAULT : NOT_BY_DEFAULT;
  return HSA_SUCCESS;
}

hsa_status hsa_amd_memory_pool_allocate(hsa_pool pool, size_t size,
                                        uint32_t flags, void **out) {
  (void)flags;
  // Whole pages, as other processes may be given them.
  void *memory =
      qn_alloc_aligned(ALIGNMENT, qn_align_up(size ? size : 1, ALIGNMENT));
  if (!memory)
    return HSA_OUT_OF_RESOURCES;
  if (qn_failed(qn_amd_memory_add((uintptr_t)memory, size, true, NULL))) {
    qn_free_aligned(memory);
    return HSA_OUT_OF_RESOURCES;
  }
  (void)qn_amd_memory_allow((uintptr_t)memory, sim_agent_bit(owner_of(pool)));
  *out = memory;
  return HSA_SUCCESS;
}

hsa_status hsa_amd_memory_pool_free(void *memory) {
  if (!qn_amd_memory_remove((uintptr_t)memory))
    return HSA_INVALID_ALLOCATION;
  if (sim_take_back(memory))
    qn_free_aligned(memory);
  return HSA_SUCCESS;
}

// Those that are not named lose it.
hsa_status hsa_amd_agents_allow_access(uint32_t count, const hsa_agent *agents,
                                       const uint32_t *flags,
                                       const void *memory) {
  uint32_t bits = 0;
  if (!count || !agents || flags)
    return HSA_INVALID_ARGUMENT;
  for (uint32_t k = 0; k < count; ++k)
    bits |= sim_agent_bit(agents[k]);
  return qn_amd_memory_allow((uintptr_t)memory, bits) ? HSA_SUCCESS
                                                      : HSA_INVALID_ALLOCATION;
}

hsa_status hsa_amd_memory_lock(void *host, size_t size, hsa_agent *agents,
                               int count, void **out_address) {
  if (qn_failed(qn_amd_memory_add((uintptr_t)host, size, true, NULL)))
    return HSA_OUT_OF_RESOURCES;
  if (agents && count > 0)
    (void)hsa_amd_agents_allow_access((uint32_t)count, agents, NULL, host);
  *out_address = host;
  return HSA_SUCCESS;
}

hsa_status hsa_amd_memory_unlock(void *host) {
  return qn_amd_memory_remove((uintptr_t)host) ? HSA_SUCCESS
                                               : HSA_INVALID_ALLOCATION;
}

hsa_status hsa_amd_memory_async_copy(void *to, hsa_agent to_agent,
                                     const void *from, hsa_agent from_agent,
                                     size_t size, uint32_t after_count,
                                     const hsa_signal *after,
                                     hsa_signal completion) {
  (void)to_agent;
  (void)from_agent;
  for (uint32_t k = 0; k < after_count; ++k)
    (void)hsa_signal_wait_scacquire(after[k], HSA_EQUAL, 0, UINT64_MAX,
                                    HSA_BLOCKED);
  memmove(to, from, size);
  if (completion.handle)
    sim_signal_add(completion, -1);
  return HSA_SUCCESS;
}
