// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/emit/emit.h"

#include "base/buffer.h"
#include "compiler/spmd/analysis/check.h"
#include "compiler/spmd/analysis/legal.h"
#include "support/spmd_test.h"

static const char accesses[] =
    LAYOUT "define void @f(ptr %c, ptr %args) {\n"
           "entry:\n"
           "  %t = load i32, ptr %c\n"
           "  %x = load ptr, ptr %args\n"
           "  %n = load i32, ptr %args\n"
           "  %guard = icmp ult i32 %t, %n\n"
           "  br i1 %guard, label %then, label %end\n"
           "then:\n"
           "  %wide = zext i32 %t to i64\n"
           "  %p = getelementptr float, ptr %x, i64 %wide\n"
           "  %v = load float, ptr %p\n"
           "  %q = getelementptr [2 x float], ptr %x, i64 %wide\n"
           "  %w = load float, ptr %q\n"
           "  %one = load float, ptr %x\n"
           "  %s = fadd float %v, %w\n"
           "  %r = fadd float %s, %one\n"
           "  store float %r, ptr %p\n"
           "  br label %end\n"
           "end:\n"
           "  ret void\n"
           "}\n";

static void test_accesses(void) {
  spmd_case c;
  spmd_begin(&c, accesses, 8);
  char *text = spmd_emit(&c, false);
  spmd_expect(text, "load <8 x float>, ptr", true);
  spmd_expect(text, "store <8 x float>", true);
  spmd_expect(text, "@llvm.masked.gather.v8f32.v8p0(<8 x ptr>", true);
  spmd_expect(text, "@llvm.masked.load.v8f32.p0(ptr",
              true); // divergent lanes
  spmd_expect(text, "load float, ptr", true);
  LLVMDisposeMessage(text);
  text = spmd_emit(&c, true);
  spmd_expect(text, "load <8 x float>, ptr %", false);
  spmd_expect(text, "@llvm.masked.store.v8f32.p0(<8 x float>", true);
  spmd_expect(text, "i64 %2", true);
  LLVMDisposeMessage(text);
  spmd_end(&c);
}

// Masked stores to shared memory load and select, others are masked.
static void test_shared(void) {
  static const char *const addresses[] = {"%c, i64 64", "%args, i64 8"};
  for (size_t i = 0; i < 2; ++i) {
    char text[1024];
    spmd_case c;
    snprintf(text, sizeof(text),
             LAYOUT "define void @f(ptr %%c, ptr %%args) {\n"
                    "  %%t = load i32, ptr %%c\n"
                    "  %%at = getelementptr i8, ptr %s\n"
                    "  %%x = load ptr, ptr %%at\n"
                    "  %%wide = zext i32 %%t to i64\n"
                    "  %%p = getelementptr float, ptr %%x, i64 %%wide\n"
                    "  %%q = getelementptr i8, ptr %%p, i64 64\n"
                    "  %%v = load float, ptr %%q\n"
                    "  store float %%v, ptr %%p\n"
                    "  ret void\n"
                    "}\n",
             addresses[i]);
    spmd_begin(&c, text, 8);
    char *made = spmd_emit(&c, true);
    spmd_expect(made, "@llvm.masked.store", i == 1);
    spmd_expect(made, "@llvm.masked.load", i == 1);
    LLVMDisposeMessage(made);
    spmd_end(&c);
  }
}

