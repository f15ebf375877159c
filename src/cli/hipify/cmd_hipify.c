// SPDX-License-Identifier: Apache-2.0
// quern hipify: translates CUDA sources to HIP, or back.
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/system/file.h"
#include "base/suggestion.h"
#include "base/text.h"
#include "base/system/thread.h"
#include "cli/core/command.h"
#include "cli/hipify/amds.h"
#include "cli/hipify/files.h"
#include "cli/hipify/members.h"
#include "cli/hipify/release.h"
#include "cli/hipify/report.h"

// The files of one run.
typedef struct session {
  qn_cli *cli;
  const qn_hipify_args *options;
  qn_arena arena;
  qn_hipify_files in;
  qn_hipified *files; // that were translated
  qn_file *inputs;
  size_t count;
  bool as_clang; // called as hipify-clang
  bool as_amds;  // as that, or as hipify-perl
  qn_str root;   // what output paths of compile_commands.json leave out
  bool silenced[QN_RULE_COUNT];
  qn_map kernels;            // of all files; see qn_hipify_kernels
  qn_hipify_classes classes; // of all files
  qn_hipify_options translation;
} session;

// ---- Where the output goes

// Only of sources; headers keep their names.
static const char *old_extension(const session *s) {
  return s->options->reverse ? ".hip" : ".cu";
}

// "k.cu" becomes "k.hip", or "k.cu.hip" when the run includes a k.hip; with
// --reverse the other way around.
static const char *new_extension(const session *s, const char *path) {
  const bool reverse = s->options->reverse;
  const char *fresh = reverse ? ".cu" : ".hip";
  const size_t stem = strlen(path) - strlen(old_extension(s));
  for (size_t i = 0; i < s->in.count; ++i)
    if (strlen(s->in.paths[i]) == stem + strlen(fresh) &&
        memcmp(s->in.paths[i], path, stem) == 0 &&
        strcmp(s->in.paths[i] + stem, fresh) == 0)
      return reverse ? ".hip.cu" : ".cu.hip";
  return fresh;
}

// The path below an output folder, which ".." cannot leave: "../a/./b/../k.cu"
// is "a/k.cu".
static qn_str inner_path(session *s, const char *path) {
  char *inner = qn_arena_alloc(&s->arena, strlen(path) + 1, 1);
  qn_str rest = qn_str_from(path);
  qn_str part;
  size_t size = 0;
  while (inner && qn_str_split(&rest, '/', &part)) {
    if (qn_str_equal(part, QN_STR(".."))) {
      for (bool found = false; size && !found; --size)
        found = inner[size - 1] == '/';
      continue;
    }
    if (!part.size || qn_str_equal(part, QN_STR(".")))
      continue;
    if (size)
      inner[size++] = '/';
    memcpy(inner + size, part.data, part.size);
    size += part.size;
  }
  return (qn_str){inner, size};
}

// The folder of a path, without what is below it.
static qn_str parent_of(qn_str path) {
  for (bool found = false; path.size && !found; --path.size)
    found = path.data[path.size - 1] == '/';
  return path;
}

static bool is_below(qn_str path, qn_str folder) {
  return !folder.size ||
         (qn_str_starts(path, folder) &&
          (path.size == folder.size || path.data[folder.size] == '/'));
}

// Paths of compile_commands.json are absolute: what follows the current folder
// is kept of them, or what follows the folder that holds all of them.
static void find_root(session *s) {
  char here[PATH_MAX];
  bool first = true;
  for (size_t i = 0; i < s->in.count; ++i) {
    if (s->in.paths[i][0] != '/')
      continue;
    const qn_str folder = parent_of(inner_path(s, s->in.paths[i]));
    if (first)
      s->root = folder;
    first = false;
    while (!is_below(folder, s->root))
      s->root = parent_of(s->root);
  }
  if (!getcwd(here, sizeof(here)))
    return;
  const qn_str current = inner_path(s, here);
  if (current.size && is_below(s->root, current))
    s->root = current;
}

