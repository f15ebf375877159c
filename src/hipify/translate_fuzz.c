// SPDX-License-Identifier: Apache-2.0
// The first byte selects options, the rest is a source. Edits are in order,
// everything outside them is unchanged, and a second translation changes
// nothing, where brackets are in pairs and have no
// directives inside.
#include <stdlib.h>
#include <string.h>

#include "hipify/lexer.h"
#include "hipify/translate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Edits are sorted, do not overlap, and lie in the source.
static void check_edits(qn_span source, const qn_hipify_result *r) {
  size_t at = 0;
  for (size_t i = 0; i < r->edit_count; ++i) {
    const qn_edit *e = &r->edits[i];
    if (e->offset < at || e->offset > source.size ||
        e->size > source.size - e->offset)
      __builtin_trap();
    at = (size_t)e->offset + e->size;
  }
}

// Every byte between edits is in the output, in order.
static void check_output(qn_span source, const qn_hipify_result *r,
                         qn_span out) {
  size_t from = 0;
  size_t to = 0;
  for (size_t i = 0; i <= r->edit_count; ++i) {
    const qn_edit *e = i < r->edit_count ? &r->edits[i] : NULL;
    const size_t end = e ? e->offset : source.size;
    if (out.size - to < end - from)
      __builtin_trap();
    if (end > from &&
        memcmp(out.data + to, source.data + from, end - from) != 0)
      __builtin_trap();
    to += end - from + (e ? e->text.size : 0);
    from = e ? (size_t)e->offset + e->size : end;
  }
  if (to != out.size)
    __builtin_trap();
}

static void check_findings(qn_span source, const qn_hipify_result *r) {
  for (size_t i = 0; i < r->finding_count; ++i) {
    const qn_finding *f = &r->findings[i];
    if (f->offset > source.size || f->size > source.size - f->offset ||
        !f->message.size)
      __builtin_trap();
  }
}

static void check_again(const qn_buffer *out,
                        const qn_hipify_options *options) {
  const qn_span once = qn_buffer_span(out);
  qn_hipify_result r = {0};
  qn_buffer twice = {0};
  if (!qn_failed(qn_hipify(once, options, &r, NULL))) {
    qn_hipify_apply(once, &r, &twice);
    if (twice.size != once.size ||
        (once.size && memcmp(twice.data, once.data, once.size) != 0))
      __builtin_trap();
  }
  qn_hipify_finish(&r);
  qn_buffer_finish(&twice);
}

// Whether each bracket has its own kind of end, and no directive before it.
static bool is_paired(qn_span source) {
  enum { DEPTH_MAX = 64 };
  char open[DEPTH_MAX];
  size_t depth = 0;
  qn_tokens tokens;
  if (qn_failed(qn_lex(source, QN_WORDS_CUDA, &tokens, NULL)))
    return false;
  bool paired = true;
  for (size_t i = 0; paired && i < tokens.count; ++i) {
    const qn_token *t = &tokens.items[i];
    const char c = t->kind == QN_TOKEN_PUNCT ? (char)t->word : '\0';
    if (c == '(' || c == '[' || c == '{') {
      paired = depth < DEPTH_MAX;
      if (paired)
        open[depth++] = c == '(' ? ')' : c == '[' ? ']' : '}';
    } else if (c == ')' || c == ']' || c == '}') {
      paired = depth && open[depth - 1] == c;
      depth -= depth != 0;
    } else if (c == '#' && t->flags & QN_TOKEN_FIRST) {
      paired = !depth; // includes that go change who sees the rest
    }
  }
  qn_tokens_finish(&tokens);
  return paired && !depth;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!size)
    return 0;
  static const char *const defines[] = {"A=1", "B"};
  // The first byte is full: the size chooses these.
  static const unsigned releases[] = {0, 0, 5 << 8 | 7, 6 << 8 | 4};
  enum { RELEASES = sizeof(releases) / sizeof(releases[0]) };
  qn_arena arena = {0};
  qn_map members = {0};
  const qn_hipify_options options = {
      .launch = (qn_launch_mode)(data[0] % 3),
      .live_only = data[0] & 4,
      .defines = defines,
      .define_count = 2,
      .fix_masks = data[0] & 8,
      .fix_ballots = data[0] & 8,
      .kernel_strings = data[0] & 32,
      .comments = data[0] & 16,
      .api_strings = data[0] & 32,
      .reverse = data[0] & 64,
      .release = releases[size % RELEASES],
      .libraries = (qn_libraries)(size / RELEASES % (QN_LIBRARIES_ROC + 1)),
      .api = data[0] & 128 ? QN_API_DRIVER : QN_API_AUTO,
      .members = &members,
  };
  // On the heap at its exact size, to detect reads past its end.
  uint8_t *copy = malloc(size);
  if (!copy)
    return 0;
  memcpy(copy, data, size);
  const qn_span source = {copy + 1, size - 1};
  // As a header's, too, for what has its functions.
  if (qn_str_search(qn_span_str(source), QN_STR("CUdeviceptr")))
    qn_ignore(qn_hipify_members(source, &arena, &members, NULL), "no text");
  qn_hipify_result r = {0};
  qn_buffer out = {0};
  if (!qn_failed(qn_hipify(source, &options, &r, NULL))) {
    check_edits(source, &r);
    qn_hipify_apply(source, &r, &out);
    check_output(source, &r, qn_buffer_span(&out));
    check_findings(source, &r);
    // The remains of an incomplete launch may become a complete one.
    if (!r.launches_kept && is_paired(source))
      check_again(&out, &options);
  }
  qn_hipify_finish(&r);
  qn_buffer_finish(&out);
  qn_map_finish(&members);
  qn_arena_finish(&arena);
  free(copy);
  return 0;
}
