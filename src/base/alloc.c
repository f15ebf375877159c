// SPDX-License-Identifier: Apache-2.0
#include "base/alloc.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static qn_alloc_hooks hooks;
static atomic_uint_fast64_t allocations;
static atomic_uint_fast64_t failing; // the allocation to fail; 0 is none

void qn_alloc_set_hooks(const qn_alloc_hooks *replacement) {
  hooks = replacement ? *replacement : (qn_alloc_hooks){0};
}

void qn_alloc_fail_at(uint64_t n) {
  atomic_store(&failing, n ? atomic_load(&allocations) + n : 0);
}

uint64_t qn_alloc_count(void) { return atomic_load(&allocations); }

static bool must_fail(void) {
  const uint64_t number = atomic_fetch_add(&allocations, 1) + 1;
  return number == atomic_load(&failing);
}

void *qn_alloc(size_t size) { return qn_realloc(NULL, size); }

void *qn_alloc_array(size_t count, size_t size) {
  size_t bytes;
  if (!qn_mul_size(count, size, &bytes))
    return NULL;
  void *block = qn_alloc(bytes);
  if (block)
    memset(block, 0, bytes);
  return block;
}

void *qn_realloc(void *block, size_t size) {
  if (must_fail())
    return NULL;
  if (size == 0)
    size = 1;
  if (!hooks.allocate)
    return realloc(block, size);
  return block ? hooks.resize(block, size, hooks.user)
               : hooks.allocate(size, hooks.user);
}

// The C library's block or, with hooks, a larger one, whose address is stored
// just before ours.
void *qn_alloc_aligned(size_t alignment, size_t size) {
  size_t whole;
  void *block = NULL;
  if (alignment < sizeof(void *))
    alignment = sizeof(void *);
  if (!qn_add_size(size, alignment + sizeof(void *), &whole))
    return NULL;
  if (!hooks.allocate)
    return must_fail() || posix_memalign(&block, alignment, size ? size : 1)
               ? NULL
               : block;
  block = qn_alloc(whole);
  if (!block)
    return NULL;
  uint8_t *aligned = (uint8_t *)(uintptr_t)qn_align_up(
      (uintptr_t)block + sizeof(void *), alignment);
  memcpy(aligned - sizeof(void *), &block, sizeof(void *));
  return aligned;
}

void qn_free_aligned(void *block) {
  if (block && hooks.allocate)
    memcpy(&block, (uint8_t *)block - sizeof(void *), sizeof(void *));
  qn_free(block);
}

void qn_alloc_large(void *block, size_t size) {
#ifdef MADV_HUGEPAGE
  enum { PAGE = 2 << 20 };
  const uintptr_t start = (uintptr_t)qn_align_up((uintptr_t)block, PAGE);
  const uintptr_t end = ((uintptr_t)block + size) & ~(uintptr_t)(PAGE - 1);
  if (block && !hooks.allocate && size > 2 * PAGE)
    (void)madvise((void *)start, end - start, MADV_HUGEPAGE);
#else
  (void)block, (void)size;
#endif
}

void qn_free(void *block) {
  if (hooks.release)
    hooks.release(block, hooks.user);
  else
    free(block);
}
