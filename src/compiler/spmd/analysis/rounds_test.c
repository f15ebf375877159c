// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/rounds.h"

#include "support/spmd_test.h"

enum { WIDTH = 8 };

typedef struct form {
  const char *index, *type; // of the first index, from %t and %n
  const char *step;         // what is added in each round
  const char *flags;        // of that addition
  const char *back;         // the comparison that goes on, and its limit
  const char *ahead;        // the condition in front of the loop
} form;

static const form usual = {.index = "%start = add nsw i32 %n, %t",
                           .type = "i32",
                           .step = "8",
                           .flags = "nsw",
                           .back = "icmp slt i32 %next, %n",
                           .ahead = "icmp slt i32 %start, %n"};

static void begin(spmd_case *c, const form *f) {
  char text[4096];
  snprintf(text, sizeof(text),
           LAYOUT "define void @f(ptr %%c, ptr %%args) {\n"
                  "entry:\n"
                  "  %%t = load i32, ptr %%c\n"
                  "  %%n = load i32, ptr %%args\n"
                  "  %%wide = sext i32 %%n to i64\n"
                  "  %%at = getelementptr i8, ptr %%args, i64 8\n"
                  "  %%x = load ptr, ptr %%at\n"
                  "  %%pd = getelementptr i8, ptr %%c, i64 32\n"
                  "  %%dim = load i32, ptr %%pd\n"
                  "  %%pg = getelementptr i8, ptr %%c, i64 48\n"
                  "  %%grid = load i32, ptr %%pg\n"
                  "  %%all = mul i32 %%dim, %%grid\n"
                  "  %s\n"
                  "  %%enter = %s\n"
                  "  br i1 %%enter, label %%ahead, label %%end\n"
                  "ahead:\n"
                  "  br label %%body\n"
                  "body:\n"
                  "  %%k = phi %s [ %%start, %%ahead ], [ %%next, %%body ]\n"
                  "  %%p = getelementptr i32, ptr %%x, %s %%k\n"
                  "  %%v = load i32, ptr %%p\n"
                  "  %%next = add %s %s %%k, %s\n"
                  "  %%again = %s\n"
                  "  br i1 %%again, label %%body, label %%out\n"
                  "out:\n"
                  "  %%last = phi i32 [ %%v, %%body ]\n"
                  "  store i32 %%last, ptr %%x\n"
                  "  br label %%end\n"
                  "end:\n"
                  "  ret void\n"
                  "}\n",
           f->index, f->ahead, f->type, f->type, f->flags, f->type, f->step,
           f->back);
  spmd_begin(c, text, WIDTH);
}

static bool has_last(const form *f) {
  spmd_case c;
  begin(&c, f);
  const bool has = qn_spmd_has_last_round(&c.shapes, &c.graph, 0);
  spmd_end(&c);
  return has;
}

static bool parts(const form *f) {
  spmd_case c;
  begin(&c, f);
  const bool is =
      qn_spmd_parts_for_last_round(&c.shapes, &c.graph, 0, 0); // the entry
  spmd_end(&c);
  return is;
}

// At least as wide as from the first lane to the last.
static void test_steps(void) {
  form f = usual;
  CHECK(has_last(&f));
  f.step = "7";
  CHECK(has_last(&f));
  f.step = "6";
  CHECK(!has_last(&f));
  f.step = "-8";
  CHECK(!has_last(&f));
  f.step = "%all";
  CHECK(has_last(&f));
  f.step = "%dim"; // less than a packet, where a row is
  CHECK(!has_last(&f));
  f = usual;
  f.index = "%two = shl nsw i32 %t, 1\n  %start = add nsw i32 %n, %two";
  CHECK(!has_last(&f));
  f.step = "14";
  CHECK(has_last(&f));
}

// Lanes in order, and a limit that stays.
static void test_tests(void) {
  form f = usual;
  f.flags = "";
  CHECK(!has_last(&f));
  f.flags = "nuw";
  CHECK(!has_last(&f));
  f = usual;
  f.back = "icmp sgt i32 %next, %n";
  CHECK(!has_last(&f));
  f.back = "icmp sgt i32 %n, %next";
  CHECK(has_last(&f));
  f.back = "icmp ne i32 %next, %n";
  CHECK(!has_last(&f));
  f.back = "icmp slt i32 %next, %v";
  CHECK(!has_last(&f));
  f.back = "icmp slt i32 %k, %n";
  CHECK(!has_last(&f));
}

// The test in front of the loop is the same, as a wide number or not.
static void test_ahead(void) {
  form f = usual;
  CHECK(parts(&f));
  f.ahead = "icmp sgt i32 %n, %start";
  CHECK(parts(&f));
  f.ahead = "icmp sle i32 %start, %n";
  CHECK(!parts(&f));
  f.ahead = "icmp slt i32 %t, %n";
  CHECK(!parts(&f));
  f.ahead = "icmp slt i32 %start, %dim";
  CHECK(!parts(&f));
  f.ahead = "icmp sge i32 %start, %n"; // those that stay out
  CHECK(!parts(&f));
  const form wide = {.index = "%narrow = add nsw i32 %n, %t\n"
                              "  %from = zext nneg i32 %t to i64\n"
                              "  %start = add nsw i64 %from, %wide",
                     .type = "i64",
                     .step = "8",
                     .flags = "nsw",
                     .back = "icmp slt i64 %next, %wide",
                     .ahead = "icmp slt i32 %narrow, %n"};
  CHECK(parts(&wide));
  f = wide;
  f.index = "%narrow = add i32 %n, %t\n"
            "  %from = zext nneg i32 %t to i64\n"
            "  %start = add nsw i64 %from, %wide";
  CHECK(!parts(&f));
}

int main(void) {
  test_steps();
  test_tests();
  test_ahead();
  return 0;
}
