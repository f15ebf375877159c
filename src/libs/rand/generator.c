// SPDX-License-Identifier: Apache-2.0
#include "libs/rand/generator.h"

#include <string.h>

#include "base/alloc.h"
#include "libs/core/mirror.h"
#include "libs/rand/borrowed.h"

static const uint64_t magic = UINT64_C(0x444e4152204e5251); // "QRN RAND"

struct qn_rand_generator {
  uint64_t magic;
  int device;
  bool is_host;
  void *vendor; // NVIDIA's own generator, which does the work then
  hipStream_t stream;
  qn_rand_setting setting;
  bool is_changed; // the setting, since the last numbers
  qn_rand_engine *engine;
};

static qn_rand_status check(const qn_rand_generator *g) {
  return g && g->magic == magic
             ? QN_RAND_OK
             : qn_rand_refuse(QN_RAND_NOT_INITIALIZED,
                              "this is no generator, or one that was "
                              "destroyed");
}

// ---- NVIDIA's

static qn_rand_status vendor_status(const char *name, int status) {
  return status
             ? qn_rand_refuse((qn_rand_status)status,
                              "%s: NVIDIA's library returns %d", name, status)
             : QN_RAND_OK;
}

typedef struct vendor_call {
  qn_rand_generator *generator;
  const char *name;
  void *address;
  const qn_rand_job *job; // NULL: a setting, of `number`
  uint64_t number;
  int status;
} vendor_call;

static int set_number(const vendor_call *c) {
  int (*f)(void *, uint64_t);
  memcpy(&f, &c->address, sizeof(f));
  return f(c->generator->vendor, c->number);
}

static int run_vendor(void *data, void *stream) {
  vendor_call *c = data;
  if (!c->job) {
    c->status = set_number(c);
    return 0;
  }
  void *address = qn_rand_vendor_symbol("curandSetStream");
  int (*set_stream)(void *, void *);
  memcpy(&set_stream, &address, sizeof(set_stream));
  c->status = address ? set_stream(c->generator->vendor, stream)
                      : (int)QN_RAND_INTERNAL;
  if (!c->status)
    c->status =
        qn_rand_vendor_generate(c->address, c->generator->vendor, c->job);
  return 0;
}

static qn_rand_status call_vendor(vendor_call *c) {
  const qn_rand_generator *g = c->generator;
  const qn_libs_native what = {.run = run_vendor, .data = c};
  c->address = qn_rand_vendor_symbol(c->name);
  if (!c->address)
    return QN_RAND_INTERNAL;
  if (c->job && qn_libs_captures(g->stream))
    return qn_rand_refuse(QN_RAND_LAUNCH_FAILURE,
                          "%s: numbers of NVIDIA's library are not captured",
                          c->name);
  const hipError_t error = c->job ? qn_libs_run_native(g->stream, &what)
                                  : qn_libs_ask_native(g->device, &what);
  return error == hipSuccess ? vendor_status(c->name, c->status)
                             : QN_RAND_LAUNCH_FAILURE;
}

static qn_rand_status set_vendor(qn_rand_generator *g, const char *name,
                                 uint64_t number) {
  vendor_call c = {.generator = g, .name = name, .number = number};
  return call_vendor(&c);
}

typedef struct birth {
  void *address;
  int type, status;
  void *made;
} birth;

static int create_vendor(void *data, void *stream) {
  birth *b = data;
  int (*create)(void **, int);
  (void)stream;
  memcpy(&create, &b->address, sizeof(create));
  b->status = create(&b->made, b->type);
  return 0;
}

static qn_rand_status start_vendor(qn_rand_generator *g, int type) {
  birth b = {.type = type};
  b.address = qn_rand_vendor_symbol("curandCreateGenerator");
  if (!b.address)
    return QN_RAND_INITIALIZATION;
  if (qn_libs_ask_native(g->device,
                         &(const qn_libs_native){.run = create_vendor,
                                                 .data = &b}) != hipSuccess)
    return QN_RAND_INITIALIZATION;
  g->vendor = b.made;
  return vendor_status("curandCreateGenerator", b.status);
}

// ---- A generator's life

static bool is_twister(qn_rand_type type) {
  return type == QN_RAND_MTGP32 || type == QN_RAND_MT19937;
}

static bool is_known(qn_rand_type type) {
  return type == QN_RAND_XORWOW || type == QN_RAND_MRG32K3A ||
         type == QN_RAND_PHILOX || is_twister(type) ||
         (type >= QN_RAND_SOBOL32 && type <= QN_RAND_SCRAMBLED_SOBOL64);
}

static qn_rand_status check_type(qn_rand_type type) {
  qn_rand_vectors vectors;
  // MTGP32's parameters are a table of NVIDIA's.
  if (type == QN_RAND_MTGP32 &&
      !qn_rand_vendor_symbol("curandCreateGeneratorHost"))
    return QN_RAND_INITIALIZATION;
  if (!is_known(type))
    return qn_rand_refuse(QN_RAND_WRONG_TYPE,
                          "there is no generator of type "
                          "%d",
                          (int)type);
  // Those of scrambled sequences are nowhere else.
  if (type >= QN_RAND_SOBOL32 && !qn_rand_find_vectors((int)type, &vectors))
    return QN_RAND_INITIALIZATION;
  return QN_RAND_OK;
}

