// SPDX-License-Identifier: Apache-2.0
#include "compile/messages.h"

#include "base/arena.h"
#include "base/buffer.h"

// ---- Lines

// A line that begins a diagnostic: "[gfx942, sm_80] a.cu:1:2: error: text".
typedef struct head {
  quern_severity severity;
  qn_str targets, file, text;
  uint32_t line, column;
} head;

static const struct {
  const char *word;
  quern_severity severity;
} words[] = {
    {"fatal error: ", QUERN_ERROR},
    {"error: ", QUERN_ERROR},
    {"warning: ", QUERN_WARNING},
    {"note: ", QUERN_NOTE},
};
enum { WORD_COUNT = sizeof(words) / sizeof(words[0]) };

// Cuts ":12" off the end; false when there is none.
static bool cut_number(qn_str *text, uint32_t *out_number) {
  uint64_t number = 0, scale = 1;
  size_t at = text->size;
  while (at && text->data[at - 1] >= '0' && text->data[at - 1] <= '9' &&
         scale < UINT32_MAX) {
    number += scale * (uint64_t)(text->data[--at] - '0');
    scale *= 10;
  }
  if (at == text->size || !at || text->data[at - 1] != ':' ||
      number > UINT32_MAX)
    return false;
  *out_number = (uint32_t)number;
  text->size = at - 1;
  return true;
}

// "a.cu:1:2", "a.cu:1", or the name of a program, which is no place.
static void read_place(qn_str place, head *out) {
  uint32_t last, line;
  out->file = place;
  if (!cut_number(&out->file, &last))
    return;
  out->line = last;
  if (cut_number(&out->file, &line)) {
    out->line = line;
    out->column = line ? last : 0; // lines count from 1
  }
}

// The first of the words that is at the start or after ": ".
static bool find_word(qn_str line, size_t *out_at, size_t *out_word) {
  for (size_t at = 0; at < line.size; ++at) {
    const bool may = at == 0 || (at >= 2 && line.data[at - 1] == ' ' &&
                                 line.data[at - 2] == ':');
    for (size_t i = 0; may && i < WORD_COUNT; ++i)
      if (qn_str_starts(qn_str_skip(line, at), qn_str_from(words[i].word))) {
        *out_at = at;
        *out_word = i;
        return true;
      }
  }
  return false;
}

static bool read_head(qn_str line, head *out) {
  size_t at, word;
  *out = (head){0};
  if (qn_str_starts(line, QN_STR("["))) {
    const size_t end = qn_str_find(line, ']');
    if (end + 1 < line.size && line.data[end + 1] == ' ') {
      out->targets = (qn_str){line.data + 1, end - 1};
      line = qn_str_skip(line, end + 2);
    }
  }
  if (!line.size || line.data[0] == ' ' || !find_word(line, &at, &word))
    return false;
  out->severity = words[word].severity;
  out->text = qn_str_skip(line, at + strlen(words[word].word));
  if (at)
    read_place((qn_str){line.data, at - 2}, out);
  return true;
}

// "error[malformed]: text" is the tool's own.
static bool read_failure(qn_str line, qn_diag *out) {
  const qn_str rest =
      qn_str_skip(line, qn_str_starts(line, QN_STR("error[")) ? 6 : line.size);
  const size_t end = qn_str_find(rest, ']');
  const qn_str name = {rest.data, end};
  if (end + 2 >= rest.size)
    return false;
  for (int code = QN_E_ARGUMENT; code <= QN_E_INTERNAL; ++code)
    if (qn_str_equal(name, qn_str_from(qn_code_name((qn_code)code)))) {
      const qn_str text = qn_str_skip(rest, end + 3);
      (void)qn_fail(out, (qn_code)code, QN_NOWHERE, "%.*s", QN_STR_ARG(text));
      return true;
    }
  return false;
}

// ---- Messages

