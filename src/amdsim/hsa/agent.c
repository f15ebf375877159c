// SPDX-License-Identifier: Apache-2.0
// Agents: the host, and one GPU for each chip that is simulated.
#include <stdio.h>
#include <string.h>

#include "amdsim/hsa/hsa_sim.h"
#include "base/system/thread.h"

static const char *const chip_names[] = {"gfx1100", "gfx90a",  "gfx942",
                                         "gfx1030", "gfx1200", "gfx906"};
enum {
  CHIPS = sizeof(chip_names) / sizeof(chip_names[0]),
  GROUP_MAX = 1024,
  UNITS = 8, // so many are reported
};
static qn_amd_chip chips[CHIPS];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void fill_chips(void) {
  for (unsigned k = 0; k < CHIPS; ++k)
    (void)qn_amd_chip_find(qn_str_from(chip_names[k]), &chips[k]);
}

const qn_amd_chip *sim_chip(hsa_agent agent) {
  (void)pthread_once(&once, fill_chips);
  return agent.handle > SIM_HOST && agent.handle <= SIM_HOST + CHIPS
             ? &chips[agent.handle - SIM_HOST - 1]
             : NULL;
}

uint32_t sim_agent_bit(hsa_agent agent) {
  return sim_chip(agent) ? 1u << (agent.handle - SIM_HOST - 1) : 0;
}

hsa_status hsa_init(void) { return HSA_SUCCESS; }
hsa_status hsa_shut_down(void) { return HSA_SUCCESS; }

hsa_status hsa_status_string(hsa_status status, const char **out_text) {
  static const struct {
    hsa_status status;
    const char *text;
  } texts[] = {
      {HSA_SUCCESS, "success"},
      {HSA_INVALID_ARGUMENT, "an argument is invalid"},
      {HSA_INVALID_ALLOCATION, "memory cannot be allocated"},
      {HSA_OUT_OF_RESOURCES, "out of resources"},
      {HSA_INVALID_PACKET_FORMAT, "a packet is invalid"},
      {HSA_INVALID_CODE_OBJECT, "the code object is invalid"},
      {HSA_INVALID_SYMBOL_NAME, "there is no symbol of that name"},
      {HSA_EXCEPTION, "the kernel gave up"},
      {HSA_MEMORY_FAULT, "a kernel reached memory that is not there"},
      {HSA_ILLEGAL_INSTRUCTION, "an illegal instruction"},
  };
  *out_text = "an error";
  for (size_t k = 0; k < sizeof(texts) / sizeof(texts[0]); ++k)
    if (texts[k].status == status)
      *out_text = texts[k].text;
  return HSA_SUCCESS;
}

hsa_status hsa_system_get_info(hsa_system_info what, void *out) {
  if (what != HSA_SYSTEM_TIMESTAMP_FREQUENCY)
    return HSA_INVALID_ARGUMENT;
  *(uint64_t *)out = UINT64_C(1000000000);
  return HSA_SUCCESS;
}

hsa_status hsa_iterate_agents(hsa_agent_fn *visit, void *user) {
  hsa_status status = HSA_SUCCESS;
  for (uint64_t k = SIM_HOST; k <= SIM_HOST + CHIPS && !status; ++k)
    status = visit((hsa_agent){k}, user);
  return status;
}

static void put_u32(void *out, uint32_t value) { memcpy(out, &value, 4); }

static hsa_status gpu_info(const qn_amd_chip *chip, hsa_agent_info what,
                           void *out) {
  const uint16_t group_dim[3] = {GROUP_MAX, GROUP_MAX, GROUP_MAX};
  const hsa_dim3 grid_dim = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
  switch (what) {
  case HSA_AGENT_NAME:
    snprintf(out, 64, "%s", chip->name);
    break;
  case HSA_AGENT_PRODUCT:
    snprintf(out, 64, "simulated %s", chip->name);
    break;
  case HSA_AGENT_WAVE_SIZE:
    put_u32(out, chip->major >= 10 ? 32 : 64);
    break;
  case HSA_AGENT_GROUP_MAX_DIM:
    memcpy(out, group_dim, sizeof(group_dim));
    break;
  case HSA_AGENT_GROUP_MAX_SIZE:
    put_u32(out, GROUP_MAX);
    break;
  case HSA_AGENT_GRID_MAX_DIM:
    memcpy(out, &grid_dim, sizeof(grid_dim));
    break;
  case HSA_AGENT_QUEUE_MAX_SIZE:
    put_u32(out, 1 << 16);
    break;
  case HSA_AGENT_DEVICE:
    put_u32(out, HSA_GPU);
    break;
  case HSA_AGENT_COMPUTE_UNITS:
    put_u32(out, UNITS);
    break;
  case HSA_AGENT_MAX_CLOCK:
    put_u32(out, 1000);
    break;
  case HSA_AGENT_WAVES_PER_UNIT:
    put_u32(out, 32);
    break;
  case HSA_AGENT_COOPERATIVE:
    *(bool *)out = true;
    break;
  default: // figures of a bus and of memory that are not there
    put_u32(out, 0);
  }
  return HSA_SUCCESS;
}

hsa_status hsa_agent_get_info(hsa_agent agent, hsa_agent_info what, void *out) {
  const qn_amd_chip *chip = sim_chip(agent);
  if (chip)
    return gpu_info(chip, what, out);
  if (agent.handle != SIM_HOST)
    return HSA_INVALID_AGENT;
  if (what == HSA_AGENT_NAME || what == HSA_AGENT_PRODUCT)
    snprintf(out, 64, "the host");
  else
    put_u32(out, 0); // HSA_CPU
  return HSA_SUCCESS;
}

hsa_status hsa_agent_iterate_isas(hsa_agent agent, hsa_isa_fn *visit,
                                  void *user) {
  return sim_chip(agent) ? visit((hsa_isa){agent.handle}, user) : HSA_SUCCESS;
}

hsa_status hsa_isa_get_info_alt(hsa_isa isa, hsa_isa_info what, void *out) {
  char name[64];
  const qn_amd_chip *chip = sim_chip((hsa_agent){isa.handle});
  if (!chip)
    return HSA_INVALID_ARGUMENT;
  // Features of memory that make no difference here are off.
  const bool sramecc = strcmp(chip->name, "gfx90a") == 0 ||
                       strcmp(chip->name, "gfx942") == 0 ||
                       strcmp(chip->name, "gfx906") == 0;
  const bool xnack = chip->major == 9;
  const int size =
      snprintf(name, sizeof(name), "amdgcn-amd-amdhsa--%s%s%s", chip->name,
               sramecc ? ":sramecc+" : "", xnack ? ":xnack-" : "");
  if (what == HSA_ISA_NAME_LENGTH)
    put_u32(out, (uint32_t)size + 1);
  else
    memcpy(out, name, (size_t)size + 1);
  return HSA_SUCCESS;
}
