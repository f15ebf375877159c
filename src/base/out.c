// SPDX-License-Identifier: Apache-2.0
#include "base/out.h"

#include <errno.h>
#include <stdarg.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/text.h"

enum {
  DEPTH_MAX = 32,
  COLUMNS_MAX = 32,
  CONTEXT_MAX = 8,
  PATH_SIZE = 128,
  FLUSH_SIZE = 32 * 1024,
  NARROWEST = 12, // columns of text are not cut below this
};

typedef enum frame_kind {
  FRAME_OBJECT,
  FRAME_ARRAY,
  FRAME_TABLE,
} frame_kind;

typedef struct frame {
  frame_kind kind;
  bool line;          // opened by qn_out_begin_line
  bool wrapped;       // JSON lines: it is inside {context, "name": ...}
  bool broken;        // an array whose elements are on separate lines
  unsigned count;     // elements or fields so far
  unsigned indent;    // text: spaces
  unsigned path_size; // within a table: size of o->path before this frame
  const char *key;    // text: of an array that has no element yet
} frame;

// One cell of a table: a range of o->cell_text.
typedef struct cell {
  size_t offset, size;
} cell;

// A field that JSON lines repeat in every line.
typedef struct context_field {
  char key[32];
  unsigned depth;      // frames open when it was set; it ends with them
  size_t offset, size; // its JSON value, in o->context_text
} context_field;

struct qn_out {
  qn_out_params params;
  qn_buffer buffer;
  int error; // errno of a failed write; 0 is none
  bool mismatched;
  unsigned only; // bit mask of the formats that are on

  frame frames[DEPTH_MAX];
  unsigned depth;
  unsigned line_depth; // JSON lines: depth of the open line; 0: none
  bool dash;           // text: the next line starts with "- "

  context_field context[CONTEXT_MAX];
  unsigned context_count;
  qn_buffer context_text;

  // The open table in text.
  const qn_column *columns;
  size_t column_count;
  unsigned table_depth; // depth within the table's frame; 0: no table
  qn_buffer cell_text, cells;
  cell row[COLUMNS_MAX];
  char path[PATH_SIZE]; // "resources." within a row
  unsigned path_size;
};

qn_out *qn_out_create(const qn_out_params *params) {
  qn_out *o = qn_alloc_array(1, sizeof(*o));
  if (o) {
    o->params = *params;
    o->only = QN_OUT_ALL;
  }
  return o;
}

void qn_out_destroy(qn_out **o) {
  if (!*o)
    return;
  qn_buffer_finish(&(*o)->buffer);
  qn_buffer_finish(&(*o)->context_text);
  qn_buffer_finish(&(*o)->cell_text);
  qn_buffer_finish(&(*o)->cells);
  qn_free(*o);
  *o = NULL;
}

static void flush(qn_out *o) {
  if (o->params.fd < 0)
    return;
  size_t at = 0;
  while (at < o->buffer.size && !o->buffer.failed && !o->error) {
    const ssize_t got =
        write(o->params.fd, o->buffer.data + at, o->buffer.size - at);
    if (got > 0)
      at += (size_t)got;
    else if (got < 0 && errno != EINTR)
      o->error = errno;
  }
  if (!o->buffer.failed)
    qn_buffer_clear(&o->buffer);
}

static void flush_when_full(qn_out *o) {
  if (o->buffer.size >= FLUSH_SIZE)
    flush(o);
}

qn_status qn_out_finish(qn_out *o, qn_diag *diag) {
  if (!o)
    return qn_fail_memory(diag, "the output");
  flush(o);
  if (o->buffer.failed || o->context_text.failed || o->cells.failed ||
      o->cell_text.failed)
    return qn_fail_memory(diag, "the output");
  // A reader that closes the pipe has seen enough.
  if (o->error && o->error != EPIPE) {
    errno = o->error;
    return qn_fail_errno(diag, "write", "standard output");
  }
  if (o->mismatched || o->depth)
    return qn_fail(diag, QN_E_INTERNAL, QN_NOWHERE,
                   "the output's objects do not match");
  return qn_ok();
}

qn_str qn_out_memory(const qn_out *o) {
  return o ? qn_buffer_str(&o->buffer) : (qn_str){0};
}

