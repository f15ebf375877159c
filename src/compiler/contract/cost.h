// SPDX-License-Identifier: Apache-2.0
// All thresholds with which the CPU engine chooses between ways of running a
// kernel, and what they were measured on. Limits of what is possible at all are
// not here, but where they apply.
//
// Figures are from bench/cpu.py, minimum of many runs, one thread, x86-64 with
// AVX2. "Unmeasured" means a round number that was chosen for the kernels named
// and not compared with others. After a change run the bench and the random
// kernels (tests/spmd/run.py) again; QUERN_CPU_DUMP=plan shows a kernel's plan.
//
// Also for device/cpu: freestanding.
#ifndef QN_COMPILER_CONTRACT_COST_H
#define QN_COMPILER_CONTRACT_COST_H

enum {
  // ---- Which kernels become packets

  // Instructions up to which a function is always inlined, including its
  // callees: in packets a call runs lane by lane. Unmeasured.
  QN_COST_INLINE_MAX = 3000,
  // Instructions up to which a kernel is made into packets, whose code is
  // several times its size and take as many times as long to compile.
  // Unmeasured; set with the random kernels of tests/spmd.
  QN_COST_KERNEL_MAX = 4000,
  // Instructions up to which parts of a kernel are copied for the steps of
  // trees
  // and sorts (cpu/cases.h). Unmeasured.
  QN_COST_CASES_MAX = 600,
  // Loops in which each lane has its own number of rounds are gather-bound, and
  // run scalar, with at most so many instructions per gather: spmv (rows of a
  // sparse matrix) takes 467 to 677 us in packets, 225 to 400 scalar.
  QN_COST_GATHER_BOUND = 4,
  // Rounds of such a loop that scalar code does in one: each waits for the one
  // before, so that what counts is how many rows the processor has under way,
  // and how few branches it has to foresee. spmv on a Zen 5: 119 us with 1, 92
  // with 2, 88 with 4, 88 to 131 with 8 (medians of ten processes).
  QN_COST_SCALAR_ROUNDS = 4,
  // Lanes of a gather, which takes as long without some of them: the last round
  // of a loop leaves out those of which none is active
  // (spmd/analysis/rounds.h).
  // AVX2's have 8 words: spmv_warp on a Xeon 75 us by halves of 32 lanes, 69 by
  // quarters. Where registers hold masks, 16: with two of 8 there, by quarters,
  // 97 us with registers of 512 bits and 92 with those of 256, 82 by halves.
  QN_COST_GATHERED_LANES = 8,
  QN_COST_GATHERED_LANES_MASKED = 16,
  // Instructions of a loop up to which there is a last round for each of these;
  // else for both halves. Unmeasured.
  QN_COST_PARTS_LOOP_MAX = 64,

  // ---- Widths

  // Kernels along one dimension up to so many instructions run in packets of
  // twice the usual width, which halves the overhead per packet. Unmeasured;
  // larger kernels have fewer registers left for it. Not with atomic operations
  // in loops, lane after lane: on a Zen 4 histogram takes 10,800 us in packets
  // of 32, 550 of 16, 440 of 8; processors may foresee what loads depend on by
  // instruction.
  QN_COST_DOUBLE_MAX = 400,
  // The largest usual width that is doubled.
  QN_COST_DOUBLE_WIDTH_MAX = 16,
  // Kernels in which rows differ are also made in other widths up to so many
  // instructions: each takes as long to compile as the first. Unmeasured.
  QN_COST_WIDTHS_MAX = 150,
  // The narrowest of these widths.
  QN_COST_WIDTH_NARROW = 8,
  // Half-width packets, for the last rounds of a tree in shared memory, have at
  // least so many lanes (reduction: 900 instructions for a group before, 618).
  QN_COST_HALF_MIN = 4,
  // Work-items that a region does one after another, if it has no more: so many
  // (vectors across what the round before stored wait for it; reduction 290 us
  // before, 216), or, with
  // gathers or scatters, as many as take as long. A lane of one of those takes
  // so many instructions, the loop around scalar code so many.
  QN_COST_SINGLE_MIN = 4,
  QN_COST_SINGLE_GATHER = 4,
  QN_COST_SINGLE_LOOP = 6,

  // ---- Tiles: packets of several rows, for matrix products and the like

