// SPDX-License-Identifier: Apache-2.0
// A bump allocator: everything one parse produced lives in one arena and dies
// with it, so model objects need no destructors.
//
// Not thread-safe; one arena belongs to one thread at a time.
#ifndef QN_BASE_ARENA_H
#define QN_BASE_ARENA_H

#include <stdarg.h>

#include "base/diag.h"
#include "base/span.h"

typedef struct qn_arena {
  struct qn_arena_block *blocks; // newest first
  size_t used;                   // bytes of the newest block
} qn_arena;

// A zeroed qn_arena is empty and ready to use. `finish` frees everything and
// makes it so again.
void qn_arena_finish(qn_arena *arena);

// Zeroed memory for `count` objects of `size` bytes, aligned for any type; NULL
// when out of memory or the product does not fit.
void *qn_arena_alloc(qn_arena *arena, size_t count, size_t size);
#define QN_ARENA_NEW(arena, type)                                              \
  ((type *)qn_arena_alloc(arena, 1, sizeof(type)))

// A NUL-terminated copy. On failure: data NULL, size 0.
qn_str qn_arena_copy(qn_arena *arena, qn_str text);
// printf into the arena, NUL-terminated. On failure: data NULL, size 0.
qn_str qn_arena_printf(qn_arena *arena, const char *format, ...)
    QN_PRINTF(2, 3);
qn_str qn_arena_vprintf(qn_arena *arena, const char *format, va_list args)
    QN_PRINTF(2, 0);

// Grows an array that lives in the arena: makes room for one more element of
// `size` bytes when `count` has reached `*capacity`. Keep what it returns
// before anything else can fail: `*capacity` is that one's. The old storage
// stays until the arena dies. Returns the (new) storage, or NULL when out of
// memory, and then `items` is unchanged.
void *qn_arena_grow(qn_arena *arena, void *items, size_t count,
                    size_t *capacity, size_t size);

#endif // QN_BASE_ARENA_H
