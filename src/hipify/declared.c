// SPDX-License-Identifier: Apache-2.0
// What a file declares itself: its names, and variables of types that matter.
#include <stdlib.h>
#include <string.h>

#include "hipify/pass.h"

int64_t qn_number_value(qn_str text) {
  char digits[32];
  size_t size = 0;
  for (size_t i = 0; i < text.size && size + 1 < sizeof(digits); ++i)
    if (text.data[i] != '\'')
      digits[size++] = text.data[i];
  digits[size] = '\0';
  return (int64_t)strtoull(digits, NULL, 0);
}

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

size_t qn_template_list(const qn_pass *p, size_t close, qn_template *out) {
  size_t depth = 0, round = 0;
  bool has_default = false;
  *out = (qn_template){0};
  for (size_t k = close; close - k < QN_FAR; --k) {
    const char c = qn_punct_at(p, k);
    round += c == ')';
    round -= c == '(' && round;
    depth += c == '>' && !round;
    depth -= c == '<' && !round;
    out->has_pack |= c == '.' && depth == 1 && !round;
    has_default |= c == '=' && depth == 1 && !round;
    if (!depth || (c == ',' && depth == 1 && !round)) {
      const bool is_empty = !depth && k + 1 == close;
      out->count += !is_empty;
      out->required += !is_empty && !has_default;
      has_default = false;
    }
    if (!depth)
      return k;
    if (!k)
      break;
  }
  *out = (qn_template){0};
  return 0;
}

// The token before what may stand between a template's list and a kernel's
// name, and ends at token i: a name, an attribute, a part of a constraint; i:
// nothing.
static size_t before_specifier(const qn_pass *p, size_t i) {
  const char c = qn_punct_at(p, i);
  if (qn_at(p, i)->kind == QN_TOKEN_NAME || (c && strchr(":&|!", c)))
    return i ? i - 1 : i;
  if (c != ')' && c != ']') // __launch_bounds__(256), [[maybe_unused]]
    return i;
  const size_t open = qn_open_of(p, i, c == ')' ? '(' : '[', c);
  return open == SIZE_MAX || !open ? i : open - 1;
}

// The '>' of `template <...>` that precedes token i, where only specifiers,
// attributes, a constraint and directives are between; 0: there is none.
static size_t template_before(const qn_pass *p, size_t i) {
  const size_t from = i;
  while (i && from - i < QN_FAR) {
    const size_t k = i - 1;
    if (!qn_same_side(p, k, from)) {
      --i;
      continue;
    }
    if (qn_is_punct(p, k, '>')) {
      qn_template list;
      const size_t open = qn_template_list(p, k, &list);
      if (!open || qn_is(p, open - 1, "template"))
        return open ? k : 0;
      i = open; // requires C<T>
      continue;
    }
    const size_t before = before_specifier(p, k);
    if (before == k)
      return 0;
    i = before + 1;
  }
  return 0;
}

// Remembers how many arguments the kernel's template needs, the most of those
// of its name. `close` is the '>' of the template's list; 0: it is none.
static void note_template(qn_pass *p, qn_str name, size_t close) {
  qn_template t = {0};
  uint64_t needs = 0;
  if (close) {
    (void)qn_template_list(p, close, &t);
    needs = t.has_pack ? QN_KERNEL_PACK : t.required + 1;
  }
  uint64_t *known = qn_map_find_str(&p->kernels, name);
  if (known)
    *known = *known > needs ? *known : needs;
  else if (qn_failed(qn_map_put_str(&p->kernels, name, needs, NULL)))
    p->failed = true;
}

static uint64_t mix(uint64_t hash, qn_str text) { // FNV-1a
  for (size_t i = 0; i < text.size; ++i)
    hash = (hash ^ (uint8_t)text.data[i]) * 0x100000001b3;
  return (hash ^ ' ') * 0x100000001b3;
}

// A parameter's type, the tokens from `first` to `end`, without its name, what
// it is by default, and what does not tell overloads apart.
static uint64_t mix_parameter(const qn_pass *p, uint64_t hash, size_t first,
                              size_t end) {
  static const char *const same[] = {"const", "__restrict__", "__restrict"};
  size_t last = first;
  while (last < end && !qn_is_punct(p, last, '='))
    ++last;
  if (last > first + 1 && qn_at(p, last - 1)->kind == QN_TOKEN_NAME)
    --last; // the name, or a part of the type of one without
  for (size_t i = first; i < last; ++i) {
    bool left = false;
    for (size_t k = 0; k < sizeof(same) / sizeof(same[0]); ++k)
      left |= qn_is(p, i, same[k]);
    if (!left)
      hash = mix(hash, qn_text_at(p, i));
  }
  return mix(hash, QN_STR(","));
}