typedef struct reading {
  quern_diagnostic_fn *visit;
  void *user;
  qn_diag *failure; // of the tool
  qn_diag first;    // the first error of a compiler
  bool is_open;     // a diagnostic waits for more lines
  bool in_failure;  // the lines before were the tool's
  head head;
  qn_buffer excerpt;
  bool memory;
} reading;

static void close_diagnostic(reading *r) {
  if (!r->is_open)
    return;
  qn_arena arena = {0};
  const head *h = &r->head;
  const quern_diagnostic diagnostic = {
      .size = sizeof(diagnostic),
      .severity = h->severity,
      .line = h->line,
      .column = h->column,
      .file = qn_arena_copy(&arena, h->file).data,
      .targets = qn_arena_copy(&arena, h->targets).data,
      .text = qn_arena_copy(&arena, h->text).data,
      .excerpt = qn_arena_copy(&arena, qn_buffer_str(&r->excerpt)).data,
  };
  if (!diagnostic.file || !diagnostic.targets || !diagnostic.text ||
      !diagnostic.excerpt || r->excerpt.failed)
    r->memory = true;
  else if (r->visit)
    r->visit(r->user, &diagnostic);
  qn_arena_finish(&arena);
  qn_buffer_clear(&r->excerpt);
  r->is_open = false;
}

static void note_first(reading *r, const head *h) {
  if (h->severity != QUERN_ERROR || r->first.code != QN_OK)
    return;
  const qn_place place = {
      .offset = UINT64_MAX, .line = h->line, .column = h->column};
  if (h->line)
    (void)qn_fail(&r->first, QN_E_TOOLCHAIN, place, "%.*s:%u:%u: %.*s",
                  QN_STR_ARG(h->file), h->line, h->column, QN_STR_ARG(h->text));
  else
    (void)qn_fail(&r->first, QN_E_TOOLCHAIN, place, "%.*s",
                  QN_STR_ARG(h->text));
}

static void read_line(reading *r, qn_str line) {
  head h;
  const qn_str hint = QN_STR("   = hint: "), context = QN_STR("   = while ");
  if (read_failure(line, r->failure)) {
    close_diagnostic(r);
    r->in_failure = true;
  } else if (read_head(line, &h)) {
    close_diagnostic(r);
    note_first(r, &h);
    r->head = h;
    r->is_open = true;
    r->in_failure = false;
  } else if (r->in_failure && qn_str_starts(line, hint)) {
    const qn_str text = qn_str_skip(line, hint.size);
    if (!r->failure->hint[0])
      qn_diag_hint(r->failure, "%.*s", QN_STR_ARG(text));
  } else if (r->in_failure && qn_str_starts(line, context)) {
    const qn_str text = qn_str_skip(line, context.size);
    qn_diag_context(r->failure, "%.*s", QN_STR_ARG(text));
  } else if (r->is_open && line.size && line.data[0] == ' ') {
    qn_buffer_printf(&r->excerpt, "%.*s\n", QN_STR_ARG(line));
  } else {
    close_diagnostic(r); // a count of errors, an inclusion stack, ...
  }
}

qn_status qn_messages_read(qn_str printed, quern_diagnostic_fn *visit,
                           void *user, qn_diag *out_failure, qn_diag *diag) {
  reading r = {.visit = visit, .user = user, .failure = out_failure};
  qn_str rest = printed, line;
  while (rest.size && qn_str_split(&rest, '\n', &line))
    read_line(&r, line);
  close_diagnostic(&r);
  qn_buffer_finish(&r.excerpt);
  // What a compiler says of a place says more than that it failed.
  if (r.first.code != QN_OK &&
      (out_failure->code == QN_OK || out_failure->code == QN_E_TOOLCHAIN)) {
    memcpy(r.first.context, out_failure->context, sizeof(r.first.context));
    memcpy(r.first.hint, out_failure->hint, sizeof(r.first.hint));
    *out_failure = r.first;
  }
  return r.memory ? qn_fail_memory(diag, "the compilers' messages") : qn_ok();
}
