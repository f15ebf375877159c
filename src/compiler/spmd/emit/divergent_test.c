// SPDX-License-Identifier: Apache-2.0
// Divergent accesses: interleaved fields, consecutive addresses, words, and
// atomic operations in shared memory.
#include "support/spmd_test.h"

// The text of the packets made from a body, which may use %t, the thread's
// index, its extension %wide, and the pointers %x and %y.
static char *emit_body_for(spmd_case *c, const char *body, bool masked,
                           qn_spmd_machine machine) {
  char text[4096];
  snprintf(text, sizeof(text),
           LAYOUT "define void @f(ptr %%c, ptr %%args) {\n"
                  "entry:\n"
                  "  %%t = load i32, ptr %%c\n"
                  "  %%n = load i32, ptr %%args\n"
                  "  %%x = load ptr, ptr %%args\n"
                  "  %%at = getelementptr i8, ptr %%args, i64 8\n"
                  "  %%y = load ptr, ptr %%at\n"
                  "  %%ps = getelementptr i8, ptr %%c, i64 64\n"
                  "  %%shared = load ptr, ptr %%ps\n"
                  "  %%wide = zext i32 %%t to i64\n"
                  "%s"
                  "  ret void\n"
                  "}\n",
           body);
  spmd_begin(c, text, 8);
  return spmd_emit_for(c, masked, machine);
}

static char *emit_body(spmd_case *c, const char *body, bool masked) {
  return emit_body_for(c, body, masked, (qn_spmd_machine){.mask_bits = 32});
}

static void end(spmd_case *c, char *text) {
  LLVMDisposeMessage(text);
  spmd_end(c);
}

// Loads of both fields of a pair are two vectors and shuffles; so are stores. A
// single field is read up to its last element, not further.
static void test_fields(void) {
  spmd_case c;
  char *text = emit_body(&c,
                         "  %p = getelementptr [2 x float], ptr %x, i64 %wide\n"
                         "  %q = getelementptr i8, ptr %p, i64 4\n"
                         "  %a = load float, ptr %p\n"
                         "  %b = load float, ptr %q\n"
                         "  %r = getelementptr [2 x float], ptr %y, i64 %wide\n"
                         "  %s = getelementptr i8, ptr %r, i64 4\n"
                         "  store float %b, ptr %r\n"
                         "  store float %a, ptr %s\n",
                         false);
  CHECK_INT(spmd_count(text, "load <8 x float>"), 2);
  CHECK_INT(spmd_count(text, "store <16 x float>"), 1);
  spmd_expect(text, "gather", false);
  spmd_expect(text, "scatter", false);
  end(&c, text);
  text = emit_body(&c,
                   "  %p = getelementptr [2 x float], ptr %x, i64 %wide\n"
                   "  %q = getelementptr i8, ptr %p, i64 4\n"
                   "  %b = load float, ptr %q\n"
                   "  %r = getelementptr [2 x float], ptr %y, i64 %wide\n"
                   "  store float %b, ptr %r\n",
                   false);
  CHECK_INT(spmd_count(text, "load <8 x float>"), 2);
  spmd_expect(text, "i64 28", true); // 7 elements on, not 8
  CHECK_INT(spmd_count(text, "store float"), 8);
  end(&c, text);
}

