// SPDX-License-Identifier: Apache-2.0
// Cubins of ABI 7 (CUDA up to 12) and 8 (CUDA 13): entry symbols, and the
// attributes in .nv.info. docs/formats/cubin.md has the tables.
#include <inttypes.h>
#include <stdlib.h>

#include "base/buffer.h"
#include "base/map.h"
#include "formats/object/elf.h"
#include "metadata/extract/extract.h"

enum {
  OSABI_7 = 0x33,
  OSABI_8 = 0x41,
  SYMBOL_ENTRY = 0x10, // st_other
  SECTION_INFO = 0x70000000,
  WARP_SIZE = 32,
  RESERVED_SHARED = 1024, // counted in .nv.shared.* from sm_90 on
  SPACE_POINTER = 5,      // parameter flag, sm_100 and later
};

enum { FORMAT_NONE = 1, FORMAT_BYTE, FORMAT_HALF, FORMAT_SIZED };

enum {
  ATTR_MAX_THREADS = 0x05,
  ATTR_REQUIRED_THREADS = 0x10,
  ATTR_FRAME_SIZE = 0x11,
  ATTR_PARAM = 0x17,
  ATTR_PARAMS_SIZE = 0x19,
  ATTR_REGISTERS = 0x2f,
  ATTR_CLUSTER = 0x3d,
  ATTR_CLUSTER_MAX = 0x3f,
  ATTR_PARAM_V2 = 0x45,
  ATTR_BARRIERS = 0x4c,
};

typedef struct cubin {
  qn_extract *x;
  qn_elf elf;
  unsigned sm;       // 90
  qn_map sections;   // name -> index, of sections about one kernel
  qn_map kernels;    // symbol index -> index
  bool has_reserved; // .nv.shared.reserved.0
} cubin;

// One attribute of .nv.info: an inline value or a payload.
typedef struct attribute {
  uint8_t code;
  uint16_t value;
  qn_span payload;
  uint64_t offset;
} attribute;

// False at the end of the section. The shape of unknown attributes is known.
static bool next_attribute(qn_reader *r, attribute *out) {
  if (r->failed || r->at >= r->in.size)
    return false;
  const uint8_t format = qn_read_u8(r, "attribute format");
  out->code = qn_read_u8(r, "attribute");
  out->value = qn_read_u16(r, "attribute value");
  out->offset = r->origin + r->at;
  out->payload = format == FORMAT_SIZED
                     ? qn_read_bytes(r, out->value, "attribute payload")
                     : (qn_span){0};
  const size_t padding = (4 - r->at % 4) % 4;
  if (!r->failed && format == FORMAT_SIZED && padding <= r->in.size - r->at)
    r->at += padding;
  return !r->failed;
}

// ---- The target

// The suffix after the number in "-arch sm_90a" of the tool's command line.
static char find_suffix_in(qn_span text, unsigned sm) {
  static const char option[] = "sm_";
  for (size_t i = 0; i + 6 <= text.size; ++i) {
    if (memcmp(text.data + i, option, 3) != 0)
      continue;
    unsigned number = 0;
    size_t at = i + 3;
    while (at < text.size && text.data[at] >= '0' && text.data[at] <= '9' &&
           number < 1000)
      number = 10 * number + (unsigned)(text.data[at++] - '0');
    if (number == sm && at < text.size &&
        (text.data[at] == 'a' || text.data[at] == 'f'))
      return (char)text.data[at];
  }
  return '\0';
}

// With CUDA 13, e_flags do not tell sm_90a from sm_90; two other places do.
static char find_suffix(const cubin *c) {
  qn_elf_section section;
  if (qn_elf_find_section(&c->elf, QN_STR(".note.nv.tkinfo"), &section)) {
    const char suffix = find_suffix_in(section.bytes, c->sm);
    if (suffix)
      return suffix;
  }
  if (qn_elf_find_section(&c->elf, QN_STR(".nv.compat"), &section)) {
    qn_reader r = qn_reader_over(section.bytes, section.offset);
    attribute a;
    while (next_attribute(&r, &a))
      if (a.code == 9 && a.value == 1)
        return 'a';
  }
  return '\0';
}

