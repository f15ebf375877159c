// SPDX-License-Identifier: Apache-2.0
// Findings: found again, suppressed or reported; the settings; the end.
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <dlfcn.h>

#include "base/alloc.h"
#include "base/digest.h"
#include "base/map.h"
#include "base/system/thread.h"
#include "runtime/check/leak.h"
#include "runtime/check/print.h"

unsigned qn_check_kinds;

typedef enum form { TEXT, JSONL, SARIF } form;

typedef struct suppression {
  char *rule, *pattern; // a rule or a kind, and what it is about
  uint64_t used;
} suppression;

static qn_mutex mutex = QN_MUTEX_INIT; // of all below
static form format;
static int out_fd = STDERR_FILENO;
static uint64_t limit = 100; // findings that are printed
static suppression *suppressions;
static size_t suppression_count;
static qn_check_shown **shown;
static size_t shown_count;
static qn_map known;    // hashes of findings to their index + 1
static qn_map by_lines; // the same, of their lines
static uint64_t suppressed, beyond;
static pid_t process;
// Findings of processes that this one has forked, which have it, too; NULL: not
// known.
static atomic_uint *of_others;
static char root[PATH_MAX]; // the folder, before the program leaves it

void qn_check_say(qn_check_finding *f, const char *text, ...) {
  va_list args;
  va_start(args, text);
  vsnprintf(f->message, sizeof(f->message), text, args);
  va_end(args);
}

static void write_all(const char *text, size_t size) {
  while (size) {
    const ssize_t done = write(out_fd, text, size);
    if (done < 0 && errno != EINTR)
      return;
    text += done > 0 ? done : 0;
    size -= done > 0 ? (size_t)done : 0;
  }
}

// ---- Places

static void find_code(qn_check_trace *t, const qn_check_side *side) {
  const qn_check_op *op = qn_check_op_at(side->op);
  if (op && side->code)
    t->count = qn_check_code_frames(op->fd, op->base, side->code, t->frames);
  else
    t->count = qn_check_site_frames(side->site, t->frames);
}

static void fill_in(qn_check_shown *s) {
  const qn_check_finding *f = &s->finding;
  const qn_check_op *op = qn_check_op_at(f->op);
  for (size_t i = 0; i < f->side_count; ++i)
    find_code(&s->sides[i], &f->sides[i]);
  if (op) {
    snprintf(s->kernel, sizeof(s->kernel), "%s", op->name);
    s->launch = op->launch;
    if (op->launch)
      s->launched.count = qn_check_site_frames(op->at, s->launched.frames);
  }
  if (f->kernel) {
    const qn_str name =
        f->kernel->demangled.size ? f->kernel->demangled : f->kernel->name;
    snprintf(s->kernel, sizeof(s->kernel), "%.*s",
             name.size < sizeof(s->kernel) ? (int)name.size
                                           : (int)sizeof(s->kernel) - 1,
             name.data);
  }
  if (f->has_block && f->block.in_kernel)
    find_code(&s->made,
              &(qn_check_side){.op = f->block.op, .code = f->block.code});
  else if (f->has_block)
    s->made.count = qn_check_site_frames(f->block.made, s->made.frames);
  s->freed.count = qn_check_site_frames(f->freed, s->freed.frames);
}

// ---- Found again

static uint64_t mix(uint64_t hash, uint64_t value) {
  return (hash ^ value) * UINT64_C(0x100000001b3);
}

// What makes two findings one: the rule and the lines; which side came first is
// chance.
static uint64_t hash_of(const qn_check_finding *f) {
  uint64_t sum = 0;
  uint64_t hash = mix(UINT64_C(0xcbf29ce484222325), (uint64_t)f->rule);
  bool has_code = false;
  for (size_t i = 0; i < f->side_count; ++i) {
    const qn_check_side *side = &f->sides[i];
    has_code |= side->code != 0;
    sum += mix(side->code ? side->code : side->site, 1);
  }
  return mix(mix(hash, sum),
             has_code ? 0 : f->block.made + (uint64_t)f->block.code);
}

