// SPDX-License-Identifier: Apache-2.0
// Arguments of kernels in LLVM bitcode, read by LLVM itself: in a child
// process, because LLVM ends the process on some malformed modules.
#include "cli/core/compiler.h"
#include "cli/inspect/inspect.h"
#include "metadata/extract/extract.h"

static void add_warning(qn_image *image, qn_arena *arena, const char *why) {
  qn_str *all = qn_arena_alloc(arena, image->warning_count + 1, sizeof(*all));
  const qn_str text =
      qn_arena_printf(arena, "what the kernels take is not known: %s", why);
  if (!all || !text.data)
    return; // this part is optional
  for (size_t i = 0; i < image->warning_count; ++i)
    all[i] = image->warnings[i];
  all[image->warning_count++] = text;
  image->warnings = all;
}

static qn_status describe(const qn_item *item, qn_buffer *out, qn_diag *diag) {
  const qn_compiler_api *api;
  const qn_metadata_job job = {.input = item->bytes,
                               .verb = QN_METADATA_DESCRIBE};
  QN_TRY(qn_cli_load_compiler(&api, diag));
  return api->metadata(&job, out, diag);
}

// Copies the facts about a kernel from `described`.
static void take(qn_kernel *k, const qn_image *described) {
  const qn_kernel *from = qn_image_find_kernel(described, k->name);
  if (!from)
    return;
  const qn_kernel old = *k;
  *k = *from;
  k->symbol = old.symbol;
  k->demangled = old.demangled.size ? old.demangled : from->demangled;
  k->source = QN_SOURCE_BITCODE;
}

void qn_inspect_describe_module(const qn_item *item, qn_arena *arena,
                                qn_image *image) {
  if (item->format != &qn_format_bitcode || image->kernel_count == 0)
    return;
  qn_buffer camd = {0};
  qn_diag diag = {0};
  qn_image described = {0};
  qn_status status = describe(item, &camd, &diag);
  // The model borrows from the container, so the arena keeps a copy.
  const qn_str kept = qn_arena_copy(arena, qn_buffer_str(&camd));
  qn_item container = {.format = qn_format_find(QN_STR("camd")),
                       .bytes = {(const uint8_t *)kept.data, kept.size}};
  if (!qn_failed(status) && kept.data)
    status = qn_image_read(&container, NULL, arena, &described, &diag);
  if (qn_failed(status))
    add_warning(image, arena, diag.message);
  for (size_t i = 0; i < image->kernel_count && !qn_failed(status); ++i)
    take(&image->kernels[i], &described);
  if (!qn_failed(status) && kept.data)
    image->camd = described.camd;
  qn_buffer_finish(&camd);
}
