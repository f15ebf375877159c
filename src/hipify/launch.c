// SPDX-License-Identifier: Apache-2.0
// Launches, kernel<<<grid, block, shared, stream>>>(arguments). Only the
// punctuation is replaced, so names inside are translated as anywhere.
#include "hipify/pass.h"

// Where the parts of a launch are, as tokens.
typedef struct launch {
  size_t callee;       // first token
  size_t open;         // the first '<' of <<<
  qn_arguments config; // 1 to 4
  size_t close;        // the first '>' of >>>
  size_t parenthesis;  // the '(' of the arguments
  bool has_arguments;
  bool template_commas; // the callee's template arguments have commas
} launch;

static char punct_at(const qn_pass *p, size_t i) {
  const qn_token *t = qn_at(p, i);
  return t->kind == QN_TOKEN_PUNCT ? (char)p->source.data[t->offset] : 0;
}

// ---- The callee, backwards

// The token that opens what closes at `i`, or SIZE_MAX.
static size_t open_of(const qn_pass *p, size_t i, char open, char close) {
  int depth = 0;
  for (;; --i) {
    const char c = punct_at(p, i);
    if (c == close)
      ++depth;
    else if (c == open && --depth == 0)
      return i;
    else if (close == '>' && (c == ';' || c == '{' || c == '}'))
      return SIZE_MAX;
    if (i == 0)
      return SIZE_MAX;
  }
}

// Skips parentheses inside a template's arguments.
static size_t open_of_template(const qn_pass *p, size_t i) {
  int depth = 0;
  for (;; --i) {
    const char c = punct_at(p, i);
    if (c == '>') {
      ++depth;
    } else if (c == '<') {
      if (--depth == 0)
        return i;
    } else if (c == ')' || c == ']' || c == '}') {
      i = open_of(p, i, c == ')' ? '(' : c == ']' ? '[' : '{', c);
      if (i == SIZE_MAX)
        return SIZE_MAX;
    } else if (c == ';' || c == '(' || c == '{') {
      return SIZE_MAX;
    }
    if (i == 0)
      return SIZE_MAX;
  }
}

static bool is_scope(const qn_pass *p, size_t i) {
  return i > 0 && punct_at(p, i) == ':' && punct_at(p, i - 1) == ':';
}

// The first token of the expression that ends at `i`: a qualified name with
// template arguments, members, an indexed or parenthesised expression.
static size_t callee_start(const qn_pass *p, size_t i, bool *out_commas) {
  for (;;) {
    const char c = punct_at(p, i);
    size_t first = i;
    if (c == '>') {
      first = open_of_template(p, i);
      if (first == SIZE_MAX || first == 0)
        return SIZE_MAX;
      for (size_t k = first; k < i; ++k)
        *out_commas |= punct_at(p, k) == ',';
      i = first - 1;
      continue;
    }
    if (c == ']' || c == ')') {
      first = open_of(p, i, c == ']' ? '[' : '(', c);
      if (first == SIZE_MAX)
        return SIZE_MAX;
      // What is indexed or called belongs to it.
      if (first > 0 && (qn_at(p, first - 1)->kind == QN_TOKEN_NAME ||
                        punct_at(p, first - 1) == ']')) {
        i = first - 1;
        continue;
      }
    } else if (qn_at(p, i)->kind != QN_TOKEN_NAME) {
      return SIZE_MAX;
    }
    // A name may be qualified, and a member of something.
    if (first > 1 && is_scope(p, first - 1)) {
      if (first == 2)
        return 0;
      const size_t before = first - 3;
      if (qn_at(p, before)->kind == QN_TOKEN_NAME ||
          punct_at(p, before) == '>') {
        if (qn_is(p, before, "return"))
          return first - 2;
        i = before;
        continue;
      }
      return first - 2;
    }
    if (first > 1 && punct_at(p, first - 1) == '.') {
      i = first - 2;
      continue;
    }
    if (first > 2 && punct_at(p, first - 1) == '>' &&
        punct_at(p, first - 2) == '-') {
      i = first - 3;
      continue;
    }
    return first;
  }
}

// ---- The configuration, forwards

// At `<<<`: finds `>>>` outside brackets, and the commas before it.
static bool split_config(const qn_pass *p, launch *l) {
  size_t first = l->open + 3;
  l->config.count = 0;
  for (size_t i = first; i < p->tokens.count; ++i) {
    const char c = punct_at(p, i);
    if (c == '(' || c == '[' || c == '{') {
      i = qn_skip_brackets(p, i) - 1;
      continue;
    }
    const bool ends =
        c == '>' && punct_at(p, i + 1) == '>' && punct_at(p, i + 2) == '>';
    if (ends || c == ',') {
      // A template's arguments inside the configuration: f<a, b>(x).
      if (l->config.count == 4)
        return false;
      l->config.first[l->config.count] = first;
      l->config.end[l->config.count++] = i;
      first = i + 1;
      if (ends) {
        l->close = i;
        return l->config.first[0] < l->config.end[0];
      }
    } else if (c == '<' && i > first &&
               qn_at(p, i - 1)->kind == QN_TOKEN_NAME) {
      // Taken for a template's when it closes before a comma's turn: `<...>(`.
      int depth = 0;
      for (size_t k = i; k < p->tokens.count; ++k) {
        const char d = punct_at(p, k);
        if (d == '<') {
          ++depth;
        } else if (d == '(' || d == '[' || d == '{') {
          k = qn_skip_brackets(p, k) - 1;
        } else if (d == '>' && --depth == 0) {
          const char after = punct_at(p, k + 1);
          if (after == '(' || after == '{' || after == ':')
            i = k;
          break;
        } else if (d == ')' || d == ';' || d == '&' || d == '|') {
          break;
        }
      }
    } else if (c == ';' || c == ')' || c == '}') {
      return false;
    }
  }
  return false;
}

