// SPDX-License-Identifier: Apache-2.0
#include "targets/target.h"

#include <stdio.h>
#if defined(__riscv) || defined(__aarch64__)
#include <sys/auxv.h>
#endif
#if defined(__aarch64__)
#include <sys/prctl.h>
#endif

#include "base/suggestion.h"

enum { TAKES_XNACK = 1, TAKES_SRAMECC = 2 };

static const qn_target_row rows[] = {
#include "targets/targets.inc"
};
enum { ROW_COUNT = sizeof(rows) / sizeof(*rows) };

const qn_target_row *qn_target_rows(size_t *out_count) {
  *out_count = ROW_COUNT;
  return rows;
}

const qn_target_row *qn_target_find(qn_str name) {
  for (size_t i = 0; i < ROW_COUNT; ++i)
    if (qn_str_equal(qn_str_from(rows[i].name), name))
      return &rows[i];
  return NULL;
}

qn_str qn_target_machine(const qn_target_row *row) {
  const qn_str triple = qn_str_from(row->triple);
  return (qn_str){triple.data, qn_str_find(triple, '-')};
}

const qn_family_row *qn_family_at(qn_family family) {
  enum { KNOWN, COMPILED };
  static const qn_family_row families[] = {
#define QN_FAMILY(ID, id, compiled, extension, example, needs, title, image)   \
  {#id, extension, example, needs, compiled},
#include "targets/families.def"
#undef QN_FAMILY
  };
  return &families[family];
}

const char *qn_family_name(qn_family family) {
  return qn_family_at(family)->name;
}

// ---- Names

// Writes the canonical name: features sorted; "ptx" for targets that are PTX
// only.
static void print_name(qn_target *t) {
  static const char sign[] = {'-', 0, '+'};
  size_t at = 0;
  if (t->ptx_only)
    at = (size_t)snprintf(t->name, sizeof(t->name), "ptx%s",
                          t->row->name + strlen("sm_"));
  else
    at = (size_t)snprintf(t->name, sizeof(t->name), "%s", t->row->name);
  if (t->sramecc)
    at += (size_t)snprintf(t->name + at, sizeof(t->name) - at, ":sramecc%c",
                           sign[t->sramecc + 1]);
  if (t->xnack)
    snprintf(t->name + at, sizeof(t->name) - at, ":xnack%c",
             sign[t->xnack + 1]);
}

static qn_status fail_unknown(qn_str name, qn_diag *diag) {
  const qn_status status = qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                                   "unknown target '%.*s'", QN_STR_ARG(name));
  qn_suggestion suggestion;
  qn_suggestion_init(&suggestion, name);
  for (size_t i = 0; i < ROW_COUNT; ++i)
    qn_suggestion_offer(&suggestion, qn_str_from(rows[i].name));
  for (qn_family f = 0; f < QN_FAMILY_COUNT; ++f)
    qn_suggestion_offer(&suggestion, qn_str_from(qn_family_name(f)));
  qn_suggestion_offer(&suggestion, QN_STR("native"));
  qn_suggestion_offer(&suggestion, QN_STR("all"));
  qn_diag_hint(diag, "See 'quern targets' for the list.");
  qn_suggestion_hint(&suggestion, diag);
  return status;
}

// One feature of a name, such as "xnack+", without its colon.
static qn_status read_feature(qn_str name, qn_str feature, qn_target *t,
                              qn_diag *diag) {
  static const struct {
    const char *name;
    unsigned flag;
    size_t offset;
  } features[] = {
      {"xnack", TAKES_XNACK, offsetof(qn_target, xnack)},
      {"sramecc", TAKES_SRAMECC, offsetof(qn_target, sramecc)},
  };
  for (size_t i = 0; i < sizeof(features) / sizeof(*features); ++i) {
    const qn_str plain = qn_str_from(features[i].name);
    if (!qn_str_starts(feature, plain) || feature.size != plain.size + 1)
      continue;
    const char sign = feature.data[plain.size];
    if (sign != '+' && sign != '-')
      break;
    if (!(t->row->feature_flags & features[i].flag))
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "target '%s' has no feature '%s'", t->row->name,
                     features[i].name);
    int *field = (int *)(void *)((char *)t + features[i].offset);
    if (*field)
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "target '%.*s' names '%s' twice", QN_STR_ARG(name),
                     features[i].name);
    *field = sign == '+' ? 1 : -1;
    return qn_ok();
  }
  const qn_status status =
      qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
              "target '%.*s' has an unknown feature '%.*s'", QN_STR_ARG(name),
              QN_STR_ARG(feature));
  qn_diag_hint(diag, "Write xnack+, xnack-, sramecc+ or sramecc-.");
  return status;
}

