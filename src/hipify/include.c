// SPDX-License-Identifier: Apache-2.0
// Includes: CUDA's headers become HIP's, each once; those of the project follow
// their new names.
#include <string.h>

#include "hipify/pass.h"

static const char runtime_header[] = "hip/hip_runtime.h";

// The '#' of the directive that contains token i.
static size_t directive_start(const qn_pass *p, size_t i) {
  while (i > 0 && !(qn_at(p, i)->flags & QN_TOKEN_FIRST))
    --i;
  return i;
}

// Removes the whole line, including its newline.
static void remove_line(qn_pass *p, size_t i) {
  const uint8_t *data = p->source.data;
  size_t from = qn_at(p, directive_start(p, i))->offset;
  size_t to = qn_at(p, i)->offset + qn_at(p, i)->size;
  while (from > 0 && (data[from - 1] == ' ' || data[from - 1] == '\t'))
    --from;
  // A comment after it stays on the line.
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

// Whether nothing but a comment follows a directive's last token.
static bool ends_line(const qn_pass *p, size_t i) {
  const qn_token *next = qn_at(p, i + 1);
  return next->kind == QN_TOKEN_END || next->flags & QN_TOKEN_FIRST;
}

static bool brings_runtime(qn_str header) {
  return qn_str_equal(header, QN_STR("hip/hip_runtime.h")) ||
         qn_str_equal(header, QN_STR("hip/hip_runtime_api.h"));
}

// ---- Earlier includes

// Headers by the branch that includes them. An include counts for the rest of
// its own branch and for branches nested in it.
enum { SEEN_MAX = 256, BRANCH_MAX = 64 };
typedef struct qn_seen {
  const char *headers[SEEN_MAX];
  size_t count;
  size_t branches[BRANCH_MAX]; // number of headers at their start
  size_t depth;
} qn_seen;

static qn_seen *seen_of(qn_pass *p) {
  if (!p->seen) {
    p->seen = qn_arena_alloc(&p->result->arena, sizeof(*p->seen), 8);
    if (p->seen)
      *p->seen = (qn_seen){0};
    else
      p->failed = true;
  }
  return p->seen;
}

void qn_note_directive(qn_pass *p, size_t hash) {
  const size_t word = hash + 1;
  qn_seen *seen = seen_of(p);
  if (!seen || qn_at(p, word)->kind != QN_TOKEN_NAME)
    return;
  if (qn_is(p, word, "if") || qn_is(p, word, "ifdef") ||
      qn_is(p, word, "ifndef")) {
    if (seen->depth < BRANCH_MAX)
      seen->branches[seen->depth] = seen->count;
    ++seen->depth;
  } else if (qn_is(p, word, "else") || qn_is(p, word, "elif")) {
    if (seen->depth && seen->depth <= BRANCH_MAX)
      seen->count = seen->branches[seen->depth - 1];
  } else if (qn_is(p, word, "endif") && seen->depth) {
    if (seen->depth-- <= BRANCH_MAX)
      seen->count = seen->branches[seen->depth];
  }
}

// Whether the header was included before; records that it is included now.
static bool is_repeated(qn_pass *p, const char *hip) {
  qn_seen *seen = seen_of(p);
  if (!seen || seen->depth > BRANCH_MAX)
    return false;
  for (size_t i = 0; i < seen->count; ++i)
    if (strcmp(seen->headers[i], hip) == 0)
      return true;
  if (seen->count < SEEN_MAX)
    seen->headers[seen->count++] = hip;
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

static void rename_own(qn_pass *p, size_t i, qn_str inner) {
  if (!p->options->rename_header)
    return;
  const qn_str fresh = p->options->rename_header(p->options->user, inner);
  if (fresh.size)
    replace_header(p, i, fresh);
}

// The folders of HIP's and AMD's headers, whether CUDA has equivalents or not.
static bool is_amds(qn_str header) {
  static const char *const folders[] = {
      "hip/",    "hipblas",   "hipfft",  "hipcub/", "hiprand", "hipsparse",
      "hipdnn",  "hipsolver", "rocblas", "rocfft",  "rocrand", "rocsparse",
      "rocprim", "rocsolver", "rocwmma", "rccl",    "miopen",  "roctracer"};
  for (size_t k = 0; k < sizeof(folders) / sizeof(folders[0]); ++k)
    if (qn_str_starts(header, qn_str_from(folders[k])))
      return true;
  return false;
}

// The reverse direction, to CUDA.
static void reverse_include(qn_pass *p, size_t i, qn_str inner) {
  qn_hip_name hip;
  const qn_cuda_name *name = NULL;
  if (qn_hip_name_find(inner, &hip))
    name = p->driver && hip.driver ? hip.driver : hip.runtime;
  if (!name || name->kind != QN_NAME_HEADER) {
    if (is_amds(inner))
      qn_find_at(p, QN_RULE_INCLUDE, i, i, "CUDA has no '%.*s'",
                 QN_STR_ARG(inner));
    else
      rename_own(p, i, inner);
    return;
  }
  qn_count_name(p, name);
  if (is_include(p, i)) {
    p->has_driver |= strcmp(name->cuda, "cuda.h") == 0;
    if (is_repeated(p, name->cuda) && ends_line(p, i)) {
      remove_line(p, i);
      return;
    }
  }
  replace_header(p, i, qn_str_from(name->cuda));
}

void qn_translate_include(qn_pass *p, size_t i) {
  const qn_str text = qn_text_at(p, i);
  if (text.size < 3)
    return;
  const qn_str inner = {text.data + 1, text.size - 2};
  if (p->options->reverse) {
    reverse_include(p, i, inner);
    return;
  }
  const qn_cuda_name *name = qn_cuda_name_find(inner);
  const bool include = is_include(p, i);
  if (include && brings_runtime(inner)) {
    p->has_runtime = true;
    (void)is_repeated(p, inner.size == sizeof(runtime_header) - 1
                             ? runtime_header
                             : "hip/hip_runtime_api.h");
  }
  if (!name || name->kind != QN_NAME_HEADER) {
    rename_own(p, i, inner);
    return;
  }
  if (p->options->lint_only)
    return;
  const qn_cuda_name *const known = name;
  name = qn_cuda_name_roc(name, p->options->libraries);
  if (name->status == QN_NAME_UNSUPPORTED) {
    qn_find_at(
        p, QN_RULE_INCLUDE, i, i,
        name->hip[0] ? "%s has no '%s'; the nearest is '%s'" : "%s has no '%s'",
        qn_library_of(name, p->options->libraries), name->cuda, name->hip);
    return;
  }
  if (qn_str_equal(inner, QN_STR("cublas.h")) && name == known)
    p->first_blas = include;
  else if (name != known && qn_str_equal(inner, QN_STR("cublas.h")))
    qn_find_at(p, QN_RULE_INCLUDE, i, i,
               "'cublas.h' is the first version of cuBLAS's interface, whose "
               "functions take no handle; %s has the second alone",
               name->hip);
  qn_count_name(p, known);
  if (include && brings_runtime(qn_str_from(name->hip)))
    p->has_runtime = true;
  if (include && is_repeated(p, name->hip) && ends_line(p, i))
    remove_line(p, i);
  else
    replace_header(p, i, qn_str_from(name->hip));
}

// ---- Lines of our own

static bool has_crlf(const qn_pass *p) {
  const uint8_t *end = memchr(p->source.data, '\n', p->source.size);
  return end && end > p->source.data && end[-1] == '\r';
}

void qn_insert_lines(qn_pass *p, uint32_t offset, const char *text) {
  qn_buffer lines = {0};
  const bool crlf = has_crlf(p);
  for (; *text; ++text) {
    if (*text == '\n' && crlf)
      qn_buffer_u8(&lines, '\r');
    qn_buffer_u8(&lines, (uint8_t)*text);
  }
  if (qn_failed(qn_buffer_check(&lines, NULL)))
    p->failed = true;
  else
    qn_edit_add(p, offset, 0, qn_buffer_str(&lines));
  qn_hipify_result *r = p->result;
  if (r->edit_count && !p->failed && !p->options->lint_only)
    r->edits[r->edit_count - 1].order = p->line_count++;
  qn_buffer_finish(&lines);
}

static uint32_t line_behind(const qn_pass *p, size_t i) {
  const uint8_t *data = p->source.data;
  size_t at = qn_at(p, i)->offset;
  while (at > 0 && data[at - 1] != '\n')
    --at;
  return (uint32_t)at;
}

static size_t next_line(const qn_pass *p, size_t i) {
  do
    ++i;
  while (i < p->tokens.count && !(qn_at(p, i)->flags & QN_TOKEN_FIRST));
  return i;
}

uint32_t qn_head_offset(const qn_pass *p) {
  size_t i = 0;
  // `#pragma once`, or `#ifndef NAME` and `#define NAME`.
  while (qn_is_punct(p, i, '#')) {
    const size_t after = next_line(p, i);
    const bool once = qn_is(p, i + 1, "pragma") && qn_is(p, i + 2, "once");
    const bool guard =
        qn_is(p, i + 1, "ifndef") && qn_is_punct(p, after, '#') &&
        qn_is(p, after + 1, "define") &&
        qn_str_equal(qn_text_at(p, i + 2), qn_text_at(p, after + 2));
    if (!once && !guard)
      break;
    i = guard ? next_line(p, after) : after;
  }
  if (i >= p->tokens.count && i > 0)
    return (uint32_t)p->source.size;
  const uint32_t offset = line_behind(p, i);
  const bool marked =
      p->source.size >= 3 && memcmp(p->source.data, "\xef\xbb\xbf", 3) == 0;
  return marked && offset < 3 ? 3 : offset;
}

// nvcc includes its runtime implicitly.
void qn_insert_runtime(qn_pass *p) {
  const uint32_t offset = qn_head_offset(p);
  const bool ends =
      offset == 0 || offset == 3 || p->source.data[offset - 1] == '\n';
  char line[64];
  snprintf(line, sizeof(line), "%s#include <%s>\n", ends ? "" : "\n",
           runtime_header);
  qn_insert_lines(p, offset, line);
}