// "a/k.cu" becomes "DIR/a/k.hip".
static qn_str output_path(session *s, const char *path) {
  const qn_hipify_args *o = s->options;
  if (s->as_clang) { // "a/k.cu.hip", or in the output folder
    const qn_str name = qn_path_name(qn_str_from(path));
    const size_t folder = o->output_dir ? 0 : strlen(path) - name.size;
    return qn_arena_printf(&s->arena, "%.*s%s%s%.*s.hip", (int)folder, path,
                           o->output_dir ? o->output_dir : "",
                           o->output_dir ? "/" : "", QN_STR_ARG(name));
  }
  const qn_str extension = qn_path_extension(qn_str_from(path));
  const bool renamed = qn_str_equal(extension, qn_str_from(old_extension(s))) &&
                       !qn_hipify_files_keeps(&s->in, path);
  qn_str inner = inner_path(s, path);
  if (!inner.data)
    return inner;
  if (renamed)
    inner.size -= extension.size;
  if (s->root.size && path[0] == '/' && is_below(inner, s->root))
    inner = qn_str_skip(inner, s->root.size + 1);
  return qn_arena_printf(&s->arena, "%s/%.*s%s", s->options->output_dir,
                         QN_STR_ARG(inner),
                         renamed ? new_extension(s, path) : "");
}

static void make_folders(char *path) {
  for (char *at = path + 1; (at = strchr(at, '/')); ++at) {
    *at = '\0';
    (void)mkdir(path, 0777);
    *at = '/';
  }
}

// Keeps the mode bits, and the old contents if asked to.
static qn_status replace_file(session *s, const qn_hipified *f, qn_span bytes,
                              qn_diag *diag) {
  struct stat info;
  const bool known = stat(f->path, &info) == 0;
  if (s->options->backup) {
    const qn_str backup =
        qn_arena_printf(&s->arena, "%s%s", f->path, s->options->backup);
    if (!backup.data)
      return qn_fail_memory(diag, "a file's name");
    QN_TRY(qn_cli_write(s->cli, backup.data, f->source, diag));
    if (known)
      (void)chmod(backup.data, info.st_mode & 07777);
  }
  QN_TRY(qn_cli_write(s->cli, f->path, bytes, diag));
  if (known)
    (void)chmod(f->path, info.st_mode & 07777);
  return qn_ok();
}

static qn_status write_file(session *s, const qn_hipified *f, qn_diag *diag) {
  const qn_hipify_args *o = s->options;
  qn_buffer out = {0};
  if (o->diff)
    qn_hipify_diff(f, f->path, &out);
  else
    qn_hipify_apply(f->source, &f->result, &out);
  qn_status status = qn_buffer_check(&out, diag);
  const qn_span bytes = qn_buffer_span(&out);
  if (qn_failed(status)) {
  } else if (o->diff) {
    if (qn_cli_print(s->cli, &out) != QN_EXIT_OK)
      status = qn_fail(diag, QN_E_IO, QN_NOWHERE, "could not write");
  } else if (o->in_place) {
    if (f->result.edit_count)
      status = replace_file(s, f, bytes, diag);
  } else if (o->output_dir || (s->as_clang && !o->output)) {
    qn_str path = output_path(s, f->path);
    if (path.data) {
      make_folders((char *)(uintptr_t)path.data);
      status = qn_cli_write(s->cli, path.data, bytes, diag);
    }
  } else {
    status = qn_cli_write(s->cli, o->output ? o->output : "-", bytes, diag);
  }
  qn_buffer_finish(&out);
  return status;
}

// ---- Findings on the terminal

static void report_findings(const session *s, const qn_hipified *f) {
  qn_place_cursor cursor = {0};
  for (size_t i = 0; i < f->result.finding_count; ++i) {
    const qn_finding *d = &f->result.findings[i];
    qn_diag diag = {.place =
                        qn_place_next(&cursor, f->source, d->offset, d->size)};
    snprintf(diag.message, sizeof(diag.message), "%.*s [%s]",
             d->message.size < 200 ? (int)d->message.size : 200,
             d->message.data, qn_rule_name(d->rule));
    if (d->fix.size)
      snprintf(diag.hint, sizeof(diag.hint), "Write '%.*s'.",
               QN_STR_ARG(d->fix));
    qn_cli_print_diag(s->cli, qn_rule_severity(d->rule), &diag, f->path,
                      f->source);
  }
}

static size_t count_errors(const qn_hipified *f) {
  size_t errors = 0;
  for (size_t i = 0; i < f->result.finding_count; ++i)
    errors += qn_rule_severity(f->result.findings[i].rule) == QN_ERROR;
  return errors;
}

// ---- The run

// What threads share: the next file to do.
typedef struct work {
  session *s;
  qn_diag *diags;
  bool *failed;
  atomic_size_t next;
} work;

static qn_status translate_one(const session *s, qn_hipified *f,
                               qn_hipify_options *options, qn_diag *diag) {
  qn_hipify_known known = {0};
  qn_status status =
      qn_hipify_members_of(&s->classes, f->path, f->source, &known, diag);
  options->members = known.members.count ? &known.members : NULL;
  if (!qn_failed(status))
    status = qn_hipify(f->source, options, &f->result, diag);
  qn_hipify_known_finish(&known);
  return status;
}

