// SPDX-License-Identifier: Apache-2.0
// What the tests of the SPMD vectoriser share: item functions from text.
#ifndef QN_SUPPORT_SPMD_TEST_H
#define QN_SUPPORT_SPMD_TEST_H

#include <llvm-c/Analysis.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Target.h>

#include "compiler/spmd/emit/emit.h"
#include "compiler/spmd/emit/frame.h"
#include "support/test.h"

#define LAYOUT                                                                 \
  "target datalayout = "                                                       \
  "\"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:" \
  "64-S128\"\n"                                                                \
  "declare void @qn_cpu_barrier(ptr)\n"                                        \
  "declare i32 @qn_cpu_barrier_reduce(ptr, i32, i32)\n"                        \
  "declare i32 @qn_cpu_shuffle(ptr, i32, i64, i32, i32, i32)\n"                \
  "declare i64 @qn_cpu_ballot(ptr, i64, i32)\n"                                \
  "declare void @qn_cpu_warp_sync(ptr, i64)\n"

// For printf: the index in the grid, %sum, of the context %c and of %t in the
// block.
#define TOTAL_INDEX                                                            \
  "  %%pb = getelementptr i8, ptr %%c, i64 16\n"                               \
  "  %%block = load i32, ptr %%pb\n"                                           \
  "  %%pd = getelementptr i8, ptr %%c, i64 32\n"                               \
  "  %%dim = load i32, ptr %%pd\n"                                             \
  "  %%start = mul i32 %%block, %%dim\n"                                       \
  "  %%sum = add i32 %%start, %%t\n"

// A function `f` (context, args), analysed.
typedef struct spmd_case {
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMValueRef function;
  qn_arena arena;
  qn_spmd_regions regions;
  qn_spmd_graph graph;
  qn_spmd_shapes shapes;
} spmd_case;

// For packets of `width` lanes in `rows` rows.
static inline void spmd_analyse(spmd_case *c, unsigned width, unsigned rows) {
  qn_diag diag = {0};
  qn_spmd_split_barriers(c->function);
  CHECK_OK(qn_spmd_regions_find(c->function, &c->arena, &c->regions, &diag),
           &diag);
  const qn_spmd_graph_params graph = {
      .start = LLVMGetEntryBasicBlock(c->function), .arena = &c->arena};
  CHECK_OK(qn_spmd_graph_init(&c->graph, &graph, &diag), &diag);
  const qn_spmd_shape_params shapes = {.function = c->function,
                                       .graph = &c->graph,
                                       .layout =
                                           LLVMGetModuleDataLayout(c->module),
                                       .width = width,
                                       .rows = rows,
                                       .packet_is_warp = width == 32,
                                       .arena = &c->arena};
  CHECK_OK(qn_spmd_shapes_init(&c->shapes, &shapes, &diag), &diag);
}

static inline void spmd_finish_analysis(spmd_case *c) {
  qn_spmd_shapes_finish(&c->shapes);
  qn_spmd_graph_finish(&c->graph);
  qn_spmd_regions_finish(&c->regions);
}

static inline void spmd_begin_rows(spmd_case *c, const char *text,
                                   unsigned width, unsigned rows) {
  *c = (spmd_case){.context = LLVMContextCreate()};
  LLVMMemoryBufferRef bytes =
      LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "test.ll");
  char *message = NULL;
  if (LLVMParseIRInContext(c->context, bytes, &c->module, &message)) {
    fprintf(stderr, "%s\n", message);
    exit(1);
  }
  c->function = LLVMGetNamedFunction(c->module, "f");
  spmd_analyse(c, width, rows);
}

static inline void spmd_begin(spmd_case *c, const char *text, unsigned width) {
  spmd_begin_rows(c, text, width, 1);
}

static inline void spmd_end(spmd_case *c) {
  spmd_finish_analysis(c);
  LLVMDisposeModule(c->module);
  LLVMContextDispose(c->context);
  qn_arena_finish(&c->arena);
}

// The instruction of a name.
static inline LLVMValueRef spmd_find(const spmd_case *c, const char *name) {
  QN_EACH_BLOCK (block, c->function)
    QN_EACH_INSTRUCTION (i, block)
      if (qn_str_equal(qn_ir_name(i), qn_str_from(name)))
        return i;
  fprintf(stderr, "no value '%s'\n", name);
  exit(1);
}

static inline unsigned spmd_node(const spmd_case *c, const char *name) {
  for (unsigned n = 0; n < c->graph.count; ++n)
    if (strcmp(LLVMGetBasicBlockName(c->graph.nodes[n].block), name) == 0)
      return n;
  fprintf(stderr, "no block '%s'\n", name);
  exit(1);
}

// Emits a part, checks that the module is valid, and gives the function's text,
// to be disposed of.
static inline char *spmd_emit_for(spmd_case *c, bool masked,
                                  qn_spmd_machine machine) {
  qn_diag diag = {0};
  const qn_spmd_emit_params params = {
      .shapes = &c->shapes,
      .graph = &c->graph,
      .regions = c->regions.count > 1 ? &c->regions : NULL,
      .name = "made",
      .machine = machine,
      .masked = masked,
      .may_stream = true,
      .arena = &c->arena};
  LLVMValueRef made = NULL;
  CHECK_OK(qn_spmd_emit(&params, &made, &diag), &diag);
  CHECK_OK(qn_ir_verify(c->module, "emitting a packet", &diag), &diag);
  return LLVMPrintValueToString(made);
}

static inline char *spmd_emit(spmd_case *c, bool masked) {
  return spmd_emit_for(c, masked, (qn_spmd_machine){.mask_bits = 32});
}

static inline void spmd_expect(const char *text, const char *words,
                               bool there) {
  if ((strstr(text, words) != NULL) != there)
    fprintf(stderr, "%s '%s' in\n%s", there ? "no" : "still", words, text);
  CHECK((strstr(text, words) != NULL) == there);
}

static inline int spmd_count(const char *text, const char *words) {
  int found = 0;
  for (const char *p = text; (p = strstr(p, words)); p += strlen(words))
    ++found;
  return found;
}

#endif // QN_SUPPORT_SPMD_TEST_H
