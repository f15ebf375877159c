// SPDX-License-Identifier: Apache-2.0
// A growing NULL-terminated argument vector in an arena.
#ifndef QN_COMPILER_UNIT_ARGS_H
#define QN_COMPILER_UNIT_ARGS_H

#include "base/arena.h"

typedef struct qn_args {
  qn_arena *arena;    // owns the items' texts and the vector
  const char **items; // NULL-terminated
  size_t count;
  size_t capacity;
  bool failed; // no memory
} qn_args;

static inline void qn_args_add(qn_args *args, const char *item) {
  // Room for the item and a NULL after it.
  const char **items =
      args->count + 1 < args->capacity
          ? args->items
          : qn_arena_grow(args->arena, args->items, args->count + 1,
                          &args->capacity, sizeof(*items));
  if (items)
    args->items = items; // its capacity is counted
  if (!items || !item) {
    args->failed = true;
    return;
  }
  args->items[args->count++] = item;
  args->items[args->count] = NULL;
}

static inline void qn_args_add_pair(qn_args *args, const char *option,
                                    const char *value) {
  qn_args_add(args, option);
  qn_args_add(args, value);
}

// printf's formats; the text is copied.
#define QN_ARGS_PRINTF(args, ...)                                              \
  qn_args_add((args), qn_arena_printf((args)->arena, __VA_ARGS__).data)

#endif // QN_COMPILER_UNIT_ARGS_H