qn_out_format qn_out_get_format(const qn_out *o) {
  return o ? o->params.format : QN_OUT_TEXT;
}

void qn_out_only(qn_out *o, unsigned formats) {
  if (o)
    o->only = formats;
}

static bool is_on(const qn_out *o) {
  return o && (o->only & 1u << o->params.format);
}

static bool is_text(const qn_out *o) { return o->params.format == QN_OUT_TEXT; }

static frame *top(qn_out *o) {
  return o->depth ? &o->frames[o->depth - 1] : NULL;
}

static void push(qn_out *o, frame f) {
  if (o->depth == DEPTH_MAX) {
    o->mismatched = true;
    return;
  }
  o->frames[o->depth++] = f;
}

// ---- JSON

// JSON lines write nothing outside a line.
static bool is_live(const qn_out *o) {
  return o->params.format == QN_OUT_JSON || o->line_depth;
}

static void json_break(qn_out *o, unsigned indent) {
  if (o->params.format == QN_OUT_JSONL)
    return;
  qn_buffer_append(&o->buffer, "\n", 1);
  for (unsigned i = 0; i < indent; ++i)
    qn_buffer_append(&o->buffer, "  ", 2);
}

static void json_key(qn_out *o, const char *key) {
  qn_text_json(qn_str_from(key), &o->buffer);
  if (o->params.format == QN_OUT_JSONL)
    qn_buffer_append(&o->buffer, ":", 1);
  else
    qn_buffer_append(&o->buffer, ": ", 2);
}

// What comes before a value: comma, line break, key.
static void json_lead(qn_out *o, const char *key, bool is_object) {
  frame *f = top(o);
  if (!f)
    return;
  if (f->count++)
    qn_buffer_append(&o->buffer, ",", 1);
  else
    f->broken = f->kind == FRAME_OBJECT || is_object;
  if (f->broken)
    json_break(o, o->depth);
  else if (f->count > 1 && o->params.format == QN_OUT_JSON)
    qn_buffer_append(&o->buffer, " ", 1);
  if (key)
    json_key(o, key);
}

static void json_close(qn_out *o, const frame *f, const char *bracket) {
  if (f->count && f->broken)
    json_break(o, o->depth);
  qn_buffer_append(&o->buffer, bracket, 1);
  if (!o->depth && o->params.format == QN_OUT_JSON)
    qn_buffer_append(&o->buffer, "\n", 1);
}

// Opens a line of JSON lines: the context fields, and the name.
static void json_line_open(qn_out *o, frame *f, const char *name) {
  qn_buffer_append(&o->buffer, "{", 1);
  for (unsigned i = 0; i < o->context_count; ++i) {
    const context_field *c = &o->context[i];
    if (i)
      qn_buffer_append(&o->buffer, ",", 1);
    json_key(o, c->key);
    qn_buffer_append(&o->buffer, o->context_text.data + c->offset, c->size);
  }
  f->count = o->context_count;
  f->wrapped = name != NULL;
  if (!name)
    return;
  if (f->count)
    qn_buffer_append(&o->buffer, ",", 1);
  json_key(o, name);
  qn_buffer_append(&o->buffer, "{", 1);
  f->count = 0;
}

// ---- Text

static void text_indent(qn_out *o, unsigned indent) {
  if (o->dash && indent >= 2)
    qn_buffer_printf(&o->buffer, "%*s- ", (int)indent - 2, "");
  else
    qn_buffer_printf(&o->buffer, "%*s", (int)indent, "");
  o->dash = false;
}

static void text_label(qn_buffer *to, const char *key) {
  for (const char *c = key; *c; ++c)
    qn_buffer_u8(to, *c == '_' ? ' ' : (uint8_t)*c);
}

static unsigned text_indent_now(const qn_out *o) {
  return o->depth ? o->frames[o->depth - 1].indent : 0;
}

// The first element of an array decides its layout: one line, or a list.
static void text_array_first(qn_out *o, frame *f, bool is_object) {
  f->broken = is_object;
  if (!f->key)
    return;
  // `indent` is that of the elements; the key is indented as the array is.
  text_indent(o, f->indent - 2);
  text_label(&o->buffer, f->key);
  qn_buffer_append(&o->buffer, is_object ? ":\n" : ": ", 2);
}

