// SPDX-License-Identifier: Apache-2.0
// Invariants of the option tables of all commands.
#include "cli/core/command.h"
#include "cli/core/help.h"
#include "support/test.h"

static size_t field_size(const qn_opt *o) {
  switch (o->kind) {
  case QN_OPT_FLAG:
    return sizeof(bool);
  case QN_OPT_COUNT:
  case QN_OPT_CHOICE:
    return sizeof(unsigned);
  case QN_OPT_STRING:
    return sizeof(const char *);
  case QN_OPT_LIST:
    return sizeof(qn_opt_list);
  case QN_OPT_INT:
    return sizeof(int64_t);
  case QN_OPT_REAL:
    return sizeof(double);
  case QN_OPT_END:
    break;
  }
  return SIZE_MAX;
}

static bool takes_value(const qn_opt *o) {
  return o->kind != QN_OPT_FLAG && o->kind != QN_OPT_COUNT;
}

static const char *at; // what is being checked, for messages

#define CHECK_AT(condition)                                                    \
  do {                                                                         \
    if (!(condition))                                                          \
      fprintf(stderr, "%s:\n", at);                                            \
    CHECK(condition);                                                          \
  } while (0)

static void check_option(const qn_command *c, const qn_opt *o) {
  static char where[128];
  snprintf(where, sizeof(where), "quern %s, option %s (%c)", c->name,
           o->name ? o->name : "", o->letter ? o->letter : ' ');
  at = where;
  CHECK_AT(o->name || o->letter);
  CHECK_AT(o->help && o->help[0]);
  CHECK_AT(o->offset + field_size(o) <= c->opts_size);
  CHECK_AT(takes_value(o) == (o->value != NULL));
  CHECK_AT((o->kind == QN_OPT_CHOICE) == (o->choices != NULL));
  CHECK_AT(!(o->flags & QN_OPT_NEGATABLE) || o->kind == QN_OPT_FLAG);
  for (const qn_opt *other = c->opts; other < o; ++other) {
    CHECK_AT(!o->letter || other->letter != o->letter);
    CHECK_AT(!o->name || !other->name || strcmp(o->name, other->name) != 0);
  }
  const qn_opt *const common[] = {qn_common_opts, qn_format_opts};
  for (size_t i = 0; i < 2; ++i)
    for (const qn_opt *other = common[i]; other->kind; ++other) {
      CHECK_AT(!o->letter || other->letter != o->letter);
      CHECK_AT(!o->name || !other->name || strcmp(o->name, other->name) != 0);
    }
}

// Every line must be an invocation of the tool that can be pasted.
static void check_examples(const char *examples) {
  qn_str rest = qn_str_from(examples), line;
  CHECK_AT(examples && examples[0]);
  while (qn_str_split(&rest, '\n', &line))
    CHECK_AT(qn_str_starts(line, QN_STR("quern ")) ||
             qn_str_starts(line, QN_STR("  ")));
}

static void check_command(const qn_command *c) {
  static const char *const groups[] = {"make", "look", "run", "help"};
  at = c->name;
  bool known = false;
  for (size_t i = 0; i < 4; ++i)
    known |= strcmp(groups[i], c->group) == 0;
  CHECK_AT(known && c->run && c->summary && c->operands);
  CHECK_AT(strlen(c->summary) <= 60);
  CHECK_AT(c->summary[strlen(c->summary) - 1] != '.');
  CHECK_AT(c->min_operands <= c->max_operands || c->raw || c->verbs);
  CHECK_AT(qn_command_find(qn_str_from(c->name)) == c);
  check_examples(c->examples);
  for (const qn_opt *o = c->opts; o && o->kind; ++o)
    check_option(c, o);
  for (const qn_verb *v = c->verbs; v && v->name; ++v)
    CHECK_AT(v->summary && v->operands && v->min_operands <= v->max_operands);
}

static bool write_pages(void) {
  bool done = true;
  for (const qn_command *const *c = qn_commands(); *c; ++c) {
    qn_buffer page = {0};
    qn_help_command(*c, (qn_help_style){.color = true}, &page);
    qn_help_man(*c, &page);
    done &= !page.failed;
    qn_buffer_finish(&page);
  }
  qn_buffer page = {0};
  qn_help_start((qn_help_style){0}, &page);
  qn_help_overview((qn_help_style){0}, &page);
  qn_help_man(NULL, &page);
  CHECK(qn_help_completions(QN_STR("bash"), &page));
  CHECK(qn_help_completions(QN_STR("zsh"), &page));
  CHECK(qn_help_completions(QN_STR("fish"), &page));
  CHECK(!qn_help_completions(QN_STR("tcsh"), &page));
  done &= !page.failed;
  qn_buffer_finish(&page);
  return done;
}

int main(void) {
  for (const qn_command *const *c = qn_commands(); *c; ++c)
    check_command(*c);
  // Pages generated without enough memory report it.
  CHECK(test_fail_allocations(write_pages) > 10);
  CHECK(qn_exit_code(QN_OK) == QN_EXIT_OK);
  CHECK(qn_exit_code(QN_E_ARGUMENT) == QN_EXIT_USAGE);
  CHECK(qn_exit_code(QN_E_MALFORMED) == QN_EXIT_FAILED);
  CHECK(qn_exit_code(QN_E_DEVICE) == QN_EXIT_ENVIRONMENT);
  CHECK(qn_exit_code(QN_E_INTERNAL) == QN_EXIT_BUG);
  return 0;
}
