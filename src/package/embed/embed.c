// SPDX-License-Identifier: Apache-2.0
// What is embedded in a program, and the objects that hold it.
#include "package/embed/embed.h"

#include "base/map.h"
#include "base/suggestion.h"
#include "formats/core/format.h"
#include "metadata/debug/demangle.h"
#include "metadata/extract/extract.h"
#include "package/embed/object.h"

// ---- Names

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_';
}

qn_str qn_embed_identifier(qn_str text, qn_arena *arena) {
  const bool digit = text.size && text.data[0] >= '0' && text.data[0] <= '9';
  const qn_str name =
      qn_arena_printf(arena, "%s%.*s", digit ? "_" : "", QN_STR_ARG(text));
  char *at = (char *)(uintptr_t)name.data; // our own copy
  for (size_t i = 0; i < name.size; ++i)
    if (!is_word(at[i]))
      at[i] = '_';
  return name.size ? name : qn_arena_copy(arena, QN_STR("_"));
}

bool qn_embed_is_keyword(qn_str name) {
  static const char words[] =
      " alignas alignof and and_eq as asm async auto await bitand bitor bool "
      "break case catch char class compl concept const const_cast consteval "
      "constexpr constinit continue crate decltype default delete do double "
      "dyn "
      "dynamic_cast else enum explicit export extern false float fn for friend "
      "gen goto if impl in inline int let long loop match mod move mut mutable "
      "namespace new noexcept not not_eq nullptr operator or or_eq private "
      "protected pub ref register reinterpret_cast requires restrict return "
      "self "
      "Self short signed sizeof static static_assert static_cast struct super "
      "switch template this thread_local throw trait true try type typedef "
      "typeid typename typeof union unsafe unsigned use using virtual void "
      "volatile wchar_t where while xor xor_eq yield ";
  qn_str rest = QN_STR(words), word;
  while (qn_str_split(&rest, ' ', &word))
    if (word.size && qn_str_equal(word, name))
      return true;
  return false;
}

// "demo::scale" of "void demo::scale<float>(int, float*)": the part between the
// return type and the parameters, without the template arguments.
static qn_str plain_name(const qn_kernel *k) {
  qn_str text = k->demangled.size ? k->demangled : k->name;
  size_t depth = 0, start = 0, end = text.size;
  for (size_t i = 0; i < text.size && end == text.size; ++i) {
    const char c = text.data[i];
    depth += c == '<';
    depth -= c == '>' && depth;
    if (c == '(' && depth == 0)
      end = i;
    else if (c == ' ' && depth == 0)
      start = i + 1;
  }
  return (qn_str){text.data + start, end - start};
}

// ---- Kernels

typedef struct reading {
  qn_embed_blob *blob;
  qn_arena *arena;
  qn_report *report;
  qn_embed_kernel *kernels;
  const qn_image **images; // where each kernel was found first
  size_t count, capacity, image_capacity;
  qn_map names; // of kernels, to index
} reading;

// Dynamic shared memory is a parameter of the launch, not an argument.
static size_t given_arguments(const qn_kernel *k, qn_argument *out) {
  size_t count = 0;
  for (size_t i = 0; i < k->argument_count; ++i)
    if (k->arguments[i].kind != QN_ARGUMENT_SHARED &&
        k->arguments[i].kind != QN_ARGUMENT_HIDDEN) {
      if (out)
        out[count] = k->arguments[i];
      ++count;
    }
  return count;
}

static bool same_arguments(const qn_embed_kernel *a, const qn_kernel *b) {
  size_t at = 0;
  for (size_t i = 0; i < b->argument_count; ++i) {
    const qn_argument *y = &b->arguments[i];
    if (y->kind == QN_ARGUMENT_SHARED || y->kind == QN_ARGUMENT_HIDDEN)
      continue;
    if (at == a->argument_count)
      return false;
    const qn_argument *x = &a->arguments[at++];
    // A pointer's size depends on the device.
    const bool pointers =
        x->kind == QN_ARGUMENT_POINTER && y->kind == QN_ARGUMENT_POINTER;
    if (!pointers && x->size != y->size)
      return false;
  }
  return at == a->argument_count;
}