// The row of "ptx80": that of "sm_80"; NULL when it is not such a name.
static const qn_target_row *find_ptx(qn_str name) {
  char sm[16];
  if (!qn_str_starts(name, QN_STR("ptx")) || name.size > 10)
    return NULL;
  const qn_str number = qn_str_skip(name, 3);
  const int size = snprintf(sm, sizeof(sm), "sm_%.*s", QN_STR_ARG(number));
  return qn_target_find((qn_str){sm, (size_t)size});
}

bool qn_target_is_intel(const qn_target_row *row) {
  return row->family == QN_FAMILY_SPIRV && row->cpu[0];
}

const char *qn_target_extension(const qn_target_row *row) {
  return qn_target_is_intel(row) ? ".bin"
                                 : qn_family_at(row->family)->extension;
}

bool qn_target_leave_as_text(qn_target *target) {
  const bool has_text =
      target->row->family == QN_FAMILY_NVIDIA && !target->ptx_only;
  target->ptx_only = target->ptx_only || has_text;
  return has_text;
}

qn_status qn_target_parse(qn_str name, qn_target *out_target, qn_diag *diag) {
  qn_target t = {0};
  const size_t base_size = qn_str_find(name, ':');
  const qn_str base = {name.data, base_size};
  t.row = qn_str_equal(base, QN_STR("native")) ? qn_target_native()
                                               : qn_target_find(base);
  if (!t.row) {
    t.row = find_ptx(base);
    t.ptx_only = t.row != NULL;
  }
  if (!t.row)
    return fail_unknown(base, diag);
  qn_str rest =
      base_size < name.size ? qn_str_skip(name, base_size + 1) : (qn_str){0};
  qn_str feature;
  while (qn_str_split(&rest, ':', &feature))
    QN_TRY(read_feature(name, feature, &t, diag));
  print_name(&t);
  *out_target = t;
  return qn_ok();
}

// ---- Lists

static qn_status add(const qn_target *t, qn_target *targets, size_t capacity,
                     size_t *inout_count, qn_diag *diag) {
  for (size_t i = 0; i < *inout_count; ++i)
    if (strcmp(targets[i].name, t->name) == 0)
      return qn_ok();
  if (*inout_count == capacity)
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                   "more than %zu targets at once", capacity);
  targets[(*inout_count)++] = *t;
  return qn_ok();
}

static bool in_group(const qn_target_row *row, qn_str group) {
  qn_str rest = qn_str_from(row->groups), one;
  while (qn_str_split(&rest, ' ', &one))
    if (qn_str_equal(one, group))
      return true;
  return false;
}

// Adds all targets of a group; *out_found says whether the group exists.
static qn_status add_group(qn_str group, qn_target *targets, size_t capacity,
                           size_t *inout_count, bool *out_found,
                           qn_diag *diag) {
  *out_found = false;
  for (size_t i = 0; i < ROW_COUNT; ++i) {
    if (!in_group(&rows[i], group))
      continue;
    *out_found = true;
    qn_target t = {.row = &rows[i]};
    print_name(&t);
    QN_TRY(add(&t, targets, capacity, inout_count, diag));
  }
  return qn_ok();
}

qn_status qn_target_parse_list(qn_str list, qn_target *targets, size_t capacity,
                               size_t *inout_count, qn_diag *diag) {
  size_t count = *inout_count;
  qn_str name;
  while (qn_str_split(&list, ',', &name)) {
    bool found;
    if (!name.size)
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "empty name in a list of targets");
    qn_target t;
    if (!qn_target_find(name)) { // no group has the name of a target
      QN_TRY(add_group(name, targets, capacity, &count, &found, diag));
      if (found)
        continue;
    }
    QN_TRY(qn_target_parse(name, &t, diag));
    QN_TRY(add(&t, targets, capacity, &count, diag));
  }
  *inout_count = count;
  return qn_ok();
}

// ---- Bundle entry ids

