// SPDX-License-Identifier: Apache-2.0
#include "metadata/record/record.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/digest.h"
#include "formats/encoding/msgpack.h"
#include "formats/container/camd.h"

static const qn_str generic_block = {"GenericMetadata", 15};
static const qn_str vectorize_block = {"VectorizeMetadata", 17};
static const qn_str own_block = {"QuernKernels", 12};

// The maps of our block: their keys, in the order of writing.
#define RECORD_KEYS(X)                                                         \
  X(RECORD, version)                                                           \
  X(RECORD, target) X(RECORD, producer) X(RECORD, kernels) X(RECORD, globals)
#define KERNEL_KEYS(X)                                                         \
  X(KERNEL, name)                                                              \
  X(KERNEL, symbol)                                                            \
  X(KERNEL, demangled)                                                         \
  X(KERNEL, args)                                                              \
  X(KERNEL, hidden)                                                            \
  X(KERNEL, args_size)                                                         \
  X(KERNEL, args_align)                                                        \
  X(KERNEL, shared_static)                                                     \
  X(KERNEL, wave_size)                                                         \
  X(KERNEL, max_threads)                                                       \
  X(KERNEL, required_threads) X(KERNEL, flags) X(KERNEL, entries)
#define ARGUMENT_KEYS(X)                                                       \
  X(ARGUMENT, index)                                                           \
  X(ARGUMENT, kind)                                                            \
  X(ARGUMENT, offset)                                                          \
  X(ARGUMENT, size)                                                            \
  X(ARGUMENT, align)                                                           \
  X(ARGUMENT, space) X(ARGUMENT, name) X(ARGUMENT, type) X(ARGUMENT, hidden)
#define ENTRY_KEYS(X)                                                          \
  X(ENTRY, symbol)                                                             \
  X(ENTRY, isa) X(ENTRY, width) X(ENTRY, min_factor) X(ENTRY, sub_group)
#define GLOBAL_KEYS(X)                                                         \
  X(GLOBAL, name) X(GLOBAL, size) X(GLOBAL, align) X(GLOBAL, constant)

#define ENUM_KEY(map, id) map##_##id,
#define TEXT_KEY(map, id) #id,
enum record_key { RECORD_KEYS(ENUM_KEY) RECORD_KEY_COUNT };
enum kernel_key { KERNEL_KEYS(ENUM_KEY) KERNEL_KEY_COUNT };
enum argument_key { ARGUMENT_KEYS(ENUM_KEY) ARGUMENT_KEY_COUNT };
enum entry_key { ENTRY_KEYS(ENUM_KEY) ENTRY_KEY_COUNT };
enum global_key { GLOBAL_KEYS(ENUM_KEY) GLOBAL_KEY_COUNT };
static const char *const record_keys[] = {RECORD_KEYS(TEXT_KEY)};
static const char *const kernel_keys[] = {KERNEL_KEYS(TEXT_KEY)};
static const char *const argument_keys[] = {ARGUMENT_KEYS(TEXT_KEY)};
static const char *const entry_keys[] = {ENTRY_KEYS(TEXT_KEY)};
static const char *const global_keys[] = {GLOBAL_KEYS(TEXT_KEY)};

// ---- Writing our block

// A map whose size is filled in at the end, because unknown facts are left out.
typedef struct map_writer {
  qn_buffer *out;
  size_t start; // of its head
  size_t pairs;
} map_writer;

static map_writer begin_map(qn_buffer *out) {
  const map_writer map = {.out = out, .start = out->size};
  qn_msgpack_put_map(out, 0);
  return map;
}

static void end_map(const map_writer *map) {
  if (!map->out->failed)
    qn_buffer_patch(map->out, map->start + 1, map->pairs, 2, true);
}

static void put_key(map_writer *map, const char *key) {
  qn_msgpack_put_str(map->out, qn_str_from(key));
  ++map->pairs;
}

static void put_text(map_writer *map, const char *key, qn_str text) {
  put_key(map, key);
  qn_msgpack_put_str(map->out, text);
}