static qn_status read_target(cubin *c, qn_diag *diag) {
  const qn_elf *elf = &c->elf;
  bool accelerated = false;
  if (elf->os_abi == OSABI_8 || elf->abi_version >= 8) {
    c->sm = elf->flags >> 8 & 0xff;
    accelerated = elf->flags & 0x8;
    c->x->image->version = QN_STR("8");
  } else {
    c->sm = elf->flags & 0xff;
    accelerated = elf->flags & 0x800;
    c->x->image->version = QN_STR("7");
  }
  const char suffix = accelerated ? 'a' : find_suffix(c);
  const char text[2] = {suffix, '\0'};
  c->x->image->target = qn_arena_printf(c->x->arena, "sm_%u%s", c->sm, text);
  if (!c->x->image->target.data)
    return qn_fail_memory(diag, "the target's name");
  return qn_ok();
}

// ---- Kernels

static bool is_entry(const qn_elf_symbol *s) {
  return s->type == QN_ELF_SYMBOL_FUNC && (s->other & SYMBOL_ENTRY) &&
         s->section != 0 && s->name.size != 0;
}

static qn_status read_entries(cubin *c, qn_diag *diag) {
  qn_elf_symbols symbols;
  QN_TRY(qn_elf_open_symbols(&c->elf, &symbols, diag));
  qn_image *image = c->x->image;
  size_t capacity = 0;
  for (size_t i = 1; i < symbols.count; ++i) {
    const qn_elf_symbol symbol = qn_elf_symbol_at(&symbols, i);
    if (!is_entry(&symbol))
      continue;
    if (image->kernel_count == c->x->limits->kernels)
      return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                     "more than %zu kernels in one cubin",
                     c->x->limits->kernels);
    QN_TRY(qn_map_put(&c->kernels, i, image->kernel_count, diag));
    qn_kernel *grown =
        qn_arena_grow(c->x->arena, image->kernels, image->kernel_count,
                      &capacity, sizeof(*grown));
    if (!grown)
      return qn_fail_memory(diag, "the kernels");
    image->kernels = grown;
    grown[image->kernel_count++] = (qn_kernel){
        .name = symbol.name,
        .symbol = symbol.name,
        .source = QN_SOURCE_EIATTR,
        .resources = {.wave_size = {true, WARP_SIZE}},
    };
  }
  return qn_ok();
}

// Indexes sections about one kernel by name, for constant-time lookup.
static qn_status index_sections(cubin *c, qn_diag *diag) {
  for (size_t i = 1; i < c->elf.section_count; ++i) {
    qn_elf_section section;
    if (qn_failed(qn_elf_section_at(&c->elf, i, &section, NULL)))
      continue;
    if (qn_str_equal(section.name, QN_STR(".nv.shared.reserved.0")))
      c->has_reserved = true;
    else if (qn_str_starts(section.name, QN_STR(".nv.info.")) ||
             qn_str_starts(section.name, QN_STR(".nv.shared.")))
      QN_TRY(qn_map_put_str(&c->sections, section.name, i, diag));
  }
  return qn_ok();
}

// The section `prefix` + the kernel's name, at most once: a thousand symbols
// with the same name must not cost a thousand readings. `name` is scratch
// storage.
static bool take_kernel_section(cubin *c, qn_buffer *name, const char *prefix,
                                qn_str kernel, qn_elf_section *out_section) {
  qn_buffer_clear(name);
  qn_buffer_append_str(name, qn_str_from(prefix));
  qn_buffer_append_str(name, kernel);
  const uint64_t *index =
      name->failed ? NULL : qn_map_find_str(&c->sections, qn_buffer_str(name));
  if (!index)
    return false;
  const size_t section = (size_t)*index;
  (void)qn_map_remove_str(&c->sections, qn_buffer_str(name));
  return !qn_failed(qn_elf_section_at(&c->elf, section, out_section, NULL));
}

