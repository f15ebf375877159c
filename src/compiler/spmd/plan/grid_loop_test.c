// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/plan/grid_loop.h"

#include "support/ir_test.h"
#include "support/spmd_test.h"

// A loop with the grid's step that adds up what it reads; what differs.
typedef struct form {
  const char *type;   // of the index
  const char *first;  // of the first index, %first, from %sum
  const char *step;   // of %step, from %all
  const char *flags;  // of the addition of the step
  const char *back;   // the comparison that goes on
  const char *ahead;  // the condition in front of the loop
  const char *before; // what is done ahead of the first round
  const char *body;   // what is done in each
  const char *limit;  // of %limit
  const char *after;  // the sum without a round
} form;

static const form usual = {.type = "i32",
                           .first = "add i32 %sum, 0",
                           .step = "add i32 %all, 0",
                           .flags = "",
                           .back = "icmp slt i32 %next, %limit",
                           .ahead = "icmp slt i32 %sum, %limit",
                           .before = "",
                           .body = "",
                           .limit = "%n",
                           .after = "0.0"};

static size_t write(char *text, size_t room, const form *f, const char *first,
                    const char *step) {
  return (size_t)snprintf(
      text, room,
      LAYOUT "define void @f(ptr %%c, ptr %%args) {\n"
             "entry:\n"
             "  %%t = load i32, ptr %%c\n" TOTAL_INDEX
             "  %%pg = getelementptr i8, ptr %%c, i64 48\n"
             "  %%grid = load i32, ptr %%pg\n"
             "  %%all = mul i32 %%grid, %%dim\n"
             "%s%s"
             "  %%n = load i32, ptr %%args\n"
             "  %%wide = sext i32 %%n to i64\n"
             "  %%at = getelementptr i8, ptr %%args, i64 8\n"
             "  %%x = load ptr, ptr %%at\n"
             "  %%far = load i32, ptr %%x\n"
             "  %%enter = %s\n"
             "  br i1 %%enter, label %%ahead, label %%end\n"
             "ahead:\n"
             "%s"
             "  br label %%body\n"
             "body:\n"
             "  %%k = phi %s [ %%first, %%ahead ], [ %%next, %%body ]\n"
             "  %%s = phi float [ 0.0, %%ahead ], [ %%more, %%body ]\n"
             "  %%p = getelementptr float, ptr %%x, %s %%k\n"
             "  %%v = load float, ptr %%p\n"
             "%s"
             "  %%more = fadd float %%s, %%v\n"
             "  %%next = add %s %s %%k, %%step\n"
             "  %%again = %s\n"
             "  br i1 %%again, label %%body, label %%out\n"
             "out:\n"
             "  %%last = phi float [ %%more, %%body ]\n"
             "  br label %%end\n"
             "end:\n"
             "  %%all.of = phi float [ %s, %%entry ], [ %%last, %%out ]\n"
             "  store float %%all.of, ptr %%x\n"
             "  ret void\n"
             "}\n",
      first, step, f->ahead, f->before, f->type, f->type, f->body, f->flags,
      f->type, f->back, f->after);
}

// Puts `with` in the place of each %limit.
static void put_limit(char *text, size_t room, const char *with) {
  static const char name[] = "%limit";
  for (char *at; (at = strstr(text, name));) {
    char rest[8192];
    snprintf(rest, sizeof(rest), "%s", at + sizeof(name) - 1);
    snprintf(at, room - (size_t)(at - text), "%s%s", with, rest);
  }
}

// What the copy has: a barrier in the loop, and a test that nothing wraps; and
// what is said of the loop.
typedef struct made {
  bool by_rounds, is_looked_at;
  char told[128];
} made;

// What is said goes with what is done.
static void explain(LLVMValueRef f, made *m) {
  qn_diag diag = {0};
  qn_buffer out = {0};
  CHECK_OK(qn_spmd_explain_rounds(f, 64, NULL, &out, &diag), &diag);
  snprintf(m->told, sizeof(m->told), "%s", qn_buffer_text(&out));
  CHECK(m->by_rounds == !strcmp(m->told, "rounds\t\t64\t\n"));
  qn_buffer_clear(&out);
  CHECK_OK(qn_spmd_explain_rounds(f, 1, "its size", &out, &diag), &diag);
  CHECK(!m->by_rounds ||
        !strcmp(qn_buffer_text(&out), "rounds\t\t1\tits size\n"));
  qn_buffer_finish(&out);
}

static unsigned count_barriers(LLVMValueRef function) {
  char *code = LLVMPrintValueToString(function);
  unsigned count = 0;
  for (const char *at = code; (at = strstr(at, "call void @qn_cpu_barrier"));
       ++at)
    ++count;
  LLVMDisposeMessage(code);
  return count;
}

