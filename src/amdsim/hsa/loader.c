// SPDX-License-Identifier: Apache-2.0
// Code objects, executables and their symbols.
#include <stdio.h>

#include "amdsim/hsa/hsa_sim.h"
#include "base/alloc.h"
#include "base/system/log.h"

typedef struct sim_reader {
  qn_span bytes; // the program's
} sim_reader;

typedef struct sim_symbol {
  struct sim_symbol *next;
  qn_amd_symbol symbol;
  qn_amd_kernel kernel;
} sim_symbol;

typedef struct sim_executable {
  qn_amd_code *code;
  sim_symbol *symbols;
  qn_mutex mutex;
} sim_executable;

#define OF(type, handle_) ((type *)(uintptr_t)(handle_))

hsa_status hsa_code_object_reader_create_from_memory(const void *bytes,
                                                     size_t size,
                                                     hsa_reader *out_reader) {
  sim_reader *r = qn_alloc_array(1, sizeof(*r));
  if (!r)
    return HSA_OUT_OF_RESOURCES;
  r->bytes = (qn_span){bytes, size};
  out_reader->handle = (uintptr_t)r;
  return HSA_SUCCESS;
}

hsa_status hsa_code_object_reader_destroy(hsa_reader reader) {
  qn_free(OF(sim_reader, reader.handle));
  return HSA_SUCCESS;
}

hsa_status hsa_executable_create_alt(uint32_t profile, uint32_t rounding,
                                     const char *options,
                                     hsa_executable *out_executable) {
  (void)profile;
  (void)rounding;
  (void)options;
  sim_executable *e = qn_alloc_array(1, sizeof(*e));
  if (!e)
    return HSA_OUT_OF_RESOURCES;
  qn_mutex_init(&e->mutex);
  out_executable->handle = (uintptr_t)e;
  return HSA_SUCCESS;
}

hsa_status hsa_executable_load_agent_code_object(hsa_executable executable,
                                                 hsa_agent agent,
                                                 hsa_reader reader,
                                                 const char *options,
                                                 hsa_loaded *out_loaded) {
  qn_diag diag = {0};
  sim_executable *e = OF(sim_executable, executable.handle);
  const qn_amd_chip *chip = sim_chip(agent);
  (void)options;
  if (out_loaded)
    out_loaded->handle = 0;
  if (!chip || e->code)
    return HSA_INVALID_ARGUMENT;
  if (qn_failed(qn_amd_code_load(OF(sim_reader, reader.handle)->bytes, chip,
                                 &e->code, &diag))) {
    QN_DEBUG("amdsim", "%s", diag.message);
    return HSA_INVALID_CODE_OBJECT;
  }
  return HSA_SUCCESS;
}

hsa_status hsa_executable_freeze(hsa_executable executable,
                                 const char *options) {
  (void)executable;
  (void)options;
  return HSA_SUCCESS;
}

hsa_status hsa_executable_destroy(hsa_executable executable) {
  sim_executable *e = OF(sim_executable, executable.handle);
  while (e->symbols) {
    sim_symbol *s = e->symbols;
    e->symbols = s->next;
    qn_free(s);
  }
  qn_amd_code_unload(&e->code);
  qn_mutex_finish(&e->mutex);
  qn_free(e);
  return HSA_SUCCESS;
}

hsa_status hsa_executable_get_symbol_by_name(hsa_executable executable,
                                             const char *name,
                                             const hsa_agent *agent,
                                             hsa_symbol *out_symbol) {
  sim_executable *e = OF(sim_executable, executable.handle);
  qn_amd_symbol found;
  (void)agent;
  if (!e->code || !qn_amd_code_symbol(e->code, qn_str_from(name), &found))
    return HSA_INVALID_SYMBOL_NAME;
  sim_symbol *s = qn_alloc_array(1, sizeof(*s));
  if (!s)
    return HSA_OUT_OF_RESOURCES;
  s->symbol = found;
  if (found.is_kernel && !qn_amd_kernel_hold(found.address, &s->kernel)) {
    qn_free(s);
    return HSA_INVALID_SYMBOL_NAME;
  }
  if (found.is_kernel)
    qn_amd_code_unload(&s->kernel.code); // the executable holds it
  qn_mutex_lock(&e->mutex);
  s->next = e->symbols;
  e->symbols = s;
  qn_mutex_unlock(&e->mutex);
  out_symbol->handle = (uintptr_t)s;
  return HSA_SUCCESS;
}

hsa_status hsa_executable_symbol_get_info(hsa_symbol symbol,
                                          hsa_symbol_info what, void *out) {
  const sim_symbol *s = OF(sim_symbol, symbol.handle);
  switch (what) {
  case HSA_SYMBOL_VARIABLE_SIZE:
    *(uint32_t *)out = (uint32_t)s->symbol.size;
    break;
  case HSA_SYMBOL_KERNARG_SIZE:
    *(uint32_t *)out = s->kernel.kernarg_size;
    break;
  case HSA_SYMBOL_GROUP_SIZE:
    *(uint32_t *)out = s->kernel.group_size;
    break;
  case HSA_SYMBOL_PRIVATE_SIZE:
    *(uint32_t *)out = s->kernel.private_size;
    break;
  case HSA_SYMBOL_DYNAMIC_STACK:
    *(bool *)out = s->kernel.properties >> 11 & 1;
    break;
  case HSA_SYMBOL_VARIABLE_ADDRESS:
  case HSA_SYMBOL_KERNEL_OBJECT:
    *(uint64_t *)out = s->symbol.address;
    break;
  default:
    return HSA_INVALID_ARGUMENT;
  }
  return HSA_SUCCESS;
}