// Where memory has no masks for elements of their size, rows under a mask are
// accessed by one function for all accesses of a size; others are not.
static void test_without_masks(void) {
  static const unsigned sizes[] = {0, 32, 64, 128};
  static const char body[] =
      LAYOUT "define void @f(ptr %c, ptr %args) {\n"
             "  %t = load i32, ptr %c\n"
             "  %x = load ptr, ptr %args\n"
             "  %wide = zext i32 %t to i64\n"
             "  %p = getelementptr half, ptr %x, i64 %wide\n"
             "  %q = getelementptr i16, ptr %p, i64 64\n"
             "  %r = getelementptr i32, ptr %x, i64 %wide\n"
             "  %v = load half, ptr %p\n"
             "  %w = load i16, ptr %q\n"
             "  %d = load i32, ptr %r\n"
             "  store half %v, ptr %q\n"
             "  store i32 %d, ptr %r\n"
             "  ret void\n"
             "}\n";
  for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
    spmd_case c;
    spmd_begin(&c, body, 8);
    char *text = spmd_emit_for(
        &c, true, (qn_spmd_machine){.mask_bits = 32, .mask_memory = sizes[i]});
    const bool halves = sizes[i] > 16, words = sizes[i] > 32;
    CHECK_INT(spmd_count(text, "call <8 x i16> @quern.load.8x16.2("),
              halves ? 2 : 0);
    CHECK_INT(spmd_count(text, "call void @quern.store.8x16.2("),
              halves ? 1 : 0);
    CHECK_INT(spmd_count(text, "call <8 x i32> @quern.load.8x32.4("),
              words ? 1 : 0);
    CHECK_INT(spmd_count(text, "@llvm.masked.load.v8f16.p0(ptr"),
              halves ? 0 : 1);
    CHECK_INT(spmd_count(text, "@llvm.masked.store.v8i32.p0(<8 x i32>"),
              words ? 0 : 1);
    CHECK(LLVMGetNamedFunction(c.module, "quern.store.8x32.4") != NULL ||
          !words);
    LLVMDisposeMessage(text);
    spmd_end(&c);
  }
}

// Stores to memory that the kernel does not read are streaming.
static void test_streaming(void) {
  static const char *const addresses[] = {"%x", "%y"};
  for (size_t i = 0; i < 2; ++i) {
    char text[1024];
    spmd_case c;
    snprintf(text, sizeof(text),
             LAYOUT "define void @f(ptr %%c, ptr %%args) {\n"
                    "  %%t = load i32, ptr %%c\n"
                    "  %%at = getelementptr i8, ptr %%args, i64 8\n"
                    "  %%x = load ptr, ptr %%args\n"
                    "  %%y = load ptr, ptr %%at\n"
                    "  %%wide = zext i32 %%t to i64\n"
                    "  %%p = getelementptr float, ptr %%x, i64 %%wide\n"
                    "  %%q = getelementptr float, ptr %s, i64 %%wide\n"
                    "  %%v = load float, ptr %%p\n"
                    "  store float %%v, ptr %%q\n"
                    "  ret void\n"
                    "}\n",
             addresses[i]);
    spmd_begin(&c, text, 8);
    char *made = spmd_emit(&c, false);
    spmd_expect(made, "align 32, !nontemporal", i == 1);
    CHECK_INT(spmd_count(made, "store <8 x float>"), i == 1 ? 2 : 1);
    LLVMDisposeMessage(made);
    made = spmd_emit(&c, true);
    spmd_expect(made, "!nontemporal", false);
    LLVMDisposeMessage(made);
    spmd_end(&c);
  }
}

// Values that rows have in common are loaded once, others once per row.
static void test_rows(void) {
  spmd_case c;
  spmd_begin_rows(&c,
                  LAYOUT
                  "define void @f(ptr %c, ptr %args) {\n"
                  "  %t = load i32, ptr %c\n"
                  "  %py = getelementptr i8, ptr %c, i64 4\n"
                  "  %y = load i32, ptr %py\n"
                  "  %x = load ptr, ptr %args\n"
                  "  %wide = zext i32 %t to i64\n"
                  "  %tall = zext i32 %y to i64\n"
                  "  %p = getelementptr float, ptr %x, i64 %wide\n"
                  "  %q = getelementptr float, ptr %x, i64 %tall\n"
                  "  %v = load float, ptr %p\n"
                  "  %w = load float, ptr %q\n"
                  "  %s = fmul float %v, %w\n"
                  "  %r = getelementptr [64 x float], ptr %x, i64 %tall, "
                  "i64 %wide\n"
                  "  store float %s, ptr %r\n"
                  "  ret void\n"
                  "}\n",
                  8, 2);
  char *text = spmd_emit(&c, false);
  CHECK_INT(spmd_count(text, "load <4 x float>"), 1);
  CHECK_INT(spmd_count(text, "load float"), 2);
  CHECK_INT(spmd_count(text, "fmul <8 x float>"), 1);
  CHECK_INT(spmd_count(text, "store <4 x float>"), 2);
  LLVMDisposeMessage(text);
  text = spmd_emit(&c, true);
  CHECK_INT(spmd_count(text, "@llvm.masked.store.v4f32"), 2);
  CHECK_INT(spmd_count(text, "@llvm.masked.load.v1f32"), 2);
  LLVMDisposeMessage(text);
  spmd_end(&c);
}

