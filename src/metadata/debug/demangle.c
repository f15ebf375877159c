// SPDX-License-Identifier: Apache-2.0
// A recursive-descent parser of mangled names. Each rule returns its text; a
// type returns two, since in C the declarator is in the middle: "void (*"
// ")(int)".
#include "metadata/debug/demangle.h"

enum {
  NAME_MAX = 4096,      // bytes of a name; the longest known has 1,525
  TEXT_MAX = 16 * 1024, // bytes of one text
  WORK_MAX = 2 << 20,   // bytes of all intermediate texts
  DEPTH_MAX = 96,
  LIST_MAX = 128, // template arguments, parameters
  SUBSTITUTIONS_MAX = 512,
};

typedef struct type_text {
  qn_str left, right;
} type_text;

typedef struct text_list {
  qn_str items[LIST_MAX];
  const struct text_list *packs[LIST_MAX]; // of a template argument, or NULL
  size_t count;
} text_list;

typedef struct parser {
  qn_arena *arena; // of the texts
  const char *at, *end;
  bool failed;
  size_t work;
  unsigned depth;
  unsigned in_arguments; // within template arguments
  bool is_template;      // the last name read ends in template arguments
  bool is_special;       // it is a constructor, destructor or conversion
  qn_str qualifiers;     // of a member function
  qn_str last_name;      // last component, for constructors
  type_text substitutions[SUBSTITUTIONS_MAX];
  size_t substitution_count;
  bool in_pack;      // within the pattern of a pack expansion
  size_t pack_index; // the element being expanded
  size_t pack_size;  // of the pack found in the pattern
  bool pack_met;
  text_list arguments; // template arguments that T_ refers to
} parser;

static type_text parse_type(parser *p);
static qn_str parse_name(parser *p);
static qn_str parse_encoding(parser *p, text_list *out_parameters,
                             bool *out_function);
static qn_str parse_template_arguments(parser *p);
static void parse_parameter(parser *p, text_list *list);

// ---- Texts

static qn_str fail(parser *p) {
  p->failed = true;
  return (qn_str){0};
}

// `a` + `b` + `c`.
static qn_str join(parser *p, qn_str a, qn_str b, qn_str c) {
  const size_t size = a.size + b.size + c.size;
  if (p->failed || size > TEXT_MAX || (p->work += size + 16) > WORK_MAX)
    return fail(p);
  char *text = qn_arena_alloc(p->arena, size + 1, 1);
  if (!text)
    return fail(p);
  if (a.size)
    memcpy(text, a.data, a.size);
  if (b.size)
    memcpy(text + a.size, b.data, b.size);
  if (c.size)
    memcpy(text + a.size + b.size, c.data, c.size);
  return (qn_str){text, size};
}

static qn_str whole(parser *p, type_text t) {
  return t.right.size ? join(p, t.left, t.right, (qn_str){0}) : t.left;
}

static void append(parser *p, text_list *list, qn_str text) {
  if (list->count == LIST_MAX)
    (void)fail(p);
  else
    list->items[list->count++] = text;
}

static text_list *new_list(parser *p) {
  text_list *list = qn_arena_alloc(p->arena, 1, sizeof(*list));
  if (!list || (p->work += sizeof(*list)) > WORK_MAX) {
    (void)fail(p);
    return NULL;
  }
  return list;
}

// "a, b, c".
static qn_str join_list(parser *p, const text_list *list, size_t from) {
  qn_str text = {0};
  for (size_t i = from; i < list->count; ++i)
    if (list->items[i].size) // an empty pack adds nothing
      text =
          join(p, text, text.size ? QN_STR(", ") : QN_STR(""), list->items[i]);
  return text;
}

// ---- Characters

static char peek(const parser *p) { return p->at < p->end ? *p->at : '\0'; }

static char peek_next(const parser *p) {
  return p->end - p->at > 1 ? p->at[1] : '\0';
}

static bool take(parser *p, char c) {
  if (p->failed || peek(p) != c)
    return false;
  ++p->at;
  return true;
}

