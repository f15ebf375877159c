// SPDX-License-Identifier: Apache-2.0
// HSA's objects on the simulator. A handle is the address of the object.
#ifndef QN_AMDSIM_HSA_HSA_SIM_H
#define QN_AMDSIM_HSA_HSA_SIM_H

#include "amdsim/core/dispatch.h"
#include "targets/hsa.h"

#define HSA_EXPORT __attribute__((visibility("default")))
#define HSA_DECLARE(required, result, name, parameters)                        \
  HSA_EXPORT result name parameters;
HSA_FUNCTIONS(HSA_DECLARE)
#undef HSA_DECLARE

typedef struct sim_signal {
  hsa_signal_memory memory; // first: kernels use it by the handle
  uint64_t mail;            // what memory.mailbox points to
  hsa_time time;            // of the packet that completed it
} sim_signal;

// Agents are numbered: 0 the host, then a chip each.
enum { SIM_HOST = 1 };
const qn_amd_chip *sim_chip(hsa_agent agent); // NULL: the host, or none

// As memory says who may reach it; the host's is 0.
uint32_t sim_agent_bit(hsa_agent agent);

// Makes memory that other processes may have this one's alone again. False
// where that cannot be: then it may not be used again.
bool sim_take_back(void *memory);

void sim_signal_add(hsa_signal signal, int64_t value);

#endif // QN_AMDSIM_HSA_HSA_SIM_H