static void put_number(map_writer *map, const char *key, uint64_t value) {
  put_key(map, key);
  qn_msgpack_put_uint(map->out, value);
}

// Left out when the text is empty.
static void put_text_opt(map_writer *map, const char *key, qn_str text) {
  if (text.size)
    put_text(map, key, text);
}

// Left out when unknown.
static void put_figure(map_writer *map, const char *key, qn_figure figure) {
  if (figure.known)
    put_number(map, key, figure.value);
}

static void write_argument(const qn_argument *a, qn_buffer *out) {
  map_writer map = begin_map(out);
  put_number(&map, "index", a->index);
  put_text(&map, "kind", qn_str_from(qn_argument_kind_name(a->kind)));
  put_number(&map, "offset", a->offset);
  put_number(&map, "size", a->size);
  if (a->alignment)
    put_number(&map, "align", a->alignment);
  put_text_opt(&map, "space", qn_str_from(qn_space_name(a->space)));
  put_text_opt(&map, "name", a->name);
  put_text_opt(&map, "type", a->type);
  put_text_opt(&map, "hidden", a->hidden);
  end_map(&map);
}

static void write_arguments(map_writer *map, const char *key,
                            const qn_argument *arguments, size_t count) {
  put_key(map, key);
  qn_msgpack_put_array(map->out, count);
  for (size_t i = 0; i < count; ++i)
    write_argument(&arguments[i], map->out);
}

static void write_entries(map_writer *map, const qn_kernel *k) {
  put_key(map, "entries");
  qn_msgpack_put_array(map->out, k->entry_count);
  for (size_t i = 0; i < k->entry_count; ++i) {
    const qn_entry *e = &k->entries[i];
    map_writer entry = begin_map(map->out);
    put_text(&entry, "symbol", e->symbol);
    put_text_opt(&entry, "isa", e->isa);
    put_number(&entry, "width", e->width);
    put_number(&entry, "min_factor", e->min_factor ? e->min_factor : 1);
    put_number(&entry, "sub_group", e->sub_group ? e->sub_group : 1);
    end_map(&entry);
  }
}

static void write_required(map_writer *map, const uint32_t threads[3]) {
  put_key(map, "required_threads");
  qn_msgpack_put_array(map->out, 3);
  for (size_t i = 0; i < 3; ++i)
    qn_msgpack_put_uint(map->out, threads[i]);
}

static void write_kernel(const qn_kernel *k, qn_buffer *out) {
  const qn_resources *r = &k->resources;
  map_writer map = begin_map(out);
  put_text(&map, "name", k->name);
  if (!qn_str_equal(k->symbol, k->name))
    put_text_opt(&map, "symbol", k->symbol);
  put_text_opt(&map, "demangled", k->demangled);
  if (k->arguments_known)
    write_arguments(&map, "args", k->arguments, k->argument_count);
  if (k->hidden_count)
    write_arguments(&map, "hidden", k->hidden, k->hidden_count);
  put_figure(&map, "args_size", k->arguments_size);
  put_figure(&map, "args_align", k->arguments_alignment);
  put_figure(&map, "shared_static", r->shared_static);
  put_figure(&map, "wave_size", r->wave_size);
  put_figure(&map, "max_threads", r->max_threads);
  if (r->required_known)
    write_required(&map, r->required_threads);
  if (k->flags_known)
    put_number(&map, "flags", k->flags);
  if (k->entry_count)
    write_entries(&map, k);
  end_map(&map);
}

static void write_globals(map_writer *map, const qn_record *record) {
  put_key(map, "globals");
  qn_msgpack_put_array(map->out, record->global_count);
  for (size_t i = 0; i < record->global_count; ++i) {
    const qn_global *g = &record->globals[i];
    map_writer global = begin_map(map->out);
    put_text(&global, "name", g->name);
    put_number(&global, "size", g->size);
    if (g->alignment)
      put_number(&global, "align", g->alignment);
    put_key(&global, "constant");
    qn_msgpack_put_bool(map->out, g->constant);
    end_map(&global);
  }
}