// If lanes diverge before any side effect, with much code ahead or a loop that
// no memory decides who enters, the function returns.
static void test_again(void) {
  static const struct {
    const char *effect;
    unsigned size;
    bool loops, returns;
  } cases[] = {
      {"", 40, false, true},
      {"  store i32 1, ptr %x\n", 40, false, false},
      {"", 20, false, false},
      {"", 1, true, true},
      {"  %v = load i32, ptr %x\n  %u = add i32 %v, %t\n", 1, true, false},
      {"  store i32 1, ptr %x\n", 1, true, false}};
  static const char loop[] = "  br label %loop\n"
                             "loop:\n"
                             "  %i = phi i32 [ 0, %then ], [ %j, %loop ]\n"
                             "  %j = add i32 %i, 1\n"
                             "  %more = icmp ult i32 %j, 9\n"
                             "  br i1 %more, label %loop, label %end\n";
  char text[4096];
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    spmd_case c;
    qn_diag diag = {0};
    qn_buffer sum = {0};
    for (unsigned k = 0; k < cases[i].size; ++k)
      qn_buffer_printf(&sum, "  %%s%u = mul i32 %%s%u, %%t\n", k + 1, k);
    snprintf(text, sizeof(text),
             LAYOUT "define void @f(ptr %%c, ptr %%args) {\n"
                    "entry:\n"
                    "  %%t = load i32, ptr %%c\n"
                    "  %%x = load ptr, ptr %%args\n"
                    "%s"
                    "  %%odd = trunc i32 %%%s to i1\n"
                    "  br i1 %%odd, label %%then, label %%end\n"
                    "then:\n"
                    "  %%s0 = add i32 %%t, 1\n"
                    "%.*s"
                    "  store i32 %%s%u, ptr %%x\n"
                    "%s"
                    "end:\n"
                    "  ret void\n"
                    "}\n",
             cases[i].effect, strstr(cases[i].effect, "%v") ? "u" : "t",
             (int)sum.size, (const char *)sum.data, cases[i].size,
             cases[i].loops ? loop : "  br label %end\n");
    spmd_begin(&c, text, 8);
    const qn_spmd_emit_params params = {.shapes = &c.shapes,
                                        .graph = &c.graph,
                                        .name = "made",
                                        .machine = {.mask_bits = 32},
                                        .may_return = true,
                                        .arena = &c.arena};
    LLVMValueRef made = NULL;
    CHECK_OK(qn_spmd_emit(&params, &made, &diag), &diag);
    char *shown = LLVMPrintValueToString(made);
    spmd_expect(shown, "ret i32 -2", cases[i].returns);
    LLVMDisposeMessage(shown);
    qn_buffer_finish(&sum);
    spmd_end(&c);
  }
}

