// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <pthread.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/rand/borrowed.h"
#include "libs/rand/poisson.h"
#include "libs/rand/rand.h"
#include "libs/rand/twister.h"
#include "quern/rand/engine.h"

enum {
  XORWOW_STREAMS = 4096,
  MRG_STREAMS = 81920,
  MRG_LEGACY_STREAMS = 4096,
  PHILOX_STREAMS = 65536,
  SHARE = 512,         // streams that one thread does at a time
  SEED_STEP = 3133713, // between streams that are seeded each
};

// A stream's second number of a pair of normal ones, kept for the next.
typedef struct spare {
  float value;
  bool is_there;
} spare;

struct qn_rand_engine {
  atomic_uint refs;
  pthread_mutex_t mutex; // of one run at a time
  qn_rand_setting setting;
  uint64_t streams;
  // XORWOW and MRG32k3a: their states, and the next one whose turn it is.
  void *states;
  spare *spares;
  // Philox: of each stream the blocks that are done; `next` counts numbers.
  uint64_t *blocks;
  uint64_t next;
  qn_rand_vectors vectors; // Sobol; `next` is the index of the next point
  qn_poisson *poisson;
  qn_twister *twister;
  void *borrowed; // MTGP32: NVIDIA's generator of the host
};

qn_rand_engine *qn_rand_engine_create(void) {
  qn_rand_engine *e = qn_alloc_array(1, sizeof(*e));
  if (e) {
    atomic_init(&e->refs, 1);
    pthread_mutex_init(&e->mutex, NULL);
  }
  return e;
}

qn_rand_engine *qn_rand_engine_hold(qn_rand_engine *e) {
  atomic_fetch_add(&e->refs, 1);
  return e;
}

static void clear(qn_rand_engine *e) {
  qn_free(e->states);
  qn_free(e->spares);
  qn_free(e->blocks);
  e->states = NULL;
  e->spares = NULL;
  e->blocks = NULL;
  qn_twister_destroy(e->twister);
  e->twister = NULL;
  qn_rand_give_back(e->borrowed);
  e->borrowed = NULL;
}

void qn_rand_engine_drop(qn_rand_engine *e) {
  if (!e || atomic_fetch_sub(&e->refs, 1) != 1)
    return;
  clear(e);
  qn_poisson_destroy(&e->poisson);
  pthread_mutex_destroy(&e->mutex);
  qn_free(e);
}

// ---- The start

static void fill_xorwow(qn_xorwow *s, const qn_rand_setting *set) {
  qn_xorwow at;
  qn_xorwow_seed(&at, set->seed);
  for (uint64_t i = 0; i < XORWOW_STREAMS; ++i) {
    if (set->ordering == QN_RAND_SEEDED)
      qn_xorwow_seed(&at, set->seed + i * SEED_STEP);
    else if (i)
      qn_xorwow_skip_subsequences(&at, 1);
    s[i] = at;
    // Streams before the one whose turn it is had one turn more.
    qn_xorwow_skip(&s[i], set->offset / XORWOW_STREAMS +
                              (i < set->offset % XORWOW_STREAMS));
  }
}

static void fill_mrg(qn_mrg *s, uint64_t streams, const qn_rand_setting *set) {
  qn_mrg at;
  qn_mrg_seed(&at, set->seed);
  for (uint64_t i = 0; i < streams; ++i) {
    s[i] = at;
    qn_mrg_skip(&s[i], set->offset / streams + (i < set->offset % streams), 0);
    qn_mrg_skip(&at, 1, QN_MRG_SUBSEQUENCE);
  }
}

static bool reset_turns(qn_rand_engine *e, size_t size) {
  e->states = qn_alloc_array(e->streams, size);
  e->spares = qn_alloc_array(e->streams, sizeof(*e->spares));
  e->next = e->setting.offset % e->streams;
  return e->states && e->spares;
}

static bool reset_philox(qn_rand_engine *e) {
  const uint64_t group = e->setting.offset / 4;
  e->streams = PHILOX_STREAMS;
  e->blocks = qn_alloc_array(e->streams, sizeof(*e->blocks));
  e->next = e->setting.offset % (4 * e->streams);
  for (uint64_t i = 0; i < e->streams && e->blocks; ++i)
    e->blocks[i] = group / e->streams + (i < group % e->streams);
  return e->blocks != NULL;
}

