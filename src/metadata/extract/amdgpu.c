// SPDX-License-Identifier: Apache-2.0
// AMD code objects, and the metadata of v3 to v6: the MessagePack metadata
// note, with the kernel descriptors as a check. docs/formats/amdgpu.md has the
// tables.
#include <inttypes.h>

#include "base/map.h"
#include "formats/encoding/msgpack.h"
#include "metadata/extract/amdgpu.h"
#include "targets/target.h"

enum {
  OSABI_HSA = 64,
  NOTE_METADATA = 32,      // owner "AMDGPU"
  NOTE_METADATA_YAML = 10, // owner "AMD", code object v2
  DESCRIPTOR_SIZE = 64,
  // The minimum size in bytes of a kernel and of an argument with their
  // required keys: a count is checked against it before anything is allocated.
  KERNEL_MIN = 9,
  ARGUMENT_MIN = 30,
};

// ---- The target, from the header

static const char *find_mach(uint32_t flags) {
  size_t count;
  const qn_target_row *rows = qn_target_rows(&count);
  for (size_t i = 0; i < count; ++i)
    if (rows[i].family == QN_FAMILY_AMD && rows[i].mach == (flags & 0xff))
      return rows[i].name;
  return NULL;
}

// From v4 on a feature has two bits: unsupported, any, off, on.
static const char *feature_text(uint32_t flags, unsigned shift, const char *off,
                                const char *on) {
  switch (flags >> shift & 3) {
  case 2:
    return off;
  case 3:
    return on;
  default:
    return "";
  }
}

// The canonical target id: features sorted by name.
static qn_status read_target(qn_extract *x, const qn_elf *elf, unsigned version,
                             qn_diag *diag) {
  const char *mach = find_mach(elf->flags);
  const char *sramecc = "", *xnack = "";
  if (version >= 4) {
    xnack = feature_text(elf->flags, 8, ":xnack-", ":xnack+");
    sramecc = feature_text(elf->flags, 10, ":sramecc-", ":sramecc+");
  } else if (version) { // one bit: on, or not stated
    xnack = elf->flags & 0x100 ? ":xnack+" : "";
    sramecc = elf->flags & 0x200 ? ":sramecc+" : "";
  }
  const qn_str target =
      mach ? qn_arena_printf(x->arena, "%s%s%s", mach, sramecc, xnack)
           : qn_arena_printf(x->arena, "amdgcn-mach-0x%02" PRIx32,
                             elf->flags & 0xff);
  if (!target.data)
    return qn_fail_memory(diag, "the target's name");
  x->image->target = target;
  return qn_ok();
}

// ---- The metadata note

// The keys that are read, in the order in which LLVM writes them: alphabetical.
#define KERNEL_KEYS(X)                                                         \
  X(agpr, ".agpr_count")                                                       \
  X(args, ".args")                                                             \
  X(group, ".group_segment_fixed_size")                                        \
  X(kernarg_align, ".kernarg_segment_align")                                   \
  X(kernarg_size, ".kernarg_segment_size")                                     \
  X(max_threads, ".max_flat_workgroup_size")                                   \
  X(name, ".name")                                                             \
  X(private, ".private_segment_fixed_size")                                    \
  X(required, ".reqd_workgroup_size")                                          \
  X(sgpr, ".sgpr_count")                                                       \
  X(sgpr_spills, ".sgpr_spill_count")                                          \
  X(symbol, ".symbol")                                                         \
  X(vgpr, ".vgpr_count")                                                       \
  X(vgpr_spills, ".vgpr_spill_count")                                          \
  X(wave, ".wavefront_size")
#define ARGUMENT_KEYS(X)                                                       \
  X(space, ".address_space")                                                   \
  X(name, ".name")                                                             \
  X(offset, ".offset")                                                         \
  X(size, ".size") X(type, ".type_name") X(kind, ".value_kind")
#define TOP_KEYS(X)                                                            \
  X(version, "amdhsa.version")                                                 \
  X(target, "amdhsa.target") X(kernels, "amdhsa.kernels")

