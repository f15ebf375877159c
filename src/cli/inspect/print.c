// SPDX-License-Identifier: Apache-2.0
// One image of `quern inspect`: selection, order, and the fields of the schema
// quern.inspect/1, shown as a table in text output.
#include "cli/inspect/inspect.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/suggestion.h"
#include "base/text.h"
#include "metadata/md/md.h"
#include "metadata/model/occupancy.h"

enum { RESOURCE_COUNT_MAX = 32 };

static const struct {
  const char *key, *title;
  size_t offset;
} resources[] = {
#define QN_RESOURCE(id, title, summary)                                        \
  {#id, title, offsetof(qn_resources, id)},
#include "metadata/model/resources.def"
#undef QN_RESOURCE
};

enum { RESOURCE_COUNT = sizeof(resources) / sizeof(resources[0]) };

static qn_figure resource_of(const qn_kernel *k, size_t index) {
  qn_figure figure;
  memcpy(&figure, (const char *)&k->resources + resources[index].offset,
         sizeof(figure));
  return figure;
}

static qn_str shown_name(const qn_kernel *k) {
  return k->demangled.size ? k->demangled : k->name;
}

// ---- Selection and order

qn_status qn_inspect_check_sort(const char *key, qn_diag *diag) {
  qn_suggestion suggestion;
  qn_suggestion_init(&suggestion, qn_str_from(key));
  static const char *const others[] = {"name", "arguments_size"};
  for (size_t i = 0; i < 2 + RESOURCE_COUNT; ++i) {
    const char *known = i < 2 ? others[i] : resources[i - 2].key;
    if (strcmp(known, key) == 0)
      return qn_ok();
    qn_suggestion_offer(&suggestion, qn_str_from(known));
  }
  const qn_status status =
      qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE, "cannot sort by '%s'", key);
  qn_suggestion_hint(&suggestion, diag);
  return status;
}

static bool matches(const qn_kernel *k, const char *pattern) {
  const qn_str p = qn_str_from(pattern);
  return qn_text_glob(p, k->name) || qn_text_glob(p, shown_name(k)) ||
         qn_text_glob(p, k->symbol);
}

static int compare_text(qn_str a, qn_str b) {
  const size_t size = a.size < b.size ? a.size : b.size;
  const int order = size ? memcmp(a.data, b.data, size) : 0;
  return order ? order : (a.size > b.size) - (a.size < b.size);
}

static int by_name(const void *a, const void *b) {
  return compare_text(shown_name(a), shown_name(b));
}

// Largest first, unknown last, then by name. qsort passes no context to its
// callback, so the key is set here, for one sort at a time.
static _Thread_local size_t sort_key;

static int by_figure(const void *a, const void *b) {
  const qn_kernel *x = a, *y = b;
  const qn_figure p =
      sort_key == RESOURCE_COUNT ? x->arguments_size : resource_of(x, sort_key);
  const qn_figure q =
      sort_key == RESOURCE_COUNT ? y->arguments_size : resource_of(y, sort_key);
  if (p.known != q.known)
    return p.known ? -1 : 1;
  if (p.value != q.value)
    return p.value > q.value ? -1 : 1;
  return by_name(a, b);
}

static void sort_kernels(qn_image *image, const char *key) {
  if (strcmp(key, "name") == 0) {
    qsort(image->kernels, image->kernel_count, sizeof(qn_kernel), by_name);
    return;
  }
  sort_key = RESOURCE_COUNT; // "arguments_size"
  for (size_t i = 0; i < RESOURCE_COUNT; ++i)
    if (strcmp(key, resources[i].key) == 0)
      sort_key = i;
  qsort(image->kernels, image->kernel_count, sizeof(qn_kernel), by_figure);
}

size_t qn_inspect_select(qn_image *image, const qn_inspect_options *options) {
  if (options->kernel) {
    size_t kept = 0;
    for (size_t i = 0; i < image->kernel_count; ++i)
      if (matches(&image->kernels[i], options->kernel))
        image->kernels[kept++] = image->kernels[i];
    image->kernel_count = kept;
  }
  if (options->sort && image->kernel_count)
    sort_kernels(image, options->sort);
  return image->kernel_count;
}

// ---- Fields

static void out_text(qn_out *o, const char *key, qn_str text) {
  if (text.size)
    qn_out_str(o, key, text);
  else
    qn_out_null(o, key);
}

