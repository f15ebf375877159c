// SPDX-License-Identifier: Apache-2.0
#include "hipify/translate.h"

#include <string.h>

#include "base/alloc.h"
#include "base/suggestion.h"
#include "hipify/pass.h"

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

const qn_cuda_name *qn_name_wanted(const qn_pass *p, const qn_cuda_name *name,
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
  const qn_cuda_name *old = qn_name_wanted(p, name, &until);
  if (!until || old->status != QN_NAME_UNSUPPORTED)
    return old;
  qn_find_at(p, QN_RULE_UNSUPPORTED, i, i,
             "'%s' becomes '%s', which HIP is not known to have before %u.%u",
             name->cuda, name->hip, until >> 8, until & 255);
  qn_find_name(p, name);
  return NULL;
}

// `#define cudaFree hipFree`, as headers have that serve both: nothing uses it
// any more, and "#define hipFree hipFree" would hide a macro of HIP's.
bool qn_defines_itself(const qn_pass *p, size_t i, const char *fresh) {
  if (!i || !(qn_at(p, i)->flags & QN_TOKEN_DIRECTIVE) ||
      !qn_is(p, i - 1, "define"))
    return false;
  for (size_t k = i + 1; k < p->tokens.count && k - i < QN_FAR &&
                         qn_at(p, k)->flags & QN_TOKEN_DIRECTIVE &&
                         !(qn_at(p, k)->flags & QN_TOKEN_FIRST);
       ++k)
    if (qn_is(p, k, fresh))
      return true;
  return false;
}

// `case NAME:` of a value that HIP's type does not have: nothing comes there,
// and the label becomes a comment. A [[fallthrough]] needs it.
static bool drop_label(qn_pass *p, size_t i, const qn_cuda_name *name) {
  if (name->kind != QN_NAME_ENUMERATOR || !i || !qn_is(p, i - 1, "case") ||
      !qn_is_punct(p, i + 1, ':') || qn_is_punct(p, i + 2, ':') ||
      (i > 2 && qn_is_punct(p, i - 2, ';') && qn_is_punct(p, i - 3, ']')))
    return false;
  const uint32_t from = qn_at(p, i - 1)->offset;
  const uint32_t end = qn_at(p, i + 1)->offset;
  if (memchr(p->source.data + from, '/', end - from) ||
      memchr(p->source.data + from, '\n', end - from))
    return false; // a comment inside
  qn_find_at(p, QN_RULE_UNSUPPORTED, i, i,
             "'%s' has no counterpart in %s, and its label goes", name->cuda,
             qn_library_of(name, p->options->libraries));
  qn_find_name(p, name);
  qn_edit_before(p, i - 1, "/* ");
  qn_edit_after(p, i + 1, " */");
  return true;
}

// Whether token i is in the body of a class.
static bool is_in_class(const qn_pass *p, size_t i) {
  enum { MEMBERS_FAR = 4096, HEAD_FAR = 32 }; // tokens
  size_t depth = 0, open = i;
  for (size_t back = 0;; ++back) {
    if (!open-- || back == MEMBERS_FAR)
      return false;
    const char c = qn_punct_at(p, open);
    depth += c == '}';
    if (c == '{' && !depth--)
      break;
  }
  for (size_t back = 0; open-- && back < HEAD_FAR; ++back) {
    if (qn_is(p, open, "struct") || qn_is(p, open, "class"))
      return true;
    if (strchr(";{})", qn_punct_at(p, open)) && qn_punct_at(p, open))
      return false;
  }
  return false;
}

// `Type *cuMemMap{nullptr};` in a class: what is used as x.cuMemMap, which
// stays.
static bool is_member_declared(const qn_pass *p, size_t i) {
  return i > 1 && qn_is_punct(p, i - 1, '*') &&
         qn_at(p, i - 2)->kind == QN_TOKEN_NAME &&
         (qn_is_punct(p, i + 1, '{') || qn_is_punct(p, i + 1, ';') ||
          qn_is_punct(p, i + 1, '=')) &&
         is_in_class(p, i);
}

// A version of CUDA's outside of directives: HIP has none, which is 0 in them.
static bool is_version(const qn_pass *p, size_t i, const qn_cuda_name *name) {
  return (strcmp(name->cuda, "CUDA_VERSION") == 0 ||
          strcmp(name->cuda, "CUDART_VERSION") == 0) &&
         !(qn_at(p, i)->flags & QN_TOKEN_DIRECTIVE);
}

