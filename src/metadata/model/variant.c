// SPDX-License-Identifier: Apache-2.0
#include "metadata/model/variant.h"

#include <inttypes.h>

static uint32_t at_least_one(uint32_t value) { return value ? value : 1; }

static bool is_legal(const qn_entry *e, uint64_t local_x) {
  return local_x && local_x % at_least_one(e->min_factor) == 0 &&
         local_x % at_least_one(e->sub_group) == 0;
}

static bool is_better(const qn_entry *e, const qn_entry *best,
                      uint64_t local_x) {
  const uint32_t width = at_least_one(e->width);
  const uint32_t best_width = at_least_one(best->width);
  if (width == best_width)
    return at_least_one(e->sub_group) > at_least_one(best->sub_group);
  return width > best_width && local_x >= width &&
         (local_x % width == 0 || local_x % best_width != 0);
}

static qn_status fail_none(const qn_variant_query *query, size_t usable,
                           qn_diag *diag) {
  const qn_kernel *k = query->kernel;
  if (!usable)
    return qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                   "none of the %zu variants of kernel '%.*s' runs on this "
                   "machine",
                   k->entry_count, QN_STR_ARG(k->name));
  // The minimum over all variants of what a group must be a multiple of.
  uint64_t min = UINT64_MAX;
  for (size_t i = 0; i < k->entry_count; ++i) {
    const uint32_t factor = at_least_one(k->entries[i].min_factor);
    const uint32_t group = at_least_one(k->entries[i].sub_group);
    const uint64_t needs = factor > group ? factor : group;
    min = needs < min ? needs : min;
  }
  const qn_status status =
      qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
              "no variant of kernel '%.*s' takes work-groups of %" PRIu64
              " work-items in x",
              QN_STR_ARG(k->name), query->local_x);
  qn_diag_hint(diag, "Make the work-group a multiple of %" PRIu64 " in x.",
               min);
  return status;
}

qn_status qn_variant_choose(const qn_variant_query *query,
                            const qn_entry **out_entry, qn_diag *diag) {
  const qn_kernel *k = query->kernel;
  const qn_entry *best = NULL;
  size_t usable = 0;
  for (size_t i = 0; i < k->entry_count; ++i) {
    const qn_entry *e = &k->entries[i];
    if (query->is_usable && !query->is_usable(query->user, e))
      continue;
    ++usable;
    if (is_legal(e, query->local_x) &&
        (!best || is_better(e, best, query->local_x)))
      best = e;
  }
  if (!best)
    return fail_none(query, usable, diag);
  *out_entry = best;
  return qn_ok();
}
