// SPDX-License-Identifier: Apache-2.0
// Which uses of a name are of a CUdeviceptr: the declaration that a use sees
// decides, not that the file has such a variable somewhere. A local name is
// what its block or its function's parameters say; any other name is what its
// class or namespace says, in this file or, for the functions of a class that a
// header declares, there. Two walks over all tokens: the first collects what is
// declared outside of functions, the second marks uses.
#include <stdlib.h>

#include "hipify/pass.h"

enum {
  POINTER = 1,        // is a CUdeviceptr
  OTHER = 2,          // is something else; with POINTER: both are declared
  BRANCH_BLOCKS = 16, // that a branch of #if may close
  TYPE_FAR = 24,      // tokens of a type
  KEY_SIZE = 256,
};

typedef struct block {
  qn_str owner;  // the class whose names code here sees, or empty
  size_t parens; // that were open around it, in scopes' `parens`
  bool is_local; // code, not a class or a namespace
  bool is_value; // `a{1}` among a constructor's initializers
} block;

typedef struct binding {
  qn_str name;
  size_t depth;  // of the block that it ends with
  size_t hidden; // index + 1 of the outer declaration of that name
  int kind;
} binding;

// Where an #if begins; its other branches begin there, too.
typedef struct branch {
  block now, blocks[BRANCH_BLOCKS]; // the innermost of those around it
  size_t block_count, paren_count;
  bool in_head, has_params;
} branch;

typedef struct scopes {
  qn_pass *p;
  qn_arena *arena;
  qn_map *members; // "class::name", "::name": what they are; "class(": see
                   // note_constructor
  qn_map outside;  // name: what those of all classes and namespaces are
  qn_map inside;   // name: what all local ones are
  block *blocks;   // around the innermost
  size_t block_count, block_capacity;
  binding *bindings;
  size_t binding_count, binding_capacity;
  branch *branches;
  size_t branch_count, branch_capacity;
  size_t *parens; // that are open: the token
  size_t paren_count, paren_capacity;
  block now;          // the innermost
  size_t statement;   // its first token
  size_t directive;   // the last, its first token
  qn_str head;        // the name after `class`
  qn_str method;      // `A` of A::f(
  bool in_head;       // after `class`
  bool has_bases;     // after its `:`
  bool has_params;    // after a ')'
  bool initializers;  // after a constructor's `:`
  bool marking;       // the second walk
  uint8_t marks[256]; // of watched names, see mark_of: most others have none
} scopes;

static uint8_t mark_of(qn_str name) {
  const uint8_t first = (uint8_t)name.data[0];
  const uint8_t last = (uint8_t)name.data[name.size - 1];
  return (uint8_t)(first + 5U * last + 37 * (unsigned)name.size);
}

static void watch(scopes *s, qn_str name) { s->marks[mark_of(name)] = 1; }

static bool is_watched(const scopes *s, qn_str name) {
  return s->marks[mark_of(name)] && qn_map_find_str(&s->p->pointers, name);
}

// ---- Names of classes and namespaces

static qn_str key_of(char *text, qn_str owner, const char *mark, qn_str name) {
  const int size = snprintf(text, KEY_SIZE, "%.*s%s%.*s", QN_STR_ARG(owner),
                            mark, QN_STR_ARG(name));
  return (qn_str){text, size > 0 && size < KEY_SIZE ? (size_t)size : 0};
}

static void add_bits(scopes *s, qn_map *map, qn_str key, uint64_t bits) {
  uint64_t *known = qn_map_find_str(map, key);
  if (known) {
    *known |= bits;
    return;
  }
  const qn_str copy = qn_arena_copy(s->arena, key);
  s->p->failed |=
      !copy.data || qn_failed(qn_map_put_str(map, copy, bits, NULL));
}

// What is known of a name of that class in this file and in its headers.
static uint64_t member_bits(const scopes *s, qn_str owner, const char *mark,
                            qn_str name) {
  char text[KEY_SIZE];
  const qn_str key = key_of(text, owner, mark, name);
  const qn_map *foreign = s->p->options->members;
  if (!key.size)
    return 0;
  const uint64_t *here = qn_map_find_str(s->members, key);
  const uint64_t *there =
      foreign && owner.size ? qn_map_find_str(foreign, key) : NULL;
  return (here ? *here : 0) | (there ? *there : 0);
}