static uint64_t mix_text(uint64_t hash, qn_str text) {
  return mix(hash, qn_hash64((qn_span){(const uint8_t *)text.data, text.size}));
}

static uint64_t hash_of_trace(const qn_check_trace *t) {
  uint64_t hash = 1;
  for (size_t i = 0; i < t->count; ++i) {
    const qn_check_frame *f = &t->frames[i];
    hash = mix(mix_text(hash, f->file), f->line << 16 ^ f->column);
    hash = mix_text(hash, f->function);
  }
  return hash;
}

// The same by the source: the optimiser makes several instructions of a line in
// a loop. 0: lines are not known.
static uint64_t hash_of_lines(const qn_check_shown *s) {
  const qn_check_finding *f = &s->finding;
  uint64_t sum = 0;
  for (size_t i = 0; i < f->side_count; ++i) {
    if (!f->sides[i].code || !s->sides[i].count)
      return 0;
    sum += hash_of_trace(&s->sides[i]);
  }
  return f->side_count ? mix(mix(mix_text(1, qn_str_from(s->kernel)), sum),
                             (uint64_t)f->rule)
                       : 0;
}

// ---- Suppressions: "rule:pattern" a line

static bool matches(const char *pattern, qn_str text) {
  char copy[1024];
  if (text.size >= sizeof(copy))
    return false;
  memcpy(copy, text.data, text.size);
  copy[text.size] = '\0';
  return fnmatch(pattern, copy, 0) == 0;
}

static bool trace_matches(const char *pattern, const qn_check_trace *t) {
  for (size_t i = 0; i < t->count; ++i) {
    const qn_check_frame *f = &t->frames[i];
    char place[1024];
    snprintf(place, sizeof(place), "%.*s:%" PRIu64, QN_STR_ARG(f->file),
             f->line);
    if (matches(pattern, f->function) || matches(pattern, f->file) ||
        fnmatch(pattern, place, 0) == 0)
      return true;
  }
  return false;
}

static bool is_suppressed(const qn_check_shown *s) {
  const qn_check_rule_row *row = qn_check_rule_at(s->finding.rule);
  for (size_t i = 0; i < suppression_count; ++i) {
    suppression *p = &suppressions[i];
    if (fnmatch(p->rule, row->name, 0) != 0 &&
        strcmp(p->rule, qn_check_kind_name(row->kind)) != 0)
      continue;
    if (matches(p->pattern, qn_str_from(s->kernel)) ||
        trace_matches(p->pattern, &s->sides[0]) ||
        trace_matches(p->pattern, &s->sides[1]) ||
        trace_matches(p->pattern, &s->launched) ||
        trace_matches(p->pattern, &s->made)) {
      ++p->used;
      return true;
    }
  }
  return false;
}

// Lives for good; "" when out of memory, which matches nothing.
static char *copy_of(const char *text) {
  static char none[1];
  const size_t size = strlen(text) + 1;
  char *copy = qn_alloc(size);
  return copy ? memcpy(copy, text, size) : none;
}

static void add_suppression(char *line) {
  char *colon = strchr(line, ':');
  line[strcspn(line, "\n")] = '\0';
  if (line[0] == '#' || !line[0])
    return;
  suppression *grown =
      qn_realloc(suppressions, (suppression_count + 1) * sizeof(*suppressions));
  if (!colon || !grown) {
    fprintf(stderr,
            "quern: check: the suppression '%s' has no colon: expected "
            "'rule:pattern'\n",
            line);
    return;
  }
  *colon = '\0';
  suppressions = grown;
  suppressions[suppression_count++] =
      (suppression){.rule = copy_of(line), .pattern = copy_of(colon + 1)};
}