static qn_rand_status start(qn_rand_generator *g, int type) {
  if (!g->is_host && hipGetDevice(&g->device) != hipSuccess)
    return qn_rand_refuse(QN_RAND_INITIALIZATION, "there is no device");
  if (!g->is_host && qn_libs_is_native(g->device))
    return start_vendor(g, type);
  if (!g->is_host && !qn_libs_on_host(g->device) &&
      !qn_libs_can_mirror(g->device))
    return qn_rand_refuse(QN_RAND_INITIALIZATION,
                          "nothing makes random numbers on this device");
  const qn_rand_status status = check_type(g->setting.type);
  if (status != QN_RAND_OK)
    return status;
  g->engine = qn_rand_engine_create();
  return g->engine ? QN_RAND_OK : QN_RAND_NO_MEMORY;
}

qn_rand_status qn_rand_create(int type, bool is_host, qn_rand_generator **out) {
  const int named = type == 100   ? QN_RAND_XORWOW
                    : type == 200 ? QN_RAND_SOBOL32
                                  : type;
  if (!out)
    return qn_rand_refuse(QN_RAND_OUT_OF_RANGE,
                          "there is no place for the generator");
  qn_rand_generator *g = qn_alloc_array(1, sizeof(*g));
  if (!g)
    return QN_RAND_NO_MEMORY;
  g->magic = magic;
  g->is_host = is_host;
  g->is_changed = true;
  g->setting = (qn_rand_setting){.type = (qn_rand_type)named,
                                 .ordering = named >= QN_RAND_SOBOL32
                                                 ? QN_RAND_QUASI_DEFAULT
                                                 : QN_RAND_DEFAULT,
                                 .dimensions = 1};
  const qn_rand_status status = start(g, named);
  if (status != QN_RAND_OK) {
    qn_free(g);
    return status;
  }
  *out = g;
  return QN_RAND_OK;
}

static int destroy_vendor(void *data, void *stream) {
  void *address = qn_rand_vendor_symbol("curandDestroyGenerator");
  int (*destroy)(void *);
  (void)stream;
  memcpy(&destroy, &address, sizeof(destroy));
  return address ? destroy(data) : 0;
}

qn_rand_status qn_rand_destroy(qn_rand_generator *g) {
  const qn_rand_status status = check(g);
  if (status != QN_RAND_OK)
    return status;
  if (g->vendor)
    (void)qn_libs_ask_native(
        g->device,
        &(const qn_libs_native){.run = destroy_vendor, .data = g->vendor});
  qn_rand_engine_drop(g->engine); // work that is submitted holds it
  g->magic = 0;
  qn_free(g);
  return QN_RAND_OK;
}

// ---- Settings

qn_rand_status qn_rand_set_stream(qn_rand_generator *g, hipStream_t stream) {
  const qn_rand_status status = check(g);
  if (status == QN_RAND_OK)
    g->stream = stream;
  return status;
}

// Of what kind of sequence it is a setting.
static qn_rand_status check_kind(const qn_rand_generator *g, bool quasi) {
  const qn_rand_status status = check(g);
  if (status != QN_RAND_OK)
    return status;
  return (g->setting.type >= QN_RAND_SOBOL32) == quasi
             ? QN_RAND_OK
             : qn_rand_refuse(QN_RAND_WRONG_TYPE,
                              "a generator of type %d has no such setting",
                              (int)g->setting.type);
}

qn_rand_status qn_rand_set_seed(qn_rand_generator *g, uint64_t seed) {
  const qn_rand_status status = check_kind(g, false);
  if (status != QN_RAND_OK)
    return status;
  g->setting.seed = seed;
  g->is_changed = true;
  return g->vendor ? set_vendor(g, "curandSetPseudoRandomGeneratorSeed", seed)
                   : QN_RAND_OK;
}

qn_rand_status qn_rand_set_offset(qn_rand_generator *g, uint64_t offset) {
  const qn_rand_status status = check(g);
  if (status != QN_RAND_OK)
    return status;
  if (!g->vendor && is_twister(g->setting.type))
    return qn_rand_refuse(QN_RAND_WRONG_TYPE,
                          "Mersenne twisters have no offset");
  g->setting.offset = offset;
  g->is_changed = true;
  return g->vendor ? set_vendor(g, "curandSetGeneratorOffset", offset)
                   : QN_RAND_OK;
}

