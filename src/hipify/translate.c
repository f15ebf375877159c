// SPDX-License-Identifier: Apache-2.0
#include "hipify/translate.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/suggestion.h"
#include "hipify/pass.h"

// ---- Edits and findings

void qn_edit_add(qn_pass *p, uint32_t offset, uint32_t size, qn_str text) {
  qn_hipify_result *r = p->result;
  if (p->options->lint_only)
    return;
  qn_edit *edits = qn_arena_grow(&r->arena, r->edits, r->edit_count,
                                 &r->edit_capacity, sizeof(*edits));
  const qn_str copy = qn_arena_copy(&r->arena, text);
  if (!edits || !copy.data) {
    p->failed = true;
    return;
  }
  r->edits = edits;
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
  if (!findings || !message.data) {
    p->failed = true;
    return;
  }
  r->findings = findings;
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

// ---- Brackets

static bool is_open(char c) { return c == '(' || c == '[' || c == '{'; }
static bool is_close(char c) { return c == ')' || c == ']' || c == '}'; }

// For each token: the one after its closing bracket. Brackets match by depth
// alone. NULL when out of memory.
static uint32_t *match_brackets(const qn_pass *p) {
  const size_t count = p->tokens.count;
  uint32_t *closes = qn_alloc_array(count + 1, sizeof(*closes));
  size_t open = SIZE_MAX; // the innermost, whose entry links to the outer one
  for (size_t i = 0; closes && i < count; ++i) {
    const char c = qn_punct_at(p, i);
    if (is_open(c)) {
      closes[i] = (uint32_t)open; // UINT32_MAX: none
      open = i;
    } else if (is_close(c) && open != SIZE_MAX) {
      const uint32_t outer = closes[open];
      closes[open] = (uint32_t)i + 1;
      open = outer == UINT32_MAX ? SIZE_MAX : outer;
    }
  }
  while (closes && open != SIZE_MAX) { // not closed
    const uint32_t outer = closes[open];
    closes[open] = (uint32_t)count;
    open = outer == UINT32_MAX ? SIZE_MAX : outer;
  }
  return closes;
}

size_t qn_skip_brackets(const qn_pass *p, size_t open) {
  int depth = 0;
  for (size_t i = open; i < p->tokens.count; ++i) {
    const char c = qn_punct_at(p, i);
    if (is_open(c))
      ++depth;
    else if (is_close(c) && --depth == 0)
      return i + 1;
    if (i - open != QN_FAR || !is_open(qn_punct_at(p, open)))
      continue;
    // Many long searches would take too long: use a table.
    if (!p->found->closes)
      p->found->closes = match_brackets(p);
    if (p->found->closes)
      return p->found->closes[open];
  }
  return p->tokens.count;
}

// Whether a template's argument list begins at the '<' at i: it must close
// before the enclosing brackets do, and contain nothing that ends an
// expression.
static size_t skip_template(const qn_pass *p, size_t i, size_t limit) {
  int depth = 0;
  if (limit - i > QN_FAR)
    limit = i + QN_FAR;
  for (; i < limit; ++i) {
    const char c = qn_punct_at(p, i);
    if (c == '<')
      ++depth;
    else if (c == '>' && --depth == 0)
      return i + 1;
    else if (c == '(' || c == '[' || c == '{')
      i = qn_skip_brackets(p, i) - 1;
    else if (c == ')' || c == ']' || c == '}' || c == ';' || c == '&' ||
             c == '|' || c == '=')
      return 0;
  }
  return 0;
}

bool qn_split_arguments(const qn_pass *p, size_t open, qn_arguments *out) {
  const size_t end = qn_skip_brackets(p, open);
  out->count = 0;
  if (end == p->tokens.count && qn_punct_at(p, end - 1) != ')')
    return false;
  out->close = end - 1;
  if (open + 1 == out->close)
    return true;
  size_t first = open + 1;
  for (size_t i = first; i <= out->close; ++i) {
    const char c = qn_punct_at(p, i);
    if (c == '<' && i > first && qn_at(p, i - 1)->kind == QN_TOKEN_NAME) {
      const size_t behind = skip_template(p, i, out->close);
      if (behind) {
        i = behind - 1;
        continue;
      }
    }
    if (i == out->close || c == ',') {
      if (out->count == QN_ARGUMENTS_MAX)
        return false;
      out->first[out->count] = first;
      out->end[out->count++] = i;
      first = i + 1;
    } else if (c == '(' || c == '[' || c == '{') {
      i = qn_skip_brackets(p, i) - 1;
    }
  }
  return true;
}

// ---- What the file declares

void qn_note_name(qn_pass *p, qn_map *map, qn_str name) {
  if (qn_failed(qn_map_put_str(map, name, 1, NULL)))
    p->failed = true;
}

static bool is_wide_mask(const qn_pass *p, size_t i) {
  const qn_str text = qn_text_at(p, i);
  return text.size >= 10 && text.size <= 12 && text.data[0] == '0' &&
         (text.data[1] | 0x20) == 'x' &&
         qn_number_value(text) == (int64_t)0xffffffff;
}

// `#define NAME 0xffffffff`, `unsigned name = 0xffffffff`; called at the
// number.
static void note_mask(qn_pass *p, size_t i) {
  const bool define = i > 1 && qn_is(p, i - 2, "define");
  const size_t name = define ? i - 1 : i - 2;
  if (!is_wide_mask(p, i) || i < 2 || qn_at(p, name)->kind != QN_TOKEN_NAME)
    return;
  const bool directive = qn_at(p, name)->flags & QN_TOKEN_DIRECTIVE;
  if (define ? directive : !directive && name && qn_is_punct(p, i - 1, '='))
    qn_note_name(p, &p->masks, qn_text_at(p, name));
}

// `template <...> __global__ void name(`; called at __global__.
static void note_kernel(qn_pass *p, size_t i) {
  enum { NEAR = 24 }; // tokens between __global__ and the name
  if (i == 0 || !qn_is_punct(p, i - 1, '>'))
    return;
  for (size_t k = i + 1; k < i + NEAR && k < p->tokens.count; ++k) {
    if (!qn_is_punct(p, k, '('))
      continue;
    if (qn_is(p, k - 1, "__launch_bounds__")) {
      k = qn_skip_brackets(p, k) - 1;
      continue;
    }
    qn_note_name(p, &p->templates, qn_text_at(p, k - 1));
    return;
  }
}

// `type *name`: only a type precedes it on the line.
static bool follows_type(const qn_pass *p, size_t i) {
  size_t names = 0;
  for (size_t k = i; k-- > 0 && i - k < 16;) {
    const qn_token *t = qn_at(p, k);
    const char c =
        t->kind == QN_TOKEN_PUNCT ? (char)p->source.data[t->offset] : 0;
    if (t->kind == QN_TOKEN_NAME && !qn_is(p, k, "return"))
      ++names;
    else if (c == '}' && k + 1 == i)
      return true; // typedef struct { ... } name;
    else if (c == ',' && k + 1 == i)
      return false;
    else if (!c || !strchr("*&:<>,", c))
      return false;
    if (t->flags & QN_TOKEN_FIRST)
      return names > 0;
  }
  return false;
}

// Whether the name before a name is a type that declares it.
static bool is_type(const qn_pass *p, size_t i) {
  static const char *const no_types[] = {"return", "else", "case",  "goto",
                                         "throw",  "new",  "delete"};
  if (qn_at(p, i)->kind != QN_TOKEN_NAME)
    return false;
  for (size_t k = 0; k < sizeof(no_types) / sizeof(no_types[0]); ++k)
    if (qn_is(p, i, no_types[k]))
      return false;
  return true;
}

// `CUdeviceptr a, b;`; called at the type.
static void note_pointers(qn_pass *p, size_t i) {
  qn_note_name(p, &p->pointers, qn_text_at(p, i + 1));
  for (i += 2;
       qn_is_punct(p, i, ',') && qn_at(p, i + 1)->kind == QN_TOKEN_NAME &&
       qn_at(p, i + 2)->kind == QN_TOKEN_PUNCT;
       i += 2)
    qn_note_name(p, &p->pointers, qn_text_at(p, i + 1));
}

// `dim3 name`, `CUdeviceptr name`: variables of a type that matters.
static void note_variable(qn_pass *p, size_t i) {
  const qn_token *name = qn_at(p, i + 1);
  if (name->kind != QN_TOKEN_NAME || name->flags & QN_TOKEN_DIRECTIVE)
    return;
  if (qn_is(p, i, "dim3"))
    qn_note_name(p, &p->dim3s, qn_token_text(p->source, name));
  else if (qn_is(p, i, "CUdeviceptr"))
    note_pointers(p, i);
}

// `type name(`, `#define name`, `struct name`: the project's own names.
static void note_declaration(qn_pass *p, size_t i) {
  const qn_token *t = qn_at(p, i);
  const qn_str name = qn_token_text(p->source, t);
  const char initial = name.data[0];
  if (initial == '_' && qn_is(p, i, "__global__")) {
    note_kernel(p, i);
    return;
  }
  if (initial == 'd' || initial == 'C')
    note_variable(p, i);
  // Known names need no declaration.
  if (i == 0 || t->word != QN_WORD_LOOK)
    return;
  if (t->flags & QN_TOKEN_DIRECTIVE) {
    if (qn_is(p, i - 1, "define"))
      qn_note_name(p, &p->result->declared, name);
    return;
  }
  if (qn_is(p, i - 1, "dim3") || qn_is(p, i - 1, "CUdeviceptr") ||
      !(p->options->reverse ? qn_hip_name_like(name) : qn_cuda_name_like(name)))
    return;
  const bool pointer = qn_at(p, i - 1)->kind == QN_TOKEN_PUNCT &&
                       strchr(p->options->reverse ? "hH_" : "cC", initial) &&
                       follows_type(p, i);
  if (pointer || is_type(p, i - 1))
    qn_note_name(p, &p->result->declared, name);
}

static void note_all(qn_pass *p) {
  for (size_t k = 0; k < p->tokens.mark_count; ++k) {
    const size_t i = p->tokens.marks[k];
    const uint8_t kind = qn_at(p, i)->kind;
    if (kind == QN_TOKEN_NAME)
      note_declaration(p, i);
    else if (kind == QN_TOKEN_NUMBER)
      note_mask(p, i);
  }
}

static bool is_device_word(qn_str name) {
  static const char *const words[] = {
      "__global__", "__device__", "__shared__", "__constant__", "threadIdx",
      "blockIdx",   "blockDim",   "gridDim",    "__managed__"};
  const char c = name.data[0];
  if (name.size < 7 || (c != '_' && c != 't' && c != 'b' && c != 'g'))
    return false;
  for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i)
    if (qn_str_equal(name, qn_str_from(words[i])))
      return true;
  return false;
}