static bool take_text(parser *p, const char *text) {
  const size_t size = strlen(text);
  if (p->failed || (size_t)(p->end - p->at) < size ||
      memcmp(p->at, text, size) != 0)
    return false;
  p->at += size;
  return true;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A decimal number, at most NAME_MAX.
static size_t parse_number(parser *p) {
  size_t value = 0;
  if (!is_digit(peek(p)))
    (void)fail(p);
  while (is_digit(peek(p)) && value <= NAME_MAX)
    value = 10 * value + (size_t)(*p->at++ - '0');
  if (value > NAME_MAX)
    (void)fail(p);
  return value;
}

// "_" is 0, "0_" is 1, "1_" is 2; in base 36 for substitutions.
static size_t parse_sequence(parser *p, unsigned base) {
  size_t value = 0;
  bool any = false;
  for (char c = peek(p); c != '_'; c = peek(p)) {
    const bool upper = base == 36 && c >= 'A' && c <= 'Z';
    if ((!is_digit(c) && !upper) || value > NAME_MAX)
      return fail(p), 0;
    value = base * value + (size_t)(upper ? c - 'A' + 10 : c - '0');
    any = true;
    ++p->at;
  }
  ++p->at;
  return any ? value + 1 : 0;
}

// ---- Substitutions

static void remember(parser *p, type_text t) {
  if (p->substitution_count == SUBSTITUTIONS_MAX)
    (void)fail(p);
  else
    p->substitutions[p->substitution_count++] = t;
}

static void remember_name(parser *p, qn_str name) {
  remember(p, (type_text){.left = name});
}

// After 'S'. Names of the standard library have substitutions of their own.
static type_text parse_substitution(parser *p) {
  static const struct {
    char code;
    const char *name;
  } standard[] = {
      {'t', "std"},
      {'a', "std::allocator"},
      {'b', "std::basic_string"},
      {'s', "std::string"},
      {'i', "std::istream"},
      {'o', "std::ostream"},
      {'d', "std::iostream"},
  };
  for (size_t i = 0; i < sizeof(standard) / sizeof(standard[0]); ++i)
    if (take(p, standard[i].code))
      return (type_text){.left = qn_str_from(standard[i].name)};
  const size_t index = parse_sequence(p, 36);
  if (p->failed || index >= p->substitution_count)
    return (type_text){.left = fail(p)};
  return p->substitutions[index];
}

// After 'T'.
static qn_str parse_template_parameter(parser *p) {
  const size_t index = parse_sequence(p, 10);
  if (p->failed || index >= p->arguments.count)
    return fail(p);
  const text_list *pack = p->arguments.packs[index];
  if (!pack || !p->in_pack)
    return p->arguments.items[index];
  p->pack_met = true;
  p->pack_size = pack->count;
  return p->pack_index < pack->count ? pack->items[p->pack_index] : (qn_str){0};
}

// ---- Names

static const struct {
  char code[3];
  const char *name;
} operators[] = {
    {"nw", "new"}, {"na", "new[]"}, {"dl", "delete"}, {"da", "delete[]"},
    {"ps", "+"},   {"ng", "-"},     {"ad", "&"},      {"de", "*"},
    {"co", "~"},   {"pl", "+"},     {"mi", "-"},      {"ml", "*"},
    {"dv", "/"},   {"rm", "%"},     {"an", "&"},      {"or", "|"},
    {"eo", "^"},   {"aS", "="},     {"pL", "+="},     {"mI", "-="},
    {"mL", "*="},  {"dV", "/="},    {"rM", "%="},     {"aN", "&="},
    {"oR", "|="},  {"eO", "^="},    {"ls", "<<"},     {"rs", ">>"},
    {"lS", "<<="}, {"rS", ">>="},   {"eq", "=="},     {"ne", "!="},
    {"lt", "<"},   {"gt", ">"},     {"le", "<="},     {"ge", ">="},
    {"ss", "<=>"}, {"nt", "!"},     {"aa", "&&"},     {"oo", "||"},
    {"pp", "++"},  {"mm", "--"},    {"cm", ","},      {"pm", "->*"},
    {"pt", "->"},  {"cl", "()"},    {"ix", "[]"},     {"qu", "?"},
};

static qn_str parse_operator(parser *p) {
  for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); ++i)
    if (take_text(p, operators[i].code))
      return join(p, QN_STR("operator"),
                  operators[i].name[0] >= 'a' && operators[i].name[0] <= 'z'
                      ? QN_STR(" ")
                      : QN_STR(""),
                  qn_str_from(operators[i].name));
  if (take_text(p, "cv")) {
    p->is_special = true;
    return join(p, QN_STR("operator "), whole(p, parse_type(p)), (qn_str){0});
  }
  return fail(p);
}

