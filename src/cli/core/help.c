// SPDX-License-Identifier: Apache-2.0
#include "cli/core/help.h"

#include <stdio.h>

#include "base/text.h"
#include "quern/version.h"

enum { OPTION_COLUMN = 26, INDENT = 2, WIDTH = 80, TEACH_MAX = 5 };

const qn_opt qn_common_opts[] = {
    {.letter = 'h',
     .kind = QN_OPT_FLAG,
     .offset = offsetof(qn_common, help_brief),
     .help = "show a summary of the options"},
    {.name = "help",
     .kind = QN_OPT_FLAG,
     .offset = offsetof(qn_common, help),
     .help = "show everything, examples first"},
    {.name = "color",
     .kind = QN_OPT_CHOICE,
     .offset = offsetof(qn_common, color),
     .value = "WHEN",
     .choices = "auto|always|never",
     .initial = "auto",
     .help = "colour of messages and tables"},
    {.name = "quiet",
     .letter = 'q',
     .kind = QN_OPT_FLAG,
     .offset = offsetof(qn_common, quiet),
     .help = "print only warnings and errors"},
    {.name = "verbose",
     .letter = 'v',
     .kind = QN_OPT_COUNT,
     .offset = offsetof(qn_common, verbose),
     .help = "say what is done, each tool run with its exact command"},
    {0},
};

const qn_opt qn_format_opts[] = {
    {.name = "format",
     .kind = QN_OPT_CHOICE,
     .offset = offsetof(qn_common, format),
     .value = "FORMAT",
     .choices = "text|json|jsonl",
     .initial = "text",
     .help = "form of the output\n"
             "JSON has a versioned \"schema\"; errors are then JSON on "
             "standard error."},
    {0},
};

// The groups of commands, in the order of the overview.
static const struct group {
  const char *name, *title;
} groups[] = {
    {"make", "make kernels"},
    {"look", "look into binaries"},
    {"run", "run kernels"},
    {"help", "find out"},
};

// ---- Pieces

static void put(qn_buffer *out, const char *text) {
  qn_buffer_append_str(out, qn_str_from(text));
}

static void heading(const char *text, qn_help_style style, qn_buffer *out) {
  qn_buffer_printf(out, style.color ? "\n\x1b[1m%s:\x1b[0m\n" : "\n%s:\n",
                   text);
}

// Wraps `text` at WIDTH with an indent of `indent`; lines of the text are kept.
// The cursor is in column `at`.
static void put_wrapped(qn_str text, size_t indent, size_t at, qn_buffer *out) {
  qn_str line;
  while (qn_str_split(&text, '\n', &line)) {
    qn_str word;
    bool first = true;
    while (qn_str_split(&line, ' ', &word)) {
      if (!first && at + 1 + word.size > WIDTH) {
        qn_buffer_append(out, "\n", 1);
        at = 0;
      }
      if (at < indent) {
        qn_buffer_printf(out, "%*s", (int)(indent - at), "");
        at = indent;
      } else if (!first) {
        qn_buffer_append(out, " ", 1);
        ++at;
      }
      qn_buffer_append_str(out, word);
      at += qn_text_width(word);
      first = false;
    }
    qn_buffer_append(out, "\n", 1);
    at = 0;
  }
}

// "-o, --output FILE", as help and man pages show it.
static void put_option_name(const qn_opt *o, qn_buffer *out) {
  if (o->letter)
    qn_buffer_printf(out, "-%c", o->letter);
  if (o->name)
    qn_buffer_printf(out, "%s%s%s%s", o->letter ? ", " : "",
                     o->flags & QN_OPT_ONE_DASH ? "-" : "--",
                     o->flags & QN_OPT_NEGATABLE ? "[no-]" : "", o->name);
  if (o->value)
    qn_buffer_printf(out, " %s", o->value);
}

// What the option does, its choices and default; unless `brief`, also the
// further lines of its help.
static void put_option_help(const qn_opt *o, bool brief, qn_buffer *out) {
  const qn_str text = qn_str_from(o->help ? o->help : "");
  const size_t first = qn_str_find(text, '\n');
  qn_buffer_append(out, text.data, first);
  if (o->choices) {
    qn_str rest = qn_str_from(o->choices), one;
    put(out, ": ");
    for (bool lead = false; qn_str_split(&rest, '|', &one); lead = true)
      qn_buffer_printf(out, "%s%.*s", lead ? ", " : "", QN_STR_ARG(one));
  }
  if (o->initial && o->kind != QN_OPT_FLAG)
    qn_buffer_printf(out, " (default: %s)", o->initial);
  if (!brief && first < text.size)
    qn_buffer_append_str(out, qn_str_skip(text, first));
}