// ---- Names

void qn_count_name(qn_pass *p, const qn_cuda_name *name) {
  uint64_t *count = qn_map_find(&p->result->names, (uintptr_t)name);
  if (count)
    ++*count;
  else if (qn_failed(qn_map_put(&p->result->names, (uintptr_t)name, 1, NULL)))
    p->failed = true;
}

static bool is_pasted(const qn_pass *p, size_t i) {
  return qn_is_punct(p, i + 1, '#') && qn_is_punct(p, i + 2, '#');
}

static bool is_pasted_behind(const qn_pass *p, size_t i) {
  return i > 1 && qn_is_punct(p, i - 1, '#') && qn_is_punct(p, i - 2, '#');
}

// `return ::name`: no namespace before the colons.
static bool is_keyword(const qn_pass *p, size_t i) {
  static const char *const words[] = {
      "return",    "else",     "case",      "throw",   "do",       "new",
      "co_return", "using",    "typename",  "const",   "volatile", "static",
      "inline",    "extern",   "constexpr", "typedef", "co_await", "delete",
      "mutable",   "co_yield", "virtual",   "public",  "private",  "protected"};
  for (size_t k = 0; k < sizeof(words) / sizeof(words[0]); ++k)
    if (qn_is(p, i, words[k]))
      return true;
  return false;
}