static void *translate_some(void *user) {
  work *w = user;
  session *s = w->s;
  for (size_t i; (i = atomic_fetch_add(&w->next, 1)) < s->in.count;) {
    qn_hipified *f = &s->files[i];
    *f = (qn_hipified){.path = s->in.paths[i]};
    qn_status status = qn_file_open(f->path, 0, &s->inputs[i], &w->diags[i]);
    f->source = s->inputs[i].bytes;
    qn_hipify_options options = s->translation;
    options.implicit_runtime =
        qn_str_equal(qn_path_extension(qn_str_from(f->path)), QN_STR(".cu"));
    if (!qn_failed(status) && !qn_hipify_files_keeps(&s->in, f->path))
      status = translate_one(s, f, &options, &w->diags[i]);
    w->failed[i] = qn_failed(status);
  }
  return NULL;
}

static void run_threads(work *w) {
  enum { THREADS_MAX = 64 };
  qn_thread threads[THREADS_MAX];
  size_t wanted = w->s->options->jobs ? (size_t)w->s->options->jobs
                                      : (size_t)qn_cpu_count();
  size_t count = 0;
  if (wanted > w->s->in.count)
    wanted = w->s->in.count;
  for (; count + 1 < wanted && count < THREADS_MAX; ++count)
    if (qn_failed(qn_thread_start(&threads[count], "hipify", translate_some, w,
                                  NULL)))
      break;
  (void)translate_some(w);
  for (size_t i = 0; i < count; ++i)
    qn_thread_join(threads[i]);
}

static qn_status note_kernels_of(session *s, const char *path, qn_diag *diag) {
  qn_file file = {0};
  qn_map own = {0};
  qn_status status = qn_ok();
  if (qn_failed(qn_file_open(path, 0, &file, NULL)))
    return status; // said when it is translated
  qn_ignore(qn_hipify_kernels(file.bytes, &own, NULL), "the same");
  for (size_t i = 0; i < own.count && !qn_failed(status); ++i) {
    const qn_map_entry *e = &own.entries[i];
    const qn_str name = {e->text, (size_t)e->key};
    uint64_t *known = qn_map_find_str(&s->kernels, name);
    if (known) {
      *known = *known > e->value ? *known : e->value;
      continue;
    }
    const qn_str copy = qn_arena_copy(&s->arena, name);
    status = copy.data ? qn_map_put_str(&s->kernels, copy, e->value, diag)
                       : qn_fail_memory(diag, "the names of kernels");
  }
  qn_map_finish(&own);
  qn_file_close(&file);
  return status;
}

// A kernel may be another file's, or a header's that is only included: is it a
// template? Only `--launch api` asks. A function's class may be declared there.
static qn_status note_others(session *s, qn_diag *diag) {
  const qn_opt_list none = {0};
  qn_hipify_files all = {.globs = &none, .excludes = &none};
  for (size_t i = 0; i < s->in.count; ++i)
    if (!qn_hipify_files_keeps(&s->in, s->in.paths[i]))
      qn_hipify_files_add(&all, s->in.paths[i]);
  qn_hipify_files_follow(&all);
  const bool by_api = s->options->launch == QN_LAUNCH_API;
  qn_status status = qn_ok();
  if (!s->options->reverse)
    status = qn_hipify_classes_read(&s->classes, &all, diag);
  for (size_t i = 0; by_api && i < all.count && !qn_failed(status); ++i)
    if (strcmp(all.paths[i], "-") != 0 &&
        !qn_hipify_files_keeps(&all, all.paths[i]))
      status = note_kernels_of(s, all.paths[i], diag);
  qn_hipify_files_finish(&all);
  return status;
}

// Names that another file of the run declares are not CUDA names, nor those
// that a list says to pass over.
static void drop_own_names(session *s) {
  for (size_t i = 0; i < s->count; ++i) {
    qn_hipify_result *r = &s->files[i].result;
    size_t kept = 0;
    for (size_t k = 0; k < r->finding_count; ++k) {
      const qn_finding *d = &r->findings[k];
      const qn_str name = {(const char *)s->files[i].source.data + d->offset,
                           d->size};
      bool own = qn_amds_has(&s->options->amds.whitelist, name);
      for (size_t n = 0; d->rule == QN_RULE_UNKNOWN && n < s->count; ++n)
        own = own || qn_map_find_str(&s->files[n].result.declared, name);
      if (!own)
        r->findings[kept++] = *d;
    }
    r->finding_count = kept;
  }
}

