// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/plan/cost.h"

#include <llvm-c/Target.h>

#include "compiler/contract/cost.h"
#include "compiler/contract/functions.h"

unsigned qn_spmd_count_instructions(LLVMValueRef function) {
  unsigned count = 0;
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      ++count;
  return count;
}

bool qn_spmd_works_as_warp(LLVMValueRef item) {
  QN_EACH_BLOCK (block, item)
    QN_EACH_INSTRUCTION (i, block)
      if (qn_devlib_is_warp_op(qn_devlib_called_by(i)) ||
          ((LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) && LLVMGetVolatile(i)))
        return true;
  return false;
}

// Whether lanes leave a loop only by a condition on an index, as in a
// grid-stride loop: nearly always all go the same way.
static bool leaves_by_index(const qn_spmd_shapes *shapes, unsigned loop) {
  const qn_spmd_graph *g = shapes->graph;
  for (unsigned n = 0; n < g->count; ++n) {
    if (!qn_spmd_in_loop(g, loop, n) || !qn_spmd_diverges(shapes, g, n))
      continue;
    LLVMValueRef condition =
        LLVMGetCondition(LLVMGetBasicBlockTerminator(g->nodes[n].block));
    if (!LLVMIsAICmpInst(condition) ||
        qn_spmd_shape_of(shapes, LLVMGetOperand(condition, 0)).kind >
            QN_SPMD_LINEAR ||
        qn_spmd_shape_of(shapes, LLVMGetOperand(condition, 1)).kind >
            QN_SPMD_LINEAR)
      return false;
  }
  return true;
}

// Whether each lane has its own number of rounds and does little but gather, as
// along the rows of sparse matrices: gathers take as long as scalar loads, and
// all lanes wait for the last.
static bool is_gather_bound(const qn_spmd_shapes *shapes, unsigned loop) {
  const qn_spmd_graph *g = shapes->graph;
  const unsigned header = g->loops[loop].header;
  unsigned gathers = 0, count = 0;
  if (!qn_spmd_bit(shapes->divergent_loops, loop) ||
      g->loops[loop].latch != header || leaves_by_index(shapes, loop))
    return false;
  QN_EACH_INSTRUCTION (i, g->nodes[header].block) {
    count += !LLVMIsAPHINode(i) && !LLVMIsAGetElementPtrInst(i) &&
             !LLVMIsATerminatorInst(i) &&
             !qn_devlib_is_check(qn_devlib_called_by(i));
    gathers +=
        LLVMIsALoadInst(i) &&
        qn_spmd_shape_of(shapes, LLVMGetOperand(i, 0)).kind == QN_SPMD_VARYING;
  }
  return gathers && count <= QN_COST_GATHER_BOUND * gathers;
}

const char *qn_spmd_refuse_gathers(const qn_spmd_shapes *shapes) {
  const qn_spmd_graph *g = shapes->graph;
  bool bound = g->loop_count > 0;
  for (unsigned loop = 0; loop < g->loop_count; ++loop) {
    bool inner = true;
    for (unsigned k = 0; k < g->loop_count; ++k)
      inner &= g->loops[k].parent != loop;
    bound &= !inner || is_gather_bound(shapes, loop);
  }
  return bound ? "loops that only load here and there" : NULL;
}

// Whether it is an interleaved access, with a constant stride that is not an
// element's size: its shuffles take many registers. In shared memory these are
// few (spmd/emit/window.h).
static bool is_strided(const qn_spmd_shapes *shapes, LLVMValueRef i) {
  const bool stores = LLVMIsAStoreInst(i) != NULL;
  if ((!stores && !LLVMIsALoadInst(i)) || qn_spmd_context_field(i) >= 0)
    return false;
  const qn_spmd_shape shape =
      qn_spmd_shape_of(shapes, LLVMGetOperand(i, stores));
  LLVMTypeRef type = LLVMTypeOf(stores ? LLVMGetOperand(i, 0) : i);
  const int64_t size = (int64_t)LLVMABISizeOfType(shapes->layout, type);
  LLVMValueRef base = LLVMGetOperand(i, stores);
  while (LLVMIsAGetElementPtrInst(base))
    base = LLVMGetOperand(base, 0);
  return shape.kind == QN_SPMD_LINEAR && shape.stride != size &&
         !(qn_spmd_context_field(base) == QN_ITEM_SHARED &&
           shape.stride == 2 * size);
}