static qn_status check_same(reading *r, size_t index, const qn_image *image,
                            const qn_kernel *k, qn_diag *diag) {
  if (same_arguments(&r->kernels[index], k))
    return qn_ok();
  return qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE,
                 "kernel '%.*s' takes other arguments in the image for %.*s "
                 "than in that for %.*s",
                 QN_STR_ARG(k->name), QN_STR_ARG(image->target),
                 QN_STR_ARG(r->images[index]->target));
}

static qn_status add_kernel(reading *r, const qn_image *image,
                            const qn_kernel *k, qn_diag *diag) {
  const uint64_t *seen = qn_map_find_str(&r->names, k->name);
  if (seen)
    return check_same(r, (size_t)*seen, image, k, diag);
  const qn_image **images = qn_arena_grow(r->arena, r->images, r->count,
                                          &r->image_capacity, sizeof(*images));
  qn_embed_kernel *kernels = qn_arena_grow(r->arena, r->kernels, r->count,
                                           &r->capacity, sizeof(*kernels));
  qn_argument *arguments =
      qn_arena_alloc(r->arena, k->argument_count + 1, sizeof(*arguments));
  if (!images || !kernels || !arguments)
    return qn_fail_memory(diag, "the kernels");
  r->images = images;
  r->kernels = kernels;
  images[r->count] = image;
  kernels[r->count] = (qn_embed_kernel){
      .kernel = k,
      .arguments = arguments,
      .argument_count = given_arguments(k, arguments),
  };
  return qn_map_put_str(&r->names, k->name, r->count++, diag);
}

static bool can_launch(reading *r, const qn_kernel *k) {
  const char *why = k->arguments_known ? NULL : "its arguments are not known";
  for (size_t i = 0; i < k->argument_count; ++i) {
    const qn_argument *a = &k->arguments[i];
    if (a->kind == QN_ARGUMENT_IMAGE || a->kind == QN_ARGUMENT_SAMPLER)
      why = "it takes an image or a sampler";
    else if (a->kind == QN_ARGUMENT_VALUE && !a->size)
      why = "the size of an argument is not known";
  }
  if (why && r->report)
    qn_report_warning(r->report, QN_NOWHERE, "no launcher for '%.*s': %s",
                      QN_STR_ARG(k->name), why);
  return !why;
}

// A deep copy is not needed: kernels live in the arena, except for texts
// borrowed from an expanded item, which is gone by then.
static qn_status keep_texts(qn_kernel *k, qn_arena *arena, qn_diag *diag) {
  bool all = true;
  qn_str *const texts[] = {&k->name, &k->symbol, &k->demangled};
  for (size_t i = 0; i < 3; ++i) {
    *texts[i] = qn_arena_copy(arena, *texts[i]);
    all &= texts[i]->data != NULL;
  }
  for (size_t i = 0; i < k->argument_count; ++i) {
    k->arguments[i].name = qn_arena_copy(arena, k->arguments[i].name);
    k->arguments[i].type = qn_arena_copy(arena, k->arguments[i].type);
    all &= k->arguments[i].name.data && k->arguments[i].type.data;
  }
  return all ? qn_ok() : qn_fail_memory(diag, "the kernels");
}

static qn_status visit_item(void *user, const qn_item *item, qn_diag *diag) {
  reading *r = user;
  qn_image *image = QN_ARENA_NEW(r->arena, qn_image);
  if (!image)
    return qn_fail_memory(diag, "the image");
  QN_TRY(qn_image_read(item, NULL, r->arena, image, diag));
  for (size_t i = 0; i < image->kernel_count; ++i) {
    QN_TRY(keep_texts(&image->kernels[i], r->arena, diag));
    if (can_launch(r, &image->kernels[i]))
      QN_TRY(add_kernel(r, image, &image->kernels[i], diag));
  }
  image->target = qn_arena_copy(r->arena, image->target);
  return qn_ok();
}

// Counts how many kernels have each identifier.
static qn_status count_names(const reading *r, qn_map *counts, qn_diag *diag) {
  for (size_t i = 0; i < r->count; ++i) {
    uint64_t *seen = qn_map_find_str(counts, r->kernels[i].identifier);
    if (seen)
      ++*seen;
    else
      QN_TRY(qn_map_put_str(counts, r->kernels[i].identifier, 1, diag));
  }
  return qn_ok();
}