static void text_value(qn_out *o, const char *key, qn_str value) {
  frame *f = top(o);
  if (f && f->kind == FRAME_ARRAY) {
    if (!f->count++)
      text_array_first(o, f, false);
    else if (!f->broken)
      qn_buffer_append(&o->buffer, ", ", 2);
    if (f->broken)
      text_indent(o, f->indent);
    qn_text_print(value, &o->buffer);
    if (f->broken)
      qn_buffer_append(&o->buffer, "\n", 1);
    return;
  }
  text_indent(o, text_indent_now(o));
  if (key) {
    text_label(&o->buffer, key);
    qn_buffer_append(&o->buffer, ": ", 2);
  }
  qn_text_print(value, &o->buffer);
  qn_buffer_append(&o->buffer, "\n", 1);
}

static void text_begin(qn_out *o, const char *key, frame f) {
  frame *outer = top(o);
  f.indent = text_indent_now(o);
  if (outer && outer->kind == FRAME_ARRAY) {
    if (!outer->count++)
      text_array_first(o, outer, true);
    if (f.kind == FRAME_OBJECT)
      o->dash = outer->key != NULL;
  } else if (f.kind == FRAME_OBJECT && key) {
    text_indent(o, f.indent);
    text_label(&o->buffer, key);
    qn_buffer_append(&o->buffer, ":\n", 2);
    f.indent += 2;
  }
  if (f.kind == FRAME_ARRAY) {
    f.key = key;
    f.indent += key ? 2 : 0;
  }
  push(o, f);
}

static void text_end(qn_out *o, const frame *f) {
  o->dash = false;
  if (f->kind != FRAME_ARRAY)
    return;
  if (f->count && !f->broken) {
    qn_buffer_append(&o->buffer, "\n", 1);
  } else if (!f->count && f->key) {
    text_indent(o, f->indent - 2);
    text_label(&o->buffer, f->key);
    qn_buffer_append(&o->buffer, ": -\n", 4);
  }
}

// ---- Tables in text

static void cell_start(qn_out *o, size_t column) {
  cell *c = &o->row[column];
  if (c->size) // a further element of an array
    qn_buffer_append(&o->cell_text, ", ", 2);
  else
    c->offset = o->cell_text.size;
}

static void table_value(qn_out *o, const char *key, qn_str value) {
  char path[PATH_SIZE];
  const unsigned size = o->path_size;
  // An element of an array belongs to the array's own column: the path without
  // its trailing dot.
  snprintf(path, sizeof(path), "%.*s%s", (int)(key ? size : size - (size > 0)),
           o->path, key ? key : "");
  for (size_t i = 0; i < o->column_count; ++i) {
    if (strcmp(o->columns[i].key, path) != 0)
      continue;
    cell_start(o, i);
    qn_text_print(value, &o->cell_text);
    o->row[i].size = o->cell_text.size - o->row[i].offset;
  }
}

static void table_begin_inner(qn_out *o, const char *key, frame f) {
  f.path_size = o->path_size;
  if (key && o->path_size + strlen(key) + 2 < PATH_SIZE)
    o->path_size += (unsigned)snprintf(o->path + o->path_size,
                                       PATH_SIZE - o->path_size, "%s.", key);
  if (++o->table_depth == 2)
    memset(o->row, 0, sizeof(o->row));
  push(o, f);
}

static void table_end_inner(qn_out *o, const frame *f) {
  o->path_size = f->path_size;
  if (--o->table_depth == 1)
    qn_buffer_append(&o->cells, o->row, o->column_count * sizeof(cell));
}

static void column_title(const qn_column *column, qn_buffer *out) {
  for (const char *c = column->title ? column->title : column->key; *c; ++c)
    qn_buffer_u8(out, *c == '_'                ? ' '
                      : *c >= 'a' && *c <= 'z' ? (uint8_t)(*c - 'a' + 'A')
                                               : (uint8_t)*c);
}