// Whether there is a loop inside of what a block is part of: the loop's code
// runs many times as often.
static bool has_loop_inside(const qn_spmd_graph *g, unsigned node) {
  for (unsigned loop = 0; loop < g->loop_count; ++loop)
    if (g->loops[loop].parent == g->nodes[node].loop)
      return true;
  return false;
}

const char *qn_spmd_refuse_wide(const qn_spmd_settings *settings,
                                const qn_spmd_shapes *shapes) {
  for (unsigned loop = 0; loop < shapes->graph->loop_count; ++loop)
    if (qn_spmd_bit(shapes->divergent_loops, loop) &&
        !leaves_by_index(shapes, loop))
      return "loops that lanes leave one by one";
  for (unsigned n = 0; n < shapes->graph->count; ++n)
    QN_EACH_INSTRUCTION (i, shapes->graph->nodes[n].block)
      if (is_strided(shapes, i) &&
          !(settings->many_registers && has_loop_inside(shapes->graph, n)))
        return "steps over elements";
      else if (shapes->graph->nodes[n].loop != QN_SPMD_NONE &&
               LLVMIsAAtomicRMWInst(i) &&
               !qn_spmd_is_uniform(shapes, LLVMGetOperand(i, 0)))
        return "atomic operations in loops"; // histogram
  return NULL;
}

// Adds up the loads of a block: those that rows have in common, and the others.
static void count_loads(const qn_spmd_shapes *shapes, LLVMBasicBlockRef block,
                        unsigned counts[2]) {
  QN_EACH_INSTRUCTION (i, block) {
    if (!LLVMIsALoadInst(i) || qn_spmd_context_field(i) >= 0)
      continue;
    ++counts[qn_spmd_shape_of(shapes, LLVMGetOperand(i, 0)).kind >
             QN_SPMD_LINEAR];
  }
}

const char *qn_spmd_refuse_rows(const qn_spmd_shapes *shapes) {
  const qn_spmd_graph *g = shapes->graph;
  bool shares = false;
  unsigned counts[2] = {0, 0};
  for (unsigned n = 0; n < g->count; ++n) {
    count_loads(shapes, g->nodes[n].block, counts);
    if (g->nodes[n].loop == QN_SPMD_NONE)
      continue;
    if (qn_spmd_bit(shapes->divergent_loops, g->nodes[n].loop))
      return "loops of some rows";
    QN_EACH_INSTRUCTION (i, g->nodes[n].block)
      shares |=
          LLVMIsALoadInst(i) && qn_spmd_context_field(i) < 0 &&
          qn_spmd_shape_of(shapes, LLVMGetOperand(i, 0)).kind == QN_SPMD_LINEAR;
  }
  // As a filter's weights, each of which takes a load to spread.
  shares |= g->loop_count == 0 && counts[0] >= QN_COST_TILE_SHARED &&
            counts[0] >= counts[1];
  return shares ? NULL : "rows that share nothing";
}

// Whether it is a gather or scatter, at addresses that no few vectors span.
static bool is_gather(const qn_spmd_shapes *shapes, LLVMValueRef i) {
  const bool stores = LLVMIsAStoreInst(i) != NULL;
  if (!stores && !LLVMIsALoadInst(i))
    return false;
  const qn_spmd_shape shape =
      qn_spmd_shape_of(shapes, LLVMGetOperand(i, stores));
  LLVMTypeRef type = LLVMTypeOf(stores ? LLVMGetOperand(i, 0) : i);
  const int64_t near = 4 * (int64_t)LLVMABISizeOfType(shapes->layout, type);
  return shape.kind == QN_SPMD_VARYING ||
         (shape.kind == QN_SPMD_LINEAR &&
          (shape.stride > near || shape.stride < -near));
}

