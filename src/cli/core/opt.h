// SPDX-License-Identifier: Apache-2.0
// Option tables and their parser.
//
// Accepted: --name=value, --name value, -xvalue, -x value, clustered flags
// (-qv), --no-name for flags marked so, "--" ends options, @file inserts the
// words of a file; options and operands in any order.
#ifndef QN_CLI_CORE_OPT_H
#define QN_CLI_CORE_OPT_H

#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"

// The kind says the type of the field at `offset`.
typedef enum qn_opt_kind {
  QN_OPT_END,
  QN_OPT_FLAG,   // bool
  QN_OPT_COUNT,  // unsigned: how often it was given
  QN_OPT_STRING, // const char *; NULL when not given and without default
  QN_OPT_LIST,   // qn_opt_list: repeatable, in order
  QN_OPT_INT,    // int64_t
  QN_OPT_REAL,   // double
  QN_OPT_CHOICE, // unsigned: index into `choices`
} qn_opt_kind;

enum {
  QN_OPT_NEGATABLE = 1, // flags: --no-<name> too
  QN_OPT_ONE_DASH = 2,  // also -<name>, as compilers have it (-std=, -include)
  QN_OPT_HIDDEN = 4,    // not in help
};

typedef struct qn_opt_list {
  const char **items; // in the arena
  size_t count;
  size_t capacity; // private
} qn_opt_list;

typedef struct qn_opt {
  const char *name; // long name without dashes; NULL: only the letter
  char letter;      // 0: none
  qn_opt_kind kind;
  size_t offset;        // offsetof the field in the command's options
  const char *value;    // name of the value in help: "FILE"
  const char *help;     // first line for -h; further lines for --help
  const char *category; // heading in help; NULL: "Options"
  const char *initial;  // default, as it would be written; shown in help
  const char *choices;  // QN_OPT_CHOICE: "none|zstd"
  int64_t min, max;     // QN_OPT_INT: range when they differ
  unsigned flags;
} qn_opt;

typedef struct qn_opt_target {
  const qn_opt *opts; // ended by a zeroed entry; may be NULL
  void *options;      // where its offsets count from
} qn_opt_target;

// What is parsed into: tables are searched in order.
typedef struct qn_opt_parse {
  qn_opt_target targets[3];
  size_t target_count;
  bool ends_at_operand; // what follows the first operand is another program's
  qn_opt_list operands; // result
} qn_opt_parse;

// Fills in defaults, then the options of `args` (NULL-terminated, without the
// program's name and the command). Wrong use is QN_E_ARGUMENT with similar
// names as the hint. Values point into `args` or `arena`.
qn_status qn_opt_read(qn_opt_parse *parse, const char *const *args,
                      qn_arena *arena, qn_diag *diag);

// The words of `args` with every @file replaced by what it holds,
// NULL-terminated, in `arena`.
qn_status qn_opt_expand(const char *const *args, qn_arena *arena,
                        const char *const **out_words, qn_diag *diag);

// As above, the words of one text, as a shell separates them.
qn_status qn_opt_split(qn_str text, qn_arena *arena,
                       const char *const **out_words, qn_diag *diag);

#endif // QN_CLI_CORE_OPT_H
