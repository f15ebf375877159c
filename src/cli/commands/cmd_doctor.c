// SPDX-License-Identifier: Apache-2.0
// quern doctor: the tools and devices that were found, and where they were
// searched for.
#include <stdlib.h>

#include "base/arena.h"
#include "base/system/dl.h"
#include "base/system/file.h"
#include "base/system/install.h"
#include "base/system/process.h"
#include "cli/core/command.h"
#include "quern/version.h"
#include "targets/target.h"
#include "runtime/contract/backend.h"
#include "targets/tool.h"

enum { PATH_SIZE = 4096, TRIED_MAX = 8 };

// Something that was searched for, and the result.
typedef struct finding {
  const char *name;
  const char *purpose;
  const char *package;          // Debian's, or NULL
  const char *path;             // NULL: unknown
  const char *version;          // NULL: not known
  const char *tried[TRIED_MAX]; // locations, some with a reason
  size_t tried_count;
} finding;

enum { TOOL_MAX = 16 };

typedef struct driver {
  const char *id, *candidates, *purpose;
} driver;

static const driver drivers[] = {
#define QN_DRIVER(id, candidates, purpose) {#id, candidates, purpose},
#include "cli/core/drivers.def"
#undef QN_DRIVER
};
enum { DRIVER_COUNT = sizeof(drivers) / sizeof(*drivers) };

enum { PART_LIBRARY, PART_INCLUDE, PART_DEVICE, PART_COUNT };

typedef struct state {
  qn_arena arena;
  finding tools[TOOL_MAX];
  size_t tool_count;
  finding parts[PART_COUNT];
  finding drivers[DRIVER_COUNT];
} state;

// ---- Looking

static const char *copy(state *s, const char *text) {
  return qn_arena_copy(&s->arena, qn_str_from(text)).data;
}

static void note_tried(state *s, finding *f, qn_str place) {
  if (f->tried_count < TRIED_MAX)
    f->tried[f->tried_count++] = qn_arena_copy(&s->arena, place).data;
}

static const char *name_of(state *s, const char *id) {
  char *name = qn_arena_alloc(&s->arena, strlen(id) + 1, 1);
  for (size_t i = 0; name && id[i]; ++i)
    name[i] = id[i] == '_' ? '-' : id[i];
  return name;
}

// The first word of `text` that looks like a version: digits and a dot.
static qn_str find_version(qn_str text) {
  for (size_t i = 0; i < text.size; ++i) {
    if (text.data[i] < '0' || text.data[i] > '9' ||
        (i && text.data[i - 1] > ' ' && text.data[i - 1] != 'v'))
      continue;
    size_t size = 0;
    bool dotted = false;
    for (; i + size < text.size; ++size) {
      const char c = text.data[i + size];
      if (c == '.')
        dotted = true;
      else if (c < '0' || c > '9')
        break;
    }
    if (dotted)
      return (qn_str){text.data + i, size};
    i += size;
  }
  return (qn_str){0};
}

static const char *ask_version(state *s, const char *path, const char *option) {
  const char *const args[] = {path, option, NULL};
  qn_process_result result = {0};
  const char *version = NULL;
  if (qn_failed(qn_process_run(
          &(qn_process_params){.args = args, .timeout_s = 10}, &result, NULL)))
    return NULL;
  const qn_str found = find_version(qn_buffer_str(&result.out));
  if (found.size)
    version = qn_arena_copy(&s->arena, found).data;
  qn_process_result_finish(&result);
  return version;
}

typedef struct noting {
  state *s;
  finding *f;
} noting;

static void on_tried(void *user, qn_str place) {
  const noting *n = user;
  note_tried(n->s, n->f, place);
}

static void find_tool(state *s, const qn_tool *t, finding *f) {
  char path[PATH_SIZE];
  *f = (finding){
      .name = name_of(s, t->id), .purpose = t->purpose, .package = t->package};
  if (qn_tool_locate(t, path, sizeof(path), on_tried, &(noting){s, f}))
    f->path = copy(s, path);
  if (f->path && t->version)
    f->version = ask_version(s, f->path, t->version);
}