static void write_own(const qn_record *record, qn_buffer *out) {
  map_writer map = begin_map(out);
  put_number(&map, "version", QN_RECORD_VERSION);
  put_text(&map, "target", record->target);
  put_text(&map, "producer", record->producer);
  put_key(&map, "kernels");
  qn_msgpack_put_array(out, record->kernel_count);
  for (size_t i = 0; i < record->kernel_count; ++i)
    write_kernel(&record->kernels[i], out);
  write_globals(&map, record);
  end_map(&map);
}

// ---- Writing the two handlers' blocks, in lockstep: one record for each entry
// of a kernel, or one for a kernel with a single variant.

static void put_zstr(qn_buffer *out, qn_str text) {
  qn_buffer_append_str(out, text);
  qn_buffer_zero(out, 1);
}

static void write_variant(const qn_record *record, const qn_kernel *k,
                          const qn_entry *entry, qn_buffer *generic,
                          qn_buffer *vectorize) {
  const bool big = record->big_endian;
  put_zstr(generic, entry->symbol);
  put_zstr(generic, k->name);
  qn_buffer_int(generic, k->resources.shared_static.value, 8, big);
  qn_buffer_int(generic, entry->sub_group, 8, big);
  qn_buffer_int(generic, 0, 8, big); // not scalable
  qn_buffer_int(vectorize, entry->min_factor, 8, big);
  qn_buffer_int(vectorize, 0, 8, big);
  qn_buffer_int(vectorize, entry->width, 8, big);
  qn_buffer_int(vectorize, 0, 8, big);
}

static void write_variants(const qn_record *record, qn_buffer *generic,
                           qn_buffer *vectorize) {
  for (size_t i = 0; i < record->kernel_count; ++i) {
    const qn_kernel *k = &record->kernels[i];
    const uint32_t wave = (uint32_t)qn_figure_or(k->resources.wave_size, 1);
    const qn_entry only = {
        .symbol = k->symbol.size ? k->symbol : k->name,
        .width = 1,
        .min_factor = 1,
        .sub_group = wave,
    };
    if (k->entry_count == 0)
      write_variant(record, k, &only, generic, vectorize);
    for (size_t j = 0; j < k->entry_count; ++j) {
      qn_entry entry = k->entries[j];
      entry.min_factor = entry.min_factor ? entry.min_factor : 1;
      entry.sub_group = entry.sub_group ? entry.sub_group : 1;
      write_variant(record, k, &entry, generic, vectorize);
    }
  }
}

static qn_status check_record(const qn_record *record, qn_diag *diag) {
  for (size_t i = 0; i < record->kernel_count; ++i) {
    const qn_str name = record->kernels[i].name;
    if (!name.size || qn_str_find(name, '\0') != name.size)
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "kernel %zu of the record has no usable name", i);
  }
  return qn_ok();
}

qn_status qn_record_write(const qn_record *record, qn_buffer *out,
                          qn_diag *diag) {
  QN_TRY(check_record(record, diag));
  qn_buffer generic = {0}, vectorize = {0}, own = {0};
  write_variants(record, &generic, &vectorize);
  write_own(record, &own);
  qn_status status = qn_buffer_check(&generic, diag);
  if (!qn_failed(status))
    status = qn_buffer_check(&vectorize, diag);
  if (!qn_failed(status))
    status = qn_buffer_check(&own, diag);
  if (!qn_failed(status)) {
    const qn_camd_block blocks[] = {
        {generic_block, qn_buffer_span(&generic), QN_CAMD_RAW, 0},
        {vectorize_block, qn_buffer_span(&vectorize), QN_CAMD_RAW, 0},
        {own_block, qn_buffer_span(&own), QN_CAMD_MSGPACK, 0},
    };
    const qn_camd camd = {record->big_endian, blocks, 3};
    status = qn_camd_write(&camd, out, diag);
  }
  qn_buffer_finish(&generic);
  qn_buffer_finish(&vectorize);
  qn_buffer_finish(&own);
  return status;
}