// For blocks of a known size there is another barrier behind the rounds.
static void check_sized(LLVMValueRef f) {
  qn_diag diag = {0};
  qn_spmd_rounds_copy rounds;
  CHECK_OK(qn_spmd_copy_by_rounds(f, 256, NULL, &rounds, &diag), &diag);
  CHECK(count_barriers(rounds.made) == 2);
  CHECK_OK(qn_ir_verify(LLVMGetGlobalParent(f), "going by rounds", &diag),
           &diag);
  qn_spmd_drop_rounds(&rounds);
}

static made make(const form *f) {
  char text[8192], first[256], step[256];
  qn_diag diag = {0};
  LLVMContextRef context = LLVMContextCreate();
  snprintf(first, sizeof(first), "  %%first = %s\n", f->first);
  snprintf(step, sizeof(step), "  %%step = %s\n", f->step);
  write(text, sizeof(text), f, first, step);
  put_limit(text, sizeof(text), f->limit);
  LLVMModuleRef module = parse_ir(context, text);
  CHECK_OK(qn_ir_run_passes(module, "function(instcombine,loop-simplify,lcssa)",
                            NULL, false, &diag),
           &diag);
  qn_spmd_rounds_copy rounds;
  CHECK_OK(qn_spmd_copy_by_rounds(LLVMGetNamedFunction(module, "f"), 0, NULL,
                                  &rounds, &diag),
           &diag);
  made m = {.by_rounds = rounds.made != NULL};
  if (rounds.made) {
    CHECK(count_barriers(rounds.made) == 1);
    char *code = LLVMPrintValueToString(rounds.fits);
    m.is_looked_at = strstr(code, "icmp") != NULL;
    LLVMDisposeMessage(code);
    check_sized(LLVMGetNamedFunction(module, "f"));
  }
  CHECK_OK(qn_ir_verify(module, "going by rounds", &diag), &diag);
  explain(LLVMGetNamedFunction(module, "f"), &m);
  qn_spmd_drop_rounds(&rounds);
  CHECK(rounds.made == NULL && rounds.fits == NULL);
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
  return m;
}

static bool goes(const form *f) { return make(f).by_rounds; }

// Whether it stays as it is, as a reason with `word` in it says.
static bool stays(const form *f, const char *word) {
  const made m = make(f);
  return !m.by_rounds && strstr(m.told, word);
}

// Indices that may wrap beyond the limit are looked at before the kernel runs.
static void test_wrapping(void) {
  form f = usual;
  made m = make(&f);
  CHECK(m.by_rounds && m.is_looked_at);
  f.flags = "nsw";
  m = make(&f);
  CHECK(m.by_rounds && !m.is_looked_at);
  // Of unsigned ones another flag says so.
  f = usual;
  f.back = "icmp ult i32 %next, %limit";
  f.ahead = "icmp ult i32 %sum, %limit";
  f.flags = "nsw";
  CHECK(make(&f).is_looked_at);
  f.flags = "nuw";
  m = make(&f);
  CHECK(m.by_rounds && !m.is_looked_at);
  // What the kernel reads is not known before it runs.
  f = usual;
  f.limit = "%far";
  CHECK(stays(&f, "may wrap"));
  f.flags = "nsw";
  CHECK(goes(&f));
}

static void test_widths(void) {
  form f = usual;
  f.type = "i64";
  f.first = "sext i32 %sum to i64";
  f.step = "sext i32 %all to i64";
  f.back = "icmp slt i64 %next, %wide";
  f.flags = "nsw";
  CHECK(goes(&f));
  f.ahead = "icmp ult i32 %sum, %n";
  CHECK(!goes(&f));
}

static void test_other_loops(void) {
  form f = usual;
  f.step = "add i32 %all, 1";
  CHECK(!goes(&f));
  f = usual;
  f.step = "add i32 %dim, 0";
  CHECK(!goes(&f) && !*make(&f).told);
  f = usual;
  f.first = "add i32 %sum, 1";
  CHECK(stays(&f, "a first index"));
  f = usual;
  f.back = "icmp ne i32 %next, %limit";
  CHECK(stays(&f, "an end"));
  f = usual;
  f.ahead = "icmp slt i32 %sum, 7";
  CHECK(stays(&f, "another condition"));
  f = usual;
  f.body = "  call void @qn_cpu_barrier(ptr %c)\n";
  CHECK(stays(&f, "barriers"));
}

// What work-items without a round would do or get otherwise.
static void test_without_rounds(void) {
  form f = usual;
  f.before = "  store i32 7, ptr %x\n";
  CHECK(stays(&f, "ahead of its first round"));
  f = usual;
  f.after = "1.0";
  CHECK(stays(&f, "leaves behind"));
}

int main(void) {
  test_wrapping();
  test_widths();
  test_other_loops();
  test_without_rounds();
  return 0;
}