static int translate_all(session *s) {
  int code = QN_EXIT_OK;
  work w = {.s = s};
  s->files = qn_alloc_array(s->in.count + 1, sizeof(*s->files));
  s->inputs = qn_alloc_array(s->in.count + 1, sizeof(*s->inputs));
  w.diags = qn_alloc_array(s->in.count + 1, sizeof(*w.diags));
  w.failed = qn_alloc_array(s->in.count + 1, sizeof(*w.failed));
  if (!s->files || !s->inputs || !w.diags || !w.failed || s->in.failed) {
    qn_free(w.diags);
    qn_free(w.failed);
    return QN_EXIT_FAILED;
  }
  memset(s->inputs, 0, (s->in.count + 1) * sizeof(*s->inputs));
  memset(w.diags, 0, (s->in.count + 1) * sizeof(*w.diags));
  run_threads(&w);
  for (size_t i = 0; i < s->in.count; ++i) {
    if (!w.failed[i]) {
      s->files[s->count] = s->files[i];
      s->inputs[s->count++] = s->inputs[i];
      continue;
    }
    code = qn_cli_fail(s->cli, &w.diags[i], s->in.paths[i], s->files[i].source);
    qn_hipify_finish(&s->files[i].result);
    qn_file_close(&s->inputs[i]);
  }
  qn_free(w.diags);
  qn_free(w.failed);
  drop_own_names(s);
  return code;
}

static int write_all(session *s) {
  int code = QN_EXIT_OK;
  for (size_t i = 0; i < s->count; ++i) {
    qn_diag diag = {0};
    if (qn_failed(write_file(s, &s->files[i], &diag)))
      code = qn_cli_fail(s->cli, &diag, s->files[i].path, (qn_span){0});
  }
  return code;
}

static int print_report(session *s) {
  qn_buffer out = {0};
  switch (s->options->report) {
  case 1:
    qn_hipify_json(s->files, s->count, &out);
    break;
  case 2:
    qn_hipify_sarif(s->files, s->count, &out);
    break;
  case 3:
    qn_hipify_csv(s->files, s->count, &out);
    break;
  default:
    qn_hipify_stats(s->files, s->count, &out);
  }
  const int code = qn_cli_print(s->cli, &out);
  qn_buffer_finish(&out);
  return code;
}

// 1 when something would change or remains to be done; 2 is for usage errors.
static int check_all(const session *s) {
  size_t changed = 0;
  size_t errors = 0;
  for (size_t i = 0; i < s->count; ++i) {
    changed += s->files[i].result.edit_count != 0;
    errors += count_errors(&s->files[i]);
  }
  qn_cli_done(s->cli, "%zu of %zu files would change, %zu errors", changed,
              s->count, errors);
  return changed || errors ? QN_EXIT_FAILED : QN_EXIT_OK;
}

static int read_rules(session *s) {
  s->silenced[QN_RULE_UNKNOWN] = s->options->amds.quiet_warnings;
  for (size_t i = 0; i < s->options->silence.count; ++i) {
    qn_rule rule;
    const qn_str name = qn_str_from(s->options->silence.items[i]);
    if (qn_rule_find(name, &rule)) {
      s->silenced[rule] = true;
      continue;
    }
    qn_suggestion suggestion;
    qn_suggestion_init(&suggestion, name);
    for (int k = 0; k < QN_RULE_COUNT; ++k)
      qn_suggestion_offer(&suggestion, qn_str_from(qn_rule_name((qn_rule)k)));
    return suggestion.count
               ? qn_cli_usage(s->cli, "no rule '%s'; did you mean '%.*s'?",
                              s->options->silence.items[i],
                              QN_STR_ARG(suggestion.names[0]))
               : qn_cli_usage(s->cli, "no rule '%s'",
                              s->options->silence.items[i]);
  }
  for (size_t i = 0; i < s->options->fixes.count; ++i)
    if (strcmp(s->options->fixes.items[i], "masks") != 0 &&
        strcmp(s->options->fixes.items[i], "ballots") != 0)
      return qn_cli_usage(s->cli, "--fix takes 'masks' or 'ballots', not '%s'",
                          s->options->fixes.items[i]);
  return QN_EXIT_OK;
}

static bool has_fix(const qn_hipify_args *o, const char *what) {
  for (size_t i = 0; i < o->fixes.count; ++i)
    if (strcmp(o->fixes.items[i], what) == 0)
      return true;
  return false;
}