// __CUDA_ARCH__ as a number, in code or a macro: undefined, it is 0 in
// conditions.
static bool is_arch_value(const qn_pass *p, size_t i,
                          const qn_cuda_name *name) {
  const unsigned flags = qn_at(p, i)->flags;
  return strcmp(name->cuda, "__CUDA_ARCH__") == 0 &&
         (!(flags & QN_TOKEN_DIRECTIVE) || flags & QN_TOKEN_IN_DEFINE) &&
         !(i && qn_is(p, i - 1, "define")) && !qn_is_defined_operand(p, i) &&
         !is_pasted(p, i) && !is_pasted_behind(p, i);
}

// Whether a number may stand for the token: the next byte would not be its
// part.
static bool may_be_number(const qn_pass *p, size_t i) {
  const size_t end = (size_t)qn_at(p, i)->offset + qn_at(p, i)->size;
  return end == p->source.size ||
         (p->source.data[end] != '\'' && p->source.data[end] != '.');
}

static void rename_name(qn_pass *p, size_t i, const qn_cuda_name *name) {
  name = in_release(p, i, name);
  if (!name || qn_defines_itself(p, i, name->hip) ||
      (name->kind == QN_NAME_FUNCTION && is_member_declared(p, i)))
    return;
  p->uses_runtime |= name->section[0] == 'r'; // "runtime"
  if (p->first_blas && qn_translate_blas(p, i, name))
    return;
  if (declare_members(p, i, name))
    return;
  if (name->status == QN_NAME_UNSUPPORTED) {
    if (drop_label(p, i, name))
      return;
    if (strcmp(name->cuda, "__CUDA_ARCH__") == 0 && qn_asks_for_device(p, i)) {
      qn_edit_token(p, i, name->hip);
      return;
    }
    if ((is_version(p, i, name) || is_arch_value(p, i, name)) &&
        may_be_number(p, i))
      qn_edit_token(p, i, "0");
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
    qn_translate_string(p, i);
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
  if (p->calls_blas)
    qn_insert_blas(p);
}

static void finish_pass(qn_pass *p) {
  qn_tokens_finish(&p->tokens);
  qn_free(p->found->closes);
  qn_map_finish(&p->reported);
  qn_map_finish(&p->dim3s);
  qn_map_finish(&p->masks);
  qn_map_finish(&p->kernels);
  qn_map_finish(&p->parameters);
  qn_map_finish(&p->pointers);
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
  qn_note_declarations(&p);
  if (options->reverse)
    qn_choose_api(&p);
  else
    qn_mark_pointers(&p);
  if (options->comments)
    qn_translate_comments(&p);
  translate_tokens(&p);
  if (!options->lint_only) {
    if (options->reverse)
      qn_insert_driver(&p);
    else if (misses_runtime(&p) || p.launched_by_api || p.calls_blas)
      insert_ours(&p);
  }
  qn_order_edits(out);
  finish_pass(&p);
  return p.failed ? qn_fail_memory(diag, "a translation") : qn_ok();
}

qn_status qn_hipify_kernels(qn_span source, qn_map *kernels, qn_diag *diag) {
  const qn_hipify_options options = {0};
  qn_found found = {0};
  qn_pass p = {.source = source,
               .options = &options,
               .found = &found,
               .kernels = *kernels};
  QN_TRY(qn_lex(source, QN_WORDS_CUDA, &p.tokens, diag));
  qn_note_kernels(&p);
  *kernels = p.kernels;
  qn_map_finish(&p.parameters);
  qn_tokens_finish(&p.tokens);
  qn_free(found.closes);
  return p.failed ? qn_fail_memory(diag, "the names of kernels") : qn_ok();
}

qn_status qn_hipify_members(qn_span source, qn_arena *arena, qn_map *members,
                            qn_diag *diag) {
  const qn_hipify_options options = {0};
  qn_found found = {0};
  qn_hipify_result declared = {0};
  qn_pass p = {.source = source,
               .options = &options,
               .result = &declared,
               .found = &found};
  QN_TRY(qn_lex(source, QN_WORDS_CUDA, &p.tokens, diag));
  qn_note_declarations(&p);
  if (p.pointers.count)
    qn_note_members(&p, arena, members);
  finish_pass(&p);
  qn_hipify_finish(&declared);
  return p.failed ? qn_fail_memory(diag, "the members of classes") : qn_ok();
}

void qn_hipify_finish(qn_hipify_result *result) {
  qn_map_finish(&result->names);
  qn_map_finish(&result->declared);
  qn_arena_finish(&result->arena);
  *result = (qn_hipify_result){0};
}