// What a name that is not local is, from the innermost class outwards.
static int resolve_member(const scopes *s, qn_str name) {
  int kind = (int)member_bits(s, s->now.owner, "::", name);
  qn_str last = s->now.owner;
  for (size_t k = s->block_count, far = 0; !kind && k-- && far < 64; ++far) {
    const qn_str owner = s->blocks[k].owner;
    if (!qn_str_equal(owner, last))
      kind = (int)member_bits(s, owner, "::", name);
    last = owner;
  }
  if (!kind)
    kind = (int)member_bits(s, QN_STR(""), "::", name);
  const uint64_t *any = kind ? NULL : qn_map_find_str(&s->outside, name);
  if (!any)
    return kind;
  return *any & POINTER ? POINTER | OTHER : OTHER; // some other class's
}

// ---- Declarations

static bool is_name(const qn_pass *p, size_t i) {
  return qn_at(p, i)->kind == QN_TOKEN_NAME;
}

static bool is_one_of(const qn_pass *p, size_t i, const char *const *words,
                      size_t count) {
  for (size_t k = 0; k < count; ++k)
    if (qn_is(p, i, words[k]))
      return true;
  return false;
}
#define IS_ONE_OF(p, i, words)                                                 \
  is_one_of(p, i, words, sizeof(words) / sizeof((words)[0]))

static bool is_qualifier(const qn_pass *p, size_t i) {
  static const char *const words[] = {"const", "volatile", "__restrict__",
                                      "__restrict"};
  return is_name(p, i) && IS_ONE_OF(p, i, words);
}

static bool is_storage(const qn_pass *p, size_t i) {
  static const char *const words[] = {"static",  "extern",    "thread_local",
                                      "mutable", "constexpr", "inline"};
  return is_qualifier(p, i) || (is_name(p, i) && IS_ONE_OF(p, i, words));
}

// A name that may be a type's, or the end of one.
static bool is_type_name(const qn_pass *p, size_t i) {
  static const char *const words[] = {
      "return",   "else",     "case", "goto",    "throw", "new",
      "delete",   "sizeof",   "and",  "or",      "not",   "co_return",
      "co_yield", "co_await", "do",   "operator"};
  return is_name(p, i) && !IS_ONE_OF(p, i, words);
}

static bool is_device_pointer(const qn_pass *p, size_t i) {
  return qn_is(p, i, "CUdeviceptr") && !(i && qn_is_punct(p, i - 1, '#'));
}

// The token before `i` that is no qualifier; `i` itself: there is none.
static size_t before(const qn_pass *p, size_t i) {
  size_t k = i;
  while (k && i - k < TYPE_FAR && is_qualifier(p, k - 1))
    --k;
  return k ? k - 1 : i;
}

static bool in_parens(const scopes *s) {
  return s->paren_count > s->now.parens;
}

// Between the brackets of `auto [a, b]`.
static bool in_binding(const scopes *s) {
  const qn_pass *p = s->p;
  if (!in_parens(s))
    return false;
  const size_t open = s->parens[s->paren_count - 1];
  const size_t type = before(p, open);
  return qn_is_punct(p, open, '[') &&
         (qn_is(p, type, "auto") ||
          (qn_is_punct(p, type, '&') && qn_is(p, before(p, type), "auto")));
}

// `int *f(...) {`, in what looks like another's body when branches of #if hide
// its end.
static bool is_function_head(const qn_pass *p, size_t open) {
  if (open < 2 || !is_type_name(p, open - 1) ||
      !(is_type_name(p, open - 2) || qn_is_punct(p, open - 2, '*') ||
        qn_is_punct(p, open - 2, '&') || qn_is_punct(p, open - 2, ':')))
    return false;
  return qn_is_punct(p, qn_skip_brackets(p, open), '{');
}

// Whether `a * b` between the innermost brackets may declare b: in code only
// a lambda's parameters, and what a loop or a handler begins with.
static bool may_declare(const scopes *s) {
  static const char *const words[] = {"for", "catch"};
  if (!s->now.is_local || !in_parens(s))
    return true;
  const size_t open = s->parens[s->paren_count - 1];
  return open &&
         (qn_is_punct(s->p, open - 1, ']') ||
          IS_ONE_OF(s->p, open - 1, words) || is_function_head(s->p, open));
}

