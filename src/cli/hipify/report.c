// SPDX-License-Identifier: Apache-2.0
#include "cli/hipify/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"
#include "quern/version.h"

qn_place qn_place_next(qn_place_cursor *c, qn_span text, uint64_t offset,
                       uint64_t size) {
  if (offset > text.size)
    offset = text.size;
  if (offset < c->at)
    return qn_place_text(text, offset, size);
  while (c->at < offset) {
    const uint8_t *end =
        memchr(text.data + c->at, '\n', (size_t)(offset - c->at));
    if (!end) {
      c->at = offset;
      break;
    }
    c->at = c->line_start = (uint64_t)(end - text.data) + 1;
    ++c->lines;
  }
  return (qn_place){.offset = offset,
                    .size = size,
                    .line = c->lines + 1,
                    .column = (uint32_t)(offset - c->line_start) + 1};
}

// ---- Differences

enum { CONTEXT = 3 };

// Lines [first, end) of the source, by their starts.
typedef struct lines {
  size_t *starts; // one more than lines: the end
  size_t count;
} lines;

static lines split_lines(qn_span s) {
  size_t count = 0;
  for (size_t i = 0; i < s.size; ++i)
    count += s.data[i] == '\n';
  lines l = {.starts = qn_alloc_array(count + 2, sizeof(*l.starts))};
  if (!l.starts)
    return l;
  for (size_t i = 0; i < s.size; ++i)
    if ((i == 0 || s.data[i - 1] == '\n'))
      l.starts[l.count++] = i;
  l.starts[l.count] = s.size;
  return l;
}

