// SPDX-License-Identifier: Apache-2.0
// Settings of the engine: from the target, and from the environment for tests
// and measurements.
#ifndef QN_COMPILER_SPMD_PLAN_SETTINGS_H
#define QN_COMPILER_SPMD_PLAN_SETTINGS_H

#include "base/diag.h"
#include "targets/target.h"

// How the work-items of a kernel run.
typedef enum qn_spmd_way {
  QN_SPMD_PACKETS, // many at once, in vectors
  QN_SPMD_SCALAR,  // one after another
  QN_SPMD_FIBERS,  // each on a stack of its own
} qn_spmd_way;

// When tiles are made: packets of several rows.
typedef enum qn_spmd_tiles {
  QN_SPMD_TILES_NEVER,
  QN_SPMD_TILES_USEFUL,   // where rows share values
  QN_SPMD_TILES_POSSIBLE, // where it can be done: for tests
} qn_spmd_tiles;

// Parts of a plan to print (dump.h): bits.
typedef enum qn_spmd_dump {
  QN_SPMD_DUMP_PLAN = 1,
  QN_SPMD_DUMP_SHAPES = 2,
  QN_SPMD_DUMP_REGIONS = 4,
} qn_spmd_dump;

enum { QN_SPMD_WIDTHS_MAX = 4 };

typedef struct qn_spmd_settings {
  qn_spmd_way way; // the first that is tried
  unsigned width;  // of a packet; 0: no packets, as there are no vectors
  unsigned more[QN_SPMD_WIDTHS_MAX - 1]; // other widths that are given
  unsigned more_count;
  // The minimum of work-items in a row for which packets are faster.
  unsigned min_row;
  bool notes;       // report how every kernel runs
  bool forced;      // the environment names the way
  bool width_given; // and the width
  qn_spmd_tiles tiles;
  unsigned
      size; // of blocks that have code of their own (emit/sized.h); 0: none
  bool size_given;     // for tests: wherever that is possible
  unsigned dump;       // bits of qn_spmd_dump
  bool may_stream;     // by the target: large launches may use streaming stores
  bool many_registers; // by the target: 32, of 16 floats
} qn_spmd_settings;

// From the target's row and QUERN_CPU_ENGINE ("packets", "scalar", "fibers"),
// QUERN_CPU_WIDTH (of 4, 8, 16, 32, or several of them with commas),
// QUERN_CPU_TILES (0, 1, 2: qn_spmd_tiles), QUERN_CPU_SIZED (0 to 1024),
// QUERN_CPU_DUMP ("plan", "shapes",
// "regions", with commas) and QUERN_CPU_NOTES; QN_E_ARGUMENT for other values.
qn_status qn_spmd_settings_read(const qn_target_cpu *cpu,
                                qn_spmd_settings *out_settings, qn_diag *diag);

#endif // QN_COMPILER_SPMD_PLAN_SETTINGS_H
