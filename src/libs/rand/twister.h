// SPDX-License-Identifier: Apache-2.0
// MT19937 in many streams, each 2^2048 numbers behind the one before
// (Matsumoto and Nishimura 1998), as cuRAND's generator has them.
#ifndef QN_LIBS_RAND_TWISTER_H
#define QN_LIBS_RAND_TWISTER_H

#include <stdbool.h>
#include <stdint.h>

enum {
  QN_TWISTER_WORDS = 624,
  QN_TWISTER_MIDDLE = 397,
  QN_TWISTER_BITS = 19937,
  QN_TWISTER_STREAMS = 8192,
};

static inline uint32_t qn_twister_step(uint32_t x, uint32_t next,
                                       uint32_t middle) {
  const uint32_t y = (x & 0x80000000u) | (next & 0x7fffffffu);
  return middle ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
}

// ---- Jumps (twister_jump.c)

// A polynomial over the field of two elements: bit k belongs to x^k.
typedef struct qn_twister_jump {
  uint64_t bits[(QN_TWISTER_BITS + 63) / 64];
} qn_twister_jump;

// By 2^2048 numbers, and by 2^2048 `QN_TWISTER_GROUP` times.
enum { QN_TWISTER_GROUP = 128 };
typedef struct qn_twister_jumps {
  qn_twister_jump stream, group;
} qn_twister_jumps;
const qn_twister_jumps *qn_twister_find_jumps(void); // NULL: out of memory

// `to` is `from` behind a jump.
typedef struct qn_twister_scratch qn_twister_scratch;
qn_twister_scratch *qn_twister_scratch_create(void);
void qn_twister_scratch_destroy(qn_twister_scratch *scratch);
void qn_twister_jump_by(qn_twister_scratch *scratch,
                        const qn_twister_jump *jump, const uint32_t *from,
                        uint32_t *to);

// ---- The streams (twister.c)

typedef struct qn_twister qn_twister;
qn_twister *qn_twister_create(uint32_t seed); // NULL: out of memory
void qn_twister_destroy(qn_twister *twister);
// The next `count` numbers, each to `put` with its place from 0 on, by all
// processors; false: out of memory.
typedef void qn_twister_put(const void *user, uint32_t number, uint64_t at);
bool qn_twister_run(qn_twister *twister, uint64_t count, qn_twister_put *put,
                    const void *user);

#endif // QN_LIBS_RAND_TWISTER_H