static void test_calls(void) {
  spmd_case c;
  spmd_begin(&c,
             LAYOUT "declare float @llvm.sqrt.f32(float)\n"
                    "declare i32 @other(ptr, i32)\n"
                    "define void @f(ptr %c, ptr %args) {\n"
                    "  %t = load i32, ptr %c\n"
                    "  %v = uitofp i32 %t to float\n"
                    "  %s = call float @llvm.sqrt.f32(float %v)\n"
                    "  %o = call i32 @other(ptr %c, i32 %t)\n"
                    "  %d = udiv i32 %o, %t\n"
                    "  %old = atomicrmw add ptr %args, i32 %d monotonic\n"
                    "  ret void\n"
                    "}\n",
             16);
  char *text = spmd_emit(&c, true);
  spmd_expect(text, "@llvm.sqrt.v16f32(<16 x float>", true);
  spmd_expect(text, "call i32 @other(ptr %0, i32 ", true);
  spmd_expect(text, "atomicrmw add ptr", true);
  spmd_expect(text, "udiv <16 x i32>", true);
  LLVMDisposeMessage(text);
  spmd_end(&c);
}

static const char warp_text[] =
    LAYOUT "define void @f(ptr %c, ptr %args) {\n"
           "  %t = load i32, ptr %c\n"
           "  %s = call i32 @qn_cpu_shuffle(ptr %c, i32 2, i64 4294967295, "
           "i32 %t, i32 1, i32 32)\n"
           "  %b = call i64 @qn_cpu_ballot(ptr %c, i64 4294967295, "
           "i32 %s)\n"
           "  store i64 %b, ptr %args\n"
           "  ret void\n"
           "}\n";

static void test_warp(void) {
  spmd_case c;
  spmd_begin(&c, warp_text, 32);
  char *text = spmd_emit(&c, false);
  spmd_expect(text, "shufflevector <32 x i32>", true);
  spmd_expect(text, "@qn_cpu_shuffle", false);
  spmd_expect(text, "store i64", true);
  spmd_expect(text, "bitcast <32 x i1>", true);
  LLVMDisposeMessage(text);
  spmd_end(&c);
}

// Masks are converted to bits, or reduced to one answer, in parts of the size
// that a machine supports.
static void test_mask_parts(void) {
  const qn_spmd_machine machine = {.mask_bits = 32, .mask_cast = 8};
  spmd_case c;
  spmd_begin(&c, warp_text, 32);
  char *text = spmd_emit_for(&c, false, machine);
  spmd_expect(text, "bitcast <32 x i1>", false);
  CHECK_INT(spmd_count(text, "bitcast <8 x i1>"), 4);
  spmd_expect(text, ", 24", true);
  LLVMDisposeMessage(text);
  spmd_end(&c);
  spmd_begin(&c,
             LAYOUT "define void @f(ptr %c, ptr %args) {\n"
                    "entry:\n"
                    "  %t = load i32, ptr %c\n"
                    "  br label %loop\n"
                    "loop:\n"
                    "  %k = phi i32 [ 0, %entry ], [ %next, %loop ]\n"
                    "  %next = add i32 %k, 1\n"
                    "  store i32 %next, ptr %args\n"
                    "  %again = icmp ult i32 %next, %t\n"
                    "  br i1 %again, label %loop, label %done\n"
                    "done:\n"
                    "  ret void\n"
                    "}\n",
             32);
  text = spmd_emit_for(&c, true, machine);
  spmd_expect(text, "@llvm.vector.reduce.or.v8i1", true);
  spmd_expect(text, "@llvm.vector.reduce.or.v32i1", false);
  spmd_expect(text, "or <16 x i1>", true);
  LLVMDisposeMessage(text);
  spmd_end(&c);
}

static void test_refusal(void) {
  spmd_case c;
  spmd_begin(&c,
             LAYOUT "define void @f(ptr %c, ptr %args) {\n"
                    "  %t = load i32, ptr %c\n"
                    "  %size = zext i32 %t to i64\n"
                    "  %v = alloca i8, i64 %size\n"
                    "  store i8 0, ptr %v\n"
                    "  ret void\n"
                    "}\n",
             8);
  CHECK_TEXT(qn_spmd_refusal(&c.shapes, &c.regions),
             "a variable of varying size");
  spmd_end(&c);
}

