// SPDX-License-Identifier: Apache-2.0
// The address space: one reservation of the host, a page's permissions a byte.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "vortex/machine.h"

static bool is_inside(const qn_vx_sim *s, uint64_t address, uint64_t size) {
  return address >= s->low && address <= s->size && size <= s->size - address;
}

// Instructions that were decoded of pages of [address, address + size) no
// longer hold. Nothing runs.
static void forget_code(qn_vx_sim *s, uint64_t address, uint64_t size) {
  const uint64_t last = (address + size - 1) >> QN_VX_PAGE_LOG2;
  for (uint64_t p = address >> QN_VX_PAGE_LOG2; size && p <= last; ++p)
    if (s->pages[p] & PAGE_CODE) {
      s->pages[p] &= (uint8_t)~PAGE_CODE;
      qn_free(s->code[p]);
      s->code[p] = NULL;
      for (unsigned c = 0; c < s->config.cores; ++c)
        for (unsigned k = 0; k < s->config.warps; ++k)
          s->cores[c].warps[k].page = NULL;
    }
}

bool qn_vx_sim_protect(qn_vx_sim *s, uint64_t address, uint64_t size,
                       unsigned how) {
  if (!is_inside(s, address, size))
    return false;
  forget_code(s, address, size);
  const uint64_t end = (address + size + QN_VX_PAGE - 1) >> QN_VX_PAGE_LOG2;
  for (uint64_t p = address >> QN_VX_PAGE_LOG2; p < end; ++p)
    if (!(s->pages[p] & PAGE_LOCAL))
      s->pages[p] = (uint8_t)(how & (QN_VX_READ | QN_VX_WRITE));
  return true;
}

bool qn_vx_sim_write(qn_vx_sim *s, uint64_t address, qn_span bytes) {
  if (!is_inside(s, address, bytes.size))
    return false;
  forget_code(s, address, bytes.size);
  memcpy((void *)(s->base + address), bytes.data, bytes.size);
  return true;
}

bool qn_vx_sim_read(const qn_vx_sim *s, uint64_t address, void *out,
                    size_t size) {
  if (!is_inside(s, address, size))
    return false;
  memcpy(out, (const void *)(s->base + address), size);
  return true;
}

// What may be there, for people.
static const char *place_of(const qn_vx_sim *s, uint64_t address) {
  const uint64_t top = qn_vx_stack_top(s->config.xlen);
  const uint64_t stacks =
      (uint64_t)s->config.cores * s->config.warps * s->config.threads
      << QN_VX_STACK_LOG2;
  if (address < QN_VX_PAGE)
    return ", near the null pointer";
  if (address < top - stacks && address >= top - stacks - (1 << 20))
    return ", below the stacks: an overflow, or a private array that is too "
           "large for one";
  return "";
}

void *qn_vx_reach_slow(warp *w, unsigned lane, uint64_t address, unsigned size,
                       unsigned how) {
  qn_vx_sim *s = w->sim;
  const char *what = how & QN_VX_WRITE ? "write" : "read";
  const uint64_t p = address >> QN_VX_PAGE_LOG2;
  const bool is_odd = address & (size - 1);
  if (is_odd || address >= s->size || (s->pages[p] & how) != how) {
    if (qn_vx_trap_at(w, lane, "a %s of %u bytes at 0x%" PRIx64 ", %s%s", what,
                      size, address,
                      is_odd ? "which is no multiple of that"
                      : address < s->size && s->pages[p]
                          ? "which may not be done there"
                          : "where there is no memory",
                      is_odd ? "" : place_of(s, address)))
      s->trap.address = address;
    return NULL;
  }
  if (s->pages[p] & PAGE_LOCAL)
    return w->core->local + (address - qn_vx_stack_top(s->config.xlen));
  // An instruction of the page may be running: only the words are forgotten.
  if (s->pages[p] & PAGE_CODE && how & QN_VX_WRITE) {
    const uint64_t first = (address & (QN_VX_PAGE - 1)) >> 2;
    for (uint64_t k = first; k < first + (size + 3) / 4; ++k)
      s->code[p]->insns[k].run = qn_vx_decode_first;
  }
  return (void *)(s->base + address);
}
