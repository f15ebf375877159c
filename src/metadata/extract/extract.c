// SPDX-License-Identifier: Apache-2.0
#include "metadata/extract/extract.h"

#include <inttypes.h>

#include "base/map.h"
#include "formats/container/bundle.h"
#include "formats/object/elf.h"
#include "metadata/debug/demangle.h"
#include "metadata/model/occupancy.h"
#include "metadata/record/record.h"

enum { WARNINGS_MAX = 100 };

static const struct {
  const qn_format *format;
  qn_extract_fn *extract;
} extractors[] = {
#define QN_EXTRACT_KERNELS(id) {&qn_format_##id, qn_extract_##id},
#define QN_EXTRACT_NOTHING(id)
#define QN_FORMAT(id, kernels) QN_EXTRACT_##kernels(id)
#include "formats/core/formats.def"
#undef QN_FORMAT
#undef QN_EXTRACT_NOTHING
#undef QN_EXTRACT_KERNELS
};

static qn_extract_fn *find_extractor(const qn_format *format) {
  for (size_t i = 0; i < sizeof(extractors) / sizeof(extractors[0]); ++i)
    if (extractors[i].format == format)
      return extractors[i].extract;
  return NULL;
}

void qn_extract_warn(qn_extract *x, const char *format, ...) {
  qn_image *image = x->image;
  if (image->warning_count > WARNINGS_MAX)
    return;
  qn_str text;
  if (image->warning_count == WARNINGS_MAX) {
    text = QN_STR("more warnings are not shown");
  } else {
    va_list args;
    va_start(args, format);
    text = qn_arena_vprintf(x->arena, format, args);
    va_end(args);
  }
  qn_str *grown = qn_arena_grow(x->arena, x->warnings, image->warning_count,
                                &x->warning_capacity, sizeof(*grown));
  if (grown)
    x->warnings = grown; // its capacity is counted
  if (!grown || !text.data) {
    x->memory = true;
    return;
  }
  grown[image->warning_count++] = text;
  image->warnings = grown;
}

// ---- Kernels, in order

qn_kernel *qn_extract_add_kernel(qn_extract *x, qn_found *found) {
  if (found->count == x->limits->kernels) {
    found->too_many = true;
    return NULL;
  }
  qn_kernel *grown = qn_arena_grow(x->arena, found->kernels, found->count,
                                   &found->capacity, sizeof(*grown));
  if (!grown) {
    found->memory = true;
    return NULL;
  }
  found->kernels = grown;
  found->argument_capacity = 0;
  grown[found->count] = (qn_kernel){0};
  return &grown[found->count++];
}

qn_argument *qn_extract_add_argument(qn_extract *x, qn_found *found,
                                     qn_argument **arguments, size_t *count) {
  if (*count == QN_ARGUMENTS_MAX) {
    found->too_many = true;
    return NULL;
  }
  qn_argument *grown = qn_arena_grow(x->arena, *arguments, *count,
                                     &found->argument_capacity, sizeof(*grown));
  if (!grown) {
    found->memory = true;
    return NULL;
  }
  *arguments = grown;
  grown[*count] = (qn_argument){0};
  return &grown[(*count)++];
}

qn_status qn_extract_check(const qn_extract *x, const qn_found *found,
                           const char *what, qn_diag *diag) {
  if (found->memory)
    return qn_fail_memory(diag, "the kernels of an image");
  if (found->too_many)
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                   "more kernels or arguments in %s than %zu and %d", what,
                   x->limits->kernels, QN_ARGUMENTS_MAX);
  return qn_ok();
}

// ---- The record

// Takes names, types and kinds, which the record has more precisely. Different
// layouts mean that one of the two is wrong about the code, so nothing is
// taken.
static void merge_arguments(qn_extract *x, qn_kernel *k,
                            const qn_kernel *note) {
  if (!note->arguments_known)
    return;
  // A format that knows no hidden arguments has them behind the others.
  if (k->arguments_known && k->hidden_count == 0 &&
      k->argument_count == note->argument_count + note->hidden_count)
    k->argument_count = note->argument_count;
  if (k->arguments_known && k->argument_count != note->argument_count) {
    qn_extract_warn(x, "kernel '%.*s' has %zu arguments, its record says %zu",
                    QN_STR_ARG(k->name), k->argument_count,
                    note->argument_count);
    return;
  }
  for (size_t i = 0; k->arguments_known && i < k->argument_count; ++i) {
    const qn_argument *a = &k->arguments[i], *b = &note->arguments[i];
    if (a->offset == b->offset && a->size == b->size)
      continue;
    qn_extract_warn(
        x,
        "argument %zu of kernel '%.*s' is %" PRIu64 " bytes at %" PRIu64
        ", its record says %" PRIu64 " bytes at %" PRIu64,
        i, QN_STR_ARG(k->name), a->size, a->offset, b->size, b->offset);
    return;
  }
  k->arguments = note->arguments;
  k->argument_count = note->argument_count;
  k->arguments_known = true;
  k->source = QN_SOURCE_NOTE;
  if (!k->arguments_size.known)
    k->arguments_size = note->arguments_size;
  if (!k->arguments_alignment.known)
    k->arguments_alignment = note->arguments_alignment;
  if (k->hidden_count == 0) {
    k->hidden = note->hidden;
    k->hidden_count = note->hidden_count;
  }
}

