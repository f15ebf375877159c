// SPDX-License-Identifier: Apache-2.0
// Names in comments and strings.
#include <string.h>

#include "hipify/pass.h"

static bool is_letter(uint8_t c) {
  return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}
static bool is_digit(uint8_t c) { return c >= '0' && c <= '9'; }

// The translation of a name without context; NULL when it stays.
static const char *translated_text(const qn_pass *p, qn_str text) {
  if (p->options->reverse)
    return qn_reverse_text(p, text);
  unsigned until;
  const qn_cuda_name *name = qn_name_wanted(p, qn_cuda_name_find(text), &until);
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

void qn_translate_comments(qn_pass *p) {
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

// Whether one of `names` is the function whose argument token i is, or is in
// front of it among the arguments. Directives between do not count: a
// translation may remove them.
static bool is_after(const qn_pass *p, size_t i, const char *const *names) {
  enum { NEAR = 64 }; // tokens
  const bool inside = qn_at(p, i)->flags & QN_TOKEN_DIRECTIVE;
  int depth = 0;
  size_t k = i, seen = 1;
  bool found = false;
  while (!found && k > 0 && seen < NEAR && i - k < QN_FAR && depth <= 1) {
    --k;
    if (!inside && qn_at(p, k)->flags & QN_TOKEN_DIRECTIVE)
      continue;
    ++seen;
    const char c = qn_punct_at(p, k);
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ';' || c == '{' || c == '}')
      break;
    for (const char *const *name = names; *name; ++name)
      found |= qn_is(p, k, *name);
  }
  return found;
}

// Whether the string at token i is exactly a name, and close to a call that
// takes such names.
static bool is_api_string(const qn_pass *p, size_t i, qn_name_kind kind) {
  static const char *const look_ups[] = {"dlsym",
                                         "dlvsym",
                                         "GetProcAddress",
                                         "cuGetProcAddress_v2",
                                         "cudaGetDriverEntryPointByVersion",
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
void qn_translate_string(qn_pass *p, size_t i) {
  const qn_str text = qn_text_at(p, i);
  if (qn_str_search(text, QN_STR("__global__"))) {
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
    name = qn_name_wanted(p, qn_cuda_name_find(inner), &until);
  } else if (qn_hip_name_find(inner, &hip)) {
    name = hip.runtime ? hip.runtime : hip.driver;
  }
  if (!name || name->status == QN_NAME_SAME ||
      !is_api_string(p, i, (qn_name_kind)name->kind))
    return;
  const bool none = !back && name->status == QN_NAME_UNSUPPORTED;
  const char *fresh = back ? qn_reverse_text(p, inner) : none ? "" : name->hip;
  if (!fresh)
    return;
  const bool others = qn_changes_arguments(name->transform) ||
                      (back && qn_changes_arguments(hip.transform));
  if (p->options->api_strings && fresh[0] && !others) {
    const qn_token *t = qn_at(p, i);
    qn_edit_add(p, t->offset + 1, t->size - 2, qn_str_from(fresh));
    return;
  }
  qn_find_at(p, QN_RULE_STRING, i, i, "the string names '%.*s', in %s %s%s%s%s",
             QN_STR_ARG(inner), back ? "CUDA" : "HIP", fresh[0] ? "'" : "",
             fresh[0] ? fresh : "nothing", fresh[0] ? "'" : "",
             others ? ", which takes other arguments" : "");
}
