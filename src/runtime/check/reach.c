// SPDX-License-Identifier: Apache-2.0
// What code without checks may write: all that it gets to from its arguments
// and variables, by addresses in what those point to.
#include <string.h>

#include "base/map.h"
#include "runtime/check/check.h"

typedef struct reach {
  qn_map found;  // where memory begins to its size, to be looked through
  qn_map others; // the same of what is not in the heap, as texture objects
} reach;

static void note_word(reach *r, uintptr_t word) {
  qn_check_block block;
  if (qn_check_in_heap(word)) {
    if (qn_check_find(word, &block) && block.live &&
        !qn_map_find(&r->found, block.begin))
      (void)qn_map_put(&r->found, block.begin, block.size, NULL);
    return;
  }
  const uint64_t *size = r->others.count ? qn_map_find(&r->others, word) : NULL;
  if (size && !qn_map_find(&r->found, word))
    (void)qn_map_put(&r->found, word, *size, NULL);
}

static void note_words(reach *r, const void *words, size_t size) {
  uintptr_t word;
  for (size_t at = 0; at + sizeof(word) <= size; at += sizeof(word)) {
    memcpy(&word, (const char *)words + at, sizeof(word));
    note_word(r, word);
  }
}

static void note_other(void *user, const void *address, size_t size,
                       qn_check_known kind) {
  reach *r = user;
  if (kind == QN_CHECK_MAPPED || kind == QN_CHECK_TEXTURE)
    (void)qn_map_put(&r->others, (uintptr_t)address, size, NULL);
}

static void note_variables(void *user, const void *address, size_t size,
                           qn_check_known kind) {
  reach *r = user;
  if (kind == QN_CHECK_VARIABLES)
    (void)qn_map_put(&r->found, (uintptr_t)address, size, NULL);
}

// Follows all that was noted; what is in the heap counts as written.
static void follow(reach *r) {
  enum { TABLE_MAX = 16 << 20 }; // bytes: more is taken for numbers
  for (size_t i = 0; i < r->found.count; ++i) {
    const uintptr_t begin = r->found.entries[i].key;
    const size_t size = r->found.entries[i].value;
    if (size <= TABLE_MAX)
      note_words(r, (const void *)begin, size);
    if (qn_check_in_heap(begin))
      qn_check_written(begin, size, true);
  }
  qn_map_finish(&r->found);
  qn_map_finish(&r->others);
}

void qn_check_reached(const void *words, size_t size) {
  reach r = {0};
  qn_check_each_known(note_other, &r);
  note_words(&r, words, size);
  follow(&r);
}

void qn_check_reached_by(const qn_kernel *kernel, const void *arguments) {
  reach r = {0};
  qn_check_each_known(note_other, &r);
  qn_check_each_known(note_variables, &r);
  for (size_t i = 0; kernel->arguments_known && i < kernel->argument_count; ++i)
    note_words(&r, (const char *)arguments + kernel->arguments[i].offset,
               kernel->arguments[i].size);
  follow(&r);
}
