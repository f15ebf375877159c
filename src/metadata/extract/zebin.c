// SPDX-License-Identifier: Apache-2.0
// Intel zebin: the YAML text in .ze_info, and the product in a note.
// docs/formats/zebin.md has the tables.
#include <inttypes.h>
#include <stdlib.h>

#include "base/map.h"
#include "base/text.h"
#include "formats/object/elf.h"
#include "formats/encoding/yaml.h"
#include "metadata/extract/extract.h"
#include "metadata/record/record.h"
#include "metadata/record/spirv.h"

enum {
  TYPE_ZE_INFO = (int)0xff000011,
  NOTE_PRODUCT = 1, // owner "IntelGT"
  NOTE_VERSION = 4,
  ARGUMENTS_MAX = 1024, // of one kernel
};

// Product families, as ocloc 22.43 writes them for each -device.
static const struct {
  uint32_t number;
  const char *name;
} products[] = {
    {18, "skl"},   {19, "kbl"},   {20, "cfl"},   {22, "bxt"},  {23, "glk"},
    {26, "icllp"}, {29, "tgllp"}, {30, "rkl"},   {31, "adls"}, {32, "adlp"},
    {1210, "dg1"}, {1270, "dg2"}, {1271, "pvc"},
};

// One element of payload_arguments: a part of an argument, or a hidden
// argument.
typedef struct payload {
  qn_str type, space;
  bool indexed;
  uint64_t index, offset, size, source_offset;
} payload;

typedef struct zebin {
  qn_extract *x;
  qn_yaml y;
  qn_kernel *kernels;
  size_t count, capacity;
  payload part; // being read, when its type is not empty
  qn_map by_name;
  qn_kernel *described; // the one that kernels_misc_info now describes
  qn_argument *argument;
  bool memory, too_many;
} zebin;

static uint64_t read_number(zebin *z, qn_str value) {
  uint64_t number = 0;
  if (!qn_text_uint(value, &number) && !z->y.wrong) {
    z->y.wrong = "a number";
    z->y.wrong_at = (size_t)(value.data ? value.data - z->y.text.data : 0);
  }
  return number;
}

// Makes room for one more element. All growth goes through this, so that the
// capacity follows from the count.
static qn_argument *grow(zebin *z, qn_argument *list, size_t count) {
  size_t capacity = count ? 8 : 0;
  while (capacity && capacity < count)
    capacity *= 2;
  qn_argument *grown =
      qn_arena_grow(z->x->arena, list, count, &capacity, sizeof(qn_argument));
  z->memory |= grown == NULL;
  return grown;
}

// The kernel's argument of this index, added when it does not exist; NULL when
// there are too many, or out of memory.
static qn_argument *find_argument(zebin *z, qn_kernel *k, uint64_t index) {
  for (size_t i = 0; i < k->argument_count; ++i)
    if (k->arguments[i].index == index)
      return &k->arguments[i];
  if (k->argument_count == ARGUMENTS_MAX || index >= ARGUMENTS_MAX)
    return NULL;
  qn_argument *grown = grow(z, k->arguments, k->argument_count);
  if (!grown)
    return NULL;
  k->arguments = grown;
  grown[k->argument_count] = (qn_argument){
      .index = (uint32_t)index,
      .offset = QN_OFFSET_UNKNOWN,
  };
  return &grown[k->argument_count++];
}

static void add_hidden(zebin *z, qn_kernel *k, const payload *p) {
  if (k->hidden_count == ARGUMENTS_MAX)
    return;
  qn_argument *grown = grow(z, k->hidden, k->hidden_count);
  if (!grown)
    return;
  k->hidden = grown;
  grown[k->hidden_count] = (qn_argument){
      .index = (uint32_t)k->hidden_count,
      .kind = QN_ARGUMENT_HIDDEN,
      .hidden = p->type,
      .offset = p->offset,
      .size = p->size,
  };
  ++k->hidden_count;
}