static void merge_figure(qn_extract *x, const qn_kernel *k, const char *what,
                         qn_figure *figure, qn_figure note) {
  if (!figure->known)
    *figure = note;
  else if (note.known && note.value != figure->value)
    qn_extract_warn(
        x, "%s of kernel '%.*s' is %" PRIu64 ", its record says %" PRIu64, what,
        QN_STR_ARG(k->name), figure->value, note.value);
}

static void merge_kernel(qn_extract *x, qn_kernel *k, const qn_kernel *note) {
  qn_resources *r = &k->resources;
  const qn_resources *n = &note->resources;
  merge_arguments(x, k, note);
  if (note->demangled.size)
    k->demangled = note->demangled;
  merge_figure(x, k, "static shared memory", &r->shared_static,
               n->shared_static);
  merge_figure(x, k, "the wave size", &r->wave_size, n->wave_size);
  merge_figure(x, k, "the largest work-group", &r->max_threads, n->max_threads);
  if (!r->required_known && n->required_known) {
    r->required_known = true;
    memcpy(r->required_threads, n->required_threads,
           sizeof(r->required_threads));
  }
  k->flags_known = note->flags_known;
  k->flags = note->flags;
  k->entries = note->entries;
  k->entry_count = note->entry_count;
}

// Merges each kernel of the record into the image's kernel of the same name.
static qn_status merge_kernels(qn_extract *x, const qn_record *record,
                               qn_map *by_name, qn_diag *diag) {
  qn_image *image = x->image;
  for (size_t i = 0; i < image->kernel_count; ++i)
    if (!qn_map_find_str(by_name, image->kernels[i].name))
      QN_TRY(qn_map_put_str(by_name, image->kernels[i].name, i, diag));
  for (size_t i = 0; i < record->kernel_count; ++i) {
    const qn_kernel *note = &record->kernels[i];
    const uint64_t *index = qn_map_find_str(by_name, note->name);
    if (index)
      merge_kernel(x, &image->kernels[*index], note);
    else
      qn_extract_warn(x, "the record describes '%.*s', which is not there",
                      QN_STR_ARG(note->name));
  }
  return qn_ok();
}

qn_status qn_extract_merge(qn_extract *x, qn_span camd, uint64_t origin,
                           qn_diag *diag) {
  qn_record record;
  qn_image *image = x->image;
  image->camd = camd;
  qn_diag why = {0};
  const qn_status read = qn_record_read(camd, origin, x->arena, &record, &why);
  if (read.code == QN_E_NOT_FOUND && image->kernel_count == 0)
    return qn_extract_handlers(x, camd, diag);
  if (qn_failed(read)) {
    if (diag)
      *diag = why;
    return read;
  }
  image->globals = record.globals;
  image->global_count = record.global_count;
  // The record's target is more specific: "x86-64-v3" for "x86-64", "sm_90a"
  // for "sm_90". One that contradicts the image's is ignored.
  if (qn_str_starts(record.target, image->target))
    image->target = record.target;
  if (image->kernel_count == 0) { // a CPU image: only the record lists kernels
    // The record was read into an array of ours, to which nothing else refers.
    image->kernels = (qn_kernel *)(uintptr_t)record.kernels;
    image->kernel_count = record.kernel_count;
    return qn_ok();
  }
  qn_map by_name = {0};
  const qn_status status = merge_kernels(x, &record, &by_name, diag);
  qn_map_finish(&by_name);
  return status;
}

static qn_status find_note(qn_extract *x, qn_span *out_camd,
                           uint64_t *out_origin, qn_diag *diag) {
  const qn_span bytes = x->item->bytes;
  return qn_elf_probe(bytes) ? qn_note_find(bytes, out_camd, out_origin, diag)
                             : (qn_status){QN_E_NOT_FOUND};
}

// A damaged record must not hide what the format states: it becomes a warning.
static qn_status merge_record(qn_extract *x, qn_diag *diag) {
  qn_span camd = {0};
  uint64_t origin = 0;
  qn_diag why = {0};
  qn_status status = x->find_record(x, &camd, &origin, &why);
  if (!qn_failed(status))
    status = qn_extract_merge(x, camd, x->item->offset + origin, &why);
  if (!qn_failed(status) || status.code == QN_E_NOT_FOUND)
    return qn_ok();
  if (status.code == QN_E_MEMORY)
    return qn_fail_memory(diag, "the record");
  qn_extract_warn(x, "the record is not usable: %s", why.message);
  return qn_ok();
}