#define KERNEL_ENUM(id, text) KERNEL_##id,
#define ARGUMENT_ENUM(id, text) ARGUMENT_##id,
#define TOP_ENUM(id, text) TOP_##id,
#define KEY_TEXT(id, text) text,
enum kernel_key { KERNEL_KEYS(KERNEL_ENUM) KERNEL_KEY_COUNT };
enum argument_key { ARGUMENT_KEYS(ARGUMENT_ENUM) ARGUMENT_KEY_COUNT };
enum top_key { TOP_KEYS(TOP_ENUM) TOP_KEY_COUNT };
static const char *const kernel_keys[] = {KERNEL_KEYS(KEY_TEXT)};
static const char *const argument_keys[] = {ARGUMENT_KEYS(KEY_TEXT)};
static const char *const top_keys[] = {TOP_KEYS(KEY_TEXT)};

typedef struct metadata_reader {
  qn_msgpack m;
  qn_extract *x;
  bool memory;
  bool too_many; // kernels
  qn_str target; // "amdgcn-amd-amdhsa--gfx90a:xnack+"
} metadata_reader;

static bool stopped(const metadata_reader *r) {
  return r->memory || r->too_many || qn_msgpack_failed(&r->m);
}

static const struct {
  const char *name;
  qn_argument_kind kind;
  qn_space space;
  uint8_t alignment; // 0: not implied by the kind
} value_kinds[] = {
    {"by_value", QN_ARGUMENT_VALUE, QN_SPACE_UNKNOWN, 0},
    {"global_buffer", QN_ARGUMENT_POINTER, QN_SPACE_GLOBAL, 8},
    {"dynamic_shared_pointer", QN_ARGUMENT_SHARED, QN_SPACE_SHARED, 4},
    {"image", QN_ARGUMENT_IMAGE, QN_SPACE_UNKNOWN, 8},
    {"sampler", QN_ARGUMENT_SAMPLER, QN_SPACE_UNKNOWN, 8},
    {"pipe", QN_ARGUMENT_POINTER, QN_SPACE_GLOBAL, 8},
    {"queue", QN_ARGUMENT_POINTER, QN_SPACE_GLOBAL, 8},
};

static void set_kind(qn_argument *a, qn_str kind) {
  if (qn_str_starts(kind, QN_STR("hidden_"))) {
    a->kind = QN_ARGUMENT_HIDDEN;
    a->hidden = kind;
    return;
  }
  for (size_t i = 0; i < sizeof(value_kinds) / sizeof(value_kinds[0]); ++i) {
    if (!qn_str_equal(kind, qn_str_from(value_kinds[i].name)))
      continue;
    a->kind = value_kinds[i].kind;
    a->alignment = value_kinds[i].alignment;
    if (a->space == QN_SPACE_UNKNOWN)
      a->space = value_kinds[i].space;
  }
}

static qn_space read_space(qn_msgpack *m) {
  const qn_str name = qn_msgpack_str(m, "argument address space");
  qn_space space;
  if (qn_space_find(name, &space))
    return space;
  return qn_str_equal(name, QN_STR("local")) ? QN_SPACE_SHARED
                                             : QN_SPACE_UNKNOWN;
}

static void read_argument(metadata_reader *r, qn_argument *out) {
  qn_msgpack *m = &r->m;
  uint64_t seen = 0;
  qn_str kind = {0};
  const size_t pairs = qn_msgpack_map(m, "kernel argument");
  for (size_t i = 0; i < pairs && !stopped(r); ++i) {
    switch (qn_msgpack_key(m, argument_keys, ARGUMENT_KEY_COUNT, &seen)) {
    case ARGUMENT_name:
      out->name = qn_msgpack_str(m, "argument name");
      break;
    case ARGUMENT_type:
      out->type = qn_msgpack_str(m, "argument type");
      break;
    case ARGUMENT_offset:
      out->offset = qn_msgpack_u32(m, "argument offset");
      break;
    case ARGUMENT_size:
      out->size = qn_msgpack_u32(m, "argument size");
      break;
    case ARGUMENT_kind:
      kind = qn_msgpack_str(m, "argument kind");
      break;
    case ARGUMENT_space:
      out->space = read_space(m);
      break;
    default:
      qn_msgpack_skip(m, NULL);
    }
  }
  const uint64_t required = UINT64_C(1) << ARGUMENT_offset |
                            UINT64_C(1) << ARGUMENT_size |
                            UINT64_C(1) << ARGUMENT_kind;
  if ((seen & required) != required)
    qn_msgpack_reject(m, ".offset, .size and .value_kind", "kernel argument");
  set_kind(out, kind);
}