static void set_pointer(qn_argument *a, qn_str space) {
  static const struct {
    const char *name;
    qn_argument_kind kind;
    qn_space space;
  } spaces[] = {
      {"global", QN_ARGUMENT_POINTER, QN_SPACE_GLOBAL},
      {"constant", QN_ARGUMENT_POINTER, QN_SPACE_CONSTANT},
      {"local", QN_ARGUMENT_SHARED, QN_SPACE_SHARED},
      {"image", QN_ARGUMENT_IMAGE, QN_SPACE_UNKNOWN},
      {"sampler", QN_ARGUMENT_SAMPLER, QN_SPACE_UNKNOWN},
  };
  a->kind = QN_ARGUMENT_POINTER;
  for (size_t i = 0; i < sizeof(spaces) / sizeof(spaces[0]); ++i)
    if (qn_str_equal(space, qn_str_from(spaces[i].name))) {
      a->kind = spaces[i].kind;
      a->space = spaces[i].space;
    }
}

// Handles the element of payload_arguments that was just read.
static void take_part(zebin *z) {
  const payload p = z->part;
  z->part = (payload){0};
  if (!p.type.size || z->count == 0)
    return;
  qn_kernel *k = &z->kernels[z->count - 1];
  if (!p.indexed) {
    add_hidden(z, k, &p);
    return;
  }
  qn_argument *a = find_argument(z, k, p.index);
  if (!a)
    return;
  const bool value = qn_str_equal(p.type, QN_STR("arg_byvalue"));
  if (qn_str_equal(p.type, QN_STR("arg_bypointer")))
    set_pointer(a, p.space);
  if (p.size && (value || qn_str_equal(p.type, QN_STR("arg_bypointer")) ||
                 qn_str_equal(p.type, QN_STR("buffer_address")))) {
    // A structure may come in slices; it starts at the lowest offset.
    if (a->offset == QN_OFFSET_UNKNOWN || p.offset < a->offset)
      a->offset = p.offset;
    uint64_t end = 0;
    if (!__builtin_add_overflow(p.source_offset, p.size, &end) && end > a->size)
      a->size = end;
  }
}

static void begin_kernel(zebin *z) {
  take_part(z);
  if (z->count == z->x->limits->kernels) {
    z->too_many = true;
    return;
  }
  qn_kernel *grown = qn_arena_grow(z->x->arena, z->kernels, z->count,
                                   &z->capacity, sizeof(*grown));
  if (!grown) {
    z->memory = true;
    return;
  }
  z->kernels = grown;
  grown[z->count++] = (qn_kernel){
      .source = QN_SOURCE_ZE_INFO,
      .arguments_known = true,
      // Omitted where they are 0.
      .resources = {.shared_static = {true, 0}, .barriers = {true, 0}},
  };
}

static void set_required(qn_kernel *k, qn_str value) {
  uint64_t numbers[3];
  if (qn_yaml_numbers(value, numbers, 3) != 3)
    return;
  for (size_t i = 0; i < 3; ++i)
    k->resources.required_threads[i] =
        numbers[i] > UINT32_MAX ? 0 : (uint32_t)numbers[i];
  k->resources.required_known = true;
}

static void read_environment(zebin *z, qn_kernel *k, const qn_yaml_line *l) {
  const struct {
    const char *key;
    qn_figure *to;
  } figures[] = {
      {"grf_count", &k->resources.registers},
      {"simd_size", &k->resources.wave_size},
      {"slm_size", &k->resources.shared_static},
      {"barrier_count", &k->resources.barriers},
      {"private_size", &k->resources.scratch},
  };
  for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); ++i)
    if (qn_str_equal(l->key, qn_str_from(figures[i].key)))
      *figures[i].to = qn_known(read_number(z, l->value));
  if (qn_str_equal(l->key, QN_STR("required_work_group_size")) && l->value.size)
    set_required(k, l->value);
}

