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

#define QN_CPU_ABI_VERSION 11

enum { QN_CPU_WARP_SIZE = 32 };

/* Memory of one launching thread, kept between calls. A zeroed one is empty;
 * the host's `reserve` fills it and the host frees it. */
typedef struct qn_cpu_scratch {
  void *memory;       /* contexts, and shared memory behind them, aligned to a
                       * page */
  size_t memory_size; /* bytes */
  void *stacks;       /* stack_count stacks of stack_size bytes */
  size_t stack_size;  /* bytes, the lowest page unmapped as a guard */
  size_t stack_count;
} qn_cpu_scratch;

/* Where a group's shared memory of `size` bytes lies: at the end of the
 * scratch, so that a kernel that goes beyond it reaches what the host put
 * there, such as pages without access, instead of contexts. On either side
 * there are QN_CPU_SHARED_ROOM bytes that belong to nobody: packets read and
 * write back the elements next to those of active lanes. Cooperative launches
 * have the memory of several groups there, one after another. */
enum { QN_CPU_SHARED_ROOM = 512, QN_CPU_SHARED_ALIGNMENT = 512 };
static inline char *qn_cpu_shared_at(const qn_cpu_scratch *scratch,
                                     uint64_t size) {
  const uintptr_t end = (uintptr_t)scratch->memory + scratch->memory_size;
  const uintptr_t at = end - QN_CPU_SHARED_ROOM - (uintptr_t)size;
  return (char *)(at & ~(uintptr_t)(QN_CPU_SHARED_ALIGNMENT - 1));
}
/* What to reserve for it, behind `contexts` bytes of other things. */
static inline uint64_t qn_cpu_shared_reserve(uint64_t contexts, uint64_t size) {
  return contexts + QN_CPU_SHARED_ROOM +
         (size + QN_CPU_SHARED_ALIGNMENT - 1) / QN_CPU_SHARED_ALIGNMENT *
             QN_CPU_SHARED_ALIGNMENT +
         QN_CPU_SHARED_ROOM + QN_CPU_SHARED_ALIGNMENT;
}

/* ---- Checks (quern cc --check) */

/* What an image that was compiled with checks looks for. */
enum {
  QN_CPU_CHECK_MEMORY = 1,
  QN_CPU_CHECK_RACE = 2,
  QN_CPU_CHECK_INIT = 4,
  QN_CPU_CHECK_SYNC = 8,
  QN_CPU_CHECK_LEAK = 16, /* of the host; nothing in images */
  QN_CPU_CHECK_ALL = 31
};

/* How memory is accessed. In the bits above: log2 of the alignment that the
 * access needs, and what the image looks for. */
enum {
  QN_CPU_ACCESS_WRITE = 1,
  QN_CPU_ACCESS_ATOMIC = 2,
  QN_CPU_ACCESS_BLOCK = 4,     /* atomic among the work-items of a group only */
  QN_CPU_ACCESS_ACQUIRE = 8,   /* atomic: orders what follows */
  QN_CPU_ACCESS_RELEASE = 16,  /* and what came before */
  QN_CPU_ACCESS_VOLATILE = 32, /* counts as atomic, too */
  QN_CPU_ACCESS_BOTH = 64,     /* a write that reads, too */
  QN_CPU_ACCESS_ORDER = 128,   /* of shared memory, and atomic: it only orders
                                * what is done elsewhere */
  QN_CPU_ACCESS_ALIGN_SHIFT = 8,
  QN_CPU_ACCESS_KINDS_SHIFT = 16
};
#define QN_CPU_ACCESS_ALIGNMENT(how)                                           \
  (UINT64_C(1) << ((how) >> QN_CPU_ACCESS_ALIGN_SHIFT & 0xff))

/* Device memory of a process that is checked lies in one reservation. A byte of
 * the marks stands for 8 bytes, and says how many of them, from the first on,
 * may be accessed; 0x80: freed. A bit stands for each byte that was written. */
