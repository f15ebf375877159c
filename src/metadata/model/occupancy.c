// SPDX-License-Identifier: Apache-2.0
#include "metadata/model/occupancy.h"

enum {
  GROUP_ASSUMED = 256, // work-items, when the kernel does not state it
  NVIDIA_REGISTERS = 65536,
  NVIDIA_GRANULE = 256, // registers of a warp
  NVIDIA_WARP_GRANULE = 4,
  NVIDIA_SHARED_GRANULE = 128,
  AMD_GROUPS = 16, // with more than one wave, per compute unit: its barriers
};

typedef struct amd_row {
  const char *target;
  uint32_t simds, waves, vector, granule, scalar, shared, shared_granule;
} amd_row;

static const amd_row amd_rows[] = {
#define QN_AMD(...) {__VA_ARGS__},
#define QN_NVIDIA(...)
#include "metadata/model/occupancy.def"
#undef QN_AMD
#undef QN_NVIDIA
};

typedef struct nvidia_row {
  const char *target;
  uint32_t warps, groups, shared, reserved;
} nvidia_row;

static const nvidia_row nvidia_rows[] = {
#define QN_AMD(...)
#define QN_NVIDIA(...) {__VA_ARGS__},
#include "metadata/model/occupancy.def"
#undef QN_AMD
#undef QN_NVIDIA
};

const char *qn_occupancy_limit_name(qn_occupancy_limit limit) {
  static const char *const names[] = {
      [QN_LIMITED_BY_WAVES] = "waves",
      [QN_LIMITED_BY_GROUPS] = "groups",
      [QN_LIMITED_BY_VECTOR] = "registers",
      [QN_LIMITED_BY_SCALAR] = "scalar_registers",
      [QN_LIMITED_BY_SHARED] = "shared",
  };
  return names[limit];
}

static uint64_t round_up(uint64_t value, uint64_t granule) {
  return (value + granule - 1) / granule * granule;
}

// Reduces the waves to what one resource allows.
static void limit_to(qn_occupancy *o, uint64_t waves, qn_occupancy_limit by) {
  if (waves < o->waves) {
    o->waves = (uint32_t)waves;
    o->limit = by;
  }
}

// The size of the kernel's groups: its only possible one, else the largest.
static void find_group(const qn_kernel *k, qn_occupancy *o) {
  const qn_resources *r = &k->resources;
  uint64_t size = r->max_threads.known ? r->max_threads.value : 0;
  if (r->required_known) {
    size = 1;
    for (size_t i = 0; i < 3; ++i)
      if (__builtin_mul_overflow(size, r->required_threads[i], &size))
        size = 0;
  }
  o->assumed = size == 0 || size > 1024;
  o->group = o->assumed ? GROUP_ASSUMED : (uint32_t)size;
}

static void find_amd(const amd_row *row, const qn_kernel *k, qn_occupancy *o) {
  const qn_resources *r = &k->resources;
  const bool is_rdna = row->scalar == 0;
  const uint32_t wave = (uint32_t)r->wave_size.value;
  const uint32_t share = is_rdna ? wave / 32 : 1;
  uint64_t vector = r->vgpr.value; // gfx90a and later: includes the AGPRs
  if (row->vector == 256 && r->agpr.value > vector)
    vector = r->agpr.value;
  if (vector)
    limit_to(o, row->vector / share / round_up(vector, row->granule / share),
             QN_LIMITED_BY_VECTOR);
  if (row->scalar && r->sgpr.value)
    limit_to(o, row->scalar / r->sgpr.value, QN_LIMITED_BY_SCALAR);
  const uint64_t waves = (o->group + wave - 1) / wave; // per group
  if (r->shared_static.value) {
    uint64_t groups =
        row->shared / round_up(r->shared_static.value, row->shared_granule);
    const uint64_t max = is_rdna ? 2 * AMD_GROUPS : AMD_GROUPS;
    if (waves > 1 && groups > max)
      groups = max;
    limit_to(o, (groups * waves + row->simds - 1) / row->simds,
             QN_LIMITED_BY_SHARED);
  }
}

