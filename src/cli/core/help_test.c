// SPDX-License-Identifier: Apache-2.0
// What is generated from the option tables is complete: help, manual pages and
// the completions of every shell.
#include "cli/core/help.h"

#include "base/text.h"
#include "support/test.h"

static const char *at; // for failure messages

static void need(qn_buffer *page, const char *what) {
  const char *text = qn_buffer_text(page);
  if (!strstr(text, what))
    fprintf(stderr, "%s has no '%s'\n", at, what);
  CHECK(strstr(text, what));
}

// The option as written by a user; the long name if there is one.
static void spell(const qn_opt *o, char out[64]) {
  const bool one = o->flags & QN_OPT_ONE_DASH;
  if (o->name)
    snprintf(out, 64, "%s%s", one ? "-" : "--", o->name);
  else
    snprintf(out, 64, "-%c", o->letter);
}

static void check_help(const qn_command *c) {
  qn_buffer full = {0}, brief = {0}, colored = {0};
  char option[64];
  at = c->name;
  qn_help_command(c, (qn_help_style){0}, &full);
  qn_help_command(c, (qn_help_style){.brief = true}, &brief);
  qn_help_command(c, (qn_help_style){.color = true}, &colored);
  need(&full, c->summary);
  need(&full, "examples:");
  need(&brief, c->summary);
  CHECK(brief.size <= full.size && colored.size >= full.size);
  CHECK(!strchr(qn_buffer_text(&full), '\033'));
  for (const qn_opt *o = c->opts; o && o->kind && !c->raw; ++o) {
    if (o->flags & QN_OPT_HIDDEN)
      continue;
    spell(o, option);
    need(&full, option);
    need(&brief, option);
  }
  qn_buffer_finish(&colored);
  qn_buffer_finish(&brief);
  qn_buffer_finish(&full);
}

// Lines fit terminals of 80 columns; examples may be longer.
static void check_width(const qn_command *c) {
  qn_buffer page = {0};
  qn_help_command(c, (qn_help_style){0}, &page);
  qn_str rest = qn_buffer_str(&page), line;
  bool examples = false;
  while (rest.size && qn_str_split(&rest, '\n', &line)) {
    examples = qn_str_equal(line, QN_STR("examples:")) ||
               (examples && line.size && line.data[0] == ' ');
    if (!examples && qn_text_width(line) > 80)
      fprintf(stderr, "quern %s: '%.*s'\n", c->name, QN_STR_ARG(line));
    CHECK(examples || qn_text_width(line) <= 80);
  }
  qn_buffer_finish(&page);
}

static void check_man(const qn_command *c) {
  qn_buffer page = {0};
  at = c->name;
  qn_help_man(c, &page);
  CHECK(qn_str_starts(qn_buffer_str(&page), QN_STR(".")));
  need(&page, ".SH");
  // No line of text may be a request to roff.
  qn_str rest = qn_buffer_str(&page), line;
  while (rest.size && qn_str_split(&rest, '\n', &line))
    CHECK(!line.size || line.data[0] != '\'');
  qn_buffer_finish(&page);
}

static void check_shell(qn_str shell) {
  qn_buffer page = {0};
  at = shell.data;
  CHECK(qn_help_completions(shell, &page));
  for (const qn_command *const *c = qn_commands(); *c; ++c) {
    if ((*c)->hidden)
      continue;
    need(&page, (*c)->name);
    for (const qn_opt *o = (*c)->opts; o && o->kind && !(*c)->raw; ++o)
      if (o->name && !(o->flags & QN_OPT_HIDDEN))
        need(&page, o->name);
  }
  qn_buffer_finish(&page);
}

static void test_shells(void) {
  qn_str rest = qn_str_from(qn_help_shells), shell;
  qn_buffer none = {0};
  size_t count = 0;
  for (; rest.size && qn_str_split(&rest, '|', &shell); ++count)
    check_shell(shell);
  CHECK_INT(count, 3);
  CHECK(!qn_help_completions(QN_STR(""), &none));
  CHECK(!qn_help_completions(QN_STR("bas"), &none));
  CHECK(!qn_help_completions(QN_STR("bash|zsh"), &none));
  CHECK_INT(none.size, 0);
}

static void test_topics(void) {
  for (const qn_topic *t = qn_topics; t->name; ++t) {
    qn_buffer page = {0};
    CHECK(t->summary && !qn_command_find(qn_str_from(t->name)));
    t->write((qn_help_style){0}, &page);
    CHECK(page.size && !page.failed);
    qn_buffer_finish(&page);
  }
}

int main(void) {
  qn_buffer page = {0};
  at = "the overview";
  qn_help_overview((qn_help_style){0}, &page);
  for (const qn_command *const *c = qn_commands(); *c; ++c) {
    check_help(*c);
    check_width(*c);
    check_man(*c);
    if (!(*c)->hidden)
      need(&page, (*c)->name);
  }
  CHECK(!qn_command_find(QN_STR("compil")) && !qn_command_find(QN_STR("")));
  qn_buffer_finish(&page);
  test_shells();
  test_topics();
  return 0;
}