#define QN_CPU_CHECK_HEAP UINT64_C(0x300000000000)
#define QN_CPU_CHECK_HEAP_SIZE (UINT64_C(1) << 36)
#define QN_CPU_CHECK_MARKS UINT64_C(0x310000000000)
#define QN_CPU_CHECK_WRITTEN UINT64_C(0x320000000000)

/* Who accessed memory in launches that run in packets and are watched for
 * races: a number for each 4 bytes of the heap, in arrays larger than the heap,
 * so that each is a known distance from what it is about. Work-items of such
 * launches have numbers of their own, from qn_cpu_check_run's `first` on; each
 * array is followed by one of the places in the code, as in a slot, one of how
 * many operations of their warp came before, in a phase of the group, and one
 * of which bytes it is about, unless that is all by one work-item
 * (quern/cpu_notes.h). Up to version 10 they lay elsewhere. */
enum {
  QN_CPU_NOTE_WRITER, /* the last */
  QN_CPU_NOTE_WRITER_CODE,
  QN_CPU_NOTE_WRITER_EPOCH,
  QN_CPU_NOTE_WRITER_BYTES,
  QN_CPU_NOTE_READER, /* one of a launch */
  QN_CPU_NOTE_READER_CODE,
  QN_CPU_NOTE_READER_EPOCH,
  QN_CPU_NOTE_READER_BYTES,
  QN_CPU_NOTE_OTHER, /* a reader that is not that one */
  QN_CPU_NOTE_OTHER_CODE,
  QN_CPU_NOTE_OTHER_EPOCH,
  QN_CPU_NOTE_OTHER_BYTES,
  QN_CPU_NOTE_ATOMIC, /* one that changed it by an atomic operation */
  QN_CPU_NOTE_ATOMIC_CODE,
  QN_CPU_NOTE_ATOMIC_EPOCH,
  QN_CPU_NOTE_ATOMIC_BYTES,
  QN_CPU_NOTE_ATOMIC_OTHER,
  QN_CPU_NOTE_ATOMIC_OTHER_CODE,
  QN_CPU_NOTE_ATOMIC_OTHER_EPOCH,
  QN_CPU_NOTE_ATOMIC_OTHER_BYTES,
  QN_CPU_NOTE_COUNT
};
/* Numbers are multiples of QN_CPU_NUMBER_STEP. Added to them is whether there
 * is another one, of readers and atomic operations, and how the 4 bytes are
 * shared out. */
enum {
  QN_CPU_NUMBER_STEP = 8,
  QN_CPU_NUMBER_ANOTHER = 1,
  QN_CPU_BYTES_WHOLE = 0,  /* all are the work-item's */
  QN_CPU_BYTES_HALVES = 2, /* 2 are its own, 2 of the one behind it */
  QN_CPU_BYTES_EACH = 4,   /* one each of it and of the three behind it */
  QN_CPU_BYTES_SOME = 6,   /* those that are noted are its own */
  QN_CPU_BYTES_HOW = 6     /* the bits of these */
};
/* Not a power of two: processors find lines of their nearest cache by some bits
 * of the address (on AMD's, 6 to 27), and notes are read and written beside the
 * memory that they are about. In front of the first array lies as much that is
 * nobody's. */
#define QN_CPU_CHECK_NOTE_STRIDE (QN_CPU_CHECK_HEAP_SIZE + UINT64_C(0x132c0))
#define QN_CPU_CHECK_NOTES UINT64_C(0x330000000000)
#define QN_CPU_CHECK_NOTE(which)                                               \
  (QN_CPU_CHECK_NOTES + ((uint64_t)(which) + 1) * QN_CPU_CHECK_NOTE_STRIDE)
#define QN_CPU_CHECK_NOTES_SIZE                                                \
  ((QN_CPU_NOTE_COUNT + 1) * QN_CPU_CHECK_NOTE_STRIDE)