static void read_suppressions(const char *path) {
  char line[1024];
  FILE *file = fopen(path, "re");
  if (!file) {
    fprintf(stderr, "quern: check: cannot read the suppressions '%s': %s\n",
            path, strerror(errno));
    return;
  }
  while (fgets(line, sizeof(line), file))
    add_suppression(line);
  fclose(file);
}

// ---- Reports

// Whether the log can be written again and again.
static bool is_file(void) {
  struct stat about;
  return out_fd != STDERR_FILENO && fstat(out_fd, &about) == 0 &&
         S_ISREG(about.st_mode);
}

static void print_sarif(void) {
  char program[PATH_MAX];
  const ssize_t size = readlink("/proc/self/exe", program, sizeof(program) - 1);
  program[size > 0 ? size : 0] = '\0';
  const qn_out_params params = {.format = QN_OUT_JSON, .fd = -1};
  qn_out *o = qn_out_create(&params);
  qn_check_print_sarif(
      o, &(qn_check_log){.root = root,
                         .program = program,
                         .all = (const qn_check_shown *const *)shown,
                         .count = shown_count < limit ? shown_count
                                                      : (size_t)limit});
  if (!qn_failed(qn_out_finish(o, NULL)) &&
      (!is_file() ||
       (ftruncate(out_fd, 0) == 0 && lseek(out_fd, 0, SEEK_SET) == 0))) {
    const qn_str text = qn_out_memory(o);
    write_all(text.data, text.size);
  }
  qn_out_destroy(&o);
}

// A file has a whole log at any time, as programs may end by a signal.
static void keep_sarif(void) {
  if (is_file() && process == getpid())
    print_sarif();
}

static void print(const qn_check_shown *s) {
  const qn_out_params params = {
      .format = format == TEXT ? QN_OUT_TEXT : QN_OUT_JSONL, .fd = -1};
  qn_out *o = qn_out_create(&params);
  if (format == TEXT) {
    qn_check_print_text(o, s);
  } else {
    qn_out_begin_array(o, NULL);
    qn_out_begin_line(o, NULL);
    qn_check_print_json(o, s);
    qn_out_end(o);
    qn_out_end_array(o);
  }
  if (!qn_failed(qn_out_finish(o, NULL))) {
    const qn_str text = qn_out_memory(o);
    fflush(stdout);
    write_all(text.data, text.size);
  }
  qn_out_destroy(&o);
}

static void add(const qn_check_finding *finding, uint64_t hash) {
  qn_check_shown *s = qn_alloc_array(1, sizeof(*s));
  qn_check_shown **grown =
      qn_realloc(shown, (shown_count + 1) * sizeof(*shown));
  if (grown)
    shown = grown;
  if (!s || !grown) {
    qn_free(s);
    return;
  }
  s->finding = *finding;
  fill_in(s);
  if (is_suppressed(s)) {
    ++suppressed;
    (void)qn_map_put(&known, hash, UINT64_MAX, NULL);
    qn_free(s);
    return;
  }
  const uint64_t lines = hash_of_lines(s);
  const uint64_t *same = lines ? qn_map_find(&by_lines, lines) : NULL;
  if (same) {
    ++shown[*same - 1]->repeats;
    (void)qn_map_put(&known, hash, *same, NULL);
    qn_free(s);
    return;
  }
  shown[shown_count++] = s;
  if (of_others && process != getpid())
    atomic_fetch_add(of_others, 1);
  (void)qn_map_put(&known, hash, shown_count, NULL);
  if (lines)
    (void)qn_map_put(&by_lines, lines, shown_count, NULL);
  if (shown_count > limit)
    ++beyond;
  else if (format == SARIF)
    keep_sarif();
  else
    print(s);
}

void qn_check_report(const qn_check_finding *finding) {
  const uint64_t hash = hash_of(finding);
  qn_mutex_lock(&mutex);
  const uint64_t *found = qn_map_find(&known, hash);
  if (!found)
    add(finding, hash);
  else if (*found == UINT64_MAX)
    ++suppressed;
  else
    ++shown[*found - 1]->repeats;
  qn_mutex_unlock(&mutex);
}