// Whether what ends at token `k`, behind a '(' or where a statement begins, is
// a type and no part of an expression.
static bool is_type_at(const scopes *s, size_t k) {
  const qn_pass *p = s->p;
  size_t depth = 0;
  if (!is_type_name(p, k) && !qn_is_punct(p, k, '>'))
    return false;
  for (size_t far = 0; far < TYPE_FAR; ++far, --k) {
    const char c = qn_punct_at(p, k);
    depth += c == '>';
    if (c == '<' && !depth--)
      return false;
    if (!depth && c && strchr(";{}(,", c))
      return true;
    if (!depth && (is_name(p, k) ? !is_type_name(p, k) : !strchr(":<", c)))
      return false;
    if (!k)
      return true;
  }
  return false;
}

static bool is_array(const qn_pass *p, size_t i) {
  return qn_is_punct(p, i + 1, '[');
}

// `T a, *b`: what the one behind a comma is.
static int kind_in_list(const scopes *s, size_t i, bool is_address) {
  const qn_pass *p = s->p;
  size_t k = s->statement;
  if (in_parens(s))
    return 0;
  while (k < i && k - s->statement < TYPE_FAR && is_storage(p, k))
    ++k;
  if (k + 1 >= i || !is_type_name(p, k) ||
      !(is_name(p, k + 1) || qn_is_punct(p, k + 1, '*') ||
        qn_is_punct(p, k + 1, '&')))
    return 0;
  return is_device_pointer(p, k) && !is_address && !is_array(p, i) ? POINTER
                                                                   : OTHER;
}

// What the name at token i is declared to be behind * or &.
static int kind_behind_mark(const scopes *s, size_t i, size_t k) {
  const qn_pass *p = s->p;
  const size_t end = k;
  bool is_address = false;
  while (
      k && end - k < TYPE_FAR &&
      (qn_is_punct(p, k, '*') || qn_is_punct(p, k, '&') || is_qualifier(p, k)))
    is_address |= qn_is_punct(p, k--, '*');
  if (is_device_pointer(p, k))
    return is_address ? OTHER : POINTER;
  if (qn_is_punct(p, k, ','))
    return kind_in_list(s, i, is_address);
  return may_declare(s) && is_type_at(s, k) ? OTHER : 0;
}

static bool ends_declarator(const qn_pass *p, size_t i) {
  const char c = qn_punct_at(p, i);
  return c && strchr(";,)=[{:(", c) &&
         !(c == '=' && qn_is_punct(p, i + 1, '='));
}

// What the name at token i is declared to be; 0: it is no declaration.
static int declared_kind(const scopes *s, size_t i) {
  const qn_pass *p = s->p;
  const size_t k = before(p, i);
  if (k == i)
    return 0;
  if (in_binding(s))
    return OTHER;
  if (is_device_pointer(p, k))
    return is_array(p, i) ? OTHER : POINTER;
  if (is_name(p, k))
    return is_type_name(p, k) ? OTHER : 0;
  if (!ends_declarator(p, i + 1))
    return 0;
  if (qn_is_punct(p, k, '*') || qn_is_punct(p, k, '&'))
    return kind_behind_mark(s, i, k);
  if (qn_is_punct(p, k, ','))
    return kind_in_list(s, i, false);
  return qn_is_punct(p, k, '>') && k && !qn_is_punct(p, k - 1, '-') &&
                 may_declare(s) && is_type_at(s, k)
             ? OTHER
             : 0;
}

static void bind(scopes *s, qn_str name, int kind) {
  binding *grown = qn_arena_grow(s->arena, s->bindings, s->binding_count,
                                 &s->binding_capacity, sizeof(*grown));
  uint64_t *top = qn_map_find_str(&s->p->pointers, name);
  if (grown)
    s->bindings = grown; // its capacity is counted
  if (!grown || !top) {
    s->p->failed |= !grown;
    return;
  }
  // Parameters end with the function's body, or where there is none.
  const size_t depth =
      s->block_count + (s->paren_count - s->now.parens > in_binding(s));
  s->bindings[s->binding_count++] = (binding){
      .name = name, .depth = depth, .hidden = (size_t)*top, .kind = kind};
  *top = s->binding_count;
}

static void unbind(scopes *s, size_t depth) {
  while (s->binding_count && s->bindings[s->binding_count - 1].depth > depth) {
    const binding *b = &s->bindings[--s->binding_count];
    uint64_t *top = qn_map_find_str(&s->p->pointers, b->name);
    if (top)
      *top = b->hidden;
  }
}