/* A work-item, and how many barriers of its group, and operations of its warp,
 * were done before. */
typedef struct qn_cpu_place {
  uint32_t block[3];
  uint32_t thread[3];
  uint32_t linear; /* in the group */
  uint32_t epoch;
  uint32_t warp_epoch;
  uint32_t fenced; /* 1: a fence came after its last plain write; 2: one for
                    * the group only */
} qn_cpu_place;

/* What went wrong in a kernel. */
typedef enum qn_cpu_fault {
  QN_CPU_FAULT_SHARED_BOUNDS,
  QN_CPU_FAULT_LOCAL_BOUNDS,
  QN_CPU_FAULT_GLOBAL_BOUNDS, /* of a device variable */
  QN_CPU_FAULT_MISALIGNED,
  QN_CPU_FAULT_SHARED_RACE,
  QN_CPU_FAULT_SHARED_INIT,
  QN_CPU_FAULT_LOCAL_INIT,
  QN_CPU_FAULT_BARRIER_LEFT_OUT,
  QN_CPU_FAULT_BARRIER_OTHER,
  QN_CPU_FAULT_MASK_SELF,
  QN_CPU_FAULT_MASK_ABSENT,
  QN_CPU_FAULT_MASK_PLACES,
  QN_CPU_FAULT_SHUFFLE_INACTIVE,
  QN_CPU_FAULT_GRID_SYNC,
  QN_CPU_FAULT_STACK, /* `size` more bytes, beside `offset`, of `object_size` */
  QN_CPU_FAULT_GLOBAL_INIT,
  QN_CPU_FAULT_COUNT
} qn_cpu_fault;

typedef struct qn_cpu_finding {
  qn_cpu_fault fault;
  qn_cpu_place place; /* where it was found */
  uintptr_t code;     /* the instruction after it; 0: not known */
  uint32_t how;       /* QN_CPU_ACCESS_... */
  qn_cpu_place other; /* the other work-item of two */
  uintptr_t other_code;
  uint32_t other_how;
  int has_other;
  uintptr_t address;
  uint64_t size;      /* of the access, bytes */
  uint64_t value;     /* that it writes, if it has up to 8 bytes */
  const char *object; /* a variable's name; NULL: not known */
  uint64_t object_size;
  int64_t offset; /* of the access in it */
  uint32_t lanes; /* of a warp, that the fault is about */
} qn_cpu_finding;

/* An access of device memory as it is kept, for races. */
typedef struct qn_cpu_check_slot {
  uint32_t op;    /* 0: none */
  uint32_t block; /* number of the group */
  uint32_t code;  /* low bits; the rest is that of the operation's image */
  uint32_t step;  /* of its group's releases */
  uint16_t item, epoch, warp_epoch;
  uint8_t how;  /* QN_CPU_ACCESS_... */
  uint8_t mask; /* of the cell's bytes */
} qn_cpu_check_slot;

/* Of each 4 bytes: who wrote them last, the first who read them since, and the
 * last. */
enum { QN_CPU_CHECK_GRANULE = 4 };
typedef struct qn_cpu_check_cell {
  qn_cpu_check_slot write, reads[2];
} qn_cpu_check_cell;

/* Of each 64 bytes: the first who read them all at once since they were
 * written, as loops do, and the last; these are of no cell. */
enum { QN_CPU_CHECK_LINE = 64 };
typedef struct qn_cpu_check_line {
  qn_cpu_check_slot reads[2];
  uint32_t written; /* the latest operation that wrote there */
  uint32_t settled; /* as below, for such reads */
} qn_cpu_check_line;

/* A group's first number, where its work-items have new ones behind each
 * barrier. */
typedef struct qn_cpu_numbered_group {
  uint32_t first;
  uint32_t number; /* of the group */
} qn_cpu_numbered_group;