// A member, or a name in a namespace other than CUDA's.
bool qn_is_member(const qn_pass *p, size_t i) {
  if (i == 0)
    return false;
  if (qn_is_punct(p, i - 1, '.'))
    return true;
  if (i > 1 && qn_is_punct(p, i - 1, '>') && qn_is_punct(p, i - 2, '-'))
    return true;
  return i > 2 && qn_is_punct(p, i - 1, ':') && qn_is_punct(p, i - 2, ':') &&
         qn_at(p, i - 3)->kind == QN_TOKEN_NAME && !is_keyword(p, i - 3) &&
         !qn_is(p, i - 3, "cub") && !qn_is(p, i - 3, "hipcub") &&
         !qn_is(p, i - 3, "nvcuda") && !qn_is(p, i - 3, "cooperative_groups");
}

// Declares a variable of a type that HIP does not have: the row's transform
// gives the declarations of its members instead.
static bool declare_members(qn_pass *p, size_t i, const qn_cuda_name *name) {
  static const char what[] = "declare:";
  if (strncmp(name->transform, what, sizeof(what) - 1) != 0 ||
      qn_at(p, i + 1)->kind != QN_TOKEN_NAME ||
      (i && !qn_is_punct(p, i - 1, ';') && !qn_is_punct(p, i - 1, '{') &&
       !qn_is_punct(p, i - 1, '}')))
    return false;
  qn_edit_token(p, i, name->transform + sizeof(what) - 1);
  return true;
}