bool qn_rand_engine_reset(qn_rand_engine *e, const qn_rand_setting *setting) {
  bool good = true;
  pthread_mutex_lock(&e->mutex);
  clear(e);
  e->setting = *setting;
  switch (setting->type) {
  case QN_RAND_XORWOW:
    e->streams = XORWOW_STREAMS;
    good = reset_turns(e, sizeof(qn_xorwow));
    if (good)
      fill_xorwow(e->states, setting);
    break;
  case QN_RAND_MRG32K3A:
    e->streams =
        setting->ordering == QN_RAND_LEGACY ? MRG_LEGACY_STREAMS : MRG_STREAMS;
    good = reset_turns(e, sizeof(qn_mrg));
    if (good)
      fill_mrg(e->states, e->streams, setting);
    break;
  case QN_RAND_PHILOX:
    good = reset_philox(e);
    break;
  case QN_RAND_MT19937:
    e->twister = qn_twister_create((uint32_t)setting->seed);
    good = e->twister != NULL;
    break;
  case QN_RAND_MTGP32:
    e->borrowed = qn_rand_borrow(setting);
    good = e->borrowed != NULL;
    break;
  default:
    good = qn_rand_find_vectors((int)setting->type, &e->vectors);
    e->next = setting->offset;
  }
  pthread_mutex_unlock(&e->mutex);
  return good;
}

// ---- Pairs of normal numbers (Box and Muller)

typedef struct pair {
  double x, y;
} pair;

static pair normal_pair(float u, float v) {
  const float s = sqrtf(-2.0f * logf(u));
  const float x = sinf(v) * s, y = cosf(v) * s;
  return (pair){(double)x, (double)y};
}

static pair normal_pair_of(uint32_t x, uint32_t y) {
  const float step = 2.3283064e-10f * 6.2831855f;
  return normal_pair(qn_rand_uniform(x), (float)y * step + step / 2);
}

static pair normal_pair_double(double u, double v) {
  const double s = sqrt(-2.0 * log(u)), angle = v * 3.1415926535897932;
  return (pair){sin(angle) * s, cos(angle) * s};
}

static pair normal_pair_of_four(const uint32_t *x) {
  const uint64_t y = (uint64_t)x[2] ^ (uint64_t)x[3] << (53 - 32);
  return normal_pair_double(qn_rand_uniform_53(x[0], x[1]),
                            (double)y * (1.1102230246251565e-16 * 2.0) +
                                1.1102230246251565e-16);
}

static void store_pair(const qn_rand_job *job, uint64_t at, pair p) {
  const float mean = (float)job->mean, dev = (float)job->dev;
  const float x = (float)p.x * dev + mean, y = (float)p.y * dev + mean;
  const double dx = p.x * job->dev + job->mean, dy = p.y * job->dev + job->mean;
  float *f = job->out;
  double *d = job->out;
  switch (job->kind) {
  case QN_RAND_NORMAL:
    f[at] = x;
    if (at + 1 < job->count)
      f[at + 1] = y;
    break;
  case QN_RAND_LOG_NORMAL:
    f[at] = expf(x);
    if (at + 1 < job->count)
      f[at + 1] = expf(y);
    break;
  case QN_RAND_NORMAL_DOUBLE:
    d[at] = dx;
    if (at + 1 < job->count)
      d[at + 1] = dy;
    break;
  default:
    d[at] = exp(dx);
    if (at + 1 < job->count)
      d[at + 1] = exp(dy);
  }
}

static uint32_t poisson_by_normal(double lambda, double normal) {
  return (uint32_t)(sqrt(lambda) * normal + lambda + 0.5);
}

// ---- XORWOW and MRG32k3a: streams that take turns

static bool is_normal(qn_rand_kind kind) {
  return kind >= QN_RAND_NORMAL && kind <= QN_RAND_LOG_NORMAL_DOUBLE;
}

static bool is_gauss(const qn_rand_job *job) {
  return job->kind == QN_RAND_POISSON && job->mean >= QN_POISSON_GAUSS;
}