static void put_option(const qn_opt *o, qn_help_style style, qn_buffer *out) {
  qn_buffer name = {0};
  qn_buffer_printf(&name, "%*s", INDENT, "");
  if (!o->letter && !(o->flags & QN_OPT_ONE_DASH))
    put(&name, "    "); // aligns long names
  put_option_name(o, &name);
  qn_buffer_append_str(out, qn_buffer_str(&name));
  size_t at = name.size;
  if (at + 2 > OPTION_COLUMN) {
    qn_buffer_append(out, "\n", 1);
    at = 0;
  }
  qn_buffer help = {0};
  put_option_help(o, style.brief, &help);
  put_wrapped(qn_buffer_str(&help), OPTION_COLUMN, at, out);
  out->failed |= name.failed | help.failed;
  qn_buffer_finish(&name);
  qn_buffer_finish(&help);
}

static const char *category_of(const qn_opt *o) {
  return o->category ? o->category : "options";
}

static bool is_first_of_category(const qn_opt *opts, const qn_opt *o) {
  for (const qn_opt *earlier = opts; earlier < o; ++earlier)
    if (!(earlier->flags & QN_OPT_HIDDEN) &&
        strcmp(category_of(earlier), category_of(o)) == 0)
      return false;
  return true;
}

// The table's options under a heading per category, in the table's order.
static void put_options(const qn_opt *opts, qn_help_style style,
                        qn_buffer *out) {
  for (const qn_opt *o = opts; o && o->kind; ++o) {
    if (o->flags & QN_OPT_HIDDEN || !is_first_of_category(opts, o))
      continue;
    heading(category_of(o), style, out);
    for (const qn_opt *same = o; same->kind; ++same)
      if (!(same->flags & QN_OPT_HIDDEN) &&
          strcmp(category_of(same), category_of(o)) == 0)
        put_option(same, style, out);
  }
}

// Example lines "quern ...  # what": the comments are aligned.
static void put_examples(const char *examples, qn_buffer *out) {
  size_t widest = 0;
  qn_str rest = qn_str_from(examples), line;
  while (qn_str_split(&rest, '\n', &line)) {
    const size_t size = qn_str_find(line, '#');
    if (size < line.size && size > widest)
      widest = size;
  }
  rest = qn_str_from(examples);
  while (qn_str_split(&rest, '\n', &line)) {
    if (!line.size)
      continue;
    const size_t size = qn_str_find(line, '#');
    qn_buffer_printf(out, "  %.*s", (int)size, line.data);
    if (size < line.size)
      qn_buffer_printf(out, "%*s%.*s", (int)(widest - size), "",
                       QN_STR_ARG(qn_str_skip(line, size)));
    qn_buffer_append(out, "\n", 1);
  }
}

static void put_usage(const qn_command *c, qn_help_style style,
                      qn_buffer *out) {
  heading("usage", style, out);
  const char *options = c->raw ? "" : " [options]";
  for (const qn_verb *v = c->verbs; v && v->name; ++v)
    qn_buffer_printf(out, "  " QN_PROGRAM " %s %s%s%s%s\n", c->name, v->name,
                     options, v->operands[0] ? " " : "", v->operands);
  if (!c->verbs)
    qn_buffer_printf(out, "  " QN_PROGRAM " %s%s%s%s\n", c->name, options,
                     c->operands && c->operands[0] ? " " : "",
                     c->operands ? c->operands : "");
}

// ---- Pages

void qn_help_command(const qn_command *c, qn_help_style style, qn_buffer *out) {
  qn_buffer_printf(out, QN_PROGRAM " %s: %s\n", c->name, c->summary);
  if (!style.brief && c->examples) {
    heading("examples", style, out);
    put_examples(c->examples, out);
  }
  put_usage(c, style, out);
  if (c->verbs) {
    qn_buffer_append(out, "\n", 1);
    for (const qn_verb *v = c->verbs; v->name; ++v)
      qn_buffer_printf(out, "  %-10s %s\n", v->name, v->summary);
  }
  if (!style.brief && c->description) {
    qn_buffer_append(out, "\n", 1);
    put_wrapped(qn_str_from(c->description), 0, 0, out);
  }
  if (c->raw)
    return;
  put_options(c->opts, style, out);
  heading("common options", style, out);
  if (c->formats)
    for (const qn_opt *o = qn_format_opts; o->kind; ++o)
      put_option(o, style, out);
  for (const qn_opt *o = qn_common_opts; o->kind; ++o)
    put_option(o, style, out);
}