static void find_part(state *s, finding *f, const char *name,
                      const char *relative, const char *purpose) {
  char path[PATH_SIZE];
  *f = (finding){.name = name, .purpose = purpose};
  if (qn_install_find(relative, path, sizeof(path))) {
    f->path = copy(s, path);
    return;
  }
  qn_buffer tried = {0};
  qn_install_tried(relative, &tried);
  qn_str rest = qn_buffer_str(&tried), one;
  while (rest.size && qn_str_split(&rest, '\n', &one))
    note_tried(s, f, one);
  qn_buffer_finish(&tried);
}

// Runs in a child process, because a vendor's library may end the process. The
// reply is the path, or, after a newline, one line per attempt.
static qn_status open_driver(void *user, qn_buffer *reply, qn_diag *diag) {
  const driver *d = user;
  qn_str rest = qn_str_from(d->candidates), one;
  const char *names[TRIED_MAX] = {0};
  char texts[TRIED_MAX][64];
  for (size_t i = 0; i + 1 < TRIED_MAX && qn_str_split(&rest, '|', &one); ++i) {
    snprintf(texts[i], sizeof(texts[i]), "%.*s", QN_STR_ARG(one));
    names[i] = texts[i];
  }
  qn_dl dl = {0};
  qn_buffer tried = {0};
  if (!qn_failed(qn_dl_open(names, &dl, &tried, NULL)))
    qn_buffer_append_str(reply, qn_str_from(dl.path));
  else
    qn_buffer_printf(reply, "\n%s", qn_buffer_text(&tried));
  qn_buffer_finish(&tried);
  return qn_buffer_check(reply, diag);
}

static void find_drivers(state *s) {
  qn_worker workers[DRIVER_COUNT] = {0};
  for (size_t i = 0; i < DRIVER_COUNT; ++i) {
    union {
      const driver *in;
      void *out;
    } user = {.in = &drivers[i]};
    workers[i] =
        (qn_worker){.fn = open_driver, .user = user.out, .name = drivers[i].id};
    s->drivers[i] = (finding){.name = name_of(s, drivers[i].id),
                              .purpose = drivers[i].purpose};
  }
  qn_diag diag = {0};
  if (qn_failed(qn_workers_run(workers, DRIVER_COUNT, 0, NULL, NULL, &diag)))
    return;
  for (size_t i = 0; i < DRIVER_COUNT; ++i) {
    finding *f = &s->drivers[i];
    qn_str rest = qn_buffer_str(&workers[i].reply), one;
    if (qn_failed(workers[i].status))
      note_tried(s, f, qn_str_from(workers[i].diag.message));
    else if (qn_str_starts(rest, QN_STR("\n")))
      for (rest = qn_str_skip(rest, 1);
           rest.size && qn_str_split(&rest, '\n', &one);)
        note_tried(s, f, one);
    else
      f->path = qn_arena_copy(&s->arena, rest).data;
    qn_buffer_finish(&workers[i].reply);
    qn_buffer_finish(&workers[i].err);
  }
}

static void look(state *s) {
  size_t count;
  const qn_tool *tools = qn_tools(&count);
  s->tool_count = count < TOOL_MAX ? count : TOOL_MAX;
  for (size_t i = 0; i < s->tool_count; ++i)
    find_tool(s, &tools[i], &s->tools[i]);
  find_part(s, &s->parts[PART_LIBRARY], "compiler", "libquern-compiler.so",
            "Quern's compiler library");
  find_part(s, &s->parts[PART_INCLUDE], "headers", "include/hip",
            "HIP and CUDA headers");
  find_part(s, &s->parts[PART_DEVICE], "device", "device",
            "Quern's device libraries");
  find_drivers(s);
}

// ---- Judging

static const finding *tool_of(const state *s, const char *id) {
  size_t count;
  const qn_tool *tools = qn_tools(&count);
  for (size_t i = 0; i < s->tool_count; ++i)
    if (strcmp(tools[i].id, id) == 0)
      return &s->tools[i];
  return NULL;
}