// Lanes of shared memory at known distances are vectors and shuffles: all of a
// window is loaded, and written back by stores. Of other memory they are not.
static void test_window(void) {
  spmd_case c;
  static const char exchange[] =
      "  %o = xor i32 %t, 4\n"
      "  %i = sext i32 %o to i64\n"
      "  %p = getelementptr i32, ptr %shared, i64 %i\n"
      "  %a = load i32, ptr %p\n"
      "  %d = shl i32 %t, 1\n"
      "  %m = and i32 %t, 3\n"
      "  %l = sub i32 %d, %m\n"
      "  %j = sext i32 %l to i64\n"
      "  %q = getelementptr i32, ptr %shared, i64 %j\n"
      "  store i32 %a, ptr %q\n";
  for (unsigned masked = 0; masked < 2; ++masked) {
    char *text = emit_body(&c, exchange, masked);
    // One for the exchange; two of the window of runs of 4, which are stored.
    CHECK_INT(spmd_count(text, "load <8 x i32>"), 3);
    // The mask is kept in a variable.
    CHECK_INT(spmd_count(text, "store <8 x i32>"), 2 + (int)masked);
    spmd_expect(text, "gather", false);
    spmd_expect(text, "scatter", false);
    end(&c, text);
  }
  char *text = emit_body(&c,
                         "  %o = xor i32 %t, 4\n"
                         "  %i = sext i32 %o to i64\n"
                         "  %p = getelementptr i32, ptr %x, i64 %i\n"
                         "  store i32 %t, ptr %p\n",
                         true);
  spmd_expect(text, "scatter", true);
  end(&c, text);
  // Two lanes at one place: the last one wins, which a window does not say.
  text = emit_body(&c,
                   "  %o = and i32 %t, 6\n"
                   "  %i = sext i32 %o to i64\n"
                   "  %p = getelementptr i32, ptr %shared, i64 %i\n"
                   "  store i32 %t, ptr %p\n",
                   false);
  // And lane 0's index.
  CHECK_INT(spmd_count(text, "extractelement <8 x i32>"), 1 + 4);
  for (int k = 1; k < 8; ++k) {
    char taken[24];
    snprintf(taken, sizeof(taken), ", i32 %d\n", k);
    spmd_expect(text, taken, k % 2);
  }
  end(&c, text);
}

// Lanes at known distances load each place once, and those together that follow
// one another; also in the rounds of a loop.
static void test_places(void) {
  spmd_case c;
  static const char pairs[] = "  %h = lshr i32 %t, 1\n"
                              "  %i = zext i32 %h to i64\n"
                              "  %p = getelementptr [9 x i16], ptr %x, i64 %i\n"
                              "  %l = and i32 %t, 1\n"
                              "  %j = zext i32 %l to i64\n"
                              "  %q = getelementptr i32, ptr %p, i64 %j\n"
                              "  %v = load i32, ptr %q, align 2\n"
                              "  %r = getelementptr i32, ptr %y, i64 %wide\n"
                              "  store i32 %v, ptr %r\n";
  char *text = emit_body(&c, pairs, false);
  CHECK_INT(spmd_count(text, "load <2 x i32>"), 4);
  spmd_expect(text, "i64 54", true); // 3 blocks on
  spmd_expect(text, "gather", false);
  end(&c, text);
  text = emit_body(&c, pairs, true);
  CHECK_INT(spmd_count(text, "@llvm.masked.gather"), 1);
  end(&c, text);
  static const char rounds[] =
      "  %h = lshr i32 %t, 1\n"
      "  %first = zext i32 %h to i64\n"
      "  br label %loop\n"
      "loop:\n"
      "  %k = phi i64 [ %first, %entry ], [ %next, %loop ]\n"
      "  %q = getelementptr i32, ptr %y, i64 %k\n"
      "  %v = load i32, ptr %q\n"
      "  %next = add nuw nsw i64 %k, 3\n"
      "  %again = icmp ult i64 %next, 100\n"
      "  br i1 %again, label %loop, label %done\n"
      "done:\n"
      "  %all = phi i32 [ %v, %loop ]\n"
      "  store i32 %all, ptr %x\n";
  text = emit_body(&c, rounds, false);
  CHECK_INT(spmd_count(text, "load <4 x i32>"), 1);
  end(&c, text);
}

// They are not known where a number may wrap between lanes before it is
// extended, or where lanes change what they add.
static void test_unknown_places(void) {
  static const char *const bodies[] = {"  %h = lshr i32 %t, 1\n"
                                       "  %k = sub i32 %h, %n\n"
                                       "  %i = zext i32 %k to i64\n",
                                       "  %h = lshr i32 %t, 1\n"
                                       "  %k = mul i32 %h, %n\n"
                                       "  %i = zext i32 %k to i64\n",
                                       "  %h = add i32 %t, %n\n"
                                       "  %k = lshr i32 %h, 1\n"
                                       "  %i = zext i32 %k to i64\n",
                                       "  %h = lshr i32 %t, 1\n"
                                       "  %k = sub nsw i32 %h, %n\n"
                                       "  %i = zext i32 %k to i64\n"};
  for (size_t n = 0; n < sizeof(bodies) / sizeof(bodies[0]); ++n) {
    spmd_case c;
    char body[512];
    snprintf(body, sizeof(body),
             "%s  %%p = getelementptr i32, ptr %%x, i64 %%i\n"
             "  %%v = load i32, ptr %%p\n"
             "  %%r = getelementptr i32, ptr %%y, i64 %%wide\n"
             "  store i32 %%v, ptr %%r\n",
             bodies[n]);
    char *text = emit_body(&c, body, false);
    spmd_expect(text, "@llvm.masked.gather", true);
    end(&c, text);
  }
}

