// SPDX-License-Identifier: Apache-2.0
// The public interface to the readers, include/quern/inspect.h: the model's
// texts as C strings, its figures as signed numbers.
#include "quern/inspect.h"

#include <stdio.h>

#include "base/system/file.h"
#include "metadata/extract/extract.h"

typedef struct inspection {
  qn_inspect_fn *visit;
  void *user;
  bool ended;     // the visitor has seen enough
  qn_diag broken; // the first image that could not be read
} inspection;

static int64_t figure(qn_figure f) {
  return f.known && f.value <= INT64_MAX ? (int64_t)f.value : QN_FIGURE_UNKNOWN;
}

// A C string in the arena, cut at a NUL within; "" without memory, for which
// the caller asks by `*memory`.
static const char *c_text(qn_arena *arena, qn_str text, bool *memory) {
  const qn_str copy = qn_arena_copy(arena, text);
  *memory |= copy.data == NULL;
  return copy.data ? copy.data : "";
}

static const qn_argument_view *view_arguments(const qn_kernel *k,
                                              qn_arena *arena, bool *memory) {
  qn_argument_view *views =
      qn_arena_alloc(arena, k->argument_count, sizeof(*views));
  *memory |= views == NULL;
  for (size_t i = 0; views && i < k->argument_count; ++i) {
    const qn_argument *a = &k->arguments[i];
    views[i] = (qn_argument_view){
        .name = c_text(arena, a->name, memory),
        .type = c_text(arena, a->type, memory),
        .kind = qn_argument_kind_name(a->kind),
        .offset = (int64_t)a->offset,
        .size = (int64_t)a->size,
        .alignment = a->alignment ? (int64_t)a->alignment : QN_FIGURE_UNKNOWN,
    };
  }
  return views;
}

static qn_status visit_kernel(inspection *in, const qn_image *image,
                              const qn_kernel *k, qn_diag *diag) {
  qn_arena arena = {0};
  bool memory = false;
  const qn_resources *r = &k->resources;
  const qn_kernel_view view = {
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
  // One broken image does not hide those after it; its reason is told last.
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

static int answer(const qn_diag *diag, char why[QN_WHY_SIZE]) {
  if (why)
    snprintf(why, QN_WHY_SIZE, "%s", diag->message);
  return (int)diag->code;
}

int qn_inspect_memory(const void *bytes, size_t size, qn_inspect_fn *visit,
                      void *user, char why[QN_WHY_SIZE]) {
  inspection in = {.visit = visit, .user = user};
  qn_diag diag = {0};
  const qn_status status =
      qn_format_walk((qn_span){bytes, size}, NULL, visit_item, &in, &diag);
  return answer(qn_failed(status) ? &diag : &in.broken, why);
}

int qn_inspect_path(const char *path, qn_inspect_fn *visit, void *user,
                    char why[QN_WHY_SIZE]) {
  qn_file file = {0};
  qn_diag diag = {0};
  if (qn_failed(qn_file_open(path, 0, &file, &diag)))
    return answer(&diag, why);
  const int code =
      qn_inspect_memory(file.bytes.data, file.bytes.size, visit, user, why);
  qn_file_close(&file);
  return code;
}
