// SPDX-License-Identifier: Apache-2.0
#include "targets/late_templates.h"

#include <string.h>

#include "base/text.h"

enum { LINE_MAX_SIZE = 2048 };

// Of "path:1:2: error: what".
static bool is_in_source(qn_str line, const char *source) {
  const size_t size = strlen(source);
  return line.size > size && line.data[size] == ':' &&
         memcmp(line.data, source, size) == 0;
}

static bool is_of_name(qn_str line) {
  static const char *const kinds[] = {
      "error: no member named '", "error: use of undeclared identifier '",
      "error: no template named '", "error: unknown type name '"};
  for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); ++i)
    if (qn_text_contains(line, kinds[i]))
      return true;
  return false;
}

bool qn_late_templates_help(qn_str messages, const char *source) {
  char plain[LINE_MAX_SIZE];
  bool found = false;
  qn_str said;
  while (qn_str_split(&messages, '\n', &said)) {
    const qn_str line = qn_text_plain(said, plain, sizeof(plain));
    const bool error = qn_text_contains(line, ": error: ") ||
                       qn_text_contains(line, "fatal error: ");
    if (found && (error || qn_text_contains(line, "in instantiation of")))
      return error;
    if (error && (is_in_source(line, source) || !is_of_name(line)))
      return false;
    found = found || error;
  }
  return found;
}