// Kernels of one name: a function that launches them cannot choose as a call of
// theirs does. `open` is the '(' of the parameters.
static void note_several(qn_pass *p, qn_str name, size_t open) {
  qn_arguments list = {0};
  uint64_t hash = 0xcbf29ce484222325;
  if (!qn_split_arguments(p, open, &list))
    return;
  for (size_t i = 0; i < list.count; ++i)
    hash = mix_parameter(p, hash, list.first[i], list.end[i]);
  const uint64_t *before = qn_map_find_str(&p->parameters, name);
  if (!before)
    p->failed |= qn_failed(qn_map_put_str(&p->parameters, name, hash, NULL));
  else if (*before != hash)
    p->failed |=
        qn_failed(qn_map_put_str(&p->kernels, name, QN_KERNEL_SEVERAL, NULL));
}

// Whether what has arguments in brackets from `open` to `end` is an attribute,
// or a macro for one, and no name of a kernel.
static bool is_attribute(const qn_pass *p, size_t open, size_t end) {
  static const char *const known[] = {
      "__launch_bounds__", "__attribute__", "__cluster_dims__", "__maxnreg__",
      "__block_size__",    "__declspec",    "alignas"};
  for (size_t k = 0; k < sizeof(known) / sizeof(known[0]); ++k)
    if (qn_is(p, open - 1, known[k]))
      return true;
  const qn_str name = qn_text_at(p, open - 1);
  for (size_t k = 0; k < name.size; ++k)
    if (name.data[k] >= 'a' && name.data[k] <= 'z')
      return false;
  return end < p->tokens.count && qn_at(p, end)->kind == QN_TOKEN_NAME;
}

// `template <...> __global__ void name(`; called at __global__.
static void note_kernel(qn_pass *p, size_t i) {
  enum { NEAR = 24 }; // tokens between __global__ and the name
  for (size_t k = i + 1; k < i + NEAR && k < p->tokens.count; ++k) {
    if (!qn_is_punct(p, k, '('))
      continue;
    const size_t end = qn_skip_brackets(p, k);
    if (is_attribute(p, k, end)) {
      k = end - 1;
      continue;
    }
    note_template(p, qn_text_at(p, k - 1), template_before(p, i));
    note_several(p, qn_text_at(p, k - 1), k);
    return;
  }
}

// `type *name`: only a type precedes it on the line.
static bool follows_type(const qn_pass *p, size_t i) {
  size_t names = 0;
  for (size_t back = 1; back <= i && back < 16; ++back) {
    const size_t k = i - back;
    const qn_token *t = qn_at(p, k);
    const char c =
        t->kind == QN_TOKEN_PUNCT ? (char)p->source.data[t->offset] : 0;
    if (t->kind == QN_TOKEN_NAME && !qn_is(p, k, "return"))
      ++names;
    else if (c == '}' && back == 1)
      return true; // typedef struct { ... } name;
    else if (!c || !strchr("*&:<>,", c) || (c == ',' && back == 1))
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

// `CUdeviceptr a = 0, &b;`: names to look at, see scope.c; called at the type.
static void note_pointers(qn_pass *p, size_t i) {
  enum { LIST_FAR = 64 };
  size_t depth = 0;
  bool is_next = true; // a name is what is declared
  for (size_t k = i + 1; k - i < LIST_FAR && k < p->tokens.count; ++k) {
    const char c = qn_punct_at(p, k);
    if (c == ';' || (c && strchr(")]}", c) && !depth--))
      return;
    depth += c && strchr("([{", c);
    if (is_next && qn_at(p, k)->kind == QN_TOKEN_NAME &&
        !qn_is(p, k, "const")) {
      qn_note_name(p, &p->pointers, qn_text_at(p, k));
      is_next = false;
    } else if (c) {
      is_next = !depth && (c == ',' || (is_next && (c == '&' || c == '*')));
    }
  }
}

// `dim3 name`, `CUdeviceptr name`: variables of a type that matters.
static void note_variable(qn_pass *p, size_t i) {
  const qn_token *name = qn_at(p, i + 1);
  if (name->flags & QN_TOKEN_DIRECTIVE)
    return;
  if (qn_is(p, i, "CUdeviceptr") && !(i && qn_is_punct(p, i - 1, '#')))
    note_pointers(p, i); // a##CUdeviceptr stays, and is another type
  else if (name->kind == QN_TOKEN_NAME && qn_is(p, i, "dim3"))
    qn_note_name(p, &p->dim3s, qn_token_text(p->source, name));
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

void qn_note_declarations(qn_pass *p) {
  for (size_t k = 0; k < p->tokens.mark_count; ++k) {
    const size_t i = p->tokens.marks[k];
    const uint8_t kind = qn_at(p, i)->kind;
    if (kind == QN_TOKEN_NAME)
      note_declaration(p, i);
    else if (kind == QN_TOKEN_NUMBER)
      note_mask(p, i);
  }
}

void qn_note_kernels(qn_pass *p) {
  for (size_t k = 0; k < p->tokens.mark_count; ++k) {
    const size_t i = p->tokens.marks[k];
    if (qn_at(p, i)->kind == QN_TOKEN_NAME && qn_is(p, i, "__global__"))
      note_kernel(p, i);
  }
}
