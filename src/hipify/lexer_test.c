// SPDX-License-Identifier: Apache-2.0
#include "hipify/lexer.h"

#include "base/buffer.h"
#include "support/test.h"

static qn_buffer out;

// A source's tokens as "kind:text|...": n, 0, s, c, h, p.
static const char *tokens(const char *source) {
  const qn_span bytes = qn_str_span(qn_str_from(source));
  qn_tokens t;
  qn_buffer_clear(&out);
  CHECK(!qn_failed(qn_lex(bytes, QN_WORDS_CUDA, &t, NULL)));
  for (size_t i = 0; i < t.count; ++i) {
    const qn_str text = qn_token_text(bytes, &t.items[i]);
    qn_buffer_printf(&out, "%s%c:%.*s", i ? "|" : "",
                     "en0schp/"[t.items[i].kind], QN_STR_ARG(text));
  }
  CHECK(t.items[t.count].kind == QN_TOKEN_END);
  CHECK(t.items[t.count].offset == bytes.size);
  qn_tokens_finish(&t);
  return qn_buffer_text(&out);
}

static unsigned flags_of(const char *source, const char *text) {
  const qn_span bytes = qn_str_span(qn_str_from(source));
  unsigned flags = 0;
  qn_tokens t;
  CHECK(!qn_failed(qn_lex(bytes, QN_WORDS_CUDA, &t, NULL)));
  for (size_t i = 0; i < t.count; ++i)
    if (qn_token_is(bytes, &t.items[i], text))
      flags = t.items[i].flags;
  qn_tokens_finish(&t);
  return flags;
}

static void test_kinds(void) {
  CHECK_TEXT(tokens("int a_1 = 0x1p-3;"), "n:int|n:a_1|p:=|0:0x1p-3|p:;");
  CHECK_TEXT(tokens("1'000'000u 1e+5 .5f"), "0:1'000'000u|0:1e+5|0:.5f");
  CHECK_TEXT(tokens("'a' L'\\'' u8\"x\" \"a\\\"b\"_s"),
             "c:'a'|c:L'\\''|s:u8\"x\"|s:\"a\\\"b\"_s");
  CHECK_TEXT(tokens("R\"(a\"b)\" LR\"x(a)\")x\" y"),
             "s:R\"(a\"b)\"|s:LR\"x(a)\")x\"|n:y");
  CHECK_TEXT(tokens("a//b\\\nc\nd/*e*/f"), "n:a|n:d|n:f");
  CHECK_TEXT(tokens("#include <a/b.h>\n#import \"c\"\n<x>"),
             "p:#|n:include|h:<a/b.h>|p:#|n:import|h:\"c\"|p:<|n:x|p:>");
  CHECK_TEXT(tokens("#if __has_include(<a>)"),
             "p:#|n:if|n:__has_include|p:(|h:<a>|p:)");
  CHECK_TEXT(tokens("a\\\nb \\\n c"), "n:a\\\nb|n:c");
  CHECK_TEXT(tokens("\xef\xbb\xbf"
                    "a \xff"),
             "n:a|n:\xff");
  CHECK_TEXT(tokens("\"open\na"), "s:\"open|n:a");
  CHECK_TEXT(tokens("/* open"), "");
  CHECK_TEXT(tokens("R\"x(open"), "s:R\"x(open");
  CHECK_TEXT(tokens("<<<>>>"), "p:<|p:<|p:<|p:>|p:>|p:>");
}

static void test_flags(void) {
  CHECK(flags_of("# define A b\n", "b") ==
        (QN_TOKEN_DIRECTIVE | QN_TOKEN_IN_DEFINE | QN_TOKEN_SPACE));
  CHECK(flags_of("#define A \\\n b\nc", "b") & QN_TOKEN_IN_DEFINE);
  CHECK(!(flags_of("#define A \\\n b\nc", "b") & QN_TOKEN_FIRST));
  CHECK(flags_of("#define A b\nc", "c") & QN_TOKEN_FIRST);
  CHECK(!(flags_of("#define A b\nc", "c") & QN_TOKEN_DIRECTIVE));
  CHECK(flags_of("a\\\nb", "a\\\nb") & QN_TOKEN_SPLICED);
  CHECK(!(flags_of("a # b", "#") & QN_TOKEN_DIRECTIVE));
  CHECK(flags_of("a/**/b", "b") == QN_TOKEN_SPACE);
}

// The marked tokens, as text.
static const char *marks(const char *source) {
  const qn_span bytes = qn_str_span(qn_str_from(source));
  qn_tokens t;
  qn_buffer_clear(&out);
  CHECK(!qn_failed(qn_lex(bytes, QN_WORDS_CUDA, &t, NULL)));
  for (size_t i = 0; i < t.mark_count; ++i) {
    const qn_str text = qn_token_text(bytes, &t.items[t.marks[i]]);
    qn_buffer_printf(&out, "%s%.*s", i ? " " : "", QN_STR_ARG(text));
    CHECK(i == 0 || t.marks[i - 1] < t.marks[i]);
  }
  qn_tokens_finish(&t);
  return qn_buffer_text(&out);
}

static void test_marks(void) {
  CHECK_TEXT(marks("int a = f(b, 1); x.y; \"text\""), "");
  CHECK_TEXT(marks("cudaFree cu cuFoo __any tid.x"),
             "cudaFree cuFoo __any tid");
  CHECK_TEXT(marks("cuda\\\nFree"), "cuda\\\nFree");
  CHECK_TEXT(marks("#define A b\n#include <a>\nA # b"), "# A # <a>");
  CHECK_TEXT(marks("a + b - c++ - d->e += f"), "a b e");
  CHECK_TEXT(marks("k<<<1, 2>>>(x << 1)"), "<");
  CHECK_TEXT(marks("m = 0xffffffff; n = 0xff; \"cudaFree\""),
             "0xffffffff \"cudaFree\"");
  CHECK_TEXT(marks("kWarpSize = warp_base"), "kWarpSize warp_base");
}

// Runs of every length, at every offset in the eight bytes that are read at
// once.
static void test_runs(void) {
  static const char word[] = "aZ_$09\xc3\xa4z19AzZ__$$\xff\x80qrstu0123456789";
  char source[128];
  for (size_t gap = 0; gap < 18; ++gap)
    for (size_t size = 1; size < sizeof(word) - 1; ++size)
      for (int end = 0; end < 6; ++end) {
        char wanted[128];
        snprintf(source, sizeof(source), "\n%*s%.*s%.1s%s", (int)gap, "",
                 (int)size, word, ";@[`{" + (end ? end - 1 : 5),
                 end == 1 ? "x" : "");
        snprintf(wanted, sizeof(wanted), "n:%.*s%s%.1s%s", (int)size, word,
                 end ? "|p:" : "", ";@[`{" + (end ? end - 1 : 5),
                 end == 1 ? "|n:x" : "");
        CHECK_TEXT(tokens(source), wanted);
      }
}

int main(void) {
  test_kinds();
  test_flags();
  test_marks();
  test_runs();
  qn_buffer_finish(&out);
  return 0;
}
