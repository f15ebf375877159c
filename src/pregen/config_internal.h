// SPDX-License-Identifier: Apache-2.0
// The reader of configurations: files and entries (config.c), and what a kernel
// is made of (config_kernel.c).
#ifndef QN_PREGEN_CONFIG_INTERNAL_H
#define QN_PREGEN_CONFIG_INTERNAL_H

#include "base/system/file.h"
#include "base/json.h"
#include "base/map.h"
#include "pregen/config.h"

typedef struct qn_config_file {
  struct qn_config_file *next;           // of all that are open
  const struct qn_config_file *includer; // NULL: the first
  const char *path;
  const char *folder; // of the file, with its '/'; "" for the working folder
  qn_file text;
} qn_config_file;

struct archs;

typedef struct qn_config {
  const qn_pregen_options *options;
  qn_report_fn *emit;
  void *user;
  qn_pregen_plan *plan;
  qn_config_file *files;
  qn_config_file *file; // being read
  int index;            // of the entry in its file, from 0; -1: none
  qn_str exported;      // its name, once known
  qn_map names;         // arch/name: number of the job + 1, 0 for an alias
  struct archs *archs;  // scratch
  bool wrong, missing, memory;
} qn_config;

// Reports a finding about the entry being read.
void qn_config_report(qn_config *c, const qn_diag *diag);
// The same, from a message; `hint` may be NULL.
void qn_config_fail(qn_config *c, const qn_json *at, const char *hint,
                    const char *format, ...) QN_PRINTF(4, 5);
// The same, for a diag whose place counts within the string at `at`.
void qn_config_fail_in(qn_config *c, const qn_json *at, qn_diag *diag);

// A field that must be a string; NULL when it is not, which has been reported.
const qn_json *qn_config_string(qn_config *c, const qn_json *entry,
                                const char *field);
// `value` when it is a list of strings; else NULL.
const qn_json *qn_config_list(qn_config *c, const qn_json *value);

// `name`, if it is relative, below `folder`, in the plan's arena.
const char *qn_config_path(qn_config *c, const char *folder, qn_str name);

// Reads what the kernel of an entry is made of; NULL if there were errors.
const qn_pregen_kernel *qn_config_kernel(qn_config *c, const qn_json *entry,
                                         bool npu);

#endif // QN_PREGEN_CONFIG_INTERNAL_H