// ---- The end

static void summarise(void) {
  uint64_t repeats = 0;
  for (size_t i = 0; i < shown_count; ++i)
    repeats += shown[i]->repeats;
  if (!shown_count && !suppressed)
    return;
  fprintf(stderr, "quern: check: %zu finding%s", shown_count,
          shown_count == 1 ? "" : "s");
  if (repeats)
    fprintf(stderr, ", found %" PRIu64 " more time%s", repeats,
            repeats == 1 ? "" : "s");
  if (beyond)
    fprintf(stderr,
            ", %" PRIu64 " of them not printed (the limit is %" PRIu64 ")",
            beyond, limit);
  if (suppressed)
    fprintf(stderr, ", %" PRIu64 " suppressed", suppressed);
  fputc('\n', stderr);
}

// Registered before the program's own functions, and so called after them.
// Findings decide about the status of a program that ended well.
static void at_end(void) {
  if (process != getpid())
    return;
  if (qn_check_on(QN_CPU_CHECK_LEAK))
    qn_check_report_leaks();
  qn_mutex_lock(&mutex);
  if (format == SARIF)
    print_sarif();
  summarise();
  const unsigned others = of_others ? atomic_load(of_others) : 0;
  const bool found = shown_count != 0 || others;
  qn_mutex_unlock(&mutex);
  if (others)
    fprintf(stderr,
            "quern: check: %u finding%s in processes that it forked%s\n",
            others, others == 1 ? "" : "s",
            format == SARIF ? ", which the SARIF report has not" : "");
  if (found) {
    fflush(NULL);
    _exit(1);
  }
}

// ---- Settings

static void read_output(void) {
  const char *text = getenv("QUERN_CHECK_FORMAT");
  const char *path = getenv("QUERN_CHECK_OUTPUT");
  if (text && strcmp(text, "jsonl") == 0)
    format = JSONL;
  else if (text && strcmp(text, "sarif") == 0)
    format = SARIF;
  if (!path || !path[0])
    return;
  out_fd = open(path,
                O_WRONLY | O_CREAT | O_CLOEXEC |
                    (format == SARIF ? O_TRUNC : O_APPEND),
                0666);
  if (out_fd < 0) {
    fprintf(stderr, "quern: check: cannot write '%s': %s\n", path,
            strerror(errno));
    out_fd = STDERR_FILENO;
  }
}

// What the program was linked with: the value of a symbol.
static unsigned linked_kinds(void) {
  return (unsigned)(uintptr_t)dlsym(RTLD_DEFAULT, "quern_check_kinds");
}

__attribute__((constructor)) static void start(void) {
  qn_diag diag = {0};
  const char *asked = getenv("QUERN_CHECK");
  const char *count = getenv("QUERN_CHECK_LIMIT");
  const char *path = getenv("QUERN_CHECK_SUPPRESSIONS");
  unsigned kinds = linked_kinds();
  if (asked && asked[0] &&
      qn_failed(qn_check_kinds_read(qn_str_from(asked), &kinds, &diag)))
    fprintf(stderr, "quern: QUERN_CHECK: %s\n", diag.message);
  if (!kinds)
    return;
  if (count)
    limit = strtoull(count, NULL, 10);
  if (path && path[0])
    read_suppressions(path);
  read_output();
  process = getpid();
  void *page = mmap(NULL, sizeof(*of_others), PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  of_others = page == MAP_FAILED ? NULL : page;
  if (!getcwd(root, sizeof(root)))
    root[0] = '\0';
  if (format == SARIF)
    keep_sarif();
  qn_check_reserve();
  if (kinds & QN_CPU_CHECK_RACE)
    qn_check_reserve_cells();
  if (atexit(at_end) == 0)
    qn_check_kinds = kinds;
}