static void out_figure(qn_out *o, const char *key, qn_figure figure) {
  if (figure.known)
    qn_out_uint(o, key, figure.value);
  else
    qn_out_null(o, key);
}

static void print_argument(qn_out *o, const qn_argument *a) {
  qn_out_begin(o, NULL);
  qn_out_uint(o, "index", a->index);
  out_text(o, "name", a->name);
  out_text(o, "type", a->type);
  out_figure(o, "offset",
             (qn_figure){a->offset != QN_OFFSET_UNKNOWN, a->offset});
  qn_out_uint(o, "size", a->size);
  out_figure(o, "alignment", (qn_figure){a->alignment != 0, a->alignment});
  qn_out_text(o, "kind", qn_argument_kind_name(a->kind));
  qn_out_text(o, "address_space", qn_space_name(a->space));
  if (a->kind == QN_ARGUMENT_HIDDEN)
    out_text(o, "hidden", a->hidden);
  qn_out_end(o);
}

static void print_arguments(qn_out *o, const char *key, const qn_argument *list,
                            size_t count, bool known) {
  if (!known) {
    qn_out_null(o, key);
    return;
  }
  qn_out_begin_array(o, key);
  for (size_t i = 0; i < count; ++i)
    print_argument(o, &list[i]);
  qn_out_end_array(o);
}

static void print_resources(qn_out *o, const qn_kernel *k) {
  const qn_resources *r = &k->resources;
  qn_out_begin(o, "resources");
  for (size_t i = 0; i < RESOURCE_COUNT; ++i)
    out_figure(o, resources[i].key, resource_of(k, i));
  if (r->required_known) {
    qn_out_begin_array(o, "required_threads");
    for (size_t i = 0; i < 3; ++i)
      qn_out_uint(o, NULL, r->required_threads[i]);
    qn_out_end_array(o);
  } else {
    qn_out_null(o, "required_threads");
  }
  qn_out_end(o);
}

static void print_occupancy(qn_out *o, const qn_kernel *k) {
  const qn_occupancy *c = &k->occupancy;
  if (!c->known) {
    qn_out_null(o, "occupancy");
    return;
  }
  qn_out_begin(o, "occupancy");
  qn_out_uint(o, "waves", c->waves);
  qn_out_uint(o, "most", c->max_waves);
  qn_out_text(o, "limited_by", qn_occupancy_limit_name(c->limit));
  qn_out_uint(o, "group_size", c->group);
  qn_out_bool(o, "group_size_assumed", c->assumed);
  qn_out_end(o);
}

qn_str qn_inspect_occupancy(const qn_kernel *k, qn_arena *arena) {
  const qn_occupancy *c = &k->occupancy;
  return c->known
             ? qn_arena_printf(arena, "%" PRIu32 "/%" PRIu32 " %s", c->waves,
                               c->max_waves, qn_occupancy_limit_name(c->limit))
             : QN_STR("-");
}

static void print_flags(qn_out *o, const qn_kernel *k) {
  if (!k->flags_known) {
    qn_out_null(o, "uses");
    return;
  }
  qn_out_begin(o, "uses");
  qn_out_bool(o, "dynamic_shared", k->flags & QN_KERNEL_DYNAMIC_SHARED);
  qn_out_bool(o, "barriers", k->flags & QN_KERNEL_BARRIERS);
  qn_out_bool(o, "warp_operations", k->flags & QN_KERNEL_WARP_OPS);
  qn_out_bool(o, "cooperative", k->flags & QN_KERNEL_COOPERATIVE);
  if (k->flags & QN_KERNEL_LANES)
    qn_out_bool(o, "lanes", true);
  qn_out_end(o);
}

static void print_entries(qn_out *o, const qn_kernel *k) {
  if (k->entry_count == 0)
    return;
  qn_out_begin_array(o, "entries");
  for (size_t i = 0; i < k->entry_count; ++i) {
    qn_out_begin(o, NULL);
    qn_out_str(o, "symbol", k->entries[i].symbol);
    out_text(o, "isa", k->entries[i].isa);
    qn_out_uint(o, "width", k->entries[i].width);
    qn_out_uint(o, "min_factor", k->entries[i].min_factor);
    qn_out_uint(o, "sub_group", k->entries[i].sub_group);
    qn_out_end(o);
  }
  qn_out_end_array(o);
}