// Gaps between fields are not written, and accesses are not moved across others
// that may write.
static void test_order(void) {
  spmd_case c;
  char *text = emit_body(&c,
                         "  %p = getelementptr [2 x float], ptr %x, i64 %wide\n"
                         "  %q = getelementptr i8, ptr %p, i64 4\n"
                         "  %a = load float, ptr %p\n"
                         "  store float 1.0, ptr %y\n"
                         "  %b = load float, ptr %q\n"
                         "  store float %b, ptr %p\n"
                         "  %again = load float, ptr %q\n"
                         "  store float %again, ptr %q\n",
                         false);
  CHECK_INT(spmd_count(text, "load <8 x float>"), 6);
  CHECK_INT(spmd_count(text, "store float"), 17);
  end(&c, text);
}

// A lane's bytes are one load, if the stride is larger than they are.
static void test_bytes(void) {
  spmd_case c;
  char body[2048];
  size_t size =
      (size_t)snprintf(body, sizeof(body),
                       "  %%p = getelementptr [18 x i8], ptr %%x, i64 %%wide\n"
                       "  %%o = getelementptr i32, ptr %%y, i64 %%wide\n"
                       "  %%s0 = add i32 %%t, 0\n");
  for (int k = 0; k < 8; ++k)
    size += (size_t)snprintf(
        body + size, sizeof(body) - size,
        "  %%p%d = getelementptr i8, ptr %%p, i64 %d\n"
        "  %%b%d = load i8, ptr %%p%d\n  %%w%d = zext i8 %%b%d to i32\n"
        "  %%s%d = add i32 %%s%d, %%w%d\n",
        k, k + 2, k, k, k, k, k + 1, k, k);
  snprintf(body + size, sizeof(body) - size, "  store i32 %%s8, ptr %%o\n");
  char *text = emit_body(&c, body, false);
  CHECK_INT(spmd_count(text, "load <8 x i8>"), 8);
  spmd_expect(text, "gather", false);
  end(&c, text);
}

// Lanes whose index is put together from bits may be consecutive, which is
// tested.
static void test_neighbours(void) {
  static const char body[] = "  %m = and i32 %t, %n\n"
                             "  %two = shl i32 %t, 1\n"
                             "  %i = sub nsw i32 %two, %m\n"
                             "  %j = sext i32 %i to i64\n"
                             "  %p = getelementptr float, ptr %x, i64 %j\n"
                             "  %v = load float, ptr %p\n"
                             "  %q = getelementptr float, ptr %y, i64 %j\n"
                             "  store float %v, ptr %q\n";
  spmd_case c;
  char *text = emit_body(&c, body, false);
  CHECK_INT(spmd_count(text, "@llvm.vector.reduce.and"), 2);
  CHECK_INT(spmd_count(text, "load <8 x float>"), 1);
  CHECK_INT(spmd_count(text, "@llvm.masked.gather"), 1);
  // One of them is streaming.
  CHECK_INT(spmd_count(text, "store <8 x float>"), 2);
  CHECK_INT(spmd_count(text, "@llvm.masked.scatter"), 1);
  end(&c, text);
  // Inactive lanes' index may be poison.
  text = emit_body(&c, body, true);
  spmd_expect(text, "freeze <8 x ptr>", true);
  spmd_expect(text, "%elsewhere", true);
  end(&c, text);
}

