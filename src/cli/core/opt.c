// SPDX-License-Identifier: Apache-2.0
#include "cli/core/opt.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/system/file.h"
#include "base/suggestion.h"
#include "base/text.h"

enum {
  NESTING_MAX = 8,                      // @files within @files
  RESPONSE_SIZE_MAX = 64 * 1024 * 1024, // bytes of an @file
};

// ---- Words: the arguments with every @file replaced by its contents

static bool append(qn_opt_list *list, const char *item, qn_arena *arena) {
  const char **items = qn_arena_grow(arena, list->items, list->count,
                                     &list->capacity, sizeof(*items));
  if (!items)
    return false;
  list->items = items;
  items[list->count++] = item;
  return true;
}

// Takes one word from `*rest`: separated by white space, with '...', "..." and
// backslashes as in a shell. False at the end.
static bool take_word(qn_str *rest, qn_buffer *word) {
  qn_str s = *rest;
  while (s.size && isspace((unsigned char)s.data[0]))
    s = qn_str_skip(s, 1);
  if (!s.size)
    return false;
  char quote = 0;
  for (; s.size; s = qn_str_skip(s, 1)) {
    const char c = s.data[0];
    if (c == quote) {
      quote = 0;
    } else if (!quote && (c == '\'' || c == '"')) {
      quote = c;
    } else if (!quote && isspace((unsigned char)c)) {
      break;
    } else if (c == '\\' && quote != '\'' && s.size > 1) {
      s = qn_str_skip(s, 1);
      qn_buffer_append(word, s.data, 1);
    } else {
      qn_buffer_append(word, s.data, 1);
    }
  }
  *rest = s;
  return true;
}

static qn_status expand(const char *arg, unsigned depth, qn_opt_list *words,
                        qn_arena *arena, qn_diag *diag);

static qn_status expand_text(qn_str rest, unsigned depth, qn_opt_list *words,
                             qn_arena *arena, qn_diag *diag) {
  qn_buffer word = {0};
  qn_status status = qn_ok();
  while (!qn_failed(status) && take_word(&rest, &word)) {
    const qn_str copy = qn_arena_copy(arena, qn_buffer_str(&word));
    if (word.failed || !copy.data)
      status = qn_fail_memory(diag, "the arguments");
    else
      status = expand(copy.data, depth, words, arena, diag);
    qn_buffer_clear(&word);
  }
  qn_buffer_finish(&word);
  return status;
}

static qn_status expand_file(const char *path, unsigned depth,
                             qn_opt_list *words, qn_arena *arena,
                             qn_diag *diag) {
  if (depth == NESTING_MAX)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "'@%s' is nested more than %d deep", path, NESTING_MAX);
  qn_file file = {0};
  qn_status status = qn_file_open(path, RESPONSE_SIZE_MAX, &file, diag);
  if (qn_failed(status)) {
    qn_diag_context(diag, "reading the options in '@%s'", path);
    return status;
  }
  status = expand_text(qn_span_str(file.bytes), depth + 1, words, arena, diag);
  qn_file_close(&file);
  return status;
}

static qn_status expand(const char *arg, unsigned depth, qn_opt_list *words,
                        qn_arena *arena, qn_diag *diag) {
  if (arg[0] == '@' && arg[1])
    return expand_file(arg + 1, depth, words, arena, diag);
  return append(words, arg, arena) ? qn_ok()
                                   : qn_fail_memory(diag, "the arguments");
}

qn_status qn_opt_expand(const char *const *args, qn_arena *arena,
                        const char *const **out_words, qn_diag *diag) {
  qn_opt_list words = {0};
  for (; *args; ++args)
    QN_TRY(expand(*args, 0, &words, arena, diag));
  if (!append(&words, NULL, arena))
    return qn_fail_memory(diag, "the arguments");
  *out_words = words.items;
  return qn_ok();
}

qn_status qn_opt_split(qn_str text, qn_arena *arena,
                       const char *const **out_words, qn_diag *diag) {
  qn_opt_list words = {0};
  QN_TRY(expand_text(text, 0, &words, arena, diag));
  if (!append(&words, NULL, arena))
    return qn_fail_memory(diag, "the arguments");
  *out_words = words.items;
  return qn_ok();
}

// ---- Values

typedef struct parser {
  qn_opt_parse *parse;
  qn_opt_list words;
  size_t next; // word
  qn_arena *arena;
  qn_diag *diag;
} parser;

// An option that was found, and how it was spelled, for messages.
typedef struct found {
  const qn_opt *opt;
  void *field;
  qn_str spelled; // "--output", "-o"
} found;

static qn_status fail(const parser *p, const char *format, ...) QN_PRINTF(2, 3);
static qn_status fail(const parser *p, const char *format, ...) {
  char message[256];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof(message), format, args);
  va_end(args);
  return qn_fail(p->diag, QN_E_ARGUMENT, QN_NOWHERE, "%s", message);
}