static bool read_launch(const qn_pass *p, size_t open, launch *l) {
  *l = (launch){.open = open};
  if (open == 0 || !split_config(p, l))
    return false;
  l->parenthesis = l->close + 3;
  if (punct_at(p, l->parenthesis) != '(')
    return false;
  l->has_arguments = punct_at(p, l->parenthesis + 1) != ')';
  l->callee = callee_start(p, open - 1, &l->template_commas);
  return l->callee != SIZE_MAX;
}

// ---- Rewriting

// A configuration that is a dim3 already, or may be one of the program's own.
static bool is_dim3(const qn_pass *p, size_t first, size_t end) {
  if (qn_is(p, first, "dim3"))
    return true;
  if (end != first + 1 || qn_at(p, first)->kind != QN_TOKEN_NAME)
    return false;
  return qn_map_find_str(&p->dim3s, qn_text_at(p, first)) != NULL;
}

static void wrap_dim3(qn_pass *p, size_t first, size_t end) {
  if (is_dim3(p, first, end))
    return;
  if (punct_at(p, first) == '{') {
    qn_edit_before(p, first, "dim3");
    return;
  }
  qn_edit_before(p, first, "dim3(");
  qn_edit_after(p, end - 1, ")");
}

// Replaces three characters that stand together.
static void replace_three(qn_pass *p, size_t i, const char *text) {
  qn_edit_add(p, qn_at(p, i)->offset,
              qn_at(p, i + 2)->offset + 1 - qn_at(p, i)->offset,
              qn_str_from(text));
}

// From `>>>` to behind the '(' of the arguments; what stands between them, a
// comment or a line's end, is kept.
static void close_config(qn_pass *p, const launch *l) {
  static const char *const missing[] = {"", "", ", 0, 0", ", 0", ""};
  replace_three(p, l->close,
                l->config.count == 1 ? ", dim3(1), 0, 0"
                                     : missing[l->config.count]);
  qn_edit_token(p, l->parenthesis, l->has_arguments ? "," : "");
  if (l->has_arguments &&
      !(qn_at(p, l->parenthesis + 1)->flags & QN_TOKEN_SPACE))
    qn_edit_after(p, l->parenthesis, " ");
}

static void rewrite(qn_pass *p, const launch *l) {
  const bool ggl = p->options->launch == QN_LAUNCH_GGL;
  qn_edit_before(p, l->callee, ggl ? "hipLaunchKernelGGL(" : "hipifyLaunch(");
  // The preprocessor would take the commas for its own.
  if (ggl && l->template_commas) {
    qn_edit_before(p, l->callee, "HIP_KERNEL_NAME(");
    qn_edit_after(p, l->open - 1, ")");
  }
  replace_three(p, l->open, ", ");
  wrap_dim3(p, l->config.first[0], l->config.end[0]);
  if (l->config.count > 1)
    wrap_dim3(p, l->config.first[1], l->config.end[1]);
  close_config(p, l);
  if (!ggl)
    p->launched_by_api = true;
}

// A part that a macro's parameter or ## makes cannot be told from code.
static bool comes_from_macro(const qn_pass *p, const launch *l) {
  for (size_t i = l->callee; i <= l->parenthesis; ++i)
    if (punct_at(p, i) == '#')
      return true;
  return false;
}

size_t qn_translate_launch(qn_pass *p, size_t i) {
  launch l;
  qn_hipify_result *r = p->result;
  // `<<<` of a shift with a template is followed by no `>>>` and '('.
  if (!read_launch(p, i, &l)) {
    const bool is_shift = i == 0 || qn_at(p, i - 1)->kind == QN_TOKEN_NUMBER;
    if (is_shift)
      return i + 3;
    ++r->launches;
    p->uses_device_code = true;
    if (p->options->launch != QN_LAUNCH_KEEP && !p->options->lint_only) {
      ++r->launches_kept;
      qn_find_at(p, QN_RULE_LAUNCH, i, i + 2,
                 "the launch stays as it is: its kernel, configuration or "
                 "arguments are not all here");
    }
    return i + 3;
  }
  ++r->launches;
  p->uses_device_code = true;
  if (p->options->launch == QN_LAUNCH_KEEP || p->options->lint_only)
    return i + 3;
  if (comes_from_macro(p, &l)) {
    ++r->launches_kept;
    qn_find_at(p, QN_RULE_LAUNCH, l.callee, l.parenthesis,
               "the launch stays as it is: ## puts parts of it together");
    return i + 3;
  }
  rewrite(p, &l);
  return i + 3;
}

void qn_insert_launcher(qn_pass *p) {
  static const char text[] =
      "\n// A kernel's launch by hipLaunchKernel, with its arguments "
      "converted.\n"
      "template <typename... P, typename... A>\n"
      "static inline hipError_t hipifyLaunch(void (*kernel)(P...), dim3 grid,\n"
      "                                      dim3 block, size_t shared,\n"
      "                                      hipStream_t stream, A... "
      "arguments) {\n"
      "  return [&](P... values) {\n"
      "    void *list[] = {(void *)&values..., nullptr};\n"
      "    return hipLaunchKernel((const void *)kernel, grid, block, list, "
      "shared,\n"
      "                           stream);\n"
      "  }(arguments...);\n"
      "}\n";
  // Behind the last include at the head of the file.
  size_t last = SIZE_MAX;
  for (size_t i = 0; i < p->tokens.count; ++i)
    if (qn_at(p, i)->kind == QN_TOKEN_HEADER)
      last = i;
  if (last != SIZE_MAX)
    qn_edit_after(p, last, text);
  else
    qn_edit_add(p, 0, 0, qn_str_from(text + 1));
}
