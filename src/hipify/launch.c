// SPDX-License-Identifier: Apache-2.0
// Launches, kernel<<<grid, block, shared, stream>>>(arguments). Only the
// punctuation is replaced, so names inside are translated as everywhere else.
#include "hipify/pass.h"

// The parts of a launch, as token indices.
typedef struct launch {
  size_t callee;       // first token
  size_t open;         // the first '<' of <<<
  qn_arguments config; // 1 to 4
  size_t close;        // the first '>' of >>>
  size_t parenthesis;  // the '(' of the arguments
  bool has_arguments;
  bool template_commas; // the callee's template arguments have commas
} launch;

// ---- The callee, backwards

// The '<' of a template's arguments that end at `i`, skipping parentheses in
// its arguments, and directives, whose '<' compares.
static size_t open_of_template(const qn_pass *p, size_t i) {
  int depth = 0;
  const size_t close = i;
  const size_t first = i > QN_FAR ? i - QN_FAR : 0;
  for (;; --i) {
    const char c = qn_same_side(p, i, close) ? qn_punct_at(p, i) : '\0';
    if (c == '>') {
      ++depth;
    } else if (c == '<') {
      if (--depth == 0)
        return i;
    } else if (c == ')' || c == ']' || c == '}') {
      i = qn_open_of(p, i, c == ')' ? '(' : c == ']' ? '[' : '{', c);
      if (i == SIZE_MAX)
        return SIZE_MAX;
    } else if (c == ';' || c == '(' || c == '{') {
      return SIZE_MAX;
    }
    if (i <= first)
      return SIZE_MAX;
  }
}

static bool is_scope(const qn_pass *p, size_t i) {
  return i > 0 && qn_punct_at(p, i) == ':' && qn_punct_at(p, i - 1) == ':';
}