// Appends at most `width` columns of `text`; a cut text ends in "...".
static void print_elided(qn_str text, size_t width, qn_buffer *out) {
  if (qn_text_width(text) <= width) {
    qn_buffer_append_str(out, text);
    return;
  }
  size_t size = 0;
  for (size_t left = width - 3; left && size < text.size; --left) {
    uint32_t point;
    const size_t step = qn_utf8_decode(qn_str_skip(text, size), &point);
    size += step ? step : 1;
  }
  qn_buffer_append(out, text.data, size);
  qn_buffer_append(out, "...", 3);
}

static void print_row(qn_out *o, const qn_str *texts, const size_t *widths) {
  text_indent(o, text_indent_now(o));
  for (size_t i = 0; i < o->column_count; ++i) {
    const size_t have = qn_text_width(texts[i]);
    const int pad = have < widths[i] ? (int)(widths[i] - have) : 0;
    if (o->columns[i].right)
      qn_buffer_printf(&o->buffer, "%*s", pad, "");
    print_elided(texts[i], widths[i], &o->buffer);
    if (i + 1 == o->column_count)
      break;
    if (!o->columns[i].right)
      qn_buffer_printf(&o->buffer, "%*s", pad, "");
    qn_buffer_append(&o->buffer, "  ", 2);
  }
  // No spaces at the end of a line, whatever was in the last columns.
  while (o->buffer.size && o->buffer.data[o->buffer.size - 1] == ' ')
    --o->buffer.size;
}

// Narrows the widest columns of text until all fit the terminal.
static void fit_columns(const qn_out *o, size_t *widths) {
  size_t total = text_indent_now(o);
  for (size_t i = 0; i < o->column_count; ++i)
    total += widths[i] + (i ? 2 : 0);
  while (total > o->params.width) {
    size_t widest = o->column_count;
    for (size_t i = 0; i < o->column_count; ++i)
      if (!o->columns[i].right && widths[i] > NARROWEST &&
          (widest == o->column_count || widths[i] > widths[widest]))
        widest = i;
    if (widest == o->column_count)
      return;
    --widths[widest];
    --total;
  }
}

static qn_str cell_str(const qn_out *o, size_t row, size_t column) {
  cell c;
  memcpy(&c, o->cells.data + (row * o->column_count + column) * sizeof(c),
         sizeof(c));
  return (qn_str){(const char *)o->cell_text.data + c.offset, c.size};
}

static void print_table(qn_out *o) {
  if (o->cells.failed || o->cell_text.failed)
    return;
  size_t widths[COLUMNS_MAX];
  qn_str texts[COLUMNS_MAX];
  qn_buffer titles = {0};
  size_t title_ends[COLUMNS_MAX];
  const size_t rows = o->cells.size / (o->column_count * sizeof(cell));
  for (size_t i = 0; i < o->column_count; ++i) {
    column_title(&o->columns[i], &titles);
    title_ends[i] = titles.size;
  }
  for (size_t i = 0; i < o->column_count; ++i) {
    const size_t start = i ? title_ends[i - 1] : 0;
    texts[i] = titles.failed ? (qn_str){0}
                             : (qn_str){(const char *)titles.data + start,
                                        title_ends[i] - start};
    widths[i] = texts[i].size;
    for (size_t row = 0; row < rows; ++row) {
      const size_t width = qn_text_width(cell_str(o, row, i));
      if (width > widths[i])
        widths[i] = width;
    }
  }
  if (o->params.width)
    fit_columns(o, widths);
  if (rows) {
    if (o->params.color)
      qn_buffer_append_str(&o->buffer, QN_STR("\x1b[1m"));
    print_row(o, texts, widths);
    qn_buffer_append_str(&o->buffer,
                         o->params.color ? QN_STR("\x1b[0m\n") : QN_STR("\n"));
  }
  for (size_t row = 0; row < rows; ++row) {
    for (size_t i = 0; i < o->column_count; ++i)
      texts[i] = cell_str(o, row, i);
    print_row(o, texts, widths);
    qn_buffer_append(&o->buffer, "\n", 1);
    flush_when_full(o);
  }
  o->buffer.failed |= titles.failed;
  qn_buffer_finish(&titles);
}

// ---- Both