static void declare(scopes *s, size_t i, int kind) {
  char text[KEY_SIZE];
  const qn_str name = qn_text_at(s->p, i);
  const bool is_local = s->now.is_local || in_parens(s);
  if (s->marking) {
    if (is_local)
      bind(s, name, kind);
    return;
  }
  add_bits(s, is_local ? &s->inside : &s->outside, name, (uint64_t)kind);
  const qn_str key = key_of(text, s->now.owner, "::", name);
  if (!is_local && key.size)
    add_bits(s, s->members, key, (uint64_t)kind);
}

// The parameters of a class's constructors that are CUdeviceptr, as bits, and
// in the upper half those that are something else in one of them. `open` is the
// '('.
static void note_constructor(scopes *s, size_t open) {
  enum { PARAMETERS_MAX = 32 };
  char text[KEY_SIZE];
  qn_arguments list = {0};
  const qn_str name = qn_text_at(s->p, open - 1);
  const qn_str key = key_of(text, name, "(", QN_STR(""));
  uint64_t bits = 0;
  if (!key.size || qn_is_punct(s->p, open - 2, '~') ||
      !qn_split_arguments(s->p, open, &list))
    return;
  for (size_t k = 0; k < list.count && k < PARAMETERS_MAX; ++k) {
    size_t type = list.first[k];
    while (type < list.end[k] && is_qualifier(s->p, type))
      ++type;
    const bool is_pointer =
        is_device_pointer(s->p, type) && !qn_is_punct(s->p, type + 1, '*');
    bits |= (uint64_t)1 << (k + (is_pointer ? 0 : PARAMETERS_MAX));
  }
  add_bits(s, s->members, key, bits);
}

// ---- Uses

// What the use of a name at token i is.
static int used_kind(const scopes *s, size_t i) {
  const qn_pass *p = s->p;
  const qn_str name = qn_text_at(p, i);
  const uint64_t *top = qn_map_find_str(&p->pointers, name);
  if (i > 1 && qn_is_punct(p, i - 1, '>') && qn_is_punct(p, i - 2, '-') &&
      qn_is(p, i - 3, "this"))
    return resolve_member(s, name);
  if (qn_is_member(p, i) ||
      (i > 1 && qn_is_punct(p, i - 1, ':') && qn_is_punct(p, i - 2, ':'))) {
    const uint64_t *any = qn_map_find_str(&s->outside, name);
    return any ? (int)*any : 0; // of whichever object
  }
  return top && *top ? s->bindings[*top - 1].kind : resolve_member(s, name);
}

// Whether the name at token i is a parameter of the macro that it is in:
// `#define F(name)`.
static bool is_macro_parameter(const scopes *s, size_t i) {
  enum { PARAMETERS_FAR = 64 };
  const qn_pass *p = s->p;
  const size_t open = s->directive + 3;
  if (!qn_is(p, s->directive + 1, "define") || !qn_is_punct(p, open, '(') ||
      qn_at(p, open)->flags & QN_TOKEN_SPACE)
    return false;
  for (size_t k = open + 1; k - open < PARAMETERS_FAR; ++k)
    if (k > i || qn_is_punct(p, k, ')'))
      return k > i;
    else if (k < i && qn_str_equal(qn_text_at(p, k), qn_text_at(p, i)))
      return true;
  return true; // too many to tell
}

// A macro is used anywhere: all of that name have to be CUdeviceptr.
static int kind_in_directive(const scopes *s, size_t i) {
  const qn_str name = qn_text_at(s->p, i);
  const uint64_t *out = qn_map_find_str(&s->outside, name);
  const uint64_t *in = qn_map_find_str(&s->inside, name);
  const int kind = (int)((out ? *out : 0) | (in ? *in : 0));
  return kind && is_macro_parameter(s, i) ? 0 : kind;
}

static void mark(qn_pass *p, size_t i, int kind) {
  if (!(kind & POINTER))
    return;
  p->tokens.items[i].flags |=
      kind & OTHER ? QN_TOKEN_POINTER | QN_TOKEN_UNSURE : QN_TOKEN_POINTER;
  if (kind == POINTER)
    qn_report_operand(p, i);
}

