// SPDX-License-Identifier: Apache-2.0
// Jumps of MT19937: x^J modulo the characteristic polynomial of its step,
// applied to a state by Horner's rule with tables (Haramoto, Matsumoto,
// Nishimura, Panneton and L'Ecuyer 2008).
#include <pthread.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/rand/twister.h"

enum {
  WORDS = (QN_TWISTER_BITS + 63) / 64,
  SQUARE_WORDS = 2 * WORDS,
  TOP_BITS = QN_TWISTER_BITS % 64, // of the last word
  DISTANCE_LOG = 2048,
  GROUP_LOG = 7,
  MAX_TERMS = 256,
  DIGIT = 8, // bits of the jump at a time
  PATTERNS = 1 << DIGIT,
  STATE_BITS = 32,
  WINDOW = QN_TWISTER_BITS + DIGIT + QN_TWISTER_WORDS,
};

// ---- The characteristic polynomial

typedef struct polynomial {
  uint64_t bits[SQUARE_WORDS];
} polynomial;

// to ^= from * x^shift, whose degree is small enough.
static void add_shifted(polynomial *to, const polynomial *from,
                        unsigned shift) {
  const unsigned words = shift / 64, bits = shift % 64;
  for (unsigned i = 0; i + words < SQUARE_WORDS; ++i) {
    const uint64_t low = i && bits ? from->bits[i - 1] >> (64 - bits) : 0;
    to->bits[i + words] ^= from->bits[i] << bits | low;
  }
}

static void times_pair(polynomial *p, unsigned a, unsigned b) {
  polynomial made = {{0}};
  add_shifted(&made, p, a);
  add_shifted(&made, p, b);
  *p = made;
}

// With A = x^n + x^m, B = x^(n-1) + x^(m-1) and the bits r of the matrix's last
// row: A (B^31 + the sum of r[i] B^(30-i)) + r[31].
static void make_characteristic(polynomial *p) {
  const unsigned n = QN_TWISTER_WORDS, m = QN_TWISTER_MIDDLE;
  const uint32_t row = 0x9908b0dfu;
  polynomial powers = {{1}}; // of B
  memset(p, 0, sizeof(*p));
  for (int i = 0; i < STATE_BITS - 1; ++i) {
    if (row >> (STATE_BITS - 2 - i) & 1)
      add_shifted(p, &powers, 0);
    times_pair(&powers, n - 1, m - 1);
  }
  add_shifted(p, &powers, 0);
  times_pair(p, n, m);
  if (row >> (STATE_BITS - 1) & 1)
    p->bits[0] ^= 1;
}

// ---- Powers modulo the characteristic polynomial

typedef struct modulus {
  uint16_t terms[MAX_TERMS]; // exponents below the highest
  unsigned count;
} modulus;

static void list_terms(const polynomial *p, modulus *out) {
  out->count = 0;
  for (unsigned k = 0; k < QN_TWISTER_BITS; ++k)
    if (p->bits[k / 64] >> k % 64 & 1)
      out->terms[out->count++] = (uint16_t)k;
}

// Takes x^(QN_TWISTER_BITS + shift) times `high` away.
static void reduce_word(polynomial *p, const modulus *by, uint64_t high,
                        unsigned shift) {
  for (unsigned i = 0; i < by->count; ++i) {
    const unsigned at = by->terms[i] + shift;
    p->bits[at / 64] ^= high << at % 64;
    if (at % 64)
      p->bits[at / 64 + 1] ^= high >> (64 - at % 64);
  }
}

// The next highest exponent is hundreds below, so that a word goes at a time.
static void reduce(polynomial *p, const modulus *by) {
  for (unsigned i = SQUARE_WORDS; i-- > WORDS;) {
    const uint64_t high = p->bits[i];
    p->bits[i] = 0;
    if (high)
      reduce_word(p, by, high, 64 * i - QN_TWISTER_BITS);
  }
  const uint64_t high = p->bits[WORDS - 1] >> TOP_BITS;
  p->bits[WORDS - 1] &= (UINT64_C(1) << TOP_BITS) - 1;
  reduce_word(p, by, high, 0);
}

