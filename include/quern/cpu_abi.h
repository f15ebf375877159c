/* SPDX-License-Identifier: Apache-2.0
 *
 * The binary interface between a CPU image and the program that launches it.
 *
 * A CPU image is a shared object without undefined symbols. Each kernel is one
 * exported function, named as the kernel, of type qn_cpu_entry. It gets
 * everything it needs from outside (printing, memory, failure) through
 * qn_cpu_services, so the same image runs under any loader, with or without a C
 * library. It is not an API for programs: the names are part of images, and
 * keep the prefix qn_ (docs/api.md).
 *
 * Valid C11 and C++17; the layout is the natural one of the target machine.
 */
#ifndef QUERN_CPU_ABI_H
#define QUERN_CPU_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define QN_CPU_ABI_VERSION 3

enum { QN_CPU_WARP_SIZE = 32 };

/* Memory of one launching thread, kept between calls. A zeroed one is empty;
 * the host's `reserve` fills it and the host frees it. */
typedef struct qn_cpu_scratch {
  void *memory;       /* shared memory and contexts, aligned to a page */
  size_t memory_size; /* bytes */
  void *stacks;       /* stack_count stacks of stack_size bytes */
  size_t stack_size;  /* bytes, the lowest page unmapped as a guard */
  size_t stack_count;
} qn_cpu_scratch;

/* What the host does for a running kernel. Every function may be called from
 * any launching thread. */
typedef struct qn_cpu_services {
  uint32_t version;    /* QN_CPU_ABI_VERSION */
  uint32_t stack_size; /* bytes of a work-item's stack; 0: the image's choice */
  void *user;          /* passed to each function */
  /* Output of printf. */
  void (*print)(void *user, const char *bytes, size_t size);
  /* snprintf of one floating-point value: `spec` is one conversion such as
   * "%-8.3f". Returns the length written, at most size - 1. */
  size_t (*format_real)(void *user, char *out, size_t size, const char *spec,
                        double value);
  /* A trap, a failed assertion or a deadlock. The entry returns soon after. */
  void (*fail)(void *user, const char *message);
  /* malloc and free of device code. */
  void *(*allocate)(void *user, size_t size);
  void (*release)(void *user, void *block);
  /* Monotonic time in nanoseconds. */
  uint64_t (*clock_ns)(void *user);
  /* Makes `scratch` at least this large; its contents may be lost.
   * Returns 0 without memory. */
  int (*reserve)(void *user, qn_cpu_scratch *scratch, size_t memory_size,
                 size_t stack_size, size_t stack_count);
  /* A barrier over all ranges of a cooperative launch. */
  void (*grid_barrier)(void *user);
  /* From version 2 on. Not NULL: where work-items that run one by one note
   * their position in the group before they go on, for reports. */
  volatile uint32_t *thread;
  /* From version 3 on. Launches a kernel of the same image, by its symbol, from
   * a kernel: it begins when the launching grid has ended. `args` of `size`
   * bytes are copied. `shape` is the grid, the block and the dynamic shared
   * memory. Instead of a kernel ".copy" and ".fill" of words: where to, where
   * from or the value, and the size. `tail`: after all that the grid launches
   * otherwise. Returns 0, or CUDA's number of an error. */
  int (*launch)(void *user, const char *kernel, const void *args, size_t size,
                const uint32_t shape[7], int tail);
} qn_cpu_services;

enum {
  /* All groups are resident at once: kernels may call grid sync. Each calling
   * thread gets its whole range in one call. */
  QN_CPU_COOPERATIVE = 1,
  /* There are so many work-items that what each of them writes leaves the
   * caches before anybody reads it: kernels may write past the caches. */
  QN_CPU_STREAMING = 2,
  /* Work-items run one after another, not in packets, for debuggers. */
  QN_CPU_SCALAR = 4
};

typedef struct qn_cpu_launch {
  uint32_t grid[3];     /* groups */
  uint32_t block[3];    /* work-items of a group */
  uint32_t shared_size; /* dynamic shared memory, bytes */
  uint32_t flags;       /* QN_CPU_... */
  const qn_cpu_services *services;
  /* Set to non-zero by the host or by a failing range: others then stop at the
   * next group. */
  uint32_t *stop;
} qn_cpu_launch;

/* Runs the groups [first_group, last_group) of the grid, numbered with x
 * fastest. `args` is the argument block, laid out as the kernel's record says
 * and aligned to 64 bytes; it is not changed. Thread-safe as long as each
 * thread has its own scratch. */
typedef void qn_cpu_entry(const void *args, const qn_cpu_launch *launch,
                          uint64_t first_group, uint64_t last_group,
                          qn_cpu_scratch *scratch);

#ifdef __cplusplus
}
#endif

#endif /* QUERN_CPU_ABI_H */