// ---- Reading our block

typedef struct record_reader {
  qn_msgpack m;
  qn_arena *arena;
  bool memory; // out of memory
} record_reader;

static bool stopped(const record_reader *r) {
  return r->memory || qn_msgpack_failed(&r->m);
}

// Reads the head of an array and allocates zeroed storage for its elements of
// `size` bytes. Each takes at least ELEMENT_MIN bytes in the file. NULL when it
// is empty or on failure; the count is then 0.
static void *new_array(record_reader *r, const char *field, size_t size,
                       size_t *out_count) {
  enum { ELEMENT_MIN = 8 };
  size_t count = qn_msgpack_array(&r->m, field);
  if (count > qn_msgpack_left(&r->m) / ELEMENT_MIN) {
    qn_msgpack_reject(&r->m, "a count that fits", field);
    count = 0;
  }
  void *items = count ? qn_arena_alloc(r->arena, count, size) : NULL;
  r->memory |= count && !items;
  *out_count = items ? count : 0;
  return items;
}

static void read_argument(record_reader *r, qn_argument *out) {
  qn_msgpack *m = &r->m;
  uint64_t seen = 0;
  const size_t pairs = qn_msgpack_map(m, "argument");
  for (size_t i = 0; i < pairs && !stopped(r); ++i) {
    switch (qn_msgpack_key(m, argument_keys, ARGUMENT_KEY_COUNT, &seen)) {
    case ARGUMENT_index:
      out->index = qn_msgpack_u32(m, "argument.index");
      break;
    case ARGUMENT_kind:
      if (!qn_argument_kind_find(qn_msgpack_str(m, "argument.kind"),
                                 &out->kind))
        qn_msgpack_reject(m, "a known kind", "argument.kind");
      break;
    case ARGUMENT_offset:
      out->offset = qn_msgpack_u32(m, "argument.offset");
      break;
    case ARGUMENT_size:
      out->size = qn_msgpack_u32(m, "argument.size");
      break;
    case ARGUMENT_align:
      out->alignment = qn_msgpack_u32(m, "argument.align");
      if (out->alignment & (out->alignment - 1))
        qn_msgpack_reject(m, "a power of two", "argument.align");
      break;
    case ARGUMENT_space:
      if (!qn_space_find(qn_msgpack_str(m, "argument.space"), &out->space))
        qn_msgpack_reject(m, "a known space", "argument.space");
      break;
    case ARGUMENT_name:
      out->name = qn_msgpack_str(m, "argument.name");
      break;
    case ARGUMENT_type:
      out->type = qn_msgpack_str(m, "argument.type");
      break;
    case ARGUMENT_hidden:
      out->hidden = qn_msgpack_str(m, "argument.hidden");
      break;
    default:
      qn_msgpack_skip(m, NULL);
    }
  }
}

static qn_argument *read_arguments(record_reader *r, size_t *out_count) {
  size_t count;
  qn_argument *arguments =
      new_array(r, "arguments", sizeof(*arguments), &count);
  for (size_t i = 0; i < count && !stopped(r); ++i)
    read_argument(r, &arguments[i]);
  *out_count = count;
  return arguments;
}

static void read_entry(record_reader *r, qn_entry *out) {
  qn_msgpack *m = &r->m;
  uint64_t seen = 0;
  const size_t pairs = qn_msgpack_map(m, "entry");
  for (size_t i = 0; i < pairs && !stopped(r); ++i) {
    switch (qn_msgpack_key(m, entry_keys, ENTRY_KEY_COUNT, &seen)) {
    case ENTRY_symbol:
      out->symbol = qn_msgpack_str(m, "entry.symbol");
      break;
    case ENTRY_isa:
      out->isa = qn_msgpack_str(m, "entry.isa");
      break;
    case ENTRY_width:
      out->width = qn_msgpack_u32(m, "entry.width");
      break;
    case ENTRY_min_factor:
      out->min_factor = qn_msgpack_u32(m, "entry.min_factor");
      break;
    case ENTRY_sub_group:
      out->sub_group = qn_msgpack_u32(m, "entry.sub_group");
      break;
    default:
      qn_msgpack_skip(m, NULL);
    }
  }
}

