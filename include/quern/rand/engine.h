/* SPDX-License-Identifier: Apache-2.0 */
/* The generators XORWOW (Marsaglia), MRG32k3a (L'Ecuyer), Philox4x32-10 (Salmon
   and others) and Sobol's sequences, seeded and split into subsequences as
   cuRAND does; for the host in C and for device code. */
#ifndef QUERN_RAND_ENGINE_H
#define QUERN_RAND_ENGINE_H

#include <stdint.h>

#ifdef __CUDACC__
#define QN_RAND_FN static inline __host__ __device__
#ifdef __CUDA_ARCH__
#define QN_RAND_TABLE(name, rows, columns)                                     \
  static __device__ const uint32_t name[rows][columns]
#else
#define QN_RAND_TABLE(name, rows, columns)                                     \
  static const uint32_t name[rows][columns]
#endif
#elif defined(__HIPCC__)
#define QN_RAND_FN static inline __host__ __device__
#ifdef __HIP_DEVICE_COMPILE__
#define QN_RAND_TABLE(name, rows, columns)                                     \
  static __device__ const uint32_t name[rows][columns]
#else
#define QN_RAND_TABLE(name, rows, columns)                                     \
  static const uint32_t name[rows][columns]
#endif
#else
#define QN_RAND_FN static inline
#define QN_RAND_TABLE(name, rows, columns)                                     \
  static const uint32_t name[rows][columns]
#endif
#include "jumps.inc"

/* ---- XORWOW: 2^67 numbers in each subsequence */

typedef struct qn_xorwow {
  uint32_t d, v[5];
} qn_xorwow;

QN_RAND_FN uint32_t qn_xorwow_next(qn_xorwow *s) {
  const uint32_t t = s->v[0] ^ (s->v[0] >> 2);
  s->v[0] = s->v[1];
  s->v[1] = s->v[2];
  s->v[2] = s->v[3];
  s->v[3] = s->v[4];
  s->v[4] = s->v[4] ^ (s->v[4] << 4) ^ t ^ (t << 1);
  s->d += 362437u;
  return s->v[4] + s->d;
}

/* What the polynomial makes of the state; d stays. */
QN_RAND_FN void qn_xorwow_apply(qn_xorwow *s, const uint32_t *polynomial) {
  qn_xorwow at = *s;
  uint32_t sum[5] = {0, 0, 0, 0, 0};
  for (int i = 0; i < 160; ++i) {
    const uint32_t mask = 0u - (polynomial[i / 32] >> (i % 32) & 1);
    for (int k = 0; k < 5; ++k)
      sum[k] ^= at.v[k] & mask;
    (void)qn_xorwow_next(&at);
  }
  for (int k = 0; k < 5; ++k)
    s->v[k] = sum[k];
}

QN_RAND_FN void qn_xorwow_skip(qn_xorwow *s, uint64_t count) {
  s->d += 362437u * (uint32_t)count;
  for (int i = 0; count; ++i, count >>= 1)
    if (count & 1)
      qn_xorwow_apply(s, qn_rand_xorwow_jumps[i]);
}

QN_RAND_FN void qn_xorwow_skip_subsequences(qn_xorwow *s, uint64_t count) {
  for (int i = 67; count; ++i, count >>= 1) /* 2^67 times 362437 is 0 */
    if (count & 1)
      qn_xorwow_apply(s, qn_rand_xorwow_jumps[i]);
}

QN_RAND_FN void qn_xorwow_seed(qn_xorwow *s, uint64_t seed) {
  const uint32_t low = 1099087573u * ((uint32_t)seed ^ 0xaad26b49u);
  const uint32_t high = 2591861531u * ((uint32_t)(seed >> 32) ^ 0xf7dcefddu);
  s->d = 6615241u + low + high;
  s->v[0] = 123456789u + low;
  s->v[1] = 362436069u ^ low;
  s->v[2] = 521288629u + high;
  s->v[3] = 88675123u ^ high;
  s->v[4] = 5783321u + low;
}

/* ---- MRG32k3a: 2^76 numbers in each subsequence, 2^127 in each sequence */

typedef struct qn_mrg {
  uint32_t s1[3], s2[3];
} qn_mrg;

#define QN_MRG_1 4294967087u
#define QN_MRG_2 4294944443u

/* 1 to QN_MRG_1. */
QN_RAND_FN uint32_t qn_mrg_next(qn_mrg *s) {
  const uint64_t a = (uint64_t)1403580u * s->s1[1] +
                     (uint64_t)810728u * (QN_MRG_1 - s->s1[0]);
  const uint64_t b = (uint64_t)527612u * s->s2[2] +
                     (uint64_t)1370589u * (QN_MRG_2 - s->s2[0]);
  const uint32_t p = (uint32_t)(a % QN_MRG_1), q = (uint32_t)(b % QN_MRG_2);
  s->s1[0] = s->s1[1];
  s->s1[1] = s->s1[2];
  s->s1[2] = p;
  s->s2[0] = s->s2[1];
  s->s2[1] = s->s2[2];
  s->s2[2] = q;
  return p > q ? p - q : p - q + QN_MRG_1;
}

