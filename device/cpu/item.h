// SPDX-License-Identifier: Apache-2.0
// A work-item's context, the first argument of every device function that
// depends on the work-item. Freestanding: this code has no C library.
#ifndef QN_DEVICE_CPU_ITEM_H
#define QN_DEVICE_CPU_ITEM_H

#include <stddef.h>
#include <stdint.h>

#include "compiler/contract/device.h"
#include "quern/cpu_abi.h"

typedef enum item_state {
  ITEM_READY,
  ITEM_AT_BARRIER, // work-group barrier
  ITEM_AT_WARP,    // warp operation
  ITEM_AT_GRID,    // grid barrier
  ITEM_DONE,
} item_state;

typedef enum warp_kind {
  WARP_SYNC,
  WARP_SHUFFLE,
  WARP_SHUFFLES,
  WARP_BALLOT,
  WARP_ACTIVE,
  WARP_STEP, // keeps lanes in lockstep between reads and writes
} warp_kind;

// A warp operation that an item waits in.
typedef struct warp_wait {
  uint8_t kind;    // warp_kind
  uint8_t shuffle; // qn_shuffle_kind
  uint32_t mask;   // lanes that take part; 0: not known
  uint32_t since;  // the warp's epoch when the wait began
  uint32_t value;  // payload or predicate; how many parts
  uint32_t lane;   // source lane, delta or lane mask
  uint32_t width;
  uint32_t result;
  const void *site; // the address in the code
} warp_wait;

struct group;
struct runner;

#define QN_VECTOR(NAME, name) uint32_t name[3];
#define QN_WORD(NAME, name) uint32_t name;
#define QN_POINTER(NAME, name) char *name;
// A read of memory that nobody wrote (check.c).
typedef struct unwritten_read {
  uintptr_t code, address;
  const char *object; // the variable's name; NULL: not known
  uint32_t size;
  uint32_t offset;                 // in the variable
  uint16_t site;                   // the compiler's number of the place
  uint8_t shared, local, reported; // `local`: of an array, without address
} unwritten_read;

// What is known of a work-item's values, on its stack (check.c).
enum { ITEM_READS = 8, ITEM_PASSED = 9 };
typedef struct item_values {
  uint64_t
      passed[ITEM_PASSED]; // shadows of a result and arguments on their way
  uint64_t count;
  unwritten_read reads[ITEM_READS]; // the latest, by number modulo ITEM_READS
} item_values;
_Static_assert(sizeof(item_values) <= QN_CHECK_VALUES_SIZE, "contract");

// The part that the compiler accesses comes first.
typedef struct qn_item {
  // The word `state` is an item_state; in packets, whether they may stream.
  QN_ITEM_WORDS(QN_VECTOR, QN_WORD)
  QN_ITEM_POINTERS(QN_POINTER)
  uint32_t votes[QN_VOTES_COUNT];
  const qn_cpu_launch *launch;
  struct runner *runner; // the scheduler; NULL when items run one by one
  struct group *group;
  void *stack;          // saved stack pointer while not running
  struct qn_item *next; // in the ready queue
  union {
    warp_wait warp; // of fibers
    // Of packets: work-items along x that run as one group, those of several
    // blocks where rows collapse.
    uint32_t row;
  };
  uint32_t fenced;   // as in qn_cpu_place
  uint32_t returned; // it came to a `return` (check.c)
  uint32_t acquired; // of its group's releases (check.c)
  uint32_t number;   // of its group in the grid (check.c)
  // NULL: the host looks at all accesses (check.c).
  const qn_cpu_check_run *run;
  item_values *values; // NULL: values are not followed (check.c)
  // Of packets with barriers that are watched for races (check.c): barriers of
  // the group that were passed, the first numbers of this phase and of the
  // group, and where notes about its shared memory are (qn_check_number); and
  // in all that are watched, operations of the warp that were passed.
  uint32_t epoch, phase_first, group_first, warp_epoch;
  uint64_t notes, notes_stride;
} qn_item;
#undef QN_VECTOR
#undef QN_WORD
#undef QN_POINTER

_Static_assert(offsetof(qn_item, shared) == QN_ITEM_SHARED, "contract");
_Static_assert(sizeof(qn_item) <= QN_CHECK_CONTEXT_SIZE, "contract");
_Static_assert(sizeof(qn_item_words) % sizeof(char *) == 0, "contract");

#define QN_DEVICE __attribute__((visibility("hidden")))