// `auto name = pointer + n`; called at the name.
static bool takes_pointer(const scopes *s, size_t i) {
  const qn_pass *p = s->p;
  size_t k = i + 2;
  if (!qn_is_punct(p, i + 1, '=') || qn_is_punct(p, k, '='))
    return false;
  if (qn_is(p, k, "this") && qn_is_punct(p, k + 1, '-'))
    k += 3;
  if (!is_name(p, k) || used_kind(s, k) != POINTER)
    return false;
  if (qn_is_punct(p, k + 1, '(') && qn_is_punct(p, k + 2, ')'))
    k += 2;
  const char c = qn_punct_at(p, k + 1);
  return c == ';' || c == ',' || (c == '+' && !qn_is_punct(p, k + 2, '+'));
}

static bool is_auto(const qn_pass *p, size_t i) {
  size_t k = before(p, i);
  if (qn_is_punct(p, k, '&'))
    k = before(p, k);
  return k < i && qn_is(p, k, "auto");
}

static bool is_integer(qn_str text) {
  const bool hex = text.size > 1 && (text.data[1] | 0x20) == 'x';
  for (size_t i = 0; i < text.size; ++i)
    if (text.data[i] == '.' || (!hex && (text.data[i] | 0x20) == 'e'))
      return false;
  return true;
}

// `std::make_unique<C>(n, 0)`: a 0 that is handed on is an integer and no null
// pointer, and any other number was never one.
static void cast_numbers(scopes *s, size_t i) {
  qn_pass *p = s->p;
  qn_arguments list = {0};
  size_t k = i + 2;
  if (!qn_is_punct(p, i + 1, '<') || p->options->lint_only)
    return;
  while (k - i < TYPE_FAR && (is_name(p, k) || qn_is_punct(p, k, ':')))
    ++k;
  if (!qn_is_punct(p, k, '>') || !qn_is_punct(p, k + 1, '(') ||
      !is_name(p, k - 1))
    return;
  const uint64_t bits = member_bits(s, qn_text_at(p, k - 1), "(", QN_STR(""));
  const uint64_t wanted = bits & ~(bits >> 32) & UINT32_MAX;
  if (!wanted || !qn_split_arguments(p, k + 1, &list))
    return;
  for (size_t a = 0; a < list.count && a < 32; ++a)
    if (wanted >> a & 1 && list.first[a] + 1 == list.end[a] &&
        qn_at(p, list.first[a])->kind == QN_TOKEN_NUMBER &&
        is_integer(qn_text_at(p, list.first[a])))
      qn_edit_before(p, list.first[a], "(hipDeviceptr_t)");
}

// ---- The walk

// `A::f(`, `A<T>::f(`: the class; called at '('.
static void note_method(scopes *s, size_t open) {
  const qn_pass *p = s->p;
  if (open < 4 || !is_name(p, open - 1))
    return;
  size_t k = open - 1;
  k -= qn_is_punct(p, k - 1, '~');
  if (k < 3 || !qn_is_punct(p, k - 1, ':') || !qn_is_punct(p, k - 2, ':'))
    return;
  k -= 3;
  size_t depth = 0;
  for (size_t far = 0; k && far < TYPE_FAR; ++far, --k) {
    depth += qn_is_punct(p, k, '>');
    if (!depth)
      break;
    depth -= qn_is_punct(p, k, '<');
  }
  if (!depth && is_name(p, k))
    s->method = qn_text_at(p, k);
}

static void begin_statement(scopes *s, size_t i) {
  s->statement = i;
  s->in_head = s->has_bases = s->has_params = s->initializers = false;
  s->head = s->method = (qn_str){0};
}

// Whether the '{' at token i begins what is after `class`, and no function that
// returns one.
static bool opens_class(const scopes *s, size_t i) {
  static const char *const words[] = {"const", "noexcept", "override", "final"};
  if (!s->in_head || !i || qn_is_punct(s->p, i - 1, ')'))
    return false;
  return !s->has_params || s->has_bases ||
         !(is_name(s->p, i - 1) && IS_ONE_OF(s->p, i - 1, words));
}

static bool opens_namespace(const scopes *s) {
  return qn_is(s->p, s->statement, "namespace") ||
         qn_is(s->p, s->statement + 1, "namespace");
}

