// SPDX-License-Identifier: Apache-2.0
// Runs one kernel of a CPU image as any foreign program would, by
// quern/cpu_abi.h alone:
//
//   runner IMAGE SYMBOL JOB OUTPUT
//
// JOB is written by run_cross.py: a header, the argument block, the places of
// pointers in it, and the contents of all buffers. After the launch the buffers
// go to OUTPUT. Exit status 1 after a trap or a failed assertion, 2 when the
// runner itself fails.
#include "platform.h"
#include "quern/cpu_abi.h"

enum { JOB_MAGIC = 0x424a4e51 }; // "QNJB"
enum { JOB_ALIGNMENT = 256 };

// All parts start at multiples of JOB_ALIGNMENT, in this order.
typedef struct job_header {
  uint32_t magic;
  uint32_t grid[3];
  uint32_t block[3];
  uint32_t shared_size;
  uint32_t flags;
  uint32_t args_size;     // bytes
  uint32_t pointer_count; // pairs: offset in the block, offset in the buffers
  uint32_t buffers_size;  // bytes
} job_header;

typedef struct job {
  const job_header *header;
  uint8_t *args;
  const uint32_t *pointers;
  uint8_t *buffers;
} job;

static int failed;
static uint32_t stop;

static size_t length_of(const char *text) {
  size_t size = 0;
  while (text[size])
    ++size;
  return size;
}

static void say(const char *text) { platform_say(2, text, length_of(text)); }

static int fail(const char *what) {
  say("runner: ");
  say(what);
  say("\n");
  return 2;
}

// ---- Services

static void on_print(void *user, const char *bytes, size_t size) {
  (void)user;
  platform_say(1, bytes, size);
}

static size_t on_format_real(void *user, char *out, size_t size,
                             const char *spec, double value) {
  (void)user;
  return platform_format_real(out, size, spec, value);
}

static void on_fail(void *user, const char *message) {
  (void)user;
  if (!failed) {
    say(message);
    say("\n");
  }
  failed = 1;
  stop = 1;
}

static void *on_allocate(void *user, size_t size) {
  (void)user;
  return platform_memory(size ? size : 1);
}

static void on_release(void *user, void *block) {
  (void)user;
  (void)block;
}

static uint64_t on_clock(void *user) {
  (void)user;
  return platform_clock_ns();
}

static int on_reserve(void *user, qn_cpu_scratch *scratch, size_t memory_size,
                      size_t stack_size, size_t stack_count) {
  (void)user;
  if (memory_size > scratch->memory_size) {
    scratch->memory = platform_memory(memory_size);
    scratch->memory_size = memory_size;
  }
  if (stack_size > scratch->stack_size || stack_count > scratch->stack_count) {
    scratch->stacks = platform_memory(stack_size * stack_count);
    scratch->stack_size = stack_size;
    scratch->stack_count = stack_count;
  }
  return scratch->memory && (!stack_count || scratch->stacks);
}

static void on_grid_barrier(void *user) { (void)user; } // one thread

static const qn_cpu_services services = {
    .version = QN_CPU_ABI_VERSION,
    .print = on_print,
    .format_real = on_format_real,
    .fail = on_fail,
    .allocate = on_allocate,
    .release = on_release,
    .clock_ns = on_clock,
    .reserve = on_reserve,
    .grid_barrier = on_grid_barrier,
};

// ---- The job

static size_t align_up(size_t size) {
  return (size + JOB_ALIGNMENT - 1) / JOB_ALIGNMENT * JOB_ALIGNMENT;
}

static int read_job(const char *path, job *out_job) {
  size_t size;
  uint8_t *bytes = platform_read(path, &size);
  const job_header *header = (const void *)bytes;
  if (!bytes || size < sizeof(*header) || header->magic != JOB_MAGIC)
    return 0;
  out_job->header = header;
  out_job->args = bytes + align_up(sizeof(*header));
  uint8_t *pointers = out_job->args + align_up(header->args_size);
  out_job->pointers = (const void *)pointers;
  out_job->buffers = pointers + align_up(header->pointer_count * 8);
  for (uint32_t i = 0; i < header->pointer_count; ++i) {
    uint8_t *target = out_job->buffers + out_job->pointers[2 * i + 1];
    *(void **)(void *)(out_job->args + out_job->pointers[2 * i]) = target;
  }
  return 1;
}

// In two ranges where the kernel allows it, as two threads would.
static void launch(const job *j, qn_cpu_entry *entry) {
  const job_header *h = j->header;
  const qn_cpu_launch launch = {
      .grid = {h->grid[0], h->grid[1], h->grid[2]},
      .block = {h->block[0], h->block[1], h->block[2]},
      .shared_size = h->shared_size,
      .flags = h->flags,
      .services = &services,
      .stop = &stop,
  };
  const uint64_t groups = (uint64_t)h->grid[0] * h->grid[1] * h->grid[2];
  const uint64_t middle = h->flags & QN_CPU_COOPERATIVE ? 0 : groups / 2;
  qn_cpu_scratch scratch = {0};
  if (middle)
    entry(j->args, &launch, 0, middle, &scratch);
  entry(j->args, &launch, middle, groups, &scratch);
}

int runner_main(int count, char **words) {
  job j;
  if (count != 5)
    return fail("usage: runner IMAGE SYMBOL JOB OUTPUT");
  if (!read_job(words[3], &j))
    return fail("the job cannot be read");
  void *symbol = platform_symbol(words[1], words[2]);
  if (!symbol)
    return fail("the image has no such symbol");
  qn_cpu_entry *entry;
  __builtin_memcpy(&entry, &symbol, sizeof(entry));
  launch(&j, entry);
  if (!platform_write(words[4], j.buffers, j.header->buffers_size))
    return fail("the output cannot be written");
  return failed;
}
