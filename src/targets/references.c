// SPDX-License-Identifier: Apache-2.0
#include "targets/references.h"

#include <ctype.h>
#include <string.h>

#include "base/span.h"
#include "base/system/file.h"

enum { SOURCE_MAX = 64 * 1024 * 1024 };

static bool is_word(uint8_t c) { return isalnum(c) || c == '_'; }

// The word, alone, and an angle bracket behind it.
static bool has_template(qn_span text, const char *word) {
  const size_t size = strlen(word);
  for (size_t i = 0; i + size < text.size; ++i) {
    if (memcmp(text.data + i, word, size) != 0 ||
        (i && is_word(text.data[i - 1])))
      continue;
    size_t next = i + size;
    while (next < text.size && text.data[next] == ' ')
      ++next;
    if (next < text.size && text.data[next] == '<')
      return true;
  }
  return false;
}

bool qn_source_has_references(const char *path) {
  qn_file file;
  qn_diag diag = {0};
  if (strcmp(path, "-") == 0 || // which can be read only once
      qn_failed(qn_file_open(path, SOURCE_MAX, &file, &diag)))
    return false;
  const bool has = has_template(file.bytes, "texture") ||
                   has_template(file.bytes, "surface");
  qn_file_close(&file);
  return has;
}