bool qn_amdgpu_split_hidden(qn_arena *arena, qn_kernel *k, qn_argument *all,
                            size_t count) {
  size_t visible = 0;
  bool sorted = true; // the usual case
  for (size_t i = 0; i < count; ++i) {
    const bool is_visible = all[i].kind != QN_ARGUMENT_HIDDEN;
    sorted &= !is_visible || visible == i;
    visible += is_visible;
  }
  if (!sorted) {
    qn_argument *parted = qn_arena_alloc(arena, count, sizeof(*parted));
    if (!parted)
      return false;
    size_t next[2] = {0, visible};
    for (size_t i = 0; i < count; ++i)
      parted[next[all[i].kind == QN_ARGUMENT_HIDDEN]++] = all[i];
    all = parted;
  }
  for (size_t i = 0; i < count; ++i)
    all[i].index = (uint32_t)(i < visible ? i : i - visible);
  k->arguments = all;
  k->argument_count = visible;
  k->hidden = all + visible;
  k->hidden_count = count - visible;
  return true;
}

// The head of an array whose elements take at least `min_size` bytes each.
static size_t read_count(metadata_reader *r, size_t min_size,
                         const char *field) {
  const size_t count = qn_msgpack_array(&r->m, field);
  if (count <= qn_msgpack_left(&r->m) / min_size)
    return count;
  qn_msgpack_reject(&r->m, "a count that fits", field);
  return 0;
}

static void read_arguments(metadata_reader *r, qn_kernel *out) {
  const size_t count = read_count(r, ARGUMENT_MIN, "kernel arguments");
  qn_argument *all = qn_arena_alloc(r->x->arena, count, sizeof(qn_argument));
  r->memory |= all == NULL;
  for (size_t i = 0; i < count && !stopped(r); ++i)
    read_argument(r, &all[i]);
  if (!stopped(r))
    r->memory |= !qn_amdgpu_split_hidden(r->x->arena, out, all, count);
}

static void read_required(metadata_reader *r, qn_resources *out) {
  if (qn_msgpack_array(&r->m, "required work-group size") != 3)
    qn_msgpack_reject(&r->m, "three numbers", "required work-group size");
  for (size_t i = 0; i < 3; ++i)
    out->required_threads[i] = qn_msgpack_u32(&r->m, "work-group size");
  out->required_known = true;
}

static qn_figure read_figure(qn_msgpack *m, size_t key) {
  return qn_known(qn_msgpack_u32(m, kernel_keys[key]));
}

static void read_kernel_field(metadata_reader *r, size_t key, qn_kernel *k) {
  qn_msgpack *m = &r->m;
  qn_resources *to = &k->resources;
  switch (key) {
  case KERNEL_name:
    k->name = qn_msgpack_str(m, "kernel name");
    break;
  case KERNEL_symbol:
    k->symbol = qn_msgpack_str(m, "kernel symbol");
    break;
  case KERNEL_args:
    read_arguments(r, k);
    break;
  case KERNEL_kernarg_size:
    k->arguments_size = read_figure(m, key);
    break;
  case KERNEL_kernarg_align:
    k->arguments_alignment = read_figure(m, key);
    break;
  case KERNEL_group:
    to->shared_static = read_figure(m, key);
    break;
  case KERNEL_private:
    to->scratch = read_figure(m, key);
    break;
  case KERNEL_wave:
    to->wave_size = read_figure(m, key);
    break;
  case KERNEL_sgpr:
    to->sgpr = read_figure(m, key);
    break;
  case KERNEL_vgpr:
    to->vgpr = read_figure(m, key);
    break;
  case KERNEL_agpr:
    to->agpr = read_figure(m, key);
    break;
  case KERNEL_sgpr_spills:
    to->sgpr_spills = read_figure(m, key);
    break;
  case KERNEL_vgpr_spills:
    to->vgpr_spills = read_figure(m, key);
    break;
  case KERNEL_max_threads:
    to->max_threads = read_figure(m, key);
    break;
  case KERNEL_required:
    read_required(r, to);
    break;
  default:
    qn_msgpack_skip(m, NULL);
  }
}

static void read_kernel(metadata_reader *r, qn_kernel *out) {
  uint64_t seen = 0;
  const size_t pairs = qn_msgpack_map(&r->m, "kernel");
  out->source = QN_SOURCE_AMDGPU;
  out->arguments_known = true; // no ".args" means that there are none
  for (size_t i = 0; i < pairs && !stopped(r); ++i)
    read_kernel_field(
        r, qn_msgpack_key(&r->m, kernel_keys, KERNEL_KEY_COUNT, &seen), out);
  if (!out->name.size)
    qn_msgpack_reject(&r->m, "a name", "kernel name");
}