static int check_options(const qn_cli *cli, const qn_hipify_args *o,
                         size_t files) {
  const int targets = (o->output != NULL) + (o->output_dir != NULL) +
                      o->in_place + o->check + o->diff;
  if (targets > 1)
    return qn_cli_usage(cli, "-o, --output-dir, --in-place, --check and --diff "
                             "exclude each other");
  if (o->output && files > 1)
    return qn_cli_usage(cli, "-o takes one file; --output-dir takes several");
  for (size_t i = 0; i < cli->operand_count; ++i)
    if ((o->in_place || o->output_dir) && strcmp(cli->operands[i], "-") == 0)
      return qn_cli_usage(cli, "standard input goes to standard output or -o");
  if (o->backup && !o->in_place)
    return qn_cli_usage(cli, "--backup is for --in-place");
  if (o->reverse && (o->launch || o->fixes.count || o->lint_only || o->hip))
    return qn_cli_usage(cli, "--launch, --fix, --hip and --lint-only are not "
                             "for --reverse");
  if (o->api && !o->reverse)
    return qn_cli_usage(cli, "--api is for --reverse");
  return QN_EXIT_OK;
}

// "sub/k.cu" is included as "sub/k.hip" when the run generates that.
static qn_str rename_header(void *user, qn_str header) {
  static _Thread_local char fresh[PATH_MAX];
  const session *s = user;
  const qn_str name = qn_path_name(header);
  const qn_str old = qn_str_from(old_extension(s));
  if (!qn_str_equal(qn_path_extension(header), old) ||
      header.size + 8 > sizeof(fresh))
    return (qn_str){0};
  for (size_t i = 0; i < s->in.count; ++i)
    if (qn_str_equal(qn_path_name(qn_str_from(s->in.paths[i])), name)) {
      snprintf(fresh, sizeof(fresh), "%.*s%s", (int)(header.size - old.size),
               header.data, new_extension(s, s->in.paths[i]));
      return qn_str_from(fresh);
    }
  return (qn_str){0};
}

static int run_session(session *s) {
  const qn_hipify_args *o = s->options;
  qn_diag diag = {0};
  for (size_t i = 0; i < s->cli->operand_count; ++i)
    qn_hipify_files_add(&s->in, s->cli->operands[i]);
  if (o->compile_commands &&
      qn_failed(qn_hipify_files_commands(&s->in, o->compile_commands, &diag)))
    return qn_cli_fail(s->cli, &diag, o->compile_commands, (qn_span){0});
  int code = check_options(s->cli, o, s->in.count);
  if (!o->no_follow && !o->output &&
      (o->output_dir || o->in_place || o->check || o->diff ||
       o->compile_commands))
    qn_hipify_files_follow(&s->in);
  if (s->in.kept.count)
    qn_cli_done(s->cli,
                "%zu files of CUDA's Thrust, CUB or libcu++ stay as "
                "they are",
                s->in.kept.count);
  if (o->compile_commands)
    find_root(s);
  unsigned release = 0;
  if (code == QN_EXIT_OK)
    code = read_rules(s);
  if (code == QN_EXIT_OK)
    code = qn_hipify_release(s->cli, o->hip, &release);
  if (code != QN_EXIT_OK)
    return code;
  const bool summarised = o->stats || o->report;
  if (s->in.count > 1 && !summarised && !s->as_amds && !o->amds.no_output &&
      !o->output_dir && !o->in_place && !o->check && !o->diff && !o->lint_only)
    return qn_cli_usage(s->cli, "several files need --in-place, --output-dir, "
                                "--check or --diff");
  s->translation = (qn_hipify_options){
      .launch = (qn_launch_mode)o->launch,
      .live_only = o->preprocessor == 1,
      .defines = o->defines.items,
      .define_count = o->defines.count,
      .undefined = o->undefined.items,
      .undefined_count = o->undefined.count,
      .release = release,
      .libraries = o->roc      ? QN_LIBRARIES_ROC
                   : o->miopen ? QN_LIBRARIES_MIOPEN
                               : QN_LIBRARIES_HIP,
      .reverse = o->reverse,
      .api = (qn_hip_api)o->api,
      .lint_only = o->lint_only,
      .fix_masks = has_fix(o, "masks"),
      .fix_ballots = has_fix(o, "ballots"),
      .comments = o->comments,
      .api_strings = o->strings == 1 || o->strings == 3,
      .kernel_strings = o->strings >= 2,
      .silenced = s->silenced,
      .rename_header = o->output_dir ? rename_header : NULL,
      .user = s,
      .kernels = &s->kernels,
  };
  if (qn_failed(note_others(s, &diag)))
    return qn_cli_fail(s->cli, &diag, NULL, (qn_span){0});
  code = translate_all(s);
  if (!o->report)
    for (size_t i = 0; i < s->count; ++i)
      report_findings(s, &s->files[i]);
  int done = QN_EXIT_OK;
  if (o->check)
    done = check_all(s);
  else if (!o->lint_only && !o->amds.no_output &&
           (!summarised || o->in_place || o->output_dir || o->output ||
            o->diff))
    done = write_all(s);
  const int figures = qn_amds_figures(s->cli, o, s->files, s->count);
  done = done == QN_EXIT_OK ? figures : done;
  if (summarised) {
    const int printed = print_report(s);
    done = done == QN_EXIT_OK ? printed : done;
  }
  return code != QN_EXIT_OK ? code : done;
}