// Where to store the position of the running work-item, or NULL.
static inline volatile uint32_t *
qn_cpu_noted_thread(const qn_cpu_launch *launch) {
  const qn_cpu_services *services = launch->services;
  return services->version >= 2 ? services->thread : NULL;
}

// Before a group: whether the launch goes on. With QN_NOTES_GROUPS (Vortex) the
// words behind that one get the group's number, for reports.
static inline __attribute__((always_inline)) int
qn_goes_on(const qn_cpu_launch *launch, uint64_t group) {
  volatile uint32_t *stop = launch->stop;
#ifdef QN_NOTES_GROUPS
  stop[1] = (uint32_t)group;
  stop[2] = (uint32_t)(group >> 32);
#else
  (void)group;
#endif
  return !*stop;
}

// ---- The types of the contract (compiler/contract/functions.def)

// A kernel for one work-item, and the other functions made from it.
typedef void item_fn(qn_item *item, const void *args);
// Returns the next region or QN_NEXT_...: the same in all packets of a group.
typedef int32_t packet_fn(qn_item *item, const void *args);
// The same for the lanes whose bits are set.
typedef int32_t masked_fn(qn_item *item, const void *args, uint64_t lanes);
// Returns how many work-items of a row have something to do.
typedef uint32_t range_fn(qn_item *item, const void *args);
typedef void group_fn(qn_item *item, const void *args, char *frames);
typedef void guarded_fn(const void *args, const qn_cpu_launch *launch,
                        uint64_t first, uint64_t last, qn_cpu_scratch *scratch,
                        void *runner);

typedef void qn_d_void;
typedef int qn_d_int;
typedef uint32_t qn_d_u32;
typedef uint64_t qn_d_u64;
typedef size_t qn_d_size;
typedef qn_item *qn_d_item;
typedef const void *qn_d_args;
typedef const qn_cpu_launch *qn_d_launch;
typedef qn_cpu_scratch *qn_d_scratch;
typedef struct runner *qn_d_runner;
typedef char *qn_d_frames;
typedef const char *qn_d_text;
typedef void *qn_d_memory;
typedef const uint32_t *qn_d_words;
typedef item_fn *qn_d_body;
typedef guarded_fn *qn_d_guarded;
typedef group_fn *qn_d_group;
typedef packet_fn *qn_d_packet;
typedef masked_fn *qn_d_masked;
typedef range_fn *qn_d_range;

// clang-format off
#define QN_DEVLIB_STRUCT(NAME, name) typedef struct qn_cpu_##name {
#define QN_DEVLIB_FIELD(type, name) type name;
#define QN_DEVLIB_END(name)                                                    \
  } qn_cpu_##name;                                                             \
  typedef const qn_cpu_##name *qn_d_##name;
#include "compiler/contract/structs.def"
#undef QN_DEVLIB_STRUCT
#undef QN_DEVLIB_FIELD
#undef QN_DEVLIB_END

#define QN_DEVLIB(NAME, name, use, result, ...)                                \
  result qn_cpu_##name(__VA_ARGS__);
#include "compiler/contract/functions.def"
#undef QN_DEVLIB
// clang-format on

// The group's number in the grid, and how many work-items it has.
static inline __attribute__((always_inline)) uint32_t
qn_group_number(const qn_item *item) {
  return (item->block[2] * item->grid_dim[1] + item->block[1]) *
             item->grid_dim[0] +
         item->block[0];
}
static inline __attribute__((always_inline)) uint32_t
qn_group_items(const qn_item *item) {
  return item->block_dim[0] * item->block_dim[1] * item->block_dim[2];
}

// Of packets with barriers that are watched for races: the group's work-items
// get their numbers from here on, once its first phase begins.
static inline __attribute__((always_inline)) void
qn_cpu_begin_numbers(qn_item *item) {
  qn_cpu_check_run *run = item->launch->services->checks_user;
  item->group_first = run->next;
  item->phase_first = run->next - QN_CPU_NUMBER_STEP * qn_group_items(item);
  item->epoch = UINT32_MAX;
  run->groups[run->group_count++] =
      (qn_cpu_numbered_group){run->next, qn_group_number(item)};
}

// Advances to the next group, without divisions.
static inline __attribute__((always_inline)) void qn_next_group(qn_item *item) {
  if (++item->block[0] < item->grid_dim[0])
    return;
  item->block[0] = 0;
  if (++item->block[1] < item->grid_dim[1])
    return;
  item->block[1] = 0;
  ++item->block[2];
}

#endif // QN_DEVICE_CPU_ITEM_H