void qn_help_start(qn_help_style style, qn_buffer *out) {
  put(out, QN_PROGRAM " " QUERN_VERSION ": grinds GPU kernels once, so that "
                      "they run anywhere\n");
  heading("to start with", style, out);
  qn_buffer examples = {0};
  size_t count = 0;
  // The first example of each command, in the order of the groups.
  for (size_t g = 0; g < sizeof(groups) / sizeof(*groups); ++g)
    for (const qn_command *const *c = qn_commands(); *c; ++c) {
      qn_str rest = qn_str_from((*c)->examples), line;
      if ((*c)->hidden || strcmp((*c)->group, groups[g].name) != 0 ||
          count == TEACH_MAX || !qn_str_split(&rest, '\n', &line))
        continue;
      qn_buffer_append_str(&examples, line);
      qn_buffer_append(&examples, "\n", 1);
      ++count;
    }
  put_examples(qn_buffer_text(&examples), out);
  out->failed |= examples.failed;
  qn_buffer_finish(&examples);
  heading("commands", style, out);
  qn_buffer names = {0};
  for (const qn_command *const *c = qn_commands(); *c; ++c)
    if (!(*c)->hidden)
      qn_buffer_printf(&names, "%s%s", names.size ? " " : "", (*c)->name);
  put_wrapped(qn_buffer_str(&names), INDENT, 0, out);
  out->failed |= names.failed;
  qn_buffer_finish(&names);
  put(out, "\n'quern help COMMAND' explains a command, 'quern help' lists them "
           "all.\n");
}

void qn_help_overview(qn_help_style style, qn_buffer *out) {
  put(out, QN_PROGRAM " " QUERN_VERSION ": grinds GPU kernels once, so that "
                      "they run anywhere\n");
  heading("usage", style, out);
  put(out, "  " QN_PROGRAM " COMMAND [options] [inputs]\n");
  for (size_t g = 0; g < sizeof(groups) / sizeof(*groups); ++g) {
    bool first = true;
    for (const qn_command *const *c = qn_commands(); *c; ++c) {
      if ((*c)->hidden || strcmp((*c)->group, groups[g].name) != 0)
        continue;
      if (first)
        heading(groups[g].title, style, out);
      first = false;
      qn_buffer_printf(out, "  %-10s %s\n", (*c)->name, (*c)->summary);
    }
  }
  heading("topics", style, out);
  for (const qn_topic *t = qn_topics; t->name; ++t)
    qn_buffer_printf(out, "  %-13s %s\n", t->name, t->summary);
  put(out, "\n'quern help COMMAND' or 'quern help TOPIC' shows one of them.\n");
}

// ---- Topics

static void write_exit_codes(qn_help_style style, qn_buffer *out) {
  (void)style;
  put(out, "exit codes of " QN_PROGRAM ":\n\n"
           "  0  done\n"
           "  1  the work failed, or the answer is no\n"
           "  2  wrong use: an unknown option, a missing operand\n"
           "  3  the environment: a tool, driver or device is missing\n"
           "  4  a bug in Quern; please report it\n\n"
           "A closed pipe is no error.\n");
}

static void write_environment(qn_help_style style, qn_buffer *out) {
  (void)style;
  static const struct {
    const char *name, *summary;
  } variables[] = {
#define QN_ENVIRONMENT(name, summary) {#name, summary},
#include "cli/core/environment.def"
#undef QN_ENVIRONMENT
  };
  put(out, "environment variables that have effect:\n\n");
  for (size_t i = 0; i < sizeof(variables) / sizeof(*variables); ++i) {
    qn_buffer_printf(out, "  %-16s", variables[i].name);
    put_wrapped(qn_str_from(variables[i].summary), 20, 18, out);
  }
  put(out, "\nOptions come first, then the environment, then the defaults.\n");
}

