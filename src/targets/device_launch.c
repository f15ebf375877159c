// SPDX-License-Identifier: Apache-2.0
#include "targets/device_launch.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/system/file.h"
#include "base/text.h"
#include "targets/headers.h"

enum { SOURCE_MAX = 64 * 1024 * 1024, CONDITIONS_MAX = 32 };

typedef struct scan {
  const char *at, *end;
  const char *copied; // up to here the text is in `out`
  qn_buffer *out;     // may be NULL
  bool kernels;       // all bodies of these, with launches or without
  bool found;
} scan;

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool starts(const scan *s, const char *text) {
  const size_t size = strlen(text);
  return (size_t)(s->end - s->at) >= size && memcmp(s->at, text, size) == 0;
}

static void skip_to(scan *s, const char *text) {
  while (s->at < s->end && !starts(s, text))
    ++s->at;
  s->at += s->at < s->end ? strlen(text) : 0;
}

static void skip_line(scan *s) {
  while (s->at < s->end && *s->at != '\n')
    s->at += *s->at == '\\' && s->at + 1 < s->end ? 2 : 1;
}

static void skip_quoted(scan *s) {
  const char quote = *s->at++;
  while (s->at < s->end && *s->at != quote && *s->at != '\n')
    s->at += *s->at == '\\' && s->at + 1 < s->end ? 2 : 1;
  s->at += s->at < s->end;
}

// R"x( ... )x"
static void skip_raw(scan *s) {
  char end[20] = {')'};
  size_t size = 1;
  for (s->at += 2; s->at < s->end && *s->at != '(' && size < 18; ++s->at)
    end[size++] = *s->at;
  end[size] = '"';
  skip_to(s, end);
}

static bool begins_line(const char *at, const char *begin) {
  while (at > begin && (at[-1] == ' ' || at[-1] == '\t'))
    --at;
  return at == begin || at[-1] == '\n';
}

// Skips a comment, a literal or a directive; false when there is none.
static bool skip_aside(scan *s, const char *begin) {
  const char before = s->at > begin ? s->at[-1] : '\n';
  if (starts(s, "//") || (*s->at == '#' && begins_line(s->at, begin)))
    skip_line(s);
  else if (starts(s, "/*"))
    skip_to(s, "*/");
  else if (starts(s, "R\"") && !is_word(before))
    skip_raw(s);
  else if (*s->at == '"' || (*s->at == '\'' && !isdigit((unsigned char)before)))
    skip_quoted(s);
  else
    return false;
  return true;
}

static bool has_word(const char *at, const char *end, const char *word) {
  const size_t size = strlen(word);
  bool within = false; // a longer word
  for (; (size_t)(end - at) >= size; ++at) {
    if (!within && memcmp(at, word, size) == 0 &&
        (at + size == end || !is_word(at[size])))
      return true;
    within = is_word(*at);
  }
  return false;
}

// Braces that are open, where branches of the preprocessor have some of their
// own: each branch begins with as many as the first one.
typedef struct braces {
  size_t depth;
  size_t at_if[CONDITIONS_MAX]; // by conditions within the body
  size_t conditions;
  bool crosses; // a condition that begins or ends outside of the body
} braces;

static bool is_directive(const scan *s, const char *begin, const char *name) {
  const char *at = s->at;
  const size_t size = strlen(name);
  if (*at != '#' || !begins_line(at, begin))
    return false;
  for (++at; at < s->end && (*at == ' ' || *at == '\t'); ++at) {
  }
  return (size_t)(s->end - at) > size && memcmp(at, name, size) == 0;
}

static void note_condition(braces *b, const scan *s, const char *begin) {
  const size_t inner = b->conditions;
  if (is_directive(s, begin, "if")) {
    if (inner < CONDITIONS_MAX)
      b->at_if[inner] = b->depth;
    ++b->conditions;
  } else if (is_directive(s, begin, "el")) { // else, elif
    // Without a condition in the body, the branch has a head of its own.
    b->crosses = b->crosses || !inner;
    b->depth = !inner                    ? 0
               : inner <= CONDITIONS_MAX ? b->at_if[inner - 1]
                                         : b->depth;
  } else if (is_directive(s, begin, "endif")) {
    b->crosses = b->crosses || !inner;
    b->conditions -= inner != 0;
  }
}

