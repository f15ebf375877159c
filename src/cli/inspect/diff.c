// SPDX-License-Identifier: Apache-2.0
// quern inspect --diff: compares two files, kernel by kernel.
#include <inttypes.h>

#include "base/system/file.h"
#include "base/map.h"
#include "base/text.h"
#include "cli/inspect/inspect.h"
#include "formats/core/format.h"
#include "metadata/extract/extract.h"

// The contents of one file: kernels by "target/name". Texts are copied, because
// they may belong to expanded contents.
typedef struct side {
  const qn_inspect_options *options;
  qn_arena arena;
  qn_map by_name;
  qn_kernel *kernels;
  size_t count, capacity;
} side;

typedef enum change {
  CHANGE_ADDED,
  CHANGE_REMOVED,
  CHANGE_ARGUMENTS,
  CHANGE_RESOURCES,
} change;

static const char *const change_names[] = {
    [CHANGE_ADDED] = "added",
    [CHANGE_REMOVED] = "removed",
    [CHANGE_ARGUMENTS] = "arguments",
    [CHANGE_RESOURCES] = "resources",
};

static qn_status add_kernel(side *s, qn_str target, const qn_kernel *k,
                            qn_diag *diag) {
  const qn_str name = qn_arena_printf(&s->arena, "%.*s/%.*s",
                                      QN_STR_ARG(target), QN_STR_ARG(k->name));
  qn_kernel *grown = qn_arena_grow(&s->arena, s->kernels, s->count,
                                   &s->capacity, sizeof(*grown));
  qn_argument *arguments =
      qn_arena_alloc(&s->arena, k->argument_count, sizeof(*arguments));
  if (!name.data || !grown || !arguments)
    return qn_fail_memory(diag, "the kernels to compare");
  s->kernels = grown;
  if (qn_map_find_str(&s->by_name, name))
    return qn_ok(); // a duplicate, as in libraries of many parts
  for (size_t i = 0; i < k->argument_count; ++i) {
    arguments[i] = k->arguments[i];
    arguments[i].name = qn_arena_copy(&s->arena, k->arguments[i].name);
    arguments[i].type = qn_arena_copy(&s->arena, k->arguments[i].type);
  }
  grown[s->count] = *k;
  grown[s->count].arguments = arguments;
  QN_TRY(qn_map_put_str(&s->by_name, name, s->count, diag));
  ++s->count;
  return qn_ok();
}

static qn_status visit(void *user, const qn_item *item, qn_diag *diag) {
  side *s = user;
  qn_arena arena = {0};
  qn_image image;
  qn_status status = qn_image_read(item, NULL, &arena, &image, diag);
  const char *pattern = s->options->target;
  const bool wanted =
      !pattern || qn_text_glob(qn_str_from(pattern), image.target);
  if (!qn_failed(status) && wanted)
    (void)qn_inspect_select(&image, s->options);
  for (size_t i = 0; wanted && i < image.kernel_count && !qn_failed(status);
       ++i)
    status = add_kernel(s, image.target, &image.kernels[i], diag);
  qn_arena_finish(&arena);
  return status;
}

static qn_status read_side(const char *path, side *s, qn_diag *diag) {
  qn_file file = {0};
  qn_status status = qn_file_open(path, 0, &file, diag);
  if (!qn_failed(status))
    status = qn_format_walk(file.bytes, NULL, visit, s, diag);
  qn_file_close(&file);
  return status;
}

static void finish_side(side *s) {
  qn_map_finish(&s->by_name);
  qn_arena_finish(&s->arena);
}

// ---- Comparison

// Whether code built for one layout works with the other. Names do not matter.
static bool same_layout(const qn_kernel *a, const qn_kernel *b) {
  if (a->arguments_known != b->arguments_known ||
      a->argument_count != b->argument_count)
    return false;
  for (size_t i = 0; i < a->argument_count; ++i) {
    const qn_argument *x = &a->arguments[i], *y = &b->arguments[i];
    if (x->offset != y->offset || x->size != y->size || x->kind != y->kind)
      return false;
  }
  return true;
}

static qn_str describe_figure(qn_arena *arena, qn_figure figure) {
  return figure.known ? qn_arena_printf(arena, "%" PRIu64, figure.value)
                      : QN_STR("-");
}