/* What images read of a running launch. */
typedef struct qn_cpu_check_run {
  uint32_t op;         /* the part of the launch that runs */
  uint32_t all_before; /* all operations up to this one come before it */
  /* Not 0: accesses have to be looked at by the host, as groups have made
   * something known to others. */
  uint32_t released;
  const uint32_t *threads;  /* how many may run groups now, of all launches */
  qn_cpu_check_cell *cells; /* of the heap; NULL: none are kept */
  unsigned char *locks;     /* one for each line, by its number */
  /* From version 6 on: of each cell the operation in which plain reads of it
   * are of no more interest, as two groups have read it, and nobody wrote. Who
   * writes there makes it 0. */
  uint32_t *settled;
  qn_cpu_check_line *lines;
  /* From version 10 on: the number of the launch's first work-item; 0: the
   * launch must not run in packets that are watched for races. */
  uint32_t first;
  /* What packets with barriers write: the next number that is nobody's, and the
   * groups that have run, in their order. */
  uint32_t next, group_count;
  qn_cpu_numbered_group *groups;
  /* From version 9 on, what packets write: not 0 where they note how many
   * operations of their warps came before. */
  uint32_t warps;
} qn_cpu_check_run;
enum { QN_CPU_CHECK_LOCKS = 4096 };

/* What the host does for kernels that are checked. */
typedef struct qn_cpu_checks {
  /* An access of memory that is neither shared (but QN_CPU_ACCESS_ORDER) nor on
   * the work-item's stack; `value` is what a write of up to 8 bytes writes.
   * Returns other than 0 if it must not be done. */
  int (*access)(void *user, const qn_cpu_place *place, uintptr_t address,
                uint64_t size, uint32_t how, uint64_t value, uintptr_t code);
  void (*report)(void *user, const qn_cpu_finding *finding);
  /* All groups of a launch have passed a barrier of the grid. */
  void (*grid_passed)(void *user);
  /* malloc and free of device code. */
  void *(*heap_allocate)(void *user, const qn_cpu_place *place, uint64_t size,
                         uintptr_t code);
  void (*heap_release)(void *user, const qn_cpu_place *place, void *block,
                       uintptr_t code);
  /* From version 7 on. The part of the heap that an address is in, which only
   * has one allocation at a time, for as long as the process runs; its size is
   * 0 where the heap ends. */
  void (*slot)(void *user, uintptr_t address, uintptr_t *out_begin,
               uint64_t *out_size);
} qn_cpu_checks;

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
  /* From version 4 on. Some work-items of a group never come to a barrier that
   * the others wait at; once for a launch is enough. May be NULL. */
  void (*left_out)(void *user, const uint32_t block[3]);
  /* NULL: nothing is checked. */
  const qn_cpu_checks *checks;
  /* Passed to its functions; from version 5 on it begins with a
   * qn_cpu_check_run. */
  void *checks_user;
} qn_cpu_services;

enum {
  /* All groups are resident at once: kernels may call grid sync. Each calling
   * thread gets its whole range in one call. */
  QN_CPU_COOPERATIVE = 1,
  /* There are so many work-items that what each of them writes leaves the
   * caches before anybody reads it: kernels may write past the caches. */
  QN_CPU_STREAMING = 2,
  /* Work-items run one after another, not in packets, for debuggers. */
  QN_CPU_SCALAR = 4,
  /* Work-items of a group begin, and go on behind barriers, in another order:
   * from the last on; the first of each warp first; at random, by `seed`. */
  QN_CPU_REVERSE = 8,
  QN_CPU_INTERLEAVE = 16,
  QN_CPU_RANDOM = 32,
  QN_CPU_ORDERS = 56,
  /* Of launches that stream: on this machine memory is faster at several places
   * by turns than in a row, and past the caches also beside reads around. */
  QN_CPU_TURNS = 64
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
  uint64_t seed; /* read only with QN_CPU_RANDOM */
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
