// SPDX-License-Identifier: Apache-2.0
// Carries out a plan on this machine: takes what it can from the cache, and
// compiles the rest with as many workers as slots, memory and make's tokens
// allow. Several processes on one cache share the work: no kernel is made
// twice.
#ifndef QN_PREGEN_GENERATE_H
#define QN_PREGEN_GENERATE_H

#include "pregen/output.h"

typedef struct qn_generate_params {
  const qn_pregen_plan *plan;
  const char *output; // folder
  unsigned jobs;      // at a time; 0: one per CPU, or make's
  uint64_t memory; // bytes for all together; 0: three quarters of what is free
  bool force;      // also what the cache has
  bool no_cache;
  bool images;     // plain images beside the bundles
  bool want_files; // on_job gets the files read, also for cached jobs
  // Called when something must be compiled; the library stays loaded.
  qn_status (*load)(const qn_compiler_api **out_api, qn_diag *diag);
  // After each job: NULL `failed` when it is done. `made` has messages and
  // commands. May be NULL.
  void (*on_job)(void *user, const qn_pregen_job *job, const qn_made *made,
                 const qn_diag *failed);
  // Called now and then, and at the end. May be NULL.
  void (*on_progress)(void *user, size_t done, size_t count);
  void *user;
} qn_generate_params;

typedef struct qn_generate_result {
  size_t count, done; // jobs wanted, and those done so far
  size_t hits;        // of them from the cache
  bool environment;   // what failed did so because a tool is missing
} qn_generate_result;

// OK whatever happened to the jobs. The manifest is written at the end.
qn_status qn_generate(const qn_generate_params *params,
                      qn_generate_result *out_result, qn_diag *diag);

#endif // QN_PREGEN_GENERATE_H