// ---- Text: a signature instead of a list of arguments

static void append_argument(const qn_argument *a, qn_buffer *out) {
  if (a->type.size)
    qn_buffer_append_str(out, a->type);
  else
    qn_buffer_printf(out, "%s%" PRIu64, qn_argument_kind_name(a->kind),
                     a->size);
  if (a->name.size) {
    qn_buffer_append(out, " ", 1);
    qn_buffer_append_str(out, a->name);
  }
}

qn_str qn_inspect_signature(const qn_kernel *k, qn_arena *arena) {
  if (!k->arguments_known)
    return QN_STR("?");
  qn_buffer text = {0};
  for (size_t i = 0; i < k->argument_count; ++i) {
    if (i)
      qn_buffer_append(&text, ", ", 2);
    append_argument(&k->arguments[i], &text);
  }
  const qn_str copy =
      text.failed ? (qn_str){0} : qn_arena_copy(arena, qn_buffer_str(&text));
  qn_buffer_finish(&text);
  return copy;
}

// The names of hidden arguments, without their common prefix.
static qn_str list_hidden(const qn_kernel *k, qn_arena *arena) {
  const qn_str prefix = QN_STR("hidden_");
  qn_buffer text = {0};
  for (size_t i = 0; i < k->hidden_count; ++i) {
    const qn_str name = k->hidden[i].hidden;
    qn_buffer_append_str(&text, i ? QN_STR(" ") : QN_STR(""));
    qn_buffer_append_str(&text, qn_str_starts(name, prefix)
                                    ? qn_str_skip(name, prefix.size)
                                    : name);
  }
  const qn_str copy =
      text.failed ? (qn_str){0} : qn_arena_copy(arena, qn_buffer_str(&text));
  qn_buffer_finish(&text);
  return copy;
}

// Work-items per packet of each entry: "8,16,32", and by level if there are
// several: "x86-64-v2:8 x86-64-v3:8,16,32". Of Vortex "simt" where they are
// lanes.
static qn_str list_packets(const qn_kernel *k, qn_arena *arena) {
  bool levels = false;
  qn_buffer text = {0};
  if (k->flags_known && k->flags & QN_KERNEL_LANES)
    return QN_STR("simt");
  for (size_t i = 1; i < k->entry_count; ++i)
    levels |= !qn_str_equal(k->entries[i].isa, k->entries[0].isa);
  for (size_t i = 0; i < k->entry_count; ++i) {
    const qn_entry *e = &k->entries[i];
    const bool starts =
        levels && (!i || !qn_str_equal(e->isa, k->entries[i - 1].isa));
    if (i)
      qn_buffer_append_str(&text, starts ? QN_STR(" ") : QN_STR(","));
    if (starts)
      qn_buffer_printf(&text, "%.*s:", QN_STR_ARG(e->isa));
    qn_buffer_printf(&text, "%" PRIu32, e->width);
  }
  const qn_str copy =
      text.failed ? (qn_str){0} : qn_arena_copy(arena, qn_buffer_str(&text));
  qn_buffer_finish(&text);
  return copy;
}

static void print_text_only(qn_out *o, const qn_kernel *k, bool all,
                            qn_arena *arena) {
  if (qn_out_get_format(o) != QN_OUT_TEXT)
    return;
  qn_out_only(o, QN_OUT_TEXT_ONLY);
  qn_out_str(o, "shown", shown_name(k));
  qn_out_str(o, "signature", qn_inspect_signature(k, arena));
  if (all)
    qn_out_str(o, "hidden", list_hidden(k, arena));
  const uint32_t *t = k->resources.required_threads;
  const qn_str size =
      k->resources.required_known
          ? qn_arena_printf(arena, "%" PRIu32 "x%" PRIu32 "x%" PRIu32, t[0],
                            t[1], t[2])
          : QN_STR("-");
  qn_out_str(o, "required", size);
  qn_out_str(o, "occupied", qn_inspect_occupancy(k, arena));
  qn_out_str(o, "packets", list_packets(k, arena));
  qn_out_only(o, QN_OUT_ALL);
}

