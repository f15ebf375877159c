// SPDX-License-Identifier: Apache-2.0
// The options of quern hipify, and what those of AMD's tools, hipify-perl and
// hipify-clang, mean among them: it is linked under their names, too.
#ifndef QN_CLI_HIPIFY_AMDS_H
#define QN_CLI_HIPIFY_AMDS_H

#include "base/arena.h"
#include "cli/core/command.h"
#include "cli/hipify/report.h"

typedef struct qn_amds_options {
  bool replace, no_backup, no_output, examine, print_stats, print_csv;
  bool quiet_warnings, live_only, as_calls, version;
  bool tables;  // writes their own tables: refused
  bool ignored; // not needed
  const char *stats_file, *build_folder;
  qn_opt_list excludes, whitelist; // each separated by commas
  qn_opt_list ignored_values;
} qn_amds_options;

typedef struct qn_hipify_args {
  const char *output;
  const char *output_dir;
  bool in_place;
  const char *backup;
  bool check;
  bool diff;
  bool stats;
  unsigned report; // index + 1 into json, sarif, csv
  unsigned launch;
  unsigned preprocessor;
  qn_opt_list defines, undefined, globs, excludes, silence, fixes;
  const char *compile_commands;
  bool no_follow;
  bool reverse;
  unsigned api;
  bool lint_only;
  bool comments;
  unsigned strings;
  int64_t jobs;
  const char *explain;
  const char *hip;
  bool roc, miopen;
  qn_amds_options amds;
} qn_hipify_args;

// Says the other options by AMD's. Returns an exit code; other than QN_EXIT_OK
// the reason was reported.
int qn_amds_read(const qn_cli *cli, qn_hipify_args *args, qn_arena *arena);
// hipify-clang's operands, without those for its compiler behind "--".
size_t qn_amds_count_sources(const qn_cli *cli);
// Whether a name is in one of the lists.
bool qn_amds_has(const qn_opt_list *lists, qn_str name);
// Prints the release of HIP whose names are used.
int qn_amds_version(const qn_cli *cli);
// The figures that were asked for: on standard error, or in CSV files, one
// beside each source and one for all of several. Returns an exit code.
int qn_amds_figures(const qn_cli *cli, const qn_hipify_args *args,
                    const qn_hipified *files, size_t count);

#endif // QN_CLI_HIPIFY_AMDS_H
