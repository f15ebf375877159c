// SPDX-License-Identifier: Apache-2.0
// A type ends right before its asterisk, so it is found from its end: a word, a
// group in brackets, or a function's result and parameters. Pointers inside of
// it have become words by then.
#include "compiler/ir/typed_pointers.h"

#include <string.h>

#include "base/arena.h"
#include "compiler/ir/words.h"

// A word, a bracket, another character, or space with comments.
typedef struct piece {
  qn_str text;
  bool space;
  size_t partner; // of a closing bracket: the opening one; else NONE
  qn_str pointee; // of a pointer that was rewritten
} piece;

enum { DEPTH_MAX = 256 };
static const size_t NONE = (size_t)-1;

typedef struct rewriter {
  qn_arena arena;
  qn_str rest;
  qn_span text; // all of it
  piece *pieces;
  size_t count, capacity;
  size_t open[DEPTH_MAX]; // brackets that are not closed
  size_t depth;
  size_t pointer; // the last rewritten one, or NONE
} rewriter;

// ---- Pieces

// Takes the next one off the text.
static piece *add(rewriter *r) {
  bool space;
  piece *pieces = qn_arena_grow(&r->arena, r->pieces, r->count, &r->capacity,
                                sizeof(*pieces));
  if (!pieces)
    return NULL;
  r->pieces = pieces;
  piece *p = &pieces[r->count++];
  *p = (piece){.text = qn_ir_word(&r->rest, &space), .partner = NONE};
  p->space = space;
  return p;
}

static bool is_char(const piece *p, char c) {
  return !p->space && p->text.size == 1 && p->text.data[0] == c;
}

static void open_bracket(rewriter *r) {
  if (r->depth < DEPTH_MAX)
    r->open[r->depth] = r->count - 1;
  ++r->depth;
}

// A bracket without its own partner has none, and ends no type.
static void close_bracket(rewriter *r, char opening) {
  if (!r->depth)
    return;
  --r->depth;
  if (r->depth >= DEPTH_MAX)
    return;
  const size_t at = r->open[r->depth];
  if (at < r->count && is_char(&r->pieces[at], opening))
    r->pieces[r->count - 1].partner = at;
}

// ---- Types, from their ends

// The piece before `at` that is not space, or NONE.
static size_t before(const rewriter *r, size_t at) {
  while (at > 0)
    if (!r->pieces[--at].space)
      return at;
  return NONE;
}

static bool is_text(const piece *p, const char *text) {
  return qn_str_equal(p->text, qn_str_from(text));
}

static bool is_type_word(const piece *p) {
  const char c = p->text.data[0];
  return !p->space &&
         (qn_ir_is_word_character(c) || c == '%' || p->pointee.data);
}

// Where the type that ends with piece `at` starts, or NONE.
static size_t type_start(const rewriter *r, size_t at) {
  while (at != NONE) {
    const piece *p = &r->pieces[at];
    if (p->partner == NONE)
      return is_type_word(p) ? at : NONE;
    if (!is_char(p, ')'))
      return p->partner;
    at = before(r, p->partner); // the result of a function
  }
  return NONE;
}

// Takes the address space off the end of a pointer's type, `*end` being its
// last piece; empty: there is none.
static qn_str take_space(const rewriter *r, size_t *end) {
  const piece *last = &r->pieces[*end];
  const bool is_number = is_char(last, ')') && last->partner != NONE &&
                         last->partner + 2 == *end && !last[-1].pointee.data &&
                         qn_ir_is_word_character(last[-1].text.data[0]);
  const size_t word = is_number ? before(r, last->partner) : NONE;
  if (word == NONE || !is_text(&r->pieces[word], "addrspace"))
    return (qn_str){0};
  const char *start = r->pieces[word].text.data;
  *end = before(r, word);
  return (qn_str){start, (size_t)(last->text.data + 1 - start)};
}

// The texts in a row, whatever bytes are in them.
static qn_str concat(rewriter *r, const qn_str *texts, size_t count) {
  size_t size = 0, at = 0;
  for (size_t i = 0; i < count; ++i)
    size += texts[i].size;
  char *all = qn_arena_alloc(&r->arena, size + 1, 1);
  for (size_t i = 0; all && i < count; ++i) {
    if (texts[i].size)
      memcpy(all + at, texts[i].data, texts[i].size);
    at += texts[i].size;
  }
  return (qn_str){all, at};
}

