// SPDX-License-Identifier: Apache-2.0
// Every threshold by which the CPU engine weighs one way of running a kernel
// against another, with what it was measured on. Limits of what can be done at
// all are not here: they stand where they hold.
//
// Figures are of bench/cpu.py, least of many runs, one thread, x86-64 with
// AVX2. "Unmeasured" is a round number that was set with the kernels named in
// mind and not tried against others. Change one, and run the bench and the
// random kernels (tests/spmd/run.py) again; QUERN_CPU_DUMP=plan shows what
// became of a kernel.
//
// Also for device/cpu: freestanding.
#ifndef QN_COMPILER_CONTRACT_COST_H
#define QN_COMPILER_CONTRACT_COST_H

enum {
  // ---- What becomes packets

  // Instructions up to which a function is always inlined, with what it calls:
  // in packets a call costs as much as a lane. Unmeasured.
  QN_COST_INLINE_MAX = 3000,
  // Instructions up to which a kernel is made into packets, whose code is
  // several times its size and take as many times as long to compile.
  // Unmeasured; set with the random kernels of tests/spmd.
  QN_COST_KERNEL_MAX = 4000,
  // Loops in which lanes go round as often as each likes are gather-bound, and
  // scalar, with at most so many instructions for each gather: spmv (rows of a
  // sparse matrix) 467 to 677 us in packets, 225 to 400 scalar.
  QN_COST_GATHER_BOUND = 4,

  // Copies of structs up to so many bytes are loads of all parts and then
  // stores; longer ones are done lane by lane. Unmeasured.
  QN_COST_COPY_MAX = 128,

  // ---- Widths

  // Kernels along one dimension up to so many instructions run in packets of
  // twice the usual width, which halves what packets cost around their vectors.
  // Unmeasured; larger kernels have fewer registers left for it.
  QN_COST_DOUBLE_MAX = 400,
  // Up to this width, that is.
  QN_COST_DOUBLE_WIDTH_MAX = 16,
  // Kernels that tell rows apart have other widths beside the first up to so
  // many instructions: each is compiled for as long as the first. Unmeasured.
  QN_COST_WIDTHS_MAX = 150,
  // The narrow one of these.
  QN_COST_WIDTH_NARROW = 8,
  // Half-width packets, for the last rounds of a tree in shared memory, have at
  // least so many lanes (reduction: 900 instructions for a group before, 618).
  QN_COST_HALF_MIN = 4,

  // ---- Tiles: packets of several rows, for matrix products and the like

  // Lanes of a row, and rows: eight sums of floats under way with AVX2
  // (tiled16,
  // tiled32).
  QN_COST_TILE_COLUMNS = 16,
  QN_COST_TILE_ROWS = 4,
  // Instructions up to which they are made where they seem useful. Unmeasured.
  QN_COST_TILE_MAX = 400,
  // Registers of packets of at least this width hold as many sums (AVX2 and
  // up: narrower machines have no tiles).
  QN_COST_TILE_WIDTH_MIN = 16,

  // ---- Code of a packet

  // Loops that lanes leave at different times run without masks while they do
  // not, where that is at most so many instructions times the branches that
  // leave: as much is emitted again for each. Unmeasured.
  QN_COST_PLAIN_LOOP_MAX = 400,
  // A body of at most so many instructions behind a divergent branch is masked
  // in place, not done again by the masked function (stencil: half of all
  // instructions were for 2 of 16 packets of a row).
  QN_COST_MASK_IN_PLACE_MAX = 32,
  // Values that so few cheap instructions make of indices and arguments are
  // computed again behind a barrier, not kept. Unmeasured.
  QN_COST_RECOMPUTE_MAX = 16,

  // ---- Groups that run together, where a kernel's grid collapses
  // (device/cpu/loop.c)

  // Work-items of a span of groups with one row each. Unmeasured.
  QN_COST_SPAN_COLLAPSED = 8192,
  // Grids whose rows are at most so long go whole rows at a time. Unmeasured.
  QN_COST_SPAN_ROW_MAX = 2048,
  // Longer ones go so many columns side by side, which stay in the cache
  // (stencil_stream: 5 to 10 % faster side by side than not).
  QN_COST_SPAN_COLUMNS = 128,
  // Launches that stream go to so many places by turns, so many work-items at
  // each, which lie so many apart: the machine fetches ahead at all of them
  // (copies 1.65 to 1.9 of PoCL's rate, 1.5 before).
  QN_COST_STREAM_PLACES = 8,
  QN_COST_STREAM_ITEMS = 256,
  QN_COST_STREAM_DISTANCE = 16384,
};

#endif // QN_COMPILER_CONTRACT_COST_H