static void begin(qn_out *o, const char *key, frame f, const char *bracket) {
  if (o->table_depth) {
    table_begin_inner(o, key, f);
  } else if (is_text(o)) {
    text_begin(o, key, f);
  } else if (is_live(o)) {
    json_lead(o, key, f.kind == FRAME_OBJECT);
    qn_buffer_append(&o->buffer, bracket, 1);
    push(o, f);
  } else {
    push(o, f);
  }
}

static void forget_context(qn_out *o) {
  while (o->context_count && o->context[o->context_count - 1].depth > o->depth)
    --o->context_count;
  if (!o->context_count)
    qn_buffer_clear(&o->context_text);
}

// Pops the innermost frame; false when it is of another kind.
static bool pop(qn_out *o, frame_kind kind, frame *out_frame) {
  if (!o->depth || o->frames[o->depth - 1].kind != kind) {
    o->mismatched = true;
    return false;
  }
  *out_frame = o->frames[--o->depth];
  return true;
}

static void end(qn_out *o, frame_kind kind, const char *bracket) {
  frame f;
  if (!is_on(o) || !pop(o, kind, &f))
    return;
  if (o->table_depth > 1) {
    table_end_inner(o, &f);
  } else if (is_text(o)) {
    text_end(o, &f);
  } else if (is_live(o)) {
    json_close(o, &f, bracket);
    if (o->line_depth > o->depth) {
      if (f.wrapped)
        qn_buffer_append(&o->buffer, "}", 1);
      qn_buffer_append(&o->buffer, "\n", 1);
      o->line_depth = 0;
    }
  }
  forget_context(o);
  flush_when_full(o);
}

void qn_out_begin(qn_out *o, const char *key) {
  if (is_on(o))
    begin(o, key, (frame){.kind = FRAME_OBJECT}, "{");
}

void qn_out_end(qn_out *o) { end(o, FRAME_OBJECT, "}"); }

void qn_out_begin_array(qn_out *o, const char *key) {
  if (is_on(o))
    begin(o, key, (frame){.kind = FRAME_ARRAY}, "[");
}

void qn_out_end_array(qn_out *o) { end(o, FRAME_ARRAY, "]"); }

void qn_out_begin_table(qn_out *o, const char *key, const qn_column *columns,
                        size_t count) {
  if (!is_on(o))
    return;
  begin(o, key, (frame){.kind = FRAME_TABLE}, "[");
  if (!is_text(o) || o->table_depth) // nested: shown in JSON only
    return;
  o->columns = columns;
  o->column_count = count < COLUMNS_MAX ? count : COLUMNS_MAX;
  o->table_depth = 1;
  o->path_size = 0;
  qn_buffer_clear(&o->cells);
  qn_buffer_clear(&o->cell_text);
}

void qn_out_end_table(qn_out *o) {
  if (is_on(o) && o->table_depth == 1 && o->column_count) {
    const unsigned depth = o->depth;
    o->depth = depth ? depth - 1 : 0; // indented like the table
    print_table(o);
    o->depth = depth;
    o->table_depth = 0;
  }
  end(o, FRAME_TABLE, "]");
}

void qn_out_begin_line(qn_out *o, const char *name) {
  if (!is_on(o))
    return;
  frame f = {.kind = FRAME_OBJECT, .line = true};
  if (o->params.format != QN_OUT_JSONL || o->line_depth) {
    begin(o, NULL, f, "{");
    return;
  }
  json_line_open(o, &f, name);
  push(o, f);
  o->line_depth = o->depth;
}

// The slot for the context field `key`; NULL when there are too many.
static context_field *context_slot(qn_out *o, const char *key) {
  for (unsigned i = 0; i < o->context_count; ++i)
    if (strcmp(o->context[i].key, key) == 0)
      return &o->context[i];
  if (o->context_count == CONTEXT_MAX) {
    o->mismatched = true;
    return NULL;
  }
  context_field *c = &o->context[o->context_count++];
  snprintf(c->key, sizeof(c->key), "%s", key);
  c->depth = o->depth;
  return c;
}