static int run_hipify(qn_cli *cli, const void *given) {
  qn_hipify_args args = *(const qn_hipify_args *)given;
  if (args.explain)
    return qn_explain(cli, args.explain);
  if (args.amds.version)
    return qn_amds_version(cli);
  session s = {.cli = cli,
               .options = &args,
               .in = {.globs = &args.globs, .excludes = &args.excludes}};
  s.as_clang = strcmp(cli->program, "hipify-clang") == 0;
  s.as_amds = s.as_clang || strcmp(cli->program, "hipify-perl") == 0;
  if (s.as_clang) {
    cli->operand_count = qn_amds_count_sources(cli);
    args.no_follow = true;
  }
  int code = qn_amds_read(cli, &args, &s.arena);
  s.as_clang &= !args.in_place;
  if (code == QN_EXIT_OK && args.reverse && (args.roc || args.miopen))
    code = qn_cli_usage(cli, "--roc and --miopen are not for --reverse");
  if (code == QN_EXIT_OK && !cli->operand_count && !args.compile_commands)
    code = qn_cli_usage(cli, "no file; '-' reads standard input");
  if (code == QN_EXIT_OK)
    code = run_session(&s);
  for (size_t i = 0; i < s.count; ++i) {
    qn_hipify_finish(&s.files[i].result);
    qn_file_close(&s.inputs[i]);
  }
  qn_free(s.files);
  qn_free(s.inputs);
  qn_map_finish(&s.kernels);
  qn_hipify_classes_finish(&s.classes);
  qn_arena_finish(&s.arena);
  qn_hipify_files_finish(&s.in);
  return code;
}

#define FIELD(name) offsetof(qn_hipify_args, name)

