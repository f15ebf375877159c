// SPDX-License-Identifier: Apache-2.0
// Random sequences of RISC-V instructions, run by the simulator and by a
// machine that somebody else made (machine.S under qemu-user): all registers,
// the flags of floating point and memory have to be the same.
//
//   instructions XLEN SEED COUNT COMMAND...
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "vortex/sim.h"

enum {
  WORDS = 32,
  DATA_SIZE = 2048,
  CODE = 0x20000000, // where the linker puts them
  DATA = 0x30000000,
};

// As machine.S has it.
typedef struct record {
  uint64_t x[32], f[32];
  uint32_t fcsr, unused;
  uint32_t hash, unused2;
  uint32_t code[WORDS];
} record;

// ---- Random numbers

static uint64_t state;

static uint64_t draw(void) {
  uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}
static uint32_t below(uint32_t n) { return (uint32_t)(draw() >> 33) % n; }

// Integers and floats that are likely to be special.
static uint64_t value(void) {
  static const uint64_t special[] = {0,
                                     1,
                                     UINT64_MAX,
                                     INT64_MAX,
                                     UINT64_C(1) << 63,
                                     0x7fffffff,
                                     UINT64_C(0xffffffff80000000),
                                     0xffffffff,
                                     0x80000000};
  const uint32_t how = below(8);
  if (how < 2)
    return special[below(sizeof(special) / sizeof(special[0]))];
  if (how == 2)
    return (uint64_t)(int64_t)(int32_t)below(64) - 32;
  return draw();
}

static uint64_t real(void) {
  static const uint32_t small[] = {
      0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000,
      0xff800000, 0x7fc00000, 0x7f800001, 1,          0x007fffff,
      0x00800000, 0x7f7fffff, 0x4f000000, 0x5f000000, 0x3effffff};
  static const uint64_t large[] = {0,
                                   UINT64_C(1) << 63,
                                   UINT64_C(0x3ff0000000000000),
                                   UINT64_C(0x7ff0000000000000),
                                   UINT64_C(0xfff0000000000000),
                                   UINT64_C(0x7ff8000000000000),
                                   UINT64_C(0x7ff0000000000001),
                                   1,
                                   UINT64_C(0x000fffffffffffff),
                                   UINT64_C(0x41dfffffffc00000),
                                   UINT64_C(0x43e0000000000000),
                                   UINT64_C(0x7fefffffffffffff)};
  const uint64_t box = UINT64_C(0xffffffff00000000);
  switch (below(8)) {
  case 0:
    return draw();
  case 1:
    return box | small[below(sizeof(small) / sizeof(small[0]))];
  case 2:
    return large[below(sizeof(large) / sizeof(large[0]))];
  case 3: { // doubles of like size
    const uint64_t exponent = 1023 - 8 + below(70);
    return draw() >> 12 | exponent << 52 | (draw() & UINT64_C(1) << 63);
  }
  case 4:
    return box | (uint32_t)draw();
  default: { // and floats
    const uint32_t exponent = 127 - 8 + below(72);
    return box | (uint32_t)(draw() >> 41) | exponent << 23 |
           (uint32_t)(draw() & 0x80000000);
  }
  }
}

// ---- Instructions

static unsigned xlen;

// x1 to x4 hold what the machine needs.
static uint32_t target(void) { return below(16) ? 5 + below(27) : 0; }
static uint32_t source(void) { return below(16) ? 5 + below(27) : 0; }

static uint32_t r_type(uint32_t opcode, uint32_t f3, uint32_t f7) {
  return f7 << 25 | source() << 20 | source() << 15 | f3 << 12 | target() << 7 |
         opcode;
}

static uint32_t integer(void) {
  const uint32_t wide = xlen == 64;
  const uint32_t opcode = wide && below(2) ? 0x3b : 0x33;
  const uint32_t f3 = below(8);
  if (below(2)) { // M
    const bool ok = opcode == 0x33 || f3 == 0 || f3 > 3;
    return r_type(opcode, ok ? f3 : 0, 1);
  }
  if (opcode == 0x3b) {
    static const uint32_t words[3] = {0, 1, 5};
    const uint32_t which = words[below(3)];
    return r_type(opcode, which, which != 1 && below(2) ? 0x20 : 0);
  }
  return r_type(opcode, f3, (f3 == 0 || f3 == 5) && below(2) ? 0x20 : 0);
}