// Appends a number to all but the first of the names that are still equal:
// symbols that differ only in characters that C does not allow.
static qn_status number_names(reading *r, qn_diag *diag) {
  qn_map taken = {0};
  qn_status status = qn_ok();
  for (size_t i = 0; i < r->count && !qn_failed(status); ++i) {
    qn_str *name = &r->kernels[i].identifier;
    const qn_str plain = *name;
    for (unsigned n = 2; name->data && qn_map_find_str(&taken, *name); ++n)
      *name = qn_arena_printf(r->arena, "%.*s_%u", QN_STR_ARG(plain), n);
    status = name->data ? qn_map_put_str(&taken, *name, i, diag)
                        : qn_fail_memory(diag, "the names of the kernels");
  }
  qn_map_finish(&taken);
  return status;
}

// Overloads and instances that would share a name get their symbols' names.
static qn_status name_kernels(reading *r, qn_diag *diag) {
  qn_map counts = {0};
  bool all = true;
  for (size_t i = 0; i < r->count; ++i) {
    r->kernels[i].identifier =
        qn_embed_identifier(plain_name(r->kernels[i].kernel), r->arena);
    all &= r->kernels[i].identifier.data != NULL;
  }
  qn_status status = all ? count_names(r, &counts, diag)
                         : qn_fail_memory(diag, "the names of the kernels");
  for (size_t i = 0; i < r->count && !qn_failed(status); ++i) {
    qn_str *name = &r->kernels[i].identifier;
    const uint64_t *seen = qn_map_find_str(&counts, *name);
    if (seen && *seen > 1)
      *name = qn_embed_identifier(r->kernels[i].kernel->name, r->arena);
    if (!name->data)
      status = qn_fail_memory(diag, "the names of the kernels");
  }
  qn_map_finish(&counts);
  return qn_failed(status) ? status : number_names(r, diag);
}

qn_status qn_embed_read(qn_embed_blob *blob, qn_arena *arena, qn_report *report,
                        qn_diag *diag) {
  reading r = {.blob = blob, .arena = arena, .report = report};
  qn_status status = qn_format_walk(blob->bytes, NULL, visit_item, &r, diag);
  if (!qn_failed(status))
    status = name_kernels(&r, diag);
  qn_map_finish(&r.names);
  if (!qn_failed(status)) {
    blob->kernels = r.kernels;
    blob->kernel_count = r.count;
  }
  return status;
}

// ---- Hosts

const qn_embed_host *qn_embed_hosts(size_t *out_count) {
  static const qn_embed_host hosts[] = {
#define QN_EMBED_HOST(name, format, bits, big, machine, flags)                 \
  {name, QN_EMBED_##format, bits, big, machine, flags},
#include "package/embed/hosts.def"
#undef QN_EMBED_HOST
  };
  *out_count = sizeof(hosts) / sizeof(hosts[0]);
  return hosts;
}

static qn_str native_host(void) {
#if defined(__x86_64__)
#define QN_MACHINE "x86-64"
#elif defined(__aarch64__)
#define QN_MACHINE "aarch64"
#elif defined(__riscv) && __riscv_xlen == 64
#define QN_MACHINE "riscv64"
#elif defined(__i386__)
#define QN_MACHINE "i386"
#else
#define QN_MACHINE "this machine"
#endif
#if defined(__APPLE__)
  return QN_STR(QN_MACHINE "-macos");
#elif defined(_WIN32)
  return QN_STR(QN_MACHINE "-windows");
#else
  return QN_STR(QN_MACHINE "-linux");
#endif
}

qn_status qn_embed_host_find(qn_str name, const qn_embed_host **out_host,
                             qn_diag *diag) {
  size_t count;
  const qn_embed_host *hosts = qn_embed_hosts(&count);
  qn_suggestion suggestion;
  if (qn_str_equal(name, QN_STR("native")))
    name = native_host();
  qn_suggestion_init(&suggestion, name);
  for (size_t i = 0; i < count; ++i) {
    const qn_str row = qn_str_from(hosts[i].name);
    if (qn_str_equal(row, name)) {
      *out_host = &hosts[i];
      return qn_ok();
    }
    qn_suggestion_offer(&suggestion, row);
  }
  const qn_status status =
      qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
              "there are no objects for '%.*s'", QN_STR_ARG(name));
  qn_suggestion_hint(&suggestion, diag);
  if (diag && !diag->hint[0])
    qn_diag_hint(diag, "Hosts are x86-64-linux, aarch64-linux, x86-64-windows, "
                       "aarch64-macos and others; quern embed --help has all.");
  return status;
}