static qn_str parse_source_name(parser *p) {
  const size_t size = parse_number(p);
  if (p->failed || size == 0 || size > (size_t)(p->end - p->at))
    return fail(p);
  const qn_str name = {p->at, size};
  p->at += size;
  if (qn_str_starts(name, QN_STR("_GLOBAL__N")))
    return QN_STR("(anonymous namespace)");
  return name;
}

// "Ut_" and "UlvE_": types without a name; the number of the first is omitted.
static qn_str parse_unnamed(parser *p) {
  qn_str name = QN_STR("'unnamed");
  qn_str signature = {0};
  if (take(p, 'l')) {
    text_list *parameters = new_list(p);
    if (!parameters)
      return (qn_str){0};
    name = QN_STR("'lambda");
    while (!p->failed && !take(p, 'E'))
      parse_parameter(p, parameters);
    signature = join(p, QN_STR("("), join_list(p, parameters, 0), QN_STR(")"));
  } else if (!take(p, 't')) {
    return fail(p);
  }
  const char *start = p->at;
  while (is_digit(peek(p)))
    ++p->at;
  const qn_str number = {start, (size_t)(p->at - start)};
  if (!take(p, '_'))
    return fail(p);
  return join(p, join(p, name, number, QN_STR("'")), signature, (qn_str){0});
}

static qn_str parse_unqualified(parser *p) {
  qn_str name;
  (void)take(p, 'L'); // internal linkage, not shown
  if (is_digit(peek(p)))
    name = parse_source_name(p);
  else if (take(p, 'U'))
    name = parse_unnamed(p);
  else if (peek(p) == 'C' && peek_next(p) >= '1' && peek_next(p) <= '3') {
    p->at += 2;
    p->is_special = true;
    name = p->last_name;
  } else if (peek(p) == 'D' && peek_next(p) >= '0' && peek_next(p) <= '2') {
    p->at += 2;
    p->is_special = true;
    name = join(p, QN_STR("~"), p->last_name, (qn_str){0});
  } else
    name = parse_operator(p);
  while (take(p, 'B'))
    name = join(p, name, QN_STR("[abi:"),
                join(p, parse_source_name(p), QN_STR("]"), (qn_str){0}));
  p->last_name = name;
  return name;
}

static qn_str parse_qualifiers(parser *p) {
  qn_str text = {0};
  if (take(p, 'r'))
    text = join(p, text, QN_STR(" restrict"), (qn_str){0});
  const bool is_volatile = take(p, 'V');
  if (take(p, 'K'))
    text = join(p, text, QN_STR(" const"), (qn_str){0});
  if (is_volatile)
    text = join(p, text, QN_STR(" volatile"), (qn_str){0});
  return text;
}

// One step of a nested name; `prefix` is what comes before it.
static qn_str parse_component(parser *p, qn_str prefix, bool *out_known) {
  *out_known = false;
  p->is_template = false;
  if (peek(p) == 'S' && prefix.size == 0) {
    ++p->at;
    *out_known = true;
    const qn_str text = whole(p, parse_substitution(p));
    p->last_name = text;
    return text;
  }
  if (peek(p) == 'T' && prefix.size == 0) {
    ++p->at;
    return parse_template_parameter(p);
  }
  if (peek(p) == 'I') {
    if (prefix.size == 0)
      return fail(p);
    const qn_str name = p->last_name;
    const qn_str arguments = parse_template_arguments(p);
    p->last_name = name;
    p->is_template = true;
    return join(p, prefix, arguments, (qn_str){0});
  }
  p->is_special = false;
  const qn_str name = parse_unqualified(p);
  return prefix.size ? join(p, prefix, QN_STR("::"), name) : name;
}

// After 'N'. Every prefix except the whole name is a substitution.
static qn_str parse_nested(parser *p) {
  const qn_str qualifiers = parse_qualifiers(p);
  const qn_str reference = take(p, 'R')   ? QN_STR(" &")
                           : take(p, 'O') ? QN_STR(" &&")
                                          : (qn_str){0};
  qn_str text = {0};
  while (!p->failed && !take(p, 'E')) {
    bool known;
    text = parse_component(p, text, &known);
    if (!known && peek(p) != 'E')
      remember_name(p, text);
  }
  p->qualifiers = join(p, qualifiers, reference, (qn_str){0});
  return text.size ? text : fail(p);
}