static void read_entries(record_reader *r, qn_kernel *out) {
  size_t count;
  qn_entry *entries = new_array(r, "entries", sizeof(*entries), &count);
  for (size_t i = 0; i < count && !stopped(r); ++i)
    read_entry(r, &entries[i]);
  out->entries = entries;
  out->entry_count = count;
}

static void read_required(record_reader *r, qn_resources *out) {
  if (qn_msgpack_array(&r->m, "required_threads") != 3)
    qn_msgpack_reject(&r->m, "three numbers", "required_threads");
  for (size_t i = 0; i < 3; ++i)
    out->required_threads[i] = qn_msgpack_u32(&r->m, "required_threads");
  out->required_known = true;
}

// The value of kernel key `key`.
static void read_kernel_field(record_reader *r, size_t key, qn_kernel *out) {
  qn_msgpack *m = &r->m;
  switch (key) {
  case KERNEL_symbol:
    out->symbol = qn_msgpack_str(m, "kernel.symbol");
    break;
  case KERNEL_demangled:
    out->demangled = qn_msgpack_str(m, "kernel.demangled");
    break;
  case KERNEL_args:
    out->arguments = read_arguments(r, &out->argument_count);
    out->arguments_known = true;
    break;
  case KERNEL_hidden:
    out->hidden = read_arguments(r, &out->hidden_count);
    break;
  case KERNEL_args_size:
    out->arguments_size = qn_known(qn_msgpack_u32(m, "args_size"));
    break;
  case KERNEL_args_align:
    out->arguments_alignment = qn_known(qn_msgpack_u32(m, "args_align"));
    break;
  case KERNEL_shared_static:
    out->resources.shared_static = qn_known(qn_msgpack_uint(m, "shared"));
    break;
  case KERNEL_wave_size:
    out->resources.wave_size = qn_known(qn_msgpack_u32(m, "wave_size"));
    break;
  case KERNEL_max_threads:
    out->resources.max_threads = qn_known(qn_msgpack_u32(m, "max_threads"));
    break;
  case KERNEL_required_threads:
    read_required(r, &out->resources);
    break;
  case KERNEL_flags:
    out->flags = qn_msgpack_u32(m, "kernel.flags");
    out->flags_known = true;
    break;
  case KERNEL_entries:
    read_entries(r, out);
    break;
  default:
    qn_msgpack_skip(m, NULL);
  }
}

static void read_kernel(record_reader *r, qn_kernel *out) {
  uint64_t seen = 0;
  const size_t pairs = qn_msgpack_map(&r->m, "kernel");
  out->source = QN_SOURCE_NOTE;
  for (size_t i = 0; i < pairs && !stopped(r); ++i) {
    const size_t key =
        qn_msgpack_key(&r->m, kernel_keys, KERNEL_KEY_COUNT, &seen);
    if (key == KERNEL_name)
      out->name = qn_msgpack_str(&r->m, "kernel.name");
    else
      read_kernel_field(r, key, out);
  }
  if (!out->name.size)
    qn_msgpack_reject(&r->m, "a name", "kernel.name");
  if (!out->symbol.size)
    out->symbol = out->name;
}

static void read_kernels(record_reader *r, qn_record *out) {
  size_t count;
  qn_kernel *kernels = new_array(r, "kernels", sizeof(*kernels), &count);
  for (size_t i = 0; i < count && !stopped(r); ++i)
    read_kernel(r, &kernels[i]);
  out->kernels = kernels;
  out->kernel_count = count;
}

