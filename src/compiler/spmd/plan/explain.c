// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/plan/explain.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "compiler/contract/functions.h"
#include "compiler/spmd/analysis/lanes.h"
#include "compiler/spmd/analysis/operation.h"

void qn_spmd_explain_way(qn_spmd_way way, qn_spmd_way otherwise,
                         const char *reason, qn_buffer *out) {
  static const char *const ways[] = {"packets", "scalar", "fibers"};
  qn_buffer_printf(out, "way\t%s\t%s\t%s\n", ways[way], ways[otherwise],
                   reason ? reason : "");
}

static void explain_form(const qn_spmd_variant *v, const char *reason,
                         qn_buffer *out) {
  qn_buffer_printf(out, "form\t%u\t%u\t%u\t%u\t%s\n", v->width, v->rows,
                   reason ? 0 : v->regions.frame_size,
                   reason ? 0 : v->regions.group_size, reason ? reason : "");
}

// ---- What costs

enum { FOUND_MAX = 256 };

typedef struct found {
  const char *kind;
  LLVMMetadataRef location;
  LLVMValueRef first;
  unsigned count;
} found;

typedef struct list {
  found all[FOUND_MAX];
  unsigned count;
} list;

static void add(list *l, const char *kind, LLVMValueRef i) {
  LLVMMetadataRef location = LLVMInstructionGetDebugLoc(i);
  if (!kind)
    return;
  for (unsigned k = 0; k < l->count; ++k)
    if (l->all[k].kind == kind && l->all[k].location == location) {
      ++l->all[k].count;
      return;
    }
  if (l->count < FOUND_MAX)
    l->all[l->count++] = (found){kind, location, i, 1};
}

static const char *kind_of_access(const qn_spmd_shapes *shapes,
                                  LLVMValueRef i) {
  const bool stores = LLVMIsAStoreInst(i) != NULL;
  LLVMValueRef address = LLVMGetOperand(i, stores);
  LLVMTypeRef type = LLVMTypeOf(stores ? LLVMGetOperand(i, 0) : i);
  const qn_spmd_shape shape = qn_spmd_shape_of(shapes, address);
  if (qn_spmd_context_field(i) >= 0 || shape.kind <= QN_SPMD_UNIFORM)
    return NULL;
  if (LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic)
    return "one_by_one";
  if (shape.kind == QN_SPMD_VARYING && stores)
    return "scatter";
  int64_t distances[64];
  if (shape.kind == QN_SPMD_VARYING)
    return qn_spmd_find_distances(shapes, address, distances) ? "step"
                                                              : "gather";
  return qn_spmd_is_strided(shape) &&
                 shape.stride !=
                     (int64_t)LLVMABISizeOfType(shapes->layout, type)
             ? "step"
             : NULL;
}

static const char *kind_of_call(const qn_spmd_shapes *shapes, LLVMValueRef i) {
  LLVMValueRef callee = qn_ir_callee(i);
  const qn_devlib_function known = qn_devlib_called_by(i);
  if (qn_spmd_is_plain(i) || qn_spmd_is_barrier(i) ||
      qn_devlib_is_warp_op(known) || qn_spmd_is_uniform(shapes, i) ||
      (callee && qn_ir_is_intrinsic(callee)))
    return NULL;
  return "call";
}

static const char *kind_of(const qn_spmd_shapes *shapes, LLVMValueRef i) {
  if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i))
    return kind_of_access(shapes, i);
  if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i))
    return "atomic";
  return LLVMIsACallInst(i) ? kind_of_call(shapes, i) : NULL;
}

static void find_accesses(const qn_spmd_shapes *shapes, list *l) {
  const qn_spmd_graph *g = shapes->graph;
  for (unsigned n = 0; n < g->count; ++n) {
    QN_EACH_INSTRUCTION (i, g->nodes[n].block)
      add(l, kind_of(shapes, i), i);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(g->nodes[n].block);
    if (!qn_spmd_diverges(shapes, g, n))
      continue;
    const unsigned loop = g->nodes[n].loop;
    const bool leaves = loop != QN_SPMD_NONE &&
                        qn_spmd_bit(shapes->divergent_loops, loop) &&
                        !qn_spmd_meets_in_loop(g, loop, n);
    add(l, leaves ? "loop" : "branch", end);
  }
}

static void find_kept(const qn_spmd_regions *regions, list *l) {
  for (unsigned i = 0; i < regions->count; ++i)
    for (unsigned k = 0; k < regions->all[i].live_count; ++k) {
      LLVMValueRef value = regions->all[i].live[k];
      const uint64_t *slot = qn_map_find(&regions->spills, (uintptr_t)value);
      if (slot && !qn_spmd_is_group_slot(*slot))
        add(l, "kept", value);
    }
}

static void print(const list *l, qn_buffer *out) {
  qn_arena arena = {0};
  for (unsigned k = 0; k < l->count; ++k) {
    const qn_str at = qn_ir_location(l->all[k].first, &arena);
    qn_buffer_printf(out, "cost\t%s\t%.*s\t%u\n", l->all[k].kind,
                     QN_STR_ARG(at), l->all[k].count);
  }
  qn_arena_finish(&arena);
}

void qn_spmd_explain_plan(const qn_spmd_plan *plan, qn_buffer *out) {
  const qn_spmd_variant *v = &plan->packets;
  list l = {.count = 0};
  if (!v->reason) {
    explain_form(v, NULL, out);
    if (!plan->tiles.reason)
      explain_form(&plan->tiles, NULL, out);
    for (unsigned i = 0; i < plan->width_count; ++i)
      explain_form(&plan->widths[i], NULL, out);
  }
  for (unsigned i = 0; i < plan->left_out_count; ++i) {
    const qn_spmd_variant left = {.width = plan->left_out[i].width,
                                  .rows = plan->left_out[i].rows};
    explain_form(&left, plan->left_out[i].reason, out);
  }
  if (v->reason || !v->shapes.graph)
    return;
  find_accesses(&v->shapes, &l);
  find_kept(&v->regions, &l);
  print(&l, out);
}
