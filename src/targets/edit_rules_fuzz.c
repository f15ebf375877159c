// SPDX-License-Identifier: Apache-2.0
// Changes of sources at any place: the lines stay, and launches that were
// joined are not joined again.
#include "targets/edit_rules.h"

#include <stdlib.h>

#include "targets/shared_object.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t count_lines(qn_str text) {
  size_t lines = 0;
  for (size_t i = 0; i < text.size; ++i)
    lines += text.data[i] == '\n';
  return lines;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static bool (*const rules[])(qn_str, unsigned, unsigned, qn_buffer *) = {
      qn_edit_launches, qn_edit_template,      qn_edit_guide,
      qn_edit_host_too, qn_shared_object_edit, qn_edit_bound};
  if (size < 3)
    return 0;
  // Copied: what is read behind its end is found.
  char *copy = malloc(size - 3 + !(size - 3));
  if (!copy)
    return 0;
  memcpy(copy, data + 3, size - 3);
  const qn_str text = {copy, size - 3};
  const size_t which = data[0] % (sizeof(rules) / sizeof(rules[0]));
  qn_buffer out = {0}, again = {0};
  const bool done = rules[which](text, data[1], data[2], &out);
  if (done && !out.failed &&
      count_lines(text) != count_lines(qn_buffer_str(&out)))
    abort();
  if (done && !out.failed && rules[which] == qn_edit_launches &&
      qn_edit_launches(qn_buffer_str(&out), 1, 1, &again))
    abort();
  qn_buffer_finish(&out);
  qn_buffer_finish(&again);
  free(copy);
  return 0;
}