// A loaded index is not worth a test.
static void test_loaded(void) {
  spmd_case c;
  char *text = emit_body(&c,
                         "  %p = getelementptr i32, ptr %x, i64 %wide\n"
                         "  %i = load i32, ptr %p\n"
                         "  %j = zext i32 %i to i64\n"
                         "  %q = getelementptr i32, ptr %y, i64 %j\n"
                         "  %v = load i32, ptr %q\n"
                         "  store i32 %v, ptr %p\n",
                         false);
  CHECK_INT(spmd_count(text, "@llvm.masked.gather"), 1);
  spmd_expect(text, "@llvm.vector.reduce.and", false);
  end(&c, text);
}

// Whether an index wraps between lanes is tested by the first lane's.
static void test_narrow(void) {
  spmd_case c;
  char *text = emit_body(&c,
                         "  %i = add i32 %t, %n\n"
                         "  %j = sext i32 %i to i64\n"
                         "  %p = getelementptr float, ptr %x, i64 %j\n"
                         "  %v = load float, ptr %p\n"
                         "  %q = getelementptr float, ptr %y, i64 %wide\n"
                         "  store float %v, ptr %q\n",
                         false);
  spmd_expect(text, "icmp sle i32", true);
  spmd_expect(text, ", 2147483640", true); // the first lane's maximum
  CHECK_INT(spmd_count(text, "load <8 x float>"), 1);
  CHECK_INT(spmd_count(text, "@llvm.masked.gather"), 1);
  end(&c, text);
}

// The halves of words are gathered as words.
static void test_words(void) {
  spmd_case c;
  char *text = emit_body(&c,
                         "  %p = getelementptr i32, ptr %x, i64 %wide\n"
                         "  %i = load i32, ptr %p\n"
                         "  %j = zext i32 %i to i64\n"
                         "  %q = getelementptr [6 x i8], ptr %y, i64 %j\n"
                         "  %r = getelementptr i8, ptr %q, i64 2\n"
                         "  %a = load i16, ptr %q\n"
                         "  %b = load i16, ptr %r\n"
                         "  %sum = add i16 %a, %b\n"
                         "  %v = zext i16 %sum to i32\n"
                         "  store i32 %v, ptr %p\n",
                         false);
  spmd_expect(text, "@llvm.masked.gather.v8i32", true);
  spmd_expect(text, "@llvm.masked.gather.v8i16", false);
  end(&c, text);
}

// Words that two lanes of each block of 18 bytes have by pairs are loaded in
// longer ones, of both lanes together; that the second word's index is the
// first one's and 1 is seen behind its factor. They have the alignment of the
// first word, not that of the one that is loaded first.
static void test_long_words(void) {
  spmd_case c;
  char *text = emit_body(&c,
                         "  %block = lshr i64 %wide, 1\n"
                         "  %odd = and i64 %wide, 1\n"
                         "  %part = shl i64 %odd, 1\n"
                         "  %next = or disjoint i64 %part, 1\n"
                         "  %a = shl i64 %part, 2\n"
                         "  %b = shl i64 %next, 2\n"
                         "  %p = getelementptr [18 x i8], ptr %x, i64 %block\n"
                         "  %q = getelementptr i8, ptr %p, i64 %a\n"
                         "  %r = getelementptr i8, ptr %p, i64 %b\n"
                         "  %two = load i32, ptr %r, align 16\n"
                         "  %one = load i32, ptr %q, align 4\n"
                         "  %sum = sub i32 %one, %two\n"
                         "  %o = getelementptr i32, ptr %y, i64 %wide\n"
                         "  store i32 %sum, ptr %o\n",
                         false);
  CHECK_INT(spmd_count(text, "load <2 x i64>"), 4);
  spmd_expect(text, "align 16", false);
  spmd_expect(text, "gather", false);
  end(&c, text);
}