// Behind the brace that closes the one at `s`; whether it can be blanked (not
// where braces do not match, or conditions do not), and should be: `wanted`, or
// for a launch in it.
static bool skip_body(scan *s, const char *begin, bool wanted) {
  braces b = {0};
  while (s->at < s->end) {
    note_condition(&b, s, begin);
    if (skip_aside(s, begin))
      continue;
    if (starts(s, "<<<"))
      wanted = true;
    const bool closes = *s->at == '}';
    b.depth += *s->at == '{';
    b.depth -= closes && b.depth;
    ++s->at;
    if (closes && !b.depth)
      return wanted && !b.crosses && !b.conditions;
  }
  return false;
}

static void copy_to(scan *s, const char *to) {
  if (s->out)
    qn_buffer_append(s->out, s->copied, (size_t)(to - s->copied));
  s->copied = to;
}

// Blanks what stands in the braces; a body without a return must say that it is
// never run.
static void blank(scan *s, const char *open, const char *close) {
  copy_to(s, open + 1);
  if (!s->out)
    return;
  qn_buffer_printf(s->out, "__builtin_unreachable();");
  for (const char *at = open + 1; at < close; ++at)
    if (*at == '\n')
      qn_buffer_append(s->out, "\n", 1);
  s->copied = close;
}

// At a brace, behind `head`. Bodies of functions are skipped, others are read.
static void read_brace(scan *s, const char *head, const char *begin) {
  const char *open = s->at;
  const bool function = memchr(head, '(', (size_t)(open - head)) != NULL &&
                        !has_word(head, open, "namespace");
  if (!function) {
    ++s->at;
    return;
  }
  const bool kernel = has_word(head, open, "__global__");
  const bool blanked = skip_body(s, begin, kernel && s->kernels);
  const bool device = kernel || (has_word(head, open, "__device__") &&
                                 !has_word(head, open, "__host__"));
  if (!blanked || !device)
    return;
  s->found = true;
  blank(s, open, s->at - 1);
}

bool qn_text_launches(qn_span source, bool kernels, qn_buffer *out) {
  const char *begin = (const char *)source.data;
  scan s = {.at = begin,
            .end = begin + source.size,
            .copied = begin,
            .out = out,
            .kernels = kernels};
  const char *head = begin;
  while (s.at < s.end) {
    if (skip_aside(&s, begin))
      continue;
    const char c = *s.at;
    if (c == '{')
      read_brace(&s, head, begin);
    else
      ++s.at;
    if (c == '{' || c == '}' || c == ';')
      head = s.at;
  }
  copy_to(&s, s.end);
  return s.found;
}

bool qn_bare_kernels_help(qn_str said) {
  return qn_text_contains(said, "error: ") &&
         !qn_text_contains(said, "fatal error: ");
}

// ---- Files and what they include

enum { FILES_MAX = 512, DEPTH_MAX = 32 };

// Called for each file with launches; `text` is what the host reads.
typedef qn_status launch_fn(void *user, const char *path, const qn_buffer *text,
                            qn_diag *diag);

typedef struct walk {
  const char *const *words;
  bool kernels;
  launch_fn *visit; // NULL: whether there are any
  void *user;
  qn_arena arena;
  const char *seen[FILES_MAX];
  size_t seen_count;
  bool found;
} walk;

// `name` in a folder, when there is such a file.
static bool find_in(qn_str folder, qn_str name, char out[PATH_MAX]) {
  char path[PATH_MAX];
  const int size = snprintf(path, sizeof(path), "%.*s/%.*s", QN_STR_ARG(folder),
                            QN_STR_ARG(name));
  return size > 0 && size < PATH_MAX && access(path, R_OK) == 0 &&
         qn_path_absolute(path, out);
}

static bool find_header(const walk *w, const char *includer, qn_str name,
                        char out[PATH_MAX]) {
  static const char *const options[] = {"-I", "-iquote"};
  const char *slash = strrchr(includer, '/');
  if (find_in((qn_str){includer, (size_t)(slash - includer)}, name, out))
    return true;
  for (const char *const *word = w->words; word && *word; ++word)
    for (size_t i = 0; i < 2; ++i) {
      const size_t size = strlen(options[i]);
      if (strncmp(*word, options[i], size) != 0)
        continue;
      const char *folder = (*word)[size] ? *word + size : word[1];
      if (folder && find_in(qn_str_from(folder), name, out))
        return true;
    }
  return false;
}