static void test_waits(void) {
  static const char *const locks[] = {
      "  %got = cmpxchg ptr %l, i32 0, i32 1 acquire monotonic\n"
      "  %old = extractvalue { i32, i1 } %got, 0\n",
      "  %old = atomicrmw xchg ptr %l, i32 1 acquire\n",
      "  %old = load volatile i32, ptr %l\n"};
  char text[2048];
  for (size_t i = 0; i < 3; ++i) {
    spmd_case c;
    snprintf(text, sizeof(text),
             LAYOUT "define void @f(ptr %%c, ptr %%args) {\n"
                    "entry:\n"
                    "  %%t = load i32, ptr %%c\n"
                    "  %%p = load ptr, ptr %%args\n"
                    "  br label %%loop\n"
                    "loop:\n"
                    "  %%l = getelementptr i32, ptr %%p, i32 %%t\n"
                    "%s"
                    "  %%taken = icmp ne i32 %%old, 0\n"
                    "  br i1 %%taken, label %%loop, label %%end\n"
                    "end:\n"
                    "  store i32 0, ptr %%l\n"
                    "  ret void\n"
                    "}\n",
             locks[i]);
    spmd_begin(&c, text, 8);
    CHECK(qn_spmd_check_waits(&c.shapes) != NULL);
    spmd_end(&c);
  }
}

// What lanes exchange in shared memory behind a branch by what they read is
// stored without a test of how many do; elsewhere it is not.
static void test_merges(void) {
  static const char *const bases[] = {"%c, i64 64", "%args, i64 8"};
  for (size_t k = 0; k < 4; ++k) {
    char body[1024];
    spmd_case c;
    snprintf(body, sizeof(body),
             LAYOUT "define void @f(ptr %%c, ptr %%args) {\n"
                    "entry:\n"
                    "  %%t = load i32, ptr %%c\n"
                    "  %%at = getelementptr i8, ptr %s\n"
                    "  %%x = load ptr, ptr %%at\n"
                    "  %%i = zext i32 %%t to i64\n"
                    "  %%p = getelementptr i32, ptr %%x, i64 %%i\n"
                    "  %%q = getelementptr i8, ptr %%p, i64 4\n"
                    "  %%v = load i32, ptr %%p\n"
                    "  %%odd = and i32 %%v, 1\n"
                    "  %%is = icmp eq i32 %%odd, 0\n"
                    "  br i1 %%is, label %%then, label %%end\n"
                    "then:\n"
                    "  store i32 %%t, ptr %s\n"
                    "  br label %%end\n"
                    "end:\n"
                    "  ret void\n"
                    "}\n",
             bases[k % 2], k < 2 ? "%p" : "%q");
    spmd_begin(&c, body, 8);
    char *text = spmd_emit(&c, false);
    // Where nobody read yet it may be out of reach, if no lane goes there.
    spmd_expect(text, "@llvm.vector.reduce", k != 0);
    LLVMDisposeMessage(text);
    spmd_end(&c);
  }
}

// A counter of 64 bits is compared in lanes of 32 if it does not wrap between
// lanes.
static void test_compare(void) {
  static const char *const counters[] = {"zext i32 %t to i64",
                                         "add i64 %start, %wide"};
  for (size_t k = 0; k < 2; ++k) {
    char body[1024];
    spmd_case c;
    snprintf(body, sizeof(body),
             LAYOUT "define void @f(ptr %%c, ptr %%args) {\n"
                    "  %%t = load i32, ptr %%c\n"
                    "  %%x = load ptr, ptr %%args\n"
                    "  %%start = load i64, ptr %%args\n"
                    "  %%wide = zext i32 %%t to i64\n"
                    "  %%i = %s\n"
                    "  %%is = icmp slt i64 %%i, %%start\n"
                    "  %%v = select i1 %%is, i32 5, i32 7\n"
                    "  %%p = getelementptr i32, ptr %%x, i64 %%wide\n"
                    "  store i32 %%v, ptr %%p\n"
                    "  ret void\n"
                    "}\n",
             counters[k]);
    spmd_begin(&c, body, 16);
    char *text = spmd_emit(&c, false);
    CHECK_INT(spmd_count(text, "icmp slt <16 x i32>"), k == 0);
    CHECK_INT(spmd_count(text, "icmp slt <16 x i64>"), k == 1);
    CHECK_INT(spmd_count(text, "call i64 @llvm.ssub.sat.i64"), k == 0);
    LLVMDisposeMessage(text);
    spmd_end(&c);
  }
}

