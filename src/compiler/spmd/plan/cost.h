// SPDX-License-Identifier: Apache-2.0
// Decides which legal variants are worth emitting. The thresholds are in
// contract/cost.h.
#ifndef QN_COMPILER_SPMD_PLAN_COST_H
#define QN_COMPILER_SPMD_PLAN_COST_H

#include "compiler/spmd/analysis/shape.h"
#include "compiler/spmd/plan/settings.h"

unsigned qn_spmd_count_instructions(LLVMValueRef function);

// Whether lanes work together without barriers: by warp operations, or by
// volatile memory, as in programs for warps in lockstep.
bool qn_spmd_works_as_warp(LLVMValueRef item);

// Whether the kernel uses its index along y.
bool qn_spmd_reads_rows(LLVMValueRef item);

// The width to try first; `settings->width`, or twice that.
unsigned qn_spmd_first_width(const qn_spmd_settings *settings,
                             LLVMValueRef item);

// The widths that are worth making besides packets of `width`, for narrower or
// wider blocks: those that are given, else some if rows differ and the kernel
// is small. Returns how many.
unsigned qn_spmd_more_widths(const qn_spmd_settings *settings,
                             LLVMValueRef item, unsigned width, bool has_tiles,
                             unsigned widths[QN_SPMD_WIDTHS_MAX]);

// The reason, or NULL. Against packets wider than usual: unless loops are
// convergent and strides are those of elements.
const char *qn_spmd_refuse_wide(const qn_spmd_settings *settings,
                                const qn_spmd_shapes *shapes);
// Against any packets, as scalar code is faster: all innermost loops are
// gather-bound.
const char *qn_spmd_refuse_gathers(const qn_spmd_shapes *shapes);
// How many work-items of a region are done best one after another, if no more
// than that have something to do.
unsigned qn_spmd_single_max(const qn_spmd_shapes *shapes,
                            const qn_spmd_graph *region);
// Against tiles, by the item function, and by the shapes of values.
const char *qn_spmd_refuse_tiles(const qn_spmd_settings *settings,
                                 LLVMValueRef item);
const char *qn_spmd_refuse_rows(const qn_spmd_shapes *shapes);

#endif // QN_COMPILER_SPMD_PLAN_COST_H