// The name in the release and the libraries that are translated for. Where an
// older release has it otherwise, `*out_until` is the first with another.
static const qn_cuda_name *wanted(const qn_pass *p, const qn_cuda_name *name,
                                  unsigned *out_until) {
  *out_until = 0;
  if (!name)
    return NULL;
  const qn_cuda_name *roc = qn_cuda_name_roc(name, p->options->libraries);
  return roc != name || !p->options->release
             ? roc
             : qn_cuda_name_in(name, p->options->release, out_until);
}

// The same; NULL and a finding when that release has none.
static const qn_cuda_name *in_release(qn_pass *p, size_t i,
                                      const qn_cuda_name *name) {
  unsigned until;
  const qn_cuda_name *old = wanted(p, name, &until);
  if (!until || old->status != QN_NAME_UNSUPPORTED)
    return old;
  qn_find_at(p, QN_RULE_UNSUPPORTED, i, i,
             "'%s' becomes '%s', which HIP is not known to have before %u.%u",
             name->cuda, name->hip, until >> 8, until & 255);
  qn_find_name(p, name);
  return NULL;
}

static void rename_name(qn_pass *p, size_t i, const qn_cuda_name *name) {
  name = in_release(p, i, name);
  if (!name)
    return;
  p->uses_runtime |= name->section[0] == 'r'; // "runtime"
  if (declare_members(p, i, name))
    return;
  if (name->status == QN_NAME_UNSUPPORTED) {
    qn_find_at(p, QN_RULE_UNSUPPORTED, i, i,
               name->hip[0] ? "'%s' has no counterpart in %s; the nearest is "
                              "'%s'"
                            : "'%s' has no counterpart in %s",
               name->cuda, qn_library_of(name, p->options->libraries),
               name->hip);
    qn_find_name(p, name);
    return;
  }
  if (name->status == QN_NAME_DEPRECATED) {
    qn_find_at(p, QN_RULE_DEPRECATED, i, i,
               "'%s' becomes '%s', which is "
               "deprecated",
               name->cuda, name->hip);
    qn_find_name(p, name);
  }
  if (is_pasted(p, i) || is_pasted_behind(p, i))
    qn_find_at(p, QN_RULE_PASTE, i, i,
               "'%s' is put together with something else by ##", name->cuda);
  if (is_pasted_behind(p, i))
    return; // the end of another name
  if (name->transform[0]) {
    qn_edit_arguments(p, i, name);
    return;
  }
  if (name->status != QN_NAME_SAME)
    qn_edit_token(p, i, name->hip);
}

