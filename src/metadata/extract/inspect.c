// SPDX-License-Identifier: Apache-2.0
// The public interface to the readers, include/quern/inspect.h: the model with
// texts as C strings and figures as signed numbers.
#include "quern/inspect.h"

#include "base/api.h"
#include "base/system/file.h"
#include "metadata/extract/extract.h"

typedef struct inspection {
  quern_inspect_fn *visit;
  void *user;
  bool ended;     // the visitor stopped the walk
  qn_diag broken; // the first image that could not be read
} inspection;

static int64_t figure(qn_figure f) {
  return f.known && f.value <= INT64_MAX ? (int64_t)f.value
                                         : QUERN_FIGURE_UNKNOWN;
}

// A C string in the arena, cut at an embedded NUL; "" when out of memory, which
// `*memory` then records.
static const char *c_text(qn_arena *arena, qn_str text, bool *memory) {
  const qn_str copy = qn_arena_copy(arena, text);
  *memory |= copy.data == NULL;
  return copy.data ? copy.data : "";
}

// An array of pointers, because a program older than the library cannot step
// over structs that have grown.
static const quern_argument_view *const *
view_arguments(const qn_kernel *k, qn_arena *arena, bool *memory) {
  quern_argument_view *views =
      qn_arena_alloc(arena, k->argument_count, sizeof(*views));
  const quern_argument_view **list =
      qn_arena_alloc(arena, k->argument_count, sizeof(*list));
  *memory |= !views || !list;
  for (size_t i = 0; !*memory && i < k->argument_count; ++i) {
    const qn_argument *a = &k->arguments[i];
    list[i] = &views[i];
    views[i] = (quern_argument_view){
        .size = sizeof(views[i]),
        .name = c_text(arena, a->name, memory),
        .type = c_text(arena, a->type, memory),
        .kind = qn_argument_kind_name(a->kind),
        .offset = (int64_t)a->offset,
        .bytes = (int64_t)a->size,
        .alignment =
            a->alignment ? (int64_t)a->alignment : QUERN_FIGURE_UNKNOWN,
    };
  }
  return list;
}

static qn_status visit_kernel(inspection *in, const qn_image *image,
                              const qn_kernel *k, qn_diag *diag) {
  qn_arena arena = {0};
  bool memory = false;
  const qn_resources *r = &k->resources;
  const quern_kernel_view view = {
      .size = sizeof(view),
      .target = c_text(&arena, image->target, &memory),
      .format = image->format,
      .name = c_text(&arena, k->name, &memory),
      .demangled =
          c_text(&arena, k->demangled.size ? k->demangled : k->name, &memory),
      .source = qn_source_name(k->source),
      .arguments_known = k->arguments_known,
      .arguments = view_arguments(k, &arena, &memory),
      .argument_count = k->argument_count,
      .arguments_size = figure(k->arguments_size),
      .vgpr = figure(r->vgpr),
      .sgpr = figure(r->sgpr),
      .agpr = figure(r->agpr),
      .registers = figure(r->registers),
      .shared_static = figure(r->shared_static),
      .scratch = figure(r->scratch),
      .wave_size = figure(r->wave_size),
      .max_threads = figure(r->max_threads),
  };
  if (!memory)
    in->ended = !in->visit(in->user, &view);
  qn_arena_finish(&arena);
  return memory ? qn_fail_memory(diag, "the kernel") : qn_ok();
}

static qn_status visit_item(void *user, const qn_item *item, qn_diag *diag) {
  inspection *in = user;
  if (in->ended)
    return qn_ok();
  qn_arena arena = {0};
  qn_image image;
  // A broken image does not hide those after it; the first failure is reported
  // at the end.
  qn_status status = qn_image_read(item, NULL, &arena, &image, &in->broken);
  if (status.code != QN_E_MEMORY)
    status = qn_ok();
  for (size_t i = 0; i < image.kernel_count && !in->ended && !qn_failed(status);
       ++i)
    status = visit_kernel(in, &image, &image.kernels[i], diag);
  if (qn_failed(status) && diag->code == QN_OK)
    *diag = in->broken;
  qn_arena_finish(&arena);
  return status;
}

static quern_status inspect(qn_span bytes, quern_inspect_fn *visit, void *user,
                            quern_error *error) {
  inspection in = {.visit = visit, .user = user};
  qn_diag diag = {0};
  if (qn_failed(qn_format_walk(bytes, NULL, visit_item, &in, &diag)))
    return qn_api_answer((qn_status){diag.code}, &diag, error);
  return qn_api_answer((qn_status){in.broken.code}, &in.broken, error);
}

quern_status quern_inspect_memory(const void *bytes, size_t size,
                                  quern_inspect_fn *visit, void *user,
                                  quern_error *error) {
  if (!visit || (!bytes && size))
    return qn_api_refuse(error, "%s is NULL", visit ? "the input" : "'visit'");
  return inspect((qn_span){bytes, size}, visit, user, error);
}

quern_status quern_inspect_path(const char *path, quern_inspect_fn *visit,
                                void *user, quern_error *error) {
  qn_file file = {0};
  qn_diag diag = {0};
  if (!path || !visit)
    return qn_api_refuse(error, "%s is NULL", path ? "'visit'" : "'path'");
  const qn_status opened = qn_file_open(path, 0, &file, &diag);
  if (qn_failed(opened))
    return qn_api_answer(opened, &diag, error);
  const quern_status status = inspect(file.bytes, visit, user, error);
  qn_file_close(&file);
  return status;
}