static size_t line_of(const lines *l, size_t offset) {
  size_t low = 0;
  size_t high = l->count;
  while (low + 1 < high) {
    const size_t middle = (low + high) / 2;
    if (l->starts[middle] <= offset)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static void put_line(qn_buffer *out, char mark, const char *text, size_t size) {
  qn_buffer_u8(out, (uint8_t)mark);
  qn_buffer_append(out, text, size);
  if (!size || text[size - 1] != '\n')
    qn_buffer_printf(out, "\n\\ No newline at end of file\n");
}

static size_t put_lines(qn_buffer *out, char mark, qn_str text) {
  size_t count = 0;
  while (text.size) {
    const char *end = memchr(text.data, '\n', text.size);
    const size_t size = end ? (size_t)(end - text.data) + 1 : text.size;
    put_line(out, mark, text.data, size);
    text = qn_str_skip(text, size);
    ++count;
  }
  return count;
}

// The end of a run of edits whose lines are close enough for one hunk.
static size_t hunk_end(const qn_hipify_result *r, const lines *l, size_t from) {
  size_t i = from + 1;
  for (; i < r->edit_count; ++i) {
    const qn_edit *before = &r->edits[i - 1];
    const size_t end = line_of(l, before->offset + before->size);
    if (line_of(l, r->edits[i].offset) > end + 2 * CONTEXT)
      break;
  }
  return i;
}

// The new text of source lines [first, end), with edits [from, to).
static void apply_part(const qn_hipified *f, size_t at, size_t end,
                       const size_t edits[2], qn_buffer *out) {
  for (size_t i = edits[0]; i < edits[1]; ++i) {
    const qn_edit *e = &f->result.edits[i];
    qn_buffer_append(out, f->source.data + at, e->offset - at);
    qn_buffer_append_str(out, e->text);
    at = (size_t)e->offset + e->size;
  }
  qn_buffer_append(out, f->source.data + at, end - at);
}

static size_t count_lines(qn_str text) {
  size_t count = 0;
  for (size_t i = 0; i < text.size; ++i)
    count += text.data[i] == '\n' || i + 1 == text.size;
  return count;
}

// Adjacent lines with edits become one removed and one added block.
static void put_hunk(const qn_hipified *f, const lines *l, const size_t at[2],
                     int64_t *shift, qn_buffer *out) {
  const qn_edit *edits = f->result.edits;
  const qn_edit *last = &edits[at[1] - 1];
  const size_t changed = line_of(l, edits[at[0]].offset);
  const size_t first = changed > CONTEXT ? changed - CONTEXT : 0;
  size_t end = line_of(l, last->offset + last->size) + 1 + CONTEXT;
  if (end > l->count)
    end = l->count;
  qn_buffer body = {0};
  size_t old_count = 0;
  size_t new_count = 0;
  size_t line = first;
  for (size_t i = at[0]; i < at[1];) {
    // A run of edits on adjacent or shared lines.
    const size_t from = line_of(l, edits[i].offset);
    size_t to = line_of(l, edits[i].offset + edits[i].size) + 1;
    size_t next = i + 1;
    while (next < at[1] && line_of(l, edits[next].offset) < to) {
      const size_t more = line_of(l, edits[next].offset + edits[next].size) + 1;
      to = more > to ? more : to;
      ++next;
    }
    if (to > l->count)
      to = l->count;
    const char *data = (const char *)f->source.data;
    const qn_str same = {data + l->starts[line],
                         l->starts[from] - l->starts[line]};
    const qn_str old = {data + l->starts[from],
                        l->starts[to] - l->starts[from]};
    qn_buffer fresh = {0};
    apply_part(f, l->starts[from], l->starts[to], (size_t[2]){i, next}, &fresh);
    old_count += count_lines(same) + count_lines(old);
    new_count += count_lines(same) + count_lines(qn_buffer_str(&fresh));
    put_lines(&body, ' ', same);
    put_lines(&body, '-', old);
    put_lines(&body, '+', qn_buffer_str(&fresh));
    qn_buffer_finish(&fresh);
    line = to;
    i = next;
  }
  const qn_str rest = {(const char *)f->source.data + l->starts[line],
                       l->starts[end] - l->starts[line]};
  old_count += count_lines(rest);
  new_count += count_lines(rest);
  put_lines(&body, ' ', rest);
  qn_buffer_printf(out, "@@ -%zu,%zu +%zu,%zu @@\n", first + 1, old_count,
                   (size_t)((int64_t)first + 1 + *shift), new_count);
  qn_buffer_append_str(out, qn_buffer_str(&body));
  *shift += (int64_t)new_count - (int64_t)old_count;
  qn_buffer_finish(&body);
}

void qn_hipify_diff(const qn_hipified *f, const char *to, qn_buffer *out) {
  lines l = split_lines(f->source);
  int64_t shift = 0;
  if (!l.starts || !f->result.edit_count) {
    qn_free(l.starts);
    return;
  }
  qn_buffer_printf(out, "--- %s\n+++ %s\n", f->path, to);
  for (size_t i = 0; i < f->result.edit_count;) {
    const size_t end = hunk_end(&f->result, &l, i);
    put_hunk(f, &l, (size_t[2]){i, end}, &shift, out);
    i = end;
  }
  qn_free(l.starts);
}

// ---- Findings

static const char *severity_name(qn_rule rule) {
  switch (qn_rule_severity(rule)) {
  case QN_ERROR:
    return "error";
  case QN_WARNING:
    return "warning";
  default:
    return "note";
  }
}

static void put_text(qn_buffer *out, const char *text) {
  qn_text_json(qn_str_from(text), out);
}

void qn_hipify_json(const qn_hipified *files, size_t count, qn_buffer *out) {
  qn_buffer_printf(out, "{\"schema\":\"quern.hipify/1\",\"files\":[");
  for (size_t i = 0; i < count; ++i) {
    const qn_hipified *f = &files[i];
    qn_buffer_printf(out, "%s{\"path\":", i ? "," : "");
    put_text(out, f->path);
    qn_buffer_printf(out,
                     ",\"edits\":%zu,\"launches\":%zu,\"launches_kept\":"
                     "%zu,\"names\":{",
                     f->result.edit_count, f->result.launches,
                     f->result.launches_kept);
    for (size_t k = 0; k < f->result.names.count; ++k) {
      const qn_map_entry *e = &f->result.names.entries[k];
      const qn_cuda_name *name = (const qn_cuda_name *)(uintptr_t)e->key;
      qn_buffer_printf(out, "%s\"%s\":%llu", k ? "," : "", name->cuda,
                       (unsigned long long)e->value);
    }
    qn_buffer_printf(out, "},\"findings\":[");
    qn_place_cursor cursor = {0};
    for (size_t k = 0; k < f->result.finding_count; ++k) {
      const qn_finding *d = &f->result.findings[k];
      const qn_place place =
          qn_place_next(&cursor, f->source, d->offset, d->size);
      qn_buffer_printf(out,
                       "%s{\"rule\":\"%s\",\"severity\":\"%s\",\"line\":%u,"
                       "\"column\":%u,\"size\":%u,\"message\":",
                       k ? "," : "", qn_rule_name(d->rule),
                       severity_name(d->rule), place.line, place.column,
                       d->size);
      qn_text_json(d->message, out);
      qn_buffer_printf(out, ",\"fix\":");
      if (d->fix.size)
        qn_text_json(d->fix, out);
      else
        qn_buffer_printf(out, "null");
      qn_buffer_printf(out, "}");
    }
    qn_buffer_printf(out, "]}");
  }
  qn_buffer_printf(out, "]}\n");
}

// A path as a URI reference: RFC 3986's unreserved characters and '/'.
static void put_uri(qn_buffer *out, const char *path) {
  qn_buffer_printf(out, "\"");
  for (const char *at = path; *at; ++at) {
    const bool plain = (*at >= 'a' && *at <= 'z') ||
                       (*at >= 'A' && *at <= 'Z') ||
                       (*at >= '0' && *at <= '9') || strchr("-._~/", *at);
    qn_buffer_printf(out, plain ? "%c" : "%%%02X", (uint8_t)*at);
  }
  qn_buffer_printf(out, "\"");
}

// SARIF's columns count code points; UTF-8 continuation bytes are skipped.
static uint32_t sarif_column(const qn_hipified *f, const qn_place *place) {
  uint32_t column = 1;
  for (uint64_t at = place->offset - (place->column - 1); at < place->offset;
       ++at)
    column += (f->source.data[at] & 0xc0) != 0x80;
  return column;
}

static void put_region(const qn_hipified *f, const qn_place *from,
                       const qn_place *to, qn_buffer *out) {
  qn_buffer_printf(out,
                   "{\"startLine\":%u,\"startColumn\":%u,\"endLine\":%u,"
                   "\"endColumn\":%u}",
                   from->line, sarif_column(f, from), to->line,
                   sarif_column(f, to));
}

static void sarif_finding(const qn_hipified *f, const qn_finding *d,
                          qn_place_cursor *cursor, qn_buffer *out) {
  const qn_place from = qn_place_next(cursor, f->source, d->offset, d->size);
  qn_place_cursor behind = *cursor;
  const qn_place to =
      qn_place_next(&behind, f->source, (uint64_t)d->offset + d->size, 0);
  qn_buffer_printf(out,
                   "{\"ruleId\":\"%s\",\"level\":\"%s\",\"message\":"
                   "{\"text\":",
                   qn_rule_name(d->rule), severity_name(d->rule));
  qn_text_json(d->message, out);
  qn_buffer_printf(out, "},\"locations\":[{\"physicalLocation\":"
                        "{\"artifactLocation\":{\"uri\":");
  put_uri(out, f->path);
  qn_buffer_printf(out, "},\"region\":");
  put_region(f, &from, &to, out);
  qn_buffer_printf(out, "}}]");
  if (d->fix.size) {
    qn_buffer_printf(out, ",\"fixes\":[{\"artifactChanges\":[{"
                          "\"artifactLocation\":{\"uri\":");
    put_uri(out, f->path);
    qn_buffer_printf(out, "},\"replacements\":[{\"deletedRegion\":");
    put_region(f, &from, &to, out);
    qn_buffer_printf(out, ",\"insertedContent\":{\"text\":");
    qn_text_json(d->fix, out);
    qn_buffer_printf(out, "}}]}]}]");
  }
  qn_buffer_printf(out, "}");
}

void qn_hipify_sarif(const qn_hipified *files, size_t count, qn_buffer *out) {
  bool first = true;
  qn_buffer_printf(out,
                   "{\"$schema\":\"https://json.schemastore.org/"
                   "sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{"
                   "\"tool\":{\"driver\":{\"name\":\"quern hipify\","
                   "\"version\":\"%s\",\"rules\":[",
                   QUERN_VERSION);
  for (int i = 0; i < QN_RULE_COUNT; ++i) {
    qn_buffer_printf(out, "%s{\"id\":\"%s\",\"shortDescription\":{\"text\":",
                     i ? "," : "", qn_rule_name((qn_rule)i));
    put_text(out, qn_rule_summary((qn_rule)i));
    qn_buffer_printf(out, "},\"fullDescription\":{\"text\":");
    put_text(out, qn_rule_text((qn_rule)i));
    qn_buffer_printf(out, "}}");
  }
  qn_buffer_printf(out, "]}},\"columnKind\":\"unicodeCodePoints\","
                        "\"results\":[");
  for (size_t i = 0; i < count; ++i) {
    qn_place_cursor cursor = {0};
    for (size_t k = 0; k < files[i].result.finding_count; ++k) {
      qn_buffer_printf(out, "%s", first ? "" : ",");
      sarif_finding(&files[i], &files[i].result.findings[k], &cursor, out);
      first = false;
    }
  }
  qn_buffer_printf(out, "]}]}\n");
}

static void put_cell(qn_buffer *out, qn_str text) {
  qn_buffer_printf(out, "\"");
  for (size_t i = 0; i < text.size; ++i) {
    if (text.data[i] == '"')
      qn_buffer_u8(out, '"');
    qn_buffer_u8(out, (uint8_t)text.data[i]);
  }
  qn_buffer_printf(out, "\"");
}

void qn_hipify_csv(const qn_hipified *files, size_t count, qn_buffer *out) {
  qn_buffer_printf(out, "file,line,column,severity,rule,message,fix\n");
  for (size_t i = 0; i < count; ++i) {
    qn_place_cursor cursor = {0};
    for (size_t k = 0; k < files[i].result.finding_count; ++k) {
      const qn_finding *d = &files[i].result.findings[k];
      const qn_place place =
          qn_place_next(&cursor, files[i].source, d->offset, d->size);
      put_cell(out, qn_str_from(files[i].path));
      qn_buffer_printf(out, ",%u,%u,%s,%s,", place.line, place.column,
                       severity_name(d->rule), qn_rule_name(d->rule));
      put_cell(out, d->message);
      qn_buffer_printf(out, ",");
      put_cell(out, d->fix);
      qn_buffer_printf(out, "\n");
    }
  }
}

// ---- Figures

typedef struct row {
  const qn_cuda_name *name;
  uint64_t uses;
} row;

static int compare_rows(const void *a, const void *b) {
  const row *x = a;
  const row *y = b;
  if (x->uses != y->uses)
    return x->uses > y->uses ? -1 : 1;
  return strcmp(x->name->cuda, y->name->cuda);
}

// A rough estimate: half an hour per error, five minutes per warning.
static const char *effort_of(const size_t findings[QN_RULE_COUNT],
                             char text[32]) {
  size_t minutes = 0;
  for (int i = 0; i < QN_RULE_COUNT; ++i) {
    const qn_severity severity = qn_rule_severity((qn_rule)i);
    minutes += findings[i] * (severity == QN_ERROR     ? 30
                              : severity == QN_WARNING ? 5
                                                       : 0);
  }
  const size_t hours = (minutes + 30) / 60;
  if (minutes < 60)
    snprintf(text, 32, "about %zu minutes", minutes);
  else
    snprintf(text, 32, "about %zu hour%s", hours, hours == 1 ? "" : "s");
  return text;
}

// The number of uses of each library.
static void put_sections(const row *rows, size_t count, qn_buffer *out) {
  for (size_t i = 0; i < count; ++i) {
    uint64_t uses = 0;
    size_t names = 0;
    bool first = true;
    for (size_t k = 0; k < count; ++k) {
      const bool same =
          strcmp(rows[k].name->section, rows[i].name->section) == 0;
      first = first && (!same || k >= i);
      uses += same ? rows[k].uses : 0;
      names += same;
    }
    if (first)
      qn_buffer_printf(out, "  %-12s %llu uses of %zu\n", rows[i].name->section,
                       (unsigned long long)uses, names);
  }
}

static void put_use(const row *r, bool reverse, qn_buffer *out) {
  const char *hip = r->name->hip[0] ? r->name->hip : "?";
  qn_buffer_printf(out, "%8llu  %s -> %s  (%s)\n", (unsigned long long)r->uses,
                   reverse ? hip : r->name->cuda, reverse ? r->name->cuda : hip,
                   r->name->section);
}

// The names that the files use, the most used first, and NULL without memory.
static row *count_names(const qn_hipified *files, size_t count,
                        size_t *out_count) {
  qn_map all = {0};
  for (size_t i = 0; i < count; ++i)
    for (size_t k = 0; k < files[i].result.names.count; ++k) {
      const qn_map_entry *e = &files[i].result.names.entries[k];
      const uint64_t *seen = qn_map_find(&all, e->key);
      qn_ignore(qn_map_put(&all, e->key, e->value + (seen ? *seen : 0), NULL),
                "without memory a count is missing");
    }
  row *rows = qn_alloc_array(all.count + 1, sizeof(*rows));
  for (size_t i = 0; rows && i < all.count; ++i)
    rows[i] = (row){(const qn_cuda_name *)(uintptr_t)all.entries[i].key,
                    all.entries[i].value};
  if (rows && all.count)
    qsort(rows, all.count, sizeof(*rows), compare_rows);
  *out_count = rows ? all.count : 0;
  qn_map_finish(&all);
  return rows;
}

void qn_hipify_stats_csv(const qn_hipified *files, size_t count,
                         qn_buffer *out) {
  size_t names;
  row *rows = count_names(files, count, &names);
  qn_buffer_printf(out, "cuda,hip,library,uses\n");
  for (size_t i = 0; i < names; ++i)
    qn_buffer_printf(out, "%s,%s,%s,%llu\n", rows[i].name->cuda,
                     rows[i].name->hip, rows[i].name->section,
                     (unsigned long long)rows[i].uses);
  qn_free(rows);
}

void qn_hipify_stats(const qn_hipified *files, size_t count, qn_buffer *out) {
  char text[32];
  uint64_t launches = 0, kept = 0, edits = 0, uses = 0, unsupported = 0;
  size_t findings[QN_RULE_COUNT] = {0};
  for (size_t i = 0; i < count; ++i) {
    const qn_hipify_result *r = &files[i].result;
    launches += r->launches;
    kept += r->launches_kept;
    edits += r->edit_count;
    for (size_t k = 0; k < r->finding_count; ++k)
      ++findings[r->findings[k].rule];
  }
  size_t names;
  row *rows = count_names(files, count, &names);
  for (size_t i = 0; i < names; ++i) {
    uses += rows[i].uses;
    if (rows[i].name->status == QN_NAME_UNSUPPORTED)
      unsupported += rows[i].uses;
  }
  qn_buffer_printf(out, "files          %zu\nedits          %llu\n", count,
                   (unsigned long long)edits);
  qn_buffer_printf(out, "names          %llu uses of %zu\n",
                   (unsigned long long)uses, names);
  put_sections(rows, names, out);
  const uint64_t unknown =
      findings[QN_RULE_UNKNOWN] + findings[QN_RULE_NO_CUDA];
  const uint64_t whole = uses + unknown;
  qn_buffer_printf(out, "translated     %.1f %%\n",
                   whole ? 100.0 * (double)(uses - unsupported) / (double)whole
                         : 100.0);
  qn_buffer_printf(out, "launches       %llu, %llu left as they are\n",
                   (unsigned long long)launches, (unsigned long long)kept);
  qn_buffer_printf(out, "effort left    %s\n", effort_of(findings, text));
  for (int i = 0; i < QN_RULE_COUNT; ++i)
    if (findings[i])
      qn_buffer_printf(out, "%-7s %6zu  %s\n", severity_name((qn_rule)i),
                       findings[i], qn_rule_name((qn_rule)i));
  for (size_t i = 0; i < names; ++i)
    put_use(&rows[i], count && files[0].result.reverse, out);
  qn_free(rows);
}