void qn_target_print_id(const qn_target *target, qn_buffer *out) {
  const qn_target_row *row = target->row;
  switch (row->family) {
  case QN_FAMILY_AMD:
    qn_buffer_printf(out, "hipv4-%s--%s", row->triple, target->name);
    return;
  case QN_FAMILY_NVIDIA:
    qn_buffer_printf(out, "hip-%s--%s%s", row->triple,
                     target->ptx_only ? "compute_" : "sm_",
                     row->name + strlen("sm_"));
    return;
  case QN_FAMILY_SPIRV:
    if (qn_target_is_intel(row))
      qn_buffer_printf(out, "hip-spirv64-unknown-unknown--%s", row->name);
    else
      qn_buffer_printf(out, "hip-%s----generic", row->name);
    return;
  default: {
    // A triple of three parts leaves the fourth, the environment, empty.
    size_t dashes = 0;
    for (const char *c = row->triple; *c; ++c)
      dashes += *c == '-';
    qn_buffer_printf(out, "hip-%s-%s%s", row->triple, dashes < 3 ? "-" : "",
                     row->name);
    return;
  }
  }
}

static bool starts_with_any(qn_str text, const char *const *prefixes) {
  for (; *prefixes; ++prefixes)
    if (qn_str_starts(text, qn_str_from(*prefixes)))
      return true;
  return false;
}

// The machine part of an id must match that of the row: we do not guess what
// "gfx" on nvptx64 means.
static bool fits_machine(const qn_target_row *row, qn_str machine) {
  if (row->family == QN_FAMILY_SPIRV)
    return qn_str_starts(machine, QN_STR("spirv64"));
  if (qn_str_equal(machine, QN_STR("amdgcn")) ||
      qn_str_equal(machine, QN_STR("amdgpu")))
    return row->family == QN_FAMILY_AMD;
  return qn_str_equal(machine, qn_target_machine(row));
}

// A row of the machine whose code all of its CPUs can run, or NULL.
static const qn_target_row *find_lowest(qn_str machine) {
  const qn_target_row *lowest = NULL;
  for (size_t i = 0; i < ROW_COUNT; ++i)
    if (rows[i].family == QN_FAMILY_CPU &&
        qn_str_equal(qn_target_machine(&rows[i]), machine) &&
        (!lowest || rows[i].on_cpu.level < lowest->on_cpu.level))
      lowest = &rows[i];
  return lowest;
}

const qn_target_row *qn_target_of_triple(qn_str triple) {
  // What LLVM calls a machine of the table, too, or what is close to it.
  static const char *const others[][2] = {{"arm64", "aarch64"},
                                          {"nvptx", "nvptx64"},
                                          {"spir", "spirv64"},
                                          {"spir64", "spirv64"},
                                          {"spirv32", "spirv64"}};
  qn_str machine = {triple.data, qn_str_find(triple, '-')};
  for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); ++i)
    if (qn_str_equal(machine, qn_str_from(others[i][0])))
      machine = qn_str_from(others[i][1]);
  const qn_target_row *row = find_lowest(machine);
  for (size_t i = 0; i < ROW_COUNT && !row; ++i)
    row = fits_machine(&rows[i], machine) ? &rows[i] : NULL;
  return row;
}

// The processor to use when an id leaves it empty, or has a name that no row
// has.
static qn_str processor_alias(qn_str machine, qn_str processor) {
  if (qn_str_starts(machine, QN_STR("spirv64")))
    return !qn_str_equal(processor, QN_STR("generic")) && processor.size
               ? processor
           : qn_target_find(machine) ? machine
                                     : QN_STR("spirv64");
  if (processor.size && !qn_str_equal(processor, QN_STR("generic")))
    return processor;
  const qn_target_row *lowest = find_lowest(machine);
  return lowest ? qn_str_from(lowest->name) : machine;
}