static uint32_t immediate(void) {
  const bool word = xlen == 64 && below(3) == 0;
  const uint32_t f3 = word ? (uint32_t[]){0, 1, 5}[below(3)] : below(8);
  const uint32_t base =
      source() << 15 | f3 << 12 | target() << 7 | (word ? 0x1bu : 0x13u);
  if (f3 != 1 && f3 != 5)
    return base | below(4096) << 20;
  const uint32_t shift = below(xlen == 64 && !word ? 64 : 32);
  return base | shift << 20 | (f3 == 5 && below(2) ? UINT32_C(1) << 30 : 0);
}

static uint32_t upper(void) {
  return (uint32_t)draw() << 12 | target() << 7 | (below(2) ? 0x37 : 0x17);
}

static uint32_t memory(void) {
  const bool store = below(2);
  const bool real_one = below(3) == 0;
  const uint32_t log = real_one ? 2 + below(2) : below(xlen == 64 ? 4 : 3);
  const uint32_t offset = below(DATA_SIZE >> log) << log;
  uint32_t f3 = log;
  if (!store && !real_one && below(2) && log < (xlen == 64 ? 3u : 2u))
    f3 |= 4;
  if (store)
    return offset >> 5 << 25 | (real_one ? below(32) : source()) << 20 |
           3 << 15 | f3 << 12 | (offset & 31) << 7 | (real_one ? 0x27 : 0x23);
  return offset << 20 | 3 << 15 | f3 << 12 |
         (real_one ? below(32) : target()) << 7 | (real_one ? 0x07 : 0x03);
}

// Forward, to an instruction of the sequence or its end.
static uint32_t branch(unsigned left) {
  const uint32_t to = 4 * (1 + below(left < 8 ? left : 8));
  static const uint32_t kinds[6] = {0, 1, 4, 5, 6, 7};
  if (below(4) == 0)
    return (to & 0x7fe) << 20 | target() << 7 | 0x6f;
  return (to >> 5 & 0x3f) << 25 | source() << 20 | source() << 15 |
         kinds[below(6)] << 12 | (to & 0x1e) << 7 | 0x63;
}

static uint32_t mode(void) {
  static const uint32_t modes[5] = {0, 1, 2, 3, 7};
  return modes[below(5)];
}

static uint32_t floating(void) {
  static const uint32_t plain[] = {0x00, 0x01, 0x02, 0x03, 0x0b, 0x04, 0x05,
                                   0x14, 0x08, 0x18, 0x1a, 0x1c, 0x1e};
  const uint32_t format = below(2);
  const uint32_t three = below(32) << 20 | below(32) << 15;
  if (below(4) == 0)
    return below(32) << 27 | format << 25 | three | mode() << 12 |
           below(32) << 7 | (0x43 + 4 * below(4));
  const uint32_t f5 = plain[below(sizeof(plain) / sizeof(plain[0]))];
  const uint32_t base = f5 << 27 | format << 25 | 0x53;
  const uint32_t kinds = xlen == 64 ? 4 : 2;
  switch (f5) {
  case 0x0b:
    return base | below(32) << 15 | mode() << 12 | below(32) << 7;
  case 0x04:
    return base | three | below(3) << 12 | below(32) << 7;
  case 0x05:
    return base | three | below(2) << 12 | below(32) << 7;
  case 0x14:
    return base | three | below(3) << 12 | target() << 7;
  case 0x08:
    return base | (uint32_t)!format << 20 | below(32) << 15 |
           (format ? 0 : mode() << 12) | below(32) << 7;
  case 0x18:
    return base | below(kinds) << 20 | below(32) << 15 |
           (below(6) ? mode() : 4) << 12 | target() << 7;
  case 0x1a:
    return base | below(kinds) << 20 | source() << 15 | mode() << 12 |
           below(32) << 7;
  case 0x1c:
    return (xlen == 64 ? base : base & ~(UINT32_C(1) << 25)) | below(32) << 15 |
           below(2) << 12 | target() << 7;
  case 0x1e:
    return (xlen == 64 ? base : base & ~(UINT32_C(1) << 25)) | source() << 15 |
           below(32) << 7;
  default:
    return base | three | mode() << 12 | below(32) << 7;
  }
}