// Whether work-items of the region may read what others of it write. Lanes of a
// packet have all read before one writes, and programs rely on it.
static bool passes_on(const qn_spmd_graph *region) {
  bool reads = false, writes = false;
  for (unsigned n = 0; n < region->count; ++n)
    QN_EACH_INSTRUCTION (i, region->nodes[n].block) {
      reads = reads || (LLVMIsALoadInst(i) && qn_spmd_context_field(i) < 0);
      writes =
          writes || LLVMIsAStoreInst(i) ||
          (LLVMIsACallInst(i) && !qn_devlib_is_check(qn_devlib_called_by(i)));
    }
  return reads && writes;
}

// In vectors each lane of a gather or scatter takes instructions of its own, so
// that where there is little else scalar code is faster. A kernel's steps may
// be in a block for each (cpu/cases.h): that for all others decides.
unsigned qn_spmd_single_max(const qn_spmd_shapes *shapes,
                            const qn_spmd_graph *region) {
  unsigned max = QN_COST_SINGLE_MIN;
  if (region->loop_count || passes_on(region))
    return 1; // left to vectors
  for (unsigned n = 0; n < region->count; ++n) {
    unsigned count = 0, gathers = 0;
    QN_EACH_INSTRUCTION (i, region->nodes[n].block) {
      count += !LLVMIsAPHINode(i) && !LLVMIsATerminatorInst(i) &&
               !qn_spmd_is_uniform(shapes, i);
      gathers += is_gather(shapes, i);
    }
    const unsigned even = QN_COST_SINGLE_GATHER * gathers * shapes->width /
                          (count + QN_COST_SINGLE_LOOP);
    max = even > max ? even : max;
  }
  return max < shapes->width ? max : shapes->width;
}

const char *qn_spmd_refuse_tiles(const qn_spmd_settings *settings,
                                 LLVMValueRef item) {
  // Divergent lanes are left to packets of one row.
  return settings->width < QN_COST_TILE_COLUMNS || !qn_spmd_reads_rows(item) ||
                 qn_spmd_works_as_warp(item) ||
                 (settings->tiles == QN_SPMD_TILES_USEFUL &&
                  qn_spmd_count_instructions(item) > QN_COST_TILE_MAX)
             ? "no use of rows"
             : NULL;
}

// ---- Widths

bool qn_spmd_reads_rows(LLVMValueRef item) {
  QN_EACH_BLOCK (block, item)
    QN_EACH_INSTRUCTION (i, block)
      if (qn_spmd_context_field(i) == QN_ITEM_THREAD_Y)
        return true;
  return false;
}

// Twice the usual width halves the overhead per packet. Not for kernels whose
// blocks may have short rows, nor for large ones.
unsigned qn_spmd_first_width(const qn_spmd_settings *settings,
                             LLVMValueRef item) {
  const bool twice = !settings->width_given &&
                     settings->width <= QN_COST_DOUBLE_WIDTH_MAX &&
                     !qn_spmd_reads_rows(item) &&
                     qn_spmd_count_instructions(item) <= QN_COST_DOUBLE_MAX;
  return twice ? 2 * settings->width : settings->width;
}

unsigned qn_spmd_more_widths(const qn_spmd_settings *settings,
                             LLVMValueRef item, unsigned width, bool has_tiles,
                             unsigned widths[QN_SPMD_WIDTHS_MAX]) {
  unsigned count = 0;
  for (unsigned i = 0; i < settings->more_count; ++i)
    widths[count++] = settings->more[i];
  if (settings->width_given || !qn_spmd_reads_rows(item) ||
      qn_spmd_count_instructions(item) > QN_COST_WIDTHS_MAX)
    return count;
  if (width > QN_COST_WIDTH_NARROW)
    widths[count++] = QN_COST_WIDTH_NARROW;
  // Tiles already run wide blocks.
  if (!has_tiles && width <= QN_COST_DOUBLE_WIDTH_MAX)
    widths[count++] = 2 * width;
  return count;
}