static void read_kernels(metadata_reader *r) {
  const size_t count = read_count(r, KERNEL_MIN, "kernels");
  if (count > r->x->limits->kernels) {
    r->too_many = true;
    return;
  }
  qn_kernel *kernels = qn_arena_alloc(r->x->arena, count, sizeof(qn_kernel));
  r->memory |= kernels == NULL;
  for (size_t i = 0; i < count && !stopped(r); ++i)
    read_kernel(r, &kernels[i]);
  r->x->image->kernels = kernels;
  r->x->image->kernel_count = kernels ? count : 0;
}

static void read_top(metadata_reader *r) {
  uint64_t seen = 0;
  const size_t pairs = qn_msgpack_map(&r->m, "metadata");
  for (size_t i = 0; i < pairs && !stopped(r); ++i) {
    switch (qn_msgpack_key(&r->m, top_keys, TOP_KEY_COUNT, &seen)) {
    case TOP_target:
      r->target = qn_msgpack_str(&r->m, "target");
      break;
    case TOP_kernels:
      read_kernels(r);
      break;
    default:
      qn_msgpack_skip(&r->m, NULL);
    }
  }
}

// The note states the target as text, the header as bits.
static void check_target(qn_extract *x, qn_str stated) {
  static const qn_str prefix = {"amdgcn-amd-amdhsa--", 19};
  if (!qn_str_starts(stated, prefix))
    return;
  const qn_str target = qn_str_skip(stated, prefix.size);
  if (!qn_str_equal(target, x->image->target))
    qn_extract_warn(x, "metadata is for '%.*s', the header says '%.*s'",
                    QN_STR_ARG(target), QN_STR_ARG(x->image->target));
}

static qn_status read_metadata(qn_extract *x, const qn_elf_note *note,
                               qn_diag *diag) {
  metadata_reader r = {
      .m = qn_msgpack_over(note->descriptor, x->item->offset + note->offset),
      .x = x,
  };
  read_top(&r);
  qn_status status;
  if (r.memory)
    status = qn_fail_memory(diag, "the kernels of the code object");
  else if (r.too_many)
    status =
        qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                "more than %zu kernels in one code object", x->limits->kernels);
  else
    status = qn_msgpack_finish(&r.m, diag);
  if (qn_failed(status)) {
    x->image->kernels = NULL;
    x->image->kernel_count = 0;
    qn_diag_context(diag, "reading the metadata note");
    return status;
  }
  check_target(x, r.target);
  return qn_ok();
}

// ---- Kernel descriptors, a check of the metadata

static void check_figure(qn_extract *x, const qn_kernel *k, const char *what,
                         qn_figure stated, uint32_t found) {
  if (stated.known && stated.value != found)
    qn_extract_warn(x,
                    "%s of kernel '%.*s' is %" PRIu64
                    " in the metadata, %" PRIu32 " in its descriptor",
                    what, QN_STR_ARG(k->name), stated.value, found);
}

static void check_descriptor(qn_extract *x, const qn_elf *elf,
                             const qn_elf_symbol *symbol, const qn_kernel *k) {
  qn_span bytes;
  uint64_t offset;
  if (symbol->size != DESCRIPTOR_SIZE ||
      !qn_elf_symbol_bytes(elf, symbol, &bytes, &offset)) {
    qn_extract_warn(x, "kernel '%.*s' has no usable descriptor",
                    QN_STR_ARG(k->name));
    return;
  }
  qn_reader r = qn_reader_over(bytes, offset);
  const uint32_t group = qn_read_u32(&r, "group segment");
  const uint32_t scratch = qn_read_u32(&r, "private segment");
  const uint32_t kernarg = qn_read_u32(&r, "kernarg segment");
  check_figure(x, k, "static shared memory", k->resources.shared_static, group);
  check_figure(x, k, "scratch memory", k->resources.scratch, scratch);
  if (kernarg != 0) // older assemblers leave it 0
    check_figure(x, k, "the argument block", k->arguments_size, kernarg);
}

