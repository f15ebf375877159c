// SPDX-License-Identifier: Apache-2.0
// What a source of kernels/ is told of the operation and its tensors.
#include <inttypes.h>
#include <stdio.h>
#include <ctype.h>

#include "pregen/config.h"

enum { DEFINES_MAX = 64 };

typedef struct list {
  qn_arena *arena;
  const char **items;
  size_t count;
  bool failed;
} list;

static void add(list *l, const char *format, ...) QN_PRINTF(2, 3);
static void add(list *l, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const qn_str text = qn_arena_vprintf(l->arena, format, args);
  va_end(args);
  if (!text.data || l->count + 1 >= DEFINES_MAX)
    l->failed = true;
  else
    l->items[l->count++] = text.data;
}

// Strides of quantized types count blocks in dimension 0, which are one apart.
static void add_tensor(list *l, const char *which, const qn_tensor *t) {
  const char *type = qn_tensor_info_of(t->type)->name;
  char upper[16];
  size_t size = 0;
  for (; type[size] && size + 1 < sizeof(upper); ++size)
    upper[size] = (char)toupper((unsigned char)type[size]);
  upper[size] = '\0';
  add(l, "-DQN_%s_TYPE=%s", which, type);
  add(l, "-DQN_%s_%s=1", which, upper);
  for (int i = 0; i < QN_TENSOR_DIMS; ++i)
    add(l, "-DQN_%s_NE%d=%" PRId64, which, i, t->ne[i]);
  for (int i = 0; i < QN_TENSOR_DIMS; ++i)
    add(l, "-DQN_%s_NB%d=%" PRId64, which, i, t->nb[i]);
  add(l, "-DQN_%s_CONTIGUOUS=%d", which, qn_tensor_is_contiguous(t));
}

const char *const *qn_pregen_defines(const qn_ggml_call *call,
                                     const char *symbol, qn_arena *arena) {
  static const char *const sources[QN_GGML_SOURCES] = {"SRC0", "SRC1"};
  list l = {.arena = arena,
            .items = qn_arena_alloc(arena, DEFINES_MAX, sizeof(char *))};
  if (!l.items)
    return NULL;
  add(&l, "-DQN_KERNEL_NAME=%s", symbol);
  add(&l, "-DQN_OP=%s", call->op->name);
  add(&l, "-DQN_OP_%s=1", call->op->name);
  add_tensor(&l, "DST", &call->dst);
  for (size_t i = 0; i < call->src_count; ++i)
    add_tensor(&l, sources[i], &call->src[i]);
  for (int i = 0; i < QN_GGML_PARAMS; ++i)
    add(&l, "-DQN_OP_PARAM%d=0x%" PRIx32, i, call->params[i]);
  return l.failed ? NULL : l.items;
}