static qn_str join(rewriter *r, size_t from, size_t to) {
  qn_str *texts = qn_arena_alloc(&r->arena, to - from + 1, sizeof(*texts));
  for (size_t i = from; texts && i < to; ++i)
    texts[i - from] = r->pieces[i].text;
  return texts ? concat(r, texts, to - from) : (qn_str){0};
}

// ---- Rewriting

// How many line ends the pieces have: they are kept.
static qn_str lines_of(rewriter *r, qn_str text) {
  size_t count = 0;
  for (size_t i = 0; i < text.size; ++i)
    count += text.data[i] == '\n';
  char *lines = qn_arena_alloc(&r->arena, count + 1, 1);
  if (lines)
    memset(lines, '\n', count);
  return (qn_str){lines, lines ? count : 0};
}

// Makes the type before an asterisk, which is the last piece, a pointer.
static qn_status make_pointer(rewriter *r, qn_diag *diag) {
  const size_t star = r->count - 1;
  size_t end = before(r, star);
  const qn_str as = end == NONE ? (qn_str){0} : take_space(r, &end);
  const size_t start = type_start(r, end);
  if (start == NONE)
    return qn_fail(diag, QN_E_MALFORMED,
                   qn_place_text(r->text, r->text.size - r->rest.size - 1, 1),
                   "no type comes before '*'");
  const qn_str pointee = join(r, start, end + 1);
  const qn_str lines = lines_of(r, join(r, start, star));
  const bool touches = r->rest.size && qn_ir_is_word_character(r->rest.data[0]);
  const qn_str parts[] = {QN_STR("ptr"), as.size ? QN_STR(" ") : QN_STR(""), as,
                          lines,
                          touches && !lines.size ? QN_STR(" ") : QN_STR("")};
  const qn_str text = concat(r, parts, sizeof(parts) / sizeof(parts[0]));
  if (!pointee.data || !lines.data || !text.data)
    return qn_fail_memory(diag, "a type");
  r->pieces[start] = (piece){.text = text, .partner = NONE, .pointee = pointee};
  r->count = start + 1;
  r->pointer = start;
  return qn_ok();
}

// Whether the last piece is an attribute that has to name the pointee's type.
static bool wants_type(const rewriter *r) {
  const piece *p = &r->pieces[r->count - 1];
  qn_str rest = r->rest;
  bool space = true;
  qn_str next = {0};
  while (rest.size && space)
    next = qn_ir_word(&rest, &space);
  return r->pointer != NONE && (is_text(p, "byval") || is_text(p, "sret")) &&
         !qn_str_equal(next, QN_STR("("));
}

static qn_status name_type(rewriter *r, qn_diag *diag) {
  piece *p = &r->pieces[r->count - 1];
  const qn_str parts[] = {p->text, QN_STR("("), r->pieces[r->pointer].pointee,
                          QN_STR(")")};
  p->text = concat(r, parts, sizeof(parts) / sizeof(parts[0]));
  return p->text.data ? qn_ok() : qn_fail_memory(diag, "an attribute");
}

static qn_status step(rewriter *r, qn_diag *diag) {
  const piece *p = add(r);
  if (!p)
    return qn_fail_memory(diag, "the module's text");
  if (p->space)
    return qn_ok();
  switch (p->text.size == 1 ? p->text.data[0] : 'x') {
  case '(':
  case '[':
  case '{':
  case '<':
    open_bracket(r);
    return qn_ok();
  case ')':
    close_bracket(r, '(');
    return qn_ok();
  case ']':
    close_bracket(r, '[');
    return qn_ok();
  case '}':
    close_bracket(r, '{');
    return qn_ok();
  case '>':
    close_bracket(r, '<');
    return qn_ok();
  case '*':
    return make_pointer(r, diag);
  case ',':
    r->pointer = NONE;
    return qn_ok();
  default:
    return wants_type(r) ? name_type(r, diag) : qn_ok();
  }
}

qn_status qn_typed_pointers_rewrite(qn_str text, qn_buffer *out,
                                    qn_diag *diag) {
  rewriter r = {.rest = text, .text = qn_str_span(text), .pointer = NONE};
  qn_status status = qn_ok();
  while (r.rest.size && !qn_failed(status))
    status = step(&r, diag);
  for (size_t i = 0; i < r.count && !qn_failed(status); ++i)
    qn_buffer_append_str(out, r.pieces[i].text);
  if (!qn_failed(status))
    status = qn_buffer_check(out, diag);
  qn_arena_finish(&r.arena);
  return status;
}