static const qn_opt hipify_opts[] = {
    {"output", 'o', QN_OPT_STRING, FIELD(output), "FILE",
     "write the translation here; standard output without it", "Output", NULL,
     NULL, 0, 0, 0},
    {"output-dir", 0, QN_OPT_STRING, FIELD(output_dir), "DIR",
     "write the translations into a tree; k.cu becomes k.hip, or back",
     "Output", NULL, NULL, 0, 0, 0},
    {"in-place", 'i', QN_OPT_FLAG, FIELD(in_place), NULL, "replace the files",
     "Output", NULL, NULL, 0, 0, 0},
    {"backup", 0, QN_OPT_STRING, FIELD(backup), "SUFFIX",
     "keep the old file under its name and this", "Output", NULL, NULL, 0, 0,
     0},
    {"check", 0, QN_OPT_FLAG, FIELD(check), NULL,
     "write nothing; exit with 1 when something would change", "Output", NULL,
     NULL, 0, 0, 0},
    {"diff", 0, QN_OPT_FLAG, FIELD(diff), NULL,
     "print what would change as a unified diff", "Output", NULL, NULL, 0, 0,
     0},
    {"stats", 0, QN_OPT_FLAG, FIELD(stats), NULL,
     "print how often each name occurs, and what is left", "Output", NULL, NULL,
     0, 0, 0},
    {"report", 0, QN_OPT_CHOICE, FIELD(report), "FORMAT",
     "print the findings in a form for programs", "Output", "none",
     "none|json|sarif|csv", 0, 0, 0},
    {"launch", 0, QN_OPT_CHOICE, FIELD(launch), "MODE",
     "what becomes of <<<>>>: it stays, becomes hipLaunchKernelGGL, or "
     "hipLaunchKernel",
     "Translation", "keep", "keep|ggl|api", 0, 0, 0},
    {"hip", 0, QN_OPT_STRING, FIELD(hip), "RELEASE",
     "the release of HIP whose names are used, such as 5.7, 6.4 or 6.x, or "
     "installed, for that of this machine's headers; the newest without it",
     "Translation", NULL, NULL, 0, 0, 0},
    {"roc", 0, QN_OPT_FLAG, FIELD(roc), NULL,
     "AMD's own libraries in place of HIP's: rocBLAS, rocSPARSE, rocSOLVER, "
     "rocRAND and MIOpen\n"
     "Functions that take other arguments there are reported, and stay.",
     "Translation", NULL, NULL, 0, 0, QN_OPT_ONE_DASH},
    {"miopen", 0, QN_OPT_FLAG, FIELD(miopen), NULL, "MIOpen in place of hipDNN",
     "Translation", NULL, NULL, 0, 0, QN_OPT_ONE_DASH},
    {"reverse", 0, QN_OPT_FLAG, FIELD(reverse), NULL,
     "translate HIP to CUDA: what has no counterpart there is reported",
     "Translation", NULL, NULL, 0, 0, 0},
    {"api", 0, QN_OPT_CHOICE, FIELD(api), "API",
     "with --reverse, what becomes of names that both of CUDA's APIs have: the "
     "driver's in files that use only that, the runtime's, or the driver's",
     "Translation", "auto", "auto|runtime|driver", 0, 0, 0},
    {"pp", 0, QN_OPT_CHOICE, FIELD(preprocessor), "WHICH",
     "branches of #if that are translated: all, or those that live",
     "Translation", "all", "all|live", 0, 0, 0},
    {NULL, 'D', QN_OPT_LIST, FIELD(defines), "NAME[=VALUE]",
     "a macro that --pp=live knows", "Translation", NULL, NULL, 0, 0, 0},
    {NULL, 'U', QN_OPT_LIST, FIELD(undefined), "NAME",
     "a macro that --pp=live knows not to be defined", "Translation", NULL,
     NULL, 0, 0, 0},
    {"fix", 0, QN_OPT_LIST, FIELD(fixes), "WHAT",
     "also mend what is found: masks of warp operations, or ballots whose bits "
     "are counted",
     "Translation", NULL, NULL, 0, 0, 0},
    {"comments", 0, QN_OPT_FLAG, FIELD(comments), NULL,
     "translate names in comments too", "Translation", NULL, NULL, 0, 0, 0},
    {"strings", 0, QN_OPT_CHOICE, FIELD(strings), "WHICH",
     "strings that are translated: none, functions' names that are looked up, "
     "as by dlsym, kernels for nvrtc, or both",
     "Translation", "none", "none|api|kernels|all", 0, 0, 0},
    {"lint-only", 0, QN_OPT_FLAG, FIELD(lint_only), NULL,
     "find what is not portable, change nothing; for HIP sources too",
     "Translation", NULL, NULL, 0, 0, 0},
    {"silence", 0, QN_OPT_LIST, FIELD(silence), "RULE",
     "do not report a rule, such as hipify-warp-mask", "Translation", NULL,
     NULL, 0, 0, 0},
    {"glob", 0, QN_OPT_LIST, FIELD(globs), "PATTERN",
     "which files of folders, instead of all C++ and CUDA sources", "Files",
     NULL, NULL, 0, 0, 0},
    {"exclude", 0, QN_OPT_LIST, FIELD(excludes), "PATTERN",
     "files and folders to leave alone", "Files", NULL, NULL, 0, 0, 0},
    {"compile-commands", 0, QN_OPT_STRING, FIELD(compile_commands), "FILE",
     "translate the sources of a compile_commands.json", "Files", NULL, NULL, 0,
     0, 0},
    {"no-follow", 0, QN_OPT_FLAG, FIELD(no_follow), NULL,
     "with --output-dir, --in-place, --check, --diff or --compile-commands, "
     "leave out headers that are only included",
     "Files", NULL, NULL, 0, 0, 0},
    {"jobs", 'j', QN_OPT_INT, FIELD(jobs), "N",
     "files translated at a time; 0 is one per CPU", "Files", "0", NULL, 0, 64,
     0},
    {"explain", 0, QN_OPT_STRING, FIELD(explain), "NAME",
     "say what is known of a name of CUDA's or HIP's, or of a rule", "Files",
     NULL, NULL, 0, 0, 0},
// What scripts give to hipify-perl and hipify-clang, with one dash or two.
#define AMDS_OPTION(name, letter, kind, field, value)                          \
  {name,    letter,                                                            \
   kind,    FIELD(field),                                                      \
   value,   "as AMD's tools have it",                                          \
   "Files", NULL,                                                              \
   NULL,    0,                                                                 \
   0,       QN_OPT_ONE_DASH | QN_OPT_HIDDEN}
#define AMDS(name, letter, kind, field)                                        \
  AMDS_OPTION(name, letter, kind, field, "VALUE")
#define AMDS_FLAG(name, field) AMDS_OPTION(name, 0, QN_OPT_FLAG, field, NULL)
#define AMDS_IGNORED(name) AMDS(name, 0, QN_OPT_LIST, amds.ignored_values)
    AMDS("o-dir", 0, QN_OPT_STRING, output_dir),
    AMDS("exclude-dirs", 0, QN_OPT_LIST, amds.excludes),
    AMDS("exclude-files", 0, QN_OPT_LIST, amds.excludes),
    AMDS("exclude-path", 0, QN_OPT_LIST, amds.excludes),
    AMDS("whitelist", 0, QN_OPT_LIST, amds.whitelist),
    AMDS("o-stats", 0, QN_OPT_STRING, amds.stats_file),
    AMDS(NULL, 'p', QN_OPT_STRING, amds.build_folder),
    AMDS_FLAG("inplace", amds.replace),
    AMDS_FLAG("no-backup", amds.no_backup),
    AMDS_FLAG("no-output", amds.no_output),
    AMDS_FLAG("examine", amds.examine),
    AMDS_FLAG("print-stats", amds.print_stats),
    AMDS_FLAG("print-stats-csv", amds.print_csv),
    AMDS_FLAG("quiet-warnings", amds.quiet_warnings),
    AMDS_FLAG("default-preprocessor", amds.live_only),
    AMDS_FLAG("skip-excluded-preprocessor-conditional-blocks", amds.live_only),
    AMDS_FLAG("hip-kernel-execution-syntax", amds.as_calls),
    AMDS_FLAG("version", amds.version),
    AMDS_FLAG("versions", amds.version),
    AMDS_FLAG("md", amds.tables),
    AMDS_FLAG("csv", amds.tables),
    AMDS_FLAG("perl", amds.tables),
    AMDS_FLAG("python", amds.tables),
    AMDS_FLAG("cuda-kernel-execution-syntax", amds.ignored),
    AMDS_FLAG("experimental", amds.ignored),
    AMDS_FLAG("amap", amds.ignored),
    AMDS_FLAG("save-temps", amds.ignored),
    AMDS_FLAG("show-progress", amds.ignored),
    AMDS_FLAG("no-undocumented-features", amds.ignored),
    AMDS_FLAG("no-warnings-on-undocumented-features", amds.ignored),
    AMDS(NULL, 'I', QN_OPT_LIST, amds.ignored_values),
    AMDS_IGNORED("include-path"),
    AMDS_IGNORED("cuda-path"),
    AMDS_IGNORED("hip-path"),
    AMDS_IGNORED("cuda-gpu-arch"),
    AMDS_IGNORED("clang-resource-directory"),
    AMDS_IGNORED("extra-arg"),
    AMDS_IGNORED("extra-arg-before"),
    AMDS_IGNORED("temp-dir"),
    AMDS_IGNORED("doc-format"),
    AMDS_IGNORED("doc-roc"),
    AMDS_IGNORED("o-hipify-perl-dir"),
    AMDS_IGNORED("o-python-map-dir"),
    {0},
};

