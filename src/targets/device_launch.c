// SPDX-License-Identifier: Apache-2.0
#include "targets/device_launch.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/system/file.h"

enum { SOURCE_MAX = 64 * 1024 * 1024 };

typedef struct scan {
  const char *at, *end;
  const char *copied; // up to here the text is in `out`
  qn_buffer *out;     // may be NULL
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

// Behind the brace that closes the one at `s`; whether there is a launch.
static bool skip_body(scan *s, const char *begin) {
  bool launches = false;
  size_t depth = 0;
  while (s->at < s->end) {
    if (skip_aside(s, begin))
      continue;
    if (starts(s, "<<<"))
      launches = true;
    depth += *s->at == '{';
    depth -= *s->at == '}';
    ++s->at;
    if (!depth)
      break;
  }
  return launches;
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
  const bool launches = skip_body(s, begin);
  const bool device =
      has_word(head, open, "__global__") ||
      (has_word(head, open, "__device__") && !has_word(head, open, "__host__"));
  if (!launches || !device)
    return;
  s->found = true;
  blank(s, open, s->at - 1);
}

bool qn_text_launches(qn_span source, qn_buffer *out) {
  const char *begin = (const char *)source.data;
  scan s = {
      .at = begin, .end = begin + source.size, .copied = begin, .out = out};
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

static bool mentions_launch(qn_span text) {
  for (size_t i = 0; i + 3 <= text.size; ++i)
    if (memcmp(text.data + i, "<<<", 3) == 0)
      return true;
  return false;
}

bool qn_source_launches(const char *path, qn_buffer *out) {
  qn_file file;
  qn_diag diag = {0};
  if (strcmp(path, "-") == 0 || // which can be read only once
      qn_failed(qn_file_open(path, SOURCE_MAX, &file, &diag)))
    return false;
  const bool found =
      mentions_launch(file.bytes) && qn_text_launches(file.bytes, out);
  qn_file_close(&file);
  return found;
}

// ---- The overlay

// As clang's file system names it: absolute, links as they are.
static bool absolute(const char *path, char out[PATH_MAX]) {
  char folder[PATH_MAX];
  if (path[0] == '/')
    return snprintf(out, PATH_MAX, "%s", path) < PATH_MAX;
  return getcwd(folder, sizeof(folder)) &&
         snprintf(out, PATH_MAX, "%s/%s", folder, path) < PATH_MAX;
}

static void put_text(qn_buffer *out, const char *text) {
  qn_buffer_append(out, "\"", 1);
  for (; *text; ++text) {
    if (*text == '"' || *text == '\\')
      qn_buffer_append(out, "\\", 1);
    qn_buffer_append(out, text, 1);
  }
  qn_buffer_append(out, "\"", 1);
}

static qn_status write_overlay(const char *from, const char *to,
                               const char *path, qn_diag *diag) {
  qn_buffer out = {0};
  qn_buffer_printf(&out, "{\"version\": 0, \"use-external-names\": false,\n"
                         "\"roots\": [{\"type\": \"file\", \"name\": ");
  put_text(&out, from);
  qn_buffer_printf(&out, ", \"external-contents\": ");
  put_text(&out, to);
  qn_buffer_printf(&out, "}]}\n");
  const qn_status status = qn_file_write(path, qn_buffer_span(&out), diag);
  qn_buffer_finish(&out);
  return status;
}

qn_status qn_source_overlay(const char *source, const char *text_path,
                            const char *overlay_path, bool *out_made,
                            qn_diag *diag) {
  char from[PATH_MAX], to[PATH_MAX];
  qn_buffer text = {0};
  *out_made = qn_source_launches(source, &text) && absolute(source, from) &&
              absolute(text_path, to);
  qn_status status = qn_ok();
  if (*out_made)
    status = qn_file_write(text_path, qn_buffer_span(&text), diag);
  if (*out_made && !qn_failed(status))
    status = write_overlay(from, to, overlay_path, diag);
  qn_buffer_finish(&text);
  return status;
}
