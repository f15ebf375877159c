// SPDX-License-Identifier: Apache-2.0
// Which image runs on a device: the rules of each vendor. Declared in
// package/bundle/package.h.
#include "package/bundle/package.h"
#include "targets/target.h"

// Fitness: exact machine code beats generic, beats PTX.
enum { FIT_NONE = 0, FIT_PTX = 1000, FIT_GENERIC = 2000, FIT_EXACT = 3000 };

// ---- AMD: the processor must be the same, and so must each feature that the
// image names; a feature that it does not name matches any setting.

static bool has_feature(qn_str features, qn_str feature) {
  qn_str piece;
  while (qn_str_split(&features, ':', &piece))
    if (qn_str_equal(piece, feature))
      return true;
  return false;
}

static const struct {
  const char *generic, *members; // members are separated by spaces
} generics[] = {
    {"gfx9-generic", "gfx900 gfx902 gfx904 gfx906 gfx909 gfx90c"},
    {"gfx9-4-generic", "gfx940 gfx941 gfx942 gfx950"},
    {"gfx10-1-generic", "gfx1010 gfx1011 gfx1012 gfx1013"},
    {"gfx10-3-generic",
     "gfx1030 gfx1031 gfx1032 gfx1033 gfx1034 gfx1035 gfx1036"},
    {"gfx11-generic",
     "gfx1100 gfx1101 gfx1102 gfx1103 gfx1150 gfx1151 gfx1152 gfx1153"},
    {"gfx12-generic", "gfx1200 gfx1201"},
};

static bool is_generic_for(qn_str processor, qn_str device) {
  for (size_t i = 0; i < sizeof(generics) / sizeof(generics[0]); ++i) {
    qn_str members = qn_str_from(generics[i].members), member;
    if (!qn_str_equal(processor, qn_str_from(generics[i].generic)))
      continue;
    while (qn_str_split(&members, ' ', &member))
      if (qn_str_equal(member, device))
        return true;
  }
  return false;
}

static unsigned fit_amd(qn_str target, qn_str device) {
  qn_str processor, device_processor, feature;
  if (!qn_str_split(&target, ':', &processor) ||
      !qn_str_split(&device, ':', &device_processor))
    return FIT_NONE;
  unsigned fit = FIT_NONE;
  if (qn_str_equal(processor, device_processor))
    fit = FIT_EXACT;
  else if (is_generic_for(processor, device_processor))
    fit = FIT_GENERIC;
  while (fit && qn_str_split(&target, ':', &feature)) {
    if (!has_feature(device, feature))
      return FIT_NONE;
    ++fit; // a more specific image is better
  }
  return fit;
}

// ---- NVIDIA: machine code runs on later devices of the same generation; with
// the suffix 'a' only on exactly its own, with 'f' on those of its family. PTX
// runs on all later devices; with 'a' only on exactly its own.

typedef struct capability {
  unsigned number; // 90
  char suffix;     // 'a', 'f' or '\0'
  bool valid;
} capability;

static capability parse_capability(qn_str text) {
  capability c = {0};
  size_t i = 0;
  while (i < text.size && text.data[i] >= '0' && text.data[i] <= '9' &&
         c.number < 10000)
    c.number = 10 * c.number + (unsigned)(text.data[i++] - '0');
  c.valid = i > 0 && i + 1 >= text.size;
  if (i < text.size)
    c.suffix = text.data[i];
  return c;
}

static unsigned fit_nvidia(qn_str target, qn_str device) {
  static const qn_str machine = {"sm_", 3}, ptx = {"compute_", 8};
  if (!qn_str_starts(device, machine))
    return FIT_NONE;
  const capability d = parse_capability(qn_str_skip(device, machine.size));
  const bool is_ptx = qn_str_starts(target, ptx);
  if (!is_ptx && !qn_str_starts(target, machine))
    return FIT_NONE;
  const capability t =
      parse_capability(qn_str_skip(target, is_ptx ? ptx.size : machine.size));
  if (!d.valid || !t.valid || t.number > d.number)
    return FIT_NONE;
  if (t.suffix == 'a' && t.number != d.number)
    return FIT_NONE;
  if ((!is_ptx || t.suffix == 'f') && t.number / 10 != d.number / 10)
    return FIT_NONE;
  const unsigned special = t.suffix ? 1 : 0;
  if (is_ptx)
    return FIT_PTX + 2 * (t.number < 400 ? t.number : 400) + special;
  return FIT_EXACT - 2 * (d.number - t.number) + special;
}

// ---- CPU and others: levels of one machine, everything else by name.

static unsigned fit_cpu(qn_str target, qn_str device) {
  if (qn_str_equal(target, device))
    return FIT_EXACT;
  const qn_target_row *wanted = qn_target_find(target);
  const qn_target_row *got = qn_target_find(device);
  return wanted && got && qn_target_is_above(got, wanted)
             ? FIT_EXACT - (got->on_cpu.level - wanted->on_cpu.level)
             : FIT_NONE;
}

unsigned qn_package_fitness(qn_str entry, qn_str device) {
  const qn_bundle_id id = qn_bundle_parse_id(entry);
  if (qn_str_equal(id.kind, QN_STR("host")))
    return FIT_NONE;
  if (qn_str_equal(id.arch, QN_STR("amdgcn")))
    return fit_amd(id.target, device);
  if (qn_str_starts(id.arch, QN_STR("nvptx")))
    return fit_nvidia(id.target, device);
  if (qn_str_starts(id.arch, QN_STR("spirv"))) // SPIR-V is portable
    return qn_str_starts(device, QN_STR("spirv")) ? FIT_EXACT : FIT_NONE;
  return fit_cpu(id.target, device);
}

// ---- Selection

static void hint_contents(const qn_package *package, qn_diag *diag) {
  enum { SHOWN = 12 };
  qn_buffer names = {0};
  size_t count = 0;
  for (size_t i = 0; i < package->entry_count; ++i) {
    const qn_bundle_id id = qn_bundle_parse_id(package->entries[i].id);
    if (package->entries[i].bytes.size == 0)
      continue;
    if (++count > SHOWN)
      continue;
    qn_buffer_append_str(&names, count > 1 ? QN_STR(", ") : QN_STR(""));
    qn_buffer_append_str(&names, id.target);
  }
  if (count > SHOWN)
    qn_buffer_printf(&names, " and %zu more", count - SHOWN);
  if (count)
    qn_diag_hint(diag, "It holds images for %s.", qn_buffer_text(&names));
  else
    qn_diag_hint(diag, "It holds no images.");
  qn_buffer_finish(&names);
}

qn_status qn_package_select(const qn_package *package, qn_str device,
                            const qn_bundle_entry **out_entry, qn_diag *diag) {
  const qn_bundle_entry *best = NULL;
  unsigned best_fit = FIT_NONE;
  for (size_t i = 0; i < package->entry_count; ++i) {
    const qn_bundle_entry *entry = &package->entries[i];
    const unsigned fit =
        entry->bytes.size ? qn_package_fitness(entry->id, device) : FIT_NONE;
    if (fit > best_fit) {
      best = entry;
      best_fit = fit;
    }
  }
  if (best) {
    *out_entry = best;
    return qn_ok();
  }
  const qn_status status = qn_fail(
      diag, QN_E_NOT_FOUND, QN_NOWHERE,
      "the bundle has no image that runs on '%.*s'", QN_STR_ARG(device));
  hint_contents(package, diag);
  return status;
}