const qn_command qn_command_hipify = {
    .name = "hipify",
    .group = "make",
    .summary = "translate CUDA sources to HIP",
    .operands = "FILE|DIR...",
    .min_operands = 0,
    .max_operands = UINT_MAX,
    .examples =
        "quern hipify k.cu -o k.hip\n"
        "quern hipify --check --stats src/     # how much is there to do?\n"
        "quern hipify --in-place --backup .orig src/\n"
        "quern hipify --launch ggl --diff k.cu\n"
        "quern hipify --reverse k.hip -o k.cu\n"
        "quern hipify --explain cudaMemcpyToSymbol",
    .description =
        "Names, headers and arguments of calls become HIP's; launches stay as "
        "they are, which HIP compilers take, or become calls. Nothing else "
        "changes, byte for byte, and translating twice changes nothing more. "
        "No CUDA installation is needed, and none is looked at.\n"
        "What has no counterpart, and what is right on NVIDIA's GPUs and wrong "
        "where a wave has 64 lanes, is reported with its place, and "
        "'--explain RULE' says more. Programs compile with 'quern cc' without "
        "translation; hipify is for those who want to own HIP sources.\n"
        "'--reverse' goes back to CUDA, as far as both have the same.",
    .programs = "hipify-perl|hipify-clang",
    .opts = hipify_opts,
    .opts_size = sizeof(qn_hipify_args),
    .run = run_hipify,
};