// After 'Z': an entity local to a function.
static qn_str parse_local(parser *p) {
  text_list *parameters = new_list(p);
  bool is_function;
  if (!parameters)
    return (qn_str){0};
  const qn_str outer = parse_encoding(p, parameters, &is_function);
  if (!take(p, 'E'))
    return fail(p);
  p->is_template = false;
  p->qualifiers = (qn_str){0};
  qn_str inner = QN_STR("string literal");
  if (!take(p, 's'))
    inner = parse_name(p);
  if (take(p, '_')) // discriminator: not shown
    while (is_digit(peek(p)) || peek(p) == '_')
      ++p->at;
  return join(p, outer, QN_STR("::"), inner);
}

static qn_str parse_name_inside(parser *p) {
  p->qualifiers = (qn_str){0};
  p->is_template = false;
  p->is_special = false;
  if (take(p, 'N'))
    return parse_nested(p);
  if (take(p, 'Z'))
    return parse_local(p);
  qn_str text;
  bool known = false;
  if (take_text(p, "St"))
    text = join(p, QN_STR("std::"), parse_unqualified(p), (qn_str){0});
  else if (peek(p) == 'S') {
    ++p->at;
    known = true;
    text = whole(p, parse_substitution(p));
    p->last_name = text;
  } else
    text = parse_unqualified(p);
  if (peek(p) == 'I') {
    if (!known)
      remember_name(p, text);
    const qn_str arguments = parse_template_arguments(p);
    p->is_template = true;
    text = join(p, text, arguments, (qn_str){0});
  }
  return text;
}

static qn_str parse_name(parser *p) {
  if (p->failed || ++p->depth > DEPTH_MAX)
    return fail(p);
  const qn_str text = parse_name_inside(p);
  --p->depth;
  return text;
}

// ---- Template arguments

static const struct {
  char code;
  const char *name;
  const char *suffix; // of a literal; NULL: written as a cast
} builtins[] = {
    {'i', "int", ""},
    {'f', "float", NULL},
    {'d', "double", NULL},
    {'v', "void", NULL},
    {'b', "bool", NULL},
    {'j', "unsigned int", "u"},
    {'c', "char", NULL},
    {'a', "signed char", NULL},
    {'h', "unsigned char", NULL},
    {'s', "short", NULL},
    {'t', "unsigned short", NULL},
    {'l', "long", "l"},
    {'m', "unsigned long", "ul"},
    {'x', "long long", "ll"},
    {'y', "unsigned long long", "ull"},
    {'n', "__int128", NULL},
    {'o', "unsigned __int128", NULL},
    {'e', "long double", NULL},
    {'g', "__float128", NULL},
    {'w', "wchar_t", NULL},
    {'z', "...", NULL},
};

enum { BUILTIN_COUNT = sizeof(builtins) / sizeof(builtins[0]) };

// The digits of a literal, up to 'E'; 'n' is its minus sign.
static qn_str parse_digits(parser *p) {
  const qn_str sign = take(p, 'n') ? QN_STR("-") : (qn_str){0};
  const char *start = p->at;
  while (p->at < p->end && *p->at != 'E')
    ++p->at;
  const qn_str digits = {start, (size_t)(p->at - start)};
  if (!take(p, 'E'))
    return fail(p);
  return join(p, sign, digits, (qn_str){0});
}

// After 'L'.
static qn_str parse_literal(parser *p) {
  if (take_text(p, "_Z")) {
    text_list *parameters = new_list(p);
    bool is_function;
    if (!parameters)
      return (qn_str){0};
    const qn_str text = parse_encoding(p, parameters, &is_function);
    return take(p, 'E') ? text : fail(p);
  }
  if (take_text(p, "b0E"))
    return QN_STR("false");
  if (take_text(p, "b1E"))
    return QN_STR("true");
  for (size_t i = 0; i < BUILTIN_COUNT; ++i)
    if (builtins[i].suffix && take(p, builtins[i].code))
      return join(p, parse_digits(p), qn_str_from(builtins[i].suffix),
                  (qn_str){0});
  if (peek(p) == 'f' || peek(p) == 'd' || peek(p) == 'e')
    return fail(p); // the bits of a floating-point number
  const qn_str type = whole(p, parse_type(p));
  return join(p, join(p, QN_STR("("), type, QN_STR(")")), parse_digits(p),
              (qn_str){0});
}