void qn_out_line_str(qn_out *o, const char *key, qn_str value) {
  if (!o || o->params.format != QN_OUT_JSONL)
    return;
  context_field *c = context_slot(o, key);
  if (!c)
    return;
  c->offset = o->context_text.size;
  qn_text_json(value, &o->context_text);
  c->size = o->context_text.size - c->offset;
}

void qn_out_line_uint(qn_out *o, const char *key, uint64_t value) {
  if (!o || o->params.format != QN_OUT_JSONL)
    return;
  context_field *c = context_slot(o, key);
  if (!c)
    return;
  c->offset = o->context_text.size;
  qn_buffer_printf(&o->context_text, "%llu", (unsigned long long)value);
  c->size = o->context_text.size - c->offset;
}

// A field whose value is the same in text and, unless `quoted`, in JSON.
static void value(qn_out *o, const char *key, qn_str text, bool quoted) {
  if (o->table_depth) {
    table_value(o, key, text);
  } else if (is_text(o)) {
    text_value(o, key, text);
  } else if (is_live(o)) {
    json_lead(o, key, false);
    if (quoted)
      qn_text_json(text, &o->buffer);
    else
      qn_buffer_append_str(&o->buffer, text);
  }
}

void qn_out_str(qn_out *o, const char *key, qn_str text) {
  if (is_on(o))
    value(o, key, text, true);
}

void qn_out_text(qn_out *o, const char *key, const char *text) {
  if (text)
    qn_out_str(o, key, qn_str_from(text));
  else
    qn_out_null(o, key);
}

static void print_value(qn_out *o, const char *key, const char *format, ...)
    QN_PRINTF(3, 4);
static void print_value(qn_out *o, const char *key, const char *format, ...) {
  char text[64];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof(text), format, args);
  va_end(args);
  value(o, key, qn_str_from(text), false);
}

void qn_out_int(qn_out *o, const char *key, int64_t number) {
  if (is_on(o))
    print_value(o, key, "%lld", (long long)number);
}

void qn_out_uint(qn_out *o, const char *key, uint64_t number) {
  if (!is_on(o))
    return;
  if (is_text(o)) {
    print_value(o, key, "%llu", (unsigned long long)number);
  } else if (is_live(o)) {
    json_lead(o, key, false);
    qn_buffer_decimal(&o->buffer, number);
  }
}

void qn_out_hex(qn_out *o, const char *key, uint64_t number) {
  if (is_on(o))
    print_value(o, key, is_text(o) ? "0x%llx" : "%llu",
                (unsigned long long)number);
}

void qn_out_real(qn_out *o, const char *key, double number) {
  if (!is_on(o))
    return;
  qn_buffer text = {0};
  qn_text_json_real(number, &text);
  o->buffer.failed |= text.failed;
  value(o, key, qn_buffer_str(&text), false);
  qn_buffer_finish(&text);
}

void qn_out_bool(qn_out *o, const char *key, bool yes) {
  if (!is_on(o))
    return;
  if (is_text(o))
    value(o, key, yes ? QN_STR("yes") : QN_STR("no"), false);
  else
    value(o, key, yes ? QN_STR("true") : QN_STR("false"), false);
}

void qn_out_null(qn_out *o, const char *key) {
  if (is_on(o))
    value(o, key, is_text(o) ? QN_STR("-") : QN_STR("null"), false);
}

static void text_line(qn_out *o, const char *start, const char *stop,
                      const char *format, va_list args) {
  if (!o || !is_text(o) || o->table_depth)
    return;
  text_indent(o, text_indent_now(o));
  qn_buffer_append_str(&o->buffer, qn_str_from(start));
  qn_buffer_vprintf(&o->buffer, format, args);
  qn_buffer_append_str(&o->buffer, qn_str_from(stop));
  flush_when_full(o);
}

void qn_out_line(qn_out *o, const char *format, ...) {
  va_list args;
  va_start(args, format);
  text_line(o, "", "\n", format, args);
  va_end(args);
}

void qn_out_heading(qn_out *o, const char *format, ...) {
  const bool color = o && o->params.color;
  va_list args;
  va_start(args, format);
  text_line(o, color ? "\x1b[1m" : "", color ? "\x1b[0m\n" : "\n", format,
            args);
  va_end(args);
}