static void read_payload(zebin *z, const qn_yaml_line *l) {
  payload *p = &z->part;
  if (l->item)
    take_part(z);
  if (qn_str_equal(l->key, QN_STR("arg_type")))
    p->type = l->value;
  else if (qn_str_equal(l->key, QN_STR("addrspace")))
    p->space = l->value;
  else if (qn_str_equal(l->key, QN_STR("offset")))
    p->offset = read_number(z, l->value);
  else if (qn_str_equal(l->key, QN_STR("size")))
    p->size = read_number(z, l->value);
  else if (qn_str_equal(l->key, QN_STR("source_offset")))
    p->source_offset = read_number(z, l->value);
  else if (qn_str_equal(l->key, QN_STR("arg_index"))) {
    p->index = read_number(z, l->value);
    p->indexed = true;
  }
}

// "float*;8": the type and its size on the host.
static void set_type(qn_argument *a, qn_str value) {
  size_t at = value.size;
  while (at && value.data[at - 1] != ';')
    --at;
  a->type = at ? (qn_str){value.data, at - 1} : value;
  uint64_t size;
  if (at && qn_text_uint(qn_str_skip(value, at), &size))
    a->size = size;
}

// Indexes the kernels by name for the second list, which refers to them.
static void index_kernels(zebin *z) {
  for (size_t i = 0; i < z->count && !z->memory; ++i)
    if (!qn_map_find_str(&z->by_name, z->kernels[i].name))
      z->memory |=
          qn_failed(qn_map_put_str(&z->by_name, z->kernels[i].name, i, NULL));
}

static void read_description(zebin *z, const qn_yaml_line *l) {
  static const char *const kernels[] = {"kernels_misc_info", NULL};
  static const char *const arguments[] = {"kernels_misc_info", "args_info",
                                          NULL};
  if (qn_yaml_below(&z->y, kernels) && qn_str_equal(l->key, QN_STR("name"))) {
    if (z->by_name.count == 0)
      index_kernels(z);
    const uint64_t *index = qn_map_find_str(&z->by_name, l->value);
    z->described = index ? &z->kernels[*index] : NULL;
    z->argument = NULL;
  } else if (z->described && qn_yaml_below(&z->y, arguments)) {
    if (l->item)
      z->argument = NULL;
    if (qn_str_equal(l->key, QN_STR("index")))
      z->argument = find_argument(z, z->described, read_number(z, l->value));
    else if (z->argument && qn_str_equal(l->key, QN_STR("name")))
      z->argument->name = l->value;
    else if (z->argument && qn_str_equal(l->key, QN_STR("type_name")))
      set_type(z->argument, l->value);
  }
}

static void read_line(zebin *z, const qn_yaml_line *l) {
  static const char *const kernel[] = {"kernels", NULL};
  static const char *const environment[] = {"kernels", "execution_env", NULL};
  static const char *const payload_keys[] = {"kernels", "payload_arguments",
                                             NULL};
  if (qn_yaml_below(&z->y, kernel) && l->item)
    begin_kernel(z);
  qn_kernel *k = z->count ? &z->kernels[z->count - 1] : NULL;
  if (k && qn_yaml_below(&z->y, kernel) && qn_str_equal(l->key, QN_STR("name")))
    k->name = k->symbol = l->value;
  else if (k && qn_yaml_below(&z->y, environment))
    read_environment(z, k, l);
  else if (k && qn_yaml_below(&z->y, payload_keys))
    read_payload(z, l);
  else
    read_description(z, l);
}

static int by_index(const void *a, const void *b) {
  const qn_argument *x = a, *y = b;
  return x->index < y->index ? -1 : x->index > y->index;
}

static qn_status read_ze_info(zebin *z, const qn_elf_section *section,
                              qn_diag *diag) {
  z->y = qn_yaml_over(section->bytes, z->x->item->offset + section->offset);
  qn_yaml_line line;
  while (!z->memory && !z->too_many && qn_yaml_next(&z->y, &line))
    read_line(z, &line);
  take_part(z);
  if (z->memory)
    return qn_fail_memory(diag, "the kernels of the zebin");
  if (z->too_many)
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                   "more than %zu kernels in one zebin", z->x->limits->kernels);
  const qn_status status = qn_yaml_finish(&z->y, diag);
  if (qn_failed(status)) {
    qn_diag_context(diag, "reading .ze_info");
    return status;
  }
  for (size_t i = 0; i < z->count; ++i) {
    qn_kernel *k = &z->kernels[i];
    if (k->argument_count)
      qsort(k->arguments, k->argument_count, sizeof(qn_argument), by_index);
  }
  z->x->image->kernels = z->kernels;
  z->x->image->kernel_count = z->count;
  return qn_ok();
}