typedef struct comparison {
  qn_out *out;
  qn_arena arena; // scratch
  bool layout_changed;
} comparison;

static void print_change(comparison *c, change what, qn_str name,
                         const char *field, qn_str before, qn_str after) {
  qn_out_begin_line(c->out, NULL);
  qn_out_text(c->out, "change", change_names[what]);
  qn_out_str(c->out, "kernel", name);
  qn_out_text(c->out, "field", field);
  qn_out_str(c->out, "old", before);
  qn_out_str(c->out, "new", after);
  qn_out_end(c->out);
}

static void compare_kernels(comparison *c, qn_str name, const qn_kernel *a,
                            const qn_kernel *b) {
  if (!same_layout(a, b)) {
    c->layout_changed = true;
    print_change(c, CHANGE_ARGUMENTS, name, "arguments",
                 qn_inspect_signature(a, &c->arena),
                 qn_inspect_signature(b, &c->arena));
  }
#define QN_RESOURCE(id, title, summary)                                        \
  if (a->resources.id.known != b->resources.id.known ||                        \
      a->resources.id.value != b->resources.id.value)                          \
    print_change(c, CHANGE_RESOURCES, name, #id,                               \
                 describe_figure(&c->arena, a->resources.id),                  \
                 describe_figure(&c->arena, b->resources.id));
#include "metadata/model/resources.def"
#undef QN_RESOURCE
  if (a->occupancy.waves != b->occupancy.waves)
    print_change(c, CHANGE_RESOURCES, name, "occupancy",
                 qn_inspect_occupancy(a, &c->arena),
                 qn_inspect_occupancy(b, &c->arena));
}

static void compare_sides(comparison *c, const side *a, const side *b) {
  const qn_str none = QN_STR("-");
  for (size_t i = 0; i < a->by_name.count; ++i) {
    const qn_str name = qn_map_entry_str(&a->by_name.entries[i]);
    const uint64_t *other = qn_map_find_str(&b->by_name, name);
    if (other)
      compare_kernels(c, name, &a->kernels[a->by_name.entries[i].value],
                      &b->kernels[*other]);
    else
      print_change(c, CHANGE_REMOVED, name, NULL, none, none);
  }
  for (size_t i = 0; i < b->by_name.count; ++i) {
    const qn_str name = qn_map_entry_str(&b->by_name.entries[i]);
    if (!qn_map_find_str(&a->by_name, name))
      print_change(c, CHANGE_ADDED, name, NULL, none, none);
  }
}

int qn_inspect_diff(const qn_cli *cli, const qn_inspect_options *options,
                    const char *old_path, const char *new_path) {
  static const qn_column columns[] = {
      {"change", NULL, false}, {"kernel", NULL, false}, {"field", NULL, false},
      {"old", NULL, false},    {"new", NULL, false},
  };
  side sides[2] = {{.options = options}, {.options = options}};
  const char *const paths[2] = {old_path, new_path};
  int code = QN_EXIT_OK;
  for (size_t i = 0; i < 2 && code == QN_EXIT_OK; ++i) {
    qn_diag diag = {0};
    if (qn_failed(read_side(paths[i], &sides[i], &diag)))
      code = qn_cli_fail(cli, &diag, paths[i], (qn_span){0});
  }
  if (code == QN_EXIT_OK) {
    comparison c = {.out = qn_cli_out(cli)};
    qn_out_begin(c.out, NULL);
    qn_out_only(c.out, QN_OUT_DATA_ONLY);
    qn_out_text(c.out, "schema", "quern.inspect-diff/1");
    qn_out_text(c.out, "old", old_path);
    qn_out_text(c.out, "new", new_path);
    qn_out_only(c.out, QN_OUT_ALL);
    qn_out_begin_table(c.out, "changes", columns, 5);
    compare_sides(&c, &sides[0], &sides[1]);
    qn_out_end_table(c.out);
    qn_out_end(c.out);
    code = qn_cli_out_end(cli, &c.out,
                          c.layout_changed ? QN_EXIT_FAILED : QN_EXIT_OK);
    qn_arena_finish(&c.arena);
  }
  finish_side(&sides[0]);
  finish_side(&sides[1]);
  return code;
}
