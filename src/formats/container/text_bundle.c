// SPDX-License-Identifier: Apache-2.0
// Bundles of text (assembly, preprocessed sources). For each entry: a comment
// line with the magic, "__START__ " and the id; the text; and a comment line
// with the magic, "__END__ " and the id. Comments start with '#', ';' or "//".
#include "formats/container/bundle.h"
#include "formats/core/format.h"

static const qn_str magic = {QN_BUNDLE_MAGIC, sizeof(QN_BUNDLE_MAGIC) - 1};
static const qn_str start_word = {"__START__ ", 10};
static const qn_str end_word = {"__END__ ", 8};

// Removes the prefix of a marker line; false when the line is not a marker.
static bool skip_marker(qn_str *line) {
  static const char *const comments[] = {"# ", "; ", "// "};
  for (size_t i = 0; i < 3; ++i) {
    const qn_str comment = qn_str_from(comments[i]);
    if (!qn_str_starts(*line, comment))
      continue;
    const qn_str rest = qn_str_skip(*line, comment.size);
    if (!qn_str_starts(rest, magic))
      return false;
    *line = qn_str_skip(rest, magic.size);
    return true;
  }
  return false;
}

// Writers put an empty line before the first marker.
static bool probe(qn_span bytes) {
  qn_str text = qn_span_str(bytes);
  for (int i = 0; i < 2 && qn_str_starts(text, QN_STR("\n")); ++i)
    text = qn_str_skip(text, 1);
  return skip_marker(&text) && qn_str_starts(text, start_word);
}

static qn_status walk_text(qn_walk *walk, qn_span bytes, uint64_t origin,
                           qn_diag *diag) {
  const qn_str text = qn_span_str(bytes);
  qn_str id = {0};
  size_t begun = 0; // where the current entry's text starts
  for (size_t at = 0; at < text.size;) {
    const qn_str rest = qn_str_skip(text, at);
    qn_str line = {rest.data, qn_str_find(rest, '\n')};
    const size_t next = at + line.size + (line.size < rest.size);
    const bool marker = skip_marker(&line);
    if (line.size && line.data[line.size - 1] == '\r')
      --line.size;
    if (marker && qn_str_starts(line, start_word)) {
      id = qn_str_skip(line, start_word.size);
      begun = next;
    } else if (marker && qn_str_starts(line, end_word) && id.size) {
      if (!qn_str_equal(qn_str_skip(line, end_word.size), id))
        return qn_fail(
            diag, QN_E_MALFORMED, (qn_place){origin + at, line.size, "__END__"},
            "the end of entry '%.*s' names another one", QN_STR_ARG(id));
      if (at > begun)
        QN_TRY(qn_walk_member(walk, (qn_span){bytes.data + begun, at - begun},
                              origin + begun, id, diag));
      id = (qn_str){0};
    }
    at = next;
  }
  if (id.size)
    return qn_fail(diag, QN_E_MALFORMED, (qn_place){origin + begun, 0, NULL},
                   "entry '%.*s' of the text bundle does not end",
                   QN_STR_ARG(id));
  return qn_ok();
}

const qn_format qn_format_text_bundle = {
    .name = "text-bundle",
    .summary = "clang offload bundle of texts",
    .plural = "offload bundles",
    .probe = probe,
    .walk = walk_text,
    .contains_only = true,
};