static uint32_t control(void) {
  const uint32_t number = 1 + below(3); // fflags, frm, fcsr
  // Rounding modes that there are: an immediate of up to 3 for frm.
  if (number == 1)
    return number << 20 | below(32) << 15 | (5 + below(3)) << 12 |
           target() << 7 | 0x73;
  if (number == 2)
    return number << 20 | below(4) << 15 | 5 << 12 | target() << 7 | 0x73;
  return number << 20 | 2 << 12 | target() << 7 | 0x73; // csrr
}

// An atomic operation and the address before it: two words.
static void atomic(uint32_t *out) {
  static const uint32_t kinds[] = {0x00, 0x01, 0x04, 0x08, 0x0c,
                                   0x10, 0x14, 0x18, 0x1c};
  const uint32_t log = xlen == 64 ? 2 + below(2) : 2;
  const uint32_t offset = below(DATA_SIZE / 8) * 8;
  out[0] = offset << 20 | 3 << 15 | 4 << 7 | 0x13; // addi x4, x3, offset
  out[1] = kinds[below(9)] << 27 | source() << 20 | 4 << 15 | log << 12 |
           target() << 7 | 0x2f;
}

static uint32_t one(unsigned left) {
  switch (below(10)) {
  case 0:
  case 1:
    return integer();
  case 2:
    return immediate();
  case 3:
    return upper();
  case 4:
  case 5:
    return memory();
  case 6:
    return branch(left);
  case 7:
    return below(4) ? floating() : control();
  default:
    return floating();
  }
}

static void make(record *r) {
  *r = (record){.fcsr = below(4) << 5};
  for (unsigned n = 5; n < 32; ++n)
    r->x[n] = xlen == 64 ? value() : (uint64_t)(int64_t)(int32_t)value();
  for (unsigned n = 0; n < 32; ++n)
    r->f[n] = real();
  for (unsigned n = 0; n < WORDS; ++n)
    if (below(12) == 0 && n + 1 < WORDS) {
      atomic(&r->code[n]);
      ++n;
    } else {
      r->code[n] = one(WORDS - n);
    }
}

// ---- The simulator's side

static uint32_t hash_of(const qn_vx_sim *sim) {
  uint8_t data[DATA_SIZE];
  uint32_t hash = 0x811c9dc5;
  if (!qn_vx_sim_read(sim, DATA, data, sizeof(data)))
    exit(2);
  for (size_t i = 0; i < sizeof(data); ++i)
    hash = (hash ^ data[i]) * 0x01000193;
  return hash;
}

static void simulate(qn_vx_sim *sim, const record *in, record *out) {
  qn_vx_hart hart = {.fcsr = in->fcsr};
  uint32_t code[WORDS + 1];
  memcpy(code, in->code, sizeof(in->code));
  code[WORDS] = 0x00100073; // ebreak
  memcpy(hart.x, in->x, sizeof(hart.x));
  memcpy(hart.f, in->f, sizeof(hart.f));
  hart.x[2] = CODE;
  hart.x[3] = hart.x[4] = DATA;
  *out = *in;
  if (!qn_vx_sim_write(sim, CODE, (qn_span){(uint8_t *)code, sizeof(code)}))
    exit(2);
  if (!qn_vx_sim_run_hart(sim, CODE, &hart)) {
    const qn_vx_trap *trap = qn_vx_sim_trap(sim);
    printf("the simulator stopped at instruction %" PRIu64 ": %s\n",
           (trap->pc - CODE) / 4, trap->message);
    exit(1);
  }
  memcpy(out->x, hart.x, sizeof(hart.x));
  memcpy(out->f, hart.f, sizeof(hart.f));
  out->fcsr = (uint32_t)hart.fcsr;
  out->hash = hash_of(sim);
}