static void open_block(scopes *s, size_t i) {
  block *grown = qn_arena_grow(s->arena, s->blocks, s->block_count,
                               &s->block_capacity, sizeof(*grown));
  if (!grown) {
    s->p->failed = true;
    return;
  }
  s->blocks = grown;
  s->blocks[s->block_count++] = s->now;
  s->now.parens = s->paren_count;
  s->now.is_value = s->initializers && i &&
                    (is_name(s->p, i - 1) || qn_is_punct(s->p, i - 1, '>'));
  if (s->now.is_value)
    return;
  if (opens_class(s, i)) {
    s->now.owner = s->head;
  } else if (s->now.is_local || s->has_params) {
    s->now.is_local = true;
    if (s->method.size)
      s->now.owner = s->method;
  } else if (opens_namespace(s)) {
    s->now.owner = QN_STR("");
  }
  begin_statement(s, i + 1);
}

static void close_block(scopes *s, size_t i) {
  if (!s->block_count)
    return;
  const bool is_value = s->now.is_value;
  unbind(s, s->block_count - !is_value);
  s->paren_count = s->now.parens;
  s->now = s->blocks[--s->block_count];
  if (!is_value && !in_parens(s))
    begin_statement(s, i + 1);
}

static void visit_colon(scopes *s, size_t i) {
  const qn_pass *p = s->p;
  if (in_parens(s) || (i && qn_is_punct(p, i - 1, ':')) ||
      qn_is_punct(p, i + 1, ':'))
    return;
  if (s->in_head)
    s->has_bases = true;
  else if (s->has_params && !s->now.is_local)
    s->initializers = true;
  else
    begin_statement(s, i + 1); // public:
}

static void open_paren(scopes *s, size_t i) {
  size_t *grown = qn_arena_grow(s->arena, s->parens, s->paren_count,
                                &s->paren_capacity, sizeof(*grown));
  if (!grown) {
    s->p->failed = true;
    return;
  }
  if (i > 1 && qn_is_punct(s->p, i, '(') && !in_parens(s) && !s->now.is_local) {
    note_method(s, i);
    if (!s->marking && s->now.owner.size &&
        qn_str_equal(qn_text_at(s->p, i - 1), s->now.owner))
      note_constructor(s, i);
  }
  s->parens = grown;
  s->parens[s->paren_count++] = i;
}

static void close_paren(scopes *s, size_t i) {
  if (!in_parens(s))
    return;
  --s->paren_count;
  if (!in_parens(s) && qn_is_punct(s->p, i, ')'))
    s->has_params = true;
}

static void visit_punct(scopes *s, size_t i) {
  switch (qn_punct_at(s->p, i)) {
  case '(':
  case '[':
    open_paren(s, i);
    break;
  case ')':
  case ']':
    close_paren(s, i);
    break;
  case '{':
    open_block(s, i);
    break;
  case '}':
    close_block(s, i);
    break;
  case ':':
    visit_colon(s, i);
    break;
  case ';':
    if (in_parens(s))
      break;
    unbind(s, s->block_count);
    begin_statement(s, i + 1);
    break;
  case '=':
    s->in_head &= in_parens(s);
    break;
  default:
    break;
  }
}

// `class`, and the name behind it; not that of a template's parameter.
static void note_head(scopes *s, size_t i) {
  static const char *const words[] = {"class", "struct", "union"};
  const char initial = (char)s->p->source.data[qn_at(s->p, i)->offset];
  if (in_parens(s))
    return;
  if (strchr("csu", initial) && IS_ONE_OF(s->p, i, words)) {
    if (i && (qn_is_punct(s->p, i - 1, '<') || qn_is_punct(s->p, i - 1, ',')))
      return;
    s->in_head = true;
    s->has_bases = false;
  } else if (s->in_head && !s->has_bases && !qn_is(s->p, i, "final")) {
    s->head = qn_text_at(s->p, i);
  }
}

static void begin_branch(scopes *s) {
  branch *grown = qn_arena_grow(s->arena, s->branches, s->branch_count,
                                &s->branch_capacity, sizeof(*grown));
  if (!grown) {
    s->p->failed = true;
    return;
  }
  s->branches = grown;
  branch *b = &grown[s->branch_count++];
  *b = (branch){.now = s->now,
                .block_count = s->block_count,
                .paren_count = s->paren_count,
                .in_head = s->in_head,
                .has_params = s->has_params};
  for (size_t k = 0; k < BRANCH_BLOCKS && k < s->block_count; ++k)
    b->blocks[k] = s->blocks[s->block_count - 1 - k];
}