// Indices in the grid are divided as what they are: not negative.
static void test_division(void) {
  static const char *const indices[] = {"%sum", "%n"};
  for (size_t k = 0; k < 2; ++k) {
    char body[2048];
    spmd_case c;
    snprintf(body, sizeof(body),
             LAYOUT "define void @f(ptr %%c, ptr %%args) {\n"
                    "  %%t = load i32, ptr %%c\n"
                    "  %%x = load ptr, ptr %%args\n" TOTAL_INDEX
                    "  %%n = add i32 %%sum, -5\n"
                    "  %%v = sdiv i32 %s, 12\n"
                    "  %%w = srem i32 %s, 12\n"
                    "  %%p = getelementptr i32, ptr %%x, i32 %%sum\n"
                    "  store i32 %%v, ptr %%p\n"
                    "  %%q = getelementptr i32, ptr %%p, i32 %%w\n"
                    "  store i32 7, ptr %%q\n"
                    "  ret void\n"
                    "}\n",
             indices[k], indices[k]);
    spmd_begin(&c, body, 16);
    char *text = spmd_emit(&c, false);
    spmd_expect(text, "udiv <16 x i32>", k == 0);
    spmd_expect(text, "urem <16 x i32>", k == 0);
    spmd_expect(text, "sdiv <16 x i32>", k == 1);
    LLVMDisposeMessage(text);
    spmd_end(&c);
  }
}

// Places in shared memory that a row of an argument's array says are loaded one
// by one; others are taken out of what was loaded as a vector.
static void test_places(void) {
  static const char *const arrays[] = {"%args, i64 8", "%c, i64 64"};
  for (size_t k = 0; k < 2; ++k) {
    char body[2048];
    spmd_case c;
    snprintf(body, sizeof(body),
             LAYOUT "define void @f(ptr %%c, ptr %%args) {\n"
                    "  %%t = load i32, ptr %%c\n"
                    "  %%px = getelementptr i8, ptr %s\n"
                    "  %%x = load ptr, ptr %%px\n"
                    "  %%ps = getelementptr i8, ptr %%c, i64 64\n"
                    "  %%s = load ptr, ptr %%ps\n"
                    "  %%wide = zext i32 %%t to i64\n"
                    "  %%p = getelementptr i8, ptr %%x, i64 %%wide\n"
                    "  %%v = load i8, ptr %%p\n"
                    "  %%at = zext i8 %%v to i64\n"
                    "  %%q = getelementptr i32, ptr %%s, i64 %%at\n"
                    "  %%old = atomicrmw add ptr %%q, i32 1 monotonic\n"
                    "  ret void\n"
                    "}\n",
             arrays[k]);
    spmd_begin(&c, body, 8);
    char *text = spmd_emit(&c, false);
    CHECK_INT(spmd_count(text, "load i8, ptr"), k == 0 ? 8 : 0);
    CHECK_INT(spmd_count(text, "extractelement <8 x i8>"), k == 0 ? 0 : 8);
    LLVMDisposeMessage(text);
    spmd_end(&c);
  }
}

int main(void) {
  test_accesses();
  test_division();
  test_places();
  test_merges();
  test_compare();
  test_shared();
  test_without_masks();
  test_streaming();
  test_rows();
  test_again();
  test_calls();
  test_warp();
  test_mask_parts();
  test_refusal();
  test_waits();
  return 0;
}
