// SPDX-License-Identifier: Apache-2.0
// Linked into images with -fsanitize=address: red zones in shared memory, and
// the work-item of a report. AddressSanitizer's run-time library is the
// program's.
#include "item.h"

#include "sanitize.h"

void __asan_poison_memory_region(const volatile void *start, size_t size);
void __asan_unpoison_memory_region(const volatile void *start, size_t size);
void __asan_set_error_report_callback(void (*report)(const char *text));
long write(int fd, const void *bytes, size_t size);

// The item that this thread runs.
static _Thread_local qn_item *current;
static _Thread_local const char *current_kernel;

void qn_cpu_sanitize_switch(qn_item *item) { current = item; }

QN_DEVICE void qn_cpu_sanitize_item(qn_item *item, const char *kernel,
                                    const uint32_t *zones, uint32_t count,
                                    uint32_t end) {
  current = item;
  current_kernel = kernel;
  if (!item->shared)
    return;
  for (uint32_t i = 0; i < count; ++i)
    __asan_poison_memory_region(item->shared + zones[2 * i], zones[2 * i + 1]);
  __asan_poison_memory_region(item->shared + end + item->dynamic_size,
                              QN_SHARED_TAIL);
}

QN_DEVICE void qn_cpu_sanitize_end(qn_cpu_scratch *scratch) {
  current = NULL;
  if (scratch->memory)
    __asan_unpoison_memory_region(scratch->memory, scratch->memory_size);
  if (scratch->stacks) // may have frames of a failed launch
    __asan_unpoison_memory_region(scratch->stacks,
                                  scratch->stack_size * scratch->stack_count);
}

// ---- The report

typedef struct line {
  char text[256];
  size_t size;
} line;

static void add(line *l, const char *text) {
  while (*text && l->size < sizeof(l->text) - 1)
    l->text[l->size++] = *text++;
}

static void add_number(line *l, uint32_t value) {
  char digits[11];
  int at = sizeof(digits) - 1;
  digits[at] = '\0';
  do
    digits[--at] = (char)('0' + value % 10);
  while (value /= 10);
  add(l, digits + at);
}

static void add_index(line *l, const char *name, const uint32_t index[3]) {
  add(l, name);
  for (int i = 0; i < 3; ++i) {
    add(l, i ? "," : " (");
    add_number(l, index[i]);
  }
  add(l, ")");
}

static void on_report(const char *text) {
  line l;
  l.size = 0;
  (void)text;
  if (!current)
    return;
  add(&l, "quern: in kernel '");
  add(&l, current_kernel);
  add_index(&l, "', block", current->block);
  add_index(&l, ", thread", current->thread);
  add_index(&l, ", of blocks of", current->block_dim);
  add(&l, "\n");
  (void)write(2, l.text, l.size);
}

// LLVM's pass generates these for global variables; absent if there are none.
#pragma weak qn_cpu_sanitize_start
#pragma weak qn_cpu_sanitize_stop

__attribute__((constructor)) static void start(void) {
  __asan_set_error_report_callback(on_report);
  if (qn_cpu_sanitize_start)
    qn_cpu_sanitize_start();
}

__attribute__((destructor)) static void stop(void) {
  if (qn_cpu_sanitize_stop)
    qn_cpu_sanitize_stop();
}