static void find_nvidia(const nvidia_row *row, const qn_kernel *k,
                        qn_occupancy *o) {
  const qn_resources *r = &k->resources;
  const uint64_t warps = (o->group + 31) / 32; // per group
  const uint64_t each = round_up(32 * r->registers.value, NVIDIA_GRANULE);
  const uint64_t resident = NVIDIA_REGISTERS / (each ? each : NVIDIA_GRANULE) /
                            NVIDIA_WARP_GRANULE * NVIDIA_WARP_GRANULE;
  const uint64_t shared =
      round_up(r->shared_static.value + row->reserved, NVIDIA_SHARED_GRANULE);
  limit_to(o, row->warps / warps * warps, QN_LIMITED_BY_WAVES);
  limit_to(o, row->groups * warps, QN_LIMITED_BY_GROUPS);
  limit_to(o, resident / warps * warps, QN_LIMITED_BY_VECTOR);
  if (shared)
    limit_to(o, row->shared / shared * warps, QN_LIMITED_BY_SHARED);
}

// "gfx90a:xnack+" and "sm_90a" are the same hardware as without the suffix.
static const amd_row *amd_row_of(qn_str target) {
  const qn_str name = {target.data, qn_str_find(target, ':')};
  for (size_t i = 0; i < sizeof(amd_rows) / sizeof(amd_rows[0]); ++i)
    if (qn_str_equal(name, qn_str_from(amd_rows[i].target)))
      return &amd_rows[i];
  return NULL;
}

static const nvidia_row *nvidia_row_of(qn_str name) {
  if (name.size &&
      (name.data[name.size - 1] == 'a' || name.data[name.size - 1] == 'f'))
    --name.size;
  for (size_t i = 0; i < sizeof(nvidia_rows) / sizeof(nvidia_rows[0]); ++i)
    if (qn_str_equal(name, qn_str_from(nvidia_rows[i].target)))
      return &nvidia_rows[i];
  return NULL;
}

static bool has_wave(const qn_resources *r) {
  return r->vgpr.known &&
         (r->wave_size.value == 32 || r->wave_size.value == 64);
}

bool qn_occupancy_find(qn_str target, const qn_kernel *k,
                       qn_occupancy *out_occupancy) {
  const qn_resources *r = &k->resources;
  const amd_row *amd = has_wave(r) ? amd_row_of(target) : NULL;
  const nvidia_row *nvidia = r->registers.known ? nvidia_row_of(target) : NULL;
  qn_occupancy o = {.known = true, .limit = QN_LIMITED_BY_WAVES};
  find_group(k, &o);
  if (amd) {
    o.waves = o.max_waves = amd->waves;
    find_amd(amd, k, &o);
  } else if (nvidia) {
    o.waves = o.max_waves = nvidia->warps;
    find_nvidia(nvidia, k, &o);
  } else {
    return false;
  }
  *out_occupancy = o;
  return true;
}

uint32_t qn_group_by_registers(qn_str target, const qn_kernel *k) {
  const qn_resources *r = &k->resources;
  const amd_row *amd = has_wave(r) ? amd_row_of(target) : NULL;
  const nvidia_row *nvidia = r->registers.known ? nvidia_row_of(target) : NULL;
  // Shared memory and the size of groups are other limits.
  qn_kernel only = {.resources = {.wave_size = r->wave_size,
                                  .vgpr = r->vgpr,
                                  .agpr = r->agpr,
                                  .sgpr = r->sgpr}};
  qn_occupancy o = {.group = 1};
  if (amd) {
    o.waves = amd->waves;
    find_amd(amd, &only, &o);
    return o.waves * amd->simds * (uint32_t)r->wave_size.value;
  }
  const uint64_t each = round_up(32 * r->registers.value, NVIDIA_GRANULE);
  return nvidia && each
             ? (uint32_t)(NVIDIA_REGISTERS / each / NVIDIA_WARP_GRANULE *
                          NVIDIA_WARP_GRANULE * 32)
             : 0;
}

bool qn_group_limits_find(qn_str target, qn_group_limits *out_limits) {
  enum { THREADS = 1024, NVIDIA_DEFAULT = 48 * 1024, AMD_SHARED = 64 * 1024 };
  for (size_t i = 0; i < sizeof(nvidia_rows) / sizeof(nvidia_rows[0]); ++i) {
    const nvidia_row *r = &nvidia_rows[i];
    if (!qn_str_equal(target, qn_str_from(r->target)))
      continue;
    *out_limits =
        (qn_group_limits){THREADS, r->shared - r->reserved, NVIDIA_DEFAULT};
    return true;
  }
  for (size_t i = 0; i < sizeof(amd_rows) / sizeof(amd_rows[0]); ++i) {
    const amd_row *r = &amd_rows[i];
    if (!qn_str_equal(target, qn_str_from(r->target)))
      continue;
    const uint32_t shared = r->shared > 128 * 1024 ? r->shared : AMD_SHARED;
    *out_limits = (qn_group_limits){THREADS, shared, shared};
    return true;
  }
  return false;
}
