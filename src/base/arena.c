// SPDX-License-Identifier: Apache-2.0
#include "base/arena.h"

#include <stdio.h>

#include "base/alloc.h"

enum { BLOCK_SIZE = 16 * 1024, ALIGNMENT = 16 };

struct qn_arena_block {
  struct qn_arena_block *next;
  size_t size; // bytes of `bytes`
  _Alignas(ALIGNMENT) uint8_t bytes[];
};

void qn_arena_finish(qn_arena *arena) {
  while (arena->blocks) {
    struct qn_arena_block *next = arena->blocks->next;
    qn_free(arena->blocks);
    arena->blocks = next;
  }
  arena->used = 0;
}

static bool add_block(qn_arena *arena, size_t wanted) {
  size_t size = wanted > BLOCK_SIZE ? wanted : BLOCK_SIZE;
  size_t total;
  if (!qn_add_size(size, sizeof(struct qn_arena_block), &total))
    return false;
  struct qn_arena_block *block = qn_alloc(total);
  if (!block)
    return false;
  block->size = size;
  block->next = arena->blocks;
  arena->blocks = block;
  arena->used = 0;
  return true;
}

void *qn_arena_alloc(qn_arena *arena, size_t count, size_t size) {
  size_t bytes;
  if (!qn_mul_size(count, size, &bytes) || bytes > SIZE_MAX / 2)
    return NULL;
  bytes = (size_t)qn_align_up(bytes ? bytes : 1, ALIGNMENT);
  if ((!arena->blocks || bytes > arena->blocks->size - arena->used) &&
      !add_block(arena, bytes))
    return NULL;
  void *got = arena->blocks->bytes + arena->used;
  arena->used += bytes;
  return memset(got, 0, bytes);
}

qn_str qn_arena_copy(qn_arena *arena, qn_str text) {
  size_t bytes;
  if (!qn_add_size(text.size, 1, &bytes))
    return (qn_str){0};
  char *copy = qn_arena_alloc(arena, bytes, 1);
  if (!copy)
    return (qn_str){0};
  if (text.size)
    memcpy(copy, text.data, text.size);
  return (qn_str){copy, text.size};
}

qn_str qn_arena_vprintf(qn_arena *arena, const char *format, va_list args) {
  char first[256]; // most texts fit
  va_list again;
  va_copy(again, args);
  const int length = vsnprintf(first, sizeof(first), format, args);
  char *text = length < 0 ? NULL : qn_arena_alloc(arena, (size_t)length + 1, 1);
  if (text && (size_t)length < sizeof(first))
    memcpy(text, first, (size_t)length + 1);
  else if (text)
    vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  return text ? (qn_str){text, (size_t)length} : (qn_str){0};
}

qn_str qn_arena_printf(qn_arena *arena, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const qn_str text = qn_arena_vprintf(arena, format, args);
  va_end(args);
  return text;
}

void *qn_arena_grow(qn_arena *arena, void *items, size_t count,
                    size_t *capacity, size_t size) {
  if (items && count < *capacity)
    return items;
  if (count > SIZE_MAX / 4)
    return NULL;
  const size_t wanted = count < 8 ? 8 : 2 * count;
  void *grown = qn_arena_alloc(arena, wanted, size);
  if (!grown)
    return NULL;
  if (items)
    memcpy(grown, items, count * size);
  *capacity = wanted;
  return grown;
}