static pair xorwow_pair(qn_xorwow *s, bool is_double) {
  uint32_t x[4];
  for (int i = 0; i < (is_double ? 4 : 2); ++i)
    x[i] = qn_xorwow_next(s);
  return is_double ? normal_pair_of_four(x) : normal_pair_of(x[0], x[1]);
}

static pair mrg_pair(qn_mrg *s, bool is_double) {
  const double x = (double)qn_mrg_next(s) * QN_MRG_NORM;
  const double y = (double)qn_mrg_next(s) * QN_MRG_NORM;
  return is_double ? normal_pair_double(x, y * 2.0)
                   : normal_pair((float)x, (float)y * 6.2831855f);
}

static uint32_t xorwow_bits(qn_xorwow *s) { return qn_xorwow_next(s); }
static uint32_t mrg_bits(qn_mrg *s) { return qn_mrg_bits(qn_mrg_next(s)); }
static float xorwow_uniform(qn_xorwow *s) {
  return qn_rand_uniform(qn_xorwow_next(s));
}
static float mrg_uniform(qn_mrg *s) {
  return (float)((double)qn_mrg_next(s) * QN_MRG_NORM);
}
static double xorwow_uniform_double(qn_xorwow *s) {
  const uint32_t x = qn_xorwow_next(s);
  return qn_rand_uniform_53(x, qn_xorwow_next(s));
}
static double mrg_uniform_double(qn_mrg *s) {
  return (double)qn_mrg_next(s) * QN_MRG_NORM;
}

typedef struct turns {
  qn_rand_engine *engine;
  const qn_rand_job *job;
  uint64_t width, units; // numbers of a turn, turns
} turns;

#define TURNS(name)                                                            \
  static uint32_t name##_poisson(qn_rand_engine *e, uint64_t stream,           \
                                 qn_##name *s, const qn_rand_job *job) {       \
    spare *kept = &e->spares[stream];                                          \
    double normal = kept->value;                                               \
    if (!is_gauss(job))                                                        \
      return qn_poisson_find(e->poisson, qn_rand_uniform_32(name##_bits(s)));  \
    if (!kept->is_there) {                                                     \
      const pair p = name##_pair(s, false);                                    \
      kept->value = (float)p.y;                                                \
      normal = p.x;                                                            \
    }                                                                          \
    kept->is_there = !kept->is_there;                                          \
    return poisson_by_normal(job->mean, normal);                               \
  }                                                                            \
                                                                               \
  static void name##_turn(qn_rand_engine *e, uint64_t stream,                  \
                          const qn_rand_job *job, uint64_t at) {               \
    qn_##name *s = (qn_##name *)e->states + stream;                            \
    switch (job->kind) {                                                       \
    case QN_RAND_BITS_32:                                                      \
      ((uint32_t *)job->out)[at] = name##_bits(s);                             \
      break;                                                                   \
    case QN_RAND_UNIFORM:                                                      \
      ((float *)job->out)[at] = name##_uniform(s);                             \
      break;                                                                   \
    case QN_RAND_UNIFORM_DOUBLE:                                               \
      ((double *)job->out)[at] = name##_uniform_double(s);                     \
      break;                                                                   \
    case QN_RAND_POISSON:                                                      \
      ((uint32_t *)job->out)[at] = name##_poisson(e, stream, s, job);          \
      break;                                                                   \
    default:                                                                   \
      store_pair(job, at,                                                      \
                 name##_pair(s, job->kind == QN_RAND_NORMAL_DOUBLE ||          \
                                    job->kind == QN_RAND_LOG_NORMAL_DOUBLE));  \
    }                                                                          \
  }                                                                            \
                                                                               \
  /* The turns of SHARE streams. */                                            \
  static void name##_share(void *user, uint64_t index) {                       \
    const turns *t = user;                                                     \
    qn_rand_engine *e = t->engine;                                             \
    const uint64_t first = e->next, last = first + t->units;                   \
    for (uint64_t row = 0; row < last; row += e->streams) {                    \
      uint64_t from = row + index * SHARE, to = from + SHARE;                  \
      from = from > first ? from : first;                                      \
      to = to < last ? to : last;                                              \
      for (uint64_t turn = from; turn < to; ++turn)                            \
        name##_turn(e, turn - row, t->job, (turn - first) * t->width);         \
    }                                                                          \
  }