// ---- Global attributes: {symbol, value} pairs

static qn_status read_global_info(cubin *c, qn_diag *diag) {
  qn_elf_section section;
  if (!qn_elf_find_section(&c->elf, QN_STR(".nv.info"), &section))
    return qn_ok();
  qn_reader r =
      qn_reader_over(section.bytes, c->x->item->offset + section.offset);
  attribute a;
  while (next_attribute(&r, &a)) {
    if ((a.code != ATTR_REGISTERS && a.code != ATTR_FRAME_SIZE) ||
        a.payload.size < 8)
      continue;
    qn_reader pair = qn_reader_over(a.payload, a.offset);
    const uint32_t symbol = qn_read_u32(&pair, "symbol");
    const uint32_t value = qn_read_u32(&pair, "value");
    const uint64_t *index = qn_map_find(&c->kernels, symbol);
    if (!index)
      continue; // a device function
    qn_resources *to = &c->x->image->kernels[*index].resources;
    *(a.code == ATTR_REGISTERS ? &to->registers : &to->scratch) =
        qn_known(value);
  }
  return qn_reader_finish(&r, diag);
}

// ---- Attributes of one kernel

typedef struct kernel_info {
  qn_argument *arguments; // in file order; index is the ordinal
  size_t count, capacity;
  bool has_size;
} kernel_info;

static qn_status add_param(cubin *c, const attribute *a, kernel_info *info,
                           qn_diag *diag) {
  qn_reader r = qn_reader_over(a->payload, a->offset);
  (void)qn_read_u32(&r, "parameter.index");
  const uint16_t ordinal = qn_read_u16(&r, "parameter.ordinal");
  const uint16_t offset = qn_read_u16(&r, "parameter.offset");
  uint32_t size, space;
  if (a->code == ATTR_PARAM) {
    const uint32_t word = qn_read_u32(&r, "parameter.size");
    size = word >> 18;
    space = word >> 8 & 0xf;
  } else {
    size = qn_read_u16(&r, "parameter.size");
    space = qn_read_u16(&r, "parameter.space") >> 8 & 0xf;
  }
  QN_TRY(qn_reader_finish(&r, diag));
  qn_argument *grown = qn_arena_grow(c->x->arena, info->arguments, info->count,
                                     &info->capacity, sizeof(*grown));
  if (!grown)
    return qn_fail_memory(diag, "the arguments");
  info->arguments = grown;
  grown[info->count++] = (qn_argument){
      .index = ordinal,
      .kind = space == SPACE_POINTER ? QN_ARGUMENT_POINTER : QN_ARGUMENT_VALUE,
      .offset = offset,
      .size = size,
      .alignment = space == SPACE_POINTER ? 8 : 0,
  };
  return qn_ok();
}

static void read_threads(const attribute *a, uint32_t out[3]) {
  qn_reader r = qn_reader_over(a->payload, a->offset);
  for (size_t i = 0; i < 3; ++i)
    out[i] = qn_read_u32(&r, "threads");
}

// The product of three numbers.
static qn_figure read_product(const attribute *a) {
  uint32_t sizes[3];
  uint64_t product;
  read_threads(a, sizes);
  if (__builtin_mul_overflow((uint64_t)sizes[0] * sizes[1], sizes[2], &product))
    product = UINT64_MAX;
  return qn_known(product);
}

static qn_figure read_number(const attribute *a) {
  qn_reader r = qn_reader_over(a->payload, a->offset);
  return qn_known(qn_read_u32(&r, "number"));
}