// Machines whose smallest gather is of words, and with masked scatters.
static void test_machines(void) {
  static const char body[] = "  %p = getelementptr i32, ptr %x, i64 %wide\n"
                             "  %i = load i32, ptr %p\n"
                             "  %j = zext i32 %i to i64\n"
                             "  %q = getelementptr i16, ptr %y, i64 %j\n"
                             "  %h = load i16, ptr %q\n"
                             "  %r = getelementptr float, ptr %y, i64 %j\n"
                             "  %v = load float, ptr %r\n"
                             "  store float %v, ptr %r\n"
                             "  store i16 %h, ptr %q\n";
  const qn_spmd_machine words = {
      .mask_bits = 32, .has_scatter = true, .only_words = true};
  spmd_case c;
  char *text = emit_body_for(&c, body, true, words);
  spmd_expect(text, "gather.v8i16", false);
  spmd_expect(text, "scatter.v8i16", false);
  CHECK_INT(spmd_count(text, "load i16"), 8);
  CHECK_INT(spmd_count(text, "store i16"), 8);
  CHECK_INT(spmd_count(text, "@llvm.masked.gather.v8f32"), 1);
  CHECK_INT(spmd_count(text, "@llvm.masked.scatter.v8f32"), 1);
  // Inactive lanes are redirected where there is no mask: bytes and halves.
  CHECK_INT(spmd_count(text, "@llvm.masked.scatter.v8f32.v8p0(<8 x float> %"),
            1);
  end(&c, text);
  text = emit_body(&c, body, true);
  CHECK_INT(spmd_count(text, "@llvm.masked.gather.v8i16"), 1);
  CHECK_INT(spmd_count(text, "@llvm.masked.scatter.v8i16"), 1);
  CHECK_INT(spmd_count(text, "<8 x i1> splat (i1 true)"), 3);
  end(&c, text);
}

static void test_shared_atomics(void) {
  static const char body[] =
      "  %p = getelementptr i32, ptr %x, i64 %wide\n"
      "  %i = load i32, ptr %p\n"
      "  %j = zext i32 %i to i64\n"
      "  %q = getelementptr i32, ptr %shared, i64 %j\n"
      "  %old = atomicrmw add ptr %q, i32 5 monotonic\n"
      "  %got = cmpxchg ptr %q, i32 %old, i32 7 monotonic monotonic\n"
      "  %r = getelementptr i32, ptr %y, i64 %j\n"
      "  %o = atomicrmw umax ptr %r, i32 %n monotonic\n";
  spmd_case c;
  char *text = emit_body(&c, body, false);
  spmd_expect(text, "atomicrmw add", false);
  spmd_expect(text, "cmpxchg", false);
  spmd_expect(text, "atomicrmw umax", true); // memory that others may share
  CHECK_INT(spmd_count(text, ", 5"), 8);
  end(&c, text);
  text = emit_body(&c, body, true);
  spmd_expect(text, "atomicrmw add", false);
  end(&c, text);
}

// A loop that lanes leave at different times starts with plain code if it
// gathers.
static void test_loop(void) {
  spmd_case c;
  char *text = emit_body(&c,
                         "  %p = getelementptr i32, ptr %x, i64 %wide\n"
                         "  %end = load i32, ptr %p\n"
                         "  br label %loop\n"
                         "loop:\n"
                         "  %k = phi i32 [ 0, %entry ], [ %next, %loop ]\n"
                         "  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]\n"
                         "  %from = add i32 %end, %k\n"
                         "  %j = zext i32 %from to i64\n"
                         "  %q = getelementptr i32, ptr %y, i64 %j\n"
                         "  %v = load i32, ptr %q\n"
                         "  %more = add i32 %sum, %v\n"
                         "  %next = add i32 %k, 1\n"
                         "  %again = icmp ult i32 %next, %end\n"
                         "  br i1 %again, label %loop, label %done\n"
                         "done:\n"
                         "  %all = phi i32 [ %more, %loop ]\n"
                         "  store i32 %all, ptr %p\n",
                         false);
  spmd_expect(text, "<8 x i1> splat (i1 true), <8 x i32> poison", true);
  CHECK_INT(spmd_count(text, "@llvm.masked.gather"), 2);
  end(&c, text);
}

int main(void) {
  test_fields();
  test_window();
  test_places();
  test_unknown_places();
  test_order();
  test_bytes();
  test_neighbours();
  test_loaded();
  test_narrow();
  test_words();
  test_long_words();
  test_machines();
  test_shared_atomics();
  test_loop();
  return 0;
}
