// SPDX-License-Identifier: Apache-2.0
// One log of SARIF 2.1.0. tests/check/sarif.py has the rules of its schema, and
// of those who show such logs, that are kept.
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "quern/version.h"
#include "runtime/check/print.h"

typedef struct writer {
  qn_out *o;
  const qn_check_log *log;
} writer;

static const char base_id[] = "%SRCROOT%"; // by the usual name

// ---- Texts

// Braces stand for arguments there, and are written twice, as lambdas have
// them.
static void write_message(const writer *w, const char *key, qn_str text) {
  qn_buffer b = {0};
  for (size_t i = 0; i < text.size; ++i) {
    const char c = text.data[i];
    qn_buffer_append(&b, &c, 1);
    if (c == '{' || c == '}')
      qn_buffer_append(&b, &c, 1);
  }
  qn_out_begin(w->o, key);
  qn_out_str(w->o, "text", qn_buffer_str(&b));
  qn_out_end(w->o);
  qn_buffer_finish(&b);
}

static void write_text(const writer *w, const char *key, const char *text) {
  write_message(w, key, qn_str_from(text));
}

// ---- Places

static bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || (c && strchr("-._~/", c));
}

static void append_encoded(qn_buffer *b, qn_str path) {
  for (size_t i = 0; i < path.size; ++i) {
    const char c = path.data[i];
    if (is_plain(c))
      qn_buffer_append(b, &c, 1);
    else
      qn_buffer_printf(b, "%%%02X", (unsigned)(unsigned char)c);
  }
}

// Services find files by paths below the root; others are of the machine.
static void write_artifact(const writer *w, const char *key, qn_str path) {
  qn_buffer b = {0};
  const qn_str root = qn_str_from(w->log->root);
  const bool below = root.size && path.size > root.size + 1 &&
                     memcmp(path.data, root.data, root.size) == 0 &&
                     path.data[root.size] == '/';
  if (below)
    path = qn_str_skip(path, root.size + 1);
  const bool whole = path.size && path.data[0] == '/';
  if (whole)
    qn_buffer_append_str(&b, QN_STR("file://"));
  append_encoded(&b, path);
  qn_out_begin(w->o, key);
  qn_out_str(w->o, "uri", qn_buffer_str(&b));
  if (!whole)
    qn_out_text(w->o, "uriBaseId", base_id);
  qn_out_end(w->o);
  qn_buffer_finish(&b);
}

// A physical location; key NULL in arrays. Lines and columns begin at 1, and 0
// is what a compiler makes of code of no line.
static void write_location(const writer *w, const char *key,
                           const qn_check_frame *f, const char *message) {
  qn_out *o = w->o;
  qn_out_begin(o, key);
  qn_out_begin(o, "physicalLocation");
  write_artifact(w, "artifactLocation", f->file);
  if (f->line) {
    qn_out_begin(o, "region");
    qn_out_uint(o, "startLine", f->line);
    if (f->column)
      qn_out_uint(o, "startColumn", f->column);
    qn_out_end(o);
  }
  qn_out_end(o);
  if (message)
    write_text(w, "message", message);
  qn_out_end(o);
}

static void write_related(const writer *w, const qn_check_shown *s) {
  qn_out_begin_array(w->o, "relatedLocations");
  if (s->finding.side_count > 1 && s->sides[1].count)
    write_location(w, NULL, &s->sides[1].frames[0], s->finding.sides[1].verb);
  if (s->kernel[0] && s->launched.count)
    write_location(w, NULL, &s->launched.frames[0], "launched here");
  if (s->made.count)
    write_location(w, NULL, &s->made.frames[0], "allocated here");
  if (s->freed.count)
    write_location(w, NULL, &s->freed.frames[0], "freed here");
  qn_out_end_array(w->o);
}

static void write_stack(const writer *w, const qn_check_trace *t) {
  qn_out *o = w->o;
  qn_out_begin_array(o, "stacks");
  if (t->count) {
    qn_out_begin(o, NULL);
    qn_out_begin_array(o, "frames");
    for (size_t i = 0; i < t->count; ++i) {
      qn_out_begin(o, NULL);
      write_location(w, "location", &t->frames[i], NULL);
      qn_out_end(o);
    }
    qn_out_end_array(o);
    qn_out_end(o);
  }
  qn_out_end_array(o);
}

// ---- The log

// Services want a place of each result: without a line the program is it.
static void write_result(const writer *w, const qn_check_shown *s) {
  char text[640];
  qn_out *o = w->o;
  const qn_check_frame program = {.file = qn_str_from(w->log->program)};
  const qn_check_frame *first = qn_check_first_frame(s);
  qn_out_begin(o, NULL);
  qn_out_text(o, "ruleId", qn_check_rule_at(s->finding.rule)->name);
  qn_out_uint(o, "ruleIndex", (uint64_t)s->finding.rule);
  qn_out_text(o, "level", "error");
  snprintf(text, sizeof(text), "%s%s%s%s", s->finding.message,
           s->kernel[0] ? " in kernel '" : "", s->kernel,
           s->kernel[0] ? "'" : "");
  write_text(w, "message", text);
  qn_out_begin_array(o, "locations");
  write_location(w, NULL, first ? first : &program, NULL);
  qn_out_end_array(o);
  write_related(w, s);
  write_stack(w, &s->sides[0]);
  qn_out_uint(o, "occurrenceCount", s->repeats + 1);
  qn_out_end(o);
}

static void write_rules(const writer *w) {
  qn_out *o = w->o;
  qn_out_begin_array(o, "rules");
  for (int i = 0; i < QN_CHECK_RULE_COUNT; ++i) {
    const qn_check_rule_row *row = qn_check_rule_at((qn_check_rule)i);
    qn_out_begin(o, NULL);
    qn_out_text(o, "id", row->name);
    write_text(w, "shortDescription", row->meaning);
    write_text(w, "help", row->hint);
    qn_out_end(o);
  }
  qn_out_end_array(o);
}

static void write_tool(const writer *w) {
  qn_out *o = w->o;
  qn_out_begin(o, "tool");
  qn_out_begin(o, "driver");
  qn_out_text(o, "name", "quern check");
  qn_out_text(o, "version", QUERN_VERSION);
  write_rules(w);
  qn_out_end(o);
  qn_out_end(o);
}

// What paths of places are beside: a folder, and so with a "/" at its end.
static void write_root(const writer *w) {
  qn_buffer b = {0};
  const qn_str root = qn_str_from(w->log->root);
  qn_buffer_append_str(&b, QN_STR("file://"));
  append_encoded(&b, root);
  if (!root.size || root.data[root.size - 1] != '/')
    qn_buffer_append_str(&b, QN_STR("/"));
  qn_out_begin(w->o, "originalUriBaseIds");
  qn_out_begin(w->o, base_id);
  qn_out_str(w->o, "uri", qn_buffer_str(&b));
  qn_out_end(w->o);
  qn_out_end(w->o);
  qn_buffer_finish(&b);
}

void qn_check_print_sarif(qn_out *o, const qn_check_log *log) {
  const writer w = {o, log};
  qn_out_begin(o, NULL);
  qn_out_text(o, "version", "2.1.0");
  qn_out_text(o, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
  qn_out_begin_array(o, "runs");
  qn_out_begin(o, NULL);
  write_tool(&w);
  write_root(&w);
  qn_out_begin_array(o, "results");
  for (size_t i = 0; i < log->count; ++i)
    write_result(&w, log->all[i]);
  qn_out_end_array(o);
  qn_out_end(o);
  qn_out_end_array(o);
  qn_out_end(o);
}
