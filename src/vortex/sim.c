// SPDX-License-Identifier: Apache-2.0
#include "vortex/sim.h"

#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>

#include "base/alloc.h"
#include "vortex/machine.h"

uint64_t qn_vx_stack_top(unsigned xlen) {
  return xlen == 64 ? UINT64_C(0x1ffff0000) : UINT64_C(0xffff0000);
}

// ---- The configuration

qn_vx_config qn_vx_config_default(void) {
  return (qn_vx_config){.xlen = 64,
                        .version = 2,
                        .cores = 2,
                        .warps = 4,
                        .threads = 4,
                        .doubles = true,
                        .limit = UINT64_C(20000000000),
                        .local_size = 16384,
                        .memory_size = UINT64_C(1) << 30};
}

static bool read_number(qn_str text, uint64_t *out) {
  uint64_t value = 0;
  if (!text.size || text.size > 18)
    return false;
  for (size_t i = 0; i < text.size; ++i) {
    if (text.data[i] < '0' || text.data[i] > '9')
      return false;
    value = value * 10 + (uint64_t)(text.data[i] - '0');
  }
  *out = value;
  return true;
}

static bool read_word(qn_str word, qn_vx_config *c) {
  if (qn_str_equal(word, QN_STR("rv32")) ||
      qn_str_equal(word, QN_STR("rv64"))) {
    c->xlen = word.data[2] == '3' ? 32 : 64;
    c->doubles = c->xlen == 64;
    return true;
  }
  if (qn_str_equal(word, QN_STR("v2")) || qn_str_equal(word, QN_STR("v3"))) {
    c->version = (unsigned)(word.data[1] - '0');
    return true;
  }
  return false;
}

static bool read_field(qn_str name, qn_str value, qn_vx_config *c) {
  uint64_t number;
  if (!read_number(value, &number))
    return false;
  const struct {
    qn_str name;
    unsigned *to;
    uint64_t most;
  } counts[] = {{QN_STR("cores"), &c->cores, CORES_MAX},
                {QN_STR("warps"), &c->warps, WARPS_MAX},
                {QN_STR("threads"), &c->threads, LANES_MAX},
                {QN_STR("local"), &c->local_size, 65536}};
  for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); ++i)
    if (qn_str_equal(name, counts[i].name)) {
      *counts[i].to = (unsigned)number;
      return number && number <= counts[i].most;
    }
  if (qn_str_equal(name, QN_STR("limit")))
    c->limit = number;
  else if (qn_str_equal(name, QN_STR("atomics")))
    c->atomics = number != 0;
  else if (qn_str_equal(name, QN_STR("doubles")))
    c->doubles = number != 0;
  else
    return false;
  return true;
}

qn_status qn_vx_config_read(qn_str text, qn_vx_config *config, qn_diag *diag) {
  qn_vx_config c = *config;
  qn_str rest = text;
  qn_str word;
  while (rest.size && qn_str_split(&rest, ',', &word)) {
    const size_t equals = qn_str_find(word, '=');
    const bool ok = equals == word.size
                        ? read_word(word, &c)
                        : read_field((qn_str){word.data, equals},
                                     qn_str_skip(word, equals + 1), &c);
    if (!ok) {
      const qn_status status =
          qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                  "'%.*s' describes no simulated Vortex", QN_STR_ARG(word));
      qn_diag_hint(diag,
                   "Expected rv32, rv64, v2, v3, cores=1..%d, warps=1..%d, "
                   "threads=1..%d, local=BYTES, limit=N, atomics=0 or 1, "
                   "doubles=0 or 1, with commas.",
                   CORES_MAX, WARPS_MAX, LANES_MAX);
      return status;
    }
  }
  *config = c;
  return qn_ok();
}

// ---- The device

static bool make_cores(qn_vx_sim *s) {
  const qn_vx_config *c = &s->config;
  const size_t file = (size_t)REGISTERS * c->threads; // registers of a warp
  s->cores = qn_alloc_array(c->cores, sizeof(*s->cores));
  s->registers =
      qn_alloc_array((size_t)c->cores * c->warps, 2 * file * sizeof(uint64_t));
  if (!s->cores || !s->registers)
    return false;
  for (unsigned n = 0; n < c->cores; ++n) {
    core *own = &s->cores[n];
    own->number = n;
    own->local = qn_alloc_array(c->local_size + 8, 1);
    if (!own->local)
      return false;
    for (unsigned k = 0; k < c->warps; ++k) {
      warp *w = &own->warps[k];
      w->core = own;
      w->sim = s;
      w->number = k;
      w->x = s->registers + ((size_t)n * c->warps + k) * 2 * file;
      w->f = w->x + file;
    }
  }
  return true;
}