// The first token of the expression that ends at `i`: a qualified name with
// template arguments, members, an indexed or parenthesised expression.
static size_t callee_start(const qn_pass *p, size_t i, bool *out_commas) {
  for (;;) {
    const char c = qn_punct_at(p, i);
    size_t first = i;
    if (c == '>') {
      first = open_of_template(p, i);
      if (first == SIZE_MAX || first == 0)
        return SIZE_MAX;
      for (size_t k = first; k < i; ++k)
        *out_commas |= qn_punct_at(p, k) == ',';
      i = first - 1;
      continue;
    }
    if (c == ']' || c == ')') {
      first = qn_open_of(p, i, c == ']' ? '[' : '(', c);
      if (first == SIZE_MAX)
        return SIZE_MAX;
      // The operand of an index or a call is part of the expression.
      if (first > 0 && (qn_at(p, first - 1)->kind == QN_TOKEN_NAME ||
                        qn_punct_at(p, first - 1) == ']')) {
        i = first - 1;
        continue;
      }
    } else if (qn_at(p, i)->kind != QN_TOKEN_NAME) {
      return SIZE_MAX;
    }
    // X::template k<1>
    if (first > 1 && qn_is(p, first - 1, "template"))
      --first;
    // A name may be qualified, and may be a member.
    if (first > 1 && is_scope(p, first - 1)) {
      if (first == 2)
        return 0;
      const size_t before = first - 3;
      if (qn_at(p, before)->kind == QN_TOKEN_NAME ||
          qn_punct_at(p, before) == '>') {
        if (qn_is(p, before, "return"))
          return first - 2;
        i = before;
        continue;
      }
      return first - 2;
    }
    if (first > 1 && qn_punct_at(p, first - 1) == '.') {
      i = first - 2;
      continue;
    }
    if (first > 2 && qn_punct_at(p, first - 1) == '>' &&
        qn_punct_at(p, first - 2) == '-') {
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
    const char c = qn_punct_at(p, i);
    if (c == '(' || c == '[' || c == '{') {
      i = qn_skip_brackets(p, i) - 1;
      continue;
    }
    // A launch inside a configuration: the outer one is incomplete.
    if (c == '<' && qn_punct_at(p, i + 1) == '<' &&
        qn_punct_at(p, i + 2) == '<')
      return false;
    const bool ends = c == '>' && qn_punct_at(p, i + 1) == '>' &&
                      qn_punct_at(p, i + 2) == '>';
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
      // Taken for template arguments when '(', '{' or ':' follows the '>'.
      int depth = 0;
      for (size_t k = i; k < p->tokens.count && k - i < QN_FAR; ++k) {
        const char d = qn_punct_at(p, k);
        if (d == '<') {
          ++depth;
        } else if (d == '(' || d == '[' || d == '{') {
          k = qn_skip_brackets(p, k) - 1;
        } else if (d == '>' && --depth == 0) {
          const char after = qn_punct_at(p, k + 1);
          if (after == '(' || after == '{' || after == ':')
            i = k;
          break;
        } else if (d == ')' || d == ';' || d == '&' || d == '|' || d == '?') {
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
  if (qn_punct_at(p, l->parenthesis) != '(')
    return false;
  const size_t end = qn_skip_brackets(p, l->parenthesis);
  if (end == p->tokens.count && qn_punct_at(p, end - 1) != ')')
    return false; // not closed
  l->has_arguments = qn_punct_at(p, l->parenthesis + 1) != ')';
  l->callee = callee_start(p, open - 1, &l->template_commas);
  return l->callee != SIZE_MAX && qn_same_side(p, l->callee, open) &&
         qn_same_side(p, l->parenthesis, open);
}

// Whether token i is in a directive that is no #define: nothing is launched.
static bool is_in_condition(const qn_pass *p, size_t i) {
  const unsigned flags = qn_at(p, i)->flags;
  return flags & QN_TOKEN_DIRECTIVE && !(flags & QN_TOKEN_IN_DEFINE);
}

// ---- Rewriting

// Whether a configuration is a dim3: a constructor call, or a variable of that
// type.
static bool is_dim3(const qn_pass *p, size_t first, size_t end) {
  if (qn_is(p, first, "dim3"))
    return true;
  // A macro's parameter may be anything, whatever that name is elsewhere.
  if (end != first + 1 || qn_at(p, first)->kind != QN_TOKEN_NAME ||
      qn_at(p, first)->flags & QN_TOKEN_IN_DEFINE)
    return false;
  return qn_map_find_str(&p->dim3s, qn_text_at(p, first)) != NULL;
}

// A comma outside parentheses, at which a macro would split its arguments.
static bool has_bare_comma(const qn_pass *p, size_t first, size_t end) {
  for (size_t i = first; i < end; ++i) {
    if (qn_punct_at(p, i) == '(')
      i = qn_skip_brackets(p, i) - 1;
    else if (qn_punct_at(p, i) == ',')
      return true;
  }
  return false;
}

static void wrap_commas(qn_pass *p, size_t first, size_t end) {
  if (!has_bare_comma(p, first, end))
    return;
  qn_edit_before(p, first, "(");
  qn_edit_after(p, end - 1, ")");
}

// {x, y}, and nothing behind it.
static bool is_braced(const qn_pass *p, size_t first, size_t end) {
  return qn_punct_at(p, first) == '{' && qn_skip_brackets(p, first) == end;
}

static void wrap_dim3(qn_pass *p, size_t first, size_t end) {
  // In front of hipLaunchKernelGGL AMD's tools name the type of variables too.
  const bool always = p->options->launch == QN_LAUNCH_GGL;
  if (qn_is(p, first, "dim3") || (!always && is_dim3(p, first, end))) {
    wrap_commas(p, first, end);
  } else if (is_braced(p, first, end)) {
    qn_edit_token(p, first, "dim3(");
    qn_edit_token(p, end - 1, ")");
  } else {
    qn_edit_before(p, first, "dim3(");
    qn_edit_after(p, end - 1, ")");
  }
}

// nvcc accepts <<<{2, 2}, ...>>>, clang does not.
static void name_braces(qn_pass *p, const launch *l) {
  for (size_t k = 0; k < l->config.count && k < 2; ++k)
    if (is_braced(p, l->config.first[k], l->config.end[k]))
      wrap_dim3(p, l->config.first[k], l->config.end[k]);
}

// Replaces three adjacent characters.
static void replace_three(qn_pass *p, size_t i, const char *text) {
  qn_edit_add(p, qn_at(p, i)->offset,
              qn_at(p, i + 2)->offset + 1 - qn_at(p, i)->offset,
              qn_str_from(text));
}

// Replaces `>>>` through the '(' of the arguments; what is between them, a
// comment or a newline, is kept.
static void close_config(qn_pass *p, const launch *l) {
  static const char *const missing[] = {"", "", ", 0, 0", ", 0", ""};
  replace_three(p, l->close, missing[l->config.count]);
  // A macro may have no arguments.
  const bool variadic = qn_is(p, l->parenthesis + 1, "__VA_ARGS__");
  qn_edit_token(p, l->parenthesis, l->has_arguments ? "," : "");
  if (l->has_arguments &&
      !(qn_at(p, l->parenthesis + 1)->flags & QN_TOKEN_SPACE))
    qn_edit_after(p, l->parenthesis, variadic ? " ##" : " ");
  else if (variadic)
    qn_edit_before(p, l->parenthesis + 1, "##");
}

static void rewrite(qn_pass *p, const launch *l) {
  const bool ggl = p->options->launch == QN_LAUNCH_GGL;
  qn_edit_before(p, l->callee, ggl ? "hipLaunchKernelGGL(" : "hipifyLaunch(");
  // The preprocessor would split the macro's arguments at a template's commas;
  // AMD's tools write this for every template.
  if (ggl && (l->template_commas || qn_punct_at(p, l->open - 1) == '>')) {
    qn_edit_before(p, l->callee, "HIP_KERNEL_NAME(");
    qn_edit_after(p, l->open - 1, ")");
  }
  replace_three(p, l->open, ", ");
  for (size_t k = 0; k < 2; ++k)
    wrap_dim3(p, l->config.first[k], l->config.end[k]);
  for (size_t k = 2; k < l->config.count; ++k)
    wrap_commas(p, l->config.first[k], l->config.end[k]);
  close_config(p, l);
  if (!ggl)
    p->launched_by_api = true;
}

// ---- Launches that must stay

// The name of the macro whose #define contains token i; SIZE_MAX: none.
static size_t macro_name(const qn_pass *p, size_t i) {
  if (!(qn_at(p, i)->flags & QN_TOKEN_IN_DEFINE))
    return SIZE_MAX;
  const size_t from = i;
  while (i > 0 && !(qn_at(p, i)->flags & QN_TOKEN_FIRST)) {
    if (i > p->found->line_start && i <= p->found->line_of) {
      i = p->found->line_start;
      break;
    }
    --i;
  }
  if (i != p->found->line_start || from > p->found->line_of)
    p->found->line_of = from;
  p->found->line_start = i;
  return i + 2;
}

// The first token of a macro's body.
static size_t macro_body(const qn_pass *p, size_t name) {
  if (qn_punct_at(p, name + 1) != '(' ||
      qn_at(p, name + 1)->flags & QN_TOKEN_SPACE)
    return name + 1;
  return qn_skip_brackets(p, name + 1);
}

// Whether a part of the launch comes from a macro: made by ##, or one macro for
// several configuration arguments, of which a launch has at least two.
static bool comes_from_macro(const qn_pass *p, const launch *l) {
  for (size_t i = l->callee; i <= l->parenthesis; ++i)
    if (qn_punct_at(p, i) == '#')
      return true;
  if (l->config.count == 1 ||
      (l->callee && qn_punct_at(p, l->callee - 1) == '#'))
    return true;
  const size_t name = macro_name(p, l->open);
  if (name == SIZE_MAX)
    return false;
  for (size_t k = 0; k < l->config.count; ++k)
    if (qn_is(p, l->config.first[k], "__VA_ARGS__"))
      return true;
  return false;
}

// Whether the ':' at token i ends a label: `name:`, `default:`, `case ...:`.
static bool is_label(const qn_pass *p, size_t i) {
  enum { CASE_MAX = 16 }; // tokens of its constant
  if (i == 0)
    return false;
  for (size_t k = i; k-- > 0 && i - k < CASE_MAX;) {
    const char c = qn_punct_at(p, k);
    if (qn_is(p, k, "case") || (k + 1 == i && qn_is(p, k, "default")))
      return true;
    if (c == ';' || c == '{' || c == '}' || c == '?')
      break;
  }
  if (qn_at(p, i - 1)->kind != QN_TOKEN_NAME)
    return false;
  if (i == 1 || (qn_at(p, i - 2)->flags & QN_TOKEN_DIRECTIVE &&
                 qn_at(p, i - 1)->flags & QN_TOKEN_FIRST))
    return true;
  const char before = qn_punct_at(p, i - 2);
  return before == ';' || before == '{' || before == '}' ||
         (before == ':' && is_label(p, i - 2));
}

// Whether what precedes the callee allows a statement to begin.
static bool begins_statement(const qn_pass *p, size_t callee) {
  static const char *const words[] = {"if", "for", "while", "switch", NULL};
  const size_t name = macro_name(p, callee);
  if (callee == 0 || (name != SIZE_MAX && callee == macro_body(p, name)))
    return true;
  const qn_token *before = qn_at(p, callee - 1);
  if (before->flags & QN_TOKEN_DIRECTIVE && name == SIZE_MAX)
    return true;
  if (before->kind == QN_TOKEN_NAME)
    return qn_is(p, callee - 1, "else") || qn_is(p, callee - 1, "do");
  const char c = qn_punct_at(p, callee - 1);
  if (c == ';' || c == '{' || c == '}')
    return true;
  if (c == ':') // of a label, not of a conditional expression
    return is_label(p, callee - 1);
  if (c != ')')
    return false;
  const size_t open = qn_open_of(p, callee - 1, '(', ')');
  if (open == SIZE_MAX || open == 0)
    return false;
  for (size_t k = 0; words[k]; ++k)
    if (qn_is(p, open - 1, words[k]) ||
        (qn_is(p, open - 1, "constexpr") && open > 1))
      return true;
  return false;
}

static bool ends_statement(const qn_pass *p, const launch *l) {
  const size_t after = qn_skip_brackets(p, l->parenthesis);
  const qn_token *t = qn_at(p, after);
  return qn_punct_at(p, after) == ';' || t->kind == QN_TOKEN_END ||
         (qn_at(p, l->open)->flags & QN_TOKEN_IN_DEFINE &&
          t->flags & QN_TOKEN_FIRST);
}

// Whether the kernel is a template that gets not all of its arguments here, or
// (*out_several) one of several.
static bool is_deduced(const qn_pass *p, const launch *l, bool *out_several) {
  qn_template given = {0};
  const size_t last = l->open - 1;
  const size_t list =
      qn_punct_at(p, last) == '>' ? qn_template_list(p, last, &given) : l->open;
  if (!list || qn_at(p, list - 1)->kind != QN_TOKEN_NAME)
    return false;
  const qn_str name = qn_text_at(p, list - 1);
  const uint64_t *needs = qn_map_find_str(&p->kernels, name);
  if (!needs && p->options->kernels)
    needs = qn_map_find_str(p->options->kernels, name);
  *out_several = needs && *needs == QN_KERNEL_SEVERAL;
  return needs && *needs && (list == l->open || given.count + 1 < *needs);
}

// Why a launch cannot be rewritten; NULL when it can.
static const char *why_kept(const qn_pass *p, const launch *l) {
  if (comes_from_macro(p, l))
    return "a macro's parameter or ## makes parts of it";
  if (p->options->launch == QN_LAUNCH_GGL)
    return begins_statement(p, l->callee) && ends_statement(p, l)
               ? NULL
               : "it is part of an expression, and hipLaunchKernelGGL is a "
                 "statement";
  const size_t before = l->callee ? l->callee - 1 : 0;
  if (l->callee &&
      (qn_is(p, before, "return") || qn_punct_at(p, before) == '?' ||
       qn_punct_at(p, before) == ':'))
    return begins_statement(p, l->callee) ? NULL
                                          : "its value of type void is used";
  bool several = false;
  if (is_deduced(p, l, &several))
    return several ? "several kernels have its name"
                   : "its kernel is a template whose arguments are deduced";
  return NULL;
}

size_t qn_translate_launch(qn_pass *p, size_t i) {
  launch l;
  qn_hipify_result *r = p->result;
  if (is_in_condition(p, i))
    return i + 3;
  // A `<<<` that is a shift and a template is not followed by `>>>` and '('.
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
  if (p->options->launch == QN_LAUNCH_KEEP || p->options->lint_only) {
    name_braces(p, &l);
    return i + 3;
  }
  const char *why = why_kept(p, &l);
  if (why) {
    ++r->launches_kept;
    qn_find_at(p, QN_RULE_LAUNCH, l.callee, l.parenthesis,
               "the launch stays as it is: %s", why);
    return i + 3;
  }
  rewrite(p, &l);
  return i + 3;
}

void qn_insert_launcher(qn_pass *p) {
  static const char text[] =
      "#ifndef HIPIFY_LAUNCH\n"
      "#define HIPIFY_LAUNCH\n"
      "#include <hip/hip_runtime.h>\n"
      "// A kernel's launch by hipLaunchKernel, with its arguments converted.\n"
      "template <typename... P, typename... A>\n"
      "static inline hipError_t hipifyLaunch(void (*kernel)(P...), dim3 grid,\n"
      "                                      dim3 block, size_t shared,\n"
      "                                      hipStream_t stream, A... "
      "arguments) {\n"
      "#ifdef HIP_API_PER_THREAD_DEFAULT_STREAM\n"
      "  stream = stream ? stream : hipStreamPerThread;\n"
      "#endif\n"
      "  return [&](P... values) {\n"
      "    void *list[] = {(void *)&values..., nullptr};\n"
      "    return hipLaunchKernel((const void *)kernel, grid, block, list, "
      "shared,\n"
      "                           stream);\n"
      "  }(arguments...);\n"
      "}\n"
      "// Of several kernels of a name, the one that takes just these.\n"
      "template <typename First, typename... P>\n"
      "static inline hipError_t hipifyLaunch(void (*kernel)(First, P...),\n"
      "                                      dim3 grid, dim3 block,\n"
      "                                      size_t shared, hipStream_t "
      "stream,\n"
      "                                      First first, P... values) {\n"
      "#ifdef HIP_API_PER_THREAD_DEFAULT_STREAM\n"
      "  stream = stream ? stream : hipStreamPerThread;\n"
      "#endif\n"
      "  void *list[] = {(void *)&first, (void *)&values..., nullptr};\n"
      "  return hipLaunchKernel((const void *)kernel, grid, block, list, "
      "shared,\n"
      "                         stream);\n"
      "}\n"
      "#endif\n";
  qn_insert_lines(p, qn_head_offset(p), text);
}