static qn_status check_descriptors(qn_extract *x, const qn_elf *elf,
                                   qn_diag *diag) {
  qn_elf_symbols symbols;
  if (qn_failed(qn_elf_open_symbols(elf, &symbols, NULL)) || symbols.count == 0)
    return qn_ok(); // stripped
  qn_map by_name = {0};
  qn_status status = qn_ok();
  for (size_t i = 1; i < symbols.count && !qn_failed(status); ++i) {
    const qn_elf_symbol symbol = qn_elf_symbol_at(&symbols, i);
    if (qn_str_ends(symbol.name, QN_STR(".kd")) && symbol.section)
      status = qn_map_put_str(&by_name, symbol.name, i, diag);
  }
  for (size_t i = 0; i < x->image->kernel_count && !qn_failed(status); ++i) {
    const qn_kernel *k = &x->image->kernels[i];
    const uint64_t *index = qn_map_find_str(&by_name, k->symbol);
    if (index) {
      const qn_elf_symbol symbol = qn_elf_symbol_at(&symbols, (size_t)*index);
      check_descriptor(x, elf, &symbol, k);
    } else {
      qn_extract_warn(x, "kernel '%.*s' has no descriptor '%.*s'",
                      QN_STR_ARG(k->name), QN_STR_ARG(k->symbol));
    }
  }
  qn_map_finish(&by_name);
  return status;
}

// ---- Names alone, from the descriptors' symbols

static qn_status read_names(qn_extract *x, const qn_elf *elf, qn_diag *diag) {
  qn_elf_symbols symbols;
  QN_TRY(qn_elf_open_symbols(elf, &symbols, diag));
  qn_kernel *kernels = NULL;
  size_t count = 0, capacity = 0;
  for (size_t i = 1; i < symbols.count; ++i) {
    const qn_elf_symbol symbol = qn_elf_symbol_at(&symbols, i);
    if (symbol.size != DESCRIPTOR_SIZE || !symbol.section ||
        !qn_str_ends(symbol.name, QN_STR(".kd")))
      continue;
    qn_kernel *grown =
        qn_arena_grow(x->arena, kernels, count, &capacity, sizeof(qn_kernel));
    if (!grown)
      return qn_fail_memory(diag, "the kernels of the code object");
    kernels = grown;
    kernels[count++] = (qn_kernel){
        .name = {symbol.name.data, symbol.name.size - 3},
        .symbol = symbol.name,
    };
    if (count > x->limits->kernels)
      return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                     "more than %zu kernels in one code object",
                     x->limits->kernels);
  }
  x->image->kernels = kernels;
  x->image->kernel_count = count;
  return qn_ok();
}

// ---- The extractor

typedef struct note_search {
  qn_elf_note metadata, yaml; // the first of each
  size_t found;
  bool has_yaml;
} note_search;

static bool look_at_note(void *user, const qn_elf_note *note) {
  note_search *search = user;
  if (qn_str_equal(note->owner, QN_STR("AMDGPU")) &&
      note->type == NOTE_METADATA && search->found++ == 0)
    search->metadata = *note;
  if (qn_str_equal(note->owner, QN_STR("AMD")) &&
      note->type == NOTE_METADATA_YAML && !search->has_yaml) {
    search->yaml = *note;
    search->has_yaml = true;
  }
  return true;
}

qn_status qn_extract_amdgpu(qn_extract *x, qn_diag *diag) {
  static const char *const versions[] = {"2", "3", "4", "5", "6"};
  // The record names no kernel that the code object's own metadata lacks, and
  // its target is no more specific than the header's.
  if (x->limits->detail != QN_DETAIL_ALL)
    x->find_record = NULL;
  qn_elf elf;
  QN_TRY(qn_elf_open(x->item->bytes, x->item->offset, &elf, diag));
  unsigned version = 0;
  if (elf.os_abi == OSABI_HSA && elf.abi_version < 5) {
    version = elf.abi_version + 2u;
    x->image->version = qn_str_from(versions[elf.abi_version]);
  }
  QN_TRY(read_target(x, &elf, version, diag));
  if (x->limits->detail == QN_DETAIL_IMAGE)
    return qn_ok();
  if (x->limits->detail == QN_DETAIL_NAMES) {
    QN_TRY(read_names(x, &elf, diag));
    if (x->image->kernel_count)
      return qn_ok();
  }
  note_search search = {0};
  QN_TRY(qn_elf_walk_notes(&elf, look_at_note, &search, diag));
  if (search.found > 1)
    qn_extract_warn(x, "%zu metadata notes, only the first is read",
                    search.found);
  if (search.has_yaml && !search.found)
    return qn_extract_amdgpu_v2(x, &elf, &search.yaml, diag);
  if (!search.found)
    return qn_ok();
  QN_TRY(read_metadata(x, &search.metadata, diag));
  return check_descriptors(x, &elf, diag);
}
