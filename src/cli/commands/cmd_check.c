// SPDX-License-Identifier: Apache-2.0
// quern check: runs a program whose kernels were compiled with checks.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system/file.h"
#include "base/system/process.h"
#include "cli/core/command.h"
#include "formats/core/format.h"
#include "formats/object/elf.h"
#include "metadata/model/check.h"

typedef struct check_options {
  const char *kinds, *output, *suppressions, *schedule, *target;
  unsigned form;
  int64_t limit;
} check_options;

static const char forms[] = "text|jsonl|sarif";

// Notes whether an image was compiled with checks, or brings what it was made
// of: sections of LLVM's names that our compiler writes (runtime/check).
static qn_status note_image(void *user, const qn_item *item, qn_diag *diag) {
  static const char *const names[] = {".llvmcmd", ".llvmbc"};
  bool *found = user;
  qn_elf elf;
  qn_elf_section section;
  (void)diag;
  if (!qn_elf_probe(item->bytes) ||
      qn_failed(qn_elf_open(item->bytes, item->offset, &elf, NULL)))
    return qn_ok();
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
    *found =
        *found || qn_elf_find_section(&elf, qn_str_from(names[i]), &section);
  return qn_ok();
}

// Whether its kernels can be checked: it was linked by `quern cc --check`,
// whose symbol is in a table of the dynamic linker, or an image in it can be.
static bool is_built_for_it(const char *path) {
  static const char mark[] = "quern_check_kinds";
  qn_file file = {0};
  qn_diag diag = {0};
  if (qn_failed(qn_file_open(path, 0, &file, &diag)))
    return false;
  bool found =
      qn_str_search(qn_span_str(file.bytes), (qn_str){mark, sizeof(mark)});
  // A file without images is no failure here.
  if (!found)
    qn_ignore(qn_format_walk(file.bytes, NULL, note_image, &found, NULL),
              "then there is none");
  qn_file_close(&file);
  return found;
}

// As the shell finds it; false when there is none.
static bool find_program(const char *name, char *path, size_t size) {
  if (strchr(name, '/')) {
    snprintf(path, size, "%s", name);
    return access(path, X_OK) == 0;
  }
  const char *all = getenv("PATH");
  qn_str rest = qn_str_from(all ? all : ""), folder;
  while (qn_str_split(&rest, ':', &folder)) {
    snprintf(path, size, "%.*s/%s", QN_STR_ARG(folder), name);
    if (access(path, X_OK) == 0)
      return true;
  }
  return false;
}

static void set(const char *name, const char *value) {
  if (value)
    (void)setenv(name, value, 1);
}

static void set_environment(const check_options *o) {
  static const char *const names[] = {"text", "jsonl", "sarif"};
  char limit[24];
  snprintf(limit, sizeof(limit), "%lld", (long long)o->limit);
  set("QUERN_CHECK", o->kinds);
  set("QUERN_CHECK_FORMAT", names[o->form]);
  set("QUERN_CHECK_OUTPUT", o->output);
  set("QUERN_CHECK_SUPPRESSIONS", o->suppressions);
  set("QUERN_CHECK_LIMIT", limit);
  set("QUERN_CHECK_FOR", o->target);
  set("QUERN_SCHEDULE", o->schedule);
  set("QUERN_DEVICE", "cpu");
}

static int run(qn_cli *cli, const void *options) {
  const check_options *o = options;
  const char *name = cli->operands[0];
  char path[PATH_MAX];
  qn_diag diag = {0};
  unsigned kinds;
  if (qn_failed(qn_check_kinds_read(qn_str_from(o->kinds), &kinds, &diag)))
    return qn_cli_fail(cli, &diag, "--kinds", (qn_span){0});
  if (!find_program(name, path, sizeof(path))) {
    (void)qn_fail(&diag, QN_E_NOT_FOUND, QN_NOWHERE, "there is no program '%s'",
                  name);
    return qn_cli_fail(cli, &diag, NULL, (qn_span){0});
  }
  if (!is_built_for_it(path) && !cli->quiet)
    fprintf(
        stderr,
        "quern: check: '%s' was not linked with checks: calls of the host "
        "are checked, kernels only where their images have checks or bring "
        "their bitcode\n"
        "   = hint: Compile and link it with 'quern cc --check=%s', or with "
        "'quern cc -fembed-bitcode', and 'quern check' compiles it "
        "again.\n",
        name, o->kinds);
  set_environment(o);
  (void)execvp(name, (char *const *)(uintptr_t)cli->operands);
  (void)qn_fail_errno(&diag, "run", path);
  (void)qn_cli_fail(cli, &diag, NULL, (qn_span){0});
  return QN_EXIT_ENVIRONMENT;
}

static const qn_opt opts[] = {
    {"kinds", 'k', QN_OPT_STRING, offsetof(check_options, kinds), "KINDS",
     "what to look for: memory, race, init, sync, leak, with commas, or all",
     NULL, "all"},
    {"report", 0, QN_OPT_CHOICE, offsetof(check_options, form), "FORM",
     "how findings are written: text for people, a JSON object a line, or one "
     "SARIF log for services",
     NULL, "text", forms},
    {"output", 'o', QN_OPT_STRING, offsetof(check_options, output), "FILE",
     "write findings to FILE instead of standard error"},
    {"suppressions", 0, QN_OPT_STRING, offsetof(check_options, suppressions),
     "FILE",
     "leave out findings that a line of FILE names: 'rule:pattern', of a "
     "kernel, a function, a file or file:line"},
    {"limit", 0, QN_OPT_INT, offsetof(check_options, limit), "N",
     "write at most N different findings", NULL, "100", NULL, 1, 1000000},
    {"for", 0, QN_OPT_STRING, offsetof(check_options, target), "TARGET",
     "also refuse launches that TARGET (sm_90, gfx1100) has no resources for"},
    {"schedule", 0, QN_OPT_STRING, offsetof(check_options, schedule), "ORDER",
     "run blocks and work-items in another order: reverse, interleave or "
     "random:SEED"},
    {0}};

const qn_command qn_command_check = {
    .name = "check",
    .group = "run",
    .summary = "run a program and find the mistakes of its kernels",
    .operands = "PROGRAM [ARGUMENT...]",
    .min_operands = 1,
    .max_operands = UINT_MAX,
    .examples = "quern cc --check=all app.cu -o app\n"
                "quern check ./app --size 1000  # findings on standard error\n"
                "quern check --report sarif -o findings.sarif ./app\n"
                "quern check --suppressions known.txt --kinds race,sync ./app",
    .description =
        "Runs the program on the CPU device and reports accesses beyond "
        "memory, "
        "races, reads of what nobody wrote, barriers that some leave out and "
        "what is not given back, with their places in the source. The exit "
        "status is 1 when there are findings, else the program's own.",
    .opts = opts,
    .opts_size = sizeof(check_options),
    .runs_another = true,
    .run = run,
};