static qn_status set_choice(const parser *p, const found *f,
                            const char *value) {
  qn_str rest = qn_str_from(f->opt->choices), one;
  qn_suggestion suggestion;
  qn_suggestion_init(&suggestion, qn_str_from(value));
  for (unsigned i = 0; qn_str_split(&rest, '|', &one); ++i) {
    if (qn_str_equal(one, qn_str_from(value))) {
      memcpy(f->field, &i, sizeof(i));
      return qn_ok();
    }
    qn_suggestion_offer(&suggestion, one);
  }
  const qn_status status = fail(p, "option '%.*s' cannot be '%s': expected %s",
                                QN_STR_ARG(f->spelled), value, f->opt->choices);
  qn_suggestion_hint(&suggestion, p->diag);
  return status;
}

static qn_status set_int(const parser *p, const found *f, const char *value) {
  int64_t number;
  const bool ranged = f->opt->min != f->opt->max;
  if (qn_text_int(qn_str_from(value), &number) &&
      (!ranged || (number >= f->opt->min && number <= f->opt->max))) {
    memcpy(f->field, &number, sizeof(number));
    return qn_ok();
  }
  if (ranged)
    return fail(p, "option '%.*s' needs an integer from %lld to %lld; got '%s'",
                QN_STR_ARG(f->spelled), (long long)f->opt->min,
                (long long)f->opt->max, value);
  return fail(p, "option '%.*s' needs an integer; got '%s'",
              QN_STR_ARG(f->spelled), value);
}

static qn_status set_value(const parser *p, const found *f, const char *value) {
  switch (f->opt->kind) {
  case QN_OPT_STRING:
    memcpy(f->field, &value, sizeof(value));
    return qn_ok();
  case QN_OPT_LIST:
    return append(f->field, value, p->arena)
               ? qn_ok()
               : qn_fail_memory(p->diag, "the arguments");
  case QN_OPT_INT:
    return set_int(p, f, value);
  case QN_OPT_REAL: {
    char *end;
    const double number = strtod(value, &end);
    if (!value[0] || *end)
      return fail(p, "option '%.*s' needs a number; got '%s'",
                  QN_STR_ARG(f->spelled), value);
    memcpy(f->field, &number, sizeof(number));
    return qn_ok();
  }
  case QN_OPT_CHOICE:
    return set_choice(p, f, value);
  case QN_OPT_FLAG: // only as a default
    *(bool *)f->field = strcmp(value, "yes") == 0;
    return qn_ok();
  case QN_OPT_COUNT:
  case QN_OPT_END:
    break;
  }
  return qn_fail(p->diag, QN_E_INTERNAL, QN_NOWHERE,
                 "option '%.*s' has no value to set", QN_STR_ARG(f->spelled));
}

static bool takes_value(const qn_opt *opt) {
  return opt->kind != QN_OPT_FLAG && opt->kind != QN_OPT_COUNT;
}

static void set_flag(const found *f, bool yes) {
  if (f->opt->kind == QN_OPT_COUNT)
    *(unsigned *)f->field += 1;
  else
    *(bool *)f->field = yes;
}

// ---- Looking up options

static void *field_of(const qn_opt_target *target, const qn_opt *opt) {
  return (char *)target->options + opt->offset;
}

static bool find_letter(const parser *p, const char *at, found *out) {
  for (size_t i = 0; i < p->parse->target_count; ++i) {
    const qn_opt_target *target = &p->parse->targets[i];
    for (const qn_opt *o = target->opts; o && o->kind; ++o)
      if (o->letter && o->letter == *at) {
        *out = (found){o, field_of(target, o), {0}};
        return true;
      }
  }
  return false;
}

static bool find_name(const parser *p, qn_str name, unsigned flags,
                      found *out) {
  for (size_t i = 0; i < p->parse->target_count; ++i) {
    const qn_opt_target *target = &p->parse->targets[i];
    for (const qn_opt *o = target->opts; o && o->kind; ++o)
      if (o->name && (o->flags & flags) == flags &&
          qn_str_equal(qn_str_from(o->name), name)) {
        *out = (found){o, field_of(target, o), {0}};
        return true;
      }
  }
  return false;
}

static qn_status fail_unknown(const parser *p, qn_str spelled) {
  const qn_status status =
      fail(p, "unknown option '%.*s'", QN_STR_ARG(spelled));
  qn_suggestion suggestion;
  qn_suggestion_init(&suggestion, spelled);
  for (size_t i = 0; i < p->parse->target_count; ++i)
    for (const qn_opt *o = p->parse->targets[i].opts; o && o->kind; ++o) {
      if (!o->name || o->flags & QN_OPT_HIDDEN)
        continue;
      const qn_str name = qn_arena_printf(p->arena, "--%s", o->name);
      qn_suggestion_offer(&suggestion, name);
      if (o->flags & QN_OPT_NEGATABLE)
        qn_suggestion_offer(&suggestion,
                            qn_arena_printf(p->arena, "--no-%s", o->name));
      if (o->flags & QN_OPT_ONE_DASH)
        qn_suggestion_offer(&suggestion, qn_str_skip(name, 1));
    }
  qn_suggestion_hint(&suggestion, p->diag);
  return status;
}