TURNS(xorwow)
TURNS(mrg)

static void run_turns(qn_rand_engine *e, const qn_rand_job *job) {
  const uint64_t width = is_normal(job->kind) ? 2 : 1;
  turns t = {e, job, width, job->count / width};
  qn_libs_share(e->setting.type == QN_RAND_XORWOW ? xorwow_share : mrg_share,
                &t, e->streams / SHARE);
  e->next = (e->next + t.units) % e->streams;
}

// ---- Philox: groups of four numbers, of one block or two

typedef struct groups {
  qn_rand_engine *engine;
  const qn_rand_job *job;
  uint64_t width; // blocks of a group
} groups;

static uint64_t philox_width(qn_rand_kind kind) {
  return kind == QN_RAND_UNIFORM_DOUBLE || kind == QN_RAND_NORMAL_DOUBLE ||
                 kind == QN_RAND_LOG_NORMAL_DOUBLE
             ? 2
             : 1;
}

// Four numbers of a kind, of the blocks x.
static void philox_numbers(const qn_rand_engine *e, const qn_rand_job *job,
                           const uint32_t *x, void *out) {
  qn_rand_job four = {job->kind, out, 4, job->mean, job->dev};
  for (uint64_t k = 0; k < 4; ++k) {
    const bool first = k % 2 == 0;
    if (job->kind == QN_RAND_BITS_32)
      ((uint32_t *)out)[k] = x[k];
    else if (job->kind == QN_RAND_UNIFORM)
      ((float *)out)[k] = qn_rand_uniform(x[k]);
    else if (job->kind == QN_RAND_UNIFORM_DOUBLE)
      ((double *)out)[k] = qn_rand_uniform_53(x[2 * k], x[2 * k + 1]);
    else if (is_gauss(job) && first) {
      const pair p = normal_pair_of(x[k], x[k + 1]);
      ((uint32_t *)out)[k] = poisson_by_normal(job->mean, p.x);
      ((uint32_t *)out)[k + 1] = poisson_by_normal(job->mean, p.y);
    } else if (job->kind == QN_RAND_POISSON && !is_gauss(job))
      ((uint32_t *)out)[k] =
          qn_poisson_find(e->poisson, qn_rand_uniform_32(x[k]));
    else if (is_normal(job->kind) && first)
      store_pair(&four, k,
                 philox_width(job->kind) == 2 ? normal_pair_of_four(x + 2 * k)
                                              : normal_pair_of(x[k], x[k + 1]));
  }
}

static size_t size_of(qn_rand_kind kind) {
  return kind == QN_RAND_BITS_64 || philox_width(kind) == 2 ? 8 : 4;
}

// Streams of a share: each of their groups from `next` on.
static void philox_share(void *user, uint64_t index) {
  const groups *g = user;
  qn_rand_engine *e = g->engine;
  const uint64_t first = e->next, last = first + g->job->count;
  const size_t size = size_of(g->job->kind);
  for (uint64_t stream = index * SHARE; stream < (index + 1) * SHARE; ++stream)
    for (uint64_t group = stream; 4 * group < last; group += e->streams) {
      qn_philox s = {
          {0}, {(uint32_t)e->setting.seed, (uint32_t)(e->setting.seed >> 32)}};
      uint32_t x[8];
      double numbers[4];
      if (4 * group + 4 <= first)
        continue;
      qn_philox_skip_subsequences(&s, stream);
      qn_philox_skip_blocks(&s, e->blocks[stream]);
      qn_philox_block(&s, x);
      qn_philox_skip_blocks(&s, 1);
      if (g->width == 2)
        qn_philox_block(&s, x + 4);
      philox_numbers(e, g->job, x, numbers);
      const uint64_t from = 4 * group > first ? 4 * group : first;
      const uint64_t to = 4 * group + 4 < last ? 4 * group + 4 : last;
      memcpy((char *)g->job->out + (from - first) * size,
             (const char *)numbers + (from - 4 * group) * size,
             (to - from) * size);
      if (to == 4 * group + 4)
        e->blocks[stream] += g->width;
    }
}