// The name of a line `#include "name"`, or with `all` of `#include <name>`;
// empty for others.
static qn_str included(qn_str line, bool all) {
  const char *at = line.data, *end = line.data + line.size;
  while (at < end && (*at == ' ' || *at == '\t'))
    ++at;
  if (at == end || *at != '#')
    return (qn_str){0};
  ++at;
  while (at < end && (*at == ' ' || *at == '\t'))
    ++at;
  if ((size_t)(end - at) < 7 || memcmp(at, "include", 7) != 0)
    return (qn_str){0};
  at += 7;
  while (at < end && (*at == ' ' || *at == '\t'))
    ++at;
  const char quote = at == end ? ' ' : *at == '<' && all ? '>' : *at;
  const char *close = quote == '"' || quote == '>'
                          ? memchr(at + 1, quote, (size_t)(end - at - 1))
                          : NULL;
  return close ? (qn_str){at + 1, (size_t)(close - at - 1)} : (qn_str){0};
}

// Whether the file, which has an absolute path, is new.
static bool add_seen(walk *w, const char *path) {
  for (size_t i = 0; i < w->seen_count; ++i)
    if (strcmp(w->seen[i], path) == 0)
      return false;
  if (w->seen_count == FILES_MAX)
    return false;
  const qn_str copy = qn_arena_copy(&w->arena, qn_str_from(path));
  w->seen[w->seen_count] = copy.data;
  w->seen_count += copy.data != NULL;
  return copy.data != NULL;
}

static qn_status look_at(walk *w, const char *path, qn_span bytes,
                         qn_diag *diag) {
  qn_buffer text = {0};
  qn_status status = qn_ok();
  if ((qn_text_contains(qn_span_str(bytes), "<<<") ||
       (w->kernels && qn_text_contains(qn_span_str(bytes), "__global__"))) &&
      qn_text_launches(bytes, w->kernels, w->visit ? &text : NULL)) {
    w->found = true;
    if (w->visit)
      status = w->visit(w->user, path, &text, diag);
  }
  qn_buffer_finish(&text);
  return status;
}

static qn_status walk_file(walk *w, const char *path, unsigned depth,
                           qn_diag *diag) {
  char header[PATH_MAX];
  qn_file file;
  if (!add_seen(w, path) ||
      qn_failed(qn_file_open(path, SOURCE_MAX, &file, NULL)))
    return qn_ok(); // clang says why
  qn_status status = look_at(w, path, file.bytes, diag);
  qn_str rest = qn_span_str(file.bytes), line;
  while (!qn_failed(status) && depth && rest.size && !(w->found && !w->visit) &&
         qn_str_split(&rest, '\n', &line)) {
    const qn_str name = included(line, w->kernels);
    if (name.size && find_header(w, path, name, header))
      status = walk_file(w, header, depth - 1, diag);
  }
  qn_file_close(&file);
  return status;
}

static qn_status walk_source(walk *w, const char *source, qn_diag *diag) {
  char path[PATH_MAX];
  // Standard input can be read only once.
  const qn_status status =
      strcmp(source, "-") == 0 || !qn_path_absolute(source, path)
          ? qn_ok()
          : walk_file(w, path, DEPTH_MAX, diag);
  qn_arena_finish(&w->arena);
  return status;
}

bool qn_source_launches(const char *path, const char *const *words) {
  walk w = {.words = words};
  return !qn_failed(walk_source(&w, path, NULL)) && w.found;
}

// ---- The overlay

typedef struct overlay {
  const qn_launch_blanks *params;
  qn_buffer out;
  size_t count;
} overlay;

static qn_status add_blanked(void *user, const char *path,
                             const qn_buffer *text, qn_diag *diag) {
  overlay *o = user;
  char to[PATH_MAX];
  const char *given = o->params->text_path(o->params->user, o->count, path);
  if (!given || !qn_path_absolute(given, to))
    return qn_fail_memory(diag, "a path");
  qn_headers_overlay_entry(&o->out, !o->count++, path, to);
  return qn_file_write(given, qn_buffer_span(text), diag);
}

qn_status qn_source_overlay(const qn_launch_blanks *params, bool *out_made,
                            qn_diag *diag) {
  overlay o = {.params = params};
  walk w = {.words = params->words,
            .kernels = params->kernels,
            .visit = add_blanked,
            .user = &o};
  qn_buffer_printf(&o.out, "{\"version\": 0, \"use-external-names\": false,\n"
                           "\"roots\": [");
  qn_status status = walk_source(&w, params->source, diag);
  qn_buffer_printf(&o.out, "]}\n");
  *out_made = w.found;
  if (!qn_failed(status) && w.found)
    status = qn_file_write(params->overlay_path, qn_buffer_span(&o.out), diag);
  qn_buffer_finish(&o.out);
  return status;
}