static void parse_argument(parser *p, text_list *list) {
  if (take(p, 'L')) {
    append(p, list, parse_literal(p));
  } else if (take(p, 'J')) {
    // A pack is one argument, whose text is the whole list.
    text_list *pack = new_list(p);
    if (!pack)
      return;
    while (!p->failed && !take(p, 'E'))
      parse_argument(p, pack);
    append(p, list, join_list(p, pack, 0));
    if (!p->failed)
      list->packs[list->count - 1] = pack;
  } else if (peek(p) == 'X') {
    (void)fail(p); // an expression
  } else {
    append(p, list, whole(p, parse_type(p)));
  }
}

// At 'I'. T_ refers to the arguments of the outermost name.
static qn_str parse_template_arguments(parser *p) {
  text_list *list = new_list(p);
  if (!take(p, 'I') || !list || ++p->depth > DEPTH_MAX)
    return fail(p);
  ++p->in_arguments;
  while (!p->failed && !take(p, 'E'))
    parse_argument(p, list);
  --p->in_arguments;
  --p->depth;
  if (p->in_arguments == 0 && !p->failed)
    p->arguments = *list;
  return join(p, QN_STR("<"), join_list(p, list, 0), QN_STR(">"));
}

// ---- Types

// References to references collapse: a & on either side gives &. True when `t`
// needs no mark.
static bool collapse(parser *p, type_text *t, qn_str mark) {
  if (mark.data[0] != '&' || !qn_str_ends(t->left, QN_STR("&")))
    return false;
  if (mark.size == 1 && qn_str_ends(t->left, QN_STR("&&")))
    t->left = join(p, (qn_str){t->left.data, t->left.size - 1}, (qn_str){0},
                   (qn_str){0});
  return true;
}

// Adds `mark` to what precedes the declarator: "int" "*", "void (" "*". A
// function or array needs parentheses around its declarator, once.
static type_text with_mark(parser *p, type_text t, qn_str mark) {
  if (collapse(p, &t, mark))
    return t;
  const char first = t.right.size ? t.right.data[0] : '\0';
  if (first == '(' || first == ' ') {
    t.left = join(p, t.left, first == '(' ? QN_STR("(") : QN_STR(" ("), mark);
    t.right = join(p, QN_STR(")"), t.right, (qn_str){0});
  } else {
    t.left = join(p, t.left, mark, (qn_str){0});
  }
  return t;
}

// The pattern after "Dp", once for each element of its pack.
static void parse_expansion(parser *p, text_list *list) {
  const char *start = p->at, *end = start;
  size_t kept = p->substitution_count;
  const bool outer = p->in_pack;
  if (outer) { // nested packs
    (void)fail(p);
    return;
  }
  p->in_pack = true;
  p->pack_met = false;
  p->pack_size = 1;
  for (size_t i = 0; !p->failed && (i == 0 || i < p->pack_size); ++i) {
    p->at = start;
    p->pack_index = i;
    const qn_str text = whole(p, parse_type(p));
    if (i == 0) // substitutions are numbered once
      kept = p->substitution_count;
    p->substitution_count = kept;
    end = p->at;
    if (p->pack_size)
      append(p, list, text);
  }
  p->at = end;
  p->in_pack = false;
}

// One type of a parameter list; "void" is the empty list.
static void parse_parameter(parser *p, text_list *list) {
  if (take_text(p, "Dp")) {
    parse_expansion(p, list);
    return;
  }
  const qn_str type = whole(p, parse_type(p));
  if (!qn_str_equal(type, QN_STR("void")))
    append(p, list, type);
}