// A requirement for compiling for a family: common ones, and those in its row.
static const finding *need_of(const state *s, qn_str word) {
  char id[16];
  snprintf(id, sizeof(id), "%.*s", QN_STR_ARG(word));
  return qn_str_equal(word, QN_STR("device")) ? &s->parts[PART_DEVICE]
                                              : tool_of(s, id);
}

// Appends what is missing, separated by ", "; nothing when all is present.
static void judge(const state *s, const qn_family_row *f, qn_buffer *missing) {
  const finding *needs[8] = {
      &s->parts[PART_LIBRARY],
      &s->parts[PART_INCLUDE],
      tool_of(s, "clang"),
  };
  size_t count = 3;
  qn_str words = qn_str_from(f->needs), word;
  if (!f->is_compiled) {
    qn_buffer_append_str(missing, QN_STR("a back end in this build"));
    return;
  }
  while (qn_str_split(&words, ' ', &word) &&
         count < sizeof(needs) / sizeof(*needs))
    needs[count++] = need_of(s, word);
  for (size_t i = 0; i < count; ++i)
    if (needs[i] && !needs[i]->path) {
      qn_buffer_printf(missing, "%s%s", missing->size ? ", " : "",
                       needs[i]->name);
      if (needs[i]->package)
        qn_buffer_printf(missing, " (package %s)", needs[i]->package);
    }
}

// ---- Output

static const qn_column found_columns[] = {
    {"name", NULL, false},
    {"version", NULL, false},
    {"where", NULL, false},
    {"purpose", "for", false},
};

static void write_finding(qn_out *o, const finding *f) {
  qn_out_begin(o, NULL);
  qn_out_text(o, "name", f->name);
  qn_out_text(o, "version", f->version);
  qn_out_only(o, QN_OUT_TEXT_ONLY);
  qn_out_text(o, "where", f->path ? f->path : "not found");
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_text(o, "path", f->path);
  qn_out_begin_array(o, "tried");
  for (size_t i = 0; i < f->tried_count; ++i)
    qn_out_text(o, NULL, f->tried[i]);
  qn_out_end_array(o);
  qn_out_text(o, "package", f->package);
  qn_out_only(o, QN_OUT_ALL);
  qn_out_text(o, "purpose", f->purpose);
  qn_out_end(o);
}

static void write_findings(qn_out *o, const char *key, const char *title,
                           const finding *findings, size_t count) {
  qn_out_line(o, "%s", "");
  qn_out_heading(o, "%s", title);
  qn_out_begin_table(o, key, found_columns, 4);
  for (size_t i = 0; i < count; ++i)
    write_finding(o, &findings[i]);
  qn_out_end_table(o);
  for (size_t i = 0; i < count; ++i)
    for (size_t j = 0; !findings[i].path && j < findings[i].tried_count; ++j)
      qn_out_line(o, "  %s: tried %s", findings[i].name, findings[i].tried[j]);
}

static const qn_column family_columns[] = {
    {"family", NULL, false},
    {"targets", NULL, true},
    {"compiles", NULL, false},
    {"missing", NULL, false},
};

static void write_backends(qn_out *o) {
  static const qn_column columns[] = {{"name", NULL, false},
                                      {"devices", NULL, true},
                                      {"target", NULL, false},
                                      {"summary", "for", false},
                                      {"reason", "why not", false}};
  qn_out_only(o, QN_OUT_TEXT_ONLY);
  qn_out_line(o, "%s", "");
  qn_out_heading(o, "back ends that run kernels");
  qn_out_only(o, QN_OUT_ALL);
  qn_out_begin_table(o, "backends", columns, 5);
  for (const qn_backend *const *at = qn_backends(); *at; ++at) {
    char reason[512] = "";
    const unsigned count = (*at)->probe(reason, sizeof(reason));
    qn_out_begin(o, NULL);
    qn_out_text(o, "name", (*at)->name);
    qn_out_uint(o, "devices", count);
    qn_out_text(o, "target", (*at)->on_host ? qn_target_native()->name : NULL);
    qn_out_text(o, "summary", (*at)->summary);
    qn_out_text(o, "reason", reason[0] ? reason : NULL);
    qn_out_end(o);
  }
  qn_out_end_table(o);
}

