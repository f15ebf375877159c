// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/print.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const qn_check_rule_row *row_of(const qn_check_shown *s) {
  return qn_check_rule_at(s->finding.rule);
}

static const char *hint_of(const qn_check_shown *s) {
  return s->finding.hint ? s->finding.hint : row_of(s)->hint;
}

const qn_check_frame *qn_check_first_frame(const qn_check_shown *s) {
  if (s->sides[0].count)
    return &s->sides[0].frames[0];
  if (s->launched.count)
    return &s->launched.frames[0];
  return s->made.count ? &s->made.frames[0] : NULL;
}

// ---- Text

// The line of a source, if the file is there; a few bytes at most.
static bool read_line(qn_str path, uint64_t wanted, char *text, size_t size) {
  char name[1024];
  if (path.size >= sizeof(name))
    return false;
  memcpy(name, path.data, path.size);
  name[path.size] = '\0';
  FILE *file = fopen(name, "re");
  if (!file)
    return false;
  bool found = false;
  uint64_t line = 1;
  size_t at = 0;
  for (int c = fgetc(file); c != EOF && line <= wanted; c = fgetc(file)) {
    if (c == '\n') {
      ++line;
    } else if (line == wanted) {
      found = true;
      if (at + 1 < size)
        text[at++] = c == '\t' || (c >= ' ' && c != 127) ? (char)c : ' ';
    }
  }
  text[at] = '\0';
  fclose(file);
  return found;
}

static void print_frame(qn_out *o, const qn_check_frame *f, bool excerpt) {
  char text[160], column[24] = "";
  if (f->column)
    snprintf(column, sizeof(column), ":%" PRIu64, f->column);
  qn_out_line(o, "      at %.*s:%" PRIu64 "%s%s%.*s", QN_STR_ARG(f->file),
              f->line, column, f->function.size ? ", in " : "",
              QN_STR_ARG(f->function));
  if (excerpt && read_line(f->file, f->line, text, sizeof(text)))
    qn_out_line(o, "        %" PRIu64 " | %s", f->line, text);
}

static void print_trace(qn_out *o, const qn_check_trace *t) {
  for (size_t i = 0; i < t->count; ++i)
    print_frame(o, &t->frames[i], i == 0);
}

static void print_side(qn_out *o, const qn_check_shown *s, size_t index) {
  const qn_check_side *side = &s->finding.sides[index];
  const uint32_t *b = side->place.block, *t = side->place.thread;
  if (side->has_place)
    qn_out_line(o, "    block (%u,%u,%u), thread (%u,%u,%u) %s", b[0], b[1],
                b[2], t[0], t[1], t[2], side->verb);
  else if (index || s->finding.side_count > 1)
    qn_out_line(o, "    an operation of the host %s", side->verb);
  print_trace(o, &s->sides[index]);
}

void qn_check_print_text(qn_out *o, const qn_check_shown *s) {
  char text[160];
  const qn_check_finding *f = &s->finding;
  qn_out_heading(o, "quern: check: %s: %s", row_of(s)->name, f->message);
  if (s->kernel[0] && s->launch)
    qn_out_line(o, "    in kernel '%s', launch %u", s->kernel, s->launch);
  else if (s->kernel[0])
    qn_out_line(o, "    of kernel '%s'", s->kernel);
  for (size_t i = 0; i < f->side_count; ++i)
    print_side(o, s, i);
  if (s->kernel[0] && s->launched.count) {
    qn_out_line(o, "    launched");
    print_trace(o, &s->launched);
  }
  if (f->has_block) {
    qn_check_describe(&f->block, text, sizeof(text));
    qn_out_line(o, "    %s%s", text, s->made.count ? ", allocated" : "");
    print_trace(o, &s->made);
  }
  if (s->freed.count) {
    qn_out_line(o, "    freed");
    print_trace(o, &s->freed);
  }
  if (f->value[0])
    qn_out_line(o, "    value: %s", f->value);
  qn_out_line(o, "    hint: %s", hint_of(s));
}

// ---- JSON

static void print_place(qn_out *o, const char *key, const uint32_t place[3]) {
  qn_out_begin_array(o, key);
  for (int i = 0; i < 3; ++i)
    qn_out_uint(o, NULL, place[i]);
  qn_out_end_array(o);
}

static void json_trace(qn_out *o, const char *key, const qn_check_trace *t) {
  qn_out_begin_array(o, key);
  for (size_t i = 0; i < t->count; ++i) {
    qn_out_begin(o, NULL);
    qn_out_str(o, "file", t->frames[i].file);
    qn_out_uint(o, "line", t->frames[i].line);
    qn_out_uint(o, "column", t->frames[i].column);
    qn_out_str(o, "function", t->frames[i].function);
    qn_out_end(o);
  }
  qn_out_end_array(o);
}

static void json_block(qn_out *o, const qn_check_shown *s) {
  const qn_check_block *b = &s->finding.block;
  qn_out_begin(o, "allocation");
  qn_out_uint(o, "number", b->number);
  qn_out_text(o, "what", b->what);
  qn_out_hex(o, "address", b->begin);
  qn_out_uint(o, "size", b->size);
  json_trace(o, "made", &s->made);
  json_trace(o, "freed", &s->freed);
  qn_out_end(o);
}

void qn_check_print_json(qn_out *o, const qn_check_shown *s) {
  const qn_check_finding *f = &s->finding;
  qn_out_text(o, "schema", "quern.check/1");
  qn_out_text(o, "kind", qn_check_kind_name(row_of(s)->kind));
  qn_out_text(o, "rule", row_of(s)->name);
  qn_out_text(o, "message", f->message);
  qn_out_text(o, "kernel", s->kernel[0] ? s->kernel : NULL);
  qn_out_uint(o, "launch", s->launch);
  json_trace(o, "launched", &s->launched);
  qn_out_begin_array(o, "sides");
  for (size_t i = 0; i < f->side_count; ++i) {
    qn_out_begin(o, NULL);
    qn_out_text(o, "verb", f->sides[i].verb);
    if (f->sides[i].has_place) {
      print_place(o, "block", f->sides[i].place.block);
      print_place(o, "thread", f->sides[i].place.thread);
    }
    json_trace(o, "stack", &s->sides[i]);
    qn_out_end(o);
  }
  qn_out_end_array(o);
  if (f->has_block)
    json_block(o, s);
  qn_out_text(o, "value", f->value[0] ? f->value : NULL);
  qn_out_text(o, "hint", hint_of(s));
}