// After 'F'.
static type_text parse_function_type(parser *p) {
  (void)take(p, 'Y');
  type_text result = parse_type(p);
  text_list *parameters = new_list(p);
  if (!parameters)
    return (type_text){0};
  while (!p->failed && !take(p, 'E'))
    parse_parameter(p, parameters);
  const qn_str list =
      join(p, QN_STR("("), join_list(p, parameters, 0), QN_STR(")"));
  result.left = join(p, result.left, QN_STR(" "), (qn_str){0});
  result.right = join(p, list, result.right, (qn_str){0});
  return result;
}

// After 'A'.
static type_text parse_array_type(parser *p) {
  const char *start = p->at;
  while (is_digit(peek(p)))
    ++p->at;
  const qn_str extent = {start, (size_t)(p->at - start)};
  if (!take(p, '_'))
    return (type_text){.left = fail(p)};
  type_text element = parse_type(p);
  const bool again = element.right.size && element.right.data[0] == ' ';
  element.right = join(p, join(p, QN_STR(" ["), extent, QN_STR("]")),
                       qn_str_skip(element.right, again), (qn_str){0});
  return element;
}

// At 'D': two-letter types and vectors.
static bool parse_d_type(parser *p, type_text *out) {
  static const struct {
    const char *code, *name;
  } names[] = {
      {"Dn", "std::nullptr_t"},
      {"Di", "char32_t"},
      {"Ds", "char16_t"},
      {"Du", "char8_t"},
      {"Dh", "half"},
      {"DF16_", "_Float16"},
      {"DF16b", "std::bfloat16_t"},
  };
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
    if (take_text(p, names[i].code)) {
      *out = (type_text){.left = qn_str_from(names[i].name)};
      return true;
    }
  if (take_text(p, "Dp")) {
    text_list *list = new_list(p);
    if (list) {
      parse_expansion(p, list);
      out->left = join_list(p, list, 0);
    }
    return true;
  }
  if (take_text(p, "Dv")) {
    const char *start = p->at;
    (void)parse_number(p);
    const qn_str count = {start, (size_t)(p->at - start)};
    if (!take(p, '_'))
      (void)fail(p);
    const qn_str element = whole(p, parse_type(p));
    out->left = join(p, element, QN_STR(" vector["),
                     join(p, count, QN_STR("]"), (qn_str){0}));
    remember(p, *out);
    return true;
  }
  return false;
}

// Types derived from another type; each is itself a substitution.
static bool parse_compound(parser *p, type_text *out) {
  if (take(p, 'P'))
    *out = with_mark(p, parse_type(p), QN_STR("*"));
  else if (take(p, 'R'))
    *out = with_mark(p, parse_type(p), QN_STR("&"));
  else if (take(p, 'O'))
    *out = with_mark(p, parse_type(p), QN_STR("&&"));
  else if (take(p, 'F'))
    *out = parse_function_type(p);
  else if (take(p, 'A'))
    *out = parse_array_type(p);
  else if (peek(p) == 'r' || peek(p) == 'V' || peek(p) == 'K') {
    const qn_str qualifiers = parse_qualifiers(p);
    *out = parse_type(p);
    out->left = join(p, out->left, qualifiers, (qn_str){0});
  } else if (take(p, 'U')) { // a vendor's qualifier, such as AS1
    const qn_str qualifier = parse_source_name(p);
    *out = parse_type(p);
    out->left = join(p, out->left, QN_STR(" "), qualifier);
  } else
    return false;
  remember(p, *out);
  return true;
}

// A name, a substitution or a template parameter, each with optional template
// arguments.
static type_text parse_class_type(parser *p) {
  type_text t = {0};
  if (peek(p) == 'S' && peek_next(p) != 't') {
    ++p->at;
    t = parse_substitution(p);
    if (peek(p) != 'I')
      return t;
    t.left = join(p, whole(p, t), parse_template_arguments(p), (qn_str){0});
    t.right = (qn_str){0};
  } else if (take(p, 'T')) {
    t.left = parse_template_parameter(p);
    remember(p, t);
    if (peek(p) != 'I')
      return t;
    t.left = join(p, t.left, parse_template_arguments(p), (qn_str){0});
  } else {
    t.left = parse_name(p);
  }
  remember(p, t);
  return t;
}