  // Lanes of a row, and rows: with AVX2 eight sums of floats at the same time
  // (tiled16, tiled32).
  QN_COST_TILE_COLUMNS = 16,
  QN_COST_TILE_ROWS = 4,
  // Instructions up to which useful tiles are made. Unmeasured.
  QN_COST_TILE_MAX = 400,
  // Loads that rows have in common from which on kernels without loops have
  // tiles, if these are half of all (convolution of 5 by 5, 25 weights: 221 us
  // before, 188; plain C 160).
  QN_COST_TILE_SHARED = 8,
  // The packets' width from which there are enough registers for these sums
  // (AVX2 and up: machines with narrower vectors have no tiles).
  QN_COST_TILE_WIDTH_MIN = 16,

  // ---- Code of a packet

  // Loads from __constant__ variables that a kernel may have for them to go
  // ahead of its loops, where each needs a register (convolution_row with 5 of
  // them 103 us before, 93; convolution with 25 182 before, 186 to 208; not
  // with AVX-512: 107 before, 115).
  QN_COST_CONSTANTS_MAX = 8,
  // Loops that lanes leave at different times start without masks if their
  // instructions times the branches that leave are at most so many, as the code
  // is emitted again for each branch. Unmeasured.
  QN_COST_PLAIN_LOOP_MAX = 400,
  // Code of at most so many instructions after a divergent branch is masked in
  // place, instead of starting over in the masked function (stencil: half of
  // all instructions were for 2 of 16 packets of a row).
  QN_COST_MASK_IN_PLACE_MAX = 32,
  // What lanes store behind a branch, where all accessed it before, is stored
  // without tests up to so many instructions. Unmeasured.
  QN_COST_MERGE_MAX = 16,
  // Values that at most so many cheap instructions compute from indices and
  // arguments are recomputed after a barrier, not spilled. Unmeasured.
  QN_COST_RECOMPUTE_MAX = 16,

  // ---- Groups of a size that is known (spmd/emit/sized.h)

  // Work-items of such a group.
  QN_COST_SIZED_ITEMS = 256,
  // Instructions up to which a kernel has one, before and after its loops are
  // unrolled; regions between its barriers; and instructions of all packets
  // together, before those of known places are left out. Unmeasured.
  QN_COST_SIZED_MAX = 600,
  QN_COST_SIZED_REGIONS_MAX = 32,
  QN_COST_SIZED_CODE_MAX = 12000,
  // Bytes of shared memory that it keeps in registers, and of each of them.
  QN_COST_SIZED_BYTES_MAX = 4096,
  QN_COST_SIZED_REGISTER = 32,
  // More of them than that are not all in registers, and no better there than
  // in memory if each is accessed more often than that, mostly as a whole (on a
  // Zen 5: scan 350 us in memory, 520 in registers; hadamard 495 and 540).
  QN_COST_SIZED_HELD = 32,
  QN_COST_SIZED_OFTEN = 8,

  // ---- Loops with the grid's step (spmd/plan/grid_loop.h)

  // Such loops of a kernel, and numbers that each work-item takes from round to
  // round, which are in memory in between.
  QN_COST_ROUNDS_LOOPS_MAX = 8,
  QN_COST_ROUNDS_CARRIED_MAX = 2,
  // Rows of multiples of so many work-items go by rounds, in kernels that could
  // go on from one group into the next instead. Unmeasured.
  QN_COST_ROUNDS_ROW = 64,

  // ---- Groups that run together in a collapsed grid (device/cpu/loop.c)

  // Work-items of a span of groups with one row each. Unmeasured.
  QN_COST_SPAN_COLLAPSED = 8192,
  // Grids whose rows are at most so long run row by row. Unmeasured.
  QN_COST_SPAN_ROW_MAX = 2048,
  // Longer rows run in blocks of so many columns, of which several rows stay in
  // the cache (stencil_stream, rows of 4096, on a Zen 5: 7,300 us in blocks of
  // 128 or 1024, 4,690 whole; on a Sapphire Rapids 128 were 5 to 10 % faster
  // than whole rows).
  QN_COST_SPAN_COLUMNS = 8192,
  // The same where each work-item of a loop over the grid keeps numbers from
  // round to round.
  QN_COST_SPAN_ROUNDS = 4096,
  // Streaming launches alternate between so many places where that pays
  // (QN_CPU_TURNS), with so many work-items at each and so many from one to the
  // next: the hardware prefetches at all of them (on a Sapphire Rapids copies
  // 1.65 to 1.9 times PoCL's rate, 1.5 before).
  QN_COST_STREAM_PLACES = 8,
  QN_COST_STREAM_ITEMS = 256,
  QN_COST_STREAM_DISTANCE = 16384,
};

#endif // QN_COMPILER_CONTRACT_COST_H