// The first row whose first `letters` letters do not sort before those of
// `name`.
static size_t first_alike(const qn_cuda_name *rows, size_t count, qn_str name,
                          size_t letters) {
  size_t low = 0;
  size_t high = count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (strncmp(rows[middle].cuda, name.data, letters) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void find_unknown(qn_pass *p, size_t i, qn_str name) {
  qn_suggestion suggestion;
  size_t count;
  if (qn_map_find_str(&p->result->declared, name) ||
      qn_map_find_str(&p->reported, name))
    return;
  enum { ALIKE = 3, TRIES_MAX = 32 }; // letters that must agree
  const qn_cuda_name *rows = qn_cuda_names(&count);
  qn_suggestion_init(&suggestion, name);
  if (p->suggestion_tries++ < TRIES_MAX)
    for (size_t k = first_alike(rows, count, name, ALIKE);
         k < count && memcmp(rows[k].cuda, name.data, ALIKE) == 0; ++k) {
      const qn_str row = qn_str_from(rows[k].cuda);
      if (row.size <= name.size + 2 && name.size <= row.size + 2)
        qn_suggestion_offer(&suggestion, row);
    }
  if (suggestion.count)
    qn_find_at(p, QN_RULE_UNKNOWN, i, i,
               "'%.*s' is not known; did you mean '%.*s'?", QN_STR_ARG(name),
               QN_STR_ARG(suggestion.names[0]));
  else
    qn_find_at(p, QN_RULE_UNKNOWN, i, i, "'%.*s' is not known",
               QN_STR_ARG(name));
  // Reported once only.
  qn_note_name(p, &p->reported, name);
}

// A spliced name without its splices, in the arena.
qn_str qn_joined(qn_pass *p, qn_str text) {
  char *out = qn_arena_alloc(&p->result->arena, text.size + 1, 1);
  size_t size = 0;
  for (size_t i = 0; out && i < text.size; ++i)
    if (text.data[i] != '\\' && text.data[i] != '\n' && text.data[i] != '\r')
      out[size++] = text.data[i];
  return (qn_str){out, size};
}

bool qn_is_namespace(const qn_pass *p, size_t i) {
  return (qn_is_punct(p, i + 1, ':') && qn_is_punct(p, i + 2, ':')) ||
         (i && qn_is(p, i - 1, "namespace"));
}

// thrust::cuda::par is thrust::hip::par.
static void translate_thrust(qn_pass *p, size_t i, qn_str text) {
  if (!qn_str_equal(text, QN_STR("cuda")) || i < 3 ||
      !qn_is_punct(p, i - 1, ':') || !qn_is_punct(p, i - 2, ':'))
    return;
  if (qn_is(p, i - 3, "thrust") || qn_is(p, i - 3, "system"))
    qn_edit_token(p, i, "hip");
}

static void translate_name(qn_pass *p, size_t i) {
  const qn_token *t = qn_at(p, i);
  qn_str text = qn_token_text(p->source, t);
  if (t->flags & QN_TOKEN_SPLICED)
    text = qn_joined(p, text);
  if (!text.data)
    return;
  if (is_device_word(text))
    p->uses_device_code = true;
  const qn_cuda_name *name = qn_word_cuda(t->word);
  if (name && (name->kind == QN_NAME_HEADER || qn_is_member(p, i) ||
               (name->kind == QN_NAME_NAMESPACE && !qn_is_namespace(p, i))))
    name = NULL;
  if (!name && text.size == 4 && !p->options->lint_only)
    translate_thrust(p, i, text);
  if (name && !p->options->lint_only) {
    qn_count_name(p, name);
    rename_name(p, i, name);
  } else if (!name && !p->options->lint_only && qn_cuda_name_like(text) &&
             !qn_is_member(p, i)) {
    find_unknown(p, i, text);
  }
  qn_translate_pointer(p, i);
  qn_lint_name(p, i);
}

// ---- Comments and strings

static bool is_letter(uint8_t c) {
  return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}
static bool is_digit(uint8_t c) { return c >= '0' && c <= '9'; }

// The translation of a name without context; NULL when it stays.
static const char *translated_text(const qn_pass *p, qn_str text) {
  if (p->options->reverse)
    return qn_reverse_text(p, text);
  unsigned until;
  const qn_cuda_name *name = wanted(p, qn_cuda_name_find(text), &until);
  return name && name->hip[0] && name->status != QN_NAME_UNSUPPORTED &&
                 name->kind != QN_NAME_NAMESPACE &&
                 name->kind != QN_NAME_HEADER && name->status != QN_NAME_SAME
             ? name->hip
             : NULL;
}

// Translates names in bytes [at, end), which are not code.
static size_t translate_words(qn_pass *p, uint32_t at, uint32_t end,
                              bool change) {
  const uint8_t *data = p->source.data;
  size_t count = 0;
  while (at < end) {
    const uint32_t from = at;
    while (at < end && (data[at] == '_' || is_letter(data[at]) ||
                        (at > from && is_digit(data[at]))))
      ++at;
    if (at == from) {
      ++at;
      continue;
    }
    const char *fresh =
        translated_text(p, (qn_str){(const char *)data + from, at - from});
    count += fresh != NULL;
    if (fresh && change)
      qn_edit_add(p, from, at - from, qn_str_from(fresh));
  }
  return count;
}

// Translates in the white space before token i.
static void translate_comments(qn_pass *p, size_t i) {
  const qn_token *before = i ? qn_at(p, i - 1) : NULL;
  (void)translate_words(p, before ? before->offset + before->size : 0,
                        qn_at(p, i)->offset, true);
}

static void translate_all_comments(qn_pass *p) {
  translate_comments(p, 0);
  for (size_t i = 1; i <= p->tokens.count; ++i)
    if (qn_at(p, i)->flags & QN_TOKEN_SPACE || i == p->tokens.count)
      translate_comments(p, i);
}

// Reports device code in a string, as passed to nvrtc.
static void check_code_string(qn_pass *p, size_t i) {
  const qn_token *t = qn_at(p, i);
  const bool change = p->options->kernel_strings;
  const size_t names =
      translate_words(p, t->offset, t->offset + t->size, change);
  if (names && !change)
    qn_find_at(p, QN_RULE_STRING, i, i,
               "the string has device code, with %zu name%s to translate",
               names, names == 1 ? "" : "s");
}

// Whether one of `names` is called shortly before token i.
static bool is_after(const qn_pass *p, size_t i, const char *const *names) {
  enum { TOKENS = 9 };
  for (size_t k = i; k-- > 0 && k + TOKENS > i;)
    for (const char *const *name = names; *name; ++name)
      if (qn_is(p, k, *name))
        return true;
  return false;
}

// Whether the string at token i is exactly a name, and close to a call that
// takes such names.
static bool is_api_string(const qn_pass *p, size_t i, qn_name_kind kind) {
  static const char *const look_ups[] = {"dlsym",
                                         "cuGetProcAddress",
                                         "cudaGetDriverEntryPoint",
                                         "hipGetProcAddress",
                                         "hipGetDriverEntryPoint",
                                         NULL};
  static const char *const namers[] = {"cudaGetErrorName", "cuGetErrorName",
                                       "hipGetErrorName", "hipDrvGetErrorName",
                                       NULL};
  return (kind == QN_NAME_FUNCTION && is_after(p, i, look_ups)) ||
         (kind == QN_NAME_ENUMERATOR && is_after(p, i, namers));
}

// Translates a function's name in a string near a look-up by name, and an
// error's name near the function that returns such names.
static void check_string(qn_pass *p, size_t i) {
  const qn_str text = qn_text_at(p, i);
  if (memmem(text.data, text.size, "__global__", 10)) {
    check_code_string(p, i);
    return;
  }
  if (text.size < 6 || text.data[0] != '"' || i < 2)
    return;
  const qn_str inner = {text.data + 1, text.size - 2};
  const bool back = p->options->reverse;
  qn_hip_name hip = {0};
  const qn_cuda_name *name = NULL;
  if (!back) {
    unsigned until;
    name = wanted(p, qn_cuda_name_find(inner), &until);
  } else if (qn_hip_name_find(inner, &hip)) {
    name = hip.runtime ? hip.runtime : hip.driver;
  }
  if (!name || !is_api_string(p, i, (qn_name_kind)name->kind))
    return;
  const char *fresh = back ? qn_reverse_text(p, inner) : name->hip;
  if (!fresh)
    return;
  if (p->options->api_strings && fresh[0]) {
    const qn_token *t = qn_at(p, i);
    qn_edit_add(p, t->offset + 1, t->size - 2, qn_str_from(fresh));
    return;
  }
  qn_find_at(p, QN_RULE_STRING, i, i, "the string names '%.*s', in %s '%s'",
             QN_STR_ARG(inner), back ? "CUDA" : "HIP",
             fresh[0] ? fresh : "nothing");
}

// Translates the marked token i; returns the first token that may come next.
static size_t translate_token(qn_pass *p, size_t i) {
  const qn_token *t = qn_at(p, i);
  switch (t->kind) {
  case QN_TOKEN_NAME:
    if (p->options->reverse)
      return qn_reverse_name(p, i);
    translate_name(p, i);
    break;
  case QN_TOKEN_HEADER:
    qn_translate_include(p, i);
    break;
  case QN_TOKEN_STRING:
    check_string(p, i);
    break;
  case QN_TOKEN_PUNCT:
    if (t->word == '<' && !p->options->reverse)
      return qn_translate_launch(p, i);
    if (t->word == '#')
      qn_note_directive(p, i);
    break;
  default:
    break;
  }
  return i + 1;
}

static void translate_tokens(qn_pass *p) {
  size_t next = 0;
  for (size_t k = 0; k < p->tokens.mark_count && !p->failed; ++k) {
    const size_t i = p->tokens.marks[k];
    if (i >= next && !(qn_at(p, i)->flags & QN_TOKEN_DEAD))
      next = translate_token(p, i);
  }
}

// ---- The whole

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

// Whether the file needs HIP's runtime and includes no header that brings it.
static bool misses_runtime(const qn_pass *p) {
  return !p->has_runtime && (p->uses_device_code ||
                             (p->options->implicit_runtime && p->uses_runtime));
}

static void insert_ours(qn_pass *p) {
  if (misses_runtime(p))
    qn_insert_runtime(p);
  if (p->launched_by_api)
    qn_insert_launcher(p);
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

int64_t qn_number_value(qn_str text) {
  char digits[32];
  size_t size = 0;
  for (size_t i = 0; i < text.size && size + 1 < sizeof(digits); ++i)
    if (text.data[i] != '\'')
      digits[size++] = text.data[i];
  digits[size] = '\0';
  return (int64_t)strtoull(digits, NULL, 0);
}

qn_status qn_hipify(qn_span source, const qn_hipify_options *options,
                    qn_hipify_result *out, qn_diag *diag) {
  qn_found found = {0};
  qn_pass p = {
      .source = source, .options = options, .result = out, .found = &found};
  QN_TRY(qn_lex(source, options->reverse ? QN_WORDS_HIP : QN_WORDS_CUDA,
                &p.tokens, diag));
  out->reverse = options->reverse;
  if (options->live_only)
    qn_mark_dead(&p);
  note_all(&p);
  if (options->reverse)
    qn_choose_api(&p);
  if (options->comments)
    translate_all_comments(&p);
  translate_tokens(&p);
  if (!options->lint_only) {
    if (options->reverse)
      qn_insert_driver(&p);
    else if (misses_runtime(&p) || p.launched_by_api)
      insert_ours(&p);
  }
  sort_edits(out->edits, out->edit_count);
  if (out->finding_count)
    qsort(out->findings, out->finding_count, sizeof(*out->findings),
          compare_findings);
  drop_overlaps(out);
  qn_tokens_finish(&p.tokens);
  qn_free(found.closes);
  qn_map_finish(&p.reported);
  qn_map_finish(&p.dim3s);
  qn_map_finish(&p.masks);
  qn_map_finish(&p.templates);
  qn_map_finish(&p.pointers);
  return p.failed ? qn_fail_memory(diag, "a translation") : qn_ok();
}

void qn_hipify_finish(qn_hipify_result *result) {
  qn_map_finish(&result->names);
  qn_map_finish(&result->declared);
  qn_arena_finish(&result->arena);
  *result = (qn_hipify_result){0};
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
