// SPDX-License-Identifier: Apache-2.0
// What is worth it: asked of what is legal, before anything is emitted. The
// thresholds are in contract/cost.h.
#ifndef QN_COMPILER_SPMD_PLAN_COST_H
#define QN_COMPILER_SPMD_PLAN_COST_H

#include "compiler/spmd/analysis/shape.h"
#include "compiler/spmd/plan/settings.h"

unsigned qn_spmd_count_instructions(LLVMValueRef function);

// Whether lanes work together without a barrier: by warp operations, or by
// volatile memory, as programs for warps in lockstep did.
bool qn_spmd_works_as_warp(LLVMValueRef item);

// Whether work-items of different rows differ.
bool qn_spmd_reads_rows(LLVMValueRef item);

// The width to try first; `settings->width`, or twice that.
unsigned qn_spmd_first_width(const qn_spmd_settings *settings,
                             LLVMValueRef item);

// The widths in which a kernel is worth having beside packets of `width`, for
// blocks that are narrower or wider: those that are given, or where rows
// differ and the kernel is small. Returns how many.
unsigned qn_spmd_more_widths(const qn_spmd_settings *settings,
                             LLVMValueRef item, unsigned width, bool has_tiles,
                             unsigned widths[QN_SPMD_WIDTHS_MAX]);

// The reason, or NULL. Of packets wider than the usual: lanes must stay
// together (convergent loops) and step by elements.
const char *qn_spmd_refuse_wide(const qn_spmd_shapes *shapes);
// Of packets at all, where scalar code is faster: all innermost loops are
// gather-bound.
const char *qn_spmd_refuse_gathers(const qn_spmd_shapes *shapes);
// Of tiles, by the item function, and by the shapes of values in them.
const char *qn_spmd_refuse_tiles(const qn_spmd_settings *settings,
                                 LLVMValueRef item);
const char *qn_spmd_refuse_rows(const qn_spmd_shapes *shapes);

#endif // QN_COMPILER_SPMD_PLAN_COST_H