static bool has_ordering(const qn_rand_generator *g, int ordering) {
  const qn_rand_type type = g->setting.type;
  if (type >= QN_RAND_SOBOL32)
    return ordering == QN_RAND_QUASI_DEFAULT;
  if (type == QN_RAND_MT19937)
    return ordering == QN_RAND_DEFAULT || ordering == QN_RAND_LEGACY ||
           (ordering == QN_RAND_BEST && !g->is_host);
  return ordering == QN_RAND_BEST || ordering == QN_RAND_DEFAULT ||
         ordering == QN_RAND_LEGACY ||
         (ordering == QN_RAND_SEEDED && type == QN_RAND_XORWOW);
}

qn_rand_status qn_rand_set_ordering(qn_rand_generator *g, int ordering) {
  const qn_rand_status status = check(g);
  if (status != QN_RAND_OK)
    return status;
  if (g->vendor)
    return set_vendor(g, "curandSetGeneratorOrdering", (uint64_t)ordering);
  if (!has_ordering(g, ordering))
    return qn_rand_refuse(QN_RAND_OUT_OF_RANGE,
                          "a generator of type %d has no ordering %d",
                          (int)g->setting.type, ordering);
  g->setting.ordering = ordering;
  g->is_changed = true;
  return QN_RAND_OK;
}

qn_rand_status qn_rand_set_dimensions(qn_rand_generator *g, uint32_t count) {
  qn_rand_vectors vectors;
  const qn_rand_status status = check_kind(g, true);
  if (status != QN_RAND_OK)
    return status;
  if (g->vendor)
    return set_vendor(g, "curandSetQuasiRandomGeneratorDimensions", count);
  if (!qn_rand_find_vectors((int)g->setting.type, &vectors))
    return QN_RAND_OUT_OF_RANGE;
  if (!count || count > vectors.dimensions)
    return qn_rand_refuse(
        QN_RAND_OUT_OF_RANGE,
        "%u dimensions, of which there are %u here: the "
        "direction vectors of others are NVIDIA's libcurand's",
        count, vectors.dimensions);
  g->setting.dimensions = count;
  g->is_changed = true;
  return QN_RAND_OK;
}

// ---- Numbers

typedef struct work {
  qn_rand_engine *engine;
  qn_rand_setting setting;
  bool resets;
  qn_rand_job job;
  qn_libs_region out; // where it is made for another device
} work;

static void run_work(void *data) {
  work *w = data;
  if (w->resets && !qn_rand_engine_reset(w->engine, &w->setting))
    qn_libs_give_up("curandGenerate");
  w->resets = false; // the next launch of a graph goes on
  qn_rand_engine_run(w->engine, &w->job);
}

static void run_remote(void *data) {
  work *w = data;
  w->job.out = w->out.host;
  run_work(w);
}

static size_t size_of(qn_rand_kind kind) {
  return kind == QN_RAND_BITS_64 || kind == QN_RAND_UNIFORM_DOUBLE ||
                 kind == QN_RAND_NORMAL_DOUBLE ||
                 kind == QN_RAND_LOG_NORMAL_DOUBLE
             ? 8
             : 4;
}

static void free_work(void *data) {
  work *w = data;
  qn_rand_engine_drop(w->engine);
  qn_free(w);
}

static qn_rand_status submit(qn_rand_generator *g, const qn_rand_job *job) {
  work *w = qn_alloc(sizeof(*w));
  if (!w)
    return QN_RAND_NO_MEMORY;
  *w = (work){.engine = qn_rand_engine_hold(g->engine),
              .setting = g->setting,
              .resets = g->is_changed,
              .job = *job};
  g->is_changed = false;
  if (g->is_host) {
    run_work(w);
    free_work(w);
    return QN_RAND_OK;
  }
  if (!qn_libs_on_host(g->device)) { // the numbers go there, nothing comes back
    const qn_libs_task task = {run_remote, free_work, w};
    w->out = qn_libs_bytes(job->out, job->count * size_of(job->kind), true);
    w->out.is_unread = true;
    return qn_libs_submit_mirrored(g->stream, &task, &w->out, 1) == hipSuccess
               ? QN_RAND_OK
               : QN_RAND_LAUNCH_FAILURE;
  }
  return qn_libs_submit(g->stream, run_work, free_work, w) == hipSuccess
             ? QN_RAND_OK
             : QN_RAND_LAUNCH_FAILURE;
}

qn_rand_status qn_rand_prepare(qn_rand_generator *g) {
  const qn_rand_status status = check(g);
  if (status != QN_RAND_OK || !g->vendor)
    return status;
  vendor_call c = {.generator = g, .name = "curandGenerateSeeds"};
  return call_vendor(&c); // which ignores the number
}

qn_rand_status qn_rand_generate(qn_rand_generator *g, const qn_rand_job *job) {
  qn_rand_status status = check(g);
  if (status != QN_RAND_OK)
    return status;
  if (g->vendor) {
    vendor_call c = {
        .generator = g, .name = qn_rand_vendor_name(job->kind), .job = job};
    return call_vendor(&c);
  }
  status = qn_rand_check(&g->setting, job);
  return status == QN_RAND_OK && job->count ? submit(g, job) : status;
}