static void read_global(record_reader *r, qn_global *out) {
  qn_msgpack *m = &r->m;
  uint64_t seen = 0;
  const size_t pairs = qn_msgpack_map(m, "global");
  for (size_t i = 0; i < pairs && !stopped(r); ++i) {
    switch (qn_msgpack_key(m, global_keys, GLOBAL_KEY_COUNT, &seen)) {
    case GLOBAL_name:
      out->name = qn_msgpack_str(m, "global.name");
      break;
    case GLOBAL_size:
      out->size = qn_msgpack_uint(m, "global.size");
      break;
    case GLOBAL_align:
      out->alignment = qn_msgpack_u32(m, "global.alignment");
      break;
    case GLOBAL_constant:
      out->constant = qn_msgpack_bool(m, "global.constant");
      break;
    default:
      qn_msgpack_skip(m, NULL);
    }
  }
}

static void read_globals(record_reader *r, qn_record *out) {
  size_t count;
  qn_global *globals = new_array(r, "globals", sizeof(*globals), &count);
  for (size_t i = 0; i < count && !stopped(r); ++i)
    read_global(r, &globals[i]);
  out->globals = globals;
  out->global_count = count;
}

// `*out_version` is 0 when the block does not state it.
static void read_own(record_reader *r, qn_record *out, uint64_t *out_version) {
  qn_msgpack *m = &r->m;
  uint64_t seen = 0;
  const size_t pairs = qn_msgpack_map(m, "record");
  for (size_t i = 0; i < pairs && !stopped(r); ++i) {
    switch (qn_msgpack_key(m, record_keys, RECORD_KEY_COUNT, &seen)) {
    case RECORD_version:
      *out_version = qn_msgpack_uint(m, "record.version");
      if (*out_version != QN_RECORD_VERSION)
        return; // the rest may mean something else
      break;
    case RECORD_target:
      out->target = qn_msgpack_str(m, "record.target");
      break;
    case RECORD_producer:
      out->producer = qn_msgpack_str(m, "record.producer");
      break;
    case RECORD_kernels:
      read_kernels(r, out);
      break;
    case RECORD_globals:
      read_globals(r, out);
      break;
    default:
      qn_msgpack_skip(m, NULL);
    }
  }
}

qn_status qn_record_read(qn_span camd, uint64_t origin, qn_arena *arena,
                         qn_record *out_record, qn_diag *diag) {
  qn_camd container;
  QN_TRY(qn_camd_read(camd, origin, arena, &container, diag));
  const qn_camd_block *block = qn_camd_find(&container, own_block);
  if (!block)
    return qn_fail(diag, QN_E_NOT_FOUND, (qn_place){origin, 0, NULL},
                   "the container has no block 'QuernKernels'");
  const uint64_t block_offset =
      origin + (uint64_t)(block->bytes.data - camd.data);
  if (block->format != QN_CAMD_MSGPACK || block->encoding != 0)
    return qn_fail(diag, QN_E_UNSUPPORTED,
                   (qn_place){block_offset, 0, "QuernKernels"},
                   "block 'QuernKernels' is not MessagePack (format %u, "
                   "encoding %u)",
                   block->format, block->encoding);
  record_reader r = {
      .m = qn_msgpack_over(block->bytes, block_offset),
      .arena = arena,
  };
  qn_record record = {.big_endian = container.big_endian};
  uint64_t version = 0;
  read_own(&r, &record, &version);
  if (r.memory)
    return qn_fail_memory(diag, "the kernels of the record");
  QN_TRY(qn_msgpack_finish(&r.m, diag));
  if (version != QN_RECORD_VERSION)
    return qn_fail(diag, QN_E_UNSUPPORTED,
                   (qn_place){block_offset, 0, "record.version"},
                   "version %" PRIu64 " of the record is not supported, "
                   "expected %d",
                   version, QN_RECORD_VERSION);
  *out_record = record;
  return qn_ok();
}

void qn_record_symbol(qn_span camd, char out_name[QN_RECORD_SYMBOL_SIZE]) {
  snprintf(out_name, QN_RECORD_SYMBOL_SIZE,
           QN_RECORD_SYMBOL_PREFIX "%016" PRIx64, qn_hash64(camd));
}