// A bit of 0 behind each bit.
static uint64_t spread(uint32_t x) {
  uint64_t y = x;
  y = (y | y << 16) & UINT64_C(0x0000ffff0000ffff);
  y = (y | y << 8) & UINT64_C(0x00ff00ff00ff00ff);
  y = (y | y << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
  y = (y | y << 2) & UINT64_C(0x3333333333333333);
  return (y | y << 1) & UINT64_C(0x5555555555555555);
}

static void square(polynomial *p, const modulus *by, unsigned times) {
  while (times--) {
    for (unsigned i = WORDS; i-- > 0;) {
      const uint64_t x = p->bits[i];
      p->bits[2 * i + 1] = spread((uint32_t)(x >> 32));
      p->bits[2 * i] = spread((uint32_t)x);
    }
    reduce(p, by);
  }
}

static struct {
  pthread_once_t once;
  bool is_there;
  qn_twister_jumps jumps;
} found = {.once = PTHREAD_ONCE_INIT};

static void make_jumps(void) {
  polynomial *p = qn_alloc(sizeof(*p));
  modulus by;
  if (!p)
    return;
  make_characteristic(p);
  list_terms(p, &by);
  *p = (polynomial){{2}}; // x
  square(p, &by, DISTANCE_LOG);
  memcpy(found.jumps.stream.bits, p->bits, sizeof(found.jumps.stream.bits));
  square(p, &by, GROUP_LOG);
  memcpy(found.jumps.group.bits, p->bits, sizeof(found.jumps.group.bits));
  qn_free(p);
  found.is_there = true;
}

const qn_twister_jumps *qn_twister_find_jumps(void) {
  _Static_assert(QN_TWISTER_GROUP == 1 << GROUP_LOG, "");
  (void)pthread_once(&found.once, make_jumps);
  return found.is_there ? &found.jumps : NULL;
}

// ---- A jump of a state

struct qn_twister_scratch {
  uint32_t sums[PATTERNS][QN_TWISTER_WORDS]; // of the state's first steps
  uint32_t window[WINDOW];
};

qn_twister_scratch *qn_twister_scratch_create(void) {
  return qn_alloc(sizeof(qn_twister_scratch));
}

void qn_twister_scratch_destroy(qn_twister_scratch *s) { qn_free(s); }

static void add(uint32_t *restrict to, const uint32_t *restrict from) {
  for (int i = 0; i < QN_TWISTER_WORDS; ++i)
    to[i] ^= from[i];
}

// `count` words more behind the state at x.
static void extend(uint32_t *x, int count) {
  for (int i = 0; i < count; ++i)
    x[QN_TWISTER_WORDS + i] =
        qn_twister_step(x[i], x[i + 1], x[i + QN_TWISTER_MIDDLE]);
}

// sums[m] is the sum of the states behind as many steps as m's bits say.
static void make_sums(qn_twister_scratch *s, const uint32_t *from) {
  const size_t size = sizeof(s->sums[0]);
  memset(s->sums[0], 0, size);
  memcpy(s->window, from, size);
  extend(s->window, DIGIT);
  for (int bit = 0; bit < DIGIT; ++bit)
    for (int m = 0; m < 1 << bit; ++m) {
      uint32_t *sum = s->sums[(1 << bit) + m];
      memcpy(sum, s->sums[m], size);
      add(sum, s->window + bit);
    }
}

void qn_twister_jump_by(qn_twister_scratch *s, const qn_twister_jump *jump,
                        const uint32_t *from, uint32_t *to) {
  const int digits = (QN_TWISTER_BITS + DIGIT - 1) / DIGIT;
  uint32_t *x = s->window;
  make_sums(s, from);
  memset(x, 0, sizeof(s->sums[0]));
  for (int digit = digits - 1; digit >= 0; --digit) {
    const unsigned at = (unsigned)digit * DIGIT;
    if (digit < digits - 1) {
      extend(x, DIGIT);
      x += DIGIT;
    }
    add(x, s->sums[jump->bits[at / 64] >> at % 64 & (PATTERNS - 1)]);
  }
  memcpy(to, x, sizeof(s->sums[0]));
}