static void run_philox(qn_rand_engine *e, const qn_rand_job *job) {
  groups g = {e, job, philox_width(job->kind)};
  qn_libs_share(philox_share, &g, e->streams / SHARE);
  e->next = (e->next + job->count) % (4 * e->streams);
}

// ---- Sobol, and numbers that are one word each

static bool is_wide(qn_rand_type type) { return type >= QN_RAND_SOBOL64; }

static uint64_t point(const qn_rand_engine *e, uint32_t dimension,
                      uint64_t at) {
  const uint64_t gray = at ^ at >> 1;
  const bool wide = is_wide(e->setting.type);
  const int width = wide ? 64 : 32;
  const uint64_t *const v64 = e->vectors.vectors, *const c64 =
                                                      e->vectors.scrambles;
  const uint32_t *const v32 = e->vectors.vectors, *const c32 =
                                                      e->vectors.scrambles;
  const size_t row = (size_t)dimension * (size_t)width;
  uint64_t x = !e->vectors.scrambles ? 0
               : wide                ? c64[dimension]
                                     : c32[dimension];
  for (int bit = 0; bit < width; ++bit)
    if (gray >> bit & 1)
      x ^= wide ? v64[row + (size_t)bit] : v32[row + (size_t)bit];
  return x;
}

// The normal number below which a share of x lies.
static double normal_of(uint64_t x, bool wide, bool is_double) {
  const bool by_53 = wide && is_double;
  const uint64_t bits = by_53 ? x >> 11 : wide ? x >> 32 : x;
  const uint64_t top = by_53 ? UINT64_C(0x1fffffffffffff) : UINT32_MAX;
  const bool mirrored = bits > (top >> 1) + 1;
  const uint64_t p = mirrored ? top - bits : bits;
  const double step = by_53 ? 1.1102230246251565e-16 : 2.3283064365386963e-10;
  const double share =
      is_double ? (double)p * step + step / 2.0
                : (double)((float)p * 2.3283064e-10f + 2.3283064e-10f / 2.0f);
  const double root = is_double ? -1.4142135623730951 : (double)-1.4142135f;
  const double inverse = qn_rand_erfcinv(2.0 * share);
  const double y = (is_double ? inverse : (double)(float)inverse);
  return mirrored ? -root * y : root * y;
}

static void word_number(const qn_rand_engine *e, const qn_rand_job *job,
                        uint64_t x, uint64_t at) {
  const bool wide = is_wide(e->setting.type);
  float *f = job->out;
  double *d = job->out;
  const float mean = (float)job->mean, dev = (float)job->dev;
  switch (job->kind) {
  case QN_RAND_BITS_32:
    ((uint32_t *)job->out)[at] = (uint32_t)x;
    break;
  case QN_RAND_BITS_64:
    ((uint64_t *)job->out)[at] = x;
    break;
  case QN_RAND_UNIFORM:
    f[at] = qn_rand_uniform((uint32_t)(wide ? x >> 32 : x));
    break;
  case QN_RAND_UNIFORM_DOUBLE:
    d[at] = wide ? qn_rand_uniform_64(x) : qn_rand_uniform_32((uint32_t)x);
    break;
  case QN_RAND_NORMAL:
    f[at] = (float)normal_of(x, wide, false) * dev + mean;
    break;
  case QN_RAND_LOG_NORMAL:
    f[at] = expf((float)normal_of(x, wide, false) * dev + mean);
    break;
  case QN_RAND_NORMAL_DOUBLE:
    d[at] = normal_of(x, wide, true) * job->dev + job->mean;
    break;
  case QN_RAND_LOG_NORMAL_DOUBLE:
    d[at] = exp(normal_of(x, wide, true) * job->dev + job->mean);
    break;
  case QN_RAND_POISSON:
    ((uint32_t *)job->out)[at] =
        is_gauss(job) ? poisson_by_normal(job->mean, normal_of(x, wide, true))
                      : qn_poisson_find(e->poisson,
                                        wide ? qn_rand_uniform_64(x)
                                             : qn_rand_uniform_32((uint32_t)x));
  }
}