static void print_kernel(qn_out *o, const qn_kernel *k,
                         const qn_inspect_options *options, qn_arena *arena) {
  const bool all = options->all;
  qn_out_begin_line(o, "kernel");
  qn_out_str(o, "name", k->name);
  qn_out_str(o, "symbol", k->symbol);
  if (options->names) {
    qn_out_end(o);
    return;
  }
  qn_out_str(o, "demangled", shown_name(k));
  qn_out_text(o, "source", qn_source_name(k->source));
  print_text_only(o, k, all, arena);
  qn_out_only(o, QN_OUT_DATA_ONLY);
  print_arguments(o, "arguments", k->arguments, k->argument_count,
                  k->arguments_known);
  if (all)
    print_arguments(o, "hidden", k->hidden, k->hidden_count, true);
  qn_out_only(o, QN_OUT_ALL);
  out_figure(o, "arguments_size", k->arguments_size);
  print_resources(o, k);
  qn_out_only(o, QN_OUT_DATA_ONLY);
  print_occupancy(o, k);
  print_flags(o, k);
  print_entries(o, k);
  qn_out_only(o, QN_OUT_ALL);
  qn_out_end(o);
}

// ---- An image

// The columns that have a value for at least one kernel. qn_out needs the array
// only while the table is open.
static size_t choose_columns(const qn_image *image, bool all,
                             qn_column *columns) {
  static const char *const paths[] = {
#define QN_RESOURCE(id, title, summary) "resources." #id,
#include "metadata/model/resources.def"
#undef QN_RESOURCE
  };
  size_t count = 0;
  columns[count++] = (qn_column){"shown", "kernel", false};
  for (size_t i = 0; i < RESOURCE_COUNT; ++i)
    for (size_t k = 0; k < image->kernel_count; ++k)
      if (resource_of(&image->kernels[k], i).known) {
        columns[count++] = (qn_column){paths[i], resources[i].title, true};
        break;
      }
  for (size_t k = 0; k < image->kernel_count; ++k)
    if (image->kernels[k].resources.required_known) {
      columns[count++] = (qn_column){"required", "required", true};
      break;
    }
  for (size_t k = 0; k < image->kernel_count; ++k)
    if (image->kernels[k].occupancy.known) {
      columns[count++] = (qn_column){"occupied", "occupancy", false};
      break;
    }
  for (size_t k = 0; k < image->kernel_count; ++k)
    if (image->kernels[k].entry_count) {
      columns[count++] = (qn_column){"packets", "packets", false};
      break;
    }
  columns[count++] = (qn_column){"arguments_size", "bytes", true};
  columns[count++] = (qn_column){"signature", "arguments", false};
  if (all)
    columns[count++] = (qn_column){"hidden", "hidden", false};
  return count;
}

static void print_heading(qn_out *o, const qn_image *image, size_t index,
                          qn_arena *arena) {
  qn_buffer text = {0};
  if (index)
    qn_out_line(o, "%s", "");
  qn_text_print(image->target.size ? image->target : QN_STR("(no target)"),
                &text);
  qn_buffer_printf(&text, "  %s", image->format);
  if (image->version.size) {
    qn_buffer_append(&text, " ", 1);
    qn_text_print(image->version, &text);
  }
  qn_buffer_printf(&text, "  at 0x%" PRIx64 ", ", image->offset);
  qn_text_size(image->size, &text);
  for (size_t i = 0; i < image->path_count; ++i)
    qn_buffer_printf(&text, "%s%.*s", i ? " > " : "  in ",
                     QN_STR_ARG(image->path[i]));
  const qn_str copy = qn_arena_copy(arena, qn_buffer_str(&text));
  qn_out_heading(o, "%.*s", QN_STR_ARG(copy));
  qn_buffer_finish(&text);
  if (image->kernel_count == 0)
    qn_out_line(o, "  no kernels");
}

static void print_globals(qn_out *o, const qn_image *image) {
  static const qn_column columns[] = {
      {"name", "variable", false},
      {"size", "bytes", true},
      {"alignment", NULL, true},
      {"kind", NULL, false},
  };
  if (image->global_count == 0)
    return;
  qn_out_begin_table(o, "globals", columns, 4);
  for (size_t i = 0; i < image->global_count; ++i) {
    const qn_global *g = &image->globals[i];
    qn_out_begin(o, NULL);
    qn_out_str(o, "name", g->name);
    qn_out_uint(o, "size", g->size);
    out_figure(o, "alignment", (qn_figure){g->alignment != 0, g->alignment});
    qn_out_text(o, "kind", g->constant ? "constant" : "device");
    qn_out_end(o);
  }
  qn_out_end_table(o);
}