// The value of `f`: what follows '=', or the next word.
static qn_status take_value(parser *p, const found *f, const char *attached) {
  if (attached)
    return set_value(p, f, attached);
  if (p->next < p->words.count)
    return set_value(p, f, p->words.items[p->next++]);
  return fail(p, "option '%.*s' needs a value: %s", QN_STR_ARG(f->spelled),
              f->opt->value ? f->opt->value : "VALUE");
}

// ---- The forms of an option

// "--name[=value]" or, for compilers' options, "-name[=value]", where `dashes`
// is 2 or 1. Sets *out_known to false when there is no such option.
static qn_status read_long(parser *p, const char *word, size_t dashes,
                           bool *out_known) {
  const qn_str whole = qn_str_from(word + dashes);
  const size_t name_size = qn_str_find(whole, '=');
  const qn_str name = {whole.data, name_size};
  const char *attached =
      name_size < whole.size ? whole.data + name_size + 1 : NULL;
  const unsigned flags = dashes == 1 ? QN_OPT_ONE_DASH : 0;
  found f;
  bool yes = true;
  *out_known = find_name(p, name, flags, &f);
  if (!*out_known && qn_str_starts(name, QN_STR("no-"))) {
    yes = false;
    *out_known =
        find_name(p, qn_str_skip(name, 3), QN_OPT_NEGATABLE | flags, &f);
  }
  if (!*out_known)
    return qn_ok();
  f.spelled = (qn_str){word, dashes + name_size};
  if (takes_value(f.opt))
    return take_value(p, &f, attached);
  if (attached)
    return fail(p, "option '%.*s' takes no value; got '%s'",
                QN_STR_ARG(f.spelled), attached);
  set_flag(&f, yes);
  return qn_ok();
}

// "-abc": a cluster of flags, the last of which may take the rest of the word,
// or the next word, as its value.
static qn_status read_cluster(parser *p, const char *word) {
  for (const char *at = word + 1; *at; ++at) {
    found f;
    char spelled[3] = {'-', *at, '\0'};
    if (!find_letter(p, at, &f))
      return fail_unknown(p, at == word + 1 && at[1] ? qn_str_from(word)
                                                     : qn_str_from(spelled));
    f.spelled = qn_str_from(spelled);
    if (takes_value(f.opt))
      return take_value(p, &f, at[1] ? at + 1 : NULL);
    set_flag(&f, true);
  }
  return qn_ok();
}

static qn_status read_word(parser *p, const char *word, bool *inout_ended) {
  if (*inout_ended || word[0] != '-' || !word[1]) {
    *inout_ended |= p->parse->ends_at_operand;
    return append(&p->parse->operands, word, p->arena)
               ? qn_ok()
               : qn_fail_memory(p->diag, "the arguments");
  }
  if (strcmp(word, "--") == 0) {
    *inout_ended = true;
    return qn_ok();
  }
  bool known;
  const bool is_long = word[1] == '-';
  QN_TRY(read_long(p, word, is_long ? 2 : 1, &known));
  if (known)
    return qn_ok();
  if (is_long)
    return fail_unknown(p, (qn_str){word, qn_str_find(qn_str_from(word), '=')});
  return read_cluster(p, word);
}

static qn_status set_defaults(const parser *p) {
  for (size_t i = 0; i < p->parse->target_count; ++i) {
    const qn_opt_target *target = &p->parse->targets[i];
    for (const qn_opt *o = target->opts; o && o->kind; ++o) {
      if (!o->initial)
        continue;
      const found f = {o, field_of(target, o),
                       qn_str_from(o->name ? o->name : "?")};
      QN_TRY(set_value(p, &f, o->initial));
    }
  }
  return qn_ok();
}

qn_status qn_opt_read(qn_opt_parse *parse, const char *const *args,
                      qn_arena *arena, qn_diag *diag) {
  parser p = {.parse = parse, .arena = arena, .diag = diag};
  QN_TRY(set_defaults(&p));
  for (bool ended = false; *args; ++args) {
    ended |= strcmp(*args, "--") == 0;
    if (!ended)
      QN_TRY(expand(*args, 0, &p.words, arena, diag));
    else if (!append(&p.words, *args, arena))
      return qn_fail_memory(diag, "the arguments");
  }
  bool ended = false;
  while (p.next < p.words.count) {
    const char *word = p.words.items[p.next++];
    QN_TRY(read_word(&p, word, &ended));
  }
  // The list of operands is terminated by NULL, which is not counted.
  if (!append(&parse->operands, NULL, arena))
    return qn_fail_memory(diag, "the arguments");
  --parse->operands.count;
  return qn_ok();
}