const qn_topic qn_topics[] = {
    {"environment", "variables that have effect", write_environment},
    {"exit-codes", "what the exit codes mean", write_exit_codes},
    {0},
};

// ---- Man pages

// Escapes what roff would interpret.
static void roff(qn_str text, qn_buffer *out) {
  bool line_start = true;
  for (size_t i = 0; i < text.size; ++i) {
    const char c = text.data[i];
    if (line_start && (c == '.' || c == '\''))
      put(out, "\\&");
    if (c == '\\')
      put(out, "\\e");
    else if (c == '-')
      put(out, "\\-");
    else
      qn_buffer_append(out, &c, 1);
    line_start = c == '\n';
  }
}

static void roff_line(const char *macro, const char *text, qn_buffer *out) {
  put(out, macro);
  roff(qn_str_from(text), out);
  put(out, "\n");
}

static void man_options(const qn_opt *opts, qn_buffer *out) {
  for (const qn_opt *o = opts; o && o->kind; ++o) {
    if (o->flags & QN_OPT_HIDDEN)
      continue;
    qn_buffer name = {0};
    put_option_name(o, &name);
    put(out, ".TP\n.B ");
    roff(qn_buffer_str(&name), out);
    put(out, "\n");
    qn_buffer help = {0};
    put_option_help(o, false, &help);
    roff(qn_buffer_str(&help), out);
    put(out, "\n");
    out->failed |= name.failed | help.failed;
    qn_buffer_finish(&name);
    qn_buffer_finish(&help);
  }
}

static void man_command(const qn_command *c, qn_buffer *out) {
  qn_buffer_printf(out, ".TH quern\\-%s 1 \"\" \"Quern %s\"\n.SH NAME\n",
                   c->name, QUERN_VERSION);
  qn_buffer_printf(out, "quern\\-%s \\- ", c->name);
  roff_line("", c->summary, out);
  put(out, ".SH SYNOPSIS\n");
  for (const qn_verb *v = c->verbs; v && v->name; ++v) {
    qn_buffer_printf(out, ".B quern %s %s\n[options] ", c->name, v->name);
    roff_line("", v->operands, out);
    put(out, ".br\n");
  }
  if (!c->verbs) {
    qn_buffer_printf(out, ".B quern %s\n%s", c->name,
                     c->raw ? "" : "[options] ");
    roff_line("", c->operands ? c->operands : "", out);
  }
  if (c->examples) {
    put(out, ".SH EXAMPLES\n.nf\n");
    roff_line("", c->examples, out);
    put(out, ".fi\n");
  }
  put(out, ".SH DESCRIPTION\n");
  roff_line("", c->description ? c->description : c->summary, out);
  for (const qn_verb *v = c->verbs; v && v->name; ++v) {
    roff_line(".TP\n.B ", v->name, out);
    roff_line("", v->summary, out);
  }
  if (!c->raw) {
    put(out, ".SH OPTIONS\n");
    man_options(c->opts, out);
    man_options(c->formats ? qn_format_opts : NULL, out);
    man_options(qn_common_opts, out);
  }
}

static void man_tool(qn_buffer *out) {
  put(out, ".TH quern 1 \"\" \"Quern " QUERN_VERSION "\"\n.SH NAME\nquern \\- "
           "grinds GPU kernels once, so that they run anywhere\n"
           ".SH SYNOPSIS\n.B quern\nCOMMAND [options] [inputs]\n"
           ".SH COMMANDS\n");
  for (const qn_command *const *c = qn_commands(); *c; ++c) {
    if ((*c)->hidden)
      continue;
    qn_buffer_printf(out, ".TP\n.BR quern\\-%s (1)\n", (*c)->name);
    roff_line("", (*c)->summary, out);
  }
  for (const qn_topic *t = qn_topics; t->name; ++t) {
    qn_buffer text = {0};
    t->write((qn_help_style){0}, &text);
    roff_line(".SH ", t->name, out);
    put(out, ".nf\n");
    roff(qn_buffer_str(&text), out);
    put(out, ".fi\n");
    out->failed |= text.failed;
    qn_buffer_finish(&text);
  }
}

void qn_help_man(const qn_command *command, qn_buffer *out) {
  put(out, ".\\\" Generated by 'quern help --man': do not edit.\n");
  if (command)
    man_command(command, out);
  else
    man_tool(out);
  put(out, ".SH SEE ALSO\n.BR quern (1)\n");
}