// Prints the container, block by block; in text output as JSON, since it may
// contain anything.
static void print_metadata(qn_out *o, const qn_image *image) {
  char *json = NULL;
  size_t size = 0;
  md_ctx ctx =
      image->camd.size
          ? quern_md_read(image->camd.data, image->camd.size, NULL, NULL, NULL)
          : NULL;
  if (!ctx) {
    qn_out_null(o, "metadata");
    return;
  }
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_begin(o, "metadata");
  qn_md_print(ctx, o);
  qn_out_end(o);
  qn_out_only(o, QN_OUT_TEXT_ONLY);
  if (quern_md_json(ctx, &json, &size) == MD_SUCCESS) {
    qn_str rest = {json, size}, line;
    while (qn_str_split(&rest, '\n', &line))
      if (line.size)
        qn_out_line(o, "  %.*s", QN_STR_ARG(line));
    qn_free(json);
  }
  qn_out_only(o, QN_OUT_ALL);
  md_release_ctx(ctx);
}

void qn_inspect_print(qn_out *o, const qn_image *image, size_t index,
                      const qn_inspect_options *options, qn_arena *arena) {
  qn_out_begin(o, NULL);
  qn_out_line_str(o, "target", image->target);
  qn_out_line_str(o, "format", qn_str_from(image->format));
  qn_out_line_uint(o, "image", index);
  qn_out_only(o, QN_OUT_DATA_ONLY);
  out_text(o, "target", image->target);
  qn_out_text(o, "format", image->format);
  out_text(o, "version", image->version);
  qn_out_uint(o, "offset", image->offset);
  qn_out_uint(o, "size", image->size);
  qn_out_begin_array(o, "path");
  for (size_t i = 0; i < image->path_count; ++i)
    qn_out_str(o, NULL, image->path[i]);
  qn_out_end_array(o);
  qn_out_begin_array(o, "warnings");
  for (size_t i = 0; i < image->warning_count; ++i)
    qn_out_str(o, NULL, image->warnings[i]);
  qn_out_end_array(o);
  qn_out_only(o, QN_OUT_TEXT_ONLY);
  print_heading(o, image, index, arena);
  qn_out_only(o, QN_OUT_ALL);

  qn_column columns[RESOURCE_COUNT_MAX] = {{"name", "kernel", false}};
  const size_t count =
      options->names ? 1 : choose_columns(image, options->all, columns);
  if (image->kernel_count == 0)
    qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_begin_table(o, "kernels", columns, count);
  for (size_t i = 0; i < image->kernel_count; ++i)
    print_kernel(o, &image->kernels[i], options, arena);
  qn_out_end_table(o);
  qn_out_only(o, QN_OUT_ALL);
  print_globals(o, image);
  if (options->metadata || strcmp(image->format, "camd") == 0)
    print_metadata(o, image);
  qn_out_end(o);
}

// ---- --list

const qn_column qn_inspect_list_columns[] = {
    {"target", NULL, false},  {"format", NULL, false},
    {"version", NULL, false}, {"size", NULL, true},
    {"offset", NULL, true},   {"container", "in", false},
};

void qn_inspect_list(qn_out *o, const qn_image *image, size_t index,
                     const char *written, qn_arena *arena) {
  qn_buffer path = {0};
  for (size_t i = 0; i < image->path_count; ++i) {
    qn_buffer_append_str(&path, i ? QN_STR(" > ") : QN_STR(""));
    qn_buffer_append_str(&path, image->path[i]);
  }
  qn_out_begin_line(o, NULL);
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_uint(o, "image", index);
  qn_out_only(o, QN_OUT_ALL);
  out_text(o, "target", image->target);
  qn_out_text(o, "format", image->format);
  out_text(o, "version", image->version);
  qn_out_hex(o, "offset", image->offset);
  qn_out_uint(o, "size", image->size);
  qn_out_only(o, QN_OUT_TEXT_ONLY);
  qn_out_str(o, "container", qn_arena_copy(arena, qn_buffer_str(&path)));
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_begin_array(o, "path");
  for (size_t i = 0; i < image->path_count; ++i)
    qn_out_str(o, NULL, image->path[i]);
  qn_out_end_array(o);
  if (written)
    qn_out_text(o, "written", written);
  qn_out_only(o, QN_OUT_ALL);
  qn_out_end(o);
  qn_buffer_finish(&path);
}