// Returns whether any family can be compiled for.
static bool write_families(qn_out *o, const state *s) {
  bool any = false;
  size_t count;
  const qn_target_row *rows = qn_target_rows(&count);
  qn_out_line(o, "%s", "");
  qn_out_heading(o, "%s", "targets");
  qn_out_begin_table(o, "families", family_columns, 4);
  for (qn_family f = 0; f < QN_FAMILY_COUNT; ++f) {
    qn_buffer missing = {0};
    size_t members = 0;
    for (size_t j = 0; j < count; ++j)
      members += rows[j].family == f;
    judge(s, qn_family_at(f), &missing);
    any |= !missing.size;
    qn_out_begin(o, NULL);
    qn_out_text(o, "family", qn_family_name(f));
    qn_out_uint(o, "targets", members);
    qn_out_text(o, "example", qn_family_at(f)->example);
    qn_out_bool(o, "compiles", !missing.size);
    if (f == QN_FAMILY_NVIDIA)
      qn_out_bool(o, "machine_code", tool_of(s, "ptxas")->path != NULL);
    if (missing.size)
      qn_out_str(o, "missing", qn_buffer_str(&missing));
    else if (qn_out_get_format(o) != QN_OUT_TEXT)
      qn_out_null(o, "missing");
    qn_out_end(o);
    qn_buffer_finish(&missing);
  }
  qn_out_end_table(o);
  return any;
}

static const qn_column environment_columns[] = {
    {"name", NULL, false},
    {"effect", NULL, false},
    {"value", NULL, false},
};

static void write_environment(qn_out *o) {
  static const struct {
    const char *name, *summary;
  } variables[] = {
#define QN_ENVIRONMENT(name, summary) {#name, summary},
#include "cli/core/environment.def"
#undef QN_ENVIRONMENT
  };
  qn_out_line(o, "%s", "");
  qn_out_heading(o, "%s", "environment variables that are set");
  qn_out_begin_table(o, "environment", environment_columns, 3);
  for (size_t i = 0; i < sizeof(variables) / sizeof(*variables); ++i) {
    const char *value = getenv(variables[i].name);
    if (!value)
      continue;
    qn_out_begin(o, NULL);
    qn_out_text(o, "name", variables[i].name);
    qn_out_text(o, "value", value);
    qn_out_text(o, "effect", variables[i].summary);
    qn_out_end(o);
  }
  qn_out_end_table(o);
}

static int doctor_run(qn_cli *cli, const void *given) {
  (void)given;
  state s = {0};
  look(&s);
  qn_out *o = qn_cli_out(cli);
  qn_out_begin(o, NULL);
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_text(o, "schema", "quern.doctor/1");
  qn_out_only(o, QN_OUT_ALL);
  qn_out_text(o, "version", quern_version());
  qn_out_text(o, "native_target", qn_target_native()->name);
  write_findings(o, "parts", "Quern and its libraries", s.parts, PART_COUNT);
  write_findings(o, "tools", "tools", s.tools, s.tool_count);
  write_findings(o, "drivers", "drivers of devices", s.drivers, DRIVER_COUNT);
  write_backends(o);
  const bool any = write_families(o, &s);
  write_environment(o);
  qn_out_end(o);
  qn_arena_finish(&s.arena);
  return qn_cli_out_end(cli, &o, any ? QN_EXIT_OK : QN_EXIT_ENVIRONMENT);
}

const qn_command qn_command_doctor = {
    .name = "doctor",
    .group = "help",
    .summary = "say what is there to work with, and what is missing",
    .operands = "",
    .examples = "quern doctor\n"
                "quern doctor --format json > report.json",
    .description =
        "Looks for the tools, libraries and drivers that Quern uses, and says "
        "where each is, or every place where it was sought. Nothing is "
        "changed, and no device is opened. The output fits a bug report. The "
        "exit code is 3 when no family of targets can be compiled for.",
    .formats = 1 << QN_OUT_JSON,
    .run = doctor_run,
};