static type_text parse_type_inside(parser *p) {
  type_text t = {0};
  for (size_t i = 0; i < BUILTIN_COUNT; ++i)
    if (take(p, builtins[i].code))
      return (type_text){.left = qn_str_from(builtins[i].name)};
  if (take(p, 'u')) {
    t.left = parse_source_name(p);
    remember(p, t);
    return t;
  }
  if ((peek(p) == 'D' && parse_d_type(p, &t)) || parse_compound(p, &t))
    return t;
  const char c = peek(p);
  if (c == 'S' || c == 'T' || c == 'N' || c == 'Z' || is_digit(c))
    return parse_class_type(p);
  return (type_text){.left = fail(p)};
}

static type_text parse_type(parser *p) {
  if (p->failed || ++p->depth > DEPTH_MAX || (p->work += 16) > WORK_MAX)
    return (type_text){.left = fail(p)};
  // The state of a nested name must not affect the enclosing name.
  const bool is_template = p->is_template, is_special = p->is_special;
  const qn_str qualifiers = p->qualifiers, last_name = p->last_name;
  ++p->in_arguments;
  const type_text t = parse_type_inside(p);
  --p->in_arguments;
  p->is_template = is_template;
  p->is_special = is_special;
  p->qualifiers = qualifiers;
  p->last_name = last_name;
  --p->depth;
  return t;
}

// ---- The whole

static bool at_signature_end(const parser *p) {
  return p->at == p->end || *p->at == 'E' || *p->at == '.';
}

static qn_str parse_encoding(parser *p, text_list *out_parameters,
                             bool *out_function) {
  *out_function = false;
  const qn_str name = parse_name(p);
  if (p->failed || at_signature_end(p))
    return name;
  *out_function = true;
  const qn_str qualifiers = p->qualifiers;
  type_text result = {0};
  const bool has_result = p->is_template && !p->is_special;
  if (has_result)
    result = parse_type(p);
  while (!p->failed && !at_signature_end(p))
    parse_parameter(p, out_parameters);
  const qn_str list = join(p, QN_STR("("), join_list(p, out_parameters, 0),
                           join(p, QN_STR(")"), qualifiers, (qn_str){0}));
  qn_str text = join(p, name, list, (qn_str){0});
  if (has_result) {
    const qn_str left = result.right.size
                            ? result.left
                            : join(p, result.left, QN_STR(" "), (qn_str){0});
    text = join(p, left, text, result.right);
  }
  return text;
}

static bool is_mangled(qn_str name) {
  return name.size > 2 && name.size <= NAME_MAX &&
         qn_str_starts(name, QN_STR("_Z"));
}

// The parser and all its texts are allocated in `scratch`.
static qn_demangled demangle(qn_arena *scratch, qn_str name) {
  qn_demangled none = {0};
  parser *p = QN_ARENA_NEW(scratch, parser);
  text_list *parameters = QN_ARENA_NEW(scratch, text_list);
  if (!p || !parameters)
    return none;
  p->arena = scratch;
  p->at = name.data + 2;
  p->end = name.data + name.size;
  qn_demangled got = {0};
  got.text = parse_encoding(p, parameters, &got.is_function);
  if (!p->failed && peek(p) == '.') { // a clone: "f(int) (.kd)"
    const qn_str suffix = {p->at, (size_t)(p->end - p->at)};
    got.text = join(p, got.text, QN_STR(" ("),
                    join(p, suffix, QN_STR(")"), (qn_str){0}));
    p->at = p->end;
  }
  if (p->failed || p->at != p->end)
    return none;
  got.parameters = parameters->items;
  got.parameter_count = parameters->count;
  return got;
}

qn_demangled qn_demangle(qn_arena *arena, qn_str name) {
  qn_demangled result = {0};
  if (!is_mangled(name))
    return result;
  qn_arena scratch = {0};
  const qn_demangled got = demangle(&scratch, name);
  qn_str *parameters =
      got.text.size
          ? qn_arena_alloc(arena, got.parameter_count, sizeof(*parameters))
          : NULL;
  if (parameters) {
    result = got;
    result.text = qn_arena_copy(arena, got.text);
    result.parameters = parameters;
    for (size_t i = 0; i < got.parameter_count; ++i) {
      parameters[i] = qn_arena_copy(arena, got.parameters[i]);
      if (!parameters[i].data)
        result.text = (qn_str){0};
    }
    if (!result.text.data)
      result = (qn_demangled){0};
  }
  qn_arena_finish(&scratch);
  return result;
}
