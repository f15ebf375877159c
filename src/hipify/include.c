// SPDX-License-Identifier: Apache-2.0
// Includes: CUDA's headers become HIP's, once; the project's follow their new
// names.
#include <string.h>

#include "hipify/pass.h"

static const char runtime_header[] = "hip/hip_runtime.h";

// The '#' of the directive that token i belongs to.
static size_t directive_start(const qn_pass *p, size_t i) {
  while (i > 0 && !(qn_at(p, i)->flags & QN_TOKEN_FIRST))
    --i;
  return i;
}

// The whole line, with its end.
static void remove_line(qn_pass *p, size_t i) {
  const uint8_t *data = p->source.data;
  size_t from = qn_at(p, directive_start(p, i))->offset;
  size_t to = qn_at(p, i)->offset + qn_at(p, i)->size;
  while (from > 0 && (data[from - 1] == ' ' || data[from - 1] == '\t'))
    --from;
  // A comment behind it stays, on the line.
  size_t end = to;
  while (end < p->source.size && (data[end] == ' ' || data[end] == '\t'))
    ++end;
  const bool alone =
      end == p->source.size || data[end] == '\n' || data[end] == '\r';
  if (alone) {
    to = end;
    if (to < p->source.size && data[to] == '\r')
      ++to;
    if (to < p->source.size && data[to] == '\n')
      ++to;
  }
  qn_edit_add(p, (uint32_t)from, (uint32_t)(to - from), QN_STR(""));
}

static bool brings_runtime(qn_str header) {
  return qn_str_equal(header, QN_STR("hip/hip_runtime.h")) ||
         qn_str_equal(header, QN_STR("hip/hip_runtime_api.h"));
}

// Whether an earlier include gives the same header.
static bool is_repeated(const qn_pass *p, size_t i, const char *hip) {
  for (size_t k = 0; k < i; ++k) {
    const qn_token *t = qn_at(p, k);
    if (t->kind != QN_TOKEN_HEADER || t->flags & QN_TOKEN_DEAD)
      continue;
    const qn_str text = qn_token_text(p->source, t);
    if (text.size < 3)
      continue;
    const qn_str inner = {text.data + 1, text.size - 2};
    const qn_cuda_name *name = qn_cuda_name_find(inner);
    const bool same =
        qn_str_equal(inner, qn_str_from(hip)) ||
        (name && name->kind == QN_NAME_HEADER && strcmp(name->hip, hip) == 0);
    // Those under a condition of their own do not count.
    if (same)
      return true;
  }
  return false;
}

static bool is_include(const qn_pass *p, size_t i) {
  return i >= 1 && qn_at(p, i)->flags & QN_TOKEN_DIRECTIVE &&
         (qn_is(p, i - 1, "include") || qn_is(p, i - 1, "import") ||
          qn_is(p, i - 1, "include_next"));
}

static void replace_header(qn_pass *p, size_t i, qn_str hip) {
  const qn_token *t = qn_at(p, i);
  qn_edit_add(p, t->offset + 1, t->size - 2, hip);
}

// Two includes of one header are one: the second line goes, unless something
// else than includes stands between.
static bool may_remove(const qn_pass *p, size_t i) {
  const size_t start = directive_start(p, i);
  for (size_t k = start; k-- > 0;) {
    const qn_token *t = qn_at(p, k);
    if (!(t->flags & QN_TOKEN_DIRECTIVE))
      continue;
    if (qn_is(p, k, "if") || qn_is(p, k, "ifdef") || qn_is(p, k, "ifndef") ||
        qn_is(p, k, "else") || qn_is(p, k, "elif"))
      return false;
    if (qn_is(p, k, "endif"))
      return true;
  }
  return true;
}

void qn_translate_include(qn_pass *p, size_t i) {
  const qn_str text = qn_text_at(p, i);
  if (text.size < 3)
    return;
  const qn_str inner = {text.data + 1, text.size - 2};
  const qn_cuda_name *name = qn_cuda_name_find(inner);
  if (brings_runtime(inner))
    p->has_runtime = true;
  if (!name || name->kind != QN_NAME_HEADER) {
    if (p->options->rename_header) {
      const qn_str fresh = p->options->rename_header(p->options->user, inner);
      if (fresh.size)
        replace_header(p, i, fresh);
    }
    return;
  }
  if (p->options->lint_only)
    return;
  if (name->status == QN_NAME_UNSUPPORTED) {
    qn_find_at(p, QN_RULE_INCLUDE, i, i,
               name->hip[0] ? "HIP has no '%s'; the nearest is '%s'"
                            : "HIP has no '%s'",
               name->cuda, name->hip);
    return;
  }
  uint64_t *count = qn_map_find(&p->result->names, (uintptr_t)name);
  if (count)
    ++*count;
  else if (qn_failed(qn_map_put(&p->result->names, (uintptr_t)name, 1, NULL)))
    p->failed = true;
  if (brings_runtime(qn_str_from(name->hip)))
    p->has_runtime = true;
  if (is_include(p, i) && is_repeated(p, i, name->hip) && may_remove(p, i))
    remove_line(p, i);
  else
    replace_header(p, i, qn_str_from(name->hip));
}

// nvcc includes its runtime by itself. The line goes before the first include,
// else behind `#pragma once` or an include guard, else to the start.
void qn_insert_runtime(qn_pass *p) {
  size_t place = SIZE_MAX;
  for (size_t i = 0; i < p->tokens.count; ++i)
    if (is_include(p, i)) {
      place = directive_start(p, i);
      break;
    }
  const bool crlf = memchr(p->source.data, '\r', p->source.size) != NULL;
  char line[64];
  const char *end = crlf ? "\r\n" : "\n";
  const int size =
      snprintf(line, sizeof(line), "#include <%s>%s", runtime_header, end);
  uint32_t offset = 0;
  if (p->source.size >= 3 && memcmp(p->source.data, "\xef\xbb\xbf", 3) == 0)
    offset = 3;
  if (place != SIZE_MAX) {
    offset = qn_at(p, place)->offset;
  } else if (p->tokens.count && qn_is_punct(p, 0, '#')) {
    // The lines of the guard.
    size_t i = 0;
    while (i < p->tokens.count && qn_at(p, i)->flags & QN_TOKEN_DIRECTIVE)
      ++i;
    offset = qn_at(p, i)->offset;
    while (offset > 0 && p->source.data[offset - 1] != '\n')
      --offset;
  } else if (p->tokens.count) {
    offset = qn_at(p, 0)->offset;
  }
  qn_edit_add(p, offset, 0, (qn_str){line, (size_t)size});
}
