// SPDX-License-Identifier: Apache-2.0
// What a source of kernels/ is told about the operation and its tensors.
// Fifty defines for each of perhaps a million kernels: assembled without
// printf, which took a third of a run in which everything was cached.
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>

#include "pregen/config.h"

enum { DEFINES_MAX = 64, DEFINE_SIZE = 600 };

typedef struct list {
  qn_arena *arena;
  const char **items;
  size_t count;
  char text[DEFINE_SIZE]; // of the define being assembled
  size_t size;
  bool failed;
} list;

static void put(list *l, const char *text) {
  const size_t size = strlen(text);
  if (size >= sizeof(l->text) - l->size) {
    l->failed = true;
    return;
  }
  memcpy(l->text + l->size, text, size);
  l->size += size;
}

static void put_number(list *l, uint64_t value) {
  char digits[24];
  size_t at = sizeof(digits);
  digits[--at] = '\0';
  do
    digits[--at] = (char)('0' + value % 10);
  while (value /= 10);
  put(l, digits + at);
}

static void finish(list *l) {
  const char *copy = qn_arena_copy(l->arena, (qn_str){l->text, l->size}).data;
  l->size = 0;
  if (!copy || l->count + 1 >= DEFINES_MAX)
    l->failed = true;
  else
    l->items[l->count++] = copy;
}

static void add_text(list *l, const char *name, const char *value) {
  put(l, name);
  put(l, value);
  finish(l);
}

// "-DQN_DST_NE2=7"
static void add_figure(list *l, const char *which, const char *name, int index,
                       int64_t value) {
  put(l, "-DQN_");
  put(l, which);
  put(l, name);
  put_number(l, (uint64_t)index);
  put(l, "=");
  put_number(l, (uint64_t)value);
  finish(l);
}

// Strides of quantized types count blocks; in dimension 0 these are contiguous.
static void add_tensor(list *l, const char *which, const qn_tensor *t) {
  const char *type = qn_tensor_info_of(t->type)->name;
  char upper[16];
  size_t size = 0;
  for (; type[size] && size + 1 < sizeof(upper); ++size)
    upper[size] = (char)toupper((unsigned char)type[size]);
  upper[size] = '\0';
  put(l, "-DQN_");
  put(l, which);
  add_text(l, "_TYPE=", type);
  put(l, "-DQN_");
  put(l, which);
  put(l, "_");
  add_text(l, upper, "=1");
  for (int i = 0; i < QN_TENSOR_DIMS; ++i)
    add_figure(l, which, "_NE", i, t->ne[i]);
  for (int i = 0; i < QN_TENSOR_DIMS; ++i)
    add_figure(l, which, "_NB", i, t->nb[i]);
  put(l, "-DQN_");
  put(l, which);
  add_text(l, "_CONTIGUOUS=", qn_tensor_is_contiguous(t) ? "1" : "0");
}

const char *const *qn_pregen_defines(const qn_ggml_call *call,
                                     const char *symbol, qn_arena *arena) {
  static const char *const sources[QN_GGML_SOURCES] = {"SRC0", "SRC1"};
  list l = {.arena = arena,
            .items = qn_arena_alloc(arena, DEFINES_MAX, sizeof(char *))};
  if (!l.items)
    return NULL;
  add_text(&l, "-DQN_KERNEL_NAME=", symbol);
  add_text(&l, "-DQN_OP=", call->op->name);
  put(&l, "-DQN_OP_");
  add_text(&l, call->op->name, "=1");
  add_tensor(&l, "DST", &call->dst);
  for (size_t i = 0; i < call->src_count; ++i)
    add_tensor(&l, sources[i], &call->src[i]);
  for (int i = 0; i < QN_GGML_PARAMS; ++i) {
    char value[16] = "0x0";
    if (call->params[i])
      snprintf(value, sizeof(value), "0x%" PRIx32, call->params[i]);
    put(&l, "-DQN_OP_PARAM");
    put_number(&l, (uint64_t)i);
    add_text(&l, "=", value);
  }
  return l.failed ? NULL : l.items;
}
