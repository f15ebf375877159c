// SPDX-License-Identifier: Apache-2.0
// Edits and findings: adding them, their order, and applying them.
#include <stdarg.h>
#include <stdlib.h>

#include "hipify/pass.h"

void qn_edit_add(qn_pass *p, uint32_t offset, uint32_t size, qn_str text) {
  qn_hipify_result *r = p->result;
  if (p->options->lint_only)
    return;
  qn_edit *edits = qn_arena_grow(&r->arena, r->edits, r->edit_count,
                                 &r->edit_capacity, sizeof(*edits));
  const qn_str copy = qn_arena_copy(&r->arena, text);
  if (edits)
    r->edits = edits; // its capacity is counted
  if (!edits || !copy.data) {
    p->failed = true;
    return;
  }
  edits[r->edit_count] =
      (qn_edit){offset, size, copy, QN_ORDER_CODE + (uint32_t)r->edit_count};
  ++r->edit_count;
}

void qn_edit_token(qn_pass *p, size_t i, const char *text) {
  qn_edit_add(p, qn_at(p, i)->offset, qn_at(p, i)->size, qn_str_from(text));
}

void qn_edit_before(qn_pass *p, size_t i, const char *text) {
  qn_edit_add(p, qn_at(p, i)->offset, 0, qn_str_from(text));
}

void qn_edit_after(qn_pass *p, size_t i, const char *text) {
  qn_edit_add(p, qn_at(p, i)->offset + qn_at(p, i)->size, 0, qn_str_from(text));
}

void qn_find_at(qn_pass *p, qn_rule rule, size_t first, size_t last,
                const char *format, ...) {
  qn_hipify_result *r = p->result;
  va_list args;
  if (p->options->silenced && p->options->silenced[rule])
    return;
  va_start(args, format);
  const qn_str message = qn_arena_vprintf(&r->arena, format, args);
  va_end(args);
  qn_finding *findings = qn_arena_grow(&r->arena, r->findings, r->finding_count,
                                       &r->finding_capacity, sizeof(*findings));
  if (findings)
    r->findings = findings; // its capacity is counted
  if (!findings || !message.data) {
    p->failed = true;
    return;
  }
  const uint32_t offset = qn_at(p, first)->offset;
  findings[r->finding_count++] = (qn_finding){
      .rule = rule,
      .offset = offset,
      .size = qn_at(p, last)->offset + qn_at(p, last)->size - offset,
      .message = message,
  };
}

void qn_find_fix(qn_pass *p, const char *fix) {
  qn_hipify_result *r = p->result;
  if (r->finding_count)
    r->findings[r->finding_count - 1].fix =
        qn_arena_copy(&r->arena, qn_str_from(fix));
}

void qn_find_name(qn_pass *p, const qn_cuda_name *name) {
  qn_hipify_result *r = p->result;
  if (r->finding_count)
    r->findings[r->finding_count - 1].name = name;
}

static int compare_edits(const void *a, const void *b) {
  const qn_edit *x = a;
  const qn_edit *y = b;
  if (x->offset != y->offset)
    return x->offset < y->offset ? -1 : 1;
  // Insertions come before replacements at the same offset.
  if (!x->size != !y->size)
    return x->size ? 1 : -1;
  return x->order < y->order ? -1 : x->order > y->order;
}

// Insertion sort, since the edits are nearly in order, until that takes too
// long.
static void sort_edits(qn_edit *edits, size_t count) {
  enum { MOVES_EACH = 16 };
  size_t moves = MOVES_EACH * count;
  for (size_t i = 1; i < count; ++i) {
    const qn_edit one = edits[i];
    size_t k = i;
    for (; k && moves && compare_edits(&edits[k - 1], &one) > 0; --k, --moves)
      edits[k] = edits[k - 1];
    edits[k] = one;
    if (!moves) {
      qsort(edits, count, sizeof(*edits), compare_edits);
      return;
    }
  }
}

static int compare_findings(const void *a, const void *b) {
  const qn_finding *x = a;
  const qn_finding *y = b;
  if (x->offset != y->offset)
    return x->offset < y->offset ? -1 : 1;
  return (int)x->rule - (int)y->rule;
}

// Drops edits that overlap another one: there should be none, but no bytes may
// be lost if there are.
static void drop_overlaps(qn_hipify_result *r) {
  size_t kept = 0;
  uint32_t end = 0;
  for (size_t i = 0; i < r->edit_count; ++i) {
    if (r->edits[i].offset < end)
      continue;
    end = r->edits[i].offset + r->edits[i].size;
    r->edits[kept++] = r->edits[i];
  }
  r->edit_count = kept;
}

void qn_order_edits(qn_hipify_result *r) {
  sort_edits(r->edits, r->edit_count);
  if (r->finding_count)
    qsort(r->findings, r->finding_count, sizeof(*r->findings),
          compare_findings);
  drop_overlaps(r);
}

void qn_hipify_apply(qn_span source, const qn_hipify_result *result,
                     qn_buffer *out) {
  size_t at = 0;
  size_t size = source.size;
  for (size_t i = 0; i < result->edit_count; ++i)
    size += result->edits[i].text.size;
  qn_buffer_reserve(out, size);
  for (size_t i = 0; i < result->edit_count; ++i) {
    const qn_edit *e = &result->edits[i];
    qn_buffer_append(out, source.data + at, e->offset - at);
    qn_buffer_append_str(out, e->text);
    at = (size_t)e->offset + e->size;
  }
  qn_buffer_append(out, source.data + at, source.size - at);
}