// #else: what the branch before it opened or closed is as it was.
static void change_branch(scopes *s) {
  const branch *b = &s->branches[s->branch_count - 1];
  if (s->block_count + BRANCH_BLOCKS < b->block_count ||
      s->paren_count < b->paren_count)
    return;
  if (s->block_count > b->block_count)
    unbind(s, b->block_count);
  s->now = b->now;
  s->block_count = b->block_count;
  s->paren_count = b->paren_count;
  s->in_head = b->in_head;
  s->has_params = b->has_params;
  for (size_t k = 0; k < BRANCH_BLOCKS && k < s->block_count; ++k)
    s->blocks[s->block_count - 1 - k] = b->blocks[k];
}

// At a '#'.
static void visit_directive(scopes *s, size_t i) {
  static const char *const begin[] = {"if", "ifdef", "ifndef"};
  static const char *const change[] = {"else", "elif", "elifdef", "elifndef"};
  s->directive = i;
  if (IS_ONE_OF(s->p, i + 1, begin))
    begin_branch(s);
  else if (s->branch_count && IS_ONE_OF(s->p, i + 1, change))
    change_branch(s);
  else if (s->branch_count && qn_is(s->p, i + 1, "endif"))
    --s->branch_count;
}

static void visit_name(scopes *s, size_t i) {
  qn_pass *p = s->p;
  const qn_str name = qn_text_at(p, i);
  note_head(s, i);
  if (s->marking && (qn_is(p, i, "make_unique") || qn_is(p, i, "make_shared")))
    cast_numbers(s, i);
  const bool watched = is_watched(s, name);
  int kind = watched ? declared_kind(s, i) : 0;
  if (s->marking && s->now.is_local && qn_is_punct(p, i + 1, '=') &&
      is_auto(p, i)) {
    kind = takes_pointer(s, i) ? POINTER : kind;
    if (kind == POINTER && !watched) {
      watch(s, name);
      p->failed |= qn_failed(qn_map_put_str(&p->pointers, name, 0, NULL));
    }
  }
  if (kind)
    declare(s, i, kind);
  else if (s->marking && watched)
    mark(p, i, used_kind(s, i));
}

static void walk(scopes *s) {
  const qn_pass *p = s->p;
  s->now = (block){.owner = QN_STR("")};
  s->block_count = s->paren_count = s->branch_count = s->directive = 0;
  begin_statement(s, 0);
  for (size_t i = 0; i < p->pointers.count; ++i)
    watch(s, qn_map_entry_str(&p->pointers.entries[i]));
  for (size_t i = 0; i < p->tokens.count && !p->failed; ++i) {
    const qn_token *t = qn_at(p, i);
    if (t->flags & QN_TOKEN_DEAD)
      continue;
    if (t->flags & QN_TOKEN_DIRECTIVE) {
      if (t->flags & QN_TOKEN_FIRST && qn_punct_at(p, i) == '#')
        visit_directive(s, i);
      if (s->marking && t->kind == QN_TOKEN_NAME &&
          is_watched(s, qn_text_at(p, i)))
        mark(s->p, i, kind_in_directive(s, i));
    } else if (t->kind == QN_TOKEN_NAME) {
      visit_name(s, i);
    } else if (t->kind == QN_TOKEN_PUNCT) {
      visit_punct(s, i);
    }
  }
}

static void finish(scopes *s) {
  qn_map_finish(&s->outside);
  qn_map_finish(&s->inside);
}

// A member of a header's class is hidden by what a function declares.
static void note_foreign(qn_pass *p) {
  const qn_map *foreign = p->options->members;
  for (size_t i = 0; foreign && i < foreign->count; ++i) {
    const qn_str key = qn_map_entry_str(&foreign->entries[i]);
    const size_t end = qn_str_find(key, ':');
    if (end < key.size && foreign->entries[i].value & POINTER)
      qn_note_name(p, &p->pointers, qn_str_skip(key, end + 2));
  }
}

void qn_mark_pointers(qn_pass *p) {
  qn_map members = {0};
  scopes s = {.p = p, .arena = &p->result->arena, .members = &members};
  note_foreign(p);
  if (!p->pointers.count && !p->options->members)
    return;
  walk(&s);
  for (size_t i = 0; i < p->pointers.count; ++i)
    p->pointers.entries[i].value = 0; // no declaration is seen yet
  s.marking = true;
  walk(&s);
  finish(&s);
  qn_map_finish(&members);
}

void qn_note_members(qn_pass *p, qn_arena *arena, qn_map *members) {
  scopes s = {.p = p, .arena = arena, .members = members};
  walk(&s);
  finish(&s);
}