static qn_status read_attribute(cubin *c, const attribute *a, qn_kernel *k,
                                kernel_info *info, qn_diag *diag) {
  switch (a->code) {
  case ATTR_PARAM:
  case ATTR_PARAM_V2:
    return add_param(c, a, info, diag);
  case ATTR_PARAMS_SIZE:
    k->arguments_size = qn_known(a->value);
    info->has_size = true;
    break;
  case ATTR_BARRIERS:
    k->resources.barriers = qn_known(a->value & 0xff);
    break;
  case ATTR_MAX_THREADS:
    k->resources.max_threads = read_product(a);
    break;
  case ATTR_CLUSTER:
    k->resources.cluster_size = read_product(a);
    break;
  case ATTR_CLUSTER_MAX:
    k->resources.cluster_max = read_number(a);
    break;
  case ATTR_REQUIRED_THREADS:
    read_threads(a, k->resources.required_threads);
    k->resources.required_known = true;
    break;
  default:
    break;
  }
  return qn_ok();
}

static int by_ordinal(const void *a, const void *b) {
  const qn_argument *x = a, *y = b;
  return x->index < y->index ? -1 : x->index > y->index;
}

// Parameters are stored last first; each must occur exactly once.
static void take_arguments(cubin *c, qn_kernel *k, kernel_info *info) {
  if (info->count)
    qsort(info->arguments, info->count, sizeof(qn_argument), by_ordinal);
  for (size_t i = 0; i < info->count; ++i) {
    if (info->arguments[i].index == i)
      continue;
    qn_extract_warn(c->x,
                    "parameters of kernel '%.*s' are not numbered 0 to "
                    "%zu",
                    QN_STR_ARG(k->name), info->count - 1);
    return;
  }
  if (!info->has_size)
    k->arguments_size = qn_known(0);
  if (info->count == 0 && k->arguments_size.value != 0)
    return; // there are some, but they are not described
  k->arguments_known = true;
  k->arguments = info->arguments;
  k->argument_count = info->count;
}

static qn_status read_kernel(cubin *c, qn_kernel *k, qn_buffer *name,
                             qn_diag *diag) {
  qn_elf_section section;
  if (take_kernel_section(c, name, ".nv.info.", k->name, &section)) {
    qn_reader r =
        qn_reader_over(section.bytes, c->x->item->offset + section.offset);
    kernel_info info = {0};
    attribute a;
    while (next_attribute(&r, &a))
      QN_TRY(read_attribute(c, &a, k, &info, diag));
    QN_TRY(qn_reader_finish(&r, diag));
    take_arguments(c, k, &info);
  }
  uint64_t shared = 0;
  bool is_final = false; // nvlink and the driver drop the reserved section
  if (take_kernel_section(c, name, ".nv.shared.", k->name, &section)) {
    shared = section.size;
    is_final = section.type == QN_ELF_NOBITS && c->elf.abi_version >= 8;
  }
  if ((c->has_reserved || is_final) && c->sm >= 90 && shared >= RESERVED_SHARED)
    shared -= RESERVED_SHARED;
  k->resources.shared_static = qn_known(shared);
  return qn_buffer_check(name, diag);
}

static qn_status read_cubin(cubin *c, qn_buffer *name, qn_diag *diag) {
  QN_TRY(read_target(c, diag));
  if (c->x->limits->detail == QN_DETAIL_IMAGE)
    return qn_ok();
  QN_TRY(read_entries(c, diag));
  if (c->x->limits->detail == QN_DETAIL_NAMES)
    return qn_ok();
  QN_TRY(index_sections(c, diag));
  QN_TRY(read_global_info(c, diag));
  for (size_t i = 0; i < c->x->image->kernel_count; ++i) {
    qn_kernel *k = &c->x->image->kernels[i];
    const qn_status status = read_kernel(c, k, name, diag);
    if (qn_failed(status)) {
      qn_diag_context(diag, "reading kernel '%.*s'", QN_STR_ARG(k->name));
      return status;
    }
  }
  return qn_ok();
}

qn_status qn_extract_cubin(qn_extract *x, qn_diag *diag) {
  cubin c = {.x = x};
  QN_TRY(qn_elf_open(x->item->bytes, x->item->offset, &c.elf, diag));
  qn_buffer name = {0};
  const qn_status status = read_cubin(&c, &name, diag);
  qn_buffer_finish(&name);
  qn_map_finish(&c.sections);
  qn_map_finish(&c.kernels);
  return status;
}
