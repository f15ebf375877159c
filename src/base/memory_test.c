// SPDX-License-Identifier: Apache-2.0
// alloc, arena, buffer, reader.
#include "base/arena.h"
#include "base/buffer.h"
#include "base/reader.h"
#include "support/test.h"

static int live;
static void *count_allocate(size_t size, void *user) {
  ++*(int *)user;
  return malloc(size);
}
static void *count_resize(void *block, size_t size, void *user) {
  (void)user;
  return realloc(block, size);
}
static void count_release(void *block, void *user) {
  *(int *)user -= block != NULL;
  free(block);
}

static void use_both(void) {
  qn_arena arena = {0};
  qn_buffer buffer = {0};
  for (size_t i = 0; i < 1000; ++i) {
    const uint64_t *got = qn_arena_alloc(&arena, i, 8);
    CHECK(got && (uintptr_t)got % 16 == 0 && (i == 0 || got[i - 1] == 0));
    qn_buffer_printf(&buffer, "%zu,", i);
  }
  CHECK(!qn_arena_alloc(&arena, SIZE_MAX / 2, 8));
  CHECK(!qn_arena_alloc(&arena, 1, SIZE_MAX));
  const qn_str text = qn_arena_printf(&arena, "%s-%d", "gfx", 942);
  CHECK_STR(text, "gfx-942");
  CHECK(text.data[text.size] == '\0');
  CHECK_STR(qn_arena_copy(&arena, (qn_str){0}), "");
  size_t capacity = 0, count = 0;
  int *items = NULL;
  for (; count < 100; ++count) {
    items = qn_arena_grow(&arena, items, count, &capacity, sizeof(*items));
    CHECK(items);
    items[count] = (int)count;
  }
  for (size_t i = 0; i < count; ++i)
    CHECK(items[i] == (int)i);
  CHECK(strncmp(qn_buffer_text(&buffer), "0,1,2,", 6) == 0);
  qn_arena_finish(&arena);
  qn_buffer_finish(&buffer);
}

// The same with and without hooks.
static void use_aligned(void) {
  for (size_t alignment = 1; alignment <= 4096; alignment *= 2) {
    uint8_t *block = qn_alloc_aligned(alignment, 100);
    CHECK(block && (uintptr_t)block % alignment == 0);
    memset(block, 0xff, 100);
    qn_free_aligned(block);
  }
  qn_alloc_fail_at(1);
  CHECK(!qn_alloc_aligned(64, 1));
  CHECK(!qn_alloc_aligned(64, SIZE_MAX - 8));
  qn_free_aligned(NULL);
}

static void test_hooks(void) {
  const qn_alloc_hooks hooks = {count_allocate, count_resize, count_release,
                                &live};
  qn_alloc_set_hooks(&hooks);
  void *one = qn_alloc(0);
  CHECK(one && live == 1);
  qn_free(one);
  qn_free(NULL);
  CHECK(!qn_alloc_array(SIZE_MAX, 2));
  use_aligned();
  use_both();
  CHECK_INT(live, 0);
  qn_alloc_set_hooks(NULL);
  use_aligned();
  use_both();
}

static void test_writer(void) {
  qn_buffer b = {0};
  qn_buffer_u8(&b, 1);
  qn_buffer_align(&b, 4);
  qn_buffer_u16(&b, 0x0203);
  qn_buffer_int(&b, 0x040506, 3, true);
  qn_buffer_u64(&b, 7);
  qn_buffer_patch(&b, 0, 0xff, 1, false);
  qn_buffer_patch(&b, b.size, 0xff, 1, false); // beyond the end: ignored
  static const uint8_t expected[] = {0xff, 0, 0, 0, 3, 2, 4, 5, 6,
                                     7,    0, 0, 0, 0, 0, 0, 0};
  CHECK(b.size == sizeof(expected) &&
        memcmp(b.data, expected, sizeof(expected)) == 0);
  qn_buffer_finish(&b);
}

static void test_reader(void) {
  static const uint8_t bytes[] = {1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0,
                                  0, 0, 0, 0, 2, 0, 0, 0, 9, 9};
  const qn_span all = {bytes, sizeof(bytes)};
  qn_diag diag = {0};
  qn_reader r = qn_reader_over(all, 100);
  CHECK_INT(qn_read_u8(&r, "a"), 1);
  CHECK_INT(qn_read_u16(&r, "b"), 2);
  CHECK_INT(qn_read_u32(&r, "c"), 3);
  CHECK_INT(qn_read_u64(&r, "d"), 4);
  CHECK_INT(qn_read_count(&r, 1, "count"), 2);
  CHECK_OK(qn_reader_finish(&r, &diag), &diag);
  qn_reader w = qn_reader_window(&r, 19, 2, "window");
  CHECK(w.origin == 119 && qn_read_u16(&w, "e") == 0x909);
  CHECK(qn_read_u8(&w, "past") == 0 && w.failed);
  CHECK(qn_reader_finish(&w, &diag).code == QN_E_MALFORMED);
  CHECK_TEXT(diag.message, "past needs 1 bytes at 0x79, only 0 remain");
  CHECK(qn_reader_window(&r, UINT64_MAX, 2, "far").failed);
  r = qn_reader_over(all, 0);
  r.big_endian = true;
  CHECK_INT(qn_read_u16(&r, "big"), 0x102);
  r = qn_reader_over(all, 0); // a count that cannot fit
  CHECK(qn_read_count(&r, 8, "count") == 0 && r.failed);
}

static bool print_once(void) {
  qn_buffer b = {0};
  qn_arena arena = {0};
  for (int i = 0; i < 500; ++i)
    qn_buffer_printf(&b, "line %d\n", i);
  const bool got = qn_arena_alloc(&arena, 1, 100000) != NULL;
  qn_diag diag = {0};
  const qn_status status = qn_buffer_check(&b, &diag);
  CHECK(!qn_failed(status) ||
        (status.code == QN_E_MEMORY && !*qn_buffer_text(&b)));
  qn_buffer_finish(&b);
  qn_arena_finish(&arena);
  return got && !qn_failed(status);
}

// Reserving memory early, and large pages, change nothing in the output.
static void test_large(void) {
  enum { LARGE = 9 << 20 };
  qn_buffer b = {0};
  qn_alloc_large(NULL, LARGE);
  qn_buffer_printf(&b, "x");
  qn_buffer_reserve(&b, LARGE);
  const uint8_t *where = b.data;
  CHECK(b.capacity > LARGE && b.size == 1 && b.data[0] == 'x');
  qn_buffer_zero(&b, LARGE);
  CHECK(b.data == where && b.size == LARGE + 1 && b.data[LARGE] == 0);
  qn_buffer_reserve(&b, SIZE_MAX);
  CHECK(b.failed);
  qn_buffer_finish(&b);
}

int main(void) {
  test_hooks();
  test_large();
  test_writer();
  test_reader();
  CHECK(test_fail_allocations(print_once) >= 4);
  return 0;
}