// ---- The notes

static qn_status set_target(qn_extract *x, uint32_t product, qn_diag *diag) {
  for (size_t i = 0; i < sizeof(products) / sizeof(products[0]); ++i)
    if (products[i].number == product) {
      x->image->target = qn_str_from(products[i].name);
      return qn_ok();
    }
  x->image->target =
      qn_arena_printf(x->arena, "intel-product-%" PRIu32, product);
  return x->image->target.data ? qn_ok()
                               : qn_fail_memory(diag, "the target's name");
}

typedef struct compat {
  bool known;
  uint32_t product;
  qn_str version;
} compat;

static bool look_at_note(void *user, const qn_elf_note *note) {
  compat *c = user;
  if (!qn_str_equal(note->owner, QN_STR("IntelGT")))
    return true;
  if (note->type == NOTE_PRODUCT) {
    qn_reader r = qn_reader_over(note->descriptor, note->offset);
    c->product = qn_read_u32(&r, "product family");
    c->known = !r.failed;
  }
  if (note->type == NOTE_VERSION) {
    c->version = qn_span_str(note->descriptor);
    c->version.size = qn_str_find(c->version, '\0');
  }
  return true;
}

static bool has_record(const qn_elf *elf) {
  qn_elf_section section;
  return qn_elf_find_section(elf, QN_STR(QN_NOTE_SECTION), &section);
}

// What .ze_info says of arguments is where the hardware finds them; what is
// passed is in the record, which has the target's whole name, too.
static void leave_arguments(qn_kernel *k) {
  k->arguments_known = false;
  k->argument_count = k->hidden_count = 0;
  k->arguments_size = k->arguments_alignment = (qn_figure){0};
  k->resources.shared_static = (qn_figure){0}; // rounded up
}

// None of the program's: ours, and one that Intel's compiler adds to modules
// with variables.
static bool is_internal(const qn_kernel *k) {
  return qn_spirv_is_internal(k->name) ||
         qn_str_equal(k->name, QN_STR("Intel_Symbol_Table_Void_Program"));
}

static void prepare_for_record(qn_image *image, qn_kernel *kernels) {
  size_t kept = 0;
  for (size_t i = 0; i < image->kernel_count; ++i) {
    if (is_internal(&kernels[i]))
      continue;
    leave_arguments(&kernels[i]);
    kernels[kept++] = kernels[i];
  }
  image->kernel_count = kept;
}

qn_status qn_extract_zebin(qn_extract *x, qn_diag *diag) {
  qn_elf elf;
  QN_TRY(qn_elf_open(x->item->bytes, x->item->offset, &elf, diag));
  compat c = {0};
  // Real files have another note section, for metrics, that is malformed.
  if (qn_failed(qn_elf_walk_notes(&elf, look_at_note, &c, NULL)) && !c.known)
    qn_extract_warn(x, "the notes are damaged: the product is not known");
  x->image->version = c.version;
  if (has_record(&elf))
    x->image->target = QN_STR("intel-"); // the record goes on from there
  else if (c.known)
    QN_TRY(set_target(x, c.product, diag));
  if (x->limits->detail == QN_DETAIL_IMAGE)
    return qn_ok();
  qn_elf_section section;
  if (!qn_elf_find_type(&elf, (uint32_t)TYPE_ZE_INFO, &section) &&
      !qn_elf_find_section(&elf, QN_STR(".ze_info"), &section)) {
    qn_extract_warn(x, "there is no .ze_info: kernels are not described");
    return qn_ok();
  }
  zebin z = {.x = x};
  const qn_status status = read_ze_info(&z, &section, diag);
  qn_map_finish(&z.by_name);
  if (!qn_failed(status) && has_record(&elf))
    prepare_for_record(x->image, z.kernels);
  return status;
}