// ---- Comparing

static bool same(uint64_t a, uint64_t b) {
  return xlen == 64 ? a == b : (uint32_t)a == (uint32_t)b;
}

static unsigned compare(unsigned number, const record *in, const record *ours,
                        const record *theirs) {
  unsigned wrong = 0;
  for (unsigned n = 5; n < 32; ++n)
    if (!same(ours->x[n], theirs->x[n])) {
      printf("%u: x%u is %" PRIx64 ", and %" PRIx64 " there\n", number, n,
             ours->x[n], theirs->x[n]);
      ++wrong;
    }
  for (unsigned n = 0; n < 32; ++n)
    if (ours->f[n] != theirs->f[n]) {
      printf("%u: f%u is %" PRIx64 ", and %" PRIx64 " there\n", number, n,
             ours->f[n], theirs->f[n]);
      ++wrong;
    }
  if (ours->fcsr != theirs->fcsr) {
    printf("%u: fcsr is %x, and %x there\n", number, ours->fcsr, theirs->fcsr);
    ++wrong;
  }
  if (ours->hash != theirs->hash) {
    printf("%u: memory differs\n", number);
    ++wrong;
  }
  if (wrong) {
    printf("  fcsr %x, the code:\n", in->fcsr);
    for (unsigned n = 0; n < WORDS; ++n)
      printf("  .word 0x%08x\n", in->code[n]);
  }
  return wrong;
}

// ---- The other machine

static bool move(int fd, void *bytes, size_t size, bool writes) {
  char *at = bytes;
  while (size) {
    const ssize_t got = writes ? write(fd, at, size) : read(fd, at, size);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    at += got;
    size -= (size_t)got;
  }
  return true;
}

static pid_t start(char **command, int *to, int *from) {
  int in[2];
  int out[2];
  if (pipe(in) || pipe(out))
    return -1;
  const pid_t child = fork();
  if (child == 0) {
    dup2(in[0], 0);
    dup2(out[1], 1);
    close(in[1]);
    close(out[0]);
    execvp(command[0], command);
    perror(command[0]);
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  *to = in[1];
  *from = out[0];
  return child;
}

static unsigned run(qn_vx_sim *sim, unsigned count, int to, int from) {
  unsigned failed = 0;
  for (unsigned n = 0; n < count && failed < 5; ++n) {
    record in, ours, theirs;
    make(&in);
    if (!move(to, &in, sizeof(in), true) ||
        !move(from, &theirs, sizeof(theirs), false)) {
      printf("%u: the other machine stopped\n", n);
      for (unsigned k = 0; k < WORDS; ++k)
        printf("  .word 0x%08x\n", in.code[k]);
      return failed + 1;
    }
    simulate(sim, &in, &ours);
    failed += compare(n, &in, &ours, &theirs) != 0;
  }
  return failed;
}

int main(int argc, char **argv) {
  if (argc < 5)
    return 2;
  xlen = (unsigned)atoi(argv[1]);
  state = strtoull(argv[2], NULL, 10);
  const unsigned count = (unsigned)atoi(argv[3]);
  qn_vx_config config = qn_vx_config_default();
  config.xlen = xlen;
  config.atomics = config.doubles = true;
  qn_diag diag = {0};
  qn_vx_sim *sim;
  if (qn_failed(qn_vx_sim_open(&config, &sim, &diag)) ||
      !qn_vx_sim_protect(sim, CODE, 4096, QN_VX_READ) ||
      !qn_vx_sim_protect(sim, DATA, 4096, QN_VX_READ | QN_VX_WRITE)) {
    printf("%s\n", diag.message);
    return 2;
  }
  int to = -1, from = -1;
  const pid_t child = start(argv + 4, &to, &from);
  if (child < 0)
    return 2;
  const unsigned failed = run(sim, count, to, from);
  close(to);
  close(from);
  int status;
  waitpid(child, &status, 0);
  qn_vx_sim_close(sim);
  printf("%u sequences of %d instructions, %u failed\n", count, WORDS, failed);
  return failed != 0;
}