// ---- Objects

static void add_symbol(qn_object_symbol *symbols, size_t *count,
                       qn_object_symbol symbol) {
  symbols[(*count)++] = symbol;
}

static qn_status lay_out(qn_object *o, const qn_embed_blob *blob,
                         qn_object_symbol *symbols, qn_buffer *constant,
                         qn_arena *arena, qn_diag *diag) {
  const size_t word = o->host->bits / 8;
  const qn_str end = qn_arena_printf(arena, "%.*s_end", QN_STR_ARG(blob->name));
  const qn_str size =
      qn_arena_printf(arena, "%.*s_size", QN_STR_ARG(blob->name));
  const qn_str state =
      qn_arena_printf(arena, "%.*s_state", QN_STR_ARG(blob->name));
  if (!end.data || !size.data || !state.data)
    return qn_fail_memory(diag, "the symbols");
  qn_buffer_align(constant, QN_EMBED_ALIGNMENT);
  add_symbol(
      symbols, &o->symbol_count,
      (qn_object_symbol){blob->name, false, constant->size, blob->bytes.size});
  qn_buffer_append(constant, blob->bytes.data, blob->bytes.size);
  add_symbol(symbols, &o->symbol_count,
             (qn_object_symbol){end, false, constant->size, 0});
  qn_buffer_zero(constant, 1); // so that the end is an address of ours
  qn_buffer_align(constant, 8);
  add_symbol(symbols, &o->symbol_count,
             (qn_object_symbol){size, false, constant->size, word});
  qn_buffer_int(constant, blob->bytes.size, word, o->host->big_endian);
  const uint64_t pointers = (blob->kernel_count + 1) * QN_EMBED_DEVICES;
  add_symbol(symbols, &o->symbol_count,
             (qn_object_symbol){state, true, o->zeroed_size, pointers * word});
  o->zeroed_size += pointers * word;
  return qn_ok();
}

qn_status qn_embed_object(const qn_embed_host *host, const qn_embed_blob *blobs,
                          size_t count, qn_buffer *out, qn_diag *diag) {
  enum { SYMBOLS_EACH = 4 };
  qn_object object = {.host = host};
  qn_buffer constant = {0};
  qn_arena arena = {0};
  qn_object_symbol *symbols =
      qn_arena_alloc(&arena, count * SYMBOLS_EACH, sizeof(*symbols));
  qn_status status = symbols ? qn_ok() : qn_fail_memory(diag, "the symbols");
  for (size_t i = 0; i < count && !qn_failed(status); ++i)
    status = lay_out(&object, &blobs[i], symbols, &constant, &arena, diag);
  if (!qn_failed(status))
    status = qn_buffer_check(&constant, diag);
  // Sizes and offsets have 32 bits in COFF, Mach-O and 32-bit ELF files.
  if (!qn_failed(status) && constant.size > UINT32_MAX / 2 &&
      (host->format != QN_EMBED_ELF || host->bits == 32))
    status = qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                     "%zu bytes do not fit into an object for %s",
                     constant.size, host->name);
  if (!qn_failed(status)) {
    object.constant = qn_buffer_span(&constant);
    object.symbols = symbols;
    switch (host->format) {
    case QN_EMBED_ELF:
      qn_object_write_elf(&object, out);
      break;
    case QN_EMBED_COFF:
      qn_object_write_coff(&object, out);
      break;
    case QN_EMBED_MACHO:
      qn_object_write_macho(&object, out);
      break;
    }
    status = qn_buffer_check(out, diag);
  }
  qn_buffer_finish(&constant);
  qn_arena_finish(&arena);
  return status;
}