// ---- Reading an image

static qn_status copy_path(const qn_item *item, qn_arena *arena,
                           qn_image *image, qn_diag *diag) {
  qn_str *path = qn_arena_alloc(arena, item->path_count, sizeof(*path));
  if (!path)
    return qn_fail_memory(diag, "the path of the image");
  for (size_t i = 0; i < item->path_count; ++i)
    path[i] = qn_str_from(item->path[i]); // static names
  image->path = path;
  image->path_count = item->path_count;
  return qn_ok();
}

// Scalars are aligned to their size on every known target.
static bool is_scalar(qn_str type) {
  static const char *const scalars[] = {
      "int",           "float",          "double",
      "unsigned int",  "bool",           "char",
      "long",          "unsigned long",  "half",
      "short",         "unsigned short", "long long",
      "unsigned char", "signed char",    "unsigned long long",
      "_Float16"};
  for (size_t i = 0; i < sizeof(scalars) / sizeof(scalars[0]); ++i)
    if (qn_str_equal(type, qn_str_from(scalars[i])))
      return true;
  return false;
}

// Types from the linkage name, where there is no better source: all or none,
// because a different count means that the name is that of something else.
static void take_types(qn_kernel *k, const qn_demangled *d) {
  if (!d->is_function || !k->arguments_known || k->argument_count == 0 ||
      d->parameter_count != k->argument_count)
    return;
  for (size_t i = 0; i < k->argument_count; ++i)
    if (k->arguments[i].type.size)
      return;
  for (size_t i = 0; i < k->argument_count; ++i) {
    qn_argument *a = &k->arguments[i];
    const qn_str type = d->parameters[i];
    a->type = type;
    const bool address =
        qn_str_ends(type, QN_STR("*")) || qn_str_ends(type, QN_STR("&"));
    if (address && a->size == 8 && a->kind == QN_ARGUMENT_VALUE) {
      a->kind = QN_ARGUMENT_POINTER;
      a->alignment = 8;
    }
    if (a->alignment == 0 && is_scalar(type))
      a->alignment = a->size & (a->size - 1) ? 0 : a->size;
  }
  if (k->source == QN_SOURCE_EIATTR || k->source == QN_SOURCE_PTX)
    k->source = QN_SOURCE_DEMANGLED;
}

static void demangle_names(qn_extract *x) {
  for (size_t i = 0; i < x->image->kernel_count; ++i) {
    qn_kernel *k = &x->image->kernels[i];
    const qn_demangled d = qn_demangle(x->arena, k->name);
    if (!k->demangled.size)
      k->demangled = d.text;
    take_types(k, &d);
  }
}

qn_status qn_image_read(const qn_item *item, const qn_limits *limits,
                        qn_arena *arena, qn_image *out_image, qn_diag *diag) {
  qn_image image = {
      .format = item->format ? item->format->name : "unknown",
      .offset = item->offset,
      .size = item->bytes.size,
  };
  *out_image = image;
  QN_TRY(copy_path(item, arena, &image, diag));
  qn_extract x = {
      .item = item,
      .limits = limits ? limits : &qn_limits_default,
      .arena = arena,
      .image = &image,
      .find_record = find_note,
  };
  // Unless the format states a target, the container's label gives it.
  const qn_str label = qn_bundle_parse_id(item->label).target;
  qn_extract_fn *extract = item->format ? find_extractor(item->format) : NULL;
  qn_status status = qn_ok();
  if (extract)
    status = extract(&x, diag);
  else if (item->format && !item->format->walk && !item->format->no_kernels)
    qn_extract_warn(&x, "kernels in this format are not read yet");
  const bool all = x.limits->detail == QN_DETAIL_ALL;
  if (!qn_failed(status) && extract && x.find_record)
    status = merge_record(&x, diag);
  if (!qn_failed(status)) {
    if (all)
      demangle_names(&x);
    for (size_t i = 0; all && i < image.kernel_count; ++i)
      (void)qn_occupancy_find(image.target, &image.kernels[i],
                              &image.kernels[i].occupancy);
    if (x.memory)
      status = qn_fail_memory(diag, "the warnings of the image");
  }
  if (!image.target.size && label.size) {
    const qn_str copy = qn_arena_copy(arena, label);
    image.target = copy.data ? copy : (qn_str){0};
  }
  *out_image = image;
  if (qn_failed(status) && diag)
    diag->place.is_expanded |= item->is_expanded;
  if (qn_failed(status))
    qn_diag_context(diag, "reading the %s image at 0x%" PRIx64, image.format,
                    item->offset);
  return status;
}