qn_status qn_target_from_id(qn_str id, qn_target *out_target, qn_diag *diag) {
  // kind-machine-vendor-system-environment-processor; the processor may contain
  // dashes, and older writers omit the environment.
  static const char *const kinds[] = {"hip", "hipv4", "cuda", "openmp", NULL};
  static const char *const processors[] = {"gfx", "sm_", "compute_", NULL};
  qn_str rest = id, kind = {0}, machine = {0}, part = {0};
  bool known = false;
  (void)qn_str_split(&rest, '-', &kind);
  for (const char *const *k = kinds; *k; ++k)
    known |= qn_str_equal(kind, qn_str_from(*k));
  (void)qn_str_split(&rest, '-', &machine);
  for (int i = 0; i < 3 && !starts_with_any(rest, processors); ++i)
    if (!qn_str_split(&rest, '-', &part))
      break;
  const qn_str processor = processor_alias(machine, rest);
  char name[QN_TARGET_NAME_SIZE];
  const bool compute = qn_str_starts(processor, QN_STR("compute_"));
  const qn_str plain = compute ? qn_str_skip(processor, 8) : processor;
  const int size = snprintf(name, sizeof(name), "%s%.*s", compute ? "ptx" : "",
                            QN_STR_ARG(plain));
  qn_target t = {0};
  // "native" is a request, not a target that an image can have.
  if (known && machine.size && size > 0 && (size_t)size < sizeof(name) &&
      strcmp(name, "native") != 0 &&
      !qn_failed(qn_target_parse((qn_str){name, (size_t)size}, &t, NULL)) &&
      fits_machine(t.row, machine)) {
    *out_target = t;
    return qn_ok();
  }
  return qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                 "no known target has the id '%.*s'", QN_STR_ARG(id));
}

// ---- The machine we run on

// This machine's features, as rows require them; `vector_bits` is the size of
// SVE's registers.
typedef struct host {
  const char *machine; // first part of triples
  unsigned vector_bits;
  struct {
    const char *name;
    bool has;
  } features[4]; // terminated by one without a name
} host;

#if defined(__x86_64__)
static host find_host(void) {
  __builtin_cpu_init();
  return (host){
      .machine = "x86_64",
      .features = {{"x86-64-v2", __builtin_cpu_supports("x86-64-v2") != 0},
                   {"x86-64-v3", __builtin_cpu_supports("x86-64-v3") != 0},
                   {"x86-64-v4", __builtin_cpu_supports("x86-64-v4") != 0},
                   {"avx512fp16", __builtin_cpu_supports("avx512fp16") != 0}}};
}
#elif defined(__aarch64__)
// SVE registers are as long as the kernel allows, up to the machine's limit.
static host find_host(void) {
  const bool has_sve = getauxval(AT_HWCAP) & HWCAP_SVE;
  const int size = has_sve ? prctl(PR_SVE_GET_VL) : -1;
  return (host){.machine = "aarch64",
                .vector_bits =
                    size < 0 ? 0 : 8 * (unsigned)(size & PR_SVE_VL_LEN_MASK),
                .features = {{"sve", has_sve}}};
}
#elif defined(__riscv) && __riscv_xlen == 64
// V is the application-processor profile's vector extension: registers of at
// least 128 bits.
static host find_host(void) {
  const unsigned long vectors = 1ul << ('V' - 'A');
  return (host){.machine = "riscv64",
                .features = {{"v", getauxval(AT_HWCAP) & vectors}}};
}
#else
#error "no CPU target for this machine: add its facts, and rows to targets.csv"
#endif

static bool has_feature(const host *h, qn_str name) {
  const size_t count = sizeof(h->features) / sizeof(h->features[0]);
  for (size_t i = 0; i < count && h->features[i].name; ++i)
    if (qn_str_equal(qn_str_from(h->features[i].name), name))
      return h->features[i].has;
  return false;
}

static bool can_run(const host *h, const qn_target_row *row) {
  const qn_target_cpu *cpu = &row->on_cpu;
  qn_str needs = cpu->needs ? qn_str_from(cpu->needs) : (qn_str){0}, one;
  if (row->family != QN_FAMILY_CPU ||
      !qn_str_equal(qn_target_machine(row), qn_str_from(h->machine)) ||
      h->vector_bits < row->vector_bits)
    return false;
  while (qn_str_split(&needs, ' ', &one))
    if (!has_feature(h, one))
      return false;
  return true;
}

const qn_target_row *qn_target_native(void) {
  const host h = find_host();
  const qn_target_row *best = NULL;
  for (size_t i = 0; i < ROW_COUNT; ++i)
    if (can_run(&h, &rows[i]) &&
        (!best || rows[i].on_cpu.level > best->on_cpu.level))
      best = &rows[i];
  return best;
}

bool qn_target_is_above(const qn_target_row *row, const qn_target_row *base) {
  return row->family == QN_FAMILY_CPU && base->family == QN_FAMILY_CPU &&
         strcmp(row->triple, base->triple) == 0 &&
         row->on_cpu.level > base->on_cpu.level;
}

bool qn_target_runs_here(const qn_target_row *row) {
  const host h = find_host();
  return can_run(&h, row);
}