QN_RAND_FN void qn_mrg_apply(qn_mrg *s, const uint32_t *polynomials) {
  qn_mrg at = *s;
  uint64_t sum1[3] = {0, 0, 0}, sum2[3] = {0, 0, 0};
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      sum1[k] = (sum1[k] + (uint64_t)polynomials[i] * at.s1[k] % QN_MRG_1) %
                QN_MRG_1;
      sum2[k] = (sum2[k] + (uint64_t)polynomials[3 + i] * at.s2[k] % QN_MRG_2) %
                QN_MRG_2;
    }
    (void)qn_mrg_next(&at);
  }
  for (int k = 0; k < 3; ++k) {
    s->s1[k] = (uint32_t)sum1[k];
    s->s2[k] = (uint32_t)sum2[k];
  }
}

/* `count` times 2^power numbers. */
QN_RAND_FN void qn_mrg_skip(qn_mrg *s, uint64_t count, int power) {
  for (int i = power; count; ++i, count >>= 1)
    if (count & 1)
      qn_mrg_apply(s, qn_rand_mrg_jumps[i]);
}
enum { QN_MRG_SUBSEQUENCE = 76, QN_MRG_SEQUENCE = 127 };

QN_RAND_FN void qn_mrg_seed(qn_mrg *s, uint64_t seed) {
  const uint32_t low = seed ? (uint32_t)seed ^ 0x55555555u : 1;
  const uint32_t high = seed ? (uint32_t)(seed >> 32) ^ 0xaaaaaaaau : 1;
  for (int k = 0; k < 3; ++k) {
    s->s1[k] = (uint32_t)((uint64_t)(k == 1 ? high : low) * 12345u % QN_MRG_1);
    s->s2[k] = (uint32_t)((uint64_t)(k == 1 ? low : high) * 12345u % QN_MRG_2);
  }
}

/* As a number of 32 bits. */
QN_RAND_FN uint32_t qn_mrg_bits(uint32_t value) {
  return (uint32_t)((double)value * 1.000000048662);
}

/* ---- Philox4x32-10: 2^66 numbers in each subsequence */

typedef struct qn_philox {
  uint32_t counter[4], key[2];
} qn_philox;

QN_RAND_FN void qn_philox_block(const qn_philox *s, uint32_t *out) {
  uint32_t c0 = s->counter[0], c1 = s->counter[1], c2 = s->counter[2],
           c3 = s->counter[3], k0 = s->key[0], k1 = s->key[1];
  for (int round = 0; round < 10; ++round) {
    const uint64_t a = (uint64_t)0xd2511f53u * c0;
    const uint64_t b = (uint64_t)0xcd9e8d57u * c2;
    c0 = (uint32_t)(b >> 32) ^ c1 ^ k0;
    c1 = (uint32_t)b;
    c2 = (uint32_t)(a >> 32) ^ c3 ^ k1;
    c3 = (uint32_t)a;
    k0 += 0x9e3779b9u;
    k1 += 0xbb67ae85u;
  }
  out[0] = c0;
  out[1] = c1;
  out[2] = c2;
  out[3] = c3;
}

QN_RAND_FN void qn_philox_skip_blocks(qn_philox *s, uint64_t count) {
  const uint64_t low = (uint64_t)s->counter[1] << 32 | s->counter[0];
  const uint64_t sum = low + count;
  s->counter[0] = (uint32_t)sum;
  s->counter[1] = (uint32_t)(sum >> 32);
  if (sum < low && ++s->counter[2] == 0)
    ++s->counter[3];
}

QN_RAND_FN void qn_philox_skip_subsequences(qn_philox *s, uint64_t count) {
  const uint64_t sum =
      ((uint64_t)s->counter[3] << 32 | s->counter[2]) + count;
  s->counter[2] = (uint32_t)sum;
  s->counter[3] = (uint32_t)(sum >> 32);
}

/* ---- Numbers of distributions from bits */

QN_RAND_FN float qn_rand_uniform(uint32_t x) { /* 0 < u <= 1 */
  return (float)x * 2.3283064e-10f + 2.3283064e-10f / 2.0f;
}
QN_RAND_FN double qn_rand_uniform_32(uint32_t x) {
  return x * 2.3283064365386963e-10 + 2.3283064365386963e-10;
}
QN_RAND_FN double qn_rand_uniform_64(uint64_t x) {
  return (double)(x >> 11) * 1.1102230246251565e-16 +
         1.1102230246251565e-16 / 2.0;
}
QN_RAND_FN double qn_rand_uniform_53(uint32_t x, uint32_t y) {
  const uint64_t z = (uint64_t)x ^ (uint64_t)y << (53 - 32);
  return (double)z * 1.1102230246251565e-16 + 1.1102230246251565e-16 / 2.0;
}
#define QN_MRG_NORM 2.3283065498378288e-10

#endif /* QUERN_RAND_ENGINE_H */