// Where the program's own addresses leave room, the device's are the host's,
// too, so that both reach what one of them has a pointer to.
static bool map_memory(qn_vx_sim *s) {
  const uint64_t low = QN_VX_LOWEST;
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  const size_t size = (size_t)(s->size - low);
  void *wanted = (void *)(uintptr_t)low;
  void *got = mmap(wanted, size, PROT_READ | PROT_WRITE,
                   flags | MAP_FIXED_NOREPLACE, -1, 0);
  if (got != MAP_FAILED && got != wanted) { // an older kernel
    munmap(got, size);
    got = MAP_FAILED;
  }
  if (got == MAP_FAILED)
    got = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (got == MAP_FAILED)
    return false;
  s->base = (uintptr_t)got - (uintptr_t)low;
  s->low = low;
  s->is_mapped = true;
  return true;
}

static bool make_memory(qn_vx_sim *s) {
  const qn_vx_config *c = &s->config;
  s->size = UINT64_C(1) << (c->xlen == 64 ? 33 : 32);
  s->address_mask = c->xlen == 64 ? UINT64_MAX : UINT32_MAX;
  const size_t pages = (size_t)(s->size >> QN_VX_PAGE_LOG2);
  s->pages = qn_alloc_array(pages, 1);
  s->code = qn_alloc_array(pages, sizeof(*s->code));
  return s->pages && s->code && map_memory(s);
}

bool qn_vx_sim_is_host(const qn_vx_sim *s) { return s->base == 0; }

static void map_own(qn_vx_sim *s) {
  const qn_vx_config *c = &s->config;
  const uint64_t top = qn_vx_stack_top(c->xlen);
  const uint64_t stacks = (uint64_t)c->cores * c->warps * c->threads
                          << QN_VX_STACK_LOG2;
  (void)qn_vx_sim_protect(s, top - stacks, stacks, QN_VX_READ | QN_VX_WRITE);
  // A page of which only a part is local memory is none.
  for (uint64_t at = 0; at + QN_VX_PAGE <= c->local_size; at += QN_VX_PAGE)
    s->pages[(top + at) >> QN_VX_PAGE_LOG2] =
        QN_VX_READ | QN_VX_WRITE | PAGE_LOCAL;
}

qn_status qn_vx_sim_open(const qn_vx_config *config, qn_vx_sim **out_sim,
                         qn_diag *diag) {
  if ((config->xlen != 32 && config->xlen != 64) ||
      (config->version != 2 && config->version != 3) || !config->cores ||
      config->cores > CORES_MAX || !config->warps ||
      config->warps > WARPS_MAX || !config->threads ||
      config->threads > LANES_MAX || config->local_size > 65536)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "no Vortex is like that: RV%u, version %u, %u cores of %u "
                   "warps of %u threads",
                   config->xlen, config->version, config->cores, config->warps,
                   config->threads);
  qn_vx_sim *s = qn_alloc_array(1, sizeof(*s));
  if (!s)
    return qn_fail_memory(diag, "a simulated Vortex");
  s->config = *config;
  if (!make_memory(s) || !make_cores(s)) {
    qn_vx_sim_close(s);
    return qn_fail_memory(diag, "a simulated Vortex");
  }
  map_own(s);
  *out_sim = s;
  return qn_ok();
}

void qn_vx_sim_close(qn_vx_sim *s) {
  if (!s)
    return;
  for (uint64_t p = 0; s->code && p < s->size >> QN_VX_PAGE_LOG2; ++p)
    qn_free(s->code[p]);
  for (unsigned c = 0; s->cores && c < s->config.cores; ++c)
    qn_free(s->cores[c].local);
  if (s->is_mapped)
    munmap((void *)(s->base + (uintptr_t)s->low), (size_t)(s->size - s->low));
  qn_free(s->pages);
  qn_free(s->code);
  qn_free(s->cores);
  qn_free(s->registers);
  qn_free(s);
}

const qn_vx_config *qn_vx_sim_config(const qn_vx_sim *s) { return &s->config; }