static void sobol_share(void *user, uint64_t index) {
  const groups *g = user;
  const qn_rand_engine *e = g->engine;
  const uint64_t each = g->job->count / e->setting.dimensions;
  for (uint64_t i = 0; i < each; ++i)
    word_number(e, g->job, point(e, (uint32_t)index, e->next + i),
                index * each + i);
}

static void run_sobol(qn_rand_engine *e, const qn_rand_job *job) {
  groups g = {e, job, 1};
  qn_libs_share(sobol_share, &g, e->setting.dimensions);
  e->next += job->count / e->setting.dimensions;
}

static void put_number(const void *user, uint32_t number, uint64_t at) {
  const groups *g = user;
  // Unlike Sobol's, shares are those of the middle.
  const double share = (double)number * 0x1p-32 + 0x1p-33;
  if (g->job->kind == QN_RAND_UNIFORM)
    ((float *)g->job->out)[at] = (float)share;
  else if (g->job->kind == QN_RAND_UNIFORM_DOUBLE)
    ((double *)g->job->out)[at] = share;
  else
    word_number(g->engine, g->job, number, at);
}

static void run_twister(qn_rand_engine *e, const qn_rand_job *job) {
  const groups g = {e, job, 1};
  if (!qn_twister_run(e->twister, job->count, put_number, &g))
    qn_libs_give_up("curandGenerate");
}

static void run_borrowed(qn_rand_engine *e, const qn_rand_job *job) {
  if (!qn_rand_borrowed_run(e->borrowed, job))
    qn_libs_give_up("curandGenerate");
}

// ---- A job

void qn_rand_engine_run(qn_rand_engine *e, const qn_rand_job *job) {
  pthread_mutex_lock(&e->mutex);
  if (job->kind == QN_RAND_POISSON && !is_gauss(job) &&
      !qn_poisson_make(&e->poisson, job->mean))
    qn_libs_give_up("curandGeneratePoisson");
  switch (e->setting.type) {
  case QN_RAND_XORWOW:
  case QN_RAND_MRG32K3A:
    run_turns(e, job);
    break;
  case QN_RAND_PHILOX:
    run_philox(e, job);
    break;
  case QN_RAND_MT19937:
    run_twister(e, job);
    break;
  case QN_RAND_MTGP32:
    run_borrowed(e, job);
    break;
  default:
    run_sobol(e, job);
  }
  pthread_mutex_unlock(&e->mutex);
}

static bool makes_pairs(qn_rand_type type) {
  return type == QN_RAND_XORWOW || type == QN_RAND_MRG32K3A;
}

qn_rand_status qn_rand_check(const qn_rand_setting *set,
                             const qn_rand_job *job) {
  const bool wide = is_wide(set->type);
  if ((job->kind == QN_RAND_BITS_64 && !wide) ||
      (job->kind == QN_RAND_BITS_32 && wide))
    return qn_rand_refuse(QN_RAND_WRONG_TYPE,
                          "a generator of type %d makes numbers of %d bits",
                          (int)set->type, wide ? 64 : 32);
  if (!job->out && job->count)
    return qn_rand_refuse(QN_RAND_LAUNCH_FAILURE,
                          "there is no place for the numbers");
  if (set->type >= QN_RAND_SOBOL32 && job->count % set->dimensions)
    return qn_rand_refuse(QN_RAND_NOT_MULTIPLE,
                          "%llu numbers are not as many in each of %u "
                          "dimensions",
                          (unsigned long long)job->count, set->dimensions);
  if (makes_pairs(set->type) && is_normal(job->kind) && job->count % 2)
    return qn_rand_refuse(QN_RAND_NOT_MULTIPLE,
                          "normal numbers come in pairs, and %llu are asked "
                          "for",
                          (unsigned long long)job->count);
  if (job->kind == QN_RAND_POISSON &&
      !(job->mean > 0 && job->mean <= QN_POISSON_MAX))
    return qn_rand_refuse(QN_RAND_OUT_OF_RANGE,
                          "lambda is %g, and must be more than 0 and %d at "
                          "most",
                          job->mean, QN_POISSON_MAX);
  return QN_RAND_OK;
}
