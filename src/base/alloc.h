// SPDX-License-Identifier: Apache-2.0
// All heap memory of the library goes through here: one place for an
// embedder's hooks, for accounting and for fault injection.
//
// Threads: the functions may be called from any thread; the hooks are set once,
// before the first allocation.
#ifndef QN_BASE_ALLOC_H
#define QN_BASE_ALLOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

// Replaces malloc, realloc and free. `user` is passed through.
typedef struct qn_alloc_hooks {
  void *(*allocate)(size_t size, void *user);
  void *(*resize)(void *block, size_t size, void *user); // block may be NULL
  void (*release)(void *block, void *user);              // block may be NULL
  void *user;
} qn_alloc_hooks;

// NULL restores the C library's allocator.
void qn_alloc_set_hooks(const qn_alloc_hooks *hooks);

// NULL when out of memory; a size of 0 gives a unique block.
void *qn_alloc(size_t size);
// As qn_alloc, for `count` elements of `size` bytes, zeroed; the product is
// checked.
void *qn_alloc_array(size_t count, size_t size);
// On NULL, `block` is unchanged.
void *qn_realloc(void *block, size_t size);
void qn_free(void *block);
// A block at a multiple of `alignment` (a power of two), freed by
// qn_free_aligned; NULL when out of memory.
void *qn_alloc_aligned(size_t alignment, size_t size);
void qn_free_aligned(void *block); // NULL is fine
// Hints that most of a block will soon be written, from the start: a large
// block then gets large pages. It has no other effect; `block` may be NULL.
void qn_alloc_large(void *block, size_t size);

// Makes the n-th allocation from now on (1 is the next) fail, once; 0 turns it
// off. For tests; counts allocations of all threads.
void qn_alloc_fail_at(uint64_t n);
// Allocations (and resizes) made since the program started.
uint64_t qn_alloc_count(void);

// Checked size arithmetic: false when the result does not fit.
static inline bool qn_add_size(size_t a, size_t b, size_t *out_sum) {
  return !__builtin_add_overflow(a, b, out_sum);
}
static inline bool qn_mul_size(size_t a, size_t b, size_t *out_product) {
  return !__builtin_mul_overflow(a, b, out_product);
}

// `value` rounded up to a multiple of `alignment` (a power of two). The caller
// must know that the result fits.
static inline uint64_t qn_align_up(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) & ~(alignment - 1);
}

#endif // QN_BASE_ALLOC_H
